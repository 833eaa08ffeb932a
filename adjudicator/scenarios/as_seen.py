"""Writes a position as one player sees it: a scenario with `vanilla 0` in place of every card that the player does not know.

It is built from the player's `View` alone, so it cannot tell more. It states the table as it is now, without steps.
"""

from __future__ import annotations

from adjudicator.scenarios.from_game import Stating
from events.errors import SmashUpError
from events.vocabulary import Event
from events.zones import TRANSIENT
from projections.copies import copied
from projections.renaming import cards_named
from projections.table import IN_PLAY, Card, Table
from projections.view import View

UNKNOWN = "vanilla/0"
"""The definition that stands for any unknown card; in one line it is written as `?`."""


def seen_scenario_text(view: View, title: str = "A position as one player sees it") -> str:
    """Return the table that a player sees as the text of a scenario file."""
    if not view.table.phase:
        raise SmashUpError("The game is still being set up. Choose a position after the first turn begins.")
    table, exact = _without_gaps(view.table)
    stating = Stating(table, exact_bases=exact)
    return "\n\n".join(part for part in (stating.heading(title), *stating.tables()) if part) + "\n"


def _without_gaps(seen: Table) -> tuple[Table, bool]:
    """Return a table in which every unknown card is `UNKNOWN`, and whether the whole base deck is known.

    Cards that are just resolving, set aside or laid for a duel are in the discard pile: no scenario can state them.

    Unknown bases are left out. So is what happened to cards that the player has lost from sight since.
    """
    table = copied(seen)
    new = max(table.cards, default=0)
    for card in table.cards.values():
        if not card.definition:
            card.definition, card.owner = UNKNOWN, card.controller
    for seat, player in enumerate(table.seats):
        for zone, pile in player.piles.items():
            for index, number in enumerate(pile):
                if not number:
                    new += 1
                    pile[index] = new
                    table.cards[new] = Card(new, UNKNOWN, seat, seat, zone)
    for card in [*table.cards.values()]:
        if card.zone in TRANSIENT:
            table.seats[card.owner if card.owner >= 0 else card.controller].piles["discard"].insert(0, card.number)
            card.zone = "discard"
        elif card.zone not in IN_PLAY:
            card.attached, card.stored = [], []
    exact = all(table.piles["base_deck"])
    for zone, pile in table.piles.items():
        table.piles[zone] = [number for number in pile if number]
    table.journal = [entry for entry in table.journal if _is_followed(table, entry)]
    for lasting in table.lasting:
        lasting.cards = [number for number in lasting.cards if number]
    return table, exact


def _is_followed(table: Table, event: Event) -> bool:
    """Return whether the player can still point at every card that an event names."""
    about = (getattr(event, field, 1) for field in ("card", "holder"))
    return all(about) and all(number in table.cards for number in cards_named(event))
