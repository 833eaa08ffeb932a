"""Counts over many games."""

from __future__ import annotations

import msgspec

from events.vocabulary import (
    AbilityUsed,
    Answered,
    BaseArrived,
    BaseSwapped,
    CardPlayed,
    Destroyed,
    Drawn,
    Forbidden,
    GameWon,
    ScoringBegan,
    TurnBegan,
)
from projections.statistics import CardCount, Statistics, statistics_of
from projections.table import fold
from tests.projections.games import random_game


def test_what_happened_to_a_card_is_counted_by_its_definition() -> None:
    log = random_game(1)
    counts = statistics_of([log])
    cards = fold(log).cards
    for definition, count in counts.cards.items():
        own = {number for number, card in cards.items() if card.definition == definition}
        assert count.games == 1
        assert count.played == sum(1 for event in log if isinstance(event, CardPlayed) and event.card in own)
        assert count.destroyed == sum(1 for event in log if isinstance(event, Destroyed) and event.card in own)
        assert count.drawn == sum(len(own & set(event.cards)) for event in log if isinstance(event, Drawn))
        refused = [event for event in log if isinstance(event, Forbidden) and event.card in own]
        assert count.refused == len(refused)
        keys = [event.ability for event in log if isinstance(event, AbilityUsed)]
        assert count.used == sum(1 for key in keys if key.startswith(f"{definition}#"))
    assert sum(count.played for count in counts.cards.values()) > 0


def test_bases_come_into_play_and_score() -> None:
    log = random_game(3, "EMD", 3)
    counts = statistics_of([log])
    bases = {definition: count for definition, count in counts.cards.items() if definition.startswith("base/")}
    swapped = sum(isinstance(event, BaseSwapped) for event in log)
    assert sum(count.arrived for count in bases.values()) == swapped + sum(
        isinstance(event, BaseArrived) for event in log
    )
    assert sum(count.scored for count in bases.values()) == sum(isinstance(event, ScoringBegan) for event in log) > 0
    assert sum(count.arrived for count in counts.cards.values()) == sum(count.arrived for count in bases.values())


def test_a_game_is_counted_as_a_whole() -> None:
    log = random_game(2, "OOPS", 3)
    counts = statistics_of([log])
    assert (counts.games, counts.finished) == (1, 1)
    assert counts.total_events == len(log)
    assert counts.decisions == sum(isinstance(event, Answered) for event in log)
    assert counts.turns == sum(isinstance(event, TurnBegan) for event in log)
    assert sum(counts.rules.values()) == sum(1 for event in log if event.rule)
    assert sum(faction.seats for faction in counts.factions.values()) == 6
    won = log[-1]
    assert isinstance(won, GameWon)
    assert counts.wins_by_seat == dict.fromkeys(won.seats, 1)
    assert sum(faction.wins for faction in counts.factions.values()) == 2 * len(won.seats)


def test_counts_of_parts_add_up_to_the_counts_of_all() -> None:
    logs = [random_game(1), random_game(2, "OOPS", 3), random_game(3, "CND", 4)]
    parts = Statistics()
    for log in logs:
        sent = msgspec.json.encode(statistics_of([log]))
        parts.merge(msgspec.json.decode(sent, type=Statistics))
    assert parts == statistics_of(logs)


def test_an_unfinished_game_counts_without_a_winner() -> None:
    counts = statistics_of([random_game(1)[:100]])
    assert (counts.games, counts.finished, counts.wins_by_seat) == (1, 0, {})


def test_two_statistics_share_nothing() -> None:
    one, other = Statistics(), Statistics()
    one.card("x/y").played += 1
    assert other.cards == {}
    merged = Statistics()
    merged.merge(one)
    merged.merge(one)
    assert merged.cards == {"x/y": CardCount(played=2)}
    assert one.cards == {"x/y": CardCount(played=1)}
