"""Bear Cavalry: they push other players' minions around and maul newcomers."""

from __future__ import annotations

from collections.abc import Sequence

from core.cards.language import *

bears = Faction(
    "Bear Cavalry",
    set="awesome-level-9000",
    style="They move other players' minions about and maul what arrives",
)


def _move_foreign_minion(me: Me, site: int) -> Steps[None]:
    """Move another player's minion from a base to another. You choose both, and you must."""
    minion = yield from choose(me, "another player's minion to move away", foreign_minions(me, at=site))
    if minion is not None:
        target = yield from choose_base(me, "the base to move it to", other_bases(me, site))
        yield from move(me, minion, target)


general_ivan = bears.minion(
    "General Ivan", power=6, copies=1, text="[ongoing] Your minions, including this one, can't be destroyed."
)


@general_ivan.forbids("destroy")
def iron_discipline(me: Instance, effect: Effect) -> bool:
    card = me.table.cards[effect.card]
    return card.zone == "minions" and card.controller == me.you


polar_commando = bears.minion(
    "Polar Commando",
    power=4,
    copies=2,
    text="[ongoing] While it is your only minion here, this minion has +2 power and can't be destroyed.",
)


def _alone(me: Instance) -> bool:
    return len(minions(me, at=me.base, of=me.you)) == 1


@polar_commando.own_power
def lone_strength(me: Instance) -> int:
    return 2 if _alone(me) else 0


@polar_commando.forbids("destroy")
def lone_survivor(me: Instance, effect: Effect) -> bool:
    return effect.card == me.card.number and _alone(me)


bear_cavalry = bears.minion(
    "Bear Cavalry",
    power=3,
    copies=3,
    text="[on-play] Move another player's minion from here to another base.",
)


@bear_cavalry.on_play
def charge(me: Me) -> Steps[None]:
    yield from _move_foreign_minion(me, me.base)


cub_scout = bears.minion(
    "Cub Scout",
    power=3,
    copies=4,
    text="[ongoing] After another player's minion moves here, destroy it if it has less power than this minion.",
)


def _of_another(me: Instance, moved: Moved) -> bool:
    """Return whether another player's minion moved: neither a titan nor a buried card."""
    card = me.table.cards[moved.card]
    return card.zone == "minions" and card.controller != me.you


def _newcomer(me: Me, moved: Moved) -> Card | None:
    """Return the minion that moved here, if both are still together: one that another card has moved away is not here."""
    return minion_just_moved(me, moved) if me.base == moved.site else None


@cub_scout.after(Moved, here=True, when=_of_another)
def ambush(me: Me, moved: Moved) -> Steps[None]:
    newcomer = _newcomer(me, moved)
    if newcomer is not None and power(me.game, newcomer) < power(me.game, me.card):
        yield from destroy(me, newcomer)


bear_hug = bears.action(
    "Bear Hug",
    copies=1,
    affects=lambda me, minion: not yours(me, minion) and minion in _weakest(me, minion.controller),
    text="[on-play] Each other player destroys their own minion with the least power (they break ties).",
)


def _weakest(me: Me, seat: int) -> list[Card]:
    own = minions(me, of=seat)
    least = min((power(me.game, minion) for minion in own), default=0)
    return [minion for minion in own if power(me.game, minion) == least]


def _their_owner(seat: int, cards: Sequence[Card]) -> int:
    """Return the player who chooses among ties.

    The first printing says the minions' owner, who is another player if all were borrowed.
    """
    owners = {card.owner for card in cards}
    return owners.pop() if len(owners) == 1 else seat


@bear_hug.on_play
def squeeze(me: Me) -> Steps[None]:
    about = "the weakest minion to destroy"
    yield from each_player(
        me, "destroy", about, lambda seat: _weakest(me, seat), seats=others(me), chooser=_their_owner
    )


bear_necessities = bears.action(
    "Bear Necessities", copies=1, text="[on-play] Destroy an action that is on a minion or on a base."
)


@bear_necessities.on_play
def forage(me: Me) -> Steps[None]:
    action = yield from choose(me, "an action to destroy", actions_in_play(me))
    if action is not None:
        yield from destroy(me, action)


bear_rides_you = bears.action(
    "Bear Rides You", copies=1, affects=yours, text="[on-play] Move one of your minions to another base."
)


@bear_rides_you.on_play
def ride(me: Me) -> Steps[None]:
    minion = yield from choose(me, "one of your minions to move", minions(me, of=me.you))
    if minion is not None:
        site = yield from choose_base(me, "the base to move it to", other_bases(me, minion.site))
        yield from move(me, minion, site)


