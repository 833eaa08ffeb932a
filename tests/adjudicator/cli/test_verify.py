"""`smashup verify` asks the rules about what is new, in as many processes as it may; and what it keeps cannot lie."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing

import msgspec
import pytest

from core.engine.game import RandomChance
from core.players.bots import RandomBot
from core.rules.fingerprint import fingerprint
from core.rules.replay import new_game, resume, verify
from core.rules.setup import game_begun
from events.store import Store, open_store
from events.vocabulary import Drawn

FACTIONS = [("bear-cavalry", "ghosts"), ("killer-plants", "steampunks")]
RULES = "adjudicator.cli.why.readjudicate"


@pytest.fixture
def nobody_decides(monkeypatch):
    """The rules are not asked."""

    def asked(log, *, since=0):
        raise AssertionError(f"the rules are asked about {len(log)} events, {since} of them known")

    monkeypatch.setattr(RULES, asked)


def log_of_game(seed: int, decisions: int = 40) -> list:
    """A game up to some decision."""
    game, bot = new_game(game_begun(["Ana", "Ben"], FACTIONS), chance=RandomChance(seed)), RandomBot(seed)
    for _ in range(decisions):
        game.answer(game.table.asked, bot.answer(game))
    return game.log


def test_what_was_verified_costs_nothing_the_next_time(smashup, games, request):
    assert [one["from"] for one in smashup.json("verify", "--all")] == [1] * len(games)
    request.getfixturevalue("nobody_decides")
    found = smashup.json("verify", "--all")
    assert all(one["same"] and one["from"] == one["events"] + 1 == one["verified_before"] + 1 for one in found)
    assert smashup("verify", games[0]).count("the same, as verified before") == 1
    with pytest.raises(AssertionError, match="the rules are asked"):
        smashup("verify", games[0], "--again")


def test_only_what_came_since_is_put_to_the_rules(smashup, db, monkeypatch):
    log = log_of_game(1)
    with open_store(db) as store:
        store.create(log, id="growing")
        smashup("verify", "growing")
        game = resume(log, chance=RandomChance(5))
        game.answer(game.table.asked, RandomBot(5).answer(game))
        store.append("growing", len(log), game.log[len(log) :])
    asked = []

    def noted(log, *, since):
        asked.append(since)
        return verify(log, since=since)

    monkeypatch.setattr(RULES, noted)
    (found,) = smashup.json("verify", "growing")
    assert asked == [len(log)]
    assert (found["from"], found["verified_before"], found["same"]) == (len(log) + 1, len(log), True)
    assert smashup.json("verify", "growing")[0]["verified_before"] == len(game.log)


def test_other_rules_decide_for_themselves(smashup, games, monkeypatch):
    smashup("verify", games[0])
    monkeypatch.setattr("adjudicator.cli.why.fingerprint", lambda: "of other rules")
    assert smashup.json("verify", games[0])[0]["verified_before"] == 0


def test_from_a_position_on(smashup, db):
    """What lies before it is taken as it is, and is not noted as verified."""
    log = log_of_game(2)
    drawn = next(event for event in log if isinstance(event, Drawn))
    log[drawn.position - 1] = msgspec.structs.replace(drawn, rule="of another book")
    with open_store(db) as store:
        store.create(log, id="wrong")
    assert smashup.json("verify", "wrong", exit_code=1)[0]["differences"][0]["position"] == drawn.position
    late = log[len(log) // 2].position
    assert f"the same from {late} on" in smashup("verify", "wrong", "--from", late)
    smashup("verify", "wrong", exit_code=1)
    assert "There is no position 99999" in smashup.refused("verify", "wrong", "--from", 99999)


def test_a_difference_behind_the_position_is_found():
    log = log_of_game(3)
    *_, drawn = (event for event in log if isinstance(event, Drawn))
    log[drawn.position - 1] = msgspec.structs.replace(drawn, rule="of another book")
    for since in (1, drawn.position // 2, drawn.position - 1):
        assert verify(log, since=since).first.position == drawn.position
    assert verify(log, since=len(log)).same


def test_several_processes_find_the_same(smashup, db, games):
    with open_store(db) as store:
        store.create([msgspec.structs.replace(event, rule="") for event in log_of_game(4)], id="wrong")
        store.create(log_of_game(4), id="damaged")
    with closing(sqlite3.connect(db)) as connection, connection:
        connection.execute("UPDATE smashup_batches SET state = X'00' WHERE originator_id = 'damaged'")
    named = [*games, "wrong", "damaged", "nosuchgame"]
    alone = smashup.json("verify", *named, "--again", exit_code=1)
    assert smashup.json("verify", *named, "--again", "--jobs", 2, exit_code=1) == alone
    assert [one["same"] for one in alone] == [True] * len(games) + [False] * 3


def test_a_database_that_may_not_be_written_is_verified_all_the_same(smashup, games, monkeypatch):
    def refuse(self: object, *arguments: object) -> None:
        raise sqlite3.OperationalError("attempt to write a readonly database")

    monkeypatch.setattr("events.recorders.SQLiteRecorder._insert", refuse)
    for _ in range(2):
        (found,) = smashup.json("verify", games[0])
        assert (found["same"], found["verified_before"]) == (True, 0)


# --- what is kept ---------------------------------------------------------------------------------------------------


def test_other_events_under_the_same_id_are_not_taken_for_verified(tmp_path):
    """Rows, seals and head of another game, every one of them whole: only the note says that they are others."""
    one, other = log_of_game(6), log_of_game(7)
    for name, log in (("one.db", one), ("other.db", other[: len(one)])):
        with open_store(tmp_path / name) as store:
            store.create(log, id="friday")
    with open_store(tmp_path / "one.db") as store:
        store.note_verified({"friday": len(one)}, fingerprint())
        assert store.verified("friday", fingerprint()) == len(one)
        assert store.verified("friday", "of other rules") == 0
    with closing(sqlite3.connect(tmp_path / "one.db")) as connection, connection:
        connection.execute("ATTACH ? AS other", (str(tmp_path / "other.db"),))
        for table, name in (("smashup_batches", "originator_id"), ("smashup_heads", "stream")):
            connection.execute(f"DELETE FROM main.{table} WHERE {name} = 'friday'")
            connection.execute(f"INSERT INTO main.{table} SELECT * FROM other.{table} WHERE {name} = 'friday'")
    with open_store(tmp_path / "one.db") as store:
        assert store.read("friday") == other[: len(one)]
        assert store.verified("friday", fingerprint()) == 0


def test_a_branch_is_verified_with_what_it_shares(tmp_path):
    log = log_of_game(8)
    with open_store(tmp_path / "games.db") as store:
        store.create(log, id="parent")
        branch = store.branch("parent", len(log))
        store.note_verified({branch: len(log)}, "these rules")
        assert store.verified(branch, "these rules") == len(log)
        assert store.verified("parent", "these rules") == 0
        assert len(store._seal(branch, len(log)).split(".")) == 1
        game = resume(log, chance=RandomChance(8))
        game.answer(game.table.asked, RandomBot(8).answer(game))
        store.append(branch, len(log), game.log[len(log) :])
        store.note_verified({branch: len(game.log)}, "these rules")
        assert store._seal(branch, len(game.log)).split(".")[0] == store._seal("parent", len(log))


def test_a_pruned_game_leaves_no_verdict_to_its_successor(tmp_path):
    log = log_of_game(9)

    def told(store: Store) -> int:
        return store.verified("friday", "these rules")

    with open_store(tmp_path / "games.db") as store:
        store.create(log, id="friday")
        store.note_verified({"friday": len(log)}, "these rules")
        store.delete("friday")
        store.prune()
        store.create(log_of_game(10), id="friday")
        assert told(store) == 0
    shutil.copy(tmp_path / "games.db", tmp_path / "copy.db")
    with open_store(tmp_path / "copy.db", look=True) as store:
        assert told(store) == 0
