"""A small pool of worker processes with a bounded queue.

A task is a kind and its payload in bytes, and its reply is bytes. Payloads come from strangers, so each task has
limited time and memory, and a worker that exceeds them is interrupted, or killed and replaced. If its client has gone,
a task is not computed: it leaves the queue, or is interrupted. A worker that still uses much memory after a task is
replaced, because its caches have grown too large.
"""

from __future__ import annotations

import asyncio
import os
import signal
import threading
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from multiprocessing import get_context, resource_tracker
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from pathlib import Path

from adjudicator.games.workers import end_with_parent
from events.errors import SmashUpError
from projections.plain_words import counted

WORKERS = 2
QUEUE = 8
"""Tasks that may wait for a worker."""
SECONDS = 10.0
"""Time for one task."""
STARTING = 120.0
"""Time for a worker to start: it loads all cards and rules."""
PATIENCE = 1.0
"""Time for a worker to stop when it is interrupted; then it is killed."""
MEMORY = 2 << 30
"""Bytes of memory for one worker."""
KEPT = 256 << 20
"""Bytes that a worker may still hold in memory after a task. With all cards and rules loaded it needs less than half."""
NICENESS = 10
"""How much priority workers yield to the process that serves pages, if processors are scarce."""

Handler = Callable[[bytes], bytes]
Handlers = Callable[[], Mapping[str, Handler]]
"""Called once in each worker; returns the function for each kind of task. It must be importable by name."""


class Busy(SmashUpError):
    """Raised if the queue is full."""

    def __str__(self) -> str:
        return "The server is busy with other questions. Try again in a few seconds."


class NotDone(SmashUpError):
    """Raised for a task that took too long or too much memory, or was stopped; the sentence says which."""


class Interrupted(BaseException):
    """Stops a task inside its worker. It is not an Exception, so that code that tolerates errors does not catch it."""


class Worker:
    """One process, which does one task at a time."""

    def __init__(self, handlers: Handlers, kept: int = KEPT) -> None:
        self._handlers = handlers
        self._kept = kept
        self._process: BaseProcess | None = None
        self._line: Connection | None = None
        self._lock = threading.Lock()  # starting and killing come from different threads
        self._starting = threading.Lock()  # held until the process is ready; killing does not wait for it
        self._closed = False

    @property
    def pid(self) -> int | None:
        """Return the process's id, or None if there is no process."""
        process = self._process
        return process.pid if process is not None else None

    def do(self, kind: str, payload: bytes, seconds: float) -> bytes:
        """Return the reply to a task. Raises `NotDone`, or the error of the task itself."""
        line = self.start()
        try:
            line.send((kind, payload))
            if not line.poll(seconds):
                self.interrupt()
                if not line.poll(PATIENCE) or not line.recv():
                    self.kill()
                raise NotDone(f"This takes longer than {counted(int(seconds), 'second')}. Ask for less at a time.")
            good, reply = line.recv()
            self._replace_if_large()
        except (EOFError, OSError):
            self.kill()
            raise NotDone("This needs more memory than a question may use. Ask for less at a time.") from None
        if not good:
            raise SmashUpError(reply.decode())
        return bytes(reply)

    def _replace_if_large(self) -> None:
        """Replace the process if it uses too much memory. The new one starts while nobody waits for it."""
        if _resident(self.pid) > self._kept:
            self.kill()
            threading.Thread(target=_started, args=[self], daemon=True).start()

    def start(self) -> Connection:
        """Start the process, unless it runs, and wait until it is ready."""
        with self._starting:
            return self._started()

    def _started(self) -> Connection:
        with self._lock:
            if self._closed:
                raise NotDone("The server is stopping.")
            if self._line is not None:
                return self._line
            context = get_context("spawn")
            line, other = context.Pipe()
            process = context.Process(target=work, args=(other, self._handlers), daemon=True)
            with _deaf_to_interrupts():
                process.start()
            other.close()
            self._process, self._line = process, line
        try:
            if line.poll(STARTING) and line.recv() == "ready":
                return line
        except (EOFError, OSError):
            pass
        self.kill()
        raise NotDone("The worker that answers questions did not start. Try again.")

    def interrupt(self) -> None:
        """Stop the task, and keep the process, which takes long to start."""
        process = self._process
        if process is None or process.pid is None:
            return
        if hasattr(signal, "SIGUSR1"):
            with suppress(ProcessLookupError):
                os.kill(process.pid, signal.SIGUSR1)
        else:
            self.kill()

    def kill(self) -> None:
        """End the process, whatever it is doing. The next task starts another."""
        with self._lock:
            process, self._process, self._line = self._process, None, None
        if process is not None:
            process.kill()
            process.join()

    def close(self) -> None:
        """End the process for good."""
        self._closed = True
        self.kill()


