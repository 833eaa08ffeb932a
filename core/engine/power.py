"""Power and breakpoint: core's reading of a table. Numbers a rule used are in the log; these are for deciding.

A minion's power is its printed power (or what replaces it), its counters, what abilities in play add, and what lasting
effects add; never below zero (term.floor). Where "affect" includes power, protection also keeps out what would change
it (term.affect).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from core.engine.effects import Effect, shielded_by
from core.engine.index import IGNORE_BASE, heeds
from projections.table import Card

if TYPE_CHECKING:
    from core.engine.game import Game
    from core.engine.index import Instance


Part = tuple[int, int, str]
"""A part of a number: the card it comes from (0: a rule), how much, and why: "printed", "instead" (in place of the
printed number), "counters", "ability", "lasting", "minion" (of a total)."""


def printed_power(game: Game, card: Card) -> int:
    """The number on the card: all that counts while it is not in play (term.power-not-in-play). In play another number
    may count in its place (Matrix of Bossiness)."""
    if card.zone == "minions" and game.index.hooks.get("printed-power"):
        return power_parts(game, card)[0][1]
    return game.facts[card.number].power or 0


def power(game: Game, card: Card) -> int:
    """A minion's power: current in play, printed elsewhere."""
    if card.zone != "minions":
        return printed_power(game, card)
    found = game.powers.get(card.number)
    if found is None:
        if _untouched(game, card):
            found = (game.facts[card.number].power or 0) + card.counters
        else:
            found = max(0, sum([amount for _, amount, _ in power_parts(game, card)]))
        game.powers[card.number] = found
    return found


def _untouched(game: Game, card: Card) -> bool:
    """Whether nothing but counters can have changed a minion's power: the common case, worked out at a glance."""
    hooks = game.index.hooks
    return not (
        game.table.lasting
        or hooks.get("power")
        or hooks.get("printed-power")
        or (card.attached and hooks.get("host-power"))
        or (card.number in game.index.by_source and hooks.get("own-power"))
    )


def power_parts(game: Game, card: Card) -> list[Part]:
    """What a minion's power in play is made of, in the order in which one would add it up."""
    guarded = bool(game.index.hooks.get("shield")) and "power" in game.edition.affect
    return _parts(game, card, _kept_out if guarded else None)


def power_but_for_others(game: Game, card: Card) -> int:
    """The power a minion in play would have if no other player's card there changed it: what a protection that depends
    on power goes by where it is about such a change."""
    return max(0, sum([amount for _, amount, _ in _parts(game, card, _of_another)]))


def _parts(game: Game, card: Card, kept_out: Callable[[Game, Card, Instance], bool] | None) -> list[Part]:
    number = card.number
    hooks = game.index.hooks
    ignored = bool(hooks.get(IGNORE_BASE))
    parts: list[Part] = [(number, game.facts[number].power or 0, "printed")]
    if instead := hooks.get("printed-power"):
        for instance in instead:
            other = instance.ability.function(instance, card)
            if other is None or (ignored and not heeds(instance, card.controller)):
                continue
            if kept_out is None or not kept_out(game, card, instance):
                parts = [(instance.card.number, other, "instead")]
    if card.counters:
        parts.append((number, card.counters, "counters"))
    for instance in game.index.by_source.get(number, ()):
        if instance.ability.hook == "own-power" and instance.card is card:
            parts.append((number, instance.ability.function(instance), "ability"))
    for action in card.attached:
        for instance in game.index.by_source.get(action, ()):
            if instance.ability.hook == "host-power" and (kept_out is None or not kept_out(game, card, instance)):
                parts.append((action, instance.ability.function(instance), "ability"))
    for instance in hooks.get("power", ()):
        amount = instance.ability.function(instance, card)
        if not amount or (ignored and not heeds(instance, card.controller)):
            continue
        if kept_out is None or not kept_out(game, card, instance):
            parts.append((instance.card.number, amount, "ability"))
    for lasting in game.table.lasting:
        if lasting.kind == "power" and number in lasting.cards:
            parts.append((lasting.by, lasting.amount, "lasting"))
    return parts


def _kept_out(game: Game, card: Card, instance: Instance) -> bool:
    """Whether protection keeps a standing modifier from a minion."""
    if instance.card is card or instance.card.zone == "base":
        return False
    wanted: Effect = Effect(
        verb="power",
        card=card.number,
        by=instance.granted_by or instance.card.number,
        player=instance.you,
        seat=instance.you,
    )
    return shielded_by(game, card, wanted) is not None


def _of_another(game: Game, card: Card, instance: Instance) -> bool:
    """Whether a standing modifier is another player's; a base is nobody's."""
    return instance.card.zone != "base" and instance.you != card.controller


def breakpoint_of(game: Game, site: int) -> int:
    """A base's breakpoint now; never negative (term.floor)."""
    if not game.table.lasting and not game.index.hooks.get("breakpoint"):
        return game.facts[game.table.sites[site].base].breakpoint or 0
    return max(0, sum([amount for _, amount, _ in breakpoint_parts(game, site)]))


def breakpoint_parts(game: Game, site: int) -> list[Part]:
    """What a breakpoint is made of: the printed number or what it was set to (term.starting), and the changes."""
    base = game.table.sites[site].base
    parts: list[Part] = [(base, game.facts[base].breakpoint or 0, "printed")]
    changes = [lasting for lasting in game.table.lasting if base in lasting.cards]
    for lasting in changes:
        if lasting.kind == "set-breakpoint":
            parts = [(lasting.by, lasting.amount, "instead")]
    for instance in game.index.hooks.get("breakpoint", ()):
        if amount := instance.ability.function(instance, site):
            parts.append((instance.card.number, amount, "ability"))
    for lasting in changes:
        if lasting.kind == "breakpoint":
            parts.append((lasting.by, lasting.amount, "lasting"))
    return parts


def minion_power(game: Game, site: int) -> list[int]:
    """The power of each player's minions at a base, by seat."""
    cards, known = game.table.cards, game.powers
    totals = [0] * len(game.table.seats)
    for number in game.table.sites[site].minions:
        card = cards[number]
        found = known.get(number)
        totals[card.controller] += power(game, card) if found is None else found
    return totals


def total_powers(game: Game, site: int) -> list[int]:
    """Each player's power at a base, by seat: their minions' and what is the player's own."""
    totals = minion_power(game, site)
    for instance in game.index.hooks.get("total-power", ()):
        for seat in range(len(totals)):
            totals[seat] = max(0, totals[seat] + instance.ability.function(instance, seat, site))
    return totals


def total_parts(game: Game, seat: int, site: int) -> list[Part]:
    """What a player's power at a base is made of: each of their minions, and what is the player's own."""
    cards = game.table.cards
    parts: list[Part] = [
        (number, power(game, cards[number]), "minion")
        for number in game.table.sites[site].minions
        if cards[number].controller == seat
    ]
    for instance in game.index.hooks.get("total-power", ()):
        if amount := instance.ability.function(instance, seat, site):
            parts.append((instance.card.number, amount, "ability"))
    return parts


def total_power(game: Game, seat: int, site: int) -> int:
    """One player's power at a base."""
    return total_powers(game, site)[seat]


def power_at(game: Game, site: int) -> int:
    """The power that is held against the breakpoint (score.ready)."""
    measure = minion_power if game.edition.breakpoint_by_minions else total_powers
    return sum(measure(game, site))


def ready(game: Game, site: int) -> bool:
    """Whether a base is ready to score."""
    return power_at(game, site) >= breakpoint_of(game, site)
