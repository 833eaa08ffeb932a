"""Who was shown which card, by which rule: worked out from the events alone.

`Observer` follows one player (or a spectator) through a log. It reads the ledger, the campaign's second fold, and shares no
code with `projections.view`, `projections.table` or `events.zones`. `Watcher` holds every view of a game to it, at every
position: a view that knows a card nobody showed it leaks; a view that does not know a card in plain sight loses it.
`Twins` tells the same game with other copies of the same cards: a view that names them otherwise tells them apart.
"""

from __future__ import annotations

import random
from collections.abc import Collection, Iterable, Iterator, Sequence

import msgspec

from events.questions import Arrange, Cards, Distribute, Hosts, Names, Numbers, Play, Question, Unseen
from events.vocabulary import (
    AbilityUsed,
    AllowanceGiven,
    Answered,
    Asked,
    CardsMade,
    Drawn,
    DuelCardRevealed,
    Event,
    Leaving,
    Looked,
    PhaseBegan,
    PickedAtRandom,
    Revealed,
    Shuffled,
    Taken,
)
from projections.renaming import renamed
from projections.table import Table, snapshot
from projections.view import View
from tests.examiners.ledger import Ledger

FACE_UP = {
    "base": "term.in-play",
    "minions": "term.in-play",
    "actions": "term.in-play",
    "attached": "term.in-play",
    "titans": "term.in-play",
    "beside": "titan.setup",
    "stasis": "stasis.in-play",
    "discard": "void.open-discard",
    "base_discard": "void.open-discard",
    "madness": "madness.deck",
    "resolving": "turn.play",
    "box": "void.open-discard",
}
"""Where everybody sees a card, and the rule that says so."""
OWN = {"hand": "term.seen", "buried": "bury.looking", "stored": "stored.looking", "duelling": "duel.placing"}
"""Where the player who holds a card sees it."""
APART = frozenset({"buried", "stored", "duelling", "aside"})
"""Where a card lies face down but apart from others: everybody can point at it."""
IN_A_PILE = frozenset({"hand", "deck", "base_deck"})
"""Where nobody else can tell one card from another."""

ONE_CARD = frozenset(
    [
        "card",
        "by",
        "because",
        "holder",
        "granted_by",
        "host",
        "origin_host",
        "target",
        "tied_to",
        "challenger",
        "challenged",
        "base",
        "old",
        "new",
    ]
)
SEVERAL_CARDS = frozenset({"cards", "order", "winners", "losers"})
"""The fields of events that name cards."""

Place = tuple[str, int]
"""A zone, and whose it is."""


def seen_there(place: Place, seat: int | None) -> str:
    """Return the rule by which a seat sees the face of a card in a place, or "" if it does not."""
    zone, whose = place
    return FACE_UP.get(zone) or (OWN.get(zone, "") if whose == seat else "")


