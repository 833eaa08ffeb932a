"""Records of games from the real table: read, resolved, refused, written."""

from __future__ import annotations

import random
import re
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adjudicator.records import BadRecord, mistakes, read_record, record, record_text
from adjudicator.records.notation import Action, Check, LineReader, Shown, Turn, without_comment
from adjudicator.scenarios.step_words import Line
from core.printed.definitions import definition
from core.rules.replay import resume, verify
from events.vocabulary import Asked, CardPlayed
from projections.table import fold
from projections.view import View
from tests.adjudicator.records.round_trips import beginning, seen, spoiled

ROOT = Path(__file__).parents[3]
FRIDAY = (ROOT / "fixtures" / "records" / "friday-night.record").read_text(encoding="utf-8")
SUNDAY = (ROOT / "fixtures" / "records" / "sunday-table.record").read_text(encoding="utf-8")
PAGE = (ROOT / "docs" / "RECORDS.md").read_text(encoding="utf-8")
HEADING = """\
edition EMD
player Ana: Ghosts, Robots
player Ben: Pirates, Bear Cavalry
first Ana
bases The Grey Opal, Mushroom Kingdom, Rhodes Plaza Mall
"""


def refusal(text: str) -> str:
    with pytest.raises(BadRecord) as refused:
        record(read_record(text))
    return str(refused.value)


# --- whole games ----------------------------------------------------------------------------------------------------


def test_the_example_game_resolves_and_is_a_game_by_the_rules():
    game = record(read_record(FRIDAY)).game
    assert [game.table.seats[seat].name for seat in game.table.winners] == ["Ana"]
    assert verify(game.log).same


@pytest.mark.parametrize(
    "number",
    [
        *(1, 2, 3, 4, 8, 11, 13, 14, 15, 16, 43, 51, 74, 82, 85, 109, 140, 143, 147, 170, 181, 186, 190, 411, 439),
        226,  # chance picks of a hand that lies open
        262,  # somebody is asked only for what is held, and a later repair must not take it away
        351,  # another player's card is discarded out of a hand, and a way leads through a choice that nobody saw
        1038,  # nothing is found in a deck that is searched
    ],
)
def test_a_game_is_recorded_again_from_what_everybody_saw(number):
    game = beginning(number).played()
    recorded = record(read_record(record_text(game.log))).game
    assert seen(recorded.log) == seen(game.log)
    assert recorded.log != game.log  # hidden cards are found, not known


def test_a_record_that_is_written_anew_is_the_same_record():
    text = record_text(record(read_record(FRIDAY)).game.log)
    assert record_text(record(read_record(text)).game.log) == text


@pytest.mark.parametrize("number", [13, 17, 43])
def test_a_spoiled_record_is_refused_with_a_line_or_is_another_game_by_the_rules(number):
    text = spoiled(record_text(beginning(number).played().log), random.Random(number))
    try:
        recorded = record(read_record(text))
    except BadRecord as error:
        said = error
    else:
        assert verify(recorded.game.log).same
        return
    assert 1 <= said.line <= text.count("\n") + 1
    assert said.reason


def test_no_record_tells_what_nobody_saw():
    game = beginning(1).played()
    other = record(read_record(record_text(game.log))).game
    assert record_text(other.log) == record_text(game.log)


# --- the page about records -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", re.findall(r"```record\n(.*?)```", PAGE, re.DOTALL))
def test_examples_of_the_page_resolve(text):
    assert record(read_record(text)).game.table.turn == 3


@pytest.mark.parametrize("text", re.findall(r"```record-refused\n(.*?)```", PAGE, re.DOTALL))
def test_examples_of_the_page_are_refused_as_it_says(text):
    assert refusal(text) in text


# --- what is refused ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("lines", "reason"),
    [
        (
            "turn 1: Ana\nplay Nukebot at Opal\nplay Warbot at Opal",
            "Line 8: Ana may not play Warbot: Ana has no minion",
        ),
        ("turn 1: Ana\nplay Howler at Opal", "Line 7: there is no 'Howler at Opal' in this game"),
        ("turn 1: Ana\nplay Nukebot at Tortuga", "Line 7: 'Tortuga' is not one of: The Grey Opal, Mushroom"),
        ("turn 1: Ben", "Line 6: turn 1 of Ana begins here"),
        ("turn 1: Ana\nvp Ana 1\nturn 2: Ben", "Line 7: Ana has 0 VP here, not 1"),
        ("turn 1: Ana\nhand Ana 6\nturn 2: Ben", "Line 7: Ana has 7 cards in the hand here, not 6"),
        ("turn 1: Ana\nplay Hoverbot at Opal\nturn 2: Ben", "here a line “Ana reveals …” is missing"),
        ("turn 1: Ana\nturn 2: Ben\nwinner Ana\nturn 3: Ana", "Line 8: "),
        ("turn 1: Ana\ndances", "Line 7: 'dances' is nothing a record says"),
        ("turn 1: Cleo", "Line 6: 'Cleo' is none of the players: Ana, Ben"),
    ],
)
def test_what_cannot_be_is_refused_with_its_line(lines, reason):
    assert reason in refusal(HEADING + lines)


