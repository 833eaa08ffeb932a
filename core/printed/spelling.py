"""Finds misspelled words in cards as they load. See `events.words` for the sets of words.

Words given to a decorator are checked as the ability is registered. Words inside an ability's function would only be
found when it runs, so the constants of all functions and modules of a set are checked once: a bare word such as
"next-turn" must be in some set of words. That costs a few milliseconds; the type checker knows which set a word belongs
in.
"""

from __future__ import annotations

import builtins
import dis
import inspect
import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from types import CodeType, FunctionType, ModuleType

from events.errors import SmashUpError
from events.words import ENGINE_WORDS, nearest, words_of

KNOWN: dict[str, frozenset[str]] = {kind: words_of(literal) for kind, literal in ENGINE_WORDS.items()}
"""The words of each kind, by what such a word is called in a message."""

_WORDS = frozenset[str]().union(*KNOWN.values())
_KEYWORD_CALL, _STEPS_BACK = (dis.opmap["KW_NAMES"], 0) if "KW_NAMES" in dis.opmap else (dis.opmap["CALL_KW"], 2)
"""The instruction about the keywords of a call, and how far before it they are named: not at all up to Python 3.12."""
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


def check_modules(own: Mapping[FunctionType, str], modules: Iterable[ModuleType], abilities: Collection[str]) -> None:
    """Raise `UnknownWord` if a function or a constant of card modules contains an unknown word, or the key of an unknown
    ability.

    `own`: the functions that cards declare, each with the id of its card.
    """
    keys = frozenset(abilities)
    functions = dict(own)
    constants: list[tuple[str, str, object]] = []
    for module in modules:
        for name, value in vars(module).items():
            if type(value) is FunctionType:
                if value.__module__ == module.__name__:
                    functions.setdefault(value, "")
            elif isinstance(value, str | tuple) and not name.startswith("__"):
                constants.append((module.__name__, name, value))
    for function, card in functions.items():
        for word in _strings((function.__code__,)):
            if (kind := _unknown(word, keys)) and word not in _identifiers(function):
                card = card or _user(own, function.__module__, function.__name__)
                raise UnknownWord(card, kind, word, keys if kind == "ability" else _WORDS)
    for module_name, name, value in constants:
        for word in _strings((value,)):
            if kind := _unknown(word, keys):
                raise UnknownWord(_user(own, module_name, name), kind, word, keys if kind == "ability" else _WORDS)


def _unknown(word: str, abilities: frozenset[str]) -> str:
    """Return what kind of word an unknown one is meant to be; "" if it is known, or text rather than a word."""
    if _ABILITY_KEY.fullmatch(word):
        return "" if word in abilities else "ability"
    if word in _WORDS:
        return ""
    # "next turn" is a misspelling of "next-turn"; other text with blanks is for players.
    return "word" if _BARE_WORD.fullmatch(word) or word.replace(" ", "-") in _WORDS else ""


def _user(own: Mapping[FunctionType, str], module: str, name: str) -> str:
    """Return the card that uses a name of its module, or else that name."""
    for given, card in own.items():
        if given.__module__ == module and name in given.__code__.co_names:
            return card
    return f"{module}.{name}"


def _strings(values: Iterable[object], keywords: Collection[object] = ()) -> Iterator[str]:
    """Return the strings among some constants, and in the tuples, sets and code among them, without the keywords of
    calls."""
    for value in values:
        if isinstance(value, str):
            yield value
        elif isinstance(value, CodeType):
            yield from _strings(value.co_consts, _keywords(value))
        elif isinstance(value, (tuple, frozenset)) and value not in keywords:
            yield from _strings(value)


def _identifiers(function: FunctionType) -> set[str]:
    """Return the other names that Python keeps among a function's constants, such as the annotations of functions inside
    it. Only a function with an unknown word is inspected like this."""
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
                    names.update(_strings((function.__code__,)))
    return names


def _keywords(code: CodeType) -> set[object]:
    """Return the constants of some code that hold the keywords of a call."""
    constants: set[object] = set()
    steps = code.co_code
    at = steps.find(_KEYWORD_CALL)
    while at >= 0:
        if at % 2 == 0:  # an instruction, and its operand behind it
            names = at - _STEPS_BACK
            more = steps[names - 1] << 8 if steps[names - 2] == dis.EXTENDED_ARG else 0
            constants.add(code.co_consts[steps[names + 1] + more])
        at = steps.find(_KEYWORD_CALL, at + 1)
    return constants
