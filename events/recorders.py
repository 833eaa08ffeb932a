"""Where rows are kept: the recorders of the `eventsourcing` library, taking our rows and raising our errors.

We use the library's aggregate recorders. Its application recorders also number all rows of all games, which nothing
here reads and which costs SQLite an insert per row and PostgreSQL a lock on the whole table. Streams are named by text,
so a database shows which game a row belongs to.

`events.store` imports this module only when a store is opened.
"""

from __future__ import annotations

import json
import os
import sqlite3
import time
from abc import ABC, abstractmethod
from collections.abc import Sequence
from contextlib import suppress
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import Any

from eventsourcing.domain import EventSourcingError
from eventsourcing.persistence import AggregateRecorder, IntegrityError, StoredEvent
from eventsourcing.popo import POPOAggregateRecorder
from eventsourcing.sqlite import (
    SQLiteAggregateRecorder,
    SQLiteConnection,
    SQLiteConnectionPool,
    SQLiteCursor,
    SQLiteDatastore,
)

from events.batches import FAR, Found, Head, Row, Start, head_of, heads_of, read_head
from events.errors import PositionTaken, SmashUpError, StoreDamaged, StoreUnavailable
from events.read_models import model_file
from events.schemas import in_batches

TABLE = "smashup_batches"
HEADS = "smashup_heads"
COLUMNS = {"originator_id", "originator_version", "topic", "state"}
SCHEMA = 3
"""The version of the tables. Version 3 is version 2, whose list of games may contain deletions, which a program that
knows only 2 would take for damage. Version 2 has batches and heads. Version 1, which has no number, has one row per
event."""
BATCHED = 2
OLD_TABLE = "smashup_events"
BUSY_SECONDS = 5
CREATING_SECONDS = 2
"""Time in which another program that creates a store has written its first page."""
# SQLite may quote unreadable data in its error message, and that may not be valid text.
FAILURES = (EventSourcingError, sqlite3.Error, UnicodeDecodeError)
RESTORE = "restore it from a copy or name another store"


class Recorder(ABC):
    """Stores the rows of streams. Each `insert` is one transaction."""

    schema = SCHEMA  # the version of its tables; 0 if there are none
    read_models: Path | None = None  # the file that holds the read models of this store, if it can have any

    def __init__(self, where: str, library: AggregateRecorder) -> None:
        self.where = where
        self._library = library

    def insert(self, rows: Sequence[Row], *, forget: Sequence[str] = (), starts: Sequence[Start] = ()) -> None:
        """Insert all rows, or none and raise `PositionTaken` if a position holds something else.

        The same transaction removes every row of the streams to `forget`, and records where new branches begin.
        """
        try:
            self._insert(rows, forget, starts)
        except (IntegrityError, sqlite3.IntegrityError) as error:
            if not self.holds(rows):
                raise PositionTaken(f"another program has written to {self.where} first") from error
        except FAILURES as error:
            raise self._explained(error) from error

    def select(self, stream: str, after: int = 0, upto: int = FAR) -> list[Found]:
        """Return the rows of a stream that begin after a position, in order."""
        try:
            return self._select(stream, after, upto)
        except FAILURES as error:
            raise self._explained(error) from error

    def row_at(self, stream: str, position: int) -> Found | None:
        """Return the last row of a stream that begins at or before a position, or None."""
        try:
            rows = self._library.select_events(stream, lte=position, desc=True, limit=1)
        except FAILURES as error:
            raise self._explained(error) from error
        return next(map(_found, rows), None)

    def holds(self, rows: Sequence[Row]) -> bool:
        """Return whether exactly these rows are stored: a server that dies after saving them cannot confirm it."""
        streams = groupby(rows, key=itemgetter(0))
        return all(self._holds_run(stream, list(run)) for stream, run in streams)

    def _holds_run(self, stream: str, rows: list[Row]) -> bool:
        return [(stream, *row) for row in self.select(stream, rows[0][1] - 1, rows[-1][1])] == rows

    def heads(self, streams: Sequence[str]) -> dict[str, Head]:
        """Return the heads of these streams, without those that have no rows."""
        try:
            return self._heads(streams)
        except FAILURES as error:
            raise self._explained(error) from error

    def streams(self) -> set[str]:
        """Return all streams that have a row or a head."""
        try:
            return self._streams()
        except FAILURES as error:
            raise self._explained(error) from error

    def faults(self) -> list[str]:
        """Return what the database itself reports as damaged."""
        return []

    def grant(self, role: str) -> list[str]:
        """Grant a role read and append only. Raises `StoreUnavailable` unless the store is on a server."""
        raise StoreUnavailable(self.where, "it has no roles to grant anything to; name a postgresql:// store")

    @abstractmethod
    def _insert(self, rows: Sequence[Row], forget: Sequence[str], starts: Sequence[Start]) -> None: ...

    @abstractmethod
    def _select(self, stream: str, after: int, upto: int) -> list[Found]: ...

    @abstractmethod
    def _heads(self, streams: Sequence[str]) -> dict[str, Head]: ...

    @abstractmethod
    def _streams(self) -> set[str]: ...

    @abstractmethod
    def close(self) -> None:
        """Close the database."""

    def _explained(self, error: Exception) -> SmashUpError:
        return StoreUnavailable(self.where, str(error).strip().splitlines()[0] if str(error) else repr(error))


