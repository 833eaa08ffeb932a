"""Where a card may be played: the bases and minions that nothing forbids and that its own text accepts.

Each function here returns what is in the way, or None. Callers that only need to know whether a card may be played
check for None, so an explanation never disagrees with the options.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

import msgspec

from core.engine.game import Game
from core.engine.index import applies_to
from core.engine.use import Me
from core.rules.raising_power import Aim, reaches
from events.card_types import CardType
from events.vocabulary import AllowanceGiven, CardPlayed
from events.words import PlayKind
from events.zones import HOMES
from projections.table import Card


class Obstacle(msgspec.Struct, frozen=True):
    """Why something may not be played or used: the reason, the rule, and the card that prevents it (0: none).

    Reasons of plays: "not-held", "counting", "special-only", "no-play", "allowance", "aim", "forbidden", "words",
    "no-base", "no-minion", "wrong-minion", "place". Reasons of uses: see `core.rules.legality`.
    """

    reason: str
    rule: str
    by: int = 0


# Most callers only check whether there is an obstacle, so those that name no card are created once.
WORDS: Final = Obstacle("words", "void.card-wins")
NO_BASE: Final = Obstacle("no-base", "term.play")
NO_MINION: Final = Obstacle("no-minion", "term.play")
WRONG_MINION: Final = Obstacle("wrong-minion", "void.card-wins")
NO_PLACE: Final = Obstacle("place", "term.play")
NO_AIM: Final = Obstacle("aim", "term.extra")


OwnPlay = Callable[[Game, int, Card], Obstacle | None]
_OWN_PLAYS: Final[dict[CardType, OwnPlay]] = {}


def played_by_itself(type: CardType) -> Callable[[OwnPlay], OwnPlay]:
    """Register what is in the way of a card of a type, which only its own ability plays, before its own words are."""

    def register(find: OwnPlay) -> OwnPlay:
        _OWN_PLAYS[type] = find
        return find

    return register


def own_play_obstacle(game: Game, seat: int, card: Card) -> Obstacle | None:
    """Return why a card that only its own ability plays may not be played now, or None if nothing but its own words
    prevents it."""
    return _OWN_PLAYS[game.facts[card.number].type](game, seat, card)


def forbidding(game: Game, seat: int, card: Card, site: int, host: int = 0) -> int:
    """Return the card that forbids playing this card there; 0 if none does (void.cant-wins)."""
    for instance in game.index.hooks.get("forbid-play", ()):
        if instance.ability.function(instance, seat, card, site, host) and applies_to(instance, seat):
            return instance.granted_by or instance.card.number
    return _forbidding_kind(game, seat, game.facts[card.number].type)


def _forbidding_kind(game: Game, seat: int, kind: CardType | PlayKind) -> int:
    """Return the card that forbids a player to play any card of a type; 0 if none does (void.cant-wins)."""
    for instance in game.index.hooks.get("forbid-kind", ()):
        if instance.ability.function(instance, seat, kind) and applies_to(instance, seat):
            return instance.granted_by or instance.card.number
    return 0


def kind_obstacle(game: Game, seat: int, kind: PlayKind) -> Obstacle | None:
    """Return why a player can't play any card of a type, or None (void.cant-wins)."""
    by = _forbidding_kind(game, seat, kind)
    return _forbidden(by) if by else None


def forbidden_there(game: Game, seat: int, card: Card, site: int, host: int = 0) -> bool:
    """Return whether something forbids playing this card there (void.cant-wins)."""
    return _restricted(game) and forbidding(game, seat, card, site, host) != 0


def _restricted(game: Game) -> bool:
    """Return whether anything in play can forbid playing cards."""
    hooks = game.index.hooks
    return bool(hooks.get("forbid-play") or hooks.get("forbid-kind"))


def _forbidden(by: int) -> Obstacle:
    return Obstacle("forbidden", "void.cant-wins", by)


def extra_obstacle(game: Game, seat: int) -> Obstacle | None:
    """Return why a player may play no more extra cards this turn, or None (void.cant-wins)."""
    limiting = game.index.hooks.get("extra-limit")
    if not limiting:
        return None
    played = extra_cards_played(game, seat)
    for instance in limiting:
        most = instance.ability.function(instance, seat)
        if most is not None and played >= most and applies_to(instance, seat):
            return _forbidden(instance.card.number)
    return None


def extra_cards_played(game: Game, seat: int) -> int:
    """Return how many extra cards a player has played this turn."""
    return sum(
        type(event) is CardPlayed and event.seat == seat and is_extra(game, event) for event in game.table.journal
    )


