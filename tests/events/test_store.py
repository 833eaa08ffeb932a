import pickle
import re
import sqlite3
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from itertools import pairwise
from pathlib import Path

import pytest

from events.errors import (
    BadGameId,
    GameExists,
    GameHasMovedOn,
    NoSuchGame,
    NoSuchPosition,
    SmashUpError,
    StoreUnavailable,
)
from events.files import read_game
from events.store import Store, open_store, place
from events.versions import encode
from events.vocabulary import Asked
from tests.events.samples import SEATS, decision, opening, small_game, victory

ROOT = Path(__file__).parents[2]

# --- writing and reading --------------------------------------------------------------------------------------------


def test_what_was_appended_is_read(store: Store) -> None:
    game = store.create(opening())
    assert store.append(game, 6, decision(6)) == 10
    assert store.append(game, 10, decision(10)) == 14
    everything = opening() + decision(6) + decision(10)
    assert store.read(game) == everything
    assert store.read(game, 7) == everything[:7]
    assert store.read(game, 12, after=4) == everything[4:12]
    assert store.read(game, after=14) == []
    assert store.read(game, 0) == []
    assert store.length(game) == 14


def test_a_store_opened_again_has_it_all(location: str) -> None:
    with open_store(location) as store:
        game = store.create(small_game(), title="Friday")
    with open_store(location) as store:
        assert store.read(game) == small_game()
        assert [info.title for info in store.games()] == ["Friday"]


def test_ids_are_short_and_read_the_same_in_capitals(store: Store) -> None:
    game = store.create(opening())
    assert re.fullmatch("g[23456789abcdefghjkmnpqrstvwxyz]{5}", game)
    assert store.read(game.upper()) == opening()
    assert store.create(opening(), id="Final-2") == "final-2"
    with pytest.raises(GameExists, match="final-2 already exists"):
        store.create(opening(), id="FINAL-2")


@pytest.mark.parametrize("id", ["", "-", "a b", "#games", "ö", "x" * 41])
def test_impossible_ids_are_refused(id: str) -> None:
    with open_store(":memory:") as store, pytest.raises(BadGameId):
        store.create(opening(), id=id)


def test_an_unknown_game_is_met_with_what_was_meant(store: Store) -> None:
    store.create(opening(), id="g7k2m9")
    store.create(opening(), id="gaaaaa", title="Friday night")
    for call in (store.read, store.length, store.children, store.info):
        with pytest.raises(NoSuchGame, match=r"no game 'g7k2n9'.*did you mean g7k2m9\?"):
            call("g7k2n9")
    with pytest.raises(NoSuchGame, match=r"did you mean gaaaaa\?"):
        store.read("friday nigth")
    with pytest.raises(NoSuchGame, match=r"no game 'x' in this store\."):
        store.append("x", 0, opening())


def test_a_batch_must_fit_its_position(store: Store) -> None:
    game = store.create(opening())
    with pytest.raises(ValueError, match="begin with 7"):
        store.append(game, 6, decision(7))
    with pytest.raises(ValueError, match="leave none out"):
        store.append(game, 6, decision(6)[::2])
    with pytest.raises(ValueError, match="begins with GameBegun"):
        store.create(decision(0))
    assert store.read(game) == opening()


# --- two writers ----------------------------------------------------------------------------------------------------


def test_of_two_writers_one_wins_and_the_other_is_refused(location: str) -> None:
    with open_store(location) as one, open_store(location) as other:
        game = one.create(opening())
        assert other.read(game) == opening()
        one.append(game, 6, decision(6, card=1))
        with pytest.raises(GameHasMovedOn, match=f"{game} has moved on from position 6; nothing was saved"):
            other.append(game, 6, decision(6, card=2)[:2])
        with pytest.raises(GameHasMovedOn):
            other.append(game, 6, victory(6))
        assert one.read(game) == other.read(game) == opening() + decision(6, card=1)
        assert other.games()[0].result is None


def test_nobody_writes_where_the_game_has_not_been(store: Store) -> None:
    game = store.create(opening())
    for after in (0, 5, 7, 100):
        with pytest.raises(GameHasMovedOn):
            store.append(game, after, decision(after))
        with pytest.raises(GameHasMovedOn):
            store.append(game, after, victory(after))
    branch = store.branch(game, 4)
    for after in (0, 3, 5):
        with pytest.raises(GameHasMovedOn):
            store.append(branch, after, decision(after))
    assert store.read(game) == opening()


def test_many_writers_at_once_lose_and_mix_nothing(location: str) -> None:
    with open_store(location) as first:
        game = first.create(opening())
    won: list[int] = []

    def play(writer: int) -> None:
        with open_store(location) as store:
            while (after := store.length(game)) < 6 + 4 * 25:
                try:
                    store.append(game, after, decision(after, card=writer))
                    won.append(writer)
                except GameHasMovedOn:
                    pass

    with ThreadPoolExecutor(4) as writers:
        list(writers.map(play, range(1, 5)))
    with open_store(location) as store:
        events = store.read(game)
    batches = [events[start : start + 4] for start in range(6, len(events), 4)]
    assert len(batches) == len(won) >= 25
    cards = [batch[1].card for batch in batches]  # type: ignore[attr-defined]
    assert batches == [decision(6 + 4 * number, card=card) for number, card in enumerate(cards)]
    assert sorted(cards) == sorted(won)


