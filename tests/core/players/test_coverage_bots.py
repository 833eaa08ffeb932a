"""Bots, chance and factions that go for what is least known, and the coverage games they play."""

from __future__ import annotations

import random

import pytest

from core.engine.game import Endless, Game, RandomChance
from core.players import coverage_games
from core.players.card_coverage import Coverage, cards_of, unreached_abilities
from core.players.coverage_bots import CoverageBot, CoverageChance, deal_least_known, familiarity
from core.players.coverage_games import CoverageGameFailed, CoveragePlan, carry_out
from core.printed.definitions import SETS, all_definitions, definition
from core.printed.editions import EDITIONS
from core.rules.replay import verify
from core.rules.setup import game_begun
from core.rules.turn import flow
from events.questions import Cards, May, Names, Play, Seats, Sites, Use
from events.vocabulary import FactionChosen, GameBegun
from tests.core.table_setting import ANA, BEN, CLEO, Setting

FOUR = ("bear-cavalry", "ghosts", "killer-plants", "steampunks")


def knowing(*cards: str, times: int = 1) -> Coverage:
    """A coverage in which these cards, and nothing else, are known."""
    coverage = Coverage()
    for id in cards:
        facts = definition(id)
        count = coverage.statistics.card(id)
        count.played = count.arrived = count.forbade = times
        coverage.acted.update({ability.key: times for ability in facts.abilities})
    return coverage


def knowing_all_but(*abilities: str) -> Coverage:
    """A coverage in which everything is known well but these abilities."""
    coverage = knowing(*(facts.id for facts in all_definitions()), times=9)
    for key in abilities:
        del coverage.acted[key]
    return coverage


@pytest.fixture
def single_minded(monkeypatch) -> None:
    """Nothing is done at random where it is known what is least known."""
    monkeypatch.setattr(CoverageBot, "RANDOMLY", (0.0,))
    monkeypatch.setattr(CoverageChance, "UNMOVED", 0.0)


def test_a_card_is_known_as_well_as_its_least_known_ability():
    facts = definition("giant-ants/soldier")
    coverage = knowing(facts.id, times=9)
    assert familiarity(coverage, facts) == 4
    coverage.acted["giant-ants/soldier#hand-over"] = 1
    assert familiarity(coverage, facts) == 1
    coverage.statistics.card(facts.id).played = 0
    assert familiarity(coverage, facts) == 0


def test_a_prohibition_is_known_when_an_effect_has_met_it():
    facts = definition("bear-cavalry/general-ivan")
    coverage = knowing(facts.id, times=9)
    coverage.statistics.card(facts.id).forbade = 0
    assert familiarity(coverage, facts) == 0


