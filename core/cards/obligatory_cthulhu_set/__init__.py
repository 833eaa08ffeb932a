"""The Obligatory Cthulhu Set (2013): its factions and bases, and the Madness deck."""

from core.cards.obligatory_cthulhu_set import bases, innsmouth, minions_of_cthulhu

__all__ = ["bases", "innsmouth", "minions_of_cthulhu"]
