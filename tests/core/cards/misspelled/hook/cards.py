"""A continuous ability that would listen for nothing."""

from __future__ import annotations

from core.cards.language import *

typos = Faction("Typos", set="typos", playable=False)
warden = typos.minion("Warden", power=3, copies=1, text="Misspelled.")


@warden.lasting("end-of-trun")  # type: ignore[arg-type]
def farewell(me: Me) -> None:
    draw_cards(me)
