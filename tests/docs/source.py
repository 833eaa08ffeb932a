"""What the generated references read: the functions cards can use, and where cards use them."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from core.cards import stand_ins

ROOT = Path(__file__).parents[2]
SETS = ROOT / "core" / "cards" / "sets"


@dataclass(frozen=True)
class FunctionUse:
    """A function of a faction module, and what it uses."""

    name: str
    module: Path
    cards: tuple[tuple[str, str], ...]
    """The name and text of each card it is an ability of; none for a helper."""
    decorators: tuple[str, ...]
    code: str
    calls: dict[str, str]
    """The functions it calls, each with the source of the first call."""


@cache
def uses() -> tuple[FunctionUse, ...]:
    """Every function of the faction modules, the shortest first; guest cards come last."""
    modules = sorted(SETS.glob("*/*.py"))
    found = [use for file in modules for use in _uses_in(file)]
    return tuple(
        sorted(found, key=lambda use: (use.module.parent.name == "guests", len(use.code), use.module.as_posix()))
    )


def _uses_in(file: Path) -> Iterator[FunctionUse]:
    source = file.read_text(encoding="utf-8")
    tree = ast.parse(source)
    cards = dict(_cards_in(tree))
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            owners, decorators = [], []
            for decorator in node.decorator_list:
                called = decorator.func if isinstance(decorator, ast.Call) else decorator
                if isinstance(called, ast.Attribute) and isinstance(called.value, ast.Name):
                    decorators.append(called.attr)
                    if called.value.id in cards:
                        owners.append(cards[called.value.id])
            lines = source.splitlines()[
                min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)]) - 1 : node.end_lineno
            ]
            yield FunctionUse(node.name, file, tuple(owners), tuple(decorators), "\n".join(lines), _calls(node, source))


def _cards_in(tree: ast.Module) -> Iterator[tuple[str, tuple[str, str]]]:
    """The cards that a module defines: variable, name and text."""
    for node in tree.body:
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Call) and isinstance(node.targets[0], ast.Name):
            made = node.value
            texts = [measure.value for measure in made.keywords if measure.arg == "text"]
            if made.args and texts:
                try:
                    yield node.targets[0].id, (ast.literal_eval(made.args[0]), ast.literal_eval(texts[0]))
                except ValueError:
                    continue


def _calls(function: ast.FunctionDef, source: str) -> dict[str, str]:
    calls: dict[str, str] = {}
    for node in ast.walk(function):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            calls.setdefault(node.func.id, " ".join(ast.unparse(node).split()))
        elif isinstance(node, ast.Name):
            calls.setdefault(node.id, node.id)
    return calls


def example_of(name: str) -> tuple[str, str] | None:
    """A card that uses a function, and the call: the shortest ability that has one, itself or through a helper."""
    abilities = [use for use in uses() if use.cards]
    for use in abilities:
        if name in use.calls:
            return use.cards[0][0], use.calls[name]
    for helper in uses():
        if not helper.cards and name in helper.calls and name != helper.name:
            for use in abilities:
                if use.module == helper.module and helper.name in use.calls:
                    return use.cards[0][0], helper.calls[name]
    return _declared_facts().get(name)


@cache
def _declared_facts() -> dict[str, tuple[str, str]]:
    """The functions that a card names among its facts, as in `affects=yours`: the first such card, and the fact."""
    found: dict[str, tuple[str, str]] = {}
    for file in sorted(SETS.glob("*/*.py")):
        for node in ast.parse(file.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.Assign) and isinstance(node.value, ast.Call) and node.value.args:
                for fact in node.value.keywords:
                    if isinstance(fact.value, ast.Name) and isinstance(node.value.args[0], ast.Constant):
                        found.setdefault(fact.value.id, (str(node.value.args[0].value), ast.unparse(fact)))
    return found


def stand_in_example(name: str) -> str:
    """The shortest use of a function in the stand-ins, for what no card of a set uses yet; "" if there is none."""
    tree = ast.parse(Path(stand_ins.__file__).read_text(encoding="utf-8"))
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call)]
    made = [call for call in calls if isinstance(call.func, ast.Name) and call.func.id == name]
    given = [
        call for call in calls for word in call.keywords if isinstance(word.value, ast.Name) and word.value.id == name
    ]
    return min((ast.unparse(measure) for measure in made or given), key=len, default="")


def ability_with(decorator: str) -> FunctionUse | None:
    """The shortest ability that is registered with a decorator."""
    return next((use for use in uses() if use.cards and decorator in use.decorators), None)


class _Written:
    """An annotation that prints as it is written, without quotation marks."""

    def __init__(self, text: object) -> None:
        self.text = str(text)

    def __repr__(self) -> str:
        return self.text


def signature(function: Any) -> str:
    """The parameters and result of a function, as they are written, without `self`."""
    given = inspect.signature(function)
    none = inspect.Parameter.empty
    parameters = [
        parameter.replace(
            annotation=none if parameter.annotation is none else _Written(parameter.annotation),
            default=_Written("…") if inspect.isfunction(parameter.default) else parameter.default,
        )
        for parameter in given.parameters.values()
        if parameter.name != "self"
    ]
    result = given.return_annotation
    return str(given.replace(parameters=parameters, return_annotation=none if result is none else _Written(result)))


def decorator_signature(method: Any) -> str:
    """The parameters of a decorator without their types; nothing for one that is applied directly."""
    parameters = [parameter for parameter in inspect.signature(method).parameters.values() if parameter.name != "self"]
    if [parameter.name for parameter in parameters] == ["function"]:
        return ""
    bare = [parameter.replace(annotation=inspect.Parameter.empty) for parameter in parameters]
    return str(inspect.Signature(bare))


def sentences(docstring: str | None) -> str:
    """A docstring as one paragraph of Markdown."""
    return " ".join(inspect.cleandoc(docstring or "").split())


def table(heading: Iterable[str], rows: Iterable[Iterable[str]]) -> list[str]:
    """A Markdown table."""
    titles = list(heading)
    lines = ["| " + " | ".join(titles) + " |", "|" + "---|" * len(titles)]
    lines += ["| " + " | ".join(cell.replace("|", "\\|") for cell in row) + " |" for row in rows]
    return lines
