"""Teens (2023): one faction and two bases."""

TITLE = "Teens"
NUMBER = 15
