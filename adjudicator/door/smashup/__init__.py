"""Smash Up for programs: recorded games, tables, views, scenarios, rulings and bots.

    from smashup import load_game
    game = load_game("emd")
    game.table(at=300)

docs/PROGRAMS.md (`smashup docs programs`) says what there is. Nothing is loaded before the first of these names is used;
then all our packages are, or a `NameTaken` says which name another package already has.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from smashup._place import NameTaken, claim

if TYPE_CHECKING:
    from smashup._door import (
        Checked,
        Game,
        GameController,
        MayAnswer,
        Outcome,
        Ruling,
        SmashUpError,
        Table,
        View,
        check_scenario,
        load_game,
        may,
        new_game,
        play_game,
        rule_on,
        run_scenario,
    )

__all__ = [
    "Checked",
    "Game",
    "GameController",
    "MayAnswer",
    "NameTaken",
    "Outcome",
    "Ruling",
    "SmashUpError",
    "Table",
    "View",
    "check_scenario",
    "load_game",
    "may",
    "new_game",
    "play_game",
    "rule_on",
    "run_scenario",
]


def __getattr__(name: str) -> object:
    if name not in __all__:
        raise AttributeError(f"module 'smashup' has no attribute {name!r}")
    claim()
    found: object = getattr(import_module("smashup._door"), name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
