"""The list of all cards and factions, which says in which module each is, so that it can be found without loading the rest.

`python -m tests.core.golden_lists --update` writes the list, and a test compares it with the cards. A list that lacks a
module, or names one that is gone, is not used: then all cards are loaded instead.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

FILE = "list.txt"
"""The name of the list, in the folder of the sets."""

FACTION, PILE, GUESTS = "faction", "pile", "guests"
"""The kinds of factions: one to choose, cards that lie beside the table, and cards of factions that are not built."""


class CardLine(NamedTuple):
    """A line of the list: a card or base, or a faction."""

    module: str  # as in core_set.pirates
    id: str
    name: str
    kind: str  # the type of a card, or the kind of a faction

    @property
    def set(self) -> str:
        """The id of its set."""
        return self.module.partition(".")[0].replace("_", "-")

    @property
    def is_base(self) -> bool:
        """Whether it is a base."""
        return self.kind == "base"

    @property
    def holder(self) -> str:
        """The faction it belongs to or, for a base, `base/` and its set: what is loaded at once."""
        return f"base/{self.set}" if self.is_base else self.id.partition("/")[0]

    @property
    def slug(self) -> str:
        """The slug of its name, which its id contains."""
        return _slug(self.id)

    @property
    def marked_slug(self) -> str:
        """The slug of its name with the mark of a later printing: make-contact-2026."""
        return self.id.rpartition("/")[2].replace("@", "-")


class CardList:
    """The cards and factions in the order of sets and modules, by id and by name."""

    def __init__(self, lines: Iterable[CardLine]) -> None:
        self.cards: dict[str, CardLine] = {}
        self.factions: dict[str, CardLine] = {}
        self.bases: dict[str, list[str]] = {}
        """The ids of the bases, by the id of their set."""
        self.modules: dict[str, list[str]] = {}
        """The modules that hold the cards of a faction, by its id, and the bases of a set, by `base/` and its id."""
        self.ranks: dict[str, int] = {}
        """The modules, with their places in the order in which they are loaded."""
        self._by_name: dict[str, list[str]] = {}
        last = ("", "")
        for line in lines:
            module, id, _, kind = line
            if "/" not in id:
                self.factions[id] = line
                continue
            self.cards[id] = line
            if kind == "base":
                self.bases.setdefault(line.set, []).append(id)
            if last != (now := (module, id.partition("/")[0])):
                last = now
                self.ranks.setdefault(module, len(self.ranks))
                self.modules.setdefault(line.holder, []).append(module)

    def named(self, slug: str) -> list[str]:
        """Return the ids of the cards and bases of a name, in the order of the list."""
        if not self._by_name:
            for id in self.cards:
                self._by_name.setdefault(_slug(id), []).append(id)
        return self._by_name.get(slug, [])


def _slug(id: str) -> str:
    return id.rpartition("/")[2].partition("@")[0]


def read(text: str) -> list[CardLine]:
    """Return the lines of a list."""
    return [CardLine._make(line.split("\t")) for line in text.splitlines()]


def written(lines: Iterable[CardLine]) -> str:
    """Return a list as text."""
    return "".join("\t".join(line) + "\n" for line in lines)
