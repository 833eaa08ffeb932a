"""Any position of a game, and stepping through it."""

from __future__ import annotations

import random
from itertools import pairwise
from time import perf_counter

import pytest

from events.vocabulary import (
    AllowanceGiven,
    AllowancesEnded,
    Asked,
    Event,
    GameBegun,
    PhaseBegan,
    ScoringBegan,
    SeatSetup,
    TurnBegan,
)
from projections.history import Batch, History, NotInThisGame, Stop
from projections.table import fold, snapshot
from tests.projections.games import random_game


@pytest.mark.parametrize(("seed", "every"), [(1, 200), (2, 64), (3, 1)])
def test_a_jump_gives_the_table_that_folding_gives(seed: int, every: int) -> None:
    log = random_game(seed)[:600]
    history = History(log, every)
    rng = random.Random(seed)
    edges = [0, 1, every - 1, every, every + 1, 2 * every, len(log) - 1, len(log)]
    for position in (*edges, *rng.sample(range(len(log)), 20)):
        assert snapshot(history.at(position)) == snapshot(fold(log[:position]))


def test_growing_by_batches_is_the_same_as_having_it_all() -> None:
    log = random_game(4)
    whole, grown = History(log), History()
    for batch in whole.batches():
        grown.extend(log[batch.first - 1 : batch.last])
        assert len(grown) == batch.last
    for position in (0, 199, 200, 201, len(log)):
        assert snapshot(grown.at(position)) == snapshot(whole.at(position))
    assert all(grown.stops(stop) == whole.stops(stop) for stop in Stop)


def test_a_table_handed_out_is_its_own() -> None:
    history = History(random_game(1)[:300])
    table = history.at(250)
    before = snapshot(table)
    table.seats[0].hand.clear()
    table.cards.clear()
    assert snapshot(history.at(250)) == before


def test_the_tables_of_a_walk_are_those_before_each_event() -> None:
    log = random_game(1)[:120]
    history = History(log, every=50)
    for event, table in history.tables(40, 110):
        assert table.position == event.position - 1
        assert event is log[event.position - 1]
    assert [event.position for event, _ in history.tables(40, 110)] == list(range(41, 111))


def test_a_gap_is_refused() -> None:
    log = random_game(1)
    with pytest.raises(ValueError, match="position 3 cannot follow position 1"):
        History([log[0], log[2]])


@pytest.mark.parametrize("position", [-1, 31, 10_000])
def test_a_position_the_game_has_not_is_refused(position: int) -> None:
    with pytest.raises(NotInThisGame, match="positions 0 to 30"):
        History(random_game(1)[:30]).at(position)


# --- stepping -------------------------------------------------------------------------------------------------------

KINDS: list[tuple[str, type[Event]]] = [("turn", TurnBegan), ("phase", PhaseBegan), ("scoring", ScoringBegan)]


@pytest.mark.parametrize(("stop", "kind"), KINDS)
def test_stepping_forward_and_back_meets_the_same_positions(stop: str, kind: type[Event]) -> None:
    log = random_game(2)
    history = History(log)
    expected = [event.position for event in log if type(event) is kind]
    assert history.stops(stop) == expected
    forward, position = [], 0
    while (following := history.next(stop, position)) is not None:
        forward.append(position := following)
    backward, position = [], len(log) + 1
    while (previous := history.previous(stop, position)) is not None:
        backward.append(position := previous)
    assert forward == backward[::-1] == expected


def test_decisions_are_where_somebody_is_asked_and_the_end() -> None:
    log = random_game(2)
    history = History(log)
    asked = [event.position for event in log if isinstance(event, Asked)]
    assert history.stops("decision") == [*asked, len(log)]
    assert history.next(Stop.DECISION, asked[3]) == asked[4]
    assert history.next(Stop.DECISION, asked[3] + 1) == (asked[4] if asked[4] > asked[3] + 1 else asked[5])
    assert history.previous(Stop.DECISION, asked[3]) == asked[2]
    assert history.next(Stop.DECISION, len(log)) is None
    assert history.previous(Stop.DECISION, asked[0]) is None


def test_every_event_is_a_stop() -> None:
    history = History(random_game(2)[:10])
    assert history.stops("event") == list(range(1, 11))
    assert (history.next("event", 10), history.next("event", 9)) == (None, 10)
    assert (history.previous("event", 1), history.previous("event", 2)) == (None, 1)


def test_batches_cover_a_game_without_gaps() -> None:
    log = random_game(3)
    history = History(log)
    batches = history.batches()
    assert batches[0].first == 1
    assert batches[-1].last == len(log)
    assert all(later.first == earlier.last + 1 for earlier, later in pairwise(batches))
    assert history.batch_at(batches[5].last) == batches[5]
    assert History(log[:7]).batches() == [Batch(1, 7)]
    assert History().batches() == []


def long_log(length: int) -> list[Event]:
    """A game that goes on and on, as random games rarely do."""
    log = list(random_game(5)[:500])
    while len(log) < length:
        given = len(log) + 1
        log.append(AllowanceGiven(position=given, seat=0, kind="minion"))
        log.append(AllowancesEnded(position=given + 1, allowances=(given,)))
    return log


def test_a_jump_in_a_long_game_takes_less_than_two_milliseconds() -> None:
    history = History(long_log(10_000))
    rng = random.Random(1)
    times = []
    for position in rng.sample(range(len(history)), 60):
        begun = perf_counter()
        history.at(position)
        times.append(perf_counter() - begun)
    assert sorted(times)[len(times) // 2] < 0.002


def test_an_empty_game_has_its_empty_table() -> None:
    history = History([GameBegun(position=1, edition="EMD", seats=(SeatSetup(name="Ana"),), rules_version="1")])
    assert history.at(0).seats == []
    assert history.at(1).seats[0].name == "Ana"
