"""An action that would be played nowhere."""

from __future__ import annotations

from core.cards.language import *

typos = Faction("Typos", set="typos", playable=False)
warden = typos.minion("Warden", power=3, copies=1, text="Misspelled.")


leash = typos.action("Leash", kind="on-minoin", copies=1, text="Misspelled.")  # type: ignore[arg-type]