class WorkerPool:
    """Worker processes that share one bounded queue (see the module)."""

    def __init__(
        self,
        handlers: Handlers,
        *,
        workers: int = WORKERS,
        queue: int = QUEUE,
        seconds: float = SECONDS,
        kept: int = KEPT,
    ) -> None:
        self.seconds = seconds
        self._workers = [Worker(handlers, kept) for _ in range(workers)]
        self._idle = list(self._workers)
        self._free = asyncio.Semaphore(workers)
        self._queue = queue
        self._waiting = 0
        # It has its own threads: those that serve pages never wait for a worker.
        self._threads = ThreadPoolExecutor(workers, "smashup-worker")
        self._closed = False

    async def ask(self, kind: str, payload: bytes) -> bytes:
        """Return the reply to a task. Raises `Busy` if too many wait. Cancel it, and the task is not computed."""
        if self._closed:
            raise NotDone("The server is stopping.")
        if self._waiting >= self._queue and self._free.locked():
            raise Busy
        self._waiting += 1
        try:
            await self._free.acquire()
        finally:
            self._waiting -= 1
        worker = self._idle.pop()
        running = asyncio.get_running_loop().run_in_executor(self._threads, worker.do, kind, payload, self.seconds)
        running.add_done_callback(lambda done: self._put_back(worker, done))
        try:
            return await asyncio.shield(running)
        except asyncio.CancelledError:
            if not running.done():
                worker.interrupt()
                asyncio.get_running_loop().call_later(PATIENCE, _kill_unless, running, worker)
            raise

    def _put_back(self, worker: Worker, done: asyncio.Future[bytes]) -> None:
        if not done.cancelled():
            done.exception()  # retrieved so that asyncio does not report an error whose client has gone
        self._idle.append(worker)
        self._free.release()

    def open(self) -> None:
        """Start the workers, so that the first tasks need not wait for them."""
        for worker in self._workers:
            threading.Thread(target=_started, args=[worker], daemon=True).start()

    def close(self) -> None:
        """Kill the workers. Clients that still wait for a reply are told that the server is stopping."""
        self._closed = True
        for worker in self._workers:
            worker.close()
        self._threads.shutdown(wait=False, cancel_futures=True)


def _kill_unless(done: asyncio.Future[bytes], worker: Worker) -> None:
    """Kill a worker that an interrupt did not stop; the thread that waits for its reply finds the line closed."""
    if not done.done():
        worker.kill()


def _started(worker: Worker) -> None:
    try:
        worker.start()
    except SmashUpError:
        return  # the first task tries again and reports the error


def _resident(pid: int | None) -> int:
    """Return the bytes of memory that a process uses, or 0 if the system does not say."""
    try:
        pages = Path(f"/proc/{pid}/statm").read_text(encoding="ascii").split()[1]
    except OSError:
        return 0
    return int(pages) * os.sysconf("SC_PAGE_SIZE")


@contextmanager
def _deaf_to_interrupts() -> Iterator[None]:
    """Start processes that ignore Ctrl-C, which is meant for the server. It ends its workers itself."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    resource_tracker.ensure_running()  # starting it would let the signal through again
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def work(line: Connection, handlers: Handlers) -> None:
    """Do one task after another, in a worker process."""
    end_with_parent()
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    busy = False

    def stop(*_: object) -> None:
        if busy:  # an interrupt that comes too late would stop the next task
            raise Interrupted

    if hasattr(signal, "SIGUSR1"):
        signal.signal(signal.SIGUSR1, stop)
    known = handlers()
    _bound_memory()
    line.send("ready")
    while True:
        try:
            kind, payload = line.recv()
        except EOFError:
            return
        try:
            busy = True
            reply = True, known[kind](payload)
            busy = False
        except SmashUpError as error:
            busy = False
            reply = False, str(error).encode()
        except Interrupted:
            busy = False
            reply = False, b"This was interrupted."
        line.send(reply)


def _bound_memory() -> None:
    """Limit the memory of this process, if the system can."""
    try:
        import resource
    except ImportError:
        return
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
