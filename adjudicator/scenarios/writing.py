"""Writes a scenario as the text of a file."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from adjudicator.scenarios.model import Scenario, stated_piles
from adjudicator.scenarios.toml import key, line, table
from core.printed.editions import ALL_EDITIONS

_TABLES = ("base", "player", "lasting", "happened", "step", "expect")


def scenario_file(scenario: Scenario) -> str:
    """Return a scenario as TOML, in the order in which people write it."""
    stated = msgspec.to_builtins(msgspec.structs.replace(scenario, path="", text=""))
    heading = [line(name, value) for name, value in stated.items() if name not in _TABLES]
    steps = [_step(step) for step in stated.get("step", ())]
    if steps and all(isinstance(step, str) for step in steps):
        heading.append(line("steps", steps))
        steps = []
    parts = ["\n".join(heading)]
    parts += [table("[[base]]", _base(base)) for base in stated.get("base", ())]
    parts += [table(f"[player.{key(name)}]", player) for name, player in stated.get("player", {}).items() if player]
    for name in ("lasting", "happened"):
        parts += [table(f"[[{name}]]", content) for content in stated.get(name, ())]
    parts += [table("[[step]]", _as_table(step)) for step in stated.get("step", ()) if steps]
    if expect := stated.get("expect"):
        parts.append(table("[expect]", _expect(expect)))
    return "\n\n".join(parts) + "\n"


def _base(base: Mapping[str, Any]) -> dict[str, Any]:
    """Return a base. In a file, the keys of its minions are the names of players."""
    facts = {name: value for name, value in base.items() if name in ("card", "name", "fresh", "left")}
    facts |= {name: cards for name, cards in base.get("minions", {}).items() if cards}
    others = (row.key for row in stated_piles("base") if row.zone != "minions")
    return facts | {key: content for key in others if (content := base.get(key))}


def _step(step: Mapping[str, Any]) -> str | dict[str, Any]:
    """Return a step as a single line if nothing more is stated."""
    if set(step) <= {"seat", "does", "editions"}:
        editions = step.get("editions", ALL_EDITIONS)
        only = f"[{' '.join(editions)}] " if tuple(editions) != ALL_EDITIONS else ""
        return f"{only}{step['seat']}: {step['does']}"
    return _as_table(step)


def _as_table(step: Mapping[str, Any]) -> dict[str, Any]:
    facts = {step["seat"]: step["does"]} | {key: value for key, value in step.items() if key not in ("seat", "does")}
    return facts | ({"expect": _expect(step["expect"])} if step.get("expect") else {})


def _expect(expect: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in expect.items() if name != "by_edition"} | dict(expect.get("by_edition", {}))
