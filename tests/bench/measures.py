"""The measures, each beside its own limit: what the same work costs with everything of ours left out."""

from __future__ import annotations

import os
import random
import sqlite3
import subprocess
import sys
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

import msgspec

from adjudicator.cli.why import _judged, _known
from adjudicator.games.session import cut
from adjudicator.games.session import decisions as decisions_of
from adjudicator.records import read_record, record, record_text
from adjudicator.rulings.explore import Limits, explore
from core.engine import game as engine
from core.engine.game import RandomChance
from core.players.greedy import GreedyBot
from core.rules.fingerprint import fingerprint, sets_in
from core.rules.replay import resume, verify
from events.catalogue import Verified
from events.store import open_store
from events.versions import encode
from events.vocabulary import EVENT_TYPES, Answered, Event
from projections.copies import copied
from projections.history import History
from projections.table import Table, fold
from tests.adjudicator.records.round_trips import beginning
from tests.bench import browser, instructions
from tests.bench.clock import ROUNDS, best, best_of_children, in_turns
from tests.bench.material import (
    GAMES,
    LONG,
    answers_and_fold,
    decisions,
    events,
    game_of,
    logs,
    long_log,
    nobody_wins,
    play,
    quiet_points,
    timed,
    two_player_game,
)
from tests.events.append_rate import plain_rate, store_rate

COMPILED = not str(engine.__file__).endswith(".py")
"""Whether the rules run as compiled modules: they have targets of their own."""

FEW, MANY = range(3, 6), 25
"""Cards in play, bases left out."""


class Measure(msgspec.Struct, frozen=True, kw_only=True):
    """One line of the report. `more`: whether more is better."""

    name: str
    value: float
    unit: str
    limit: float | None = None
    limit_is: str = ""
    target: float | None = None
    share: float | None = None  # of the limit, that should be reached
    more: bool = True

    @property
    def of_limit(self) -> float | None:
        """How much of what is possible is reached (1: all of it)."""
        if not self.limit or not self.value:
            return None
        return self.value / self.limit if self.more else self.limit / self.value

    @property
    def met(self) -> bool | None:
        """Whether the targets are met; None if there are none."""
        if self.target is None and self.share is None:
            return None
        good = self.target is None or (self.value >= self.target if self.more else self.value <= self.target)
        return good and (self.share is None or (self.of_limit or 0) >= self.share)


Bench = Callable[[], Iterator[Measure]]
BENCHES: dict[str, Bench] = {}


def bench(function: Bench) -> Bench:
    """One of the benchmarks, by name."""
    BENCHES[function.__name__.strip("_").replace("_", "-")] = function
    return function


# --- folding --------------------------------------------------------------------------------------------------------


def _nothing(table: Table, event: Event) -> None:
    """What the bare loop calls for every event."""


def _bare_loops() -> None:
    handlers = dict.fromkeys(EVENT_TYPES, _nothing)
    for log in logs():
        table = Table()
        for event in log:
            handlers[type(event)](table, event)


@bench
def folding() -> Iterator[Measure]:
    """Events to a table."""
    folded = best(lambda: [fold(log) for log in logs()], 15)
    bare = best(_bare_loops, 15)
    yield Measure(
        name="fold",
        value=events() / folded,
        unit="events/s",
        limit=events() / bare,
        limit_is="a loop that calls nothing-to-do by type",
        target=800_000,
        share=1 / 3,
    )


@bench
def reading() -> Iterator[Measure]:
    """A stored game to a table."""
    with TemporaryDirectory() as folder, open_store(Path(folder, "games.db")) as store:
        games = [store.create(log) for log in logs()[:10]]
        count = sum(len(log) for log in logs()[:10])
        rows = [encode(event)[1] for log in logs()[:10] for event in log]
        decoders = [msgspec.json.Decoder(type(event)).decode for log in logs()[:10] for event in log]
        read = best(lambda: [fold(store.read(game)) for game in games])
        bare = best(lambda: [decode(row) for decode, row in zip(decoders, rows, strict=True)])
    yield Measure(
        name="decode and fold a stored game",
        value=count / read,
        unit="events/s",
        limit=count / bare,
        limit_is="msgspec decoding the same bytes, no database, no fold",
        target=500_000,
    )


# --- saving ---------------------------------------------------------------------------------------------------------


