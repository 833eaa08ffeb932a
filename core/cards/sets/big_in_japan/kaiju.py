"""Kaiju: a few helpers, many actions that stamp on bases, and the titan Gorgodzolla."""

from __future__ import annotations

from core.cards.language import *

kaiju = Faction(
    "Kaiju",
    set="big-in-japan",
    style="They hold bases with actions that bring power of their own, and call Gorgodzolla to them",
)

_TITAN = "Gorgodzolla"


def _power_here(me: Instance, seat: int, site: int, amount: int) -> int:
    return amount if seat == me.you and site == me.base else 0


def _own_actions_on(me: Me | Instance, site: int) -> list[Card]:
    """Your actions on a base, without those on the minions there."""
    return [action for action in actions_in_play(me, at=site, on_minions=False) if yours(me, action)]


def _in_play(me: Me | Instance) -> list[Card]:
    return [titan for titan in titans(me) if me.game.fact(titan).name == _TITAN]


def _summon(me: Me) -> Steps[None]:
    """Play Gorgodzolla here, or move it here. Nobody has to play a titan (titan.playing)."""
    waiting = [titan for titan in titans_beside(me) if me.game.fact(titan).name == _TITAN]
    ready = [titan for titan in waiting if can_play_titan(me, titan, only=(me.base,))]
    elsewhere = [titan for titan in _in_play(me) if titan.site != me.base]
    about = "Gorgodzolla, to come here" + (", or none" if ready else "")
    titan = yield from choose(me, about, [*ready, *elsewhere], optional=bool(ready))
    if titan in elsewhere:
        yield from move(me, titan, me.base)
    elif titan is not None:
        yield from play_titan(me, titan, only=(me.base,))


# --- minions

kaijookey = kaiju.minion(
    "Kaijookey", power=4, copies=1, text="[ongoing] This minion has +1 power for each of your actions on this base."
)


@kaijookey.own_power
def swell(me: Instance) -> int:
    return len(_own_actions_on(me, me.base))


tiny_priestesses = kaiju.minion(
    "Tiny Priestesses", power=3, copies=1, text="[on-play] Play Gorgodzolla here, or move it here."
)


@tiny_priestesses.on_play
def sing(me: Me) -> Steps[None]:
    yield from _summon(me)


johnny = kaiju.minion(
    "Johnny",
    power=2,
    copies=1,
    text="[on-play] You may return one of your actions on a base to your hand and play it here as an extra action.",
)


@johnny.on_play
def call_for_help(me: Me) -> Steps[None]:
    own = [action for site in me.table.sites for action in _own_actions_on(me, site)]
    action = yield from choose(me, "one of your actions to bring here, or none", own, optional=True)
    if action is not None and (yield from return_to_hand(me, action)) and action in hand(me):
        yield from play_certain(me, action, only=(me.base,))


# --- actions

kaiju_alliance = kaiju.action(
    "Kaiju Alliance", copies=2, text="[on-play] Each base's breakpoint is 4 lower until the end of the turn."
)


@kaiju_alliance.on_play
def shake_the_earth(me: Me) -> None:
    for site in me.table.sites:
        change_breakpoint(me, site, -4)


kaiju_conflict = kaiju.action("Kaiju Conflict", copies=2, text="[on-play] Play two extra actions.")


@kaiju_conflict.on_play
def clash(me: Me) -> Steps[None]:
    yield from extra_play(me, "action", times=2)


oh_no = kaiju.action(
    "Oh, No!",
    kind="on-base",
    copies=1,
    text="Play on a base. [on-play] Play Gorgodzolla here, or move it here. [ongoing] You have 2 more power here.",
)


@oh_no.on_play
def here_it_comes(me: Me) -> Steps[None]:
    yield from _summon(me)


@oh_no.power_of_player
def panic(me: Instance, seat: int, site: int) -> int:
    return _power_here(me, seat, site, 2)


pick_up_a_bus = kaiju.action(
    "Pick Up a Bus",
    copies=2,
    text="[on-play] Put an action that is played on a base from your discard pile into your hand.",
)


@pick_up_a_bus.on_play
def grab(me: Me) -> Steps[None]:
    lost = [card for card in discard_pile(me) if me.game.fact(card).kind == "on-base"]
    action = yield from choose(me, "an action to take into your hand", lost)
    if action is not None:
        yield from take(me, action)


radioactive_breath = kaiju.action(
    "Radioactive Breath",
    kind="on-base",
    copies=3,
    text="Play on a base. [on-play] Destroy any number of minions of power 2 or less here. [ongoing] You have 3 more power"
    " here.",
)


@radioactive_breath.on_play
def exhale(me: Me) -> Steps[None]:
    weak = [minion for minion in minions(me, at=me.base) if power(me.game, minion) <= 2]
    chosen = yield from choose_some(me, "any number of minions here to destroy", weak)
    if chosen:
        yield from destroy(me, *chosen)


@radioactive_breath.power_of_player
def glow(me: Instance, seat: int, site: int) -> int:
    return _power_here(me, seat, site, 3)


stomp = kaiju.action(
    "Stomp",
    kind="on-base",
    copies=2,
    text="Play on a base. [on-play] Its breakpoint is 3 lower until the end of the turn. [ongoing] You have 2 more power"
    " here.",
)


@stomp.on_play
def flatten(me: Me) -> None:
    change_breakpoint(me, me.base, -3)


