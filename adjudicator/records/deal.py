"""The hidden cards of a record: an order of every deck, and what was chosen unseen, under which all that was seen holds.

A deal is a complete log. Where it shows another card than the record, the card changes places with one of the right kind
at a point where both were *mixed*: a shuffle, a pick at random, a choice that nobody saw. Both must have been out of sight
from there on; then the game up to here looks the same to everybody, and only its hidden part is told anew. Two cards that
were never mixed with each other may have been with a third: exchanges are chained, back in time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

import msgspec

from adjudicator.records.sight import IN_SIGHT, Sight
from core.engine.game import Game
from core.rules.replay import quiet_point
from core.rules.turn import flow
from events.errors import SmashUpError
from events.vocabulary import Answered, Asked, Event, Looked, PickedAtRandom, Shuffled
from projections.renaming import renamed

LONGEST_CHAIN = 3


class Astray(SmashUpError):
    """Cards that changed places unseen would have changed what was seen: a hidden choice or a rule depends on them."""


class Exchange(NamedTuple):
    """Two cards are in each other's place since a position."""

    one: int
    other: int
    since: int


class Foresight:
    """Chance that deals what the record will show: first what is settled, then what the next lines need."""

    def __init__(self, foresee: Callable[[str, int, Sequence[int]], Sequence[int]]) -> None:
        self.settled: list[Event] = []
        self.game: Game | None = None
        self._foresee = foresee

    def look_at(self, game: Game) -> None:
        """The game it is for."""
        self.game = game

    def shuffle(self, cards: Sequence[int]) -> tuple[int, ...]:
        """The order that is settled, or what is needed first on top."""
        if self.settled:
            event = self.settled.pop(0)
            if not isinstance(event, Shuffled) or sorted(event.order) != sorted(cards):
                raise Astray
            return event.order
        assert self.game is not None
        zone, seat = self.game.at_stake
        top = list(dict.fromkeys(self._foresee(zone, seat, cards)))
        return (*top, *(number for number in cards if number not in top))

    def pick(self, pool: Sequence[int], count: int) -> tuple[int, ...]:
        """What is settled, or what the record shows next."""
        if self.settled:
            event = self.settled.pop(0)
            if not isinstance(event, PickedAtRandom) or not set(event.picks) <= set(pool) or len(event.picks) != count:
                raise Astray
            return event.picks
        assert self.game is not None
        what, seat = self.game.at_stake
        first = list(dict.fromkeys(self._foresee(f"pick {what}", seat, pool)))
        return tuple([*first, *(one for one in pool if one not in first)][:count])


def rerun(script: Sequence[Event], chance: Foresight, start: int | None = None) -> Game:
    """The game with these answers and chances, from its last quiet point (or from `start`), and on to the next question.

    Raises `Astray` if it does not come to what everybody saw.
    """
    start = quiet_point(script) if start is None else start
    chance.settled = [event for event in script[start:] if isinstance(event, (Shuffled, PickedAtRandom))]
    game = Game(list(script[:start]), flow, chance=chance)
    chance.look_at(game)
    try:
        game.begin()
        for event in script[start:]:
            if isinstance(event, Answered):
                if len(game.log) != event.position - 1:
                    raise Astray
                game.answer(event.seat, event.picks)
    except Astray:
        raise
    except SmashUpError as error:
        raise Astray from error
    finally:
        chance.settled = []
    if len(game.log) < len(script):
        raise Astray
    for now, was in zip(game.log[start:], script[start:], strict=False):
        if not _looks_alike(now, was):
            raise Astray
    return game


def _looks_alike(now: Event, was: Event) -> bool:
    """Whether an event is the same, but for what a player could choose or look at unseen."""
    if isinstance(now, Asked) and isinstance(was, Asked):
        return now.seat == was.seat and type(now.question) is type(was.question)
    if isinstance(now, Looked) and isinstance(was, Looked):
        return now.seat == was.seat and len(now.cards) == len(was.cards)
    return now == was


