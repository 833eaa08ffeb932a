"""Databases that are not what they were: always one sentence, never a traceback, and nothing is changed."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, suppress
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec
import psycopg
import pytest

from events.errors import SmashUpError, StoreDamaged, StoreUnavailable
from events.store import Store, open_store
from tests.events.samples import decision, opening, small_game


@pytest.fixture
def database(tmp_path: Path) -> Path:
    """A file with two games and a branch."""
    with open_store(tmp_path / "games.db") as store:
        log = small_game(200)
        store.create(log[:6], id="long", title="a long one")
        for after in range(6, len(log), 4):
            store.append("long", after, log[after : after + 4])
        store.create(opening(), id="short")
        store.branch("long", 30, decision(30), id="branch")
    return tmp_path / "games.db"


def change(file: Path, statement: str) -> None:
    with closing(sqlite3.connect(file)) as connection, connection:
        assert connection.execute(statement).rowcount != 0


def use(file: Path, game: str) -> None:
    with open_store(file) as store:
        for damage in store.damage:
            raise damage
        store.read(game)


def damage_of(file: Path, game: str = "long") -> str:
    """What is said about it; and the file must stay as it is."""
    before = file.read_bytes()
    with pytest.raises(StoreDamaged) as caught:
        use(file, game)
    assert file.read_bytes() == before
    sentence = str(caught.value)
    assert str(file) in sentence
    assert len(sentence.splitlines()) == 1
    return sentence


# --- the file -------------------------------------------------------------------------------------------------------


def test_not_a_database(tmp_path: Path) -> None:
    (tmp_path / "games.db").write_text("Dear diary, today we played Smash Up.\n" * 100)
    assert "the file is not a database" in damage_of(tmp_path / "games.db")


@pytest.mark.parametrize("keep", [0.1, 0.5, 0.9])
def test_a_database_that_was_cut(database: Path, keep: float) -> None:
    data = database.read_bytes()
    database.write_bytes(data[: int(len(data) * keep)])
    assert "cut or overwritten" in damage_of(database)


def test_a_database_with_pages_overwritten(database: Path) -> None:
    data = bytearray(database.read_bytes())
    data[8192 : len(data) - 4096] = b"\xaa" * (len(data) - 8192 - 4096)
    database.write_bytes(data)
    assert "cut or overwritten" in damage_of(database)


def test_the_database_of_another_program(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "games.db")) as connection:
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("CREATE TABLE recipes (cake TEXT)")
    assert "belongs to another program" in damage_of(tmp_path / "games.db")


def test_another_table_of_our_name(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "games.db")) as connection:
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("CREATE TABLE smashup_batches (id INTEGER, what TEXT)")
    assert "its tables of events are not as they should be" in damage_of(tmp_path / "games.db")


def test_a_file_that_may_not_be_written(database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(self: object, *arguments: object) -> None:
        raise sqlite3.OperationalError("attempt to write a readonly database")

    with open_store(database) as store:
        monkeypatch.setattr("events.recorders.SQLiteRecorder._insert", refuse)
        with pytest.raises(StoreUnavailable, match="readonly database"):
            store.append("short", 6, decision(6))


# --- rows -----------------------------------------------------------------------------------------------------------

ROW = "originator_id = 'long' AND originator_version = 23"  # events 23 to 26


@pytest.mark.parametrize(
    ("statement", "reason"),
    [
        (f"UPDATE smashup_batches SET state = X'00FF' WHERE {ROW}", "its checksum is wrong"),
        (f"UPDATE smashup_batches SET state = NULL WHERE {ROW}", "it is not a row of a store"),
        (f"UPDATE smashup_batches SET state = state || X'00' WHERE {ROW}", "it is not a row of a store"),
        (f"UPDATE smashup_batches SET topic = 'nonsense:4' WHERE {ROW}", "unknown kind of row 'nonsense:4'"),
        (f"UPDATE smashup_batches SET topic = NULL WHERE {ROW}", "unknown kind of row"),
        (f"UPDATE smashup_batches SET topic = 'batch9:4' WHERE {ROW}", "a newer version of this program"),
        (f"UPDATE smashup_batches SET topic = 'batch:3' WHERE {ROW}", "its checksum is wrong"),
        (f"DELETE FROM smashup_batches WHERE {ROW}", "it is missing"),
    ],
)
@pytest.mark.parametrize("game", ["long", "branch"])
def test_a_bad_row_is_named_and_what_lies_around_it_can_be_read(
    database: Path, statement: str, reason: str, game: str
) -> None:
    change(database, statement)
    sentence = damage_of(database, game)
    assert "game long, event 23 cannot be read" in sentence
    assert reason in sentence
    assert "read the game up to position 22" in sentence
    with open_store(database) as store:
        assert store.read(game, 22) == small_game(200)[:22]
        assert store.read("long", after=26) == small_game(200)[26:]
        assert store.read("short") == opening()
        assert [info.id for info in store.games()] == ["long", "short", "branch"]


def test_a_row_in_the_place_of_another(database: Path) -> None:
    change(
        database,
        "UPDATE smashup_batches SET (topic, state) = (SELECT topic, state FROM smashup_batches WHERE "
        f"originator_id = 'long' AND originator_version = 19) WHERE {ROW}",
    )
    assert "game long, event 23 cannot be read (its checksum is wrong)" in damage_of(database)


def test_a_row_of_the_same_place_in_another_past(database: Path, tmp_path: Path) -> None:
    """Whole in itself, but it follows something else."""
    with open_store(tmp_path / "other.db") as store:
        store.create([*opening(), *decision(6, card=99), *small_game(200)[10:22]], id="long")
        store.append("long", 22, small_game(200)[22:26])
    other = f"SELECT topic, state FROM other.smashup_batches WHERE {ROW}"
    with closing(sqlite3.connect(database)) as connection, connection:
        connection.execute("ATTACH ? AS other", (str(tmp_path / "other.db"),))
        connection.execute(f"UPDATE main.smashup_batches SET (topic, state) = ({other}) WHERE {ROW}")
    assert "event 23 cannot be read (it does not follow the one before)" in damage_of(database)


@pytest.mark.parametrize("lost", [1, 2, 5])
def test_rows_lost_at_the_end(database: Path, lost: int) -> None:
    last = "SELECT MAX(originator_version) FROM smashup_batches WHERE originator_id = 'long'"
    for _ in range(lost):
        change(database, f"DELETE FROM smashup_batches WHERE originator_id = 'long' AND originator_version = ({last})")
    first = 1 + len(small_game(200)) - (2 + 4 * (lost - 1))
    assert f"game long, event {first} cannot be read (it is missing)" in damage_of(database)


@pytest.mark.parametrize("head", ["X'00'", "NULL", "(SELECT head FROM smashup_heads WHERE stream = 'branch')"])
def test_where_a_game_ends_cannot_be_read(database: Path, head: str) -> None:
    change(database, f"UPDATE smashup_heads SET head = {head} WHERE stream = 'long'")
    assert "where game long ends cannot be read" in damage_of(database)
    with open_store(database) as store:
        assert [info.id for info in store.games()] == ["short", "branch"]
        assert store.read("long", 30) == small_game(200)[:30]
        assert store.read("branch") == small_game(200)[:30] + decision(30)


def test_a_list_that_is_empty_beside_games_is_no_empty_store(database: Path) -> None:
    change(database, "DELETE FROM smashup_batches WHERE originator_id = '#games'")
    assert "entry 1 of the list of games cannot be read" in damage_of(database)
    change(database, "DELETE FROM smashup_heads WHERE stream = '#games'")
    assert "the list of games is empty, but there are games" in damage_of(database)


def test_events_that_a_branch_needs_and_its_parent_has_lost(database: Path) -> None:
    change(database, "DELETE FROM smashup_batches WHERE originator_id = 'long' AND originator_version >= 23")
    assert "game long, event 23 cannot be read (it is missing)" in damage_of(database, "branch")


def test_a_game_without_any_row(database: Path) -> None:
    change(database, "DELETE FROM smashup_batches WHERE originator_id = 'short'")
    assert "game short, event 1 cannot be read (it is missing)" in damage_of(database, "short")
    change(database, "DELETE FROM smashup_heads WHERE stream = 'short'")
    assert "where game short ends cannot be read" in damage_of(database, "short")


def test_an_empty_file_is_no_empty_store(database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("events.recorders.CREATING_SECONDS", 0.1)
    database.write_bytes(b"")
    for look in (True, False):
        with pytest.raises(StoreDamaged, match="the file is empty"):
            open_store(database, look=look)
    assert database.read_bytes() == b""


def test_a_branch_without_events_that_lost_its_beginning(database: Path) -> None:
    with open_store(database) as store:
        store.branch("long", 30, id="bare")
        assert store.read("bare") == small_game(200)[:30]
        assert [wrong for _, wrong in store.check() if wrong] == []
    change(database, "DELETE FROM smashup_heads WHERE stream = 'bare'")
    assert "where game bare ends cannot be read" in damage_of(database, "bare")


def test_a_branch_that_lost_both_its_rows_and_its_head(database: Path) -> None:
    with open_store(database) as store:
        store.branch("long", 30, id="bare")
        store.append("bare", 30, decision(30))
    change(database, "DELETE FROM smashup_batches WHERE originator_id = 'bare'")
    assert "event 31 cannot be read (it is missing)" in damage_of(database, "bare")
    change(database, "DELETE FROM smashup_heads WHERE stream = 'bare'")
    assert "where game bare ends cannot be read" in damage_of(database, "bare")


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE smashup_batches SET state = X'00' WHERE originator_id = '#games' AND originator_version = 1",
        "DELETE FROM smashup_batches WHERE originator_id = '#games' AND originator_version = 1",
    ],
)
def test_a_bad_entry_of_the_list_does_not_lock_up_the_other_games(database: Path, statement: str) -> None:
    change(database, statement)
    assert "entry 1 of the list of games cannot be read" in damage_of(database)
    with open_store(database) as store:
        assert store.read("short") == opening()
        store.append("short", 6, decision(6))
        with pytest.raises(StoreDamaged, match="entry 1 of the list"):
            store.read("long")
        found = {name: error is None for name, error in store.check()}
        assert found == {"database": True, "list of games": False, "short": True, "long": False, "branch": False}
        with pytest.raises(SmashUpError, match="long already exists"):
            store.create(opening(), id="long")


# --- PostgreSQL -----------------------------------------------------------------------------------------------------


def test_postgres_another_table_of_our_name(empty_postgres: str) -> None:
    with psycopg.connect(empty_postgres) as connection:
        connection.execute("CREATE TABLE smashup_batches (id integer, what text)")
    with pytest.raises(StoreDamaged, match="its tables of events are not as they should be"):
        open_store(empty_postgres)


def test_postgres_a_bad_row_is_named(empty_postgres: str) -> None:
    with open_store(empty_postgres) as store:
        store.create(opening(), id="long")
        store.append("long", 6, decision(6))
    with psycopg.connect(empty_postgres) as connection:
        connection.execute("UPDATE smashup_batches SET state = '' WHERE originator_version = 7")
    with open_store(empty_postgres) as store, pytest.raises(StoreDamaged, match="game long, event 7 cannot be read"):
        store.read("long")


def test_postgres_rows_lost_at_the_end_of_a_game_that_has_ended(empty_postgres: str) -> None:
    log = small_game(20)
    with open_store(empty_postgres) as store:
        store.create(log[:6], id="long")
        store.append("long", 6, log[6:])
        store.branch("long", 6, id="branch")
        store.append("branch", 6, log[6:])
    with psycopg.connect(empty_postgres) as connection:
        connection.execute("DELETE FROM smashup_batches WHERE originator_version >= 7")
    with open_store(empty_postgres) as store:
        assert store.games() == []
        for game in ("long", "branch"):
            with pytest.raises(StoreDamaged, match=f"where game {game} ends cannot be read"):
                store.read(game)
            assert store.read(game, 6) == log[:6]


@pytest.mark.parametrize("stream", ["long", "branch"])
def test_postgres_the_last_row_of_an_unfinished_game_lost(empty_postgres: str, stream: str) -> None:
    log = small_game(20)
    with open_store(empty_postgres) as store:
        store.create(log[:6], id="long")
        store.append("long", 6, log[6:10])
        store.branch("long", 6, id="branch")
        store.append("branch", 6, log[6:10])
        assert [wrong for _, wrong in store.check() if wrong] == []
    with psycopg.connect(empty_postgres) as connection:
        connection.execute("DELETE FROM smashup_batches WHERE originator_id = %s AND originator_version = 7", (stream,))
    with open_store(empty_postgres) as store:
        with pytest.raises(StoreDamaged, match=f"game {stream}, event 7 cannot be read"):
            store.read(stream)
        assert [name for name, wrong in store.check() if wrong] == [stream]
        assert store.read(stream, 6) == log[:6]


def test_postgres_a_branch_that_lost_everything(empty_postgres: str) -> None:
    with open_store(empty_postgres) as store:
        store.create(small_game(20)[:6], id="long")
        store.branch("long", 6, id="bare")
        assert store.read("bare") == small_game(20)[:6]
    with psycopg.connect(empty_postgres) as connection:
        connection.execute("DELETE FROM smashup_batches WHERE originator_id LIKE '%bare'")
    with open_store(empty_postgres) as store:
        assert "bare" in [name for name, wrong in store.check() if wrong]


def test_postgres_rows_of_a_store_without_recorded_heads(empty_postgres: str) -> None:
    log = small_game(20)
    with open_store(empty_postgres) as store:
        store.create(log[:6], id="long")
    with psycopg.connect(empty_postgres) as connection:
        connection.execute("DELETE FROM smashup_batches WHERE originator_id LIKE '#head:%'")
    with open_store(empty_postgres) as store:
        assert store.read("long") == log[:6]
        store.append("long", 6, log[6:10])
        assert store.read("long") == log[:10]
        assert [wrong for _, wrong in store.check() if wrong] == []


def test_postgres_a_row_that_the_index_has_lost_is_found(empty_postgres: str) -> None:
    with open_store(empty_postgres) as store:
        store.create(opening(), id="long")
        assert [wrong for _, wrong in store.check() if wrong] == []
        with psycopg.connect(empty_postgres) as connection:
            index = "'smashup_batches_pkey'::regclass"
            connection.execute(f"UPDATE pg_index SET indisready = false WHERE indexrelid = {index}")
        store.append("long", 6, decision(6))  # which the index is not told of
        found = dict(store.check())
    assert str(found.pop("database")).endswith(
        "the database itself finds: its table has 6 rows, and they are not the 4 of its index; "
        "nothing was changed, restore it from a copy."
    )


def test_postgres_a_wrong_password_is_not_told(postgres_url: str) -> None:
    address, password = postgres_url, postgres_url.split(":")[2].split("@")[0]
    with pytest.raises(StoreUnavailable, match="password authentication failed") as caught:
        open_store(address.replace(password, "wrong-word"))
    assert "wrong-word" not in str(caught.value)


# --- every bit ------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def tiny(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """A whole database of few bytes: a game, and a branch of it that goes on."""
    file = tmp_path_factory.mktemp("tiny") / "games.db"
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("PRAGMA page_size=512")
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("VACUUM")
    with open_store(file) as store:
        fill(store)
    return file.read_bytes()


@pytest.fixture
def swift(tmp_path: Path) -> Iterator[Path]:
    """A folder in memory, where there is one: thousands of databases are made in it."""
    memory = Path("/dev/shm")
    with TemporaryDirectory(dir=memory if memory.is_dir() else tmp_path) as folder:
        yield Path(folder)


def fill(store: Store) -> None:
    store.create(opening(), id="a", title="t", created=datetime(2026, 1, 1, tzinfo=UTC))
    store.branch("a", 6, decision(6), id="b")


def told(store: Store) -> list[object]:
    """All that a store tells."""
    listed = store.games()
    for damage in store.damage:
        raise damage
    return [msgspec.structs.replace(info, created=None) for info in listed] + [store.read(info.id) for info in listed]


@pytest.mark.parametrize("turn", [0, *(pytest.param(turn, marks=pytest.mark.nightly) for turn in range(1, 8))])
def test_every_flipped_bit_is_refused_or_changes_nothing(tiny: bytes, swift: Path, turn: int) -> None:
    """One bit of every byte; the eight turns together flip each bit."""
    with open_store(":memory:") as store:
        fill(store)
        right = told(store)
    file = swift / "games.db"
    refused = 0
    for index in range(len(tiny)):
        bit = (index + turn) % 8
        flipped = bytearray(tiny)
        flipped[index] ^= 1 << bit
        file.write_bytes(flipped)
        try:
            with open_store(file) as store:
                now = told(store)
        except SmashUpError:
            refused += 1
        else:
            assert now == right, f"bit {bit} of byte {index}: another game"
        finally:
            for log in ("-wal", "-shm"):
                file.with_name(file.name + log).unlink(missing_ok=True)
    assert refused > len(tiny) // 4, "the game is in there"


def flipped(value: int | str | bytes) -> Iterator[int | str | bytes]:
    """A value of a row with one bit changed: every bit of numbers and words, every ninth of the events."""
    if isinstance(value, int):
        yield from (value ^ (1 << bit) for bit in range(31))
        return
    raw = value.encode() if isinstance(value, str) else value
    for index in range(0, 8 * len(raw), 1 if isinstance(value, str) else 9):
        changed = bytearray(raw)
        changed[index // 8] ^= 1 << index % 8
        if isinstance(value, bytes):
            yield bytes(changed)
        elif (word := changed.decode("utf-8", "replace")).isprintable():
            yield word


@pytest.mark.parametrize("third", [0, *(pytest.param(one, marks=pytest.mark.nightly) for one in (1, 2))])
def test_postgres_every_flipped_bit_is_refused_or_found(empty_postgres: str, third: int) -> None:
    """A row that has changed its name is gone, where it was the last one: looking at everything finds it elsewhere."""
    with open_store(":memory:") as store:
        fill(store)
        right = told(store)
    add = "INSERT INTO smashup_batches VALUES (%s, %s, %s, %s)"
    with open_store(empty_postgres) as store, psycopg.connect(empty_postgres, autocommit=True) as connection:
        fill(store)
        rows = connection.execute("SELECT * FROM smashup_batches").fetchall()
        for row in rows:
            for column, value in enumerate(row):
                for other in islice(flipped(value), third, None, 3):
                    connection.execute(
                        "DELETE FROM smashup_batches WHERE originator_id = %s AND originator_version = %s", row[:2]
                    )
                    changed = (*row[:column], other, *row[column + 1 :])
                    connection.execute(f"{add} ON CONFLICT DO NOTHING", changed)
                    again = Store(store._recorder)
                    with suppress(SmashUpError):
                        assert told(again) == right or [wrong for _, wrong in again.check() if wrong], changed[:3]
                    connection.execute("DELETE FROM smashup_batches")
                    with connection.cursor() as cursor:
                        cursor.executemany(add, rows)
