"""Tornados: no minion stays where it was, yours or anybody else's."""

from __future__ import annotations

from core.cards.language import *

tornados = Faction("Tornados", set="its-your-fault", style="They blow everybody's minions from base to base")


def _light(me: Me | Instance, limit: int) -> list[Card]:
    """Return the minions of limited power, if there is another base to move to."""
    return [minion for minion in _movable(me, minions(me)) if power(me.game, minion) <= limit]


def _movable(me: Me | Instance, candidates: list[Card]) -> list[Card]:
    return candidates if len(me.table.sites) > 1 else []


def _blow(me: Me, minion: Card) -> Steps[None]:
    """Move a minion to another base of your choice."""
    site = yield from choose_base(me, "the base to move it to", other_bases(me, minion.site))
    if site:
        yield from move(me, minion, site)


def _to_or_from_here(me: Me, limit: int, *, optional: bool) -> Steps[None]:
    """Move a minion of limited power from here to another base, or from another base to here."""
    about = "a minion to move from here, or to here" + (", or none" if optional else "")
    minion = yield from choose(me, about, _light(me, limit), optional=optional)
    if minion is None:
        return
    if minion.site == me.base:
        yield from _blow(me, minion)
    else:
        yield from move(me, minion, me.base)


monster_tornado = tornados.minion(
    "Monster Tornado",
    power=5,
    copies=1,
    text="[talent] Move a minion of power 4 or less from here to another base, or from another base to here.",
)


@monster_tornado.talent(has_effect=lambda me: bool(_light(me, 4)))
def sweep(me: Me) -> Steps[None]:
    yield from _to_or_from_here(me, 4, optional=False)


cyclone = tornados.minion("Cyclone", power=4, copies=2, text="[talent] Move this minion to another base.")


@cyclone.talent(has_effect=lambda me: len(me.table.sites) > 1)
def drift(me: Me) -> Steps[None]:
    yield from _blow(me, me.card)


twister = tornados.minion(
    "Twister",
    power=3,
    copies=3,
    text="[on-play] You may move a minion of power 3 or less, even this one, from here to another base or from another base"
    " to here.",
)


@twister.on_play
def touch_down(me: Me) -> Steps[None]:
    yield from _to_or_from_here(me, 3, optional=True)


dust_devil = tornados.minion(
    "Dust Devil",
    power=2,
    copies=4,
    text="[special] Before a base scores, you may move this minion there.",
)


@dust_devil.before_scores(here=False, may=True, when=lambda me: me.base != scoring_site(me.game))
def whirl_in(me: Me) -> Steps[None]:
    yield from move(me, me.card, scoring_site(me.game))


carried_away = tornados.action(
    "Carried Away",
    copies=2,
    affects=lambda me, minion: len(me.table.sites) > 1,
    text="[on-play] Move a minion to another base.",
)


@carried_away.on_play
def carry(me: Me) -> Steps[None]:
    minion = yield from choose(me, "a minion to move", _movable(me, minions(me)))
    if minion is not None:
        yield from _blow(me, minion)


gone_with_the_wind = tornados.action(
    "Gone with the Wind",
    kind="special-only",
    copies=1,
    text="[special] After a base scores, you may move one of your minions there to another base instead of the discard"
    " pile.",
)


@gone_with_the_wind.played_at(AFTER_SCORES)
def fly_off(me: Me) -> Steps[None]:
    site = scoring_site(me.game)
    own = _movable(me, minions(me, at=site, of=me.you)) if site else []
    minion = yield from choose(me, "one of your minions there to save, or none", own, optional=True)
    if minion is not None:
        # Decided now; it leaves when the cards of the base are discarded, so none of those can keep it there.
        lasting(me, "tornados/gone-with-the-wind#land-elsewhere", cards=[minion], site=site)


@gone_with_the_wind.lasting(AS_DISCARDED)
def land_elsewhere(me: Me) -> Steps[None]:
    saved = me.lasting.cards if me.lasting else ()
    for minion in minions(me, at=me.base):
        if minion.number in saved:
            yield from _blow(me, minion)


not_in_kansas = tornados.action(
    "Not in Kansas",
    copies=1,
    text="[on-play] Destroy a base with all actions on it and on minions there. Replace it with the top base of the base"
    " deck. The minions there stay.",
)


@not_in_kansas.on_play
def whisk_away(me: Me) -> Steps[None]:
    site = yield from choose_base(me, "the base to destroy", me.table.sites)
    if site:
        yield from destroy_base(me, site, attached=True)


over_the_rainbow = tornados.action(
    "Over the Rainbow",
    kind="special-only",
    copies=1,
    affects=lambda me, minion: yours(me, minion) and minion.site != scoring_site(me.game),
    text="[special] Before a base scores, move one of your minions from another base there.",
)


@over_the_rainbow.played_at(BEFORE_SCORES)
def follow_the_road(me: Me) -> Steps[None]:
    site = scoring_site(me.game)
    away = [minion for minion in minions(me, of=me.you) if minion.site != site]
    minion = yield from choose(me, "one of your minions to move to the scoring base", away)
    if minion is not None:
        yield from move(me, minion, site)


picked_up = tornados.action(
    "Picked Up",
    kind="special-only",
    copies=1,
    affects=lambda me, minion: minion.site == scoring_site(me.game),
    text="[special] Before a base scores, move a minion from there to another base.",
)


@picked_up.played_at(BEFORE_SCORES)
def lift(me: Me) -> Steps[None]:
    there = _movable(me, minions(me, at=scoring_site(me.game)))
    minion = yield from choose(me, "a minion there to move away", there)
    if minion is not None:
        yield from _blow(me, minion)


