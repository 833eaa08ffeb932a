"""How fast it is: `python -m tests.bench [--json] [NAME …]`.

Each measure stands beside its limit, taken in the same run, and its target, where it has one; and beside what it was the
last time on this computer. The yardstick (a million additions) is taken before and after, so that runs on different or
busy machines can be compared. Where valgrind is installed, games and commands are also counted in instructions, which a
busy machine does not change.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence

import msgspec
from rich.console import Console
from rich.table import Table

from tests.bench.clock import a_million_additions
from tests.bench.measures import BENCHES, Measure
from tests.bench.record import BenchRun, keep, last_run, this_machine, times_as_good


def figure(value: float | None) -> str:
    """A number, as exact as it deserves."""
    if value is None:
        return ""
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"


def wanted(measure: Measure) -> str:
    """What a measure should reach."""
    parts = []
    if measure.target is not None:
        parts.append(f"{'≥' if measure.more else '≤'} {figure(measure.target)}")
    if measure.share is not None:
        parts.append(f"≥ {measure.share:.0%} of the limit")
    return ", ".join(parts)


def table_of(measures: Sequence[Measure], before: BenchRun | None) -> Table:
    """The report for people."""
    table = Table(title="Benchmarks")
    for column, justify in (
        *(("measure", "left"), ("value", "right"), ("unit", "left"), ("last time", "right"), ("limit", "right")),
        *(("of it", "right"), ("the limit is", "left"), ("target", "left"), ("met", "left")),
    ):
        table.add_column(column, justify=justify)  # type: ignore[arg-type]
    for measure in measures:
        share = "" if measure.of_limit is None else f"{measure.of_limit:.0%}"
        met = {True: "yes", False: "NO", None: ""}[measure.met]
        ratio = times_as_good(measure, before)
        last = "" if ratio is None else f"× {ratio:.2f}"
        table.add_row(
            *(
                measure.name,
                figure(measure.value),
                measure.unit,
                last,
                figure(measure.limit),
                share,
                measure.limit_is,
                wanted(measure),
                met,
            )
        )
    return table


def main(arguments: list[str]) -> int:
    """Run all benchmarks, or those named."""
    if set(arguments) & {"-h", "--help"}:
        print(f"{(__doc__ or '').strip()}\n\nNAME is any of: {', '.join(BENCHES)}.")
        return 0
    names = [argument for argument in arguments if not argument.startswith("-")] or list(BENCHES)
    unknown = [name for name in names if name not in BENCHES]
    if unknown:
        print(f"There is no benchmark {unknown[0]!r}: there are {', '.join(BENCHES)}.", file=sys.stderr)
        return 2
    machine = this_machine()
    last = last_run(machine)
    began = time.perf_counter()
    before = a_million_additions()
    measures = [measure for name in names for measure in BENCHES[name]()]
    after = a_million_additions()
    taken = time.perf_counter() - began
    keep(BenchRun(machine, min(before, after), {measure.name: measure.value for measure in measures}), last)
    if "--json" in arguments:
        facts = {
            "machine": machine,
            "million_additions_ms": [before, after],
            "seconds": taken,
            "measures": [
                msgspec.to_builtins(measure)
                | {"of_limit": measure.of_limit, "met": measure.met, "times_as_good": times_as_good(measure, last)}
                for measure in measures
            ],
            "last": last,
        }
        print(msgspec.json.format(msgspec.json.encode(facts)).decode())
        return 0
    console = Console(width=None if sys.stdout.isatty() else 170)
    console.print(table_of(measures, last))
    console.print(f"{machine}; {taken:.0f} s in all.", highlight=False)
    then = f"; {last.million_additions_ms:.1f} ms the last time, by {last.machine}" if last else ""
    console.print(f"A million additions: {before:.1f} ms before, {after:.1f} ms after{then}.", highlight=False)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
