"""May-questions: yes with a line of play, no with the reason, only if another chooses, or unknown."""

from __future__ import annotations

import pytest

from adjudicator.rulings.explore import Limits
from adjudicator.rulings.may import may
from adjudicator.scenarios.given import scenario_given
from events.errors import SmashUpError

TABLE = "Tortuga: Ana King Rex; Ben Leprechaun, War Raptor | Jungle Oasis: Ana 3 | Ana hand: Bear Hug, Howler"


def asked(deed, situation=TABLE, *steps, **limits):
    return may(scenario_given(situation, steps), deed, "EMD", limits=Limits(**limits))


@pytest.mark.parametrize(
    ("deed", "line"),
    [
        ("play Howler at Tortuga", ("Ana: play Howler", "Ana: choose Tortuga")),
        ("Ana may play howl at jungle?", ("Ana: play Howler", "Ana: choose Jungle Oasis")),
        ("destroy War Raptor with Bear Hug", ("Ana: play Bear Hug",)),
    ],
)
def test_what_may_be_done_is_shown_as_a_line_of_play(deed, line):
    found = asked(deed)
    assert found.verdict == "yes"
    assert found.line == line
    assert found.answer.startswith("Yes, with “Ana: play")


def test_the_line_of_play_is_one_that_the_rules_take():
    found = asked("destroy War Raptor with Bear Hug")
    assert found.passages
    again = scenario_given(TABLE, found.line)
    assert [str(step) for step in again.step] == list(found.line)


def test_what_may_not_be_done_has_a_reason():
    found = asked("play King Rex")
    assert (found.verdict, found.answer) == ("no", "No: Ana may not play King Rex: it is at Tortuga.")
    assert asked("destroy Leprechaun").verdict == "no"
    assert asked("play Howler with Bear Hug").verdict == "no"


def test_another_players_choice_makes_it_only_if():
    tied = "Tortuga: Ana King Rex; Ben 2, a=Howler | Ana hand: Bear Hug"
    found = asked("Ana: destroy a with Bear Hug", tied)
    assert found.verdict == "only if"
    assert found.depends_on
    assert found.depends_on[0].startswith("Ben: choose")


def test_a_search_that_was_cut_off_never_says_no():
    found = asked("destroy Leprechaun", positions=1)
    assert found.verdict == "unknown"
    assert found.answer.startswith("I cannot tell")


@pytest.mark.parametrize("deed", ["dance", "play Watt", "play"])
def test_a_question_about_nothing_is_refused(deed):
    with pytest.raises(SmashUpError):
        asked(deed)
