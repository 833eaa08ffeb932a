"""void.cant-wins, term.affect: what can't happen, and what "can't be affected" keeps out in each book."""

import pytest

from core.cards.verbs.finding import minions
from core.cards.verbs.lasting import lose_abilities
from core.cards.verbs.leaving import box, destroy, destroy_all, place_in_deck, return_to_hand, shuffle_into_deck
from core.cards.verbs.moving import give_control, move
from core.cards.verbs.power import boost, place_counters, transfer_counters
from core.engine.choices import choose
from core.engine.effects import effect, possible
from events.questions import Cards
from events.vocabulary import Discarded, Forbidden
from tests.core.table_setting import ANA, BEN, BOOKS, Match, Setting, own_cards

cards = own_cards("Prohibition")
oak = cards.minion("Oak", power=3, copies=0, text="[ongoing] This minion can't be moved or returned.")
angel = cards.minion("Angel", power=3, copies=0, text="[ongoing] Other players' cards can't affect this minion.")
spores = cards.action("Spores", kind="on-base", copies=0, text="[ongoing] Other players' minions here have -1 power.")
hat = cards.action("Hat", kind="on-minion", copies=0, text="Play on a minion.")
halo = cards.action("Halo", kind="on-minion", copies=0, text="[ongoing] Other players' cards can't affect it.")


@oak.forbids("move", "return")
def rooted(me, incoming):
    return incoming.card == me.card.number


@angel.shields
def untouchable(me, card, incoming):
    return card is me.card and incoming.player not in (me.you, -1)


@spores.power_of_minions
def drowse(me, minion):
    return -1 if minion.site == me.base and minion.controller != me.you else 0


@halo.shields
def shine(me, card, incoming):
    return card is me.host and incoming.player not in (me.you, -1)


def scene(guard, edition: str = "EMD", tricks: int = 1) -> tuple[Match, int, int]:
    table = Setting(edition=edition)
    castle, tower = table.base(), table.base()
    target = table.minion(guard, castle, of=BEN, counters=1)
    table.minion(2, castle)
    return table.begin(tricks=tricks), target, tower


# --- can't ----------------------------------------------------------------------------------------------------------


def test_what_cant_happen_does_not_and_the_log_says_why():
    match, target, tower = scene(oak)
    assert match.do(lambda me: move(me, match.card(target), tower)) is None
    assert match.card(target).site != tower
    (forbidden,) = match.happened(Forbidden)
    assert (forbidden.verb, forbidden.card, forbidden.because) == ("move", target, target)
    assert forbidden.rule == "void.cant-wins"


def test_what_is_not_named_can_happen():
    match, target, _ = scene(oak)
    assert [card.number for card in match.do(lambda me: destroy(me, match.card(target)))] == [target]


def test_possible_asks_and_changes_nothing():
    match, target, tower = scene(oak)

    def words(me):
        before = len(me.game.log)
        answers = [possible(me.game, effect(me, verb, match.card(target), site=tower)) for verb in ("move", "destroy")]
        assert len(me.game.log) == before
        return answers

    assert match.do(words) == [False, True]


def test_protection_does_not_remove_a_legal_target():
    match, target, _ = scene(angel)

    def words(me):
        chosen = yield from choose(me, "a minion", minions(me))
        assert chosen is not None
        yield from destroy(me, chosen)

    match.do(words)
    assert target in match.question(Cards, ANA).options
    match.answer(target)
    assert match.zone(target) == "minions"
    assert len(match.happened(Forbidden)) == 1


def test_of_several_only_the_protected_one_is_spared():
    match, target, _ = scene(angel)
    match.do(lambda me: destroy_all(me, minions(me)))
    assert [card.number for card in match.table.minions()] == [target]


def test_ones_own_cards_are_not_kept_out():
    table = Setting()
    castle = table.base()
    target = table.minion(angel, castle, of=ANA)
    match = table.begin(tricks=1)
    match.do(lambda me: destroy(me, match.card(target)))
    assert match.zone(target) == "discard"


# --- what "affect" means --------------------------------------------------------------------------------------------

