"""Reads many stored games in chunks. Each chunk is a task that returns totals, or its part of the tables.

A game that cannot be read is reported and left out; the others count. The figures of each game, and the totals, are
kept in the store's read models, so that each game is counted only once.
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
"""The minimum number of games in a task, and the number of tasks to aim for, as long as none gets larger than
`MOST_READ`.

The number of workers does not matter: a task is one part of the tables, and the parts are the same whoever makes them.
"""


class Reading(msgspec.Struct, frozen=True):
    """Some stored games to be read."""

    store: str | None
    games: tuple[str, ...]


class Counted(msgspec.Struct):
    """The result of a task: the totals, the unreadable games with the reasons, its part of each table, and what each
    game adds to the totals.
    """

    standings: Standings = msgspec.field(default_factory=Standings)
    games: int = 0
    unread: dict[str, str] = {}
    tables: dict[str, bytes] = {}
    each: dict[str, bytes] = {}

    def merge(self, other: Counted) -> None:
        """Add the result of another task. Parts of tables are not kept in memory; they are written as they arrive."""
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
    """Add up these games, reading only those that have not been counted before.

    `of` names the total under which the result is kept.
    """
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
    """Read the games of one task, one after another, and return their tables. The caller writes them."""
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
    """Do the work for all these games. `progress` is called for every game, `heard` for every finished task.

    Tables are written to the folder part by part.
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
