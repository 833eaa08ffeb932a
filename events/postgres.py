"""The PostgreSQL recorder. Needs the extra `postgres`; nothing else here imports it."""

from __future__ import annotations

from collections.abc import Sequence

import psycopg
from eventsourcing.domain import EventSourcingError
from eventsourcing.persistence import IntegrityError
from eventsourcing.postgres import PostgresAggregateRecorder, PostgresDatastore
from psycopg.conninfo import conninfo_to_dict

from events.errors import SmashUpError, StoreDamaged, StoreUnavailable
from events.recorders import COLUMNS, RESTORE, TABLE, Recorder

CONNECT_SECONDS = 5


class PostgresRecorder(Recorder):
    """A table of its own in a PostgreSQL database."""

    _MAX = (
        f"SELECT stream, (SELECT MAX(originator_version) FROM {TABLE} WHERE originator_id = stream) AS last "
        "FROM unnest(%s::text[]) AS stream"
    )

    def __init__(self, url: str) -> None:
        address = _address(url)
        where = f"at {address.get('host', 'localhost')}/{address.get('dbname', '')}"
        # The pool keeps trying a server that is not there for minutes: ask once beforehand.
        try:
            psycopg.connect(url, connect_timeout=CONNECT_SECONDS).close()
        except psycopg.Error as error:
            raise StoreUnavailable(where, str(error).strip().splitlines()[0]) from error
        self._datastore = _datastore(address)
        try:
            library = PostgresAggregateRecorder(self._datastore, events_table_name=TABLE)
            super().__init__(where, library)
            self._check_table()
            _create_table(library)
        except EventSourcingError as error:
            self.close()
            raise self._explained(error) from error
        except SmashUpError:
            self.close()
            raise

    def _check_table(self) -> None:
        with self._datastore.transaction(commit=False) as cursor:
            cursor.execute(
                "SELECT column_name FROM information_schema.columns WHERE table_schema = %s AND table_name = %s",
                (self._datastore.schema, TABLE),
            )
            columns = {row["column_name"] for row in cursor.fetchall()}
        if columns and columns != COLUMNS:
            raise StoreDamaged(self.where, "its table of events is not as it should be", RESTORE)

    def _last_positions(self, streams: Sequence[str]) -> dict[str, int]:
        with self._datastore.transaction(commit=False) as cursor:
            cursor.execute(self._MAX, (list(streams),))
            return {row["stream"]: row["last"] for row in cursor.fetchall() if row["last"] is not None}

    def close(self) -> None:
        """Close all connections."""
        self._datastore.close()


def _address(url: str) -> dict[str, str]:
    try:
        return {key: str(value) for key, value in conninfo_to_dict(url).items()}
    except psycopg.Error:
        # Neither the URL nor what the driver says of it: a password may be in both.
        raise StoreUnavailable("at postgresql://…", "its address is not understood") from None


def _datastore(address: dict[str, str]) -> PostgresDatastore:
    """The five parts the library asks for (empty: the driver's default), and whatever else the URL says."""
    dbname, host, port, user, password = (
        address.pop(part, "") for part in ("dbname", "host", "port", "user", "password")
    )
    datastore = PostgresDatastore(
        dbname, host, port, user, password,
        max_overflow=4, connect_timeout=CONNECT_SECONDS, originator_id_type="text",
    )  # fmt: skip
    settings = datastore.pool.kwargs
    assert isinstance(settings, dict)
    settings.update(address)
    return datastore


def _create_table(library: PostgresAggregateRecorder) -> None:
    # Two programs that open a new database at once collide here, however the library asks; the second try finds
    # everything in place.
    try:
        library.create_table()
    except IntegrityError:
        library.create_table()
