"""Awesome Level 9000 (2013): four factions and eight bases."""

from core.cards.awesome_level_9000 import bases, bear_cavalry, ghosts, killer_plants, steampunks

__all__ = ["bases", "bear_cavalry", "ghosts", "killer_plants", "steampunks"]
