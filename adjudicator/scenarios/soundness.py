"""What must be so of every event that sets a table, and of the table that comes of it.

A file may state anything that its types allow. All of it becomes events (setting.py, facts.py); each of them is looked
at here before it happens, so that whatever is stated is a position the rules can be asked about, or is refused with its
place.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from adjudicator.scenarios.listing import misplaced
from core.printed.definitions import ability, definition
from core.rules.playing import ARGUMENTS, BASES, CONDITIONS
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
from projections.table import IN_PLAY, Card, Table

Wrong = tuple[str, str]
"""The field of the event, and what is wrong with it."""

ON_THE_TABLE = IN_PLAY - {"base"}
"""Where a card is in play that is no base."""

AT_A_BASE = ON_THE_TABLE | {"buried"}
"""Where a card is at a base, in play."""

CARRYING = AT_A_BASE | {"stasis"}
"""Where a card can have power counters (term.counters), actions on it, and others under it (stored.leaving); buried, until
it is uncovered (bury.rebury); in stasis, what it had before (stasis.entering)."""


def wrong_with(table: Table, event: Event) -> Wrong | None:
    """The first thing because of which a table cannot take this event in."""
    return next(_CHECKS.get(type(event), _nothing)(table, event), None)


def _nothing(table: Table, event: Event) -> Iterator[Wrong]:
    yield from ()


# --- cards and places


def _site(table: Table, site: int, field: str = "site") -> Iterator[Wrong]:
    if site not in table.sites:
        yield field, "at which base? It must be one that is in play then"


def _host(table: Table, host: int, field: str = "host") -> Iterator[Wrong]:
    if host not in table.cards or table.cards[host].zone not in ("minions", "buried", "stasis"):
        yield field, "on which minion? It must be one that is in play then"


def _no_base(card: Card) -> Iterator[Wrong]:
    if definition(card.definition).is_base:
        yield "card", f"{definition(card.definition).name} is a base: this happens to other cards"


def _at_a_base(table: Table, number: int, field: str = "card") -> Iterator[Wrong]:
    if number not in table.cards or table.cards[number].zone not in AT_A_BASE:
        yield field, "this is for a card that is at a base then"


def _somebody(seat: int) -> Iterator[Wrong]:
    if seat < 0:
        yield "seat", "who did it? Name a player"


def _played(table: Table, event: CardPlayed) -> Iterator[Wrong]:
    card = table.cards[event.card]
    yield from _no_base(card)
    yield from _somebody(event.seat)
    if card.zone in ON_THE_TABLE:
        yield "card", "it is in play already, and cannot be played again before it leaves"
    yield from _can_lie(card, event.to)
    yield from _destination(table, event)


def _destination(table: Table, event: CardPlayed) -> Iterator[Wrong]:
    if event.to == "attached":
        yield from _host(table, event.host)
    elif event.to != "resolving":
        yield from _site(table, event.site)
        if event.host:
            yield "host", "only an action played on a minion is on one"


def _can_lie(card: Card, zone: str) -> Iterator[Wrong]:
    if wrong := misplaced(definition(card.definition), zone):
        yield "card", wrong


def _moved(table: Table, event: Moved) -> Iterator[Wrong]:
    card = table.cards[event.card]
    if card.zone not in ("minions", "buried"):
        yield "card", "only a minion in play or a buried card is moved"
    yield from _site(table, event.site)
    if card.site != event.origin:
        yield "origin", "from which base? It must be the one at which the card is then"


def _transferred(table: Table, event: Transferred) -> Iterator[Wrong]:
    card = table.cards[event.card]
    if card.zone not in ("actions", "attached"):
        yield "card", "only an action in play is transferred"
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
        yield "host", "under which card? It must be one that is in play or in stasis then"


def _base_left(table: Table, event: BaseLeft) -> Iterator[Wrong]:
    site = table.sites[event.site]
    if site.minions or site.actions or site.buried:
        yield "base", "there are still cards at a base that is said to have left"


# --- counters, control, points


def _in_stasis(table: Table, event: StasisEntered) -> Iterator[Wrong]:
    yield from _no_base(table.cards[event.card])
    if event.counters < 0:
        yield "counters", "it would have less than no stasis counters"


def _stasis_changed(table: Table, event: StasisChanged) -> Iterator[Wrong]:
    yield from _no_base(table.cards[event.card])
    if event.left < 0:
        yield "left", "less than no stasis counters would be left"


def _counters(table: Table, event: CountersChanged) -> Iterator[Wrong]:
    if event.card not in table.cards or table.cards[event.card].zone != "stasis":
        yield from _at_a_base(table, event.card)


def _counters_transferred(table: Table, event: CountersTransferred) -> Iterator[Wrong]:
    yield from _at_a_base(table, event.card)
    yield from _at_a_base(table, event.target, "target")
    if event.amount < 1:
        yield "amount", "at least one counter is transferred"


def _control(table: Table, event: ControlChanged) -> Iterator[Wrong]:
    yield from _at_a_base(table, event.card)


def _used(table: Table, event: AbilityUsed) -> Iterator[Wrong]:
    if event.site:
        yield from _site(table, event.site)


def _turn(table: Table, event: TurnBegan) -> Iterator[Wrong]:
    if event.number < 1:
        yield "turn_number", "turns count from 1"


def _points(table: Table, event: VictoryPointsChanged) -> Iterator[Wrong]:
    if event.amount < 0:
        yield "vp", "a player cannot have less than 0 VP"


# --- plays


def _play(table: Table, event: AllowanceGiven) -> Iterator[Wrong]:
    known = dict.fromkeys((*CONDITIONS, *BASES))
    if event.condition and event.condition not in known:
        yield "condition", f"{event.condition!r} is none of {', '.join(known)}"
    yield from _arguments(table, event)


def _arguments(table: Table, event: AllowanceGiven) -> Iterator[Wrong]:
    """Each as the condition has it; after them, perhaps, the ability that waits for the play."""
    wanted, given = ARGUMENTS.get(event.condition, ()), list(event.arguments)
    if given and _is_ability(given[-1]):
        given.pop()
    if len(given) != len(wanted) and not (wanted[-1:] == ("name",) and given):
        expected = " and ".join(f"a {one}" for one in wanted) or "nothing"
        yield "arguments", f"{event.condition or 'a play without a condition'} takes {expected}"
    for one, kind in zip(given, wanted, strict=False):
        if not _ARGUMENT[kind](table, event, one):
            yield "arguments", f"{one!r} is not the {kind} that {event.condition} takes"


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
        yield "until_seat", "until whose turn?"
    if event.but is not None and not _is_ability(event.but[0]):
        yield "but", f"there is no ability {event.but[0]!r}"


def _source(table: Table, event: EffectBegan) -> Iterator[Wrong]:
    """What speaks: an ability, the card whose words it is, the player it calls "you"."""
    if event.kind == "ability" and not (_is_ability(event.ability) and ability(event.ability).zone == "lasting"):
        yield "ability", f"there is no ability {event.ability!r} that goes on without its card"
    if not event.by and (event.kind in ("ability", "named") or event.until in ("source", "in-play")):
        yield "by", "by which card? Lay it into a discard pile if it has gone"
    if event.kind == "ability" and event.seat < 0:
        yield "seat", "whose is it? Name a player"


def _reach(table: Table, event: EffectBegan) -> Iterator[Wrong]:
    """The cards that it is about."""
    zones = _REACHED.get(event.kind)
    if zones is None:
        return
    if not event.cards:
        yield "cards", "on which card?"
    for number in event.cards:
        if table.cards[number].zone not in zones:
            name = definition(table.cards[number].definition).name
            yield "cards", f"{name} is not where this could befall it ({' or '.join(sorted(zones))})"


_REACHED: dict[str, frozenset[str]] = {
    "power": frozenset({"minions"}),
    "set-power": frozenset({"minions"}),
    "lose-abilities": IN_PLAY,
    "without-effect": frozenset({"attached"}),
    "breakpoint": frozenset({"base"}),
    "set-breakpoint": frozenset({"base"}),
}
"""Where the cards are that a lasting effect of a kind can be on."""

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


# --- the table that came of it


def left_behind(table: Table, number: int) -> str:
    """What is wrong with where a card has ended up; "" if nothing is."""
    card = table.cards[number]
    if card.host and table.cards[card.host].zone not in CARRYING:
        return "what it lies on or under has left play: say what became of it, too"
    if card.zone in ("resolving", "duelling"):
        return "it is said to have been played, but not where it is now"
    if (card.zone not in CARRYING and card.counters) or (card.zone not in AT_A_BASE and card.control):
        return "only a card at a base has counters or changes hands"
    if card.zone != "stasis" and card.stasis:
        return "only a card in stasis has stasis counters"
    return "" if card.counters >= 0 and card.stasis >= 0 else "it would have less than no counters"