@bench
def appending() -> Iterator[Measure]:
    """Decisions to the disk, each in a transaction that is synchronised. The two take turns: the disk decides."""
    with TemporaryDirectory() as folder:
        pairs = [(store_rate(Path(folder, f"s{n}.db")), plain_rate(Path(folder, f"p{n}.db"))) for n in range(3)]
    yield Measure(
        name="append to SQLite, in batches of 10",
        value=median(store for store, _ in pairs),
        unit="events/s",
        limit=median(plain for _, plain in pairs),
        limit_is="sqlite3 putting the same rows in",
        share=0.5,
    )


@bench
def storing() -> Iterator[Measure]:
    """Complete games, each stored at once, and a few events of one read again."""
    events = [[encode(event)[1] for event in log] for log in logs()]
    with TemporaryDirectory() as folder:
        file = Path(folder, "games.db")
        with open_store(file) as store:
            games = [store.create(log) for log in logs()]
            middle = [len(log) // 2 for log in logs()]
            read = best(
                lambda: [
                    store.read(game, position + 10, after=position)
                    for game, position in zip(games, middle, strict=True)
                ]
            )
        size = file.stat().st_size
    with open_store(":memory:") as store:
        stored = best(lambda: [store.create(log) for log in logs()], 3)
    packed = best(lambda: [zlib.compress(b"".join(log)) for log in events], 3)
    yield Measure(
        name="store a complete game",
        value=1000 * stored / GAMES,
        unit="ms",
        limit=1000 * packed / GAMES,
        limit_is="compressing the encoded events in one piece",
        more=False,
    )
    yield Measure(
        name="… its size",
        value=size / GAMES / 1000,
        unit="kB",
        limit=sum(len(zlib.compress(b"".join(log), 9)) for log in events) / GAMES / 1000,
        limit_is="the events in one piece, best compression",
        target=25,
        more=False,
    )
    yield Measure(name="… ten events from its middle", value=1000 * read / GAMES, unit="ms", target=1, more=False)


# --- playing --------------------------------------------------------------------------------------------------------


def _floor_of_all() -> None:
    for seed, log in enumerate(logs()):
        answers_and_fold(log, seed)


@bench
def playing() -> Iterator[Measure]:
    """Complete random games of two players, with all factions there are, on one core."""
    played = best(lambda: [play(two_player_game(seed), seed) for seed in range(GAMES)])
    floor = best(_floor_of_all, 10)
    yield Measure(
        name="random two-player games",
        value=GAMES / played,
        unit="games/s",
        limit=GAMES / floor,
        limit_is="choosing the answers and folding the events, no rules",
        target=110 if COMPILED else 65,
    )
    yield Measure(name="… their decisions", value=decisions() / played, unit="decisions/s")
    yield Measure(name="… their events", value=events() / played, unit="events/s")
    if instructions.available():
        # Counted by decision, because games get longer as factions are added.
        games = logs()[instructions.FEW : instructions.MORE]
        taken = sum(isinstance(event, Answered) for log in games for event in log) / len(games)
        yield Measure(
            name="… in instructions",
            value=instructions.of_work("game") / taken / 1000,
            unit="k a decision",
            limit=instructions.of_work("floor") / taken / 1000,
            limit_is="choosing the answers and folding the events, no rules",
            target=145 if COMPILED else 360,
            more=False,
        )
    for seats in (3, 4):
        number = GAMES // seats
        played = best(lambda seats=seats, number=number: [play(game_of(seats, n), n) for n in range(number)], 3)  # type: ignore[misc]
        yield Measure(name=f"random games of {seats} players", value=number / played, unit="games/s")


@bench
def deciding() -> Iterator[Measure]:
    """What a decision costs does not depend on the length of the log, and little on the cards in play."""
    made = [measure for seed in range(6) for measure in timed(game_of(4, seed), seed)]
    few = median(measure.seconds for measure in made if measure.in_play in FEW)
    many = median(measure.seconds for measure in made if measure.in_play >= MANY)
    yield Measure(name=f"a decision, {FEW[0]} to {FEW[-1]} cards in play", value=1e6 * few, unit="µs", more=False)
    yield Measure(
        name=f"… {MANY} and more cards in play", value=1e6 * many, unit="µs", target=2 * 1e6 * few, more=False
    )
    with nobody_wins():
        long = list(timed(two_player_game(0), 0, LONG))
    early, late = (
        median(measure.seconds for measure in long if first <= measure.events < first + LONG // 5)
        for first in (0, LONG * 4 // 5)
    )
    yield Measure(name=f"… in the first {LONG // 5:,} events of a game", value=1e6 * early, unit="µs", more=False)
    yield Measure(name=f"… in the last of {LONG:,}", value=1e6 * late, unit="µs", target=1.5 * 1e6 * early, more=False)


@bench
def verifying() -> Iterator[Measure]:
    """Adjudicating recorded games again."""
    copies = [tuple(msgspec.structs.replace(event) for event in log) for log in logs()]

    def bare() -> None:
        for log, copy in zip(logs(), copies, strict=True):
            fold(log)
            assert all(one == other for one, other in zip(log, copy, strict=True))

    yield Measure(
        name="verify",
        value=events() / best(lambda: [verify(log) for log in logs()]),
        unit="events/s",
        limit=events() / best(bare, 15),
        limit_is="folding and comparing, no rules",
        target=165_000 if COMPILED else 105_000,
    )
    last = best(lambda: [verify(log, since=len(log) * 9 // 10) for log in logs()])
    yield Measure(name="… the last tenth of each game", value=1000 * last / GAMES, unit="ms a game", more=False)
    with TemporaryDirectory() as folder, open_store(Path(folder, "games.db")) as store:
        games = [store.create(log) for log in logs()]
        found = [(game, len(log), sets_in(log)) for game, log in zip(games, logs(), strict=True)]
        store.note_verified(
            [Verified(game=game, position=end, rules=fingerprint(sets), sets=sets) for game, end, sets in found]
        )
        known = best(lambda: [_judged(store, (game, 1, verified)) for game, verified in _known(store, games).items()])
        read = best(lambda: [store.read(game) for game in games])
    yield Measure(
        name="… the second time",
        value=1000 * known / GAMES,
        unit="ms a game",
        limit=1000 * read / GAMES,
        limit_is="reading the game",
        more=False,
    )


@bench
def recording() -> Iterator[Measure]:
    """Games found again from what everybody saw of them."""
    played = [beginning(number).played().log for number in (1, 2, 8)]
    records = [read_record(record_text(log)) for log in played]
    repairs = sum(record(text).repairs for text in records)
    yield Measure(
        name="record a game",
        value=1000 * best(lambda: [record(text) for text in records], 3) / len(records),
        unit="ms a game",
        limit=1000 * best(lambda: [verify(log) for log in played]) / len(records),
        limit_is="running the rules over it once",
        more=False,
    )
    yield Measure(name="… deals found wrong and mended", value=repairs / len(records), unit="a game", more=False)


# --- looking ahead --------------------------------------------------------------------------------------------------


@bench
def forking() -> Iterator[Measure]:
    """A copy of a live game at its main question."""
    games = [resume(log) for log in quiet_points()]
    chance = RandomChance(0)

    def fork() -> None:
        for game in games:
            for _ in range(50):
                game.fork(chance=chance).dispose()

    def copy() -> None:
        for game in games:
            for _ in range(50):
                copied(game.table)

    yield Measure(
        name="fork a live game",
        value=1e6 * best(fork) / (50 * len(games)),
        unit="µs",
        limit=1e6 * best(copy) / (50 * len(games)),
        limit_is="copying the table",
        more=False,
    )


@bench
def exploring() -> Iterator[Measure]:
    """All that can come of the middle of a game."""
    limits = Limits(positions=300, seconds=1000)
    found = 0

    def look() -> None:
        nonlocal found
        found = sum(explore(log, limits=limits).positions for log in quiet_points()[:3])

    taken = best(look, 3)
    yield Measure(name="explore", value=found / taken, unit="positions/s", target=2 * 1_140)


@bench
def playing_greedily() -> Iterator[Measure]:
    """Complete games of two greedy bots."""

    def games() -> None:
        for seed in range(4):
            game, bot = two_player_game(seed), GreedyBot(seed)
            while not game.over:
                game.answer(game.table.asked, bot.answer(game))

    taken = best(games, 3)
    yield Measure(name="games of two greedy bots", value=4 / taken, unit="games/s", target=2 * 2.5)


# --- moving in time -------------------------------------------------------------------------------------------------


@bench
def jumping() -> Iterator[Measure]:
    """To a random position of a game of ten thousand events."""
    history = History(long_log())
    positions = random.Random(7).sample(range(1, len(history)), 300)
    tables = [history.at(position) for position in positions]
    jumped = best(lambda: [history.at(position) for position in positions])
    bare = best(lambda: [copied(table) for table in tables])
    yield Measure(
        name=f"jump in a log of {len(history):,} events",
        value=1000 * jumped / len(positions),
        unit="ms",
        limit=1000 * bare / len(positions),
        limit_is="copying the table of each position",
        target=2,
        more=False,
    )


@contextmanager
def _raw_rows(file: Path) -> Iterator[Callable[[], object]]:
    """What puts in one row, and commits, waiting for the disk."""
    connection = sqlite3.connect(file, isolation_level=None)
    connection.execute("PRAGMA journal_mode=WAL")
    connection.execute("PRAGMA synchronous=FULL")
    connection.execute("CREATE TABLE rows (id INTEGER PRIMARY KEY, topic TEXT, state BLOB)")

    def insert() -> None:
        connection.execute("BEGIN")
        connection.execute("INSERT INTO rows (topic, state) VALUES (?, ?)", ("game-entered:1", b"x" * 200))
        connection.execute("COMMIT")

    yield insert
    connection.close()


@bench
def branching() -> Iterator[Measure]:
    """A branch early and late in a long game: it copies nothing, so both cost the same."""
    points = decisions_of(long_log())
    early, late = next(point for point in points if point >= 10), points[-1]
    with TemporaryDirectory() as folder, open_store(Path(folder, "games.db")) as store:
        game = store.create(long_log())
        with _raw_rows(Path(folder, "raw.db")) as insert:
            branches = [partial(cut, store, game, position) for position in (early, late)]
            raw, *taken = in_turns([insert, *branches], 100)
    for position, seconds in zip((early, late), taken, strict=True):
        yield Measure(
            name=f"branch at position {position:,}",
            value=1000 * seconds,
            unit="ms",
            limit=1000 * raw,
            limit_is="sqlite3 committing one row",
            target=2 * 1000 * taken[0],
            more=False,
        )


# --- starting -------------------------------------------------------------------------------------------------------


@bench
def starting() -> Iterator[Measure]:
    """The command's help, a ruling and a search, against Python doing nothing."""
    nothing = [sys.executable, "-c", "pass"]
    idle = best_of_children(lambda: subprocess.run(nothing, check=True))
    least = instructions.of_command(nothing) if instructions.available() else 0
    question = ["find", "who gets the points if two players tie?"]
    for given, target, most in (["--help"], 90, 280), (["ask", "scoring/all-tied"], 150, 640), (question, 200, 480):
        command = [sys.executable, "-m", "smashup", *given]
        shown = best_of_children(partial(subprocess.run, command, check=True, capture_output=True))
        yield Measure(
            name=f"smashup {given[0]}",
            value=1000 * shown,
            unit="ms",
            limit=1000 * idle,
            limit_is="python -c pass",
            target=target,
            more=False,
        )
        if least:
            yield Measure(
                name=f"smashup {given[0]}, in instructions",
                value=instructions.of_command(command) / 1e6,
                unit="M",
                limit=least / 1e6,
                limit_is="python -c pass",
                target=most,
                more=False,
            )


LOADING = """
import time, core.cards.language, core.cards.stand_ins
from core.printed.definitions import load_cards
began = time.process_time()
load_cards()
print(time.process_time() - began)
"""


@bench
def loading() -> Iterator[Measure]:
    """Loading every card without compiled bytecode, as after an installation, and with it."""

    def taken(folder: str, writes: str) -> float:
        command = [sys.executable, "-c", LOADING]
        environment = os.environ | {"PYTHONPYCACHEPREFIX": folder, "PYTHONDONTWRITEBYTECODE": writes}
        return float(subprocess.run(command, check=True, capture_output=True, env=environment).stdout)

    with TemporaryDirectory() as folder:
        cold = min(taken(folder, "1") for _ in range(ROUNDS))
        warm = min(taken(folder, "") for _ in range(1 + ROUNDS))
    yield Measure(name="loading all cards from their sources", value=1000 * cold, unit="ms", target=100, more=False)
    yield Measure(name="… from bytecode", value=1000 * warm, unit="ms", more=False)


# --- messages -------------------------------------------------------------------------------------------------------


@bench
def messaging() -> Iterator[Measure]:
    """The engine's messages in this Python and in a browser, each beside the other."""
    native = browser.natively()
    for key, name in browser.MEASURED:
        yield Measure(name=f"messages: {name}", value=getattr(native, key), unit="ms", more=False)
    wasm = browser.in_browser()
    if isinstance(wasm, str):
        print(f"The engine for browsers is not measured: {wasm}", file=sys.stderr)
        return
    for key, name in browser.MEASURED:
        yield Measure(
            name=f"messages in Chromium: {name}",
            value=getattr(wasm, key),
            unit="ms",
            limit=getattr(native, key),
            limit_is="the same in this Python",
            more=False,
        )
