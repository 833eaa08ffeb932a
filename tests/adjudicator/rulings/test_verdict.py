"""The verdict: what a scenario expects, printed back with what was found; and why a step is refused."""

from __future__ import annotations

import pytest

from adjudicator.bundled import SCENARIOS
from adjudicator.rulings.ruling import rule_on
from adjudicator.scenarios import load, parse
from adjudicator.scenarios.given import scenario_given
from adjudicator.scenarios.model import Expect

TABLE = """
title = "t"
[[base]]
card = "vanilla 20 4/2/1"
name = "X"
Ana = [{ card = "Haunting", name = "spook" }, "vanilla 2", { card = "vanilla 2", counters = 1 }]
Ben = ["vanilla 3"]
actions = { Ana = ["Zeppelin"] }
[[base]]
card = "vanilla 20 4/2/1"
name = "Y"
actions = { Ben = ["Ornate Dome"] }
[player.Ana]
hand = ["Sleep Spores", "Bear Hug", "vanilla 1"]
deck = ["vanilla 5"]
"""


def verdict(expected: str = "", steps: str = "", edition: str = "EMD") -> list[str]:
    return list(rule_on(parse(TABLE + steps + (f"[expect]\n{expected}" if expected else "")), edition).verdict)


@pytest.mark.parametrize(
    ("expected", "told"),
    [
        ("vp = { Ana = 1, Ben = 0 }", "Ana 0 VP, Ben 0 VP"),  # what was found, not what was expected
        ("power = { spook = 9 }", "spook (Haunting) has 3 power"),
        ('power = { "vanilla 2 #2" = 3 }', "vanilla 2 #2 has 3 power: 2 printed, +1 counter"),
        ("counters = { spook = 0 }", "spook (Haunting) has no +1 power counter"),
        ('where = { spook = "X" }', "spook (Haunting) is at X"),
        ('where = { "Bear Hug" = "Ana\'s hand" }', "Bear Hug is in Ana's hand"),
        ('controller = { "vanilla 3" = "Ben" }', "Ben controls vanilla 3"),
        ('never = ["destroyed spook"]', "spook is not destroyed"),
        ('never = ["destroyed"]', "nothing is destroyed"),
        ("total = { X = { Ben = 3, Ana = 8 } }", "Ben has 3 power at X"),
        ("breakpoint = { X = 20 }", "the breakpoint of X is 20"),
        ("minions = { X = { Ben = [] } }", "Ben has vanilla 3 at X"),
        ("plays = { Ana = { minion = 1, action = 1 } }", "Ana may still play 1 minion and 1 action"),
        ('hand = { Ana = { has = ["Bear Hug"], lacks = ["Ghost"] } }', "Ana's hand has Bear Hug and no Ghost"),
        ("deck = { Ana = [] }", "Ana's deck: vanilla 5"),
        ("winner = []", "nobody has won yet"),
        ('turn = "Ana"', "it is Ana's turn"),
        ("places = { Ana = 1 }", "no base has scored"),
        ("on = { spook = [] }", "nothing lies on spook (Haunting)"),
    ],
)
def test_what_is_expected_is_printed_back_with_what_was_found(expected, told):
    assert told in verdict(expected)


def test_every_key_of_expect_has_words():
    from adjudicator.rulings.verdict import _OTHER_FIELDS, _TELLING_FIELDS

    assert {field for field, _ in (*_TELLING_FIELDS, *_OTHER_FIELDS)} == set(Expect.__struct_fields__) - {"by_edition"}


def test_every_kind_of_event_has_words_for_not_happening():
    from adjudicator.rulings.verdict import _NOT_SO
    from events.vocabulary import TAGS

    assert set(_NOT_SO) == set(TAGS)
    assert verdict('never = ["boxed", "phase-began score", { event = "asked", seat = "Ben" }]') == [
        "nothing goes into the box",
        "Score Bases does not begin",
        "Ben is not asked anything",
    ]


