"""The bases of Pretty Pretty Smash Up."""

from __future__ import annotations

from core.cards.language import *

bases = BaseSet("pretty-pretty-smash-up")


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
def high_walls(me: Instance, card: Card, wanted: Effect) -> bool:
    return (
        card.site == me.base
        and card.zone == "minions"
        and wanted.player not in (card.controller, -1)
        and not me.game.facts[wanted.by].is_base
        and printed_power(me.game, card, without=wanted.by) >= 5
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
