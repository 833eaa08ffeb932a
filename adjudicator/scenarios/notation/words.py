"""Completes short names of cards and bases that fit only one."""

from __future__ import annotations

import re
from difflib import get_close_matches
from functools import cache

from adjudicator.scenarios.names import NoSuchName, abbreviates, base_id, card_id
from core.printed.definitions import all_definitions, definition, slug

_NUMBER = re.compile(r"\d{1,3}")
_STAND_IN_BASE = re.compile(r"\d{1,3}(?: \d{1,2}/\d{1,2}(?:/\d{1,2})?)?")
_MOST_NAMED = 5


def plain_card(text: str) -> str:
    """Return the vanilla minion that a number stands for."""
    return f"vanilla {text}" if _NUMBER.fullmatch(text) else text


def plain_base(text: str) -> str:
    """Return the vanilla base that `20 4/2/1` stands for: breakpoint and VP."""
    return f"vanilla {text}" if _STAND_IN_BASE.fullmatch(text) else text


def card_name(text: str) -> str:
    """Return the name of the card that a text means. Raises `NoSuchName` with the closest names."""
    return _name(plain_card(text), base=False)


def base_name(text: str) -> str:
    """Return the name of the base that a text means. Raises `NoSuchName` with the closest names."""
    return _name(plain_base(text), base=True)


@cache
def _name(text: str, *, base: bool) -> str:
    try:
        id = base_id(text) if base else card_id(text)
    except NoSuchName as error:
        if error.options and "several" in error.wrong:
            return text  # The factions at the table decide which one is meant.
    else:
        as_written = "/" in text or "@" in text or id.startswith("vanilla/")
        return text if as_written else definition(id).name
    what = "base" if base else "card"
    meant = _abbreviated(text, base)
    if len(meant) == 1:
        return meant[0]
    if meant:
        raise NoSuchName(text, f"could be any of {len(meant)} {what}s", meant[:_MOST_NAMED])
    if _abbreviated(text, not base, whole=True):
        raise NoSuchName(text, "is a card, not a base" if base else "is a base, and bases can't be here")
    names = {slug(name): name for name in _names(base)}
    near = [names[similar] for similar in get_close_matches(slug(text), names, n=3, cutoff=0.6)]
    raise NoSuchName(text, f"is not the name of a {what}" + ("; did you mean" if near else ""), near)


def _abbreviated(text: str, base: bool, *, whole: bool = False) -> list[str]:
    """Return the names that the words of a text abbreviate, in order:

    `pir king`, `king`. Names that start with them come first.
    """
    if whole:
        return [name for name in _names(base) if slug(name) == slug(text)]
    meant = [name for name in _names(base) if abbreviates(text, name)]
    first = slug(text).split("-")[0]
    return [name for name in meant if slug(name).startswith(first)] or meant


@cache
def _names(base: bool) -> tuple[str, ...]:
    return tuple(dict.fromkeys(card.name for card in all_definitions() if card.is_base is base))


@cache
def names_with_commas() -> tuple[str, ...]:
    """Return the names that a list of cards would take for two."""
    return tuple(card.name for card in all_definitions() if "," in card.name)
