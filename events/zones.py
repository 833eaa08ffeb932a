"""The zones of the game: one declaration for each place where a card can be.

Everything that stores, copies, hides, compares, names, states or draws the cards of a zone reads its row here. A new
zone is a new word in `Zone` and a new row in `ZONES`; only the events that move cards into it and the rules about it
are written elsewhere. The words are stored with games: never rename one.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

Zone = Literal[
    "base_deck",
    "base",
    "base_discard",
    "hand",
    "deck",
    "discard",
    "stasis",
    "beside",
    "minions",
    "titans",
    "actions",
    "buried",
    "attached",
    "stored",
    "madness",
    "aside",
    "resolving",
    "duelling",
    "box",
]
"""The word for each zone, as stored games have it."""

AbilityZone = Literal[Zone, "play", "revealed", "lasting"]
"""Where an ability is active: "play" is every zone in play, "revealed" a card that was just shown, "lasting" no card."""

Holder = Literal["table", "seat", "base", "card"]
"""Who holds the pile: the table (there is one), each player, each base, or each card (piles on and under it)."""

Visibility = Literal["everyone", "holder", "nobody"]
"""Who sees the faces of the cards there: everyone, the player who controls the card, or nobody."""


@dataclass(frozen=True, slots=True)
class ZoneFacts:
    """What is true of every card in a zone, and what the zone is called."""

    zone: Zone
    holder: Holder
    sight: Visibility
    noun: str
    """The pile in prose: "discard pile" in "Ana's discard pile"."""
    heading: str
    """The pile's title on screens, pages and in differences; for a player's pile, what follows "Ana's"."""
    source: str
    """Where a card comes from, in words that follow its name: "from stasis"."""
    where: str = ""
    """Where a card is, in words that follow its name: "in stasis". Empty: the base it is at says enough."""
    key: str = ""
    """The scenario key that lists its cards. Empty: cards are there only while something resolves."""
    active: str = ""
    """Where an ability works that acts from here (see `works_in`)."""
    pile: bool = True
    """Its holder has a list of cards for it. The base card in play at a site is a single card."""
    in_play: bool = False
    """Its cards are in play, face up at a base."""
    on_table: bool = False
    """Its cards lie apart from each other, so that even a face-down one can be pointed at."""
    ordered: bool = False
    """A draw pile: the order of its cards matters, and nobody looks through it."""
    counted: bool = False
    """Only the number of its cards is shown, unless their faces are known."""
    always_shown: bool = False
    """Screens show it even when it is empty."""
    bases: bool = False
    """It holds base cards."""
    owned_at_end: bool = False
    """Its cards belong to their holder when the game ends (win.madness)."""
    laden: bool = False
    """Its cards keep counters and the cards on and under them, although they are not at a base."""
    reached: bool = False
    """Effects reach its cards without saying so, although they are not at a base."""
    home: Zone | Literal[""] = ""
    """The pile of their owner's that its cards go to when they leave play, whichever pile they are sent to."""
    home_rule: str = ""
    """The rule that says so."""
    counters_are_power: bool = False
    """The counters on its cards are power of their controllers at the base, although the cards have none themselves."""
    transient: bool = False
    """Cards are here only while something resolves."""
    left_behind: tuple[str, str] = ("", "")
    """Why its cards are discarded when the card that holds them leaves play, in words, and the rule that says so."""


