"""Setting up a single game for people and bots: who plays, and with which factions."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Unpack

from adjudicator.tournaments.tournament import all_factions, deal
from core.printed.definitions import faction_of, printing
from core.printed.editions import edition as book
from core.rules.setup import game_begun
from events.card_types import Settings
from events.errors import SmashUpError
from events.vocabulary import GameBegun


def begun_with(
    players: list[str],
    factions: Sequence[str],
    draft: bool,
    edition: str,
    seed: int,
    *,
    first: int = -1,
    **agreed: Unpack[Settings],
) -> GameBegun:
    """Return how a game begins: with factions that are given, dealt out or drafted, and what else was agreed."""
    if draft:
        offer = _offer(len(players), factions, edition, seed)
        return game_begun(players, edition_id=edition, first=first, offer=offer, **agreed)
    pairs = _pairs(len(players), factions, edition, seed)
    return game_begun(players, pairs, edition_id=edition, first=first, **agreed)


def _offer(players: int, names: Sequence[str], edition: str, seed: int) -> list[str]:
    """Return the factions of a draft: those given, or as many random ones as the book puts on offer (setup.draft)."""
    if names:
        return list(names)
    everything = all_factions(book(edition))
    count = min(max(book(edition).draft_offer, 2 * players), len(everything))
    return random.Random(seed).sample(everything, count)


def _pairs(players: int, names: Sequence[str], edition: str, seed: int) -> list[tuple[str, str]]:
    """Two factions for each player: those given, in turn order, and chance for the rest."""
    for name in names:
        printing(name)  # Check the names first, before any message about their number.
    given = list(names)
    if len(given) % 2 or len(given) > 2 * players:
        raise SmashUpError(f"{players} players need {2 * players} factions, but {len(given)} were given.")
    pairs = [(given[index], given[index + 1]) for index in range(0, len(given), 2)]
    everything = all_factions(book(edition))
    taken = {printing(name).faction.id for name in given}
    left = [name for name in everything if faction_of(name) not in taken]
    rest = deal(left if len(left) > 1 else everything, players - len(pairs), random.Random(seed))
    return pairs + rest