def test_games_made_by_many_at_once_are_all_listed(location: str) -> None:
    def make(writer: int) -> None:
        with open_store(location) as store:
            for number in range(10):
                store.create(small_game(), id=f"w{writer}-{number}")

    with ThreadPoolExecutor(4) as writers:
        list(writers.map(make, range(4)))
    with open_store(location) as store:
        assert sorted(info.id for info in store.games()) == [f"w{w}-{n}" for w in range(4) for n in range(10)]


# --- branches -------------------------------------------------------------------------------------------------------


def test_a_branch_goes_its_own_way(store: Store) -> None:
    game = store.create(opening() + decision(6, card=1))
    branch = store.branch(game, 6, title="what if", seed=5)
    assert store.read(branch) == opening()
    assert store.length(branch) == 6
    store.append(branch, 6, decision(6, card=2))
    store.append(game, 10, decision(10))
    assert store.read(branch) == opening() + decision(6, card=2)
    assert store.read(branch, 8) == (opening() + decision(6, card=2))[:8]
    assert store.read(branch, 3, after=1) == opening()[1:3]
    assert store.read(branch, after=7) == decision(6, card=2)[1:]
    assert store.read(game) == opening() + decision(6, card=1) + decision(10)


def test_branches_of_branches(store: Store) -> None:
    line, events = store.create(opening()), opening()
    for depth in range(1, 13):
        cut = len(events)
        store.append(line, cut, decision(cut, card=100))  # the parent goes on; the branch does not see it
        line = store.branch(line, cut, decision(cut, card=depth))
        events = events + decision(cut, card=depth)
        assert store.read(line) == events
    assert store.read(line, 20, after=9) == events[9:20]
    shallow = store.branch(line, 3)  # where only the very first game has events
    assert store.read(shallow) == events[:3]
    assert store.append(shallow, 3, decision(3)) == 7
    assert store.read(shallow) == events[:3] + decision(3)


def test_branches_are_listed_with_where_they_leave(store: Store) -> None:
    game = store.create(opening() + decision(6))
    late, early = store.branch(game, 10), store.branch(game, 6, title="early", comment="first", seed=2**63)
    assert [child.id for child in store.children(game)] == [early, late]
    child = store.info(early)
    assert (child.parent.game, child.parent.position) == (game, 6)  # type: ignore[union-attr]
    assert (child.title, child.comment, child.seed) == ("early", "first", 2**63)
    assert (child.edition, child.seats, child.events) == ("emd", SEATS, 6)
    assert store.children(late) == []


@pytest.mark.parametrize("position", [-1, 0, 7])
def test_a_branch_leaves_where_the_game_has_been(store: Store, position: int) -> None:
    game = store.create(opening())
    with pytest.raises(NoSuchPosition, match="choose one from 1 to 6"):
        store.branch(game, position)


def test_a_branch_costs_one_row_however_long_its_parent_is(tmp_path: Path) -> None:
    with open_store(tmp_path / "games.db") as store:
        game = store.create(small_game(500))
        before = count_rows(tmp_path / "games.db")
        store.branch(game, 1999)
        assert count_rows(tmp_path / "games.db") == before + 1


def count_rows(file: Path) -> int:
    with closing(sqlite3.connect(file)) as connection:
        (rows,) = connection.execute("SELECT COUNT(*) FROM smashup_batches").fetchone()
        return int(rows)


# --- the list -------------------------------------------------------------------------------------------------------


def test_the_list_tells_what_there_is(store: Store) -> None:
    won = store.create(opening(), title="Friday", comment="with Béla", seed=7)
    store.append(won, 6, victory(6))
    open_game = store.create(opening(edition="oops", scenario="Ties"))
    over = store.branch(won, 8)
    undecided = store.branch(won, 6)
    first, second, third, fourth = store.games()
    assert [info.id for info in (first, second, third, fourth)] == [won, open_game, over, undecided]
    assert (first.title, first.comment, first.seed, first.events) == ("Friday", "with Béla", 7, 8)
    assert first.result
    assert (first.result.seats, first.result.victory_points, first.result.position) == ((1,), (12, 15), 8)
    assert (second.title, second.edition, second.result, second.events) == ("Ties", "oops", None, 6)
    assert third.result == first.result
    assert fourth.result is None


def test_titles_and_comments_can_change(location: str) -> None:
    with open_store(location) as store, open_store(location) as other:
        game = store.create(small_game(), title="old")
        assert other.info(game).title == "old"
        store.rename(game, "new")
        other.comment(game, "a comment")
        store.rename(game, "newer")
        for side in (store, other):
            assert (side.info(game).title, side.info(game).comment) == ("newer", "a comment")


def test_a_thousand_games_are_listed(location: str) -> None:
    with open_store(location) as store:
        for _ in range(1000):
            store.create(opening())
    with open_store(location) as store:
        assert len(store.games()) == 1000


