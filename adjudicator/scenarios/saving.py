"""Adds further steps to the text of a scenario file, in the style of its own steps."""

from __future__ import annotations

import re
from collections.abc import Sequence

from adjudicator.scenarios.load import parse
from adjudicator.scenarios.model import Scenario, Step
from adjudicator.scenarios.toml import table, value
from core.printed.editions import ALL_EDITIONS
from events.errors import SmashUpError

_LINES = re.compile(r"^steps\s*=\s*\[", re.M)
_EXPECT = re.compile(r"^\[expect\b.*\]", re.M)


class CannotSave(SmashUpError):
    """Raised if steps cannot be added to the file automatically."""


def with_steps(scenario: Scenario, steps: Sequence[Step]) -> str:
    """Return the file's text with further steps after its own. Nothing else changes."""
    text = scenario.text
    match = _LINES.search(text)
    changed = _as_lines(text, match.end(), steps) if match else _as_tables(text, steps)
    try:
        read = parse(changed, scenario.path)
    except SmashUpError as error:
        raise CannotSave(f"The steps can't be added to {scenario.path}: {error}") from None
    if [(step.seat, step.does) for step in read.step[len(scenario.step) :]] != [
        (step.seat, step.does) for step in steps
    ]:
        raise CannotSave(f"The steps can't be added to {scenario.path}. Add them by hand.")
    return changed


def _as_lines(text: str, start: int, steps: Sequence[Step]) -> str:
    """Add lines after the last one of `steps = […]`."""
    end = _closing(text, start)
    inside = text[start:end].rstrip()
    lines = [value(f"{_editions(step, '[{}] ')}{step}") for step in steps]
    if "\n" in text[start:end]:
        comma = "" if inside.endswith(",") or not inside.strip() else ","
        return text[:start] + inside + comma + "".join(f"\n    {line}," for line in lines) + "\n" + text[end:]
    comma = ", " if inside.strip() else ""
    return text[:start] + inside.rstrip(",") + comma + ", ".join(lines) + text[end:]


def _closing(text: str, start: int) -> int:
    """Return the offset of the bracket that closes the list of lines: the first one outside a string."""
    for token in re.finditer(r'"(?:[^"\\\n]|\\.)*"|\'[^\'\n]*\'|#[^\n]*|\]', text[start:]):
        if token[0] == "]":
            return start + token.start()
    raise CannotSave("The list of steps is never closed.")


def _as_tables(text: str, steps: Sequence[Step]) -> str:
    """Add tables before the expectations."""
    tables = []
    for step in steps:
        facts: dict[str, object] = {step.seat: step.does}
        if step.editions != ALL_EDITIONS:
            facts["editions"] = list(step.editions)
        tables.append(table("[[step]]", facts) + "\n\n")
    match = _EXPECT.search(text)
    if match is None:
        return text.rstrip() + "\n\n" + "".join(tables).rstrip() + "\n"
    return text[: match.start()] + "".join(tables) + text[match.start() :]


def _editions(step: Step, form: str) -> str:
    return "" if step.editions == ALL_EDITIONS else form.format(" ".join(step.editions))
