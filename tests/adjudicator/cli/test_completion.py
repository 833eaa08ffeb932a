"""Pressing Tab in a real shell: whatever a game is called, nothing of it is run, and nothing reaches the terminal."""

import os
import pty
import select
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

from adjudicator.cli.options import _harmless
from events.store import open_store
from events.vocabulary import GameBegun, SeatSetup

ROOT = Path(__file__).parents[3]

HOSTILE = [
    "$(touch {marker})",
    "`touch {marker}`",
    '";touch {marker};"',
    "';touch {marker};'",
    "))';touch {marker};#",
    "\\$(touch {marker})",
    "\\`touch {marker}`",
    "[red]$(touch {marker})[/]",
]

STARTS = {
    "bash": (
        ["bash", "--norc", "--noprofile", "-i"],
        "PS1='ready> '; eval \"$(_SMASHUP_COMPLETE=source_bash smashup)\"",
    ),
    "zsh": (
        ["zsh", "-f", "-i"],
        "PS1='ready> '; autoload -Uz compinit; compinit -u -D; eval \"$(_SMASHUP_COMPLETE=source_zsh smashup)\"",
    ),
}


@pytest.fixture
def marker(tmp_path: Path) -> Path:
    return tmp_path / "it-ran"


@pytest.fixture
def hostile_db(tmp_path: Path, marker: Path) -> Path:
    """A store whose titles and names are commands."""
    with open_store(tmp_path / "games.db") as store:
        for number, title in enumerate(HOSTILE):
            words = title.format(marker=marker)
            seats = (SeatSetup(name=f"$(touch m{number})"), SeatSetup(name=f"wicked;touch m{number}"))
            begun = GameBegun(position=1, edition="EMD", seats=seats, rules_version="1")
            store.create([begun], id=f"game-{number}", title=words)
    return tmp_path / "games.db"


class Shell:
    """A shell in a terminal of its own, with `smashup` on its path."""

    def __init__(self, name: str, folder: Path, db: Path) -> None:
        if shutil.which(name) is None:
            # A machine without it is fine for a developer; in CI the test must not be lost silently.
            (pytest.fail if os.environ.get("CI") else pytest.skip)(f"there is no {name}")
        command, setup = STARTS[name]
        script = folder / "bin" / "smashup"
        script.parent.mkdir()
        script.write_text(f'#!/bin/sh\nexec {sys.executable} -c "from adjudicator.cli import main; main()" "$@"\n')
        script.chmod(0o755)
        self._terminal, side = pty.openpty()
        environment = {
            **os.environ,
            "PATH": f"{script.parent}:{os.environ['PATH']}",
            "PYTHONPATH": str(ROOT),
            "SMASHUP_DB": str(db),
            "TERM": "dumb",
            "HOME": str(folder),
            "INPUTRC": os.devnull,
        }
        self.process = subprocess.Popen(
            command, stdin=side, stdout=side, stderr=side, env=environment, cwd=folder, start_new_session=True
        )
        os.close(side)
        self.type(setup + "\n", until="ready> ")

    def type(self, keys: str, *, until: str) -> str:
        """What the terminal shows after these keys, until these words have been shown."""
        os.write(self._terminal, keys.encode())
        shown, deadline = "", time.monotonic() + 20
        while not shown.replace(keys.strip(), "").count(until) and time.monotonic() < deadline:
            if select.select([self._terminal], [], [], 0.2)[0]:
                shown += os.read(self._terminal, 65536).decode(errors="replace").replace("\r", "")
        return shown

    def close(self) -> None:
        self.process.kill()
        self.process.wait()
        os.close(self._terminal)


@pytest.mark.parametrize("name", list(STARTS))
def test_nothing_runs_on_tab(name: str, tmp_path: Path, hostile_db: Path, marker: Path) -> None:
    shell = Shell(name, tmp_path, hostile_db)
    try:
        assert "game-7" in shell.type("smashup show game-\t\t", until="game-7"), "the games are offered"
        assert "nobody" in shell.type("0 --seat \t\t", until="nobody"), "the viewers are offered"
        assert "done" in shell.type("wick\t; echo do''ne\n", until="done")
    finally:
        shell.close()
    left = {path.name for path in tmp_path.iterdir()}
    assert not marker.exists(), "a title was run"
    assert not {f"m{number}" for number in range(len(HOSTILE))} & left, "a name was run"


def test_descriptions_keep_letters_and_digits_only() -> None:
    (offer,) = _harmless([("g7k2m9", "\x1b]0;x\x07 José, 李 [b]\u202e$(x)")])
    assert offer == ("g7k2m9", "  0 x  José, 李  b    x ")
    assert _harmless([(word, "") for word in ("$(x)", "-rf", "a b", "`x`", "a;b", "José", "ok-1.2,b")]) == [
        ("ok-1.2,b", "")
    ]


@pytest.mark.parametrize(
    ("line", "offers"),
    [
        ("rules titan.cl", "titan.clash titan.clash-tie titan.clash-exempt"),
        ("rulings --rule win.t", "win.tie"),
        ("ask scori", "scoring/"),
        ("ask scoring/all-t", "scoring/all-tied"),
        ("may x scoring/all-t", "scoring/all-tied"),
        ("explore scoring/all-tied --until next", "next-score"),
        ("ask scoring/all-tied --edition H", "HTB"),
        ("docs scen", "scenarios"),
        ("cards --type mi", "minion"),
        ("show friday --seat B", "Ben"),
        ("step frid", "friday"),
    ],
)
def test_what_is_offered(line: str, offers: str, tmp_path: Path) -> None:
    with open_store(tmp_path / "games.db") as store:
        seats = (SeatSetup(name="Ana"), SeatSetup(name="Ben"))
        store.create([GameBegun(position=1, edition="EMD", seats=seats, rules_version="1")], id="friday")
    words = ["smashup", *line.split(" ")]
    asked = {
        "_SMASHUP_COMPLETE": "complete_bash",
        "COMP_WORDS": " ".join(words),
        "COMP_CWORD": str(len(words) - 1),
        "SMASHUP_DB": str(tmp_path / "games.db"),
        "PYTHONPATH": str(ROOT),
    }
    command = [sys.executable, "-c", "from adjudicator.cli import main; main()"]
    told = subprocess.run(command, env=os.environ | asked, capture_output=True, text=True, check=False)
    assert told.stdout.split() == offers.split()
