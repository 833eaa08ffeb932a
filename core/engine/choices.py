"""How a card asks: small generators that ask a typed question and return the choice.

A choice among things everyone can see is skipped when there is only one way. A choice from a hand or deck is always
asked, even when nothing fits, so that nobody learns from its absence.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Literal

from core.engine.game import Game
from core.engine.use import Me, Targets
from core.printed.definitions import FACTIONS, Steps, faction_of, printing
from events.card_types import CardType
from events.questions import (
    NO,
    YES,
    Arrange,
    Cards,
    Distribute,
    May,
    Modes,
    Names,
    Numbers,
    Pick,
    Seats,
    Sites,
)
from projections.table import Card


def _numbers(picks: Sequence[Pick]) -> list[int]:
    return [int(pick) for pick in picks]  # type: ignore[arg-type]


def may(me: Me, what: str, *, seat: int | None = None) -> Steps[bool]:
    """Ask whether the player wants to do something, such as "draw a card". Returns the answer."""
    picks = yield (
        me.you if seat is None else seat,
        May(options=(YES, NO), about=f"whether to {what}", by=me.by),
    )
    return picks[0] == YES


def choose(
    me: Me,
    about: str,
    cards: Iterable[Card],
    *,
    optional: bool = False,
    seat: int | None = None,
    hidden: bool = False,
    affects: bool = True,
) -> Steps[Card | None]:
    """Ask for one card. Returns None if there is none, or if the player declines an optional choice.

    `hidden`: the cards are in a hand or deck, so the question is always asked. `affects`: False if the action does
    nothing to the card chosen, so that the choice cannot meet a play's demand to affect a certain minion directly.
    """
    pool = list(cards)
    if me.aim is not None and affects and (targets := _demanded(me, pool, seat)):
        pool, optional = targets, False
    if not hidden:
        if not pool:
            return None
        if len(pool) == 1 and not optional:
            return me.choose(pool[0])
    picks = yield (
        me.you if seat is None else seat,
        Cards(
            options=tuple(card.number for card in pool),
            least=0 if optional or not pool else 1,
            most=1 if pool else 0,
            about=about,
            by=me.by,
        ),
    )
    return me.choose(me.game.card(_numbers(picks)[0])) if picks else None


def _demanded(me: Me, pool: Sequence[Card], seat: int | None) -> list[Card]:
    """Return the cards of which one must be chosen so that the action directly affects a minion that its play demands.

    There are none if the demand is met, or if no choice here can meet it.
    """
    aim = me.aim
    if not isinstance(aim, Targets) or aim.met or seat not in (None, me.you):
        return []
    targets = [card for card in pool if aim(card)]
    aim.met = bool(targets)
    return targets


def choose_some(
    me: Me,
    about: str,
    cards: Iterable[Card],
    *,
    least: int = 0,
    most: int | None = None,
    seat: int | None = None,
    hidden: bool = False,
    budget: int | None = None,
    weights: Sequence[int] = (),
    one_name: bool = False,
) -> Steps[list[Card]]:
    """Ask for a set of cards, within limits, and return it. "Any number" includes none (void.any-number).

    `budget` limits the sum of the `weights` of the cards; a card that exceeds it alone is not offered.
    """
    pool = list(cards)
    if budget is not None:
        light = [index for index, weight in enumerate(weights) if weight <= budget]
        pool, weights = [pool[index] for index in light], [weights[index] for index in light]
    if not pool and not hidden:
        return []
    if me.aim is not None and most != 0 and (targets := _demanded(me, pool, seat)):
        first = yield from choose(me, about, targets, seat=seat)
        assert first is not None
        rest = [index for index, card in enumerate(pool) if card is not first]
        taken = weights[pool.index(first)] if weights else 0
        more = yield from choose_some(
            me,
            about,
            [pool[index] for index in rest],
            least=max(0, least - 1),
            most=None if most is None else most - 1,
            seat=seat,
            budget=None if budget is None else budget - taken,
            weights=[weights[index] for index in rest] if weights else (),
        )
        return [first, *more]
    upper = len(pool) if most is None else min(most, len(pool))
    lower = min(least, len(pool))
    if lower == upper == len(pool) and not hidden:
        return [me.choose(card) for card in pool]
    question = Cards(
        options=tuple(card.number for card in pool),
        least=lower,
        most=upper,
        about=about,
        by=me.by,
        budget=budget,
        weights=tuple(weights),
        one_name=one_name,
        names=tuple(me.game.fact(card).name for card in pool) if one_name else (),
    )
    picks = yield me.you if seat is None else seat, question
    return [me.choose(me.game.card(number)) for number in _numbers(picks)]


def choose_base(
    me: Me,
    about: str,
    sites: Iterable[int],
    *,
    optional: bool = False,
    seat: int | None = None,
    affects: bool = True,
) -> Steps[int]:
    """Ask for a base. Returns its site, or 0 if there is none or the player declines. `affects`: False if the action does
    nothing to the minions there, so that the choice cannot meet a play's demand to affect a certain minion directly."""
    pool = list(sites)
    if not pool:
        return 0
    aim = me.aim
    if affects and isinstance(aim, Targets) and not aim.met and seat in (None, me.you):
        there = {minion.site for minion in me.table.minions() if aim(minion)}
        pool = [site for site in pool if site in there] or pool
    if len(pool) == 1 and not optional:
        return pool[0]
    picks = yield (
        me.you if seat is None else seat,
        Sites(options=tuple(pool), least=0 if optional else 1, about=about, by=me.by),
    )
    return _numbers(picks)[0] if picks else 0


