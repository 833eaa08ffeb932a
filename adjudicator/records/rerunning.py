"""Retells a log with swapped cards and runs the rules over it again.

A deal is a complete log. If it shows a different card from the record, the hidden cards were dealt wrongly: the log is
retold with cards swapped, and the rules run over it again from its answers and random results. Nothing that was seen
may change.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from functools import partial
from random import Random

import msgspec

from adjudicator.records.checkpoints import Checkpoints
from adjudicator.records.mixing import Held, Renumbering
from core.engine.game import Game
from core.rules.replay import quiet_point, stretches
from core.rules.turn import flow
from events.errors import SmashUpError
from events.questions import Question
from events.vocabulary import (
    AbilityUsed,
    Answered,
    Asked,
    Event,
    Leaving,
    Looked,
    PickedAtRandom,
    Placed,
    Revealed,
    Shuffled,
    Taken,
)
from projections.renaming import card_of, renamed
from projections.table import Table


class Astray(SmashUpError):
    """Raised if swapping unseen cards would change what was seen, because a hidden choice or a rule depends on them.

    `position` says where. `barred`: kinds that turned out not to be on offer where they were chosen. `held`: cards that
    left a hand although the record says nothing did, so they were not there. `twins`: two cards of a kind to swap from
    that position on, because only the second one is on offer.
    """

    def __init__(
        self,
        position: int = 0,
        barred: Collection[tuple[int, str]] = (),
        held: Collection[Held] = (),
        twins: tuple[int, int, int] | None = None,
    ) -> None:
        super().__init__()
        self.position, self.barred, self.held, self.twins = position, barred, held, twins
        self.script: Sequence[Event] = ()  # the event in the log


class ForeseenChance:
    """A source of randomness that deals what the record will show.

    First comes what is settled, then what the next lines need. The remaining cards are unknown and keep their order, or
    get another order in another attempt.
    """

    def __init__(self, attempt: int = 0) -> None:
        self.settled: list[Event] = []
        self._rest = Random(attempt) if attempt else None
        self.game: Game | None = None
        self.foresee: Callable[[str, int, Sequence[int]], Sequence[int]] = lambda zone, seat, cards: ()

    def look_at(self, game: Game) -> None:
        """Set the game to deal for."""
        self.game = game

    def shuffle(self, cards: Sequence[int]) -> tuple[int, ...]:
        """Return the settled order, or one with the cards needed first on top."""
        if self.settled:
            event = self.settled.pop(0)
            if not isinstance(event, Shuffled) or sorted(event.order) != sorted(cards):
                raise Astray
            return event.order
        assert self.game is not None
        table, (zone, seat) = self.game.table, self.game.at_stake
        top = list(dict.fromkeys(self.foresee(zone, seat, cards)))
        rest = [number for number in cards if number not in top]
        if self._rest is not None:
            self._rest.shuffle(rest)
        elif zone == "deck":  # Everybody would notice that another player's card is drawn.
            rest.sort(key=lambda number: table.cards[number].owner not in (seat, -1))
        return (*top, *rest)

    def pick(self, pool: Sequence[int], count: int) -> tuple[int, ...]:
        """Return what is settled, or what the record shows next."""
        if self.settled:
            event = self.settled.pop(0)
            if not isinstance(event, PickedAtRandom) or not set(event.picks) <= set(pool) or len(event.picks) != count:
                raise Astray
            return event.picks
        assert self.game is not None
        what, seat = self.game.at_stake
        first = list(dict.fromkeys(self.foresee(f"pick {what}", seat, pool)))
        return tuple([*first, *(card for card in pool if card not in first)][:count])


def resumed(
    script: Sequence[Event], chance: ForeseenChance, checkpoints: Checkpoints, start: int | None = None
) -> tuple[Checkpoints, Game]:
    """Return the game with these answers and random results, and its checkpoints including one where the rules were
    resumed.

    Raises `Astray` like `rerun`.
    """
    start = quiet_point(script) if start is None else start
    try:
        checkpoints = checkpoints.with_one_at(script, start)
    except (KeyError, ValueError):  # a card leaves a place where it is not
        raise Astray(start) from None
    return checkpoints, rerun(script, chance, checkpoints, start)


def rerun(script: Sequence[Event], chance: ForeseenChance, checkpoints: Checkpoints, start: int | None = None) -> Game:
    """Return the game with these answers and random results, run from its last quiet point (or from `start`) to the
    next question. Raises `Astray` if it does not lead to what everybody saw.
    """
    start = quiet_point(script) if start is None else start
    log = list(script[:start])
    for begins, ends in stretches(script, start):
        log += script[len(log) : begins]
        try:
            table = checkpoints.table_at(log, len(log))
        except (KeyError, ValueError):  # a card leaves a place where it is not
            raise Astray(len(log)) from None
        game = _rerun_stretch(script[:ends], log, chance, table)
        if len(game.log) > ends and ends < len(script):
            raise Astray
    return game


def _rerun_stretch(script: Sequence[Event], log: list[Event], chance: ForeseenChance, table: Table) -> Game:
    start = len(log)
    chance.settled = [event for event in script[start:] if isinstance(event, (Shuffled, PickedAtRandom))]
    game = Game(log, flow, table=table, chance=chance)
    chance.look_at(game)
    try:
        game.begin()
        for event in script[start:]:
            if isinstance(event, Answered):
                start = _compare(game, script, start)
                if len(game.log) != event.position - 1:
                    raise Astray(min(len(game.log), event.position))
                _answer(game, event)
    except Astray:
        raise
    except SmashUpError as error:
        raise Astray(len(game.log)) from error
    finally:
        chance.settled = []
    if _compare(game, script, start) < len(script):
        raise Astray(len(game.log))
    return game


def _compare(game: Game, script: Sequence[Event], start: int) -> int:
    """Compare what happened with the log.

    Returns up to which position they agree. The rules may take another card of the same kind from a hand.
    """
    for now, was in zip(game.log[start:], script[start:], strict=False):
        if not _looks_alike(now, was):
            card, other = getattr(was, "card", 0), getattr(now, "card", 0)
            cards = game.table.cards
            from_hand = getattr(was, "source", "") == "hand" and type(now) is type(was)
            if from_hand and cards[card].definition == cards[other].definition:
                raise Astray(was.position, twins=(was.position, card, other))
            if isinstance(now, Leaving) and now.source == "hand":
                raise Astray(was.position, held={Held(was.position, now.controller, cards[now.card].definition)})
            raise Astray(was.position)
    return len(game.log)


def _answer(game: Game, event: Answered) -> None:
    question, cards = game.question, game.table.cards
    if question is not None and (missing := [pick for pick in event.picks if pick not in question.options]):
        picked = {card_of(pick, question) for pick in event.picks}
        offered = [card for card in (card_of(pick, question) for pick in question.options) if card not in picked]
        for card in (card_of(pick, question) for pick in missing):
            twin = next(
                (
                    option
                    for option in offered
                    if option and card and cards[option].definition == cards[card].definition
                ),
                0,
            )
            if twin:
                raise Astray(event.position, twins=(event.position, card, twin))
        raise Astray(event.position, barred={(event.position, cards[card].definition) for card in picked if card})
    if question is not None and not event.picks and question.refusal(()) is not None:
        hidden = [cards[card] for card in (card_of(pick, question) for pick in question.options) if card]
        piles = [pile_card for pile_card in hidden if pile_card.zone in ("hand", "deck")]
        raise Astray(
            event.position,
            held={Held(event.position, pile.controller, pile.definition, 0, pile.zone) for pile in piles},
        )
    game.answer(event.seat, event.picks)


def _looks_alike(now: Event, was: Event) -> bool:
    """Return whether two events look the same, except for what a player could choose or look at unseen and for the
    order of a hand.
    """
    match now, was:
        case Asked(), Asked():
            return now.seat == was.seat and type(now.question) is type(was.question)
        case Looked(), Looked():
            return now.seat == was.seat and len(now.cards) == len(was.cards)
        case PickedAtRandom(), PickedAtRandom():
            return sorted(now.pool) == sorted(was.pool) and now.picks == was.picks
        case Revealed(), Revealed():
            return sorted(now.cards) == sorted(was.cards)
        case Taken(seen=False), Taken(seen=False):
            now, was = (msgspec.structs.replace(event, owned=False) for event in (now, was))
        case Placed(source="hand"), Placed(source="hand"):
            return (now.to, now.end, now.zone) == (was.to, was.end, was.zone)
    return now == was or (type(now) is type(was) and _without_actor(now) == _without_actor(was))


def _without_actor(event: Event) -> Event:
    """Return an event without its acting card if that was shuffled away while its own text resolves."""
    if isinstance(event, AbilityUsed):
        return msgspec.structs.replace(event, holder=0)
    return msgspec.structs.replace(event, by=0) if getattr(event, "by", 0) else event


class NamedCards:
    """Remembers which cards each event of a log names, so that only events with other cards are rewritten."""

    def __init__(self) -> None:
        self._by_position: dict[int, tuple[Event, frozenset[int]]] = {}

    def of(self, event: Event, before: Event | None) -> frozenset[int]:
        """Return the cards that an event names. `before`: the event before it, whose question it may answer."""
        known = self._by_position.get(event.position)
        if known is not None and known[0] is event:
            return known[1]
        numbers: set[int] = set()

        def note(card: int) -> int:
            numbers.add(card)
            return card

        renamed(event, note, _question_answered(event, before))
        cards = frozenset(numbers)
        self._by_position[event.position] = (event, cards)
        return cards


def retold(log: Sequence[Event], changes: Renumbering, owner: Callable[[int], int], named: NamedCards) -> list[Event]:
    """Return a log with cards swapped. `owner` returns a card's owner, to whom it goes when it leaves a hand (-1: its
    holder owns it)."""
    first = changes.since[0] if changes.since else len(log) + 1
    result = list(log[: first - 1])
    changed = changes.changed
    before = result[-1] if result else None
    for event in log[first - 1 :]:
        rewritten = event
        if not changed.isdisjoint(named.of(event, before)):
            rewritten = _with_others(event, changes, owner, result[-1] if result else None)
        result.append(rewritten)
        before = event
    return result


def _with_others(event: Event, changes: Renumbering, owner: Callable[[int], int], before: Event | None) -> Event:
    rewritten = renamed(event, partial(changes.at, event.position), _question_answered(event, before))
    if isinstance(event, PickedAtRandom) and event.what == "card":
        pool = tuple(changes.at(event.position - 1, card) for card in event.pool)
        return msgspec.structs.replace(rewritten, pool=pool)
    if (
        isinstance(event, Leaving)
        and isinstance(rewritten, Leaving)
        and event.card != rewritten.card
        and event.source == "hand"
    ):
        return _gone(rewritten, owner(event.card), owner(rewritten.card))
    return rewritten


def _question_answered(event: Event, before: Event | None) -> Question | None:
    return before.question if isinstance(event, Answered) and isinstance(before, Asked) else None


def _gone(event: Leaving, before: int, owner: int) -> Leaving:
    """Return an event in which a card that goes to its owner goes to the player who owns it in the retold log."""
    holder = event.controller
    if isinstance(event, Taken) and not event.seen:
        return msgspec.structs.replace(event, owned=owner < 0 and event.to != holder)
    goes_home = event.to == (holder if before < 0 else before)
    return msgspec.structs.replace(event, to=holder if owner < 0 else owner) if goes_home else event
