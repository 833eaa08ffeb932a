"""Oops, You Did It Again (2018): four factions and eight bases."""

from core.cards.oops_you_did_it_again import ancient_egyptians, bases, cowboys, samurai, vikings

__all__ = ["ancient_egyptians", "bases", "cowboys", "samurai", "vikings"]