class Observer:
    """What one seat was shown and can still follow. Seat None is a spectator."""

    def __init__(self, seat: int | None) -> None:
        self.seat = seat
        self.known: dict[int, str] = {}
        """Each card whose face the seat knows, with the rule that showed it."""
        self.told: set[int] = set()
        """The cards that the last event told the seat of, whatever became of them by its end."""
        self._public: set[int] = set()  # revealed to all in a hidden pile, and not put away yet
        self.adrift: set[int] = set()
        """The cards that the seat knows to be in a deck, but not where."""
        self._searched: set[Place] = set()  # decks that somebody has looked through and not shuffled yet
        self._lost: dict[int, int] = {}  # when the seat last lost track of a card
        self._drawn: dict[int, tuple[int, ...]] = {}  # what each draw brought, by its position

    def follow(self, event: Event, ledger: Ledger, before: dict[int, Place], moved: Sequence[int]) -> None:
        """Take in an event. `before` says where cards were, the ledger where they are; `moved` are those that changed."""
        self.told = {number for number in moved if number in self.known and number not in self.adrift}
        if moved:
            self._follow_cards(event, ledger, before, moved)
        if isinstance(event, CardsMade):
            for number in range(event.first, event.first + len(event.definitions)):
                if rule := seen_there(_place(ledger, number), self.seat):
                    self._show(number, rule)
        elif isinstance(event, Revealed):
            for number in event.cards:
                if not self._sees(ledger, number):
                    self._public.add(number)
                if _place(ledger, number) in self._searched:
                    self.adrift.add(number)  # it may have been found anywhere
                self._show(number, "term.look-reveal-search")
        elif isinstance(event, Looked):
            self._look(event, ledger)
        elif isinstance(event, DuelCardRevealed):
            self._show(event.card, "duel.reveal")
        elif isinstance(event, AbilityUsed):
            began = [
                at
                for at, effect in ledger.lasting.items()
                if (effect.by, effect.ability) == (event.holder, event.ability)
            ]
            if self._lost.get(event.holder, 0) <= min(began, default=event.cause):
                self._show(event.holder, "term.ability")
            # Cthulhu grows with every Madness card that is drawn: whoever sees that knows what is among the drawn cards.
            self.told.update(self._drawn.get(event.cause, ()))
        elif isinstance(event, Drawn):
            self._drawn[event.position] = event.cards
        elif isinstance(event, Asked) and event.seat == self.seat:
            self._be_asked(event.question, ledger)
        self._forget(event, ledger, moved)

    def _sees(self, ledger: Ledger, number: int) -> bool:
        return bool(seen_there(_place(ledger, number), self.seat))

    def _follow_cards(self, event: Event, ledger: Ledger, before: dict[int, Place], moved: Sequence[int]) -> None:
        actor = getattr(event, "seat", -1)
        unseen: dict[Place, list[int]] = {}
        shown: list[tuple[int, str]] = []
        for number in moved:
            old = before[number]
            rule = seen_there(old, self.seat) or seen_there(_place(ledger, number), self.seat)
            if not rule and getattr(event, "seen", False):
                rule = "term.look-reveal-search"
            if not rule and number in self._public:
                rule = "term.look-reveal-search"
            if not rule and number in self.known and actor == self.seat:
                rule = self.known[number]
            if rule:
                shown.append((number, rule))
            elif old[0] in IN_A_PILE:
                unseen.setdefault(old, []).append(number)
        for place, cards in unseen.items():
            self._confuse(event, ledger, place, cards)
        for number, rule in shown:
            self._show(number, rule)

    def _confuse(self, event: Event, ledger: Ledger, place: Place, gone: list[int]) -> None:
        """Something left a pile, and the seat was not told what: it may have been any card that the seat knew there."""
        left = [number for number in ledger.cards if _place(ledger, number) == place]
        if isinstance(event, Drawn) or not left:  # off the top, or the whole pile: each place is still known
            lost = [number for number in (*left, *gone) if number in self.adrift]
        else:
            lost = [number for number in (*left, *gone) if number not in self._public]
        for number in lost:
            self._lose(number, ledger.position)

    def _look(self, event: Looked, ledger: Ledger) -> None:
        hidden = [number for number in event.cards if not self._sees(ledger, number)]
        if event.search:
            self._searched.update(_place(ledger, number) for number in event.cards)
        if event.search or (event.seat != self.seat and len(hidden) > 1):
            for number in hidden:  # whoever holds several cards may put them back in any order
                self._lose(number, ledger.position)
        if event.seat == self.seat:
            for number in event.cards:
                self._show(number, "term.look-reveal-search")
            if event.search:
                self.adrift.update(hidden)

    def _be_asked(self, question: Question, ledger: Ledger) -> None:
        for option in question.options:
            if isinstance(option, Play) and option.card not in self.known:
                self._show(option.card, "turn.play")
                if ledger.cards[option.card].zone in ("deck", "base_deck"):
                    self.adrift.add(option.card)

    def _forget(self, event: Event, ledger: Ledger, moved: Sequence[int]) -> None:
        for number in moved:
            self._public.discard(number)
            self.adrift.discard(number)
            zone, whose = _place(ledger, number)
            if zone == "hand" and whose != self.seat:
                for other in [other for other in self.known if _place(ledger, other) == (zone, whose)]:
                    self._lose(other, ledger.position)
        if isinstance(event, Shuffled):
            self._searched.discard((event.zone, event.seat))
            for number in event.order:
                self._lose(number, ledger.position)
        elif isinstance(event, PhaseBegan) or (isinstance(event, Asked) and event.quiet):
            self._public.clear()
            for number in list(self.known):
                zone, whose = _place(ledger, number)
                if zone == "hand" and whose != self.seat:
                    self._lose(number, ledger.position)

    def _show(self, number: int, rule: str) -> None:
        self.known[number] = rule
        self.told.add(number)

    def _lose(self, number: int, position: int) -> None:
        if self.known.pop(number, ""):
            self._lost[number] = position
        self._public.discard(number)
        self.adrift.discard(number)


