"""Power and breakpoint, calculated from a table. Numbers that a rule used are in the log; these are for deciding.

A minion's power starts from its printed power, or from the number that counts as printed (value.printed), or from the
number it was set to (value.starting). Counters, abilities in play and continuous effects are added (value.adjust), and
the result is never below zero (term.floor). A breakpoint is calculated in the same way. Where "affect" includes power,
protection also blocks changes of power (term.affect).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final, Literal, NamedTuple

from core.engine.effects import Effect, shielded_by
from core.engine.index import IGNORE_BASE, applies_to
from events.words import LastingKind
from events.zones import BEARING_POWER
from projections.table import Card

if TYPE_CHECKING:
    from core.engine.game import Game
    from core.engine.index import Instance


Part = tuple[int, int, str]
"""A part of a number: the card it comes from (0: a rule), how much, and why: "printed", "instead" (replaces the printed
number), "counters", "ability", "lasting", "minion" (of a total)."""

Level = Literal["printed", "starting"]
"""The step of a calculation at which an ability sets a number (value.printed, value.starting)."""

Resets = dict[int, int]
"""The numbers to which abilities set one value at one level, by card, latest last."""

PICKED: Final = "reset-picked"
"""The continuous effect that records which of several numbers the current player picked (value.two-resets)."""


def printed_power(game: Game, card: Card, *, without: int = 0) -> int:
    """Return the number on the card, which is all that counts while it is not in play (term.power-not-in-play). In play
    another number may count instead (Matrix of Bossiness).

    `without`: leave out the number that this card sets. Protection for a range of printed power uses this to judge what
    that card does (protect.range).
    """
    if card.zone == "minions" and game.index.hooks.get("printed-power"):

        def left_out(game: Game, minion: Card, instance: Instance) -> bool:
            return instance.card.number == without

        resets = _printed_resets(game, card, left_out if without else _kept_out if _guarded(game) else None)
        if found := _set_by(game, card.number, "printed", resets):
            return found[0][1]
    return game.facts[card.number].power or 0


def _guarded(game: Game) -> bool:
    """Return whether protection may keep changes of power out."""
    return bool(game.index.hooks.get("shield")) and "power" in game.edition.affect


def power(game: Game, card: Card) -> int:
    """Return a minion's power: current in play, printed elsewhere."""
    if card.zone != "minions":
        return printed_power(game, card)
    value = game.powers.get(card.number)
    if value is None:
        circles = game.circles
        if _untouched(game, card):
            value = (game.facts[card.number].power or 0) + card.counters
        else:
            value = max(0, sum([amount for _, amount, _ in power_parts(game, card)]))
        if game.circles == circles:
            game.powers[card.number] = value
    return value


def _untouched(game: Game, card: Card) -> bool:
    """Return whether only counters can have changed a minion's power, the common case, which needs no calculation."""
    hooks = game.index.hooks
    return not (
        game.table.lasting
        or hooks.get("power")
        or hooks.get("printed-power")
        or (card.attached and hooks.get("host-power"))
        or (card.number in game.index.by_source and hooks.get("own-power"))
    )


def power_parts(game: Game, card: Card) -> list[Part]:
    """Return the parts of a minion's power in play, in the order in which one would add them up."""
    return _parts(game, card, _kept_out if _guarded(game) else None)


def power_apart(game: Game, card: Card) -> int:
    """Return the power a minion in play has without what its own ability adds, for abilities of several minions that
    depend on each other's power."""
    return max(
        0, sum([amount for _, amount, _ in _parts(game, card, _kept_out if _guarded(game) else None, own=False)])
    )


def power_without(game: Game, card: Card, by: int) -> int:
    """Return the power by which a protection for a range of power judges what another player's card in play does to a minion's
    power (protect.range): without any such change or, where only the change that brings the minion into the range passes,
    without this one and those that came after it."""
    since = game.table.cards[by].since

    def left_out(game: Game, minion: Card, instance: Instance) -> bool:
        if not _of_another(game, minion, instance):
            return False
        later = not game.edition.one_change_into_range or instance.card.since >= since
        return later or _kept_out(game, minion, instance)

    return max(0, sum([amount for _, amount, _ in _parts(game, card, left_out)]))


