"""Monster Smash (2014): four factions and eight bases."""

TITLE = "Monster Smash"
NUMBER = 4
