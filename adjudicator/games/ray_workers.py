"""Ray as an executor: two workers on this machine, or hundreds on many. Needs the extra `cluster`.

`--on ray` starts a Ray of its own, which ends with the program and leaves nothing behind. `--on ray://HOST:PORT` joins
an existing cluster. Its machines receive our code from here, so that they run the very same rules.
"""

from __future__ import annotations

import logging
import os
import signal
import socket
import sys
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from adjudicator.bundled import ROOT
from adjudicator.games.workers import AHEAD, LOSSES, Result, Task, WorkersLost, hearing, tick
from events.errors import SmashUpError

MANY = 64
"""The number of workers assumed when work is split into tasks before any worker has joined the cluster."""
KNOCK_SECONDS = 5
OURS = ("core", "events", "projections", "adjudicator", "fixtures", "tests")
"""Packages sent to a cluster if they exist. Only a checkout has tests, which a campaign needs."""
OBJECTS = 2**27
"""Memory in bytes for results on a Ray that we start. Results are sums, so they are small."""


class Ray:
    """Runs tasks on Ray. An empty address means a Ray of our own."""

    def __init__(self, jobs: int, address: str = "") -> None:
        self.jobs = MANY if address else jobs
        self.elsewhere = bool(address)
        self.address = f"ray{address}" if address else ""

    def each(self, work: Callable[[Task], Result], tasks: Iterable[Task]) -> Iterator[tuple[int, Result]]:
        """Run tasks in parallel. Ray itself gives the task of a lost worker to another.

        The tasks that are left when one fails end when we leave Ray. They are not canceled: a task that finishes just as
        `ray.cancel` reaches it makes Ray abort the whole process, so that a failed task would take the program along.
        """
        with self._joined() as ray:
            errors = ray.exceptions
            most = AHEAD * max(1, int(ray.cluster_resources().get("CPU", 1)))
            remote = ray.remote(max_retries=LOSSES)(_counting).options(name=work.__name__)
            waiting = enumerate(tasks)
            running: dict[Any, int] = {}
            try:
                while True:
                    for number, task in islice(waiting, most - len(running)):
                        running[remote.remote(work, task)] = number
                    if not running:
                        return
                    for done in ray.wait(list(running))[0]:
                        result, pieces = ray.get(done)
                        for _ in range(pieces):
                            tick()
                        yield running.pop(done), result
            except errors.RayTaskError as error:
                raise error.cause from None
            except (errors.WorkerCrashedError, errors.NodeDiedError, errors.OutOfMemoryError) as error:
                raise WorkersLost(LOSSES) from error
            except (errors.RayError, ConnectionError) as error:
                raise SmashUpError(f"Ray failed: {_first_line(error)}.") from error

    @contextmanager
    def _joined(self) -> Iterator[Any]:
        ray = _ray()
        if ray.is_initialized():  # If another cluster was joined before, leave it, too.
            yield ray
            return
        with _ended_in_order(), _folder() as folder:
            try:
                self._join(ray, folder)
                # Again: Ray has put its own handler there, which writes pages about it.
                with _ended_in_order():
                    yield ray
            finally:
                ray.shutdown()

    def _join(self, ray: Any, folder: str) -> None:
        quiet = {"log_to_driver": False, "logging_level": logging.ERROR}
        try:
            if self.address:
                _knock(self.address)
                others = [f"/{file.name}" for file in ROOT.iterdir() if file.name not in OURS]
                sent = {"working_dir": str(ROOT), "excludes": [*others, "__pycache__"]}
                ray.init(self.address, runtime_env=sent, **quiet)
            else:
                ray.init(
                    "local", num_cpus=self.jobs, include_dashboard=False, object_store_memory=OBJECTS,
                    _temp_dir=folder, **quiet,
                )  # fmt: skip
        except (OSError, RuntimeError, ValueError, ImportError, ray.exceptions.RayError) as error:
            where = f"at {self.address}" if self.address else "on this machine"
            raise SmashUpError(f"Ray can't be reached {where}: {_first_line(error)}.") from error


def _counting(work: Callable[[Task], Result], task: Task) -> tuple[Result, int]:
    """Run a task and count the pieces of work it reports, because nobody can listen to them on another machine."""
    pieces: list[None] = []
    with hearing(lambda: pieces.append(None)):
        result = work(task)
    return result, len(pieces)


@contextmanager
def _ended_in_order() -> Iterator[None]:
    """Leave Ray first when the program receives a signal to stop."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGTERM, lambda number, frame: sys.exit(128 + number))
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def _ray() -> Any:
    # Nothing leaves the machine that nobody has asked for.
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    try:
        import ray
    except ImportError as missing:
        hint = f"Ray is an extra, pip install 'smashup-engine[cluster]' ({missing})."
        raise SmashUpError(hint) from missing
    logging.getLogger("ray").setLevel(logging.ERROR)
    return ray


def _folder() -> TemporaryDirectory[str]:
    """Return the folder for Ray's files, whose path must be short because sockets have short names."""
    parent = "/tmp" if Path("/tmp").is_dir() else None
    return TemporaryDirectory(prefix="smashup-ray-", dir=parent, ignore_cleanup_errors=True)


def _knock(address: str) -> None:
    """Raise an error unless something answers at an address. Ray itself would keep trying for half a minute."""
    host, _, port = address.removeprefix("ray://").rpartition(":")
    if not host or not port.isdecimal():
        raise ValueError("use ray://HOST:PORT, with Ray's client port (10001 by default)")
    socket.create_connection((host.strip("[]"), int(port)), KNOCK_SECONDS).close()


def _first_line(error: Exception) -> str:
    return next((line.strip().rstrip(".") for line in str(error).splitlines() if line.strip()), type(error).__name__)
