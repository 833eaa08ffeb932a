"""Oops, You Did It Again (2018): four factions and eight bases."""

from core.cards.oops_you_did_it_again import bases, cowboys, vikings

__all__ = ["bases", "cowboys", "vikings"]
