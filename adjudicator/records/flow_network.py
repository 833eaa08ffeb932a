"""Finds the paths by which hidden cards can have reached the places where they were seen.

Cards are *mixed* by a shuffle, by a random pick, or when a player takes one out of a hand: what goes in comes out in
any order. Between two mixing points a card follows an *edge*, where somebody may see its face. A deal is possible if
every card that was seen can be traced back, from mixing point to mixing point, to an edge on which a card of its kind
was seen before (or was made), and no two cards share an edge.

The search works like a router for circuits: it takes the cheapest path for each card. If two paths need the same edge,
the earlier one is rerouted, and the edge becomes more expensive each time that happens. A card on no path was never
seen and can be anything.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import deque
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from heapq import heappop, heappush
from itertools import count, pairwise

from adjudicator.records.mixing import MixingPoint
from adjudicator.records.spectator import SpectatorView
from core.printed.definitions import definition

Edge = tuple[int, int]
"""A card, and how many times it had been mixed before."""

Kind = str
"""The definition of a card. Cards with the same definition are interchangeable."""

WORK = 150_000
"""Maximum number of edges to examine for one deal, about one second of work. Nearly all deals need a few hundred."""

WORK_OF_ONE = 5_000
"""The same limit for one of several alternatives to a rejected line, which share the rest.

An alternative that is impossible, but hard to prove so, must not use up the budget of the others.
"""

_TURNING, _SORTING, _REROUTING = 1.0, 8.0, 6.0
"""The costs of leaving a card's own path, and of taking an edge from another path."""

_DOUBTFUL = 40
"""Number of paths after which the search checks whether a deal can exist at all."""


class NoPath(Exception):
    """Raised if no card of a kind can have reached the place where it was seen, whatever the other cards were."""

    def __init__(self, proved: bool) -> None:
        super().__init__()
        self.proved = proved


