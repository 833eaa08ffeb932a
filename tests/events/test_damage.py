"""Databases that are not what they were: always one sentence, never a traceback, and nothing is changed."""

import sqlite3
from contextlib import closing
from pathlib import Path

import psycopg
import pytest

from events.errors import SmashUpError, StoreDamaged, StoreUnavailable
from events.store import open_store
from tests.events.samples import decision, opening, small_game


@pytest.fixture
def database(tmp_path: Path) -> Path:
    """A file with two games and a branch."""
    with open_store(tmp_path / "games.db") as store:
        store.create(small_game(200), id="long", title="a long one")
        store.create(opening(), id="short")
        store.branch("long", 30, decision(30), id="branch")
    return tmp_path / "games.db"


def change(file: Path, statement: str) -> None:
    with closing(sqlite3.connect(file)) as connection, connection:
        assert connection.execute(statement).rowcount != 0


def use(file: Path, game: str) -> None:
    with open_store(file) as store:
        store.games()
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
        connection.execute("CREATE TABLE smashup_events (id INTEGER, what TEXT)")
    assert "its table of events is not as it should be" in damage_of(tmp_path / "games.db")


def test_a_file_that_may_not_be_written(database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(self: object, *arguments: object) -> None:
        raise sqlite3.OperationalError("attempt to write a readonly database")

    with open_store(database) as store:
        monkeypatch.setattr("eventsourcing.sqlite.SQLiteCursor.executemany", refuse)
        with pytest.raises(StoreUnavailable, match="readonly database"):
            store.append("short", 6, decision(6))


# --- rows -----------------------------------------------------------------------------------------------------------

ROW = "originator_id = 'long' AND originator_version = 25"


@pytest.mark.parametrize(
    ("statement", "reason"),
    [
        (f"UPDATE smashup_events SET state = X'00FF' WHERE {ROW}", "no event"),
        (f"UPDATE smashup_events SET state = NULL WHERE {ROW}", "no event"),
        (f"UPDATE smashup_events SET topic = 'nonsense:1' WHERE {ROW}", "no kind of event called 'nonsense:1'"),
        (f"UPDATE smashup_events SET topic = NULL WHERE {ROW}", "no kind of event"),
        (f"UPDATE smashup_events SET topic = 'drawn:9' WHERE {ROW}", "a newer version of this program"),
        (f"DELETE FROM smashup_events WHERE {ROW}", "it is missing"),
    ],
)
@pytest.mark.parametrize("game", ["long", "branch"])
def test_a_bad_row_is_named_and_what_comes_before_it_can_be_read(
    database: Path, statement: str, reason: str, game: str
) -> None:
    change(database, statement)
    sentence = damage_of(database, game)
    assert "game long, event 25 cannot be read" in sentence
    assert reason in sentence
    assert "read the game up to position 24" in sentence
    with open_store(database) as store:
        assert store.read(game, 24) == small_game(200)[:24]
        assert store.read("short") == opening()


def test_a_row_in_the_place_of_another(database: Path) -> None:
    change(
        database,
        "UPDATE smashup_events SET (topic, state) = (SELECT topic, state FROM smashup_events WHERE "
        f"originator_id = 'long' AND originator_version = 24) WHERE {ROW}",
    )
    assert "it calls itself event 24" in damage_of(database)


def test_events_that_a_branch_needs_and_its_parent_has_lost(database: Path) -> None:
    change(database, "DELETE FROM smashup_events WHERE originator_id = 'long' AND originator_version >= 25")
    assert "game long, event 25 cannot be read (it is missing)" in damage_of(database, "branch")


def test_a_game_without_any_row(database: Path) -> None:
    change(database, "DELETE FROM smashup_events WHERE originator_id = 'short'")
    assert "game short, event 1 cannot be read (it is missing)" in damage_of(database, "short")


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE smashup_events SET state = X'00' WHERE originator_id = '#games' AND originator_version = 1",
        "DELETE FROM smashup_events WHERE originator_id = '#games' AND originator_version = 1",
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
        with pytest.raises(SmashUpError, match="already is a game long"):
            store.create(opening(), id="long")


# --- PostgreSQL -----------------------------------------------------------------------------------------------------


def test_postgres_another_table_of_our_name(empty_postgres: str) -> None:
    with psycopg.connect(empty_postgres) as connection:
        connection.execute("CREATE TABLE smashup_events (id integer, what text)")
    with pytest.raises(StoreDamaged, match="its table of events is not as it should be"):
        open_store(empty_postgres)


def test_postgres_a_bad_row_is_named(empty_postgres: str) -> None:
    with open_store(empty_postgres) as store:
        store.create(small_game(), id="long")
    with psycopg.connect(empty_postgres) as connection:
        connection.execute("UPDATE smashup_events SET state = '' WHERE originator_version = 5 AND topic <> 'x'")
    with open_store(empty_postgres) as store, pytest.raises(StoreDamaged, match="game long, event 5 cannot be read"):
        store.read("long")


def test_postgres_a_wrong_password_is_not_told(postgres_url: str) -> None:
    address, password = postgres_url, postgres_url.split(":")[2].split("@")[0]
    with pytest.raises(StoreUnavailable, match="password authentication failed") as caught:
        open_store(address.replace(password, "wrong-word"))
    assert "wrong-word" not in str(caught.value)
