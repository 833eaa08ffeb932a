"""A misspelling in a constant of the module."""

from __future__ import annotations

from core.cards.language import *

typos = Faction("Typos", set="typos", playable=False)
warden = typos.minion("Warden", power=3, copies=1, text="Misspelled.")

UNDER_THE_DECK = Goes("deck", "bottom", ("hand", "disacrd"))  # type: ignore[arg-type]


@warden.on_play
def recall(me: Me) -> Steps[None]:
    yield from play_certain(me, me.card, goes=UNDER_THE_DECK)
