"""Rules changed on purpose: the scenarios that rest on a rule must fail, and no others.

A mutant is one answer of an edition turned into another book's, or one rule of core turned wrong. Something that rests
on the rule must fail, and no general scenario of scoring that does not name it. (Cards and Me First meet ties as well.)
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import Any

import msgspec
import pytest

from adjudicator.coverage import scenario_folder
from adjudicator.scenarios import Scenario, load, run, scenario_files
from core import scoring, turn
from core.definitions import BEFORE_SCORES, all_abilities
from core.editions import EDITIONS, Edition
from core.game import Game, won

RULE_OF: dict[str, str] = {
    "me_first": "mefirst",
    "nested_triggers_wait": "resolve.nested",
    "any_before_ability": "score.before",
    "breakpoint_by_minions": "score.ready",
    "power_is_presence": "score.presence",
    "tied_second_use": "score.ability-tie",
    "reshuffle_bases": "score.replace-base",
    "extra": "term.extra-outside",
    "extra_kept_all_turn": "term.extra",
    "specific_extra_at_once": "term.extra",
    "dependent_extra_at_once": "term.extra",
    "talents_all_turn": "term.talent",
    "reshuffles": "turn.empty-deck",
    "reshuffle_between": "turn.empty-deck",
    "any_deck_made_anew": "turn.empty-deck",
    "to_needs_all": "resolve.dependent",
    "affect": "term.affect",
    "default_until_source": "term.expiry",
    "uncovering": "turn.start",
    "stasis": "turn.start",
    "end_by_me_first": "turn.end",
}
SET_UP = {"mulligan", "bases_of_chosen_sets", "draft_offer"}
"""Answered before the first turn, where no scenario begins; tests of setting up hold them."""


@cache
def scenarios() -> tuple[Scenario, ...]:
    """All that come with the product."""
    return tuple(load(path) for path in scenario_files([scenario_folder()]))


def named(scenario: Scenario) -> str:
    return scenario.path.removeprefix(f"{scenario_folder()}/").removesuffix(".toml")


def failing(edition: str, rules: Sequence[str] = ()) -> Iterator[Scenario]:
    """The scenarios (that rest on one of these rules) which fail in an edition."""
    for scenario in scenarios():
        concerned = edition in scenario.in_editions and (not rules or set(rules) & set(scenario.rules))
        if concerned and run(scenario, edition).failures:
            yield scenario


# --- the editions' answers


def other_answer(edition: Edition, field: str) -> Any:
    """What another book answers, or the opposite where all agree."""
    mine = getattr(edition, field)
    others = [getattr(book, field) for book in EDITIONS.values() if getattr(book, field) != mine]
    return others[0] if others else not mine


def test_every_answer_is_tried() -> None:
    assert set(RULE_OF) | SET_UP | {"id", "title", "year"} == set(Edition.__struct_fields__)


def mutants() -> Iterator[tuple[str, str]]:
    """Each answer in the oldest and the newest book; what the oldest ones do not know, in those that do."""
    later = {
        "uncovering": ["OOPS"],
        "stasis": ["EMD"],
        "end_by_me_first": ["EMD"],
        "reshuffle_between": ["EMD"],
    }
    for field in RULE_OF:
        if field != "any_before_ability" or acts_before_scoring_without_being_a_special():
            yield from ((field, edition) for edition in later.get(field, ["AL9K", "EMD"]))


def acts_before_scoring_without_being_a_special() -> bool:
    """Whether there is a card in which the books part on what may act before a base scores."""
    return any(held.hook == BEFORE_SCORES and held.label not in ("special", "") for held in all_abilities().values())


@pytest.mark.parametrize(("field", "edition"), tuple(mutants()))
def test_another_books_answer_is_noticed(field: str, edition: str, monkeypatch: pytest.MonkeyPatch) -> None:
    book = EDITIONS[edition]
    monkeypatch.setitem(EDITIONS, edition, msgspec.structs.replace(book, **{field: other_answer(book, field)}))
    assert next(failing(edition, [RULE_OF[field]]), None), f"no scenario for {RULE_OF[field]} fails"


# --- rules of core


def third_place_after_tied_runners_up(totals: Sequence[int], present: Sequence[bool]) -> tuple[int, ...]:
    """Two tied runners-up share third place instead of second."""
    found = right_places(totals, present)
    return tuple(3 if place == 2 and found.count(2) > 1 else place for place in found)


def nobody_uses_places_up(totals: Sequence[int], present: Sequence[bool]) -> tuple[int, ...]:
    """After two tied winners comes second place."""
    different = sorted({total for total, here in zip(totals, present, strict=True) if here}, reverse=True)
    return tuple(
        different.index(total) + 1 if here and different.index(total) < 3 else 0
        for total, here in zip(totals, present, strict=True)
    )


def everybody_is_present(totals: Sequence[int], present: Sequence[bool]) -> tuple[int, ...]:
    """Whoever is not there takes a place as well."""
    return right_places(totals, [True] * len(totals))


def fourth_place_is_third(totals: Sequence[int], present: Sequence[bool]) -> tuple[int, ...]:
    """The fourth player is paid like the third."""
    found = list(right_places(totals, present))
    return tuple(3 if here and not place else place for place, here in zip(found, present, strict=True))


right_places = scoring.places


@pytest.mark.parametrize(
    ("wrong", "rules", "must_fail"),
    [
        (
            third_place_after_tied_runners_up,
            ["score.ties"],
            {"scoring/tied-runners-up", "scoring/tied-runners-up-of-four", "scoring/zero-power-behind-tie"},
        ),
        (
            nobody_uses_places_up,
            ["score.ties"],
            {"scoring/tied-winners", "scoring/tied-runners-up-of-four", "scoring/runner-up-after-tied-winners"},
        ),
        (everybody_is_present, ["score.presence"], {"scoring/alone-at-a-base", "scoring/nothing-there"}),
        (fourth_place_is_third, ["score.places"], {"scoring/fourth-place", "scoring/three-tied-winners-of-four"}),
    ],
    ids=lambda value: value.__name__ if callable(value) else "",
)
def test_wrong_places_fail_where_places_matter(
    wrong: Callable[..., Any], rules: list[str], must_fail: set[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(scoring, "places", wrong)
    found = {named(scenario): set(scenario.rules) for scenario in failing("EMD")}
    assert must_fail <= set(found)
    assert {name for name, its_rules in found.items() if "scoring/" in name and not its_rules & set(rules)} == set()


def victory_at_once(game: Game) -> bool:
    """A tie for the most is a shared win."""
    points = [seat.victory_points for seat in game.table.seats]
    if max(points) < turn.WINNING_POINTS:
        return False
    won(game, [seat for seat, mine in enumerate(points) if mine == max(points)], "win.tie")
    return True


def test_a_wrong_victory_fails_where_somebody_wins(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(turn, "check_victory", victory_at_once)
    found = {named(scenario): set(scenario.rules) for scenario in failing("EMD")}
    assert {"scoring/tie-at-fifteen", "scoring/madness-breaks-ties"} <= set(found)
    strangers = {name for name, rules in found.items() if not rules & {"win.tie", "win.madness"}}
    assert {name for name in strangers if "scoring/" in name} == set()
