"""resolve.nested: a card played in the middle of another resolves first; the editions disagree on what it triggered."""

import pytest

from core.cards.verbs.bases import gain_vp
from core.cards.verbs.playing import play_certain
from core.printed.definitions import BaseSet
from events.vocabulary import AbilityUsed, CardPlayed, Event, VictoryPointsChanged
from tests.core.table_setting import ANA, BEN, BOOKS, Match, Setting, own_cards

cards = own_cards("Nested")
outer = cards.action("Outer", copies=0, text="Play the minion Inner from your hand; then gain 1 VP.")
pair = cards.action("Pair", copies=0, text="Play the minions Inner and Innermost from your hand; then gain 1 VP.")
inner = cards.minion("Inner", power=2, copies=0, text="[on-play] Lose 1 VP.")
innermost = cards.minion("Innermost", power=2, copies=0, text="Plain.")
middle = cards.minion("Middle", power=2, copies=0, text="[on-play] Play the minion Innermost from your hand.")
camp = BaseSet("").base(
    "Test Camp", faction="", breakpoint=30, vp=(1, 1, 1), text="After a minion is played here, act."
)
scribe = cards.minion("Scribe", power=1, copies=0, text="[ongoing] After an action is played, act.")


def held(me, card):
    return next(me.game.card(number) for number in me.table.seats[me.you].hand if me.game.facts[number] is card)


@outer.on_play
def begin(me):
    chosen = inner if any(me.game.facts[number] is inner for number in me.table.seats[me.you].hand) else middle
    yield from play_certain(me, held(me, chosen))
    gain_vp(me)


@pair.on_play
def call_both(me):
    for card in (inner, innermost):
        yield from play_certain(me, held(me, card))
    gain_vp(me)


@inner.on_play
def lose(me):
    gain_vp(me, -1)


@middle.on_play
def call(me):
    yield from play_certain(me, held(me, innermost))


@camp.after(CardPlayed, here=True, when=lambda me, played: played.to == "minions")
def welcome(me, played):
    pass


@scribe.after(CardPlayed, when=lambda me, played: played.to == "resolving")
def write(me, played):
    pass


def course(match: Match) -> list[str]:
    """What happened, in words."""
    found = []
    for event in match.happened(Event):
        match event:
            case CardPlayed(card=card):
                found.append(f"play {match.game.fact(match.card(card)).name}")
            case VictoryPointsChanged(amount=amount):
                found.append(f"{amount:+d} VP")
            case AbilityUsed(ability=key, cause=cause):
                answered = match.game.log[cause - 1]
                assert isinstance(answered, CardPlayed)
                found.append(f"{key.partition('#')[2]} {match.game.fact(match.card(answered.card)).name}")
    return found


def play_outer(edition: str, *hand) -> Match:
    return play_first(edition, outer, *hand)


def play_pair(edition: str) -> Match:
    return play_first(edition, pair, inner, innermost)


def play_first(edition: str, *hand) -> Match:
    table = Setting(edition=edition)
    site = table.base(camp)
    table.minion(scribe, site, of=BEN)
    table.points(ANA, 5)
    action, *_ = table.hand(ANA, *hand)
    match = table.begin()
    match.play(action)
    return match


WITH_IT = ["AL9K", "MS", "CND", "EMD"]


@pytest.mark.parametrize("edition", WITH_IT)
def test_what_the_nested_card_triggered_resolves_with_it(edition):
    """reading.cnd-nested, reading.emd-nested"""
    match = play_outer(edition, inner)
    assert course(match) == ["play Outer", "play Inner", "-1 VP", "welcome Inner", "+1 VP", "write Outer"]


def test_in_one_book_it_waits_until_the_paused_card_has_resolved():
    match = play_outer("OOPS", inner)
    assert course(match) == ["play Outer", "play Inner", "-1 VP", "+1 VP", "welcome Inner", "write Outer"]


@pytest.mark.parametrize("edition", WITH_IT)
def test_two_deep_each_with_its_own(edition):
    match = play_outer(edition, middle, innermost)
    assert course(match) == [
        "play Outer",
        "play Middle",
        "play Innermost",
        "welcome Innermost",
        "welcome Middle",
        "+1 VP",
        "write Outer",
    ]


def test_two_deep_it_comes_in_reverse_order_of_play():
    match = play_outer("OOPS", middle, innermost)
    assert course(match) == [
        "play Outer",
        "play Middle",
        "play Innermost",
        "+1 VP",
        "welcome Innermost",
        "welcome Middle",
        "write Outer",
    ]


@pytest.mark.parametrize("edition", WITH_IT)
def test_two_side_by_side_each_with_its_own(edition):
    match = play_pair(edition)
    first = ["play Inner", "-1 VP", "welcome Inner"]
    second = ["play Innermost", "welcome Innermost"]
    assert course(match) == ["play Pair", *first, *second, "+1 VP", "write Pair"]


def test_two_side_by_side_come_in_reverse_order_of_play():
    match = play_pair("OOPS")
    played = ["play Inner", "-1 VP", "play Innermost", "+1 VP"]
    assert course(match) == ["play Pair", *played, "welcome Innermost", "welcome Inner", "write Pair"]


@pytest.mark.parametrize("edition", BOOKS)
def test_a_card_waits_for_nothing_that_it_did_not_pause(edition):
    """resolve.triggers-wait: what a card triggers waits for the card alone."""
    table = Setting(edition=edition)
    site = table.base(camp)
    (minion,) = table.hand(ANA, inner)
    table.points(ANA, 1)
    match = table.begin()
    match.play(minion, site)
    assert course(match) == ["play Inner", "-1 VP", "welcome Inner"]