def _parts(
    game: Game, card: Card, kept_out: Callable[[Game, Card, Instance], bool] | None, *, own: bool = True
) -> list[Part]:
    number = card.number
    hooks = game.index.hooks
    ignored = bool(hooks.get(IGNORE_BASE))
    parts: list[Part] = [(number, game.facts[number].power or 0, "printed")]
    if hooks.get("printed-power"):
        parts = _set_by(game, number, "printed", _printed_resets(game, card, kept_out)) or parts
    if game.table.lasting:
        parts = _set_by(game, number, "starting", _lasting_resets(game, number, "set-power")) or parts
    if card.counters:
        parts.append((number, card.counters, "counters"))
    for instance in game.index.by_source.get(number, ()) if own else ():
        if instance.ability.hook == "own-power" and instance.card is card:
            parts.append((number, _own_amount(game, instance), "ability"))
    for action in card.attached:
        for instance in game.index.by_source.get(action, ()):
            if instance.ability.hook == "host-power" and (kept_out is None or not kept_out(game, card, instance)):
                parts.append((action, instance.ability.function(instance), "ability"))
    for instance in hooks.get("power", ()):
        amount = instance.ability.function(instance, card)
        if not amount or (ignored and not applies_to(instance, card.controller)):
            continue
        if kept_out is None or not kept_out(game, card, instance):
            parts.append((instance.card.number, amount, "ability"))
    for lasting in game.table.lasting:
        if lasting.kind == "power" and number in lasting.cards:
            parts.append((lasting.by, lasting.amount, "lasting"))
            if kept_out is _kept_out and _kept_off(game, card, lasting.by, lasting.seat):
                game.note("reading.untouchable-lasting")
    return parts


def _own_amount(game: Game, instance: Instance) -> int:
    """Return what a minion's own ability adds to its power.

    The ability may depend on the power of minions that depends on this minion's: through another such ability, or through
    a protection for a range of power. Within such a circle it adds nothing: what it adds is found starting from what the
    minion has without it.
    """
    number = instance.card.number
    if number in game.raising:
        game.circles += 1
        return 0
    game.raising.add(number)
    try:
        amount: int = instance.ability.function(instance)
        return amount
    finally:
        game.raising.discard(number)


# --- numbers that abilities set (value.*) -----------------------------------------------------------------------------


def _printed_resets(game: Game, card: Card, kept_out: Callable[[Game, Card, Instance], bool] | None) -> Resets:
    ignored = bool(game.index.hooks.get(IGNORE_BASE))
    resets: Resets = {}
    for instance in game.index.hooks.get("printed-power", ()):
        other = instance.ability.function(instance, card)
        if other is None or (ignored and not applies_to(instance, card.controller)):
            continue
        if kept_out is None or not kept_out(game, card, instance):
            resets.pop(instance.card.number, None)
            resets[instance.card.number] = other
    return resets


def _lasting_resets(game: Game, number: int, kind: LastingKind) -> Resets:
    resets: Resets = {}
    for lasting in game.table.lasting:
        if lasting.kind == kind and number in lasting.cards:
            resets.pop(lasting.by, None)
            resets[lasting.by] = lasting.amount
    return resets


def _set_by(game: Game, number: int, level: Level, resets: Resets) -> list[Part]:
    """Return the number a value was set to: the one the current player picked, or else the latest
    (value.two-resets)."""
    if not resets:
        return []
    by = next(reversed(resets))
    if len(resets) > 1:
        dispute = _said(level, resets)
        for lasting in game.table.lasting:
            if lasting.kind == PICKED and number in lasting.cards and lasting.arguments == dispute:
                by = lasting.by
    return [(by, resets[by], "instead")]


def _said(level: Level, resets: Resets) -> tuple[str, ...]:
    """Return what a pick was made among: the pick is valid for exactly these numbers."""
    return (level, *sorted(f"{by}={amount}" for by, amount in resets.items()))


class Dispute(NamedTuple):
    """A value that several abilities set to different numbers."""

    card: int
    resets: Resets
    said: tuple[str, ...]


def disputes(game: Game) -> list[Dispute]:
    """Return the values of cards in play that abilities set to different numbers, picked or not (value.two-resets)."""
    disputed: list[tuple[int, Level, Resets]] = []
    lasting = [effect.kind for effect in game.table.lasting]
    if len(game.index.hooks.get("printed-power", ())) > 1:
        disputed += [
            (card.number, "printed", _printed_resets(game, card, _kept_out if _guarded(game) else None))
            for card in game.table.minions()
        ]
    if lasting.count("set-power") > 1:
        numbers = {number for effect in game.table.lasting if effect.kind == "set-power" for number in effect.cards}
        disputed += [(number, "starting", _lasting_resets(game, number, "set-power")) for number in sorted(numbers)]
    if lasting.count("set-breakpoint") > 1:
        bases = [site.base for site in game.table.sites.values()]
        disputed += [(base, "starting", _lasting_resets(game, base, "set-breakpoint")) for base in bases]
    return [
        Dispute(number, resets, _said(level, resets))
        for number, level, resets in disputed
        if len(set(resets.values())) > 1
    ]


def _kept_out(game: Game, card: Card, instance: Instance) -> bool:
    """Return whether protection keeps a continuous modifier from a minion."""
    if instance.card is card or instance.card.zone == "base":
        return False
    return _kept_off(game, card, instance.granted_by or instance.card.number, instance.you)


def _kept_off(game: Game, card: Card, by: int, seat: int) -> bool:
    """Return whether protection keeps a minion's power from being changed by a player's card."""
    effect: Effect = Effect(verb="power", card=card.number, by=by, player=seat, seat=seat)
    return shielded_by(game, card, effect) is not None