def test_of_a_name_that_means_nothing_nothing_was_found():
    assert verdict('never = ["destroyed Haunted"]\nvp = { Zoe = 3 }') == verdict()


def test_without_expectations_there_is_still_a_verdict():
    next_steps = "next, Ana may play a minion or an action, or use Zeppelin"
    assert verdict()[-3:] == ["nothing on the table changes", "nobody has won yet", next_steps]


@pytest.mark.parametrize(
    ("situation", "steps", "first"),
    [
        ("Tortuga: Ana 3 | Ana stasis: Lightning Strike*1 | Ana start", (), "no stasis counter left"),
        (
            "Tortuga: Ana 3 | Ana hand: Mark of Sleep",
            ["play Mark of Sleep", "choose Ben"],
            "Mark of Sleep stays in effect until",
        ),
        (
            "Tortuga: Ana 3 | base deck: Tar Pits | Ana hand: Terraforming",
            ["play Terraforming", "choose Tar Pits"],
            "Tar Pits replaces Tortuga",
        ),
        ("Tortuga: Ana 3 | Ana hand: Shady Deal", ["play Shady Deal"], "Ana has 1 VP (+1)"),
        (
            "X=20 4/2/1: Ana 12; Ben 12 | Ana 11 vp; Ben 11 vp | Ana score",
            (),
            "X scores: Ana 1st (4 VP), Ben 1st (4 VP)",
        ),
        ("X=10 4/2/1: Ana 4; Ben 5 | Ana score", (), "no base scores: X has 9 of 10 power"),
        ("Saloon: Ana Gunfighter; Ben 3 | Ana hand: Run 'Em Off", ["play Run 'Em Off"], "the duel is a tie (3 to 3)"),
    ],
)
def test_the_verdict_on_a_situation_begins_with_what_is_new(situation, steps, first):
    assert first in rule_on(scenario_given(situation, steps), "EMD").verdict[0]


def test_a_verdict_says_why_nobody_has_won_with_enough_points():
    tie = "X=20 4/2/1: Ana 12; Ben 12 | Ana 11 vp; Ben 11 vp | Ana score"
    told = rule_on(scenario_given(tie), "EMD").verdict
    assert told[1] == "nobody has won yet: Ana and Ben tie for the lead with 15 VP"


@pytest.mark.parametrize(
    ("line", "why"),
    [
        (
            "Ana = 'play Sleep Spores at Y'",
            "Ana may not play Sleep Spores at Y: Ornate Dome forbids it",
        ),
        ("Ana = 'play Ghost'", "Ana may not play Ghost: there is no such card"),
        ("Ana = 'play vanilla 5'", "Ana may not play vanilla 5: it is in Ana's deck"),
        ("Ana = 'use vanilla 3'", "Ana may not use vanilla 3: it has nothing to use in Play Cards"),
        ("Ben = 'pass'", "Ben cannot pass now: it is Ana's turn"),
    ],
)
def test_a_refused_step_says_why_and_names_what_is_in_the_way(line, why):
    assert verdict("", f"[[step]]\n{line}\nrefused = true\n") == [why]


def test_a_play_that_is_spent_and_a_talent_that_was_used():
    steps = (
        '[[step]]\nAna = "use Zeppelin"\n[[step]]\nAna = "choose vanilla 2"\n'
        '[[step]]\nAna = "use Zeppelin"\nrefused = true\n'
        '[[step]]\nAna = "play vanilla 1 at X"\n[[step]]\nAna = "play vanilla 1"\nrefused = true\n'
    )
    steps = steps.replace('"choose vanilla 2"', '"choose spook"', 1)
    ruling = rule_on(parse(TABLE + steps), "EMD")
    assert "Ana may not use Zeppelin: it has been used this turn" in ruling.verdict
    assert {"term.talent"} <= set(ruling.rules)
    assert [part.number for part in ruling.parts if part.number] == [1, 2, 3, 4, 5]


