"""Folds of events into read models: what is so. Imports events only."""
