"""Steampunks: actions on bases, fetched, moved and reused."""

from __future__ import annotations

from core.cards.language import *

steampunks = Faction("Steampunks", set="awesome-level-9000", style="Actions on bases, fetched, moved and used again")


def _own_action_on_base(me: Me | Instance, site: int) -> bool:
    return any(me.table.cards[number].controller == me.you for number in me.table.sites[site].actions)


steam_queen = steampunks.minion(
    "Steam Queen",
    power=5,
    copies=1,
    text="[ongoing] Other players' cards can't affect your actions.",
)


@steam_queen.shields
def royal_patent(me: Instance, card: Card, effect: Effect) -> bool:
    is_action = card.zone == "actions" or card.zone == "attached"
    return card.controller == me.you and is_action and of_other_players(me, effect)


mechanic = steampunks.minion(
    "Mechanic",
    power=4,
    copies=2,
    text="[on-play] Play an extra action that plays on a base from your discard pile.",
)


@mechanic.on_play
def repair(me: Me) -> Steps[None]:
    yield from extra_play(me, "action", condition="discarded-for-a-base")


steam_man = steampunks.minion(
    "Steam Man",
    power=3,
    copies=3,
    text="[ongoing] While an action of yours is on this base, this minion has +1 power.",
)


@steam_man.own_power
def under_steam(me: Instance) -> int:
    return 1 if _own_action_on_base(me, me.base) else 0


captain_ahab = steampunks.minion(
    "Captain Ahab",
    power=2,
    copies=4,
    text="[talent] Move this minion to another base that has an action of yours on it.",
)


def _harbours(me: Me) -> list[int]:
    return [site for site in other_bases(me, me.card.site) if _own_action_on_base(me, site)]


@captain_ahab.talent(has_effect=lambda me: bool(_harbours(me)))
def set_sail(me: Me) -> Steps[None]:
    site = yield from choose_base(me, "the base to move it to", _harbours(me))
    if site:
        yield from move(me, me.card, site)


aggromotive = steampunks.action(
    "Aggromotive",
    kind="on-base",
    copies=1,
    text="Play on a base. [ongoing] While you have a minion here, you have 5 more power here.",
)


@aggromotive.power_of_player
def full_throttle(me: Instance, seat: int, site: int) -> int:
    return 5 if seat == me.you and site == me.base and minions(me, at=site, of=seat) else 0


change_of_venue = steampunks.action(
    "Change of Venue",
    copies=1,
    text="[on-play] Put an action of yours that is on a base or minion into your hand, then play it as an extra action.",
)


@change_of_venue.on_play
def relocate(me: Me) -> Steps[None]:
    own = [action for action in actions_in_play(me) if action.controller == me.you]
    action = yield from choose(me, "an action of yours to take up", own)
    if action is not None and (yield from place_in_hand(me, action)) and action.controller == me.you:
        yield from extra_play(me, "action", among=[action])


difference_engine = steampunks.action(
    "Difference Engine",
    kind="on-base",
    copies=1,
    text="Play on a base. [ongoing] At the end of your turn, if you have a minion here, draw a card.",
)


@difference_engine.end_of_turn(provided=lambda me: bool(minions(me, at=me.base, of=me.you)))
def compute(me: Me) -> None:
    draw_cards(me)


escape_hatch = steampunks.action(
    "Escape Hatch",
    kind="on-base",
    copies=1,
    text="Play on a base. [ongoing] Your minions here that would be destroyed go to your hand instead.",
)


@escape_hatch.instead("destroy", when=own_minion_here_placeable)
def bail_out(me: Me, effect: Effect) -> Effect:
    return effect.placed_in_hand_instead(me)


ornate_dome = steampunks.action(
    "Ornate Dome",
    kind="on-base",
    copies=1,
    text="Play on a base. [on-play] Destroy other players' actions on this base."
    " [ongoing] Other players can't play actions on this base.",
)


@ornate_dome.on_play
def clear_the_view(me: Me) -> Steps[None]:
    foreign = [action for action in actions_in_play(me, at=me.base, on_minions=False) if action.controller != me.you]
    yield from destroy_all(me, foreign)


@ornate_dome.forbids_play
def members_only(me: Instance, seat: int, card: Card, site: int, host: int) -> bool:
    return site == me.base and not host and seat != me.you and me.game.fact(card).is_action


rotary_slug_thrower = steampunks.action(
    "Rotary Slug Thrower",
    kind="on-base",
    copies=1,
    raises_power=lambda me, minion: minion.controller == me.you,
    text="Play on a base. [ongoing] Your minions here have +2 power.",
)


@rotary_slug_thrower.power_of_minions
def covering_fire(me: Instance, minion: Card) -> int:
    return 2 if minion.site == me.base and minion.controller == me.you else 0


scrap_diving = steampunks.action(
    "Scrap Diving", copies=2, text="[on-play] Put an action from your discard pile into your hand."
)


@scrap_diving.on_play
def dive(me: Me) -> Steps[None]:
    scrap = [card for card in discard_pile(me) if me.game.fact(card).is_action]
    action = yield from choose(me, "an action to take into your hand", scrap)
    if action is not None:
        yield from take(me, action)


zeppelin = steampunks.action(
    "Zeppelin",
    kind="on-base",
    copies=2,
    text="Play on a base. [talent] Move one of your minions from another base to here, or from here to another base.",
)


@zeppelin.talent(has_effect=lambda me: bool(other_bases(me, me.base) and minions(me, of=me.you)))
def fly(me: Me) -> Steps[None]:
    minion = yield from choose(me, "one of your minions to move here or away", minions(me, of=me.you))
    if minion is None:
        return
    if minion.site != me.base:
        yield from move(me, minion, me.base)
    else:
        site = yield from choose_base(me, "the base to move it to", other_bases(me, me.base))
        yield from move(me, minion, site)
