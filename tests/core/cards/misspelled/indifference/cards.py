"""An ability that would still ask for an order."""

from __future__ import annotations

from core.cards.language import *

typos = Faction("Typos", set="typos", playable=False)
warden = typos.minion("Warden", power=3, copies=1, text="Misspelled.")


@warden.start_of_turn(regardless=("evnt",))  # type: ignore[arg-type]
def stretch(me: Me) -> None:
    draw_cards(me)
