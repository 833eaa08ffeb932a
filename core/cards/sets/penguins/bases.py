"""The bases of Penguins."""

from __future__ import annotations

from core.cards.language import *

bases = BaseSet("penguins")

ice_floe = bases.base(
    "Ice Floe",
    faction="penguins",
    breakpoint=20,
    vp=(3, 2, 1),
    text="At the start of your turn, you may put one of your minions here on the bottom of its owner's deck to play a minion"
    " off the top of your deck here as an extra minion.",
)


@ice_floe.start_of_turn(may=True, when=lambda me: bool(minions(me, at=me.base, of=me.table.current)))
def drift(me: Me) -> Steps[None]:
    minion = yield from choose(me, "one of your minions here to put under its deck", minions(me, at=me.base, of=me.you))
    if minion is not None and (yield from place_in_deck(me, minion, end="bottom")):
        yield from off_the_top(me, lambda card: me.game.fact(card).is_minion, only=(me.base,))


the_colony = bases.base(
    "The Colony",
    faction="penguins",
    breakpoint=24,
    vp=(4, 2, 1),
    text="After the first minion you play here on your turn, you may play a minion off the top of your deck here as an extra"
    " minion.",
)


def _first_on_your_turn(me: Instance, played: CardPlayed) -> bool:
    return played.seat == me.table.current and first_minion_here_by_its_player(me, played)


@the_colony.after(CardPlayed, here=True, may=True, when=_first_on_your_turn)
def huddle(me: Me, played: CardPlayed) -> Steps[None]:
    yield from off_the_top(me, lambda card: me.game.fact(card).is_minion, only=(me.base,))
