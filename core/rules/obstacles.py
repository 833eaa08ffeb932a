"""What stands in the way: why a card may not be played, or an ability not be used. Read-only, for rulings.

The rules themselves only ask whether; a judge must also say why not, naming the card or the rule.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from core.engine.game import Game
from core.engine.use import Me
from core.printed.definitions import Ability
from core.rules.playing import fits, legal_hosts, legal_sites, playable_sources, ways
from core.rules.turn import usable
from events.questions import Use
from projections.table import Allowance, Card


class Obstacle(msgspec.Struct, frozen=True):
    """Why not: the reason, the card whose words stand in the way (0: none), the rule."""

    reason: (
        str  # "not-held", "special-only", "no-play", "allowance", "forbidden", "words", "place"; of uses see `to_using`
    )
    by: int = 0
    rule: str = ""
    plays: tuple[Allowance, ...] = ()  # "allowance": the plays that are left and do not fit
    zone: str = ""  # "elsewhere": where the ability is awake


def to_playing(game: Game, seat: int, card: Card, site: int = 0, host: int = 0) -> Obstacle | None:
    """Why a player may not play a card now in Play Cards, at a base or on a minion; None if nothing is in the way."""
    facts = game.facts[card.number]
    if card not in playable_sources(game, seat):
        return Obstacle("not-held", rule="term.play")
    if facts.kind == "special-only":
        return Obstacle("special-only", card.number, "term.special")
    plays = tuple(one for one in game.table.allowances if one.seat == seat)
    if not any(one.kind in ("card", facts.type) for one in plays):
        return Obstacle("no-play", rule="turn.play")
    fitting = [one for one in plays if fits(game, one, card) and (not site or one.site in (0, site))]
    if not fitting:
        return Obstacle("allowance", rule="term.extra", plays=tuple(one for one in plays if one.kind == facts.type))
    places = [host] if host else [site] if site else _all_places(game, card)
    for place in places:
        there, on = (game.card(place).site, place) if host or facts.kind == "on-minion" else (place, 0)
        if by := forbidding(game, seat, card, there, on):
            return Obstacle("forbidden", by, "void.cant-wins")
    if host or facts.kind == "on-minion":
        legal = [one.number for one in legal_hosts(game, seat, card)]
        return None if not legal_missing(legal, host) and ways(game, seat, card, fitting) else _own_words(card, site)
    if facts.goes_to_base:
        legal = list(legal_sites(game, seat, card))
        return None if not legal_missing(legal, site) and ways(game, seat, card, fitting) else _own_words(card, site)
    if site:
        return Obstacle("place", card.number, "term.play")
    if by := forbidding(game, seat, card, 0, 0):
        return Obstacle("forbidden", by, "void.cant-wins")
    return None if ways(game, seat, card, fitting) else _own_words(card, site)


def legal_missing(legal: Sequence[int], wanted: int) -> bool:
    """Whether there is no legal place, or not this one."""
    return not legal if not wanted else wanted not in legal


def _own_words(card: Card, site: int) -> Obstacle:
    return Obstacle("words", card.number, "void.card-wins")


def _all_places(game: Game, card: Card) -> list[int]:
    if game.facts[card.number].kind == "on-minion":
        return [minion.number for minion in game.table.minions()]
    return list(game.table.sites)


def forbidding(game: Game, seat: int, card: Card, site: int, host: int = 0) -> int:
    """The card that says this card can't be played there; 0 if none does."""
    for instance in game.index.hooks.get("forbid-play", ()):
        if instance.ability.function(instance, seat, card, site, host):
            return instance.granted_by or instance.card.number
    return 0


def to_using(game: Game, seat: int, card: Card) -> Obstacle | None:
    """Why a player may not use a talent (or "on your turn" ability) of a card now.

    Reasons: "no-ability", "not-in-play", "elsewhere", "not-yours", "lost", "used", "words".
    """
    granted = [held for action in card.attached for held in game.facts[action].abilities if held.grant]
    own = [held for held in game.facts[card.number].abilities if not held.grant]
    held = [one for one in (*own, *granted) if one.hook in ("talent", "on-your-turn")]
    if not held:
        return Obstacle("no-ability", card.number, "term.ability-types")
    here = "play" if card.zone in ("minions", "actions", "attached", "base") else card.zone
    zones = [one.zone for one in held]
    if here not in zones:
        if "play" in zones:
            return Obstacle("not-in-play", card.number, "term.in-play")
        return Obstacle("elsewhere", card.number, "term.special", zone=zones[0])
    if card.zone != "base" and card.controller != seat:
        return Obstacle("not-yours", card.number, "term.control")
    if any(isinstance(pick, Use) and pick.holder == card.number for pick in usable(game, seat)):
        return None
    awake = [one for hook in ("talent", "on-your-turn") for one in game.index.hooks.get(hook, ()) if one.card is card]
    if not awake:
        cancelling = [one.by for one in game.table.lasting if one.kind == "lose-abilities" and card.number in one.cards]
        return Obstacle("lost", cancelling[-1] if cancelling else 0, "term.cancel")
    if all(_holds(game, one.ability, card, seat) for one in awake):
        return Obstacle("used", card.number, "term.talent")
    return Obstacle("words", card.number, "void.card-wins")


def _holds(game: Game, held: Ability, card: Card, seat: int) -> bool:
    return held.when is None or bool(held.when(Me(game, card, seat, ability=held)))
