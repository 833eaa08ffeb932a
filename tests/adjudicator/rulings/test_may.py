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


DUEL = "Tortuga: Ana King Rex; Ben General Ivan [Ana's Poison], Haunting | Secret Grove: | Ben hand: 1 | Ana hand: "


@pytest.mark.parametrize(
    ("deed", "hand", "verdict"),
    [
        ("can I play Augmentation on King Rex?", "Augmentation", "yes"),
        ("play Invader and Collector", "Invader, Collector", "yes"),
        ("play two minions", "Invader, Collector", "yes"),
        ("play 3 minions", "Invader, Collector", "no"),
        ("play Invader and kill Haunting with Cannon", "Invader, Cannon", "no"),
        ("get 1 vp", "Invader", "yes"),
        ("get 2 vp", "Invader", "no"),
        ("score Tortuga", "Rampage", "yes"),
        ("play King Rex from hand", "Cannon", "no"),
    ],
)
def test_deeds_in_the_words_of_a_table(deed, hand, verdict):
    assert asked(deed, DUEL + hand).verdict == verdict


@pytest.mark.parametrize(
    ("deed", "hand", "why"),
    [
        ("bounce Haunting", "Beam Up", "Haunting can't be returned to hand by Beam Up"),
        ("kill General Ivan with Cannon", "Cannon", "General Ivan can't be destroyed by Cannon"),
        ("kill King Rex with Cannon", "Cannon", "King Rex has 7 power; Cannon destroys 2 or less"),
        (
            "play Saucy Wench at Tortuga destroying King Rex",
            "Saucy Wench",
            "King Rex has 7 power; Saucy Wench destroys",
        ),
    ],
)
def test_a_no_names_what_is_in_the_way(deed, hand, why):
    found = asked(deed, DUEL + hand)
    assert found.verdict == "no"
    assert why in found.answer


def test_a_play_that_comes_to_nothing_says_so():
    found = asked("play Beam Up on Haunting", DUEL + "Beam Up")
    assert found.verdict == "yes"
    assert "it has no effect: Ben's Haunting can't be returned" in found.answer
