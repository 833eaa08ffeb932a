"""Work shared out: tasks go to an executor, and the results come back in any order, each with the number of its task.

    for number, sums in workers(jobs=2).each(play_chunk, chunks): …
    for sums in in_order(workers(on="ray").each(play_chunk, chunks)): …

An executor is this process, processes beside it, or Ray (`ray_workers`). A task contains everything it needs, so it can
be done anywhere and repeated: a worker that is lost (killed, out of memory, its machine gone) loses its tasks to
others. Workers report each finished piece of a task (`tick`), and end with the program that started them, however that
ends.
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
"""Tasks assigned to each worker at a time: the current one and the next."""
LOSSES = 3
"""Number of workers that may be lost in a row before the task itself is blamed."""
HEARTBEAT = 0.1
"""Seconds between two checks for messages from processes."""


class WorkersLost(SmashUpError):
    """Raised when the workers keep dying on the same tasks."""

    def __init__(self, times: int) -> None:
        super().__init__(times)
        self.times = times

    def __str__(self) -> str:
        return (
            f"Workers were lost {self.times} times in a row without a result, perhaps because memory "
            "ran out. Try again with fewer --jobs."
        )


class Executor(Protocol):
    """Runs tasks. `jobs`: how many it runs side by side, or an estimate if that is not known in advance.

    `elsewhere`: the tasks run on other machines, which do not have this machine's files.
    """

    @property
    def jobs(self) -> int: ...
    @property
    def elsewhere(self) -> bool: ...

    def each(self, work: Callable[[Task], Result], tasks: Iterable[Task]) -> Iterator[tuple[int, Result]]:
        """Yield the result of each task. Tasks are consumed as needed, and the first failure ends the rest."""


def in_order(results: Iterable[tuple[int, Result]]) -> Iterator[Result]:
    """Yield results in the order of their tasks, each as soon as all earlier ones are done."""
    early: dict[int, Result] = {}
    turn = 0
    for number, result in results:
        early[number] = result
        while turn in early:
            yield early.pop(turn)
            turn += 1


def workers(jobs: int = 1, on: str = "") -> Executor:
    """Return an executor: Ray, a pool of `jobs` processes, or the calling process for a single job."""
    if on == "ray" or on.startswith("ray://"):
        from adjudicator.games.ray_workers import Ray

        return Ray(jobs, on.removeprefix("ray"))
    if on:
        raise SmashUpError(f"--on can't be {on!r}. Use ray or ray://HOST:PORT, or leave it out.")
    return Here() if jobs <= 1 else Pool(jobs)


class Here:
    """Runs tasks one after another in the calling process."""

    jobs = 1
    elsewhere = False

    def each(self, work: Callable[[Task], Result], tasks: Iterable[Task]) -> Iterator[tuple[int, Result]]:
        """One after another."""
        return enumerate(map(work, tasks))


class Pool:
    """Worker processes on this machine."""

    elsewhere = False

    def __init__(self, jobs: int) -> None:
        self.jobs = jobs

    def each(self, work: Callable[[Task], Result], tasks: Iterable[Task]) -> Iterator[tuple[int, Result]]:
        """Run tasks in parallel. Closing the iterator ends the workers at once."""
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
                except BrokenProcessPool:  # When one worker is gone, the others stop with it.
                    losses += 1
                    if losses > LOSSES:
                        raise WorkersLost(losses) from None
                    waiting, handed_out, running = chain(handed_out.items(), waiting), {}, {}
                    _end(pool)
                    pool, ticks = self._started()
        finally:
            _end(pool)

    def _started(self) -> tuple[ProcessPoolExecutor, Any]:
        """Return a new pool and the queue on which its workers report progress."""
        from concurrent.futures import ProcessPoolExecutor
        from multiprocessing import get_context

        # Never forked: the caller may have threads (a progress bar) and an open store, which a copied process would share.
        context = get_context("spawn")
        ticks = context.SimpleQueue()
        return ProcessPoolExecutor(self.jobs, context, begin_worker, (ticks,)), ticks


def _end(pool: ProcessPoolExecutor) -> None:
    """End the workers at once, in the middle of their tasks."""
    for process in list((pool._processes or {}).values()):  # Python 3.14 has its own method for this.
        process.terminate()
    pool.shutdown(wait=True, cancel_futures=True)


# --- progress -------------------------------------------------------------------------------------------------------


def _nobody_waits() -> None:
    """Ignore progress: the default listener."""


_heard: Callable[[], None] = _nobody_waits


def tick() -> None:
    """Report one finished piece of work to the listener, which may be in another process."""
    _heard()


@contextmanager
def hearing(heard: Callable[[], None]) -> Iterator[None]:
    """Call a listener for each piece of work while the context is active."""
    global _heard
    before, _heard = _heard, heard
    try:
        yield
    finally:
        _heard = before


# --- beginning and end ----------------------------------------------------------------------------------------------


def begin_worker(ticks: Any) -> None:
    """Initialize a worker: it reports its progress to the parent process and ends with it."""
    global _heard
    _heard = partial(ticks.put, None)
    end_with_parent()


def end_with_parent() -> None:
    """Make this process end when its parent ends, however that happens."""
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
    """Start processes that ignore Ctrl-C, which a terminal sends to all of them; the parent ends them instead."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
