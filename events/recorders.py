"""Where rows are kept: the recorders of the `eventsourcing` library, with our rows in and our errors out.

The aggregate recorders are used: the application recorders also number all rows of all games, which nobody here
reads, and which costs SQLite an insert statement for each row and PostgreSQL a lock on the whole table.
Streams are named by text, so a database shows whose row is whose.

`events.store` imports this module when a store is opened, not before.
"""

from __future__ import annotations

import json
import sqlite3
import time
from abc import ABC, abstractmethod
from collections.abc import Sequence
from itertools import groupby
from operator import itemgetter
from pathlib import Path

from eventsourcing.domain import EventSourcingError
from eventsourcing.persistence import AggregateRecorder, IntegrityError, StoredEvent
from eventsourcing.popo import POPOAggregateRecorder
from eventsourcing.sqlite import (
    SQLiteAggregateRecorder,
    SQLiteConnection,
    SQLiteConnectionPool,
    SQLiteDatastore,
)

from events.errors import PositionTaken, SmashUpError, StoreDamaged, StoreUnavailable

TABLE = "smashup_events"
COLUMNS = {"originator_id", "originator_version", "topic", "state"}
BUSY_SECONDS = 5
RESTORE = "restore it from a copy or name another store"

Row = tuple[str, int, str, bytes]  # stream, position, topic, payload


class Recorder(ABC):
    """Rows of streams; one `insert` is one transaction."""

    def __init__(self, where: str, library: AggregateRecorder) -> None:
        self.where = where
        self._library = library

    def insert(self, rows: Sequence[Row]) -> None:
        """All of them or, if one of the positions is taken by something else, none and `PositionTaken`."""
        try:
            self._library.insert_events([StoredEvent(*row) for row in rows])
        except IntegrityError as error:
            if not self.holds(rows):
                raise PositionTaken(f"another program has written to {self.where} first") from error
        except (EventSourcingError, sqlite3.Error) as error:
            raise self._explained(error) from error

    def select(self, stream: str, after: int = 0, upto: int | None = None) -> Sequence[StoredEvent]:
        """The rows of a stream, in order."""
        try:
            return self._library.select_events(stream, gt=after, lte=upto)
        except (EventSourcingError, sqlite3.Error) as error:
            raise self._explained(error) from error

    def holds(self, rows: Sequence[Row]) -> bool:
        """Whether exactly these rows are there: a server that dies after it has saved them cannot say so."""
        streams = groupby(rows, key=itemgetter(0))
        return all(self._holds_run(stream, list(run)) for stream, run in streams)

    def _holds_run(self, stream: str, rows: list[Row]) -> bool:
        stored = self.select(stream, rows[0][1] - 1, rows[-1][1])
        return [(row.originator_id, row.originator_version, row.topic, row.state) for row in stored] == rows

    def lengths(self, streams: Sequence[str]) -> dict[str, int]:
        """The last position of each of these streams that has any."""
        try:
            return self._last_positions(streams)
        except (EventSourcingError, sqlite3.Error) as error:
            raise self._explained(error) from error

    @abstractmethod
    def _last_positions(self, streams: Sequence[str]) -> dict[str, int]: ...

    @abstractmethod
    def close(self) -> None:
        """Let go of the database."""

    def _explained(self, error: Exception) -> SmashUpError:
        return StoreUnavailable(self.where, str(error).strip().splitlines()[0] if str(error) else repr(error))


class MemoryRecorder(Recorder):
    """For as long as the program runs."""

    def __init__(self) -> None:
        super().__init__("in memory", POPOAggregateRecorder())

    def _last_positions(self, streams: Sequence[str]) -> dict[str, int]:
        last = [self._library.select_events(stream, desc=True, limit=1) for stream in streams]
        return {row.originator_id: row.originator_version for rows in last for row in rows}  # type: ignore[misc]

    def close(self) -> None:
        """Nothing to let go of."""


# --- SQLite ---------------------------------------------------------------------------------------------------------


