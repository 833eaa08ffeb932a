"""The bases of Oops, You Did It Again."""

from __future__ import annotations

from core.cards.conditions import (
    TO_THE_DISCARD_PILE,
    minion_gone,
    minion_just_played,
    minion_played,
    unused_this_turn,
)
from core.cards.verbs import bury_from_hand, draw_cards, foreign_minions, hand
from core.engine.choices import choose
from core.engine.index import Instance
from core.engine.use import Me
from core.printed.definitions import BaseSet, Steps
from core.rules.duels import duel
from events.vocabulary import Buried, CardPlayed, Destroyed, Discarded

bases = BaseSet("oops-you-did-it-again")

# --- Ancient Egyptians

pyramids = bases.base(
    "Pyramids",
    faction="ancient-egyptians",
    breakpoint=21,
    vp=(4, 2, 1),
    text="Once in each of their turns a player may bury a card from their hand here.",
)


@pyramids.on_your_turn(when=lambda me: bool(hand(me, me.table.current)))
def inner_chamber(me: Me) -> Steps[None]:
    yield from bury_from_hand(me, me.base)


star_portal = bases.base(
    "Star Portal",
    faction="ancient-egyptians",
    breakpoint=17,
    vp=(3, 1, 1),
    text="After a card is buried here or an action is played on this base, its controller draws a card.",
)


def _buried_or_played_on_it(me: Instance, event: Buried | CardPlayed) -> bool:
    return isinstance(event, Buried) or event.to == "actions"


@star_portal.after(Buried, CardPlayed, here=True, when=_buried_or_played_on_it, regardless=("event",))
def from_beyond(me: Me, event: Buried | CardPlayed) -> None:
    draw_cards(me)


# --- Samurai

sakura_garden = bases.base(
    "Sakura Garden",
    faction="samurai",
    breakpoint=18,
    vp=(3, 2, 1),
    text="The first time in each turn that a minion you control here goes to the discard pile, draw a card.",
)


@sakura_garden.after(
    *TO_THE_DISCARD_PILE,
    here=True,
    when=minion_gone,
    who=lambda me, left: (left.controller,),
    still=lambda me, left: unused_this_turn(me, left.controller),
    regardless=("event", "player"),
)
def falling_petals(me: Me, left: Destroyed | Discarded) -> None:
    draw_cards(me)


shoguns_palace = bases.base(
    "Shogun's Palace",
    faction="samurai",
    breakpoint=23,
    vp=(4, 3, 1),
    text="Once in each turn, after a player plays a minion here, that player may have it duel another player's minion"
    " here. The winner's controller draws two cards.",
)


# Whether it is any one minion of the turn or strictly the first is open: read as any one, a declined duel is none.
def _may_duel(me: Instance, played: CardPlayed) -> bool:
    minion = minion_just_played(me, played)
    return (
        minion is not None
        and minion.controller == played.seat
        and minion.site == me.base
        and unused_this_turn(me, played.seat)
        and any(rival.controller != played.seat for rival in me.table.minions() if rival.site == me.base)
    )


@shoguns_palace.after(CardPlayed, here=True, may=True, when=minion_played, still=_may_duel)
def audience(me: Me, played: CardPlayed) -> Steps[None]:
    rival = yield from choose(me, "a minion here to challenge", foreign_minions(me, at=me.base))
    if rival is not None:
        result = yield from duel(me, me.table.cards[played.card], rival)
        for winner in result.winners if result is not None else ():
            draw_cards(me, 2, seat=winner.controller)
