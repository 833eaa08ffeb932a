"""Processes that do part of a program's work, and end with it."""

from __future__ import annotations

import os
import threading
from multiprocessing import parent_process
from multiprocessing.connection import wait


def end_with_parent() -> None:
    """For the start of a worker: when the program that started it is gone, however it ended, so is the worker."""
    parent = parent_process()
    if parent is not None:
        threading.Thread(target=_follow, args=[parent.sentinel], daemon=True).start()


def _follow(parent: int) -> None:
    wait([parent])
    os._exit(1)
