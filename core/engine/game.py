"""A live game: the log, the table it folds to, and the rules, which run until a player must decide.

Rules are generators; this module drives them and is the only one that appends events. In a re-run (`expected`) every
event must equal the recorded one, and the recorded answers and random results are used again.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from copy import deepcopy
from typing import TYPE_CHECKING, Any, Final, NamedTuple, Protocol, TypeVar

from core.engine.index import FOLLOW, Index, Instance, players_affected
from core.engine.standing_checks import UNSETTLING, cancel_abilities, settle_standing
from core.printed.definitions import AS_SOON_AS, LEAVES, Ability, Definition, Goes, Steps, definition
from core.printed.editions import Edition, edition
from events.card_types import CardType
from events.consequences import CONSEQUENCES, require_all
from events.errors import SmashUpError
from events.questions import Main, Pick, Question, describe_seat
from events.vocabulary import (
    EVENT_TYPES,
    Answered,
    Asked,
    CardsMade,
    Event,
    GameWon,
    Leaving,
    Moved,
    PhaseBegan,
    PickedAtRandom,
    Shuffled,
)
from events.words import Randomized
from events.zones import ZONES, Zone
from projections.copies import copied
from projections.lazy_cards import copied_lazily
from projections.table import APPLY, Allowance, Card, Table, fold

if TYPE_CHECKING:
    from core.engine.effects import Effect
    from core.engine.power import Dispute

E = TypeVar("E", bound=Event)

Settles = Callable[["Game"], Steps[None]]
SETTLING: Final[dict[CardType, list[Settles]]] = {}
"""What the rules of a type of card do when a card or ability has resolved."""

RULES_VERSION = "5"
"""Stored in GameBegun; raised whenever the same answers would lead to different events."""


class Unasked(NamedTuple):
    """What was chosen for a card without a question, because it was the only way, and where the log was."""

    position: int
    by: int
    card: int = 0
    site: int = 0
    seat: int = -1


class IllegalAnswer(SmashUpError):
    """Raised for an answer that is not legal; nothing was appended."""


class Endless(SmashUpError):
    """Raised when abilities trigger each other without end. The live game can no longer be used."""

    def __init__(self, position: int) -> None:
        super().__init__(position)
        self.position = position

    def __str__(self) -> str:
        return f"From position {self.position} on abilities set each other off without end: answer otherwise before."


class Diverged(SmashUpError):
    """Raised when a re-run leads to an event that differs from the recorded one."""

    def __init__(self, position: int, recorded: Event | None, got: Event | None) -> None:
        self.position = position
        self.recorded = recorded
        self.got = got
        super().__init__(f"The rules lead elsewhere at position {position}: recorded {recorded}, now {got}.")


class Chance(Protocol):
    """Shuffles decks and picks at random."""

    def shuffle(self, cards: Sequence[int]) -> tuple[int, ...]:
        """Return these cards in another order."""

    def pick(self, pool: Sequence[int], count: int) -> tuple[int, ...]:
        """Return `count` members of the pool."""


class RandomChance:
    """Chance from a seeded generator."""

    def __init__(self, seed: int | str | None = None) -> None:
        self._seed = seed
        self._generator: random.Random | None = None

    @property
    def _random(self) -> random.Random:
        """The generator, made when it is first needed: most forks end before anything is random."""
        if self._generator is None:
            self._generator = random.Random(self._seed)
        return self._generator

    def shuffle(self, cards: Sequence[int]) -> tuple[int, ...]:
        order = list(cards)
        self._random.shuffle(order)
        return tuple(order)

    def pick(self, pool: Sequence[int], count: int) -> tuple[int, ...]:
        return tuple(self._random.sample(list(pool), count))


class Trigger:
    """A triggered ability waiting to resolve."""

    __slots__ = ("event", "instance", "last", "moment", "seat")

    def __init__(self, instance: Instance, event: Event, seat: int, moment: int, last: int) -> None:
        self.instance = instance
        self.event = event
        self.seat = seat
        self.moment = moment
        self.last = last

    @property
    def stands(self) -> bool:
        """Return whether the card still counts as a witness: in play, or removed in that very moment (resolve.witness)."""
        instance = self.instance
        return instance.active or self.moment <= instance.inactive_since <= self.last


class Heard:
    """An event that cards out of play could answer: the abilities that might, and for which players. This is public
    knowledge."""

    __slots__ = ("event", "hands", "seats")

    def __init__(self, event: Event, seats: dict[Ability, frozenset[int]]) -> None:
        self.event = event
        self.seats = seats
        # whose hidden cards could answer; discard piles are visible to all
        self.hands = frozenset(
            seat for ability, concerned in seats.items() if ability.zone != "discard" for seat in concerned
        )


class ResolutionFrame:
    """A card or ability that is resolving. Collects what its moments trigger."""

    __slots__ = ("card", "deferred", "heard", "released", "spared", "triggers")

    def __init__(self, card: int = 0) -> None:
        self.card = card  # the card being played; 0 for the use of an ability
        self.triggers: list[Trigger] = []
        self.heard: list[Heard] = []  # what hands may answer afterwards (resolve.order)
        self.deferred: list[ResolutionFrame] = []  # nested cards whose triggers wait (resolve.nested)
        self.released: list[
            int
        ] = []  # cards stored under cards that left, kept aside until the abilities of those cards have resolved (stored.leaving)
        self.spared: dict[int, int] = {}  # cards that the rest of it does not affect, and the card that prevents it

    def as_one_moment(self, since: int, last: int) -> None:
        """Treat all events after `since` as simultaneous: a card removed by one still witnesses the rest
        (resolve.witness)."""
        for trigger in self.triggers:
            if trigger.moment > since:
                trigger.last = last


class Because:
    """The context manager returned by `Game.because`."""

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


class Game:
    """A live game; see the module. `flow` runs the rules, starting from the table's current phase."""

    def __init__(
        self,
        log: list[Event],
        flow: Callable[[Game], Steps[None]],
        *,
        table: Table | None = None,
        chance: Chance | None = None,
        expected: Sequence[Event] = (),
        named_edition: str | None = None,
        like: Game | None = None,  # a game with the same cards on an equal table, whose index is reused
    ) -> None:
        self.log = log
        self.table = fold(log) if table is None else table
        self.chance: Chance = chance or RandomChance()
        self.expected = expected
        self.edition: Edition = like.edition if like else edition(named_edition or self.table.edition)
        self.facts: dict[int, Definition] = {}
        # The hooks that any card in the game could answer from a hand: every hand is then asked, because hands are
        # hidden. Likewise for discard piles, and the abilities (each with a card that has it) that answer events from a
        # hand or a discard pile, or when revealed.
        self.hand_hooks: set[str | type[Event]] = set()
        self.pile_hooks: set[str | type[Event]] = set()
        self.answerers: dict[str | type[Event], dict[Ability, int]] = {}
        # What rules do when a card or ability has resolved, because of the types of the cards in the game.
        self.settles: list[Settles] = [] if like is None else [*like.settles]
        if like is not None:
            self.facts, self.hand_hooks, self.pile_hooks = {**like.facts}, {*like.hand_hooks}, {*like.pile_hooks}
            self.answerers = {hook: {**abilities} for hook, abilities in like.answerers.items()}
        else:
            for number, card in self.table.cards.items():
                self._know(number, card.definition)
        self.root = ResolutionFrame()
        self.frames: list[ResolutionFrame] = [self.root]
        self.by_special = False  # whether the card being recorded as played is played by its own Special
        self.depth = 0  # nesting depth of cards and abilities that are resolving
        self.cause = self.table.phase_began or 1
        self.powers: dict[int, int] = dict(like.powers) if like else {}
        self.raising: set[int] = set()  # minions whose own ability is just being asked for their power
        self.circles = 0  # how often that ability was left out because it was already being asked
        self.beginning: set[int] = set()  # cards whose on-play ability resolves before their own Ongoing begins
        self.coming: Sequence[Effect] = ()  # the other effects of this moment, while its effects are being settled
        self.offered: Sequence[Allowance] = ()  # the extra plays being given, while an ability uses one of them
        self.at_stake = ("", -1)  # the random event in progress: the pile it shuffles or what it picks, and whose
        # Where actions that are resolving go afterwards, in the order in which cards said so (turn.action-leaves).
        self.destinations: dict[int, list[tuple[Goes, Effect]]] = {}
        self.disputed: list[Dispute] = []  # values set to several numbers, of which one must still be picked
        # The readings that have decided something, and the first position at which each did.
        self.readings: dict[str, int] = {}
        # Choices that nobody was asked for because there was only one way.
        self.unasked: list[Unasked] = []
        self.due: dict[
            int, int
        ] = {}  # actions on untouchable minions that must be destroyed, and the card that makes them untouchable
        self.index: Index = like.index.copied(self) if like else Index.rebuilt(self)
        if like is None:
            cancel_abilities(self)
        self._rules = flow
        self._flow = flow(self)

    # --- driving

    @property
    def question(self) -> Question | None:
        """The open question, or None."""
        return self.table.question

    @property
    def over(self) -> bool:
        """Return whether the game is won."""
        return bool(self.table.winners)

    def begin(self) -> None:
        """Run to the first question, then through everything recorded."""
        settle_standing(self)
        self._advance(None)
        while len(self.log) < len(self.expected):
            recorded = self.expected[len(self.log)]
            if not isinstance(recorded, Answered):
                raise Diverged(len(self.log) + 1, recorded, None)
            self.answer(recorded.seat, recorded.picks)

    def fork(
        self,
        *,
        chance: Chance | None = None,
        expected: Sequence[Event] = (),
        lazily: bool = False,
    ) -> Game:
        """Return an independent copy, taken at a snapshot boundary: at the main question, or before the game has begun.

        With a log as `expected` it replays that log. Without `chance` it gets a copy of this game's chance. `lazily`: it
        copies a card only when it looks at it, so this game must not go on as long as the fork is used.
        """
        if self.table.question is not None and type(self.table.question) is not Main:
            raise ValueError("a game is forked at a quiet point, and this one is in the middle of something")
        fork = Game(
            [*self.log],
            self._rules,
            table=copied_lazily(self.table) if lazily else copied(self.table),
            chance=chance or deepcopy(self.chance),
            expected=expected,
            like=self,
        )
        fork.begin()
        return fork

    def dispose(self) -> None:
        """Break the reference cycles between cards, abilities and the game, so that memory is freed without waiting for
        the garbage collector. The game cannot be used afterwards."""
        self._flow.close()
        self.index.clear()
        self.frames.clear()
        self.table, self.log = Table(), []

    def answer(self, seat: int, picks: Sequence[Pick]) -> None:
        """Take a player's decision. Raises `IllegalAnswer` and appends nothing if it is not legal.

        The options themselves are recorded: 13.0 and True equal numbers but are not picks.
        """
        question = self.table.question
        if question is None:
            raise IllegalAnswer("Nothing is being asked: the game is over." if self.over else "Nothing is being asked.")
        if seat != self.table.asked:
            asked = self.table.seats[self.table.asked].name
            raise IllegalAnswer(f"{describe_seat(seat)} can't answer: it is {asked}'s decision.")
        if not isinstance(picks, (tuple, list)) and (
            isinstance(picks, (str, bytes)) or not isinstance(picks, Sequence)
        ):
            raise IllegalAnswer("That answer is not legal: it is not a list of options.")
        chosen = _chosen(question, picks, self)
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
        if question is self.table.question:
            return  # a fork goes on at the main question that was asked before it was taken
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
        """Append one event with these fields, as a separate moment, and return it."""
        fields["position"] = len(self.log) + 1
        fields["cause"] = self.cause if cause is None else cause
        return self.record(event_kind(**fields))

    def record(self, event: E) -> E:
        """Append one event as a separate moment, and return it."""
        kind = type(event)
        if self.index.hooks.get(kind) or kind in self.answerers:
            self._witness((event,))
        self._append(event)
        if kind in UNSETTLING:
            settle_standing(self)
        return event

    def happen(self, events: Sequence[Event]) -> None:
        """Append the simultaneous events of one moment; triggers are collected first."""
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
        apply(table, event)  # `table.apply`, inlined: this is the hottest line
        table.position = event.position
        if follow is not None:
            follow(self, event)
        if not powerless:
            if self.powers:
                self.powers.clear()
            index = self.index
            if index.canceled or index.hooks.get("cancels"):
                cancel_abilities(self)

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
        """Record which players an event concerns whose hand or discard pile could answer it."""
        everybody = frozenset(range(len(self.table.seats)))
        seats: dict[Ability, frozenset[int]] = {}
        for ability, number in self.answerers[type(event)].items():
            who = ability.who
            candidates = everybody if who is None else who(Instance(self, ability, self.card(number), 0, 0), event)
            if concerned := everybody.intersection(candidates):
                seats[ability] = concerned
        if seats:
            self.frames[-1].heard.append(Heard(event, seats))

    def begin_ongoing(self, number: int) -> None:
        """Activate a card's abilities in play, after its on-play ability has resolved (resolve.order)."""
        self.beginning.discard(number)
        self.index.refresh(number, self.table.position)
        self.powers.clear()
        if self.index.hooks.get("cancels"):
            cancel_abilities(self)
        settle_standing(self)

    @property
    def restless(self) -> bool:
        """Return whether something may be due right after a moment, before its triggers (`moments.settle_due`)."""
        return bool(self.due or self.disputed or self.index.hooks.get(AS_SOON_AS))

    def because(self, position: int) -> Because:
        """Return a `with` block in which that event is the cause of everything that happens."""
        return Because(self, position)

    def note(self, *readings: str) -> None:
        """Record that the outcome depends on a reading of the rules, even if nothing happens.

        Unlike the rule of an event this is not in the log; a ruling cites it. Readings that do not arise in the edition
        in force are ignored.
        """
        for reading in readings:
            self.readings.setdefault(reading, len(self.log))

    # --- chance

    def shuffle(self, zone: Zone, seat: int = -1, *, with_discard: bool = False, rule: str = "") -> None:
        """Shuffle a player's deck or the base deck, with its discard pile if `with_discard`."""
        piles = self.table.seats[seat].piles if seat >= 0 else self.table.piles
        cards = list(piles[zone])
        if with_discard:
            cards += piles["discard" if seat >= 0 else "base_discard"]
        self.at_stake = (zone, seat)
        recorded = self._recorded(Shuffled)
        order = self.chance.shuffle(cards) if recorded is None else recorded.order
        self.emit(Shuffled, zone=zone, seat=seat, order=order, with_discard=with_discard, rule=rule)

    def pick_at_random(
        self, what: Randomized, pool: Sequence[int], count: int = 1, *, seat: int = -1
    ) -> tuple[int, ...]:
        """Pick `count` members of a pool at random and return them; `seat` says whose hidden pile the pool is."""
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

    def answerable_unseen(self, hook: str | type[Event]) -> bool:
        """Return whether some card of this game could act at this moment from a hand or a discard pile."""
        return hook in self.hand_hooks or hook in self.pile_hooks

    def card(self, number: int) -> Card:
        """Return a card by its number."""
        return self.table.cards[number]

    def fact(self, card: Card) -> Definition:
        """Return the definition of a card."""
        return self.facts[card.number]

    def clockwise(self, first: int | None = None) -> list[int]:
        """Return all seats in turn order, starting with a seat, or else with the current player."""
        count = len(self.table.seats)
        start = self.table.current if first is None else first
        return [(start + step) % count for step in range(count)]

    def _phase_began(self, event: PhaseBegan) -> None:
        self.cause = event.position

    def _learn(self, event: CardsMade) -> None:
        for number, name in enumerate(event.definitions, event.first):
            self._know(number, name)
            if ZONES[event.zone].laden:  # their abilities act from there
                self.index.refresh(number, event.position)

    def _know(self, number: int, name: str) -> None:
        facts = self.facts[number] = definition(name)
        if facts.type in SETTLING:
            self.settles += [settle for settle in SETTLING[facts.type] if settle not in self.settles]
        for ability in facts.abilities:
            if ability.zone == "hand":
                self.hand_hooks.add(ability.hook)
            elif ability.zone == "discard":
                self.pile_hooks.add(ability.hook)
            if ability.zone in ("hand", "discard", "revealed") and isinstance(ability.hook, type):
                for hook in ability.hooks:
                    self.answerers.setdefault(hook, {})[ability] = number


