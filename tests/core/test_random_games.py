"""What must be so in every game, at every position, whatever is played: random games of any factions, books and seats.

SMASHUP_GAMES=1000 python -m pytest -n auto tests/core/test_random_games.py
"""

from __future__ import annotations

import os
import random
import subprocess
import sys
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudicator.rulebooks.catalogue import catalogue
from core.engine.game import Game, IllegalAnswer
from core.engine.index import Index
from core.engine.power import breakpoint_of, power, total_powers
from core.engine.standing_checks import rebuilt_index
from core.printed.definitions import SETS
from core.rules.replay import resume, verify
from events.questions import Main, Play
from events.versions import decode, encode
from events.vocabulary import (
    Answered,
    Asked,
    BaseArrived,
    BaseLeft,
    CardsMade,
    Event,
    Forbidden,
    GameWon,
    PhaseBegan,
    ScoringEnded,
)
from events.zones import ZONES
from projections.table import Table, fold, snapshot
from tests.core.random_games import Beginning, RecordedChance, answer_with, beginnings, games, questions


def stored(events: Sequence[Event]) -> list[Event]:
    """Events as they come back from the store."""
    return [decode(*encode(event)) for event in events]


# --- cards ----------------------------------------------------------------------------------------------------------


def lying(table: Table) -> Iterator[tuple[str, int, list[int]]]:
    """Every pile there is: its zone, the seat, site or card whose it is (0, if it is nobody's), and the cards in it."""
    for zone, pile in table.piles.items():
        yield zone, 0, pile
    for number, seat in enumerate(table.seats):
        for zone, pile in seat.piles.items():
            yield zone, number, pile
    for number, site in table.sites.items():
        yield "base", number, [site.base]
        for zone, pile in site.piles.items():
            yield zone, number, pile
    for number, card in table.cards.items():
        if card.attached:
            yield "attached", number, card.attached
        if card.stored:
            yield "stored", number, card.stored


_HOLDERS = {"seat": "controller", "base": "site", "card": "host"}
WHOSE = {row.zone: _HOLDERS[row.holder] for row in ZONES.values() if row.holder in _HOLDERS}
"""Where a card says whose pile it is in, by its zone."""

CARRYING = ("minions", "actions", "attached", "titans", "stasis", "beside")
"""Where cards can carry something in a game; a scenario can put it on a buried card, too (bury.rebury)."""


def assert_every_card_is_in_one_place(table: Table, numbers: Sequence[int], carrying: Sequence[str] = CARRYING) -> None:
    """None lost, none made, none in two places, and each where it says it is."""
    cards = table.cards
    assert len(cards) == len(numbers)
    found: dict[int, tuple[str, int]] = {}
    for zone, whose, pile in lying(table):
        for number in pile:
            assert number not in found, f"in two places: {number}"
            found[number] = (zone, whose)
    assert sorted(found) == sorted(numbers)
    for number, card in cards.items():
        whose = getattr(card, WHOSE[card.zone]) if card.zone in WHOSE else 0
        assert found[number] == (card.zone, whose), f"{card.definition} {number} is not in {card.zone}"
        if card.zone not in carrying:
            assert not card.attached, f"{card.definition} {number} is out of play, but carries something"
            assert not card.counters
        if card.zone not in carrying or card.zone in ("stasis", "beside"):
            assert not card.control
        if card.host:
            assert cards[card.host].site == card.site


@games(15)
@given(beginnings())
def test_every_card_is_in_one_place(beginning: Beginning) -> None:
    made: list[int] = []
    seen = 0
    for game in beginning.play():
        for event in game.log[seen:]:
            if isinstance(event, CardsMade):
                made += range(event.first, event.first + len(event.definitions))
        seen = len(game.log)
        assert_every_card_is_in_one_place(game.table, made)
    assert not game.table.piles["aside"]
    assert not game.table.piles["resolving"]
    assert not game.table.piles["duelling"]


class BasesDue:
    """How many bases there should be: one more than players; more, where a card brought one; fewer, where a card took
    one or kept one from coming, or where there was none left to come."""

    def __init__(self, game: Game) -> None:
        self._reshuffles = game.edition.reshuffle_bases
        self.count = len(game.table.seats) + 1
        self._table = Table()
        self._waived = False

    def follow(self, events: Sequence[Event]) -> None:
        """Take in what has happened."""
        for event in events:
            match event:
                case BaseArrived(by=by) if by:
                    self.count += 1
                case BaseLeft(reason="scored"):
                    self._waived = False
                case BaseLeft():
                    self.count -= 1
                case Forbidden(verb="replace-base") if not self._waived:
                    self.count -= 1
                    self._waived = True
                case ScoringEnded() if not self._waived and not self._table.base_deck:
                    # The deck may just have given its last one; then there are enough.
                    if len(self._table.sites) < self.count:
                        assert not (self._reshuffles and self._table.base_discard)
                        self.count = len(self._table.sites)
            self._table.apply(event)


