"""The options and arguments of commands, declared once, and a quick reader for well-formed command lines.

Importing typer takes longer than answering most questions. So commands declare their parameters with this module's
`Option` and `Argument`. `read` understands the command lines that people usually type. Everything else (help,
completion, mistakes) is left to typer; `adjudicator.cli.app` translates the declarations for it.
"""

from __future__ import annotations

import inspect
import os
from collections.abc import Callable, Sequence
from types import UnionType
from typing import Any, NamedTuple, get_args, get_type_hints


class Parameter(NamedTuple):
    """The declaration of an option or argument: what typer's class of the same name takes."""

    kind: str  # Option or Argument
    names: tuple[str, ...]
    settings: dict[str, Any]


def Option(*names: str, **settings: Any) -> Any:
    """Declare an option."""
    return Parameter("Option", names, settings)


def Argument(**settings: Any) -> Any:
    """Declare an argument."""
    return Parameter("Argument", (), settings)


_READ = {"help", "metavar", "autocompletion", "min", "max", "envvar", "show_envvar", "is_eager"}
"""The settings that `read` obeys or can ignore."""

_TYPES: dict[Any, Callable[[str], Any]] = {str: str, int: int, float: float}


class _Unread(Exception):
    """Raised for a command line that is left to typer."""


def read(command: Callable[..., None], words: Sequence[str]) -> dict[str, Any] | None:
    """Return the parameters that a command line gives to a command, or None if typer has to read it."""
    try:
        return _ArgumentReader(command).read(words)
    except (_Unread, ValueError):
        return None


class _ArgumentReader:
    """The parameters of a command, by the words that give them."""

    def __init__(self, command: Callable[..., None]) -> None:
        self.options: dict[str, str] = {}
        self.refusals: dict[str, str] = {}  # how an option that is on by default is turned off
        self.arguments: list[str] = []
        self.types: dict[str, Any] = {}
        self.several: set[str] = set()
        self.limits: dict[str, tuple[Any, Any]] = {}
        self.defaults = {name: parameter.default for name, parameter in inspect.signature(command).parameters.items()}
        hints = get_type_hints(command, include_extras=True)
        for name in self.defaults:
            self._declare(name, hints[name])

    def _declare(self, name: str, hint: Any) -> None:
        declared = next((item for item in getattr(hint, "__metadata__", ()) if isinstance(item, Parameter)), None)
        if declared is None or not declared.settings.keys() <= _READ:
            raise _Unread
        if os.environ.get(declared.settings.get("envvar", "")):
            raise _Unread
        type_ = hint.__origin__
        if isinstance(type_, UnionType):
            type_ = next(arg for arg in get_args(type_) if arg is not type(None))
        if getattr(type_, "__origin__", None) is list:
            self.several.add(name)
            (type_,) = get_args(type_)
        self.types[name] = type_
        self.limits[name] = (declared.settings.get("min"), declared.settings.get("max"))
        if declared.kind == "Argument":
            self.arguments.append(name)
            return
        for spelling in declared.names or (f"--{name.replace('_', '-')}",):
            self.options[spelling] = name
        if type_ is bool and not declared.names:
            self.refusals[f"--no-{name.replace('_', '-')}"] = name

    def read(self, words: Sequence[str]) -> dict[str, Any]:
        """Return the value of every parameter."""
        given: dict[str, list[Any]] = {}
        loose: list[str] = []
        rest = iter(words)
        for word in rest:
            if not word.startswith("-") or word == "-":
                loose.append(word)
                continue
            if word in self.refusals:
                given[self.refusals[word]] = [False]
                continue
            spelling, equals, value = word.partition("=")
            name = self.options.get(spelling)
            if name is None:
                raise _Unread
            if self.types[name] is bool:
                if equals:
                    raise _Unread
                given[name] = [True]
                continue
            value = value if equals else next(rest, "-")
            if value.startswith("-") or (name in given and name not in self.several):
                raise _Unread
            given.setdefault(name, []).append(self._value(name, value))
        for name in self.arguments:
            count = len(loose) if name in self.several else 1
            if loose:
                given[name] = [self._value(name, word) for word in loose[:count]]
                del loose[:count]
        if loose:
            raise _Unread
        return {name: self._final(name, given.get(name)) for name in self.defaults}

    def _value(self, name: str, word: str) -> Any:
        value = _TYPES[self.types[name]](word) if self.types[name] in _TYPES else None
        least, most = self.limits[name]
        if value is None or (least is not None and value < least) or (most is not None and value > most):
            raise _Unread
        return value

    def _final(self, name: str, given: list[Any] | None) -> Any:
        if given:
            return given if name in self.several else given[0]
        if self.defaults[name] is inspect.Parameter.empty:
            raise _Unread
        return self.defaults[name]
