"""The PostgreSQL recorder. Needs the extra `postgres`; nothing else here imports it.

Whatever happens to the server, a caller knows within five seconds. Without this module, the library would try ten
times, each time waiting for a new connection, and wait for answers without a limit.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import wraps
from inspect import unwrap
from itertools import groupby
from typing import Any, NamedTuple, ParamSpec, TypeVar
from urllib.parse import parse_qsl, quote, urlencode, urlsplit, urlunsplit

import psycopg
from eventsourcing.domain import EventSourcingError
from eventsourcing.persistence import (
    IntegrityError,
    InterfaceError,
    OperationalError,
    ProgrammingError,
    StoredEvent,
)
from eventsourcing.postgres import PostgresAggregateRecorder, PostgresDatastore
from psycopg.abc import PQGen
from psycopg.conninfo import conninfo_to_dict
from psycopg.errors import DuplicateObject, DuplicateTable
from psycopg.rows import DictRow, tuple_row
from psycopg_pool import PoolTimeout

from events.batches import Found, Head, Row, Start, head_of, read_head, written_head
from events.errors import SmashUpError, StoreDamaged, StoreUnavailable
from events.read_models import model_file
from events.recorders import BATCHED, COLUMNS, NEWER, OLD_TABLE, RESTORE, SCHEMA, TABLE, OldCopy, Recorder
from events.schemas import in_batches

CONNECT_SECONDS = 4
ANSWER_SECONDS = 4
RETRY_SECONDS = 0.1
LOOK_SECONDS = 0.5

PUBLIC = "public"
MOST_CONNECTIONS = 100

BESIDE, HEAD = "#head:", "head"
"""The beginning of a stream's name that holds the heads of another stream, and the topic of its rows. No game's id begins
with #."""

_STATED = "smashup schema "
_NAME = re.compile(r"[a-z_][a-z0-9_]{0,62}")

P = ParamSpec("P")
T = TypeVar("T")


class Unanswered(psycopg.OperationalError):
    """Raised when the server keeps the connection open but does not answer: it is frozen, cut off, or waits for another
    program."""


class TimedConnection(psycopg.Connection[DictRow]):
    """A connection that gives up when the server has been silent for too long."""

    def wait(self, gen: PQGen[T], *args: Any, **kwargs: Any) -> T:
        """Wait for the server's answer. Raises `Unanswered`."""
        try:
            return super().wait(_in_time(gen), *args, **kwargs)
        except Unanswered:
            self.close()
            raise


def _in_time(answer: PQGen[T]) -> PQGen[T]:
    """Run the driver's steps toward an answer. The driver resumes them every tenth of a second, even if nothing
    arrived."""
    heard = time.monotonic()
    try:
        step = next(answer)
        while True:
            ready = yield step
            if ready:
                heard = time.monotonic()
            elif time.monotonic() > heard + ANSWER_SECONDS:
                raise Unanswered(f"the server has not answered for {ANSWER_SECONDS} seconds")
            step = answer.send(ready)
    except StopIteration as end:
        result: T = end.value
        return result


def patiently(call: Callable[P, T]) -> Callable[P, T]:
    """Retry when a connection breaks or none is available, so that a restarted server is found.

    Broken connections leave the pool. The pool is asked again every half second because it may just have given up: it
    looks for the server again only for new requests, not for those already waiting.
    """

    @wraps(call)
    def patient(*args: P.args, **kwargs: P.kwargs) -> T:
        deadline = time.monotonic() + CONNECT_SECONDS
        while True:
            try:
                return call(*args, **kwargs)
            except (OperationalError, InterfaceError) as error:
                if isinstance(error.__cause__, Unanswered) or time.monotonic() > deadline:
                    raise
                if not isinstance(error.__cause__, PoolTimeout):
                    time.sleep(RETRY_SECONDS)

    return patient