def _place(ledger: Ledger, number: int) -> Place:
    card = ledger.cards[number]
    return card.zone, card.controller


NAMES_CARDS = ("raises-card", "affects-card")
"""Conditions of plays that name the minions a played card has to affect."""


def _numbers(arguments: Iterable[str]) -> list[int]:
    return [int(argument) for argument in arguments if argument.isdecimal()]


class Observers:
    """The sight of several seats over one ledger."""

    def __init__(self, seats: Iterable[int | None]) -> None:
        self.ledger = Ledger()
        self.sights = [Observer(seat) for seat in seats]
        self.before: dict[int, Place] = {}

    def take(self, event: Event) -> None:
        """Fold one event."""
        before = {number: (card.zone, card.controller) for number, card in self.ledger.cards.items()}
        self.ledger.read(event)
        cards = self.ledger.cards
        moved = [number for number, place in before.items() if (cards[number].zone, cards[number].controller) != place]
        if isinstance(event, Leaving) and event.card not in moved:
            moved.append(event.card)  # from one end of a deck to the other
        self.before = before
        for sight in self.sights:
            sight.follow(event, self.ledger, before, moved)

    def shown(self, cards: Collection[int]) -> bool:
        """Return whether somebody knows one of these cards, or was told of it by the last event."""
        return any(card in sight.known or card in sight.told for sight in self.sights for card in cards)


