"""Equivalence of cards and positions, ignoring numbering and history."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

import msgspec

from events.zones import PLAYER_PILES, ZONES, zones_where
from projections.lazy_cards import for_reading
from projections.table import Card, Lasting, Table

_ON_THE_TABLE = zones_where(lambda row: row.in_play and not row.bases)
_ORDERED = tuple(row for row in ZONES.values() if row.ordered)
_HISTORY = ("position", "cause", "moment")


def equivalence_key(table: Table, number: int) -> tuple[object, ...]:
    """Return a key that is equal for interchangeable cards."""
    card: Card = table.cards[number]
    if card.zone in PLAYER_PILES:
        return (card.definition, card.owner, card.controller, card.zone)
    return (
        card.definition,
        card.owner,
        card.controller,
        card.zone,
        card.site,
        card.host,
        card.counters,
        card.stasis,
        card.off_top,
        card.since > table.turn_began,
        tuple(card.control),
        tuple(_on_another(table, attachment) for attachment in card.attached),
        tuple(_on_another(table, stored) for stored in card.stored),
        tuple(lasting.number for lasting in table.lasting if number in lasting.cards),
        table.duel is not None and number in (table.duel.challenger, table.duel.challenged),
        tuple(
            type(entry).__name__
            for entry in table.journal
            if number in (getattr(entry, "card", 0), getattr(entry, "holder", 0))
        ),
    )


def event_key(table: Table, event: Any) -> tuple[object, ...]:
    """Return a key that is equal for events that differ only in position and in which of several equal cards they
    affect.
    """
    facts = _timeless(event)
    facts.pop("left", None)  # which of several counters removed from a card is the last
    befallen = [
        equivalence_key(table, facts.pop(name)) for name in ("card", "holder") if facts.get(name) in table.cards
    ]
    return (type(event).__name__, *befallen, repr(facts))


def _on_another(table: Table, number: int) -> tuple[object, ...]:
    """Return the key of a card that is on or under another, ignoring its host."""
    card = table.cards[number]
    return (card.definition, card.owner, card.controller)


def digest(table: Table, *, this_turn: bool = True) -> bytes:
    """Return a fingerprint of a position without its history.

    Tables with equal digests continue equally, if the table alone determines what comes next. It makes no difference
    which of several equal cards is where, or in which order piles were filled that nobody draws from; the order of
    decks does. `this_turn=False` also ignores what happened this turn, to compare tables by appearance.
    """
    from hashlib import blake2b  # this import loads OpenSSL, which most commands do not need

    sites = {number: index for index, number in enumerate(sorted(table.sites))}
    everything = for_reading(table)
    cards = sorted([_written(_place(table, card, sites)) for card in everything.values()])
    journal = sorted(repr(_timeless(entry)) for entry in table.journal) if this_turn else []
    rest = (
        table.current,
        table.phase,
        table.turn,
        [seat.victory_points for seat in table.seats],
        [[everything[number].definition for number in pile] for pile in _draw_piles(table)],
        sorted(
            (allowance.seat, allowance.kind, allowance.condition, allowance.arguments, allowance.site, allowance.until)
            for allowance in table.allowances
        ),
        sorted(
            (
                lasting.kind,
                lasting.seat,
                sorted(lasting.cards),
                lasting.amount,
                lasting.ability,
                lasting.until,
                _named(lasting),
            )
            for lasting in table.lasting
        ),
    )
    return blake2b(repr((cards, journal, rest)).encode(), digest_size=16).digest()


def _draw_piles(table: Table) -> Iterator[list[int]]:
    """Return the piles whose order matters: the draw piles."""
    for row in _ORDERED:
        for holder in table.seats if row.holder == "seat" else (table,):
            yield holder.piles[row.zone]


def _named(lasting: Lasting) -> tuple[str, ...]:
    """Return the names a card was given. Other arguments are numbers, which depend on the history."""
    return lasting.arguments if lasting.kind == "named" else ()


def _place(table: Table, card: Card, sites: dict[int, int]) -> tuple[object, ...]:
    return (
        card.number if card.zone in _ON_THE_TABLE else 0,
        card.definition,
        card.owner,
        card.controller,
        card.zone,
        sites.get(card.site, 0),
        card.host,
        card.counters,
        card.stasis,
        card.since < table.turn_began,
        tuple(card.control),
    )


@lru_cache(maxsize=10_000)
def _written(place: tuple[object, ...]) -> str:
    """Return a place as text. From one position to the next, nearly all cards stay where they are."""
    return repr(place)


def _timeless(entry: Any) -> dict[str, Any]:
    facts: dict[str, Any] = msgspec.to_builtins(entry)
    return {name: value for name, value in facts.items() if name not in _HISTORY}
