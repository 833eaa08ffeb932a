"""What people say at a table is read as steps."""

import pytest

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
    "Ana: play Howler at X [EMD]": ["Ana: play Howler at X [EMD]"],
}


@pytest.mark.parametrize("said", SAID)
def test_what_is_said_is_read_as_steps(said):
    load_cards()
    assert steps_said(said, ["Ana", "Ben"]) == SAID[said]


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