def test_picks_that_are_wrong_only_together_are_refused_for_that():
    told = rule_on(load(SCENARIOS / "excellent-movies-dudes/backtimers/disrupt-one.toml"), "EMD").verdict
    assert any(line.endswith("– pick at most 2, not 3") for line in told), told


def test_an_ability_of_the_hand_is_not_lost_in_play():
    told = rule_on(load(SCENARIOS / "oops-you-did-it-again/cowboys/deputy-played.toml"), "EMD").verdict
    assert "Ana may not use Deputy: it can be used only from hand" in told


def test_an_answer_is_shown_with_its_question():
    steps = '[[step]]\nAna = "use Zeppelin"\n[[step]]\nAna = "choose spook"\n'
    ruling = rule_on(parse(TABLE + steps), "EMD")
    told = [consequence.text for part in ruling.parts for consequence in part.consequences]
    assert any(line.endswith("– Ana: Ana's spook at X") for line in told), told


def test_twins_are_told_apart_and_nicknames_used():
    ruling = rule_on(parse(TABLE), "EMD")
    frame = ruling.board
    assert frame is not None
    names = [frame.card(minion).name for minion in frame.bases[str(frame.places[0])].minions]
    assert names == ["spook (Haunting)", "vanilla 2 #1", "vanilla 2 #2", "vanilla 3"]


def test_a_step_that_cannot_be_taken_answers_why_although_nothing_says_that_it_is_refused():
    ruling = rule_on(parse(f'{TABLE}[[step]]\nAna = "play Sleep Spores at Y"\n'), "EMD")
    why = "Ana may not play Sleep Spores at Y: Ornate Dome forbids it"
    assert ruling.verdict[0] == ruling.parts[-1].refused == why
    assert ruling.failures


def test_a_name_that_fits_two_different_options_is_asked_back():
    step = '[[step]]\nAna = "play Bear Rides You"\n[[step]]\nAna = "choose vanilla 2"\n'
    ruling = rule_on(parse(TABLE.replace('"Bear Hug"', '"Bear Rides You"') + step), "EMD")
    assert ruling.verdict[0] == (
        "vanilla 2 could be Ana's vanilla 2 #1 at X or Ana's vanilla 2 #2 at X (+1): the line must say which"
    )
    assert "any of: vanilla 2 #1 (Ana's vanilla 2 at X), vanilla 2 #2 (" in ruling.failures[0]


def test_a_line_for_what_was_the_only_choice_is_accepted():
    steps = '[[step]]\nAna = "play Bear Hug"\n[[step]]\nAna = "choose vanilla 3"\n'
    ruling = rule_on(parse(TABLE + steps), "EMD")
    assert not ruling.failures
    assert not any(part.refused for part in ruling.parts)


def test_an_event_that_comes_too_early_still_counts():
    told = verdict('events = ["destroyed vanilla 3", "card-played Bear Hug"]', '[[step]]\nAna = "play Bear Hug"\n')
    assert told == [
        "Bear Hug makes Ben destroy Ben's vanilla 3 (power 3) at X",
        "Ana plays Bear Hug",
    ]


SCORING = """
title = "Overrun"
phase = "score"
[[base]]
card = "vanilla 10 4/2/1"
name = "X"
Ana = ["vanilla 3"]
Ben = ["vanilla 8"]
actions = { Ben = ["Overrun"] }
[player.Ana]
hand = ["Shinobi", "Hidden Ninja", "vanilla 2"]
"""

CHAIN = """
title = "A second minion in the same turn"
[[base]]
card = "Antarctic Base"
name = "X"
[[base]]
card = "vanilla 40 4/2/1"
name = "Y"
[player.Ana]
hand = ["Zapbot", "vanilla 1"]
[[step]]
Ana = "play Zapbot at X"
"""


