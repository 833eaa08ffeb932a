"""Ghosts in their 2026 printing: Make Contact may be played with cards in hand, and is then destroyed."""

from __future__ import annotations

from core.cards.language import *
from core.cards.sets.awesome_level_9000.ghosts import ghosts

ghosts_2026 = ghosts.printing("2026")

make_contact = ghosts_2026.action(
    "Make Contact",
    kind="on-minion",
    copies=1,
    text="Play on a minion. [on-play] If you hold any cards, destroy this action; otherwise take control of that minion."
    " [ongoing] After this action leaves play, the minion's owner gets control of it.",
)


@make_contact.on_play
def seize(me: Me) -> Steps[None]:
    if hand(me):
        yield from destroy(me, me.card)
    elif me.card.host:
        yield from give_control(me, me.host, me.you)


@make_contact.after_leaving(when=lambda me, left: itself(me, left) and bool(left.host))
def lose_contact(me: Me, left: Leaving) -> Steps[None]:
    minion = me.game.card(left.host)
    if still_in_play(minion, left):
        yield from give_control(me, minion, minion.owner)