# --- opening --------------------------------------------------------------------------------------------------------


def test_the_library_is_imported_only_when_a_store_is_opened() -> None:
    program = "import sys, events.store, events.files; assert 'eventsourcing' not in sys.modules"
    subprocess.run([sys.executable, "-c", program], check=True)


def test_the_setting_says_where_and_an_argument_overrides_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SMASHUP_DB", str(tmp_path / "set.db"))
    with open_store() as store:
        assert store.where == str(tmp_path / "set.db")
    with open_store(tmp_path / "given.db") as store:
        assert store.where == str(tmp_path / "given.db")


def test_without_a_setting_it_is_the_users_data_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SMASHUP_DB", raising=False)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    with open_store() as store:
        assert store.where == str(tmp_path / "data" / "smashup" / "games.db")


def test_a_worker_given_the_default_file_makes_its_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SMASHUP_DB", raising=False)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    with open_store(place()) as store:
        assert store.where == str(tmp_path / "data" / "smashup" / "games.db")
    with pytest.raises(StoreUnavailable, match="there is no folder"):
        open_store(tmp_path / "other" / "games.db")


def test_sqlite_is_set_to_keep_what_is_saved(tmp_path: Path) -> None:
    with open_store(tmp_path / "games.db") as store:
        connection = store._recorder._datastore.pool.get_connection()._sqlite_conn  # type: ignore[attr-defined]
        assert connection.execute("PRAGMA journal_mode").fetchone()[0] == "wal"
        assert connection.execute("PRAGMA synchronous").fetchone()[0] == 2


@pytest.mark.parametrize(
    ("place", "reason"),
    [
        ("{folder}/nowhere/games.db", "there is no folder"),
        ("{folder}", "it is a folder; name a file"),
        ("mysql://user:secret@host/games", "only files and postgresql"),
        ("postgresql://user:secret@127.0.0.1:1/games", "connection"),
        ("postgresql://user:secret@127.0.0.1/games?colour=red", "not understood"),
    ],
)
def test_a_store_that_cannot_be_opened_says_why(tmp_path: Path, place: str, reason: str) -> None:
    with pytest.raises(StoreUnavailable, match=reason) as caught:
        open_store(place.format(folder=tmp_path))
    assert "secret" not in str(caught.value)
    assert len(str(caught.value).splitlines()) == 1


def test_a_postgres_url_may_say_more(empty_postgres: str) -> None:
    with open_store(empty_postgres + "?application_name=smash&sslmode=prefer") as store:
        game = store.create(opening())
        with store._recorder._datastore.transaction() as cursor:  # type: ignore[attr-defined]
            assert cursor.execute("SHOW application_name").fetchone() == {"application_name": "smash"}
    with open_store(empty_postgres) as store:
        assert store.read(game) == opening()


def test_postgres_without_its_driver_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "psycopg", None)
    monkeypatch.delitem(sys.modules, "events.postgres", raising=False)
    with pytest.raises(StoreUnavailable, match=r"pip install 'smashup-engine\[postgres\]'") as caught:
        open_store("postgresql://user:secret@host/games")
    assert "secret" not in str(caught.value)


def test_a_writer_that_finds_the_file_locked_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("events.recorders.BUSY_SECONDS", 0.1)
    with open_store(tmp_path / "games.db") as store, open_store(tmp_path / "games.db") as other:
        game = store.create(opening())
        with other._recorder._datastore.transaction(commit=True) as cursor:  # type: ignore[attr-defined]
            cursor.execute("DELETE FROM smashup_batches WHERE 0")
            with pytest.raises(StoreUnavailable, match="another program is writing"):
                store.append(game, 6, decision(6))
        store.append(game, 6, decision(6))


@pytest.mark.parametrize("error", [GameHasMovedOn("g", 3), NoSuchGame("g", ["h"]), StoreUnavailable("a", "b")])
def test_errors_travel_between_processes(error: SmashUpError) -> None:
    back = pickle.loads(pickle.dumps(error))
    assert (type(back), str(back)) == (type(error), str(error))


# --- size -----------------------------------------------------------------------------------------------------------


def test_a_game_takes_a_sixth_of_its_room(tmp_path: Path) -> None:
    """Stored at once, and decision by decision."""
    logs = [read_game(file)[1] for file in sorted((ROOT / "fixtures" / "games").glob("*.jsonl"))]
    plain = sum(len(encode(event)[1]) for log in logs for event in log)
    with open_store(tmp_path / "whole.db") as store:
        for log in logs:
            store.create(log)
    with open_store(tmp_path / "played.db") as store:
        for log in logs:
            cuts = [event.position for event in log if isinstance(event, Asked)]
            game = store.create(log[: cuts[0]])
            for after, upto in pairwise([*cuts, len(log)]):
                store.append(game, after, log[after:upto])
            assert store.read(game) == log
    assert (tmp_path / "whole.db").stat().st_size < plain / 6
    assert (tmp_path / "played.db").stat().st_size < plain / 4
