"""Pretty Pretty Smash Up (2016): four factions and eight bases, in the current wording."""

TITLE = "Pretty Pretty Smash Up"
NUMBER = 10
