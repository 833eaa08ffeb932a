"""Editing a situation on the full-screen table: the line that states it, undo, saving, and completion of names."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

from adjudicator.scenarios import Scenario
from adjudicator.scenarios.notation import read_situation, situation_line
from adjudicator.scenarios.writing import scenario_file
from adjudicator.viewer.replay import Replay
from core.printed.definitions import card_list
from core.printed.editions import EDITIONS
from events.errors import SmashUpError

Shown = Callable[[Scenario, str], Replay]
"""A scenario under one rulebook, ready to be viewed."""

_LAST_NAME = re.compile(r"[^,;|:\[\](){}=]*$")
_AFTER_NAME = re.compile(r"\s*(?:[,;|:\[\](){}+*]|$)")
_SHORTEST = 2


class Editing:
    """A situation that is being edited, with its earlier versions."""

    def __init__(self, scenario: Scenario, shown: Shown) -> None:
        self.scenario = scenario
        self.shown = shown
        self.before: list[tuple[Scenario, str]] = []  # with the rulebook each was shown under

    @property
    def line(self) -> str:
        """The situation in one line."""
        return situation_line(self.scenario)

    def change(self, line: str, edition: str) -> Replay:
        """Replace the situation. Raises `SituationError` and changes nothing if it cannot be read."""
        scenario = read_situation(line).scenario
        replay = self.shown(scenario, _book(scenario, edition))
        self.before.append((self.scenario, edition))
        self.scenario = scenario
        return replay

    def undo(self) -> Replay:
        """Undo the last change, including one of the rulebook. Raises `SmashUpError` if there is none."""
        if not self.before:
            raise SmashUpError("There is no change to undo.")
        self.scenario, edition = self.before.pop()
        return self.shown(self.scenario, edition)

    def save(self, name: str) -> str:
        """Write the situation as a scenario file and return its path. An existing file is never replaced."""
        path = Path(name if name.endswith(".toml") else f"{name}.toml").expanduser()
        try:
            with path.open("x", encoding="utf-8") as file:
                file.write(scenario_file(self.scenario))
        except FileExistsError:
            raise SmashUpError(f"{path} exists already. Choose another name.") from None
        except OSError as error:
            raise SmashUpError(f"{path} cannot be written: {error.strerror}.") from None
        return str(path)


def _book(scenario: Scenario, edition: str) -> str:
    """Return the edition shown before, if the situation includes it."""
    return edition if edition in scenario.in_editions else scenario.main_edition


def completion(line: str, at: int, players: tuple[str, ...]) -> str:
    """Return what completes the name before a position of a line: that of a card, a base, a player or an edition.

    Returns "" if none fits, or if the position is in the middle of a name.
    """
    match = _LAST_NAME.search(line[:at])
    typed = match[0].lstrip() if match else ""
    for player in players:  # “Ana pir” names one of Ana's cards
        if typed.casefold().startswith(f"{player} ".casefold()):
            typed = typed[len(player) :].lstrip()
    if len(typed) < _SHORTEST or not _AFTER_NAME.match(line, at):
        return ""
    names = (*players, *EDITIONS, *sorted(card.name for card in card_list().cards.values()))
    fitting = (name for name in names if name.casefold().startswith(typed.casefold()) and len(name) > len(typed))
    return next(fitting, "")[len(typed) :]
