"""Teens: one faction and two bases."""

TITLE = "Teens"
NUMBER = 15