@pytest.mark.parametrize(
    ("table", "line", "why"),
    [
        (SCORING, "play Shinobi", "Ana may not play Shinobi: Overrun forbids it"),
        (CHAIN, "play vanilla 1 at X", "Ana may not play vanilla 1 at X: X forbids it"),
    ],
)
def test_what_forbids_a_play_is_named_at_any_moment(table, line, why):
    ruling = rule_on(parse(f'{table}[[step]]\nAna = "{line}"\n'), "EMD")
    assert (ruling.verdict[0], ruling.parts[-1].rule) == (why, "void.cant-wins")


def test_a_yes_to_another_question_is_not_an_answer():
    ruling = rule_on(parse(f'{CHAIN}[[step]]\nAna = "yes"\n[[step]]\nAna = "yes"\n'), "EMD")
    assert ruling.verdict[0].startswith("Ana cannot answer “yes” here: "), ruling.verdict


def test_a_shuffle_is_mentioned():
    text = 'title = "Scry"\nsteps = ["Ana: play Scry"]\n[[base]]\ncard = "Jungle Oasis"\n'
    ruling = rule_on(parse(f'{text}[player.Ana]\nhand = ["Scry"]\ndeck = ["Insanity", "vanilla 2"]\n'), "EMD")
    told = [
        then.text
        for part in ruling.parts
        for consequence in part.consequences
        for then in (consequence, *consequence.then)
    ]
    assert "Ana's deck is shuffled" in told, told


def test_a_line_for_a_turn_that_has_not_come_says_so():
    ruling = rule_on(parse(f'{SCORING}[[step]]\nAna = "pass"\n[[step]]\nBen = "pass"\n[[step]]\nBen = "pass"\n'), "EMD")
    assert ruling.verdict[0] == "Ben cannot pass yet: this is a later turn, and no line has ended the one before it"
    ruling = rule_on(parse(f'{SCORING}[[step]]\nAna = "pass"\n[[step]]\nAna = "yes"\n'), "EMD")
    assert ruling.verdict[0] == "Ana cannot answer “yes” now: it is Ben's turn"


def told(situation, *said):
    return rule_on(scenario_given(situation, said), "EMD").verdict


def test_what_goes_along_on_a_minion_is_not_told_and_titans_and_totals_are():
    moved = told("Tortuga: Ana Jonas [Machete] | Jungle Oasis: Ben 3", "use Machete")
    assert moved[0] == "Jonas moves to Jungle Oasis"
    assert not any(sentence.startswith("Machete") for sentence in moved)
    stomped = told("Tortuga: Ana Gorgodzolla; Ben 3 | Ana hand: Tail Smash", "play Tail Smash on Tortuga")
    assert "Gorgodzolla has a +1 power counter" in stomped
    assert "Ana has 5 power at Tortuga: +1 counter on Gorgodzolla, +4 Tail Smash" in stomped


def test_a_stated_choice_is_accepted_although_another_question_is_open_or_the_turn_is_over():
    line = "Tortuga: Ana Jonas; Ben 3 | Jungle Oasis: Ben 2 | Ana hand: Ch-Ch-Ch Ha-Ha-Ha"
    assert "Jonas moves to Jungle Oasis" in told(line, "play Ch-Ch-Ch, move Jonas to Jungle Oasis; none")
    line = "Tortuga: Ana 3 | X=20 4/2/1 | Ana hand: Bear Rides You"
    assert told(line, "play Bear Rides You, move 3 to X")[0] == "vanilla 3 moves to X"


@pytest.mark.parametrize(
    ("situation", "said", "why"),
    [
        (
            "Tortuga: Ana Jonas; Ben 3 | Jungle Oasis: Ben 2, 3 | Ana hand: Ch-Ch-Ch Ha-Ha-Ha",
            "play Ch-Ch-Ch, destroy 2",
            "Ana must answer something else first (“none” declines it): choose what to do then, or neither",
        ),
        (
            "Tortuga: Ben Sleeping Beauty | Ana hand: Muffin, Cat Fight",
            "play Muffin, take control of Sleeping Beauty",
            "Ana may not choose Sleeping Beauty: Sleeping Beauty has 5 power; Muffin controls 3 or less",
        ),
        (
            "Tortuga: Ana 5; Ben 2 | Ana hand: Carried Away, Howler",
            "play Carried Away, move 2",
            "Ana may not choose 2: nothing is asked now that Carried Away has resolved",
        ),
        (
            "Tortuga: Ana 5 | Ana hand: Howler",
            "choose 5",
            "Ana may not choose 5: no card asks for a choice; say first what is played or used",
        ),
    ],
)
def test_a_choice_that_nothing_asks_for_says_what_is_in_the_way(situation, said, why):
    assert told(situation, said)[0].startswith(why)


