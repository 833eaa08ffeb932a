"""The score over time, and the scoring worth seeing."""

from __future__ import annotations

import pytest

from events.vocabulary import (
    Awarded,
    CardsMade,
    Event,
    GameBegun,
    GameWon,
    ScoringBegan,
    ScoringEnded,
    SeatSetup,
    TurnBegan,
    VictoryPointsChanged,
)
from projections.scoreboard import Gain, Scoreboard, leaders, most_dramatic
from projections.table import fold
from tests.projections.games import random_game


def scoring(
    at: int, base: int, totals: tuple[int, ...], places: tuple[int, ...], awards: tuple[int, ...]
) -> list[Event]:
    """A base scores, from position `at` on."""
    events: list[Event] = [
        ScoringBegan(position=at, site=9, base=base, total=sum(totals), breakpoint=10),
        Awarded(position=at + 1, site=9, base=base, totals=totals, places=places, awards=awards),
    ]
    for seat, amount in enumerate(awards):
        if amount:
            events.append(VictoryPointsChanged(position=at + len(events), to=seat, amount=amount, by=base))
    return [*events, ScoringEnded(position=at + len(events), site=9)]


def a_game() -> list[Event]:
    names = tuple(SeatSetup(name=name) for name in ("Ana", "Ben", "Cleo"))
    return [
        GameBegun(position=1, edition="EMD", seats=names, rules_version="1"),
        CardsMade(position=2, seat=-1, zone="base_deck", first=1, definitions=("base/a", "base/b", "base/c")),
        CardsMade(position=3, seat=0, zone="deck", first=4, definitions=("x/deal",)),
        TurnBegan(position=4, seat=0, number=1),
        *scoring(5, 1, (9, 8, 0), (1, 2, 0), (3, 2, 0)),  # Ana leads at once, by 1
        TurnBegan(position=10, seat=1, number=2),
        VictoryPointsChanged(position=11, to=0, amount=1, by=4),
        *scoring(12, 2, (0, 14, 2), (0, 1, 2), (0, 4, 2)),  # Ben takes the lead, by 12
        TurnBegan(position=17, seat=2, number=3),
        *scoring(18, 3, (5, 5, 5), (1, 1, 1), (2, 2, 2)),  # a tie changes nothing
        GameWon(position=25, seats=(1,), victory_points=(6, 8, 4)),
    ]  # fmt: skip


def test_points_are_kept_with_turn_and_cause() -> None:
    board = Scoreboard(a_game())
    assert board.names == ("Ana", "Ben", "Cleo")
    assert board.victory_points == [6, 8, 4]
    assert board.winners == (1,)
    assert board.by_turn == {1: (3, 2, 0), 2: (4, 6, 2), 3: (6, 8, 4)}
    assert board.gains[0] == Gain(7, 1, 0, 3, 3, "base/a", 5)
    assert board.gains[2] == Gain(11, 2, 0, 1, 4, "x/deal", 0)


def test_a_scored_base_knows_who_led_before_and_after() -> None:
    first, second, third = Scoreboard(a_game()).bases
    assert (first.base, first.turn, first.current, first.total, first.breakpoint) == ("base/a", 1, 0, 17, 10)
    assert (first.before, first.after) == ((0, 0, 0), (3, 2, 0))
    assert (first.winners, first.margin, first.lead_changed) == ((0,), 1, True)
    assert (second.before, second.after) == ((4, 2, 0), (4, 6, 2))
    assert (second.winners, second.margin, second.lead_changed) == ((1,), 12, True)
    assert (third.winners, third.margin, third.lead_changed) == ((0, 1, 2), 0, False)


def test_who_is_alone_at_a_base_wins_by_everything() -> None:
    board = Scoreboard([*a_game()[:4], *scoring(5, 1, (9, 0, 0), (1, 0, 0), (3, 0, 0))])
    assert board.bases[0].margin == 9


def test_the_most_dramatic_scoring_changes_the_lead_by_the_smallest_margin() -> None:
    board = Scoreboard(a_game())
    assert most_dramatic(board) is board.bases[0]
    board.bases.pop(0)
    assert most_dramatic(board) is board.bases[0]
    assert most_dramatic(Scoreboard(a_game()[:4])) is None


def test_nobody_leads_without_points() -> None:
    assert leaders((0, 0)) == ()
    assert leaders((3, 1, 3)) == (0, 2)


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_the_score_of_a_whole_game_is_that_of_the_table(seed: int) -> None:
    log = random_game(seed)
    board = Scoreboard(log)
    table = fold(log)
    assert board.victory_points == [seat.victory_points for seat in table.seats]
    assert board.winners == table.winners
    assert len(board.bases) == sum(isinstance(event, Awarded) for event in log)
    for seat in range(2):
        assert sum(gain.amount for gain in board.gains if gain.seat == seat) == table.seats[seat].victory_points
    best = most_dramatic(board)
    assert best is not None
    assert isinstance(log[best.position - 1], Awarded)
