"""reading.says-or: every ability that says OR asks for its parts through `choose_parts`, so that Spirit of the Forest
reaches it."""

from __future__ import annotations

from collections.abc import Iterator
from types import CodeType, FunctionType

from core.printed.definitions import all_abilities

SAY_OR = {
    "ancient-egyptians/lost-knowledge#remember-in-time",
    "ancient-egyptians/lost-knowledge#study",
    "ancient-egyptians/seal-the-tomb#seal-or-open",
    "backtimers/lifelong-bully#push-around",
    "backtimers/will-have-to-do#make-do",
    "bear-cavalry/major-ursa#command",
    "fairies/enchantment#weave",
    "fairies/fairy-ballet#dance",
    "fairies/glymmer#sparkle",
    "fairies/magic-acorns#scatter",
    "fairies/playful-tricks#unravel",
    "fairies/puck#make-merry",
    "fairies/titania#hold-court",
    "guests/sifu#give-a-lesson",
    "ignobles/the-hill-that-strolls#negotiate",
    "killer-plants/killer-kudzu#spread-seeds",
    "knights-of-the-round-table/merlins-library#consult",
    "mad-scientists/the-bride#galvanize",
    "magical-girls/purge-the-demon#cleanse",
    "mega-troopers/blue-trooper#think-or-fight",
    "mega-troopers/form-megabot#combine",
    "mega-troopers/red-trooper#call-megabot",
    "minions-of-cthulhu/cthulhu#whisper-in-dreams",
    "mounties/northern-mover#give-orders",
    "penguins/baby-penguin#call-the-family",
    "princesses/fairy-godmother#grant-a-wish",
    "princesses/griselda#inherit",
    "sharks/helicoprion#rule-the-deep",
    "slashers/ch-ch-ch-ha-ha-ha#lurk",
    "slashers/tackhead#such-sights",
    "sumo-wrestlers/yokozuna#tower",
    "super-heroes/the-everything-glove#snap",
    "tornados/category-5#rage-on",
    "wraithrustlers/funkman#get-the-job",
    "wraithrustlers/watson#take-readings",
}
"""The abilities whose printed text joins its parts by OR in capitals, in the printings that are built."""


def names_in(code: CodeType) -> Iterator[str]:
    """The names that a function uses, in lambdas and comprehensions too."""
    yield from code.co_names
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from names_in(constant)


def asks_for_parts(function: object, seen: set[object]) -> bool:
    """Whether a card's function, or one of its module that it calls, asks with `choose_parts`."""
    if not isinstance(function, FunctionType) or function in seen:
        return False
    seen.add(function)
    names = set(names_in(function.__code__))
    own = (function.__globals__.get(name) for name in names)
    helpers = [
        helper for helper in own if isinstance(helper, FunctionType) and helper.__module__ == function.__module__
    ]
    return "choose_parts" in names or any(asks_for_parts(helper, seen) for helper in helpers)


def test_exactly_the_abilities_that_say_or_ask_for_parts() -> None:
    asking = {ability.key for ability in all_abilities().values() if asks_for_parts(ability.function, set())}
    assert asking == SAY_OR
