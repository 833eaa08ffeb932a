"""Guests: single cards of other sets that the rulebooks use in their examples. For scenarios only.

They have no faction to choose, and their bases are in no base deck.
"""

TITLE = "Guests"
NUMBER = 8
