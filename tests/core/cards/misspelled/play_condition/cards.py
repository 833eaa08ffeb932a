"""An extra play under a condition that does not exist."""

from __future__ import annotations

from core.cards.language import *

typos = Faction("Typos", set="typos", playable=False)
warden = typos.minion("Warden", power=3, copies=1, text="Misspelled.")


@warden.on_play
def call(me: Me) -> Steps[None]:
    yield from extra_play(
        me,
        "minion",
        condition="powr-at-most",  # type: ignore[arg-type]
        arguments=("2",),
    )
