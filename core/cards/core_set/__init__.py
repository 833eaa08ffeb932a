"""The Core Set (2012): its factions and its sixteen bases."""

from core.cards.core_set import bases, robots, tricksters, wizards, zombies

__all__ = ["bases", "robots", "tricksters", "wizards", "zombies"]
