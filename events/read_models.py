"""Read models: what follows from a store's log, kept so that it need not be worked out again.

Every store has a file of its own in the user's cache folder. The store itself is not written: a read-only store or a
role that may only append can have read models too, and a file can be deleted at any time.

- `SavedList` is the list of games folded up to an entry, so that one game is found without folding all of them.
- `GameResults` holds what one kind of work found in each game, so that each game is processed once.

Nothing in the file is trusted. It names the code that wrote it, and the seals of the events it was made from: other code
or other events, and it is rebuilt. Every row carries a checksum. What is written and how far it follows the log changes in
one transaction, so a program that is killed leaves nothing half done, and of two programs only one can take the same step.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing, suppress
from functools import cache
from hashlib import blake2b
from pathlib import Path
from threading import RLock
from typing import Any, NamedTuple, TypeVar

import msgspec

from events.batches import Head
from events.catalogue import GameInfo, Verified

T = TypeVar("T")

BUSY_SECONDS = 2
MOST_TOTALS = 50  # totals that are kept, the latest
_TABLES = (
    "CREATE TABLE IF NOT EXISTS tracking (model TEXT PRIMARY KEY, code TEXT, position INTEGER, seal BLOB, rows INTEGER)",
    "CREATE TABLE IF NOT EXISTS games (number INTEGER PRIMARY KEY, id TEXT UNIQUE, parent TEXT, facts BLOB, sum BLOB)",
    "CREATE INDEX IF NOT EXISTS branches ON games (parent) WHERE parent != ''",
    "CREATE TABLE IF NOT EXISTS results (kind TEXT, game TEXT, seal TEXT, facts BLOB, sum BLOB, PRIMARY KEY (kind, game))",
    "CREATE TABLE IF NOT EXISTS totals (kind TEXT, name TEXT, games INTEGER, seal TEXT, facts BLOB, sum BLOB, "
    "PRIMARY KEY (kind, name))",
)


class ModelDamaged(Exception):
    """A read model does not contain what was written to it."""


SavedGame = tuple[GameInfo, Verified | None]
"""A game in the saved list, with its latest verification."""

_written = msgspec.json.Encoder().encode
_read: Callable[[bytes], SavedGame] = msgspec.json.Decoder(SavedGame).decode


def model_file(store: str) -> Path:
    """Return the file that holds the read models of a store."""
    import platformdirs

    name = blake2b(store.encode(), digest_size=8).hexdigest()
    return platformdirs.user_cache_path("smashup", appauthor=False) / "read-models" / f"{name}.db"


@cache
def code_of(*modules: str) -> str:
    """Return a fingerprint of the source of these modules: a read model that other code has written is out of date."""
    from importlib.util import find_spec

    digest = blake2b(digest_size=8)
    for module in modules:
        spec = find_spec(module)
        source = Path(spec.origin).with_name(f"{module.rpartition('.')[2]}.py") if spec and spec.origin else None
        digest.update(source.read_bytes() if source and source.is_file() else b"?")
    return digest.hexdigest()


def _sum(*parts: object) -> bytes:
    return blake2b(repr(parts).encode(), digest_size=8).digest()


def drop(file: Path) -> None:
    """Delete the read models of a store. A program that has them open continues with its own copy."""
    for part in (file, *(file.with_name(f"{file.name}{end}") for end in ("-wal", "-shm"))):
        with suppress(OSError):
            part.unlink(missing_ok=True)


def _opened(file: Path, *, make: bool = True) -> sqlite3.Connection | None:
    """Open a file of read models, or create a new one if it is damaged. Returns None if there can be none."""
    for _ in range(2):
        try:
            if not file.exists():
                if not make:
                    return None
                file.parent.mkdir(parents=True, exist_ok=True)
            return _connected(file)
        except sqlite3.OperationalError:  # busy, full or read-only
            return None
        except sqlite3.DatabaseError:
            drop(file)
        except OSError:
            return None
    return None


def _connected(file: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(file, timeout=BUSY_SECONDS, isolation_level=None, check_same_thread=False)
    try:
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("PRAGMA synchronous=OFF")  # after a power cut it is simply rebuilt
        if not connection.execute("SELECT 1 FROM sqlite_schema WHERE name = 'totals'").fetchone():
            connection.execute("BEGIN IMMEDIATE")
            for statement in _TABLES:
                connection.execute(statement)
            connection.commit()
    except BaseException:
        connection.close()
        raise
    return connection


# --- the list of games ----------------------------------------------------------------------------------------------

_LIST = "list"
_LIST_CODE = ("events.read_models", "events.catalogue", "events.names")


class SavedList:
    """The list of games folded up to an entry: `head` says which.

    It shows the same state until `renew` is called, whatever other programs write. Its methods raise `ModelDamaged`.
    """

    def __init__(self, file: Path) -> None:
        self.file = file
        self.head: Head | None = None
        self._lock = RLock()
        self._database = _opened(file, make=False)
        self.renew()

    def renew(self) -> None:
        """Move to the latest saved state."""
        with self._lock:
            self.head = None
            if self._database is None:
                return
            with suppress(sqlite3.Error):
                if self._database.in_transaction:
                    self._database.rollback()
                self._database.execute("BEGIN")  # a snapshot, from the first statement on
                row = _tracked(self._database)
                (rows,) = self._database.execute("SELECT count(*) FROM games").fetchone()
                if row and row[0] == code_of(*_LIST_CODE) and row[3] == rows:
                    self.head = Head(row[1], row[2])

    def close(self) -> None:
        """Close the file."""
        with self._lock:
            if self._database is not None:
                self._database.close()
                self._database = None

    def get(self, game: str) -> SavedGame | None:
        """Return a game, or None."""
        games = self._ask("WHERE id = ?", game)
        return games[0] if games else None

    def starting_with(self, start: str) -> list[GameInfo]:
        """Return the games whose ids start so, in order of creation."""
        return [info for info, _ in self._ask("WHERE id >= ? AND id < ? ORDER BY number", start, start + "\uffff")]

    def branches(self, game: str) -> list[GameInfo]:
        """Return the branches that leave a game, in order of creation."""
        return [info for info, _ in self._ask("WHERE parent = ? AND parent != '' ORDER BY number", game)]

    def all(self) -> Iterator[GameInfo]:
        """Return every game in order of creation."""
        return iter([info for info, _ in self._ask("ORDER BY number")])

    def newest(self, count: int) -> list[GameInfo]:
        """Return at most `count` games, the latest first."""
        return [info for info, _ in self._ask("ORDER BY number DESC LIMIT ?", count)]

    def _ask(self, where: str, *values: object) -> list[SavedGame]:
        return [self._checked(row) for row in self._rows(where, *values)]

    def _rows(self, where: str, *values: object) -> list[tuple[Any, ...]]:
        with self._lock:
            if self._database is None:
                raise ModelDamaged("it was closed")
            try:
                return self._database.execute(
                    f"SELECT number, id, parent, facts, sum FROM games {where}", values
                ).fetchall()
            except sqlite3.Error as error:
                raise ModelDamaged(str(error)) from error

    def _checked(self, row: tuple[Any, ...]) -> SavedGame:
        *parts, checksum = row
        try:
            if checksum != _sum(*parts):
                raise ModelDamaged("a checksum is wrong")
            return _read(parts[3])
        except (msgspec.MsgspecError, TypeError) as error:
            raise ModelDamaged(str(error)) from error


def _tracked(database: sqlite3.Connection) -> Any:
    return database.execute("SELECT code, position, seal, rows FROM tracking WHERE model = ?", (_LIST,)).fetchone()


class ListChanges(NamedTuple):
    """What has happened in the list of games since it was saved."""

    changed: Mapping[str, SavedGame | None]  # those that were saved; None if they were pruned
    new: Sequence[SavedGame]


def save_list(file: Path, since: Head | None, head: Head, changes: ListChanges) -> bool:
    """Save the list as it is at `head`. Returns False if another program has saved it meanwhile, or nothing can be saved.

    `since` is the head of the saved list that these changes follow; None if they are the whole list.
    """
    database = _opened(file)
    if database is None:
        return False
    with closing(database), suppress(sqlite3.Error):
        database.execute("BEGIN IMMEDIATE")
        if since is None:
            database.execute("DELETE FROM games")
        elif (row := _tracked(database)) is None or (row[0], Head(row[1], row[2])) != (code_of(*_LIST_CODE), since):
            return False
        for id, saved in changes.changed.items():
            if saved is None:
                database.execute("DELETE FROM games WHERE id = ?", (id,))
            else:
                (number,) = database.execute("SELECT number FROM games WHERE id = ?", (id,)).fetchone()
                database.execute("REPLACE INTO games VALUES (?, ?, ?, ?, ?)", _row(number, saved))
        (last,) = database.execute("SELECT coalesce(max(number), 0) FROM games").fetchone()
        rows = (_row(number, saved) for number, saved in enumerate(changes.new, last + 1))
        database.executemany("INSERT INTO games VALUES (?, ?, ?, ?, ?)", rows)
        database.execute(
            "REPLACE INTO tracking SELECT ?, ?, ?, ?, count(*) FROM games",
            (_LIST, code_of(*_LIST_CODE), head.last, head.seal),
        )
        database.commit()
        return True
    return False


def _row(number: int, saved: SavedGame) -> tuple[Any, ...]:
    origin = saved[0].reads_from
    parts = number, saved[0].id, origin.game if origin else "", _written(saved)
    return *parts, _sum(*parts)


# --- results per game -----------------------------------------------------------------------------------------------


class GameResult(NamedTuple):
    """The result of one game, and the seal of the events it was computed from."""

    game: str
    seal: str
    facts: bytes


class GameResults:
    """What one kind of work found in the games of a store. Every game is processed once, until its events change.

    `code` names the modules that do the work. A result written by other code does not count.
    """

    def __init__(self, file: Path | None, kind: str, *code: str) -> None:
        self.kind = f"{kind} {code_of(__name__, *code)}"
        self._old = f"{kind} %"
        self._file = file
        self._database = _opened(file) if file else None

    def __enter__(self) -> GameResults:
        return self

    def __exit__(self, *error: object) -> None:
        if self._database is not None:
            self._database.close()
            self._database = None

    def missing(self, seals: Mapping[str, str]) -> list[str]:
        """Return which of these games, given with the seal of their events, have no result yet."""
        rows = self._asked("SELECT game, seal FROM results WHERE kind = ?", self.kind)
        known = dict(rows)
        return [game for game, seal in seals.items() if known.get(game) != seal]

    def get(self, seals: Mapping[str, str]) -> Iterator[GameResult]:
        """Return the available results for these games, in their order. Damaged ones are left out."""
        ask = "SELECT facts, sum FROM results WHERE kind = ? AND game = ? AND seal = ?"
        for game, seal in seals.items():
            for facts, checksum in self._asked(ask, self.kind, game, seal):
                if checksum == _sum(self.kind, game, seal, facts):
                    yield GameResult(game, seal, facts)

    def put(self, results: Iterable[GameResult]) -> None:
        """Keep results."""
        rows = [(self.kind, *result, _sum(self.kind, *result)) for result in results]
        self._write(lambda open: open.executemany("REPLACE INTO results VALUES (?, ?, ?, ?, ?)", rows))

    def total(self, name: str, seals: Mapping[str, str]) -> tuple[int, bytes]:
        """Return a kept sum over the first of these games, and over how many; 0 if there is none."""
        ask = "SELECT games, seal, facts, sum FROM totals WHERE kind = ? AND name = ?"
        for games, seal, facts, checksum in self._asked(ask, self.kind, name):
            whole = checksum == _sum(self.kind, name, games, seal, facts)
            if whole and games <= len(seals) and seal == _all_seals(list(seals.items())[:games]):
                return games, facts
        return 0, b""

    def put_total(self, name: str, seals: Mapping[str, str], facts: bytes) -> None:
        """Keep the sum over these games, and drop results and sums that other code computed."""
        row = self.kind, name, len(seals), _all_seals(seals.items()), facts

        def write(open: sqlite3.Connection) -> None:
            open.execute("REPLACE INTO totals VALUES (?, ?, ?, ?, ?, ?)", (*row, _sum(*row)))
            open.execute("DELETE FROM totals WHERE rowid <= (SELECT max(rowid) FROM totals) - ?", (MOST_TOTALS,))
            for table in ("results", "totals"):
                open.execute(f"DELETE FROM {table} WHERE kind LIKE ? AND kind != ?", (self._old, self.kind))

        self._write(write)

    def _asked(self, statement: str, *values: object) -> list[tuple[Any, ...]]:
        if self._database is not None:
            try:
                return self._database.execute(statement, values).fetchall()
            except sqlite3.OperationalError:  # busy
                pass
            except sqlite3.DatabaseError:
                self._start_over()
        return []

    def _write(self, write: Callable[[sqlite3.Connection], object]) -> None:
        if self._database is None:
            return
        try:
            self._database.execute("BEGIN IMMEDIATE")
            write(self._database)
            self._database.commit()
        except sqlite3.DatabaseError as error:
            with suppress(sqlite3.Error):
                self._database.rollback()
            if not isinstance(error, sqlite3.OperationalError):
                self._start_over()

    def _start_over(self) -> None:
        """Replace a damaged file with an empty one."""
        self.__exit__()
        if self._file is not None:
            drop(self._file)
            self._database = _opened(self._file)


def _all_seals(seals: Iterable[tuple[str, str]]) -> str:
    digest = blake2b(digest_size=16)
    for game, seal in seals:
        digest.update(f"{game} {seal}\n".encode())
    return digest.hexdigest()
