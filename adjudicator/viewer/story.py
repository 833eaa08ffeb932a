"""The story of a game for one viewer, told in parts: only what is read is put into words.

The log alone determines which positions are part of the story and which of them caused which.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from adjudicator.games.narration import Narration
from adjudicator.games.power_breakdown import numbers_behind, reading
from adjudicator.viewer.frames import Viewer, card_names, naming
from adjudicator.viewer.model import StoryLine
from events.questions import Names, Numbers, Question
from events.vocabulary import Answered, Asked, Event, ScoringBegan
from projections.history import EVERY
from projections.renaming import renamed
from projections.table import Table
from projections.view import View


class Story:
    """The story of a game (see the module). The log may grow."""

    def __init__(self, log: Sequence[Event], viewer: Viewer) -> None:
        self._log = log
        self._judge = viewer.view is None
        self._seat = None if viewer.view is None else viewer.view.seat
        self._told: list[int] = []
        self._nearest = [0]  # for each position the nearest one in the story: itself, or its cause
        self._question: Question | None = None
        self._starts = [
            (viewer, View(None))
        ]  # the viewer of the story, and the one who may know least, at the start of each chunk
        self._chunks: dict[int, _Chunk] = {}

    @property
    def told(self) -> list[int]:
        """Return the positions of which the viewer may know something."""
        self._follow()
        return self._told

    def _follow(self) -> None:
        """Work out causes up to the end of the log."""
        for event in self._log[len(self._nearest) - 1 :]:
            cause = self._nearest[event.cause] if event.cause < len(self._nearest) else 0
            private = not self._judge and self._is_private(event)
            self._nearest.append(cause if private else event.position)
            if not private:
                self._told.append(event.position)
            self._question = event.question if isinstance(event, Asked) else self._question

    def _is_private(self, event: Event) -> bool:
        """Return whether an event is another player's question, or an answer that is not said aloud."""
        if not isinstance(event, Asked | Answered) or event.seat == self._seat:
            return False
        aloud = isinstance(event, Answered) and bool(event.picks) and isinstance(self._question, Names | Numbers)
        return not aloud

    def line(self, position: int) -> StoryLine | None:
        """Return what happened at a position, or None if the viewer may know nothing of it."""
        if not 1 <= position <= len(self._log):
            return None
        self._follow()
        number = (position - 1) // EVERY
        if number not in self._chunks:
            viewer, everybody = self._start(number)
            self._chunks[number] = _Chunk(viewer.copy(), everybody.copy(), self._nearest)
        chunk = self._chunks[number]
        chunk.tell(self._log[: (number + 1) * EVERY])
        return chunk.lines.get(position)

    def _start(self, number: int) -> tuple[Viewer, View]:
        while len(self._starts) <= number:
            viewer, everybody = (view.copy() for view in self._starts[-1])
            assert isinstance(viewer, Viewer)
            assert isinstance(everybody, View)
            for event in self._log[viewer.table.position : len(self._starts) * EVERY]:
                viewer.take(event)
                everybody.take(event)
            self._starts.append((viewer, everybody))
        return self._starts[number]


class _Chunk:
    """A fixed number of events, put into words one after another."""

    def __init__(self, viewer: Viewer, everybody: View, nearest: Sequence[int]) -> None:
        self.lines: dict[int, StoryLine] = {}
        self._table, self._view, self._called = viewer.table, viewer.view, viewer.called
        self._everybody = everybody
        self._nearest = nearest
        self._narration = Narration(viewer.view, naming(self._called, viewer.view), self._table)

    def tell(self, log: Sequence[Event]) -> None:
        """Put all events up to the end of this part into words that have not been yet."""
        for event in log[self._table.position :]:
            line = self._take(event)
            if line is not None:
                self.lines[line.position] = line

    def _take(self, event: Event) -> StoryLine | None:
        aloud = isinstance(self._table.question, Names | Numbers)
        numbers = _numbers(event, self._table, self._view, self._called)
        known = self._everybody.take(event)
        line = self._narration.take(event)
        if self._view is not None:  # else it is the narration's table
            self._table.apply(event)
            self._narration.call(naming(self._called, self._view))
        if line is None:
            return None
        private = isinstance(event, Asked) or (isinstance(event, Answered) and not aloud)
        return StoryLine(
            position=event.position,
            text=line.text,
            event=line.event,
            cause=self._nearest[event.cause] if event.cause < event.position else 0,
            rule=event.rule,
            turn=self._table.turn,
            secret=private or _cards_in(event) != _cards_in(known),
            numbers=numbers,
        )


def _numbers(event: Event, table: Table, view: View | None, called: Mapping[int, str]) -> tuple[str, ...]:
    """Return the numbers that a scoring rests on."""
    if not isinstance(event, ScoringBegan):
        return ()
    game = reading(table)
    return tuple(numbers_behind(event, game, card_names(game, view, called)))


def _cards_in(event: Event) -> int:
    """Return how many cards an event names: fewer for a spectator, if some are hidden."""
    total = 0

    def count(number: int) -> int:
        nonlocal total
        total += number > 0
        return number

    renamed(event, count)
    return total
