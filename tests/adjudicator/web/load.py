"""A load test on loopback: honest and hostile clients at once, against `smashup serve` in a process of its own.

    python -m tests.adjudicator.web.load                          200 clients for a minute
    python -m tests.adjudicator.web.load --clients 40 --seconds 10

Half of the clients read pages like people, with pauses. The others try to block the server: large questions, questions
that nobody waits for, bodies that arrive byte by byte, documents from every position, bombs, tokens of strange characters,
connections that never say anything. Exit code 1 if an honest page request fails or the 99th percentile exceeds 200 ms, if
memory exceeds its bound, if a reply is a server error other than "busy", or if Ctrl-C does not end the busy server.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory

from adjudicator.bundled import GAMES
from events.files import import_game
from events.store import open_store

ROOT = Path(__file__).parents[3]
PAGES = ("/index.html", "/games/", "/games/golden-emd", "/ask", "/rules/score.ties.html", "/games/golden-emd?seat=Ana")
PERCENTILE = 0.99
SLOWEST = 0.2
"""Seconds within which 99 of 100 honest page requests must be answered."""
MEMORY = 3 << 30
"""Bytes that the server may use together with its workers."""
PATIENCE = 30.0
GRACE = 120.0
"""Seconds that a busy machine gets beyond the duration to answer the least number of pages."""
ENDING = 10.0
"""Seconds in which a busy server must end after Ctrl-C."""


@dataclass
class LoadResult:
    """The result of a run."""

    pages: list[float] = field(default_factory=list)
    quiet: float = 0.0  # the median of page requests before the attack: how fast this machine is now
    failed: Counter[str] = field(default_factory=Counter)
    hostile: Counter[str] = field(default_factory=Counter)
    memory: int = 0
    ended: float = 0.0

    def slowest(self, share: float) -> float:
        """Return the time within which a share of the page requests was answered."""
        times = sorted(self.pages)
        return times[min(len(times) - 1, int(len(times) * share))] if times else float("inf")

    @property
    def wrong(self) -> list[str]:
        """Everything that went wrong."""
        found = [f"{count} page requests failed: {why}" for why, count in self.failed.items()]
        if (slow := self.slowest(PERCENTILE)) > SLOWEST:
            found.append(f"the 99th percentile of page requests is {slow * 1000:.0f} ms")
        if self.memory > MEMORY:
            found.append(f"{self.memory >> 20} MB were used")
        bad = {status: count for status, count in self.hostile.items() if status[-3:] in ("500", "501", "502", "504")}
        found += [f"{count} replies {status}" for status, count in bad.items()]
        if self.ended > ENDING:
            found.append(f"it took {self.ended:.0f} seconds to end")
        return found


class Client:
    """Somebody who sends requests to the server."""

    def __init__(self, port: int, outcome: LoadResult, number: int) -> None:
        self.port, self.outcome = port, outcome
        self.chance = random.Random(number)

    async def send(self, head: str, body: bytes = b"", *, hang_up: float = 0.0) -> tuple[int, bytes]:
        """Send a request and return the status and what came; (0, b"") if this client hangs up before."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        try:
            length = f"Content-Length: {len(body)}\r\n" if body else ""
            origin = f"Origin: http://127.0.0.1:{self.port}\r\n"
            writer.write(
                f"{head} HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\n{origin}{length}Connection: close\r\n\r\n".encode()
            )
            writer.write(body)
            await writer.drain()
            if hang_up:
                await asyncio.sleep(hang_up)
                return 0, b""
            reply = await asyncio.wait_for(reader.read(), PATIENCE)
            return int(reply.split(b" ", 2)[1]) if reply.startswith(b"HTTP/1.1 ") else -1, reply
        finally:
            writer.close()
            with suppress(OSError):
                await writer.wait_closed()

    async def read_pages(self) -> None:
        """Read a page, think, read another."""
        await asyncio.sleep(self.chance.random() * 2)
        while True:
            began = time.perf_counter()
            try:
                status, _ = await self.send(f"GET {self.chance.choice(PAGES)}")
            except (OSError, TimeoutError) as error:
                self.outcome.failed[type(error).__name__] += 1
            else:
                self.outcome.pages.append(time.perf_counter() - began)
                if status != 200:
                    self.outcome.failed[str(status)] += 1
            await asyncio.sleep(1 + self.chance.random() * 2)

    async def attack(self, kind: str, once: Callable[[Client], Awaitable[int]]) -> None:
        """Do the same harm over and over."""
        await asyncio.sleep(self.chance.random())
        while True:
            try:
                status = await once(self)
            except (OSError, TimeoutError, asyncio.IncompleteReadError) as error:
                self.outcome.hostile[f"{kind}: {type(error).__name__}"] += 1
            else:
                self.outcome.hostile[f"{kind}: {status or 'hung up'}"] += 1
            await asyncio.sleep(0.2)