class Watcher:
    """Holds the table and every view of a game to the second fold and to the sight of each seat, event by event."""

    def __init__(self, seats: int, views: type[View] = View) -> None:
        viewers = (*range(seats), None)
        self.eyes = Observers(viewers)
        self.views = [views(seat) for seat in viewers]
        self.table = Table()
        self.positions = 0
        self._question: Question | None = None

    def take(self, events: Iterable[Event]) -> None:
        """Take events in. Raises AssertionError at the first that some view shows wrongly."""
        for event in events:
            self.eyes.take(event)
            self.table.apply(event)
            wrong = next(self.eyes.ledger.differences(self.table), None)
            assert wrong is None, f"the folds differ at {event.position}: {wrong}"
            for view, sight in zip(self.views, self.eyes.sights, strict=True):
                masked = view.take(event)
                for wrong in self._wrong(event, masked, view, sight):
                    raise AssertionError(f"{_who(sight)} at {event.position} ({type(event).__name__}): {wrong}")
            self._question = event.question if isinstance(event, Asked) else None
            self.positions += 1

    def look(self) -> None:
        """Hold the masked tables to what each seat was shown. Costly: at some questions only."""
        for view, sight in zip(self.views, self.eyes.sights, strict=True):
            for wrong in self._wrong_table(view, sight):
                raise AssertionError(f"{_who(sight)} at {self.eyes.ledger.position}: {wrong}")

    # --- knowledge

    def _wrong(self, event: Event, masked: Event, view: View, sight: Observer) -> Iterator[str]:
        ledger = self.eyes.ledger
        for number, card in ledger.cards.items():
            if view.knows(number) != (number in sight.known):
                if number not in sight.known:
                    yield f"the view knows {card.definition} ({number}) in {card.zone}, which nobody has shown"
                else:
                    yield (
                        f"the view does not know {card.definition} ({number}) in {card.zone},"
                        f" shown by {sight.known[number]}"
                    )
        yield from self._wrong_event(event, masked, view, sight)

    def _may_point(self, number: int, sight: Observer) -> bool:
        """Whether the seat can tell this card from others around the last event."""
        place = self.eyes.before.get(number, ("", -1))
        return (
            number in sight.known
            or number in sight.told
            or place[0] in APART
            or self.eyes.ledger.cards[number].zone in APART
            or bool(seen_there(place, sight.seat))
        )

    # --- events

    def _wrong_event(self, event: Event, masked: Event, view: View, sight: Observer) -> Iterator[str]:
        if type(masked) is not type(event):
            yield f"it becomes {type(masked).__name__}"
            return
        if isinstance(event, Asked):
            assert isinstance(masked, Asked)
            yield from self._wrong_question(event, masked, sight)
            return
        for name in event.__struct_fields__:
            real, shown = getattr(event, name), getattr(masked, name)
            if isinstance(event, Answered) and name == "picks":
                if event.seat != sight.seat and not isinstance(self._question, Names | Numbers) and shown:
                    yield f"another player's answer is shown: {shown}"
            elif isinstance(event, Shuffled) and name == "order":
                if any(shown) or len(shown) != len(real):
                    yield "the order of a shuffle is shown"
            elif isinstance(event, CardsMade) and name in ("definitions", "first"):
                if name == "definitions":
                    right = tuple(
                        definition if number in sight.known else ""
                        for number, definition in enumerate(real, event.first)
                    )
                    if shown != right:
                        yield "cards are made face up that nobody sees, or the other way round"
            elif isinstance(event, PickedAtRandom) and name in ("pool", "picks") and event.what == "card":
                yield from self._wrong_cards(name, sorted(real), sorted(shown), view, sight, exactly=False)
            elif isinstance(event, AllowanceGiven) and name == "arguments" and event.condition in NAMES_CARDS:
                yield from self._wrong_cards(name, _numbers(real), _numbers(shown), view, sight, exactly=True)
            elif name in ONE_CARD and isinstance(real, int):
                yield from self._wrong_cards(name, (real,), (shown,), view, sight, exactly=name not in ("by", "holder"))
            elif name in SEVERAL_CARDS:
                exactly = not isinstance(event, Looked | Revealed)
                yield from self._wrong_cards(name, real, shown, view, sight, exactly=exactly)
                if not exactly and self._tells_order(event, shown, view, sight):
                    yield "the order in which cards are listed tells where they are"
            elif isinstance(event, Taken) and name == "owned":
                told_of = event.seen or event.card in sight.told
                if shown and not (real and told_of):
                    yield "whether an unseen card changes its owner is shown"
                elif real and not shown and (event.seen or event.card in sight.known):
                    yield "a card changes its owner in plain sight, and the view does not say so"
            elif name == "but":
                continue
            elif real != shown:
                yield f"{name} is {shown!r}, not {real!r}"

    def _wrong_cards(
        self, name: str, real: Sequence[int], shown: Sequence[int], view: View, sight: Observer, *, exactly: bool
    ) -> Iterator[str]:
        """Names stand for the cards that the seat can point at, and 0 for the others."""
        if len(real) != len(shown):
            yield f"{name} lists {len(shown)} cards, not {len(real)}"
            return
        pointable = [number for number in real if number and self._may_point(number, sight)]
        named = [number for number in shown if number]
        if len(named) > len(pointable):
            yield f"{name} points at a card that the seat cannot tell from others: {real} as {shown}"
        elif exactly:
            for number, shown_number in zip(real, shown, strict=True):
                if shown_number and number not in pointable:
                    yield f"{name} points at {number}, which the seat cannot tell from others"
                elif shown_number and view.name(number) not in (0, shown_number):
                    yield f"{name} calls {number} {shown_number}, the view calls it {view.name(number)}"
                elif not shown_number and number and seen_there(_place(self.eyes.ledger, number), sight.seat):
                    yield f"{name} hides {number}, which is in plain sight"

    def _tells_order(self, event: Event, shown: Sequence[int], view: View, sight: Observer) -> bool:
        """Whether cards of a searched deck or of another player's hand are listed in other than a neutral order."""
        cards = [self.eyes.ledger.cards[number] for number in event.cards]  # type: ignore[attr-defined]
        of_others = any(card.zone == "hand" and card.controller != sight.seat for card in cards)
        if not (of_others or getattr(event, "search", False)) or not all(shown):
            return False
        faces = [self.eyes.ledger.cards[view.number(name)].definition for name in shown]
        return faces != sorted(faces)

    def _wrong_question(self, event: Asked, masked: Asked, sight: Observer) -> Iterator[str]:
        if (masked.seat, masked.quiet) != (event.seat, event.quiet):
            yield "who is asked is wrong"
        if event.seat != sight.seat:
            if masked.question != Unseen():
                yield "another player's question is shown"
            return
        question, shown = event.question, masked.question
        if type(shown) is not type(question) or len(shown.options) != len(question.options):
            yield "its own question has another form"
            return
        if (shown.least, shown.most, shown.about) != (question.least, question.most, question.about):
            yield "its own question has other limits"
        for real, option in zip(question.options, shown.options, strict=True):
            if type(real) is not type(option):
                yield f"an option is {option!r}, not {real!r}"
            elif isinstance(real, Play) and (not option.card or real.card not in sight.known):  # type: ignore[union-attr]
                yield "a card is offered for play, and the seat does not see which"
            elif isinstance(real, int) and not isinstance(question, Cards | Hosts | Distribute | Arrange):
                if real != option:
                    yield f"an option is {option!r}, not {real!r}"
            elif isinstance(real, int) and not option:
                yield "an option cannot be told from the others"

    # --- the masked table

    def _wrong_table(self, view: View, sight: Observer) -> Iterator[str]:
        masked, ledger = view.table, self.eyes.ledger
        for name, card in masked.cards.items():
            number = view.number(name)
            real, known = ledger.cards[number], number in sight.known
            if (card.definition, card.owner) != ((real.definition, real.owner) if known else ("", -1)):
                yield f"{real.definition} ({number}) in {real.zone} is shown as {card.definition!r} of {card.owner}"
            in_sight = real.zone in APART or seen_there((real.zone, real.controller), sight.seat)
            if card.since != (real.since if in_sight else 0):
                yield f"when {number} came to the {real.zone} is shown as {card.since}"
            for field in ("controller", "zone", "site", "counters", "stasis"):
                if getattr(card, field) != getattr(real, field):
                    yield f"{field} of {number} is {getattr(card, field)!r}, not {getattr(real, field)!r}"
        for seat, player in enumerate(masked.seats):
            if player.victory_points != ledger.points[seat]:
                yield f"seat {seat} is shown with {player.victory_points} points"
            for zone, pile in player.piles.items():
                numbers = [card.number for card in ledger.held(seat, zone)]
                if len(pile) != len(numbers):
                    yield f"the {zone} of seat {seat} is shown with {len(pile)} cards, not {len(numbers)}"
                if any(name and view.number(name) not in numbers for name in pile):
                    yield f"the {zone} of seat {seat} is shown with a card that is elsewhere"
                if zone == "deck" and any(name and view.number(name) in sight.adrift for name in pile):
                    yield f"the {zone} of seat {seat} shows where a card lies that may be anywhere in it"
                if zone in IN_A_PILE and any(name and view.number(name) not in sight.known for name in pile):
                    options = getattr(view.question, "options", ())
                    if not any(name in options for name in pile if name):
                        yield f"the {zone} of seat {seat} shows a card apart that the seat was not shown"


