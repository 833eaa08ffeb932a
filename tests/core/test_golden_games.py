"""Recorded games lead to the same events as on the day they were recorded, or somebody has seen that they do not.

Where a rule was meant to change: `python -m tests.core.golden_games --update`.
"""

import pytest

from core.printed.editions import EDITIONS
from core.rules.replay import verify
from tests.core.golden_games import FOLDER, PLANS, difference, final_tables, recorded, table_of


def test_every_book_has_a_recorded_game():
    assert {plan.edition for plan in PLANS.values()} == set(EDITIONS)
    assert sorted(file.stem for file in FOLDER.glob("*.jsonl")) == sorted(PLANS)


@pytest.mark.parametrize("name", PLANS)
def test_a_recorded_game_leads_to_the_same_events(name):
    verdict = verify(recorded(name))
    assert verdict.same, difference(verdict.first)
    assert not verdict.given, "the rules also set the game up as recorded"


@pytest.mark.parametrize("name", PLANS)
def test_a_recorded_game_comes_to_the_same_table(name):
    assert table_of(recorded(name)) == final_tables()[name]
