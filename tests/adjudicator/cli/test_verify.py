"""`smashup verify` asks the rules about what is new, in as many processes as it may; and what it keeps cannot lie."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing

import msgspec
import pytest

from core.engine.game import RandomChance
from core.players.bots import RandomBot
from core.rules import fingerprint as rules_identity
from core.rules.replay import new_game, resume, verify
from core.rules.setup import game_begun
from events.catalogue import Verified
from events.store import Store, open_store
from events.vocabulary import Drawn, HouseRuled

FACTIONS = [("bear-cavalry", "ghosts"), ("killer-plants", "steampunks")]
RULES = "adjudicator.cli.why.readjudicate"


@pytest.fixture
def nobody_decides(monkeypatch):
    """The rules are not asked."""

    def asked(log, *, since=0):
        raise AssertionError(f"the rules are asked about {len(log)} events, {since} of them known")

    monkeypatch.setattr(RULES, asked)


@pytest.fixture
def nothing_is_decoded(monkeypatch):
    """Rows are not unpacked."""

    def unpacked(stream, *_):
        raise AssertionError(f"{stream} is decoded")

    monkeypatch.setattr("events.store.unpacked", unpacked)


def log_of_game(seed: int, decisions: int = 40) -> list:
    """A game up to some decision."""
    game, bot = new_game(game_begun(["Ana", "Ben"], FACTIONS), chance=RandomChance(seed)), RandomBot(seed)
    for _ in range(decisions):
        game.answer(game.table.asked, bot.answer(game))
    return game.log


def test_what_was_verified_costs_nothing_the_next_time(smashup, games, request):
    assert [verdict["from"] for verdict in smashup.json("verify", "--all")] == [1] * len(games)
    request.getfixturevalue("nobody_decides")
    request.getfixturevalue("nothing_is_decoded")
    again = smashup.json("verify", "--all")
    assert all(row["same"] and row["from"] == row["events"] + 1 == row["verified_before"] + 1 for row in again)
    assert smashup("verify", games[0]).count("the same, as verified before") == 1
    with pytest.raises(AssertionError, match="is decoded"):
        smashup("verify", games[0], "--again")


def test_the_second_time_says_the_same_of_a_game_played_wrong_at_a_table(smashup, db, request):
    log = log_of_game(1)
    begun = msgspec.structs.replace(log[0], rules_version="3")
    ruling = HouseRuled(
        position=len(log) + 1, cause=len(log), does="Ana draws a card", against="a tie", rule="turn.draw"
    )
    with open_store(db) as store:
        store.create([begun, *log[1:], ruling], id="table")
    *_, first = smashup.json("verify", "--all")
    assert [mistake["does"] for mistake in first["mistakes"]] == ["Ana draws a card"]
    assert first["recorded_by"] == "3"
    request.getfixturevalue("nothing_is_decoded")
    for second in (smashup.json("verify", "--all")[-1], *smashup.json("verify", "table")):
        assert {**second, "from": 1, "verified_before": 0, "given": 0} == {**first, "given": 0}


def test_the_second_time_finds_what_was_damaged_since(smashup, db):
    log = log_of_game(1)
    with open_store(db) as store:
        store.create(log[:20], id="friday")
        for start in range(20, len(log), 20):
            store.append("friday", start, log[start : start + 20])
    smashup("verify", "--all")
    with closing(sqlite3.connect(db)) as connection, connection:
        changed = "CAST(substr(state, 1, 30) || X'00' || substr(state, 32) AS BLOB)"
        second = "originator_id = 'friday' AND originator_version = 21"
        assert connection.execute(f"UPDATE smashup_batches SET state = {changed} WHERE {second}").rowcount == 1
    for asked in ("--all", "friday"):
        assert "checksum is wrong" in smashup("verify", asked, exit_code=1)


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
    (verdict,) = smashup.json("verify", "growing")
    assert asked == [len(log)]
    assert (verdict["from"], verdict["verified_before"], verdict["same"]) == (len(log) + 1, len(log), True)
    assert smashup.json("verify", "growing")[0]["verified_before"] == len(game.log)


def test_other_rules_decide_for_themselves(smashup, games, monkeypatch):
    smashup("verify", games[0])
    monkeypatch.setattr("adjudicator.cli.why.fingerprint", lambda sets=(): "of other rules")
    assert smashup.json("verify", games[0])[0]["verified_before"] == 0


def test_a_result_depends_on_the_engine_and_on_the_sets_in_the_game(smashup, db, monkeypatch):
    log = log_of_game(1)
    with open_store(db) as store:
        store.create(log, id="friday")
    smashup("verify", "friday")

    def verified_before() -> bool:
        return bool(smashup.json("verify", "friday")[0]["verified_before"] == len(log))

    source = rules_identity._source
    for changed, valid in (
        ("core.cards.sets.clowns", True),
        ("core.cards.sets.awesome_level_9000", False),
        ("core", False),
        ("projections", False),
    ):
        with monkeypatch.context() as patch:
            patch.setattr(
                rules_identity,
                "_source",
                lambda package, changed=changed: b"new" if package == changed else source(package),
            )
            patch.setattr("adjudicator.cli.why._note", lambda *_: None)
            assert verified_before() == valid, changed


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
    assert [result["same"] for result in alone] == [True] * len(games) + [False] * 3


def test_a_read_only_database_is_verified_too(smashup, games, monkeypatch):
    def refuse(self: object, *arguments: object) -> None:
        raise sqlite3.OperationalError("attempt to write a readonly database")

    monkeypatch.setattr("events.recorders.SQLiteRecorder._insert", refuse)
    for _ in range(2):
        (verdict,) = smashup.json("verify", games[0])
        assert (verdict["same"], verdict["verified_before"]) == (True, 0)


# --- what is kept ---------------------------------------------------------------------------------------------------


def up_to(store: Store, game: str) -> int:
    """Return the position up to which a game is known to be verified."""
    known = store.verified(game)
    return known.position if known else 0


def test_other_events_under_the_same_id_are_not_taken_for_verified(tmp_path):
    """Rows, seals and head of another game, every one of them whole: only the note says that they are others."""
    one, other = log_of_game(6), log_of_game(7)
    for name, log in (("one.db", one), ("other.db", other[: len(one)])):
        with open_store(tmp_path / name) as store:
            store.create(log, id="friday")
    with open_store(tmp_path / "one.db") as store:
        store.note_verified([Verified(game="friday", position=len(one), rules="these rules")])
        assert up_to(store, "friday") == len(one)
    with closing(sqlite3.connect(tmp_path / "one.db")) as connection, connection:
        connection.execute("ATTACH ? AS other", (str(tmp_path / "other.db"),))
        for table, name in (("smashup_batches", "originator_id"), ("smashup_heads", "stream")):
            connection.execute(f"DELETE FROM main.{table} WHERE {name} = 'friday'")
            connection.execute(f"INSERT INTO main.{table} SELECT * FROM other.{table} WHERE {name} = 'friday'")
    with open_store(tmp_path / "one.db") as store:
        assert store.read("friday") == other[: len(one)]
        assert up_to(store, "friday") == 0


def test_a_branch_is_verified_with_what_it_shares(tmp_path):
    log = log_of_game(8)
    with open_store(tmp_path / "games.db") as store:
        store.create(log, id="parent")
        branch = store.branch("parent", len(log))
        store.note_verified([Verified(game=branch, position=len(log), rules="these rules")])
        assert up_to(store, branch) == len(log)
        assert up_to(store, "parent") == 0
        assert len(store._seal(branch, len(log)).split(".")) == 1
        game = resume(log, chance=RandomChance(8))
        game.answer(game.table.asked, RandomBot(8).answer(game))
        store.append(branch, len(log), game.log[len(log) :])
        store.note_verified([Verified(game=branch, position=len(game.log), rules="these rules")])
        assert up_to(store, branch) == len(game.log)
        assert store._seal(branch, len(game.log)).split(".")[0] == store._seal("parent", len(log))


def test_a_pruned_game_leaves_no_verdict_to_its_successor(tmp_path):
    log = log_of_game(9)

    with open_store(tmp_path / "games.db") as store:
        store.create(log, id="friday")
        store.note_verified([Verified(game="friday", position=len(log), rules="these rules")])
        store.delete("friday")
        store.prune()
        store.create(log_of_game(10), id="friday")
        assert up_to(store, "friday") == 0
    shutil.copy(tmp_path / "games.db", tmp_path / "copy.db")
    with open_store(tmp_path / "copy.db", look=True) as store:
        assert up_to(store, "friday") == 0
