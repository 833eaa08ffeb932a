"""Rules changed on purpose: some scenario that rests on the rule must fail, and no scenario that does not name it.

A mutant is one answer of an edition turned into another book's, or one rule of core turned wrong.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import pytest

from adjudicator.bundled import SCENARIOS
from adjudicator.scenarios import Scenario, load, run, scenario_files
from core.engine import game
from core.printed.definitions import BEFORE_SCORES, all_abilities
from core.printed.editions import DECIDES, EDITIONS, Edition
from core.rules import scoring, turn

UNTRIED = {"id", "title", "year", "draft_offer", "newest_printings"}
"""What a book is called, and what a scenario states for itself: the factions on offer and the printing of each card."""

RULE_OF = {field: rule for field, rule in DECIDES.items() if field not in UNTRIED}
"""The rule that each answer of an edition answers."""

LATER: dict[str, tuple[str, ...]] = {
    "uncovering": ("OOPS",),
    "stasis": ("EMD",),
    "superlative_means_all": ("EMD", "HTB"),
    "specific_extra_must": ("EMD", "HTB"),
    "outside_is_extra": ("EMD", "HTB"),
    "scoring_ends_with_base": ("EMD", "HTB"),
    "immune_transfer_discards": ("EMD", "HTB"),
    "start_in_any_order": ("EMD", "HTB"),
    "resets_picked": ("EMD", "HTB"),
    "rewards_never_negative": ("EMD", "HTB"),
    "immune_bases_lose_actions": ("EMD", "HTB"),
    "one_change_into_range": ("EMD", "HTB"),
    "swapped_base_keeps_buried": ("EMD", "HTB"),
    "turn_by_me_first": ("EMD",),
    "reshuffle_between": ("EMD",),
    "any_deck_made_anew": ("EMD",),
    "extra_kept_all_turn": ("AL9K", "EMD"),
    "owners_zone": ("AL9K", "CND", "OOPS", "EMD"),
}
"""Answers that the oldest and the newest book are not the ones to try in."""


APART = 20
"""The gate runs one in this many of the scenarios that do not name a mutant's rule; the nightly run takes them all."""


@cache
def texts() -> dict[Path, str]:
    """The text of every scenario that comes with the product, by its file."""
    return {path: path.read_text(encoding="utf-8") for path in scenario_files([SCENARIOS])}


@cache
def scenario(path: Path) -> Scenario:
    """A scenario, read once."""
    return load(path)


def naming(rule: str) -> Iterator[Scenario]:
    """The scenarios that rest on a rule."""
    candidates = (scenario(path) for path, text in texts().items() if rule in text)
    return (candidate for candidate in candidates if rule in candidate.rules)


class MutationAsked(Edition, frozen=True, kw_only=True):
    """An edition that notes which of its answers somebody asks for."""

    asked: set[str]

    def __getattribute__(self, name: str) -> Any:
        """Return an answer."""
        if name in RULE_OF:
            self.asked.add(name)
        return super().__getattribute__(name)


@cache
def asked_by(path: Path, edition: str) -> frozenset[str] | None:
    """The answers of an edition that a scenario asks for; None if it is not for that edition, or fails as things are."""
    tested, book, asked = scenario(path), EDITIONS[edition], set[str]()
    if edition not in tested.in_editions:
        return None
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(EDITIONS, edition, MutationAsked(**msgspec.structs.asdict(book), asked=asked))
        return None if run(tested, edition).failures else frozenset(asked)


class RuleMutant(NamedTuple):
    """A rule changed in one edition. `field`: the answer of the edition that differs, if it is one."""

    edition: str
    rule: str
    change: Callable[[pytest.MonkeyPatch], None]
    field: str = ""

    def fails(self, tested: Scenario) -> bool:
        """Return whether a scenario that passes as things are fails with the change.

        One that never asks for the answer cannot tell the editions apart, and is not run again.
        """
        asked = asked_by(Path(tested.path), self.edition)
        if asked is None or (self.field and self.field not in asked):
            return False
        with pytest.MonkeyPatch.context() as patch:
            self.change(patch)
            return bool(run(tested, self.edition).failures)

    def disturbed(self, paths: Sequence[Path]) -> list[str]:
        """Return which of these fail without resting on the rule."""
        others = (scenario(path) for path in paths)
        return [other.path for other in others if self.rule not in other.rules and self.fails(other)]


