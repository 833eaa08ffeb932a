"""The bases of Oops, You Did It Again."""

from __future__ import annotations

from core.cards.language import *
from core.cards.sets.oops_you_did_it_again.vikings import choose_deck, is_loot, put_on_own_deck

bases = BaseSet("oops-you-did-it-again")


# --- Ancient Egyptians

pyramids = bases.base(
    "Pyramids",
    faction="ancient-egyptians",
    breakpoint=21,
    vp=(4, 2, 1),
    text="Once during each of their turns, a player may bury a card from their hand here.",
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


# --- Cowboys

saloon = bases.base(
    "Saloon",
    faction="cowboys",
    breakpoint=20,
    vp=(3, 2, 1),
    text="After a minion here is destroyed, each player with a minion here may draw a card.",
)


@saloon.after(Destroyed, here=True, when=minion_destroyed, each=True, may=True, regardless=("event", "player"))
def drinks_all_round(me: Me, destroyed: Destroyed) -> Steps[None]:
    for seat in all_not_ignoring(me):
        if minions(me, at=me.base, of=seat) and (yield from may(me, "draw a card", seat=seat)):
            draw_cards(me, seat=seat)


so_so_corral = bases.base(
    "So-So Corral",
    faction="cowboys",
    breakpoint=19,
    vp=(4, 2, 1),
    text="After you play a minion here, it may challenge another player's minion here to a duel. Destroy the loser.",
)


def _newcomer(me: Me | Instance, played: CardPlayed) -> Card | None:
    """Return the minion just played, if it is still here and there is a minion to challenge; otherwise None."""
    minion = minion_just_played(me, played)
    if minion is None or minion.site != me.base:
        return None
    return minion if any(rival.controller != minion.controller for rival in minions(me, at=me.base)) else None


@so_so_corral.after(
    CardPlayed,
    here=True,
    when=minion_played,
    may=True,
    offers=True,
    still=lambda me, played: _newcomer(me, played) is not None,
)
def gunfight(me: Me, played: CardPlayed) -> Steps[None]:
    minion = _newcomer(me, played)
    if minion is not None:
        challenger = minion.controller  # who destroys the loser, whichever of the two that is
        result = yield from challenge(me, minion, optional=True)
        if result is not None:
            yield from destroy(me, *result.losers, seat=challenger)


# --- Samurai

sakura_garden = bases.base(
    "Sakura Garden",
    faction="samurai",
    breakpoint=18,
    vp=(3, 2, 1),
    text="The first time each turn that a minion you control here goes to the discard pile, draw a card.",
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
    text="Once each turn, after a player plays a minion here, that player may have it duel another player's minion"
    " here. The winner's controller draws two cards.",
)


# The text leaves open whether any one minion of the turn or strictly the first may duel: we read any one, so a declined
# duel does not count.
def _may_duel(me: Instance, played: CardPlayed) -> bool:
    minion = minion_just_played(me, played)
    return (
        minion is not None
        and me.table.duel is None  # duel.one-at-a-time: that part of the base is ignored, and not used up
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


# --- Vikings

drakkar = bases.base(
    "Drakkar",
    faction="vikings",
    breakpoint=21,
    vp=(4, 2, 1),
    text="After you play your first minion here in a turn, you may reveal the top card of another player's deck. If it is an"
    " action or a minion of power 3 or less, you may put it into your hand.",
)


@drakkar.after(
    CardPlayed,
    here=True,
    when=first_minion_here_by_its_player,
    may=True,
    provided=lambda me, played: any(
        seat != played.seat and has_cards_to_show(me, seat, "reveal") for seat in me.game.clockwise()
    ),
)
def landing(me: Me, played: CardPlayed) -> Steps[None]:
    seat = yield from choose_deck(me, "reveal")
    if seat >= 0:
        loot = [card for card in reveal_top(me, seat=seat) if is_loot(me, card, 3)]
        card = yield from choose(me, "the revealed card to put into your hand, or none", loot, optional=True)
        if card is not None:
            yield from take_for_yourself(me, card)


longhouse = bases.base(
    "Longhouse",
    faction="vikings",
    breakpoint=25,
    vp=(5, 3, 2),
    text="On your turn you may put a card from your hand on top of your deck to give one of your minions here +2 power until"
    " the end of the turn.",
)


@longhouse.on_your_turn(when=lambda me: bool(hand(me)) and bool(minions(me, at=me.base, of=me.you)))
def feast(me: Me) -> Steps[None]:
    if (yield from put_on_own_deck(me)):
        minion = yield from choose(me, "one of your minions here", minions(me, at=me.base, of=me.you))
        if minion is not None:
            yield from boost(me, minion, 2)
