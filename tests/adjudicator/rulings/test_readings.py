"""A ruling names the readings that decided it, also where they decided that nothing happens."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

from adjudicator.bundled import SCENARIOS
from adjudicator.rulebooks.catalogue import catalogue
from adjudicator.rulings.ruling import rule_on, rule_on_question
from adjudicator.scenarios import scenario_files
from adjudicator.scenarios.given import scenario_given
from adjudicator.scenarios.load import load
from adjudicator.scenarios.run import run

DECIDED = [
    ("awesome-level-9000/ghosts/incorporeal-sheds-actions", "AL9K", "reading.untouchable-actions"),
    ("core-set/ninjas/disguise-only-one-comes", "EMD", "reading.disguise"),
    ("core-set/wizards/mass-enchantment-madness", "EMD", "reading.madness-played-from-a-deck"),
    ("excellent-movies-dudes/backtimers/sidelined-girlfriend-leprechaun", "EMD", "reading.emd-nested"),
    ("excellent-movies-dudes/wraithrustlers/funkman-sheds", "OOPS", "reading.who-sheds"),
    ("oops-you-did-it-again/cowboys/dynamite-not-when-ahead", "OOPS", "reading.tied-for-first"),  # nobody may play it
    ("core-set/aliens/terraforming-while-scoring", "EMD", "reading.exchanged-while-scoring"),  # the scoring goes on
    ("scoring/madness-tie-no-shared-win", "MS", "reading.madness-tie"),  # play continues
    ("scoring/madness-tie-plays-on", "EMD", "reading.madness-end"),  # play continues
    ("scoring/talent-between-two-scorings", "AL9K", "reading.after-play-cards"),
    ("stasis/R161-not-straight-back", "EMD", "reading.straight-back"),  # nobody is asked
    ("stasis/discarded-from-stasis-leaves-play", "EMD", "reading.discarded-from-stasis"),
    ("playing/stasis-at-the-end-of-a-turn", "EMD", "reading.stasis-end"),
    ("half-the-battle/action-taken-off-a-protected-minion", "OOPS", "reading.transfer-off"),
    ("half-the-battle/two-players-actions-shed", "HTB", "reading.htb-shed-together"),
    ("half-the-battle/action-transferred-to-an-immune-minion", "HTB", "reading.htb-arriving-action"),
    ("half-the-battle/swap-before-the-counter", "HTB", "reading.htb-swap-play"),
    ("half-the-battle/swap-out-of-a-deck", "HTB", "reading.htb-swap-shuffle"),
    ("awesome-level-9000/killer-plants/entangled-mushroom-kingdom", "HTB", "reading.htb-start-order"),
    ("awesome-level-9000/ghosts/the-dead-rise", "HTB", "reading.htb-specific-choice"),
    ("awesome-level-9000/ghosts/haunting-special-from-hand", "HTB", "reading.htb-outside-optional"),
    ("core-set/aliens/terraforming-while-scoring", "HTB", "reading.htb-base-gone-moment"),
    ("excellent-movies-dudes/extramorphs/hive-queen-talent", "EMD", "conflict.until"),
    ("burying/not-reburied-at-once", "OOPS", "conflict.buries-itself"),
    ("scoring/madness-shared-win", "CND", "conflict.sharing"),
]

NEVER_REPORTED = {
    "reading.play-cut": "words that are missing in a copy of the book",
    "reading.spy-cut": "words that are missing in a copy of the book",
    "reading.htb-players-unsaid": "how many players there are decides nothing in a game",
    "reading.htb-when-step": "without treasures there is no next step",
    "reading.htb-transfer-counters": "no card would transfer a stasis counter",
}
"""Readings that no ruling names, and why."""

IN_CORE = {"reading.own-trigger", "reading.htb-swap-controller"}
"""Readings that no card of the sets can show: tests/core/rules/test_readings.py does, with cards of its own."""


NOTHING_HAPPENS = {
    ("cease-and-desist/star-roamers/ensign-no-target", "reading.directly-each"): "the Spores do nothing to anybody",
    ("cease-and-desist/star-roamers/ensign-sleep-spores", "reading.directly-each"): "the Spores do nothing to anybody",
    ("monster-smash/giant-ants/death-on-six-legs-saved", "reading.htb-before-discard"): "it is too early to be asked",
}
"""Readings that a scenario shows although none of its rulings names them, and why."""


@cache
def readings_of_scenarios() -> dict[tuple[str, str], bool]:
    """Each scenario with each reading it names, and whether one of its rulings names that as well."""
    reported: dict[tuple[str, str], bool] = {}
    for path in scenario_files([SCENARIOS]):
        if not (named := set(re.findall(r'"(reading\.[a-z-]+)"', path.read_text(encoding="utf-8")))):
            continue
        scenario, found = load(path), set[str]()
        for edition in scenario.in_editions:
            game = run(scenario, edition).game
            arising = {rule_id for rule_id in named if catalogue().rule(rule_id).in_edition(edition).arises}
            found |= arising & {*game.readings, *(event.rule for event in game.log)}
        name = path.relative_to(SCENARIOS).with_suffix("").as_posix()
        reported |= {(name, rule_id): rule_id in found for rule_id in named}
    return reported


def test_every_reading_that_decides_something_is_reported_by_a_scenario_that_names_it() -> None:
    readings = {rule.id for rule in catalogue().rules.values() if rule.id.startswith("reading.") and not rule.needs}
    assert not NEVER_REPORTED.keys() - readings
    shown = {reading for (_, reading), reported in readings_of_scenarios().items() if reported}
    assert readings - shown == NEVER_REPORTED.keys() | IN_CORE
    shown_there = (Path(__file__).parents[2] / "core/rules/test_readings.py").read_text(encoding="utf-8")
    assert all(rule_id in shown_there for rule_id in IN_CORE)


def test_the_rulings_of_a_scenario_report_the_readings_it_names() -> None:
    assert {both for both, reported in readings_of_scenarios().items() if not reported} == NOTHING_HAPPENS.keys()


@pytest.mark.parametrize(("name", "edition", "reading"), DECIDED)
def test_a_ruling_names_the_reading_that_decided_it(name: str, edition: str, reading: str) -> None:
    ruling = rule_on(load(SCENARIOS / f"{name}.toml"), edition)
    assert not ruling.failures
    assert reading in ruling.rules


def test_a_reading_that_does_not_arise_in_the_book_is_not_named() -> None:
    scenario = load(SCENARIOS / "core-set/aliens/terraforming-while-scoring.toml")
    assert "reading.exchanged-while-scoring" not in rule_on(scenario, "CND").rules


def test_a_ruling_without_disputed_words_names_no_reading() -> None:
    ruling = rule_on(load(SCENARIOS / "core-set/aliens/terraforming-no-base.toml"), "EMD")
    assert not [rule_id for rule_id in ruling.rules if rule_id.startswith("reading.")]


def test_an_if_that_fails_throughout_a_moment_names_no_reading() -> None:
    scenario = load(SCENARIOS / "its-your-fault/sharks/week-of-sharks-without-a-minion.toml")
    assert not [rule_id for rule_id in rule_on(scenario, "EMD").rules if rule_id.startswith("reading.if-")]


def test_a_reading_is_named_by_books_that_are_silent_and_follow_the_one_with_the_words() -> None:
    duel = load(SCENARIOS / "duels/E85-challenger-reveals-first.toml")
    assert "reading.duel-reveal" in rule_on(duel, "HTB").rules
    situation = scenario_given("X=20 4/2/1: Ana 3; Ben 1 | Ben stasis: Howler*0", ["Ana: end turn"])
    for edition in ("AL9K", "CND", "OOPS", "EMD", "HTB"):
        (passage,) = [quoted for quoted in rule_on(situation, edition).passages if quoted.rule == "reading.stasis-end"]
        assert passage.citation.startswith("EMD" if edition == "EMD" else edition)
    assert passage.says


def test_a_tie_after_the_madness_count_is_not_told_as_a_turn_that_goes_on() -> None:
    line = "X=40 4/2/1: Ana 3 | Ana discard: 2x Madness | Ben discard: Madness | Cleo discard: Madness"
    points = "Ana 16 vp | Ben 15 vp | Cleo 15 vp | madness: Madness | Ana end"
    ruling = rule_on_question(scenario_given(f"{line} | {points}", []), "MS")
    assert "nobody has won yet: the players are tied after the Madness count, and the turns go on" in ruling.verdict
