"""A store with a few short games in it, and a way to give commands."""

from __future__ import annotations

import json
import shutil
from typing import Any

import pytest
from click.testing import Result
from typer.testing import CliRunner

from adjudicator.cli.app import app
from adjudicator.tournaments.tournament import Plan, hold
from events.store import open_store

FACTIONS = ("bear-cavalry", "ghosts", "killer-plants", "steampunks")


@pytest.fixture(scope="session")
def played(tmp_path_factory):
    """Three games between random bots, in a file that nobody writes to."""
    file = tmp_path_factory.mktemp("store") / "games.db"
    hold(Plan(games=3, factions=FACTIONS, seed=3), keep=True, store=str(file))
    return file


@pytest.fixture
def db(played, tmp_path):
    """The same games, to be written to."""
    return shutil.copy(played, tmp_path / "games.db")


@pytest.fixture
def games(db) -> list[str]:
    with open_store(db) as store:
        return [info.id for info in store.games()]


class CommandLine:
    """Gives commands to `smashup`, all about one store."""

    def __init__(self, db: Any) -> None:
        self._environment = {"SMASHUP_DB": str(db), "COLUMNS": "100", "NO_COLOR": "1", "SMASHUP_TRACEBACK": ""}

    def __call__(self, *arguments: Any, exit_code: int = 0, input: str | None = None) -> str:
        """Return what a command prints, and check its exit code."""
        return self.result(*arguments, exit_code=exit_code, input=input).stdout

    def result(self, *arguments: Any, exit_code: int = 0, input: str | None = None) -> Result:
        """Return the full result of a command."""
        given = [str(argument) for argument in arguments]
        result = CliRunner().invoke(app, given, input=input, env=self._environment)
        assert result.exit_code == exit_code, f"{given}: {result.exit_code}\n{result.output}\n{result.exception!r}"
        return result

    def json(self, *arguments: Any, exit_code: int = 0, input: str | None = None) -> Any:
        """Return what a command prints with --json."""
        return json.loads(self(*arguments, "--json", exit_code=exit_code, input=input))

    def refused(self, *arguments: Any, exit_code: int = 2, input: str | None = None) -> str:
        """The one sentence on stderr with which a command is refused."""
        result = self.result(*arguments, exit_code=exit_code, input=input)
        assert "Traceback" not in result.output
        assert result.stderr.strip().count("\n") == 0, result.stderr
        return result.stderr.strip()


@pytest.fixture
def smashup(db) -> CommandLine:
    return CommandLine(db)
