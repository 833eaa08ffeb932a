"""Random access to a game: the table at any position, and the positions worth stopping at.

Tables stored at intervals make a jump cost one copy and a few events, however long the game is. A returned table
belongs to the caller: changing it does not affect the history.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator
from enum import StrEnum
from itertools import pairwise

import msgspec

from events.consequences import CONSEQUENCES
from events.errors import SmashUpError
from events.vocabulary import EVENT_TYPES, Asked, Event
from projections.copies import copied
from projections.table import Table, fold

EVERY = 200
"""Events between two stored tables: copying one costs about as much as folding this many."""


class Stop(StrEnum):
    """The units in which a game can be stepped through."""

    EVENT = "event"
    DECISION = "decision"  # where a player must decide, and the end of the game
    TURN = "turn"
    PHASE = "phase"
    SCORING = "scoring"


_STOPS: dict[type[Event], Stop] = {kind: Stop(stop) for kind in EVENT_TYPES if (stop := CONSEQUENCES[kind].stop)}


class NotInThisGame(SmashUpError):
    """Raised for a position beyond the end of a game."""

    def __init__(self, position: int, length: int) -> None:
        super().__init__(position, length)
        self.position, self.length = position, length

    def __str__(self) -> str:
        return f"There is no position {self.position} in this game: it has positions 0 to {self.length}."


class Batch(msgspec.Struct, frozen=True):
    """A decision and everything that followed from it: the positions of its first and last events.

    The first batch of a game has no decision: it is what happens before anybody is asked.
    """

    first: int
    last: int


class History:
    """The events of a game, and the table at each of its positions."""

    def __init__(self, events: Iterable[Event] = (), every: int = EVERY) -> None:
        self.events: list[Event] = []
        self._every = every
        self._table = Table()
        self._kept: list[Table] = [copied(self._table)]
        self._stops: dict[Stop, list[int]] = {stop: [] for stop in Stop if stop is not Stop.EVENT}
        self.extend(events)

    def __len__(self) -> int:
        return len(self.events)

    def extend(self, events: Iterable[Event]) -> None:
        """Append new events. The cost depends only on their number."""
        for event in events:
            if event.position != len(self.events) + 1:
                raise ValueError(f"position {event.position} cannot follow position {len(self.events)}")
            self._table.apply(event)
            self.events.append(event)
            stop = _STOPS.get(type(event))
            if stop is not None:
                self._stops[stop].append(event.position)
            if event.position % self._every == 0:
                self._kept.append(copied(self._table))

    # --- tables

    def at(self, position: int) -> Table:
        """Return an independent table as of just after a position; 0 is the empty table."""
        self._check(position)
        number = position // self._every
        return fold(self.events[number * self._every : position], copied(self._kept[number]))

    def tables(self, first: int = 0, last: int | None = None) -> Iterator[tuple[Event, Table]]:
        """Yield each event after position `first` with the table just before it. Do not keep or change that table."""
        end = len(self.events) if last is None else last
        self._check(end)
        table = self.at(first)
        for event in self.events[first:end]:
            yield event, table
            table.apply(event)

    def _check(self, position: int) -> None:
        if not 0 <= position <= len(self.events):
            raise NotInThisGame(position, len(self.events))

    # --- stepping

    def stops(self, stop: Stop | str) -> list[int]:
        """Return all positions of a kind, in order."""
        kind = Stop(stop)
        return list(range(1, len(self.events) + 1)) if kind is Stop.EVENT else list(self._stops[kind])

    def next(self, stop: Stop | str, position: int) -> int | None:
        """Return the first position of a kind after this one, or None."""
        kind = Stop(stop)
        if kind is Stop.EVENT:
            return position + 1 if position < len(self.events) else None
        positions = self._stops[kind]
        index = bisect_right(positions, position)
        return positions[index] if index < len(positions) else None

    def previous(self, stop: Stop | str, position: int) -> int | None:
        """Return the last position of a kind before this one, or None."""
        kind = Stop(stop)
        if kind is Stop.EVENT:
            return position - 1 if position > 1 else None
        positions = self._stops[kind]
        index = bisect_left(positions, position)
        return positions[index - 1] if index else None

    def batches(self) -> list[Batch]:
        """Return the game divided by decision. Events after the last question of an unfinished game form a batch too."""
        ends = [event.position for event in self.events if type(event) is Asked]
        if self.events and (not ends or ends[-1] != len(self.events)):
            ends.append(len(self.events))
        return [Batch(before + 1, last) for before, last in pairwise([0, *ends])]

    def batch_at(self, position: int) -> Batch:
        """Return the batch that contains a position."""
        self._check(position)
        if not position:
            raise NotInThisGame(position, len(self.events))
        batches = self.batches()
        return batches[bisect_left(batches, position, key=lambda batch: batch.last)]
