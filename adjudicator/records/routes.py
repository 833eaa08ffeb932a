"""By which ways hidden cards can have come where they were seen.

Cards are *mixed* by a shuffle, a pick at random, or where a player takes one out of a hand; what goes in comes out, in any
order. From one such point to the next a card goes a *stretch* of its way, and somebody may see there what it is. A deal is
possible if every card that is seen can be followed back, from point to point, to a stretch on which a card of its kind was
seen before (or was made), and no two come along the same stretch.

So a deal is found as the wires of a circuit are: each way is the cheapest there is; where two take the same stretch, the
earlier one is laid anew, and a stretch costs more each time it is fought over. What is not on any way was never seen, and
may be anything.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import deque
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from heapq import heappop, heappush

from adjudicator.records.sight import Mixed, Sight
from core.printed.definitions import definition

Stretch = tuple[int, int]
"""A card, and how many times it had been mixed before."""

Kind = str
"""What is printed on a card: cards of one kind are as good as each other."""

MOST_WAYS = 600
"""Ways that are laid for one line before it is given up."""

_TURNING, _SORTING, _FIGHTING = 1.0, 8.0, 6.0
"""What it costs to leave a card's own way, and to take a stretch from another."""


class NoWay(Exception):
    """No card of a kind can have come to where it was seen. Proved: whatever the other cards did."""

    def __init__(self, proved: bool) -> None:
        super().__init__()
        self.proved = proved


