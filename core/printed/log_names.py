"""Checks that a log names only existing cards, abilities and factions."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from core.printed.definitions import ability, definition, printing
from events.errors import SmashUpError
from events.questions import Use
from events.vocabulary import AbilityUsed, Asked, CardsMade, EffectBegan, Event, FactionChosen


def unknown_name(log: Sequence[Event]) -> tuple[int, str] | None:
    """Return the position of the first event that names something unknown, and what is wrong; None if there is none."""
    seen: set[str] = set()
    for event in log:
        look_up, names = _names(event)
        for name in names:
            if name in seen:
                continue
            try:
                look_up(name)
            except SmashUpError as error:
                return event.position, str(error).partition(":")[0].rstrip(".").replace("There is", "there is", 1)
            seen.add(name)
    return None


def _names(event: Event) -> tuple[Callable[[str], object], tuple[str, ...]]:
    """Return the names in an event, and the function that looks them up."""
    if isinstance(event, CardsMade):
        return definition, event.definitions
    if isinstance(event, FactionChosen):
        return printing, (event.faction,)
    if isinstance(event, AbilityUsed | EffectBegan) and event.ability:
        return ability, (event.ability,)
    if isinstance(event, Asked):
        return ability, tuple(option.ability for option in event.question.options if isinstance(option, Use))
    return definition, ()
