"""A campaign: games, damage, storms, mutants and secrets, task after task, each out of the campaign's seed and a number.

    python -m tests.campaign --minutes 10                     until the time is up
    python -m tests.campaign --games 20000 --jobs 2           until 20,000 games are played
    python -m tests.campaign --games 20000 --on ray           … by the workers of a Ray (docs/SCALE.md)
    python -m tests.campaign --tasks 60 --seed 1              the first tasks of a seed, and no others
    python -m tests.campaign --seed 7 --only secrets,games    these attacks, the same ones again
    python -m tests.campaign --seed 7 --task 31               one task over again

What is done is noted in a journal in the folder: the same command goes on where it was stopped. A journal belongs to a
seed, a selection of attacks and the code: a changed tree starts again. Every fault is shrunk and written there as a test
that fails; all of them can be read in faults.txt. Exit code 1 if there is any.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import random
import secrets as randomness
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory, gettempdir
from typing import Any

import msgspec

from adjudicator.cli.output import console, listing
from adjudicator.games.workers import workers
from events.errors import SmashUpError
from tests.campaign import damage, games, recorded, scenario_mutants, secrets, sightings, stores, storms
from tests.campaign.faults import Fault, told

Attack = Callable[[random.Random, Path], "Counter[str]"]

ATTACKS: dict[str, tuple[Attack, int]] = {
    "games": (games.attack, 42),
    "sightings": (sightings.attack, 6),
    "recorded": (recorded.attack, 6),
    "stores": (stores.attack, 6),
    "secrets": (secrets.attack, 10),
    "scenarios": (scenario_mutants.attack, 10),
    "files": (damage.attack_files, 3),
    "databases": (damage.attack_databases, 10),
    "kills": (storms.attack_kill, 4),
    "full disks": (storms.attack_full_disk, 2),
    "servers": (storms.attack_server, 1),
}
"""Each attack, and how many of a hundred tasks it is."""


ROOT = Path(__file__).parents[2]
CODE = ("events", "projections", "core", "adjudicator", "tests")
"""The packages that decide what a task does."""

LONGEST = 20_000
"""Of what a fault needs, as much as is printed; what is longer comes again by the command."""


def fingerprint(root: Path = ROOT) -> str:
    """Return a hash of everything that decides what a task does: the code, compiled parts included, and the fixtures."""
    digest = hashlib.sha256()
    files = [
        *(path for name in CODE for kind in ("*.py", "*.so") for path in (root / name).rglob(kind)),
        *(root / "fixtures").rglob("*.*"),
    ]
    for path in sorted(path for path in files if path.is_file()):
        digest.update(f"{path.relative_to(root)}\0".encode())
        digest.update(hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()[:12]


class Todo(msgspec.Struct, frozen=True):
    """A task, with all there is to know about it: it can be done anywhere."""

    seed: int
    task: int
    attack: str


class Done(msgspec.Struct, frozen=True):
    """A task that is done: a line of the journal."""

    task: int
    attack: str
    seconds: float
    counts: dict[str, int]
    fault: str = ""
    test: str = ""


def attack_of(number: int, kinds: Sequence[str]) -> str:
    """The attack that a task is: all of them in every hundred tasks, mixed, and always the same way."""
    lot = [kind for kind in kinds for _ in range(ATTACKS[kind][1])]
    random.Random(number // len(lot)).shuffle(lot)
    return lot[number % len(lot)]


def carry_out(todo: Todo) -> tuple[Done, Fault | None]:
    """Run one task. A fault is returned with its input, so that the caller writes it to its own machine."""
    chance = random.Random(f"{todo.seed}/{todo.task}")
    began = time.perf_counter()
    memory = Path("/dev/shm")
    fault: Fault | None = None
    counts: Counter[str] = Counter()
    with TemporaryDirectory(dir=memory if memory.is_dir() else None, prefix="smashup-campaign-") as work:
        try:
            counts = ATTACKS[todo.attack][0](chance, Path(work))
        except Fault as found:
            fault = found
        except Exception as error:
            fault = Fault(f"the attack itself: {told(error)}", "", "raise AssertionError")
    return Done(todo.task, todo.attack, round(time.perf_counter() - began, 3), dict(counts)), fault


class Campaign:
    """The tasks of a seed, those that are done, and when it is enough."""

    def __init__(self, given: argparse.Namespace) -> None:
        self.seed: int = given.seed
        self.kinds: list[str] = given.only
        self.workers = workers(given.jobs, given.on)
        self.folder = Path(given.folder)
        self.folder.mkdir(parents=True, exist_ok=True)
        attacks = "" if self.kinds == list(ATTACKS) else f"-{'+'.join(self.kinds).replace(' ', '_')}"
        self.journal = self.folder / f"campaign-{self.seed}{attacks}-{fingerprint()}.jsonl"
        self.done = [msgspec.json.decode(line, type=Done) for line in self._lines()]
        self.games: int = given.games
        self.played = sum(task.counts.get("games", 0) for task in self.done)
        self.tasks = range(given.task, given.task + 1) if given.task is not None else range(given.tasks or sys.maxsize)
        self.stops: bool = given.stop
        self.until = time.monotonic() + 60 * given.minutes if given.minutes else float("inf")

    def _lines(self) -> list[bytes]:
        return self.journal.read_bytes().splitlines() if self.journal.exists() else []

    @property
    def enough(self) -> bool:
        """Whether the time is up, all games are played, or a fault was found that should stop it."""
        found = self.stops and any(task.fault for task in self.done)
        return found or time.monotonic() > self.until or bool(self.games and self.played >= self.games)

    def waiting(self) -> Iterator[Todo]:
        """Tasks that are not done yet, until it is enough."""
        done = {task.task for task in self.done}
        for number in self.tasks:
            if self.enough:
                return
            if number not in done:
                yield Todo(self.seed, number, attack_of(number, self.kinds))

    def run(self) -> None:
        """Run tasks until the limit is reached."""
        with self.journal.open("ab") as journal:
            for _, (task, fault) in self.workers.each(carry_out, self.waiting()):
                if fault is not None:
                    task = self.note(task, fault)
                self.done.append(task)
                self.played += task.counts.get("games", 0)
                journal.write(msgspec.json.encode(task) + b"\n")
                journal.flush()

    def note(self, task: Done, fault: Fault) -> Done:
        """Report a fault at once, and keep it as a test."""
        test = fault.write(self.folder)
        task = msgspec.structs.replace(
            task, counts={}, fault=f"{task.attack}, task {task.task}: {fault.title}", test=str(test)
        )
        print(f"FAULT {task.fault}\n  {task.test}", file=sys.stderr, flush=True)
        with (self.folder / "faults.txt").open("a", encoding="utf-8") as faults:
            faults.write(self.in_full(task))
        return task

    # --- what it came to

    def in_full(self, task: Done) -> str:
        """A fault with all that it takes to see it again, wherever this is read: the command, the test, its material."""
        test = Path(task.test)
        only = "" if self.kinds == list(ATTACKS) else f' --only "{",".join(self.kinds)}"'
        parts = [task.fault, f"Again: python -m tests.campaign --seed {self.seed} --task {task.task}{only}"]
        for path in (test, *sorted(test.parent.glob(f"{test.stem.removeprefix('test_')}-*"))):
            text = path.read_text(encoding="utf-8", errors="replace")
            parts.append(f"--- {path.name}\n{text if len(text) < LONGEST else f'({len(text):,} characters: {path})'}")
        return "\n".join(parts) + "\n\n"

    def facts(self) -> dict[str, Any]:
        """For programs."""
        attacks: dict[str, dict[str, Any]] = {}
        for task in self.done:
            mine = attacks.setdefault(task.attack, {"tasks": 0, "seconds": 0.0, "counts": Counter()})
            mine["tasks"] += 1
            mine["seconds"] = round(mine["seconds"] + task.seconds, 1)
            mine["counts"].update(task.counts)
        faults = [{"fault": task.fault, "test": task.test} for task in self.done if task.fault]
        return {"seed": self.seed, "attacks": attacks, "faults": faults}

    def tell(self) -> None:
        """For people."""
        facts = self.facts()
        table = listing("Attack", ">Tasks", ">Seconds", "What was done")
        for name, figures in facts["attacks"].items():
            counted = ", ".join(f"{count:,} {what}" for what, count in figures["counts"].items())
            table.add_row(name, str(figures["tasks"]), f"{figures['seconds']:.0f}", counted)
        out = console()
        out.print(table)
        out.print(f"Seed {self.seed}: {len(facts['faults'])} faults.")
        for fault in facts["faults"]:
            out.print(f"  {fault['fault']}\n    {fault['test']}", soft_wrap=True)


def given_by(arguments: Sequence[str]) -> argparse.Namespace:
    """What a command line asks for."""
    parser = argparse.ArgumentParser(prog="python -m tests.campaign", description=__doc__.splitlines()[0])
    parser.add_argument("--minutes", type=float, default=0, help="how long")
    parser.add_argument("--games", type=int, default=0, help="how many games (and as much of the rest)")
    parser.add_argument("--tasks", type=int, default=0, help="number of tasks, the same ones every time")
    parser.add_argument("--task", type=int, default=None, help="this task alone")
    parser.add_argument("--seed", type=int, default=None, help="a campaign over again (else a new one)")
    parser.add_argument("--jobs", type=int, default=1, help="processes side by side")
    parser.add_argument("--on", default="", help="ray or ray://HOST:PORT: by its workers")
    parser.add_argument("--only", default=",".join(ATTACKS), help=f"some of: {', '.join(ATTACKS)}")
    parser.add_argument("--folder", default=str(Path(gettempdir()) / "smashup-campaign"), help="for journal and faults")
    parser.add_argument("--stop", action="store_true", help="stop at the first fault")
    parser.add_argument("--json", action="store_true", help="print JSON")
    given = parser.parse_args(arguments)
    given.only = [name.strip() for name in given.only.split(",")]
    if unknown := [name for name in given.only if name not in ATTACKS]:
        parser.error(f"there is no attack {unknown[0]!r}; there are: {', '.join(ATTACKS)}")
    if not given.minutes and not given.games and not given.tasks and given.task is None:
        given.minutes = 1
    given.seed = randomness.randbits(32) if given.seed is None else given.seed
    return given


def main(arguments: Sequence[str]) -> int:
    """Run a campaign, tell what it came to."""
    given = given_by(arguments)
    print(f"Seed {given.seed}", file=sys.stderr, flush=True)
    try:
        campaign = Campaign(given)
        campaign.run()
    except SmashUpError as error:
        print(error, file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("Stopped; the same seed goes on from here.", file=sys.stderr)
    if given.json:
        print(json.dumps(campaign.facts(), indent=2))
    else:
        campaign.tell()
    return 1 if any(task.fault for task in campaign.done) else 0
