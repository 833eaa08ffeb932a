"""Fairies: always a choice between two small gifts, and nobody's actions stay where they were put."""

from __future__ import annotations

from core.cards.language import *

fairies = Faction(
    "Fairies", set="pretty-pretty-smash-up", style="They choose between two effects and play tricks with actions"
)

_DRAW, _DRAW_AND_ACT = "draw a card", "draw a card and play an extra action"


# --- minions

titania = fairies.minion(
    "Titania",
    power=5,
    copies=1,
    text="[on-play] Return another player's minion to its owner's hand; or play an extra minion.",
)

_RETURN, _EXTRA_MINION = "return another player's minion", "play an extra minion"


@titania.on_play
def hold_court(me: Me) -> Steps[None]:
    for part in (yield from choose_parts(me, "what to do", {_RETURN: bool(foreign_minions(me)), _EXTRA_MINION: True})):
        if part == _EXTRA_MINION:
            yield from extra_play(me, "minion")
            continue
        minion = yield from choose(me, "another player's minion to return", foreign_minions(me))
        if minion is not None:
            yield from return_to_hand(me, minion)


glymmer = fairies.minion(
    "Glymmer",
    power=4,
    copies=2,
    text="[talent] Another minion has -4 power (to a minimum of 0) until the start of your next turn; or this minion has +1"
    " power until then.",
)

_DIM, _SHINE = "another minion has -4 power", "this minion has +1 power"


@glymmer.talent()
def sparkle(me: Me) -> Steps[None]:
    others_there = minions(me, but=me.card)
    for part in (yield from choose_parts(me, "what to do", {_DIM: bool(others_there), _SHINE: True})):
        if part == _SHINE:
            yield from boost(me, me.card, 1, until="next-turn")
            continue
        minion = yield from choose(me, "another minion that gets -4 power", others_there)
        if minion is not None:
            yield from boost(me, minion, -4, until="next-turn")


puck = fairies.minion("Puck", power=3, copies=3, text="[on-play] Play an extra action; or draw a card.")

_EXTRA_ACTION = "play an extra action"


@puck.on_play
def make_merry(me: Me) -> Steps[None]:
    for part in (yield from choose_parts(me, "what to do", {_EXTRA_ACTION: True, _DRAW: True})):
        if part == _DRAW:
            draw_cards(me)
        else:
            yield from extra_play(me, "action")


tinx = fairies.minion(
    "Tinx", power=2, copies=4, text="[on-play] You may transfer an action from another minion to this one."
)


def _on_minions(me: Me | Instance) -> list[Card]:
    """Return the actions on minions, at any base."""
    return [action for action in actions_in_play(me, on_bases=False) if me.game.facts[action.host].is_minion]


@tinx.on_play
def pilfer(me: Me) -> Steps[None]:
    elsewhere = [action for action in _on_minions(me) if action.host != me.card.number]
    action = yield from choose(me, "an action to transfer to this minion, or none", elsewhere, optional=True)
    if action is not None:
        yield from transfer(me, action, host=me.card)


# --- actions

daisy_chain = fairies.action(
    "Daisy Chain",
    kind="on-minion",
    copies=2,
    raises_power=yours,
    text="Play on a minion. [ongoing] That minion has +2 power if you control it, and -2 power otherwise.",
)


@daisy_chain.power_of_host
def garland(me: Instance) -> int:
    return 2 if yours(me, me.host) else -2


enchantment = fairies.action(
    "Enchantment",
    kind="on-base",
    copies=1,
    raises_power=True,
    text="Play on a base. [on-play] Choose +1 or -1. [ongoing] All minions here have that much power more or less.",
)

_STRONGER, _WEAKER = "one power more", "one power less"


@enchantment.on_play
def weave(me: Me) -> Steps[None]:
    parts = {_STRONGER: True} if me.aim is not None else {_STRONGER: True, _WEAKER: True}
    remember(me, *(yield from choose_parts(me, "what each minion here has", parts)))


@enchantment.power_of_minions
def enthrall(me: Instance, minion: Card) -> int:
    chosen = remembered(me) if minion.site == me.base else ()
    return (_STRONGER in chosen) - (_WEAKER in chosen)


fairy_ballet = fairies.action(
    "Fairy Ballet", copies=1, text="[on-play] Draw two cards; or draw a card and play an extra action."
)

_DRAW_TWO = "draw two cards"


def _draw_and_act(me: Me) -> Steps[None]:
    draw_cards(me)
    yield from extra_play(me, "action")


@fairy_ballet.on_play
def dance(me: Me) -> Steps[None]:
    for part in (yield from choose_parts(me, "what to do", {_DRAW_TWO: True, _DRAW_AND_ACT: True})):
        if part == _DRAW_TWO:
            draw_cards(me, 2)
        else:
            yield from _draw_and_act(me)


