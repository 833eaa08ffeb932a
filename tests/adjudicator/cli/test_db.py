"""`smashup db`: databases brought up to date and copied; and two who play one game at once."""

from __future__ import annotations

import io

import pytest
from rich.console import Console

from adjudicator.cli.terminal_game import TerminalGame
from adjudicator.games.controller import GameController
from adjudicator.games.session import Session
from core.rules import decks, turn
from core.rules.setup import game_begun
from events.recorders import SCHEMA
from events.store import open_store
from tests.events.samples import small_game


def test_a_database_is_copied_and_copied_on(smashup, games, db, tmp_path):
    copy = tmp_path / "copy.db"
    facts = smashup.json("db", "copy", db, copy)
    assert facts["games"] == len(games)
    assert facts["rows"] > len(games)
    assert smashup("db", "copy", db, copy).strip().endswith("there was nothing to copy.")
    with open_store(db) as original, open_store(copy) as copied:
        assert copied.games() == original.games()
        assert copied.read(games[0]) == original.read(games[0])
    assert "can't be copied into itself" in smashup.refused("db", "copy", db, db)
    assert "no such file" in smashup.refused("db", "copy", tmp_path / "none.db", copy)


def test_migrating_says_what_was_done(smashup, tmp_path):
    file = tmp_path / "new.db"
    assert "no such file" in smashup.refused("db", "migrate", "--db", file)
    with open_store(file) as store:
        store.create(small_game())
    assert f"already has version {SCHEMA} of the tables" in " ".join(smashup("db", "migrate", "--db", file).split())
    assert smashup.json("db", "migrate", "--db", file) == {"store": str(file), "before": SCHEMA, "now": SCHEMA}


def test_a_file_has_nobody_to_grant_anything_to(smashup, db, games):
    assert "it has no roles to grant anything to" in smashup.refused("db", "grant", "players", "--db", db)


@pytest.mark.parametrize("where", ["sqlite", "postgres"])
def test_of_two_players_at_once_one_wins_and_the_other_is_shown_what_happened(where, tmp_path, request, monkeypatch):
    location = (
        str(tmp_path / "two.db") if where == "sqlite" else f"{request.getfixturevalue('postgres_url')}?schema=two"
    )
    with open_store(location) as mine, open_store(location) as theirs:
        begun = game_begun(["Ana", "Ben"], [("ghosts", "robots"), ("wizards", "aliens")])
        session = Session.begin(mine, begun, seed=7)
        while (question := session.game.question) and len(question.options) < 2:
            session.answer(session.game.table.asked, question.options)
        other = Session(theirs, session.id)
        out = Console(file=io.StringIO(), width=200)
        game = TerminalGame(GameController(session, auto_pass=False), out)
        typed: list[str] = []

        def types(prompt: str) -> str:
            if prompt != "> ":
                return ""  # the screen changes hands
            typed.append(prompt)
            if len(typed) > 1:
                return "quit"
            asked = other.game.question
            assert asked is not None
            assert len(asked.options) > 1
            other.answer(other.game.table.asked, asked.options[-1:])
            return "1"

        monkeypatch.setattr(out, "input", types)
        before = len(session.game.log)
        game.play()
        shown = out.file.getvalue()  # type: ignore[attr-defined]
        theirs_alone = other.game.log[before:]
        assert mine.read(session.id)[before:] == theirs_alone
        _, said, told = shown.partition("Somebody else answered first, so your answer was not saved")
        assert said
        assert any(f"{event.position}" in told for event in theirs_alone)
        assert game.controller.log == other.game.log


def test_the_archive_question(smashup, games, db, monkeypatch):
    assert "0 play out differently under" in smashup("verify", "--all", "--since-rules", 1, "--db", db)
    draw = decks.draw
    monkeypatch.setattr(turn, "draw", lambda game, seat, number, rule: draw(game, seat, number + 1, rule=rule))
    answer = smashup.json("verify", "--all", "--since-rules", 1, "--db", db, exit_code=1)
    assert answer["asked"] == len(games)
    assert answer["by_rule"] == {"turn.draw": {"EMD": len(games)}}
    shown = smashup("verify", "--all", "--since-rules", 1, "--db", db, exit_code=1)
    assert "turn.draw" in shown
    assert f"{games[0]} at {answer['changed'][0]['position']}" in " ".join(shown.split())
    assert "needs --all" in smashup.refused("verify", games[0], "--since-rules", 1)
