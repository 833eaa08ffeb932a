"""Starting up, listing, completing, and how errors come out."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import typer

from adjudicator.cli import options
from adjudicator.cli.app import load
from adjudicator.cli.commands import COMMANDS
from core import compiled
from events.store import open_store
from events.vocabulary import Asked

SMASHUP = [sys.executable, "-c", "from adjudicator.cli import main; main()"]
HEAVY = ("eventsourcing", "core", "msgspec", "rich", "pydantic", "projections", "sqlite3")
OURS = [name for name in COMMANDS if name not in ("ask", "explore", "score", "rules", "scenario", "check", "db")]
"""The commands that are tested in this folder; rulings and scenarios have tests of their own."""


def run(*arguments: str, **more: Any) -> subprocess.CompletedProcess[str]:
    return subprocess.run([*SMASHUP, *arguments], capture_output=True, text=True, timeout=60, check=False, **more)


@pytest.mark.parametrize("arguments", [["--help"], ["--version"], ["-h"]])
def test_help_imports_little(arguments):
    code = f"""
import sys
sys.argv = ["smashup", *{arguments!r}]
from smashup.__main__ import main
from smashup._paths import PACKAGES
try:
    main()
except SystemExit as end:
    assert not end.code, end.code
found = [name for name in sys.modules if name.partition(".")[0] in {HEAVY!r} and name not in PACKAGES]
assert not found, found
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stderr


FOR_ONE_COMMAND = (
    "textual",
    "starlette",
    "uvicorn",
    "jinja2",
    "matplotlib",
    "pyarrow",
    "duckdb",
    "psycopg",
    "playwright",
)
"""What the table on the screen, the pages, the charts and PostgreSQL need; nobody else should wait for it."""


@pytest.mark.parametrize(
    "arguments",
    [
        *(["ask", "scoring/all-tied"], ["ask", "scoring/all-tied", "--all-editions"], ["check", "scoring/all-tied"]),
        *(["games"], ["show", "GAME"], ["replay", "GAME", "--to", "20"], ["verify", "GAME"], ["why", "GAME", "9"]),
        *(
            ["simulate", "--games", "1", "--dry-run"],
            ["explore", "GAME", "--at", "QUESTION", "--depth", "1"],
            ["rules", "score.ties"],
        ),
        *(["card", "cub scout"], ["rulings", "haunting"], ["db", "check"], ["export", "GAME", "FILE"]),
    ],
    ids=" ".join,
)
def test_no_command_loads_what_only_another_needs(arguments, db, games, tmp_path):
    with open_store(db, look=True) as store:
        question = next(event.position for event in store.read(games[0]) if isinstance(event, Asked))
    named = {"GAME": games[0], "FILE": str(tmp_path / "game.jsonl"), "QUESTION": str(question)}
    given = [named.get(argument, argument) for argument in arguments]
    code = f"""
import sys
sys.argv = ["smashup", *{given!r}]
from smashup.__main__ import main
try:
    main()
except SystemExit as end:
    assert not end.code, end.code
found = {{name.partition(".")[0] for name in sys.modules}} & {{*{FOR_ONE_COMMAND!r}}}
assert not found, found
"""
    environment = {**os.environ, "SMASHUP_DB": str(db)}
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=False, env=environment
    )
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("name", OURS)
def test_every_command_says_what_the_list_says_and_gives_an_example(name):
    command = load(name)
    assert command.name == name
    assert command.help.splitlines()[0] == COMMANDS[name][1]
    assert f"smashup {name}" in command.help


@pytest.mark.parametrize("name", OURS)
def test_everything_that_prints_has_json(name):
    assert any("--json" in parameter.opts for parameter in load(name).params)


def test_help_lists_every_command(smashup):
    listed = smashup("--help")
    for name in COMMANDS:
        assert f"\n  {name} " in listed
    assert "Explain an event: what caused it, and under which rules." in listed


def test_a_mistyped_command_is_guessed(smashup):
    result = smashup.result("plya", exit_code=2)
    assert "Did you mean one of: 'play', 'replay'?" in result.stderr


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["show", "nosuchgame"], "There is no game 'nosuchgame' in this store"),
        (["cards", "--type", "spell"], "There is no type 'spell'. Use minion, action, titan or base."),
        (["simulate", "--edition", "2099", "--dry-run"], "There is no edition '2099'"),
        (["import", "nosuchfile"], "nosuchfile"),
        (["show", "--db", "mysql://here", "x"], "The store mysql://… cannot be used"),
    ],
)
def test_errors_are_one_sentence(smashup, arguments, sentence):
    assert sentence in smashup.refused(*arguments)


