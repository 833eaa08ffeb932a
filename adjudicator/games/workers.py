"""Work shared out: tasks go to an executor, and the results come back in any order, each with the number of its task.

    for number, sums in workers(jobs=2).each(play_chunk, chunks): …
    for sums in in_order(workers(on="ray").each(play_chunk, chunks)): …

An executor is this process, processes beside it, or Ray (`ray_workers`). A task says all there is to know, so that it can
be done anywhere, and again: a worker that is lost (killed, out of memory, its machine gone) loses its tasks to others.
Workers tell of each piece of a task that they have done (`tick`), and end with the program that started them, however
that ends.
"""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from itertools import chain, islice
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from events.errors import SmashUpError

if TYPE_CHECKING:
    from concurrent.futures import Future, ProcessPoolExecutor

Task = TypeVar("Task")
Result = TypeVar("Result")

AHEAD = 2
"""Tasks for each worker that are handed out: the one it does, and the next."""
LOSSES = 3
"""How often in a row workers may be lost before the task itself is suspected."""
HEARTBEAT = 0.1
"""Seconds between two looks at what processes tell of."""


class WorkersLost(SmashUpError):
    """Whoever does these tasks does not survive it."""

    def __init__(self, times: int) -> None:
        super().__init__(times)
        self.times = times

    def __str__(self) -> str:
        return (
            f"Workers were lost {self.times} times in a row without a result: something ends them, perhaps for want of "
            "memory; try again with fewer --jobs."
        )


class Executor(Protocol):
    """Whatever can do tasks. `jobs`: how many it does side by side, or is taken to, where nobody knows beforehand.

    `elsewhere`: on other machines, which have not the files of this one.
    """

    @property
    def jobs(self) -> int: ...
    @property
    def elsewhere(self) -> bool: ...

    def each(self, work: Callable[[Task], Result], tasks: Iterable[Task]) -> Iterator[tuple[int, Result]]:
        """Do the work for every task; tasks are taken as they are needed. The first failure ends the rest."""


def in_order(results: Iterable[tuple[int, Result]]) -> Iterator[Result]:
    """Results in the order of their tasks, each as soon as all before it are there."""
    early: dict[int, Result] = {}
    turn = 0
    for number, result in results:
        early[number] = result
        while turn in early:
            yield early.pop(turn)
            turn += 1


def workers(jobs: int = 1, on: str = "", *, fork: bool = False) -> Executor:
    """Where work is done: on Ray, or in as many processes as there are jobs; a single job is done by the calling one."""
    if on == "ray" or on.startswith("ray://"):
        from adjudicator.games.ray_workers import Ray

        return Ray(jobs, on.removeprefix("ray"))
    if on:
        raise SmashUpError(f"Nothing can be run on {on!r}: name ray or ray://HOST:PORT, or leave --on out.")
    return Here() if jobs <= 1 else Pool(jobs, fork=fork)


class Here:
    """In the calling process, one task after another."""

    jobs = 1
    elsewhere = False

    def each(self, work: Callable[[Task], Result], tasks: Iterable[Task]) -> Iterator[tuple[int, Result]]:
        """One after another."""
        return enumerate(map(work, tasks))


class Pool:
    """In processes of their own. Forked ones share what is loaded, but whoever forks must have no threads and no store."""

    elsewhere = False

    def __init__(self, jobs: int, *, fork: bool = False) -> None:
        self.jobs = jobs
        self.fork = fork

    def each(self, work: Callable[[Task], Result], tasks: Iterable[Task]) -> Iterator[tuple[int, Result]]:
        """Side by side; whoever stops taking results ends the workers at once."""
        from concurrent.futures import FIRST_COMPLETED, wait
        from concurrent.futures.process import BrokenProcessPool

        waiting: Iterator[tuple[int, Task]] = enumerate(tasks)
        handed_out: dict[int, Task] = {}
        running: dict[Future[Result], int] = {}
        losses = 0
        pool, ticks = self._started()
        try:
            while True:
                try:
                    with deaf_to_interrupts():  # they are started when the first tasks come
                        for number, task in islice(waiting, AHEAD * self.jobs - len(running)):
                            handed_out[number] = task
                            running[pool.submit(work, task)] = number
                    if not running:
                        pool.shutdown()
                        return
                    finished = wait(running, timeout=HEARTBEAT, return_when=FIRST_COMPLETED).done
                    while not ticks.empty():
                        ticks.get()
                        tick()
                    for done in finished:
                        result = done.result()
                        number, losses = running.pop(done), 0
                        del handed_out[number]
                        yield number, result
                except BrokenProcessPool:  # one worker is gone, and the others go with it
                    losses += 1
                    if losses > LOSSES:
                        raise WorkersLost(losses) from None
                    waiting, handed_out, running = chain(handed_out.items(), waiting), {}, {}
                    _end(pool)
                    pool, ticks = self._started()
        finally:
            _end(pool)

    def _started(self) -> tuple[ProcessPoolExecutor, Any]:
        """A new pool, and where its workers tell of what they have done."""
        from concurrent.futures import ProcessPoolExecutor
        from multiprocessing import get_all_start_methods, get_context

        # Spawned, if not told otherwise: whoever holds a tournament may have threads (a progress bar) and an open store.
        context = get_context("fork" if self.fork and "fork" in get_all_start_methods() else "spawn")
        ticks = context.SimpleQueue()
        return ProcessPoolExecutor(self.jobs, context, begin_worker, (ticks,)), ticks


def _end(pool: ProcessPoolExecutor) -> None:
    """End its workers now, in the middle of their tasks: nobody waits for those."""
    for process in list((pool._processes or {}).values()):  # Python 3.14 has a word of its own for it
        process.terminate()
    pool.shutdown(wait=True, cancel_futures=True)


# --- telling of what is done ----------------------------------------------------------------------------------------


def _nobody_waits() -> None:
    """Whoever does not listen is told nothing."""


_heard: Callable[[], None] = _nobody_waits


def tick() -> None:
    """A piece of the work is done: whoever waits for it is told, in whatever process."""
    _heard()


@contextmanager
def hearing(heard: Callable[[], None]) -> Iterator[None]:
    """Be told of each piece of work, for as long as this lasts."""
    global _heard
    before, _heard = _heard, heard
    try:
        yield
    finally:
        _heard = before


# --- beginning and end ----------------------------------------------------------------------------------------------


def begin_worker(ticks: Any) -> None:
    """For the start of a worker: what it has done is told to the program that started it, and it ends with that."""
    global _heard
    _heard = partial(ticks.put, None)
    end_with_parent()


def end_with_parent() -> None:
    """When the program that started this process is gone, however it ended, so is the process."""
    from multiprocessing import parent_process

    parent = parent_process()
    if parent is not None:
        threading.Thread(target=_follow, args=[parent.sentinel], daemon=True).start()


def _follow(parent: Any) -> None:
    from multiprocessing.connection import wait

    wait([parent])
    os._exit(1)


@contextmanager
def deaf_to_interrupts() -> Iterator[None]:
    """Processes that are started now do not hear Ctrl-C, which a terminal sends to all: who started them ends them."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
