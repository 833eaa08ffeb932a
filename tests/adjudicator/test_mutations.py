"""Changing one rule on purpose makes the scenarios that rest on it fail, and no others.

Each mutant is one wrong answer to one rule: in an edition's data, or in the code that applies a rule. A scenario may
only fail if it names the rule (in `rules`), and at least one must.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import msgspec
import pytest

from adjudicator.coverage import scenario_folder
from adjudicator.scenarios import Scenario, load, run, scenario_files
from core import game as game_module
from core import scoring, turn
from core.editions import EDITIONS, Extra, MeFirst, Mulligan

DATA: list[tuple[str, str, Any, str]] = [
    ("AL9K", "mulligan", Mulligan.MAY, "setup.mulligan"),
    ("EMD", "mulligan", Mulligan.MAY, "setup.mulligan"),
    ("AL9K", "bases_of_chosen_sets", True, "setup.base-deck"),
    ("EMD", "bases_of_chosen_sets", False, "setup.base-deck"),
    ("AL9K", "me_first", MeFirst.IN_PLAY_FIRST, "mefirst"),
    ("OOPS", "me_first", MeFirst.MANDATORY_FIRST, "mefirst"),
    ("EMD", "me_first", MeFirst.IN_PLAY_FIRST, "mefirst"),
    ("OOPS", "nested_triggers_wait", False, "resolve.nested"),
    ("EMD", "nested_triggers_wait", True, "resolve.nested"),
    ("EMD", "breakpoint_by_minions", True, "score.ready"),
    ("CND", "power_is_presence", True, "score.presence"),
    ("EMD", "tied_second_use", True, "score.ability-tie"),
    ("AL9K", "reshuffle_bases", True, "score.replace-base"),
    ("CND", "reshuffle_bases", False, "score.replace-base"),
    ("CND", "extra", Extra.SCORING_OR_SPECIAL, "term.extra-outside"),
    ("EMD", "dependent_extra_at_once", False, "term.extra"),
    ("AL9K", "talents_all_turn", False, "term.talent"),
    ("EMD", "talents_all_turn", True, "term.talent"),
    ("EMD", "affect", frozenset({"move", "return", "destroy", "attach"}), "term.affect"),
    ("CND", "to_needs_all", False, "resolve.dependent"),
]


@cache
def scenarios() -> tuple[Scenario, ...]:
    return tuple(load(path) for path in scenario_files([scenario_folder()]))


@cache
def sound(edition: str) -> frozenset[str]:
    """The scenarios that pass as things are."""
    return frozenset(one.path for one in scenarios() if edition in one.in_editions and not run(one, edition).failures)


def failing(edition: str) -> list[Scenario]:
    """The scenarios that pass as things are, and fail with the mutant."""
    return [one for one in scenarios() if one.path in sound(edition) and run(one, edition).failures]


def check(edition: str, rule: str) -> None:
    failed = failing(edition)
    assert failed, f"no scenario notices that {rule} is wrong in {edition}"
    others = [one.path for one in failed if rule not in one.rules]
    assert not others, f"these fail without resting on {rule}: {others}"


@pytest.mark.parametrize(("edition", "field", "value", "rule"), DATA)
def test_a_wrong_answer_in_an_edition(monkeypatch, edition, field, value, rule):
    sound(edition)
    wrong = msgspec.structs.replace(EDITIONS[edition], **{field: value})
    assert wrong != EDITIONS[edition]
    monkeypatch.setitem(EDITIONS, edition, wrong)
    check(edition, rule)


def _tied_runners_up_are_third(totals, present):
    """As the rule has it, but two who tie for second are told to be third."""
    found = list(TRUE_PLACES(totals, present))
    if found.count(2) > 1:
        found = [3 if place == 2 else place for place in found]
    return tuple(found)


def _ties_do_not_use_up_places(totals, present):
    """Whoever comes after a tie moves up."""
    ranks = sorted({total for total, here in zip(totals, present, strict=True) if here}, reverse=True)
    places = [ranks.index(total) + 1 if here else 0 for total, here in zip(totals, present, strict=True)]
    return tuple(place if place <= 3 else 0 for place in places)


def _only_power_is_presence(game, seat, site, total):
    return total > 0


TRUE_PLACES = scoring.places

CODE: list[tuple[str, Callable[[pytest.MonkeyPatch], None], str]] = [
    ("tied runners-up are third", lambda m: m.setattr(scoring, "places", _tied_runners_up_are_third), "score.ties"),
    ("ties use up no places", lambda m: m.setattr(scoring, "places", _ties_do_not_use_up_places), "score.ties"),
    (
        "a minion of power 0 is nobody",
        lambda m: m.setattr(scoring, "presence", _only_power_is_presence),
        "score.presence",
    ),
    ("anybody is a witness", lambda m: m.setattr(game_module.Trigger, "stands", True), "resolve.witness"),
    ("a hand of twelve", lambda m: m.setattr(turn, "HAND_LIMIT", 12), "turn.draw"),
    ("sixteen points to win", lambda m: m.setattr(turn, "WINNING_POINTS", 16), "win.check"),
]


@pytest.mark.parametrize(
    ("mutate", "rule"), [(mutate, rule) for _, mutate, rule in CODE], ids=[name for name, *_ in CODE]
)
def test_a_wrong_rule_in_the_code(monkeypatch, mutate, rule):
    sound("EMD")
    mutate(monkeypatch)
    check("EMD", rule)
