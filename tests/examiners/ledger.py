"""A second fold of the log, written from the descriptions of the events alone.

It shares no code with `projections.table`, and keeps its facts differently: each card has one record that says where it
is, and piles are found by looking. Only draw piles are kept as lists, because their order matters. Comparing the two
folds (`differences`) shows a mistake in either.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from operator import attrgetter
from typing import Any

from events.questions import Question
from events.vocabulary import (
    AbilityUsed,
    AllowanceGiven,
    AllowancesEnded,
    Answered,
    Asked,
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
    DuelEnded,
    EffectBegan,
    EffectsEnded,
    Event,
    GameBegun,
    GameWon,
    HouseRuled,
    Moved,
    PhaseBegan,
    Placed,
    Returned,
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
from projections.table import Table

IN_PLAY = frozenset({"minions", "titans", "actions", "attached"})
OF_A_SEAT = frozenset({"hand", "deck", "discard", "stasis", "beside"})
DRAW_PILES = frozenset({"deck", "base_deck", "madness"})
COMPARED = ("definition", "owner", "controller", "zone", "site", "host", "counters", "stasis", "since", "off_top")
_compared = attrgetter(*COMPARED)
NOTED = (AbilityUsed, Buried, CardPlayed, CountersTransferred, Moved, Returned, StasisChanged, Transferred)
"""What "this turn" can ask about; cards that are discarded or destroyed count if they were at a base."""


_LAYER = ("seat", "tied_to", "until", "until_seat")
"""What a layer of control says."""


@dataclass(slots=True)
class CardRecord:
    """Everything known about one card."""

    number: int
    definition: str
    owner: int
    controller: int
    zone: str
    site: int = 0
    host: int = 0
    counters: int = 0
    stasis: int = 0
    since: int = 0
    off_top: bool = False
    takers: list[tuple[int, int, str, int]] = field(default_factory=list)
    """Who took control of it, and the card that each change of control depends on (0: none); the first is its player."""


@dataclass
class Ledger:
    """The game as this fold has it."""

    edition: str = ""
    cards: dict[int, CardRecord] = field(default_factory=dict)
    bases: dict[int, int] = field(default_factory=dict)
    """The base card at each site."""
    draw_piles: dict[tuple[str, int], list[int]] = field(default_factory=dict)
    """By zone and seat (-1: nobody's), from the top."""
    points: list[int] = field(default_factory=list)
    plays: dict[int, AllowanceGiven] = field(default_factory=dict)
    lasting: dict[int, EffectBegan] = field(default_factory=dict)
    reached: dict[int, set[int]] = field(default_factory=dict)
    """The cards that each continuous effect still applies to."""
    current: int = -1
    turn: int = 0
    turn_began: int = 0
    phase: str = ""
    scoring: int = 0
    winners: tuple[int, ...] = ()
    asked: int = -1
    question: Question | None = None
    duel: tuple[int, int] | None = None
    this_turn: list[int] = field(default_factory=list)
    """The positions of what happened this turn."""
    position: int = 0

    def read(self, event: Event) -> None:
        """Take one event in."""
        self.position = event.position
        if handler := _HANDLERS.get(type(event)):
            handler(self, event)
        if isinstance(event, NOTED) or (isinstance(event, Destroyed | Discarded) and event.site):
            self.this_turn.append(event.position)

    # --- looking

    def at(self, site: int, zone: str) -> list[CardRecord]:
        """The cards of a zone at a site."""
        return [card for card in self.cards.values() if card.site == site and card.zone == zone]

    def in_play(self) -> list[CardRecord]:
        """Every face-up card in play, bases excepted."""
        return [card for card in self.cards.values() if card.zone in IN_PLAY]

    def on(self, host: int) -> list[CardRecord]:
        """The actions on a card."""
        return [card for card in self.cards.values() if card.host == host and card.zone == "attached"]

    def held(self, seat: int, zone: str) -> list[CardRecord]:
        """The cards of a player's pile."""
        return [card for card in self.cards.values() if card.zone == zone and card.controller == seat]

    def differences(self, table: Table) -> Iterator[str]:
        """Say where the table differs from this ledger."""
        for number, card in self.cards.items():
            other = table.cards.get(number)
            if other is None:
                yield f"card {number} ({card.definition}) is not on the table"
            elif _compared(card) != _compared(other):
                for name, mine, theirs in zip(COMPARED, _compared(card), _compared(other), strict=True):
                    if mine != theirs:
                        yield (
                            f"card {number} ({card.definition}): {name} is {theirs!r} on the table, {mine!r} by the log"
                        )
            elif (card.takers or other.control) and card.takers != [
                attrgetter(*_LAYER)(control) for control in other.control
            ]:
                yield f"card {number} ({card.definition}): its changes of control differ"
        if len(table.cards) != len(self.cards):
            yield f"the table has {len(table.cards)} cards, the log {len(self.cards)}"
        for (zone, seat), pile in self.draw_piles.items():
            piles = table.seats[seat].piles if seat >= 0 else table.piles
            if piles[zone] != pile:  # type: ignore[index]
                yield f"the order of the {zone} of seat {seat} differs"
        held: dict[tuple[str, int], set[int]] = {}
        for card in self.cards.values():
            if card.zone in OF_A_SEAT:
                held.setdefault((card.zone, card.controller), set()).add(card.number)
        for seat, player in enumerate(table.seats):
            for zone in OF_A_SEAT:
                pile = player.piles[zone]  # type: ignore[index]
                mine = held.get((zone, seat), set())
                if len(pile) != len(mine) or set(pile) != mine:
                    yield f"the {zone} of seat {seat} holds other cards than those that say they are there"
        if {site.number: site.base for site in table.sites.values()} != self.bases:
            yield "the bases in play differ"
        if [seat.victory_points for seat in table.seats] != self.points:
            yield "the victory points differ"
        yield from self._other_turn(table)

    def _other_turn(self, table: Table) -> Iterator[str]:
        """Say where whose turn it is, what may be played and what lasts differ from this ledger."""
        for name in ("position", "edition", "current", "turn", "turn_began", "phase", "winners", "asked", "question"):
            if getattr(table, name) != getattr(self, name):
                yield f"{name} is {getattr(table, name)!r} on the table, {getattr(self, name)!r} by the log"
        if (table.scoring.site if table.scoring else 0) != self.scoring:
            yield "another base is being scored"
        if ((table.duel.challenger, table.duel.challenged) if table.duel else None) != self.duel:
            yield "another duel goes on"
        if [allowance.number for allowance in table.allowances] != list(self.plays):
            yield "the plays that are left differ"
        if {effect.number: set(effect.cards) for effect in table.lasting} != self.reached:
            yield "the continuous effects, or the cards they apply to, differ"
        if [event.position for event in table.journal] != self.this_turn:
            yield "what happened this turn differs"

    # --- moving cards

    def lift(self, number: int) -> CardRecord:
        """Take a card out of the place where it is."""
        card = self.cards[number]
        if card.zone in DRAW_PILES:
            self.draw_piles[card.zone, card.controller if card.zone == "deck" else -1].remove(number)
        return card

    def put(self, card: CardRecord, zone: str, seat: int, position: int, *, bottom: bool = False) -> None:
        """Put a card into a player's pile or one of the table's; whatever it was in play is forgotten."""
        if seat < 0 and zone in OF_A_SEAT:
            zone = "box"  # a card of nobody's has no pile to go to
        if card.zone == "titans":
            zone, seat, bottom = "beside", card.owner, True  # wherever it was sent (titan.leaves)
        # An effect that reached a card in a hand, or an action while it resolved, still applies to it in the next pile.
        laid = zone in ("aside", "buried", "stored", "base_discard")
        if laid or card.site or card.host or card.counters or card.stasis or card.takers or card.off_top:
            for cards in self.reached.values():
                cards.discard(card.number)
        card.zone, card.controller, card.since = zone, seat, position
        card.site = card.host = card.counters = card.stasis = 0
        card.takers, card.off_top = [], False
        if zone in DRAW_PILES:
            pile = self.draw_piles.setdefault((zone, seat if zone == "deck" else -1), [])
            pile.insert(len(pile) if bottom else 0, card.number)

    def carry(self, card: CardRecord) -> None:
        """Take what is on and under a card to where the card is."""
        for other in self.cards.values():
            if other.host == card.number:
                other.site = card.site
                self.carry(other)


# --- one function for each event that changes something ---------------------------------------------------------------


def _begun(ledger: Ledger, event: GameBegun) -> None:
    ledger.edition = event.edition
    ledger.points = [0] * len(event.seats)


def _made(ledger: Ledger, event: CardsMade) -> None:
    for number, definition in enumerate(event.definitions, event.first):
        card = CardRecord(number, definition, event.seat, event.seat, event.zone, since=event.position)
        ledger.cards[number] = card
        if event.zone in DRAW_PILES:
            ledger.draw_piles.setdefault((event.zone, event.seat if event.zone == "deck" else -1), []).append(number)


def _shuffled(ledger: Ledger, event: Shuffled) -> None:
    if event.with_discard:
        discard = "discard" if event.seat >= 0 else "base_discard"
        for card in ledger.cards.values():
            if card.zone == discard and card.controller == event.seat:
                card.zone, card.since = event.zone, event.position
    ledger.draw_piles[event.zone, event.seat if event.zone == "deck" else -1] = list(event.order)


def _asked(ledger: Ledger, event: Asked) -> None:
    ledger.asked, ledger.question = event.seat, event.question


def _answered(ledger: Ledger, event: Answered) -> None:
    ledger.asked, ledger.question = -1, None


def _house_ruled(ledger: Ledger, event: HouseRuled) -> None:
    ledger.asked, ledger.question, ledger.duel, ledger.scoring = -1, None, None, 0


def _duel(ledger: Ledger, event: DuelBegan) -> None:
    ledger.duel = event.challenger, event.challenged


def _duel_over(ledger: Ledger, event: DuelEnded) -> None:
    ledger.duel = None


def _turn(ledger: Ledger, event: TurnBegan) -> None:
    ledger.current, ledger.turn, ledger.turn_began = event.seat, event.number, event.position
    ledger.this_turn = []


def _phase(ledger: Ledger, event: PhaseBegan) -> None:
    ledger.phase = event.phase


def _play_given(ledger: Ledger, event: AllowanceGiven) -> None:
    ledger.plays[event.position] = event


def _plays_ended(ledger: Ledger, event: AllowancesEnded) -> None:
    for number in event.allowances:
        ledger.plays.pop(number, None)


def _played(ledger: Ledger, event: CardPlayed) -> None:
    card = ledger.lift(event.card)
    if card.zone in ("buried", "stored") or card.stasis:
        ledger.put(card, "aside", event.seat, event.position)  # a new life; out of stasis a card keeps its counters
    for number, cards in ledger.reached.items():
        if number < card.since:
            cards.discard(card.number)  # since the effect began, the card has been elsewhere: it is a new one
    card.zone, card.controller, card.since = event.to, event.seat, event.position
    card.site, card.host, card.off_top = event.site, event.host, event.off_top
    ledger.carry(card)
    ledger.plays.pop(event.allowance, None)


def _to_discard(ledger: Ledger, event: Destroyed | Discarded) -> None:
    card = ledger.lift(event.card)
    ledger.put(card, "discard", event.to, event.position)
    if card.zone == "discard":
        card.owner = event.to


def _to_hand(ledger: Ledger, event: Returned | Taken) -> None:
    card = ledger.lift(event.card)
    ledger.put(card, "hand", event.to, event.position)
    if isinstance(event, Taken) and event.owned:
        card.owner = event.to


def _to_deck(ledger: Ledger, event: Placed) -> None:
    card = ledger.lift(event.card)
    ledger.put(card, event.zone, event.to, event.position, bottom=event.end == "bottom")
    if event.to < 0:
        card.owner = -1


def _to_box(ledger: Ledger, event: Boxed) -> None:
    ledger.put(ledger.lift(event.card), "box", -1, event.position)


def _moved(ledger: Ledger, event: Moved) -> None:
    card = ledger.cards[event.card]
    card.site = event.site
    ledger.carry(card)


def _transferred(ledger: Ledger, event: Transferred) -> None:
    card = ledger.cards[event.card]
    card.zone = "attached" if event.host else "actions"
    card.site, card.host = event.site, event.host
    ledger.carry(card)


def _control(ledger: Ledger, event: ControlChanged) -> None:
    card = ledger.cards[event.card]
    if event.ends:
        ended = (event.tied_to, event.until, event.until_seat)
        card.takers = [taker for taker in card.takers if taker[1:] != ended]
    else:
        first = [(card.controller, 0, "", -1)]
        card.takers = [*(card.takers or first), (event.controller, event.tied_to, event.until, event.until_seat)]
    card.controller = event.controller
    for other in ledger.cards.values():
        if other.host == card.number and other.zone == "stored":
            other.controller = event.controller


def _counters(ledger: Ledger, event: CountersChanged) -> None:
    ledger.cards[event.card].counters += event.amount


def _counters_go(ledger: Ledger, event: CountersTransferred) -> None:
    ledger.cards[event.card].counters -= event.amount
    ledger.cards[event.target].counters += event.amount


def _effect(ledger: Ledger, event: EffectBegan) -> None:
    ledger.lasting[event.position] = event
    ledger.reached[event.position] = set(event.cards)


def _effects_over(ledger: Ledger, event: EffectsEnded) -> None:
    for number in event.effects:
        ledger.lasting.pop(number, None)
        ledger.reached.pop(number, None)


def _buried(ledger: Ledger, event: Buried) -> None:
    card = ledger.lift(event.card)
    ledger.put(card, "buried", event.seat, event.position)
    card.site = event.site


def _stored(ledger: Ledger, event: Stored) -> None:
    card = ledger.lift(event.card)
    ledger.put(card, "stored", event.seat, event.position)
    card.host, card.site = event.host, ledger.cards[event.host].site


def _stasis(ledger: Ledger, event: StasisEntered) -> None:
    card = ledger.lift(event.card)
    counters = card.counters
    ledger.put(card, "stasis", event.to, event.position)
    card.stasis = event.counters
    if event.keeps:
        card.counters = counters
        ledger.carry(card)


def _stasis_changed(ledger: Ledger, event: StasisChanged) -> None:
    ledger.cards[event.card].stasis += event.amount


def _drawn(ledger: Ledger, event: Drawn) -> None:
    for number in event.cards:
        card = ledger.lift(number)
        card.zone, card.controller, card.since = "hand", event.seat, event.position
        if card.owner < 0:
            card.owner = event.seat


def _aside(ledger: Ledger, event: SetAside) -> None:
    for number in event.cards:
        ledger.put(ledger.lift(number), "aside", event.seat, event.position)


def _duel_card(ledger: Ledger, event: DuelCardPlaced) -> None:
    ledger.lift(event.card).zone = "duelling"


def _scoring(ledger: Ledger, event: ScoringBegan) -> None:
    ledger.scoring = event.site


def _scored(ledger: Ledger, event: ScoringEnded) -> None:
    ledger.scoring = 0


def _points(ledger: Ledger, event: VictoryPointsChanged) -> None:
    ledger.points[event.to] += event.amount


def _base_comes(ledger: Ledger, number: int, site: int, position: int) -> None:
    card = ledger.lift(number)
    card.zone, card.site, card.since = "base", site, position
    ledger.bases[site] = number


def _base_goes(ledger: Ledger, number: int, position: int) -> None:
    ledger.put(ledger.cards[number], "base_discard", -1, position)


def _arrived(ledger: Ledger, event: BaseArrived) -> None:
    _base_comes(ledger, event.base, event.site, event.position)


def _left(ledger: Ledger, event: BaseLeft) -> None:
    del ledger.bases[event.site]
    _base_goes(ledger, event.base, event.position)


def _swapped(ledger: Ledger, event: BaseSwapped) -> None:
    _base_comes(ledger, event.new, event.site, event.position)
    _base_goes(ledger, event.old, event.position)


def _won(ledger: Ledger, event: GameWon) -> None:
    ledger.winners, ledger.asked, ledger.question = event.seats, -1, None


_HANDLERS: dict[type[Event], Callable[[Ledger, Any], None]] = {
    GameBegun: _begun,
    CardsMade: _made,
    Shuffled: _shuffled,
    Asked: _asked,
    Answered: _answered,
    HouseRuled: _house_ruled,
    DuelBegan: _duel,
    DuelEnded: _duel_over,
    TurnBegan: _turn,
    PhaseBegan: _phase,
    AllowanceGiven: _play_given,
    AllowancesEnded: _plays_ended,
    CardPlayed: _played,
    Destroyed: _to_discard,
    Discarded: _to_discard,
    Returned: _to_hand,
    Taken: _to_hand,
    Placed: _to_deck,
    Boxed: _to_box,
    Moved: _moved,
    Transferred: _transferred,
    ControlChanged: _control,
    CountersChanged: _counters,
    CountersTransferred: _counters_go,
    EffectBegan: _effect,
    EffectsEnded: _effects_over,
    Buried: _buried,
    Stored: _stored,
    StasisEntered: _stasis,
    StasisChanged: _stasis_changed,
    Drawn: _drawn,
    SetAside: _aside,
    DuelCardPlaced: _duel_card,
    ScoringBegan: _scoring,
    ScoringEnded: _scored,
    VictoryPointsChanged: _points,
    BaseArrived: _arrived,
    BaseLeft: _left,
    BaseSwapped: _swapped,
    GameWon: _won,
}
