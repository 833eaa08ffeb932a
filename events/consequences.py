"""What follows from each type of event, declared beside the event's fields.

The table, the live game, the views and the cards derive their registries from these declarations or compare them with
the full list of events. A type that is missing somewhere is an `ImportError` that names it, never a stale table during
play.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any, Literal, NamedTuple, TypeVar

from events.words import Verb

Struct = TypeVar("Struct", bound=type[Any])


class Consequences(NamedTuple):
    """What an event can lead to."""

    power: bool  # a minion's power may change: cached powers are dropped
    unsettles: bool  # state-based actions may be due: a card came, left, moved or changed control, or a hand changed
    followed: bool  # the live game updates its own state: active abilities, known cards, the cause
    moves: tuple[str, ...]  # the fields that name cards which change zone or player
    affects: Verb | Literal[""]  # the verb by which the event's card may be affected (term.affect)
    stop: Literal["", "decision", "turn", "phase", "scoring"]  # what someone stepping through the game stops at


CONSEQUENCES: dict[type[Any], Consequences] = {}
"""The declared consequences by type of event."""


def leads_to(
    *,
    power: bool,
    unsettles: bool,
    followed: bool,
    moves: tuple[str, ...] = (),
    affects: Verb | Literal[""] = "",
    stop: Literal["", "decision", "turn", "phase", "scoring"] = "",
) -> Callable[[Struct], Struct]:
    """Declare the consequences of an event type. See `Consequences` for the fields."""

    def declare(kind: Struct) -> Struct:
        unknown = [name for name in moves if name not in kind.__struct_fields__]
        if unknown:
            raise ImportError(f"{kind.__name__} has no field {unknown[0]!r} to name cards that move.")
        CONSEQUENCES[kind] = Consequences(power, unsettles, followed, moves, affects, stop)
        return kind

    return declare


def require_all(registry: str, given: Collection[type[Any]], expected: Collection[type[Any]]) -> None:
    """Raise an `ImportError` that names the first event type missing from a registry, or in it without reason."""
    for kind in expected:
        if kind not in given:
            raise ImportError(f"{registry} lacks the event {kind.__name__}.")
    for kind in given:
        if kind not in expected:
            raise ImportError(f"{registry} has the event {kind.__name__}, which does not belong there.")


def concrete_types(kind: type[Any]) -> list[type[Any]]:
    """Return the subclasses of an event type that are stored: all those without subclasses of their own."""
    types: list[type[Any]] = []
    for heir in kind.__subclasses__():
        types += concrete_types(heir) or [heir]
    return types
