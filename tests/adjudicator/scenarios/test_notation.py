"""Situations in one line: what they state, how they round-trip, and what their errors say."""

from __future__ import annotations

import re
from urllib.parse import quote

import pytest

from adjudicator import bundled
from adjudicator.scenarios.given import is_situation
from adjudicator.scenarios.load import load, parse, scenario_files
from adjudicator.scenarios.model import CardStated
from adjudicator.scenarios.notation import SituationError, read_situation, setup_of, situation_line
from adjudicator.scenarios.writing import scenario_file
from events.limits import SITUATION


@pytest.mark.parametrize("third", [0, *(pytest.param(one, marks=pytest.mark.nightly) for one in (1, 2))])
def test_a_bundled_scenario_survives_the_way_to_a_line_and_back(third):
    for file in list(scenario_files([bundled.SCENARIOS]))[third::3]:
        scenario = load(file)
        line = situation_line(scenario)
        read = read_situation(line).scenario
        assert setup_of(read) == setup_of(scenario), f"{file}: {line}"
        assert len(quote(line)) < 2000, f"{file}: too long for a URL"
        assert is_situation(line)
        assert setup_of(parse(scenario_file(read))) == setup_of(scenario), file


def test_a_file_that_is_written_says_what_the_scenario_says():
    scenario = load(bundled.scenario("scoring/all-tied"))
    again = parse(scenario_file(scenario), scenario.path)
    assert (again.step, again.expect, again.title) == (scenario.step, scenario.expect, scenario.title)


def test_the_common_forms():
    scenario = read_situation(
        "Tortuga: Ana pir king, First Mate+2 [Ben's Poison]; Ben 2x 3, Leprechaun {fresh} | X=20 4/2/1: Cleo buried: 4 | "
        "Ben hand: Bear Hug, Game Over, Dude!; deck: none | Cleo 12 vp | Ben to score, turn 3, EMD"
    ).scenario
    tortuga, plain = scenario.base
    assert scenario.seats == ("Ana", "Ben", "Cleo")
    assert tortuga.minions["Ana"][0] == "Pirate King"
    assert tortuga.minions["Ana"][1] == CardStated(
        card="First Mate", counters=2, on=(CardStated(card="Poison", by="Ben"),)
    )
    assert tortuga.minions["Ben"] == ("vanilla 3", "vanilla 3", CardStated(card="Leprechaun", fresh=True))
    assert (plain.card, plain.name, plain.buried) == ("vanilla 20 4/2/1", "X", {"Cleo": ("vanilla 4",)})
    assert scenario.player["Ben"].hand == ("Bear Hug", "Game Over, Dude!")
    assert scenario.player["Ben"].deck == ()
    assert scenario.player["Cleo"].vp == 12
    assert (scenario.turn, scenario.phase, scenario.turn_number, scenario.editions) == ("Ben", "score", 3, ("EMD",))


def test_parts_may_stand_in_any_order():
    one = read_situation("Tortuga: Ana Howler | Ben hand: 3 | Ana to score, EMD").scenario
    other = read_situation("EMD, Ana to score | Ben hand: 3 | Tortuga: Ana Howler").scenario
    assert setup_of(one) == setup_of(other)


@pytest.mark.parametrize("pile", ["base deck: 25 4/2/1", "base discard: Tortuga", "base deck only: none"])
def test_a_pile_of_the_table_is_nobodys(pile):
    assert read_situation(f"X=20 4/2/1: Ana 20 | {pile} | Ana score").scenario.seats == ("Ana", "Ben")


def test_players_who_are_not_the_usual_ones_sit_as_they_appear():
    assert read_situation("Tortuga: Kim Howler; Lee 3").scenario.seats == ("Kim", "Lee")
    assert read_situation("players: Lee, Kim | Tortuga: Kim Howler").scenario.seats == ("Lee", "Kim")