def test_more_copies_than_there_are_contradict_the_lines_that_showed_them():
    lines = "turn 1: Ana\nplay Nukebot at Opal\nturn 2: Ben\nturn 3: Ana\nplay Nukebot at Opal"
    assert refusal(HEADING + lines) == ("Line 10: Ana cannot play Nukebot: the only one is The Grey Opal (line 7)")


HANDS = """\
edition EMD
player Ana: Ninjas, Robots
player Ben: Aliens, Wizards
first Ana
bases The Grey Opal, Mushroom Kingdom, Rhodes Plaza Mall
turn 1: Ana
play Shinobi at Opal
"""


def held(game, seat, position):
    """What a player held before an event."""
    table = fold(game.log[: position - 1])
    return [definition(table.cards[card].definition) for card in table.seats[seat].hand]


def test_what_is_not_chosen_where_something_must_be_was_not_held():
    game = record(read_record(HANDS + "play Disguise at Opal\nnone\nturn 2: Ben")).game
    played = next(event for event in game.log if isinstance(event, CardPlayed) and event.to == "resolving")
    assert not any(card.is_minion for card in held(game, 0, played.position + 1))


def test_nor_was_it_held_by_the_one_whose_hand_is_looked_at():
    game = record(read_record(HANDS + "turn 2: Ben\nplay Probe\nnone\nturn 3: Ana\nturn 4: Ben")).game
    played = next(event for event in game.log if isinstance(event, CardPlayed) and event.to == "resolving")
    assert not any(card.is_minion for card in held(game, 0, played.position + 1))


def test_what_was_not_held_cannot_be_played():
    lines = "turn 2: Ben\nplay Probe\nnone\nturn 3: Ana\nplay Nukebot at Opal"
    assert "Line 12: Ana cannot play Nukebot" in refusal(HANDS + lines)


def test_a_refusal_does_not_tell_what_was_dealt():
    reason = refusal(HEADING + "turn 1: Ana\nuse Opal")
    assert "hand" not in reason
    assert "at the" not in reason


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("turn 1: Ana", "who plays?"),
        ("edition XYZ", "there is no edition 'XYZ'"),
        ("player Ana: Ghosts, Robots\nturn 1: Ana", "Smash Up is for 2 to 4 players"),
        ("player Ana: Goats\n", "Line 1: "),
    ],
)
def test_a_heading_that_cannot_be_is_refused(text, reason):
    with pytest.raises(BadRecord, match=re.escape(reason)):
        read_record(text)


# --- the notation ---------------------------------------------------------------------------------------------------


def test_lines_are_read_as_people_write_them():
    reader = LineReader(["Ana", "Ana Maria"])
    assert reader.read(1, "Ana Maria plays Howler at X") == Action(1, 1, Line("play", "Howler at X"))
    assert reader.read(1, "Ana discards Howler, ? at random") == Shown(1, 0, "discards", ("Howler", "?"))
    assert reader.read(1, "Turn 3: ana maria") == Turn(1, 3, 1)
    assert reader.read(1, "scores X: Ana 18, Ana Maria 4") == Check(1, "scores", ((0, 18), (1, 4)), "X")
    assert reader.read(1, "reveals Game Over, Dude!") == Shown(1, -1, "reveals", ("Game Over, Dude!",))


def test_comments_are_left_out_and_counts_are_not():
    assert without_comment("choose Ghost #2, Ghost  # the other one") == "choose Ghost #2, Ghost"
    assert without_comment("#2 is no card") == ""


WORDS = st.sampled_from(
    [
        "Ana",
        "Ben:",
        "play",
        "plays",
        "turn",
        "3:",
        "Nukebot",
        "at",
        "Opal",
        "?",
        "?1",
        "is",
        ",",
        "vp",
        "5",
        "scores",
        "#",
        "reveals",
        "choose",
        "none",
        "pass",
        "base",
        "comes",
        "winner",
        "chance",
        "bases",
        "discards",
        "hand",
        "use",
        ":",
        "house",
        "so",
        "in",
        "Ben's",
    ]
)


@settings(max_examples=60, deadline=None, derandomize=True)
@given(st.lists(st.lists(WORDS, min_size=1, max_size=6).map(" ".join), max_size=5))
def test_whatever_is_written_is_run_or_refused_with_its_line(lines):
    try:
        game = record(read_record(HEADING + "turn 1: Ana\n" + "\n".join(lines))).game
    except BadRecord:
        return  # nothing else may come of a text
    assert verify(game.log).same


