"""The score of a game over time: every gain of victory points, and every base that scored.

`most_dramatic` finds the scoring that a spectator would want to see.
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from events.vocabulary import (
    Awarded,
    CardsMade,
    Event,
    GameBegun,
    GameWon,
    ScoringBegan,
    ScoringEnded,
    TurnBegan,
    VictoryPointsChanged,
)


class Gain(msgspec.Struct, frozen=True):
    """Victory points that a player gained or, if negative, lost."""

    position: int
    turn: int
    seat: int
    amount: int
    total: int  # the player's total afterwards
    by: str  # the definition of the base or card; "" if a rule awarded them
    scoring: int  # the position at which the base being scored began to score; 0 outside scoring


class ScoredBase(msgspec.Struct, frozen=True):
    """A base that scored, with the victory points of all seats before and after."""

    began: int
    position: int  # of the event that awards the points
    turn: int
    current: int
    base: str
    total: int
    breakpoint: int
    totals: tuple[int, ...]
    places: tuple[int, ...]
    awards: tuple[int, ...]
    before: tuple[int, ...]
    after: tuple[int, ...]

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats in first place."""
        return tuple(seat for seat, place in enumerate(self.places) if place == 1)

    @property
    def margin(self) -> int:
        """The power by which the first beat the next: 0 for a tie, the whole total if nobody else placed."""
        placed = sorted((total for total, place in zip(self.totals, self.places, strict=True) if place), reverse=True)
        return placed[0] - placed[1] if len(placed) > 1 else sum(placed)

    @property
    def lead_changed(self) -> bool:
        """Return whether the lead changed."""
        return leaders(self.before) != leaders(self.after)


def leaders(points: Iterable[int]) -> tuple[int, ...]:
    """Return the seats with the most victory points, or none while everybody has 0."""
    scores = tuple(points)
    most = max(scores, default=0)
    return tuple(seat for seat, score in enumerate(scores) if score == most and most)


class Scoreboard:
    """Folds a game into its score."""

    def __init__(self, events: Iterable[Event] = ()) -> None:
        self.names: tuple[str, ...] = ()
        self.victory_points: list[int] = []
        self.gains: list[Gain] = []
        self.bases: list[ScoredBase] = []
        self.by_turn: dict[int, tuple[int, ...]] = {}  # at the end of each turn, or now
        self.winners: tuple[int, ...] = ()
        self._definitions: dict[int, str] = {}
        self._turn, self._current = 0, -1
        self._began: ScoringBegan | None = None
        self._before: tuple[int, ...] = ()
        self.extend(events)

    def extend(self, events: Iterable[Event]) -> None:
        """Fold events."""
        for event in events:
            self.take(event)

    def take(self, event: Event) -> None:
        """Fold one event."""
        match event:
            case GameBegun():
                self.names = tuple(seat.name for seat in event.seats)
                self.victory_points = [0] * len(event.seats)
            case CardsMade():
                made = enumerate(event.definitions, event.first)
                self._definitions.update(made)
            case TurnBegan():
                self._turn, self._current = event.number, event.seat
                self.by_turn[event.number] = tuple(self.victory_points)
            case ScoringBegan():
                self._began, self._before = event, tuple(self.victory_points)
            case Awarded():
                self._score(event)
            case VictoryPointsChanged():
                self._gain(event)
            case ScoringEnded():
                self._began = None
            case GameWon():
                self.winners = event.seats

    def _gain(self, event: VictoryPointsChanged) -> None:
        self.victory_points[event.to] += event.amount
        now = tuple(self.victory_points)
        began = self._began.position if self._began else 0
        by = self._definitions.get(event.by, "")
        self.gains.append(Gain(event.position, self._turn, event.to, event.amount, now[event.to], by, began))
        if self._turn:
            self.by_turn[self._turn] = now
        if self.bases and self.bases[-1].began == began:
            self.bases[-1] = msgspec.structs.replace(self.bases[-1], after=now)

    def _score(self, event: Awarded) -> None:
        began = self._began
        self.bases.append(
            ScoredBase(
                began=began.position if began else event.position,
                position=event.position,
                turn=self._turn,
                current=self._current,
                base=self._definitions.get(event.base, ""),
                total=began.total if began else sum(event.totals),
                breakpoint=began.breakpoint if began else 0,
                totals=event.totals,
                places=event.places,
                awards=event.awards,
                before=self._before or tuple(self.victory_points),
                after=tuple(self.victory_points),
            )
        )


def most_dramatic(scoreboard: Scoreboard) -> ScoredBase | None:
    """Return the scoring most worth seeing: preferably one that changed the lead, then the closest, then the latest."""
    return max(scoreboard.bases, key=_drama, default=None)


def _drama(base: ScoredBase) -> tuple[bool, bool, int, int, int]:
    contested = sum(1 for place in base.places if place) > 1
    return (base.lead_changed, contested, -base.margin, sum(base.awards), base.position)
