"""Many stored games read at once: in chunks, each a task of its own that hands back only sums (or writes its own files).

A game that cannot be read is left out and named; the others count.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import msgspec

from adjudicator.games.workers import Executor, hearing, in_order, tick, workers
from adjudicator.tournaments.tables import write_part
from adjudicator.tournaments.tournament import shared
from events.catalogue import GameInfo
from events.errors import SmashUpError
from events.store import Store, open_store
from events.vocabulary import Event
from projections.standings import Standings

CHUNK = 25
"""Games in a task: few enough that a worker holds little, and that all of them have something to do."""


class Reading(msgspec.Struct, frozen=True):
    """Some stored games to be read; `part` numbers the task, `folder` is where tables go, if any are wanted."""

    store: str | None
    games: tuple[str, ...]
    part: int
    folder: str = ""


class Counted(msgspec.Struct):
    """What a task has found: the sums, and the games that cannot be read, each with why."""

    standings: Standings = msgspec.field(default_factory=Standings)
    games: int = 0
    unread: dict[str, str] = {}

    def merge(self, other: Counted) -> None:
        """Add what another task has found."""
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
    """One task: read games one after another, and write their tables."""
    counted = Counted()
    with open_store(task.store, look=True) as store:
        write_part(Path(task.folder), task.part, _read(store, task.games, counted))
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
    folder: str = "",
    jobs: int = 1,
    executor: Executor | None = None,
    progress: Callable[[], None] = lambda: None,
) -> Counted:
    """Do the work over all these games: `progress` is told of every one."""
    parts = [tuple(games[first : first + CHUNK]) for first in range(0, len(games), CHUNK)]
    where = executor or workers(jobs)
    if folder and where.elsewhere:
        raise SmashUpError(f"Workers on other machines cannot write into {folder}: leave --on out.")
    tasks = [Reading(shared(store, where), part, number, folder) for number, part in enumerate(parts)]
    total = Counted()
    with hearing(progress):
        for counted in in_order(where.each(work, tasks)):
            total.merge(counted)
    return total
