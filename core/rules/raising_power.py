"""Directly raising a minion's power, and plays that are only for that.

An action raises power directly by "+N power", by a +1 power counter placed on or transferred to a minion, or by
replacing the printed power with a higher number; not by granting a talent that would, nor by removing what lowers power
(term.directly; CND, Clarifications). Each such action declares it (`raises_power`), and for which minions, if not for
any.

Some plays also require whose power is raised. That is the play's *aim*: it limits where the action may be played, and
the action's own choice of a minion or base is made within it (`aimed`, `aimed_bases`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import Final, TypeVar

from core.engine.game import Game
from core.engine.power import power_parts
from core.engine.use import Me, Targets
from events.vocabulary import (
    CardPlayed,
    ControlChanged,
    CountersChanged,
    CountersTransferred,
    EffectBegan,
    Event,
    Leaving,
    Moved,
)
from projections.table import IN_PLAY, Allowance, Card

Aim = Callable[[Card], bool]
_Choice = TypeVar("_Choice")

AIMS: Final[dict[str, Callable[[Allowance, Card], bool]]] = {
    "raises-own": lambda allowance, minion: minion.controller == allowance.seat,
    "raises-card": lambda allowance, minion: minion.number == int(allowance.arguments[0]),
}
"""The conditions of a play that require whose power is raised."""


def raises_directly(game: Game, card: Card) -> bool:
    """Return whether a card is an action that raises power directly (term.directly)."""
    facts = game.facts[card.number]
    if facts.raises_later:
        game.note("reading.directly-later")
    return facts.raises_power


def can_raise(game: Game, seat: int, card: Card, minion: Card) -> bool:
    """Return whether an action, played by that player, can raise that minion's power directly."""
    facts = game.facts[card.number]
    if not raises_directly(game, card):
        return False
    me = Me(game, card, seat)
    if facts.raises is not None and not facts.raises(me, minion):
        return False
    if facts.raises_beside:
        beside = (host for host in game.table.minions() if host.site == minion.site)
        return any(facts.where is None or facts.where(me, host) for host in beside)
    return facts.where is None or facts.where(me, minion)


def can_affect(game: Game, seat: int, card: Card, minion: Card) -> bool:
    """Return whether an action, played by that player, can directly affect that minion (term.directly)."""
    facts = game.facts[card.number]
    me = Me(game, card, seat)
    if facts.kind == "on-minion" and (facts.where is None or facts.where(me, minion)):
        return True
    if facts.declares_affects and (facts.affects is None or facts.affects(me, minion)):
        return True
    return "power" in game.edition.affect and can_raise(game, seat, card, minion)


def affects_minions(game: Game, card: Card) -> bool:
    """Return whether a card is an action that can directly affect a minion: it is played on one, does something to one,
    or raises power, where the book counts that as affecting (term.affect)."""
    facts = game.facts[card.number]
    if not facts.is_action:
        return False
    raises = raises_directly(game, card) and "power" in game.edition.affect
    return facts.kind == "on-minion" or facts.declares_affects or raises


def aim_of(game: Game, allowance: Allowance, card: Card) -> Aim | None:
    """Return the minions of which a card played with that permission must raise or affect one; None if it need not.

    An action that is played on a minion and raises others beside it (`raises_beside`) may be played on any minion
    beside such a one.
    """
    if allowance.condition == "on-others-minion":
        return Targets(lambda minion: minion.controller != allowance.seat)
    seat, facts = allowance.seat, game.facts[card.number]
    if allowance.condition in ("affects-minion", "affects-card"):
        is_demanded = _demanded_minions(allowance)

        def affects(minion: Card) -> bool:
            if is_demanded(minion) and can_affect(game, seat, card, minion):
                return True
            return facts.raises_beside and _raises_beside(game, seat, card, minion, is_demanded)

        return Targets(affects)
    demanded = AIMS.get(allowance.condition)
    if demanded is None:
        return None
    raised: Aim = partial(demanded, allowance)
    if facts.raises_beside:
        return lambda host: _raises_beside(game, seat, card, host, raised)
    return lambda minion: raised(minion) and can_raise(game, seat, card, minion)


def _demanded_minions(allowance: Allowance) -> Aim:
    """Return which minions a play wants affected: those that "affects-card" names, or any ("affects-minion").

    A minion that left play since a kept play was given is another one when it comes back (leave.no-memory).
    """
    if allowance.condition == "affects-minion":
        return lambda minion: True
    numbers = frozenset(map(int, allowance.arguments))
    given = allowance.number
    return lambda minion: minion.number in numbers and (not given or minion.since < given)


def _raises_beside(game: Game, seat: int, card: Card, host: Card, is_demanded: Aim) -> bool:
    """Return whether an action played on a minion raises one of certain minions at its base."""
    me, raises = Me(game, card, seat), game.facts[card.number].raises
    beside = (minion for minion in game.table.minions() if minion.site == host.site)
    return any(is_demanded(minion) and (raises is None or raises(me, minion)) for minion in beside)


def aimed(me: Me, minions: Iterable[Card]) -> list[Card]:
    """Return the minions, out of those given, that the play allows to be raised."""
    return [minion for minion in minions if (aim := _open_aim(me)) is None or aim(minion)]


