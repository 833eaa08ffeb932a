"""What must hold for every event that sets a table, and for the resulting table.

A file may state anything that its types allow. All of it becomes events (setting.py, facts.py). Each event is checked
here before it happens, so that everything stated is either a position the rules can handle or is rejected with its
place in the file.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from adjudicator.scenarios.listing import misplaced
from core.printed.definitions import ability, definition
from core.rules.permissions import ARGUMENTS, BASES, CONDITIONS
from events.card_types import MOVABLE, MOVABLE_CARDS
from events.errors import SmashUpError
from events.vocabulary import (
    AbilityUsed,
    AllowanceGiven,
    BaseLeft,
    Buried,
    CardPlayed,
    ControlChanged,
    CountersChanged,
    CountersTransferred,
    Destroyed,
    Discarded,
    EffectBegan,
    Event,
    Moved,
    Returned,
    StasisChanged,
    StasisEntered,
    Stored,
    Transferred,
    TurnBegan,
    VictoryPointsChanged,
)
from events.zones import ZONES, Zone, zones_where
from projections.table import IN_PLAY, Card, Table

Wrong = tuple[str, str]
"""The faulty field of the event, and what is wrong with it."""

ON_THE_TABLE = zones_where(lambda row: row.in_play and not row.bases)
"""Zones in which a card other than a base is in play."""

AT_A_BASE = ON_THE_TABLE | zones_where(lambda row: row.holder == "base" and row.pile)
"""Zones in which a card is in play at a base."""

_LADEN = zones_where(lambda row: row.laden)

CARRYING = AT_A_BASE | _LADEN
"""Zones in which a card can have power counters (term.counters), actions on it and cards under it (stored.leaving).

