"""The reference in docs/PROGRAMS.md: every name that `smashup` exports, with its signature and docstring."""

from __future__ import annotations

import ast
import dataclasses
import inspect
import textwrap
from collections.abc import Iterator
from typing import Any

import msgspec

import smashup
from tests.docs.source import sentences, signature, table


def reference() -> str:
    """Return the generated part of the page."""
    names = sorted(smashup.__all__, key=lambda name: (inspect.isclass(getattr(smashup, name)), name.lower()))
    lines: list[str] = []
    for name in names:
        thing = getattr(smashup, name)
        if inspect.isclass(thing):
            lines += [f"### `{name}`", "", sentences(thing.__doc__), ""]
            if not issubclass(thing, BaseException) and (rows := list(members(thing))):
                lines += [*table(["member", "meaning"], rows), ""]
        else:
            lines += [f"### `{name}{signature(thing)}`", "", sentences(thing.__doc__), ""]
    return "\n".join(lines).rstrip()


def members(thing: type) -> Iterator[tuple[str, str]]:
    """The public fields, properties and methods of a class."""
    documented = _field_docs(thing)
    for name, kind in _fields(thing):
        if not name.startswith("_"):
            yield f"`{name}: {kind}`", documented.get(name, "")
    for name, member in vars(thing).items():
        if name.startswith("_"):
            continue
        if isinstance(member, property):
            yield f"`{name}`", sentences(member.__doc__)
        elif inspect.isfunction(member):
            yield f"`{name}{signature(member)}`", sentences(member.__doc__)


def _fields(thing: type) -> list[tuple[str, str]]:
    if dataclasses.is_dataclass(thing):
        return [(field.name, str(field.type)) for field in dataclasses.fields(thing)]
    if issubclass(thing, msgspec.Struct):
        return [(name, str(kind)) for name, kind in thing.__annotations__.items()]
    return []


def _field_docs(thing: type) -> dict[str, str]:
    """The docstrings below a class's fields, or the comments beside them."""
    source = textwrap.dedent(inspect.getsource(thing))
    (body,) = ast.parse(source).body
    assert isinstance(body, ast.ClassDef)
    lines = source.splitlines()
    found: dict[str, str] = {}
    for node, following in zip(body.body, [*body.body[1:], None], strict=True):
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            beside = lines[node.lineno - 1].partition("  # ")[2]
            below: Any = following.value if isinstance(following, ast.Expr) else None
            found[node.target.id] = sentences(str(below.value) if isinstance(below, ast.Constant) else beside)
    return found