def test_bad_usage_is_exit_code_2(smashup):
    assert "--games" in smashup.result("simulate", "--games", "many", exit_code=2).stderr
    smashup.result("show", exit_code=2)
    smashup.result("show", "x", "--sideways", exit_code=2)


def test_a_bug_is_a_sentence_too(smashup, monkeypatch):
    def fails(*arguments, **more):
        raise ZeroDivisionError("division by zero")

    monkeypatch.setattr("adjudicator.cli.cards.all_definitions", fails)
    said = smashup.refused("cards", exit_code=1)
    assert said.startswith("Internal error: ZeroDivisionError: division by zero")


def test_a_closed_pipe_ends_quietly():
    shell = f"{sys.executable} -c 'from adjudicator.cli import main; main()' cards | head -1"
    done = subprocess.run(["bash", "-c", shell], capture_output=True, text=True, timeout=60, check=False)
    assert done.stderr == ""
    assert done.stdout.startswith("Name")


def test_output_in_a_pipe_has_no_colours_and_a_sane_width(games, db):
    environment = {**os.environ, "SMASHUP_DB": str(db)}
    environment.pop("COLUMNS", None)
    for arguments in (["show", games[0]], ["stats"]):  # a list of games is a line for each, however long
        done = run(*arguments, env=environment)
        assert done.returncode == 0, done.stderr
        assert "\x1b" not in done.stdout
        assert max(len(line) for line in done.stdout.splitlines()) <= 80


def test_output_survives_a_poor_terminal(games, db):
    environment = {**os.environ, "SMASHUP_DB": str(db), "PYTHONIOENCODING": "ascii"}
    done = run("show", games[0], env=environment)
    assert done.returncode == 0, done.stderr
    assert "VP" in done.stdout


class TestCompletion:
    def complete(self, line: str, db, *, words: int) -> list[str]:
        environment = {
            **os.environ,
            "SMASHUP_DB": str(db),
            "_SMASHUP_COMPLETE": "complete_bash",
            "COMP_WORDS": line,
            "COMP_CWORD": str(words),
        }
        return run(env=environment).stdout.split("\n")

    def test_commands(self, db):
        assert {"show", "simulate", "step"} <= set(self.complete("smashup s", db, words=1))

    def test_games_by_id(self, db, games):
        assert set(games) <= set(self.complete("smashup show g", db, words=2))

    def offered(self, command: str, option: str, begun: str, **given: object) -> list[str]:
        """What a parameter of a command is completed to, asked in this process."""
        command_found = load(command)
        (parameter,) = [declared for declared in command_found.params if option in (*declared.opts, declared.name)]
        context = typer.Context(command_found, info_name=command)
        context.params.update(given)
        return [item.value for item in parameter.shell_complete(context, begun)]

    def test_games_of_the_store_that_is_named(self, db, games, tmp_path):
        assert set(self.offered("show", "game", "g", db=str(db))) == set(games)
        assert self.offered("show", "game", "g", db=str(tmp_path / "new.db")) == []
        assert not (tmp_path / "new.db").exists(), "pressing Tab makes no store"

    def test_cards(self):
        assert self.offered("card", "name", "cub") == ["cub-scout"]

    def test_factions_also_after_a_comma(self):
        assert self.offered("cards", "--faction", "gho") == ["ghosts"]
        offers = self.offered("simulate", "--factions", "ghosts,")
        assert "ghosts,steampunks" in offers
        assert "ghosts,ghosts" not in offers

    def test_editions_sets_bots_and_viewers(self, db, games):
        assert self.offered("new", "--edition", "O") == ["OOPS"]
        assert self.offered("cards", "--set", "awe") == ["awesome-level-9000"]
        assert self.offered("play", "--bots", "") == ["random", "greedy"]
        assert self.offered("show", "--seat", "", db=str(db), game=games[0]) == ["all", "nobody", "1", "2"]
        assert self.offered("show", "--seat", "n", db=str(db)) == ["nobody"]

    def test_nothing_to_read_is_nothing_to_offer(self, tmp_path):
        context = typer.Context(load("show"), info_name="show")
        context.params["db"] = str(tmp_path)  # a folder is no store
        assert options._stored_games(context, "") == []
        assert options._viewers(context, "") == [("all", "everything"), ("nobody", "what lies open")]


def test_the_console_script_is_there():
    script = Path(sys.executable).with_name("smashup")
    done = subprocess.run([script, "--version"], capture_output=True, text=True, timeout=60, check=False)
    assert done.stdout.startswith("smashup ")


def test_the_version_says_which_engine_runs():
    assert run("--version").stdout.endswith(" (compiled)\n" if compiled() else " (plain Python)\n")
