"""Which cards the lines of a record need, from which player, and for what."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from itertools import islice, takewhile
from operator import attrgetter
from typing import NamedTuple

from adjudicator.records.lines import UNKNOWN, Action, AnyLine, House, Record, ShownCards, Turn

FORESEEN = 60
"""Number of a player's future needs to consider in advance."""

_AT = attrgetter("at")


class Need(NamedTuple):
    """A card that a line names: played or used from a hand (if it is not in play), or shown."""

    at: int  # the line's index
    name: str
    how: str  # play, use, shown


class Needs:
    """The cards that each player needs, by the lines that name them (seat -1: bases)."""

    def __init__(self, record: Record) -> None:
        self._by_seat: dict[int, list[Need]] = {}
        self._plays: list[int] = []  # lines after which somebody may do something else
        self.turns_announced = [1]  # the needs before each line
        current = -1
        for at, line in enumerate(record.lines):
            match line:
                case Turn(seat=seat):
                    current = seat
                    self._plays.append(at)
                case Action(seat=seat, does=does) if does.verb in ("play", "use"):
                    self._note(current if seat < 0 else seat, Need(at, does.what, does.verb))
                    self._plays.append(at)
                case ShownCards(seat=seat, names=names):
                    for name in names:
                        self._note(seat, Need(at, name, "shown"))
                case House(seat=seat, line_meant=Action(does=does)) if does.verb == "play":
                    self._note(current if seat < 0 else seat, Need(at, does.what, "play"))
            self.turns_announced.append(_turns_announced(line, self.turns_announced[-1]))

    def _note(self, seat: int, need: Need) -> None:
        if need.name != UNKNOWN:
            self._by_seat.setdefault(seat, []).append(need)

    def after(self, at: int, seat: int) -> Iterator[Need]:
        """Yield what a player needs from a line on: all bases, but only the next few cards."""
        needs = self._by_seat.get(seat, [])
        first = bisect_left(needs, at, key=_AT)
        yield from needs[first:] if seat < 0 else needs[first : first + FORESEEN]

    def shows(self, seat: int, since: int, until: int) -> bool:
        """Return whether a line between two others shows a card of a player."""
        needs = self._by_seat.get(seat, [])
        first = bisect_left(needs, since, key=_AT)
        return any(need.how == "shown" for need in takewhile(lambda need: need.at < until, islice(needs, first, None)))

    def next_play(self, at: int) -> int:
        """Return the first line from `at` on that plays or uses a card or begins a turn."""
        index = bisect_left(self._plays, at)
        return self._plays[index] if index < len(self._plays) else 1 << 30


def _turns_announced(line: AnyLine, before: int) -> int:
    match line:
        case Turn(number=number):
            return number
        case Action(does=does) if does.verb in ("pass", "end turn"):
            return before + 1
    return before
