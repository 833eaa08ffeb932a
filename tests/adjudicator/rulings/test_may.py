"""May-questions: yes with a line of play, no with the reason, only if another chooses, or unknown."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import takewhile
from typing import Any

import msgspec
import pytest

from adjudicator.bundled import SCENARIOS
from adjudicator.rulings.explore import Limits
from adjudicator.rulings.may import may
from adjudicator.scenarios import run
from adjudicator.scenarios.given import scenario_given
from adjudicator.scenarios.load import load
from events.errors import SmashUpError
from events.vocabulary import (
    Buried,
    CardPlayed,
    ControlChanged,
    CountersChanged,
    Destroyed,
    Moved,
    Placed,
    Returned,
    Stored,
    Taken,
    Transferred,
    TurnBegan,
)
from projections.table import fold

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
    answer = asked(deed)
    assert answer.verdict == "yes"
    assert answer.line == line
    assert answer.answer.startswith("Yes, with “Ana: play")


def test_the_line_of_play_is_one_that_the_rules_take():
    answer = asked("destroy War Raptor with Bear Hug")
    assert answer.passages
    again = scenario_given(TABLE, answer.line)
    assert [str(step) for step in again.step] == list(answer.line)


def test_what_may_not_be_done_has_a_reason():
    answer = asked("play King Rex")
    assert (answer.verdict, answer.answer) == ("no", "No: Ana may not play King Rex: it is at Tortuga.")
    assert asked("destroy Leprechaun").verdict == "no"
    assert asked("play Howler with Bear Hug").verdict == "no"


def test_another_players_choice_makes_it_only_if():
    tied = "Tortuga: Ana King Rex; Ben 2, a=Howler | Ana hand: Bear Hug"
    answer = asked("Ana: destroy a with Bear Hug", tied)
    assert answer.verdict == "only if"
    assert answer.depends_on
    assert answer.depends_on[0].startswith("Ben: choose")


def test_a_search_that_was_cut_off_never_says_no():
    answer = asked("destroy Leprechaun", positions=1)
    assert answer.verdict == "unknown"
    assert answer.answer.startswith("I cannot tell")


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
    answer = asked(deed, DUEL + hand)
    assert answer.verdict == "no"
    assert why in answer.answer


def test_a_buried_card_is_uncovered():
    pyramids = "Pyramids: Ana 2; Ana buried: Mummy | Ana start"
    answer = asked("uncover Mummy", pyramids)
    assert (answer.verdict, answer.question) == ("yes", "May Ana uncover Mummy?")
    assert asked("Ben: uncover Mummy", pyramids).verdict == "no"


def test_a_no_to_several_says_how_many_and_what_prevents_the_next():
    scoring = "X=10 4/2/1: Ana 10 | Ana hand: 2x Shinobi | Ana score"
    for deed in ("play Shinobi twice", "play two Shinobis", "play Shinobi and Shinobi", "play Shinobi 3 times"):
        answer = asked(deed, scoring)
        assert answer.verdict == "no"
        assert answer.answer.startswith("No: only once; after that, Ana may not play Shinobi: its own text")
        assert "Only one Shinobi" in answer.answer
    assert asked("play Shinobi", scoring).verdict == "yes"
    assert asked("play two minions", "Tortuga: | Ana hand: 2x Howler").answer == (
        "No: only once; after that, Ana may not play Howler: Ana has no minion left to play this turn."
    )
    assert asked("play a minion", "Tortuga: | Ana hand: Howler").verdict == "yes"


@pytest.mark.parametrize(
    ("deed", "situation", "answer"),
    [
        ("win", "Tortuga: Ana 3 | Ana 12 vp", "No: when the turn ends, Ana has at most 12 of the 15 VP."),
        ("win", "Tortuga: Ana 3 | Ana 15 vp | Ben 16 vp", "No: the game is over, and Ben (16 VP) won."),
        ("get 2 vp", "Tortuga: Ana 3 | Ana 1 vp", "No: when the turn ends, Ana has at most 1 VP."),
        ("win X", "X=20 4/2/1: Ana 9, Ben 18", "No: Ana is at best 2nd there."),
        ("win X", "X=20 4/2/1: Ana 20", "Yes, without a decision."),
        ("play Howler", "X=20 4/2/1: Ana 20", "No: Ana has nothing to decide before the turn ends."),
        ("win X", "X=20 4/2/1: Ana 9", "No: X does not score this turn: it has 9 of 20 power now."),
        ("win", "X=20 4/2/1: Ana 25 | Ana 12 vp", "Yes, without a decision: the game is over, and Ana (16 VP) won."),
        ("Ben: win", "X=20 4/2/1: Ana 25 | Ana 12 vp", "No: the game is over, and Ana (16 VP) won."),
    ],
)  # fmt: skip
def test_whether_somebody_may_win_says_how_far_they_get(deed, situation, answer):
    reply = asked(deed, f"{situation} | Ana score | Ana hand: Howler")
    assert reply.answer == answer
    assert bool(reply.passages) is (answer != "Yes, without a decision.")


def test_a_play_that_comes_to_nothing_says_so():
    answer = asked("play Beam Up on Haunting", DUEL + "Beam Up")
    assert answer.verdict == "yes"
    assert "it has no effect: Ben's Haunting can't be returned" in answer.answer


def test_a_name_with_a_preposition_in_it_is_one_name():
    swarm = "X=20 4/2/1: Ana 3+6 | Ana beside: Death on Six Legs; hand: 2"
    assert asked("play Death on Six Legs", swarm).line == ("Ana: use Death on Six Legs",)
    answer = asked("play death on six legs at X and play 2", swarm + ", 2")
    assert answer.verdict == "yes"
    assert answer.question == "May Ana play death on six legs at X and play vanilla 2?"


@pytest.mark.parametrize(
    "deed", ["play a minion off the top at Z", "play 3 off the top of my deck", "play 3 from my deck"]
)
def test_a_minion_may_be_played_off_the_top_of_the_deck(deed):
    answer = asked(deed, "Z=20 4/2/1: Ana Emperor Penguin, 1 | Ana hand: 2; deck: 3")
    assert (answer.verdict, answer.line) == ("yes", ("Ana: use Emperor Penguin: lead the march",))


def test_any_titan_can_be_asked_for():
    assert asked("play a titan", "X=20 4/2/1: Ana 3 | Ana beside: Major Ursa").line == ("Ana: use Major Ursa",)


def test_a_titan_is_not_destroyed_as_a_minion():
    answer = asked("destroy Major Ursa", "X=20 4/2/1: Ana 3; Ben Major Ursa, 2 | Ana hand: Corruption")
    assert (answer.verdict, answer.answer) == ("no", "No: Major Ursa is a titan; Corruption is about minions.")


@pytest.mark.parametrize(
    "deed",
    [
        "Ana plays Howler at Tortuga",
        "is it legal for Ana to play my Howler at Tortuga?",
        "am I allowed to play Howler at Tortuga",
        "is Ana allowed to play her own Howler at Tortuga?",
        "would it be possible to play the Howler at Tortuga",
    ],
)
def test_a_deed_is_asked_about_in_many_ways(deed):
    assert asked(deed).line == ("Ana: play Howler", "Ana: choose Tortuga")


def test_a_card_may_be_played_with_another_kind_of_play():
    table = "Tortuga: Ana Odysseus | Ana hand: Argonaut, Howler"
    assert asked("play Argonaut as an action", table).verdict == "yes"
    assert "no line of play spends an action play on Howler" in asked("play Howler as an action", table).answer


@pytest.mark.parametrize(
    ("deed", "situation", "why"),
    [
        (
            "Ben: destroy Howler with Bear Hug",
            "Tortuga: Ana Howler, 3 | Ben hand: Bear Hug",
            "No: Ben cannot play Bear Hug now: it is Ana's turn.",
        ),
        (
            "play Howler at Ice Castle",
            "Ice Castle: Ana 16, Bring Down the Walls | Ana hand: Howler | Ana to score",
            "No: Ice Castle forbids it.",
        ),
        (
            "play Pie in the Face with Mime",
            "Tortuga: Ana 3 | Ana hand: Mime, Pie in the Face",
            "No: Mime cannot do that here. Its text: “You may play a standard action in your discard pile",
        ),
        (
            "play Pie in the Face twice",
            "Tortuga: Ana 3 | Ana hand: Mime, Pie in the Face",
            "No: only once; after that, Ana may not play Pie in the Face: it is in Ana's discard pile.",
        ),
    ],
)
def test_a_no_has_a_reason_even_where_nothing_is_asked(deed, situation, why):
    assert asked(deed, situation).answer.startswith(why)


TWINS = "Tortuga: Ben first=2, second=2, 2 | Ana hand: Seeing Stars, Tiger Assassin"


@pytest.mark.parametrize(
    ("deed", "situation"),
    [
        ("destroy second", TWINS),
        ("destroy first and then destroy second", TWINS),
        ("destroy Howler #2", "Tortuga: Ben Howler, Howler | Ana hand: Seeing Stars"),
        ("play Get to the Choppa!", "Tortuga: Ana 3 | Tar Pits | Ana hand: Get to the Choppa!"),
        ("may I play Who Wants to Live Forever?", "Tortuga: Ana 3+1 | Ana hand: Who Wants to Live Forever?"),
        ("return Howler to hand", "Tortuga: Ben Howler | Ana hand: Supreme Overlord"),
        ("move Howler to Ben's hand with Supreme Overlord", "Tortuga: Ben Howler | Ana hand: Supreme Overlord"),
        ("put Howler on the bottom of his deck", "Tortuga: Ben Howler | Ana hand: Disintegrator"),
        ("take Howler from my discard pile", "Tortuga: Ana 3 | Ana hand: Grave Digger; discard: Howler"),
        ("draw three cards with Tribute", "Tortuga: Ana 3 | Ana hand: Tribute"),
        ("target 2 with Cannon", "Tortuga: Ben 2 | Ana hand: Cannon"),
        ("challenge Howler with Sheriff", "Saloon: Ana Sheriff; Ben Howler, 18 | Ana score"),
        ("put a +1 power counter on Howler", "Tortuga: Ana Howler | Ana hand: Calicoin"),
        (
            "Cleo: play Shinobi at Tortuga",
            "players: Ana, Ben, Cleo | Tortuga: Ana 12; Ben 10 | Cleo hand: Shinobi | Ana score",
        ),
        ("take control of Ben's Howler", "Tortuga: Ana Queen Fluffy, Howler; Ben Howler"),
        ("destroy Ben's 2", "Tortuga: Ana 2; Ben 2 | Ana hand: Seeing Stars"),
        ("destroy Entangled", "Tortuga: Ana 3, Entangled | Ana start"),
    ],
)
def test_a_deed_is_recognized_however_it_is_worded(deed, situation):
    assert asked(deed, situation).verdict == "yes"


@pytest.mark.parametrize(
    ("deed", "situation", "why"),
    [
        ("move Howler to hand with Disintegrator", "Tortuga: Ben Howler | Ana hand: Disintegrator", "cannot do that"),
        ("draw 4 cards with Tribute", "Tortuga: Ana 3 | Ana hand: Tribute", "“Draw three cards”"),
        (
            "take control of 3 with Queen Fluffy",
            "Tortuga: Ana Queen Fluffy; Ben 3 [Excalibur]",
            "vanilla 3 has 5 power; Queen Fluffy controls 3 or less",
        ),
        (
            "destroy Howler #2",
            "Tortuga: Ben Howler, Howler [Unstoppable] | Ana hand: Seeing Stars",
            "Howler #2 can't be destroyed by Seeing Stars: Unstoppable prevents it",
        ),
        (
            "play Clown Car at Tortuga",
            "Tortuga: Ana 3 | Ana hand: Clown Car",
            "it is played without a place, and Clown Car does nothing to Tortuga",
        ),
    ],
)
def test_a_no_says_what_the_card_does(deed, situation, why):
    answer = asked(deed, situation)
    assert answer.verdict == "no"
    assert why in answer.answer


def test_a_name_that_is_nearly_one_of_the_situation_is_suggested():
    with pytest.raises(SmashUpError, match=r"'Howlerr'; did you mean Howler\?"):
        asked("play Howlerr")


def test_what_only_another_player_chooses_is_said_once():
    assert asked("Ben: win Tortuga", "Tortuga: Ana 10; Ben 12 | Ana hand: King Rex").answer == "Only if “Ana: pass”."


WORDS: dict[type[Any], str] = {
    Destroyed: "destroy",
    Moved: "move",
    Returned: "return",
    Taken: "take",
    Placed: "put",
    CardPlayed: "play",
    Transferred: "transfer",
    Buried: "bury",
    ControlChanged: "take control of",
    Stored: "store",
    CountersChanged: "put a counter on",
}


def test_nothing_that_a_bundled_scenario_shows_is_called_impossible():
    wrong, asked_for = [], 0
    for file in sorted(SCENARIOS.rglob("*.toml"))[::23]:
        scenario = load(file)
        outcome = run(scenario, scenario.main_edition)
        if outcome.stuck or not scenario.step or scenario.phase == "setup":
            continue
        shown = outcome.log[outcome.set_up :]
        turn: Iterator[Any] = takewhile(lambda event: not isinstance(event, TurnBegan), shown)
        for event in [event for event in turn if type(event) in WORDS and event.seat >= 0][:2]:
            name = outcome.names.card(fold(outcome.log[: event.position - 1]), event.card)
            deed = f"{scenario.seats[event.seat]}: {WORDS[type(event)]} {name}"
            before = msgspec.structs.replace(scenario, step=[])
            answer = may(before, deed, scenario.main_edition, limits=Limits(positions=2000, seconds=10))
            asked_for += 1
            if answer.verdict == "no":
                wrong.append(f"{scenario.path}: {deed}: {answer.answer}")
    assert asked_for > 100
    assert not wrong
