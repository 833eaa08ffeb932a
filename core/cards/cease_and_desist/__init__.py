"""Cease and Desist (2016): four factions and eight bases."""

from importlib import import_module
from importlib.util import find_spec

for _name in ("astroknights", "changerbots", "ignobles", "star_roamers", "bases"):
    if find_spec(f"core.cards.cease_and_desist.{_name}"):
        import_module(f"core.cards.cease_and_desist.{_name}")
