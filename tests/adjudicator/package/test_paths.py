"""Our packages beside others of the same names: the command finds its own, and a program learns which name is taken."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import smashup

DOOR = Path(smashup.__file__).parents[1]


@pytest.fixture
def foreign(tmp_path: Path) -> Path:
    """A project that has packages of its own called `core` and `events`."""
    for name in ("core", "events"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "__init__.py").write_text(f"OWN = 'their {name}'\n", encoding="utf-8")
    return tmp_path


def python(project: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run Python in that project, which is first on the path."""
    environment = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join((str(project), str(DOOR))),
        "SMASHUP_DB": str(project / "games.db"),
    }
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=project,
        env=environment,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


def test_the_command_runs_its_own(foreign):
    done = python(foreign, "-m", "smashup", "ask", "scoring/all-tied")
    assert (done.returncode, done.stderr) == (0, "")
    assert "Ana 5 VP, Ben 5 VP, Cleo 5 VP" in done.stdout


def test_so_do_the_processes_it_starts(foreign):
    done = python(foreign, "-m", "smashup", "simulate", "--games", "2", "--jobs", "2", "--json")
    assert (done.returncode, done.stderr) == (0, "")


def test_a_program_has_ours_from_the_first_use_on(foreign):
    done = python(
        foreign, "-c", "from smashup import load_game; import core; print(core.__file__, load_game('emd').edition)"
    )
    assert done.returncode == 0, done.stderr
    assert "their" not in done.stdout
    assert str(foreign) not in done.stdout
    assert done.stdout.endswith(" EMD\n")


def test_nothing_is_loaded_before(foreign):
    done = python(foreign, "-c", "import smashup, smashup.pytest_plugin, core, events; print(core.OWN, events.OWN)")
    assert done.stdout == "their core their events\n", done.stderr


@pytest.mark.parametrize("name", ["core", "events"])
def test_a_taken_name_is_refused_in_a_sentence(foreign, name):
    code = f"""
import sys, {name}
import smashup
try:
    smashup.load_game
except ImportError as error:
    print(type(error).__name__, error)
print("adjudicator" in sys.modules)
"""
    done = python(foreign, "-c", code)
    assert done.returncode == 0, done.stderr
    assert done.stdout == (
        f"NameTaken smashup needs its own package {name!r}, but another one ({foreign / name}) is already loaded: take "
        "what you need from smashup first, or run the command smashup in a process of its own.\nFalse\n"
    )


def test_a_command_that_cannot_run_says_why(foreign):
    done = python(foreign, "-c", "import core; from smashup.__main__ import main; main()")
    assert done.returncode == 1
    assert done.stderr.startswith("smashup needs its own package 'core'")
    assert done.stderr.count("\n") == 1