class PatientLibrary(PostgresAggregateRecorder):
    """The library's recorder, with our retries instead of its own."""

    insert_events = patiently(unwrap(PostgresAggregateRecorder.insert_events))
    select_events = patiently(unwrap(PostgresAggregateRecorder.select_events))


class PostgresRecorder(Recorder):
    """A table of its own in a PostgreSQL database.

    Heads are rows of the same table, in a stream beside that of the game, so that roles which may only append can record
    them. A store of an older version has none; there heads are computed from the rows.
    """

    def __init__(self, url: str, *, look: bool = False) -> None:
        address, wishes = _address(url)
        where = f"at {address.get('host', 'localhost')}/{address.get('dbname', '')}"
        if wishes.schema != PUBLIC:
            where += f", schema {wishes.schema}"
        # The pool would only say that it has no connection: connect once beforehand to learn the reason.
        try:
            psycopg.connect(**address, connect_timeout=CONNECT_SECONDS).close()  # type: ignore[arg-type]
        except psycopg.Error as error:
            raise StoreUnavailable(where, str(error).strip().splitlines()[0]) from error
        self._datastore = _datastore(address, wishes)
        self._table, self._old_table = (f'"{wishes.schema}".{table}' for table in (TABLE, OLD_TABLE))
        self._rows = (
            f"SELECT originator_version, topic, state FROM {self._table} WHERE originator_id = %s "
            "AND originator_version > %s AND originator_version <= %s ORDER BY originator_version"
        )
        try:
            library = patiently(PatientLibrary)(self._datastore, events_table_name=TABLE)
            super().__init__(where, library)
            self.read_models = model_file(f"{where}, port {address.get('port', '')}")
            self.schema = self._schema()
            if not look and self._may_create():  # a role that may only read uses the existing tables
                self._create_schema()
                _create_table(library)
                if self.schema < BATCHED:
                    self._migrate()
                elif self.schema < SCHEMA:
                    self._state_version()
        except EventSourcingError as error:
            self.where = where  # the library may not have come that far
            self.close()
            raise self._explained(error) from error
        except SmashUpError:
            self.close()
            raise

    @patiently
    def _schema(self) -> int:
        """Return the version of the tables; 0 if there are none."""
        with self._datastore.transaction(commit=False) as cursor:
            columns = {}
            for table in (TABLE, OLD_TABLE):
                cursor.execute(
                    "SELECT column_name FROM information_schema.columns WHERE table_schema = %s AND table_name = %s",
                    (self._datastore.schema, table),
                )
                columns[table] = {row["column_name"] for row in cursor.fetchall()}
            cursor.execute("SELECT obj_description(to_regclass(%s), 'pg_class') AS stated", (self._table,))
            stated = (cursor.fetchone() or {}).get("stated") or ""
        version = str(stated).removeprefix(_STATED)
        if version.isdecimal() and int(version) > SCHEMA:
            raise StoreUnavailable(self.where, NEWER.format(version))
        if columns[TABLE] == COLUMNS:
            return int(version) if version.isdecimal() else BATCHED
        if not columns[TABLE] and columns[OLD_TABLE] in (set(), COLUMNS):
            return 1 if columns[OLD_TABLE] else 0
        raise StoreDamaged(self.where, "its tables of events are not as they should be", RESTORE)

    @patiently
    def _may_create(self) -> bool:
        with self._datastore.transaction(commit=False) as cursor:
            cursor.execute(
                "SELECT CASE WHEN to_regnamespace(quote_ident(%(schema)s)) IS NULL "
                "THEN has_database_privilege(current_database(), 'CREATE') "
                "ELSE has_schema_privilege(%(schema)s, 'CREATE') END AS may",
                {"schema": self._datastore.schema},
            )
            return bool((cursor.fetchone() or {}).get("may"))

    @patiently
    def _create_schema(self) -> None:
        with (
            suppress(IntegrityError),
            self._datastore.transaction(commit=True) as cursor,
        ):  # another program may create it at the same time
            cursor.execute(f'CREATE SCHEMA IF NOT EXISTS "{self._datastore.schema}"')

    @patiently
    def _migrate(self) -> None:
        """Combine rows of single events, if there are any, into batches, and record the schema version."""
        with self._datastore.transaction(commit=True) as cursor:
            cursor.execute(f"LOCK TABLE {self._table} IN EXCLUSIVE MODE")
            cursor.execute("SELECT to_regclass(%s) AS old", (self._old_table,))
            if (cursor.fetchone() or {}).get("old") is not None:  # otherwise another program has already done it
                for row in self._old_rows(cursor):
                    cursor.execute(f"INSERT INTO {self._table} VALUES (%s, %s, %s, %s)", row)
                cursor.execute(f"DROP TABLE {self._old_table}")
            cursor.execute(f"COMMENT ON TABLE {self._table} IS '{_STATED}{SCHEMA}'")
        self.schema = SCHEMA

    def _old_rows(self, cursor: psycopg.Cursor[DictRow]) -> list[Row]:
        cursor.execute(f"SELECT * FROM {self._old_table} ORDER BY originator_id, originator_version")
        streams = groupby(cursor.fetchall(), key=lambda row: str(row["originator_id"]))
        return [
            row
            for stream, rows in streams
            for row in in_batches(
                stream, ((fields["originator_version"], fields["topic"], fields["state"]) for fields in rows)
            )
        ]

    def copied(self) -> Recorder:
        """Return an in-memory copy of a store with the first schema that may not be changed."""
        try:
            with self._datastore.transaction(commit=False) as cursor:
                return OldCopy(self.where).copy(self._old_rows(cursor))
        except EventSourcingError as error:
            raise self._explained(error) from error
        finally:
            self.close()

    @patiently
    def _state_version(self) -> None:
        # The tables stay as they were. A role that may write but does not own them cannot change that, and need not.
        with suppress(ProgrammingError), self._datastore.transaction(commit=True) as cursor:
            cursor.execute(f"COMMENT ON TABLE {self._table} IS '{_STATED}{SCHEMA}'")
            self.schema = SCHEMA

    def _insert(self, rows: Sequence[Row], forget: Sequence[str], starts: Sequence[Start]) -> None:
        ends = {stream: head_of(first, topic, state) for stream, first, topic, state in rows}
        heads = [
            (f"{BESIDE}{stream}", head.last, HEAD, written_head(stream, head))
            for stream, head in (*starts, *ends.items())
        ]
        if forget:
            self._insert_and_forget([*rows, *heads], [*forget, *(f"{BESIDE}{stream}" for stream in forget)])
        else:
            self._library.insert_events([StoredEvent(*row) for row in (*rows, *heads)])

    @patiently
    def _insert_and_forget(self, rows: Sequence[Row], streams: Sequence[str]) -> None:
        with self._datastore.transaction(commit=True) as cursor:
            for row in rows:
                cursor.execute(f"INSERT INTO {self._table} VALUES (%s, %s, %s, %s)", row)
            cursor.execute(f"DELETE FROM {self._table} WHERE originator_id = ANY(%s)", (list(streams),))

    @patiently
    def _select(self, stream: str, after: int, upto: int) -> list[Found]:
        with self._datastore.get_connection() as connection, connection.cursor(row_factory=tuple_row) as cursor:
            return cursor.execute(self._rows, (stream, after, upto), prepare=True).fetchall()

    @patiently
    def _heads(self, streams: Sequence[str]) -> dict[str, Head]:
        with self._datastore.transaction(commit=False) as cursor:
            cursor.execute(
                "SELECT stream, originator_version, topic, substring(state for 64) AS state "
                "FROM unnest(%s::text[]) AS stream "
                f"CROSS JOIN LATERAL (SELECT * FROM {self._table} WHERE originator_id = stream "
                "ORDER BY originator_version DESC LIMIT 1) AS row",
                ([*streams, *(f"{BESIDE}{stream}" for stream in streams)],),
            )
            by_stream = {str(row["stream"]): row for row in cursor.fetchall()}
        return {stream: head for stream in streams if (head := _head(stream, by_stream)) is not None}

    @patiently
    def _streams(self) -> set[str]:
        with self._datastore.transaction(commit=False) as cursor:
            cursor.execute(f"SELECT DISTINCT originator_id FROM {self._table}")
            return {str(row["originator_id"]).removeprefix(BESIDE) for row in cursor.fetchall()}

    def faults(self) -> list[str]:
        """Return what is wrong if the table and its index disagree about the rows.

        If a server keeps no page checksums, damage to either hides rows without any other sign.
        """
        try:
            there, known = self._keys()
        except EventSourcingError as error:
            raise self._explained(error) from error
        return (
            [] if there == known else [f"its table has {there[0]} rows, and they are not the {known[0]} of its index"]
        )

    @patiently
    def _keys(self) -> list[tuple[int, int]]:
        """Return the number of rows and a checksum of their keys: according to the table, and according to its
        index."""
        sums = []
        with self._datastore.transaction(commit=False) as cursor:
            cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")  # others may write at the same time
            cursor.execute("SET LOCAL enable_bitmapscan = off")
            for by_table, by_index in (("on", "off"), ("off", "on")):
                cursor.execute(f"SET LOCAL enable_seqscan = {by_table}")
                cursor.execute(f"SET LOCAL enable_indexscan = {by_index}")
                cursor.execute(f"SET LOCAL enable_indexonlyscan = {by_index}")
                rows = total = 0
                with cursor.connection.cursor("keys", row_factory=tuple_row) as keys:
                    keys.itersize = 10_000  # in parts, so that a server with a long scan is not silent
                    for key in keys.execute(f"SELECT originator_id, originator_version FROM {self._table}"):
                        rows, total = rows + 1, total + hash(key)
                sums.append((rows, total))
        return sums

    def grant(self, role: str) -> list[str]:
        """Grant a role the right to read and append only. Returns the statements executed."""
        statements = grants(self._datastore.schema, role)
        try:
            with self._datastore.transaction(commit=True) as cursor:
                for statement in statements:
                    cursor.execute(statement)
                self._must_be_so(cursor, role)
        except EventSourcingError as error:
            raise self._explained(error) from error
        return statements

    def _must_be_so(self, cursor: psycopg.Cursor[DictRow], role: str) -> None:
        """Raise if the role could do more or less than intended: PostgreSQL only warns an unprivileged grantor, and a
        table's owner keeps every right."""
        cursor.execute(
            "SELECT has_table_privilege(%(role)s, %(table)s, 'INSERT') AS append, "
            "has_table_privilege(%(role)s, %(table)s, 'UPDATE, DELETE, TRUNCATE') AS change",
            {"role": role, "table": self._table},
        )
        may = cursor.fetchone() or {}
        if may.get("change"):
            wrong = f"{role} may still change what is stored, as an owner, a superuser or a member of another role"
            raise StoreUnavailable(self.where, wrong)
        if not may.get("append"):
            raise StoreUnavailable(self.where, "only the owner of its tables can grant anything")

    def close(self) -> None:
        """Close all connections, without waiting for one that is being opened."""
        self._datastore.pool.close(timeout=0)

    def _explained(self, error: Exception) -> SmashUpError:
        if isinstance(error.__cause__, PoolTimeout):
            return StoreUnavailable(self.where, "the server cannot be reached")
        return super()._explained(error)


