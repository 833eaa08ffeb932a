"""What everybody at the table has seen: the spectator's view, and since when a card has been out of sight."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from events.questions import Arrange, Cards, Pick, Play, Question, Use
from events.vocabulary import Answered, Event, PickedAtRandom, Shuffled
from projections.renaming import CARD_QUESTIONS
from projections.table import Table, fold
from projections.view import FACE_DOWN, View

IN_SIGHT = 1 << 60


class Mixed(NamedTuple):
    """A point of the log at which cards became as good as each other to everybody who looks on."""

    position: int
    cards: frozenset[int]
    seen: bool = False  # what was taken out of it was seen at once: only how they came there may be exchanged


class Sight(View):
    """The spectator's view of a game that is being put together."""

    def __init__(self, events: Sequence[Event] = ()) -> None:
        self.position = 0
        self.learned: list[int] = []  # cards that the last event showed for the first time since they were hidden
        self.mixed: list[Mixed] = []
        self._seen: dict[int, list[tuple[int, int]]] = {}  # from when to when everybody could see a card
        super().__init__(None, events)

    def take(self, event: Event) -> Event:
        """Take one event in, and note what it shows."""
        self.position = event.position
        self.learned = []
        if (mixed := self._mixes(event)) is not None:
            self.mixed.append(mixed)
        return super().take(event)

    def _mixes(self, event: Event) -> Mixed | None:
        match event:
            case Shuffled(position=position, order=order):
                return Mixed(position, frozenset(order))
            case PickedAtRandom(position=position, what="card", pool=pool):
                return Mixed(position, frozenset(pool))
            case Answered(position=position, seat=seat, picks=picks) if picks and (question := self._table.question):
                offered = {card_of(pick, question) for pick in question.options} - {0}
                seen = not isinstance(question, Cards | Arrange)
                if seen:
                    offered.update(self._table.seats[seat].hand)
                hidden = frozenset(card for card in offered if not self._can_be_pointed_at(card))
                return Mixed(position, hidden, seen) if hidden else None
        return None

    def _can_be_pointed_at(self, card: int) -> bool:
        return bool(self.name(card)) or self._table.cards[card].zone in FACE_DOWN

    def unseen_between(self, number: int, after: int, before: int) -> bool:
        """Whether nobody could see a card in that time."""
        return not any(start < before and end > after for start, end in self._seen.get(number, ()))

    def _learn(self, number: int) -> None:
        if number not in self._known:
            self.learned.append(number)
            self._seen.setdefault(number, []).append((self.position, IN_SIGHT))
        super()._learn(number)

    def _drop(self, number: int) -> None:
        if number in self._known:
            self._seen[number][-1] = (self._seen[number][-1][0], self.position)
        super()._drop(number)

    def seen_until(self, number: int, settled: Sequence[int] = ()) -> int:
        """The last position at which all could see a card; before the last event, unless that settled which it is."""
        sightings = self._seen.get(number, ())
        if number in self.learned and number not in settled:
            sightings = sightings[:-1]
        return sightings[-1][1] if sightings else 0

    @property
    def truth(self) -> Table:
        """The whole table, hidden cards and all."""
        return self._table

    def order(self, number: int) -> int:
        """In which order cards of one name are counted: as they came into sight. Of hidden ones the one that was mixed with
        others longest ago comes first: it can stand for the fewest."""
        return self.name(number) or self._last_mixed(number) - IN_SIGHT

    def _last_mixed(self, number: int) -> int:
        unseen = self.seen_until(number)
        for point in reversed(self.mixed):
            if point.position < unseen:
                break
            if number in point.cards and not point.seen:
                return point.position
        return 0

    def exchange(self, one: int, other: int, since: int, log: Sequence[Event]) -> None:
        """Two cards have been in each other's place since a position: the new log looks the same to everybody."""
        swap = {one: other, other: one}
        self._names = {swap.get(number, number): name for number, name in self._names.items()}
        self._numbers = {name: number for number, name in self._names.items()}
        for group in (self._known, self._unplaced, self._shown, self._glimpsed, self._blind):
            here = {swap[number] for number in (one, other) if number in group}
            group.difference_update(swap)
            group.update(here)
        self.learned = [swap.get(number, number) for number in self.learned]
        mine, others = (self._seen.get(number, []) for number in (one, other))
        for number, before, after in ((one, mine, others), (other, others, mine)):
            self._seen[number] = [time for time in before if time[0] <= since] + [
                time for time in after if time[0] > since
            ]
        self.mixed = [
            Mixed(point.position, frozenset(swap.get(card, card) for card in point.cards), point.seen)
            if point.position > since
            else point
            for point in self.mixed
        ]
        self._table = fold(log[: self.position])


def face_down(sight: Sight) -> list[int]:
    """The cards that lie face down, each in a place that all can point at, in the order in which they came there."""
    table = sight.truth
    down = [card.number for card in table.cards.values() if card.zone in FACE_DOWN and not sight.knows(card.number)]
    aside = {card: place for place, card in enumerate(table.aside)}
    return sorted(down, key=lambda card: (sight.name(card), aside.get(card, 0)))


def card_of(pick: Pick, question: Question) -> int:
    """The card that an option is about; 0 if it is about none."""
    match pick:
        case Play(card=card):
            return card
        case Use(holder=holder):
            return holder
        case int() if isinstance(question, CARD_QUESTIONS):
            return pick
    return 0
