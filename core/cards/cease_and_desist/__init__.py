"""Cease and Desist (2016): four factions and eight bases."""

from core.cards.cease_and_desist import astroknights, bases, changerbots, ignobles, star_roamers

__all__ = ["astroknights", "bases", "changerbots", "ignobles", "star_roamers"]
