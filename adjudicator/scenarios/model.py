"""A scenario as its file states it. docs/SCENARIOS.md explains the keys."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, Literal

import msgspec

from core.printed.editions import ALL_EDITIONS, DEFAULT, EditionId
from events.card_types import AGREED
from events.words import LastingKind, LastingUntil, PlayCondition, PlayKind, StoredPlayUntil
from events.zones import Holder, Zone, ZoneFacts, piles_of

DEFAULT_SEATS = ("Ana", "Ben")
Phase = Literal["start", "play", "score", "draw", "end"]
Beginning = Literal["setup"] | Phase


class Stated(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, omit_defaults=True):
    """Base class of everything a file states. Unknown keys are errors."""


class ControlLayer(Stated, frozen=True, kw_only=True):
    """Who took control of a card, the card that control depends on, and how long it lasts."""

    seat: str
    tied_to: str = ""
    until: Literal["", "turn", "start-of-turn", "end-of-turn"] = ""
    until_seat: str = ""


class CardStated(Stated, frozen=True, kw_only=True):
    """A card on the table, with everything that its name alone does not say."""

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


def _with_keys(name: str, fields: Iterable[tuple[str, Any, Any]]) -> Any:
    """Return a struct with a key for every zone that can be stated or expected there (see `events.zones`)."""
    return msgspec.defstruct(
        name,
        list(fields),
        bases=(Stated,),
        module=__name__,
        frozen=True,
        forbid_unknown_fields=True,
        kw_only=True,
        omit_defaults=True,
    )


def stated_piles(holder: Holder) -> tuple[ZoneFacts, ...]:
    """Return the piles of a holder whose cards a scenario can list."""
    return tuple(row for row in piles_of(holder) if row.key)


if TYPE_CHECKING:

    class _ByZone(Stated, frozen=True, kw_only=True):
        def __getattr__(self, key: str) -> Any: ...

    class PilesOfPlayer(_ByZone, frozen=True, kw_only=True): ...

    class PilesOfBase(_ByZone, frozen=True, kw_only=True): ...

    class PilesOfTable(_ByZone, frozen=True, kw_only=True): ...

    class PilesExpected(_ByZone, frozen=True, kw_only=True): ...
else:
    # An unstated deck is filled up with plain cards, unlike an empty one.
    PilesOfPlayer = _with_keys(
        "PilesOfPlayer",
        ((row.key, Cards | None, None) if row.ordered else (row.key, Cards, ()) for row in stated_piles("seat")),
    )
    PilesOfBase = _with_keys("PilesOfBase", ((row.key, CardsBySeat, {}) for row in stated_piles("base")))
    PilesOfTable = _with_keys(
        "PilesOfTable",
        (*((row.key, Cards, ()) for row in stated_piles("table")), *((name, bool, False) for name in AGREED)),
    )


class BaseStated(PilesOfBase, frozen=True, kw_only=True):
    """A base in play and the cards there. In the file, `minions` are the keys that are names of players."""

    card: str
    name: str = ""
    fresh: bool = False
    left: bool = False


class PlayStated(Stated, frozen=True, kw_only=True):
    """A card that a player may still play."""

    kind: PlayKind
    extra: bool = True
    condition: PlayCondition = ""
    arguments: tuple[str, ...] = ()
    base: str = ""
    until: StoredPlayUntil = "phase"
    by: str = ""
    name: str = ""


class PlayerStated(PilesOfPlayer, frozen=True, kw_only=True):
    """A player's piles, points and plays."""

    vp: int = 0
    factions: tuple[str, ...] = ()
    plays: tuple[str | PlayStated, ...] | None = None


class LastingStated(Stated, frozen=True, kw_only=True):
    """A lasting effect, which needs no card in play."""

    kind: LastingKind
    cards: tuple[str, ...] = ()
    base: str = ""
    amount: int = 0
    ability: str = ""
    arguments: tuple[str, ...] = ()
    by: str = ""
    seat: str = ""
    until: LastingUntil = "turn"
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
    source: Zone | Literal[""] = ""
    to: Zone | Literal[""] = ""
    reason: str = ""
    play: str = ""
    off_top: bool = False
    seen: bool = False
    phase: Literal["", "start"] = ""


class Shuffle(Stated, frozen=True, kw_only=True):
    """A shuffle that puts these cards on top, in this order."""

    shuffle: tuple[str, ...]


AnyChance = str | Shuffle


class PileExpected(Stated, frozen=True, kw_only=True):
    """An expectation about a pile that does not list all its cards."""

    has: tuple[str, ...] = ()
    lacks: tuple[str, ...] = ()
    count: int | None = None
    top: tuple[str, ...] = ()


class SightExpected(Stated, frozen=True, kw_only=True):
    """The cards whose faces a player knows in their present place, and the cards whose faces are hidden from that
    player.
    """

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


Pile = tuple[str, ...] | PileExpected
_EXPECTED: dict[Holder, Any] = {
    "seat": Mapping[str, Pile],
    "table": Pile,
    "base": Mapping[str, Mapping[str, tuple[str, ...]]],
    "card": Mapping[str, tuple[str, ...]],
}
"""The form of an expectation about a zone's cards, by the holder of the zone: by player, a plain list, by base and
player, or by card.
"""

if not TYPE_CHECKING:
    PilesExpected = _with_keys(
        "PilesExpected",
        ((row.key, kind | None, None) for holder, kind in _EXPECTED.items() for row in stated_piles(holder)),
    )


class Expect(PilesExpected, frozen=True, kw_only=True):
    """Expectations. Only what is stated is checked."""

    vp: Numbers | None = None
    places: Numbers | None = None
    awards: Numbers | None = None
    totals: Numbers | None = None
    scored: tuple[str, ...] | None = None
    bases: tuple[str, ...] | None = None
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
    """In a file these are the keys named after editions."""

    def in_edition(self, edition: str) -> Expect:
        """Return the expectations for one edition: its own keys replace the general ones."""
        changes = {
            field: value
            for editions, other in self.by_edition.items()
            if edition in editions.split()
            for field in Expect.__struct_fields__
            if field != "by_edition" and (value := getattr(other, field)) is not None
        }
        return msgspec.structs.replace(self, by_edition={}, **changes)


class Step(Stated, frozen=True, kw_only=True):
    """One action of a player. In the file, the player's name is the key."""

    seat: str
    does: str
    expect: Expect | None = None
    refused: str | None = None
    chance: tuple[AnyChance, ...] = ()
    editions: tuple[EditionId, ...] = ALL_EDITIONS
    note: str = ""

    def __str__(self) -> str:
        return f"{self.seat}: {self.does}"


class Scenario(PilesOfTable, frozen=True, kw_only=True):
    """A situation, the steps, and the expected result."""

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
    base_deck_exact: bool = False
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
    """The path and text it was loaded from. These are not keys of the file."""

    @property
    def in_editions(self) -> tuple[EditionId, ...]:
        """Return the editions it runs under, in the order of the books."""
        if self.editions == "all":
            return ALL_EDITIONS
        return tuple(book for book in ALL_EDITIONS if book in self.editions)

    @property
    def main_edition(self) -> EditionId:
        """Return the edition to use if none is named: the default one, or the newest that it runs under."""
        return DEFAULT.id if DEFAULT.id in self.in_editions else self.in_editions[-1]
