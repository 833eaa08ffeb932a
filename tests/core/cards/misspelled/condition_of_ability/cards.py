"""A misspelling in the condition of an ability."""

from __future__ import annotations

from core.cards.language import *

typos = Faction("Typos", set="typos", playable=False)
warden = typos.minion("Warden", power=3, copies=1, text="Misspelled.")


@warden.after(CardPlayed, when=lambda me, played: me.game.fact(me.table.cards[played.card]).kind == "on-bsae")  # type: ignore[comparison-overlap]
def frown(me: Me, played: CardPlayed) -> None:
    draw_cards(me)
