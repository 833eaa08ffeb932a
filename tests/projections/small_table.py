"""A small table set by hand, to be told and compared."""

from __future__ import annotations

from core.printed.definitions import definition
from events.vocabulary import BaseArrived, CardPlayed, CardsMade, GameBegun, SeatSetup, TurnBegan
from projections.table import Table, fold

PRINTED = {
    "base/tar-pits": "Tar Pits",
    "base/jungle-oasis": "Jungle Oasis",
    "w/howler": "Howler",
    "v/big-gulp": "Big Gulp",
    "g/ghost": "Ghost",
    "g/incorporeal": "Incorporeal",
}


def name_of(id: str) -> str:
    return PRINTED.get(id) or definition(id).name


HOWLER, GULP, GHOST, GUARD = 11, 12, 21, 22
TAR_PITS, OASIS = 6, 7


def a_table() -> Table:
    """Ana has a Howler and a Big Gulp, Ben a Ghost at Tar Pits that is Incorporeal."""
    return fold(
        [
            GameBegun(
                position=1, edition="EMD", seats=(SeatSetup(name="Ana"), SeatSetup(name="Ben")), rules_version="1"
            ),
            CardsMade(
                position=2, seat=-1, zone="base_deck", first=1, definitions=("base/tar-pits", "base/jungle-oasis")
            ),
            CardsMade(position=3, seat=0, zone="hand", first=HOWLER, definitions=("w/howler", "v/big-gulp")),
            CardsMade(position=4, seat=1, zone="hand", first=GHOST, definitions=("g/ghost", "g/incorporeal")),
            TurnBegan(position=5, seat=0, number=1),
            BaseArrived(position=TAR_PITS, base=1, site=TAR_PITS),
            BaseArrived(position=OASIS, base=2, site=OASIS),
            CardPlayed(position=8, seat=1, card=GHOST, source="hand", to="minions", site=TAR_PITS),
            CardPlayed(position=9, seat=1, card=GUARD, source="hand", to="attached", host=GHOST, site=TAR_PITS),
        ]
    )