def _head(stream: str, rows: Mapping[str, DictRow]) -> Head | None:
    """Return the head of a stream, out of its last row and its last recorded head; None if it has neither.

    Rows beyond the recorded head were added by a program that records none.
    """
    row, recorded = rows.get(stream), rows.get(f"{BESIDE}{stream}")
    last = head_of(row["originator_version"], row["topic"], row["state"]) if row else None
    if recorded is None:
        return last
    head = read_head(stream, recorded["state"])
    return last if last is not None and 0 <= head.last < last.last else head


class Wishes(NamedTuple):
    """The settings in an address that are ours, not the driver's: ?schema=league&pool_size=2&max_overflow=8."""

    schema: str = PUBLIC
    pool_size: int = 1  # connections kept open
    max_overflow: int = 4  # additional connections when needed


def _address(url: str) -> tuple[dict[str, str], Wishes]:
    """Split an address into the driver's settings and ours, which the driver would reject."""
    try:
        parts = urlsplit(url)
        parameters = parse_qsl(parts.query, keep_blank_values=True)
        ours = {key: value for key, value in parameters if key in Wishes._fields}
        rest = urlencode([(key, value) for key, value in parameters if key not in ours], quote_via=quote)
        address = {key: str(value) for key, value in conninfo_to_dict(urlunsplit(parts._replace(query=rest))).items()}
    except (psycopg.Error, ValueError):
        # Show neither the URL nor the driver's message: both may contain a password.
        raise StoreUnavailable("at postgresql://…", "its address is not understood") from None
    return address, _wishes(ours)


