"""A scenario as its file states it. What the keys mean is said in docs/SCENARIOS.md."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import msgspec

EditionId = Literal["AL9K", "MS", "CND", "OOPS", "EMD"]
ALL_EDITIONS: tuple[EditionId, ...] = ("AL9K", "MS", "CND", "OOPS", "EMD")
DEFAULT_SEATS = ("Ana", "Ben")
Phase = Literal["start", "play", "score", "draw", "end"]
Beginning = Literal["setup"] | Phase


class Stated(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, omit_defaults=True):
    """Anything a file states: unknown keys are errors."""


class ControlLayer(Stated, frozen=True, kw_only=True):
    """Who took control of a card, and the card that control depends on."""

    seat: str
    tied_to: str = ""


class CardStated(Stated, frozen=True, kw_only=True):
    """A card on the table, with what its name does not say."""

    card: str
    name: str = ""
    owner: str = ""
    by: str = ""
    played_by: str = ""
    counters: int = 0
    power_counters: int = 0
    on: tuple[str | CardStated, ...] = ()
    under: tuple[str | CardStated, ...] = ()
    fresh: bool = False
    moved_from: str = ""
    used: bool | tuple[str, ...] = False
    off_top: bool = False
    control: tuple[ControlLayer, ...] = ()


AnyCard = str | CardStated
Cards = tuple[AnyCard, ...]
CardsBySeat = Mapping[str, Cards]


class BaseStated(Stated, frozen=True, kw_only=True):
    """A base in play and the cards there. In the file, `minions` are the keys that are names of players."""

    card: str
    name: str = ""
    minions: CardsBySeat = {}
    actions: CardsBySeat = {}
    buried: CardsBySeat = {}
    fresh: bool = False
    left: bool = False


class PlayStated(Stated, frozen=True, kw_only=True):
    """A card that a player may still play."""

    kind: Literal["minion", "action", "card"]
    extra: bool = True
    condition: str = ""
    arguments: tuple[str, ...] = ()
    base: str = ""
    until: Literal["phase", "turn"] = "phase"
    by: str = ""
    name: str = ""


class PlayerStated(Stated, frozen=True, kw_only=True):
    """A player's piles, points and plays."""

    hand: Cards = ()
    deck: Cards | None = None
    discard: Cards = ()
    stasis: Cards = ()
    vp: int = 0
    factions: tuple[str, ...] = ()
    plays: tuple[str | PlayStated, ...] | None = None


class LastingStated(Stated, frozen=True, kw_only=True):
    """Something that goes on without a card of its own."""

    kind: Literal[
        "power", "set-power", "breakpoint", "set-breakpoint", "lose-abilities", "without-effect", "named", "ability"
    ]
    cards: tuple[str, ...] = ()
    base: str = ""
    amount: int = 0
    ability: str = ""
    arguments: tuple[str, ...] = ()
    by: str = ""
    seat: str = ""
    until: Literal["turn", "start-of-turn", "end-of-turn", "source", "in-play", "game"] = "turn"
    until_seat: str = ""
    but: tuple[str, str] | None = None
    earlier: bool = False
    after: int | None = None


FactTag = Literal[
    "card-played",
    "ability-used",
    "moved",
    "transferred",
    "destroyed",
    "discarded",
    "returned",
    "buried",
    "stasis-changed",
    "counters-transferred",
]


class FactStated(Stated, frozen=True, kw_only=True):
    """Something that happened earlier this turn."""

    event: FactTag
    card: str
    base: str = ""
    origin: str = ""
    host: str = ""
    origin_host: str = ""
    seat: str = ""
    controller: str = ""
    owner: str = ""
    by: str = ""
    ability: str = ""
    granted_by: str = ""
    target: str = ""
    amount: int = 1
    left: int | None = None
    power: int | None = None
    source: str = ""
    to: str = ""
    reason: str = ""
    play: str = ""
    off_top: bool = False
    seen: bool = False
    phase: Literal["", "start"] = ""


class Shuffle(Stated, frozen=True, kw_only=True):
    """A shuffle that puts these on top, in this order."""

    shuffle: tuple[str, ...]


AnyChance = str | Shuffle


class PileExpected(Stated, frozen=True, kw_only=True):
    """Something about a pile, short of all its cards."""

    has: tuple[str, ...] = ()
    lacks: tuple[str, ...] = ()
    count: int | None = None
    top: tuple[str, ...] = ()


Pile = tuple[str, ...] | PileExpected


class SightExpected(Stated, frozen=True, kw_only=True):
    """Cards whose face a player knows where they lie now, and cards whose face is hidden from them."""

    has: tuple[str, ...] = ()
    lacks: tuple[str, ...] = ()


