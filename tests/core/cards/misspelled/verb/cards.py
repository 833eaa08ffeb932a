"""A prohibition of a verb that does not exist."""

from __future__ import annotations

from core.cards.language import *

typos = Faction("Typos", set="typos", playable=False)
warden = typos.minion("Warden", power=3, copies=1, text="Misspelled.")


@warden.forbids("destory")  # type: ignore[arg-type]
def keep_safe(me: Instance, effect: Effect) -> bool:
    return True
