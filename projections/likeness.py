"""When two cards, or two positions, are as good as the same, apart from numbers and from how it came about."""

from __future__ import annotations

from typing import Any

import msgspec

from projections.table import Card, Lasting, Table

_HISTORY = ("position", "cause", "moment")


def likeness(table: Table, number: int) -> tuple[object, ...]:
    """Everything that tells a card from another: cards of one likeness are interchangeable."""
    card: Card = table.cards[number]
    if card.zone in ("hand", "deck", "discard"):
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
        tuple(_on_another(table, one) for one in card.attached),
        tuple(_on_another(table, one) for one in card.stored),
        tuple(lasting.number for lasting in table.lasting if number in lasting.cards),
        tuple(
            type(entry).__name__
            for entry in table.journal
            if number in (getattr(entry, "card", 0), getattr(entry, "holder", 0))
        ),
    )


def happening(table: Table, event: Any) -> tuple[object, ...]:
    """Everything that tells an event from another but its place in the log and which of several equal cards it befell."""
    facts = _timeless(event)
    facts.pop("left", None)  # of several counters that come off a card, which is the last
    befallen = [likeness(table, facts.pop(name)) for name in ("card", "holder") if facts.get(name) in table.cards]
    return (type(event).__name__, *befallen, repr(facts))


def _on_another(table: Table, number: int) -> tuple[object, ...]:
    """What tells a card on or under another from its like, whatever it lies on."""
    card = table.cards[number]
    return (card.definition, card.owner, card.controller)


def digest(table: Table) -> bytes:
    """A position without its history: tables of equal digest go on equally, where the table alone says what comes next.

    Which of several equal cards lies where, and in which order piles were filled that nobody draws from, is no
    difference; the order of decks is.
    """
    from hashlib import blake2b  # brings OpenSSL along, which no command should load in vain

    sites = {number: index for index, number in enumerate(sorted(table.sites))}
    cards = sorted(repr(_place(table, number, sites)) for number in table.cards)
    journal = sorted(repr(_timeless(entry)) for entry in table.journal)
    rest = (
        table.current,
        table.phase,
        table.turn,
        [seat.victory_points for seat in table.seats],
        [[table.cards[number].definition for number in seat.deck] for seat in table.seats],
        [table.cards[number].definition for number in table.base_deck],
        sorted((one.seat, one.kind, one.condition, one.arguments, one.site, one.until) for one in table.allowances),
        sorted(
            (one.kind, one.seat, sorted(one.cards), one.amount, one.ability, one.until, _named(one))
            for one in table.lasting
        ),
    )
    return blake2b(repr((cards, journal, rest)).encode(), digest_size=16).digest()


def _named(lasting: Lasting) -> tuple[str, ...]:
    """What a card was told; other arguments name things by numbers, which tell of the history."""
    return lasting.arguments if lasting.kind == "named" else ()


def _place(table: Table, number: int, sites: dict[int, int]) -> Any:
    card = table.cards[number]
    return (
        card.number if card.zone in ("minions", "actions", "attached") else 0,
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


def _timeless(entry: Any) -> dict[str, Any]:
    facts: dict[str, Any] = msgspec.to_builtins(entry)
    return {name: value for name, value in facts.items() if name not in _HISTORY}
