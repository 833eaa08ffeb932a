"""A live game: the log, the table it folds to, and the rules running on it until a player must decide.

Rules are generators; this module drives them. It is the only place that appends events. In a re-run (`expected`) every
event must equal the recorded one, and the recorded answers and chances are used again.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from copy import deepcopy
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from core.engine.index import FOLLOW, Index, Instance, heeding
from core.engine.standing_checks import STIRRING, settle_standing
from core.printed.definitions import AS_SOON_AS, LEAVES, Ability, Definition, Steps, definition
from core.printed.editions import Edition, edition
from events.errors import SmashUpError
from events.questions import Main, Pick, Question
from events.vocabulary import (
    AllowanceGiven,
    AllowancesEnded,
    Answered,
    Asked,
    Awarded,
    CardsMade,
    Event,
    Forbidden,
    GameWon,
    Leaving,
    Looked,
    PhaseBegan,
    PickedAtRandom,
    Replaced,
    Revealed,
    ScoringBegan,
    Shuffled,
    VictoryPointsChanged,
)
from projections.copies import copied
from projections.table import APPLY, Card, Table, fold

if TYPE_CHECKING:
    from core.engine.effects import Effect

E = TypeVar("E", bound=Event)

RULES_VERSION = "3"
"""Named in GameBegun; raised whenever the same answers would lead to other events."""


class IllegalAnswer(SmashUpError):
    """A player's answer that is not among the options; nothing was appended."""


class Endless(SmashUpError):
    """Abilities that set each other off deeper than can be followed. The live game is of no use any more."""

    def __init__(self, position: int) -> None:
        super().__init__(position)
        self.position = position

    def __str__(self) -> str:
        return f"From position {self.position} on abilities set each other off without end: answer otherwise before."


class Diverged(SmashUpError):
    """A re-run led to another event than the recorded one."""

    def __init__(self, position: int, recorded: Event | None, got: Event | None) -> None:
        self.position = position
        self.recorded = recorded
        self.got = got
        super().__init__(f"The rules lead elsewhere at position {position}: recorded {recorded}, now {got}.")


class Chance(Protocol):
    """Who shuffles and picks."""

    def shuffle(self, cards: Sequence[int]) -> tuple[int, ...]:
        """These in another order."""

    def pick(self, pool: Sequence[int], count: int) -> tuple[int, ...]:
        """Some of these."""


class RandomChance:
    """Chance out of a seeded generator."""

    def __init__(self, seed: int | str | None = None) -> None:
        self._random = random.Random(seed)

    def shuffle(self, cards: Sequence[int]) -> tuple[int, ...]:
        """Shuffle."""
        order = list(cards)
        self._random.shuffle(order)
        return tuple(order)

    def pick(self, pool: Sequence[int], count: int) -> tuple[int, ...]:
        """Pick."""
        return tuple(self._random.sample(list(pool), count))


class Trigger:
    """An ability that answers an event, waiting for its turn."""

    __slots__ = ("event", "instance", "last", "moment", "seat")

    def __init__(self, instance: Instance, event: Event, seat: int, moment: int, last: int) -> None:
        self.instance = instance
        self.event = event
        self.seat = seat
        self.moment = moment
        self.last = last

    @property
    def stands(self) -> bool:
        """Still a witness: in play, or removed by that very moment (resolve.witness)."""
        instance = self.instance
        return instance.awake or self.moment <= instance.slept <= self.last


class Heard:
    """An event that a card out of play could answer, and the players it concerns, as far as everybody knows."""

    __slots__ = ("event", "seats")

    def __init__(self, event: Event, seats: frozenset[int]) -> None:
        self.event = event
        self.seats = seats


class Frame:
    """A card or ability in the middle of resolving: it collects what its moments trigger."""

    __slots__ = ("card", "deferred", "heard", "released", "spared", "triggers")

    def __init__(self, card: int = 0) -> None:
        self.card = card  # the card being played, 0 for the use of an ability
        self.triggers: list[Trigger] = []
        self.heard: list[Heard] = []  # what hands may answer after that (resolve.order)
        self.deferred: list[Frame] = []  # nested cards whose triggers wait (resolve.nested)
        self.released: list[int] = []  # what lay under cards that left, and waits for their words (stored.leaving)
        self.spared: dict[int, int] = {}  # cards that what is left of it does not affect, and because of which card

    def as_one_moment(self, since: int, last: int) -> None:
        """All that happened after a position was one thing: who was removed by any part of it has witnessed the others
        (resolve.witness)."""
        for trigger in self.triggers:
            if trigger.moment > since:
                trigger.last = last


