"""An extra play for a kind of card that does not exist."""

from __future__ import annotations

from core.cards.language import *

typos = Faction("Typos", set="typos", playable=False)
warden = typos.minion("Warden", power=3, copies=1, text="Misspelled.")


@warden.on_play
def call(me: Me) -> Steps[None]:
    yield from extra_play(me, "minoin")  # type: ignore[arg-type]
