"""Cease and Desist (2016): four factions and eight bases."""

TITLE = "Cease and Desist"
NUMBER = 5
