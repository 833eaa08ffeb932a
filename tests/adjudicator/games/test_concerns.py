"""What concerns a player who passes until something concerns them."""

from __future__ import annotations

import pytest

from adjudicator.games.concerns import answer_unasked, concerns, is_at_stake
from adjudicator.scenarios import parse, run
from events.questions import May, Sites, Window

SCORING = """
title = "t"
seats = ["Ana", "Ben", "Cleo"]
phase = "score"
[[base]]
card = "vanilla 5 4/2/1"
name = "X"
Ana = ["vanilla 5"]
[[base]]
card = "vanilla 20 4/2/1"
name = "Y"
Cleo = ["vanilla 2"]
"""
HANDS = '[player.Ben]\nhand = ["Hidden Ninja", "vanilla 1"]\n[player.Cleo]\nhand = ["Hidden Ninja", "vanilla 1"]\n'


def asked(*steps: str, tables: str = HANDS, there: str = ""):
    """Return the table at the question that is open after these steps. `there`: what else lies at the scoring base."""
    lines = "steps = [" + ", ".join(f'"{step}"' for step in steps) + "]\n"
    text = lines + SCORING.replace('Ana = ["vanilla 5"]\n', 'Ana = ["vanilla 5"]\n' + there) + tables
    table = run(parse(text), "EMD").game.table
    assert isinstance(table.question, Window)
    return table


@pytest.mark.parametrize(
    ("there", "matters"),
    [
        ("", False),
        ('Ben = ["vanilla 1"]\n', True),
        ('Ben = [{ card = "vanilla 1", owner = "Ana" }]\n', True),
        ('Cleo = [{ card = "vanilla 1", owner = "Ben" }]\n', True),
        ('actions = { Ben = ["vanilla on-base"] }\n', True),
        ('buried = { Ben = ["vanilla 1"] }\n', True),
        ('Cleo = ["vanilla 1"]\n', False),
    ],
)
def test_a_base_about_to_score_concerns_those_who_have_a_card_there(there: str, matters: bool) -> None:
    table = asked(there=there)
    assert table.asked == 1
    assert table.question.options
    assert concerns(table, table.question, 1) is matters
    assert answer_unasked(table.question) == ()


def test_nothing_concerns_a_player_without_a_choice() -> None:
    table = asked(there='Ben = ["vanilla 1"]\n', tables='[player.Ben]\nhand = ["vanilla 1", "Hidden Ninja"]\n')
    empty = Window(least=0, moment="before-scores")
    assert is_at_stake(table, empty, 1)
    assert not concerns(table, empty, 1)
    assert not concerns(table, Sites(options=(1,)), 1)
    assert answer_unasked(Sites(options=(1,))) == (1,)


def test_what_a_card_asks_a_player_concerns_them() -> None:
    table = asked()
    assert concerns(table, May(options=("yes", "no")), 1)
    assert concerns(table, Sites(options=(1, 2)), 1)


def test_a_base_that_scores_in_their_own_turn_concerns_the_player() -> None:
    table = asked(tables=HANDS.replace("player.Ben", "player.Ana"))
    assert table.asked == table.current == 0
    assert concerns(table, table.question, 0)


def test_an_ability_in_play_elsewhere_concerns_its_player() -> None:
    table = asked(
        tables=HANDS.replace("[player.Ben]", "[player.Ana]").replace('hand = ["Hidden Ninja", "vanilla 1"]', "", 1)
    )
    assert table.asked == 2
    assert not concerns(table, table.question, 2)
    first_mate = asked(tables=HANDS + '[[base]]\ncard = "vanilla 20 4/2/1"\nname = "Z"\nBen = ["Pirate King"]\n')
    assert concerns(first_mate, first_mate.question, 1)