ladybug = fairies.action(
    "Ladybug",
    kind="on-minion",
    copies=1,
    text="Play on a minion. [ongoing] That minion can't be destroyed. [talent] Transfer this action to another minion.",
)


@ladybug.forbids("destroy")
def lucky_spots(me: Instance, effect: Effect) -> bool:
    return effect.card == me.card.host


@ladybug.talent(has_effect=lambda me: len(minions(me)) > 1)
def fly_away(me: Me) -> Steps[None]:
    minion = yield from choose(me, "another minion that gets Ladybug", minions(me, but=me.host))
    if minion is not None:
        yield from transfer(me, me.card, host=minion)


leaf_armor = fairies.action(
    "Leaf Armor",
    kind="on-minion",
    copies=2,
    text="Play on a minion. [ongoing] It has: [talent] This minion has +2 power until the end of the turn.",
)


@leaf_armor.talent(grant=True)
def leaf_out(me: Me) -> Steps[None]:
    yield from boost(me, me.card, 2)


magic_acorns = fairies.action(
    "Magic Acorns",
    copies=1,
    text="[on-play] Each other player discards a card at random; or you draw a card and play an extra action.",
)

_DISCARD = "each other player discards a card"


@magic_acorns.on_play
def scatter(me: Me) -> Steps[None]:
    parts = {_DISCARD: any(hand(me, seat) for seat in others(me)), _DRAW_AND_ACT: True}
    for part in (yield from choose_parts(me, "what to do", parts)):
        if part == _DRAW_AND_ACT:
            yield from _draw_and_act(me)
            continue
        for seat in others(me):
            yield from discard_at_random(me, 1, seat=seat)


magic_ward = fairies.action(
    "Magic Ward",
    kind="on-base",
    copies=1,
    text="Play on a base. [ongoing] Other players can't play actions on this base or on minions here.",
)


@magic_ward.forbids_play
def ward_off(me: Instance, seat: int, card: Card, site: int, host: int) -> bool:
    on_base_or_minion = not host or me.game.facts[host].is_minion
    return site == me.base and on_base_or_minion and seat != me.you and me.game.fact(card).is_action


playful_tricks = fairies.action(
    "Playful Tricks",
    copies=1,
    text="[on-play] Destroy up to two actions that are on minions or bases; or play Spirit of the Forest.",
)

_UNRAVEL, _SPIRIT = "destroy up to two actions", "play Spirit of the Forest"


def _spirits(me: Me) -> list[Card]:
    # A card that lets a titan be played needs none of the conditions of the titan's own Special (titan.playing).
    beside = [titan for titan in titans_beside(me) if me.game.fact(titan) is spirit_of_the_forest]
    return [titan for titan in beside if can_play_titan(me, titan)]


@playful_tricks.on_play
def unravel(me: Me) -> Steps[None]:
    for part in (yield from choose_parts(me, "what to do", {_UNRAVEL: True, _SPIRIT: bool(_spirits(me))})):
        if part == _SPIRIT:
            for titan in _spirits(me)[:1]:
                yield from play_titan(me, titan)
            continue
        actions = [*_on_minions(me), *actions_in_play(me, on_minions=False)]
        chosen = yield from choose_some(me, "up to two actions to destroy", actions, most=2)
        if chosen:
            yield from destroy(me, *chosen)


# --- the titan

spirit_of_the_forest = fairies.titan(
    "Spirit of the Forest",
    text="[special] You may play this titan instead of both your regular minion play and your regular action play. [ongoing]"
    " Once per turn, when you use an ability that says OR, you may use both parts, in any order. [ongoing] If this titan"
    " would be removed because it loses a clash, you may move it to another base instead.",
)


@spirit_of_the_forest.on_your_turn(zone="beside", when=lambda me: can_play_titan(me, instead_of=("minion", "action")))
def awaken(me: Me) -> Steps[None]:
    yield from play_titan(me, instead_of=("minion", "action"))


@spirit_of_the_forest.rule("both-parts")
def grant_both_wishes(me: Instance, seat: int) -> bool:
    return seat == me.you and unused_this_turn(me)


def _loses_a_clash(me: Instance, effect: Effect) -> bool:
    return effect.card == me.card.number and effect.rule in CLASHES and bool(_ways_out(me))


def _ways_out(me: Me | Instance) -> list[int]:
    return [site for site in other_bases(me, me.card.site) if can_move(me, me.card, site)]


@spirit_of_the_forest.instead("remove", may=True, when=_loses_a_clash)
def slip_away(me: Me, effect: Effect) -> Steps[Effect]:
    site = yield from choose_base(me, "the base to move Spirit of the Forest to", _ways_out(me))
    return effect.becomes("move", site=site).done_by(me)
