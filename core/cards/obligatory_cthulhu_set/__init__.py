"""The Obligatory Cthulhu Set (2013): its factions and bases, and the Madness deck."""

from core.cards.obligatory_cthulhu_set import (
    bases,
    elder_things,
    innsmouth,
    madness_deck,
    minions_of_cthulhu,
    miskatonic_university,
)

__all__ = ["bases", "elder_things", "innsmouth", "madness_deck", "minions_of_cthulhu", "miskatonic_university"]
