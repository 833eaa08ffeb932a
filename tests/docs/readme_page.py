"""The figures in README.md, taken from the loaded cards and the bundled scenarios."""

from __future__ import annotations

from textwrap import fill

from core.printed.definitions import FACTIONS, SETS, all_definitions
from core.printed.editions import EDITIONS
from tests.docs.source import ROOT

WIDTH = 120


def figures() -> str:
    """Return the points of the README that state how many factions, bases, sets, rulebooks and rulings there are."""
    definitions = all_definitions()
    factions = [faction for faction in FACTIONS.values() if faction.playable]
    sets = [id for id in SETS if any(faction.set == id for faction in factions)]
    bases = sum(card.is_base and card.set in sets for card in definitions)
    rulings = sum(1 for _ in (ROOT / "fixtures" / "scenarios").rglob("*.toml"))
    years = [edition.year for edition in EDITIONS.values()]
    points = (
        f"{len(EDITIONS)} rulebooks, from {min(years)} to {max(years)}: {', '.join(EDITIONS)}.",
        f"{len(factions)} factions and {bases} bases from {len(sets)} sets: {'; '.join(SETS[id] for id in sets)}.",
        f"More than {rulings // 100 * 100:,} bundled rulings. Each one is a test that runs through the engine.",
    )
    return "\n".join(fill(f"- {point}", WIDTH, subsequent_indent="  ", break_on_hyphens=False) for point in points)
