"""Tables compared by what they say, whatever their cards, sites and events are numbered."""

from __future__ import annotations

from typing import Any

from events.vocabulary import facts_of
from projections.table import Card, Lasting, Table

CARDS = ("card", "by", "host", "origin_host", "holder", "granted_by", "target")
SITES = ("site", "origin")


def canonical(table: Table) -> dict[str, Any]:
    """Everything on a table, in words."""
    return {
        "edition": table.edition,
        "turn": (table.current, table.turn, table.phase),
        "seats": [
            (
                seat.name,
                seat.factions,
                seat.victory_points,
                sorted(_card(table, number) for number in seat.hand),
                [_card(table, number) for number in seat.deck],
                sorted(_card(table, number) for number in seat.discard),
                [_card(table, number) for number in seat.piles["stasis"]],
            )
            for seat in table.seats
        ],
        "sites": sorted(
            (
                _card(table, site.base),
                site.number > table.turn_began,
                sorted(_card(table, number) for number in site.minions),
                sorted(_card(table, number) for number in site.actions),
                sorted(_card(table, number) for number in site.piles["buried"]),
            )
            for site in table.sites.values()
        ),
        "base deck": [_card(table, number) for number in table.base_deck],
        "base discard": sorted(_card(table, number) for number in table.base_discard),
        "madness": [_card(table, number) for number in table.piles["madness"]],
        "box": sorted(_card(table, number) for number in table.piles["box"]),
        "unsettled": (
            *(table.piles[zone] for zone in ("aside", "resolving", "duelling")),
            table.scoring,
            table.duel,
            table.winners,
        ),
        "plays": sorted(_allowance(table, number) for number in range(len(table.allowances))),
        "lasting": [
            _lasting(table, lasting) for lasting in table.lasting if lasting.cards or lasting.kind == "ability"
        ],
        "journal": [_fact(table, entry) for entry in table.journal],
    }


def _card(table: Table, number: int) -> str:
    """A card and all that is true of it, with what lies on and under it."""
    card: Card = table.cards[number]
    control = [(term.seat, _name(table, term.tied_to), term.until, term.until_seat) for term in card.control]
    if control == [(card.controller, "", "", -1)]:
        control = []  # a single lasting layer says no more than the controller
    on = [_card(table, number) for number in card.attached]
    under = [_card(table, number) for number in card.stored]
    new = card.zone in ("minions", "actions", "attached", "buried") and card.since > table.turn_began
    controller = card.controller if card.zone not in ("box", "base_deck", "base_discard", "base") else -1
    facts = (card.definition, card.owner, controller, card.counters, card.stasis, card.off_top, new, control, on, under)
    return repr(facts)


def _name(table: Table, number: int) -> str:
    return table.cards[number].definition if number else ""


def _site(table: Table, number: int) -> str:
    if not number:
        return ""
    return _name(table, table.sites[number].base) if number in table.sites else "gone"


def _allowance(table: Table, index: int) -> str:
    allowance = table.allowances[index]
    arguments: tuple[Any, ...] = allowance.arguments
    if allowance.condition == "one-name":
        arguments = _relative(table, allowance.arguments)
    elif allowance.condition == "named-as-one-at":
        arguments = (_site(table, int(allowance.arguments[0])),)
    return repr(
        (
            allowance.seat,
            allowance.kind,
            allowance.condition,
            arguments,
            _site(table, allowance.site),
            allowance.extra,
            allowance.until,
            _name(table, allowance.by),
        )
    )


def _relative(table: Table, arguments: tuple[str, ...]) -> tuple[int, ...]:
    first, last = int(arguments[0]), int(arguments[1])
    return (last - first, sum(first <= allowance.number <= last for allowance in table.allowances))


def _lasting(table: Table, lasting: Lasting) -> str:
    facts = (
        lasting.kind,
        lasting.seat,
        _name(table, lasting.by),
        sorted(_card(table, number) for number in lasting.cards),
        lasting.amount,
        lasting.ability,
        _site(table, lasting.site),
        lasting.until,
        lasting.until_seat,
        lasting.but and (lasting.but[0], _name(table, lasting.but[1])),
        len(lasting.arguments),
        lasting.number > table.turn_began,
    )
    return repr(facts)


def _fact(table: Table, entry: Any) -> dict[str, Any]:
    """A journal entry without what only that log knows: positions, causes, rules, the play that paid."""
    facts = facts_of(entry)
    for field in ("position", "cause", "rule", "moment", "allowance"):
        facts.pop(field, None)
    for field in CARDS:
        if field in facts:
            facts[field] = _name(table, facts[field])
    for field in SITES:
        if field in facts:
            facts[field] = _site(table, facts[field])
    return facts
