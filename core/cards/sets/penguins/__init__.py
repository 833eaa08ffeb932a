"""Penguins: one faction and two bases."""

TITLE = "Penguins"
NUMBER = 17
