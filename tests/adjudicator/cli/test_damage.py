"""Damage is confined: a bad game never stops the others, and what lies before the damage can be read."""

import sqlite3
from contextlib import closing

import pytest

from core.rules.replay import verify
from events.store import open_store
from events.vocabulary import Answered, Asked


@pytest.fixture
def bad(db, games) -> int:
    """The first game has a damaged batch in the middle; the position before it."""
    with closing(sqlite3.connect(db)) as connection, connection:
        rows = connection.execute(
            "SELECT originator_version FROM smashup_batches WHERE originator_id = ? ORDER BY 1", (games[0],)
        ).fetchall()
        (first,) = rows[len(rows) // 2]
        connection.execute(
            "UPDATE smashup_batches SET state = X'00' WHERE originator_id = ? AND originator_version = ?",
            (games[0], first),
        )
    return int(first) - 1


def test_games_are_listed_and_verified_each_for_itself(smashup, games, bad):
    assert [game["id"] for game in smashup.json("games")] == games[::-1]
    verdicts = {verdict["game"]: verdict for verdict in smashup.json("verify", "--all", exit_code=1)}
    assert [verdicts[game]["same"] for game in games] == [False, True, True]
    assert f"event {bad + 1} cannot be read" in verdicts[games[0]]["error"]
    assert f"event {bad + 1} cannot be read" in smashup("db", "check", exit_code=1)
    assert [part["sound"] for part in smashup.json("db", "check", exit_code=1)] == [True, True, False, True, True]


def test_what_lies_before_the_damage_can_be_read(smashup, games, bad, db):
    game = games[0]
    for arguments in (
        ("show", game, "--at", bad),
        ("replay", game, "--to", bad),
        ("step", game, "--at", bad),
        ("why", game, bad),
    ):
        smashup(*arguments)
    assert f"event {bad + 1} cannot be read" in smashup.refused("show", game)
    with open_store(db) as store:
        asked = [event.position for event in store.read(game, bad) if isinstance(event, Asked)]
    assert smashup.json("branch", game, asked[-1], "--title", "")["parent"]["position"] == asked[-1]
    near = f"the nearest decisions are at {asked[-2]} and {asked[-1]}"
    assert near in smashup.refused("branch", game, asked[-1] - 1)


def test_a_lost_entry_of_the_list_leaves_the_others(smashup, games, db):
    with closing(sqlite3.connect(db)) as connection, connection:
        connection.execute(
            "UPDATE smashup_batches SET state = X'00' WHERE originator_id = '#games' AND originator_version = 1"
        )
    result = smashup.result("games", "--json", exit_code=1)
    assert all(game in result.stdout for game in games[1:])
    assert "Warning: The store" in result.stderr
    assert "Warning: The store" in smashup.result("branches", exit_code=1).stderr
    assert smashup.json("show", games[1])["position"]
    found = {part["part"]: part["sound"] for part in smashup.json("db", "check", exit_code=1)}
    assert found == {"database": True, "list of games": False, games[1]: True, games[2]: True, games[0]: False}


def test_an_exception_in_the_rules_is_a_verdict(db, games):
    with open_store(db) as store:
        log = store.read(games[0])
    answer = next(event for event in log if isinstance(event, Answered) and event.picks)
    position = answer.position
    broken = [*log]
    broken[position - 1] = Answered(position=position, seat=99, picks=answer.picks)
    for wrong in (broken, log[1:], [], [log[0], log[0]]):
        verdict = verify(wrong)
        assert not verdict.same
    assert verify(broken).first.position == position
    assert verify(broken).first.error


def test_a_bad_file_does_not_stop_the_others(smashup, games, tmp_path):
    bad = tmp_path / "bad.jsonl"
    bad.write_text("nothing\n")
    verdicts = {verdict["game"]: verdict for verdict in smashup.json("verify", bad, games[0], exit_code=1)}
    assert "not a Smash Up game file" in verdicts[str(bad)]["error"]
    assert verdicts[games[0]]["same"]
    assert "not a Smash Up game file" in smashup.refused("verify", bad)


def test_the_whole_database_is_sound(smashup, games):
    assert "everything can be read" in smashup("db", "check")
    assert games[0] in smashup("db", "check", "--all")
