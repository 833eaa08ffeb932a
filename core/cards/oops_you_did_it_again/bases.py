"""The bases of Oops, You Did It Again."""

from __future__ import annotations

from core.cards.conditions import (
    first_own_minion_here_this_turn,
    minion_destroyed,
    minion_just_played,
    minion_played,
)
from core.cards.oops_you_did_it_again.vikings import choose_deck, is_loot, put_on_own_deck
from core.cards.verbs import (
    boost,
    destroy,
    draw_cards,
    hand,
    has_cards_to_show,
    minions,
    reveal_top,
    take_for_yourself,
)
from core.engine.choices import choose, may
from core.engine.index import Instance
from core.engine.use import Me
from core.printed.definitions import BaseSet, Steps
from core.rules.duels import challenge
from events.vocabulary import CardPlayed, Destroyed
from projections.table import Card

bases = BaseSet("oops-you-did-it-again")

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
    for seat in me.game.clockwise():
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
    """The minion just played, if it is still here and somebody is here to challenge."""
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
    when=first_own_minion_here_this_turn,
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
    text="On your turn you may put a card of your hand on top of your deck to give one of your minions here +2 power until"
    " the end of the turn.",
)


@longhouse.on_your_turn(when=lambda me: bool(hand(me)) and bool(minions(me, at=me.base, of=me.you)))
def feast(me: Me) -> Steps[None]:
    if (yield from put_on_own_deck(me)):
        minion = yield from choose(me, "one of your minions here", minions(me, at=me.base, of=me.you))
        if minion is not None:
            yield from boost(me, minion, 2)
