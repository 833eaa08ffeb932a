"""Excellent Movies, Dudes! (2023): four factions and eight bases."""

TITLE = "Excellent Movies, Dudes!"
NUMBER = 7
