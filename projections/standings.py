"""Statistics over many games: win rates, points over time, game length, and the cards that decide.

Made for mass runs: one pass over each log, keeping only sums. Standings of parts add up in any order (`merge`) and
encode like any struct, so processes, files and clusters can share the work.

What is counted:
- Only finished games count toward anything but `open`. A shared win counts for everyone who shares it.
- A `WinRecord` counts seats, not games: how often something was there, how often it won, and how many wins chance alone
  would have given it (half in a game of two, a third in a game of three).
- A card's `held` are the seats whose deck contained it; `played` those among them that played it at least once;
  `closing` how often a winner played it in the turn in which the last base scored. The same goes for abilities, with
  "used" for "played". A card that winners play more often need not have made them win: long games see more cards.
"""

from __future__ import annotations

import math
from collections.abc import Iterable

import msgspec

from events.vocabulary import (
    AbilityUsed,
    Answered,
    BaseArrived,
    BaseSwapped,
    CardPlayed,
    CardsMade,
    Event,
    FactionChosen,
    GameBegun,
    GameWon,
    TurnBegan,
)
from events.zones import HOMES
from projections.scoreboard import Scoreboard, ScoredBase

CERTAINTY = 1.959964
"""Standard deviations: an interval holds the true share 95 times in 100."""


class WinRecord(msgspec.Struct):
    """How often something was present, won, and would have won by chance."""

    seats: int = 0
    wins: int = 0
    twelfths: int = 0  # expected wins: integers give the same sum in any order

    def add(self, won: bool, players: int) -> None:
        """Count one more seat."""
        self.seats += 1
        self.wins += won
        self.twelfths += 12 // players

    def merge(self, other: WinRecord) -> None:
        """Add another record to this one."""
        self.seats += other.seats
        self.wins += other.wins
        self.twelfths += other.twelfths

    @property
    def expected(self) -> float:
        """The win rate expected by chance."""
        return self.twelfths / 12 / self.seats if self.seats else 0.0

    @property
    def share(self) -> float:
        """The win rate."""
        return self.wins / self.seats if self.seats else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """The 95% confidence interval of the win rate."""
        return wilson(self.wins, self.seats)

    def without(self, other: WinRecord) -> WinRecord:
        """Return the record of the seats that are not in a part of this one."""
        return WinRecord(self.seats - other.seats, self.wins - other.wins, self.twelfths - other.twelfths)


def wilson(wins: int, seats: int) -> tuple[float, float]:
    """Return the Wilson interval, which stays between 0 and 1 and is reliable even for few games."""
    if not seats:
        return 0.0, 1.0
    share, square = wins / seats, CERTAINTY**2
    middle = (share + square / (2 * seats)) / (1 + square / seats)
    reach = CERTAINTY * math.sqrt(share * (1 - share) / seats + square / (4 * seats**2)) / (1 + square / seats)
    # Rounding must not put a rate of 0 or 1 outside its own interval.
    return max(0.0, min(share, middle - reach)), min(1.0, max(share, middle + reach))


class Spread(msgspec.Struct):
    """A running summary of numbers: count, sum, sum of squares, minimum and maximum."""

    count: int = 0
    total: int = 0
    squares: int = 0
    least: int = 0
    most: int = 0

    def add(self, number: int) -> None:
        """Add a number."""
        self.merge(Spread(1, number, number**2, number, number))

    def merge(self, other: Spread) -> None:
        """Add another summary to this one."""
        if other.count:
            self.least = min(self.least, other.least) if self.count else other.least
            self.most = max(self.most, other.most) if self.count else other.most
            self.count += other.count
            self.total += other.total
            self.squares += other.squares

    @property
    def mean(self) -> float:
        """The average."""
        return self.total / self.count if self.count else 0.0

    @property
    def deviation(self) -> float:
        """The standard deviation."""
        return math.sqrt(max(0.0, self.squares / self.count - self.mean**2)) if self.count else 0.0


