"""Ray as an executor: a local one of two workers, started once, comes to what this process comes to."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from adjudicator.games.workers import Here, WorkersLost, in_order, workers
from adjudicator.scenarios.checking import check
from adjudicator.tournaments.counting import over_games, table_chunk
from adjudicator.tournaments.tables import prepare
from adjudicator.tournaments.tournament import Plan, hold
from events.errors import SmashUpError
from events.store import open_store
from tests.adjudicator.cli.test_limits import ROOT, children_of, is_alive
from tests.adjudicator.games.test_workers import dies, dies_once, fails
from tests.campaign.running import Campaign, given_by

PLAN = Plan(games=60, factions=("bear-cavalry", "ghosts", "killer-plants", "steampunks"), seed=7)


@pytest.fixture(scope="module")
def on_ray():
    """A Ray of two workers that stays for this module."""
    from adjudicator.games.ray_workers import Ray

    try:
        import ray  # noqa: F401
    except ImportError:
        # Fine for a developer; in CI the tests must not be lost silently.
        reason = "Ray is not installed: pip install 'smashup-engine[cluster]'"
        if os.environ.get("CI"):
            pytest.fail(reason)
        pytest.skip(reason)
    executor = Ray(2)
    with executor._joined():
        yield executor


def playing(program: int) -> list[int]:
    """The workers of a program that are playing."""
    found = []
    for process in children_of(program):
        try:
            if Path(f"/proc/{process}/cmdline").read_bytes().startswith(b"ray::play_chunk"):
                found.append(process)
        except OSError:
            pass
    return found


class OneDies:
    """An executor in which the first worker that begins a task dies."""

    elsewhere = False

    def __init__(self, executor, marker: Path):
        self.executor, self.marker, self.jobs = executor, marker, executor.jobs
        self.elsewhere = executor.elsewhere

    def each(self, work, tasks):
        marker = self.marker

        def dies_once(task):
            if not marker.exists():
                marker.touch()
                os.kill(os.getpid(), signal.SIGKILL)
            return work(task)

        return self.executor.each(dies_once, tasks)


def test_a_tournament_comes_to_the_same_though_a_worker_is_killed(on_ray, tmp_path):
    marker = tmp_path / "died"
    assert hold(PLAN, executor=OneDies(on_ray, marker)) == hold(PLAN, executor=Here())
    assert marker.exists()


def test_the_tasks_of_a_lost_worker_are_done_by_others(on_ray, tmp_path):
    tasks = [(number, str(tmp_path)) for number in range(6)]
    assert list(in_order(on_ray.each(dies_once, tasks))) == list(range(6))


def test_scenarios_are_checked(on_ray, monkeypatch):
    monkeypatch.chdir(ROOT / "fixtures")
    here, there = (check(["scenarios/duels"], executor=executor) for executor in (Here(), on_ray))
    assert len(there) > 5
    assert all(result.passed for result in there)
    assert [result.path for result in there] == [result.path for result in here]


def test_tables_are_written_here_of_parts_that_were_made_there(on_ray, tmp_path):
    pytest.importorskip("pyarrow")
    store = str(tmp_path / "games.db")
    hold(Plan(games=1, factions=PLAN.factions, seed=7), keep=True, store=store)
    with open_store(store, look=True) as games:
        ids = [info.id for info in games.games()]
    for executor in (on_ray, Here()):
        folder = tmp_path / type(executor).__name__
        prepare(folder)
        assert over_games(table_chunk, ids, store=store, executor=executor, folder=folder).games == 1
    there, here = (sorted((tmp_path / name).glob("*/*")) for name in ("Ray", "Here"))
    assert [result.read_bytes() for result in there] == [result.read_bytes() for result in here]
    assert len(here) == 3


def test_a_campaign_does_the_same_tasks_with_the_same_result(on_ray, tmp_path):
    def counts(folder: Path, *where: str) -> list[tuple[int, str, dict[str, int]]]:
        given = ["--seed", "5", "--tasks", "3", "--only", "scenarios", "--folder", str(folder), *where]
        campaign = Campaign(given_by(given))
        campaign.run()
        return sorted((task.task, task.attack, task.counts) for task in campaign.done)

    assert counts(tmp_path / "there", "--on", "ray", "--jobs", "2") == counts(tmp_path / "here")


def test_a_remote_failure_reads_like_a_local_one(on_ray):
    with pytest.raises(SmashUpError) as caught:
        list(on_ray.each(fails, range(10)))
    assert str(caught.value) == "No game 2."


def test_a_task_that_nobody_survives_is_given_up(on_ray):
    with pytest.raises(WorkersLost):
        list(on_ray.each(dies, [1]))


FAILING_OFTEN = """
from adjudicator.games.ray_workers import Ray
from events.errors import SmashUpError
from tests.adjudicator.games.test_workers import fails

executor = Ray(2)
with executor._joined():
    for _ in range(60):
        try:
            list(executor.each(fails, range(10)))
        except SmashUpError as error:
            print(error)
"""


def test_the_program_outlives_failing_tasks():
    # Ray used to abort it in one of twenty runs, when it canceled a task that was just finishing.
    pytest.importorskip("ray")
    command = [sys.executable, "-c", FAILING_OFTEN]
    program = subprocess.run(
        command, cwd=ROOT, env={**os.environ, "PYTHONPATH": str(ROOT)}, capture_output=True, text=True
    )
    assert program.returncode == 0, program.stderr[-3000:]
    assert program.stdout == "No game 2.\n" * 60


def test_what_cannot_be_joined_gets_a_sentence(on_ray):
    import ray

    ray.shutdown()  # the last one of this module
    with pytest.raises(SmashUpError, match=r"^Ray can't be reached at ray://127.0.0.1:1: .*\.$"):
        list(workers(on="ray://127.0.0.1:1").each(fails, [1]))


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="processes are looked up in /proc")
def test_ray_ends_with_the_program():
    pytest.importorskip("ray")
    command = [sys.executable, "-c", "from adjudicator.cli import main; main()"]
    command += ["simulate", "--games", "5000", "--jobs", "2", "--dry-run", "--on", "ray"]
    program = subprocess.Popen(command, cwd=ROOT, env={**os.environ, "PYTHONPATH": str(ROOT)}, stderr=subprocess.PIPE)
    try:
        deadline = time.monotonic() + 60
        while len(playing(program.pid)) < 2 and time.monotonic() < deadline:
            time.sleep(0.5)
        workers = children_of(program.pid)
        assert len(workers) > 2
    finally:
        program.terminate()
        _, said = program.communicate(timeout=30)
    assert program.returncode > 0
    assert said == b""
    deadline = time.monotonic() + 20
    while left := [process for process in workers if is_alive(process)]:
        assert time.monotonic() < deadline, left
        time.sleep(0.2)
