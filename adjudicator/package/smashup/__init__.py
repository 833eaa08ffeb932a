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

from smashup._paths import NameTaken, load_packages

if TYPE_CHECKING:
    from smashup._api import (
        Checked,
        GameController,
        MayAnswer,
        Outcome,
        RecordedGame,
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
    "GameController",
    "MayAnswer",
    "NameTaken",
    "Outcome",
    "RecordedGame",
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
    load_packages()
    member: object = getattr(import_module("smashup._api"), name)
    globals()[name] = member
    return member


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
