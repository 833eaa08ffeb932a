"""The lines of a record as data: who did what, and what everybody saw."""

from __future__ import annotations

import re
from functools import cache

import msgspec

from adjudicator.scenarios.step_words import StepLine
from core.printed.definitions import all_definitions, slug
from events.errors import SmashUpError
from events.vocabulary import Event, GameBegun

UNKNOWN = "?"
"""A card that nobody saw."""


class BadRecord(SmashUpError):
    """Raised for a line that cannot be read or that the rules reject. It names the line and the reason."""

    def __init__(self, line: int, reason: str, final: bool = False, rule: str = "") -> None:
        super().__init__(line, reason)
        self.line, self.reason, self.rule = line, reason.rstrip("."), rule
        self.final = final  # true whatever the hidden cards were
        self.others: tuple[BadRecord, ...] = ()  # later lines that cannot be read either
        self.reached: tuple[int, tuple[Event, ...]] = (
            0,
            (),
        )  # the last line of the game before this one, and its events

    @property
    def sentence(self) -> str:
        """Return the reason with its line. A record that is rejected as a whole has none."""
        return f"Line {self.line}: {self.reason}" if self.line else self.reason

    def __str__(self) -> str:
        return "\n".join([self.sentence, *map(str, self.others)])


class Unfinished(BadRecord):
    """Raised if the record ends where something is shown. The next line must say what it was."""


class Action(msgspec.Struct, frozen=True):
    """Something a player does. Seat -1 stands for the current player."""

    line: int
    seat: int
    does: StepLine
    by: str = ""  # the card whose effect this is, if the line says so ("Saucy Wench destroys Ghost")
    to: str = ""  # the destination of the chosen card ("moves Ghost to Tortuga")


class ShownCards(msgspec.Struct, frozen=True):
    """Hidden cards become visible to everybody: a player's cards (seat -1: bases), by name or `?`."""

    line: int
    seat: int
    verb: str  # reveals, discards, comes
    names: tuple[str, ...]


class RandomPick(msgspec.Struct, frozen=True):
    """A random pick among visible things."""

    line: int
    name: str


class Turn(msgspec.Struct, frozen=True):
    """A turn begins. Lines before it belong to earlier turns, and lines after it do not."""

    line: int
    number: int
    seat: int


class Check(msgspec.Struct, frozen=True):
    """A statement about the table:

    `vp`, `hand`, `deck`, `discard` by seat, or the totals when a base scored (`scores`).
    """

    line: int
    what: str
    numbers: tuple[tuple[int, int], ...]
    base: str = ""


class Won(msgspec.Struct, frozen=True):
    """The winners."""

    line: int
    seats: tuple[int, ...]


class House(msgspec.Struct, frozen=True):
    """A house ruling: something was done although the rules forbid it. `line_meant` is the line it replaces, if any."""

    line: int
    seat: int
    does: str
    line_meant: Action | Check | None = None


class StatedFact(msgspec.Struct, frozen=True):
    """The state that a house ruling left: counts (`vp`, `hand`), a card's place (`at`, `on`, `in`), or another fact
    (docs/RECORDS.md).
    """

    line: int
    what: str
    names: tuple[str, ...] = ()
    numbers: tuple[tuple[int, int], ...] = ()


AnyLine = Action | ShownCards | RandomPick | Turn | Check | Won | House | StatedFact


class Record(msgspec.Struct, frozen=True):
    """A record after reading: how the game began, and its lines."""

    begun: GameBegun
    first: int  # who began; -1 if the record does not say
    lines: tuple[AnyLine, ...]
    text: tuple[str, ...] = ()  # every line of the file, unchanged
    brought: tuple[tuple[str, ...], ...] = ()  # the cards that each player brought; (): the steps say

    @property
    def players(self) -> list[str]:
        """Return the players' names, in turn order."""
        return [seat.name for seat in self.begun.seats]


def has_unknown(line: StepLine) -> bool:
    return any(is_unknown(part) for part in listed_names(line.what))


def is_unknown(part: str) -> bool:
    """Return whether a name stands for a card nobody saw:

    `?`, `?2` (the second face-down card; `?2 is Howler` identifies it) or `Ben's ?` (a card that Ben owns).
    """
    return re.fullmatch(r"(.+'s )?\?|\?\d+( is .+)?", part.strip()) is not None


def listed_names(text: str) -> tuple[str, ...]:
    """Return the names in a comma-separated list. A few names contain a comma themselves."""
    parts = [part.strip() for part in text.split(",") if part.strip()]
    names: list[str] = []
    while parts:
        length = next((length for length in (3, 2) if _is_one_name(", ".join(parts[:length]))), 1)
        names.append(", ".join(parts[:length]))
        del parts[:length]
    return tuple(names)


def _is_one_name(text: str) -> bool:
    return slug(re.sub(r"^\?\d+ is ", "", text)) in _with_comma()


@cache
def _with_comma() -> frozenset[str]:
    return frozenset(slug(card.name) for card in all_definitions() if "," in card.name)
