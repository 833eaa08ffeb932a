"""The benchmark compares with the last run of the same computer, and with no other."""

from __future__ import annotations

import sys

import msgspec
import pytest

from tests.bench import instructions
from tests.bench.measures import Measure
from tests.bench.record import BenchRun, keep, last_run, this_machine, times_as_good


def test_the_last_run_of_this_computer(tmp_path):
    here, file = this_machine(), tmp_path / ".bench" / "last.json"
    assert last_run(here, file) is None
    keep(BenchRun(here, 30.0, {"fold": 1000.0, "help": 80.0}), None, file)
    keep(BenchRun(here, 31.0, {"fold": 2000.0}), last_run(here, file), file)
    last = last_run(here, file)
    assert last is not None
    assert (last.million_additions_ms, last.values) == (31.0, {"fold": 2000.0, "help": 80.0})
    assert last_run(msgspec.structs.replace(here, computer="another"), file) is None
    assert last_run(msgspec.structs.replace(here, python="4.0"), file) == last
    file.write_text("half a run {")
    assert last_run(here, file) is None


def test_more_and_less_are_compared_each_its_own_way():
    last = BenchRun(this_machine(), 30.0, {"fold": 1000.0, "help": 80.0})
    assert times_as_good(Measure(name="fold", value=2000, unit="events/s"), last) == 2
    assert times_as_good(Measure(name="help", value=40, unit="ms", more=False), last) == 2
    assert times_as_good(Measure(name="new", value=40, unit="ms"), last) is None
    assert times_as_good(Measure(name="fold", value=2000, unit="events/s"), None) is None


@pytest.mark.skipif(not instructions.available(), reason="valgrind is not installed")
def test_instructions_are_counted_the_same_every_time():
    counts = [instructions.of_command([sys.executable, "-S", "-c", "pass"]) for _ in range(2)]
    assert min(counts) > 1_000_000
    assert max(counts) < 1.01 * min(counts)


@pytest.mark.parametrize("name", instructions.WORKS)
def test_each_piece_of_work_can_be_done(name, monkeypatch):
    monkeypatch.setattr(instructions, "MORE", 1)
    instructions.main(name, "1")
