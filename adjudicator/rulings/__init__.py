"""Rulings: what happens in a situation and why, and what could happen next."""