class AskedExpected(Stated, frozen=True, kw_only=True):
    """The question that is open."""

    seat: str = ""
    kind: str = ""
    options: tuple[str, ...] | None = None
    has: tuple[str, ...] = ()
    lacks: tuple[str, ...] = ()
    least: int | None = None
    most: int | None = None
    about: str = ""
    by: str = ""


EventExpected = str | dict[str, str | int | bool | tuple[str | int, ...]]
Numbers = Mapping[str, int]
Words = Mapping[str, str]


class Expect(Stated, frozen=True, kw_only=True):
    """What must be so. Only what is stated is looked at."""

    vp: Numbers | None = None
    places: Numbers | None = None
    awards: Numbers | None = None
    totals: Numbers | None = None
    scored: tuple[str, ...] | None = None
    bases: tuple[str, ...] | None = None
    hand: Mapping[str, Pile] | None = None
    deck: Mapping[str, Pile] | None = None
    discard: Mapping[str, Pile] | None = None
    stasis: Mapping[str, Pile] | None = None
    base_deck: Pile | None = None
    base_discard: Pile | None = None
    madness: Pile | None = None
    box: Pile | None = None
    minions: Mapping[str, Mapping[str, tuple[str, ...]]] | None = None
    actions: Mapping[str, Mapping[str, tuple[str, ...]]] | None = None
    buried: Mapping[str, Mapping[str, tuple[str, ...]]] | None = None
    on: Mapping[str, tuple[str, ...]] | None = None
    under: Mapping[str, tuple[str, ...]] | None = None
    where: Words | None = None
    power: Numbers | None = None
    counters: Numbers | None = None
    stasis_counters: Numbers | None = None
    controller: Words | None = None
    owner: Words | None = None
    total: Mapping[str, Numbers] | None = None
    breakpoint: Numbers | None = None
    plays: Mapping[str, Numbers] | None = None
    turn: str | None = None
    phase: Phase | None = None
    winner: str | tuple[str, ...] | None = None
    asked: AskedExpected | None = None
    sees: Mapping[str, SightExpected] | None = None
    events: tuple[EventExpected, ...] | None = None
    never: tuple[EventExpected, ...] | None = None
    by_edition: Mapping[str, Expect] = {}
    """In the file: keys that are names of editions."""

    def in_edition(self, edition: str) -> Expect:
        """What is expected in one edition: its own keys in place of the general ones."""
        changes = {
            field: value
            for editions, other in self.by_edition.items()
            if edition in editions.split()
            for field in Expect.__struct_fields__
            if field != "by_edition" and (value := getattr(other, field)) is not None
        }
        return msgspec.structs.replace(self, by_edition={}, **changes)


class Step(Stated, frozen=True, kw_only=True):
    """What one player does. In the file the player's name is the key of what they do."""

    seat: str
    does: str
    expect: Expect | None = None
    refused: str | None = None
    chance: tuple[AnyChance, ...] = ()
    editions: tuple[EditionId, ...] = ALL_EDITIONS
    note: str = ""

    def __str__(self) -> str:
        return f"{self.seat}: {self.does}"


class Scenario(Stated, frozen=True, kw_only=True):
    """A situation, what is done, and what must come of it."""

    title: str
    question: str = ""
    answer: str = ""
    editions: Literal["all"] | tuple[EditionId, ...] = "all"
    examples: tuple[str, ...] = ()
    rulings: tuple[str, ...] = ()
    rules: tuple[str, ...] = ()
    cards: tuple[str, ...] = ()
    note: str = ""
    seats: tuple[str, ...] = DEFAULT_SEATS
    turn: str = ""
    phase: Beginning = "play"
    offer: tuple[str, ...] = ()
    turn_number: int = 1
    base_deck: Cards = ()
    base_deck_exact: bool = False
    base_discard: Cards = ()
    madness: Cards = ()
    box: Cards = ()
    chance: tuple[AnyChance, ...] = ()
    base: tuple[BaseStated, ...] = ()
    player: Mapping[str, PlayerStated] = {}
    lasting: tuple[LastingStated, ...] = ()
    happened: tuple[FactStated, ...] = ()
    step: tuple[Step, ...] = ()
    until: Phase | None = None
    expect: Expect = Expect()
    path: str = ""
    text: str = ""
    """Where it was loaded from, and what stood there: no keys of the file."""

    @property
    def in_editions(self) -> tuple[EditionId, ...]:
        """The editions it is put to, in the order of the books."""
        if self.editions == "all":
            return ALL_EDITIONS
        return tuple(book for book in ALL_EDITIONS if book in self.editions)