class Because:
    """See `Game.because`."""

    __slots__ = ("before", "game", "position")

    def __init__(self, game: Game, position: int) -> None:
        self.game = game
        self.position = position
        self.before = 0

    def __enter__(self) -> None:
        self.before = self.game.cause
        self.game.cause = self.position

    def __exit__(self, *error: object) -> None:
        self.game.cause = self.before


_POWERLESS: frozenset[type[Event]] = frozenset(
    {
        *(Asked, Answered, Looked, Revealed, Shuffled, PickedAtRandom, PhaseBegan, AllowanceGiven, AllowancesEnded),
        *(Forbidden, Replaced, ScoringBegan, Awarded, VictoryPointsChanged),
    }
)
"""Events no minion's power depends on: what was worked out stays true."""


class Game:
    """See the module. `flow` is the rules' entry: given the game, it goes on from the table's present phase."""

    def __init__(
        self,
        log: list[Event],
        flow: Callable[[Game], Steps[None]],
        *,
        table: Table | None = None,
        chance: Chance | None = None,
        expected: Sequence[Event] = (),
        named_edition: str | None = None,
        like: Game | None = None,  # a game of these very cards on an equal table, which knows them already
    ) -> None:
        self.log = log
        self.table = fold(log) if table is None else table
        self.chance: Chance = chance or RandomChance()
        self.expected = expected
        self.edition: Edition = like.edition if like else edition(named_edition or self.table.edition)
        self.facts: dict[int, Definition] = {}
        # What could be answered from a hand by any card in the game: every hand is then asked (hidden information). And
        # what could be answered from a discard pile, so that nobody looks there in vain; and which abilities, each with
        # a card that has it, answer events out of a hand, or as they are revealed.
        self.hand_hooks: set[str | type[Event]] = set()
        self.pile_hooks: set[str | type[Event]] = set()
        self.answerers: dict[str | type[Event], dict[Ability, int]] = {}
        if like is not None:
            self.facts, self.hand_hooks, self.pile_hooks = {**like.facts}, {*like.hand_hooks}, {*like.pile_hooks}
            self.answerers = {hook: {**held} for hook, held in like.answerers.items()}
        else:
            for number, card in self.table.cards.items():
                self._know(number, card.definition)
        self.root = Frame()
        self.frames: list[Frame] = [self.root]
        self.depth = 0  # cards and abilities in the middle of each other, or of what they have triggered
        self.cause = self.table.phase_began or 1
        self.powers: dict[int, int] = dict(like.powers) if like else {}
        self.beginning: set[int] = set()  # cards whose on-play ability resolves before their own Ongoing begins
        self.coming: Sequence[Effect] = ()  # what else this moment may hold, while its effects are being settled
        self.at_stake = ("", -1)  # what chance decides just now: the pile it shuffles or what it picks, and whose
        self.due: dict[int, int] = {}  # actions on untouchable minions, to be destroyed; because of which card
        self.index: Index = like.index.copied(self) if like else Index.rebuilt(self)
        self._rules = flow
        self._flow = flow(self)

    # --- driving

    @property
    def question(self) -> Question | None:
        """What is being asked."""
        return self.table.question

    @property
    def over(self) -> bool:
        """Whether the game is won."""
        return bool(self.table.winners)

    def begin(self) -> None:
        """Run up to the first question, then through everything that was recorded."""
        settle_standing(self)
        self._advance(None)
        while len(self.log) < len(self.expected):
            recorded = self.expected[len(self.log)]
            if not isinstance(recorded, Answered):
                raise Diverged(len(self.log) + 1, recorded, None)
            self.answer(recorded.seat, recorded.picks)

    def fork(self, *, chance: Chance | None = None, expected: Sequence[Event] = ()) -> Game:
        """A copy that goes its own way, taken at a quiet point: at the main question, or before the game is begun.

        With a log as `expected` it goes as far as that one leads. Without chances of its own it has a copy of these.
        """
        table, log = copied(self.table), self.log
        if type(table.question) is Main:  # it is asked anew
            log = log[:-1]
            table.position, table.asked, table.question = len(log), -1, None
        elif table.question is not None:
            raise ValueError("a game is forked at a quiet point, and this one is in the middle of something")
        fork = Game(
            [*log], self._rules, table=table, chance=chance or deepcopy(self.chance), expected=expected, like=self
        )
        fork.begin()
        return fork

    def let_go(self) -> None:
        """Nobody goes on with this one: its table goes at once, and not with hundreds of others when the garbage
        collector comes. Cards, abilities and the game know each other in circles."""
        self._flow.close()
        self.index.clear()
        self.frames.clear()
        self.table, self.log = Table(), []

    def answer(self, seat: int, picks: Sequence[Pick]) -> None:
        """A player decides. An illegal answer is refused and nothing is appended.

        What is recorded are the options themselves: 13.0 and True are equal to numbers, but no picks.
        """
        question = self.table.question
        if question is None:
            raise IllegalAnswer("Nothing is being asked: the game is over." if self.over else "Nothing is being asked.")
        if seat != self.table.asked:
            asked = self.table.seats[self.table.asked].name
            raise IllegalAnswer(f"It is {asked}'s decision, not that of seat {seat}.")
        chosen = question.chosen(picks)
        if wrong := question.refusal(chosen):
            raise IllegalAnswer(f"That is no legal answer: {wrong}.")
        asked_at = self.table.position
        self._append(Answered(position=asked_at + 1, cause=asked_at, seat=self.table.asked, picks=chosen))
        self._advance(chosen)

    def _advance(self, picks: tuple[Pick, ...] | None) -> None:
        try:
            seat, question = self._flow.send(picks)  # type: ignore[arg-type]
        except StopIteration:
            return
        except RecursionError as error:
            raise Endless(len(self.log)) from error
        self._append(
            Asked(
                position=len(self.log) + 1,
                cause=self.cause,
                seat=seat,
                question=question,  # type: ignore[arg-type]
                quiet=type(question) is Main,
            )
        )

    # --- events

    def emit(self, event_kind: type[E], /, *, cause: int | None = None, **fields: Any) -> E:
        """One event, a moment of its own, of these fields."""
        fields["position"] = len(self.log) + 1
        fields["cause"] = self.cause if cause is None else cause
        return self.record(event_kind(**fields))

    def record(self, event: E) -> E:
        """One event, a moment of its own. The frequent ones are made where they happen and come here at once."""
        kind = type(event)
        if self.index.hooks.get(kind) or kind in self.answerers:
            self._witness((event,))
        self._append(event)
        if kind in STIRRING:
            settle_standing(self)
        return event

    def happen(self, events: Sequence[Event]) -> None:
        """Several events of one moment: witnesses first, then all of them."""
        self._witness(events)
        for event in events:
            self._append(event)
        settle_standing(self)

    def _append(self, event: Event) -> None:
        log = self.log
        if self.expected and len(log) < len(self.expected) and event != self.expected[len(log)]:
            raise Diverged(event.position, self.expected[len(log)], event)
        log.append(event)
        apply, follow, powerless = _TAKE_IN[type(event)]
        table = self.table
        apply(table, event)  # `table.apply`, without the call: the hottest line there is
        table.position = event.position
        if follow is not None:
            follow(self, event)
        if not powerless and self.powers:
            self.powers.clear()

    def _witness(self, events: Sequence[Event]) -> None:
        hooks = self.index.hooks
        leaving = hooks.get(LEAVES)
        first, last = events[0].position, events[-1].position
        for event in events:
            listening = hooks.get(type(event), ())
            if leaving and isinstance(event, Leaving) and event.site:
                listening = [*listening, *leaving]
            if listening:
                for instance in listening:
                    for seat in answers(instance, event):
                        self.frames[-1].triggers.append(Trigger(instance, event, seat, first, last))
            if type(event) in self.answerers:
                self._hear(event)

    def _hear(self, event: Event) -> None:
        """Note whom an event concerns whose hand could answer it: that much everybody knows."""
        seats: set[int] = set()
        for held, number in self.answerers[type(event)].items():
            everybody = range(len(self.table.seats))
            who = held.who
            seats.update(everybody if who is None else who(Instance(self, held, self.card(number), 0, 0), event))
        if seats:
            self.frames[-1].heard.append(Heard(event, frozenset(seats)))

    def begin_ongoing(self, number: int) -> None:
        """A card's on-play ability has resolved: what it does for as long as it is in play begins (resolve.order)."""
        self.beginning.discard(number)
        self.index.refresh(number, self.table.position)
        self.powers.clear()
        settle_standing(self)

    @property
    def restless(self) -> bool:
        """Whether something may be due right after a moment, before what it triggered (`moments.settle_due`)."""
        return bool(self.due or self.index.hooks.get(AS_SOON_AS))

    def because(self, position: int) -> Because:
        """A `with` block: what happens in it is caused by that event."""
        return Because(self, position)

    # --- chance

    def shuffle(self, zone: str, seat: int = -1, *, with_discard: bool = False, rule: str = "") -> None:
        """Shuffle a deck of a seat, or the base deck; with its discard pile, where it is made anew."""
        owner: Any = self.table.seats[seat] if seat >= 0 else self.table
        cards = list(getattr(owner, zone))
        if with_discard:
            cards += owner.discard if seat >= 0 else self.table.base_discard
        self.at_stake = (zone, seat)
        recorded = self._recorded(Shuffled)
        order = self.chance.shuffle(cards) if recorded is None else recorded.order
        self.emit(Shuffled, zone=zone, seat=seat, order=order, with_discard=with_discard, rule=rule)

    def pick_at_random(self, what: str, pool: Sequence[int], count: int = 1, *, seat: int = -1) -> tuple[int, ...]:
        """Let chance pick; `seat` names whose hidden pile the pool is."""
        self.at_stake = (what, seat)
        recorded = self._recorded(PickedAtRandom)
        picks = self.chance.pick(pool, count) if recorded is None else recorded.picks
        self.emit(PickedAtRandom, what=what, pool=tuple(pool), picks=picks, seat=seat)
        return picks

    def _recorded(self, kind: type[E]) -> E | None:
        position = len(self.log)
        if position < len(self.expected):
            recorded = self.expected[position]
            if not isinstance(recorded, kind):
                raise Diverged(position + 1, recorded, None)
            return recorded
        return None

    # --- knowing the cards

    def answerable_unseen(self, hook: str) -> bool:
        """Whether some card of this game could act at a moment from a hand or a discard pile."""
        return hook in self.hand_hooks or hook in self.pile_hooks

    def card(self, number: int) -> Card:
        """A card by its number."""
        return self.table.cards[number]

    def fact(self, card: Card) -> Definition:
        """What is printed on a card."""
        return self.facts[card.number]

    def clockwise(self, first: int | None = None) -> list[int]:
        """All seats in turn order from a seat, the current player if none is given."""
        count = len(self.table.seats)
        start = self.table.current if first is None else first
        return [(start + step) % count for step in range(count)]

    def _phase_began(self, event: PhaseBegan) -> None:
        self.cause = event.position

    def _learn(self, event: CardsMade) -> None:
        for number, name in enumerate(event.definitions, event.first):
            self._know(number, name)

    def _know(self, number: int, name: str) -> None:
        facts = self.facts[number] = definition(name)
        for held in facts.abilities:
            if held.zone == "hand":
                self.hand_hooks.add(held.hook)
            elif held.zone == "discard":
                self.pile_hooks.add(held.hook)
            if held.zone in ("hand", "revealed") and isinstance(held.hook, type):
                for hook in held.hooks:
                    self.answerers.setdefault(hook, {})[held] = number