A buried card keeps them until it is uncovered (bury.rebury); a card in stasis keeps what it had before (stasis.entering).
"""


def wrong_with(table: Table, event: Event) -> Wrong | None:
    """Return the first reason why a table cannot take this event."""
    return next(_CHECKS.get(type(event), _nothing)(table, event), None)


def _nothing(table: Table, event: Event) -> Iterator[Wrong]:
    yield from ()


# --- cards and places


def _site(table: Table, site: int, field: str = "site") -> Iterator[Wrong]:
    if site not in table.sites:
        yield field, "name a base that is in play by then"


def _host(table: Table, host: int, field: str = "host") -> Iterator[Wrong]:
    if host not in table.cards or table.cards[host].zone not in ("minions", "buried", *_LADEN):
        yield field, "name a minion that is in play by then"


def _no_base(card: Card) -> Iterator[Wrong]:
    if definition(card.definition).is_base:
        yield "card", f"{definition(card.definition).name} is a base, and this can't happen to bases"


def _at_a_base(table: Table, number: int, field: str = "card") -> Iterator[Wrong]:
    if number not in table.cards or table.cards[number].zone not in AT_A_BASE:
        yield field, "the card must be at a base by then"


def _somebody(seat: int) -> Iterator[Wrong]:
    if seat < 0:
        yield "seat", "name the player who did it"


def _played(table: Table, event: CardPlayed) -> Iterator[Wrong]:
    card = table.cards[event.card]
    yield from _no_base(card)
    yield from _somebody(event.seat)
    if card.zone in ON_THE_TABLE:
        yield "card", "it is already in play, so it can't be played"
    yield from _can_lie(card, event.to)
    yield from _destination(table, event)


def _destination(table: Table, event: CardPlayed) -> Iterator[Wrong]:
    if event.to == "attached":
        yield from _host(table, event.host)
    elif event.to != "resolving":
        yield from _site(table, event.site)
        if event.host:
            yield "host", "only an action that plays on a minion can be on one"


def _can_lie(card: Card, zone: Zone) -> Iterator[Wrong]:
    if wrong := misplaced(definition(card.definition), zone):
        yield "card", wrong


def _moved(table: Table, event: Moved) -> Iterator[Wrong]:
    card = table.cards[event.card]
    if card.zone not in (*MOVABLE, "buried"):
        yield "card", f"only {MOVABLE_CARDS} in play or a buried card can move"
    yield from _site(table, event.site)
    if card.site != event.origin:
        yield "origin", "name the base that the card is at by then"


def _transferred(table: Table, event: Transferred) -> Iterator[Wrong]:
    card = table.cards[event.card]
    if card.zone not in ("actions", "attached"):
        yield "card", "only an action in play can be transferred"
    yield from _can_lie(card, "attached" if event.host else "actions")
    yield from _host(table, event.host) if event.host else _site(table, event.site)


def _left(table: Table, event: Destroyed | Discarded | Returned) -> Iterator[Wrong]:
    yield from _no_base(table.cards[event.card])


def _buried(table: Table, event: Buried) -> Iterator[Wrong]:
    yield from _no_base(table.cards[event.card])
    yield from _somebody(event.seat)
    yield from _site(table, event.site)


def _stored(table: Table, event: Stored) -> Iterator[Wrong]:
    yield from _no_base(table.cards[event.card])
    if event.host not in table.cards or table.cards[event.host].zone not in CARRYING:
        yield "host", "name a card that is in play or in stasis by then"


def _base_left(table: Table, event: BaseLeft) -> Iterator[Wrong]:
    site = table.sites[event.site]
    if site.cards:
        yield "base", "the base can't have left, because there are still cards at it"


# --- counters, control, points


def _in_stasis(table: Table, event: StasisEntered) -> Iterator[Wrong]:
    yield from _no_base(table.cards[event.card])
    if event.counters < 0:
        yield "counters", "it would have fewer than 0 stasis counters"


def _stasis_changed(table: Table, event: StasisChanged) -> Iterator[Wrong]:
    yield from _no_base(table.cards[event.card])
    if event.left < 0:
        yield "left", "fewer than 0 stasis counters would remain"


def _counters(table: Table, event: CountersChanged) -> Iterator[Wrong]:
    if event.card not in table.cards or table.cards[event.card].zone not in _LADEN:
        yield from _at_a_base(table, event.card)


def _counters_transferred(table: Table, event: CountersTransferred) -> Iterator[Wrong]:
    yield from _at_a_base(table, event.card)
    yield from _at_a_base(table, event.target, "target")
    if event.amount < 1:
        yield "amount", "the number of counters must be at least 1"


def _control(table: Table, event: ControlChanged) -> Iterator[Wrong]:
    yield from _at_a_base(table, event.card)


def _used(table: Table, event: AbilityUsed) -> Iterator[Wrong]:
    if event.site:
        yield from _site(table, event.site)


def _turn(table: Table, event: TurnBegan) -> Iterator[Wrong]:
    if event.number < 1:
        yield "turn_number", "turns are numbered from 1"


def _points(table: Table, event: VictoryPointsChanged) -> Iterator[Wrong]:
    if event.amount < 0:
        yield "vp", "a player can't have fewer than 0 VP"


# --- plays


def _play(table: Table, event: AllowanceGiven) -> Iterator[Wrong]:
    known = dict.fromkeys((*CONDITIONS, *BASES))
    if event.condition and event.condition not in known:
        yield "condition", f"{event.condition!r} is not one of {', '.join(known)}"
    yield from _arguments(table, event)


def _arguments(table: Table, event: AllowanceGiven) -> Iterator[Wrong]:
    """Check each argument as its condition requires, and the ability that waits for the play, if any."""
    kinds, given = ARGUMENTS.get(event.condition, ()), list(event.arguments)
    if given and _is_ability(given[-1]):
        given.pop()
    if len(given) != len(kinds) and not (
        (kinds[-1:] == ("name",) and len(given) > len(kinds)) or (given and event.condition == "affects-card")
    ):
        expected = " and ".join(f"a {kind}" for kind in kinds) or "nothing"
        yield "arguments", f"{event.condition or 'a play without a condition'} takes {expected}"
    for argument, kind in zip(given, kinds, strict=False):
        if not _ARGUMENT[kind](table, event, argument):
            yield "arguments", f"{argument!r} is not the {kind} that {event.condition} takes"


_ARGUMENT: dict[str, Callable[[Table, AllowanceGiven, str], bool]] = {
    "power": lambda table, event, text: text.isascii() and text.isdecimal(),
    "name": lambda table, event, text: bool(text.strip()),
    "base": lambda table, event, text: _number(text) in table.sites,
    "card": lambda table, event, text: _number(text) in table.cards,
    "play": lambda table, event, text: _number(text) > 0,
}


def _number(text: str) -> int:
    return int(text) if text.isascii() and text.isdecimal() else 0


def _is_ability(key: str) -> bool:
    try:
        ability(key)
    except SmashUpError:
        return False
    return True


# --- what lasts


def _lasting(table: Table, event: EffectBegan) -> Iterator[Wrong]:
    yield from _source(table, event)
    yield from _reach(table, event)
    if event.until in ("start-of-turn", "end-of-turn") and event.until_seat < 0:
        yield "until_seat", "name the player until whose turn it lasts"
    if event.but is not None and not _is_ability(event.but[0]):
        yield "but", f"there is no ability {event.but[0]!r}"


def _source(table: Table, event: EffectBegan) -> Iterator[Wrong]:
    """Check the source of an effect: an ability, its card, and the player it calls "you"."""
    if event.kind == "ability" and not (_is_ability(event.ability) and ability(event.ability).zone == "lasting"):
        yield "ability", f"there is no ability {event.ability!r} that lasts without its card"
    if not event.by and (event.kind in ("ability", "named") or event.until in ("source", "in-play")):
        yield "by", "name the card that caused it; if it is gone, list it in a discard pile"
    if event.kind == "ability" and event.seat < 0:
        yield "seat", "name the player it belongs to"


def _reach(table: Table, event: EffectBegan) -> Iterator[Wrong]:
    """Check the cards that it is about."""
    zones = _REACHED.get(event.kind)
    if zones is None:
        return
    if not event.cards:
        yield "cards", "name the card it is on"
    for number in event.cards:
        if table.cards[number].zone not in zones:
            name = definition(table.cards[number].definition).name
            yield "cards", f"{name} can't be affected there: it must be in {' or '.join(sorted(zones))}"


_REACHED: dict[str, frozenset[Zone]] = {
    "power": frozenset({"minions"}),
    "set-power": frozenset({"minions"}),
    "lose-abilities": IN_PLAY,
    "without-effect": frozenset({"attached"}),
    "breakpoint": frozenset({"base"}),
    "set-breakpoint": frozenset({"base"}),
}
"""The zones of the cards that each kind of lasting effect can apply to."""

_CHECKS: dict[type[Event], Callable[[Table, Any], Iterator[Wrong]]] = {
    CardPlayed: _played,
    Moved: _moved,
    Transferred: _transferred,
    Destroyed: _left,
    Discarded: _left,
    Returned: _left,
    Buried: _buried,
    Stored: _stored,
    BaseLeft: _base_left,
    StasisEntered: _in_stasis,
    StasisChanged: _stasis_changed,
    CountersChanged: _counters,
    CountersTransferred: _counters_transferred,
    ControlChanged: _control,
    AbilityUsed: _used,
    TurnBegan: _turn,
    VictoryPointsChanged: _points,
    AllowanceGiven: _play,
    EffectBegan: _lasting,
}


# --- the resulting table


def left_behind(table: Table, number: int) -> str:
    """Return what is wrong with where a card has ended up, or ""."""
    card = table.cards[number]
    if card.host and table.cards[card.host].zone not in CARRYING:
        return "the card it is on or under has left play: say what happened to this card, too"
    if ZONES[card.zone].transient:
        return "it was played, but nothing says how it got to where it is now"
    if (card.zone not in CARRYING and card.counters) or (card.zone not in AT_A_BASE and card.control):
        return "only a card at a base has counters or changes hands"
    if card.zone != "stasis" and card.stasis:
        return "only a card in stasis has stasis counters"
    return "" if card.counters >= 0 and card.stasis >= 0 else "it would have fewer than 0 counters"
