"""The Core Set (2012): its factions and its sixteen bases."""

from core.cards.core_set import aliens, bases, dinosaurs, ninjas, pirates

__all__ = ["aliens", "bases", "dinosaurs", "ninjas", "pirates"]
