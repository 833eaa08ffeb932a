"""Slashers: one faction and two bases."""

TITLE = "Slashers"
NUMBER = 13
