"""Read models: the same answers with and without them, and none from a damaged or outdated one."""

import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from events import game_list, read_models
from events.catalogue import Verified
from events.errors import AmbiguousGame, GameDeleted, NoSuchGame
from events.read_models import GameResult, GameResults, model_file
from events.store import open_store
from tests.events.samples import small_game

GAME = small_game()


@pytest.fixture(autouse=True)
def short(monkeypatch, tmp_path):
    """Every list is long enough to be saved, and nothing is left of other tests."""
    monkeypatch.setattr(game_list, "SAVED_AFTER", 4)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


@pytest.fixture(params=["sqlite", "postgres"])
def db(request, tmp_path) -> str:
    if request.param == "sqlite":
        return str(tmp_path / "games.db")
    return f"{request.getfixturevalue('postgres_url')}?schema=models_{os.getpid()}_{abs(hash(tmp_path)) % 10**9}"


def model(db: str) -> Path:
    with open_store(db) as store:
        file = store._recorder.read_models
    assert file is not None
    return file


def filled(db: str, count: int = 6) -> list[str]:
    with open_store(db) as store:
        ids = [store.create(GAME, id=f"game-{number}", title=f"Game {number}") for number in range(count)]
        ids.append(store.branch("game-0", len(GAME), id="branch"))
    with open_store(db) as store:
        store.games()  # saves the list
    return ids


def told(db: str) -> list[Any]:
    """Everything a store says about its games."""
    with open_store(db, look=True) as store:
        games = [*store.games(), *store.deleted()]
        verified = [store.verified(info.id) for info in store.games()]
        return [games, verified, store.damage, store.info("last"), [store.children(info.id) for info in store.games()]]


def told_by_the_log(db: str, monkeypatch) -> list[Any]:
    with monkeypatch.context() as patch:
        patch.setattr(game_list, "SAVED_AFTER", 10**9)
        return told(db)


def saved_games(db: str) -> int:
    with closing(sqlite3.connect(model(db))) as connection:
        return int(connection.execute("SELECT count(*) FROM games").fetchone()[0])


def test_a_saved_list_says_what_the_log_says_whatever_happens_next(db, monkeypatch):
    ids = filled(db)
    assert saved_games(db) == len(ids)
    assert told(db) == told_by_the_log(db, monkeypatch)
    changes = (
        lambda store: store.rename("game-1", "another title"),
        lambda store: store.delete("game-2"),
        lambda store: store.prune(),
        lambda store: store.create(GAME, id="game-2", title="the id is used again"),
        lambda store: store.note_verified([Verified(game="game-3", position=len(GAME), rules="rules")]),
        lambda store: store.branch("branch", len(GAME), id="leaf"),
        lambda store: store.delete("game-0", branches=True),
        lambda store: store.restore("game-0"),
    )
    for change in changes:
        with open_store(db) as store:
            change(store)
        assert told(db) == told_by_the_log(db, monkeypatch)
    assert saved_games(db) == len(ids) + 1


def test_games_are_found_in_a_saved_list(db):
    filled(db)
    with open_store(db, look=True) as store:
        assert store.info("BRANCH").id == "branch"
        assert store.info("last").id == store.info("bra").id == "branch"
        with pytest.raises(AmbiguousGame):
            store.info("game")
        with pytest.raises(NoSuchGame, match="game-1"):
            store.info("game-11")
    with open_store(db) as store:
        store.delete("branch")
        with pytest.raises(GameDeleted):
            store.info("branch")
        assert store.info("last").id == "game-5"


def test_one_game_is_found_without_reading_the_list(db, monkeypatch):
    filled(db)
    with open_store(db, look=True) as store:
        select = store._recorder.select
        read = []

        def noted(*row):
            read.append(row)
            return select(*row)

        monkeypatch.setattr(store._recorder, "select", noted)
        assert store.info("game-3").title == "Game 3"
        assert all(after > 0 for _, after, _ in read), "only what is not saved yet is folded"


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE games SET facts = replace(facts, 'Game 1', 'Game 7')",
        "UPDATE games SET id = 'game-x' WHERE id = 'game-1'",
        "UPDATE games SET facts = X'00'",
        "DELETE FROM games WHERE id = 'game-1'",
        "DELETE FROM tracking",
        "UPDATE tracking SET code = 'older'",
        "UPDATE tracking SET seal = X'0011223344556677'",
        "UPDATE tracking SET position = position - 1",
        "DROP TABLE games",
    ],
)
def test_a_damaged_or_outdated_list_is_not_believed(db, damage, monkeypatch):
    filled(db)
    with closing(sqlite3.connect(model(db))) as connection, connection:
        connection.execute(damage)
    with open_store(db, look=True) as store:
        assert store.info("game-1").title == "Game 1"
    assert told(db) == told_by_the_log(db, monkeypatch)


