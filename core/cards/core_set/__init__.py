"""The Core Set (2012): its factions and its sixteen bases."""

from core.cards.core_set import aliens, bases, dinosaurs, pirates

__all__ = ["aliens", "bases", "dinosaurs", "pirates"]
