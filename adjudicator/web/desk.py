"""A desk at which scenarios are ruled on that somebody has just written, in a process that can be ended.

What comes in is a stranger's file: the worker has so many seconds for it and so much memory. One that takes longer is
ended, and the next question finds a new one.
"""

from __future__ import annotations

import threading
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess

import msgspec

from adjudicator.games.workers import end_with_parent
from adjudicator.scenarios import ScenarioError, parse
from adjudicator.web.pages import Pages, ruled
from adjudicator.web.reference import Reference
from adjudicator.web.replays import runs
from events.errors import SmashUpError

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
                wrong = f"This takes longer than {self.seconds:.0f} seconds: nothing is ruled. Ask for less at a time."
            except (EOFError, OSError):
                wrong = "This needs more memory than there is for it: nothing is ruled. Ask for less at a time."
            self._end()
            return Answered(error=wrong)

    def open(self) -> None:
        """Let a worker come, so that the first question need not wait for it."""
        with self._lock:
            self._line_to_worker()

    def close(self) -> None:
        """Nothing more is asked."""
        with self._lock:
            self._end()

    def _line_to_worker(self) -> Connection:
        if self._line is None:
            context = get_context("spawn")
            self._line, other = context.Pipe()
            self._worker = context.Process(target=work, args=(other,), daemon=True)
            self._worker.start()
            other.close()
            if not self._line.poll(STARTING) or self._line.recv() != "ready":
                self._end()
                raise SmashUpError("Nobody comes to the desk: try again.")
        return self._line

    def _end(self) -> None:
        if self._worker is not None:
            self._worker.kill()
            self._worker.join()
        if self._line is not None:
            self._line.close()
        self._worker = self._line = None


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
