"""Mutation testing of the rules: `python -m tests.mutants --sample 300 --seed 1`, or `make mutants`.

Each mutant is one change of one place in core/ (players excepted), drawn out of all of them by the seed. The scenarios,
recorded games and tests of core that run the changed code are tried on it, those of its own card set first, until one
notices; the tests only where nothing else does. A mutant that nobody notices has survived: it gets a scenario, or an
entry in harmless.txt that says why it changes nothing.

What is known of a mutant is kept in the journal of the folder: the same command goes on where it was stopped. What was
noticed stays noticed while scenarios and tests are added; survivors are put to all that is new. Exit code 1 if fewer are
noticed than --least asks for.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path
from tempfile import gettempdir

import msgspec

from adjudicator.cli.output import console, listing
from tests.mutants.operators import Mutant, mutants_of
from tests.mutants.reach import ROOT, CallMap, apart, reach, scenario_files, test_files
from tests.mutants.trial import noticed_by

ROOMS = ("printed", "engine", "rules", "cards")
HARMLESS = Path(__file__).with_name("harmless.txt")


class MutantVerdict(msgspec.Struct, frozen=True):
    """What became of a mutant, and what noticed it: "" if nothing did."""

    mutant: str
    line: int
    by: str
    seconds: float
    tried: str = ""  # what it was put to last, and the state that was in

    @property
    def noticed(self) -> bool:
        """Whether something is different."""
        return bool(self.by)


def all_mutants() -> list[Mutant]:
    """Return every possible change."""
    files = [path for room in ROOMS for path in sorted((ROOT / "core" / room).rglob("*.py"))]
    return [mutant for path in files for mutant in mutants_of(path, ROOT)]


def harmless() -> dict[str, str]:
    """Mutants that change nothing, each with the reason: `KEY # reason`."""
    lines = HARMLESS.read_text(encoding="utf-8").splitlines() if HARMLESS.exists() else []
    pairs = (line.rpartition(" # ") for line in lines if " # " in line)
    return {key.strip(): reason.strip() for key, _, reason in pairs}


def drawn(there_are: Sequence[Mutant], number: int, seed: int) -> list[Mutant]:
    """A sample of them, each picked by its own text, so that a change of the rules leaves the rest of the sample alone."""
    return sorted(there_are, key=lambda mutant: hashlib.sha256(f"{seed} {mutant.words}".encode()).digest())[:number]


def judge(mutant: Mutant, reached: CallMap, tried: str = "") -> MutantVerdict:
    """Whether a mutant is noticed, and by what."""
    began = time.perf_counter()
    files = reached.files(mutant)
    by = apart(lambda: noticed_by(mutant, files)[:160]) if files else ""
    return MutantVerdict(mutant.words, mutant.line, by, round(time.perf_counter() - began, 1), tried)


class Journal:
    """A file with what is known about mutants."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.path = folder / f"mutants-{state_of('core')}.jsonl"
        lines = self.path.read_bytes().splitlines() if self.path.exists() else []
        self.known: dict[str, MutantVerdict] = {}
        self.tried: set[tuple[str, str]] = set()
        for line in lines:
            self._take(msgspec.json.decode(line, type=MutantVerdict))

    def _take(self, verdict: MutantVerdict) -> None:
        self.known[verdict.mutant] = verdict
        self.tried.add((verdict.mutant, verdict.tried))

    def knows(self, key: str, tried: str) -> bool:
        """Return whether a mutant is noticed, or was already tried on this without effect."""
        return (key in self.known and self.known[key].noticed) or (key, tried) in self.tried

    def note(self, verdict: MutantVerdict) -> None:
        """One more."""
        self._take(verdict)
        with self.path.open("ab") as file:
            file.write(msgspec.json.encode(verdict) + b"\n")


STAGES = {
    "printed numbers": (("tests/core/cards",), lambda: ["tests/core/cards/test_golden_lists.py"]),
    "scenarios": (("fixtures",), scenario_files),
    "tests": (("tests/core", "tests/adjudicator/rulings"), test_files),
}
"""What is put to mutants, the quick things first: the folders, and the files."""


def judged(sample: Sequence[Mutant], folder: Path, jobs: int = 1, minutes: float = 0) -> list[MutantVerdict]:
    """The verdicts on a sample, as far as there was time; what the journal knows is not sought again."""
    journal, until = Journal(folder), time.monotonic() + 60 * minutes if minutes else float("inf")
    excused = harmless()
    for stage, (where, files) in STAGES.items():
        tried = f"{stage} {state_of(*where)}"
        left = [mutant for mutant in sample if mutant.words not in excused and not journal.knows(mutant.words, tried)]
        reached = reach(folder / f"reach-{state_of('core')}.jsonl", files()) if left else CallMap()

        def in_time(mutant: Mutant, reached: CallMap = reached, tried: str = tried) -> MutantVerdict | None:
            return None if time.monotonic() > until else judge(mutant, reached, tried)

        with ThreadPoolExecutor(jobs) as pool:  # each waits for a process of its own
            asked = [pool.submit(in_time, mutant) for mutant in left]
            for number, done in enumerate(as_completed(asked), 1):
                if (verdict := done.result()) is not None:
                    journal.note(verdict)
                    by = verdict.by or f"none of the {stage}"
                    told = f"{number}/{len(left)} {verdict.mutant} ({verdict.seconds} s): {by}"
                    print(told, file=sys.stderr, flush=True)
    return [
        journal.known[key] for key in (mutant.words for mutant in sample) if key in journal.known and key not in excused
    ]


def state_of(*folders: str) -> str:
    """A name for what these folders hold."""
    total = hashlib.sha256()
    for path in _files(folders):
        total.update(str(path.relative_to(ROOT)).encode())
        total.update(path.read_bytes())
    return total.hexdigest()[:12]


def _files(folders: Sequence[str]) -> Iterator[Path]:
    for folder in folders:
        for path in sorted((ROOT / folder).rglob("*")):
            if path.is_file() and "__pycache__" not in path.parts:
                yield path


def tell(verdicts: Sequence[MutantVerdict], there_are: int, excused: int) -> None:
    """The result for people: survivors in full."""
    out = console()
    survivors = [verdict for verdict in verdicts if not verdict.noticed]
    table = listing("Survivor", ">Line")
    for survivor in survivors:
        table.add_row(survivor.mutant, str(survivor.line))
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
    parser.add_argument("--jobs", type=int, default=1, help="processes side by side")
    parser.add_argument("--minutes", type=float, default=0, help="stop after so long")
    parser.add_argument("--least", type=float, default=0.9, help="the share that must be noticed")
    parser.add_argument("--folder", default=str(Path(gettempdir()) / "smashup-mutants"), help="for the journal")
    parser.add_argument("--json", action="store_true", help="print JSON")
    given = parser.parse_args(arguments)
    # Every process loads the rules again, so compile them once, in a place that can be written.
    sys.dont_write_bytecode, sys.pycache_prefix = False, str(Path(given.folder) / "compiled")
    there_are = all_mutants()
    sample = drawn(there_are, given.sample, given.seed)
    excused = len(harmless().keys() & {mutant.words for mutant in sample})
    verdicts = judged(sample, Path(given.folder), given.jobs, given.minutes)
    if given.json:
        print(json.dumps({"there_are": len(there_are), "harmless": excused, "verdicts": msgspec.to_builtins(verdicts)}))
    else:
        tell(verdicts, len(there_are), excused)
    noticed = sum(verdict.noticed for verdict in verdicts)
    return 0 if verdicts and noticed >= given.least * len(verdicts) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