class Routes:
    """The ways of all cards of a game so far."""

    def __init__(
        self,
        sight: Sight,
        kind: Callable[[int], Kind],
        unsettled: Sequence[int] = (),
        places: Sequence[int] = (),
        in_order: bool = False,
        barred: Collection[tuple[int, Kind]] = (),
        patience: int = MOST_WAYS,
    ) -> None:
        self.points = [*sight.mixed, *([Mixed(sight.position + 1, frozenset(places))] if places else [])]
        self.kind = kind
        self.owners = {card.definition: card.owner for card in sight.truth.cards.values()}
        self.barred = barred  # what is known not to have been on offer, and where
        self.patience = patience
        self.in_order = in_order  # hands lie as they came
        self.mixings: dict[int, list[int]] = {}  # for each card the points at which it was mixed
        for number, point in enumerate(self.points):
            for card in point.cards:
                self.mixings.setdefault(card, []).append(number)
        self.nth = {(number, card): nth for card, mixed in self.mixings.items() for nth, number in enumerate(mixed)}
        self.seen: set[Stretch] = set()
        self.ways: dict[Stretch, list[Stretch]] = {}  # of what was seen, back to where it was seen before
        self.wanted: dict[Stretch, Kind] = {}
        self.taken: dict[Stretch, Stretch] = {}  # which way leads along a stretch
        self.fights: dict[Stretch, int] = {}
        self._look_back(sight, set(unsettled))

    def _look_back(self, sight: Sight, unsettled: set[int]) -> None:
        """The ways as they are in the deal at hand."""
        for card, mixed in self.mixings.items():
            positions = [self.points[number].position for number in mixed]
            for start, end in sight.sightings(card, card not in unsettled):
                first, last = bisect_left(positions, start + 1), bisect_left(positions, end)
                self.seen.update((card, nth) for nth in range(first, last + 1))
        for card, nth in self.seen:
            if nth:
                way = [(card, nth - 1)]
                while not self._is_source(way[-1]):
                    way.append((card, way[-1][1] - 1))
                self._lay((card, nth), self.kind(card), way)

    def _is_source(self, stretch: Stretch) -> bool:
        return not stretch[1] or stretch in self.seen

    def last(self, card: int) -> Stretch:
        """The stretch on which a card is now."""
        return card, len(self.mixings.get(card, ()))

    # --- laying ways

    def lead(self, wanted: Mapping[Stretch, Kind]) -> None:
        """Let cards of these kinds come to these stretches. Raises `NoWay`."""
        self.wanted.update(wanted)
        if any(self._is_source(end) and self.kind(end[0]) != kind for end, kind in wanted.items()):
            raise NoWay(True)
        waiting = deque(end for end in wanted if not self._is_source(end))
        for _ in range(self.patience):
            if not waiting:
                return
            end = waiting.popleft()
            way = self._cheapest(end, self.wanted[end])
            for stretch in way:
                if (other := self.taken.get(stretch)) is not None:
                    self.fights[stretch] = self.fights.get(stretch, 0) + 1
                    self._lift(other)
                    waiting.append(other)
            self._lay(end, self.wanted[end], way)
        raise NoWay(False)

    def _lay(self, end: Stretch, kind: Kind, way: list[Stretch]) -> None:
        self.wanted[end], self.ways[end] = kind, way
        for stretch in way:
            self.taken[stretch] = end

    def _lift(self, end: Stretch) -> None:
        for stretch in self.ways.pop(end):
            del self.taken[stretch]

    def _cheapest(self, end: Stretch, kind: Kind) -> list[Stretch]:
        """The cheapest way back to where a card of this kind was seen before."""
        came: dict[Stretch, Stretch] = {}
        turned: set[int] = set()  # points from which all ways have been looked at
        open_: list[tuple[float, int, Stretch, Stretch]] = [(0.0, 0, end, end)]
        while open_:
            cost, _, here, before = heappop(open_)
            if here in came:
                continue
            came[here] = before
            if here != end and self._is_source(here):
                return _way(came, here, end)
            for more, back in self._back(here, kind, turned):
                if back not in came:
                    heappush(open_, (cost + more + self._toll(back), -back[1], back, here))
        raise NoWay(True)

    def _back(self, here: Stretch, kind: Kind, turned: set[int]) -> Iterator[tuple[float, Stretch]]:
        """The stretches from which a card of this kind can have come here, and what it costs to turn there."""
        card, nth = here
        number = self.mixings[card][nth - 1]
        point = self.points[number]
        if not self._lets_go(point, card, kind):
            return
        back = [(card, nth - 1)]
        if point.picked and not point.hand and card not in point.picked:  # what is left lies as it lay
            back += [(other, self.nth[number, other]) for other in sorted(point.picked)]
        elif number not in turned and not (self.in_order and point.hand):
            turned.add(number)
            back += [(other, self.nth[number, other]) for other in sorted(point.cards) if other != card]
        for stretch in back:
            if not self._is_source(stretch) or self.kind(stretch[0]) == kind:
                yield (0.0 if stretch[0] == card else _SORTING if point.hand else _TURNING), stretch

    def _lets_go(self, point: Mixed, card: int, kind: Kind) -> bool:
        """Whether a card of a kind can have come out as this one: where a chosen card goes tells whose it is."""
        if card not in point.picked:
            return True
        owners = {self.owners[one] for one in (kind, self.kind(card)) if not definition(one).is_madness}
        if len(owners) > 1 or (point.position, kind) in self.barred:
            return False
        return point.lets_go(card, kind)

    def _toll(self, stretch: Stretch) -> float:
        return _FIGHTING * (1 + self.fights.get(stretch, 0)) if stretch in self.taken else 0.01

    # --- what comes of it

    def changes(self, until: int) -> dict[int, dict[int, int]]:
        """Which card is in the place of which, from each position on at which that changes."""
        turns: dict[int, dict[int, int]] = {}  # at each point: whose stretch leads on to whose
        for end, way in self.ways.items():
            after = end
            for before in way:
                if after[1]:
                    turns.setdefault(self.mixings[after[0]][after[1] - 1], {})[after[0]] = before[0]
                after = before
        found: dict[int, dict[int, int]] = {}
        now: dict[int, int] = {}
        for number, point in enumerate(self.points):
            led = turns.get(number, {})
            if point.position <= until and (
                any(one != other for one, other in led.items()) or not self._all_fit(point, now)
            ):
                came = self._came_from(point, led, now)
                now = now | {card: now.get(before, before) for card, before in came.items()}
                found[point.position] = now
        return found

    def _all_fit(self, point: Mixed, now: dict[int, int]) -> bool:
        """Whether what a player took out can still have been taken, with the cards that are there now."""
        return all(self._lets_go(point, card, self.kind(now[card])) for card in point.picked if card in now)

    def _came_from(self, point: Mixed, turns: dict[int, int], now: dict[int, int]) -> dict[int, int]:
        """For each card that is mixed, in whose place it was before; those on no way stay where they can.

        What a player took out comes first: where that goes tells what it can be.
        """
        came = dict(turns)
        left = sorted(point.cards - set(came.values()))
        for card in sorted(point.picked - came.keys()):
            fitting = [one for one in left if self._lets_go(point, card, self.kind(now.get(one, one)))]
            came[card] = card if card in (fitting or left) else (fitting or left)[0]
            left.remove(came[card])
        for card in [one for one in left if one not in came]:
            came[card] = card
            left.remove(card)
        came |= zip(sorted(point.cards - came.keys()), left, strict=True)
        return came


def _way(came: dict[Stretch, Stretch], source: Stretch, end: Stretch) -> list[Stretch]:
    way = [source]
    while came[way[-1]] != end:
        way.append(came[way[-1]])
    return way[::-1]
