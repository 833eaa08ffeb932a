"""The view model: the facts that every screen, page and program draws. All of it encodes to JSON.

Each card appears in a frame once, as a number, and `cards` describes it, so a card that moves changes only two short
lists. Numbers are the viewer's own names for cards; 0 is a card that cannot be distinguished from others (a back).
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from events.card_types import CARD_TYPES
from events.zones import ZONES, Zone


class FrameCard(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A card that the viewer can point at. Without an id it is face down."""

    id: str = ""
    name: str = "a face-down card"
    type: str = ""
    owner: int = -1
    controller: int = -1
    power: int | None = None
    printed: int | None = None
    power_sum: str = ""  # how the power adds up, if it is not just the printed one
    counters: int = 0
    stasis: int = 0
    attached: tuple[int, ...] = ()
    stored: tuple[int, ...] = ()  # face down beneath it
    secret: bool = False  # it is in a place where not everybody sees its face

    @property
    def sign(self) -> str:
        """Return the sign before the name of a card without power. It distinguishes the types without color."""
        return next((row.sign for row in CARD_TYPES.values() if row.type == self.type and row.sign), "▪")

    @property
    def face_up(self) -> bool:
        """Return whether everybody sees its face."""
        return bool(self.id) and not self.secret


class Pile(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The cards of a zone. `events.zones` declares which piles there are and what they are called."""

    heading: str  # of a player's pile: the words after the player's name
    size: int
    cards: tuple[int, ...] = ()  # the top card first; of a draw pile only the known top cards
    spread: bool = False  # the cards are side by side, not in a stack


Piles = dict[Zone, Pile]
"""Piles by zone, in drawing order. Most are left out while they are empty."""


class Base(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A base in play and the cards there. Numbers by seat are parallel to the players."""

    card: int
    breakpoint: int
    breakpoint_sum: str = ""
    power: int
    vp: tuple[int, ...]
    totals: tuple[int, ...]
    total_sums: tuple[str, ...]  # "" if a player has nothing there
    beyond_minions: tuple[int, ...] = ()  # the seats with power there that no minion provides
    minions: tuple[int, ...] = ()
    actions: tuple[int, ...] = ()
    piles: Piles = {}  # everything else there, such as buried cards
    scoring: bool = False


class Player(msgspec.Struct, frozen=True, kw_only=True):
    """A player: points and piles."""

    name: str
    factions: tuple[str, ...]
    victory_points: int
    hand: tuple[int, ...]  # 0 for a back
    piles: Piles = {}  # all other piles

    @property
    def listed(self) -> Piles:
        """Return the hand and every other pile that has cards in it, except draw piles."""
        hand: Piles = {"hand": Pile(heading="hand", size=len(self.hand), cards=self.hand)} if self.hand else {}
        return hand | {zone: pile for zone, pile in self.piles.items() if pile.size and not ZONES[zone].ordered}


class Option(msgspec.Struct, frozen=True, omit_defaults=True):
    """One option of a decision: its words, the card or base it is about (a number, 0 for none), the ability."""

    words: str
    card: int = 0
    ability: str = ""


class Decision(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The player who is asked, and the question if the viewer may know it."""

    seat: int
    kind: str = ""
    prompt: str = ""
    by: int = 0  # the card whose text asks
    least: int = 0
    most: int = 0
    repeats: bool = False
    options: tuple[Option, ...] = ()
    taken: tuple[int, ...] | None = None  # what was picked in this game: places in `options`


class Frame(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The view model of one position. Every rendering of a table draws one of these."""

    position: int
    turn: int = 0
    phase: str = ""
    current: int = -1
    places: tuple[int, ...] = ()  # the bases in their order on the table, by their site numbers
    bases: dict[str, Base] = {}
    players: tuple[Player, ...] = ()
    cards: dict[str, FrameCard] = {}
    piles: Piles = {}  # the piles that belong to no player and no base
    plays: tuple[str, ...] = ()  # what the current player may still play
    lasting: tuple[str, ...] = ()  # effects that last without a card of their own
    decision: Decision | None = None
    winners: tuple[int, ...] = ()

    def card(self, number: int) -> FrameCard:
        """Return a card by its number."""
        return self.cards[str(number)] if number else FrameCard()

    def card_ids(self) -> set[str]:
        """Return the definitions of the cards whose faces are seen."""
        return {card.id for card in self.cards.values() if card.id}

    def controlled(self, numbers: Iterable[int], seat: int) -> list[FrameCard]:
        """Return the cards, out of those given, that a player controls."""
        return [card for card in map(self.card, numbers) if card.controller == seat]


class StoryLine(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What happened at a position, in words. A position that the viewer may know nothing of has none."""

    position: int
    text: str
    event: str  # the tag of its type
    cause: int = 0  # its nearest cause that is part of the story
    rule: str = ""
    turn: int = 0
    secret: bool = False  # not everybody was told all of it
    numbers: tuple[str, ...] = ()  # how a scoring breakpoint, its totals or the cost of Madness add up


class CardText(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A card or base as printed."""

    name: str
    type: str
    faction: str
    text: str
    power: int | None = None
    breakpoint: int | None = None
    vp: tuple[int, ...] = ()
    plays_on: str = ""  # "base" or "minion": what an action stays on


class RuleText(msgspec.Struct, frozen=True):
    """A rule as worded in the edition in force."""

    title: str
    says: str
    citation: str


class Texts(msgspec.Struct, frozen=True):
    """Every card that was seen, by its id, and every rule that decided something, once for the whole game."""

    cards: dict[str, CardText]
    rules: dict[str, RuleText]


class Branch(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A game in a tree of games that share their beginnings, in the order in which the tree is read downwards."""

    id: str
    title: str
    depth: int
    leaves: str = ""  # the game that it leaves
    at: int = 0  # … and the decision where
    decided: str = ""  # what was decided there instead
    events: int
    winners: tuple[str, ...] = ()
