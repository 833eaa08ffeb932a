"""A misspelling in what a talent looks at before it is used."""

from __future__ import annotations

from core.cards.language import *

typos = Faction("Typos", set="typos", playable=False)
warden = typos.minion("Warden", power=3, copies=1, text="Misspelled.")


@warden.talent(has_effect=lambda me: has_cards_to_show(me, me.you, "drwa"))  # type: ignore[arg-type]
def leaf(me: Me) -> None:
    draw_cards(me)
