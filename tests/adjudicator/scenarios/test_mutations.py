"""Rules changed on purpose: some scenario that rests on the rule must fail, and no scenario that does not name it.

A mutant is one answer of an edition turned into another book's, or one rule of core turned wrong.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from functools import cache
from typing import Any

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
    "turn_by_me_first": ("EMD",),
    "reshuffle_between": ("EMD",),
    "any_deck_made_anew": ("EMD",),
    "extra_kept_all_turn": ("AL9K", "EMD"),
    "owners_zone": ("AL9K", "CND", "OOPS", "EMD"),
}
"""Answers that the oldest and the newest book are not the ones to try in."""


@cache
def scenarios() -> tuple[Scenario, ...]:
    """All that come with the product."""
    return tuple(load(path) for path in scenario_files([SCENARIOS]))


class MutationAsked(Edition, frozen=True, kw_only=True):
    """An edition that notes which of its answers somebody asks for."""

    asked: set[str]

    def __getattribute__(self, name: str) -> Any:
        """Return an answer."""
        if name in RULE_OF:
            self.asked.add(name)
        return super().__getattribute__(name)


@cache
def sound(edition: str) -> dict[str, frozenset[str]]:
    """Those that pass as things are, by their paths, each with the answers of the edition that its run asks for."""
    found = {}
    book = EDITIONS[edition]
    for one in scenarios():
        if edition in one.in_editions:
            asked: set[str] = set()
            EDITIONS[edition] = MutationAsked(**msgspec.structs.asdict(book), asked=asked)
            try:
                if not run(one, edition).failures:
                    found[one.path] = frozenset(asked)
            finally:
                EDITIONS[edition] = book
    return found


def notice(edition: str, rule: str, among: Collection[str]) -> None:
    """Some of these scenarios, one that rests on the rule, must fail now, and none that does not."""
    failed = [one for one in scenarios() if one.path in among and run(one, edition).failures]
    assert failed, f"no scenario notices that {rule} is wrong in {edition}"
    others = [one.path for one in failed if rule not in one.rules]
    assert not others, f"these fail without resting on {rule}: {' '.join(others)}"


# --- the editions' answers


def test_every_answer_is_tried():
    assert set(RULE_OF) | UNTRIED == set(Edition.__struct_fields__)


def acts_before_scoring_without_being_a_special() -> bool:
    """Whether there is a card in which the books part on what may act before a base scores."""
    return any(held.hook == BEFORE_SCORES and held.label not in ("special", "") for held in all_abilities().values())


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


@pytest.mark.parametrize(("field", "edition"), tuple(mutants()))
def test_another_books_answer_is_noticed(field, edition, monkeypatch):
    # The others never ask for the answer, so to them the edition is the same.
    asking = {path for path, asked in sound(edition).items() if field in asked}
    book = EDITIONS[edition]
    monkeypatch.setitem(EDITIONS, edition, msgspec.structs.replace(book, **{field: other_answer(book, field)}))
    notice(edition, RULE_OF[field], asking)


# --- rules of core

right_places = scoring.places


def tied_runners_up_are_third(totals: Sequence[int], present: Sequence[bool]) -> tuple[int, ...]:
    """Two tied runners-up share third place instead of second."""
    found = right_places(totals, present)
    return tuple(3 if place == 2 and found.count(2) > 1 else place for place in found)


def ties_use_no_places_up(totals: Sequence[int], present: Sequence[bool]) -> tuple[int, ...]:
    """After two tied winners comes second place."""
    different = sorted({total for total, here in zip(totals, present, strict=True) if here}, reverse=True)
    return tuple(
        different.index(total) + 1 if here and different.index(total) < 3 else 0
        for total, here in zip(totals, present, strict=True)
    )


def fourth_place_is_third(totals: Sequence[int], present: Sequence[bool]) -> tuple[int, ...]:
    """The fourth player is paid like the third."""
    found = right_places(totals, present)
    return tuple(3 if here and not place else place for place, here in zip(found, present, strict=True))


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


@pytest.mark.parametrize(("change", "rule"), [entry[1:] for entry in WRONG], ids=[entry[0] for entry in WRONG])
def test_a_wrong_rule_is_noticed(change, rule, monkeypatch):
    passing = sound("EMD")
    change(monkeypatch)
    notice("EMD", rule, passing)
