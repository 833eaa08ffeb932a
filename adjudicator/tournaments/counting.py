"""Many stored games read at once: in chunks, each a task of its own that hands back sums, or its part of the tables.

A game that cannot be read is left out and named; the others count. What was counted in a game is kept in the store's read
models, and so are the sums, so that each game is counted once.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import msgspec

from adjudicator.games.workers import Executor, hearing, in_order, tick, workers
from adjudicator.tournaments.tables import parts_of, write_parts
from adjudicator.tournaments.tournament import MOST_READ, shared
from events.catalogue import GameInfo
from events.errors import SmashUpError
from events.read_models import GameResult, GameResults
from events.store import Store, open_store
from events.vocabulary import Event
from projections.standings import Standings

FEWEST, TASKS = 25, 64
"""Games in a task at least, and into how many tasks games are cut, if that makes no larger ones than `MOST_READ`. Workers
do not count: a task is a part of the tables, and those are the same whoever makes them."""


class Reading(msgspec.Struct, frozen=True):
    """Some stored games to be read."""

    store: str | None
    games: tuple[str, ...]


class Counted(msgspec.Struct):
    """What a task has found: the sums, the games that cannot be read, each with why, its part of each table, and what
    each game adds to the sums."""

    standings: Standings = msgspec.field(default_factory=Standings)
    games: int = 0
    unread: dict[str, str] = {}
    tables: dict[str, bytes] = {}
    each: dict[str, bytes] = {}

    def merge(self, other: Counted) -> None:
        """Add what another task has found; parts of tables are not held, they are written as they come."""
        self.standings.merge(other.standings)
        self.games += other.games
        self.unread |= other.unread


def count_chunk(task: Reading) -> Counted:
    """One task: read games one after another, and add them up."""
    counted = Counted()
    with open_store(task.store, look=True) as store:
        for info, log in _read(store, task.games, counted):
            added = Standings()
            added.add(log)
            counted.standings.merge(added)
            counted.each[info.id] = _packed(added)
    return counted


def count_games(
    games: Sequence[str],
    *,
    of: str,
    store: str | None = None,
    executor: Executor | None = None,
    progress: Callable[[], None] = lambda: None,
) -> Counted:
    """Add up these games, reading only those that were not counted before. `of` names the sum under which it is kept."""
    with open_store(store, look=True) as opened:
        seals, file = opened.seals(games), opened.read_models
    with GameResults(file, "standings", *_CODE) as results:
        done, packed = results.total(of, seals)
        total = Counted(_unpacked(packed) if done else Standings(), done)
        rest = dict(list(seals.items())[done:])
        for result in results.get(dict(rest)):
            total.standings.merge(_unpacked(result.facts))
            total.games += 1
            del rest[result.game]
        for _ in range(total.games):
            progress()
        again = [*rest, *(game for game in games if game not in seals)]

        def keep(part: Counted) -> None:
            results.put(GameResult(game, rest[game], facts) for game, facts in part.each.items() if game in rest)

        total.merge(over_games(count_chunk, again, store=store, executor=executor, progress=progress, heard=keep))
        if again or not done:
            counted = {game: seal for game, seal in seals.items() if game not in total.unread}
            results.put_total(of, counted, _packed(total.standings))
    return total


_CODE = (__name__, "projections.standings", "projections.scoreboard", "events.vocabulary")


def _packed(standings: Standings) -> bytes:
    return zlib.compress(msgspec.msgpack.encode(standings), 1)


def _unpacked(packed: bytes) -> Standings:
    return msgspec.msgpack.decode(zlib.decompress(packed), type=Standings)


def table_chunk(task: Reading) -> Counted:
    """One task: read games one after another, and make their tables, which whoever asked writes into a folder of his."""
    counted = Counted()
    with open_store(task.store, look=True) as store:
        counted.tables = parts_of(_read(store, task.games, counted))
    return counted


def _read(store: Store, games: Sequence[str], counted: Counted) -> Iterator[tuple[GameInfo, list[Event]]]:
    for game in games:
        try:
            info, log = store.info(game), store.read(game)
        except SmashUpError as error:
            counted.unread[game] = str(error)
        else:
            counted.games += 1
            yield info, log
        tick()


def over_games(
    work: Callable[[Reading], Counted],
    games: Sequence[str],
    *,
    store: str | None = None,
    folder: Path | None = None,
    jobs: int = 1,
    executor: Executor | None = None,
    progress: Callable[[], None] = lambda: None,
    heard: Callable[[Counted], None] = lambda part: None,
) -> Counted:
    """Do the work over all these games: `progress` is told of every one, `heard` of every finished task.

    Tables go into the folder, part by part.
    """
    size = max(FEWEST, min(MOST_READ, len(games) // TASKS))
    parts = [tuple(games[first : first + size]) for first in range(0, len(games), size)]
    where = executor or workers(jobs)
    tasks = [Reading(shared(store, where), part) for part in parts]
    total = Counted()
    with hearing(progress):
        for number, counted in enumerate(in_order(where.each(work, tasks))):
            if folder is not None:
                write_parts(folder, number, counted.tables)
            heard(counted)
            total.merge(counted)
    return total