@games(15)
@given(beginnings())
def test_the_number_of_bases_is_what_the_rules_say(beginning: Beginning) -> None:
    due, seen = None, 0
    for game in beginning.play():
        due = due or BasesDue(game)
        due.follow(game.log[seen:])
        seen = len(game.log)
        if isinstance(game.question, Main):
            assert len(game.table.sites) == due.count


# --- numbers --------------------------------------------------------------------------------------------------------


@games(15)
@given(beginnings())
def test_power_and_breakpoint_are_never_negative_and_never_stale(beginning: Beginning) -> None:
    for game in beginning.play():
        known = dict(game.powers)
        game.powers.clear()
        for minion in game.table.minions():
            assert power(game, minion) >= 0
            assert known.get(minion.number, power(game, minion)) == power(game, minion), "what was kept is still true"
        for site in game.table.sites:
            assert breakpoint_of(game, site) >= 0
            assert min(total_powers(game, site)) >= 0
        assert all(seat.victory_points >= 0 for seat in game.table.seats)
        assert all(card.counters >= 0 and card.stasis >= 0 for card in game.table.cards.values())


# --- the log --------------------------------------------------------------------------------------------------------


@games(15)
@given(beginnings())
def test_the_fold_of_the_log_is_the_table_at_every_question(beginning: Beginning) -> None:
    """Through the store's encoding. One table follows; some are folded from the start."""
    chance = random.Random(beginning.seed)
    following, folded = Table(), 0
    for game in beginning.play():
        fold(stored(game.log[folded:]), following)
        folded = len(game.log)
        assert snapshot(following) == snapshot(game.table)
        if chance.random() < 0.02:
            assert snapshot(fold(stored(game.log))) == snapshot(game.table)


def known_rules() -> frozenset[str]:
    return frozenset(catalogue().rules)


@games(10)
@given(beginnings())
def test_events_have_their_place_their_cause_and_a_rule_that_exists(beginning: Beginning) -> None:
    log = beginning.played().log
    rules = known_rules()
    assert stored(log) == log
    for position, event in enumerate(log, 1):
        assert event.position == position
        assert (event.cause == 0) == (position == 1), f"{event} has no cause"
        assert event.cause < position
        assert not event.rule or event.rule in rules, event
        if isinstance(event, Asked):
            assert isinstance(log[position], Answered), "a question ends a batch, an answer begins one"
        if isinstance(event, Answered):
            asked = log[position - 2]
            assert isinstance(asked, Asked)
            assert (event.cause, event.seat) == (asked.position, asked.seat)
            assert asked.quiet == isinstance(asked.question, Main)
    assert isinstance(log[-1], GameWon)


@games(15)
@given(beginnings())
def test_the_rules_lead_to_the_same_events_again(beginning: Beginning) -> None:
    verdict = verify(stored(beginning.played().log))
    assert verdict.same, verdict


@games(2)
@given(beginnings())
def test_a_game_goes_on_from_every_question_as_it_did(beginning: Beginning) -> None:
    log = stored(beginning.played().log)
    asked = questions(log)
    following, folded = Table(), 0
    for position, after in zip(asked, [*asked[1:], len(log)], strict=True):
        fold(log[folded:position], following)
        folded = position
        game = resume(log[:position], chance=RecordedChance(log[position:after]))
        assert snapshot(game.table) == snapshot(following)
        answer = log[position]
        assert isinstance(answer, Answered)
        game.answer(answer.seat, answer.picks)
        assert game.log[position:] == log[position:after], f"taken up at {position}"


@games(6)
@given(beginnings(), st.randoms(use_true_random=False))
def test_a_game_goes_on_from_any_event_between_questions(beginning: Beginning, chance: random.Random) -> None:
    """A log may have been cut anywhere: what is half resolved is resolved again, with the record's own chance."""
    log = beginning.played().log
    for position in chance.sample(range(1, len(log)), 12):
        after = next((question for question in questions(log) if question >= position), len(log))
        game = resume(log[:position], chance=RecordedChance(log[position:after]))
        assert game.log == log[:after], f"cut at {position}"


