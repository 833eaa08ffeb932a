"""A word in two words."""

from __future__ import annotations

from core.cards.language import *

typos = Faction("Typos", set="typos", playable=False)
warden = typos.minion("Warden", power=3, copies=1, text="Misspelled.")


@warden.on_play
def cheer(me: Me) -> Steps[None]:
    yield from boost(me, me.card, 1, until="next turn")  # type: ignore[arg-type]
