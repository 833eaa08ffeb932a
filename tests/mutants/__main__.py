"""Mutation testing of the rules: `python -m tests.mutants --sample 300 --seed 1`, or `make mutants`.

Each mutant is one change of one place in core/ (players excepted), drawn out of all of them by the seed. First the test
file of its own module is put to it, then the scenarios and recorded games, those of its own card set first; then all
tests of core. A mutant that nobody
notices has survived: it gets a scenario, or an entry in harmless.txt that says why it changes nothing.

The work is done in a copy of the sources. What is known of a mutant is kept in the journal of the folder, as long as its
file, the scenarios and the tests stay as they are. Exit code 1 if fewer are noticed than --least asks for.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import random
import resource
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory, gettempdir

import msgspec

from adjudicator.cli.output import console, listing
from tests.mutants.operators import Mutant, mutants_of

ROOT = Path(__file__).parents[2]
ROOMS = ("printed", "engine", "rules", "cards")
COPIED = ("core", "events", "projections", "adjudicator", "fixtures", "tests", "pyproject.toml")
HARMLESS = Path(__file__).with_name("harmless.txt")
SECONDS = 240
"""Of work. A mutant that takes more goes round in circles: that is noticed."""
TESTS = ["tests/core", "--ignore=tests/core/test_soak.py", "--ignore=tests/core/players"]


class Verdict(msgspec.Struct, frozen=True):
    """What became of a mutant. `by`: what noticed it; or, if nothing has so far, what has been tried (empty: all)."""

    mutant: str
    line: int
    noticed: bool
    by: str
    seconds: float


def all_mutants() -> list[Mutant]:
    """Every change there could be."""
    files = [path for room in ROOMS for path in sorted((ROOT / "core" / room).rglob("*.py"))]
    return [mutant for path in files for mutant in mutants_of(path, ROOT)]


def harmless() -> dict[str, str]:
    """Mutants that change nothing, each with the reason: `KEY # reason`."""
    lines = HARMLESS.read_text(encoding="utf-8").splitlines() if HARMLESS.exists() else []
    pairs = (line.rpartition(" # ") for line in lines if " # " in line)
    return {key.strip(): reason.strip() for key, _, reason in pairs}


def _limited() -> None:
    """Work is counted, not time: other programs may be busy."""
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS + 5))


class Laboratory:
    """A copy of the sources in which one place is changed at a time."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        for name in COPIED:
            source = ROOT / name
            if source.is_dir():
                shutil.copytree(source, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
            else:
                shutil.copy(source, folder / name)

    def judge(self, mutant: Mutant, stage: str = "") -> tuple[bool, str]:
        """Whether a mutant is noticed, and by what; at one stage, or at any."""
        file = self.folder / mutant.file
        sound = file.read_bytes()
        self._write(file, mutant.applied(sound))
        try:
            for command in [STAGES[stage](mutant)] if stage else [make(mutant) for make in STAGES.values()]:
                noticed, by = self._noticed(command)
                if noticed:
                    return True, by
            return False, ""
        finally:
            self._write(file, sound)

    def _write(self, file: Path, source: bytes) -> None:
        file.write_bytes(source)
        for stale in (file.parent / "__pycache__").glob(f"{file.stem}.*"):
            stale.unlink()

    def _noticed(self, command: list[str]) -> tuple[bool, str]:
        if not command:
            return False, ""
        done = subprocess.run(
            [sys.executable, "-m", *command],
            cwd=self.folder,
            env={**os.environ, "PYTHONPATH": str(self.folder)},
            capture_output=True,
            text=True,
            check=False,
            preexec_fn=_limited,
        )
        if done.returncode == -signal.SIGXCPU:
            return True, "it goes round in circles"
        lines = [line for line in done.stdout.splitlines() if line.strip()]
        return bool(done.returncode), (lines[-1] if lines else "it cannot be run")[:160]


def _scenarios(mutant: Mutant) -> list[str]:
    near = Path(mutant.file).with_suffix("").parts[2:]
    folder = Path("scenarios", *(part.replace("_", "-") for part in near))
    return ["tests.mutants.trial", str(folder), str(folder.parent)]


def _tests(*files: str) -> list[str]:
    return ["pytest", "-x", "-q", "-p", "no:cacheprovider", *files]


def _own_tests(mutant: Mutant) -> list[str]:
    file = Path("tests", Path(mutant.file).parent, f"test_{Path(mutant.file).stem}.py")
    return _tests(str(file)) if (ROOT / file).exists() else []


STAGES: dict[str, Callable[[Mutant], list[str]]] = {
    "its own tests": _own_tests,
    "scenarios and recorded games": _scenarios,
    "all tests": lambda mutant: _tests(*TESTS),
}
"""What is put to a mutant, the quick things first."""


def judged(sample: Sequence[Mutant], journal: Path, minutes: float) -> list[Verdict]:
    """The verdicts on a sample, as far as there was time; those in the journal are not sought again."""
    known = {}
    if journal.exists():
        found = [msgspec.json.decode(line, type=Verdict) for line in journal.read_bytes().splitlines()]
        known = {verdict.mutant: verdict for verdict in found}
    until = time.monotonic() + 60 * minutes if minutes else float("inf")
    excused, keys = harmless(), {mutant: mutant.key((ROOT / mutant.file).read_bytes()) for mutant in sample}
    with TemporaryDirectory(prefix="smashup-mutants-") as folder:
        laboratory = Laboratory(Path(folder))
        for stage in STAGES:
            for number, (mutant, key) in enumerate(keys.items(), 1):
                tried = list(STAGES).index(known[key].by) if key in known and known[key].by in STAGES else -1
                done = key in known and (known[key].noticed or not known[key].by or tried >= list(STAGES).index(stage))
                if key in excused or done or time.monotonic() > until:
                    continue
                began = time.perf_counter()
                noticed, by = laboratory.judge(mutant, stage)
                last = stage == list(STAGES)[-1]
                by = by if noticed else "" if last else stage
                known[key] = Verdict(key, mutant.line, noticed, by, round(time.perf_counter() - began, 1))
                with journal.open("ab") as file:
                    file.write(msgspec.json.encode(known[key]) + b"\n")
                word = "noticed by" if noticed else "not noticed by"
                print(f"{number}/{len(sample)} {mutant.file}:{mutant.line} {word} {stage}", file=sys.stderr, flush=True)
    return [known[key] for key in keys.values() if key in known]


def state_of_sources() -> str:
    """A name for the rules, scenarios and tests as they are: verdicts hold only for these."""
    total = hashlib.sha256()
    for folder in ("core", "fixtures", "tests/core"):
        for path in sorted((ROOT / folder).rglob("*")):
            if path.is_file() and "__pycache__" not in path.parts:
                total.update(path.read_bytes())
    return total.hexdigest()[:12]


def tell(verdicts: Sequence[Verdict], there_are: int, excused: int) -> None:
    """The result for people: survivors in full."""
    out = console()
    survivors = [one for one in verdicts if not one.noticed]
    table = listing("Survivor", ">Line")
    for one in survivors:
        table.add_row(one.mutant, str(one.line))
    if survivors:
        out.print(table)
    noticed = len(verdicts) - len(survivors)
    share = f"{noticed / len(verdicts):.1%}" if verdicts else "none"
    out.print(
        f"{noticed} of {len(verdicts)} mutants noticed ({share}); {excused} change nothing; {there_are:,} there are."
    )


def main(arguments: Sequence[str]) -> int:
    """Draw, judge, tell."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutants", description=__doc__.splitlines()[0])
    parser.add_argument("--sample", type=int, default=60, help="how many")
    parser.add_argument("--seed", type=int, default=1, help="which")
    parser.add_argument("--minutes", type=float, default=0, help="stop after so long")
    parser.add_argument("--least", type=float, default=0.9, help="the share that must be noticed")
    parser.add_argument("--folder", default=str(Path(gettempdir()) / "smashup-mutants"), help="for the journal")
    parser.add_argument("--json", action="store_true", help="print JSON")
    given = parser.parse_args(arguments)
    there_are = all_mutants()
    sample = random.Random(given.seed).sample(there_are, min(given.sample, len(there_are)))
    excused = sum(mutant.key((ROOT / mutant.file).read_bytes()) in harmless() for mutant in sample)
    Path(given.folder).mkdir(parents=True, exist_ok=True)
    verdicts = judged(sample, Path(given.folder) / f"mutants-{state_of_sources()}.jsonl", given.minutes)
    if given.json:
        print(json.dumps({"there_are": len(there_are), "harmless": excused, "verdicts": msgspec.to_builtins(verdicts)}))
    else:
        tell(verdicts, len(there_are), excused)
    noticed = sum(one.noticed for one in verdicts)
    return 0 if verdicts and noticed >= given.least * len(verdicts) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
