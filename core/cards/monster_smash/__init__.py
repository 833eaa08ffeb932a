"""Monster Smash (2014): four factions and eight bases."""

from core.cards.monster_smash import bases, giant_ants, mad_scientists, vampires, werewolves

__all__ = ["bases", "giant_ants", "mad_scientists", "vampires", "werewolves"]
