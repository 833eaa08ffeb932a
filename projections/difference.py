"""Finds where two logs diverge, and how two tables differ.

Tables are compared by what is where, in words, not by card numbers, because two games may give the same number to
different cards or sites. A table may be a seat's view; cards that cannot be seen are counted.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from events.vocabulary import Event, tag_of
from events.zones import ZONES, ZoneFacts, piles_of
from projections.plain_words import NameOf, Words, counted
from projections.table import Piles, Table


def divergence(one: Sequence[Event], other: Sequence[Event]) -> int | None:
    """Return the first position at which two logs differ, or None. A longer log differs where the shorter one ends."""
    for mine, theirs in zip(one, other, strict=False):
        if mine != theirs:
            return mine.position
    return None if len(one) == len(other) else min(len(one), len(other)) + 1


def stated_fields(event: Event) -> dict[str, Any]:
    """Return an event's tag and the fields that are not at their defaults.

    The encoder leaves out only values that are the very default object, which they no longer are in another process.
    """
    defaults = {field.name: field.default for field in msgspec.structs.fields(event)}
    stated = {name: getattr(event, name) for name, default in defaults.items() if getattr(event, name) != default}
    builtins: dict[str, Any] = msgspec.to_builtins({"event": tag_of(event), **stated})
    return builtins


def differing_fields(one: object, other: object, within: str = "") -> list[tuple[str, Any, Any]]:
    """Return the fields in which two events differ, as dotted names with both values. None is an event with no fields."""
    mine, theirs = (stated_fields(side) if isinstance(side, Event) else side for side in (one, other))
    if not (isinstance(mine, dict) and isinstance(theirs, dict)):
        return [] if mine == theirs else [(within or "event", mine, theirs)]
    return [
        found
        for field in dict.fromkeys((*mine, *theirs))
        for found in differing_fields(mine.get(field), theirs.get(field), f"{within}.{field}".lstrip("."))
    ]


class Difference(msgspec.Struct, frozen=True):
    """One difference between two tables. Groups list only the things that the other side lacks."""

    what: str
    one: tuple[str, ...]
    other: tuple[str, ...]
    group: bool = False

    def __str__(self) -> str:
        one, other = (", ".join(side) or "nothing" for side in (self.one, self.other))
        return f"{self.what}: {one} | {other}"


def table_diff(one: Table, other: Table, name_of: NameOf) -> list[Difference]:
    """Return how two tables differ, in reading order: victory points, bases, hands, piles, the rest."""
    mine, theirs = _TableReading(one, name_of), _TableReading(other, name_of)
    differences = []
    for what in dict.fromkeys((*mine.values, *theirs.values)):
        left, right = mine.values.get(what, ""), theirs.values.get(what, "")
        if left != right:
            differences.append(Difference(what, (left,) if left else (), (right,) if right else ()))
    for what in dict.fromkeys((*mine.groups, *theirs.groups)):
        here, there = mine.groups.get(what, Counter()), theirs.groups.get(what, Counter())
        if here != there:
            differences.append(Difference(what, _words(here - there), _words(there - here), group=True))
    return differences


def standing(table: Table, name_of: NameOf) -> dict[str, str]:
    """Return everything on a table, by name: the input of `table_diff`."""
    reading = _TableReading(table, name_of)
    return {
        **{what: value for what, value in reading.values.items() if value},
        **{what: ", ".join(_words(things)) for what, things in reading.groups.items()},
    }


def changes(before: Table, after: Table, name_of: NameOf) -> list[str]:
    """Return what a step changed: "Ana's victory points: 3 → 5", "Ana's hand: + Ghost, − Spirit"."""
    return [_change(difference) for difference in table_diff(before, after, name_of)]


def _change(difference: Difference) -> str:
    if difference.group:
        added = [f"+ {item}" for item in difference.other]
        gone = [f"− {item}" for item in difference.one]
        return f"{difference.what}: {', '.join(added + gone)}"
    one, other = (", ".join(side) or "nothing" for side in (difference.one, difference.other))
    return f"{difference.what}: {one} → {other}"


def _words(things: Counter[str]) -> tuple[str, ...]:
    return tuple(item if count == 1 else f"{count} × {item}" for item, count in sorted(things.items()))


class _TableReading:
    """A table in words: named values, and unordered groups of things."""

    def __init__(self, table: Table, name_of: NameOf) -> None:
        self.table = table
        self.words = Words(table, name_of)
        self.values: dict[str, str] = {}
        self.groups: dict[str, Counter[str]] = {}
        self._read_game()
        self._read_sites()
        self._read_seats()
        self._read_middle()

    def _read_game(self) -> None:
        table, words = self.table, self.words
        self.values["The turn"] = f"{table.turn}, {words.whose(table.current)}" if table.turn else ""
        self.values["The phase"] = table.phase
        self.values["The winner"] = words.players(table.winners)
        self.values["Who is asked"] = words.player(table.asked) if table.asked >= 0 else ""
        for seat in table.seats:
            self.values[f"{seat.name}'s victory points"] = str(seat.victory_points)

    def _read_sites(self) -> None:
        table, words = self.table, self.words
        self._group("Bases in play", (words.card(site.base) for site in table.sites.values()))
        for site in table.sites.values():
            self._group(f"At {words.card(site.base)}", (self._in_play(number) for number in site.cards))

    def _read_seats(self) -> None:
        words = self.words
        for number, seat in enumerate(self.table.seats):
            for row in piles_of("seat"):
                self._read_pile(row, f"{seat.name}'s {row.heading}", seat.piles)
            plays = (words.play(allowance) for allowance in self.table.allowances if allowance.seat == number)
            self._group(f"{seat.name} may still play", plays)

    def _read_middle(self) -> None:
        table, words = self.table, self.words
        effects = (f"{words.lasting(lasting)} {words.until(lasting)}" for lasting in table.lasting)
        self._group("Lasting effects", effects)
        for row in piles_of("table"):
            self._read_pile(row, row.heading, table.piles)
        self.values["The base that scores"] = words.card(table.scoring.base) if table.scoring else ""

    def _read_pile(self, row: ZoneFacts, what: str, piles: Piles) -> None:
        """Read one pile: its cards, or their number where only that is shown."""
        pile = piles[row.zone]
        if row.counted:
            # A draw pile always exists, even empty; another pile only in games that use it.
            self.values[what] = counted(len(pile), "base" if row.bases else "card") if pile or row.ordered else ""
        else:
            self._group(what, map(self._in_play if row.laden else self.words.card, pile))

    def _group(self, what: str, things: Iterable[str]) -> None:
        if counts := Counter(things):
            self.groups[what] = self.groups.get(what, Counter()) + counts

    def _in_play(self, number: int) -> str:
        """Describe a card in play with everything that distinguishes it from others of the same name."""
        card = self.table.cards.get(number)
        if card is None:
            return self.words.card(number)
        more = [f"+{card.counters}"] if card.counters else []
        more += [counted(card.stasis, "stasis counter")] if card.stasis else []
        more += sorted(f"with {self.words.owned(other)}" for other in card.attached)
        more += [f"over {counted(len(card.stored), 'card')}"] if card.stored else []
        row = ZONES[card.zone]
        more += [row.noun] if row.holder == "base" and not row.in_play else []
        return self.words.owned(number) + (f" ({', '.join(more)})" if more else "")
