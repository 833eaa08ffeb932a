"""A change to a rule that does not exist."""

from __future__ import annotations

from core.cards.language import *

typos = Faction("Typos", set="typos", playable=False)
warden = typos.minion("Warden", power=3, copies=1, text="Misspelled.")


@warden.rule("talant-limit")  # type: ignore[arg-type]
def encore(me: Instance, card: Card) -> int:
    return 2