@stomp.power_of_player
def tread(me: Instance, seat: int, site: int) -> int:
    return _power_here(me, seat, site, 2)


tail_smash = kaiju.action(
    "Tail Smash",
    kind="on-base",
    copies=1,
    text="Play on a base. [on-play] Destroy a minion of power 3 or less here that you do not control. [ongoing] You have 4"
    " more power here.",
)


@tail_smash.on_play
def sweep(me: Me) -> Steps[None]:
    weak = [minion for minion in foreign_minions(me, at=me.base) if power(me.game, minion) <= 3]
    minion = yield from choose(me, "a minion here to destroy", weak)
    if minion is not None:
        yield from destroy(me, minion)


@tail_smash.power_of_player
def swing(me: Instance, seat: int, site: int) -> int:
    return _power_here(me, seat, site, 4)


the_folly_of_men = kaiju.action(
    "The Folly of Men",
    kind="on-base",
    copies=1,
    text="Play on a base. [ongoing] Other players' cards can't destroy your minions here or your other actions on this"
    " base. [ongoing] You have 2 more power here.",
)


@the_folly_of_men.forbids("destroy")
def shells_bounce_off(me: Instance, effect: Effect) -> bool:
    card = me.table.cards[effect.card]
    at_a_base = card.zone == "minions" or card.zone == "actions"
    sheltered = at_a_base and card.site == me.base and card is not me.card
    return sheltered and yours(me, card) and of_other_players(me, effect)


@the_folly_of_men.power_of_player
def tower_above(me: Instance, seat: int, site: int) -> int:
    return _power_here(me, seat, site, 2)


there_goes_tokyo = kaiju.action(
    "There Goes Tokyo",
    copies=1,
    text="[on-play] If Gorgodzolla is in play, destroy its base and the other cards there. Move Gorgodzolla to another base"
    " and replace the destroyed base.",
)


@there_goes_tokyo.on_play
def lay_waste(me: Me) -> Steps[None]:
    """A card that can't be destroyed is discarded as the base leaves (term.leave-play)."""
    titan = yield from choose(me, "the Gorgodzolla whose base is destroyed", _in_play(me), affects=False)
    if titan is None or not possible(me.game, effect(me, "destroy", me.game.card(me.table.sites[titan.site].base))):
        return
    site, began = titan.site, len(me.game.log)
    yield from destroy(me, *(card for card in cards_at(me, at=site) if card is not titan))
    refuge = yield from choose_base(me, "the base to move Gorgodzolla to", other_bases(me, site))
    if refuge:
        yield from move(me, titan, refuge)
    yield from remove_base(me, site, "destroyed", since=began)
    add_base(me.game, by=me.by, rule="score.replace-base")


they_say_hes_got_to_go = kaiju.action(
    "They Say He's Got to Go", copies=1, text="[on-play] Move any player's titan to another base."
)


@they_say_hes_got_to_go.on_play
def chase_off(me: Me) -> Steps[None]:
    titan = yield from choose(me, "a titan to move", titans(me) if len(me.table.sites) > 1 else [])
    if titan is not None:
        site = yield from choose_base(me, "the base to move it to", other_bases(me, titan.site))
        if site:
            yield from move(me, titan, site)


wade_through_the_buildings = kaiju.action(
    "Wade Through the Buildings",
    kind="on-base",
    copies=1,
    text="Play on a base. [on-play] Destroy all other players' actions on this base. [ongoing] You have 4 more power here.",
)


@wade_through_the_buildings.on_play
def crush(me: Me) -> Steps[None]:
    actions = actions_in_play(me, at=me.base, on_minions=False)
    yield from destroy_all(me, [action for action in actions if not yours(me, action)])


@wade_through_the_buildings.power_of_player
def wade(me: Instance, seat: int, site: int) -> int:
    return _power_here(me, seat, site, 4)


# --- the titan

gorgodzolla = kaiju.titan(
    "Gorgodzolla",
    text="[special] Instead of your regular minion play, you may play this titan on a base where you have two or more"
    " actions, on the base or on minions there. [ongoing] After you play an action or a minion on this base, put a +1 power"
    " counter on this titan. [ongoing] After you play an action on this base, you may draw a card.",
)


def _bases_with_two_actions(me: Me | Instance) -> list[int]:
    return [site for site in me.table.sites if sum(yours(me, card) for card in actions_in_play(me, at=site)) >= 2]


@gorgodzolla.on_your_turn(
    zone="beside", when=lambda me: can_play_titan(me, only=_bases_with_two_actions(me), instead_of=("minion",))
)
def rise_from_the_sea(me: Me) -> Steps[None]:
    yield from play_titan(me, only=_bases_with_two_actions(me), instead_of=("minion",))


def _played_here(me: Instance, played: CardPlayed) -> bool:
    return played.seat == me.you and (played.to == "minions" or played.to == "actions")


@gorgodzolla.after(CardPlayed, here=True, when=_played_here)
def grow(me: Me, played: CardPlayed) -> Steps[None]:
    yield from place_counters(me, me.card)


@gorgodzolla.after(
    CardPlayed, here=True, may=True, when=lambda me, played: played.seat == me.you and played.to == "actions"
)
def feed_on_the_chaos(me: Me, played: CardPlayed) -> None:
    draw_cards(me)