def _question() -> bytes:
    """A scenario of 24 KB that takes long to rule on."""
    minions = ", ".join(['"vanilla 2"'] * 90)
    bases = "\n".join(f'[[base]]\ncard = "vanilla 99 4/2/1"\nname = "B{n}"\nAna = [{minions}]' for n in range(11))
    return f'title = "Many"\n{bases}\n'.encode()[:24_000].rpartition(b"[[base]]")[0]


QUESTION = _question()


async def _ask(client: Client) -> int:
    return (await client.send("POST /ask/ruling", QUESTION))[0]


async def _ask_and_go(client: Client) -> int:
    return (await client.send("POST /ask/ruling", QUESTION, hang_up=0.1))[0]


async def _document(client: Client) -> int:
    return (await client.send(f"GET /games/golden-emd/document?from={client.chance.randint(1, 1000)}"))[0]


async def _bomb(client: Client) -> int:
    return (await client.send("POST /ask/ruling", b"a" + b".a" * 30_000 + b" = 1"))[0]


async def _nested(client: Client) -> int:
    return (await client.send("POST /engine", b"[" * 60_000))[0]


async def _too_much(client: Client) -> int:
    return (await client.send("POST /ask/ruling", b"x" * 300_000))[0]


async def _strange_token(client: Client) -> int:
    return (await client.send("GET /?token=%C3%A9%FF%F0%9F%98%80"))[0]


async def _byte_by_byte(client: Client) -> int:
    reader, writer = await asyncio.open_connection("127.0.0.1", client.port)
    try:
        origin = f"http://127.0.0.1:{client.port}"
        writer.write(
            f"POST /ask/ruling HTTP/1.1\r\nHost: 127.0.0.1:{client.port}\r\nOrigin: {origin}\r\nContent-Length: 900\r\n\r\n".encode()
        )
        for _ in range(60):
            writer.write(b"x")
            await writer.drain()
            with suppress(TimeoutError):
                reply = await asyncio.wait_for(reader.read(200), 1)
                return int(reply.split(b" ", 2)[1]) if reply else 0
        return -1
    finally:
        writer.close()


async def _silent(client: Client) -> int:
    reader, writer = await asyncio.open_connection("127.0.0.1", client.port)
    try:
        with suppress(TimeoutError):
            await asyncio.wait_for(reader.read(1), 20)
        return 0
    finally:
        writer.close()


HOSTILE: dict[str, Callable[[Client], Awaitable[int]]] = {
    "large question": _ask,
    "question nobody waits for": _ask_and_go,
    "document from anywhere": _document,
    "dotted bomb": _bomb,
    "nested bomb": _nested,
    "too much": _too_much,
    "strange token": _strange_token,
    "byte by byte": _byte_by_byte,
    "silent": _silent,
}