_FOLLOW: dict[type[Event], Callable[[Game, Any], None]] = {
    **FOLLOW,
    PhaseBegan: Game._phase_began,
    CardsMade: Game._learn,
}
_TAKE_IN = {kind: (apply, _FOLLOW.get(kind), kind in _POWERLESS) for kind, apply in APPLY.items()}
"""All that is done with an event of each kind: by the table, by the live game, and to the powers worked out so far."""


def answers(instance: Instance, event: Event) -> Sequence[int]:
    """The seats for which an ability answers an event: none, if its conditions do not hold."""
    held: Ability = instance.ability
    if held.here and getattr(event, "site", 0) != instance.base:
        return ()
    if held.when is not None and not held.when(instance, event):
        return ()
    if held.who is not None:
        # Of a card without an owner, "its owner" is nobody (term.owner).
        seats = tuple(seat for seat in held.who(instance, event) if seat >= 0)
    elif held.card.is_base:
        seat = getattr(event, "seat", -1)
        seats = (seat if seat >= 0 else instance.game.table.current,)
    else:
        return (instance.you,)
    return heeding(instance, seats)


def won(game: Game, seats: Sequence[int], rule: str) -> None:
    """The game is over."""
    points = tuple(seat.victory_points for seat in game.table.seats)
    game.emit(GameWon, seats=tuple(seats), victory_points=points, rule=rule)
