"""A card that searches a pile that does not exist."""

from __future__ import annotations

from core.cards.language import *

typos = Faction("Typos", set="typos", playable=False)
warden = typos.minion("Warden", power=3, copies=1, text="Misspelled.")


@warden.on_play
def seek(me: Me) -> Steps[None]:
    yield from search_piles(me, "a card", yours_to_seek, ("hand", "dekc"))  # type: ignore[arg-type]


def yours_to_seek(card: Card) -> bool:
    return True
