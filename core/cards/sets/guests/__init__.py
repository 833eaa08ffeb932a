"""Guests: single cards of factions that are not built: those that the rulebooks use in their examples, and their titans.

For scenarios, situations and the analysis board only: they have no faction to choose, their bases are in no base deck, and
no player can bring their titans.
"""

TITLE = "Guests"
NUMBER = 8