def exchanged(log: Sequence[Event], exchange: Exchange) -> list[Event]:
    """A log with two cards in each other's place since a position."""
    one, other, since = exchange
    swap = {one: other, other: one}

    def rename(number: int) -> int:
        return swap.get(number, number)

    result = list(log[: since - 1])
    for event in log[since - 1 :]:
        question = result[-1].question if isinstance(event, Answered) and isinstance(result[-1], Asked) else None
        if event.position == since and isinstance(event, PickedAtRandom):
            event = msgspec.structs.replace(event, picks=tuple(rename(number) for number in event.picks))
        else:
            event = renamed(event, rename, question)
        result.append(event)
    return result


def _no_card(card: int) -> bool:
    return False


def ways(
    sight: Sight,
    place: int,
    fits: Callable[[int], bool],
    settled: Sequence[int] = (),
    needed: Callable[[int], bool] = _no_card,
) -> Iterator[list[Exchange]]:
    """How a card that fits can have come into the place of another: exchanges, in the order in which they are made.

    The shortest chains come first, among them those that reach back least. Cards that are needed where they are take no
    part in a chain.
    """
    chains: list[list[tuple[int, int]]] = [[(place, IN_SIGHT)]]  # (card, where it was mixed with the one before)
    met = {place}
    for _ in range(LONGEST_CHAIN):
        longer: list[list[tuple[int, int]]] = []
        for chain in chains:
            card, bound = chain[-1]
            unseen = sight.seen_until(card, settled)
            for point in reversed(sight.mixed):
                if point.position > bound or point.seen or card not in point.cards:
                    continue
                if point.position < unseen:
                    break
                for other in sorted(point.cards):
                    if other in met or sight.seen_until(other, settled) > point.position:
                        continue
                    if fits(other):
                        yield _exchanges([*chain, (other, point.position)])
                    elif not needed(other):
                        longer.append([*chain, (other, point.position)])
        met |= {chain[-1][0] for chain in longer}
        chains = longer


def _exchanges(chain: list[tuple[int, int]]) -> list[Exchange]:
    wanted = chain[-1][0]
    return [
        Exchange(before, wanted, since) for (before, _), (_, since) in zip(chain[-2::-1], chain[:0:-1], strict=True)
    ]


def twins(sight: Sight, kind: Sequence[int]) -> Iterator[Exchange]:
    """Cards of one kind that may be each other, so that one which was seen becomes one that was not."""
    for point in reversed(sight.mixed):
        here = [card for card in kind if card in point.cards]
        for one in here:
            if sight.seen_until(one) <= point.position:
                yield from (
                    Exchange(one, other, point.position) for other in here if sight.seen_until(other) > point.position
                )


def mixed_with(sight: Sight, cards: Sequence[int]) -> list[int]:
    """Cards that may be in the place of these: mixed with them, and out of sight since. These come first."""
    found = dict.fromkeys(cards)
    for card in cards:
        unseen = sight.seen_until(card)
        for point in reversed(sight.mixed):
            if point.position < unseen:
                break
            if card in point.cards and not point.seen:
                found |= dict.fromkeys(one for one in sorted(point.cards) if sight.seen_until(one) <= point.position)
    return list(found)


def detours(sight: Sight, cards: Sequence[int], partners: Sequence[int]) -> Iterator[list[Exchange]]:
    """Other ways in which cards can have come into a hand: as one did that was in it and has been played since.

    Both change places from where they were mixed until both were in that hand, so that nothing seen changes. Afterwards
    the card that stayed was mixed later, with one of the partners.
    """
    bags = [point for point in reversed(sight.mixed) if point.seen]
    for card in cards:
        for bag in bags:
            if card not in bag.cards or sight.seen_until(card) > bag.position:
                continue
            for other in sorted(bag.cards - {card}):
                if found := _detour(sight, card, other, bag.position, partners):
                    yield found


def _detour(sight: Sight, card: int, other: int, until: int, partners: Sequence[int]) -> list[Exchange]:
    later = False
    for point in reversed(sight.mixed):
        if point.seen or point.position > until or other not in point.cards:
            continue
        if not sight.unseen_between(other, point.position, until):
            return []
        if card in point.cards:
            if later and sight.unseen_between(card, point.position, until):
                return [Exchange(card, other, point.position), Exchange(card, other, until)]
            return []
        later = later or any(
            one in point.cards and sight.seen_until(one) <= point.position for one in partners if one != card
        )
    return []
