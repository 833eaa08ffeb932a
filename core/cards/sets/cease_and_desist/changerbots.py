"""Changerbots: they change shape, trading power for mobility and abilities for power."""

from __future__ import annotations

from core.cards.language import *

bots = Faction(
    "Changerbots",
    set="cease-and-desist",
    style="They trade one shape for another, power for mobility, abilities for power",
)


def _drive_off(me: Me) -> Steps[None]:
    """Move this minion to another base and give it -1 power until the turn ends, even if it can't move."""
    site = yield from choose_base(me, "the base to move to", other_bases(me, me.card.site))
    if site:
        yield from move(me, me.card, site)
    yield from boost(me, me.card, -1)


leader_two = bots.minion(
    "Leader Two",
    power=6,
    copies=1,
    text="[talent] Another of your minions has +2 power until the end of the turn.",
)


@leader_two.talent(has_effect=lambda me: bool(minions(me, of=me.you, but=me.card)))
def give_orders(me: Me) -> Steps[None]:
    minion = yield from choose(me, "another of your minions that gets +2 power", minions(me, of=me.you, but=me.card))
    if minion is not None:
        yield from boost(me, minion, 2)


solarshout = bots.minion(
    "Solarshout",
    power=4,
    copies=2,
    text="[talent] You may play an extra action. This minion has -2 power until the end of the turn.",
)


@solarshout.talent()
def discharge(me: Me) -> Steps[None]:
    yield from extra_play(me, "action")
    yield from boost(me, me.card, -2)


bruiser = bots.minion(
    "Bruiser",
    power=2,
    copies=3,
    text="[ongoing] This minion can't be destroyed. [talent] This minion has +2 power and loses its ongoing and all"
    " other abilities until the start of your next turn.",
)


@bruiser.forbids("destroy")
def sturdy(me: Instance, effect: Effect) -> bool:
    return effect.card == me.card.number


@bruiser.talent()
def brute_force(me: Me) -> Steps[None]:
    yield from boost(me, me.card, 2, until="next-turn")
    yield from lose_abilities(me, me.card, until="next-turn", but_this=False)  # this talent too


huffie = bots.minion(
    "Huffie",
    power=3,
    copies=4,
    text="[talent] Move this minion to another base. It has -1 power until the end of the turn.",
)


@huffie.talent()
def puff_along(me: Me) -> Steps[None]:
    yield from _drive_off(me)


cesium_armor = bots.action(
    "Cesium Armor",
    kind="on-minion",
    copies=1,
    raises_power=True,
    text="Play on a minion. [ongoing] That minion has +1 power. [ongoing] It can't be destroyed.",
)


@cesium_armor.power_of_host
def plating(me: Instance) -> int:
    return 1


@cesium_armor.forbids("destroy")
def unbreakable(me: Instance, effect: Effect) -> bool:
    return effect.card == me.card.host


change_into_a_gun = bots.action(
    "Change Into A Gun",
    kind="on-minion",
    copies=2,
    where=yours,
    text="Play on one of your minions to destroy a minion of power 4 or less at its base. [ongoing] The minion with this"
    " action has -2 power. [ongoing] At the start of your turn, destroy this action.",
)


@change_into_a_gun.on_play
def open_fire(me: Me) -> Steps[None]:
    # An on-play ability resolves only if the action really is on a minion: that is what "to" requires. Up to 2018 the
    # minion that became the gun already has its -2, and may be the only one weak enough (resolve.order).
    weak = [minion for minion in minions(me, at=me.card.site) if power(me.game, minion) <= 4]
    minion = yield from choose(me, "a minion of power 4 or less to destroy", weak)
    if minion is not None:
        yield from destroy(me, minion)


@change_into_a_gun.power_of_host
def being_held(me: Instance) -> int:
    return -2


@change_into_a_gun.start_of_turn()
def change_back(me: Me) -> Steps[None]:
    yield from destroy(me, me.card)


change_up_and_roll_on = bots.action(
    "Change Up and Roll On",
    kind="special-only",
    copies=1,
    affects=yours,
    text="[special] Before a base scores, move any number of your minions from other bases to it. Each of them has -1"
    " power until the end of the turn.",
)