def _found(row: StoredEvent) -> Found:
    return row.originator_version, row.topic, row.state


class MemoryRecorder(Recorder):
    """Keeps rows in memory, until the program ends."""

    def __init__(self, where: str = "in memory") -> None:
        self._library: POPOAggregateRecorder
        super().__init__(where, POPOAggregateRecorder())
        self._starts: dict[str, Head] = {}

    def _insert(self, rows: Sequence[Row], forget: Sequence[str], starts: Sequence[Start]) -> None:
        self._library.insert_events([StoredEvent(*row) for row in rows])
        self._starts.update(starts)
        for stream in forget:
            self._library._stored_events_index.pop(stream, None)
            self._starts.pop(stream, None)

    def _select(self, stream: str, after: int, upto: int) -> list[Found]:
        return [_found(row) for row in self._library.select_events(stream, gt=after, lte=upto)]

    def _heads(self, streams: Sequence[str]) -> dict[str, Head]:
        last = {stream: self._library.select_events(stream, desc=True, limit=1) for stream in streams}
        begun = {stream: self._starts[stream] for stream in streams if stream in self._starts}
        return begun | {stream: head_of(*_found(row)) for stream, rows in last.items() for row in rows}

    def _streams(self) -> set[str]:
        return {stream for stream, rows in list(self._library._stored_events_index.items()) if rows} | {*self._starts}

    def close(self) -> None:
        """Do nothing: there is nothing to close."""


class Nothing(MemoryRecorder):
    """The empty content of a store that does not exist yet, for reading only."""

    schema = 0

    def insert(self, rows: Sequence[Row], *, forget: Sequence[str] = (), starts: Sequence[Start] = ()) -> None:
        """Raise: this store can only be read."""
        raise StoreUnavailable(self.where, "it was opened only to look into it")


class OldCopy(MemoryRecorder):
    """A read-only copy of a store with the first schema that may not be changed."""

    schema = 1

    def insert(self, rows: Sequence[Row], *, forget: Sequence[str] = (), starts: Sequence[Start] = ()) -> None:
        """Raise: this store can only be read."""
        raise StoreUnavailable(self.where, "it is of an older version, and may be read but not written")

    def copy(self, rows: Sequence[Row]) -> OldCopy:
        """Add rows and return this copy."""
        super().insert(rows)
        return self


# --- SQLite ---------------------------------------------------------------------------------------------------------


class DurableConnectionPool(SQLiteConnectionPool):
    """Connections whose commits are on disk.

    The library's own leave `synchronous` to SQLite's build settings and keep one prepared statement, so that every
    batch prepares its statements again.
    """

    mode = ""  # of the file: "look" and "ro" are not written, "immutable" cannot even have a write-ahead log beside it

    def _create_connection(self) -> SQLiteConnection:
        connection = sqlite3.connect(
            f"{Path(self.db_name).as_uri()}{_MODES[self.mode]}",
            uri=True,
            timeout=BUSY_SECONDS,
            isolation_level=None,
            check_same_thread=False,
            cached_statements=32,
        )
        try:
            if not self.mode:
                self._make_durable(connection)
            elif self.mode == "look":
                connection.execute("PRAGMA query_only=ON")
        except BaseException:
            connection.close()
            raise
        connection.row_factory = sqlite3.Row
        connection.text_factory = lambda text: text.decode("utf-8", "replace")  # one bad row must not hide the others
        return SQLiteConnection(connection, max_age=None)

    def _make_durable(self, connection: sqlite3.Connection) -> None:
        mode = _write_ahead(connection)
        connection.execute("PRAGMA synchronous=FULL")
        (synchronous,) = connection.execute("PRAGMA synchronous").fetchone()
        if (mode, synchronous) != ("wal", 2):
            raise StoreUnavailable(self.db_name, f"its disk does not keep what was saved (journal mode {mode})")


