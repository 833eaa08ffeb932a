"""The cards of a deck that a situation does not state: told as "a card" or "two cards" until they are in play."""

from __future__ import annotations

import pytest
from typer.testing import CliRunner

from adjudicator.cli.app import app
from adjudicator.scenarios import run
from adjudicator.scenarios.given import scenario_given
from adjudicator.viewer.sources import of_scenario
from adjudicator.web.replays import page

UNSTATED = "vanilla 0"


def told(*arguments: str) -> str:
    """What a command prints about a situation, on one line."""
    result = CliRunner().invoke(app, list(arguments), env={"COLUMNS": "100", "NO_COLOR": "1"})
    assert result.exit_code == 0, result.output
    return " ".join(result.output.split())


@pytest.mark.parametrize("form", [(), ("--all-editions",), ("--markdown",), ("--json",)])
def test_a_draw_from_a_deck_that_is_not_stated_counts_the_cards(form):
    text = told("ask", "Tortuga: Ana Howler | Ana hand: Bear Hug", "end turn", *form)
    assert "Ana draws two cards" in text
    assert UNSTATED not in text


def test_the_hand_counts_them_behind_the_stated_cards():
    text = told("ask", "Tortuga: Ana Howler | Ana hand: Bear Hug", "end turn")
    assert "Ana hand: Bear Hug (action), two cards" in text


def test_exploring_counts_them():
    text = told("explore", "Tortuga: Ana Howler | Ana hand: 2")
    assert "Ana draws two cards" in text
    assert UNSTATED not in text


def test_stated_cards_keep_their_names_even_if_they_are_vanilla():
    text = told("ask", "Tortuga: Ana Howler | Ana deck: 0, Cub Scout, 0", "end turn")
    assert "Ana draws two cards: vanilla 0 and Cub Scout" in text
    assert "Ana hand: vanilla 0 (0), Cub Scout (3)" in text


def test_a_card_that_is_played_is_named_from_then_on():
    text = told("ask", "Tortuga: Ana Howler", "end turn", "Ben: end turn", "Ana: play vanilla 0 at Tortuga")
    assert "Ana plays vanilla 0 at Tortuga" in text
    assert "0 vanilla 0" in text


def test_the_pages_count_them_too():
    outcome = run(scenario_given("Tortuga: Ana Howler", ["end turn"]), "EMD")
    replay = of_scenario(outcome, "unstated")
    assert any("Ana draws two cards" in line.text for line in replay.lines)
    assert not any(UNSTATED in line.text for line in replay.lines)
    frame = replay.frame(len(replay))
    assert [frame.card(card).name for card in frame.players[0].hand] == ["a card", "a card"]
    assert UNSTATED not in page(replay)
