"""Slashers (2023): one faction and two bases."""

TITLE = "Slashers"
NUMBER = 13