# A read-only connection creates SQLite's log beside the file but cannot remove it; a "look" connection can.
_MODES = {"": "?mode=rwc", "look": "?mode=rw", "ro": "?mode=ro", "immutable": "?mode=ro&immutable=1"}


def _write_ahead(connection: sqlite3.Connection) -> str:
    """Switch to write-ahead mode and return the resulting mode. SQLite makes only some of several simultaneous callers
    wait."""
    deadline = time.monotonic() + BUSY_SECONDS
    while True:
        try:
            (mode,) = connection.execute("PRAGMA journal_mode=WAL").fetchone()
            return str(mode)
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or time.monotonic() > deadline:
                raise
            time.sleep(0.01)


class SQLiteLibrary(SQLiteAggregateRecorder):
    """The library's recorder, with a table for the heads."""

    def construct_create_table_statements(self) -> list[str]:
        """Return the library's statements, plus those for the heads and the schema version."""
        heads = f"CREATE TABLE IF NOT EXISTS {HEADS} (stream TEXT PRIMARY KEY, head BLOB) WITHOUT ROWID"
        return [*super().construct_create_table_statements(), heads, f"PRAGMA user_version={SCHEMA}"]


_ADD = f"INSERT INTO {TABLE} VALUES (?, ?, ?, ?)"
_MOVE_HEAD = f"INSERT INTO {HEADS} VALUES (?, ?) ON CONFLICT (stream) DO UPDATE SET head = excluded.head"
_ROWS = (
    f"SELECT originator_version, topic, state FROM {TABLE} "
    "WHERE originator_id = ? AND originator_version > ? AND originator_version <= ? ORDER BY originator_version"
)