@pytest.mark.usefixtures("single_minded")
class TestBot:
    def test_it_plays_the_unknown(self):
        table = Setting()
        table.base()
        known, unknown = table.hand(ANA, "ghosts/shady-deal", "ghosts/seance")
        match = table.begin()
        bot = CoverageBot(knowing("ghosts/shady-deal"), 1)
        assert {bot.answer(match.game) for _ in range(20)} == {(Play(unknown),)}
        bot = CoverageBot(knowing("ghosts/seance"), 1)
        assert {bot.answer(match.game) for _ in range(20)} == {(Play(known),)}
        bot = CoverageBot(Coverage(), 1)
        assert {bot.answer(match.game) for _ in range(50)} == {(Play(known),), (Play(unknown),)}

    def test_it_uses_the_unknown(self):
        table = Setting()
        castle = table.base()
        table.minion("werewolves/teenage-wolf", castle)
        huffie = table.minion("changerbots/huffie", castle)
        match = table.begin()
        bot = CoverageBot(knowing("werewolves/teenage-wolf"), 1)
        assert bot.answer(match.game) == (Use(huffie, "changerbots/huffie#puff-along"),)

    def test_it_plays_what_may_set_off_the_unknown_elsewhere(self):
        table = Setting()
        table.base()
        maiden, _ = table.hand(ANA, "vikings/shield-maiden", "vikings/huscarl")
        table.deck(BEN, "cowboys/dynamite-surprise")
        match = table.begin()
        coverage = knowing_all_but("cowboys/dynamite-surprise#in-the-strongbox")
        assert len({CoverageBot(coverage, seed).answer(match.game) for seed in range(20)}) == 2
        coverage.done_to_others["Revealed"] = {"vikings/shield-maiden"}
        assert {CoverageBot(coverage, seed).answer(match.game) for seed in range(20)} == {(Play(maiden),)}

    def test_it_turns_to_the_player_with_something_unknown(self):
        table = Setting(seats=3)
        table.base()
        for seat, faction in ((BEN, "ghosts"), (CLEO, "cowboys")):
            table._add(FactionChosen, seat=seat, faction=faction)
            table.deck(seat, "ghosts/ghost")
        (maiden,) = table.hand(ANA, "vikings/shield-maiden")
        match = table.begin()
        match.play(maiden)
        assert set(match.question(Seats).options) == {BEN, CLEO}
        coverage = knowing_all_but("cowboys/dynamite-surprise#in-the-strongbox")
        assert {CoverageBot(coverage, seed).answer(match.game) for seed in range(20)} == {(CLEO,)}

    def test_it_says_yes(self):
        table = Setting()
        table.base()
        table.minion(0, 3)
        (spirit, *_) = table.hand(ANA, "ghosts/spirit", 1, 1)
        match = table.begin()
        match.play(spirit)
        bot = CoverageBot(Coverage(), 1)
        while not isinstance(match.game.question, May):
            match.answer(*bot.answer(match.game))
        assert {bot.answer(match.game) for _ in range(20)} == {("yes",)}

    def test_it_goes_where_something_is_unknown(self):
        table = Setting()
        table.base()
        oasis, brain = (table.base(definition(id)) for id in ("base/jungle-oasis", "base/the-central-brain"))
        (minion,) = table.hand(ANA, 3)
        match = table.begin()
        match.play(minion)
        match.question(Sites)
        coverage = knowing("base/jungle-oasis", *(card.definition for card in match.table.cards.values()))
        coverage.acted.clear()
        assert {CoverageBot(coverage, seed).answer(match.game) for seed in range(20)} == {(brain,)}
        assert oasis != brain

    def test_it_aims_at_what_is_protected_in_an_unknown_way(self):
        table = Setting()
        castle = table.base()
        plain, guarded = table.minion(2, castle, of=BEN), table.minion(2, castle, of=BEN)
        table.action("werewolves/unstoppable", castle, of=BEN, on=guarded)
        (gulp,) = table.hand(ANA, "vampires/big-gulp")
        match = table.begin()
        match.play(gulp)
        assert set(match.question(Cards).options) == {plain, guarded}
        facts = [card.definition for card in match.table.cards.values()]
        known = knowing(*(id for id in facts if id != "werewolves/unstoppable"))
        assert {CoverageBot(known, seed).answer(match.game) for seed in range(20)} == {(guarded,)}

    def test_it_aims_at_a_player_who_is_protected_in_an_unknown_way(self):
        table = Setting(seats=3)
        castle, elsewhere = table.base(), table.base()
        plain, guarded = table.minion(2, castle, of=BEN), table.minion(2, castle, of=CLEO)
        table.minion("bear-cavalry/general-ivan", elsewhere, of=CLEO)
        (gulp,) = table.hand(ANA, "vampires/big-gulp")
        match = table.begin()
        match.play(gulp)
        assert set(match.question(Cards).options) == {plain, guarded}
        facts = [card.definition for card in match.table.cards.values()]
        known = knowing(*(id for id in facts if id != "bear-cavalry/general-ivan"))
        assert {CoverageBot(known, seed).answer(match.game) for seed in range(20)} == {(guarded,)}

    def test_it_names_what_is_near(self):
        table = Setting()
        table.base()
        table.discard(ANA, "ghosts/ghost")
        table.discard(BEN, "ghosts/haunting")
        (divide,) = table.hand(ANA, "ghosts/across-the-divide")
        match = table.begin()
        match.play(divide)
        match.question(Names)
        assert {CoverageBot(Coverage(), seed).answer(match.game) for seed in range(20)} == {("Ghost",)}


@pytest.mark.usefixtures("single_minded")
def test_chance_deals_the_unknown_first():
    table = Setting()
    table.base()
    cards = table.deck(ANA, "ghosts/ghost", "ghosts/seance", "ghosts/ghost", "ghosts/shady-deal")
    chance = CoverageChance(knowing("ghosts/ghost", "ghosts/seance"), 1)
    chance.game = table.begin().game
    orders = {chance.shuffle(cards) for _ in range(50)}
    assert all(sorted(order) == sorted(cards) for order in orders)
    assert {order[0] for order in orders} == {cards[3]}
    assert len(orders) == 6, "what is known alike comes in any order"
    assert set(chance.pick(cards, 2)) <= set(cards)


@pytest.mark.usefixtures("single_minded")
def test_chance_leaves_in_the_deck_what_waits_to_be_revealed():
    """It would else be drawn with the opening hand, like whatever is unknown."""
    table = Setting()
    table.base()
    cards = table.deck(ANA, "cowboys/dynamite-surprise", *["ghosts/ghost"] * 19)
    game = table.begin().game
    for missing, places in (("in-the-strongbox", range(5, 20)), ("last-resort", range(1))):
        chance = CoverageChance(knowing_all_but(f"cowboys/dynamite-surprise#{missing}"), 1)
        chance.game = game
        assert {chance.shuffle(cards).index(cards[0]) for _ in range(300)} == set(places)


def test_chance_leaves_something_to_chance():
    table = Setting()
    table.base()
    cards = table.deck(ANA, "ghosts/ghost", "ghosts/seance", "ghosts/ghost", "ghosts/shady-deal")
    chance = CoverageChance(knowing("ghosts/ghost", "ghosts/seance"), 1)
    chance.game = table.begin().game
    assert {chance.shuffle(cards)[0] for _ in range(200)} == set(cards)


