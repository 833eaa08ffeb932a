"""Processes that do part of a program's work, tell of each piece they have done, and end with it."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from multiprocessing import parent_process
from multiprocessing.connection import wait
from multiprocessing.queues import SimpleQueue


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


def begin_worker(ticks: SimpleQueue[None]) -> None:
    """For the start of a worker: what it has done is told to the program that started it, and it ends with that."""
    global _heard
    _heard = partial(ticks.put, None)
    end_with_parent()


def end_with_parent() -> None:
    """When the program that started this process is gone, however it ended, so is the process."""
    parent = parent_process()
    if parent is not None:
        threading.Thread(target=_follow, args=[parent.sentinel], daemon=True).start()


def _follow(parent: int) -> None:
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
