"""How fast decisions are saved, against plain sqlite3 doing the same: `python -m tests.events.append_rate`.

Both write the same rows in the same batches to a file in write-ahead mode that is synchronised at every commit. The
store also encodes the events, checks their positions and keeps two writers apart. They take turns, because the disk
and its other users make far more difference than they do.
"""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from events.store import open_store
from events.versions import encode
from events.vocabulary import Event
from tests.events.samples import decision, opening

ROUNDS = 9
BATCHES = 300


def ten_events(after: int) -> list[Event]:
    """A batch of usual size and variety."""
    return [*decision(after)[:3], *decision(after + 3)[:3], *decision(after + 6)]


def plain_rate(file: Path) -> float:
    """Rows in a second, already encoded, put into a table like ours."""
    batches = [
        [("g7k2m9", event.position, *encode(event)) for event in ten_events(6 + 10 * number)]
        for number in range(BATCHES)
    ]
    connection = sqlite3.connect(file, isolation_level=None)
    connection.execute("PRAGMA journal_mode=WAL")
    connection.execute("PRAGMA synchronous=FULL")
    connection.execute(
        "CREATE TABLE rows (originator_id TEXT, originator_version INTEGER, topic TEXT, state BLOB, "
        "PRIMARY KEY (originator_id, originator_version)) WITHOUT ROWID"
    )

    def save() -> None:
        for batch in batches:
            connection.execute("BEGIN")
            connection.executemany("INSERT INTO rows VALUES (?, ?, ?, ?)", batch)
            connection.execute("COMMIT")

    rate = _rate(save)
    connection.close()
    return rate


def store_rate(file: Path) -> float:
    """Events in a second, appended to a store."""
    batches = [ten_events(6 + 10 * number) for number in range(BATCHES)]
    with open_store(file) as store:
        game = store.create(opening())

        def save() -> None:
            after = 6
            for batch in batches:
                after = store.append(game, after, batch)

        return _rate(save)


def _rate(save: Callable[[], None]) -> float:
    began = time.perf_counter()
    save()
    return 10 * BATCHES / (time.perf_counter() - began)


def append_rates() -> tuple[float, float]:
    """The medians: the store's, and plain sqlite3's."""
    with TemporaryDirectory() as folder:
        stores = [(store_rate(Path(folder, f"s{n}.db")), plain_rate(Path(folder, f"p{n}.db"))) for n in range(ROUNDS)]
    return median(store for store, _ in stores), median(plain for _, plain in stores)


if __name__ == "__main__":
    store, plain = append_rates()
    print(f"store {store:,.0f} events/s, plain sqlite3 {plain:,.0f} rows/s: {store / plain:.0%}")
