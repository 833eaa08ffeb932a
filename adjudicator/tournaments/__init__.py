"""Plays and counts many games at once."""
