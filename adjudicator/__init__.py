"""Scenarios, rulings with citations, stored games, pages, and the command line."""
