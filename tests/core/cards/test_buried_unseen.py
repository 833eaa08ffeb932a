"""bury.placing, bury.looking: what is buried out of a hand is nobody else's to know, in the table and in the events."""

import msgspec
import pytest

from core.printed.definitions import definition
from events.vocabulary import CardPlayed, Event
from projections.view import View
from tests.core.table_setting import ANA, BEN, Match, Setting

HAND = ("ancient-egyptians/tomb-trap", "ancient-egyptians/lost-knowledge", "samurai/heart-of-the-battle", "vanilla/5")


def buried(one: str, edition: str) -> tuple[Match, int]:
    """Ana has buried a card of her hand at the Pyramids, and at her next turn's start is asked whether to uncover it."""
    table = Setting(edition=edition)
    table.base(definition("base/pyramids"))
    table.base(definition("base/star-portal"))
    for seat in (ANA, BEN):
        table.deck(seat, *[1] * 6)
    in_hand = dict(zip(HAND, table.hand(ANA, *HAND), strict=True))
    match = table.begin(minions=0, actions=0)
    match.use(match.table.sites[min(match.table.sites)].base)
    match.answer(in_hand[one])
    match.passes(ANA)
    match.passes(BEN)
    assert match.zone(in_hand[one]) == "buried"
    assert match.asked == ANA
    return match, in_hand[one]


def told(match: Match, seat: int) -> tuple[list[Event], bytes]:
    """The events a player receives, and the table as that player sees it."""
    view = View(seat)
    events = [view.take(event) for event in match.game.log]
    return events, msgspec.json.encode(view.table, enc_hook=str)


@pytest.mark.parametrize("edition", ["OOPS", "EMD"])
@pytest.mark.parametrize("one", HAND[1:])
def test_whatever_is_buried_the_others_are_told_the_same(edition, one):
    this, _ = buried(HAND[0], edition)
    other, _ = buried(one, edition)
    assert told(this, BEN) == told(other, BEN)
    assert told(this, ANA) != told(other, ANA)


@pytest.mark.parametrize("edition", ["OOPS", "EMD"])
def test_uncovered_it_is_seen_by_all(edition):
    match, card = buried("vanilla/5", edition)
    view = View(BEN, match.game.log)
    assert not view.knows(card)
    if edition == "EMD":
        match.use(card)
    else:
        match.answer("yes")
    (played,) = [event for event in match.happened(CardPlayed) if event.card == card]
    view = View(BEN, match.game.log[: played.position])
    assert view.knows(card)
