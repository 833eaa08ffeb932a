"""Copies of a table that copy a card only when it is asked for.

Most of a table is its cards, and most of those are in decks. A game that is forked only to look a little ahead asks for
few of them.

This module is not compiled: what it defines is a dictionary in every respect but one, and compiled code would not call
its methods.
"""

from __future__ import annotations

from collections.abc import Mapping, MutableMapping
from typing import Any, Final

from projections.copies import copied_card, with_cards
from projections.table import Card, Table

_NOTHING: Final = Table()
"""What cards that are all copied still share."""


def copied_lazily(table: Table) -> Table:
    """Return an equal table that copies a card of the original only when it is asked for.

    The original must stay as it is for as long as the copy is used.
    """
    return with_cards(table, LazyCards(table))


def for_reading(table: Table) -> Mapping[int, Card]:
    """Return all cards of a table as they are now, without copying any. Do not change or keep them."""
    cards = table.cards
    return cards.now() if isinstance(cards, LazyCards) else cards


def _of_all(method: Any) -> Any:
    """Return a method of dictionaries that copies all cards first."""

    def of_all(cards: LazyCards, *arguments: Any) -> Any:
        cards.copy_all()
        return method(cards, *arguments)

    return of_all


class LazyCards(dict[int, Card]):
    """The cards of another table by number, each copied when it is first looked up."""

    def __init__(self, table: Table) -> None:
        self._original = table
        self._position = table.position

    @property
    def _shared(self) -> MutableMapping[int, Card]:
        """The cards of the original. Raises RuntimeError if that has changed."""
        if self._original.position != self._position:
            raise RuntimeError(f"a table copied lazily at position {self._position} is used after the original went on")
        return self._original.cards

    def __missing__(self, number: int) -> Card:
        card = self[number] = copied_card(self._shared[number])
        return card

    def __contains__(self, number: object) -> bool:
        return dict.__contains__(self, number) or number in self._shared

    def get(self, number: int, default: Any = None) -> Any:
        if number not in self:
            return default
        return self[number]

    def now(self) -> dict[int, Card]:
        """Return each card as it is now: its copy or, if it has none yet, the card of the original."""
        shared = self._shared
        cards = shared.now() if isinstance(shared, LazyCards) else dict(shared)
        cards.update(dict.items(self))
        return cards

    def copy_all(self) -> None:
        """Copy the cards that are still shared, and put all in the order of the original."""
        if self._original is not _NOTHING:
            cards = {number: self[number] for number in self.now()}
            self.clear()
            self.update(cards)
            self._original, self._position = _NOTHING, _NOTHING.position

    __iter__ = _of_all(dict.__iter__)
    __len__ = _of_all(dict.__len__)
    __eq__ = _of_all(dict.__eq__)
    keys = _of_all(dict.keys)
    values = _of_all(dict.values)
    items = _of_all(dict.items)
    copy = _of_all(dict.copy)