class Hand(msgspec.Struct):
    """Results of players who had a card or ability, and of those who played it (see the module)."""

    held: WinRecord = msgspec.field(default_factory=WinRecord)
    played: WinRecord = msgspec.field(default_factory=WinRecord)
    closing: int = 0

    def merge(self, other: Hand) -> None:
        """Add another to this one."""
        self.held.merge(other.held)
        self.played.merge(other.played)
        self.closing += other.closing

    @property
    def lift(self) -> float:
        """The win rate of those who played it, minus that of those who only had it."""
        return self.played.share - self.held.without(self.played).share

    @property
    def interval(self) -> tuple[float, float]:
        """The 95% confidence interval of `lift` (Newcombe's method, from two Wilson intervals)."""
        mine, others = self.played, self.held.without(self.played)
        if not mine.seats or not others.seats:
            return -1.0, 1.0
        (low, high), (other_low, other_high) = mine.interval, others.interval
        down = math.hypot(mine.share - low, other_high - others.share)
        up = math.hypot(high - mine.share, others.share - other_low)
        return self.lift - down, self.lift + up


class BaseRecord(msgspec.Struct):
    """Results of a base: `paid` is what all players gained while it scored, `first` what its winners gained."""

    arrived: int = 0
    scored: int = 0
    tied: int = 0  # how often there was a tie for first
    paid: Spread = msgspec.field(default_factory=Spread)
    first: Spread = msgspec.field(default_factory=Spread)
    margin: Spread = msgspec.field(default_factory=Spread)  # the margin of the best over the next
    beyond: Spread = msgspec.field(default_factory=Spread)  # power there above the breakpoint

    def score(self, base: ScoredBase) -> None:
        """Count one scoring."""
        gained = [after - before for before, after in zip(base.before, base.after, strict=True)]
        self.scored += 1
        self.tied += len(base.winners) > 1
        self.paid.add(sum(gained))
        for seat in base.winners:
            self.first.add(gained[seat])
        self.margin.add(base.margin)
        self.beyond.add(base.total - base.breakpoint)

    def merge(self, other: BaseRecord) -> None:
        """Add another record to this one."""
        self.arrived += other.arrived
        self.scored += other.scored
        self.tied += other.tied
        for mine, theirs in (
            (self.paid, other.paid),
            (self.first, other.first),
            (self.margin, other.margin),
            (self.beyond, other.beyond),
        ):
            mine.merge(theirs)


class Standings(msgspec.Struct):
    """Sums over games (see the module). Keys are ids; the key of a pair is its two factions in order, joined by +."""

    games: int = 0  # that were finished
    open: int = 0  # that were not finished
    shared: int = 0
    editions: dict[str, int] = {}
    turns: dict[int, int] = {}  # number of games by number of turns
    events: Spread = msgspec.field(default_factory=Spread)
    decisions: Spread = msgspec.field(default_factory=Spread)
    places: dict[
        str, WinRecord
    ] = {}  # by players and place in turn order: "2/1" is the first player of a two-player game
    factions: dict[str, WinRecord] = {}
    pairs: dict[str, WinRecord] = {}
    winners: dict[int, Spread] = {}  # the winner's points at the end of each turn
    others: dict[int, Spread] = {}  # the best other player's
    bases: dict[str, BaseRecord] = {}
    cards: dict[str, Hand] = {}
    abilities: dict[str, Hand] = {}  # without `held`, which is their card's: see `ability`

    def ability(self, key: str) -> Hand:
        """Return the record of an ability, among those who had its card."""
        used = self.abilities[key]
        return Hand(self.cards[key.partition("#")[0]].held, used.played, used.closing)

    def add(self, log: Iterable[Event]) -> None:
        """Count one game."""
        _GameFacts(log).count_in(self)

    def merge(self, other: Standings) -> None:
        """Add the sums of other games."""
        self.games += other.games
        self.open += other.open
        self.shared += other.shared
        self.events.merge(other.events)
        self.decisions.merge(other.decisions)
        _add_counts(self.editions, other.editions)
        _add_counts(self.turns, other.turns)
        _merge_all(self.places, other.places)
        _merge_all(self.factions, other.factions)
        _merge_all(self.pairs, other.pairs)
        _merge_all(self.winners, other.winners)
        _merge_all(self.others, other.others)
        _merge_all(self.bases, other.bases)
        _merge_all(self.cards, other.cards)
        _merge_all(self.abilities, other.abilities)


def _add_counts(mine: dict, theirs: dict) -> None:  # type: ignore[type-arg]
    for key, count in theirs.items():
        mine[key] = mine.get(key, 0) + count


