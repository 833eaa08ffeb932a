"""The reference in docs/CARDS.md: every decorator, hook, choice, verb and condition, each with a card that uses it."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from typing import Any

import core.cards.language as language
from core.engine.use import Me
from core.printed.definitions import Definition, all_abilities
from events.vocabulary import Event
from events.words import ENGINE_WORDS, Hook, words_of
from tests.docs.source import (
    ability_with,
    decorator_signature,
    example_of,
    sentences,
    signature,
    stand_in_example,
    table,
)

PARTS = {
    "Choices": ("core.engine.choices", "core.cards.verbs.alternatives"),
    "Finding cards": ("core.cards.verbs.finding",),
    "Verbs: cards that leave": ("core.cards.verbs.leaving",),
    "Verbs: moving and control": ("core.cards.verbs.moving",),
    "Verbs: power and counters": ("core.cards.verbs.power",),
    "Verbs: continuous effects": ("core.cards.verbs.lasting",),
    "Verbs: decks and hands": ("core.cards.verbs.decks", "core.rules.decks"),
    "Verbs: playing cards": ("core.cards.verbs.playing", "core.rules.playing", "core.rules.raising_power"),
    "Verbs: bases and points": ("core.cards.verbs.bases", "core.rules.scoring"),
    "Verbs: Madness": ("core.cards.verbs.madness",),
    "Burying, stasis and duels": ("core.rules.burying", "core.rules.stasis", "core.rules.duels"),
    "Conditions": ("core.cards.conditions",),
    "Power, effects and the rest": (),
}
"""The sections of the reference, and the modules whose functions each lists. The last one takes what is left."""


def reference() -> str:
    """Return the generated part of the page."""
    lines = ["## Decorators", "", "A decorator says when an ability acts. Each is a method of the card.", ""]
    for name, method in decorators():
        lines += [f"### `@card.{name}{decorator_signature(method)}`", "", sentences(method.__doc__), ""]
        if use := ability_with(name):
            card, text = use.cards[0]
            lines += [f"{card}: {text}", "", "```python", use.code, "```", ""]
    lines += ["## Hooks", "", "The word under which the engine looks an ability up, and a card that has one.", ""]
    lines += table(["hook", "example"], ((f"`{hook}`", card) for hook, card in hooks()))
    lines += ["", "Abilities registered with `after` and its relatives listen for an event instead:", ""]
    lines += table(["event", "meaning", "example"], events())
    lines += ["", "## `me`", "", "An ability receives `me`, the ability in use.", ""]
    lines += table(["attribute", "meaning"], attributes())
    for part, rows in functions().items():
        lines += ["", f"## {part}", ""]
        lines += table(["function", "what it does", "example"], rows)
    lines += ["", "## Words", "", "The words a card may spell. A misspelled one is rejected when the cards load.", ""]
    words = ((what, ", ".join(f"`{word}`" for word in sorted(words_of(closed)) if word)) for what, closed in WORDS)
    lines += table(["kind of word", "words"], words)
    return "\n".join(lines)


NO_EXAMPLE = "used by other functions"

WORDS = [(what, words) for what, words in ENGINE_WORDS.items() if what not in ("hook", "zone for abilities")]


def decorators() -> Iterator[tuple[str, Any]]:
    """The decorators of a card, in the order of their definition."""
    for name, method in vars(Definition).items():
        if inspect.isfunction(method) and not name.startswith("_") and name != "add":
            yield name, method


def hooks() -> Iterator[tuple[str, str]]:
    """Every hook, with a card that has an ability there."""
    by_hook: dict[str, str] = {}
    for ability in sorted(all_abilities().values(), key=lambda entry: entry.key):
        for hook in ability.hooks:
            if isinstance(hook, str) and ability.card.faction != "guests":
                by_hook.setdefault(hook, f"{ability.card.name} (`{ability.key}`)")
    for word in sorted(words_of(Hook)):
        yield word, by_hook.get(word, "no card yet")


def events() -> Iterator[tuple[str, str, str]]:
    """Every event that an ability answers."""
    by_event: dict[type[Event], str] = {}
    for ability in sorted(all_abilities().values(), key=lambda entry: entry.key):
        for hook in ability.hooks:
            if not isinstance(hook, str):
                by_event.setdefault(hook, f"{ability.card.name} (`{ability.key}`)")
    for event, card in sorted(by_event.items(), key=lambda entry: entry[0].__name__):
        yield f"`{event.__name__}`", sentences(event.__doc__), card


def attributes() -> Iterator[tuple[str, str]]:
    """The properties and methods of `me`."""
    for name, member in vars(Me).items():
        if isinstance(member, property):
            yield f"`me.{name}`", sentences(member.__doc__)
        elif inspect.isfunction(member) and not name.startswith("_"):
            yield f"`me.{name}{signature(member)}`", sentences(member.__doc__)


def functions() -> dict[str, list[tuple[str, str, str]]]:
    """The functions that the language of cards exports, by section."""
    left = {
        name: function
        for name, function in vars(language).items()
        if callable(function) and not inspect.isclass(function) and not name.startswith("_")
    }
    found: dict[str, list[tuple[str, str, str]]] = {}
    for part, modules in PARTS.items():
        here = {
            name: function_there
            for name, function_there in left.items()
            if not modules or function_there.__module__ in modules
        }
        found[part] = [_row(name, function) for name, function in sorted(here.items()) if inspect.isroutine(function)]
        left = {name: function_there for name, function_there in left.items() if name not in here}
    return found


def _row(name: str, function: Any) -> tuple[str, str, str]:
    example = example_of(name)
    shown = f"{example[0]}: `{example[1]}`" if example else NO_EXAMPLE
    if not example and (call := stand_in_example(name)):
        shown = f"a stand-in: `{call}`"
    return f"`{name}{signature(function)}`", sentences(function.__doc__), shown