_ROWS = (
    ZoneFacts(
        "base_deck",
        "table",
        "nobody",
        noun="base deck",
        heading="The base deck",
        source="in the base deck",
        where="in the base deck",
        key="base_deck",
        ordered=True,
        counted=True,
        bases=True,
        always_shown=True,
    ),
    ZoneFacts(
        "base",
        "base",
        "everyone",
        noun="base",
        heading="Bases in play",
        source="from play",
        pile=False,
        in_play=True,
        bases=True,
    ),
    ZoneFacts(
        "base_discard",
        "table",
        "everyone",
        noun="base discard pile",
        heading="The base discard pile",
        source="in the base discard pile",
        where="in the base discard pile",
        key="base_discard",
        bases=True,
    ),
    ZoneFacts(
        "hand",
        "seat",
        "holder",
        noun="hand",
        heading="hand",
        source="from hand",
        key="hand",
        active="from hand",
        owned_at_end=True,
    ),
    ZoneFacts(
        "deck",
        "seat",
        "nobody",
        noun="deck",
        heading="deck",
        source="from the deck",
        where="in the deck",
        key="deck",
        ordered=True,
        counted=True,
        owned_at_end=True,
        always_shown=True,
    ),
    ZoneFacts(
        "discard",
        "seat",
        "everyone",
        noun="discard pile",
        heading="discard pile",
        source="from the discard pile",
        where="in the discard pile",
        key="discard",
        active="in the discard pile",
        owned_at_end=True,
        always_shown=True,
    ),
    ZoneFacts(
        "stasis",
        "seat",
        "everyone",
        noun="stasis",
        heading="cards in stasis",
        source="from stasis",
        where="in stasis",
        key="stasis",
        active="in stasis",
        owned_at_end=True,
        laden=True,
        reached=True,
    ),
    ZoneFacts(
        "beside",
        "seat",
        "everyone",
        noun="titans beside the deck",
        heading="titans beside the deck",
        source="from beside the deck",
        where="beside the deck",
        key="beside",
        active="while it is beside the deck",
        laden=True,
    ),
    ZoneFacts(
        "minions",
        "base",
        "everyone",
        noun="minions",
        heading="minions",
        source="from play",
        key="minions",
        in_play=True,
    ),
    ZoneFacts(
        "titans",
        "base",
        "everyone",
        noun="titans",
        heading="titans",
        source="from play",
        key="titans",
        in_play=True,
        home="beside",
        home_rule="titan.leaves",
        counters_are_power=True,  # counters.titan
    ),
    ZoneFacts(
        "actions",
        "base",
        "everyone",
        noun="actions",
        heading="actions",
        source="from play",
        key="actions",
        in_play=True,
    ),
    ZoneFacts(
        "buried",
        "base",
        "holder",
        noun="buried",
        heading="buried",
        source="by uncovering it",
        key="buried",
        active="while it is buried",
        on_table=True,
        owned_at_end=True,
    ),
    ZoneFacts(
        "attached",
        "card",
        "everyone",
        noun="attached",
        heading="attached",
        source="from play",
        where="on",
        key="on",
        in_play=True,
        left_behind=("left with its card", "term.leave-play"),
    ),
    ZoneFacts(
        "stored",
        "card",
        "holder",
        noun="stored",
        heading="stored",
        source="from under a card",
        where="under",
        key="under",
        active="while it is stored",
        on_table=True,
        owned_at_end=True,
        left_behind=("was under a card that left", "stored.leaving"),
    ),
    ZoneFacts(
        "madness",
        "table",
        "everyone",
        noun="Madness deck",
        heading="The Madness deck",
        source="from the Madness deck",
        key="madness",
        counted=True,
    ),
    ZoneFacts(
        "aside",
        "table",
        "nobody",
        noun="aside",
        heading="Set aside",
        source="set aside",
        where="set aside",
        on_table=True,
        transient=True,
    ),
    ZoneFacts(
        "resolving",
        "table",
        "everyone",
        noun="resolving",
        heading="Resolving",
        source="while it resolves",
        owned_at_end=True,
        transient=True,
    ),
    ZoneFacts(
        "duelling",
        "table",
        "holder",
        noun="duelling",
        heading="Laid for a duel",
        source="from the duel",
        on_table=True,
        transient=True,
    ),
    ZoneFacts(
        "box",
        "table",
        "everyone",
        noun="box",
        heading="In the box",
        source="from the box",
        key="box",
    ),
)

ZONES: dict[Zone, ZoneFacts] = {row.zone: row for row in _ROWS}
"""The declaration of each zone, in the order in which zones are read, listed and drawn."""


def zones_where(fits: Callable[[ZoneFacts], bool]) -> frozenset[Zone]:
    """Return the zones whose declaration fits, for fast membership tests."""
    return frozenset(row.zone for row in ZONES.values() if fits(row))


def piles_of(holder: Holder) -> tuple[ZoneFacts, ...]:
    """Return the declarations of the piles that a table, a player, a base or a card has, in order."""
    return tuple(row for row in ZONES.values() if row.holder == holder and row.pile)


AT_A_BASE = zones_where(lambda row: row.in_play or row.holder == "base")
"""Where a card is at a base: in play there, or face down under it."""

PRESENT = AT_A_BASE | zones_where(lambda row: row.reached)
"""Where effects can reach a card without saying so: at a base, or in stasis (stasis.presence)."""

HOMES: dict[Zone, Zone] = {row.zone: row.home for row in ZONES.values() if row.home}
"""Where the cards of a zone in play go whenever they leave it, if not to the pile they are sent to (titan.leaves)."""

BEARING_POWER: tuple[Zone, ...] = tuple(row.zone for row in ZONES.values() if row.counters_are_power)
"""The zones where counters are power although the cards have none (counters.titan)."""

TRANSIENT = zones_where(lambda row: row.transient)
"""Where cards are only while something resolves."""

PLAYER_PILES = zones_where(lambda row: row.holder == "seat" and not row.laden)
"""A player's hand, deck and discard pile: only the face distinguishes the cards there."""

_WORKING = {"play": "in play", "revealed": "while it is revealed", "lasting": "for as long as it lasts"}

ABILITY_ZONES: frozenset[str] = frozenset({*ZONES, *_WORKING})
"""Every word of `AbilityZone`."""


def works_in(zone: AbilityZone) -> str:
    """Return where an ability of a card works, in words that follow it: "from hand", "while it is buried"."""
    return ZONES[zone].active if zone in ZONES else _WORKING[zone]
