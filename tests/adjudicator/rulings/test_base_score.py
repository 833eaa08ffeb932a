"""Quick questions: places, ties and presence without a file."""

from __future__ import annotations

import pytest

from adjudicator.rulings.base_score import score
from events.errors import SmashUpError


def places(question: str, edition: str = "EMD") -> dict[str, tuple[int, int]]:
    return {player.name: (player.place, player.points) for player in score(question, edition).players}


def test_tied_winners_leave_no_second_place():
    assert places("25 5/3/2: Ana 10, Ben 10, Cleo 5") == {"Ana": (1, 5), "Ben": (1, 5), "Cleo": (3, 2)}


def test_tied_runners_up_leave_no_third_place():
    ranks = places("20 4/2/1: Ana 8, Ben 6, Cleo 6, Dov 3")
    assert ranks == {"Ana": (1, 4), "Ben": (2, 2), "Cleo": (2, 2), "Dov": (0, 0)}


def test_ties_among_five_players():
    ranks = places("4/2/1: Ana 10, Ben 10, Cleo 6, Dov 6, Eve 1")
    assert ranks == {"Ana": (1, 4), "Ben": (1, 4), "Cleo": (3, 1), "Dov": (3, 1), "Eve": (0, 0)}


@pytest.mark.parametrize(("edition", "place"), [("AL9K", 0), ("MS", 0), ("CND", 0), ("OOPS", 2), ("EMD", 2)])
def test_power_without_a_minion_is_presence_in_later_books(edition, place):
    assert places("20 4/2/1: Ana 18, Ben 2 without minion", edition)["Ben"][0] == place


@pytest.mark.parametrize(("edition", "ready"), [("CND", False), ("OOPS", True)])
def test_power_of_no_minion_breaks_a_base_in_later_books(edition, ready):
    assert score("20 4/2/1: Ana 18, Ben 2 without a minion", edition).ready is ready


def test_without_a_breakpoint_nothing_is_said_about_being_ready():
    assert score("4/2/1: Ana 1, Ben 0").ready is None


@pytest.mark.parametrize("question", ["", "20: Ana 5", "4/2/1 Ana 5", "4/2/1: Ana", "4/2/1: Ana 5, Ana 6"])
def test_what_is_not_understood_is_refused_with_an_example(question):
    with pytest.raises(SmashUpError, match="as in"):
        score(question)
