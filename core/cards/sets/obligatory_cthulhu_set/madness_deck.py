"""The Madness deck: thirty cards that belong to nobody until somebody draws them."""

from __future__ import annotations

from core.cards.language import *

madness_deck = Faction("Madness deck", set="obligatory-cthulhu-set", beside="madness")

madness = madness_deck.action(
    "Madness",
    copies=30,
    tags=("madness",),
    text="[on-play] Draw two cards, or put this card back into the Madness deck.",
)

_DRAW, _BACK = "draw two cards", "put it back into the Madness deck"


@madness.on_play
def lose_it(me: Me) -> Steps[None]:
    if (yield from choose_mode(me, "what to do", (_DRAW, _BACK))) == _DRAW:
        draw_cards(me, 2)
    else:
        return_madness(me, me.card)
