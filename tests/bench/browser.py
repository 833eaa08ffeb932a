"""The engine's messages, natively and in a browser: the first ruling, later ones, answers and frames."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any

import msgspec

from adjudicator.messages import Engine
from adjudicator.messages.documentation import BEGUN, PLAYED, smallest_game
from adjudicator.web.wasm.build import CannotBuild, build_engine
from tests.adjudicator.web.conftest import FLAGS, Host, write_board_site

ROUNDS = 3
RULINGS, ANSWERS, FRAMES = 30, 30, 30
RULING = msgspec.json.encode({"op": "rule", "situation": PLAYED})
FIRST = "import sys; from adjudicator.messages import Engine; Engine().reply(sys.stdin.buffer.read())"

IN_WORKER = """([messages, keeping]) => new Promise((resolve, reject) => {
  const began = performance.now();
  const worker = new Worker("static/board/worker.js", { type: "module" });
  const found = { times: [] };
  const done = async () => {
    while (keeping && !(await (await caches.open("kept-interpreter")).keys()).length) await new Promise((go) => setTimeout(go, 100));
    worker.terminate();
    resolve(found);
  };
  worker.onmessage = ({ data }) => {
    if (data.failed) reject(new Error(data.failed));
    if (data.ready) found.restored = data.restored;
    if (!("id" in data)) return;
    if (JSON.parse(data.reply).error) reject(new Error(data.reply));
    found.first ??= performance.now() - began;
    found.times.push(data.ms);
    if (data.id + 1 < messages.length) worker.postMessage({ id: data.id + 1, message: messages[data.id + 1] });
    else done();
  };
  worker.postMessage({ id: 0, message: messages[0] });
})"""
"""Sends messages to a new worker, one after the other: when the first was answered, and how long each took in there."""


class MessageTimes(msgspec.Struct, frozen=True):
    """Milliseconds: the first ruling from nothing and from what is kept, and the median of each kind of message after."""

    cold: float
    warm: float
    ruling: float
    answer: float
    frame: float


def conversation() -> list[bytes]:
    """Return the messages that are timed: rulings, a person's answers in a game against a greedy bot, and frames."""
    found, engine, game = [RULING] * (1 + RULINGS), Engine(), dict(BEGUN)
    reply: Any = json.loads(engine.reply(msgspec.json.encode({"op": "go", "game": game})))["ok"]
    for _ in range(ANSWERS):
        least = reply["frame"]["decision"].get("least", 0)
        found.append(msgspec.json.encode({"op": "go", "game": reply["game"], "picks": list(range(least))}))
        reply = json.loads(engine.reply(found[-1]))["ok"]
    text = smallest_game()
    events = text.count("\n") - 2  # without the header and the closing line
    positions = [1 + number * 7919 % events for number in range(FRAMES)]  # all over the game
    return found + [msgspec.json.encode({"op": "open", "text": text, "position": position}) for position in positions]


def times(cold: float, warm: float, each: Sequence[float]) -> MessageTimes:
    """Sum up what every message took."""
    rulings, answers, frames = each[1 : 1 + RULINGS], each[1 + RULINGS : -FRAMES], each[-FRAMES:]
    return MessageTimes(cold, warm, median(rulings), median(answers), median(frames))


def natively() -> MessageTimes:
    """Time the messages in this Python; a first ruling is a new process, without and with compiled bytecode."""
    engine, each = Engine(), []
    for message in conversation():
        began = time.perf_counter()
        engine.reply(message)
        each.append(1000 * (time.perf_counter() - began))

    def first(**environment: str) -> float:
        began = time.perf_counter()
        command = [sys.executable, "-c", FIRST]
        subprocess.run(command, input=RULING, check=True, env={**os.environ, **environment})
        return 1000 * (time.perf_counter() - began)

    def from_sources() -> float:
        with TemporaryDirectory() as empty:
            return first(PYTHONPYCACHEPREFIX=empty)

    return times(_quickest(from_sources), _quickest(first), each)


def in_browser() -> MessageTimes | str:
    """Time the messages in Chromium; a first ruling is a new worker, without and with a kept interpreter.

    Returns a sentence where there is no browser, or no engine for it.
    """
    binary = shutil.which("chromium")
    if binary is None:
        return "Chromium is not installed."
    try:
        engine = build_engine()
    except CannotBuild as error:
        return str(error)
    from playwright.sync_api import sync_playwright

    messages = [message.decode() for message in conversation()]
    with TemporaryDirectory() as folder, _hosted(Path(folder), engine) as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=binary, args=FLAGS)

        def talk(*, again: bool, all_messages: bool = False) -> Any:
            """Talk to the worker of a new visitor, or of one who comes back (`again`) with a stored interpreter."""
            page = browser.new_context(service_workers="block").new_page()
            page.goto(f"{address}/board.html")
            page.wait_for_selector("body[data-ready]")
            if again:
                page.evaluate(IN_WORKER, [messages[:1], True])
            said = page.evaluate(IN_WORKER, [messages if all_messages else messages[:1], False])
            page.context.close()
            assert said["restored"] is again
            return said

        cold = _quickest(lambda: talk(again=False)["first"])
        warm = _quickest(lambda: talk(again=True)["first"])
        each = talk(again=False, all_messages=True)["times"]
        browser.close()
    return times(cold, warm, each)


def _quickest(work: Callable[[], float]) -> float:
    return min(work() for _ in range(ROUNDS))


@contextmanager
def _hosted(folder: Path, engine: dict[str, bytes]) -> Iterator[str]:
    write_board_site(folder, engine)
    host = Host(folder)
    yield host.address
    host.stop()


MEASURED = (
    ("cold", "first ruling, cold"),
    ("warm", "… warm"),
    ("ruling", "… a later ruling by all books"),
    ("answer", "… an answer in a game, a greedy bot going on"),
    ("frame", "… a frame of a game file"),
)
"""What is measured, with its name in the report."""
