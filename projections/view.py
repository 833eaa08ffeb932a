"""What one seat may see of a game: the table and the events, with everything hidden masked.

**Names.** Card numbers belong to the engine: they could tell where a card was made, or that a card seen now is one seen
before. A view gives its own names, 1, 2, 3 … in order of appearance. A name holds for as long as the seat can follow
the card with its eyes, and is forgotten when the card is lost from sight: shuffled, taken into another's hand, drawn
unseen. A card that appears again has a new name. Answers come back in these names (`to_engine`).

**Form.** Masked events are the same event structs, and the masked table is a `Table`: names in place of numbers, 0 for
a card that cannot be seen, `definition` "" for a card that lies face down but can be pointed at. So whatever draws a
table or tells an event does it for a view as well, and both encode to JSON like the originals. Besides that:

- a question to another seat is `Unseen`, an answer of another seat has no picks, except a name or a number, which is
  said aloud and leaves no other trace;
- the order of a shuffle is all 0; `CardsMade` has "" for every card that is not in sight and then 0 for `first`;
- in another's hand the cards known (by a look) come first, then a 0 for each of the rest.

**Sight.** What lies open is seen by all. A hand, buried, stored and duelling cards are seen by their player. Cards
looked at are seen by who looks; revealed ones by all: in a deck they stay known in their place until it is shuffled, in
a hand until it gains a card or nothing is half resolved any more. A face-down card on the table (buried, stored, set
aside, in a duel) is pointed at by its name, and what it is stays known to those who saw it. Whoever knows cards of a
pile from which another player takes one unseen, or which another looks through, can no longer tell which is which, and
forgets them.

Nothing here depends on what the seat does not know, so two games that differ only in that look the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from copy import copy
from dataclasses import replace

import msgspec

from events.errors import SmashUpError
from events.questions import AnyQuestion, Names, Numbers, Pick, Play, Unseen
from events.vocabulary import (
    AbilityUsed,
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
    Destroyed,
    Discarded,
    Drawn,
    DuelCardPlaced,
    DuelCardRevealed,
    Event,
    HouseRuled,
    Looked,
    PhaseBegan,
    PickedAtRandom,
    Placed,
    Returned,
    Revealed,
    SetAside,
    Shuffled,
    StasisEntered,
    Stored,
    Taken,
)
from projections.copies import copied
from projections.renaming import CARD_QUESTIONS, renamed, renamed_picks, renamed_question
from projections.table import Allowance, Card, Control, Duel, Lasting, Scoring, Seat, Site, Table

OPEN = frozenset(
    {
        *("minions", "actions", "attached", "base", "resolving", "discard", "stasis"),
        *("base_discard", "madness", "box"),
    }
)
"""Zones in which everybody sees what lies there."""

FACE_DOWN = frozenset({"buried", "stored", "duelling", "aside"})
"""Zones on the table in which a card may lie face down, but is told from the others by its place."""

_OWN = frozenset({"hand", "buried", "stored", "duelling"})
_SAID_ALOUD = (Names, Numbers)


class UnknownName(SmashUpError):
    """An answer names a card that the seat does not see under this name."""

    def __init__(self, name: int) -> None:
        super().__init__(name)
        self.name = name

    def __str__(self) -> str:
        return f"There is no card {self.name} in this seat's view; name one of the options."


class View:
    """The game as one seat sees it, event by event. Seat None is a spectator, who sees what is open to all."""

    def __init__(self, seat: int | None, events: Iterable[Event] = ()) -> None:
        self.seat = seat
        self.events: list[Event] = []
        self.question: AnyQuestion | None = None
        self._table = Table()
        self._names: dict[int, int] = {}  # of the cards that can be pointed at now, by their numbers
        self._numbers: dict[int, int] = {}  # and back
        self._named = 0
        self._since: dict[int, int] = {}  # at which position a card got its name
        self._lost: dict[int, int] = {}  # at which position a card was last lost from sight
        self._known: set[int] = set()  # named cards whose face the seat knows
        self._unplaced: set[int] = set()  # known to be in a deck, but not where: it was searched
        self._shown: set[int] = set()  # revealed where they are otherwise hidden
        self._glimpsed: set[int] = set()  # named cards in others' hands
        self._blind: set[int] = set()  # offered unseen, and named only for the answer
        self.extend(events)

    def copy(self) -> View:
        """The same view, to go on with by itself."""
        twin = type(self)(self.seat)
        twin.__dict__.update({name: copy(value) for name, value in self.__dict__.items()})
        twin._table = copied(self._table)
        return twin

    # --- following the game

    def extend(self, events: Iterable[Event]) -> None:
        """Take events in."""
        for event in events:
            self.take(event)

    def take(self, event: Event) -> Event:
        """Take one event in. Returns it as this seat sees it."""
        cards = self._table.cards
        moved = _MOVED.get(type(event), _none)(event)
        if isinstance(event, ControlChanged):
            moved += tuple(cards[event.card].stored)
        before = [(number, cards[number].zone, cards[number].controller, self._sees(cards[number])) for number in moved]
        question = self._table.question
        self._table.apply(event)
        if before:
            self._follow(event, before)
        else:
            self._be_shown(event)
        masked = self._masked(event, question)
        self._lose_sight(event, moved)
        self.events.append(masked)
        return masked

    def _sees(self, card: Card) -> bool:
        """Whether the seat sees a card's face where it lies."""
        return card.zone in OPEN or (card.zone in _OWN and card.controller == self.seat)

    def _follow(self, event: Event, before: list[tuple[int, str, int, bool]]) -> None:
        """Cards move: which of them the seat can follow, and what it no longer knows of the pile they come from."""
        cards = self._table.cards
        seen = {
            number for number, _, _, saw in before if saw or self._sees(cards[number]) or self._is_told(event, number)
        }
        lost = {(zone, whose) for number, zone, whose, _ in before if number not in seen and zone not in FACE_DOWN}
        for zone, whose in sorted(lost):
            self._lose_track(event, zone, whose, [number for number, *_ in before if number not in seen])
        for number, *_ in before:
            if number in seen:
                self._learn(number)
            if cards[number].zone in FACE_DOWN:
                self._name(number)

    def _is_told(self, event: Event, number: int) -> bool:
        """Whether a move between hidden places is seen all the same: by everybody, or by who makes it."""
        if getattr(event, "seen", False) or number in self._shown:
            return True
        return number in self._known and getattr(event, "seat", -1) == self.seat

    def _lose_track(self, event: Event, zone: str, controller: int, moved: list[int]) -> None:
        """Cards left a hidden pile unseen: what the seat knew of it is no longer certain.

        A draw is off the top (or of cards just looked at, which are forgotten by then), and a whole pile is itself:
        there the places are known, if not the faces.
        """
        drawn = isinstance(event, Drawn)
        if drawn and not self._unplaced:
            return
        cards = self._table.cards.values()
        left = [card.number for card in cards if card.zone == zone and card.controller == controller]
        places_known = drawn or not left
        for number in (*left, *moved):
            if number in self._unplaced if places_known else number not in self._shown:
                self._drop(number)

    def _be_shown(self, event: Event) -> None:
        """What the seat comes to see although nothing moves."""
        match event:
            case Looked(seat=seat, cards=cards, search=search):
                self._look(seat, cards, search)
            case Revealed(cards=cards):
                for number in self._listed(cards, False):
                    self._learn(number)
                    if not self._sees(self._table.cards[number]):
                        self._shown.add(number)
            case AbilityUsed(holder=number, cause=cause):
                if self._lost.get(number, 0) <= cause:  # else it is any of its name, wherever it may be by now
                    self._learn(number)
            case DuelCardRevealed(card=number):
                self._learn(number)
            case CardsMade(first=first, definitions=definitions):
                for number in range(first, first + len(definitions)):
                    if self._sees(self._table.cards[number]):
                        self._learn(number)
            case Asked(seat=seat, question=question) if seat == self.seat:
                self._be_offered(question)

    def _be_offered(self, question: AnyQuestion) -> None:
        """What is offered has a name; a card to be played was revealed, wherever it may be by now, and is known."""
        numbers_are_cards = isinstance(question, CARD_QUESTIONS)
        for option in question.options:
            if isinstance(option, Play) and option.card not in self._known:
                self._learn(option.card)
                if self._table.cards[option.card].zone == "deck":
                    self._unplaced.add(option.card)
            elif numbers_are_cards and isinstance(option, int) and option not in self._names:
                self._name(option)
                self._blind.add(option)

    def _look(self, seat: int, cards: tuple[int, ...], search: bool) -> None:
        hidden = [number for number in cards if not self._sees(self._table.cards[number])]
        if search or (seat != self.seat and len(hidden) > 1):
            # Whoever holds several cards may take out or lay back any of them: what was known before is void.
            for number in hidden:
                self._drop(number)
        if seat == self.seat:
            for number in self._listed(cards, search):
                self._learn(number)
            if search:
                self._unplaced.update(hidden)

    def _listed(self, cards: tuple[int, ...], search: bool) -> tuple[int, ...]:
        """In an order that tells nothing, where the real one would: how another's hand is sorted, or a deck searched."""
        table = self._table
        if not search and not any(self._in_foreign_hand(table.cards[number]) for number in cards):
            return cards
        return tuple(sorted(cards, key=lambda number: table.cards[number].definition))

    def _in_foreign_hand(self, card: Card) -> bool:
        return card.zone == "hand" and card.controller != self.seat

    def _lose_sight(self, event: Event, moved: tuple[int, ...]) -> None:
        """What the seat no longer sees after this event."""
        cards = self._table.cards
        for number in moved:
            self._shown.discard(number)
            self._unplaced.discard(number)
            card = cards[number]
            if self._in_foreign_hand(card):
                self._drop(number)
                self._mix_hand(card.controller)
            elif card.zone in ("deck", "base_deck") and number not in self._known:
                self._drop(number)
        if isinstance(event, Shuffled):
            for number in event.order:
                self._drop(number)
        elif isinstance(event, Answered):
            for number in tuple(self._blind):
                self._drop(number)
        elif isinstance(event, PhaseBegan) or (isinstance(event, Asked) and event.quiet):
            self._shown.clear()
            self._mix_hand()

    def _mix_hand(self, seat: int | None = None) -> None:
        """The cards of another's hand (of all others) can no longer be told apart."""
        for number in tuple(self._glimpsed):
            card = self._table.cards[number]
            if not self._in_foreign_hand(card):
                self._glimpsed.discard(number)
            elif seat is None or card.controller == seat:
                self._drop(number)

    # --- names

    def _name(self, number: int) -> None:
        if number not in self._names:
            self._named += 1
            self._names[number] = self._named
            self._since[number] = self._table.position
            self._numbers[self._named] = number
        if self._in_foreign_hand(self._table.cards[number]):
            self._glimpsed.add(number)

    def _learn(self, number: int) -> None:
        self._name(number)
        self._known.add(number)
        self._blind.discard(number)

    def _drop(self, number: int) -> None:
        name = self._names.pop(number, None)
        if name is not None:
            del self._numbers[name]
            self._lost[number] = self._table.position
        for group in (self._known, self._unplaced, self._shown, self._glimpsed, self._blind):
            group.discard(number)

    def name(self, number: int) -> int:
        """The name of a card of the engine's; 0 if the seat cannot point at it."""
        return self._names.get(number, 0)

    def number(self, name: int) -> int:
        """The inverse of `name`."""
        try:
            return self._numbers[name]
        except KeyError:
            raise UnknownName(name) from None

    def knows(self, number: int) -> bool:
        """Whether the seat knows what a card of the engine's is."""
        return number in self._known

    def to_engine(self, picks: Iterable[Pick]) -> tuple[Pick, ...]:
        """The answer to the present question, as the engine names things."""
        return renamed_picks(tuple(picks), self.number, self._table.question)

    def from_engine(self, picks: Iterable[Pick]) -> tuple[Pick, ...]:
        """An answer to the present question, as the view names things."""
        return renamed_picks(tuple(picks), self.name, self._table.question)

    # --- masked events

    def _masked(self, event: Event, question: AnyQuestion | None) -> Event:
        match event:
            case Asked():
                mine = event.seat == self.seat
                self.question = renamed_question(event.question, self.name) if mine else Unseen()
                return msgspec.structs.replace(event, question=self.question)
            case Answered():
                self.question = None
                if event.seat == self.seat or isinstance(question, _SAID_ALOUD):
                    return renamed(event, self.name, question)
                return msgspec.structs.replace(event, picks=())
            case HouseRuled():
                self.question = None
                return event
            case Shuffled():
                return msgspec.structs.replace(event, order=(0,) * len(event.order))
            case CardsMade():
                return self._masked_making(event)
            case PickedAtRandom(what="card"):
                told = renamed(event, self.name)  # how a hand is sorted tells nothing
                return msgspec.structs.replace(told, pool=tuple(sorted(told.pool)))
            case Taken(seen=False) if event.card not in self._known:
                return renamed(self._without_actor(msgspec.structs.replace(event, owned=False)), self.name)
            case Looked() | Revealed():
                listed = self._listed(event.cards, getattr(event, "search", False))
                return renamed(self._without_actor(msgspec.structs.replace(event, cards=listed)), self.name)
        return renamed(self._without_actor(event), self.name)

    def _without_actor(self, event: Event) -> Event:
        """A card that was lost from sight while its words are carried out, and has come up again, is any of its name."""
        actor = getattr(event, "by", 0)
        if actor and self._since.get(actor, 0) > event.cause:
            return msgspec.structs.replace(event, by=0)
        return event

    def _masked_making(self, event: CardsMade) -> CardsMade:
        numbers = range(event.first, event.first + len(event.definitions))
        shown = tuple(
            definition if number in self._known else ""
            for number, definition in zip(numbers, event.definitions, strict=True)
        )
        return msgspec.structs.replace(event, first=self.name(event.first), definitions=shown)

    # --- the masked table

    @property
    def table(self) -> Table:
        """The table as this seat sees it now: a copy of its own."""
        real = self._table
        return Table(
            position=real.position,
            edition=real.edition,
            seats=[self._masked_seat(number, seat) for number, seat in enumerate(real.seats)],
            cards={name: self._masked_card(name, real.cards[number]) for name, number in sorted(self._numbers.items())},
            sites={number: self._masked_site(site) for number, site in real.sites.items()},
            base_deck=self._masked_deck(real.base_deck),
            base_discard=self._all(real.base_discard),
            madness=self._all(real.madness),
            aside=self._all(real.aside),
            resolving=self._all(real.resolving),
            box=self._all(real.box),
            duelling=self._all(real.duelling),
            current=real.current,
            turn=real.turn,
            turn_began=real.turn_began,
            phase=real.phase,
            phase_began=real.phase_began,
            allowances=[self._masked_allowance(allowance) for allowance in real.allowances],
            lasting=[self._masked_lasting(lasting) for lasting in real.lasting],
            journal=[self.events[entry.position - 1] for entry in real.journal],  # type: ignore[misc]
            scoring=self._masked_scoring(real.scoring) if real.scoring else None,
            duel=self._masked_duel(real.duel) if real.duel else None,
            asked=real.asked,
            question=self.question,
            winners=real.winners,
        )

    def _all(self, numbers: Iterable[int]) -> list[int]:
        return [self.name(number) for number in numbers]

    def _masked_deck(self, numbers: Iterable[int]) -> list[int]:
        return [0 if number in self._unplaced else self.name(number) for number in numbers]

    def _masked_seat(self, number: int, seat: Seat) -> Seat:
        hand = self._all(seat.hand)
        if number != self.seat:
            hand.sort(key=lambda name: (not name, name))
        return Seat(
            name=seat.name,
            factions=list(seat.factions),
            victory_points=seat.victory_points,
            hand=hand,
            deck=self._masked_deck(seat.deck),
            discard=self._all(seat.discard),
            stasis=self._all(seat.stasis),
        )

    def _masked_site(self, site: Site) -> Site:
        minions, actions, buried = self._all(site.minions), self._all(site.actions), self._all(site.buried)
        return Site(site.number, self.name(site.base), minions, actions, buried)

    def _masked_card(self, name: int, card: Card) -> Card:
        known = card.number in self._known
        open_ = self._sees(card) or card.zone in FACE_DOWN  # else nobody saw when it came there
        return Card(
            name,
            card.definition if known else "",
            card.owner if known else -1,
            card.controller,
            card.zone,
            site=card.site,
            host=self.name(card.host),
            since=card.since if open_ else 0,
            counters=card.counters,
            stasis=card.stasis,
            off_top=card.off_top,
            control=[Control(layer.seat, self.name(layer.tied_to)) for layer in card.control],
            attached=self._all(card.attached),
            stored=self._all(card.stored),
        )

    def _masked_allowance(self, allowance: Allowance) -> Allowance:
        return replace(allowance, by=self.name(allowance.by))

    def _masked_lasting(self, lasting: Lasting) -> Lasting:
        but = (lasting.but[0], self.name(lasting.but[1])) if lasting.but else None
        return replace(lasting, by=self.name(lasting.by), cards=self._all(lasting.cards), but=but)

    def _masked_scoring(self, scoring: Scoring) -> Scoring:
        return replace(scoring, base=self.name(scoring.base))

    def _masked_duel(self, duel: Duel) -> Duel:
        return Duel(
            duel.seat,
            self.name(duel.challenger),
            self.name(duel.challenged),
            self.name(duel.by),
            self._all(duel.placed),
        )


def _none(event: Event) -> tuple[int, ...]:
    return ()


def _card(event: Event) -> tuple[int, ...]:
    return (event.card,)  # type: ignore[attr-defined]


def _cards(event: Event) -> tuple[int, ...]:
    cards: tuple[int, ...] = event.cards  # type: ignore[attr-defined]
    return cards


def _base(event: Event) -> tuple[int, ...]:
    return (event.base,)  # type: ignore[attr-defined]


def _bases(event: Event) -> tuple[int, ...]:
    return (event.old, event.new)  # type: ignore[attr-defined]


_MOVED: dict[type[Event], Callable[[Event], tuple[int, ...]]] = {
    **dict.fromkeys((CardPlayed, Destroyed, Discarded, Returned, Placed, Taken, Boxed, StasisEntered), _card),
    **dict.fromkeys((Buried, Stored, DuelCardPlaced, ControlChanged), _card),
    **dict.fromkeys((Drawn, SetAside), _cards),
    **dict.fromkeys((BaseArrived, BaseLeft), _base),
    BaseSwapped: _bases,
}
"""The cards that change their place (or their player, and with it who may look at them)."""
