"""What everybody at the table has seen: the spectator's view, and since when a card has been out of sight."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import NamedTuple

from core.printed.definitions import definition
from events.questions import Arrange, Question
from events.vocabulary import Answered, Event, Leaving, Looked, PickedAtRandom, Placed, Revealed, Shuffled, Taken
from projections.renaming import card_of
from projections.table import Table, fold
from projections.view import FACE_DOWN, View

IN_SIGHT = 1 << 60


class Held(NamedTuple):
    """What a player must have held out of sight when an event happened: so many cards of a kind, or none, or else something
    else would have happened. The same of a deck that was looked at."""

    position: int
    seat: int
    kind: str
    cards: int = 0
    zone: str = "hand"


class Mixed(NamedTuple):
    """A point of the log at which cards became as good as each other to everybody who looks on."""

    position: int
    cards: frozenset[int]
    picked: frozenset[int] = frozenset()  # those a player took out
    offered: frozenset[str] = frozenset()  # what was on offer there
    barred: frozenset[str] = frozenset()  # … and what was not, though it was there
    hand: bool = False  # out of a hand, which lies in no order
    held: bool = False  # they are only held: those are of the kinds that are offered, or of any that is not barred

    def lets_go(self, kind: str) -> bool:
        """Whether a card of a kind can have been chosen here: only what is on offer can."""
        if self.held:
            return kind in self.offered if self.offered else kind not in self.barred
        if not self.barred or kind in self.offered:
            return True
        return kind not in self.barred and any(_alike(kind, one) for one in self.offered)


def _alike(one: str, other: str) -> bool:
    return definition(one).is_minion == definition(other).is_minion


class Sight(View):
    """The spectator's view of a game that is being put together."""

    def __init__(self, events: Sequence[Event] = (), held: Collection[Held] = ()) -> None:
        self.position = 0
        self.learned: list[int] = []  # cards that the last event showed for the first time since they were hidden
        self.mixed: list[Mixed] = []
        self._held = held
        self._looked_at: tuple[int, ...] = ()  # what a player has looked at last, to choose from it
        self.taken_out: tuple[int, ...] = ()  # what a player, or chance, has chosen last
        self._moment = 0  # when cards went out of a hand by the rules
        self._seen: dict[int, list[tuple[int, int]]] = {}  # from when to when everybody could see a card
        super().__init__(None, events)

    def take(self, event: Event) -> Event:
        """Take one event in, and note what it shows."""
        self.position = event.position
        self.learned = []
        for seat, zone in sorted({(fact.seat, fact.zone) for fact in self._held if fact.position == event.position}):
            self.mixed += self.holding(seat, event.position, zone)
        self.mixed += self._mixes(event)
        return super().take(event)

    def holding(self, seat: int, position: int, zone: str = "hand") -> Iterator[Mixed]:
        """The hidden cards of a hand (or of a deck that is looked at), and what must be among them, or must not."""
        pile = self._table.seats[seat].hand if zone == "hand" else self._looked_at
        hidden = frozenset(card for card in pile if not self.name(card) and self._table.cards[card].zone == zone)
        here = [fact for fact in self._held if (fact.position, fact.seat, fact.zone) == (position, seat, zone)]
        if barred := frozenset(fact.kind for fact in here if not fact.cards):
            yield Mixed(position, hidden, hidden, barred=barred, hand=True, held=True)
        for fact in sorted(fact for fact in here if fact.cards):
            some = frozenset(sorted(hidden)[: fact.cards])
            yield Mixed(position, hidden, some, frozenset({fact.kind}), hand=True, held=True)

    def _mixes(self, event: Event) -> Iterator[Mixed]:
        cards, position = self._table.cards, event.position
        match event:
            case Shuffled(order=order):
                yield Mixed(position, frozenset(order))
            case PickedAtRandom(what="card", pool=pool, picks=picks):
                self.taken_out = picks
                yield Mixed(
                    position, frozenset(card for card in pool if not self.knows(card)), hand=self._in_hand(pool)
                )
            case Revealed(cards=shown):
                hidden = [card for card in shown if cards[card].zone == "hand" and not self.name(card)]
                if len(hidden) > 1:
                    yield Mixed(position, frozenset(hidden), hand=True)
            case Looked(cards=looked_at):
                self._looked_at = looked_at
            case Answered(picks=picks) if picks and (question := self._table.question):
                self.taken_out = tuple(card_of(pick, question) for pick in picks)
                yield from self._chosen(event, question)
            case Placed(zone="deck") | Taken(seen=False):
                pass  # nobody sees what goes there
            case Leaving(source="hand", card=card) if card not in self.taken_out and not self.name(card):
                yield from self._taken_by_rules(event)

    def _taken_by_rules(self, event: Leaving) -> Iterator[Mixed]:
        """What goes out of a hand by the rules goes for what it is, or because all of the hand go, and in an order of its
        own: which of the cards it was tells nothing."""
        hand = frozenset(card for card in self._table.seats[event.controller].hand if not self.name(card))
        if event.moment != self._moment and len(hand) > 1:
            self._moment = event.moment
            yield Mixed(event.position, hand, hand=True)

    def _chosen(self, event: Answered, question: Question) -> Iterator[Mixed]:
        """A choice among hidden cards: out of all that the player holds or has looked at, since what of it is on offer is
        hidden, too. Those of a hand lie in no order: which of them were chosen is only what they are."""
        cards = self._table.cards
        offered = {card_of(pick, question) for pick in question.options} - {0}
        picked = {card_of(pick, question) for pick in event.picks} - {0}
        for zone, whose in sorted({(cards[card].zone, cards[card].controller) for card in picked}):
            around = set(offered)
            if not isinstance(question, Arrange):
                around.update(self._table.seats[whose].hand if zone == "hand" else self._looked_at)
            there = {card for card in around if (cards[card].zone, cards[card].controller) == (zone, whose)}
            hidden = frozenset(card for card in there if not self.name(card))
            if picked & hidden:
                kinds = frozenset(cards[card].definition for card in there & offered)
                barred = frozenset(cards[card].definition for card in there - offered)
                yield Mixed(event.position, hidden, hidden & picked, kinds, barred, zone == "hand")

    def _in_hand(self, pool: Sequence[int]) -> bool:
        return any(self._table.cards[card].zone == "hand" for card in pool)

    def sightings(self, number: int, settled: bool = True) -> Sequence[tuple[int, int]]:
        """From when to when everybody could see a card; without what the last event shows, unless that is settled."""
        found = self._seen.get(number, ())
        return found if settled or number not in self.learned else found[:-1]

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
            if number in point.cards:
                return point.position
        return 0

    def retell(self, changes: Changes, log: Sequence[Event]) -> None:
        """Cards have been in others' places since some positions: the new log looks the same to everybody."""
        self._since = {changes.now(number): self._since[number] for number in self._names}
        self._names = {changes.now(number): name for number, name in self._names.items()}
        self._numbers = {name: number for number, name in self._names.items()}
        self._lost = {changes.now(number): position for number, position in self._lost.items()}
        for group in (self._known, self._unplaced, self._shown, self._glimpsed, self._blind):
            here = {changes.now(number) for number in group}
            group.clear()
            group.update(here)
        self.learned = [changes.now(number) for number in self.learned]
        self._looked_at = tuple(changes.now(number) for number in self._looked_at)
        self.taken_out = tuple(changes.now(number) for number in self.taken_out)
        seen: dict[int, list[tuple[int, int]]] = {}
        for number, times in self._seen.items():
            for time in times:
                seen.setdefault(changes.at(time[0], number), []).append(time)
        self._seen = {number: sorted(times) for number, times in seen.items()}
        self.mixed = [
            point._replace(
                cards=frozenset(changes.at(point.position, card) for card in point.cards),
                picked=frozenset(changes.at(point.position, card) for card in point.picked),
            )
            for point in self.mixed
        ]
        self._table = fold(log[: self.position])
        self._name_anew(log[self.position - 1])

    def _name_anew(self, event: Event) -> None:
        """What an event shows is named in an order that tells nothing: by what the cards are now."""
        if isinstance(event, Revealed):
            shown = [card for card in self._listed(event.cards, False) if card in self.learned]
            names = sorted(self._names[card] for card in shown)
            self._names |= zip(shown, names, strict=True)
            self._numbers |= zip(names, shown, strict=True)


class Changes:
    """Which card is in the place of which, from each position on at which that changes."""

    def __init__(self, changes: Mapping[int, Mapping[int, int]]) -> None:
        self.since = sorted(changes)
        self._mappings = [changes[position] for position in self.since]

    def mapping(self, position: int) -> Mapping[int, int]:
        """Those that hold after the event at a position."""
        place = bisect_right(self.since, position)
        return self._mappings[place - 1] if place else {}

    def at(self, position: int, card: int) -> int:
        """The card in the place of another after the event at a position."""
        return self.mapping(position).get(card, card)

    def now(self, card: int) -> int:
        """… and at the end."""
        return self._mappings[-1].get(card, card) if self._mappings else card


def face_down(sight: Sight) -> list[int]:
    """The cards that lie face down, each in a place that all can point at, in the order in which they came there."""
    table = sight.truth
    down = [card.number for card in table.cards.values() if card.zone in FACE_DOWN and not sight.knows(card.number)]
    return sorted(down, key=sight.name)
