"""A desk at which scenarios are ruled on that somebody has just written, in a process that can be ended.

What comes in is a stranger's file: the worker has so many seconds for it and so much memory. One that takes longer is
ended, and the next question finds a new one.
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from multiprocessing import get_context, resource_tracker
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess

import msgspec

from adjudicator.games.workers import end_with_parent
from adjudicator.scenarios import ScenarioError, parse
from adjudicator.web.pages import Pages, ruled
from adjudicator.web.reference import Reference
from adjudicator.web.replays import runs
from events.errors import SmashUpError
from projections.plain_words import counted

SECONDS = 10.0
"""For one question."""
STARTING = 120.0
"""For a worker to come: it reads all cards and rules."""
MEMORY = 2 << 30


class Answered(msgspec.Struct, frozen=True):
    """A ruling as a piece of a page with the runs to step through; or what is wrong with the scenario, and where."""

    html: str = ""
    runs: object = None
    error: str = ""
    line: int = 0


class Desk:
    """See the module."""

    def __init__(self, seconds: float = SECONDS) -> None:
        self.seconds = seconds
        self._closed = False
        self._lock = threading.Lock()
        self._worker: BaseProcess | None = None
        self._line: Connection | None = None

    def ask(self, text: str) -> Answered:
        """Put a scenario to all five books."""
        with self._lock:
            line = self._line_to_worker()
            try:
                line.send(text)
                if line.poll(self.seconds):
                    return msgspec.convert(line.recv(), Answered)
                wrong = f"This takes longer than {counted(int(self.seconds), 'second')}: nothing is ruled. Ask for less at a time."
            except (EOFError, OSError):
                wrong = "This needs more memory than there is for it: nothing is ruled. Ask for less at a time."
            self._end()
            return Answered(error=wrong)

    def open(self) -> None:
        """Let a worker come, so that the first question need not wait for it."""
        with self._lock, suppress(SmashUpError):  # who asks first will see
            self._line_to_worker()

    def close(self) -> None:
        """Nothing more is asked; whoever still waits for a worker waits no longer."""
        self._closed = True
        if self._worker is not None:
            self._worker.kill()
        with self._lock:
            self._end()

    def _line_to_worker(self) -> Connection:
        if self._closed:
            raise SmashUpError("The desk is closed.")
        if self._line is None:
            context = get_context("spawn")
            self._line, other = context.Pipe()
            worker = context.Process(target=work, args=(other,), daemon=True)
            with _undisturbed():
                worker.start()
            self._worker = worker
            other.close()
            if not self._has_come():
                self._end()
                raise SmashUpError("Nobody comes to the desk: try again.")
        return self._line

    def _has_come(self) -> bool:
        """Whether the worker is ready, which takes a while; one that comes after closing time goes home."""
        assert self._line is not None
        try:
            return not self._closed and self._line.poll(STARTING) and self._line.recv() == "ready"
        except (EOFError, OSError):
            return False

    def _end(self) -> None:
        if self._worker is not None:
            self._worker.kill()
            self._worker.join()
        if self._line is not None:
            self._line.close()
        self._worker = self._line = None


@contextmanager
def _undisturbed() -> Iterator[None]:
    """What is started meanwhile does not hear Ctrl-C: that is for the server, which ends its worker itself."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    resource_tracker.ensure_running()  # starting it would let the signal through again
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def work(line: Connection) -> None:
    """What a worker does: one question after another."""
    end_with_parent()
    pages = Pages(Reference(), served=True)
    answer(pages, "title = 'The first question takes longest'")
    _bound_memory()
    line.send("ready")
    while True:
        try:
            text = line.recv()
        except EOFError:
            return
        line.send(msgspec.to_builtins(answer(pages, text)))


def _bound_memory() -> None:
    """Where the system can see to it."""
    try:
        import resource
    except ImportError:
        return
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


def answer(pages: Pages, text: str) -> Answered:
    """The ruling on a scenario, or what is wrong with it."""
    try:
        scenario = parse(text, "the scenario")
        return Answered(html=pages.show("asked.html", "desk", **ruled(scenario)), runs=runs(scenario, "the scenario"))
    except ScenarioError as error:
        return Answered(error=str(error), line=error.line)
    except SmashUpError as error:
        return Answered(error=str(error))