def test_a_choice_of_the_wrong_card_is_refused_although_that_card_has_just_been_played():
    line = "Tortuga: Ana 3; Ben 2, Howler | Ana hand: Laseratops"
    assert told(line, "play Laseratops at Tortuga, destroy Laseratops")[0].startswith("Ana may not choose Laseratops")


def test_a_host_that_could_be_several_or_is_gone_is_named():
    line = "Tortuga: Ana 3; Ben 2, Howler | Jungle Oasis: Ben 3 | Ana hand: Laseratops, Upgrade"
    assert told(line, "play Upgrade on 3")[0] == (
        "3 could be Ana's vanilla 3 at Tortuga or Ben's vanilla 3 at Jungle Oasis: the line must say which"
    )
    gone = told(line, "play Laseratops at Tortuga, destroy 2, play Upgrade on 2")[0]
    assert gone == "Ana may not play Upgrade on 2: vanilla 2 is in the discard pile"


@pytest.mark.parametrize(
    ("situation", "step", "says"),
    [
        (
            "Tar Pits: Ben King Rex; Ana 2 | Ana hand: Ninja Master",
            "play Ninja Master at Tar Pits and kill King Rex",
            "the bottom of Ben's deck",
        ),
        (
            "Tortuga: Ana 3; Ben x=3 | Ana hand: High Noon; Ben hand: none | OOPS",
            "play High Noon, 3 duels x",
            "the duel is a tie",
        ),
        (
            "Tortuga: Ana 3 | Ana hand: Probe; Ben hand: Pirate King, Cannon",
            "play Probe on Ben, pick Pirate King",
            "Pirate King goes to Ben's discard pile",
        ),
        (
            "Tortuga: Ana 3; Ben 2, 2; Cleo 1 | Jungle Oasis: Ana 1 | Ana hand: Broadside",
            "play Broadside on Cleo at Tortuga",
            "vanilla 1 is destroyed",
        ),
        (
            "Tortuga: Ana 3; Ben 2, 2 | Ana hand: Broadside",
            "play Broadside on Ben at Tortuga",
            "2 × vanilla 2 are destroyed",
        ),
        ("Tortuga: Ana 20; Ben 3 | Ana hand: Cannon", "Ana scores Tortuga", "Tortuga scores: Ana 1st"),
        (
            "Tortuga: Ana 3; Ben 3 | Ana hand: Cannon",
            "Ana scores Tortuga",
            "Tortuga does not score now: it has 6 of the 21 power it needs",
        ),
        ("Tortuga: Ana 2, Overgrowth; Ben 3 | Ana start", "Ana scores Tortuga", "Tortuga scores: Ben 1st"),
    ],
)
def test_what_people_say_at_the_table_is_ruled_on(situation, step, says):
    from adjudicator.rulings.ruling import rule_on_question
    from adjudicator.scenarios.given import scenario_given

    scenario = scenario_given(situation, [step])
    assert says in "; ".join(rule_on_question(scenario, scenario.main_edition).verdict)


def test_a_situation_without_steps_says_how_much_power_each_base_has():
    from adjudicator.rulings.ruling import rule_on_question
    from adjudicator.scenarios.given import scenario_given

    ruling = rule_on_question(scenario_given("The Central Brain: Ana 18; Ben Jammed Signal"), "EMD")
    assert ruling.verdict[0] == "The Central Brain has 18 of 19 power (Ana 18)"
