"""The Core Set (2012): its sixteen bases; its factions are not here yet."""

from core.cards.core_set import bases

__all__ = ["bases"]
