"""The bases of Slashers."""

from __future__ import annotations

from core.cards.language import *

bases = BaseSet("slashers")

nightmare_realm = bases.base(
    "Nightmare Realm",
    faction="slashers",
    breakpoint=22,
    vp=(5, 3, 2),
    text="Before this base scores, destroy the minion here with the least power, or all that tie for it.",
)


@nightmare_realm.before_scores()
def dont_fall_asleep(me: Me) -> Steps[None]:
    here = minions(me, at=me.base)
    least = min((power(me.game, minion) for minion in here), default=0)
    weakest = [minion for minion in here if power(me.game, minion) == least]
    # Nobody destroys them: the text names no player, and a base has none (term.credit).
    yield from destroy_all(me.for_player(-1), weakest)


camp_clear_lake = bases.base(
    "Camp Clear Lake",
    faction="slashers",
    breakpoint=20,
    vp=(4, 3, 1),
    text="After you destroy a minion here, a minion here gets as much power as that one had, until the end of the turn."
    " Once per turn, after you play a card here, you may destroy a minion here whose power is at most the number of your"
    " cards here.",
)


def _power_to_give(me: Instance, destroyed: Destroyed) -> bool:
    """Return whether a player destroyed a minion that had any power to give."""
    return minion_destroyed(me, destroyed) and destroyed.seat >= 0 and destroyed.power > 0


@camp_clear_lake.after(Destroyed, here=True, when=_power_to_give, regardless=("event",))
def body_count(me: Me, destroyed: Destroyed) -> Steps[None]:
    minion = yield from choose(me, f"a minion here that gets +{destroyed.power} power", minions(me, at=me.base))
    if minion is not None:
        yield from boost(me, minion, destroyed.power)


def _outnumbered(me: Me | Instance, seat: int) -> list[Card]:
    """Return the minions here whose power is at most the number of a player's cards here, titans, those on minions and
    buried ones included (clarify.cards-here, titan.reach, bury.status).
    """
    cards = [card for card in cards_at(me, at=me.base) if card.controller == seat]
    return [minion for minion in minions(me, at=me.base) if power(me.game, minion) <= len(cards)]


def _first_kill(me: Instance, played: CardPlayed) -> bool:
    return unused_this_turn(me, played.seat) and bool(_outnumbered(me, played.seat))


@camp_clear_lake.after(CardPlayed, here=True, may=True, still=_first_kill)
def lights_out(me: Me, played: CardPlayed) -> Steps[None]:
    minion = yield from choose(me, "a minion here to destroy", _outnumbered(me, me.you))
    if minion is not None:
        yield from destroy(me, minion)
