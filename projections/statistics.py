"""Counts over many games: how often each card is played, used, destroyed and refused.

Statistics of parts of a run add up: each process counts its own games, and `merge` combines them. They encode like any
struct, so they can be sent between processes and stored in files.
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from events.vocabulary import (
    AbilityUsed,
    Answered,
    BaseArrived,
    BaseSwapped,
    CardPlayed,
    CardsMade,
    Destroyed,
    Discarded,
    Drawn,
    Event,
    FactionChosen,
    Forbidden,
    GameWon,
    Replaced,
    Returned,
    ScoringBegan,
    TurnBegan,
    tag_of,
)


class CardCount(msgspec.Struct):
    """Counts for one card, over all its copies."""

    games: int = 0  # games it was in
    drawn: int = 0
    played: int = 0
    used: int = 0  # abilities of it that were used or triggered
    scored: int = 0  # bases: how often it scored
    destroyed: int = 0
    discarded: int = 0  # other than by being destroyed
    returned: int = 0
    refused: int = 0  # effects on it that were prevented
    forbade: int = 0  # effects it prevented
    replaced: int = 0  # effects it replaced
    arrived: int = 0  # bases: how often it came into play

    def add(self, other: CardCount) -> None:
        """Add another count to this one."""
        for field in self.__struct_fields__:
            setattr(self, field, getattr(self, field) + getattr(other, field))


class FactionCount(msgspec.Struct):
    """Counts for one faction, per seat that had it."""

    seats: int = 0
    wins: int = 0


class Statistics(msgspec.Struct):
    """Counts over games. `abilities`, `rules` and `events` are by key, rule id and tag."""

    games: int = 0
    finished: int = 0
    decisions: int = 0
    turns: int = 0
    events: dict[str, int] = {}
    cards: dict[str, CardCount] = {}
    abilities: dict[str, int] = {}
    rules: dict[str, int] = {}
    factions: dict[str, FactionCount] = {}
    wins_by_seat: dict[int, int] = {}

    @property
    def total_events(self) -> int:
        """The number of events in all games."""
        return sum(self.events.values())

    def add(self, log: Iterable[Event]) -> None:
        """Count one game."""
        self.games += 1
        game = _Game(self)
        for event in log:
            game.take(event)

    def merge(self, other: Statistics) -> None:
        """Add the counts of other games to these."""
        self.games += other.games
        self.finished += other.finished
        self.decisions += other.decisions
        self.turns += other.turns
        for mine, theirs in (
            (self.events, other.events),
            (self.abilities, other.abilities),
            (self.rules, other.rules),
        ):
            for key, count in theirs.items():
                mine[key] = mine.get(key, 0) + count
        for seat, count in other.wins_by_seat.items():
            self.wins_by_seat[seat] = self.wins_by_seat.get(seat, 0) + count
        for card, counted in other.cards.items():
            self.card(card).add(counted)
        for faction, fared in other.factions.items():
            self.faction(faction).seats += fared.seats
            self.faction(faction).wins += fared.wins

    def card(self, definition: str) -> CardCount:
        """Return the count of a card."""
        return self.cards.setdefault(definition, CardCount())

    def faction(self, id: str) -> FactionCount:
        """Return the count of a faction."""
        return self.factions.setdefault(id, FactionCount())


class _Game:
    """One game while it is counted."""

    def __init__(self, statistics: Statistics) -> None:
        self.statistics = statistics
        self.definitions: dict[int, str] = {}
        self.met: set[str] = set()  # cards that have been counted for this game
        self.factions: dict[int, list[str]] = {}

    def card(self, number: int) -> CardCount:
        """Return the count of a card by its number in this game."""
        return self.statistics.card(self.definitions[number])

    def take(self, event: Event) -> None:
        """Count one event."""
        counts = self.statistics
        tag = tag_of(event)
        counts.events[tag] = counts.events.get(tag, 0) + 1
        if event.rule:
            counts.rules[event.rule] = counts.rules.get(event.rule, 0) + 1
        match event:
            case CardsMade() | FactionChosen() | GameWon() | TurnBegan() | Answered():
                self._frame(event)
            case AbilityUsed(ability=key):
                counts.abilities[key] = counts.abilities.get(key, 0) + 1
                if not key.startswith("rule/"):  # caused by a rule, not by a card
                    counts.card(key.partition("#")[0]).used += 1
            case Drawn(cards=cards):
                for number in cards:
                    self.card(number).drawn += 1
            case CardPlayed(card=number):
                self.card(number).played += 1
            case Destroyed(card=number):
                self.card(number).destroyed += 1
            case Discarded(card=number):
                self.card(number).discarded += 1
            case Returned(card=number):
                self.card(number).returned += 1
            case BaseArrived(base=number) | BaseSwapped(new=number):
                self.card(number).arrived += 1
            case ScoringBegan(base=number):
                self.card(number).scored += 1
            case Forbidden(card=number, because=because):
                self.card(number).refused += 1
                if because:
                    self.card(because).forbade += 1
            case Replaced(because=because):
                self.card(because).replaced += 1

    def _frame(self, event: Event) -> None:
        """Count events that concern the game rather than a card."""
        counts = self.statistics
        match event:
            case CardsMade():
                self.definitions.update(enumerate(event.definitions, event.first))
                for definition in set(event.definitions) - self.met:
                    counts.card(definition).games += 1
                self.met.update(event.definitions)
            case FactionChosen(seat=seat, faction=faction):
                self.factions.setdefault(seat, []).append(faction)
                counts.faction(faction).seats += 1
            case GameWon(seats=seats):
                counts.finished += 1
                for seat in seats:
                    counts.wins_by_seat[seat] = counts.wins_by_seat.get(seat, 0) + 1
                    for faction in self.factions.get(seat, ()):
                        counts.faction(faction).wins += 1
            case TurnBegan():
                counts.turns += 1
            case Answered():
                counts.decisions += 1


def statistics_of(logs: Iterable[Iterable[Event]]) -> Statistics:
    """Return the statistics of several games."""
    counts = Statistics()
    for log in logs:
        counts.add(log)
    return counts
