"""The tree of causes: every event names the event that led to it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from events.vocabulary import Event
from projections.history import NotInThisGame


class Causes:
    """The tree of causes of a complete log, whose first event has position 1."""

    def __init__(self, log: Sequence[Event]) -> None:
        self._log = log
        self._children: dict[int, list[Event]] = {}
        for event in log:
            self._children.setdefault(event.cause, []).append(event)

    def chain(self, position: int) -> list[Event]:
        """Return the chain from the first cause to the event itself."""
        return chain(self._log, position)

    def children(self, position: int) -> list[Event]:
        """Return the direct consequences of an event; for position 0, the events without a cause."""
        return list(self._children.get(position, ()))

    def consequences(self, position: int) -> Iterator[tuple[int, Event]]:
        """Return all consequences of an event with their depth below it, depth first."""
        waiting = [(1, event) for event in reversed(self.children(position))]
        while waiting:
            depth, event = waiting.pop()
            yield depth, event
            waiting += [(depth + 1, child) for child in reversed(self.children(event.position))]


def chain(log: Sequence[Event], position: int) -> list[Event]:
    """Return the chain from the first cause to the event at a position. The log must be complete."""
    if not 1 <= position <= len(log):
        raise NotInThisGame(position, len(log))
    events = [log[position - 1]]
    while 0 < events[-1].cause < events[-1].position:
        events.append(log[events[-1].cause - 1])
    return events[::-1]
