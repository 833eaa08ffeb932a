"""What only a server can do to a store: collide while its table is made, die, fall silent, come back."""

import socket
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from urllib.parse import urlsplit

import psycopg
import pytest
from eventsourcing.persistence import OperationalError
from eventsourcing.postgres import PostgresAggregateRecorder, PostgresDatastore
from psycopg.conninfo import conninfo_to_dict
from psycopg.rows import DictRow
from psycopg_pool import PoolTimeout

from events.errors import GameHasMovedOn, StoreUnavailable
from events.postgres import _create_table
from events.recorders import TABLE
from events.store import Store, open_store
from tests.events.samples import decision, opening, small_game, victory

# --- a new database -------------------------------------------------------------------------------------------------


def test_a_store_waits_for_others_that_make_its_table(empty_postgres: str) -> None:
    """Over the type first and then over the table: what is not committed yet, nobody sees, and everybody bumps into."""
    columns = "originator_id text, originator_version bigint, topic text, state bytea"
    with (
        ThreadPoolExecutor() as threads,
        psycopg.connect(empty_postgres) as one,
        psycopg.connect(empty_postgres) as two,
    ):
        one.execute(f"CREATE TYPE stored_event_text AS ({columns})")
        two.execute(f"CREATE TABLE {TABLE} ({columns}, PRIMARY KEY (originator_id, originator_version))")
        opened = threads.submit(open_store, empty_postgres)
        for other in (one, two):
            wait_for_a_lock(empty_postgres)
            other.commit()
        with opened.result(10) as store:
            game = store.create(opening())
            assert store.read(game) == opening()


def wait_for_a_lock(url: str) -> None:
    deadline = time.monotonic() + 10
    with psycopg.connect(url, autocommit=True) as connection:
        while not connection.execute("SELECT 1 FROM pg_locks WHERE NOT granted").fetchone():
            assert time.monotonic() < deadline, "the store did not wait for the other program"
            time.sleep(0.01)


def test_a_table_that_another_program_has_just_made_is_taken_as_it_is(empty_postgres: str) -> None:
    """It may come between the server's look whether it is there and its making."""

    class Hasty(PostgresAggregateRecorder):
        has_collided = False

        def _create_table(self, curs: psycopg.Cursor[DictRow]) -> None:
            if not self.has_collided:
                self.has_collided = True
                curs.execute(f"CREATE TABLE {TABLE} (originator_id text)")
            super()._create_table(curs)

    address = conninfo_to_dict(empty_postgres)
    parts = [str(address[part]) for part in ("dbname", "host", "port", "user", "password")]
    with open_store(empty_postgres), PostgresDatastore(*parts, originator_id_type="text") as datastore:
        library = Hasty(datastore, events_table_name=TABLE)
        _create_table(library)
        assert library.has_collided


# --- a line that can be cut -----------------------------------------------------------------------------------------


class Proxy:
    """Carries what a store and its server say to each other, until told otherwise."""

    def __init__(self, url: str) -> None:
        server = urlsplit(url)
        assert server.hostname
        assert server.port
        self._server = (server.hostname, server.port)
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port = self._listener.getsockname()[1]
        self.url = url.replace(f":{server.port}/", f":{self.port}/")
        self._open: list[socket.socket] = []
        self.loses_answers = 0  # number of next answers to lose, each with its connection
        self.stays_down = False  # with the answer that is lost goes the server
        self.is_silent = False
        self._accept_in_background()

    def _accept_in_background(self) -> None:
        threading.Thread(target=self._accept, args=[self._listener], daemon=True).start()

    def _accept(self, listener: socket.socket) -> None:
        with suppress(OSError):
            while True:
                store, _ = listener.accept()
                server = socket.create_connection(self._server)
                self._open += [store, server]
                for ends in ((store, server), (server, store)):
                    threading.Thread(target=self._carry, args=ends, daemon=True).start()

    def _carry(self, source: socket.socket, target: socket.socket) -> None:
        from_server = source.getpeername() == self._server
        with suppress(OSError):
            while said := source.recv(65536):
                if self.is_silent:
                    continue
                if from_server and self.loses_answers:
                    self.loses_answers -= 1
                    if self.stays_down:
                        self.down()
                    break
                target.sendall(said)
        self._hang_up(source, target)

    def _hang_up(self, *ends: socket.socket) -> None:
        for end in ends:
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()

    def down(self) -> None:
        """The server is gone: every connection breaks, and new ones are refused."""
        self._hang_up(self._listener, *self._open)
        self._open.clear()

    def up(self) -> None:
        """The server is back."""
        self.stays_down = False
        self._listener = socket.create_server(("127.0.0.1", self.port))
        self._accept_in_background()


