"""Where hidden cards become indistinguishable to spectators, what is known about them, and how to swap them."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping
from typing import NamedTuple

from core.printed.definitions import definition


class Held(NamedTuple):
    """A fact about hidden cards: at an event, a player held this many hidden cards of a kind, or none; otherwise
    something else would have happened. With `zone` "deck", the fact is about a deck that was searched; with a zone of
    face-down cards, about those.
    """

    position: int
    seat: int
    kind: str
    cards: int = 0
    zone: str = "hand"


class MixingPoint(NamedTuple):
    """A position at which cards become interchangeable to spectators."""

    position: int
    cards: frozenset[int]
    picked: frozenset[int] = frozenset()  # the cards that a player took out
    offered: frozenset[str] = frozenset()  # the kinds that were on offer
    barred: frozenset[str] = frozenset()  # the kinds that were present but not on offer
    hand: bool = False  # taken out of a hand, which has no order
    held: bool = False  # The cards stay. Picked cards are of the kinds offered, or of any kind that is not barred.

    def lets_go(self, kind: str) -> bool:
        """Return whether a card of a kind can have been chosen here; only kinds on offer can."""
        if self.held:
            return kind in self.offered if self.offered else kind not in self.barred
        if not self.barred or kind in self.offered:
            return True
        return kind not in self.barred and any(_alike(kind, offered_kind) for offered_kind in self.offered)

    def renumbered(self, changes: Renumbering, kinds: Mapping[int, str]) -> MixingPoint:
        """Return this point with cards in each other's places. What is picked now was on offer."""
        cards = frozenset(changes.at(self.position, card) for card in self.cards)
        picked = frozenset(changes.at(self.position, card) for card in self.picked)
        if self.held or not self.barred or picked == self.picked:
            return self._replace(cards=cards, picked=picked)
        return self._replace(cards=cards, picked=picked, offered=self.offered | {kinds[card] for card in picked})


def _alike(kind: str, other: str) -> bool:
    return definition(kind).is_minion == definition(other).is_minion


class Renumbering:
    """Which card replaces which, from each position at which that changes."""

    def __init__(self, changes: Mapping[int, Mapping[int, int]]) -> None:
        self.since = sorted(changes)
        self._mappings = [changes[position] for position in self.since]
        self.changed = frozenset(card for mapping in self._mappings for card, other in mapping.items() if card != other)

    def mapping(self, position: int) -> Mapping[int, int]:
        """Return the substitutions in force after the event at a position."""
        index = bisect_right(self.since, position)
        return self._mappings[index - 1] if index else {}

    def at(self, position: int, card: int) -> int:
        """Return the card that replaces another after the event at a position."""
        return self.mapping(position).get(card, card)

    def now(self, card: int) -> int:
        """Return the card that replaces another at the end."""
        return self._mappings[-1].get(card, card) if self._mappings else card
