"""What people say at a table is read as steps."""

import pytest

from adjudicator.rulings.ruling import rule_on_question
from adjudicator.scenarios.given import scenario_given
from adjudicator.scenarios.names import NoSuchName, find_word
from adjudicator.scenarios.spoken import steps_said
from core.printed.definitions import load_cards
from events.errors import SmashUpError

SAID = {
    "play Howler": ["play Howler"],
    "Ana plays Laseratops at Tortuga, then destroys Howler": ["Ana: play Laseratops at Tortuga", "Ana: choose Howler"],
    "Ben: play Megalodon on Oasis and destroy Howler": ["Ben: play Megalodon on Oasis", "Ben: choose Howler"],
    "Ana: move Howler to Tortuga and then ends her turn": [
        "Ana: choose Howler",
        "Ana: choose Tortuga",
        "Ana: end turn",
    ],
    "return Howler to its owner's hand": ["choose Howler"],
    "Ana passes; Ben passes": ["Ana: pass", "Ben: pass"],
    "use Jonas; none; kill 3": ["use Jonas", "none", "choose 3"],
    "play Cannon, kills 2 with Cannon": ["play Cannon", "choose 2"],
    "choose Howler, Cub Scout": ["choose Howler, Cub Scout"],
    "choose Howler, Move Aboot": ["choose Howler, Move Aboot"],
    "play Tooth and Claw... and Guns on 3": ["play Tooth and Claw... and Guns on 3"],
    "use Titania: play an extra minion": ["use Titania: play an extra minion"],
    "play Full Sail, First Mate moves to Tortuga": ["play Full Sail", "choose First Mate", "choose Tortuga"],
    "Ben: none; First Mate moves to Tortuga": ["Ben: none", "choose First Mate", "choose Tortuga"],
    "Ben plays Cannon and Howler is destroyed": ["Ben: play Cannon", "Ben: choose Howler"],
    "Howler goes back to its owner's hand": ["choose Howler"],
    "use Ice Floe on Howler": ["use Ice Floe", "choose Howler"],
    "use Wyvern to destroy 3": ["use Wyvern", "choose 3"],
    "play Laseratops to destroy Howler": ["play Laseratops", "choose Howler"],
    "use Major Ursa to move to Tortuga": ["use Major Ursa", "choose Tortuga"],
    "play Return to the Sea": ["play Return to the Sea"],
    "Ana: play Howler at X [EMD]": ["Ana: play Howler at X [EMD]"],
}


@pytest.mark.parametrize("said", SAID)
def test_what_is_said_is_read_as_steps(said):
    load_cards()
    assert steps_said(said, ["Ana", "Ben"]) == SAID[said]


URSA = "Kaiju Island: Ben Gorgodzolla | Tortuga: Ana Major Ursa, 3"
WANTED = {
    (URSA, "move Major Ursa to Kaiju Island"): "Major Ursa moves to Kaiju Island",
    (URSA, "use Major Ursa; choose Kaiju Island"): "Major Ursa moves to Kaiju Island",
    (
        "Ninja Dojo: Ana 12; Ben 9 | Tortuga: Ben King Rex",
        "score Ninja Dojo; destroy King Rex",
    ): "King Rex is destroyed",
    (
        "The Grey Opal: Ana 15, First Mate; Ben 6, 3 | Tortuga",
        "score The Grey Opal; First Mate moves to Tortuga",
    ): "First Mate moves to Tortuga",
    (
        "Tortuga: Ana 3x King Rex; Ben 1 | Ana hand: Return to the Sea",
        "score Tortuga; play Return to the Sea on all King Rex",
    ): "3 × King Rex return to Ana's hand",
}


WANTED |= {
    ("Tortuga: Ana 3; Ben 2 | Ana hand: Rampage", "play Rampage on 3; choose Tortuga"): "−3 Rampage",
    ("Tortuga: Ana 2 | Ana hand: Broadside", "play Broadside on Ben at Tortuga"): "Broadside goes to Ana's discard",
    ("Tortuga | Ana hand: Favor of Zeus", "play Favor of Zeus; choose Tortuga"): "−5 Favor of Zeus",
    (
        "Tortuga: Ana 2 | Ana hand: Feeding Frenzy",
        "play Feeding Frenzy at Tortuga; destroy 2",
    ): "vanilla 2 is destroyed",
}
"""The only base, minion or player there is may be stated, although nobody is asked."""


@pytest.mark.parametrize(("line", "said"), WANTED)
def test_what_is_said_next_implies_the_answers_before_it(line, said):
    """A mode, a use, and what another player declines first need no step of their own in typed words."""
    ruling = rule_on_question(scenario_given(line, [said]), "EMD")
    assert WANTED[line, said] in " ".join(ruling.verdict)


def test_words_about_a_card_do_not_use_it_for_something_else():
    ruling = rule_on_question(scenario_given("Tortuga: Ana Wyvern, 3", ["destroy Wyvern"]), "EMD")
    assert "may not choose Wyvern" in ruling.verdict[0]


def test_a_step_states_only_what_has_happened_since_the_table_was_set():
    """First Mate was put on the table by the situation; that is no choice of First Mate."""
    line = "The Grey Opal: Ana 15, First Mate; Ben 6, 3 | Tortuga"
    steps = ["score The Grey Opal", "Ben: choose 6", "First Mate moves to Tortuga"]
    ruling = rule_on_question(scenario_given(line, steps), "EMD")
    assert "First Mate and vanilla 6 move to Tortuga" in ruling.verdict


def test_a_deed_with_a_card_needs_the_step_that_plays_it():
    line = "Tortuga: Ben 2 | Ana hand: Laseratops"
    assert [str(step) for step in scenario_given(line, ["play Laseratops", "destroy 2 with Laseratops"]).step] == [
        "Ana: play Laseratops",
        "Ana: choose 2",
    ]
    with pytest.raises(SmashUpError, match=r"Step 1: .* needs a step before it: “play Laseratops”"):
        scenario_given(line, ["destroy 2 with Laseratops"])


def test_a_part_of_an_option_begins_where_a_word_begins():
    options = {1: "play an extra minion", 2: "draw a card"}
    assert find_word("extra", options) == 1
    assert find_word("Draw", options) == 2
    for words in ("X", "tra", "inion", "raw"):
        with pytest.raises(NoSuchName, match="is not one of"):
            find_word(words, options)


def test_cards_that_speak_of_madness_find_the_whole_madness_deck():
    line = "Tortuga: Ben Sleeping Beauty | Ana hand: Corruption"
    assert len(scenario_given(line).madness) == 30
    assert not scenario_given(f"{line} | madness: none").madness
    assert scenario_given(f"{line} | madness: 2x Madness").madness == ("Madness", "Madness")
    assert not scenario_given("Tortuga: Ben Howler | Ana hand: Bear Hug").madness
    ruling = rule_on_question(scenario_given(line, ["play Corruption on Sleeping Beauty"]), "EMD")
    assert "Ana draws Madness" in " ".join(ruling.verdict) or "Ana draws a Madness card" in " ".join(ruling.verdict)
