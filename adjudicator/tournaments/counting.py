"""Many stored games read at once: in chunks, each a task of its own that hands back sums, or its part of the tables.

A game that cannot be read is left out and named; the others count.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import msgspec

from adjudicator.games.workers import Executor, hearing, in_order, tick, workers
from adjudicator.tournaments.tables import parts_of, write_parts
from adjudicator.tournaments.tournament import MOST_READ, shared
from events.catalogue import GameInfo
from events.errors import SmashUpError
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
    """What a task has found: the sums, the games that cannot be read, each with why, and its part of each table."""

    standings: Standings = msgspec.field(default_factory=Standings)
    games: int = 0
    unread: dict[str, str] = {}
    tables: dict[str, bytes] = {}

    def merge(self, other: Counted) -> None:
        """Add what another task has found; parts of tables are not held, they are written as they come."""
        self.standings.merge(other.standings)
        self.games += other.games
        self.unread |= other.unread


def count_chunk(task: Reading) -> Counted:
    """One task: read games one after another, and add them up."""
    counted = Counted()
    with open_store(task.store, look=True) as store:
        for _, log in _read(store, task.games, counted):
            counted.standings.add(log)
    return counted


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
) -> Counted:
    """Do the work over all these games: `progress` is told of every one. Tables go into the folder, part by part."""
    size = max(FEWEST, min(MOST_READ, len(games) // TASKS))
    parts = [tuple(games[first : first + size]) for first in range(0, len(games), size)]
    where = executor or workers(jobs)
    tasks = [Reading(shared(store, where), part) for part in parts]
    total = Counted()
    with hearing(progress):
        for number, counted in enumerate(in_order(where.each(work, tasks))):
            if folder is not None:
                write_parts(folder, number, counted.tables)
            total.merge(counted)
    return total
