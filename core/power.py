"""Power and breakpoint: core's reading of a table. Numbers a rule used are in the log; these are for deciding.

A minion's power is its printed power (or what replaces it), its counters, what abilities in play add, and what lasting
effects add; never below zero (term.floor). Where "affect" includes power, protection also keeps out what would change
it (term.affect).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from projections.table import Card

if TYPE_CHECKING:
    from core.effects import Effect
    from core.game import Game
    from core.index import Instance


def printed_power(game: Game, card: Card) -> int:
    """The number on the card: all that counts while it is not in play (term.power-not-in-play)."""
    return game.facts[card.number].power or 0


def power(game: Game, card: Card) -> int:
    """A minion's power: current in play, printed elsewhere."""
    number = card.number
    if card.zone != "minions":
        return printed_power(game, card)
    found = game.powers.get(number)
    if found is None:
        found = game.powers[number] = max(0, sum(amount for _, amount in power_parts(game, card)))
    return found


def power_parts(game: Game, card: Card) -> list[tuple[int, int]]:
    """What a minion's power is made of: the card each part comes from (itself for the printed number), the amount."""
    number = card.number
    hooks = game.index.hooks
    guarded = bool(hooks.get("shield")) and "power" in game.edition.affect
    start, source = game.facts[number].power or 0, number
    for instance in hooks.get("printed-power", ()):
        other = instance.ability.function(instance, card)
        if other is not None and not (guarded and _kept_out(game, card, instance)):
            start, source = other, instance.card.number
    parts = [(source, start)]
    if card.counters:
        parts.append((number, card.counters))
    for instance in hooks.get("power", ()):
        amount = instance.ability.function(instance, card)
        if amount and not (guarded and _kept_out(game, card, instance)):
            parts.append((instance.card.number, amount))
    for lasting in game.table.lasting:
        if lasting.kind == "power" and number in lasting.cards:
            parts.append((lasting.by, lasting.amount))
    return parts


def _kept_out(game: Game, card: Card, instance: Instance) -> bool:
    """Whether protection keeps a standing modifier from a minion."""
    from core.effects import Effect, shielded_by

    if instance.card is card or instance.card.zone == "base":
        return False
    wanted: Effect = Effect(
        verb="power",
        card=card.number,
        by=instance.granted_by or instance.card.number,
        player=instance.you,
        seat=instance.you,
        targeted=False,
    )
    return shielded_by(game, card, wanted) is not None


def breakpoint_of(game: Game, site: int) -> int:
    """A base's breakpoint now: what effects set it to, or the printed number, and the changes on top; never negative."""
    return max(0, sum(amount for _, amount in breakpoint_parts(game, site)))


def breakpoint_parts(game: Game, site: int) -> list[tuple[int, int]]:
    """What a breakpoint is made of: the card each part comes from, the amount."""
    base = game.table.sites[site].base
    start, source = game.facts[base].breakpoint or 0, base
    for lasting in game.table.lasting:
        if lasting.kind == "set-breakpoint" and base in lasting.cards:
            start, source = lasting.amount, lasting.by
    parts = [(source, start)]
    for instance in game.index.hooks.get("breakpoint", ()):
        amount = instance.ability.function(instance, site)
        if amount:
            parts.append((instance.card.number, amount))
    parts += [
        (lasting.by, lasting.amount)
        for lasting in game.table.lasting
        if lasting.kind == "breakpoint" and base in lasting.cards
    ]
    return parts


def minion_power(game: Game, seat: int, site: int) -> int:
    """The power of a player's minions at a base."""
    cards = game.table.cards
    return sum(
        power(game, cards[number]) for number in game.table.sites[site].minions if cards[number].controller == seat
    )


def total_power(game: Game, seat: int, site: int) -> int:
    """A player's power at a base: their minions' and what is the player's own (term: total power)."""
    own = 0
    for instance in game.index.hooks.get("total-power", ()):
        own += instance.ability.function(instance, seat, site)
    return max(0, minion_power(game, seat, site) + own)


def power_at(game: Game, site: int) -> int:
    """The power that is held against the breakpoint (score.ready)."""
    measure = minion_power if game.edition.breakpoint_by_minions else total_power
    return sum(measure(game, seat, site) for seat in range(len(game.table.seats)))


def ready(game: Game, site: int) -> bool:
    """Whether a base is ready to score."""
    return power_at(game, site) >= breakpoint_of(game, site)
