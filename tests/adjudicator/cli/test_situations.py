"""Questions of a real table, asked without a file: the answer stands in the first three lines."""

from __future__ import annotations

import pytest

QUESTIONS = [
    (
        ("ask", "Tortuga: Ana King Rex; Ben Leprechaun, War Raptor | Ana hand: Bear Hug", "play Bear Hug"),
        "War Raptor is destroyed",
    ),
    (("ask", "Tortuga: Ben Leprechaun | Ana hand: Howler", "play Howler"), "Howler is destroyed"),
    (
        ("ask", "20 5/3/2: Ana 10, Ben 10, Cleo 5 | Ana to score, until draw"),
        "Ana 1st (5 VP), Ben 1st (5 VP), Cleo 3rd (2 VP)",
    ),
    (("ask", "Tortuga: Ana 3 | Ana hand: Invader", "play Invader"), "Ana has 1 VP (+1)"),
    (("ask", "Tortuga: Ben 2x War Raptor | Ana hand: Saucy Wench", "play saucy"), "Saucy Wench is now at Tortuga"),
    (("ask", "Tortuga: Ben War Raptor"), "War Raptor has 3 power: 2 printed, +1 War Raptor"),
    (("ask", "Tortuga: Ben 2x War Raptor"), "has 4 power: 2 printed"),
    (("ask", "Tortuga: Ana 4+2"), "vanilla 4 has 6 power: 4 printed, +2 counters"),
    (("ask", "Tortuga: Ana 4 [Upgrade]"), "vanilla 4 has 6 power: 4 printed, +2 Upgrade"),
    (
        ("ask", "Tortuga: Ana King Rex | Jungle Oasis: | Ana hand: 4", "play 4 at jungle"),
        "vanilla 4 is now at Jungle Oasis",
    ),
    (
        ("may", "play Howler", "Tortuga: | Ana hand: Howler | Ana plays: action"),
        "No: Ana may not play Howler: Ana has no minion left",
    ),
    (
        ("may", "play Hidden Ninja", "Tortuga: Ana 3 | Ana hand: Hidden Ninja"),
        "it is a Special, played only at its own",
    ),
    (
        ("may", "play Shinobi", "5 4/2/1: Ana 3, Ben 2 | Ana hand: Shinobi | Ana to score"),
        "Yes, with “Ana: play Shinobi”",
    ),
    (("may", "use The Mothership", "The Mothership: Ana 3"), "it has nothing to use in Play Cards"),
    (
        ("may", "play Microbot Guard with Zapbot", "Tortuga: | Ana hand: Zapbot, Microbot Guard"),
        "Yes, with “Ana: play Zapbot”",
    ),
    (("may", "play Ghost with Spectre", "Tortuga: | Ana hand: Ghost, Spectre"), "No: "),
    (("may", "destroy War Raptor with Saucy Wench", "Tortuga: Ben War Raptor | Ana hand: Saucy Wench"), "No: "),
    (
        ("may", "destroy 2 with Saucy Wench", "Tortuga: Ben 2 | Ana hand: Saucy Wench"),
        "Yes, with “Ana: play Saucy Wench”",
    ),
    (
        ("may", "destroy War Raptor with Bear Hug", "Tortuga: Ben War Raptor, Leprechaun | Ana hand: Bear Hug"),
        "Yes, with “Ana: play Bear Hug”",
    ),
    (("may", "play 4", "Tortuga: | Ana hand: Zapbot, 4"), "Yes, with “Ana: play vanilla 4”"),
    (("may", "play King Rex", "Tortuga: Ana King Rex"), "No: Ana may not play King Rex: it is at Tortuga"),
]


@pytest.mark.parametrize(("asked", "answer"), QUESTIONS)
def test_the_answer_stands_in_the_first_three_lines(smashup, asked, answer):
    told = " ".join(smashup(*asked).splitlines()[:3])
    assert answer in told


