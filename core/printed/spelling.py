"""Finds misspelled words in cards as they load. See `events.words` for the sets of words.

Words given to a decorator are checked as the ability is registered. Words inside an ability's function would only be
found when it runs, so the constants of all functions of a set are checked once: a bare word such as "next-turn" must be
in some set of words. That costs a few milliseconds; the type checker knows which set a word belongs in.
"""

from __future__ import annotations

import builtins
import inspect
import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from types import CodeType, FunctionType

from events.errors import SmashUpError
from events.words import ENGINE_WORDS, nearest, words_of
from events.zones import Zone

KNOWN: dict[str, frozenset[str]] = {kind: words_of(literal) for kind, literal in ENGINE_WORDS.items()}
"""The words of each kind, by what such a word is called in a message."""

_ZONES = words_of(Zone)
_BARE_WORD = re.compile(r"[a-z]+(?:[-_][a-z]+)*")
_ABILITY_KEY = re.compile(r"[a-z0-9-]+/[a-z0-9-]+#[a-z0-9-]+")


class UnknownWord(SmashUpError):
    """Raised for a card that uses an unknown word."""

    def __init__(self, card: str, kind: str, word: str, known: frozenset[str]) -> None:
        super().__init__(card, kind, word)
        near = nearest(word, known)
        self.sentence = f"{card}: there is no {kind} {word!r}" + (f"; did you mean {near!r}?" if near else ".")

    def __str__(self) -> str:
        return self.sentence


def check(card: str, kind: str, words: Iterable[str]) -> None:
    """Raise `UnknownWord` if a card gives a word that is not of that kind."""
    known = KNOWN[kind]
    for word in words:
        if word not in known:
            raise UnknownWord(card, kind, word, known)


def check_functions(
    own: Mapping[FunctionType, str], functions: Iterable[FunctionType], tags: Iterable[str], abilities: Collection[str]
) -> None:
    """Raise `UnknownWord` if a function contains an unknown word, or the key of an unknown ability.

    `own`: the functions that cards declare, each with the id of its card. `functions`: their helpers.
    """
    known = _ZONES.union(*KNOWN.values(), tags)
    keys = frozenset(abilities)
    for function in {**own, **dict.fromkeys(functions)}:
        for word in _strings(function.__code__):
            if _ABILITY_KEY.fullmatch(word):
                if word not in keys:
                    raise UnknownWord(_speaker(function, own), "ability", word, keys)
            elif word not in known and _BARE_WORD.fullmatch(word) and word not in _identifiers(function):
                raise UnknownWord(_speaker(function, own), "word", word, known)


def _speaker(function: FunctionType, own: Mapping[FunctionType, str]) -> str:
    """Return the card that defines or uses a function, or else the function's own name."""
    if function in own:
        return own[function]
    for given, card in own.items():
        if given.__module__ == function.__module__ and function.__name__ in given.__code__.co_names:
            return card
    return f"{function.__module__}.{function.__name__}"


def _strings(code: CodeType) -> Iterator[str]:
    for constant in code.co_consts:
        if isinstance(constant, str):
            yield constant
        elif isinstance(constant, CodeType):
            yield from _strings(constant)


def _identifiers(function: FunctionType) -> set[str]:
    """Return the names that Python keeps among a function's constants: keywords of its calls, and annotations of
    functions inside it. Only a function with an unknown word is inspected like this."""
    names = {"return", *dir(builtins)}
    codes = [function.__code__]
    for code in codes:
        codes += (constant for constant in code.co_consts if isinstance(constant, CodeType))
        names.update(code.co_varnames)
        for name in code.co_names:
            if inspect.isroutine(called := function.__globals__.get(name)):
                try:
                    names.update(inspect.signature(called).parameters)
                except ValueError:
                    # A compiled function may not expose its parameters. The same words were checked before compiling.
                    names.update(_strings(function.__code__))
    return names