def is_extra(game: Game, played: CardPlayed) -> bool:
    """Return whether a card was not played with a regular play of the turn (term.extra-outside)."""
    if played.to in HOMES:
        return False  # it is played by its own ability, not with a play of the turn
    given = game.log[played.allowance - 1] if played.allowance else None
    return not isinstance(given, AllowanceGiven) or given.extra


def site_obstacle(game: Game, seat: int, card: Card, site: int) -> Obstacle | None:
    """Return why a minion, or an action played on a base, may not be played at that base, or None."""
    if _restricted(game) and (by := forbidding(game, seat, card, site)):
        return _forbidden(by)
    condition = game.facts[card.number].condition
    return None if condition is None or condition(Me(game, card, seat), site) else WORDS


def host_obstacle(game: Game, seat: int, card: Card, minion: Card) -> Obstacle | None:
    """Return why an action may not be played on that minion, or None; the action's requirements of its player are
    checked before."""
    where = game.facts[card.number].where
    if where is not None and not where(Me(game, card, seat), minion):
        return WRONG_MINION
    by = forbidding(game, seat, card, minion.site, minion.number) if _restricted(game) else 0
    return _forbidden(by) if by else None


def legal_sites(game: Game, seat: int, card: Card, only: int = 0) -> Iterator[int]:
    """Yield the bases at which a minion, or an action played on a base, may be played."""
    for site in game.table.sites:
        if (not only or site == only) and site_obstacle(game, seat, card, site) is None:
            yield site


def legal_hosts(game: Game, seat: int, card: Card, only: int = 0) -> Iterator[Card]:
    """Yield the minions an action may be played on."""
    condition = game.facts[card.number].condition
    if condition is not None and not condition(Me(game, card, seat), 0):
        return
    for minion in game.table.minions():
        if (not only or minion.site == only) and host_obstacle(game, seat, card, minion) is None:
            yield minion


def place_obstacle(
    game: Game, seat: int, card: Card, site: int = 0, aim: Aim | None = None, host: int = 0
) -> Obstacle | None:
    """Return why a card has no legal place (at that base, on that minion); None if it has one.

    A card whose ability would do nothing may still be played (void.no-target). `aim`: it must raise the power of one of
    these minions (core.rules.raising_power).
    """
    facts = game.facts[card.number]
    if aim is not None:
        return _aim_obstacle(game, seat, card, site, aim)
    if facts.unconditional and not site and not host and not hindered(game):
        return None  # the common case
    if facts.goes_to_base:
        return NO_PLACE if host else _base_obstacle(game, seat, card, site)
    if facts.kind == "on-minion":
        return _minion_obstacle(game, seat, card, site, host)
    if host or (site and facts.brings_base):
        return NO_PLACE
    if facts.condition is not None and not facts.condition(Me(game, card, seat), site):
        return WORDS
    by = forbidding(game, seat, card, 0) if _restricted(game) else 0
    return _forbidden(by) if by else None


def may_be_played(game: Game, seat: int, card: Card, site: int = 0, aim: Aim | None = None) -> bool:
    """Return whether a card has a legal place."""
    return place_obstacle(game, seat, card, site, aim) is None


def hindered(game: Game) -> bool:
    """Return whether anything might prevent a card that could otherwise be played anywhere."""
    return not game.table.sites or _restricted(game) or bool(game.index.hooks.get("extra-limit"))


def _base_obstacle(game: Game, seat: int, card: Card, only: int) -> Obstacle | None:
    first: Obstacle | None = NO_BASE
    for site in game.table.sites:
        if only and site != only:
            continue
        obstacle = site_obstacle(game, seat, card, site)
        if obstacle is None:
            return None
        first = obstacle if first is NO_BASE else first
    return first


def _minion_obstacle(game: Game, seat: int, card: Card, only: int, host: int) -> Obstacle | None:
    condition = game.facts[card.number].condition
    if condition is not None and not condition(Me(game, card, seat), 0):
        return WORDS
    first = NO_MINION
    for minion in game.table.minions():
        if (only and minion.site != only) or (host and minion.number != host):
            continue
        obstacle = host_obstacle(game, seat, card, minion)
        if obstacle is None:
            return None
        first = obstacle if first in (NO_MINION, WRONG_MINION) else first
    return first


def _aim_obstacle(game: Game, seat: int, card: Card, site: int, aim: Aim) -> Obstacle | None:
    kind = game.facts[card.number].kind
    if kind == "on-base":
        reached = any(reaches(game, candidate, aim) for candidate in legal_sites(game, seat, card, site))
    elif kind == "on-minion":
        reached = any(aim(host) for host in legal_hosts(game, seat, card, site))
    elif any(reaches(game, candidate, aim) for candidate in game.table.sites):
        return place_obstacle(game, seat, card, site)
    else:
        reached = False
    return None if reached else NO_AIM