@pytest.mark.parametrize(
    ("line", "word", "wrong"),
    [
        ("Tortuga: Ana Howler; Ben Leprechan", "Leprechan", "did you mean Leprechaun?"),
        ("Tortugo: Ana Howler", "Tortugo", "did you mean Tortuga?"),
        ("Howler: Ana 3", "Howler", "is a card, not a base"),
        ("Tortuga: King Rex", "King Rex", "Write the player first: Ana King Rex"),
        ("Tortuga: Ana Howler | Ana hnd: 3", "hnd", "did you mean hand?"),
        ("Tortuga: Ana Howler | Ana to ply", "Ana to ply", "did you mean play?"),
        ("Tortuga: Ana Howler | Ana to play, EMX", "Ana to play, EMX", "did you mean EMD?"),
        ("Tortuga: Ana Howler {fres}", "fres", "did you mean fresh?"),
        ("Tortuga: Ana Howler [", "[", "never closed"),
        ("Tortuga: Ana Howler)", ")", "no opening bracket"),
        ('Tortuga: Ana "Howler', '"', "never closed"),
        ("Tortuga: Ana Bear Hug", "Bear Hug", "does not stay in play"),
        ("Tortuga: Ana", "Ana", "which cards does Ana have"),
        ("Tortuga: Ana Howler*2", "Howler*2", "stasis counters"),
        ("Ana hand: Howler", "Ana hand: Howler", "a game always has a base"),
        ("Tortuga: Ana Howler | hand: 3", "hand", "whose hand"),
        ("Tortuga: Ana Howler | Ana plays: dance", "dance", "is not a play"),
        ("Tortuga: Ana Howler | lasting: powr{amount=2}", "powr", "did you mean power?"),
        ("Tortuga: Ana Howler | happened: destroid Howler", "destroid", "did you mean destroyed?"),
        ("Tortuga: Ana Howler | Ana hand: 3 | Ana hand: 4", "4", "already stated"),
        ("Tortuga: Ana Howler {counters=many}", "Howler {counters=many}", "int"),
        ("Tortuga: Ana a=Howler, a=Howler", "a=Howler", "two cards have the nickname"),
    ],
)
def test_an_error_points_at_the_word_and_says_what_is_meant(line, word, wrong):
    with pytest.raises(SituationError) as caught:
        read_situation(line)
    error = caught.value
    assert error.word == word
    assert line[error.column - 1 :].startswith(word)
    assert wrong in str(error)
    assert f"»{word}«" in str(error)
    assert "\n" not in str(error)


@pytest.mark.parametrize(
    "line",
    [
        "x" * (SITUATION.size + 1),
        "Tortuga: Ana Howler" + "," * (SITUATION.parts + 1),
        "Tortuga: Ana Howler" + "[" * 50,
        "99x 3:",
    ],
)
def test_lines_beyond_the_limits_are_refused_before_they_are_read(line):
    with pytest.raises(SituationError):
        read_situation(line)


@pytest.mark.parametrize("given", ["scoring/all-tied", "tie.toml", "g7k2m9", "What it shows"])
def test_files_games_and_titles_are_no_situations(given):
    assert not is_situation(given)


def test_an_abbreviation_that_could_be_several_cards_lists_them():
    with pytest.raises(SituationError, match=re.escape("could be any of")):
        read_situation("Tortuga: Ana s")


def test_a_base_at_which_nothing_is_needs_no_colon():
    with_colon = read_situation("Tortuga: | Jungle Oasis: Ana Howler").scenario
    assert setup_of(read_situation("Tortuga | Jungle Oasis: Ana Howler").scenario) == setup_of(with_colon)
    assert [base.card for base in read_situation("20 4/2/1 | Ana 3 vp").scenario.base] == ["vanilla 20 4/2/1"]
    with pytest.raises(SituationError, match="'Howler' says nothing about the table"):
        read_situation("Howler | Jungle Oasis: Ana Howler")