@pytest.fixture
def line(empty_postgres: str) -> Iterator[Proxy]:
    line = Proxy(empty_postgres)
    yield line
    line.down()


# --- lost answers ---------------------------------------------------------------------------------------------------


def test_a_batch_whose_answer_is_lost_is_saved_once(line: Proxy) -> None:
    with open_store(line.url) as store:
        game = store.create(opening())
        for after, batch in ((6, decision(6)), (10, victory(10))):
            line.loses_answers = 1
            assert store.append(game, after, batch) == after + len(batch)
            assert line.loses_answers == 0
        assert store.read(game) == opening() + decision(6) + victory(10)
        (info,) = store.games()
        assert info.result
        assert info.result.position == info.events


def test_a_game_whose_answer_is_lost_is_listed_once(line: Proxy) -> None:
    with open_store(line.url) as store:
        store.games()
        make: list[Callable[[], object]] = [
            lambda: store.create(small_game(), id="friday"),
            lambda: store.branch("friday", 3, decision(3), id="what-if"),
            lambda: store.rename("friday", "Friday night"),
        ]
        for write in make:
            lose_the_answer_to_the_insert(store, line)
            write()
            assert line.loses_answers == 0
        assert [(info.id, info.title) for info in store.games()] == [("friday", "Friday night"), ("what-if", "")]
        assert store.read("friday") == small_game()


def lose_the_answer_to_the_insert(store: Store, line: Proxy) -> None:
    """Not to the look into the catalogue before it."""
    recorder = store._recorder
    insert = recorder.insert

    def armed(rows, **also):
        line.loses_answers = 1
        recorder.insert = insert  # type: ignore[method-assign]
        insert(rows, **also)

    recorder.insert = armed  # type: ignore[method-assign]


@pytest.mark.parametrize("batch", [decision, victory])
def test_a_batch_may_be_given_again_after_an_outage(line: Proxy, batch: Callable[[int], list]) -> None:
    with open_store(line.url) as store:
        game = store.create(opening())
        lose_the_answer_to_the_insert(store, line)
        line.stays_down = True
        with pytest.raises(StoreUnavailable, match="cannot be reached"):
            store.append(game, 6, batch(6))
        line.up()
        assert store.append(game, 6, batch(6)) == 6 + len(batch(6))
        assert store.read(game) == opening() + batch(6)
        with pytest.raises(GameHasMovedOn):
            store.append(game, 6, decision(6, card=99))


@pytest.mark.parametrize("failures", [2, 1000])
def test_a_store_waits_for_a_server_that_is_slow_to_connect(empty_postgres: str, monkeypatch, failures: int) -> None:
    """The library needs a connection before the store does anything itself."""
    connections = iter(range(failures))
    register = PostgresDatastore.register_type_adapters

    def slow(datastore: PostgresDatastore) -> None:
        if next(connections, None) is not None:
            raise OperationalError("couldn't get a connection") from PoolTimeout("couldn't get a connection")
        register(datastore)

    monkeypatch.setattr(PostgresDatastore, "register_type_adapters", slow)
    if failures > 2:
        monkeypatch.setattr("events.postgres.CONNECT_SECONDS", 0)
        with pytest.raises(StoreUnavailable, match="cannot be reached"):
            open_store(empty_postgres)
        return
    with open_store(empty_postgres) as store:
        game = store.create(opening())
        assert store.read(game) == opening()


