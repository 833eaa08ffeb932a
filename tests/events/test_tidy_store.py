"""A tidy store: names by which games are found, deletions that can be taken back, looking that leaves no trace."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from pathlib import Path

import psycopg
import pytest

from events.errors import (
    AmbiguousGame,
    BadGameId,
    GameDeleted,
    GameExists,
    HasBranches,
    NoSuchGame,
    NotDeleted,
    StoreUnavailable,
)
from events.store import Store, open_store
from tests.events.samples import decision, opening, small_game


def ids(store: Store) -> list[str]:
    return [info.id for info in store.games()]


@pytest.fixture
def tree(store: Store) -> Store:
    """A game with two branches, one of which has a branch of its own; and another game."""
    store.create(opening() + decision(6), id="root")
    store.branch("root", 6, decision(6, card=2), id="left")
    store.branch("left", 10, id="leaf")
    store.branch("root", 10, id="right")
    store.create(opening(), id="other")
    return store


# --- ids ------------------------------------------------------------------------------------------------------------


def test_the_beginning_of_an_id_will_do_and_last_is_the_latest(store: Store) -> None:
    for id in ("g7k2m9", "g7k", "gab"):
        store.create(opening(), id=id)
    assert store.info("g7k2").id == "g7k2m9"
    assert store.info("G7K").id == "g7k", "what is an id is that game, although another begins so"
    assert store.info("last").id == store.info("GA").id == "gab"
    assert store.read("last") == opening()
    with pytest.raises(AmbiguousGame, match=r"3 games start with 'g' \(g7k2m9, g7k, gab\); type more of the id"):
        store.info("g")
    with pytest.raises(NoSuchGame):
        store.info("")
    store.delete("gab")
    assert store.info("last").id == "g7k"
    store.create(opening(), id="later")
    assert store.restore("last") == ["gab"], "the latest of those that are deleted"


def test_last_is_no_id_and_nothing_where_there_is_no_game(store: Store) -> None:
    with pytest.raises(BadGameId):
        store.create(opening(), id="Last")
    with pytest.raises(NoSuchGame):
        store.info("last")


# --- deleting -------------------------------------------------------------------------------------------------------


def test_a_deleted_game_is_no_longer_met_but_comes_back_as_it_was(tree: Store) -> None:
    was = tree.info("other")
    assert tree.delete("other") == ["other"]
    assert ids(tree) == ["root", "left", "leaf", "right"]
    assert [info.id for info in tree.deleted()] == ["other"]
    for meet in (tree.read, tree.info, tree.length, tree.children, tree.delete):
        with pytest.raises(GameDeleted, match="`smashup restore other` brings it back"):
            meet("other")
    with pytest.raises(GameDeleted):
        tree.append("other", 6, decision(6))
    with pytest.raises(GameDeleted):
        tree.create(opening(), id="other")
    assert tree.restore("other") == ["other"]
    assert tree.info("other") == was
    assert tree.append("other", 6, decision(6)) == 10
    with pytest.raises(NotDeleted):
        tree.restore("other")


def test_a_game_goes_only_with_its_branches_and_brings_them_back(tree: Store) -> None:
    with pytest.raises(HasBranches, match=r"root has 3 branches \(left, leaf, right\); use --branches"):
        tree.delete("root")
    assert len(ids(tree)) == 5
    tree.delete("right")
    assert tree.delete("root", branches=True) == ["root", "left", "leaf"]
    assert ids(tree) == ["other"]
    assert tree.restore("root") == ["root", "left", "leaf"]
    assert ids(tree) == ["root", "left", "leaf", "other"], "right was deleted on its own"


def test_a_branch_brings_back_what_it_reads_from(tree: Store) -> None:
    tree.delete("root", branches=True)
    assert tree.restore("leaf") == ["root", "left", "leaf"]
    assert tree.read("leaf") == tree.read("left", 10)


def test_deletions_are_facts_that_other_programs_see(location: str) -> None:
    with open_store(location) as one, open_store(location) as other:
        one.create(opening(), id="g")
        assert ids(other) == ["g"]
        one.delete("g")
        assert ids(other) == []
        with pytest.raises(GameDeleted):
            other.append("g", 6, decision(6))
        with pytest.raises(GameDeleted):
            other.branch("g", 6)
        other.restore("g")
        assert ids(one) == ["g"]


# --- pruning --------------------------------------------------------------------------------------------------------


def test_pruning_removes_for_good_what_was_deleted_and_nothing_else(tree: Store) -> None:
    tree.delete("left", branches=True)
    assert tree.prune() == ["left", "leaf"]
    assert tree.prune() == []
    assert ids(tree) == ["root", "right", "other"]
    assert tree.read("right") == opening() + decision(6)
    with pytest.raises(NoSuchGame):
        tree.restore("left")
    assert [part for part, error in tree.check() if error] == []
    assert tree._recorder.streams() == {"#games", "root", "right", "other"}  # of "right" only the beginning is recorded


def test_the_id_of_a_pruned_game_is_free(location: str) -> None:
    with open_store(location) as one, open_store(location) as other:
        one.create(small_game(8), id="g")
        assert other.read("g") == small_game(8)
        one.delete("g")
        one.prune()
        other.create(opening(), id="g")
        assert one.read("g") == other.read("g") == opening()
        assert one.append("g", 6, decision(6)) == 10
        with pytest.raises(GameExists):
            one.create(opening(), id="g")
    with open_store(location) as later:
        assert later.read("g") == opening() + decision(6)


def test_what_is_deleted_is_checked_and_a_damaged_game_can_go(tmp_path: Path) -> None:
    file = tmp_path / "games.db"
    with open_store(file) as store:
        store.create(small_game(), id="bad")
        store.create(opening(), id="good")
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute("UPDATE smashup_batches SET state = X'00' WHERE originator_id = 'bad'")
    with open_store(file) as store:
        store.delete("bad")
        assert {part for part, error in store.check() if error} == {"bad"}
        assert store.prune() == ["bad"]
        assert [part for part, error in store.check() if error] == []
        assert store.read("good") == opening()


# --- looking --------------------------------------------------------------------------------------------------------


def test_looking_leaves_nothing_behind(tmp_path: Path) -> None:
    file = tmp_path / "games.db"
    with open_store(file) as store:
        store.create(small_game(), id="g")
    before = file.read_bytes()
    with open_store(file, look=True) as store:
        assert store.read("last") == small_game()
        with pytest.raises(StoreUnavailable, match="readonly"):
            store.rename("g", "Friday")
    assert os.listdir(tmp_path) == ["games.db"]
    assert file.read_bytes() == before


def test_looking_sees_what_another_program_is_writing(tmp_path: Path) -> None:
    file = tmp_path / "games.db"
    with open_store(file) as writer:
        writer.create(opening(), id="g")
        with open_store(file, look=True) as store:
            assert store.read("g") == opening()
            writer.append("g", 6, decision(6))
            assert store.read("g") == opening() + decision(6)


def test_a_name_that_is_no_file_is_called_what_it_is(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "folder").mkdir()
    for name, what in (
        (tmp_path / "pipe", "it is a pipe"),
        (tmp_path / "folder", "it is a folder"),
        (Path("/dev/null"), "it is a device"),
    ):
        for opened in ({"look": True}, {"make": False}, {}):
            with pytest.raises(StoreUnavailable, match=f"{name} cannot be used: {what}; name a file"):
                open_store(name, **opened)


def test_looking_makes_no_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for opened in ({"look": True}, {"make": False}):
        with pytest.raises(StoreUnavailable, match=r"typo\.db cannot be used: there is no such file"):
            open_store(tmp_path / "typo.db", **opened)
    monkeypatch.delenv("SMASHUP_DB", raising=False)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    with open_store(look=True) as store:  # the default one, of which nobody has typed the name
        assert store.games() == []
        with pytest.raises(StoreUnavailable, match="opened only to look"):
            store.create(opening())
    assert os.listdir(tmp_path) == []


def test_an_empty_database_holds_no_games(empty_postgres: str) -> None:
    with open_store(empty_postgres, look=True) as store:
        assert store.games() == []
    with psycopg.connect(empty_postgres) as connection:
        assert connection.execute("SELECT to_regclass('smashup_batches')").fetchone() == (None,)
