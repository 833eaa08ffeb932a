"""Sums over many games: what is counted, and that parts add up."""

from __future__ import annotations

import math
from itertools import permutations

import msgspec
import pytest

from events.vocabulary import AbilityUsed, Answered, CardPlayed, GameWon, TurnBegan
from projections.scoreboard import Scoreboard
from projections.standings import Hand, Spread, Standings, WinRecord, wilson
from projections.table import fold
from tests.projections.games import random_game

SEEDS = (1, 2, 3)


def standings_of(*seeds: int) -> Standings:
    sums = Standings()
    for seed in seeds:
        sums.add(random_game(seed))
    return sums


def test_parts_add_up_in_any_order_and_through_json() -> None:
    whole = standings_of(*SEEDS)
    for order in permutations(SEEDS):
        total = Standings()
        for seed in order:
            part = msgspec.json.decode(msgspec.json.encode(standings_of(seed)), type=Standings)
            total.merge(part)
        assert total == whole


def test_what_a_game_is_counted_as() -> None:
    log = random_game(1)
    sums, table, score = standings_of(1), fold(log), Scoreboard(log)
    won = next(event for event in log if isinstance(event, GameWon))
    first = next(event.seat for event in log if isinstance(event, TurnBegan))
    assert (sums.games, sums.open, sums.turns) == (1, 0, {table.turn: 1})
    assert sums.decisions.total == sum(1 for event in log if isinstance(event, Answered))
    assert sums.events.total == len(log)
    players = len(table.seats)
    assert sums.places[f"{players}/1"].wins == (first in won.seats)
    for seat, player in enumerate(table.seats):
        assert sums.pairs["+".join(sorted(player.factions))].wins == (seat in won.seats)
        for faction in player.factions:
            assert sums.factions[faction] == WinRecord(1, int(seat in won.seats), 12 // players)
    assert sum(base.scored for base in sums.bases.values()) == len(score.bases)
    assert sums.winners[table.turn].total == won.victory_points[won.seats[0]]


def test_a_card_is_held_by_its_deck_and_played_once_at_most() -> None:
    log = random_game(1)
    sums, cards = standings_of(1), fold(log).cards
    owners = {(card.owner, card.definition) for card in cards.values() if card.owner >= 0}
    played = {(event.seat, cards[event.card].definition) for event in log if isinstance(event, CardPlayed)}
    assert len(sums.cards) > 20
    for definition, hand in sums.cards.items():
        assert hand.held.seats == sum(1 for _, owned in owners if owned == definition)
        assert hand.played.seats == sum(1 for owned in played & owners if owned[1] == definition)
        assert hand.closing <= hand.played.wins
    assert sum(hand.closing for hand in sums.cards.values()) > 0


def test_an_ability_is_held_with_its_card() -> None:
    log = random_game(1)
    sums = standings_of(1)
    used = {event.ability for event in log if isinstance(event, AbilityUsed)}
    assert set(sums.abilities) <= used
    assert sums.abilities
    for key in sums.abilities:
        assert sums.ability(key).held == sums.cards[key.partition("#")[0]].held
        assert 1 <= sums.ability(key).played.seats <= sums.ability(key).held.seats


def test_an_open_game_counts_for_nothing_else() -> None:
    sums = Standings()
    sums.add(random_game(1)[:200])
    assert sums == Standings(open=1)


@pytest.mark.parametrize(
    ("wins", "seats", "low", "high"),
    [(0, 10, 0.0, 0.2775), (10, 10, 0.7225, 1.0), (5, 10, 0.2366, 0.7634), (81, 263, 0.2553, 0.3662)],
)
def test_the_interval_is_wilsons(wins: int, seats: int, low: float, high: float) -> None:
    assert wilson(wins, seats) == pytest.approx((low, high), abs=5e-5)


def test_nothing_known_is_every_share() -> None:
    assert wilson(0, 0) == (0.0, 1.0)
    assert Hand().interval == (-1.0, 1.0)


def test_the_difference_of_two_shares_is_newcombes() -> None:
    """His example (a): 56 of 70 and 48 of 80."""
    hand = Hand(held=WinRecord(150, 104), played=WinRecord(70, 56))
    assert hand.lift == pytest.approx(0.2)
    assert hand.interval == pytest.approx((0.0524, 0.3339), abs=5e-5)


def test_a_spread_keeps_what_is_needed() -> None:
    numbers = [3, 7, 7, 12]
    spread = Spread()
    for number in numbers:
        spread.add(number)
    assert (spread.count, spread.mean, spread.least, spread.most) == (4, 7.25, 3, 12)
    assert spread.deviation == pytest.approx(math.sqrt(sum((number - 7.25) ** 2 for number in numbers) / 4))
