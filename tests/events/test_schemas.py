"""Stores of other versions: an older one is brought up to date or read as it is, a newer one is named as newer."""

import os
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from hashlib import sha256
from pathlib import Path

import psycopg
import pytest

from events import batches
from events.errors import StoreDamaged, StoreUnavailable
from events.store import Store, open_store
from tests.events.samples import decision, opening, small_game

OLD = Path(__file__).parents[2] / "fixtures" / "golden" / "store-v1.db"
ROOT = Path(__file__).parents[2]


def assert_all_there(store: Store) -> None:
    assert [(info.id, info.title, info.events) for info in store.games()] == [
        ("friday", "Friday", 40),
        ("open", "Open end", 6),
        ("what-if", "what if", 14),
    ]
    assert store.damage == []
    assert store.info("open").comment == "still going"
    assert store.info("friday").result
    assert store.read("friday") == small_game(8)
    assert store.read("open") == opening()
    assert store.read("what-if") == small_game(8)[:10] + decision(10, card=2)
    assert [error for _, error in store.check() if error] == []


def version_of(file: Path) -> int:
    with closing(sqlite3.connect(file)) as connection:
        return int(connection.execute("PRAGMA user_version").fetchone()[0])


def test_the_dictionary_is_part_of_the_format() -> None:
    sums = sha256(batches._DICTIONARY).hexdigest()
    assert sums == "d7e725addf044abc9d09fa92518bb0c62c22cfa060eb8ac60d9086ba73a41ded", (
        "another dictionary is another format number"
    )


def test_an_old_file_is_brought_up_to_date(tmp_path: Path) -> None:
    file = Path(shutil.copy(OLD, tmp_path / "games.db"))
    with open_store(file) as store:
        assert_all_there(store)
        store.append("open", 6, decision(6))
    assert version_of(file) == 3
    with open_store(file) as store:
        assert store.read("open") == opening() + decision(6)


def test_an_old_file_that_may_not_be_written_is_read_as_it_is(tmp_path: Path) -> None:
    file = Path(shutil.copy(OLD, tmp_path / "games.db"))
    before = file.read_bytes()
    told = as_a_reader(
        file,
        "assert [info.id for info in store.games()] == ['friday', 'open', 'what-if']\n"
        "    assert store.read('friday') == small_game(8)\n"
        "    store.append('open', 6, decision(6))",
    )
    assert told == f"The store {file} cannot be used: it is of an older version, and may be read but not written."
    assert file.read_bytes() == before


def test_a_file_that_may_not_be_written_can_be_read(tmp_path: Path) -> None:
    file = tmp_path / "games.db"
    with open_store(file) as store:
        store.create(small_game(), id="g")
    before = file.read_bytes()
    told = as_a_reader(file, "assert store.read('g') == small_game()\n    store.create(opening())")
    assert told == f"The store {file} cannot be used: attempt to write a readonly database."
    assert file.read_bytes() == before


def as_a_reader(file: Path, does: str) -> str:
    """Run `does` in a program that may only read a file and its folder. Returns what it prints."""
    program = f"""
import os
import shutil
import tempfile
from events.errors import SmashUpError
from events.store import open_store
from tests.events.samples import decision, opening, small_game
# The standard library imports some modules on first use, and may be unreadable without root's privileges.
with tempfile.TemporaryDirectory() as folder, open_store(shutil.copy({str(file)!r}, folder)):
    pass
if os.geteuid() == 0:
    os.seteuid(65534)  # root may write everything
with open_store({str(file)!r}) as store:
  try:
    {does}
  except SmashUpError as error:
    print(error)
"""
    for parent in [file.parent, *file.parent.parents][:4]:
        parent.chmod(parent.stat().st_mode | 0o055)
    file.chmod(0o444)
    file.parent.chmod(0o555)
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    try:
        done = subprocess.run(
            [sys.executable, "-c", program], cwd=ROOT, env=environment, capture_output=True, text=True, timeout=60
        )
    finally:
        file.parent.chmod(0o755)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def test_damage_in_an_old_file_stays_where_it_is(tmp_path: Path) -> None:
    file = Path(shutil.copy(OLD, tmp_path / "games.db"))
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute(
            "UPDATE smashup_events SET state = X'00' WHERE originator_id = 'friday' AND originator_version = 25"
        )
        connection.execute("DELETE FROM smashup_events WHERE originator_id = 'friday' AND originator_version = 33")
    with open_store(file) as store:
        with pytest.raises(StoreDamaged, match="game friday, event 25 cannot be read"):
            store.read("friday")
        assert store.read("friday", 24) == small_game(8)[:24]
        with pytest.raises(StoreDamaged, match=r"game friday, event 33 cannot be read \(it is missing\)"):
            store.read("friday", after=26)
        assert store.read("open") == opening()
        assert len(store.games()) == 3