class SQLiteRecorder(Recorder):
    """A file in write-ahead mode, synchronized at every commit."""

    def __init__(self, path: Path, mode: str = "") -> None:
        self._datastore = SQLiteDatastore(str(path), originator_id_type="text")
        pool = self._datastore.pool = DurableConnectionPool(db_name=str(path))
        pool.mode = mode
        library = SQLiteLibrary(self._datastore, events_table_name=TABLE)
        super().__init__(str(path), library)
        self.read_models = model_file(str(path))
        try:
            self.schema = self._schema()
            if not mode and self.schema == 0:
                library.create_table()
            elif not mode and self.schema == 1:
                self._migrate(library)
            elif not mode and self.schema < SCHEMA:
                with self._datastore.transaction(commit=True) as cursor:
                    cursor.execute(f"PRAGMA user_version={SCHEMA}")
        except FAILURES as error:
            self.close()
            raise self._explained(error) from error
        except SmashUpError:
            self.close()
            raise

    def _schema(self) -> int:
        """Return the version of the tables; 0 if there are none. Raises if the database belongs to another program."""
        with self._datastore.transaction(commit=False) as cursor:
            cursor.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")
            tables = {row["name"] for row in cursor.fetchall()}
            cursor.execute("PRAGMA user_version")
            (stated,) = cursor.fetchone()
            columns = {}
            for table in (TABLE, HEADS, OLD_TABLE):
                cursor.execute(f"PRAGMA table_info({table})")
                columns[table] = {row["name"] for row in cursor.fetchall()}
        if stated > SCHEMA and tables and tables - {"sqlite_sequence"}:
            raise StoreUnavailable(self.where, NEWER.format(stated))
        if not tables and not stated:
            return 0
        if stated == 0 and columns[OLD_TABLE] == COLUMNS:
            return 1
        batched = BATCHED <= stated <= SCHEMA
        if batched and columns[TABLE] == COLUMNS and columns[HEADS] == {"stream", "head"}:
            return int(stated)
        ours = batched or any(columns.values())
        damage = "its tables of events are not as they should be" if ours else "it belongs to another program"
        raise StoreDamaged(self.where, damage, RESTORE)

    def _insert(self, rows: Sequence[Row], forget: Sequence[str], starts: Sequence[Start]) -> None:
        # Plain SQL: the library's objects and transactions cost more than SQLite itself takes for a decision.
        with self._datastore.get_connection(commit=True) as pooled:
            connection = pooled._sqlite_conn
            connection.execute("BEGIN")
            try:
                connection.executemany(_ADD, rows)
                connection.executemany(_MOVE_HEAD, heads_of(rows, starts))
                for table, name in ((TABLE, "originator_id"), (HEADS, "stream")) if forget else ():
                    connection.executemany(f"DELETE FROM {table} WHERE {name} = ?", [(stream,) for stream in forget])
                connection.commit()
            except BaseException:
                connection.rollback()
                raise
        if forget:
            self._compact()

    # --- the first schema

    def _migrate(self, library: SQLiteLibrary) -> None:
        """Combine the rows of single events into batches. Either all of them are combined or nothing is changed."""
        with self._datastore.transaction(commit=True) as cursor:
            cursor.execute("PRAGMA user_version")  # another program may have done it already
            if cursor.fetchone()[0] < BATCHED:
                library._create_table(cursor)
                for stream in self._old_streams(cursor):
                    rows = self._old_rows(cursor, stream)
                    cursor.executemany(_ADD, rows)
                    cursor.executemany(_MOVE_HEAD, heads_of(rows))
                cursor.execute(f"DROP TABLE {OLD_TABLE}")
        self.schema = SCHEMA
        self._compact()

    def _old_streams(self, cursor: SQLiteCursor) -> list[str]:
        cursor.execute(f"SELECT DISTINCT originator_id FROM {OLD_TABLE}")
        return [row["originator_id"] for row in cursor.fetchall()]

    def _old_rows(self, cursor: SQLiteCursor, stream: str) -> list[Row]:
        cursor.execute(f"SELECT * FROM {OLD_TABLE} WHERE originator_id = ? ORDER BY originator_version", (stream,))
        return in_batches(
            stream, ((row["originator_version"], row["topic"], row["state"]) for row in cursor.fetchall())
        )

    def copied(self) -> Recorder:
        """Return an in-memory copy of a store with the first schema that may not be changed."""
        copy = OldCopy(self.where)
        try:
            with self._datastore.transaction(commit=False) as cursor:
                for stream in self._old_streams(cursor):
                    copy.copy(self._old_rows(cursor, stream))
        except FAILURES as error:
            raise self._explained(error) from error
        finally:
            self.close()
        return copy

    def _compact(self) -> None:
        """Release unused space in the file. It does no harm if another program prevents that."""
        with suppress(*FAILURES), self._datastore.get_connection(commit=True) as connection:
            connection._sqlite_conn.execute("VACUUM")

    # --- reading

    def _select(self, stream: str, after: int, upto: int) -> list[Found]:
        return self._ask(_ROWS, (stream, after, upto))

    def _ask(self, statement: str, values: tuple[object, ...]) -> list[tuple[Any, ...]]:
        # The library would make two objects per row, and a single statement needs no transaction.
        with self._datastore.get_connection(commit=False) as connection:
            cursor = connection._sqlite_conn.cursor()
            cursor.row_factory = None
            return cursor.execute(statement, values).fetchall()

    def _heads(self, streams: Sequence[str]) -> dict[str, Head]:
        if len(streams) == 1:
            rows = self._ask(f"SELECT stream, head FROM {HEADS} WHERE stream = ?", (streams[0],))
        else:
            query = f"SELECT stream, head FROM {HEADS} WHERE stream IN (SELECT value FROM json_each(?))"
            rows = self._ask(query, (json.dumps(streams),))
        return {stream: read_head(stream, head) for stream, head in rows}

    def _streams(self) -> set[str]:
        with self._datastore.transaction(commit=False) as cursor:
            cursor.execute(f"SELECT stream FROM {HEADS} UNION SELECT originator_id FROM {TABLE}")
            return {str(row["stream"]) for row in cursor.fetchall()}

    def faults(self) -> list[str]:
        """Return what SQLite's quick check of its pages finds."""
        try:
            with self._datastore.transaction(commit=False) as cursor:
                cursor.execute("PRAGMA quick_check(20)")
                lines = [str(row[0]) for row in cursor.fetchall()]
        except FAILURES as error:
            return [str(self._explained(error))]
        return [] if lines == ["ok"] else [" ".join(line.split()) for line in lines]

    def close(self) -> None:
        """Close all connections; closing the last one merges the write-ahead log into the file."""
        self._datastore.close()

    def _explained(self, error: Exception) -> SmashUpError:
        original = error if isinstance(error, sqlite3.Error) else error.__cause__
        code = getattr(original, "sqlite_errorcode", 0) & 0xFF  # the low byte is the kind of error
        if code == sqlite3.SQLITE_NOTADB:
            return StoreDamaged(self.where, "the file is not a database", RESTORE)
        if code == sqlite3.SQLITE_CORRUPT or isinstance(error, UnicodeDecodeError):
            return StoreDamaged(self.where, "the file is cut or overwritten", RESTORE)
        if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
            return StoreUnavailable(self.where, "another program is writing to it, try again")
        return super()._explained(error)


