"""The Core Set (2012): its factions and its sixteen bases."""

TITLE = "Core Set"
NUMBER = 2
