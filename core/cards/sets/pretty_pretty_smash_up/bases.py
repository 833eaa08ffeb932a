"""The bases of Pretty Pretty Smash Up."""

from __future__ import annotations

from core.cards.language import *

bases = BaseSet("pretty-pretty-smash-up")


# --- Kitty Cats

cool_cats_alley = bases.base(
    "Cool Cats' Alley",
    faction="kitty-cats",
    breakpoint=18,
    vp=(3, 2, 1),
    text="Once during each of their turns, a player may destroy one of their minions here to draw a card.",
)


def _strays(me: Me) -> list[Card]:
    """Return your minions here that can be destroyed.

    Nobody starts to pay a cost they cannot pay (resolve.dependent).
    """
    own = minions(me, at=me.base, of=me.you)
    return [minion for minion in own if possible(me.game, effect(me, "destroy", minion))]


@cool_cats_alley.on_your_turn(when=lambda me: bool(_strays(me)))
def scrap(me: Me) -> Steps[None]:
    minion = yield from choose(me, "one of your minions here to destroy", _strays(me))
    if minion is not None and (yield from destroy(me, minion)):
        draw_cards(me)


the_house_of_nine_lives = bases.base(
    "The House of Nine Lives",
    faction="kitty-cats",
    breakpoint=20,
    vp=(4, 2, 1),
    text="A minion at another base that would be destroyed may be moved here by its owner instead.",
)


def _coming_home(me: Instance, effect: Effect) -> Effect:
    owner = me.table.cards[effect.card].owner
    return effect.becomes("move", site=me.base, by=me.card.number, player=owner, seat=owner, rule="")


def _can_come_home(me: Instance, effect: Effect) -> bool:
    """Return whether a minion at another base could be moved here: what can't happen replaces nothing (void.cant-wins)."""
    card = me.table.cards[effect.card]
    elsewhere = card.zone == "minions" and card.site != me.base and card.owner >= 0
    return elsewhere and possible(me.game, _coming_home(me, effect))


@the_house_of_nine_lives.instead(
    "destroy", may=True, when=_can_come_home, who=lambda me, incoming: (me.table.cards[incoming.card].owner,)
)
def take_in(me: Me, effect: Effect) -> Effect:
    return effect.becomes("move", site=me.base).done_by(me)


# --- Mythic Horses

equaria = bases.base(
    "Equaria",
    faction="mythic-horses",
    breakpoint=25,
    vp=(5, 3, 2),
    text="After you play a minion here, you may move one of your minions at another base to here.",
)


def _herd_elsewhere(me: Me | Instance, seat: int) -> list[Card]:
    return [minion for minion in minions(me, of=seat) if minion.site != me.base]


@equaria.after(
    CardPlayed,
    here=True,
    may=True,
    offers=True,
    when=minion_played,
    still=lambda me, played: bool(_herd_elsewhere(me, played.seat)),
)
def gallop_home(me: Me, played: CardPlayed) -> Steps[None]:
    own = _herd_elsewhere(me, me.you)
    minion = yield from choose(me, "one of your minions to move here, or none", own, optional=True)
    if minion is not None:
        yield from move(me, minion, me.base)


pony_land = bases.base(
    "Pony Land",
    faction="mythic-horses",
    breakpoint=18,
    vp=(3, 2, 1),
    text="While a player has two or more minions here, their minions here can't be destroyed.",
)


@pony_land.forbids("destroy")
def stand_together(me: Instance, effect: Effect) -> bool:
    card = me.table.cards[effect.card]
    here = card.zone == "minions" and card.site == me.base
    return here and len(minions(me, at=me.base, of=card.controller)) >= 2


# --- Fairies

enchanted_glen = bases.base(
    "Enchanted Glen",
    faction="fairies",
    breakpoint=20,
    vp=(4, 2, 1),
    text="After you play an action on a minion here, draw a card.",
)


@enchanted_glen.after(
    CardPlayed,
    here=True,
    when=lambda me, played: played.to == "attached" and me.game.facts[played.host].is_minion,
)
def glimmer(me: Me, played: CardPlayed) -> None:
    draw_cards(me)


fairy_circle = bases.base(
    "Fairy Circle",
    faction="fairies",
    breakpoint=26,
    vp=(4, 3, 2),
    text="After the first time each turn that you play a minion here, you may play an extra minion here or an extra action.",
)

_MINION_HERE, _ACTION = "play an extra minion here", "play an extra action"


@fairy_circle.after(CardPlayed, here=True, may=True, grants=True, when=first_minion_here_by_its_player)
def join_the_ring(me: Me, played: CardPlayed) -> Steps[None]:
    if (yield from choose_mode(me, "what to do", (_MINION_HERE, _ACTION))) == _ACTION:
        yield from extra_play(me, "action")
    else:
        yield from extra_play(me, "minion", site=me.base)


# --- Princesses

beautiful_castle = bases.base(
    "Beautiful Castle",
    faction="princesses",
    breakpoint=22,
    vp=(4, 2, 1),
    text="Minions here of printed power 5 or more can't be affected by other players' cards.",
)


@beautiful_castle.shields
def high_walls(me: Instance, card: Card, effect: Effect) -> bool:
    return (
        card.site == me.base
        and card.zone == "minions"
        and effect.player not in (card.controller, -1)
        and not me.game.facts[effect.by].is_base
        and printed_power(me.game, card, without=effect.by) >= 5
    )


ice_castle = bases.base(
    "Ice Castle",
    faction="princesses",
    breakpoint=15,
    vp=(3, 2, 2),
    text="Minions can't be played here.",
)


@ice_castle.forbids_play
def frozen_gates(me: Instance, seat: int, card: Card, site: int, host: int) -> bool:
    return site == me.base and not host and me.game.fact(card).is_minion
