"""Small tables for tests of single rules: set one, then play on it.

    table = Setting(edition="OOPS")
    castle = table.base(20)
    knight = table.minion(3, castle, of=BEN)
    match = table.begin()
    match.do(lambda me: destroy(me, me.game.card(knight)))

What is set is ordinary events before the first turn, so everything that holds for a game holds here. A test speaks with
real cards' means: it declares tiny cards of its own (`own_cards`), or lets a player play a *trick*: an action whose
words the test gives (`Match.do`). A question that nobody has answered stays open, and the next step fails on it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from core.engine.game import Chance, Game, RandomChance
from core.engine.power import breakpoint_of, power
from core.engine.use import Me
from core.printed.definitions import Definition, Faction
from core.printed.editions import EDITIONS
from core.rules.turn import flow
from events.questions import Hosts, Main, NextInOrder, Pick, Play, Question, Sites, Use
from events.vocabulary import (
    AllowanceGiven,
    BaseArrived,
    CardPlayed,
    CardsMade,
    ControlChanged,
    CountersChanged,
    Event,
    GameBegun,
    PhaseBegan,
    SeatSetup,
    TurnBegan,
    VictoryPointsChanged,
)
from projections.table import Card, Table

ANA, BEN, CLEO, DOV = range(4)
NAMES = ("Ana", "Ben", "Cleo", "Dov")
BOOKS = tuple(EDITIONS)

E = TypeVar("E", bound=Event)
Q = TypeVar("Q", bound=Question)
What = int | str | Definition
"""A card: the power of a plain minion, an id, or a definition."""


def own_cards(subject: str) -> Faction:
    """Cards of a test's own. They belong to no set, so nobody finds them among the printed ones."""
    return Faction(f"Test {subject}", set="", playable=False)


_tricks = own_cards("Tricks")
trick = _tricks.action("Trick", copies=0, text="Whatever the test says.")
_words: list[Callable[[Me], Any]] = []


@trick.on_play
def _whatever(me: Me) -> Any:
    return _words.pop()(me)


class Setting:
    """A table being set. Sites and cards are named by their numbers, as everywhere."""

    def __init__(self, *, seats: int = 2, edition: str = "EMD") -> None:
        names = tuple(SeatSetup(name=name) for name in NAMES[:seats])
        self.log: list[Event] = []
        self._add(GameBegun, edition=edition, seats=names, rules_version="test", scenario="a test")
        self._cards = 0

    def _add(self, kind: type[E], /, **facts: Any) -> E:
        event = kind(position=len(self.log) + 1, **facts)
        self.log.append(event)
        return event

    def _make(self, seat: int, zone: str, what: Sequence[What]) -> list[int]:
        names = tuple(name.id if isinstance(name, Definition) else str(name) for name in map(_plain, what))
        first = self._cards + 1
        self._cards += len(names)
        self._add(CardsMade, seat=seat, zone=zone, first=first, definitions=names)
        return list(range(first, first + len(names)))

    def base(self, what: int | Definition = 20, vp: tuple[int, int, int] = (4, 2, 1)) -> int:
        """A base in play, of this breakpoint; its site."""
        (number,) = self._make(-1, "base_deck", [_plain_base(what, vp)])
        return self._add(BaseArrived, base=number, site=len(self.log) + 1).site

    def base_deck(self, *what: int | Definition) -> list[int]:
        """Bases to come, the next one first."""
        return self._make(-1, "base_deck", [_plain_base(name, (4, 2, 1)) for name in what])

    def base_discard(self, *what: int | Definition) -> list[int]:
        """Bases that have scored."""
        return self._make(-1, "base_discard", [_plain_base(name, (4, 2, 1)) for name in what])

    def minion(self, what: What, at: int, of: int = ANA, *, owner: int | None = None, counters: int = 0) -> int:
        """A minion in play, since before the turn."""
        (number,) = self._make(of if owner is None else owner, "hand", [what])
        self._add(CardPlayed, seat=of, card=number, source="hand", to="minions", site=at)
        if counters:
            self._add(CountersChanged, card=number, amount=counters)
        return number

    def titan(self, what: What, at: int, of: int = ANA) -> int:
        """A titan in play, since before the turn."""
        (number,) = self._make(of, "beside", [what])
        self._add(CardPlayed, seat=of, card=number, source="beside", to="titans", site=at)
        return number

    def action(self, what: What, at: int, of: int = ANA, *, on: int = 0, owner: int | None = None) -> int:
        """An action in play, on a base or on the minion `on` there."""
        (number,) = self._make(of if owner is None else owner, "hand", [what])
        zone = "attached" if on else "actions"
        self._add(CardPlayed, seat=of, card=number, source="hand", to=zone, site=at, host=on)
        return number

    def controlled(self, card: int, by: int, *, tied_to: int = 0) -> None:
        """Another player has taken control of a card."""
        self._add(ControlChanged, card=card, controller=by, tied_to=tied_to)

    def hand(self, seat: int, *what: What) -> list[int]:
        """Cards in a hand."""
        return self._make(seat, "hand", what)

    def deck(self, seat: int, *what: What) -> list[int]:
        """Cards in a deck, from the top."""
        return self._make(seat, "deck", what)

    def discard(self, seat: int, *what: What) -> list[int]:
        """Cards in a discard pile."""
        return self._make(seat, "discard", what)

    def aside(self, *what: What) -> list[int]:
        """Cards that are only there: the game knows of them."""
        return self._make(-1, "box", what)

    def points(self, seat: int, amount: int) -> None:
        """Victory points."""
        self._add(VictoryPointsChanged, to=seat, amount=amount)

    def begin(
        self,
        *,
        phase: str = "play",
        turn: int = ANA,
        minions: int = 1,
        actions: int = 1,
        tricks: int = 0,
        chance: Chance | None = None,
    ) -> Match:
        """Play from this phase on. In Play Cards there are that many plays; `tricks` come with actions to play them."""
        if tricks:
            self.hand(turn, *[trick] * tricks)
        self._add(TurnBegan, seat=turn, number=1)
        if phase == "play":
            for kind, count in (("minion", minions), ("action", max(actions, tricks))):
                for _ in range(count):
                    self._add(AllowanceGiven, seat=turn, kind=kind, extra=False)
        self._add(PhaseBegan, phase=phase)
        game = Game(list(self.log), flow, chance=chance or RandomChance(7))
        game.begin()
        return Match(game, len(self.log))