def test_a_newer_file_is_named_as_newer(tmp_path: Path) -> None:
    file = tmp_path / "games.db"
    with open_store(file) as store:
        store.create(opening())
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("PRAGMA user_version=4")
    with pytest.raises(StoreUnavailable, match="version 4 of the tables, and this program knows up to 3"):
        open_store(file)


# --- PostgreSQL -----------------------------------------------------------------------------------------------------


def fill_old(url: str) -> None:
    """The rows of the old file, in the old table of a server."""
    with closing(sqlite3.connect(OLD)) as old, psycopg.connect(url) as connection:
        connection.execute(
            "CREATE TABLE smashup_events (originator_id text NOT NULL, originator_version bigint NOT NULL, "
            "topic text, state bytea, PRIMARY KEY (originator_id, originator_version))"
        )
        for row in old.execute("SELECT * FROM smashup_events"):
            connection.execute("INSERT INTO smashup_events VALUES (%s, %s, %s, %s)", row)


def a_reader(url: str) -> str:
    """The address of a role that may read, and no more."""
    with psycopg.connect(url) as connection:
        connection.execute("REVOKE CREATE ON SCHEMA public FROM PUBLIC")
        connection.execute("DROP ROLE IF EXISTS onlooker")
        connection.execute("CREATE ROLE onlooker LOGIN PASSWORD 'looks'")
        connection.execute("GRANT SELECT ON ALL TABLES IN SCHEMA public TO onlooker")
    return f"postgresql://onlooker:looks@{url.partition('@')[2]}"


@pytest.fixture
def no_reader(empty_postgres: str):
    yield
    with psycopg.connect(empty_postgres) as connection:
        connection.execute("DROP OWNED BY onlooker")
        connection.execute("DROP ROLE onlooker")


def test_an_old_table_is_brought_up_to_date(empty_postgres: str) -> None:
    fill_old(empty_postgres)
    with open_store(empty_postgres) as store:
        assert_all_there(store)
    with psycopg.connect(empty_postgres) as connection:
        assert connection.execute("SELECT to_regclass('smashup_events')").fetchone() == (None,)


@pytest.mark.usefixtures("no_reader")
def test_a_role_that_only_reads_can_read(empty_postgres: str) -> None:
    with open_store(empty_postgres) as store:
        store.create(small_game(), id="g")
    with open_store(a_reader(empty_postgres)) as store:
        assert store.read("g") == small_game()
        with pytest.raises(StoreUnavailable, match="permission denied"):
            store.create(opening())


@pytest.mark.usefixtures("no_reader")
def test_a_role_that_only_reads_can_read_an_old_table(empty_postgres: str) -> None:
    fill_old(empty_postgres)
    with open_store(a_reader(empty_postgres)) as store:
        assert_all_there(store)
        with pytest.raises(StoreUnavailable, match="may be read but not written"):
            store.create(opening())


def test_a_newer_table_is_named_as_newer(empty_postgres: str) -> None:
    with open_store(empty_postgres):
        pass
    with psycopg.connect(empty_postgres) as connection:
        connection.execute("COMMENT ON TABLE smashup_batches IS 'smashup schema 4'")
    with pytest.raises(StoreUnavailable, match="version 4 of the tables"):
        open_store(empty_postgres)


# --- the second schema ----------------------------------------------------------------------------------------------


def test_a_file_of_the_second_schema_goes_on_as_the_third(tmp_path: Path) -> None:
    file = tmp_path / "games.db"
    with open_store(file) as store:
        store.create(opening(), id="g")
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("PRAGMA user_version=2")
    with open_store(file, look=True) as store:
        assert store.read("g") == opening()
    assert version_of(file) == 2, "looking changes nothing"
    with open_store(file) as store:
        assert store.read("g") == opening()
    assert version_of(file) == 3


def test_a_table_of_the_second_schema_goes_on_as_the_third(empty_postgres: str) -> None:
    with open_store(empty_postgres) as store:
        store.create(opening(), id="g")
    with psycopg.connect(empty_postgres) as connection:
        connection.execute("COMMENT ON TABLE smashup_batches IS 'smashup schema 2'")
    with open_store(empty_postgres) as store:
        assert store.read("g") == opening()
    with psycopg.connect(empty_postgres) as connection:
        row = connection.execute("SELECT obj_description('smashup_batches'::regclass, 'pg_class')").fetchone()
    assert row == ("smashup schema 3",)
