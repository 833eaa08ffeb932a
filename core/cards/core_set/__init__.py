"""The Core Set (2012): its factions and its sixteen bases."""

from core.cards.core_set import aliens, bases, dinosaurs, ninjas, pirates, robots, tricksters, wizards, zombies

__all__ = ["aliens", "bases", "dinosaurs", "ninjas", "pirates", "robots", "tricksters", "wizards", "zombies"]