ripped_off = tornados.action(
    "Ripped Off",
    copies=1,
    text="[on-play] Transfer an action from a base to another base, or from a minion to another minion.",
)


def _loose(me: Me) -> list[Card]:
    """Return the actions that have another base, or another minion, to go to."""
    bases = actions_in_play(me, on_minions=False) if len(me.table.sites) > 1 else []
    carried = [action for minion in minions(me) for action in map(me.game.card, minion.attached)]
    return [*bases, *(action for action in carried if _other_hosts(me, action))]


def _other_hosts(me: Me, action: Card) -> list[Card]:
    return [minion for minion in minions(me) if minion.number != action.host]


@ripped_off.on_play
def rip(me: Me) -> Steps[None]:
    action = yield from choose(me, "an action to transfer", _loose(me))
    if action is None:
        return
    if not action.host:
        site = yield from choose_base(me, "the base to transfer it to", other_bases(me, action.site))
        yield from transfer(me, action, site=site)
        return
    host = yield from choose(me, "the minion to transfer it to", _other_hosts(me, action))
    if host is not None:
        yield from transfer(me, action, host=host)


def _partners(me: Me, minion: Card) -> list[Card]:
    """Return the minions at other bases with which Trade Winds can exchange a minion."""
    light = [card for card in minions(me) if power(me.game, card) <= 3]
    return [card for card in light if card.site != minion.site] if minion in light else []


trade_winds = tornados.action(
    "Trade Winds",
    copies=2,
    affects=lambda me, minion: bool(_partners(me, minion)),
    text="[on-play] Choose two minions of power 3 or less. Move each of them to the other's base.",
)


@trade_winds.on_play
def exchange(me: Me) -> Steps[None]:
    light = [minion for minion in minions(me) if power(me.game, minion) <= 3]
    if len(light) < 2:
        return
    if me.aim is not None and (first := (yield from choose(me, "a minion to exchange", aimed(me, light)))):
        light = [first, *(yield from choose_some(me, "the other one", _partners(me, first), least=1, most=1))]
    card, other = yield from choose_some(me, "two minions that change places", light, least=2, most=2)
    if card.site != other.site:
        yield from move_each(me, {card.number: other.site, other.number: card.site})


whirlwinds = tornados.action(
    "Whirlwinds",
    copies=1,
    affects=lambda me, minion: yours(me, minion) and len(me.table.sites) > 1,
    text="[on-play] You may move any number of your minions, each to another base.",
)


@whirlwinds.on_play
def scatter(me: Me) -> Steps[None]:
    targets = {}
    own = _movable(me, minions(me, of=me.you))
    for minion in (yield from choose_some(me, "your minions to move", own)):
        name = me.game.fact(minion).name
        targets[minion.number] = yield from choose_base(me, f"a base for {name}", other_bases(me, minion.site))
    yield from move_each(me, targets)


# --- the titan

category_5 = tornados.titan(
    "Category 5",
    text="[special] After you move a minion, if you have moved two or more minions this turn, you may play this titan on a base"
    " where you have a minion. [ongoing] After one or more of your minions move to this base or away from it, put a +1 power"
    " counter on one of them. [talent] Move this titan to another base; or put a +1 power counter on it.",
)


def _you_move_minions(me: Instance, moved: Moved) -> bool:
    return moved.seat == me.you and me.game.facts[moved.card].is_minion and first_of_its_moment(me, moved)


def _enough_moved(me: Instance, moved: Moved) -> bool:
    """Return whether you had moved two or more minions this turn by the end of that moment."""
    last = of_one_moment(me, moved)[-1].position
    blown = {move.card for move in this_turn(me, Moved, lambda move: move.seat == me.you and move.position <= last)}
    return len([number for number in blown if me.game.facts[number].is_minion]) >= 2


@category_5.after(
    Moved,
    zone="beside",
    label="special",
    may=True,
    when=_you_move_minions,
    still=lambda me, moved: _enough_moved(me, moved) and can_play_titan(me, only=bases_with_your_minions(me)),
)
def make_landfall(me: Me, moved: Moved) -> Steps[None]:
    yield from play_titan(me, only=bases_with_your_minions(me))


def _own_to_or_from_here(me: Instance, moved: Moved) -> bool:
    minion = me.game.card(moved.card)
    own = minion.zone == "minions" and yours(me, minion) and me.base in (moved.origin, moved.site)
    return own and first_of_its_moment(me, moved)


def _caught(me: Me | Instance, moved: Moved) -> list[Card]:
    """Your minions that moved to or from this titan's base at that moment and are still in play."""
    here, _ = stood(me.game, me.card.number, moved.moment)
    return [
        me.game.card(event.card)
        for event in of_one_moment(me, moved)
        if here in (event.origin, event.site)
        and stood(me.game, event.card, event.moment)[1] == me.you
        and still_in_play(me.game.card(event.card), event)
        and me.game.facts[event.card].is_minion
    ]


@category_5.after(Moved, when=_own_to_or_from_here, still=lambda me, moved: bool(_caught(me, moved)))
def gather_strength(me: Me, moved: Moved) -> Steps[None]:
    minion = yield from choose(me, "one of the minions that moved", _caught(me, moved))
    if minion is not None:
        yield from place_counters(me, minion)


_MOVE_ON, _GROW = "move this titan to another base", "put a +1 power counter on this titan"


@category_5.talent()
def rage_on(me: Me) -> Steps[None]:
    parts = {_MOVE_ON: bool(other_bases(me, me.card.site)), _GROW: True}
    for part in (yield from choose_parts(me, "what Category 5 does", parts)):
        if part == _GROW:
            yield from place_counters(me, me.card)
        else:
            yield from _blow(me, me.card)
