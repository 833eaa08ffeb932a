"""Telling a game to somebody: an all-seeing judge, one seat, or a spectator, each in lines of what they may know.

A seat is told its own view: the events are masked before they are put into words. What another player is asked and
answers in private is not told at all.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich.text import Text

from adjudicator.games.board import seat_style
from adjudicator.games.option_words import name_of
from events.catalogue import GameInfo
from events.errors import SmashUpError
from events.questions import Question, Unseen
from events.store import Store
from events.vocabulary import Answered, Asked, Event
from projections.history import NotInThisGame
from projections.plain_words import NameOf
from projections.table import Table
from projections.timeline import Line, Timeline
from projections.view import View

ALL, NOBODY = "all", "nobody"


def view_of(info: GameInfo, viewer: str) -> View | None:
    """An empty view for a viewer: a player by name (or number from 1), a spectator, or None for who sees all.

    Of a game that was recorded at a table everybody sees what was seen there: the rest is made up.
    """
    if info.made_up:
        if viewer.lower() in (ALL, NOBODY):
            return View(None)
        raise SmashUpError(f"This game was recorded at a table: what {viewer} held is not known, only what all saw.")
    if viewer.lower() == ALL:
        return None
    if viewer.lower() == NOBODY:
        return View(None)
    names = [seat.name for seat in info.seats]
    for seat, name in enumerate(names):
        if viewer.lower() in (name.lower(), str(seat + 1)):
            return View(seat)
    raise SmashUpError(f"Nobody is called {viewer!r}: there are {', '.join(names)}, or say {ALL} or {NOBODY}.")


def read_to(store: Store, game: str, position: int | None) -> list[Event]:
    """The log up to a position that it has; what lies behind it is not touched."""
    log = store.read(game, position)
    if position is not None and len(log) < position:
        raise NotInThisGame(position, len(log))
    return log


class Teller:
    """Takes events in, one after another, and puts each into words for the viewer."""

    def __init__(self, view: View | None = None, names: NameOf = name_of, table: Table | None = None) -> None:
        """`table`: where the telling begins, for somebody who sees all; a view stands there itself."""
        self.view = view
        self._timeline = Timeline(names, view=view, table=table)

    def call(self, names: NameOf) -> None:
        """From now on by these names."""
        self._timeline.narrator.name_of = names

    def take(self, event: Event) -> Line | None:
        """The next event in a line; none, where there is nothing the viewer may know of it."""
        asked = self._timeline.table.question
        line = self._timeline.take(event)
        private = self.view is not None and _is_private(self.view.events[-1], asked)
        return None if private else line

    def lines(self, events: Iterable[Event]) -> list[Line]:
        """Several events, each in a line."""
        return [line for event in events if (line := self.take(event)) is not None]


def _is_private(event: Event, asked: Question | None) -> bool:
    """What another player is asked, and answers without saying it aloud."""
    if isinstance(event, Asked):
        return isinstance(event.question, Unseen)
    return isinstance(event, Answered) and not event.picks and isinstance(asked, Unseen)


# --- on paper -------------------------------------------------------------------------------------------------------

_STYLES = {
    "turn-began": "bold underline",
    "phase-began": "dim",
    "asked": "dim",
    "answered": "bold",
    "awarded": "yellow",
    "victory-points-changed": "yellow",
    "house-ruled": "bold red",
    "forbidden": "red",
    "replaced": "red",
    "game-won": "bold green",
}
_LEFT_OUT = frozenset({"asked", "allowance-given", "allowances-ended", "scoring-ended"})
"""What a reader of the story does not miss."""


def is_story(line: Line) -> bool:
    """Whether a line belongs to the story, or only to the record."""
    return is_story_event(line.event)


def is_story_event(tag: str) -> bool:
    """Whether events of a kind belong to the story."""
    return tag not in _LEFT_OUT


def styled(tag: str) -> str:
    """The style for events of a kind."""
    return _STYLES.get(tag, "")


def printed(line: Line, *, dimmed: bool = False, marked: bool = False) -> Text:
    """A line with its position, legible without colours: decisions stand out by an arrow."""
    marker = "▶" if marked else "›" if line.event == "answered" else " "
    text = Text(f"{marker}{line.position:>5}  ", "dim")
    style = "dim" if dimmed else _STYLES.get(line.event, "")
    text.append(line.text, f"{style} not dim" if style != "dim" and not dimmed else "dim")
    if marked:
        text.stylize("reverse")
    return text


def colour_names(text: Text, names: Sequence[str]) -> Text:
    """Each player's name in the colour of the seat."""
    for seat, name in enumerate(names):
        text.highlight_words([name], seat_style(seat))
    return text
