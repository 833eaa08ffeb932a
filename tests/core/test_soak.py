"""The long run itself: a short one finds nothing, and a fault is found, told and kept."""

from __future__ import annotations

import pytest

from core.engine.game import Endless, Game
from core.players.card_coverage import Watch
from core.printed.editions import EDITIONS
from events.files import read_game
from projections.table import fold
from tests.core import soak


def test_a_short_run_without_a_fault(tmp_path):
    report = soak.play_round(3, 4, str(tmp_path))
    assert report.faults == []
    assert report.games == 4
    assert report.decisions > 400
    assert sum(report.by_kind.values()) == 4
    assert report.coverage.statistics.games == 4
    assert not list(tmp_path.iterdir())


def test_rounds_go_through_all_editions_and_numbers_of_players():
    kinds = {
        (edition, seats)
        for seed in range(6)
        for number in range(0, soak.ROUND, 2)
        for edition, seats in [soak.kind_of(seed, number)]
    }
    assert len(kinds) == 3 * len(EDITIONS)


@pytest.mark.parametrize(("number", "kind"), [(0, "random"), (1, "coverage")])
def test_a_fault_is_reported_and_its_game_kept(tmp_path, monkeypatch, number, kind):
    seen = 0

    def fails_after_a_while(game) -> None:
        nonlocal seen
        seen += 1
        assert seen != 2, "a number is wrong"

    monkeypatch.setattr(soak, "OFTEN", 1.0)
    monkeypatch.setattr(soak, "assert_numbers", fails_after_a_while)
    monkeypatch.setattr(soak, "verify", lambda log: pytest.fail("not after a fault"))
    played = soak.play_game(3, number, Watch(), soak.Report(), str(tmp_path))
    (fault,) = played.faults
    assert fault.startswith(f"seed 3, game {number}, ")
    assert "a number is wrong" in fault
    header, log = read_game(tmp_path / f"fault-3-{number}.jsonl")
    assert header.edition == fold(log).edition == soak.kind_of(3, number)[0]
    assert (header.seats[0].name == "Coverage 1") == (kind == "coverage")


@pytest.mark.parametrize("number", [0, 1], ids=["random", "coverage"])
def test_a_game_that_comes_to_what_never_ends_is_no_fault(tmp_path, monkeypatch, number):
    right = Game.answer

    def goes_round(game, seat, picks):
        if len(game.log) > 300:
            raise Endless(len(game.log))
        right(game, seat, picks)

    monkeypatch.setattr(Game, "answer", goes_round)
    report = soak.play_game(3, number, Watch(), soak.Report(), str(tmp_path))
    assert (report.faults, report.games, report.endless) == ([], 1, 1)
    assert not list(tmp_path.iterdir())
