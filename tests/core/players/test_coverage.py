"""What counts as reached, and that watching changes nothing."""

from __future__ import annotations

import msgspec
import pytest

from core.cards.verbs.leaving import destroy
from core.engine.game import Game, RandomChance
from core.engine.power import power
from core.players.bots import make_bot
from core.players.card_coverage import STANDING, Coverage, Watch
from core.printed.definitions import (
    AFTER_REPLACED,
    AFTER_SCORES,
    ARRIVAL,
    AS_DISCARDED,
    AS_SOON_AS,
    BEFORE_SCORES,
    END_OF_TURN,
    JUST_BEFORE,
    LEAVES,
    START_OF_TURN,
    UNCOVERED,
    WHEN_SCORES,
    all_abilities,
    definition,
)
from core.rules.duels import DURING_DUEL
from core.rules.replay import new_game
from core.rules.setup import game_begun
from core.rules.stasis import ENTERS_STASIS, LEAVES_STASIS
from core.rules.turn import flow
from events.questions import Main
from events.vocabulary import Forbidden, Revealed, Stored
from tests.core.table_setting import ANA, BEN, Match, Setting

IN_USE = {
    *(
        "on-play",
        "talent",
        "on-your-turn",
        "instead",
        "no-replacement",
        ARRIVAL,
        AS_SOON_AS,
        JUST_BEFORE,
        START_OF_TURN,
        END_OF_TURN,
    ),
    *(BEFORE_SCORES, WHEN_SCORES, AFTER_SCORES, AS_DISCARDED, AFTER_REPLACED, DURING_DUEL, UNCOVERED),
    *(LEAVES, ENTERS_STASIS, LEAVES_STASIS),
}


def test_every_hook_is_either_read_or_used():
    """A new kind of standing ability must say in STANDING what makes a difference."""
    hooks = {ability.hook for ability in all_abilities().values() if isinstance(ability.hook, str)}
    assert hooks <= IN_USE | set(STANDING)
    assert not IN_USE & set(STANDING)


def watched(match: Match, watch: Watch) -> Watch:
    watch.follow(match.game)
    return watch


class TestStanding:
    def test_a_number_that_is_changed(self):
        table = Setting()
        here, there = table.base(definition("base/the-central-brain")), table.base()
        connected, other = table.minion(3, here), table.minion(3, there)
        match = table.begin()
        with Watch() as watch:
            watched(match, watch)
            match.game.powers.clear()
            assert power(match.game, match.card(other)) == 3
            assert not watch.coverage.acted
            assert power(match.game, match.card(connected)) == 4
        assert watch.coverage.acted == {"base/the-central-brain#uplink": 1}
        assert watch.coverage.used == {}

    def test_a_printed_power_only_if_it_becomes_another_one(self):
        table = Setting()
        castle = table.base()
        strong, weak = table.minion(5, castle), table.minion(2, castle)
        for minion in (strong, weak):
            table.action("changerbots/matrix-of-bossiness", castle, on=minion)
        match = table.begin()
        with Watch() as watch:
            watched(match, watch)
            match.game.powers.clear()
            assert match.power(strong) == 5
            assert not watch.coverage.acted
            assert match.power(weak) == 5
        assert watch.coverage.acted == {"changerbots/matrix-of-bossiness#take-charge": 1}

    def test_an_effect_that_is_forbidden(self):
        table = Setting()
        castle = table.base()
        ivan = table.minion("bear-cavalry/general-ivan", castle, of=BEN)
        mine = table.minion(2, castle)
        match = table.begin(tricks=2)
        with Watch() as watch:
            watched(match, watch)
            match.do(lambda me: destroy(me, match.card(mine)))
            assert not watch.coverage.acted
            match.do(lambda me: destroy(me, match.card(ivan)))
            watch.close()
        assert len(match.happened(Forbidden)) == 1
        assert watch.coverage.acted == {"bear-cavalry/general-ivan#iron-discipline": 1}
        assert watch.coverage.card(definition("bear-cavalry/general-ivan")).forbade == 1

    @pytest.mark.parametrize(("held", "refused"), [(2, True), (3, False)])
    def test_a_place_that_is_refused(self, held: int, refused: bool):
        table = Setting()
        table.base(definition("base/tsars-palace"))
        table.hand(ANA, held)
        match = table.begin(tricks=1)
        with Watch() as watch:
            watched(match, watch)
            match.do(lambda me: None)  # what may be played now is looked at again
        assert bool(match.question(Main).options) == (not refused)
        assert set(watch.coverage.acted) == ({"base/tsars-palace#guarded-gates"} if refused else set())

    def test_a_second_use_of_a_talent(self):
        table = Setting()
        stones = table.base(definition("base/standing-stones"))
        wolf = table.minion("werewolves/teenage-wolf", stones)
        match = table.begin()
        with Watch() as watch:
            watched(match, watch)
            match.use(wolf)
            assert watch.coverage.acted.get("base/standing-stones#ring-of-power")
            match.use(wolf)
            acted = watch.coverage.acted["base/standing-stones#ring-of-power"]
            match.passes()
            assert watch.coverage.acted["base/standing-stones#ring-of-power"] == acted