class Twins:
    """A game told twice: the second time, every shuffle puts other copies of the same cards where the first ones lie.

    Nobody can tell them apart, so both look the same to every seat. Only events whose effects name cards that have not
    been shuffled away since can be told this way.
    """

    def __init__(self, seats: int, chance: random.Random, views: type[View] = View) -> None:
        self._chance = chance
        self._ledger = Ledger()
        self._views = [(views(seat), views(seat)) for seat in (*range(seats), None)]
        self._copies: dict[int, int] = {}  # the card that lies in the second telling where this one does in the first
        self._question: Question | None = None

    def take(self, event: Event) -> None:
        """Take in an event. Raises AssertionError if a seat can tell the two games apart."""
        again = self._again(event)
        self._ledger.read(event)
        self._question = event.question if isinstance(event, Asked) else None
        for view, same in self._views:
            seen, otherwise = view.take(event), same.take(again)
            assert seen == otherwise, (
                f"{_who(view)} at {event.position} ({type(event).__name__}) can tell equal copies apart:"
                f" {seen} is {otherwise} with others"
            )

    def look(self) -> None:
        """Compare the masked tables. Costly."""
        for view, same in self._views:
            assert snapshot(view.table) == snapshot(same.table), (
                f"{_who(view)} can tell equal copies apart on the table"
            )

    def _again(self, event: Event) -> Event:
        if isinstance(event, CardsMade):
            made = range(event.first, event.first + len(event.definitions))
            self._copies |= dict(zip(made, made, strict=True))
            return event
        if isinstance(event, Shuffled):
            self._exchange(event.order)
        again = renamed(event, self._copies.__getitem__, self._question)
        if isinstance(again, Looked) and again.search:  # listed by number
            return msgspec.structs.replace(again, cards=tuple(sorted(again.cards)))
        return again

    def _exchange(self, cards: Sequence[int]) -> None:
        holding = {card.host for card in self._ledger.cards.values()}  # a random walk leaves behind what a card held
        equal: dict[tuple[str, int, int], list[int]] = {}
        for number in cards:
            card = self._ledger.cards[number]
            equal.setdefault((card.definition, card.owner, number if number in holding else 0), []).append(number)
        for numbers in equal.values():
            copies = [self._copies[number] for number in numbers]
            self._copies |= zip(numbers, self._chance.sample(copies, len(copies)), strict=True)


def _who(sight: Observer | View) -> str:
    return "a spectator" if sight.seat is None else f"seat {sight.seat}"