# --- answers --------------------------------------------------------------------------------------------------------


def refused(game: Game, seat: int, picks: tuple) -> bool:
    """Whether an answer is refused."""
    try:
        game.answer(seat, picks)
    except IllegalAnswer:
        return True
    return False


@games(8)
@given(beginnings())
def test_what_is_not_offered_is_refused_and_leaves_no_trace(beginning: Beginning) -> None:
    for game in beginning.play():
        question, seat = game.question, game.table.asked
        if question is None:
            assert refused(game, 0, ())
            continue
        before = len(game.log), snapshot(game.table)
        stranger = max(game.table.cards, default=0) + 1
        assert refused(game, (seat + 1) % beginning.seats, ()), "not asked"
        for pick in (stranger, "nonsense", Play(stranger), -1):
            assert refused(game, seat, (pick, *question.options[: max(question.least, 1) - 1]))
        if question.options:
            assert refused(game, seat, question.options * (question.most + 1)), "too many"
        if question.least:
            assert refused(game, seat, ())
        assert (len(game.log), snapshot(game.table)) == before
        assert game.question is question


@games(6)
@given(beginnings())
def test_every_option_on_offer_is_accepted(beginning: Beginning) -> None:
    chance = random.Random(beginning.seed)
    log = beginning.played().log
    for position in chance.sample(questions(log), 25):
        asked = log[position - 1]
        assert isinstance(asked, Asked)
        for option in asked.question.options:
            picks = answer_with(asked.question, option)
            if picks is None:
                assert asked.question.most == 0, f"{option} can be picked in no way: {asked}"
                continue
            copy = resume(log[:position])
            copy.answer(asked.seat, picks)
            assert len(copy.log) > position + 1
            assert copy.question is not None or copy.over


# --- the index ------------------------------------------------------------------------------------------------------


def active_abilities(index: Index) -> dict[object, list[tuple]]:
    """Which abilities listen for what, in order."""
    return {
        hook: [
            (*instance.order, instance.card.number, instance.lasting and instance.lasting.number)
            for instance in instances
        ]
        for hook, instances in index.hooks.items()
        if instances
    }


@games(15)
@given(beginnings())
def test_the_index_rebuilt_from_the_table_is_the_live_one(beginning: Beginning) -> None:
    for game in beginning.play():
        assert active_abilities(rebuilt_index(game)) == active_abilities(game.index)


# --- determinism ----------------------------------------------------------------------------------------------------

LOGS = """
import hashlib
from events.versions import encode
from tests.core.random_games import Beginning, playable
factions = playable()
for number, edition in enumerate(("AL9K", "MS", "CND", "OOPS", "EMD")):
    pairs = tuple((factions[(2 * seat + number) % len(factions)], factions[(2 * seat + number + 1) % len(factions)])
                  for seat in range(2 + number % 3))
    log = Beginning(edition, pairs, len(pairs), 99 + number).played().log
    print(len(log), hashlib.sha256(b"".join(encode(event)[1] for event in log)).hexdigest())
"""


@cache
def logs_under(hash_seed: str, first: str = "") -> str:
    """What the same five games come to in a process of that hash seed, in which this was done first."""
    environment = os.environ | {"PYTHONHASHSEED": hash_seed, "PYTHONPATH": str(Path(__file__).parents[2])}
    command = [sys.executable, "-c", f"{first}\n{LOGS}"]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize("hash_seed", ["2", "12345"])
def test_no_order_of_a_set_decides_anything(hash_seed: str) -> None:
    assert logs_under(hash_seed) == logs_under("1")


def test_no_order_of_imports_decides_anything() -> None:
    last = f"core.cards.sets.{list(SETS)[-1].replace('-', '_')}.bases"
    assert logs_under("1", f"import {last}") == logs_under("1")


# --- the end --------------------------------------------------------------------------------------------------------


@games(10)
@given(beginnings())
def test_the_winner_has_fifteen_points_and_the_sole_lead_at_the_end_of_a_turn(beginning: Beginning) -> None:
    game = beginning.played()
    won = game.log[-1]
    assert isinstance(won, GameWon)
    assert won.victory_points == tuple(seat.victory_points for seat in game.table.seats)
    if won.rule == "win.check":
        (winner,) = won.seats
        assert won.victory_points[winner] >= 15
        assert won.victory_points.count(max(won.victory_points)) == 1
        assert won.victory_points[winner] == max(won.victory_points)
    last_phase = [event for event in game.log if isinstance(event, PhaseBegan)][-1]
    assert last_phase.phase == "end"
