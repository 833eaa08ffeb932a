"""A continuous effect of an ability that does not exist."""

from __future__ import annotations

from core.cards.language import *

typos = Faction("Typos", set="typos", playable=False)
warden = typos.minion("Warden", power=3, copies=1, text="Misspelled.")


@warden.on_play
def foresee(me: Me) -> None:
    lasting(me, "typos/warden#remmeber")


@warden.lasting(END_OF_TURN)
def remember_it(me: Me) -> None:
    draw_cards(me)
