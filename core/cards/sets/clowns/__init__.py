"""Clowns: one faction and two bases."""

TITLE = "Clowns"
NUMBER = 14
