"""Stores copied into each other: every byte, cut off and taken up again."""

import os
from multiprocessing import get_context
from pathlib import Path

import psycopg
import pytest

from events import copying
from events.errors import NotACopy, StoreDamaged
from events.store import Store, open_store
from tests.events.samples import decision, opening, small_game, victory


def fill(store: Store, games: int = 12) -> None:
    """Games of every sort: gone on, branched, renamed, deleted, pruned, and an id that was used twice."""
    for number in range(games):
        game = store.create(opening(), id=f"game-{number}", title=f"Nr {number}", seed=number)
        store.append(game, 6, victory(6) if number % 2 else decision(6))
    store.branch("game-2", 6, decision(6, card=99), id="other-way")
    store.branch("game-2", 6, id="just-cut")
    store.rename("game-3", "The third")
    store.delete("game-4")
    store.delete("game-5")
    store.prune()
    store.create(small_game(), id="game-5")
    store.delete("game-6")


def rows(store: Store) -> list[tuple]:
    """Everything there is, byte for byte."""
    recorder = store._recorder
    return [(stream, *row) for stream in sorted(recorder.streams()) for row in recorder.select(stream)]


@pytest.fixture
def postgres(postgres_url: str) -> str:
    """A fresh schema of its own."""
    with psycopg.connect(postgres_url) as connection:
        connection.execute("DROP SCHEMA IF EXISTS copied CASCADE")
    return f"{postgres_url}?schema=copied&pool_size=2"


@pytest.fixture
def filled(tmp_path: Path) -> str:
    with open_store(tmp_path / "filled.db") as store:
        fill(store)
    return str(tmp_path / "filled.db")


def test_there_and_back_again(filled: str, postgres: str, tmp_path: Path) -> None:
    with open_store(filled) as original, open_store(postgres) as two, open_store(tmp_path / "back.db") as three:
        copied = original.copy_into(two)
        assert two.copy_into(three) == copied == len(rows(original)) + 1  # game-5 was copied twice, and forgotten once
        assert rows(original) == rows(two) == rows(three)
        assert original.games() == two.games() == three.games()
        for store in (two, three):
            assert all(error is None for _, error in store.check())
            assert original.copy_into(store) == 0


def test_a_copy_grows_after_its_original(filled: str, postgres: str) -> None:
    with open_store(filled) as original, open_store(postgres) as two:
        original.copy_into(two)
        original.append("game-0", 10, victory(10))
        original.append("just-cut", 6, decision(6))
        original.restore("game-6")
        original.delete("game-8")
        original.prune()
        original.create(opening(), id="newest")
        original.copy_into(two)
        assert rows(original) == rows(two)
        assert all(error is None for _, error in two.check())


def copy_and_die(filled: str, target: str, transactions: int) -> None:
    copying.ROWS = 5
    done = []

    def told(copied: int) -> None:
        done.append(copied)
        if len(done) == transactions:
            os._exit(9)

    with open_store(filled) as original, open_store(target) as two:
        original.copy_into(two, told)


@pytest.mark.parametrize("where", ["sqlite", "postgres"])
def test_a_copy_that_is_cut_off_is_a_store_and_goes_on(filled: str, where: str, request, tmp_path: Path) -> None:
    target = str(tmp_path / "copy.db") if where == "sqlite" else request.getfixturevalue("postgres")
    for transactions in (1, 2, 1):
        process = get_context("spawn").Process(target=copy_and_die, args=(filled, target, transactions))
        process.start()
        process.join(60)
        assert process.exitcode == 9
        with open_store(target) as two:
            assert two.games()
            damaged = {name for name, error in two.check() if error}
            assert damaged <= {"list of games", "game-4"}, "only what the original has pruned is not there"
    with open_store(filled) as original, open_store(target) as two:
        assert rows(original) != rows(two)
        original.copy_into(two)
        assert rows(original) == rows(two)


def test_only_a_copy_is_copied_into(filled: str, tmp_path: Path) -> None:
    with open_store(filled) as original, open_store(tmp_path / "other.db") as two:
        two.create(small_game(), id="mine")
        before = rows(two)
        with pytest.raises(
            NotACopy, match=r"other\.db is not a copy of .*filled\.db, because the list of games continues differently"
        ):
            original.copy_into(two)
        assert rows(two) == before
    with open_store(filled) as original, open_store(tmp_path / "parted.db") as two:
        original.copy_into(two)
        original.append("game-0", 10, decision(10))
        two.append("game-0", 10, decision(10, card=99))
        with pytest.raises(NotACopy, match="game game-0 continues differently there"):
            original.copy_into(two)


def test_damage_is_not_copied(filled: str, tmp_path: Path) -> None:
    import sqlite3

    with sqlite3.connect(filled) as connection:
        last = "(SELECT max(originator_version) FROM smashup_batches WHERE originator_id = 'game-1')"
        connection.execute(
            f"DELETE FROM smashup_batches WHERE originator_id = 'game-1' AND originator_version = {last}"
        )
    connection.close()
    with open_store(filled) as original, open_store(tmp_path / "copy.db") as two:
        with pytest.raises(StoreDamaged, match="game-1 cannot be copied whole"):
            original.copy_into(two)
        assert all(error is None for _, error in two.check())
