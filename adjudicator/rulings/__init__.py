"""Rulings: what happens in a situation, why, and what can come of it."""
