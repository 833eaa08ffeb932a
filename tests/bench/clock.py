"""How time is taken: the best of several rounds, of this process alone where nothing waits for the disk."""

from __future__ import annotations

import time
from collections.abc import Callable
from resource import RUSAGE_CHILDREN, getrusage
from statistics import median

ROUNDS = 5


def best(work: Callable[[], object], rounds: int = ROUNDS) -> float:
    """Seconds of processor time: the quickest round, which others have disturbed least."""
    taken = []
    for _ in range(rounds):
        began = time.process_time()
        work()
        taken.append(time.process_time() - began)
    return min(taken)


def usual(work: Callable[[], object], rounds: int) -> float:
    """Seconds on the wall, waiting included: the median round."""
    taken = []
    for _ in range(rounds):
        began = time.perf_counter()
        work()
        taken.append(time.perf_counter() - began)
    return median(taken)


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
