"""How time is taken: the best of several rounds, of this process alone where nothing waits for the disk."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from resource import RUSAGE_CHILDREN, getrusage

ROUNDS = 5


def best(work: Callable[[], object], rounds: int = ROUNDS) -> float:
    """Seconds of processor time: the quickest round, which others have disturbed least."""
    taken = []
    for _ in range(rounds):
        began = time.process_time()
        work()
        taken.append(time.process_time() - began)
    return min(taken)


def in_turns(works: Sequence[Callable[[], object]], rounds: int) -> list[float]:
    """Seconds on the wall, waiting for the disk included: the quickest round of each. They take turns, because the
    disk and its other users make far more difference than they do."""
    taken: list[list[float]] = [[] for _ in works]
    for _ in range(rounds):
        for work, times in zip(works, taken, strict=True):
            began = time.perf_counter()
            work()
            times.append(time.perf_counter() - began)
    return [min(times) for times in taken]


def best_of_children(work: Callable[[], object], rounds: int = 2 * ROUNDS) -> float:
    """Seconds of processor time of the processes that the work starts: the quickest round."""
    taken = []
    for _ in range(rounds):
        before = getrusage(RUSAGE_CHILDREN)
        work()
        after = getrusage(RUSAGE_CHILDREN)
        taken.append((after.ru_utime - before.ru_utime) + (after.ru_stime - before.ru_stime))
    return min(taken)


def a_million_additions() -> float:
    """The yardstick: how fast this machine is right now, in milliseconds."""

    def add() -> int:
        total = 0
        for number in range(1_000_000):
            total += number
        return total

    return 1000 * best(add)
