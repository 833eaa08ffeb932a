"""The bases of Clowns."""

from __future__ import annotations

from core.cards.language import *

bases = BaseSet("clowns")

clown_college = bases.base(
    "Clown College",
    faction="clowns",
    breakpoint=18,
    vp=(3, 2, 2),
    text="After the first time each turn that you play a minion here, you may put a standard action from your discard pile,"
    " picked at random, into your hand.",
)


def _standard(me: Me | Instance, seat: int) -> list[int]:
    return [card.number for card in discard_pile(me, seat) if me.game.fact(card).is_standard]


@clown_college.after(
    CardPlayed,
    here=True,
    may=True,
    when=first_minion_here_by_its_player,
    still=lambda me, played: bool(_standard(me, played.seat)),
)
def lecture(me: Me, played: CardPlayed) -> Steps[None]:
    (number,) = me.game.pick_at_random("card", _standard(me, me.you))
    yield from take(me, me.game.card(number))


the_big_top = bases.base(
    "The Big Top",
    faction="clowns",
    breakpoint=21,
    vp=(4, 2, 1),
    text="After you play a minion here, reveal the top card of your deck. If it is an action, you may discard it; otherwise it"
    " stays on top.",
)


@the_big_top.after(CardPlayed, here=True, when=minion_played)
def drum_roll(me: Me, played: CardPlayed) -> Steps[None]:
    for card in reveal_top(me):
        if me.game.fact(card).is_action and (yield from may(me, f"discard {me.game.fact(card).name}")):
            yield from discard_from_deck(me, [card])