# --- outages --------------------------------------------------------------------------------------------------------


def fall_silent(line: Proxy) -> None:
    line.is_silent = True


@pytest.mark.parametrize("outage", [Proxy.down, fall_silent])
def test_an_outage_is_reported_within_five_seconds(line: Proxy, outage: Callable[[Proxy], None]) -> None:
    def is_told(call: Callable[[Store], object]) -> float:
        began = 0.0

        def ask() -> None:
            nonlocal began
            with open_store(line.url) as store:
                store.info(game)
                standing_by.wait(10)
                gone.wait(10)
                began = time.perf_counter()
                call(store)

        with pytest.raises(StoreUnavailable) as caught:
            ask()
        assert len(str(caught.value).splitlines()) == 1
        return time.perf_counter() - began

    with open_store(line.url) as store:
        game = store.create(opening())
    calls: list[Callable[[Store], object]] = [
        lambda store: store.append(game, 6, decision(6)),
        lambda store: store.append(game, 6, victory(6)),
        lambda store: store.read(game),
        lambda store: store.length(game),
        lambda store: store.games(),
        lambda store: store.create(opening()),
        lambda _: open_store(line.url),
    ]
    standing_by, gone = threading.Barrier(len(calls) + 1), threading.Event()
    with ThreadPoolExecutor(len(calls)) as threads:
        told = [threads.submit(is_told, call) for call in calls]
        standing_by.wait(10)
        outage(line)
        gone.set()
        assert max(warning.result() for warning in told) < 5


def test_a_store_goes_on_with_a_server_that_was_restarted(line: Proxy) -> None:
    with open_store(line.url) as store:
        game = store.create(opening())
        calls: list[Callable[[], object]] = [
            lambda: store.length(game),
            lambda: store.append(game, 6, decision(6)),
            lambda: store.read(game),
        ]
        for call in calls:
            line.down()
            line.up()
            call()
        assert store.read(game) == opening() + decision(6)


def test_a_server_that_comes_back_is_found_at_once(line: Proxy) -> None:
    with open_store(line.url) as store:
        game = store.create(opening())
        line.down()
        for _ in range(2):
            with pytest.raises(StoreUnavailable):
                store.length(game)
        line.up()
        began = time.perf_counter()
        assert store.length(game) == 6
        assert time.perf_counter() - began < 2


def test_who_waits_already_gets_a_server_that_comes_back_after_the_pool_gave_up(line: Proxy) -> None:
    with open_store(line.url) as store, ThreadPoolExecutor(1) as threads:
        game = store.create(opening())
        pool = store._recorder._datastore.pool  # type: ignore[attr-defined]
        pool.reconnect_timeout = 0.2
        line.down()
        length = threads.submit(store.length, game)
        gave_up = threading.Event()

        def note() -> None:
            if not pool.get_stats()["pool_size"]:
                gave_up.set()

        pool.reconnect_failed = note
        assert gave_up.wait(4)
        line.up()
        assert length.result(10) == 6


def test_a_server_that_answers_slowly_but_steadily_is_heard_out(
    empty_postgres: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("events.postgres.ANSWER_SECONDS", 0.5)
    with open_store(empty_postgres) as store, store._recorder._datastore.get_connection() as connection:  # type: ignore[attr-defined]
        with closing(connection.cursor()) as cursor:
            pauses = "SELECT repeat('x', 20000), pg_sleep(0.2) FROM generate_series(1, 5)"
            assert len(cursor.execute(pauses).fetchall()) == 5
        with pytest.raises(psycopg.OperationalError, match=r"not answered for 0\.5 seconds"):
            connection.execute("SELECT pg_sleep(2)")
        assert connection.closed