def _of_another(game: Game, card: Card, instance: Instance) -> bool:
    """Return whether a continuous modifier is another player's; a base belongs to nobody."""
    return instance.card.zone != "base" and instance.you != card.controller


def breakpoint_of(game: Game, site: int) -> int:
    """Return a base's current breakpoint; never negative (term.floor)."""
    if not game.table.lasting and not game.index.hooks.get("breakpoint"):
        return game.facts[game.table.sites[site].base].breakpoint or 0
    return max(0, sum([amount for _, amount, _ in breakpoint_parts(game, site)]))


def breakpoint_parts(game: Game, site: int) -> list[Part]:
    """Return the parts of a breakpoint: the printed number or what it was set to (term.starting), and the changes."""
    base = game.table.sites[site].base
    parts: list[Part] = [(base, game.facts[base].breakpoint or 0, "printed")]
    parts = _set_by(game, base, "starting", _lasting_resets(game, base, "set-breakpoint")) or parts
    changes = [lasting for lasting in game.table.lasting if base in lasting.cards]
    for instance in game.index.hooks.get("breakpoint", ()):
        if amount := instance.ability.function(instance, site):
            parts.append((instance.card.number, amount, "ability"))
    for lasting in changes:
        if lasting.kind == "breakpoint":
            parts.append((lasting.by, lasting.amount, "lasting"))
    return parts


CountedFor = Literal["counts-for-player", "counts-for-breakpoint"]
"""What a minion's power is added to: its controller's total, or the total that is compared with the breakpoint."""


def minion_power(game: Game, site: int, counted: CountedFor = "counts-for-player") -> list[int]:
    """Return what each player's minions at a base add to their totals, or to what reaches the breakpoint, by seat."""
    cards, known = game.table.cards, game.powers
    totals = [0] * len(game.table.seats)
    changing = game.index.hooks.get(counted)
    for number in game.table.sites[site].minions:
        card = cards[number]
        current = known.get(number)
        amount = power(game, card) if current is None else current
        if changing:
            amount += sum([change for _, change in _counting(changing, card, amount)])
        totals[card.controller] += amount
    return totals


def _counting(changing: list[Instance], card: Card, amount: int) -> list[tuple[int, int]]:
    """Return by how much each card changes what a minion's power adds to a total, oldest first."""
    differences: list[tuple[int, int]] = []
    for instance in changing:
        other = max(0, instance.ability.function(instance, card, amount))
        if other != amount and applies_to(instance, card.controller):
            differences.append((instance.card.number, other - amount))
            amount = other
    return differences


BY_TOTALS: set[str] = set()
"""The ids of the rules, other than those of scoring, that decide by comparing totals. Each adds its own."""


def total_powers(game: Game, site: int, counted: CountedFor = "counts-for-player") -> list[int]:
    """Return each player's total power at a base, by seat: their minions' power, the counters on their cards where those
    are power, and other power that no minion provides.

    The total that is compared with the breakpoint may count other minions (`counted`).
    """
    totals = minion_power(game, site, counted)
    for card in _bearing_power(game, site):
        totals[card.controller] += card.counters
    for instance in game.index.hooks.get("total-power", ()):
        for seat in range(len(totals)):
            totals[seat] = max(0, totals[seat] + instance.ability.function(instance, seat, site))
    return totals


def _bearing_power(game: Game, site: int) -> list[Card]:
    """Return the cards at a base, other than minions, whose counters are power of their controllers."""
    cards, piles = game.table.cards, game.table.sites[site].piles
    return [cards[number] for zone in BEARING_POWER for number in piles[zone] if cards[number].counters]


def total_parts(game: Game, seat: int, site: int) -> list[Part]:
    """Return the parts of a player's power at a base: each of their minions, the counters that other cards of theirs
    carry, and other power that no minion provides."""
    cards = game.table.cards
    parts: list[Part] = [
        (number, power(game, cards[number]), "minion")
        for number in game.table.sites[site].minions
        if cards[number].controller == seat
    ]
    if changing := game.index.hooks.get("counts-for-player"):
        for number, amount, _ in tuple(parts):
            parts += [(by, change, "ability") for by, change in _counting(changing, cards[number], amount)]
    parts += [(card.number, card.counters, "carried") for card in _bearing_power(game, site) if card.controller == seat]
    for instance in game.index.hooks.get("total-power", ()):
        if amount := instance.ability.function(instance, seat, site):
            parts.append((instance.card.number, amount, "ability"))
    return parts


def total_power(game: Game, seat: int, site: int) -> int:
    """Return one player's total power at a base."""
    return total_powers(game, site)[seat]


def power_at(game: Game, site: int) -> int:
    """Return the power that is compared with the breakpoint (score.ready)."""
    measure = minion_power if game.edition.breakpoint_by_minions else total_powers
    return sum(measure(game, site, "counts-for-breakpoint"))


def ready(game: Game, site: int) -> bool:
    """Return whether a base is ready to score."""
    return power_at(game, site) >= breakpoint_of(game, site)
