"""Oops, You Did It Again (2018): four factions and eight bases."""

TITLE = "Oops, You Did It Again"
NUMBER = 6
