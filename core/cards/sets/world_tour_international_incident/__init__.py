"""World Tour: International Incident (2018): four factions and eight bases, in the current wording."""

TITLE = "World Tour: International Incident"
NUMBER = 11
