"""Awesome Level 9000 (2013): four factions and eight bases."""

TITLE = "Awesome Level 9000"
NUMBER = 1
