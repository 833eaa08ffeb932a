"""Excellent Movies, Dudes! (2023): four factions and eight bases."""

from core.cards.excellent_movies_dudes import backtimers, bases, wraithrustlers

__all__ = ["backtimers", "bases", "wraithrustlers"]
