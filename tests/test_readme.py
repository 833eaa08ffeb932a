"""The README speaks of things that exist."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from typer.testing import CliRunner

from adjudicator.cli.app import COMMANDS, app, load

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
COMMAND_LINES = sorted(set(re.findall(r"^(?:\$ )?smashup ([a-z][^#\n]*)", README, re.MULTILINE)))


def test_there_are_commands_to_check():
    assert len(COMMAND_LINES) > 12


@pytest.mark.parametrize("line", COMMAND_LINES)
def test_commands_and_options_exist(line):
    name, *rest = line.split()
    assert name in COMMANDS
    options = {option for parameter in load(name).params for option in (*parameter.opts, *parameter.secondary_opts)}
    assert {word for word in rest if word.startswith("--")} <= options


@pytest.mark.parametrize("path", sorted(set(re.findall(r"\b(?:docs|fixtures|core|tests)/[\w/.-]+\.\w+", README))))
def test_files_exist(path):
    assert (ROOT / path).exists()


@pytest.mark.parametrize("target", sorted(set(re.findall(r"\bmake (\w+)", README)) - {"their"}))
def test_make_has_the_targets(target):
    assert re.search(rf"^{target}:", (ROOT / "Makefile").read_text(), re.MULTILINE)


def test_what_it_shows_programs_is_so():
    """A comment after an expression says what it gives."""
    (block,) = re.findall(r"```python\n(from smashup.*?)```", README, re.DOTALL)
    names: dict[str, object] = {}
    exec(block, names)
    shown = re.findall(r"^(\S.*?)\s+# ([\d(].*)$", block, re.MULTILINE)
    assert shown
    for expression, value in shown:
        assert repr(eval(expression, names)) == value


def test_the_tour_can_be_walked(tmp_path, monkeypatch):
    """Import the recorded game, look at it, branch it where the README says."""
    environment = {"SMASHUP_DB": str(tmp_path / "games.db"), "COLUMNS": "100"}
    monkeypatch.chdir(ROOT)
    for line in (
        "import emd",
        "replay golden-emd --to 300",
        "show golden-emd --at 749 --seat Ben",
        "why golden-emd 766",
        "branch golden-emd 749 --answer 2",
        "branches golden-emd",
    ):
        result = CliRunner().invoke(app, line.split(), env=environment)
        assert result.exit_code == 0, (line, result.output)