@pytest.mark.parametrize("content", [b"", b"no database", None])
def test_a_file_that_is_no_database_is_replaced(db, content, monkeypatch):
    ids = filled(db)
    file = model(db)
    whole = file.read_bytes()
    read_models.drop(file)
    file.write_bytes(whole[: len(whole) // 2] if content is None else content)
    assert told(db) == told_by_the_log(db, monkeypatch)
    assert told(db) == told_by_the_log(db, monkeypatch)
    assert saved_games(db) == len(ids)


def test_the_list_of_another_store_at_the_same_place_is_not_believed(tmp_path, monkeypatch):
    db = str(tmp_path / "games.db")
    filled(db)
    for file in tmp_path.glob("games.db*"):
        file.unlink()
    with open_store(db) as store:
        for number in range(9):
            store.create(GAME, id=f"other-{number}", created=datetime(2026, 1, 1, tzinfo=UTC))
    with open_store(db, look=True) as store:
        assert {info.id for info in store.games()} == {f"other-{number}" for number in range(9)}
        with pytest.raises(NoSuchGame):
            store.info("game-1")


def test_damage_to_the_log_behind_a_saved_list_is_found_by_checking(tmp_path):
    db = str(tmp_path / "games.db")
    filled(db)
    with closing(sqlite3.connect(db)) as connection, connection:
        connection.execute(
            "UPDATE smashup_batches SET state = X'00' WHERE originator_id = '#games' AND originator_version = 1"
        )
    with open_store(db, look=True) as store:
        assert store.info("game-0").title == "Game 0"
        checked = dict(store.check())
    assert "list of games" in str(checked["list of games"])


def test_without_a_cache_folder_everything_works(db, tmp_path, monkeypatch):
    (tmp_path / "file").touch()
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    filled(db)
    with open_store(db, look=True) as store:
        assert store.info("game-3").title == "Game 3"


SAVING = """
import sys
from events import game_list
from events.store import open_store
game_list.SAVED_AFTER = 4
with open_store(sys.argv[1]) as store:
    for number in range(5):
        store.create([*store.read("game-0")], id=f"{sys.argv[2]}-{number}")
with open_store(sys.argv[1], look=True) as store:
    store.games()
"""


def test_programs_that_save_at_once_do_not_disturb_each_other(tmp_path, monkeypatch):
    db = str(tmp_path / "games.db")
    filled(db)
    programs = [subprocess.Popen([sys.executable, "-c", SAVING, db, name]) for name in ("a", "b")]
    assert [program.wait(60) for program in programs] == [0, 0]
    assert told(db) == told_by_the_log(db, monkeypatch)
    assert len(told(db)[0]) == 7 + 10


class TestResults:
    @pytest.fixture
    def file(self, tmp_path):
        return model_file(str(tmp_path))

    def results(self, file, code="events.names"):
        return GameResults(file, "points", code)

    SEALS = {"one": "a", "two": "b", "three": "c"}  # noqa: RUF012

    def put(self, file):
        with self.results(file) as results:
            results.put(GameResult(game, seal, game.encode()) for game, seal in self.SEALS.items())
            results.put_total("all", self.SEALS, b"sum")

    def test_each_game_is_processed_once_until_its_events_change(self, file):
        with self.results(file) as results:
            assert results.missing(self.SEALS) == ["one", "two", "three"]
        self.put(file)
        with self.results(file) as results:
            assert results.missing(self.SEALS) == []
            assert results.missing(self.SEALS | {"two": "z", "four": "d"}) == ["two", "four"]
            assert [facts.facts for facts in results.get({"two": "b", "one": "a", "four": "d"})] == [b"two", b"one"]

    def test_a_sum_counts_for_the_first_games_only_if_they_are_the_same(self, file):
        self.put(file)
        with self.results(file) as results:
            assert results.total("all", self.SEALS) == (3, b"sum")
            assert results.total("all", self.SEALS | {"four": "d"}) == (3, b"sum")
            assert results.total("all", {"four": "d"} | self.SEALS) == (0, b"")
            assert results.total("all", self.SEALS | {"two": "z"}) == (0, b"")
            assert results.total("all", {"one": "a"}) == (0, b"")
            assert results.total("other", self.SEALS) == (0, b"")

    def test_other_code_finds_nothing_and_clears_up(self, file):
        self.put(file)
        with self.results(file, "events.limits") as results:
            assert results.missing(self.SEALS) == ["one", "two", "three"]
            assert results.total("all", self.SEALS) == (0, b"")
            results.put_total("all", {}, b"")
        with self.results(file) as results:
            assert results.missing(self.SEALS) == ["one", "two", "three"]

    def test_damage_is_left_out(self, file):
        self.put(file)
        with closing(sqlite3.connect(file)) as connection, connection:
            connection.execute("UPDATE results SET facts = 'x' WHERE game = 'two'")
            connection.execute("UPDATE totals SET facts = 'x'")
        with self.results(file) as results:
            assert [facts.game for facts in results.get(self.SEALS)] == ["one", "three"]
            assert results.total("all", self.SEALS) == (0, b"")
        with closing(sqlite3.connect(file)) as connection, connection:
            connection.execute("DROP TABLE results")
        with self.results(file) as results:
            assert results.missing(self.SEALS) == ["one", "two", "three"]

    def test_without_a_file_nothing_is_kept(self, tmp_path):
        (tmp_path / "file").touch()
        for file in (None, tmp_path / "file" / "model.db"):
            self.put(file)
            with self.results(file) as results:
                assert results.missing(self.SEALS) == ["one", "two", "three"]
                assert list(results.get(self.SEALS)) == []
