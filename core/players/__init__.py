"""Bots, and the coverage that their games reach."""