def test_an_open_choice_says_what_each_answer_leads_to(smashup):
    told = " ".join(
        smashup("ask", "Tortuga: Ben 2, Cub Scout | Ana hand: Saucy Wench, Full Sail", "play saucy").split()
    )
    assert '"Ana: choose vanilla 2": vanilla 2 is destroyed and goes to Ben\'s discard pile' in told


def test_a_refused_step_is_the_answer_and_exit_code_1(smashup):
    told = smashup("ask", "Tortuga: Ana 3 | Ana hand: Howler", "play Ghost", exit_code=1)
    assert told.startswith("EMD: Ana may not play Ghost: there is no such card.")


def test_a_bad_situation_is_one_sentence_and_exit_code_2(smashup):
    assert "did you mean Leprechaun?" in smashup.refused("ask", "Tortuga: Ana Leprechan")
    assert "did you mean Leprechaun?" in smashup.refused("may", "play 3", "Tortuga: Ana Leprechan")


def test_a_situation_becomes_a_file_that_can_be_ruled_on(smashup, tmp_path):
    file = tmp_path / "raptor.toml"
    file.write_text(smashup("scenario", "new", "Tortuga: Ben War Raptor | Ana hand: Howler", "play Howler"))
    assert "Howler is now at Tortuga" in smashup("ask", file)


def test_steps_can_be_exchanged_and_replaced(smashup):
    table = "Tortuga: Ben Leprechaun | Ana hand: Howler, Bear Hug"
    told = smashup("ask", table, "play Bear Hug", "play Howler", "--swap", "1,2")
    assert told.startswith("EMD: Leprechaun is destroyed")
    assert "steps 1 and 2 were swapped" in told
    assert "only one step" in smashup.refused("ask", table, "pass", "--swap", "1,1")


def test_points_are_followed_by_the_piles_of_that_player(smashup):
    told = smashup("scenario", "new", "Tortuga: Ana 3 | Ana 12 vp; hand: Howler | Ben start")
    assert 'hand = ["Howler"]' in told
    assert "vp = 12" in told
    assert 'phase = "start"' in told


def test_actions_in_brackets_at_a_base_are_answered_with_the_right_form(smashup):
    said = smashup.refused("ask", "Tortuga [Ana's Overgrowth]: Ana 3")
    assert "as in Tortuga: Ana Overgrowth" in said


def test_a_standard_action_is_played_on_what_it_chooses(smashup):
    table = "Tortuga: Ana King Rex; Ben Howler, 1 | Ana hand: "
    assert "King Rex has 11 power" in smashup("ask", table + "Augmentation", "play Augmentation on King Rex")
    refused = smashup.result("ask", table + "Cannon", "play Cannon on King Rex", exit_code=1).stdout
    assert "King Rex has 7 power; Cannon destroys" in refused


def test_a_play_is_never_taken_for_another_choice(smashup):
    table = "The Homeworld: | Ana hand: King Rex, Collector, Collector"
    steps = ("play King Rex at Homeworld", "play Collector at Homeworld", "play Collector")
    told = smashup.result("ask", table, *steps, exit_code=1).stdout
    assert "Ana must answer something else first (“none” declines it)" in told


def test_naming_what_follows_a_yes_says_yes(smashup):
    told = smashup("ask", "Tortuga: Ana Sprout | Ana to start | Ana deck: Water Lily", "choose Water Lily")
    assert "Water Lily is now at Tortuga" in told


def test_a_named_base_is_scored_by_its_printed_numbers(smashup):
    assert "breakpoint 21" in smashup("score", "Tortuga: Ana 10, Ben 10, Cleo 4")


def test_what_a_scenario_file_states_is_json_on_request(smashup):
    stated = smashup.json("scenario", "new", "Tortuga: Ben War Raptor | Ana hand: Howler", "play Howler")
    assert stated["base"][0]["Ben"] == ["War Raptor"]
    assert stated["player"]["Ana"]["hand"] == ["Howler"]
    assert smashup.json("scenario", "new", "A tie")["title"] == "A tie"
    assert smashup.json("scenario", "schema")["$schema"]
    smashup("import", "emd")
    assert smashup.json("scenario", "from-game", "golden-emd", "--at", 749)["title"] == "golden-emd, position 749"