def _plain(what: What) -> What:
    return f"vanilla/{what}" if isinstance(what, int) else what


def _plain_base(what: int | Definition, vp: tuple[int, int, int]) -> str | Definition:
    return f"vanilla/base-{what}-{vp[0]}-{vp[1]}-{vp[2]}" if isinstance(what, int) else what


class Match:
    """A game on a set table, and the words to play it with."""

    def __init__(self, game: Game, began: int) -> None:
        self.game = game
        self._began = began

    # --- the state of the table

    @property
    def table(self) -> Table:
        """The table."""
        return self.game.table

    @property
    def asked(self) -> int:
        """The seat that must decide."""
        return self.game.table.asked

    def question(self, kind: type[Q], seat: int | None = None) -> Q:
        """The open question, which must be of this kind (and to this seat)."""
        question = self.game.question
        assert isinstance(question, kind), f"not {kind.__name__} but {question} to seat {self.asked}"
        assert seat is None or self.asked == seat, f"asked is seat {self.asked}"
        return question

    def card(self, number: int) -> Card:
        """A card."""
        return self.game.card(number)

    def cards(self, *numbers: int) -> list[Card]:
        """Cards."""
        return [self.game.card(number) for number in numbers]

    def zone(self, number: int) -> str:
        """Where a card is."""
        return self.game.card(number).zone

    def power(self, number: int) -> int:
        """A minion's power."""
        return power(self.game, self.game.card(number))

    def breakpoint(self, site: int) -> int:
        """A base's breakpoint."""
        return breakpoint_of(self.game, site)

    def points(self) -> tuple[int, ...]:
        """Victory points by seat."""
        return tuple(seat.victory_points for seat in self.table.seats)

    def happened(self, *kinds: type[E]) -> list[E]:
        """The events of these kinds since the table was set."""
        return [event for event in self.game.log[self._began :] if isinstance(event, kinds)]

    def used(self) -> list[str]:
        """The names of the abilities used since the table was set, in order."""
        from events.vocabulary import AbilityUsed

        return [event.ability.partition("#")[2] for event in self.happened(AbilityUsed)]

    # --- what a player does

    def answer(self, *picks: Pick, seat: int | None = None) -> None:
        """The player who is asked decides."""
        assert seat is None or self.asked == seat, f"asked is seat {self.asked}: {self.game.question}"
        self.game.answer(self.asked, picks)

    def passes(self, seat: int | None = None) -> None:
        """Nothing (more) is done."""
        self.answer(seat=seat)

    def play(self, card: int, at: int = 0, *, on: int = 0, seat: int | None = None) -> None:
        """Play a card, in Play Cards or at its moment; at a base or on a minion, where that is asked."""
        self.answer(Play(card), seat=seat)
        if on and isinstance(self.game.question, Hosts):
            self.answer(on)
        elif at and isinstance(self.game.question, Sites):
            self.answer(at)

    def use(self, card: int, seat: int | None = None) -> None:
        """Use the ability of a card that is on offer."""
        question = self.question(Question)
        (pick,) = [option for option in question.options if isinstance(option, Use) and option.holder == card]
        self.answer(pick, seat=seat)

    def as_they_lie(self, seat: int | None = None) -> None:
        """All that waits for an order resolves in the order in which it is on offer."""
        self.answer(*self.question(NextInOrder, seat).options)

    def do(self, words: Callable[[Me], Any]) -> Any:
        """The current player plays a trick: an action that says this. Returns what the words returned."""
        seat = self.table.current
        self.question(Main, seat)
        number_in_hand = next(
            number for number in self.table.seats[seat].hand if self.card(number).definition == trick.id
        )
        returned: list[Any] = []

        def spoken(me: Me) -> Any:
            result = words(me)
            if hasattr(result, "send"):
                result = yield from result
            returned.append(result)

        _words.append(spoken)
        self.answer(Play(number_in_hand))
        return returned[0] if returned else None
