"""Where two games part, and how two tables differ: between two games or branches, or before and after a step.

Tables are compared by what lies where, in words, not by card numbers: branches give the same number to other sites, and
two games the same number to other cards. A table may be a seat's view; what cannot be seen is counted.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

import msgspec

from events.vocabulary import Event
from projections.plain_words import NameOf, Words, counted
from projections.table import Table


def parting(one: Sequence[Event], other: Sequence[Event]) -> int | None:
    """The first position at which two logs differ (one may just be longer); None if they are the same."""
    for mine, theirs in zip(one, other, strict=False):
        if mine != theirs:
            return mine.position
    return None if len(one) == len(other) else min(len(one), len(other)) + 1


class Difference(msgspec.Struct, frozen=True):
    """What differs, and how it is on either side. Of a group of things only those are listed that the other lacks."""

    what: str
    one: tuple[str, ...]
    other: tuple[str, ...]
    group: bool = False

    def __str__(self) -> str:
        one, other = (", ".join(side) or "nothing" for side in (self.one, self.other))
        return f"{self.what}: {one} | {other}"


def table_diff(one: Table, other: Table, name_of: NameOf) -> list[Difference]:
    """How two tables differ, in the order in which one would look at a table: points, bases, hands, piles, the rest."""
    mine, theirs = _Reading(one, name_of), _Reading(other, name_of)
    found = []
    for what in dict.fromkeys((*mine.values, *theirs.values)):
        left, right = mine.values.get(what, ""), theirs.values.get(what, "")
        if left != right:
            found.append(Difference(what, (left,) if left else (), (right,) if right else ()))
    for what in dict.fromkeys((*mine.groups, *theirs.groups)):
        here, there = mine.groups.get(what, Counter()), theirs.groups.get(what, Counter())
        if here != there:
            found.append(Difference(what, _words(here - there), _words(there - here), group=True))
    return found


def standing(table: Table, name_of: NameOf) -> dict[str, str]:
    """How things stand on a table, by what it is: what `table_diff` compares."""
    found = _Reading(table, name_of)
    return {
        **{what: value for what, value in found.values.items() if value},
        **{what: ", ".join(_words(things)) for what, things in found.groups.items()},
    }


def changes(before: Table, after: Table, name_of: NameOf) -> list[str]:
    """What is otherwise after a step: "Ana's victory points: 3 → 5", "Ana's hand: + Ghost, − Spirit"."""
    return [_change(difference) for difference in table_diff(before, after, name_of)]


def _change(difference: Difference) -> str:
    if difference.group:
        added = [f"+ {thing}" for thing in difference.other]
        gone = [f"− {thing}" for thing in difference.one]
        return f"{difference.what}: {', '.join(added + gone)}"
    one, other = (", ".join(side) or "nothing" for side in (difference.one, difference.other))
    return f"{difference.what}: {one} → {other}"


def _words(things: Counter[str]) -> tuple[str, ...]:
    return tuple(thing if count == 1 else f"{count} × {thing}" for thing, count in sorted(things.items()))


class _Reading:
    """A table in words: values by what they are, and groups of things in no order."""

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
            cards = (*site.minions, *site.actions, *site.buried)
            self._group(f"At {words.card(site.base)}", (self._in_play(number) for number in cards))

    def _read_seats(self) -> None:
        words = self.words
        for number, seat in enumerate(self.table.seats):
            self._group(f"{seat.name}'s hand", (words.card(card) for card in seat.hand))
            self._group(f"{seat.name}'s discard pile", (words.card(card) for card in seat.discard))
            self._group(f"{seat.name}'s cards in stasis", (self._in_play(card) for card in seat.stasis))
            plays = (words.play(one) for one in self.table.allowances if one.seat == number)
            self._group(f"{seat.name} may still play", plays)
            self.values[f"{seat.name}'s deck"] = counted(len(seat.deck), "card")

    def _read_middle(self) -> None:
        table, words = self.table, self.words
        effects = (f"{words.lasting(one)} {words.until(one)}" for one in table.lasting)
        self._group("Lasting effects", effects)
        self.values["The base deck"] = counted(len(table.base_deck), "base")
        for what, pile in (
            ("The base discard pile", table.base_discard),
            ("Set aside", table.aside),
            ("Resolving", table.resolving),
            ("Laid for a duel", table.duelling),
            ("In the box", table.box),
        ):
            self._group(what, (words.card(card) for card in pile))
        self.values["The Madness deck"] = counted(len(table.madness), "card") if table.madness else ""
        self.values["The base that scores"] = words.card(table.scoring.base) if table.scoring else ""

    def _group(self, what: str, things: Iterable[str]) -> None:
        if found := Counter(things):
            self.groups[what] = self.groups.get(what, Counter()) + found

    def _in_play(self, number: int) -> str:
        """A card with all that makes it different from another of its name."""
        card = self.table.cards.get(number)
        if card is None:
            return self.words.card(number)
        more = [f"+{card.counters}"] if card.counters else []
        more += [counted(card.stasis, "stasis counter")] if card.stasis else []
        more += sorted(f"with {self.words.owned(other)}" for other in card.attached)
        more += [f"over {counted(len(card.stored), 'card')}"] if card.stored else []
        more += ["buried"] if card.zone == "buried" else []
        return self.words.owned(number) + (f" ({', '.join(more)})" if more else "")
