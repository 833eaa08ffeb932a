"""The table: the whole truth of a game at one position. It changes only by `apply(event)`.

Folding knows no rules and no cards: every event says where things go. Lists are in table order; index 0 of a deck is
its top. In a pile, `Card.controller` is the seat whose pile it is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

import msgspec

from events.questions import AnyQuestion
from events.vocabulary import (
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

# What outlives its moment within a turn: "first time this turn", "was moved this turn", "used its talent".
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
    """One layer of control over a card: who, and the card it depends on (0: none)."""

    seat: int
    tied_to: int


@dataclass(eq=False, slots=True)
class Card:
    """A card of the game, wherever it is."""

    number: int
    definition: str
    owner: int
    controller: int
    zone: str
    site: int = 0
    host: int = 0
    since: int = 0  # the position at which it came into play (or to its present zone)
    counters: int = 0
    stasis: int = 0
    off_top: bool = False
    control: list[Control] = field(default_factory=list)
    attached: list[int] = field(default_factory=list)
    stored: list[int] = field(default_factory=list)


@dataclass(eq=False, slots=True)
class Site:
    """A place in the middle of the table: the base card that lies there and the cards at it."""

    number: int
    base: int
    minions: list[int] = field(default_factory=list)
    actions: list[int] = field(default_factory=list)
    buried: list[int] = field(default_factory=list)


@dataclass(eq=False, slots=True)
class Seat:
    """A player."""

    name: str
    factions: list[str] = field(default_factory=list)
    victory_points: int = 0
    hand: list[int] = field(default_factory=list)
    deck: list[int] = field(default_factory=list)
    discard: list[int] = field(default_factory=list)
    stasis: list[int] = field(default_factory=list)


@dataclass(eq=False, slots=True)
class Allowance:
    """A card that a player may still play. It never changes; frozen, it would take three times as long to make."""

    number: int
    seat: int
    kind: str
    condition: str
    arguments: tuple[str, ...]
    site: int
    extra: bool
    until: str
    by: int


@dataclass(eq=False, slots=True)
class Lasting:
    """Something that goes on without a card of its own."""

    number: int
    kind: str
    seat: int
    by: int
    cards: list[int]
    amount: int
    ability: str
    arguments: tuple[str, ...]
    site: int
    until: str
    until_seat: int
    but: tuple[str, int] | None


@dataclass(eq=False, slots=True)
class Scoring:
    """The base being scored, kept until its replacement has arrived, although the base card may have gone."""

    site: int
    base: int
    totals: tuple[int, ...] = ()
    places: tuple[int, ...] = ()
    awards: tuple[int, ...] = ()


@dataclass(eq=False, slots=True)
class Duel:
    """The duel going on."""

    seat: int
    challenger: int
    challenged: int
    by: int
    placed: list[int] = field(default_factory=list)  # what was laid for it and is not yet revealed


@dataclass(eq=False, slots=True)
class Table:
    """Everything there is. See the module."""

    position: int = 0
    edition: str = ""
    seats: list[Seat] = field(default_factory=list)
    cards: dict[int, Card] = field(default_factory=dict)
    sites: dict[int, Site] = field(default_factory=dict)
    base_deck: list[int] = field(default_factory=list)
    base_discard: list[int] = field(default_factory=list)
    madness: list[int] = field(default_factory=list)
    aside: list[int] = field(default_factory=list)
    resolving: list[int] = field(default_factory=list)
    box: list[int] = field(default_factory=list)
    duelling: list[int] = field(default_factory=list)
    current: int = -1
    turn: int = 0
    turn_began: int = 0
    phase: str = ""
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

    def apply(self, event: Event) -> None:
        """Take one event in."""
        APPLY[type(event)](self, event)
        self.position = event.position

    def borrowed(self) -> list[Card]:
        """The minions in play over which control has changed."""
        cards = self.cards
        return [cards[number] for site in self.sites.values() for number in site.minions if cards[number].control]

    def carriers(self) -> list[Card]:
        """The minions in play with something attached to them."""
        cards = self.cards
        return [cards[number] for site in self.sites.values() for number in site.minions if cards[number].attached]

    def minions(self, seat: int | None = None) -> list[Card]:
        """The minions in play, in table order; of one controller, if a seat is given."""
        cards = self.cards
        found = [cards[number] for site in self.sites.values() for number in site.minions]
        return found if seat is None else [card for card in found if card.controller == seat]


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
    """The table as bytes, to compare: equal tables give equal bytes."""
    return msgspec.msgpack.encode(table)


# --- where a card lies ----------------------------------------------------------------------------------------------

_SEAT_ZONES = frozenset({"hand", "deck", "discard", "stasis"})
_SITE_ZONES = frozenset({"minions", "actions", "buried"})
_HOST_ZONES = frozenset({"attached", "stored"})
IN_PLAY = frozenset({"minions", "actions", "attached", "base"})
"""Zones of face-up cards in play, at a base."""


def pile(table: Table, card: Card) -> list[int]:
    """The list a card lies in."""
    zone = card.zone
    found: list[int]
    if zone in _SEAT_ZONES and card.controller >= 0:
        found = getattr(table.seats[card.controller], zone)
    elif zone in _SITE_ZONES:
        found = getattr(table.sites[card.site], zone)
    elif zone in _HOST_ZONES:
        found = getattr(table.cards[card.host], zone)
    else:
        found = getattr(table, zone)
    return found


def _lift(table: Table, number: int) -> Card:
    card = table.cards[number]
    pile(table, card).remove(number)
    return card


def _forget(table: Table, card: Card) -> None:
    """A card that leaves play is a new card when it comes back: nothing of its life in play stays with it."""
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


def _send(table: Table, number: int, seat: int, zone: str, position: int, *, top: bool = True) -> Card:
    """Put a card on (or, decks, under) a seat's pile. Nobody's card has none to go to: it is out of the game."""
    if seat < 0 and zone in _SEAT_ZONES:
        zone = "box"
    card = _lift(table, number)
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
    """What was shown, failed or picked changes nothing by itself."""


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
    owner: Any = table.seats[event.seat] if event.seat >= 0 else table
    deck: list[int] = getattr(owner, event.zone)
    if event.with_discard:
        discard: list[int] = owner.discard if event.seat >= 0 else table.base_discard
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
    # A phase that is told again goes on: the set-up of a scenario ends in the middle of one.
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
    card.controller = event.seat
    card.zone = zone = event.to
    card.since = event.position
    card.site = event.site
    card.host = event.host
    card.off_top = event.off_top
    if card.stored or card.attached:
        _bring_along(table, card)
    number = card.number
    if zone == "minions":
        table.sites[event.site].minions.append(number)
    elif zone == "resolving":
        table.resolving.append(number)
    elif zone == "actions":
        table.sites[event.site].actions.append(number)
    else:
        table.cards[event.host].attached.append(number)
    if event.allowance:
        spent = event.allowance
        table.allowances = [allowance for allowance in table.allowances if allowance.number != spent]
    table.journal.append(event)


def _noted(table: Table, event: Any) -> None:
    table.journal.append(event)


def _discarded(table: Table, event: Destroyed | Discarded) -> None:
    card = _send(table, event.card, event.to, "discard", event.position)
    card.owner = event.to  # nothing lies in another player's discard pile
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
    getattr(table.sites[event.site], card.zone).append(event.card)
    _bring_along(table, card)
    table.journal.append(event)


def _bring_along(table: Table, card: Card) -> None:
    """What is on and under a card is where it is."""
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
        card.control = [layer for layer in card.control if layer.tied_to != event.tied_to]
    else:
        if not card.control:
            card.control = [Control(card.controller, 0)]
        card.control.append(Control(event.controller, event.tied_to))
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
    table.sites[event.site].buried.append(event.card)
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
    source = table.seats[seat].deck if event.zone == "deck" else getattr(table, event.zone)
    for number in event.cards:
        source.remove(number)
        hand.append(number)
        card = table.cards[number]
        card.zone = "hand"
        card.controller = seat
        if card.owner < 0:
            card.owner = seat  # off a pile of nobody's: theirs from now on
        card.since = event.position


def _set_aside(table: Table, event: SetAside) -> None:
    for number in event.cards:
        card = _lift(table, number)
        _forget(table, card)
        card.zone = "aside"
        card.controller = event.seat
        card.since = event.position
        table.aside.append(number)


def _duel_began(table: Table, event: DuelBegan) -> None:
    table.duel = Duel(event.seat, event.challenger, event.challenged, event.by)


def _duel_card_placed(table: Table, event: DuelCardPlaced) -> None:
    card = _lift(table, event.card)
    card.zone = "duelling"
    table.duelling.append(event.card)
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
    table.scoring = Scoring(event.site, event.base, event.totals, event.places, event.awards)


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


APPLY: dict[type[Event], Callable[[Table, Any], None]] = {
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