class FlowNetwork:
    """The paths of all cards of a game so far.

    A path ends at each edge on which a card was seen, was chosen unseen, or was held at a time when the rules exclude
    some kinds. Such an edge may carry any kind that fits, and other paths may use it.
    """

    def __init__(
        self,
        view: SpectatorView,
        kind: Callable[[int], Kind],
        unsettled: Sequence[int] = (),
        here: Iterable[MixingPoint] = (),
        barred: Collection[tuple[int, Kind]] = (),
        work: int = WORK,
    ) -> None:
        self.points = [*view.mixed, *here]
        self.kind = kind
        self.owners = {card.definition: card.owner for card in view.truth.cards.values()}
        self.barred = barred  # kinds known not to have been on offer, and where
        self.work = work
        self.mixings: dict[int, list[int]] = {}  # for each card, the points at which it was mixed
        for number, point in enumerate(self.points):
            for card in point.cards:
                self.mixings.setdefault(card, []).append(number)
        self.nth = {(number, card): nth for card, mixed in self.mixings.items() for nth, number in enumerate(mixed)}
        self.seen: set[Edge] = set()
        self.paths: dict[Edge, list[Edge]] = {}  # from each card seen or chosen back to where it was seen before
        self.wanted: dict[Edge, Kind] = {}  # the kind that arrived there, if it is known
        self.taken: dict[Edge, Edge] = {}  # the path along each edge
        self.conflicts: dict[Edge, int] = {}
        self.contested: set[Edge] = set()  # the ends of paths that conflicted
        self.waiting: deque[Edge] = deque()  # ends that no path reaches yet
        self._sources: dict[int, list[Edge]] = {}  # for each mixing point, the edges that begin there
        self._look_back(view, set(unsettled))

    def _look_back(self, view: SpectatorView, unsettled: set[int]) -> None:
        """Collect the paths of the current deal."""
        for card, mixed in self.mixings.items():
            positions = [self.points[number].position for number in mixed]
            for start, until in view.sightings(card, card not in unsettled):
                first = bisect_left(positions, start + 1)
                last = max(
                    first, bisect_left(positions, until)
                )  # The card may have left in the same moment in which it was shown.
                self.seen.update((card, nth) for nth in range(first, last + 1))
        for seen in self.seen:
            if seen[1]:
                self.wanted[seen] = self.kind(seen[0])
                self._keep(seen)
        chosen = [
            (card, self.nth[number, card] + 1) for number, point in enumerate(self.points) for card in point.picked
        ]
        for choice in sorted(chosen, key=lambda edge: -edge[1]):
            if choice not in self.seen and choice not in self.taken:
                self._keep(choice)

    def _keep(self, end: Edge) -> None:
        """Keep a path as it is, if possible."""
        path = self._own_path(end)
        if all(self._fits(edge, self.kind(end[0])) for edge in (end, *path[:-1])):
            self._lay(end, path)
        else:
            self.waiting.append(end)

    def _own_path(self, end: Edge) -> list[Edge]:
        path = [(end[0], end[1] - 1)]
        while not self._is_source(path[-1]):
            path.append((end[0], path[-1][1] - 1))
        return path

    def _fits(self, edge: Edge, kind: Kind) -> bool:
        """Return whether a card of a kind can have come out of the mixing point where an edge begins."""
        card, nth = edge
        return self._lets_go(self.points[self.mixings[card][nth - 1]], card, kind)

    def _is_source(self, edge: Edge) -> bool:
        return not edge[1] or edge in self.seen

    def last(self, card: int) -> Edge:
        """Return the edge that a card is on now."""
        return card, len(self.mixings.get(card, ()))

    # --- laying paths

    def lead(self, targets: Mapping[Edge, Kind]) -> None:
        """Bring cards of these kinds to these edges. Raises `NoPath`."""
        if any(self._is_source(end) and self.kind(end[0]) != kind for end, kind in targets.items()):
            raise NoPath(True)
        ends = [end for end in targets if not self._is_source(end)]
        self.wanted.update((end, targets[end]) for end in ends)
        for end in ends:
            if end in self.paths:
                self._lift(end)
        self.waiting.extendleft(reversed(ends))
        laid = 0
        while self.waiting:
            laid += 1
            if laid == _DOUBTFUL and self._is_impossible():
                raise NoPath(True)
            if self.work < 0:
                raise NoPath(False)
            end = self.waiting.popleft()
            if end not in self.wanted and end in self.taken:
                continue
            path = self._cheapest(end)
            for edge in self._along(end, path):
                if (other := self.taken.get(edge)) is not None:
                    self.conflicts[edge] = self.conflicts.get(edge, 0) + 1
                    self.contested |= {end, other}
                    self._lift(other)
                    self.waiting.append(other)
            self._lay(end, path)

    def _lay(self, end: Edge, path: list[Edge]) -> None:
        self.paths[end] = path
        self.taken |= dict.fromkeys(self._along(end, path), end)

    def _lift(self, end: Edge) -> None:
        for edge in self._along(end, self.paths.pop(end)):
            del self.taken[edge]

    def _along(self, end: Edge, path: list[Edge]) -> list[Edge]:
        """Return all edges of a path. A card seen at its end continues on a path of its own."""
        return path if end in self.seen else [end, *path]

    def _cheapest(self, end: Edge) -> list[Edge]:
        """Return the cheapest path back to an edge where a card that fits was seen before."""
        if end in self.wanted:
            return self._cheapest_of(end, frozenset({self.wanted[end]}))[1]
        kinds = list(self._kinds_behind(end))
        try:
            return self._cheapest_of(end, frozenset(kinds))[1]
        except NoPath:
            # An edge is only looked at once, with the kinds that can use the cheapest path to it. So ask for each kind.
            return min(self._cheapest_of_each(end, kinds))[1]

    def _cheapest_of_each(self, end: Edge, kinds: Iterable[Kind]) -> list[tuple[float, list[Edge]]]:
        paths: list[tuple[float, list[Edge]]] = []
        for kind in kinds:
            try:
                paths.append(self._cheapest_of(end, frozenset({kind})))
            except NoPath:
                continue
            if paths[-1][0] < _REROUTING:
                break
        if not paths:
            raise NoPath(True)
        return paths

    def _kinds_behind(self, end: Edge) -> Iterator[Kind]:
        """Yield the kinds that can have come to an edge. Those that begin no other path come first."""
        kinds: dict[Kind, bool] = {}
        for source in self._sources_behind(end):
            kind = self.kind(source[0])
            kinds[kind] = kinds.get(kind, True) and source in self.taken
        yield from sorted((kind for kind in kinds if self._fits(end, kind)), key=lambda kind: kinds[kind])

    def _sources_behind(self, end: Edge) -> list[Edge]:
        """Return the edges on which cards were seen, or made, that can have led to an edge."""
        point = self.mixings[end[0]][end[1] - 1]
        if point not in self._sources:
            sources: list[Edge] = []
            looked: set[Edge] = {end}
            waiting = deque([end])
            while waiting:
                here = waiting.popleft()
                if here != end and self._is_source(here):
                    sources.append(here)
                    continue
                behind = self._behind(here)
                waiting += [edge for edge in behind if edge not in looked]
                looked.update(behind)
            self._sources[point] = sources
        return self._sources[point]

    def _behind(self, here: Edge) -> list[Edge]:
        """Return all edges that lead to the mixing point where an edge begins."""
        number = self.mixings[here[0]][here[1] - 1]
        return [(card, self.nth[number, card]) for card in sorted(self.points[number].cards)]

    def _cheapest_of(self, end: Edge, kinds: frozenset[Kind]) -> tuple[float, list[Edge]]:
        """Return the cheapest path of a card of one of these kinds, and its cost."""
        came: dict[Edge, Edge] = {}
        turned: set[int] = set()  # mixing points whose paths have all been examined
        pushed = count()
        open_: list[tuple[float, int, int, Edge, Edge, frozenset[Kind]]] = [(0.0, 0, next(pushed), end, end, kinds)]
        while open_:
            cost, _, _, here, before, kinds = heappop(open_)
            if here in came:
                continue
            self.work -= 1
            came[here] = before
            if here != end and self._is_source(here):
                return cost, _way(came, here, end)
            fitting = self._fitting(here, kinds)
            for more, back in self._back(here, fitting, turned) if fitting else ():
                if back not in came:
                    heappush(open_, (cost + more + self._cost(back, here), -back[1], next(pushed), back, here, fitting))
        raise NoPath(True)

    def _fitting(self, here: Edge, kinds: frozenset[Kind]) -> frozenset[Kind]:
        """Return those kinds that can have come out of the mixing point where an edge begins."""
        card, nth = here
        point = self.points[self.mixings[card][nth - 1]]
        if card not in point.picked:
            return kinds
        return frozenset(kind for kind in kinds if self._lets_go(point, card, kind))

    def _back(self, here: Edge, kinds: frozenset[Kind], turned: set[int]) -> Iterator[tuple[float, Edge]]:
        """Yield the edges from which a card of these kinds can have come, each with its cost."""
        card, nth = here
        number = self.mixings[card][nth - 1]
        point = self.points[number]
        back = [(card, nth - 1)]
        if point.picked and not point.hand and card not in point.picked:  # The cards that remain keep their order.
            back += [(other, self.nth[number, other]) for other in sorted(point.picked)]
        elif number not in turned:
            turned.add(number)
            back += [(other, self.nth[number, other]) for other in sorted(point.cards) if other != card]
        if self.taken.get(here) == here and here not in self.wanted:
            back.append(self.paths[here][0])  # The path that leads here is free for the one that continues from here.
        for edge in back:
            if not self._is_source(edge) or self.kind(edge[0]) in kinds:
                yield (0.0 if edge[0] == card else _SORTING if point.hand else _TURNING), edge

    def _lets_go(self, point: MixingPoint, card: int, kind: Kind) -> bool:
        """Return whether a card of a kind can have left a mixing point as this card.

        Where a chosen card goes reveals its owner.
        """
        if card not in point.picked:
            return True
        if point.held:
            return point.lets_go(kind)
        owners = {self.owners[either] for either in (kind, self.kind(card)) if not definition(either).is_madness}
        return len(owners) < 2 and (point.position, kind) not in self.barred and point.lets_go(kind)

    def _cost(self, edge: Edge, before: Edge) -> float:
        """Return the cost of an edge.

        It is high if another path uses the edge, and is charged once for all edges of a path.
        """
        other = self.taken.get(edge)
        if other is None or other == self.taken.get(before) or (other == edge and other not in self.wanted):
            return 0.01
        return _REROUTING * (1 + self.conflicts.get(edge, 0))

    # --- proving that no deal exists

    def _is_impossible(self) -> bool:
        """Return whether the conflict can never be resolved: there are too few cards of a kind, or too few of the
        others, even if nothing else blocked the paths.
        """
        kinds = {self.wanted[end] for end in self.contested if end in self.wanted}
        others = {frozenset({kind}) for kind in kinds}
        others |= {self._begins(end).barred for end in self.contested if end not in self.wanted}
        kinds |= {kind for end in self.contested if end not in self.wanted for kind in self._begins(end).offered}
        every = frozenset(self.owners)
        return any(self._are_too_few(frozenset({kind})) for kind in kinds) or any(
            self._are_too_few(every - other) for other in others if other
        )

    def _begins(self, edge: Edge) -> MixingPoint:
        return self.points[self.mixings[edge[0]][edge[1] - 1]]

    def _are_too_few(self, kinds: frozenset[Kind]) -> bool:
        """Return whether there are too few cards of some kinds to reach all the edges that only they can have used (a
        flow that cannot be augmented).
        """
        every = frozenset(self.owners)
        ends = [
            end
            for end in (*self.paths, *self.waiting)
            if (
                self.wanted[end] in kinds
                if end in self.wanted
                else not any(self._fits(end, other) for other in every - kinds)
            )
        ]
        leads: dict[Edge, Edge] = {}  # the edge to which each leads
        for end in ends:
            for before, after in pairwise([end, *self.paths.get(end, ())]):
                leads[after] = before
        return any(end not in self.paths and not self._augment(end, kinds, leads, set(ends)) for end in ends)

    def _augment(self, end: Edge, kinds: frozenset[Kind], leads: dict[Edge, Edge], ends: Collection[Edge]) -> bool:
        """Find an augmenting path: satisfy one more demand, rerouting others."""
        led = set(leads.values())
        if end in led:
            return True
        came: dict[Edge, tuple[Edge, Edge | None]] = {}  # edges already taken, so that the search looks for others
        waiting = deque([end])
        while waiting:
            here = waiting.popleft()
            more: list[tuple[Edge, Edge | None]] = []
            if here in leads and here not in ends:
                more.append((leads[here], None))  # An edge is free if its present path can lead elsewhere.
            for back in self._behind(here) if any(self._fits(here, kind) for kind in kinds) else ():
                source = self._is_source(back)
                if source and self.kind(back[0]) not in kinds:
                    continue
                if back not in leads and (source or back in led or back == end):
                    leads[back] = here
                    while here != end:
                        here, taken = came[here]
                        if taken is None:
                            del leads[here]
                        else:
                            leads[taken] = here
                    return True
                more.append((leads.get(back, back), back))
            for other, taken in more:
                if other not in came and other != end:
                    came[other] = here, taken
                    waiting.append(other)
        return False

    # --- the resulting deal

    def changes(self, until: int) -> dict[int, dict[int, int]]:
        """Return which card replaces which, from each position at which that changes."""
        turns: dict[int, dict[int, int]] = {}  # for each mixing point, the edge that follows each edge
        for end, path in self.paths.items():
            after = end
            for before in path:
                if after[1]:
                    turns.setdefault(self.mixings[after[0]][after[1] - 1], {})[after[0]] = before[0]
                after = before
        by_position: dict[int, dict[int, int]] = {}
        now: dict[int, int] = {}
        for number, point in enumerate(self.points):
            led = turns.get(number, {})
            if point.position <= until and any(number != other for number, other in led.items()):
                came = self._came_from(point, led)
                now = now | {card: now.get(before, before) for card, before in came.items()}
                by_position[point.position] = now
        return by_position

    def _came_from(self, point: MixingPoint, turns: dict[int, int]) -> dict[int, int]:
        """Return, for each mixed card, the card whose place it took. Cards on no path stay in place where possible."""
        came = dict(turns)
        left = sorted(point.cards - set(came.values()))
        for card in [number for number in left if number not in came]:
            came[card] = card
            left.remove(card)
        came |= zip(sorted(point.cards - came.keys()), left, strict=True)
        return came


def _way(came: dict[Edge, Edge], source: Edge, end: Edge) -> list[Edge]:
    path = [source]
    while came[path[-1]] != end:
        path.append(came[path[-1]])
    return path[::-1]
