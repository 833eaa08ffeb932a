"""What everybody at the table has seen: the spectator's view, and when each card was visible."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence

from adjudicator.records.mixing import Held, MixingPoint, Renumbering
from core.printed.definitions import definition
from events.questions import Arrange, Question
from events.vocabulary import Answered, Event, Leaving, Looked, PickedAtRandom, Placed, Revealed, Shuffled, Taken
from projections.renaming import card_of
from projections.table import Table
from projections.view import FACE_DOWN, View

IN_SIGHT = 1 << 60


class SpectatorView(View):
    """The spectator's view of a game that is being reconstructed."""

    def __init__(self, events: Sequence[Event] = (), facts: Collection[Held] = ()) -> None:
        self.position = 0
        self.learned: list[int] = []  # cards that the last event revealed
        self.mixed: list[MixingPoint] = []
        self._facts = facts
        self._looked_at: tuple[int, ...] = ()  # what a player last looked at in order to choose from it
        self.taken_out: tuple[int, ...] = ()  # what a player, or chance, chose last
        self._moment = 0  # when the rules took cards out of a hand
        self._seen: dict[int, tuple[tuple[int, int], ...]] = {}  # the intervals in which everybody could see a card
        self.untouched: dict[
            int, tuple[int, frozenset[int]]
        ] = {}  # by seat: the last shuffle, and the cards still in the order it left
        super().__init__(None, events)

    def copy_with(self, facts: Collection[Held]) -> SpectatorView:
        """Return an independent copy that uses other facts from now on."""
        twin = self.copy()
        twin._facts = facts
        return twin

    def take(self, event: Event) -> Event:
        """Follow one event, and note what it shows."""
        self.position = event.position
        self.learned = []
        for seat, zone in sorted({(fact.seat, fact.zone) for fact in self._facts if fact.position == event.position}):
            self.mixed += self.holding(seat, event.position, zone)
        self.mixed += self._mixes(event)
        self._touch(event)
        return super().take(event)

    def _touch(self, event: Event) -> None:
        """Keep track of the cards of each deck whose order depends only on its last shuffle."""
        match event:
            case Shuffled(zone="deck", seat=seat, order=order):
                cards = self.truth.cards
                same = (card for card in order if not definition(cards[card].definition).is_madness)
                self.untouched[seat] = event.position, frozenset(same)
            case Looked(cards=cards) | Revealed(cards=cards) | PickedAtRandom(pool=cards):
                self.settle(cards)
            case Placed(zone="deck", card=card):
                self.settle([card])

    def settle(self, cards: Iterable[int]) -> None:
        """Note that more than the last shuffle determines where these cards lie in their decks."""
        settled = frozenset(cards)
        self.untouched = {seat: (since, some - settled) for seat, (since, some) in self.untouched.items()}

    def holding(self, seat: int, position: int, zone: str = "hand") -> Iterator[MixingPoint]:
        """Return the hidden cards of a hand (or of a deck that is being searched, or face down on the table), with the
        kinds that must or cannot be among them."""
        here = [fact for fact in self._facts if (fact.position, fact.seat, fact.zone) == (position, seat, zone)]
        barred = frozenset(fact.kind for fact in here if not fact.cards)
        if zone in FACE_DOWN:  # each of them has a place of its own
            lying = (card.number for card in self.truth.cards.values() if (card.zone, card.controller) == (zone, seat))
            for alone in (frozenset({card}) for card in lying if not self.knows(card)):
                yield MixingPoint(position, alone, alone, barred=barred, held=True)
            return
        pile = self.truth.seats[seat].hand if zone == "hand" else self._looked_at
        hidden = frozenset(card for card in pile if not self.name(card) and self.truth.cards[card].zone == zone)
        if barred:
            yield MixingPoint(position, hidden, hidden, barred=barred, hand=True, held=True)
        for fact in sorted(fact for fact in here if fact.cards):
            some = frozenset(sorted(hidden)[: fact.cards])
            yield MixingPoint(position, hidden, some, frozenset({fact.kind}), hand=True, held=True)

    def _mixes(self, event: Event) -> Iterator[MixingPoint]:
        cards, position = self.truth.cards, event.position
        match event:
            case Shuffled(order=order):
                yield MixingPoint(position, frozenset(order))
            case PickedAtRandom(what="card", pool=pool, picks=picks):
                self.taken_out = picks
                yield MixingPoint(
                    position, frozenset(card for card in pool if not self.knows(card)), hand=self._in_hand(pool)
                )
            case Revealed(cards=shown):
                hidden = [card for card in shown if cards[card].zone == "hand" and not self.name(card)]
                if len(hidden) > 1:
                    yield MixingPoint(position, frozenset(hidden), hand=True)
            case Looked(cards=looked_at):
                self._looked_at = looked_at
            case Answered(picks=picks) if picks and (question := self.truth.question):
                self.taken_out = tuple(card_of(pick, question) for pick in picks)
                yield from self._chosen(event, question)
            case Placed(zone="deck") | Taken(seen=False):
                pass  # Nobody sees what goes there.
            case Leaving(source="hand", card=card) if card not in self.taken_out and not self.name(card):
                yield from self._taken_by_rules(event)

    def _taken_by_rules(self, event: Leaving) -> Iterator[MixingPoint]:
        """Note that the rules took cards out of a hand in a fixed order, either because of what they are or because the
        whole hand goes. This reveals nothing about which cards they were.
        """
        hand = frozenset(card for card in self.truth.seats[event.controller].hand if not self.name(card))
        if event.moment != self._moment and len(hand) > 1:
            self._moment = event.moment
            yield MixingPoint(event.position, hand, hand=True)

    def _chosen(self, event: Answered, question: Question) -> Iterator[MixingPoint]:
        """Note a choice among hidden cards.

        It was made among all cards that the player holds or has looked at, since the options are hidden too. The cards
        of a hand have no order, so only the faces tell which were chosen.
        """
        cards = self.truth.cards
        offered = {card_of(pick, question) for pick in question.options} - {0}
        picked = {card_of(pick, question) for pick in event.picks} - {0}
        for zone, whose in sorted({(cards[card].zone, cards[card].controller) for card in picked}):
            around = set(offered)
            if not isinstance(question, Arrange):
                around.update(self.truth.seats[whose].hand if zone == "hand" else self._looked_at)
            there = {card for card in around if (cards[card].zone, cards[card].controller) == (zone, whose)}
            hidden = frozenset(card for card in there if not self.name(card))
            if picked & hidden:
                # A retold question may not list what was picked: cards can have changed places as it was answered.
                kinds = frozenset(cards[card].definition for card in there & (offered | picked))
                barred = frozenset(cards[card].definition for card in there - offered)
                yield MixingPoint(event.position, hidden, hidden & picked, kinds, barred, zone == "hand")

    def _in_hand(self, pool: Sequence[int]) -> bool:
        return any(self.truth.cards[card].zone == "hand" for card in pool)

    def sightings(self, number: int, settled: bool = True) -> Sequence[tuple[int, int]]:
        """Return the intervals in which everybody could see a card, without what the last event shows unless that is
        settled.
        """
        intervals = self._seen.get(number, ())
        return intervals if settled or number not in self.learned else intervals[:-1]

    def face_seen(self, number: int) -> None:
        """Note that a card becomes visible."""
        self.learned.append(number)
        self._seen[number] = (*self._seen.get(number, ()), (self.position, IN_SIGHT))

    def face_lost(self, number: int) -> None:
        """Note that a card is no longer visible."""
        *before, (since, _) = self._seen[number]
        self._seen[number] = (*before, (since, self.position))

    def seen_until(self, number: int, settled: Sequence[int] = ()) -> int:
        """Return the last position at which everybody could see a card.

        The last event counts only if it settles which card it is.
        """
        sightings = self._seen.get(number, ())
        if number in self.learned and number not in settled:
            sightings = sightings[:-1]
        return sightings[-1][1] if sightings else 0

    def order(self, number: int) -> int:
        """Return the rank by which cards of one name are numbered: the order in which they became visible.

        Among hidden ones, the card mixed longest ago comes first, because it can stand for the fewest others.
        """
        return self.name(number) or self._last_mixed(number) - IN_SIGHT

    def _last_mixed(self, number: int) -> int:
        unseen = self.seen_until(number)
        for point in reversed(self.mixed):
            if point.position < unseen:
                break
            if number in point.cards:
                return point.position
        return 0

    def renumbered(self, changes: Renumbering, table: Table, last: Event) -> None:
        """Swap cards in a log that looks the same to everybody.

        `table` is the table after the last event, and `last` is that event in its new form.
        """
        self.learned = [changes.now(number) for number in self.learned]
        self._looked_at = tuple(changes.now(number) for number in self._looked_at)
        self.taken_out = tuple(changes.now(number) for number in self.taken_out)
        self.untouched = {
            seat: (since, frozenset(map(changes.now, some))) for seat, (since, some) in self.untouched.items()
        }
        seen: dict[int, list[tuple[int, int]]] = {}
        for number, times in self._seen.items():
            for time in times:
                seen.setdefault(changes.at(time[0], number), []).append(time)
        self._seen = {number: tuple(sorted(times)) for number, times in seen.items()}
        kinds = {number: card.definition for number, card in table.cards.items()}
        self.mixed = [point.renumbered(changes, kinds) for point in self.mixed]
        self.renumber(changes.now, table, last, self.learned)


def lies_open(table: Table, card: int) -> bool:
    """Return whether everybody knows a card from the start: one that players bring, or one of the Madness deck."""
    facts = definition(table.cards[card].definition)
    return facts.is_brought or (facts.is_madness and table.cards[card].owner < 0)


def face_down(view: SpectatorView) -> list[int]:
    """Return the face-down cards that can be named by their place, in the order in which they arrived there."""
    table = view.truth
    down = [card.number for card in table.cards.values() if card.zone in FACE_DOWN and not view.knows(card.number)]
    return sorted(down, key=view.name)
