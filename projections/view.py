"""One seat's view of a game: the table and the events, with hidden information masked.

**Names.** Card numbers belong to the engine: they could reveal where a card came from, or that a card seen now was seen
before. A view gives its own names, 1, 2, 3 … in order of appearance. A name is valid as long as the seat can follow the
card, and is forgotten when the card is lost from sight: shuffled, taken into another player's hand, drawn unseen. A card
that reappears gets a new name. Answers come back in these names (`to_engine`).

**Form.** Masked events are the same event structs, and the masked table is a `Table`: names instead of numbers, 0 for a
card that cannot be seen, `definition` "" for a card that is face down but can be pointed at. So whatever draws a table
or describes an event works for a view as well, and both encode to JSON like the originals. In addition:

- a question to another seat is `Unseen`, and an answer of another seat has no picks, except a name or a number, which
  is said aloud and leaves no other trace;
- the order of a shuffle is all 0; `CardsMade` has "" for every card that is not visible, and then 0 for `first`;
- in another player's hand the known cards come first, then a 0 for each of the others.

**Sight.** Everyone sees open cards. A player sees their own hand, buried, stored and dueling cards. A player who looks
at cards sees them, and everyone sees revealed cards: in a deck they stay known in their place until it is shuffled, in
a hand until it gains a card or everything has resolved. In a deck that is being searched, a revealed card may lie
anywhere until the shuffle. A face-down card on the table (buried, stored, set aside, in a duel) can be pointed at by
its name, and those who saw its face still know it. When another player takes a card unseen from a pile, or looks
through it, the seat can no longer tell its cards apart and forgets those it knew.

Nothing here depends on what the seat does not know, so two games that differ only in that look the same.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from copy import copy
from dataclasses import replace
from typing import NamedTuple, Self

import msgspec

from events.consequences import CONSEQUENCES
from events.errors import SmashUpError
from events.questions import AnyQuestion, Names, Numbers, Pick, Play, Unseen, Use
from events.vocabulary import (
    EVENT_TYPES,
    AbilityUsed,
    Answered,
    Asked,
    CardsMade,
    ControlChanged,
    Drawn,
    DuelCardRevealed,
    Event,
    HouseRuled,
    Looked,
    PhaseBegan,
    PickedAtRandom,
    Revealed,
    Shuffled,
    Taken,
)
from events.zones import Zone, zones_where
from projections.copies import copied
from projections.renaming import CARD_QUESTIONS, renamed, renamed_arguments, renamed_picks, renamed_question
from projections.table import STILL, Allowance, Card, Control, Duel, Lasting, Piles, Scoring, Seat, Site, Table, pile

OPEN = zones_where(lambda row: row.sight == "everyone")
"""Zones whose cards everyone sees."""

FACE_DOWN = zones_where(lambda row: row.on_table)
"""Zones on the table in which a card may be face down but can be told from the others by its place."""

_OWN = zones_where(lambda row: row.sight == "holder")
_HANDS = _OWN - FACE_DOWN
_DRAW_PILES = zones_where(lambda row: row.ordered)
_SAID_ALOUD = (Names, Numbers)


class UnknownName(SmashUpError):
    """Raised for an answer that names a card the seat does not know by that name."""

    def __init__(self, name: int) -> None:
        super().__init__(name)
        self.name = name

    def __str__(self) -> str:
        return f"There is no card {self.name} in this seat's view; name one of the options."


class _MaskedLying(NamedTuple):
    """What is on a masked table."""

    seats: list[Seat]
    cards: dict[int, Card]
    sites: dict[int, Site]
    piles: Piles


class View:
    """The game as one seat sees it, event by event. Seat None is a spectator, who sees public information only."""

    def __init__(self, seat: int | None, events: Iterable[Event] = ()) -> None:
        self.seat = seat
        self.events: list[Event] = []
        self.question: AnyQuestion | None = None
        self._table = Table()
        self._names: dict[int, int] = {}  # of the cards that can be pointed at now, by number
        self._numbers: dict[int, int] = {}  # the inverse
        self._named = 0
        self._since: dict[int, int] = {}  # the position at which a card got its name
        self._lost: dict[int, int] = {}  # the position at which a card was last lost from sight
        self._unattributed: set[int] = set()  # uses of effects whose card the seat has lost from sight since they began
        self._known: set[int] = set()  # named cards whose face the seat knows
        self._unplaced: set[int] = set()  # known to be in a deck, but not where, because it was searched
        self._searched: set[tuple[Zone, int]] = set()  # decks searched since their last shuffle
        self._shown: set[int] = set()  # revealed where they are normally hidden
        self._glimpsed: set[int] = set()  # named cards in others' hands
        self._blind: set[int] = set()  # offered unseen, and named only for the answer
        self._masked_lying: _MaskedLying | None = (
            None  # until a card moves or changes, or the seat learns or forgets one
        )
        self.extend(events)

    def copy(self) -> Self:
        """Return an independent copy."""
        twin = object.__new__(type(self))
        twin.__dict__.update({name: copy(value) for name, value in self.__dict__.items()})
        twin._table = copied(self._table)
        return twin

    # --- following the game

    def extend(self, events: Iterable[Event]) -> None:
        """Fold events."""
        for event in events:
            self.take(event)

    def take(self, event: Event) -> Event:
        """Fold one event and return it as this seat sees it."""
        cards = self._table.cards
        find = _MOVED.get(type(event))
        moved = find(event) if find else ()
        if isinstance(event, ControlChanged):
            moved += tuple(cards[event.card].stored)
        before = [(number, cards[number].zone, cards[number].controller, self._sees(cards[number])) for number in moved]
        question = self._table.question
        self._table.apply(event)
        if type(event) not in STILL:
            self._masked_lying = None
        if before:
            self._follow(event, before)
        else:
            self._be_shown(event)
        masked = self._masked(event, question)
        self._lose_sight(event, moved)
        self.events.append(masked)
        return masked

    def _sees(self, card: Card) -> bool:
        """Return whether the seat sees a card's face where it is."""
        return card.zone in OPEN or (card.zone in _OWN and card.controller == self.seat)

    def _follow(self, event: Event, before: list[tuple[int, Zone, int, bool]]) -> None:
        """Track moving cards: which of them the seat can follow, and what it no longer knows about the pile they left."""
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
        """Return whether a move between hidden zones is visible to everybody, or to the player who makes it."""
        if getattr(event, "seen", False) or number in self._shown:
            return True
        return number in self._known and getattr(event, "seat", -1) == self.seat

    def _lose_track(self, event: Event, zone: Zone, controller: int, moved: list[int]) -> None:
        """Forget what the seat knew about a hidden pile that cards left unseen.

        A draw is off the top (or of cards just looked at, which are forgotten by then), and a whole pile stays
        together: there the places are known, if not the faces.
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
        """Learn what an event shows the seat without moving a card."""
        match event:
            case Looked(seat=seat, cards=cards, search=search):
                self._look(seat, cards, search)
            case Revealed(cards=cards):
                for number in self._listed(cards, False):
                    self._learn(number)
                    card = self._table.cards[number]
                    if not self._sees(card):
                        self._shown.add(number)
                    if (card.zone, card.controller) in self._searched:
                        self._unplaced.add(number)
                        self._masked_lying = None
            case AbilityUsed(holder=number):
                if self._acts_in_sight(number, event.ability, event.cause):
                    self._learn(number)
                else:
                    self._unattributed.add(event.position)
            case DuelCardRevealed(card=number):
                self._learn(number)
            case CardsMade(first=first, definitions=definitions):
                for number in range(first, first + len(definitions)):
                    if self._sees(self._table.cards[number]):
                        self._learn(number)
            case Asked(seat=seat, question=question) if seat == self.seat:
                self._be_offered(question)

    def _acts_in_sight(self, number: int, ability: str, cause: int) -> bool:
        """Return whether the card whose ability is used is the one that the seat can point at now.

        A card that was lost from sight while it resolves, or since it began a continuous effect that acts now, is any
        card of its name, wherever it may be.
        """
        began = [
            lasting.number for lasting in self._table.lasting if (lasting.by, lasting.ability) == (number, ability)
        ]
        return self._lost.get(number, 0) <= min(began, default=cause)

    def _be_offered(self, question: AnyQuestion) -> None:
        """Name the cards that a question offers. A card offered for play has been revealed, so its face is known."""
        numbers_are_cards = isinstance(question, CARD_QUESTIONS)
        for option in question.options:
            if isinstance(option, Play) and option.card not in self._known:
                self._learn(option.card)
                if self._table.cards[option.card].zone in _DRAW_PILES:
                    self._unplaced.add(option.card)
                    self._masked_lying = None
            elif numbers_are_cards and isinstance(option, int) and option not in self._names:
                self._name(option)
                self._blind.add(option)

    def _look(self, seat: int, cards: tuple[int, ...], search: bool) -> None:
        hidden = [number for number in cards if not self._sees(self._table.cards[number])]
        if search:
            looked_at = (self._table.cards[number] for number in cards)
            self._searched.update((card.zone, card.controller) for card in looked_at)
        if search or (seat != self.seat and len(hidden) > 1):
            # A player who holds several cards may take out or put back any of them, so earlier knowledge is void.
            for number in hidden:
                self._drop(number)
        if seat == self.seat:
            for number in self._listed(cards, search):
                self._learn(number)
            if search:
                self._unplaced.update(hidden)
                self._masked_lying = None

    def _listed(self, cards: tuple[int, ...], search: bool) -> tuple[int, ...]:
        """Return cards in a neutral order where the real order would leak information: in another's hand or a searched
        deck.

        Equal cards are listed in the order of their places. As nobody can tell them apart, that reveals nothing. In the
        order of their numbers, the names would depend on which of them lies where.
        """
        table = self._table
        if not search and not any(self._in_foreign_hand(table.cards[number]) for number in cards):
            return cards

        def neutral(number: int) -> tuple[str, int, int]:
            card = table.cards[number]
            return card.definition, card.owner, pile(table, card).index(number)

        return tuple(sorted(cards, key=neutral))

    def _in_foreign_hand(self, card: Card) -> bool:
        return card.zone in _HANDS and card.controller != self.seat

    def _lose_sight(self, event: Event, moved: tuple[int, ...]) -> None:
        """Forget what the seat can no longer see after this event."""
        cards = self._table.cards
        for number in moved:
            self._shown.discard(number)
            self._unplaced.discard(number)
            card = cards[number]
            if self._in_foreign_hand(card):
                self._drop(number)
                self._mix_hand(card.controller)
            elif card.zone in _DRAW_PILES and number not in self._known:
                self._drop(number)
        if isinstance(event, Shuffled):
            self._searched.discard((event.zone, event.seat))
            for number in event.order:
                self._drop(number)
        elif isinstance(event, Answered):
            for number in tuple(self._blind):
                self._drop(number)
        elif isinstance(event, PhaseBegan) or (isinstance(event, Asked) and event.quiet):
            self._shown.clear()
            self._mix_hand()

    def _mix_hand(self, seat: int | None = None) -> None:
        """Forget which card is which in another player's hand (by default, in all of them)."""
        for number in tuple(self._glimpsed):
            card = self._table.cards[number]
            if not self._in_foreign_hand(card):
                self._glimpsed.discard(number)
            elif seat is None or card.controller == seat:
                self._drop(number)

    # --- names

    def _name(self, number: int) -> None:
        if number not in self._names:
            self._masked_lying = None
            self._named += 1
            self._names[number] = self._named
            self._since[number] = self._table.position
            self._numbers[self._named] = number
        if self._in_foreign_hand(self._table.cards[number]):
            self._glimpsed.add(number)

    def _learn(self, number: int) -> None:
        if number not in self._known:
            self._masked_lying = None
            self.face_seen(number)
        self._name(number)
        self._known.add(number)
        self._blind.discard(number)

    def _drop(self, number: int) -> None:
        if number in self._names or number in self._unplaced:
            self._masked_lying = None
        if number in self._known:
            self.face_lost(number)
        name = self._names.pop(number, None)
        if name is not None:
            del self._numbers[name]
            self._lost[number] = self._table.position
        for group in (self._known, self._unplaced, self._shown, self._glimpsed, self._blind):
            group.discard(number)

    def name(self, number: int) -> int:
        """Return the seat's name for a card of the engine, or 0 if the seat cannot point at it."""
        return self._names.get(number, 0)

    def number(self, name: int) -> int:
        """Return the engine's number for a name: the inverse of `name`."""
        try:
            return self._numbers[name]
        except KeyError:
            raise UnknownName(name) from None

    def knows(self, number: int) -> bool:
        """Return whether the seat knows the face of a card of the engine."""
        return number in self._known

    @property
    def known(self) -> frozenset[int]:
        """The cards of the engine whose faces the seat knows."""
        return frozenset(self._known)

    def face_seen(self, number: int) -> None:
        """Extension point: the seat is about to learn a card's face. Does nothing here."""

    def face_lost(self, number: int) -> None:
        """Extension point: the seat is about to lose track of a card whose face it knew. Does nothing here."""

    @property
    def truth(self) -> Table:
        """The unmasked table. Do not change it, and do not show it to the seat."""
        return self._table

    def renumber(self, now: Callable[[int], int], table: Table, last: Event, shown: Collection[int]) -> None:
        """Replace the cards that this seat has followed by others: `now` maps a card's number to its replacement.

        `table` becomes the table underneath. `last` is the last event in its new form; it showed the cards in `shown`
        (new numbers). Cards in another player's hand are named by what they are, so what that event revealed is named
        again.
        """
        self._since = {now(number): self._since[number] for number in self._names}
        self._names = {now(number): name for number, name in self._names.items()}
        self._numbers = {name: number for number, name in self._names.items()}
        self._lost = {now(number): position for number, position in self._lost.items()}
        for group in (self._known, self._unplaced, self._shown, self._glimpsed, self._blind):
            here = {now(number) for number in group}
            group.clear()
            group.update(here)
        self._table = table
        self._masked_lying = None
        if isinstance(last, Revealed):
            named = [card for card in self._listed(last.cards, False) if card in shown]
            names = sorted(self._names[card] for card in named)
            self._names |= zip(named, names, strict=True)
            self._numbers |= zip(names, named, strict=True)

    def to_engine(self, picks: Iterable[Pick]) -> tuple[Pick, ...]:
        """Translate an answer to the current question into the engine's numbers.

        An option may name no card, such as an ability whose card was lost from sight. Among options that look the same,
        the first that is not picked yet is meant.
        """
        answer: list[Pick] = []
        for pick in picks:
            meant = [option for option, shown in self._options() if shown == pick]
            open_ = [option for option in meant if option not in answer]
            answer += (open_ or meant)[:1] or renamed_picks((pick,), self.number, self._table.question)
        return tuple(answer)

    def from_engine(self, picks: Iterable[Pick]) -> tuple[Pick, ...]:
        """Translate an answer to the current question into the view's names."""
        shown = dict(self._options())
        return tuple(
            shown[pick] if pick in shown else renamed_picks((pick,), self.name, self._table.question)[0]
            for pick in picks
        )

    def _options(self) -> Iterator[tuple[Pick, Pick]]:
        """Return the options of the seat's own question, each as the engine and as the seat names it."""
        question = self._table.question
        if question is not None and self.question is not None and not isinstance(self.question, Unseen):
            yield from zip(question.options, self.question.options, strict=True)

    # --- masked events

    def _masked(self, event: Event, question: AnyQuestion | None) -> Event:
        match event:
            case Asked():
                self.question = self._masked_question(event) if event.seat == self.seat else Unseen()
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
                masked = renamed(event, self.name)  # the order of a hand reveals nothing
                return msgspec.structs.replace(masked, pool=tuple(sorted(masked.pool)))
            case AbilityUsed() if event.position in self._unattributed:
                return renamed(msgspec.structs.replace(event, holder=0), self.name)
            case Taken(seen=False) if event.card not in self._known:
                return renamed(self._without_actor(msgspec.structs.replace(event, owned=False)), self.name)
            case Looked() | Revealed():
                listed = self._listed(event.cards, getattr(event, "search", False))
                return renamed(self._without_actor(msgspec.structs.replace(event, cards=listed)), self.name)
        return renamed(self._without_actor(event), self.name)

    def _without_actor(self, event: Event) -> Event:
        """Mask the source of an effect that was lost from sight before or while it resolves and has reappeared."""
        actor = getattr(event, "by", 0)
        if actor and self._reappeared(actor, event.cause):
            return msgspec.structs.replace(event, by=0)
        return event

    def _reappeared(self, actor: int, cause: int) -> bool:
        """Return whether a card that acts because of an event may have got its present name since."""
        return self._since.get(actor, 0) > cause or cause in self._unattributed

    def _masked_question(self, asked: Asked) -> AnyQuestion:
        """Return the seat's own question. Cards that were lost from sight since they began to act are 0."""
        question = renamed_question(asked.question, self.name)
        if question.by and self._reappeared(asked.question.by, asked.cause):
            question = msgspec.structs.replace(question, by=0)
        lost = [
            isinstance(option, Use) and not self._acts_in_sight(option.holder, option.ability, asked.position)
            for option in asked.question.options
        ]
        if any(lost):
            options = tuple(
                msgspec.structs.replace(option, holder=0) if gone and isinstance(option, Use) else option
                for option, gone in zip(question.options, lost, strict=True)
            )
            question = msgspec.structs.replace(question, options=options)
        return question

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
        """Return the table as this seat sees it now. It does not change while the game continues.

        Unless something on it changes, successive tables share their seats, cards, sites and piles, so do not modify
        them.
        """
        real = self._table
        if (lying := self._masked_lying) is None:
            lying = self._masked_lying = self._mask_lying()
        return Table(
            position=real.position,
            edition=real.edition,
            seats=lying.seats,
            cards=lying.cards,
            sites=lying.sites,
            piles=lying.piles,
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

    def _mask_lying(self) -> _MaskedLying:
        real = self._table
        return _MaskedLying(
            seats=[self._masked_seat(number, seat) for number, seat in enumerate(real.seats)],
            cards={name: self._masked_card(name, real.cards[number]) for name, number in sorted(self._numbers.items())},
            sites={number: self._masked_site(site) for number, site in real.sites.items()},
            piles=self._masked_piles(real.piles),
        )

    def _all(self, numbers: Iterable[int]) -> list[int]:
        name = self._names.get
        return [name(number, 0) for number in numbers]

    def _masked_piles(self, piles: Piles) -> Piles:
        return {
            zone: self._masked_deck(pile) if zone in _DRAW_PILES else self._all(pile) for zone, pile in piles.items()
        }

    def _masked_deck(self, numbers: Iterable[int]) -> list[int]:
        return [0 if number in self._unplaced else self.name(number) for number in numbers]

    def _masked_seat(self, number: int, seat: Seat) -> Seat:
        piles = self._masked_piles(seat.piles)
        if number != self.seat:
            for zone in _HANDS:
                piles[zone].sort(key=lambda name: (not name, name))
        return Seat(seat.name, list(seat.factions), seat.victory_points, piles)

    def _masked_site(self, site: Site) -> Site:
        return Site(site.number, self.name(site.base), self._masked_piles(site.piles))

    def _masked_card(self, name: int, card: Card) -> Card:
        known = card.number in self._known
        open_ = self._sees(card) or card.zone in FACE_DOWN  # otherwise nobody saw when it arrived
        return Card(
            name,
            card.definition if known else "",
            card.owner if known else -1,
            card.controller,
            card.zone,
            site=card.site,
            host=self.name(card.host) if card.host else 0,
            since=card.since if open_ else 0,
            counters=card.counters,
            stasis=card.stasis,
            off_top=card.off_top,
            control=[
                Control(layer.seat, self.name(layer.tied_to), layer.until, layer.until_seat) for layer in card.control
            ]
            if card.control
            else None,
            attached=self._all(card.attached) if card.attached else None,
            stored=self._all(card.stored) if card.stored else None,
        )

    def _source(self, effect: Allowance | Lasting) -> int:
        """Return the name of the card that began an effect, or 0 if the seat has lost it from sight since."""
        return self.name(effect.by) if self._lost.get(effect.by, 0) <= effect.number else 0

    def _masked_allowance(self, allowance: Allowance) -> Allowance:
        arguments = renamed_arguments(allowance.condition, allowance.arguments, self.name)
        return replace(allowance, by=self._source(allowance), arguments=arguments)

    def _masked_lasting(self, lasting: Lasting) -> Lasting:
        but = (lasting.but[0], self.name(lasting.but[1])) if lasting.but else None
        return replace(lasting, by=self._source(lasting), cards=self._all(lasting.cards), but=but)

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


def _named(fields: tuple[str, ...]) -> Callable[[Event], tuple[int, ...]]:
    """Return a function that gives the cards named by some fields of an event."""

    def cards(event: Event) -> tuple[int, ...]:
        numbers: list[int] = []
        for field in fields:
            value = getattr(event, field)
            numbers += (value,) if isinstance(value, int) else value
        return tuple(numbers)

    return cards


_MOVED: dict[type[Event], Callable[[Event], tuple[int, ...]]] = {
    kind: _named(fields) for kind in EVENT_TYPES if (fields := CONSEQUENCES[kind].moves)
}
"""The cards that change zone or player, and with that who may look at them."""