class TestInUse:
    @pytest.mark.parametrize(("held", "acts"), [(2, True), (3, False)])
    def test_a_use_that_leads_to_nothing_has_not_acted(self, held: int, acts: bool):
        table = Setting()
        table.base()
        (deal, *_) = table.hand(ANA, "ghosts/shady-deal", *[3] * held)
        match = table.begin()
        with Watch() as watch:
            watched(match, watch)
            match.play(deal)
            watch.close()
        assert watch.coverage.used == {"ghosts/shady-deal#profit": 1}
        assert watch.coverage.acted == ({"ghosts/shady-deal#profit": 1} if acts else {})

    def test_a_use_counts_once_however_much_it_does(self):
        table = Setting()
        castle = table.base()
        table.minion(2, castle)
        table.minion(3, castle)
        (jolt,) = table.hand(ANA, "mad-scientists/jolt")
        match = table.begin()
        with Watch() as watch:
            watched(match, watch)
            match.play(jolt)
            watch.catch_up()
            watch.catch_up()
        assert watch.coverage.acted == {"mad-scientists/jolt#shock": 1}

    def test_what_happens_instead(self):
        table = Setting()
        castle = table.base()
        victim = table.minion(2, castle, of=BEN)
        table.action("steampunks/escape-hatch", castle, of=BEN)
        match = table.begin(tricks=1)
        with Watch() as watch:
            watched(match, watch)
            match.do(lambda me: destroy(me, match.card(victim)))
            watch.close()
        assert match.zone(victim) == "hand"
        assert watch.coverage.used == watch.coverage.acted == {"steampunks/escape-hatch#bail-out": 1}

    def test_a_base_comes_into_play_and_an_action_is_played(self):
        table = Setting()
        table.base(definition("base/jungle-oasis"))
        (action,) = table.hand(ANA, "killer-plants/insta-grow")
        match = table.begin()
        with Watch() as watch:
            watched(match, watch)
            match.play(action)
            watch.close()
        coverage = watch.coverage
        assert coverage.came(definition("base/jungle-oasis")) == 1
        assert coverage.came(definition("killer-plants/insta-grow")) == 1
        assert coverage.came(definition("killer-plants/blossom")) == 0
        assert coverage.missing_of(definition("killer-plants/insta-grow")) == []
        assert [ability.key for ability in coverage.missing_of(definition("killer-plants/blossom"))] == [
            "killer-plants/blossom#burst"
        ]


