"""The machine that runs games: the live game, awake abilities, power, effects, and how things take their turn.

It knows no rule of a book but through the edition in force, and no card but through its definition.
"""
