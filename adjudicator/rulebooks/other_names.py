"""Other names of cards: those on later printings, and what players call them.

A later name is accepted wherever a card's name is, unless another card is printed with it. Nicknames are for searching.
"""

from __future__ import annotations

import tomllib
from functools import cache

from adjudicator.bundled import NAMES
from core.printed.definitions import Definition, cards_named, definition, slug


@cache
def _tables() -> dict[str, dict[str, list[str]]]:
    return tomllib.loads(NAMES.read_text(encoding="utf-8"))


def other_names() -> dict[str, list[str]]:
    """Return later names and nicknames by card id."""
    names_by_card: dict[str, list[str]] = {}
    for table in _tables().values():
        for card, names in table.items():
            names_by_card.setdefault(card, []).extend(names)
    return names_by_card


@cache
def later_names() -> dict[str, Definition]:
    """Return the cards by the slug of each later name that is not also a printed one."""
    named = {slug(name): definition(card) for card, names in _tables()["later"].items() for name in names}
    return {name: card for name, card in named.items() if not cards_named(name)}


def going_by(name: str) -> list[Definition]:
    """Return the cards and bases that have a name, printed or later."""
    later = later_names().get(slug(name))
    return cards_named(name) or ([later] if later else [])


def goes_by(card: Definition, name: str) -> bool:
    """Return whether a card has that name, printed or later, with or without the mark of its printing, or that id."""
    named = slug(name)
    return named in (slug(card.name), slug(card.marked_name)) or card.id == name or later_names().get(named) is card