_FOLLOW: Final[dict[type[Event], Callable[[Game, Any], None]]] = {
    **FOLLOW,
    PhaseBegan: Game._phase_began,
    CardsMade: Game._learn,
}
require_all("core.engine.game._FOLLOW", _FOLLOW, [kind for kind in EVENT_TYPES if CONSEQUENCES[kind].followed])
_TAKE_IN: Final = {kind: (apply, _FOLLOW.get(kind), not CONSEQUENCES[kind].power) for kind, apply in APPLY.items()}
"""How an event of each kind is applied: by the table, by the live game, and whether cached powers stay valid."""


def _chosen(question: Question, picks: Sequence[Pick], game: Game) -> tuple[Pick, ...]:
    """Return the options that an answer picks. Raises `IllegalAnswer`."""
    # Nearly every answer is a pass or one of the question's own options, and identity is enough to recognize those.
    if type(picks) is tuple and question.least <= len(picks) <= question.most and not question.limited:
        if not picks:
            return picks
        if len(picks) == 1:
            for option in question.options:
                if option is picks[0]:
                    return picks
    chosen = question.chosen(picks)
    if wrong := question.refusal(chosen, lambda number: game.facts[number].name):
        raise IllegalAnswer(f"That answer is not legal: {wrong}.")
    return chosen


def answers(instance: Instance, event: Event) -> Sequence[int]:
    """Return the seats for which an ability answers an event; none if its conditions do not hold."""
    ability: Ability = instance.ability
    if ability.here and getattr(event, "site", 0) != instance.base and not _arrives(instance, event):
        return ()
    if ability.when is not None and not ability.when(instance, event):
        return ()
    if ability.who is not None:
        # For a card without an owner, "its owner" is nobody (term.owner).
        seats = tuple(seat for seat in ability.who(instance, event) if seat >= 0)
    elif ability.card.is_base:
        seat = getattr(event, "seat", -1)
        seats = (seat if seat >= 0 else instance.game.table.current,)
    else:
        return (instance.you,)
    return players_affected(instance, seats)


def _arrives(instance: Instance, event: Event) -> bool:
    """Return whether a card, or the minion that it is on, is what moves: for it, "here" is where it arrives
    (you-here-there)."""
    card = instance.card
    return isinstance(event, Moved) and event.card in (card.number, card.host)


def won(game: Game, seats: Sequence[int], rule: str) -> None:
    """End the game."""
    points = tuple(seat.victory_points for seat in game.table.seats)
    game.emit(GameWon, seats=tuple(seats), victory_points=points, rule=rule)