# --- what is made up ------------------------------------------------------------------------------------------------


def test_every_seat_of_a_recorded_game_is_marked():
    log = record(read_record(HEADING + "turn 1: Ana")).game.log
    assert all(seat.made_up for seat in log[0].seats)  # type: ignore[attr-defined]
    assert View(None, log).table.seats[0].hand == [0] * 5


def test_a_record_is_written_by_whoever_asks_first():
    """Nothing has been imported before: the cards are, as soon as a faction is named."""
    asked = (
        "from pathlib import Path; from adjudicator.records import record_text; from events.files import read_game;"
        "print(record_text(list(read_game(Path('fixtures/games/seventeen-madness.jsonl'))[1])))"
    )
    done = subprocess.run([sys.executable, "-c", asked], cwd=ROOT, capture_output=True, text=True, check=False)
    assert "Minions of Cthulhu" in done.stdout, done.stderr


# --- rulings of the table -------------------------------------------------------------------------------------------

RULED = """\
turn 1: Ana
play Nukebot at Opal
house play Warbot at Opal
play Incorporeal on Warbot
turn 2: Ben
play Polar Commando at Opal
house Ben drew three and took two points for it
so vp Ben 2
so hand Ben 7
turn 3: Ana
vp Ana 0, Ben 2
play Hoverbot at Mushroom
Ana reveals Haunting
choose Haunting
house choose Tsar's Palace
so Haunting at Rhodes
so counters Warbot 2
so Ben controls Nukebot
so plays action
turn 4: Ben
house Cannon hits three
so Nukebot in Ana's discard
so Polar Commando in Ben's hand
so base Tortuga comes
so base Rhodes Plaza Mall leaves
so phase end
turn 5: Ana
"""


def test_what_the_rules_refuse_is_kept_as_a_ruling_and_the_record_goes_on():
    game = record(read_record(HEADING + RULED)).game
    table = game.table
    assert verify(game.log).same
    assert [one.turn for one in mistakes(game.log)] == [1, 2, 3, 4]
    assert mistakes(game.log)[0].rule == "turn.play"
    assert "Ana has no minion left to play this turn" in mistakes(game.log)[0].against
    assert "is not one of: The Grey Opal, Mushroom Kingdom, Rhodes Plaza Mall" in mistakes(game.log)[2].against
    assert [definition(table.cards[site.base].definition).name for site in table.sites.values()] == [
        *("The Grey Opal", "Mushroom Kingdom", "Tortuga"),
    ]
    assert {definition(one.definition).name: one.counters for one in table.minions()} == {"Warbot": 2, "Hoverbot": 0}
    assert [seat.victory_points for seat in table.seats] == [0, 2]


def test_rulings_are_written_and_recorded_again():
    game = record(read_record(HEADING + RULED)).game
    again = record(read_record(record_text(game.log))).game
    assert seen(again.log) == seen(game.log)


@pytest.mark.parametrize(
    ("lines", "reason"),
    [
        ("turn 1: Ana\nhouse play Nukebot at Opal", "Line 7: the rules allow this: write it without “house”"),
        ("turn 1: Ana\nhouse so be it\nso dance", "Line 8: 'dance' does not say what was so"),
        ("turn 1: Ana\nhouse x\nso Howler at Opal", "Line 8: there is no 'Howler' in this game"),
        ("turn 1: Ana\nhouse x\nso Warbot at Tortuga", "Line 8: 'Tortuga' is not one of"),
        ("turn 1: Ana\nhouse x\nso hand Ana 2", "Line 8: Ana holds 5 cards here: say where which of them went"),
        ("turn 1: Ana\nhouse x\nso phase lunch", "Line 8: 'lunch' is no phase"),
        ("turn 1: Ana\nso vp Ana 3", "Line 7: “so” says what was so after a ruling"),
    ],
)
def test_a_ruling_that_states_nothing_that_can_be_is_refused(lines, reason):
    assert reason in refusal(HEADING + lines)


def test_the_example_with_mistakes_resolves_and_says_what_was_played_wrong():
    game = record(read_record(SUNDAY)).game
    assert verify(game.log).same
    assert [(one.turn, one.does) for one in mistakes(game.log)] == [
        (4, "play War Raptor at Jungle"),
        (8, "choose Invader"),
    ]
    assert game.table.winners == (0,)


def test_a_game_with_rulings_can_be_taken_up_anywhere():
    log = record(read_record(HEADING + RULED)).game.log
    for position in [event.position for event in log if isinstance(event, Asked)]:
        assert resume(log[:position]).log == log[:position]