@change_up_and_roll_on.played_at(BEFORE_SCORES)
def roll_on(me: Me) -> Steps[None]:
    scoring = me.table.scoring
    if scoring is None:
        return
    elsewhere = [minion for minion in minions(me, of=me.you) if minion.site != scoring.site]
    chosen = yield from choose_some(me, "your minions that move to the scoring base", elsewhere)
    moved = yield from move_all(me, chosen, scoring.site)
    yield from boost_each(me, moved, -1)


flighterizer = bots.action(
    "Flighterizer",
    kind="on-minion",
    copies=1,
    where=yours,
    text="Play on one of your minions. [ongoing] It has: [talent] Move this minion to another base. It has -1 power until"
    " the end of the turn.",
)


@flighterizer.talent(grant=True)
def take_off(me: Me) -> Steps[None]:
    yield from _drive_off(me)


form_mergacon = bots.action(
    "Form Mergacon",
    copies=1,
    raises_power=yours,
    text="[on-play] Choose a base. Each of your minions there has +1 power until the end of the turn.",
)


@form_mergacon.on_play
def merge(me: Me) -> Steps[None]:
    site = yield from choose_base(me, "a base where your minions get +1 power", aimed_bases(me, me.table.sites))
    if site:
        yield from boost_each(me, minions(me, at=site, of=me.you), 1)


matrix_of_bossiness = bots.action(
    "Matrix of Bossiness",
    kind="on-minion",
    copies=1,
    where=yours,
    raises_power=lambda me, minion: printed_power(me.game, minion) < 5,
    text="Play on one of your minions. [ongoing] Its printed power counts as 5.",
)


@matrix_of_bossiness.printed_power
def take_charge(me: Instance, minion: Card) -> int | None:
    return 5 if minion.number == me.card.host else None


passengers = bots.action(
    "Passengers",
    kind="on-minion",
    copies=1,
    text="Play on a minion. [ongoing] It has: [talent] If this minion moved this turn, move another of your minions from"
    " the base it left to where it is now.",
)


def _moves_of(me: Me) -> list[Moved]:
    """This minion's moves this turn, since it came into play."""
    return this_turn(me, Moved, lambda moved: moved.card == me.card.number and moved.position > me.card.since)


def _waiting(me: Me) -> list[Card]:
    """Your other minions at the base that this one left. The card speaks of one move; of several moves in a turn the
    latest is meant."""
    return minions(me, at=_moves_of(me)[-1].origin, of=me.you, but=me.card)


@passengers.talent(grant=True, when=lambda me: bool(_moves_of(me)), has_effect=lambda me: bool(_waiting(me)))
def get_in(me: Me) -> Steps[None]:
    passenger = yield from choose(me, "another of your minions to bring along", _waiting(me))
    if passenger is not None:
        yield from move(me, passenger, me.card.site)


the_touch = bots.action(
    "The Touch",
    kind="on-minion",
    copies=2,
    where=yours,
    text="Play on one of your minions. [ongoing] It has: [talent] This minion has +3 power and loses all its other"
    " abilities until the end of the turn.",
)


@the_touch.talent(grant=True)
def light_the_darkest_hour(me: Me) -> Steps[None]:
    yield from boost(me, me.card, 3)
    yield from lose_abilities(me, me.card)


# --- the titan

mergacon = bots.titan(
    "Mergacon",
    text="[special] At the start of your turn, you may play this titan on a base where you have two or more minions."
    " [ongoing] You have 3 more power here. [talent] Move this titan to another base. It loses its ongoing ability until the"
    " end of the turn.",
)


def _gathered(me: Me | Instance) -> list[int]:
    return [site for site in me.table.sites if len(minions(me, at=site, of=me.you)) >= 2]


@mergacon.start_of_turn(
    zone="beside",
    label="special",
    may=True,
    when=lambda me: can_play_titan(me, only=_gathered(me)),
    regardless=("stasis",),
)
def assemble(me: Me) -> Steps[None]:
    yield from play_titan(me, only=_gathered(me))


@mergacon.power_of_player
def combined_strength(me: Instance, seat: int, site: int) -> int:
    return 3 if seat == me.you and site == me.base else 0


@mergacon.talent(has_effect=lambda me: bool(other_bases(me, me.base)))
def stride(me: Me) -> Steps[None]:
    site = yield from choose_base(me, "the base to move Mergacon to", other_bases(me, me.base))
    if site:
        yield from move(me, me.card, site)
    yield from lose_abilities(me, me.card)
