"""Measures the campaign: plants bugs one by one in a clean copy of the tree and runs the campaign there.

    python -m tests.campaign.planted                   all of them
    python -m tests.campaign.planted --only 3,17       some, by number
    python -m tests.campaign.planted --markdown        as the table of docs/TRUST.md

Nothing is changed in the tree itself. The campaign runs with a fixed seed until its first fault or the last task. It first
runs on the tree as it is: a fault there would be mistaken for every planted bug, so nothing is measured (exit code 2). Exit
code 1 if a bug goes unnoticed.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec

from tests.campaign.planted_bugs import BUGS, Bug

ROOT = Path(__file__).parents[2]
COPIED = ("events", "projections", "core", "adjudicator", "tests", "fixtures", "pyproject.toml")
SEED, TASKS = 20261118, 60
ATTACKS = "games,sightings,recorded,stores,secrets,scenarios,files,databases,kills"
"""Everything that needs neither a PostgreSQL server nor a small disk."""
SECONDS = 240
"""How long one run of the campaign may take."""


class PlantedResult(msgspec.Struct, frozen=True):
    """The fate of a planted bug: found or missed."""

    number: int
    kind: str
    file: str
    by: str
    """The attack that noticed it, "import" if the code cannot even be loaded, "" if nothing did."""
    says: str
    seconds: float


def has_place(bug: Bug, tree: Path = ROOT) -> bool:
    """Return whether a bug can be planted: exactly one place in its file reads as it expects."""
    return (tree / bug[1]).read_text(encoding="utf-8").count(bug[2]) == 1


def planted(bug: Bug, tree: Path) -> bytes:
    """Plant a bug in a copy of the tree. Returns what the file held before."""
    _, file, old, new = bug
    path = tree / file
    before = path.read_bytes()
    path.write_bytes(before.replace(old.encode(), new.encode()))
    return before


def noticed(number: int, tree: Path, folder: Path, seconds: float = SECONDS) -> PlantedResult:
    """Run the campaign on a tree with one bug."""
    bug = BUGS[number]
    before = planted(bug, tree)
    began = time.monotonic()
    try:
        by, says = first_fault(tree, folder / str(number), seconds)
    finally:
        (tree / bug[1]).write_bytes(before)
    return PlantedResult(number, bug[0], bug[1], by, says, round(time.monotonic() - began, 1))


def first_fault(tree: Path, folder: Path, seconds: float = SECONDS) -> tuple[str, str]:
    """Run the campaign in a tree. Returns the attack that found the first fault, and what it says."""
    command = [sys.executable, "-m", "tests.campaign", "--seed", str(SEED), "--tasks", str(TASKS), "--stop", "--json"]
    command += ["--only", ATTACKS, "--folder", str(folder)]
    environment = {**os.environ, "PYTHONPATH": f"{tree}{os.pathsep}{tree / 'adjudicator' / 'package'}"}
    try:
        done = subprocess.run(
            command, cwd=tree, env=environment, capture_output=True, text=True, timeout=seconds, check=False
        )
    except subprocess.TimeoutExpired:
        return "time", f"it does not end within {seconds:g} seconds"
    return _first(done)


def _first(done: subprocess.CompletedProcess[str]) -> tuple[str, str]:
    """Return the attack that found the first fault, and what it says."""
    try:
        faults = json.loads(done.stdout)["faults"]
    except ValueError:
        return "import", done.stderr.strip().splitlines()[-1][:160]
    if not faults:
        return "", ""
    attack, _, says = faults[0]["fault"].partition(", task ")
    return attack, " ".join(says.partition(": ")[2].split())[:160]


def main(arguments: Sequence[str]) -> int:
    """Plant bugs and tell which were noticed."""
    parser = argparse.ArgumentParser(prog="python -m tests.campaign.planted", description=__doc__.splitlines()[0])
    parser.add_argument("--only", default="", help="numbers of bugs, separated by commas")
    parser.add_argument("--markdown", action="store_true", help="print a table for docs/TRUST.md")
    parser.add_argument("--seconds", type=float, default=SECONDS, help="longest run; allow more on a busy machine")
    given = parser.parse_args(arguments)
    numbers = [int(text) for text in given.only.split(",")] if given.only else list(range(len(BUGS)))
    results: list[PlantedResult] = []
    with TemporaryDirectory(prefix="smashup-planted-") as folder:
        tree = Path(folder) / "tree"
        for name in COPIED:
            source = ROOT / name
            ignored = shutil.ignore_patterns("__pycache__")
            if source.is_dir():
                shutil.copytree(source, tree / name, ignore=ignored)
            else:
                shutil.copy(source, tree / name)
        attack, says = first_fault(tree, Path(folder) / "clean", given.seconds)
        if attack:
            print(f"Nothing can be measured: without any planted bug {attack} finds {says}", file=sys.stderr)
            return 2
        for number in numbers:
            if not has_place(BUGS[number]):
                print(f"{number:4} {BUGS[number][0]:12} stale: the code has changed", flush=True)
                continue
            result = noticed(number, tree, Path(folder), given.seconds)
            results.append(result)
            print(
                f"{number:4} {result.kind:12} {result.by or 'UNNOTICED':10} {result.seconds:6} s  {result.says}",
                flush=True,
            )
    print(table(results) if given.markdown else summary(results))
    return 0 if all(result.by for result in results) else 1


def summary(results: Sequence[PlantedResult]) -> str:
    """Say how many were noticed, and by what."""
    by = ", ".join(
        f"{attack} {count}" for attack, count in Counter(result.by for result in results if result.by).most_common()
    )
    unnoticed = [f"{result.number} ({result.kind}, {result.file})" for result in results if not result.by]
    line = f"{sum(bool(result.by) for result in results)} of {len(results)} bugs were noticed ({by})."
    return line + (f" Unnoticed: {', '.join(unnoticed)}." if unnoticed else "")


def table(results: Sequence[PlantedResult]) -> str:
    """Return the detection rate by kind as a table in Markdown."""
    lines = ["| kind | planted | noticed | by |", "|---|---|---|---|"]
    for kind in dict.fromkeys(bug.kind for bug in results):
        mine = [bug for bug in results if bug.kind == kind]
        by = Counter(result.by for result in mine if result.by).most_common()
        told = ", ".join(f"{attack} {count}" for attack, count in by)
        lines.append(f"| {kind} | {len(mine)} | {sum(bool(result.by) for result in mine)} | {told} |")
    return "\n".join([*lines, "", summary(results)])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
