"""Which machine and Python measure here, and what was measured on it before."""

from __future__ import annotations

import platform
import sysconfig
from pathlib import Path

import msgspec

from tests.bench.measures import COMPILED, Measure

LAST = Path(__file__).parents[2] / ".bench" / "last.json"
"""Of this checkout alone: no file of the project."""


class Machine(msgspec.Struct, frozen=True):
    """What a figure depends on besides the program."""

    computer: str
    python: str
    build: str  # one without profile-guided and link-time optimisation is a sixth slower
    rules: str

    def __str__(self) -> str:
        return f"Python {self.python} ({self.build}) on {self.computer}, {self.rules}"


class BenchRun(msgspec.Struct, frozen=True):
    """What was measured: by name, how much."""

    machine: Machine
    million_additions_ms: float
    values: dict[str, float]


def this_machine() -> Machine:
    """Here and now."""
    given = str(sysconfig.get_config_var("CONFIG_ARGS") or "")
    pgo, lto = ("--enable-optimizations" in given, "--with-lto" in given)
    build = " and ".join(name for name, there in (("PGO", pgo), ("LTO", lto)) if there) or "neither PGO nor LTO"
    rules = "the rules compiled" if COMPILED else "the rules as plain Python"
    return Machine(f"{platform.node()} ({platform.machine()})", platform.python_version(), build, rules)


def last_run(machine: Machine, file: Path = LAST) -> BenchRun | None:
    """What was measured before on this computer, whatever the Python; None if nothing was, or if it cannot be read."""
    try:
        run = msgspec.json.decode(file.read_bytes(), type=BenchRun)
    except (OSError, msgspec.MsgspecError):
        return None
    return run if run.machine.computer == machine.computer else None


def keep(run: BenchRun, before: BenchRun | None, file: Path = LAST) -> None:
    """For the next time; what was not measured now stays as it was."""
    values = {**(before.values if before else {}), **run.values}
    file.parent.mkdir(exist_ok=True)
    file.write_bytes(msgspec.json.format(msgspec.json.encode(msgspec.structs.replace(run, values=values))))


def times_as_good(measure: Measure, before: BenchRun | None) -> float | None:
    """How it compares with the last time: 2 is twice as good, whichever way is better."""
    then = before.values.get(measure.name) if before else None
    if not then or not measure.value:
        return None
    return measure.value / then if measure.more else then / measure.value
