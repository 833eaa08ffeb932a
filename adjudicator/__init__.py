"""Scenarios, rulings with citations, and the command line: what the rulebooks hold."""
