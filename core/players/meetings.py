"""How much factions have to do with each other: abilities that act at the same moment, and one doing what another
answers.

Random games and games for coverage deal such factions together, because most pairs of factions never touch.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from inspect import unwrap
from types import CodeType, FunctionType
from typing import Any, Final

from core.printed.definitions import Ability, printing
from events.vocabulary import (
    Buried,
    ControlChanged,
    CountersChanged,
    CountersTransferred,
    Destroyed,
    Discarded,
    Drawn,
    Event,
    Moved,
    Placed,
    Returned,
    StasisEntered,
    Stored,
    Transferred,
)
from events.words import Hook, Verb

_EVERYONES: Final[frozenset[Hook]] = frozenset({"on-play", "talent", "on-your-turn", "own-power", "host-power"})
"""Hooks at which an ability acts alone, whatever others do."""

_ANSWERED: Final[dict[type[Event], Verb]] = {
    Buried: "bury",
    ControlChanged: "control",
    CountersChanged: "counters",
    CountersTransferred: "transfer-counters",
    Destroyed: "destroy",
    Discarded: "discard",
    Moved: "move",
    Placed: "place",
    Returned: "return",
    StasisEntered: "stasis",
    Stored: "store",
    Transferred: "transfer",
}
"""What somebody did to a card if this event happens."""

_DOES: Final[dict[str, Verb | type[Event]]] = {
    "destroy": "destroy",
    "destroy_all": "destroy",
    "each_destroys": "destroy",
    "discard_at_random": "discard",
    "discard_from_hand": "discard",
    "discard_from_deck": "discard",
    "discard_from_play": "discard",
    "return_to_hand": "return",
    "place_in_deck": "place",
    "place_in_hand": "place",
    "move": "move",
    "move_all": "move",
    "move_each": "move",
    "carry_over": "move",
    "transfer": "transfer",
    "give_control": "control",
    "take_control": "control",
    "place_counters": "counters",
    "place_counter_on_each": "counters",
    "share_counters": "counters",
    "remove_counters": "counters",
    "transfer_counters": "transfer-counters",
    "boost": "power",
    "boost_each": "power",
    "bury": "bury",
    "bury_from_hand": "bury",
    "store": "store",
    "put_into_stasis": "stasis",
    "put_each_into_stasis": "stasis",
    "draw_cards": Drawn,
}
"""What a card does by calling a verb of `core.cards.verbs`."""


def meetings(first: str, second: str) -> int:
    """Return in how many ways abilities of two factions meet: both listen to one hook, or one does what the other
    answers, prevents or replaces."""
    return (
        len(_listens(first) & _listens(second))
        + len(_does(first) & _listens(second))
        + len(_does(second) & _listens(first))
    )


def partner(first: str, others: Sequence[str], chance: random.Random) -> str:
    """Return one of some factions to go with another: any may be picked, and most likely one that it meets often."""
    return chance.choices(others, [1 + meetings(first, other) ** 2 for other in others])[0]


@cache
def _listens(faction: str) -> frozenset[object]:
    """Return what a faction's abilities answer or prevent, and the moments at which they act."""
    hooks: set[object] = set()
    for card in printing(faction).cards:
        for ability in card.abilities:
            hooks.update(_ANSWERED.get(hook, hook) if isinstance(hook, type) else hook for hook in ability.hooks)
            hooks.update(ability.verbs)
    return frozenset(hooks - _EVERYONES)


@cache
def _does(faction: str) -> frozenset[object]:
    """Return what a faction's abilities do to cards."""
    abilities = (ability for card in printing(faction).cards for ability in card.abilities)
    return frozenset(_DOES[name] for ability in abilities for name in names_used(ability) if name in _DOES)


def names_used(ability: Ability) -> Iterator[str]:
    """Yield every name that an ability's functions use, directly or through helpers of their module."""
    waiting: list[Callable[..., Any] | None] = [ability.function, ability.when, ability.provided, ability.who]
    seen = set[int]()
    while waiting:
        function = waiting.pop()
        if function is not None:
            function = unwrap(function)  # it may be watched
        if not isinstance(function, FunctionType) or id(function) in seen:
            continue
        seen.add(id(function))
        for name in _in_code(function.__code__):
            yield name
            helper = function.__globals__.get(name)
            if isinstance(helper, FunctionType) and helper.__module__ == function.__module__:
                waiting.append(helper)


def _in_code(code: CodeType) -> Iterator[str]:
    yield from code.co_names
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            yield from _in_code(inner)
