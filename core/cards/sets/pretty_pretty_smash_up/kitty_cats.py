"""Kitty Cats: they borrow other players' minions, and do not mind losing a few of their own."""

from __future__ import annotations

from core.cards.language import *

cats = Faction("Kitty Cats", set="pretty-pretty-smash-up", style="They borrow minions for a turn and use them up")


def _small(me: Me | Instance, limit: int, *, at: int = 0) -> list[Card]:
    return [minion for minion in minions(me, at=at) if power(me.game, minion) <= limit]


def _borrow(me: Me, among: list[Card]) -> Steps[None]:
    """Take control of a minion until the end of the turn. The texts say "a minion", so one that you control already
    may be chosen, and then nothing happens."""
    minion = yield from choose(me, "a minion to take control of", among)
    if minion is not None:
        yield from take_control(me, minion, until="turn")


def _sacrifice(me: Me) -> Steps[None]:
    minion = yield from choose(me, "one of your minions to destroy", minions(me, of=me.you))
    if minion is not None:
        yield from destroy(me, minion)


# --- minions

queen_fluffy = cats.minion(
    "Queen Fluffy",
    power=5,
    copies=1,
    text="[talent] You control a minion of power 3 or less of your choice until the end of the turn.",
)


@queen_fluffy.talent(has_effect=lambda me: any(not yours(me, minion) for minion in _small(me, 3)))
def rule_the_house(me: Me) -> Steps[None]:
    yield from _borrow(me, _small(me, 3))


whiskers = cats.minion(
    "Whiskers", power=4, copies=2, text="[talent] You get an extra action. Destroy one of your minions."
)


@whiskers.talent()
def pounce(me: Me) -> Steps[None]:
    yield from extra_play(me, "action")
    yield from _sacrifice(me)


muffin = cats.minion(
    "Muffin",
    power=3,
    copies=3,
    text="[on-play] You control a minion of power 3 or less of your choice until the end of the turn.",
)


@muffin.on_play
def look_cute(me: Me) -> Steps[None]:
    yield from _borrow(me, _small(me, 3))


mr_grumpers = cats.minion(
    "Mr. Grumpers",
    power=2,
    copies=4,
    text="[on-play] You may choose a minion. It has -2 power until the start of your next turn.",
)


@mr_grumpers.on_play
def scowl(me: Me) -> Steps[None]:
    minion = yield from choose(me, "a minion that gets -2 power, or none", minions(me), optional=True)
    if minion is not None:
        yield from boost(me, minion, -2, until="next-turn")


# --- actions

can_has_cheeseburger = cats.action(
    "Can Has Cheeseburger?",
    kind="special-only",
    copies=1,
    affects=lambda me, minion: (
        power(me.game, minion) <= 3 and minion.site == scoring_site(me.game) and not yours(me, minion)
    ),
    text="[special] Before a base scores, choose a minion of power 3 or less there. You control it until the end of the turn.",
)


@can_has_cheeseburger.played_at(BEFORE_SCORES)
def beg(me: Me) -> Steps[None]:
    site = scoring_site(me.game)
    if site:
        yield from _borrow(me, _small(me, 3, at=site))


cat_fight = cats.action(
    "Cat Fight",
    copies=2,
    affects=yours,
    text="[on-play] Choose one of your minions and draw as many cards as it has power. Then destroy it.",
)


@cat_fight.on_play
def scratch(me: Me) -> Steps[None]:
    minion = yield from choose(me, "one of your minions", minions(me, of=me.you))
    if minion is not None:
        draw_cards(me, power(me.game, minion))
        yield from destroy(me, minion)


cats_paw = cats.action(
    "Cat's Paw",
    copies=1,
    affects=lambda me, minion: power(me.game, minion) <= 5 and not yours(me, minion),
    text="[on-play] You control a minion of power 5 or less of your choice until the end of the turn.",
)


@cats_paw.on_play
def reach_out(me: Me) -> Steps[None]:
    yield from _borrow(me, _small(me, 5))


grumpiness = cats.action(
    "Grumpiness", kind="on-minion", copies=2, text="Play on a minion. [ongoing] That minion has -2 power."
)


@grumpiness.power_of_host
def sulk(me: Instance) -> int:
    return -2


hang_in_there = cats.action(
    "Hang in There",
    kind="on-minion",
    copies=1,
    where=yours,
    text="Play on one of your minions. [ongoing] If that minion would be destroyed, instead move it to another base and"
    " destroy this action.",
)


@hang_in_there.instead("destroy", when=lambda me, incoming: incoming.card == me.card.host)
def hold_on(me: Me, effect: Effect) -> Steps[Effect]:
    # If the minion has nowhere to go, or can't move, it stays where it is and is still not destroyed, as with a Buccaneer.
    site = yield from choose_base(me, "the base to move it to", other_bases(me, me.card.site))
    yield from destroy(me, me.card)
    return effect.becomes("move", site=site).done_by(me)


hissy_fit = cats.action(
    "Hissy Fit",
    kind="on-base",
    copies=1,
    text="Play on a base. [ongoing] Minions of the other players here have -1 power.",
)


@hissy_fit.power_of_minions
def spit(me: Instance, minion: Card) -> int:
    return -1 if minion.site == me.base and minion.controller != me.you else 0


invisible_bicycle = cats.action(
    "Invisible Bicycle",
    copies=1,
    affects=lambda me, minion: power(me.game, minion) <= 2 and len(me.table.sites) > 1,
    text="[on-play] Choose a base. Any number of minions of power 2 or less there move to one other base.",
)


@invisible_bicycle.on_play
def pedal(me: Me) -> Steps[None]:
    origins = [site for site in me.table.sites if _small(me, 2, at=site)] if len(me.table.sites) > 1 else []
    origin = yield from choose_base(me, "the base to move minions from", origins)
    if origin:
        riders = yield from choose_some(me, "minions of power 2 or less to move", _small(me, 2, at=origin))
        site = yield from choose_base(me, "the base they move to", other_bases(me, origin) if riders else ())
        if site:
            yield from move_all(me, riders, site)


nine_lives = cats.action(
    "Nine Lives", copies=1, affects=yours, text="[on-play] Destroy one of your minions. You get an extra minion."
)


@nine_lives.on_play
def land_on_your_feet(me: Me) -> Steps[None]:
    yield from _sacrifice(me)
    yield from extra_play(me, "minion")
