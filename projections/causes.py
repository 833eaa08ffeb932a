"""Why something happened: each event names the one that led to it, so a game is a tree of causes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from events.vocabulary import Event
from projections.history import NotInThisGame


class Causes:
    """The tree of causes of a whole log (positions 1, 2, 3 …)."""

    def __init__(self, log: Sequence[Event]) -> None:
        self._log = log
        self._children: dict[int, list[Event]] = {}
        for event in log:
            self._children.setdefault(event.cause, []).append(event)

    def chain(self, position: int) -> list[Event]:
        """From the first cause to the event itself."""
        return chain(self._log, position)

    def children(self, position: int) -> list[Event]:
        """What an event led to directly; position 0 gives the first causes."""
        return list(self._children.get(position, ()))

    def consequences(self, position: int) -> Iterator[tuple[int, Event]]:
        """All that came of an event, each with its depth under it, in the order of a tree that is read downwards."""
        waiting = [(1, event) for event in reversed(self.children(position))]
        while waiting:
            depth, event = waiting.pop()
            yield depth, event
            waiting += [(depth + 1, child) for child in reversed(self.children(event.position))]


def chain(log: Sequence[Event], position: int) -> list[Event]:
    """From the first cause to the event at a position. The log is whole: its first event has position 1."""
    if not 1 <= position <= len(log):
        raise NotInThisGame(position, len(log))
    found = [log[position - 1]]
    while 0 < found[-1].cause < found[-1].position:
        found.append(log[found[-1].cause - 1])
    return found[::-1]
