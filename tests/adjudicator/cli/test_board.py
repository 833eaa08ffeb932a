"""`smashup board`: the address holds the situation, whatever it was named by."""

from __future__ import annotations

import os
from urllib.parse import unquote, urlsplit

import pytest

from adjudicator.bundled import GAMES, RECORDS, SCENARIOS
from adjudicator.messages import Engine
from adjudicator.messages.model import ReadRequest, SituationReply

LINE = "Tortuga: Ana Pirate King; Ben Haunting | Ana hand: Bear Hug"


def held(address: str) -> str:
    """Return the text in an address."""
    parts = urlsplit(address.strip())
    assert parts.path == "/board.html"
    return unquote(parts.fragment.removeprefix("t="))


def test_a_situation_in_one_line(smashup):
    assert held(smashup("board", LINE)) == LINE


def test_a_ruling(smashup):
    text = (SCENARIOS / "scoring/all-tied.toml").read_text(encoding="utf-8")
    assert held(smashup("board", "scoring/all-tied", "--address", "https://example.org/board.html")) == text


def test_a_position_of_a_game_is_one_the_engine_reads(smashup, games):
    board = smashup.json("board", games[0], "--at", 60)
    assert held(board["address"]) == board["situation"]
    Engine().answer(ReadRequest(text=board["situation"]))


def test_a_position_of_a_record_or_a_game_file_is_one_the_engine_reads(smashup):
    for file in (RECORDS / "friday-night.record", next(GAMES.glob("*.jsonl"))):
        board = smashup.json("board", file, "--at", 60)
        read = Engine().answer(ReadRequest(text=board["situation"]))
        assert isinstance(read, SituationReply)
        assert read.situation.title.endswith("at 60")
        assert "positions 0 to" in smashup.refused("board", file, "--at", 99_999)


def test_what_cannot_be_opened_is_said(smashup):
    assert "--at" in smashup.refused("board", LINE, "--at", 3)
    assert "not the address of a website" in smashup.refused("board", LINE, "--address", "ftp:x")
    assert "Leprechan" in smashup.refused("board", "Tortuga: Ana Leprechan")


@pytest.mark.parametrize("ending", ["toml", "record", "jsonl"])
def test_a_pipe_is_rejected(ending, smashup, tmp_path):
    os.mkfifo(pipe := tmp_path / f"pipe.{ending}")
    assert "it is a pipe or device" in smashup.refused("board", pipe)


@pytest.mark.parametrize("ending", ["toml", "record"])
def test_a_file_that_is_not_text_is_rejected(ending, smashup, tmp_path):
    (file := tmp_path / f"text.{ending}").write_bytes(b'title = "\xff"\n')
    assert "UTF-8" in smashup.refused("board", file)


def test_a_scenario_that_the_board_cannot_read_is_rejected(smashup, tmp_path):
    (bomb := tmp_path / "bomb.toml").write_text("a" + ".a" * 20_000 + " = 1")
    assert "a key has at most 8 parts" in smashup.refused("board", bomb)


def test_a_name_longer_than_any_file_has(smashup):
    assert "There is no scenario" in smashup.refused("board", "9" * 5_000 + ".toml")
