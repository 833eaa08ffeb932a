"""The bases of Teens."""

from __future__ import annotations

from core.cards.language import *

bases = BaseSet("teens")

cabin_in_the_woods = bases.base(
    "Cabin in the Woods",
    faction="teens",
    breakpoint=24,
    vp=(4, 3, 1),
    text="While a player has two or more minions here, their minions here have +2 power.",
)


@cabin_in_the_woods.power_of_minions
def stick_together(me: Instance, minion: Card) -> int:
    return 2 if minion.site == me.base and len(minions(me, at=me.base, of=minion.controller)) >= 2 else 0


montridge_high = bases.base(
    "Montridge High",
    faction="teens",
    breakpoint=20,
    vp=(4, 2, 1),
    text="After you play a minion here, put a +1 power counter on one of your minions here with a different name.",
)


@montridge_high.after(CardPlayed, here=True, when=minion_played)
def popularity(me: Me, played: CardPlayed) -> Steps[None]:
    names = names_of(me.game, me.table.cards[played.card])
    others = [minion for minion in minions(me, at=me.base, of=me.you) if not names & names_of(me.game, minion)]
    minion = yield from choose(me, "one of your minions here that gets a counter", others)
    if minion is not None:
        yield from place_counters(me, minion)
