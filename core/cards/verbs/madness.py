"""The Madness deck (win.madness)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from core.cards.verbs.finding import hand
from core.cards.verbs.leaving import discard_from_hand
from core.engine.use import Me
from core.printed.definitions import Steps
from events.vocabulary import Drawn, Placed
from projections.table import Card


def draw_madness(me: Me, count: int = 1, *, seat: int | None = None) -> list[Card]:
    """Draw from the Madness deck as long as it has cards: it is never reshuffled (win.madness). Returns those drawn."""
    numbers = tuple(me.game.table.piles["madness"][:count])
    if numbers:
        me.game.emit(Drawn, seat=me.you if seat is None else seat, cards=numbers, zone="madness", by=me.by)
    return [me.game.card(number) for number in numbers]


def madness_in(me: Me | Any, cards: Iterable[Card]) -> list[Card]:
    """Return the Madness cards among those given."""
    return [card for card in cards if me.game.facts[card.number].is_madness]


def holds_madness(me: Me | Any) -> bool:
    """Return whether you have a Madness card in hand."""
    return bool(madness_in(me, hand(me)))


def discard_madness(me: Me) -> Steps[bool]:
    """Discard a Madness card from your hand, if you have one. They are all alike, so nobody is asked which. Returns whether
    one was discarded."""
    return bool((yield from discard_from_hand(me, madness_in(me, hand(me))[:1])))


def return_madness(me: Me, *cards: Card, seat: int | None = None) -> None:
    """Put a player's Madness cards back into the Madness deck, where they belong to nobody."""
    player = me.you if seat is None else seat
    for card in cards:
        me.game.emit(
            Placed,
            card=card.number,
            to=-1,
            source=card.zone,
            controller=player,
            end="bottom",
            zone="madness",
            by=me.by,
            seat=player,
        )
