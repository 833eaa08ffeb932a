"""The machine that runs games: the live game, active abilities, power, effects, and the order in which they resolve.

It knows rules only through the edition in force, and cards only through their definitions.
"""
