"""The bases of Knights of the Round Table."""

from __future__ import annotations

from core.cards.language import *

bases = BaseSet("knights-of-the-round-table")

camelot = bases.base(
    "Camelot",
    faction="knights-of-the-round-table",
    breakpoint=22,
    vp=(5, 3, 2),
    text="Other players' cards can't affect minions of printed power 4 or more here. Once during each of their turns, a"
    " player may move one of their minions from here to another base.",
)


@camelot.shields
def shining_walls(me: Instance, card: Card, effect: Effect) -> bool:
    return (
        card.site == me.base
        and card.zone == "minions"
        and effect.player not in (card.controller, -1)
        and not me.game.facts[effect.by].is_base
        and printed_power(me.game, card, without=effect.by) >= 4
    )


def _riders(me: Me) -> list[Card]:
    return minions(me, at=me.base, of=me.you) if len(me.table.sites) > 1 else []


@camelot.on_your_turn(when=lambda me: bool(_riders(me)))
def errantry(me: Me) -> Steps[None]:
    minion = yield from choose(me, "one of your minions here to move", _riders(me))
    if minion is not None:
        site = yield from choose_base(me, "the base to move it to", other_bases(me, me.base))
        yield from move(me, minion, site)


round_table = bases.base(
    "Round Table",
    faction="knights-of-the-round-table",
    breakpoint=21,
    vp=(4, 2, 1),
    text="Each minion here has +1 power if its player has another minion of the same printed power here.",
)


@round_table.power_of_minions
def equals(me: Instance, minion: Card) -> int:
    if minion.site != me.base:
        return 0
    company = minions(me, at=me.base, of=minion.controller, but=minion)
    own = printed_power(me.game, minion)
    return int(any(printed_power(me.game, card) == own for card in company))
