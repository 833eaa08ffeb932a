"""The bases of It's Your Fault!"""

from __future__ import annotations

from core.cards.language import *

bases = BaseSet("its-your-fault")


# --- Sharks

shark_reef = bases.base(
    "Shark Reef",
    faction="sharks",
    breakpoint=20,
    vp=(4, 2, 1),
    text="After a minion is destroyed here, the player who destroyed it may put a +1 power counter on one of their minions.",
)


@shark_reef.after(
    Destroyed,
    here=True,
    may=True,
    offers=True,
    when=minion_destroyed,
    who=lambda me, destroyed: (destroyed.seat,) if destroyed.seat >= 0 else (),
    still=lambda me, destroyed: bool(minions(me, of=destroyed.seat)),
)
def thrive(me: Me, destroyed: Destroyed) -> Steps[None]:
    own = minions(me, of=me.you)
    minion = yield from choose(me, "one of your minions that gets a +1 power counter, or none", own, optional=True)
    if minion is not None:
        yield from place_counters(me, minion)


the_deep = bases.base(
    "The Deep",
    faction="sharks",
    breakpoint=16,
    vp=(3, 2, 2),
    text="After you play a minion of power 4 or more here, you may destroy a minion with less power here.",
)


def _mighty_newcomer(me: Me | Instance, played: CardPlayed) -> Card | None:
    """The minion that was played here, if it is still in play and has power 4 or more."""
    minion = minion_just_played(me, played)
    return minion if minion is not None and power(me.game, minion) >= 4 else None


def _weaker_here(me: Me | Instance, played: CardPlayed) -> list[Card]:
    newcomer = _mighty_newcomer(me, played)
    if newcomer is None:
        return []
    strength = power(me.game, newcomer)
    return [minion for minion in minions(me, at=me.base) if power(me.game, minion) < strength]


@the_deep.after(
    CardPlayed,
    here=True,
    may=True,
    offers=True,
    when=minion_played,
    provided=lambda me, played: _mighty_newcomer(me, played) is not None,
)
def pull_down(me: Me, played: CardPlayed) -> Steps[None]:
    minion = yield from choose(me, "a weaker minion here to destroy, or none", _weaker_here(me, played), optional=True)
    if minion is not None:
        yield from destroy(me, minion)