class DurableConnectionPool(SQLiteConnectionPool):
    """Connections that have on disk what they have committed.

    The library's own leave `synchronous` to how SQLite was built, and keep one prepared statement, so that every
    batch prepares its statements again.
    """

    def _create_connection(self) -> SQLiteConnection:
        connection = sqlite3.connect(
            self.db_name, timeout=BUSY_SECONDS, isolation_level=None, check_same_thread=False, cached_statements=32
        )
        try:
            mode = _write_ahead(connection)
            connection.execute("PRAGMA synchronous=FULL")
            (synchronous,) = connection.execute("PRAGMA synchronous").fetchone()
            if (mode, synchronous) != ("wal", 2):
                raise StoreUnavailable(self.db_name, f"its disk does not keep what was saved (journal mode {mode})")
        except BaseException:
            connection.close()
            raise
        connection.row_factory = sqlite3.Row
        return SQLiteConnection(connection, max_age=None)


def _write_ahead(connection: sqlite3.Connection) -> str:
    """Set write-ahead mode; the mode it is then. Of programs that do so at once SQLite makes only some wait."""
    deadline = time.monotonic() + BUSY_SECONDS
    while True:
        try:
            (mode,) = connection.execute("PRAGMA journal_mode=WAL").fetchone()
            return str(mode)
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or time.monotonic() > deadline:
                raise
            time.sleep(0.01)


class SQLiteRecorder(Recorder):
    """A file, in write-ahead mode, synchronised at every commit."""

    _MAX = (
        f"SELECT value, (SELECT MAX(originator_version) FROM {TABLE} WHERE originator_id = value) AS last "
        "FROM json_each(?) WHERE last IS NOT NULL"
    )

    def __init__(self, path: Path) -> None:
        self._datastore = SQLiteDatastore(str(path), originator_id_type="text")
        self._datastore.pool = DurableConnectionPool(db_name=str(path))
        library = SQLiteAggregateRecorder(self._datastore, events_table_name=TABLE)
        super().__init__(str(path), library)
        try:
            self._check_tables()
            library.create_table()
        except (EventSourcingError, sqlite3.Error) as error:
            self.close()
            raise self._explained(error) from error
        except SmashUpError:
            self.close()
            raise

    def _check_tables(self) -> None:
        """Leave a database of another program alone, before a table of ours is put into it."""
        with self._datastore.transaction(commit=False) as cursor:
            cursor.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")
            tables = {row["name"] for row in cursor.fetchall()}
            cursor.execute(f"PRAGMA table_info({TABLE})")
            columns = {row["name"] for row in cursor.fetchall()}
        if tables and columns != COLUMNS:
            damage = "its table of events is not as it should be" if columns else "it belongs to another program"
            raise StoreDamaged(self.where, damage, RESTORE)

    def _last_positions(self, streams: Sequence[str]) -> dict[str, int]:
        with self._datastore.transaction(commit=False) as cursor:
            cursor.execute(self._MAX, (json.dumps(streams),))
            return {row["value"]: row["last"] for row in cursor.fetchall()}

    def close(self) -> None:
        """Close all connections; the last one to a file folds the write-ahead log into it."""
        self._datastore.close()

    def _explained(self, error: Exception) -> SmashUpError:
        original = error if isinstance(error, sqlite3.Error) else error.__cause__
        code = getattr(original, "sqlite_errorcode", 0) & 0xFF  # the low byte is the kind of error
        if code == sqlite3.SQLITE_NOTADB:
            return StoreDamaged(self.where, "the file is not a database", RESTORE)
        if code == sqlite3.SQLITE_CORRUPT:
            return StoreDamaged(self.where, "the file is cut or overwritten", RESTORE)
        if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
            return StoreUnavailable(self.where, "another program is writing to it, try again")
        return super()._explained(error)


# --- opening --------------------------------------------------------------------------------------------------------


def open_sqlite(path: Path) -> Recorder:
    """The recorder of a file, which is made if it is not there."""
    if not path.parent.is_dir():
        raise StoreUnavailable(str(path), f"there is no folder {path.parent}")
    return SQLiteRecorder(path)


def open_postgres(url: str) -> Recorder:
    """The recorder of a PostgreSQL database; its driver is an extra."""
    try:
        from events.postgres import PostgresRecorder
    except ImportError as missing:
        hint = f"PostgreSQL needs the extra 'postgres', pip install 'smashup-engine[postgres]' ({missing})"
        raise StoreUnavailable("at postgresql://…", hint) from missing
    return PostgresRecorder(url)
