"""Excellent Movies, Dudes! (2023): four factions and eight bases."""

from core.cards.excellent_movies_dudes import action_heroes, backtimers, bases, extramorphs, wraithrustlers

__all__ = ["action_heroes", "backtimers", "bases", "extramorphs", "wraithrustlers"]