def choose_player(me: Me, about: str, seats: Iterable[int], *, seat: int | None = None) -> Steps[int]:
    """Ask for a player. Returns the seat, or -1 if there is none to choose."""
    pool = list(seats)
    if len(pool) <= 1:
        return pool[0] if pool else -1
    picks = yield me.you if seat is None else seat, Seats(options=tuple(pool), about=about, by=me.by)
    return _numbers(picks)[0]


def choose_mode(
    me: Me, about: str, modes: Sequence[str], *, optional: bool = False, hidden: bool = False
) -> Steps[str]:
    """Ask for one of the things a card offers, named in words. Returns "" if declined, or if there is none.

    `hidden`: a hand or deck decides which are possible, so the question is always asked.
    """
    if not hidden:
        if not modes:
            return ""
        if len(modes) == 1 and not optional:
            return modes[0]
    least, most = 0 if optional or not modes else 1, 1 if modes else 0
    picks = yield me.you, Modes(options=tuple(modes), least=least, most=most, about=about, by=me.by)
    return str(picks[0]) if picks else ""


def choose_number(me: Me, about: str, numbers: Iterable[int], *, seat: int | None = None) -> Steps[int]:
    """Ask for a number and return it."""
    pool = tuple(numbers)
    if len(pool) == 1:
        return pool[0]
    picks = yield me.you if seat is None else seat, Numbers(options=pool, about=about, by=me.by)
    return _numbers(picks)[0]


def name_a_card(me: Me, about: str, *, type: CardType | Literal[""] = "") -> Steps[str]:
    """Ask for the name of a card, from the public list of this game's factions, and return it."""
    picks = yield me.you, Names(options=public_names(me.game, type), about=about, by=me.by)
    return str(picks[0])


def public_names(game: Game, type: CardType | Literal[""] = "") -> tuple[str, ...]:
    """Return the names of all cards of the factions in this game, and of cards that are in every game."""
    known = [card for seat in game.table.seats for name in seat.factions for card, _ in printing(name).deck]
    known += [facts for facts in game.facts.values() if not facts.is_base]
    return tuple(sorted({card.name for card in known if not type or card.type == type}))


def name_a_faction(me: Me, about: str) -> Steps[str]:
    """Ask for a faction whose cards are in this game. Returns its name, or "" if there is none."""
    factions = {facts.faction for facts in me.game.facts.values() if not facts.is_base}
    factions |= {faction_of(name) for seat in me.game.table.seats for name in seat.factions}
    names = sorted(
        FACTIONS[faction].name for faction in factions if faction in FACTIONS and not FACTIONS[faction].beside
    )
    if not names:
        return ""
    picks = yield me.you, Names(options=tuple(names), about=about, by=me.by)
    return str(picks[0])


def distribute(
    me: Me, about: str, cards: Iterable[Card], *, least: int, most: int, caps: Mapping[int, int] | None = None
) -> Steps[dict[int, int]]:
    """Ask how to distribute counters, unless there is only one way. Returns the number for each card. `caps` limits
    single cards."""
    pool = list(cards)
    if not pool or not most:
        return {}
    limits = tuple((caps or {}).get(card.number, most) for card in pool)
    upper = min(most, sum(limits))
    lower = min(least, upper)
    if lower == upper and (len(pool) == 1 or upper == sum(limits)):
        return {me.choose(card).number: min(limit, upper) for card, limit in zip(pool, limits, strict=True) if limit}
    options = tuple(card.number for card in pool)
    picks = yield me.you, Distribute(options=options, least=lower, most=upper, caps=limits, about=about, by=me.by)
    shares: dict[int, int] = {}
    for number in _numbers(picks):
        shares[me.choose(me.game.card(number)).number] = shares.get(number, 0) + 1
    return shares


def arrange(me: Me, about: str, cards: Sequence[Card], *, seat: int | None = None) -> Steps[list[Card]]:
    """Ask for an order of these cards. Returns them, the top one first."""
    if len(cards) <= 1:
        return list(cards)
    options = tuple(card.number for card in cards)
    picks = yield (
        me.you if seat is None else seat,
        Arrange(options=options, least=len(options), most=len(options), about=about, by=me.by),
    )
    return [me.game.card(number) for number in _numbers(picks)]