def _wishes(parameters: dict[str, str]) -> Wishes:
    schema = parameters.pop("schema", PUBLIC)
    if not _NAME.fullmatch(schema) or schema.startswith("pg_"):
        wrong = f"{schema!r} is not a valid schema name: use small letters, digits and _, at most 63"
        raise StoreUnavailable("at postgresql://…", wrong)
    for name, value in parameters.items():
        least = 1 if name == "pool_size" else 0
        if not value.isdecimal() or not least <= int(value) <= MOST_CONNECTIONS:
            wrong = f"{name} is a number from {least} to {MOST_CONNECTIONS}, not {value!r}"
            raise StoreUnavailable("at postgresql://…", wrong)
    return Wishes(schema, **{name: int(value) for name, value in parameters.items()})


def grants(schema: str, role: str) -> list[str]:
    """Return the statements that let a role read and append but change nothing, to be executed by the tables' owner."""
    table, name = f'"{schema}".{TABLE}', '"{}"'.format(role.replace('"', '""'))
    return [
        f"REVOKE ALL ON {table} FROM {name}",
        f'REVOKE CREATE ON SCHEMA "{schema}" FROM {name}',
        f'GRANT USAGE ON SCHEMA "{schema}" TO {name}',
        f"GRANT SELECT, INSERT ON {table} TO {name}",
    ]


