"""The story of a game for one viewer: an all-seeing judge, a seat, or a spectator.

Each viewer gets only what they may know. Events are masked before they are put into words, and other players' private
questions and answers are left out.
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from adjudicator.games.option_words import name_of
from events.catalogue import GameInfo
from events.errors import SmashUpError
from events.questions import Question, Unseen
from events.store import Store
from events.vocabulary import Answered, Asked, Event
from projections.history import NotInThisGame
from projections.plain_words import NameOf
from projections.table import Table
from projections.timeline import Each, Line, Timeline, together
from projections.view import View

ALL, NOBODY = "all", "nobody"


def view_of(info: GameInfo, viewer: str) -> View | None:
    """Return an empty view for a player (by name, or by number from 1) or a spectator, or None for a viewer who sees
    all.

    In a game recorded at a table, everybody sees only what was seen there, because the hidden cards are made up. Raises
    SmashUpError for a name that is not in the game.
    """
    if info.made_up:
        if viewer.lower() in (ALL, NOBODY):
            return View(None)
        raise SmashUpError(
            f"This game was recorded at a table, so nobody knows what {viewer} held. Use {ALL} or {NOBODY}."
        )
    if viewer.lower() == ALL:
        return None
    if viewer.lower() == NOBODY:
        return View(None)
    names = [seat.name for seat in info.seats]
    for seat, name in enumerate(names):
        if viewer.lower() in (name.lower(), str(seat + 1)):
            return View(seat)
    raise SmashUpError(f"No player is named {viewer!r}. Choose {', '.join(names)}, {ALL} or {NOBODY}.")


def read_to(store: Store, game: str, position: int | None) -> list[Event]:
    """Return a game's log up to a position. Raises NotInThisGame if the game is shorter."""
    log = store.read(game, position)
    if position is not None and len(log) < position:
        raise NotInThisGame(position, len(log))
    return log


class Narration:
    """Puts events into words for one viewer, one after another."""

    def __init__(self, view: View | None = None, names: NameOf = name_of, table: Table | None = None) -> None:
        """Start with an empty game, or at `table` (for a viewer who sees all) or at the position of `view`."""
        self.view = view
        self.told_at: dict[int, int] = {}  # for a position told with later ones, the position of their line
        self._timeline = Timeline(names, view=view, table=table)

    def call(self, names: NameOf) -> None:
        """Use these names of cards from now on."""
        self._timeline.narrator.name_of = names

    def take(self, event: Event) -> Line | None:
        """Return the line for the next event, or None if the viewer may not know of it."""
        asked = self._timeline.table.question
        line = self._timeline.take(event)
        private = self.view is not None and _is_private(self.view.events[-1], asked)
        return None if private else line

    def lines(self, events: Iterable[Event]) -> list[Line]:
        """Return the lines for several events."""
        return [line for event in events if (line := self.take(event)) is not None]

    def story(self, events: Iterable[Event]) -> list[Line]:
        """Return the lines for several events as a commentator tells them.

        Cards to which the same happens in a row share a line, at the position of the last of them. Answers separate
        them. Bookkeeping lines are kept, because some readers want to see the answers; others drop them.
        """
        lines: list[Line] = []
        parts: list[Each] = []  # of the line in the making
        latest = -1  # the place of the latest line that is not bookkeeping
        for event in events:
            line, shared = self.take(event), self._timeline.shared
            if line is None:
                continue
            if not line.bookkeeping:
                if parts and parts[0].fits(shared) and lines[latest].event == line.event:
                    assert shared is not None
                    earlier = lines.pop(latest)
                    parts.append(shared)
                    line = msgspec.structs.replace(line, text=together(parts), cause=earlier.cause)
                    self.told_at |= {at: line.position for at, to in self.told_at.items() if to == earlier.position}
                    self.told_at[earlier.position] = line.position
                else:
                    parts = [] if shared is None else [shared]
                latest = len(lines)
            elif line.event == "answered":
                parts = []
            lines.append(line)
        return lines


def _is_private(event: Event, asked: Question | None) -> bool:
    """Return whether an event is another player's question, or an answer that is not said aloud."""
    if isinstance(event, Asked):
        return isinstance(event.question, Unseen)
    return isinstance(event, Answered) and not event.picks and isinstance(asked, Unseen)