# --- the editions' answers


def test_every_answer_is_tried():
    assert set(RULE_OF) | UNTRIED == set(Edition.__struct_fields__)


def acts_before_scoring_without_being_a_special() -> bool:
    """Return whether the editions disagree about a card on what may act before a base scores."""
    return any(
        ability.hook == BEFORE_SCORES and ability.label not in ("special", "") for ability in all_abilities().values()
    )


def mutants() -> Iterator[tuple[str, str]]:
    """Each answer in the oldest and the newest book, or where it means something."""
    for field in RULE_OF:
        if field != "any_before_ability" or acts_before_scoring_without_being_a_special():
            yield from ((field, edition) for edition in LATER.get(field, ("AL9K", "EMD")))


def other_answer(edition: Edition, field: str) -> Any:
    """What another book answers, or the opposite where all agree."""
    mine = getattr(edition, field)
    others = [getattr(book, field) for book in EDITIONS.values() if getattr(book, field) != mine]
    return others[0] if others else not mine


def of_an_answer(field: str, edition: str) -> RuleMutant:
    """An edition with another book's answer."""
    book = EDITIONS[edition]
    other = msgspec.structs.replace(book, **{field: other_answer(book, field)})
    return RuleMutant(edition, RULE_OF[field], lambda patch: patch.setitem(EDITIONS, edition, other), field)


# --- rules of core

right_places = scoring.places


def tied_runners_up_are_third(totals: Sequence[int], present: Sequence[bool]) -> tuple[int, ...]:
    """Two tied runners-up share third place instead of second."""
    ranks = right_places(totals, present)
    return tuple(3 if place == 2 and ranks.count(2) > 1 else place for place in ranks)


def ties_use_no_places_up(totals: Sequence[int], present: Sequence[bool]) -> tuple[int, ...]:
    """After two tied winners comes second place."""
    different = sorted({total for total, here in zip(totals, present, strict=True) if here}, reverse=True)
    return tuple(
        different.index(total) + 1 if here and different.index(total) < 3 else 0
        for total, here in zip(totals, present, strict=True)
    )


def fourth_place_is_third(totals: Sequence[int], present: Sequence[bool]) -> tuple[int, ...]:
    """The fourth player is paid like the third."""
    ranks = right_places(totals, present)
    return tuple(3 if here and not place else place for place, here in zip(ranks, present, strict=True))


def only_power_is_presence(game: Any, seat: int, site: int, total: int) -> bool:
    """A minion of power 0 is nobody."""
    return total > 0


WRONG: list[tuple[str, Callable[[pytest.MonkeyPatch], None], str]] = [
    ("tied runners-up are third", lambda m: m.setattr(scoring, "places", tied_runners_up_are_third), "score.ties"),
    ("ties use up no places", lambda m: m.setattr(scoring, "places", ties_use_no_places_up), "score.ties"),
    ("the fourth is third", lambda m: m.setattr(scoring, "places", fourth_place_is_third), "score.places"),
    ("power 0 is nobody", lambda m: m.setattr(scoring, "presence", only_power_is_presence), "score.presence"),
    ("anybody is a witness", lambda m: m.setattr(game.Trigger, "stands", True), "resolve.witness"),
    ("a hand of twelve", lambda m: m.setattr(turn, "HAND_LIMIT", 12), "turn.draw"),
    ("sixteen points to win", lambda m: m.setattr(turn, "WINNING_POINTS", 16), "win.check"),
]


MUTANTS = {
    **{f"{field} in {edition}": of_an_answer(field, edition) for field, edition in mutants()},
    **{name: RuleMutant("EMD", rule, change) for name, change, rule in WRONG},
}


@pytest.mark.parametrize("name", MUTANTS)
def test_a_wrong_rule_is_noticed_where_it_is_named(name):
    mutant = MUTANTS[name]
    assert any(map(mutant.fails, naming(mutant.rule))), f"no scenario notices that {mutant.rule} is wrong"
    assert not mutant.disturbed([*texts()][::APART]), f"these fail without resting on {mutant.rule}"


@pytest.mark.nightly
@pytest.mark.parametrize("name", MUTANTS)
def test_a_wrong_rule_is_noticed_nowhere_else(name):
    mutant = MUTANTS[name]
    assert not mutant.disturbed([*texts()]), f"these fail without resting on {mutant.rule}"
