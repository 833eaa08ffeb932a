"""From a fault in a game to a small scenario that still shows it."""

from __future__ import annotations

import copy
import tomllib
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from adjudicator.scenarios.from_game import scenario_text
from adjudicator.scenarios.load import parse
from adjudicator.scenarios.run import run
from adjudicator.scenarios.toml import key, line, table
from events.errors import SmashUpError
from events.vocabulary import Event

Shows = Callable[[Sequence[Event]], bool]
"""Whether a log has the fault."""

TRIALS = 400
"""Runs after which shrinking is content with what it has."""

_TABLES = ("base", "player", "lasting", "happened", "step", "expect")


def smallest_scenario(log: Sequence[Event], position: int, shows: Shows) -> str:
    """The position as a scenario, without whatever the fault does not need.

    The text of the whole position where the fault does not show in it: it then depends on something older.
    """
    text = scenario_text(log, position)
    if not _shown(text, shows):
        return text
    data = tomllib.loads(text)
    data.pop("expect", None)
    left = TRIALS
    progress = True
    while progress and left > 0:
        progress = False
        for smaller in _smaller(data):
            left -= 1
            if _shown(written(smaller), shows):
                data, progress = smaller, True
                break
            if left <= 0:
                break
    return written(data)


def _shown(text: str, shows: Shows) -> bool:
    try:
        scenario = parse(text)
        return any(shows(run(scenario, edition).log) for edition in scenario.in_editions)
    except SmashUpError:
        return False


def _smaller(data: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The same scenario with one list shorter: by all of its elements, by half of them, by one."""
    for path in sorted(_lists(data), key=lambda path: -len(_get(data, path))):
        length = len(_get(data, path))
        sizes = [size for size in (length, length // 2, 1) if size]
        for size in dict.fromkeys(sizes):
            for start in range(0, length, size):
                shorter = copy.deepcopy(data)
                del _get(shorter, path)[start : start + size]
                yield shorter


def _lists(data: Any, path: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    """Where there are lists with something in them; the names of the players stay."""
    if isinstance(data, list):
        if data and path not in (("seats",), ("editions",)):
            yield path
        for number, item in enumerate(data):
            yield from _lists(item, (*path, number))
    elif isinstance(data, dict):
        for name, item in data.items():
            yield from _lists(item, (*path, name))


def _get(data: Any, path: tuple[str | int, ...]) -> Any:
    for step in path:
        data = data[step]
    return data


def written(data: dict[str, Any]) -> str:
    """The text of a scenario file."""
    parts = ["\n".join(line(name, content) for name, content in data.items() if name not in _TABLES)]
    parts += [table("[[base]]", content) for content in data.get("base", ())]
    parts += [table(f"[player.{key(name)}]", content) for name, content in data.get("player", {}).items()]
    for name in ("lasting", "happened", "step"):
        parts += [table(f"[[{name}]]", content) for content in data.get(name, ())]
    return "\n\n".join(parts) + "\n"