def _datastore(address: dict[str, str], wishes: Wishes) -> PostgresDatastore:
    """Return a datastore with the five settings the library asks for (empty: the driver's default) and the rest of the
    URL."""
    dbname, host, port, user, password = (
        address.pop(part, "") for part in ("dbname", "host", "port", "user", "password")
    )
    datastore = PostgresDatastore(
        dbname, host, port, user, password,
        schema=wishes.schema, pool_size=wishes.pool_size, max_overflow=wishes.max_overflow,
        connect_timeout=CONNECT_SECONDS, originator_id_type="text",
    )  # fmt: skip
    pool = datastore.pool
    pool.connection_class = TimedConnection
    # By default the pool looks for a lost server ever more rarely, so callers fail long after it is back.
    pool.timeout = pool.reconnect_timeout = LOOK_SECONDS
    assert isinstance(pool.kwargs, dict)
    pool.kwargs |= {"connect_timeout": CONNECT_SECONDS, **address}
    return datastore


def _create_table(library: PostgresAggregateRecorder) -> None:
    # Programs that open a new database at the same time collide over every object to be created, however the library
    # asks. After a collision the object exists, so no program collides twice over the same one.
    for _ in library.sql_create_statements:
        try:
            library.create_table()
            return
        except IntegrityError:
            pass
        except ProgrammingError as error:
            if not isinstance(error.__cause__, DuplicateTable | DuplicateObject):
                raise
    library.create_table()