# --- opening --------------------------------------------------------------------------------------------------------


NO_FILE = "there is no such file; name one that is there, or let `smashup play` or `smashup simulate` make it"
NEWER = "it has version {} of the tables, and this program knows up to " + f"{SCHEMA}: use the newer program"


def open_sqlite(path: Path, *, make: bool = True) -> Recorder:
    """Return the recorder of a file, which is created if missing. A file that may not be written is opened
    read-only."""
    _must_be_a_file(path, make=make)
    if not path.parent.is_dir():
        raise StoreUnavailable(str(path), f"there is no folder {path.parent}")
    _must_hold_something(path)
    try:
        return SQLiteRecorder(path)
    except StoreUnavailable as refused:
        if not path.is_file() or not _may_not_write(refused):
            raise
    return look_into_sqlite(path)


def _must_be_a_file(path: Path, *, make: bool = False) -> None:
    """Raise if something other than a file has this name or, unless a new store is wanted, if nothing has it."""
    if path.is_dir():
        raise StoreUnavailable(str(path), f"it is a folder; name a file, such as {path / 'games.db'}")
    if path.exists() and not path.is_file():
        what = "pipe" if path.is_fifo() else "socket" if path.is_socket() else "device"
        raise StoreUnavailable(str(path), f"it is a {what}; name a file")
    if not make and not path.exists():
        raise StoreUnavailable(str(path), NO_FILE)


def _must_hold_something(path: Path) -> None:
    """Raise if an existing file is empty: something has emptied it, since even a new store has tables.

    Another program may be creating the store at this moment: then it holds something very soon.
    """
    deadline = time.monotonic() + CREATING_SECONDS
    while path.is_file() and not path.stat().st_size:
        if time.monotonic() > deadline:
            raise StoreDamaged(str(path), "the file is empty", "restore it from a copy, or delete it for a new store")
        time.sleep(0.02)


def look_into_sqlite(path: Path) -> Recorder:
    """Return the recorder of a file that is only read."""
    _must_be_a_file(path)
    _must_hold_something(path)
    *others, last = _ways_to_look(path)
    for mode in others:
        with suppress(StoreUnavailable):
            return _looking(path, mode)
    return _looking(path, last)


def _looking(path: Path, mode: str) -> Recorder:
    recorder = SQLiteRecorder(path, mode)
    if recorder.schema == 0:
        recorder.close()
        return Nothing(str(path))
    return recorder.copied() if recorder.schema == 1 else recorder


def _ways_to_look(path: Path) -> list[str]:
    """Return the ways to open a file without leaving anything beside it. An existing log holds the latest writes."""
    effective = os.access in os.supports_effective_ids
    if all(os.access(location, os.W_OK, effective_ids=effective) for location in (path, path.parent)):
        return ["look", "immutable"]
    has_log = path.with_name(f"{path.name}-wal").exists()
    return ["ro", "immutable"] if has_log else ["immutable"]


def _may_not_write(refused: StoreUnavailable) -> bool:
    cause: BaseException | None = refused.__cause__
    while cause is not None and not isinstance(cause, sqlite3.Error):
        cause = cause.__cause__
    kinds = (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM)
    return cause is not None and cause.sqlite_errorcode & 0xFF in kinds


def open_postgres(url: str, *, look: bool = False) -> Recorder:
    """Return the recorder of a PostgreSQL database. Raises `StoreUnavailable` if its driver, an extra, is not
    installed."""
    try:
        from events.postgres import PostgresRecorder
    except ImportError as missing:
        hint = f"PostgreSQL needs the extra 'postgres', pip install 'smashup-engine[postgres]' ({missing})"
        raise StoreUnavailable("at postgresql://…", hint) from missing
    recorder = PostgresRecorder(url, look=look)
    if recorder.schema == 0 and look:
        recorder.close()
        return Nothing(recorder.where)
    return recorder.copied() if recorder.schema == 1 else recorder
