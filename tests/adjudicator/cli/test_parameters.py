"""Command lines that are read without typer: the same parameters, and everything unusual is left to typer."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from functools import wraps

import pytest
import typer
from typer.main import get_command

from adjudicator.bundled import ROOT
from adjudicator.cli.app import for_typer
from adjudicator.cli.commands import QUICK, function
from adjudicator.cli.parameters import read


def as_typer_reads(words: list[str]) -> dict[str, object]:
    """What typer passes to a command."""
    given: dict[str, object] = {}
    single = typer.Typer()
    single.command()(for_typer(wraps(function(words[0]))(lambda **read: given.update(read))))
    get_command(single).main(words[1:], standalone_mode=False)
    return given


def documented() -> list[list[str]]:
    """Every quick command of the README, the tour and the help texts."""
    texts = [(ROOT / name).read_text(encoding="utf-8") for name in ("README.md", "docs/TOUR.md", "docs/SITUATIONS.md")]
    texts += [function(name).__doc__ for name in sorted(QUICK)]
    commands = re.findall(
        rf"^ *(?:\$ )?smashup ((?:{'|'.join(sorted(QUICK))}) [^\n]*?)(?:\s{{2,}}.*)?$", "\n".join(texts), re.M
    )
    return [shlex.split(line, comments=True) for line in commands]


@pytest.mark.parametrize("words", documented(), ids=" ".join)
def test_typer_reads_the_same(words):
    quickly = read(function(words[0]), words[1:])
    assert quickly is not None, "a documented command line is read quickly"
    assert quickly == as_typer_reads(words)


@pytest.mark.parametrize(
    "line",
    [
        "find",
        "find --limit 0 tie",
        "find --limit many tie",
        "find --limit",
        "find --help",
        "find --lim 3 tie",
        "find tie --json=yes",
        "ask --edition",
        "ask x --edition --json",
        "ask x --edition EMD --edition CND",
        "ask x -- -y",
        "may this",
        "score one two",
        "score x --seconds 1",
        "may x y --seconds -1",
    ],
)
def test_everything_unusual_is_left_to_typer(line):
    words = line.split()
    assert read(function(words[0]), words[1:]) is None


def test_a_set_environment_variable_is_left_to_typer(monkeypatch):
    monkeypatch.setenv("SMASHUP_DB", "games.db")
    assert read(function("explore"), ["scoring/all-tied"]) is None


@pytest.mark.parametrize(
    ("arguments", "unused"),
    [
        (["find", "tied runners-up"], ("typer", "click", "rich")),
        (["ask", "scoring/all-tied"], ("typer", "click", "sqlite3", "eventsourcing")),
    ],
)
def test_common_commands_import_only_what_they_use(arguments, unused):
    code = f"""
import sys
sys.argv = ["smashup", *{arguments!r}]
from smashup.__main__ import main
main()
print(*(name for name in {unused!r} if name in sys.modules), file=sys.stderr)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=True)
    assert done.stdout
    assert done.stderr.split() == []
