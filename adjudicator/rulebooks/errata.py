"""What later printings of a card change. The engine plays the first printing."""

from __future__ import annotations

import tomllib
from functools import cache

import msgspec

from adjudicator.bundled import ERRATA


class Erratum(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A card, and what its later printings change."""

    id: str
    later: tuple[str, ...]


@cache
def errata() -> dict[str, tuple[str, ...]]:
    """Return the later printings of every card that has any, by the card's id."""
    tables = tomllib.loads(ERRATA.read_text(encoding="utf-8"))["card"]
    return {erratum.id: erratum.later for erratum in msgspec.convert(tables, list[Erratum])}
