"""Work shared out: every task is done once for whoever asked, whatever becomes of the workers."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from itertools import count
from multiprocessing import active_children
from multiprocessing.process import BaseProcess
from pathlib import Path

import pytest

from adjudicator.games.workers import Here, Pool, WorkersLost, in_order, workers
from adjudicator.tournaments.tournament import Plan, hold
from events.errors import SmashUpError
from tests.adjudicator.cli.test_limits import ROOT, children_of, is_alive
from tests.interrupts import heeds_ctrl_c

PLAN = Plan(games=60, factions=("bear-cavalry", "ghosts", "killer-plants", "steampunks"), seed=7)


def doubled(number: int) -> int:
    return 2 * number


def dies_once(task: tuple[int, str]) -> int:
    number, folder = task
    mark = Path(folder, str(number))
    if number % 5 == 3 and not mark.exists():
        mark.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return number


def dies(number: int) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def fails(number: int) -> int:
    if number == 2:
        raise SmashUpError(f"No game {number}.")
    return number


@pytest.mark.parametrize("executor", [Here(), Pool(2)])
def test_results_come_with_the_numbers_of_their_tasks(executor):
    tasks = list(range(100, 120))
    assert sorted(executor.each(doubled, tasks)) == [(number, 2 * task) for number, task in enumerate(tasks)]
    assert list(in_order(executor.each(doubled, tasks))) == [2 * task for task in tasks]
    assert list(executor.each(doubled, [])) == []


@pytest.mark.parametrize("executor", [Here(), Pool(2)])
def test_tasks_are_taken_as_they_are_needed(executor):
    """There may be endless tasks: the consumer stops when it has enough."""
    numbers = count()
    results = executor.each(doubled, numbers)
    for _ in range(5):
        next(results)
    assert next(numbers) <= 5 + 4
    del results
    assert not active_children()


@pytest.mark.parametrize("executor", [Here(), Pool(2)])
def test_the_first_failure_ends_the_rest(executor):
    with pytest.raises(SmashUpError, match="No game 2"):
        list(executor.each(fails, range(10)))
    assert not active_children()


def test_results_are_put_in_order_as_soon_as_they_can_be():
    held_back = in_order(iter([(2, "c"), (0, "a"), (1, "b"), (3, "d")]))
    assert list(held_back) == ["a", "b", "c", "d"]


def test_the_tasks_of_a_lost_worker_are_done_by_others(tmp_path):
    tasks = [(number, str(tmp_path)) for number in range(12)]
    assert sorted(Pool(2).each(dies_once, tasks)) == [(number, number) for number in range(12)]
    assert len(list(tmp_path.iterdir())) == 2


def test_a_task_that_nobody_survives_is_given_up():
    with pytest.raises(WorkersLost, match="Workers were lost 4 times in a row"):
        list(Pool(2).each(dies, range(3)))


def test_a_tournament_comes_to_the_same_though_a_worker_is_killed():
    killed: list[BaseProcess] = []

    def progress():
        if not killed:
            killed.append(active_children()[0])
            killed[0].kill()

    assert hold(PLAN, executor=Pool(2), progress=progress) == hold(PLAN)
    assert not killed[0].is_alive()


def test_what_is_unknown_is_refused():
    with pytest.raises(SmashUpError, match=r"--on can't be 'spark'. Use ray or ray://HOST:PORT"):
        workers(2, "spark")


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="processes are looked up in /proc")
def test_an_interruption_ends_the_workers_at_once():
    command = [sys.executable, "-c", "from adjudicator.cli import main; main()"]
    command += ["simulate", "--games", "5000", "--jobs", "2", "--dry-run"]
    program = subprocess.Popen(
        command,
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stderr=subprocess.PIPE,
        process_group=0,
        preexec_fn=heeds_ctrl_c,
    )
    deadline = time.monotonic() + 30
    while len(workers := children_of(program.pid)) < 3 and time.monotonic() < deadline:
        time.sleep(0.1)
    time.sleep(2)
    os.killpg(program.pid, signal.SIGINT)  # as a terminal does: to all of them
    began = time.monotonic()
    _, said = program.communicate(timeout=20)
    assert time.monotonic() - began < 10
    assert b"Traceback" not in said
    while any(is_alive(worker) for worker in workers):
        assert time.monotonic() - began < 15
        time.sleep(0.1)
