"""Clowns (2023): one faction and two bases."""

TITLE = "Clowns"
NUMBER = 14