def aimed_bases(me: Me, sites: Iterable[int]) -> list[int]:
    """Return the bases, out of those given, at which the play allows minions to be raised."""
    return [site for site in sites if (aim := _open_aim(me)) is None or reaches(me.game, site, aim)]


def aimed_players(me: Me, seats: Iterable[int], site: int = 0) -> list[int]:
    """Return the players, out of those given, who have a minion (at a base) that the play allows to be affected."""
    aim = _open_aim(me)
    if aim is None:
        return list(seats)
    there = [minion for minion in me.table.minions() if not site or minion.site == site]
    return [seat for seat in seats if any(minion.controller == seat and aim(minion) for minion in there)]


def leading(me: Me, choices: Iterable[_Choice], reached: Callable[[_Choice], Iterable[Card]]) -> list[_Choice]:
    """Return the choices, out of those given, that let the action reach a minion the play allows: one's own minion
    beside which another is destroyed, for example. All of them, if the play demands nothing or none leads to such a
    minion.
    """
    pool, aim = list(choices), _open_aim(me)
    if aim is None:
        return pool
    return [choice for choice in pool if any(aim(minion) for minion in reached(choice))] or pool


def _open_aim(me: Me) -> Aim | None:
    """Return what the play still demands of the action's choices; None if it demands nothing, or no more."""
    return None if isinstance(me.aim, Targets) and me.aim.met else me.aim


def reaches(game: Game, site: int, aim: Aim) -> bool:
    """Return whether a minion that may be raised is at a base."""
    cards = game.table.cards
    return any(aim(cards[number]) for number in game.table.sites[site].minions)


def raised_by(game: Game, played: CardPlayed) -> list[Card]:
    """Return the minions in play whose power a played action has raised directly: by what it did, or does while it
    stays."""
    raised = {
        number
        for number, position in raised_when(game, played)
        if game.card(number).since < position  # a card that left and came back is another one
    }
    return [minion for minion in game.table.minions() if minion.number in raised]


def raised_own_at(game: Game, played: CardPlayed, site: int) -> bool:
    """Return whether a played action raised a minion that its player had at a base at that time, whether or not it is
    still there."""
    return any(stood(game, number, position) == (site, played.seat) for number, position in raised_when(game, played))


def raised_when(game: Game, played: CardPlayed) -> list[tuple[int, int]]:
    """Each minion that a played action raised, and the position at which it did."""
    number, speaks_of_each = played.card, False
    raised = [(minion, event.position) for event in game.log[played.position :] for minion in _raised(event, number)]
    card = game.card(number)
    if card.zone in IN_PLAY and card.since == played.position:
        then = played.position + 1
        there = (minion for minion in game.table.minions() if stood(game, minion.number, then)[0] == played.site)
        lasting = [minion.number for minion in there if _raises_now(game, number, minion)]
        raised += [(minion, then) for minion in lasting]
        speaks_of_each = any(minion != card.host for minion in lasting)  # even if only one is there
    if speaks_of_each or len({minion for minion, _ in raised}) > 1:
        game.note("reading.directly-each")
    return raised


def stood(game: Game, number: int, position: int) -> tuple[int, int]:
    """Return the base at which a minion was, and its controller, just before a position of the log; (0, -1) if it was
    not in play."""
    card = game.card(number)
    if card.zone == "minions" and not any(_takes_elsewhere(event, number) for event in game.log[position - 1 :]):
        return card.site, card.controller  # where it still is: the whole log need not be searched
    site, controller = 0, -1
    for event in reversed(game.log[: position - 1]):
        match event:
            case CardPlayed(card=moved) if moved == number:
                return site or event.site, controller if controller >= 0 else event.seat
            case Moved(card=moved) if moved == number and not site:
                site = event.site
            case ControlChanged(card=moved) if moved == number and controller < 0:
                controller = event.controller
            case Leaving(card=moved) if moved == number and not site:
                return 0, -1
    return site or card.site, controller if controller >= 0 else card.controller


def _takes_elsewhere(event: Event, number: int) -> bool:
    """Return whether an event brings a minion into play or to another base, to another player, or out of play."""
    return isinstance(event, CardPlayed | Moved | ControlChanged | Leaving) and event.card == number


def _raised(event: Event, by: int) -> tuple[int, ...]:
    """Return the minions that an event of a card raised."""
    match event:
        case EffectBegan(by=source, kind="power", amount=amount, cards=cards) if source == by and amount > 0:
            return cards
        case CountersChanged(by=source, amount=amount, card=card) if source == by and amount > 0:
            return (card,)
        case CountersTransferred(by=source, target=target) if source == by:
            return (target,)
    return ()


def _raises_now(game: Game, number: int, minion: Card) -> bool:
    """Return whether an action in play adds to a minion's power, or has replaced the printed power with a higher
    number."""
    amounts = [amount for source, amount, _ in power_parts(game, minion) if source == number]
    if not amounts:
        return False
    replaced = number in _substitutes(game, minion)
    return sum(amounts) > (game.facts[minion.number].power or 0 if replaced else 0)


def _substitutes(game: Game, minion: Card) -> set[int]:
    """Return the cards that replace a minion's printed power."""
    return {
        instance.card.number
        for instance in game.index.active("printed-power")
        if instance.ability.function(instance, minion) is not None
    }