AFFECTS = {
    "AL9K": {"move", "return", "destroy"},
    "MS": {"move", "return", "destroy"},
    "CND": {"move", "return", "destroy", "place", "power", "counters", "control", "cancel", "shuffle", "box"},
    "OOPS": {"move", "return", "destroy", "place", "power", "counters", "control", "cancel", "shuffle", "box"},
    "EMD": {"move", "return", "destroy", "place", "power", "counters", "control", "cancel", "shuffle"},
    "HTB": {"move", "return", "destroy", "place", "power", "counters", "control", "cancel", "shuffle"},
}

WORDS = {
    "move": lambda me, card, tower: move(me, card, tower),
    "return": lambda me, card, tower: return_to_hand(me, card),
    "destroy": lambda me, card, tower: destroy(me, card),
    "place": lambda me, card, tower: place_in_deck(me, card),
    "power": lambda me, card, tower: boost(me, card, 2),
    "counters": lambda me, card, tower: place_counters(me, card),
    "control": lambda me, card, tower: give_control(me, card, me.you),
    "cancel": lambda me, card, tower: lose_abilities(me, card, but_this=False),
    "shuffle": lambda me, card, tower: shuffle_into_deck(me, card),
    "box": lambda me, card, tower: box(me, card),
}


@pytest.mark.parametrize("edition", BOOKS)
@pytest.mark.parametrize("verb", WORDS)
def test_what_counts_as_affecting(edition, verb):
    match, target, tower = scene(angel, edition)
    happened = match.do(lambda me: WORDS[verb](me, match.card(target), tower))
    kept_out = verb in AFFECTS[edition]
    assert bool(match.happened(Forbidden)) == kept_out
    assert bool(happened) == (not kept_out)


@pytest.mark.parametrize("edition", BOOKS)
def test_an_action_cannot_be_put_on_who_cannot_be_affected(edition):
    table = Setting(edition=edition)
    castle = table.base()
    target = table.minion(angel, castle, of=BEN)
    (action,) = table.hand(ANA, hat)
    match = table.begin()
    match.play(action)
    assert match.card(target).attached == []
    assert match.zone(action) == "discard"
    assert [event.verb for event in match.happened(Forbidden)] == ["attach"]


@pytest.mark.parametrize(
    ("edition", "power"), [("AL9K", 2), ("MS", 2), ("CND", 3), ("OOPS", 3), ("EMD", 3), ("HTB", 3)]
)
def test_continuous_power_is_kept_out_where_affect_includes_power(edition, power):
    table = Setting(edition=edition)
    castle = table.base()
    target = table.minion(angel, castle, of=BEN)
    plain = table.minion(3, castle, of=BEN)
    table.action(spores, castle, of=ANA)
    match = table.begin()
    assert match.power(target) == power
    assert match.power(plain) == 2


@pytest.mark.parametrize("edition", ["CND", "OOPS", "EMD"])
def test_counters_cannot_be_taken_from_or_given_to_the_protected(edition):
    table = Setting(edition=edition)
    castle = table.base()
    target = table.minion(angel, castle, of=BEN, counters=2)
    mine = table.minion(2, castle, counters=2)
    match = table.begin(tricks=2)
    assert match.do(lambda me: transfer_counters(me, match.card(mine), match.card(target), 1)) == 0
    assert match.do(lambda me: transfer_counters(me, match.card(target), match.card(mine), 1)) == 0
    assert (match.card(target).counters, match.card(mine).counters) == (2, 2)


def test_what_another_player_put_on_a_minion_falls_off_when_it_becomes_untouchable():
    """term.affect: carrying an action is being affected."""
    table = Setting()
    castle = table.base()
    target = table.minion(3, castle, of=BEN)
    theirs = table.action(hat, castle, of=ANA, on=target)
    own = table.action(hat, castle, of=BEN, on=target)
    (shield,) = table.hand(BEN, halo)
    match = table.begin(turn=BEN)
    match.play(shield)
    assert match.zone(theirs) == "discard"
    assert match.card(target).attached == [own, shield]
    assert match.happened(Discarded) == []
