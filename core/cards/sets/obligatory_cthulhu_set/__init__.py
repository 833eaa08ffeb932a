"""The Obligatory Cthulhu Set (2013): its factions and bases, and the Madness deck."""

TITLE = "The Obligatory Cthulhu Set"
NUMBER = 3