def _merge_all(mine: dict, theirs: dict) -> None:  # type: ignore[type-arg]
    for key, value in theirs.items():
        mine.setdefault(key, type(value)()).merge(value)


def pair_of(factions: Iterable[str]) -> str:
    """Return the key for a player's pair of factions."""
    return "+".join(sorted(factions))


class _GameFacts:
    """Reads one game in a single pass."""

    def __init__(self, log: Iterable[Event]) -> None:
        self.score = Scoreboard()
        self.edition = ""
        self.events = self.decisions = self.turn = 0
        self.first = -1
        self.won: tuple[int, ...] | None = None
        self.definitions: dict[int, str] = {}
        self.arrived: list[str] = []
        self.factions: dict[int, list[str]] = {}
        self.decks: dict[int, set[str]] = {}
        # What each seat has done, and in which turn last: cards by definition, abilities by key.
        self.played: dict[tuple[int, str], int] = {}
        self.used: dict[tuple[int, str], int] = {}
        for event in log:
            self.take(event)

    def take(self, event: Event) -> None:
        """Count the next event."""
        self.events += 1
        self.score.take(event)
        match event:
            case GameBegun():
                self.edition = event.edition
            case FactionChosen():
                self.factions.setdefault(event.seat, []).append(event.faction)
            case CardsMade():
                self.definitions.update(enumerate(event.definitions, event.first))
                if (event.zone == "deck" and event.seat >= 0) or event.zone in HOMES.values():  # brought by a player
                    self.decks.setdefault(event.seat, set()).update(event.definitions)
            case TurnBegan():
                self.first = event.seat if self.first < 0 else self.first
                self.turn = event.number
            case Answered():
                self.decisions += 1
            case CardPlayed():
                self.played[event.seat, self.definitions[event.card]] = self.turn
            case AbilityUsed():
                self.used[event.seat, event.ability] = self.turn
            case BaseArrived(base=number) | BaseSwapped(new=number):
                self.arrived.append(self.definitions[number])
            case GameWon():
                self.won = event.seats

    def count_in(self, sums: Standings) -> None:
        """Add this game to the sums."""
        if self.won is None:
            sums.open += 1
            return
        sums.games += 1
        sums.shared += len(self.won) > 1
        sums.events.add(self.events)
        sums.decisions.add(self.decisions)
        sums.editions[self.edition] = sums.editions.get(self.edition, 0) + 1
        sums.turns[self.turn] = sums.turns.get(self.turn, 0) + 1
        for seat in range(len(self.score.names)):
            self._count_seat(sums, seat)
        self._count_curves(sums)
        for base in self.arrived:
            sums.bases.setdefault(base, BaseRecord()).arrived += 1
        for scored in self.score.bases:
            sums.bases.setdefault(scored.base, BaseRecord()).score(scored)

    def _count_seat(self, sums: Standings, seat: int) -> None:
        assert self.won is not None
        won, players = seat in self.won, len(self.score.names)
        if self.first >= 0:
            position = f"{players}/{(seat - self.first) % players + 1}"
            sums.places.setdefault(position, WinRecord()).add(won, players)
        factions = self.factions.get(seat, [])
        for name in factions:
            sums.factions.setdefault(name, WinRecord()).add(won, players)
        if len(factions) == 2:
            sums.pairs.setdefault(pair_of(factions), WinRecord()).add(won, players)
        closing = self.score.bases[-1].turn if self.score.bases else -1
        deck = self.decks.get(seat, set())
        for key in deck:
            sums.cards.setdefault(key, Hand()).held.add(won, players)
        for done, hands in ((self.played, sums.cards), (self.used, sums.abilities)):
            for (who, key), turn in done.items():
                if who == seat and key.partition("#")[0] in deck:
                    hand = hands.setdefault(key, Hand())
                    hand.played.add(won, players)
                    hand.closing += won and turn == closing

    def _count_curves(self, sums: Standings) -> None:
        assert self.won is not None
        winner = self.won[0]
        for turn, points in self.score.by_turn.items():
            sums.winners.setdefault(turn, Spread()).add(points[winner])
            best = max((total for seat, total in enumerate(points) if seat not in self.won), default=points[winner])
            sums.others.setdefault(turn, Spread()).add(best)
