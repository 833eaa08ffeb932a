"""Search over rules, rulings, cards, factions and the glossary: one index for terminal, server and static site."""
