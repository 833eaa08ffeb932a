"""A misspelling in a function that two cards share."""

from __future__ import annotations

from core.cards.language import *

typos = Faction("Typos", set="typos", playable=False)
warden = typos.minion("Warden", power=3, copies=1, text="Misspelled.")


def _cheer(me: Me) -> Steps[None]:
    yield from boost(me, me.card, 1, until="nextturn")  # type: ignore[arg-type]


@warden.on_play
def cheer(me: Me) -> Steps[None]:
    yield from _cheer(me)
