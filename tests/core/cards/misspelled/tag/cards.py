"""A kind of card that nothing asks for."""

from __future__ import annotations

from core.cards.language import *

typos = Faction("Typos", set="typos", playable=False)
warden = typos.minion("Warden", power=3, copies=1, text="Misspelled.")


cub = typos.minion("Cub", power=1, copies=1, text="Misspelled.", tags=("microbto",))  # type: ignore[arg-type]
