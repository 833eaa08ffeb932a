"""Names and marks that every rendering of a game shares: phases, factions, seats.

They are plain data; nothing is drawn here.
"""

from __future__ import annotations

from core.printed.definitions import printing
from events.errors import SmashUpError

SEAT_MARKS = "▲●■◆"
"""One mark per seat, to distinguish seats without color. The browser uses the same marks."""

PHASES = {"start": "Start Turn", "play": "Play Cards", "score": "Score Bases", "draw": "Draw Cards", "end": "End Turn"}


def faction_name(id: str) -> str:
    """Return a faction's printed name, or the id itself if there is no such faction."""
    try:
        return printing(id).name
    except SmashUpError:
        return id
