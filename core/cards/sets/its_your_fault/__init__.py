"""It's Your Fault! (2016): five factions and ten bases, in the current wording."""

TITLE = "It's Your Fault!"
NUMBER = 9
