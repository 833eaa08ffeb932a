"""What work costs in instructions, counted by valgrind: the same number in a quiet hour and in a noisy one.

`python -m tests.bench.instructions WORK TIMES` prepares a piece of work and does it TIMES times. What it costs once
is the difference between two such runs, so loading the rules and preparing are left out.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from tests.bench.material import answers_and_fold, play, two_player_game

ROOT = Path(__file__).parents[2]
FEW, MORE = 1, 4
"""How often the two runs do the work: few, because under valgrind everything takes fifty times as long."""

_COLLECTED = re.compile(r"Collected : (\d+)")

Work = Callable[[int], object]
"""Does something once; the number says for the how manyth time."""


def available() -> bool:
    """Return whether instructions can be counted on this computer."""
    return shutil.which("valgrind") is not None


def of_command(command: Sequence[str]) -> int:
    """Return the instructions that a command takes. Raises CalledProcessError if it fails."""
    counting = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null"]
    # With another seed, sets and dictionaries of strings are laid out differently, and the count changes a little.
    environment = os.environ | {"PYTHONHASHSEED": "0"}
    done = subprocess.run(
        [*counting, *command],
        cwd=ROOT,
        env=environment,
        check=True,
        text=True,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
    )
    counted = _COLLECTED.search(done.stderr)
    assert counted, done.stderr
    return int(counted[1])


def of_work(name: str) -> float:
    """Return the instructions that one of `WORKS` takes, once, on average."""
    few, more = (
        of_command([sys.executable, "-m", "tests.bench.instructions", name, str(times)]) for times in (FEW, MORE)
    )
    return (more - few) / (MORE - FEW)


def _game() -> Work:
    """A random game of two players."""
    two_player_game(0)  # loads the cards
    return lambda number: play(two_player_game(number), number)


def _floor() -> Work:
    """The floor of these games: see `answers_and_fold`."""
    found = [play(two_player_game(number), number).log for number in range(MORE)]
    return lambda number: answers_and_fold(found[number], number)


WORKS: dict[str, Callable[[], Work]] = {"game": _game, "floor": _floor}
"""Pieces of work by name: each prepares what it needs and returns the work itself."""


def main(name: str, times: str) -> None:
    """Do a piece of work a number of times."""
    work = WORKS[name]()
    for number in range(int(times)):
        work(number)


if __name__ == "__main__":
    main(*sys.argv[1:])