def memory_of(pid: int) -> int:
    """Return the bytes that a process and its descendants hold in memory."""
    total, waiting = 0, [pid]
    while waiting:
        process = waiting.pop()
        with suppress(OSError):
            total += int(Path(f"/proc/{process}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
            for task in Path(f"/proc/{process}/task").iterdir():
                waiting += map(int, (task / "children").read_text().split())
    return total


async def run(port: int, pid: int, clients: int, seconds: float, least: int) -> LoadResult:
    """Let honest and hostile clients loose on a server for a while, and longer if fewer than `least` pages were read."""
    outcome = LoadResult(quiet=await _quiet(Client(port, LoadResult(), 0)))
    honest = clients // 2
    tasks = [asyncio.ensure_future(Client(port, outcome, number).read_pages()) for number in range(honest)]
    kinds = list(HOSTILE.items())
    for number in range(honest, clients):
        kind, once = kinds[number % len(kinds)]
        tasks.append(asyncio.ensure_future(Client(port, outcome, number).attack(kind, once)))
    until = time.monotonic() + seconds
    while time.monotonic() < until or (len(outcome.pages) < least and time.monotonic() < until + GRACE):
        await asyncio.sleep(0.5)
        outcome.memory = max(outcome.memory, memory_of(pid))
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    return outcome


async def _quiet(client: Client) -> float:
    """Return the median time of a page while nobody else asks; what is loaded only once is not counted."""
    times = []
    for page in PAGES * 2:
        began = time.perf_counter()
        await client.send(f"GET {page}")
        times.append(time.perf_counter() - began)
    return sorted(times[len(PAGES) :])[len(PAGES) // 2]


def against_a_server(clients: int, seconds: float, *, least: int = 0) -> LoadResult:
    """Start a server on a free port, load it, and end it while it is busy."""
    with TemporaryDirectory(prefix="smashup-load-") as folder:
        file = Path(folder) / "games.db"
        with open_store(file) as store:
            import_game(store, GAMES / "emd.jsonl")
        command = [sys.executable, "-m", "smashup", "serve", "--port", "0", "--json", "--db", str(file)]
        path = os.pathsep.join([str(ROOT), str(ROOT / "adjudicator" / "package"), os.environ.get("PYTHONPATH", "")])
        with subprocess.Popen(
            command, cwd=ROOT, env={**os.environ, "PYTHONPATH": path}, stdout=subprocess.PIPE, text=True
        ) as server:
            try:
                assert server.stdout is not None
                said = ""
                while not said.strip().endswith("}"):
                    line = server.stdout.readline()
                    assert line, f"the server ended: {said}"
                    said += line
                port = int(json.loads(said)["address"].rstrip("/").rpartition(":")[2])
                time.sleep(5)  # its workers load all cards
                outcome = asyncio.run(run(port, server.pid, clients, seconds, least))
                began = time.monotonic()
                server.send_signal(signal.SIGINT)
                with suppress(subprocess.TimeoutExpired):
                    server.wait(ENDING + 1)
                outcome.ended = time.monotonic() - began
                return outcome
            finally:
                server.kill()


def main(arguments: Sequence[str]) -> int:
    """Run the load test and tell what it came to."""
    parser = argparse.ArgumentParser(prog="python -m tests.adjudicator.web.load", description=__doc__.splitlines()[0])
    parser.add_argument("--clients", type=int, default=200, help="number of clients; half of them are honest")
    parser.add_argument("--seconds", type=float, default=60.0, help="duration")
    given = parser.parse_args(arguments)
    outcome = against_a_server(given.clients, given.seconds)
    times = ", ".join(f"{name} {outcome.slowest(share) * 1000:.0f} ms" for name, share in SHARES.items())
    print(f"{len(outcome.pages):,} honest page requests: {times}")
    print(f"{outcome.memory >> 20:,} MB at most; ended {outcome.ended:.1f} s after Ctrl-C")
    for kind, count in sorted(outcome.hostile.items()):
        print(f"{count:7,}  {kind}")
    for wrong in outcome.wrong:
        print(f"WRONG: {wrong}")
    return 1 if outcome.wrong else 0


SHARES = {"median": 0.5, "95 %": 0.95, "99 %": PERCENTILE, "slowest": 1.0}

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
