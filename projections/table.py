"""The table: the complete state of a game at one position. It changes only through `apply(event)`.

Folding needs no rules and no card definitions: every event says where things go. Lists are in table order; index 0 of a
deck is its top. In a pile, `Card.controller` is the seat whose pile it is.

The zones come from `events.zones`: the table, each seat and each site have a dictionary `piles` with a list for every
zone they hold. Zones that the rules use all the time also have a property (`seat.hand`). The piles that a card holds
are fields, because there are hundreds of cards and tables are copied often.

What a game makes by the hundred has a constructor of its own: the one that `dataclass` generates is not compiled with
the rest of the module.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, MutableMapping
from dataclasses import dataclass, field, replace
from typing import Any, Final, Literal

import msgspec

from events.consequences import require_all
from events.questions import AnyQuestion
from events.vocabulary import (
    EVENT_TYPES,
    AbilityUsed,
    AllowanceGiven,
    AllowancesEnded,
    Answered,
    Asked,
    Awarded,
    BaseArrived,
    BaseLeft,
    BaseSwapped,
    Boxed,
    Buried,
    CardPlayed,
    CardsMade,
    ControlChanged,
    CountersChanged,
    CountersTransferred,
    Destroyed,
    Discarded,
    Drawn,
    DuelBegan,
    DuelCardPlaced,
    DuelCardRevealed,
    DuelEnded,
    EffectBegan,
    EffectsEnded,
    Event,
    FactionChosen,
    Forbidden,
    GameBegun,
    GameWon,
    HouseRuled,
    Looked,
    Moved,
    PhaseBegan,
    PickedAtRandom,
    Placed,
    Replaced,
    Returned,
    Revealed,
    ScoringBegan,
    ScoringEnded,
    SetAside,
    Shuffled,
    StasisChanged,
    StasisEntered,
    Stored,
    Taken,
    Transferred,
    TurnBegan,
    VictoryPointsChanged,
)
from events.words import (
    ControlUntil,
    LastingKind,
    LastingUntil,
    Phase,
    PlayCondition,
    PlayKind,
    PlayUntil,
)
from events.zones import HOMES, Zone, piles_of, zones_where

# What outlasts its moment within a turn: "first time this turn", "was moved this turn", "used its talent".
JournalEntry = (
    CardPlayed
    | AbilityUsed
    | Moved
    | Transferred
    | Destroyed
    | Discarded
    | Returned
    | Buried
    | StasisChanged
    | CountersTransferred
)


@dataclass(frozen=True, slots=True)
class Control:
    """One layer of control over a card: who, the card it depends on (0: none), and how long it lasts ("": for good)."""

    seat: int
    tied_to: int
    until: ControlUntil = ""
    until_seat: int = -1


@dataclass(eq=False, slots=True, init=False)
class Card:
    """A card of the game, wherever it is."""

    number: int
    definition: str
    owner: int
    controller: int
    zone: Zone
    site: int
    host: int
    since: int  # the position at which it came into play (or to its current zone)
    counters: int
    stasis: int
    off_top: bool
    control: list[Control]
    attached: list[int]
    stored: list[int]

    def __init__(
        self,
        number: int,
        definition: str,
        owner: int,
        controller: int,
        zone: Zone,
        site: int = 0,
        host: int = 0,
        since: int = 0,
        counters: int = 0,
        stasis: int = 0,
        off_top: bool = False,
        control: list[Control] | None = None,
        attached: list[int] | None = None,
        stored: list[int] | None = None,
    ) -> None:
        self.number = number
        self.definition = definition
        self.owner = owner
        self.controller = controller
        self.zone = zone
        self.site = site
        self.host = host
        self.since = since
        self.counters = counters
        self.stasis = stasis
        self.off_top = off_top
        self.control = [] if control is None else control
        self.attached = [] if attached is None else attached
        self.stored = [] if stored is None else stored


Piles = dict[Zone, list[int]]
"""The cards of each zone that a table, a seat or a site holds, by number."""

_TABLE_PILES: Final = tuple(row.zone for row in piles_of("table"))
_SEAT_PILES: Final = tuple(row.zone for row in piles_of("seat"))
_SITE_PILES: Final = tuple(row.zone for row in piles_of("base"))


def _table_piles() -> Piles:
    return {zone: [] for zone in _TABLE_PILES}


def _seat_piles() -> Piles:
    return {zone: [] for zone in _SEAT_PILES}


def _site_piles() -> Piles:
    return {zone: [] for zone in _SITE_PILES}


@dataclass(eq=False, slots=True, init=False)
class Site:
    """A place in the middle of the table: the base card there and the cards at it."""

    number: int
    base: int
    piles: Piles

    def __init__(self, number: int, base: int, piles: Piles | None = None) -> None:
        self.number = number
        self.base = base
        self.piles = _site_piles() if piles is None else piles

    @property
    def minions(self) -> list[int]:
        return self.piles["minions"]

    @property
    def actions(self) -> list[int]:
        """The actions played on the base."""
        return self.piles["actions"]

    @property
    def cards(self) -> list[int]:
        """All cards here except the base and cards on and under other cards."""
        return [number for pile in self.piles.values() for number in pile]


@dataclass(eq=False, slots=True)
class Seat:
    """A player."""

    name: str
    factions: list[str] = field(default_factory=list)
    victory_points: int = 0
    piles: Piles = field(default_factory=_seat_piles)

    @property
    def hand(self) -> list[int]:
        return self.piles["hand"]

    @property
    def deck(self) -> list[int]:
        """The deck, its top first."""
        return self.piles["deck"]

    @property
    def discard(self) -> list[int]:
        """The discard pile, the latest card first."""
        return self.piles["discard"]


@dataclass(eq=False, slots=True, init=False)
class Allowance:
    """A play that a player still has.

    Never changed, but not frozen: a frozen one takes three times as long to create.
    """

    number: int
    seat: int
    kind: PlayKind
    condition: PlayCondition
    arguments: tuple[str, ...]
    site: int
    extra: bool
    until: PlayUntil
    by: int

    def __init__(
        self,
        number: int,
        seat: int,
        kind: PlayKind,
        condition: PlayCondition,
        arguments: tuple[str, ...],
        site: int,
        extra: bool,
        until: PlayUntil,
        by: int,
    ) -> None:
        self.number = number
        self.seat = seat
        self.kind = kind
        self.condition = condition
        self.arguments = arguments
        self.site = site
        self.extra = extra
        self.until = until
        self.by = by


@dataclass(eq=False, slots=True)
class Lasting:
    """A lasting effect, which needs no card in play."""

    number: int
    kind: LastingKind
    seat: int
    by: int
    cards: list[int]
    amount: int
    ability: str
    arguments: tuple[str, ...]
    site: int
    until: LastingUntil
    until_seat: int
    but: tuple[str, int] | None


@dataclass(eq=False, slots=True, init=False)
class Scoring:
    """The base being scored, kept until its replacement arrives, even if the base card has left."""

    site: int
    base: int
    totals: tuple[int, ...]
    places: tuple[int, ...]
    awards: tuple[int, ...]
    awarded: int  # the position at which its points were awarded; 0 before
    present: frozenset[int]  # the players who had a minion there at that time

    def __init__(
        self,
        site: int,
        base: int,
        totals: tuple[int, ...] = (),
        places: tuple[int, ...] = (),
        awards: tuple[int, ...] = (),
        awarded: int = 0,
        present: frozenset[int] = frozenset(),
    ) -> None:
        self.site = site
        self.base = base
        self.totals = totals
        self.places = places
        self.awards = awards
        self.awarded = awarded
        self.present = present


@dataclass(eq=False, slots=True)
class Duel:
    """The current duel."""

    seat: int
    challenger: int
    challenged: int
    by: int
    placed: list[int] = field(default_factory=list)  # cards laid for it that are not yet revealed


@dataclass(eq=False, slots=True)
class Table:
    """The complete state of a game (see the module)."""

    position: int = 0
    edition: str = ""
    seats: list[Seat] = field(default_factory=list)
    cards: MutableMapping[int, Card] = field(default_factory=dict)
    sites: dict[int, Site] = field(default_factory=dict)
    piles: Piles = field(default_factory=_table_piles)
    current: int = -1
    turn: int = 0
    turn_began: int = 0
    phase: Phase | Literal[""] = ""
    phase_began: int = 0
    allowances: list[Allowance] = field(default_factory=list)
    lasting: list[Lasting] = field(default_factory=list)
    journal: list[JournalEntry] = field(default_factory=list)
    tied: int = 0  # layers of control that depend on a card
    scoring: Scoring | None = None
    duel: Duel | None = None
    asked: int = -1
    question: AnyQuestion | None = None
    winners: tuple[int, ...] = ()

    @property
    def base_deck(self) -> list[int]:
        """The base deck, its top first."""
        return self.piles["base_deck"]

    @property
    def base_discard(self) -> list[int]:
        """The base discard pile, the latest base first."""
        return self.piles["base_discard"]

    def apply(self, event: Event) -> None:
        """Fold one event."""
        APPLY[type(event)](self, event)
        self.position = event.position

    def borrowed(self) -> list[Card]:
        """Return the minions in play whose control has changed."""
        cards = self.cards
        return [
            cards[number] for site in self.sites.values() for number in site.piles["minions"] if cards[number].control
        ]

    def carriers(self) -> list[Card]:
        """Return the minions in play that have cards attached."""
        cards = self.cards
        return [
            cards[number] for site in self.sites.values() for number in site.piles["minions"] if cards[number].attached
        ]

    def at_bases(self, zone: Zone, seat: int | None = None) -> list[Card]:
        """Return the cards in a zone of the bases, in table order; of one controller, if a seat is given."""
        cards = self.cards
        there = [cards[number] for site in self.sites.values() for number in site.piles[zone]]
        return there if seat is None else [card for card in there if card.controller == seat]

    def minions(self, seat: int | None = None) -> list[Card]:
        """Return the minions in play, in table order; of one controller, if a seat is given."""
        cards = self.cards
        every = [cards[number] for site in self.sites.values() for number in site.piles["minions"]]
        return every if seat is None else [card for card in every if card.controller == seat]


def fold(events: Iterable[Event], table: Table | None = None) -> Table:
    """Apply events one after another, to a new table or to a given one."""
    table = Table() if table is None else table
    handlers = APPLY
    event: Event | None = None
    for event in events:
        handlers[type(event)](table, event)
    if event is not None:
        table.position = event.position
    return table


def snapshot(table: Table) -> bytes:
    """Return the table as bytes. Equal tables give equal bytes."""
    return msgspec.msgpack.encode(replace(table, cards=dict(table.cards.items())))  # also of cards copied lazily


# --- where a card lies ----------------------------------------------------------------------------------------------

_SEAT_ZONES: Final = zones_where(lambda row: row.holder == "seat")
_SITE_ZONES: Final = zones_where(lambda row: row.holder == "base")
_HOST_ZONES: Final = zones_where(lambda row: row.holder == "card")
IN_PLAY: Final = zones_where(lambda row: row.in_play)
"""Zones of face-up cards in play, at a base."""


def pile(table: Table, card: Card) -> list[int]:
    """Return the list that contains a card."""
    zone = card.zone
    if zone in _SEAT_ZONES and card.controller >= 0:
        return table.seats[card.controller].piles[zone]
    if zone in _SITE_ZONES:
        return table.sites[card.site].piles[zone]
    if zone in _HOST_ZONES:
        numbers: list[int] = getattr(table.cards[card.host], zone)
        return numbers
    return table.piles[zone]


def _lift(table: Table, number: int) -> Card:
    card = table.cards[number]
    pile(table, card).remove(number)
    return card


def _forget(table: Table, card: Card) -> None:
    """Clear what a card had in play: a card that leaves play comes back as a new one."""
    card.site = card.host = card.counters = card.stasis = 0
    card.off_top = False
    if card.control:
        table.tied -= sum(1 for layer in card.control if layer.tied_to)
        card.control = []
    if table.lasting:
        number = card.number
        for lasting in table.lasting:
            if number in lasting.cards:
                lasting.cards.remove(number)


def _send(table: Table, number: int, seat: int, zone: Zone, position: int, *, top: bool = True) -> Card:
    """Put a card on top of (for a deck, possibly under) a seat's pile. A card that belongs to nobody leaves the game,
    and one that has a place of its own goes there."""
    if seat < 0 and zone in _SEAT_ZONES:
        zone = "box"
    card = _lift(table, number)
    if card.zone in HOMES:
        zone, seat, top = HOMES[card.zone], card.owner, False
    if card.site or card.host or card.stasis or card.counters or card.control or card.off_top:
        _forget(table, card)
    card.controller = seat
    card.zone = zone
    card.since = position
    target = pile(table, card)
    if zone == "hand" or not top:
        target.append(number)
    else:
        target.insert(0, number)
    return card


# --- one function for each event ------------------------------------------------------------------------------------


def _nothing(table: Table, event: Event) -> None:
    """Ignore an event that does not change the table."""


def _game_begun(table: Table, event: GameBegun) -> None:
    table.edition = event.edition
    table.seats = [Seat(name=seat.name) for seat in event.seats]


def _faction_chosen(table: Table, event: FactionChosen) -> None:
    table.seats[event.seat].factions.append(event.faction)


def _cards_made(table: Table, event: CardsMade) -> None:
    seat, zone = event.seat, event.zone
    for offset, definition in enumerate(event.definitions):
        number = event.first + offset
        card = Card(number, definition, seat, seat, zone, since=event.position)
        table.cards[number] = card
        pile(table, card).append(number)


def _game_won(table: Table, event: GameWon) -> None:
    table.winners = event.seats
    table.asked, table.question = -1, None


def _shuffled(table: Table, event: Shuffled) -> None:
    piles = table.seats[event.seat].piles if event.seat >= 0 else table.piles
    deck = piles[event.zone]
    if event.with_discard:
        discard = piles["discard" if event.seat >= 0 else "base_discard"]
        for number in discard:
            table.cards[number].zone = event.zone
            table.cards[number].since = event.position
        deck += discard
        discard.clear()
    if len(deck) != len(event.order):
        raise ValueError(f"a shuffle of {len(deck)} cards lists {len(event.order)}")
    deck[:] = event.order


def _asked(table: Table, event: Asked) -> None:
    table.asked = event.seat
    table.question = event.question


def _answered(table: Table, event: Answered) -> None:
    table.asked = -1
    table.question = None


def _turn_began(table: Table, event: TurnBegan) -> None:
    table.current = event.seat
    table.turn = event.number
    table.turn_began = event.position
    table.journal = []


def _phase_began(table: Table, event: PhaseBegan) -> None:
    # The same phase again continues it: the set-up of a scenario ends in the middle of one.
    if event.phase != table.phase or table.phase_began < table.turn_began:
        table.phase_began = event.position
    table.phase = event.phase


def _house_ruled(table: Table, event: HouseRuled) -> None:
    table.asked = -1
    table.question = table.scoring = table.duel = None


def _allowance_given(table: Table, event: AllowanceGiven) -> None:
    table.allowances.append(
        Allowance(
            event.position,
            event.seat,
            event.kind,
            event.condition,
            event.arguments,
            event.site,
            event.extra,
            event.until,
            event.by,
        )
    )


def _allowances_ended(table: Table, event: AllowancesEnded) -> None:
    ended = event.allowances
    table.allowances = [allowance for allowance in table.allowances if allowance.number not in ended]


def _card_played(table: Table, event: CardPlayed) -> None:
    card = _lift(table, event.card)
    if card.site or card.stasis:
        _forget(table, card)
    if table.lasting:
        # An action keeps what applies to it while it is discarded, but played again it is a new card (term.leave-play).
        for lasting in table.lasting:
            if lasting.number < card.since and event.card in lasting.cards:
                lasting.cards.remove(event.card)
    card.controller = event.seat
    card.zone = event.to
    card.since = event.position
    card.site = event.site
    card.host = event.host
    card.off_top = event.off_top
    if card.stored or card.attached:
        _bring_along(table, card)
    number = card.number
    pile(table, card).append(number)
    if event.allowance:
        spent = event.allowance
        table.allowances = [allowance for allowance in table.allowances if allowance.number != spent]
    table.journal.append(event)


def _noted(table: Table, event: Any) -> None:
    table.journal.append(event)


def _discarded(table: Table, event: Destroyed | Discarded) -> None:
    card = _send(table, event.card, event.to, "discard", event.position)
    if event.source not in HOMES:
        card.owner = event.to  # a discard pile holds only its player's cards
    if event.site:
        table.journal.append(event)


def _returned(table: Table, event: Returned) -> None:
    _send(table, event.card, event.to, "hand", event.position)
    table.journal.append(event)


def _taken(table: Table, event: Taken) -> None:
    card = _send(table, event.card, event.to, "hand", event.position)
    if event.owned:
        card.owner = event.to


def _placed(table: Table, event: Placed) -> None:
    card = _send(table, event.card, event.to, event.zone, event.position, top=event.end == "top")
    if event.to < 0:
        card.owner = -1


def _boxed(table: Table, event: Boxed) -> None:
    _send(table, event.card, -1, "box", event.position, top=False)


def _moved(table: Table, event: Moved) -> None:
    card = table.cards[event.card]
    pile(table, card).remove(event.card)
    card.site = event.site
    table.sites[event.site].piles[card.zone].append(event.card)
    _bring_along(table, card)
    table.journal.append(event)


def _bring_along(table: Table, card: Card) -> None:
    """Move the cards on and under a card along with it."""
    for number in (*card.attached, *card.stored):
        below = table.cards[number]
        below.site = card.site
        _bring_along(table, below)


def _transferred(table: Table, event: Transferred) -> None:
    card = _lift(table, event.card)
    card.site, card.host = event.site, event.host
    card.zone = "attached" if event.host else "actions"
    pile(table, card).append(event.card)
    _bring_along(table, card)
    table.journal.append(event)


def _control_changed(table: Table, event: ControlChanged) -> None:
    card = table.cards[event.card]
    if event.tied_to:
        table.tied += -1 if event.ends else 1
    if event.ends:
        ended = (event.tied_to, event.until, event.until_seat)
        card.control = [layer for layer in card.control if (layer.tied_to, layer.until, layer.until_seat) != ended]
    else:
        if not card.control:
            card.control = [Control(card.controller, 0)]
        card.control.append(Control(event.controller, event.tied_to, event.until, event.until_seat))
    card.controller = event.controller
    for number in card.stored:
        table.cards[number].controller = event.controller


def _counters_changed(table: Table, event: CountersChanged) -> None:
    table.cards[event.card].counters += event.amount


def _counters_transferred(table: Table, event: CountersTransferred) -> None:
    table.cards[event.card].counters -= event.amount
    table.cards[event.target].counters += event.amount
    table.journal.append(event)


def _effect_began(table: Table, event: EffectBegan) -> None:
    table.lasting.append(
        Lasting(
            event.position,
            event.kind,
            event.seat,
            event.by,
            list(event.cards),
            event.amount,
            event.ability,
            event.arguments,
            event.site,
            event.until,
            event.until_seat,
            event.but,
        )
    )


def _effects_ended(table: Table, event: EffectsEnded) -> None:
    ended = event.effects
    table.lasting = [lasting for lasting in table.lasting if lasting.number not in ended]


def _buried(table: Table, event: Buried) -> None:
    card = _lift(table, event.card)
    _forget(table, card)
    card.controller = event.seat
    card.zone = "buried"
    card.site = event.site
    card.since = event.position
    table.sites[event.site].piles["buried"].append(event.card)
    table.journal.append(event)


def _stored(table: Table, event: Stored) -> None:
    card = _lift(table, event.card)
    _forget(table, card)
    host = table.cards[event.host]
    card.controller = event.seat
    card.zone = "stored"
    card.host = event.host
    card.site = host.site
    card.since = event.position
    host.stored.append(event.card)


def _stasis_entered(table: Table, event: StasisEntered) -> None:
    counters = table.cards[event.card].counters
    card = _send(table, event.card, event.to, "stasis", event.position, top=False)
    card.stasis = event.counters
    if event.keeps:
        card.counters = counters
        _bring_along(table, card)


def _stasis_changed(table: Table, event: StasisChanged) -> None:
    table.cards[event.card].stasis += event.amount
    table.journal.append(event)


def _drawn(table: Table, event: Drawn) -> None:
    seat = event.seat
    hand = table.seats[seat].hand
    source = table.seats[seat].deck if event.zone == "deck" else table.piles[event.zone]
    for number in event.cards:
        source.remove(number)
        hand.append(number)
        card = table.cards[number]
        card.zone = "hand"
        card.controller = seat
        if card.owner < 0:
            card.owner = seat  # Drawn from a pile that belongs to nobody: the player owns it from now on.
        card.since = event.position


def _set_aside(table: Table, event: SetAside) -> None:
    for number in event.cards:
        card = _lift(table, number)
        _forget(table, card)
        card.zone = "aside"
        card.controller = event.seat
        card.since = event.position
        table.piles["aside"].append(number)


def _duel_began(table: Table, event: DuelBegan) -> None:
    table.duel = Duel(event.seat, event.challenger, event.challenged, event.by)


def _duel_card_placed(table: Table, event: DuelCardPlaced) -> None:
    card = _lift(table, event.card)
    card.zone = "duelling"
    table.piles["duelling"].append(event.card)
    if table.duel:
        table.duel.placed.append(event.card)


def _duel_card_revealed(table: Table, event: DuelCardRevealed) -> None:
    if table.duel:
        table.duel.placed.remove(event.card)


def _duel_ended(table: Table, event: DuelEnded) -> None:
    table.duel = None


def _scoring_began(table: Table, event: ScoringBegan) -> None:
    table.scoring = Scoring(event.site, event.base)


def _awarded(table: Table, event: Awarded) -> None:
    present = frozenset([table.cards[number].controller for number in table.sites[event.site].minions])
    awarded = event.position
    table.scoring = Scoring(event.site, event.base, event.totals, event.places, event.awards, awarded, present)


def _scoring_ended(table: Table, event: ScoringEnded) -> None:
    table.scoring = None


def _victory_points_changed(table: Table, event: VictoryPointsChanged) -> None:
    table.seats[event.to].victory_points += event.amount


def _base_arrived(table: Table, event: BaseArrived) -> None:
    card = _lift(table, event.base)
    card.zone = "base"
    card.site = event.site
    card.since = event.position
    table.sites[event.site] = Site(event.site, event.base)


def _retire_base(table: Table, number: int, position: int) -> None:
    card = table.cards[number]
    _forget(table, card)
    card.zone = "base_discard"
    card.since = position
    table.base_discard.insert(0, number)


def _base_left(table: Table, event: BaseLeft) -> None:
    del table.sites[event.site]
    _retire_base(table, event.base, event.position)


def _base_swapped(table: Table, event: BaseSwapped) -> None:
    card = _lift(table, event.new)
    card.zone = "base"
    card.site = event.site
    card.since = event.position
    table.sites[event.site].base = event.new
    if table.scoring and table.scoring.site == event.site:
        table.scoring.base = event.new
    _retire_base(table, event.old, event.position)


APPLY: Final[dict[type[Event], Callable[[Table, Any], None]]] = {
    GameBegun: _game_begun,
    FactionChosen: _faction_chosen,
    CardsMade: _cards_made,
    GameWon: _game_won,
    Shuffled: _shuffled,
    PickedAtRandom: _nothing,
    Asked: _asked,
    Answered: _answered,
    TurnBegan: _turn_began,
    PhaseBegan: _phase_began,
    HouseRuled: _house_ruled,
    AllowanceGiven: _allowance_given,
    AllowancesEnded: _allowances_ended,
    CardPlayed: _card_played,
    AbilityUsed: _noted,
    Forbidden: _nothing,
    Replaced: _nothing,
    Destroyed: _discarded,
    Discarded: _discarded,
    Returned: _returned,
    Placed: _placed,
    Taken: _taken,
    Boxed: _boxed,
    Moved: _moved,
    Transferred: _transferred,
    ControlChanged: _control_changed,
    CountersChanged: _counters_changed,
    CountersTransferred: _counters_transferred,
    EffectBegan: _effect_began,
    EffectsEnded: _effects_ended,
    Buried: _buried,
    Stored: _stored,
    StasisEntered: _stasis_entered,
    StasisChanged: _stasis_changed,
    Drawn: _drawn,
    Looked: _nothing,
    Revealed: _nothing,
    SetAside: _set_aside,
    DuelBegan: _duel_began,
    DuelCardPlaced: _duel_card_placed,
    DuelCardRevealed: _duel_card_revealed,
    DuelEnded: _duel_ended,
    ScoringBegan: _scoring_began,
    Awarded: _awarded,
    ScoringEnded: _scoring_ended,
    VictoryPointsChanged: _victory_points_changed,
    BaseArrived: _base_arrived,
    BaseLeft: _base_left,
    BaseSwapped: _base_swapped,
}
require_all("projections.table.APPLY", APPLY, EVENT_TYPES)

STILL: Final = frozenset(
    {
        *(
            Asked,
            Answered,
            PhaseBegan,
            TurnBegan,
            AllowanceGiven,
            AllowancesEnded,
            AbilityUsed,
            EffectBegan,
            EffectsEnded,
        ),
        *(Looked, Revealed, PickedAtRandom, Forbidden, Replaced),
    }
)
"""Events that change no card, pile, player or base, nor what is being scored, so nothing needs to be drawn again.

Most events of a game are among them.
"""