def test_only_the_least_known_titan_is_brought(single_minded):
    """A player can have only one in play."""
    pairs = [("giant-ants", "dinosaurs"), ("pirates", "steampunks")]
    begun = game_begun(["Ana", "Ben"], pairs, edition_id="HTB", titans=True)
    game = Game([begun], flow, chance=RandomChance(1))
    game.begin()
    coverage = knowing("dinosaurs/fort-titanosaurus", "pirates/the-kraken", times=9)
    while not game.table.phase:
        game.answer(game.table.asked, CoverageBot(coverage, 1).answer(game))
    taken = [game.facts[number].id for seat in game.table.seats for number in seat.piles["beside"]]
    assert sorted(taken) == ["giant-ants/death-on-six-legs", "pirates/the-kraken"]


def test_factions_with_most_to_show_are_dealt():
    coverage = Coverage()
    for name in FOUR[1:]:
        coverage.merge(knowing(*(facts.id for facts in cards_of(["awesome-level-9000"]) if facts.faction == name)))
    for seed in range(20):
        pairs = deal_least_known(coverage, FOUR, 4, random.Random(seed))
        assert all(first != second for first, second in pairs)
        assert "bear-cavalry" in pairs[0]
        assert sorted(pairs[0] + pairs[1]) == sorted(FOUR), "each once before any comes twice"


def test_a_faction_meets_those_that_set_its_unknown_abilities_off():
    coverage = knowing_all_but("cowboys/dynamite-surprise#in-the-strongbox")
    names = ("cowboys", "vikings", "ghosts", "robots", "pirates", "aliens", "zombies")
    coverage.done_to_others["Revealed"] = {"vikings/shield-maiden", "vikings/raiding-party"}
    for seed in range(20):
        pairs = deal_least_known(coverage, names, 2, random.Random(seed))
        assert [first for first, _ in pairs] == ["cowboys", "vikings"], "at different seats"


# --- coverage games


def test_a_plan_goes_through_editions_and_seats():
    begun: list[GameBegun] = []

    def each(game: Game) -> None:
        assert isinstance(game.log[0], GameBegun)
        begun.append(game.log[0])
        assert game.over
        assert verify(game.log).same

    coverage = carry_out(CoveragePlan(games=6, editions=("EMD", "AL9K"), factions=FOUR), each=each)
    assert [plan.edition for plan in begun] == ["EMD", "AL9K"] * 3
    assert [len(plan.seats) for plan in begun] == [2, 2, 3, 3, 4, 4]
    assert coverage.statistics.games == coverage.statistics.finished == 6
    assert set(coverage.statistics.factions) == set(FOUR)
    assert CoveragePlan(games=1).editions == tuple(EDITIONS)


def test_the_same_seed_is_the_same_games():
    one, same, other = (carry_out(CoveragePlan(games=2, seed=seed)) for seed in (4, 4, 5))
    assert one == same
    assert one != other


def test_it_looks_further_than_chance():
    cards = cards_of(name for name in SETS if name != "guests")
    guided = carry_out(CoveragePlan(games=10, seed=2))
    random_ = carry_out(CoveragePlan(games=10, seed=2, bots=("random",)))
    assert len(unreached_abilities(guided, cards)) < 0.7 * len(unreached_abilities(random_, cards))


def test_enough_is_enough():
    coverage = carry_out(CoveragePlan(games=50), enough=lambda so_far: so_far.statistics.games == 2)
    assert coverage.statistics.games == 2


def test_other_bots_may_play():
    names: list[str] = []

    def each(game: Game) -> None:
        names.extend(seat.name for seat in game.table.seats)

    carry_out(CoveragePlan(games=1, seats=(3,), bots=("random", "Coverage")), each=each)
    assert names == ["Random 1", "Coverage 2", "Random 3"]


def test_a_game_that_fails_is_named(monkeypatch):
    monkeypatch.setattr(coverage_games, "LONGEST", 10)
    with pytest.raises(
        CoverageGameFailed, match=r"Game 1 of the plan with seed 3 \(MS: .* and .*; .*\) failed: .*not over"
    ):
        carry_out(CoveragePlan(games=1, seed=3, editions=("MS",)))


def test_factions_are_those_that_were_given():
    chosen: set[str] = set()

    def each(game: Game) -> None:
        chosen.update(event.faction for event in game.log if isinstance(event, FactionChosen))

    carry_out(CoveragePlan(games=1, factions=FOUR[:2]), each=each)
    assert chosen == set(FOUR[:2])


def test_a_game_that_never_ends_is_left_and_the_next_one_played(monkeypatch):
    right = Game.answer
    first: list[Game] = []

    def goes_round(game, seat, picks):
        first[:] = first or [game]
        if game is first[0] and len(game.log) > 300:
            raise Endless(len(game.log))
        right(game, seat, picks)

    monkeypatch.setattr(Game, "answer", goes_round)
    assert carry_out(CoveragePlan(games=2, seed=1)).statistics.games == 1