class TestWatching:
    def test_the_functions_come_back(self):
        def functions() -> dict[str, object]:
            return {key: ability.function for key, ability in all_abilities().items()}

        def fail() -> None:
            with Watch():
                wrapped = functions()
                assert all(wrapped[key] is not before[key] for key in before)
                raise ZeroDivisionError

        before = functions()
        with pytest.raises(ZeroDivisionError):
            fail()
        assert functions() == before

    def test_only_the_game_that_is_followed_counts(self):
        table = Setting()
        castle = table.base()
        wolf = table.minion("werewolves/teenage-wolf", castle)
        one, other = table.begin(), table.begin()
        with Watch() as watch:
            watched(one, watch)
            other.use(wolf)
            watch.catch_up()
            assert watch.coverage == Coverage()
            one.use(wolf)
            watch.catch_up()
        assert watch.coverage.acted == {"werewolves/teenage-wolf#growth-spurt": 1}

    def test_what_a_bot_imagines_does_not_count(self):
        """A re-run of the log, where nobody imagines anything, reaches the same."""
        begun = game_begun(["Ana", "Ben"], [("werewolves", "changerbots"), ("astroknights", "ghosts")], first=0)
        bots = [make_bot("greedy", 1), make_bot("greedy", 2)]
        with Watch() as watch:
            game = Game([begun], flow, chance=RandomChance(3))
            watch.follow(game)
            game.begin()
            for _ in range(60):
                game.answer(game.table.asked, bots[game.table.asked].answer(game))
            watch.close()
        again = rerun(game)
        assert watch.coverage.used == again.used
        assert watch.coverage.used

    def test_the_same_events_with_and_without(self):
        def played() -> Game:
            bot = make_bot("random", 9)
            begun = game_begun(["Ana", "Ben"], [("giant-ants", "vampires"), ("ignobles", "star-roamers")])
            game = new_game(begun, chance=RandomChance(9))
            while not game.over:
                game.answer(game.table.asked, bot.answer(game))
            return game

        alone = played()
        with Watch():
            assert played().log == alone.log


def rerun(game: Game) -> Coverage:
    """What a re-run of a game reaches."""
    with Watch() as watch:
        again = Game([game.log[0]], flow, expected=game.log)
        watch.follow(again)
        again.begin()
        watch.close()
    assert again.log == game.log
    return watch.coverage


def test_coverages_add_up_and_travel():
    one = Coverage(used={"a#x": 1}, acted={"a#y": 2})
    one.statistics.card("a").played = 3
    total = Coverage()
    total.merge(one)
    total.merge(msgspec.json.decode(msgspec.json.encode(one), type=Coverage))
    assert (total.used, total.acted, total.statistics.cards["a"].played) == ({"a#x": 2}, {"a#y": 4}, 6)
    assert one.used == {"a#x": 1}
    assert Coverage() == Coverage()


def test_what_cards_do_to_other_players_is_noted():
    """Such a card may set off what answers it; what a card does to its own player's cards tells nothing of that."""
    table = Setting()
    table.base()
    table.deck(ANA, 1)
    table.deck(BEN, 5)
    wizard, maiden = table.hand(ANA, "wizards/neophyte", "vikings/shield-maiden")
    match = table.begin(minions=2)
    with Watch() as watch:
        watched(match, watch)
        match.play(wizard)
        watch.catch_up()
        assert len(match.happened(Revealed)) == 1
        assert not watch.coverage.done_to_others
        match.play(maiden)
        watch.close()
    assert len(match.happened(Revealed)) == 2
    assert watch.coverage.done_to_others == {"Revealed": {"vikings/shield-maiden"}}
    total = Coverage(done_to_others={"Revealed": {"vikings/raiding-party"}})
    total.merge(msgspec.json.decode(msgspec.json.encode(watch.coverage), type=Coverage))
    assert total.done_to_others == {"Revealed": {"vikings/raiding-party", "vikings/shield-maiden"}}


def test_an_ability_that_uses_another_has_acted_when_that_one_has():
    table = Setting()
    hero = table.minion("action-heroes/kickboxbro", table.base(5))
    (stored,) = table.hand(ANA, "vanilla/action")
    table._add(Stored, card=stored, host=hero, seat=ANA, source="hand")
    match = table.begin(phase="score")
    with Watch() as watch:
        watched(match, watch)
        match.use(hero, ANA)
        watch.catch_up()
        assert not watch.coverage.acted, "so far only a question has been put"
        match.answer(stored)
        watch.catch_up()
    assert watch.coverage.acted == {
        "action-heroes/kickboxbro#showdown": 1,
        "action-heroes/kickboxbro#finishing-move": 1,
    }
