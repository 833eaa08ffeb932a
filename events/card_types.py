"""The types of card: one declaration for each, from which everything that sorts, names or draws cards reads.

A new type is a new word in `CardType` and a new row in `CARD_TYPES`; where its cards lie is declared with the zones. The
words are stored with games: never rename one.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypedDict, cast

import msgspec

from events.zones import Zone

CardType = Literal["minion", "action", "titan", "base", "rule"]
"""What a definition is of. A "rule" is on no card: it lends its name to what a rule lets players do."""


@dataclass(frozen=True, slots=True)
class TypeFacts:
    """What is true of every card of a type, and what the type is called."""

    type: CardType
    plural: str
    at_base: Zone
    """The zone that its cards are in while they lie at a base."""
    brought_by: str = ""
    """The rule by which players may bring its cards, which are in no deck: they begin in a place of their own."""
    moves: bool = False
    """Its cards move between bases."""
    sign: str = ""
    """What distinguishes a card without a number from the other types, without color."""


_ROWS = (
    TypeFacts("minion", "minions", at_base="minions", moves=True),
    TypeFacts("action", "actions", at_base="actions", sign="▪"),
    TypeFacts("titan", "titans", at_base="titans", brought_by="titan.setup", moves=True, sign="◈"),
    TypeFacts("base", "bases", at_base="base"),
)

CARD_TYPES: dict[CardType, TypeFacts] = {row.type: row for row in _ROWS}
"""The declaration of each type that cards have, in the order in which they are listed."""

BROUGHT = tuple(row for row in CARD_TYPES.values() if row.brought_by)
"""The types whose cards players may bring. `GameSettings` has a setting for each."""

MOVABLE = frozenset(row.at_base for row in CARD_TYPES.values() if row.moves)
"""The zones whose cards move between bases."""

MOVABLE_CARDS = f"a {' or '.join(row.type for row in CARD_TYPES.values() if row.moves)}"
"""Those cards in words: "a minion or titan"."""


# --- what may be brought --------------------------------------------------------------------------------------------


class GameSettings(msgspec.Struct, frozen=True, kw_only=True):
    """What the players agree on before a game, besides the edition and the factions: whether they may bring the cards
    of each type that is in no deck.

    Everything that a game begins from has these settings: scenarios, plans of tournaments, messages, the first event.
    The settings of records, situations, commands and functions are made from them.
    """

    titans: bool = False


AGREED = GameSettings.__struct_fields__
"""The name of each setting: the plural of a type of card."""

ALL_AGREED = GameSettings(**dict.fromkeys(AGREED, True))


class Settings(TypedDict, total=False):
    """The settings of `GameSettings`, as arguments of a function."""

    titans: bool


NOTHING_AGREED: Settings = {}


def settings(beginning: object) -> Settings:
    """Return the settings of whatever a game begins from."""
    return cast(Settings, {name: getattr(beginning, name) for name in AGREED})