commission = bears.action(
    "Commission",
    copies=2,
    affects=lambda me, minion: not yours(me, minion) and len(me.table.sites) > 1,
    text="[on-play] Play an extra minion. Move another player's minion from its base to another.",
)


@commission.on_play
def recruit(me: Me) -> Steps[None]:
    played = yield from extra_play(me, "minion", then="bear-cavalry/commission#drive-off")
    if played is not None:
        yield from _clear_the_way(me, played)


@commission.lasting(CardPlayed, when=with_that_play)
def drive_off(me: Me, played: CardPlayed) -> Steps[None]:
    yield from _clear_the_way(me, played)


def _clear_the_way(me: Me, played: CardPlayed) -> Steps[None]:
    minion = minion_just_played(me, played)
    if minion is not None:
        yield from _move_foreign_minion(me, minion.site)  # where it is now; a minion that is gone has no base


high_ground = bears.action(
    "High Ground",
    kind="on-base",
    copies=1,
    text="Play on a base. [ongoing] If you have a minion here, destroy each other player's minion that moves here.",
)


@high_ground.after(
    Moved, here=True, when=_of_another, provided=lambda me, moved: bool(minions(me, at=me.base, of=me.you))
)
def throw_down(me: Me, moved: Moved) -> Steps[None]:
    newcomer = _newcomer(me, moved)
    if newcomer is not None:
        yield from destroy(me, newcomer)


superiority = bears.action(
    "Superiority",
    kind="on-base",
    copies=1,
    text="Play on a base. [ongoing] Other players' cards can't destroy, move or return your minions here.",
)


@superiority.forbids("destroy", "move", "return")
def hold_the_line(me: Instance, effect: Effect) -> bool:
    return own_minion_here(me, effect) and of_other_players(me, effect)


youre_pretty_much_borscht = bears.action(
    "You're Pretty Much Borscht",
    copies=1,
    affects=rival_beside_yours,
    text="[on-play] From a base where you have a minion, move all other players' minions to one other base.",
)


@youre_pretty_much_borscht.on_play
def boil_over(me: Me) -> Steps[None]:
    site = yield from choose_base(me, "a base where you have a minion", bases_with_your_minions(me))
    if site:
        target = yield from choose_base(me, "the base to move the others to", other_bases(me, site), affects=False)
        yield from move_all(me, foreign_minions(me, at=site), target)


youre_screwed = bears.action(
    "You're Screwed",
    copies=2,
    affects=rival_beside_yours,
    text="[on-play] From a base where you have a minion, move another player's minion to another base.",
)


@youre_screwed.on_play
def shove(me: Me) -> Steps[None]:
    site = yield from choose_base(me, "a base where you have a minion", bases_with_your_minions(me))
    if site:
        yield from _move_foreign_minion(me, site)


major_ursa = bears.titan(
    "Major Ursa",
    text=(
        "[special] You may play this titan instead of your regular minion play. [ongoing] After another player's minion "
        "moves to this base or away from it, you may put a +1 power counter on this titan. [talent] Put a +1 power "
        "counter on a minion here, or move this titan to another base."
    ),
)


@major_ursa.on_your_turn(zone="beside", when=lambda me: can_play_titan(me, instead_of=("minion",)))
def charge_out(me: Me) -> Steps[None]:
    yield from play_titan(me, instead_of=("minion",))


def _foreign_minion_to_or_from_here(me: Instance, moved: Moved) -> bool:
    minion = me.game.card(moved.card)
    return minion.zone == "minions" and minion.controller != me.you and me.base in (moved.origin, moved.site)


@major_ursa.after(Moved, may=True, when=_foreign_minion_to_or_from_here, regardless=("event",))
def drill(me: Me, moved: Moved) -> Steps[None]:
    yield from place_counters(me, me.card)


_STRENGTHEN, _MARCH = "put a +1 power counter on a minion here", "move this titan to another base"


@major_ursa.talent()
def command(me: Me) -> Steps[None]:
    here, elsewhere = minions(me, at=me.base), other_bases(me, me.base)
    parts = {_STRENGTHEN: bool(here), _MARCH: bool(elsewhere)}
    for part in (yield from choose_parts(me, "what Major Ursa does", parts)):
        if part == _STRENGTHEN:
            minion = yield from choose(me, "the minion that gets a +1 power counter", here)
            if minion is not None:
                yield from place_counters(me, minion)
        else:
            site = yield from choose_base(me, "the base to move Major Ursa to", elsewhere)
            yield from move(me, me.card, site)
