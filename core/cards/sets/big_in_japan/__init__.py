"""Big in Japan (2017): four factions and eight bases, in the current wording."""

TITLE = "Big in Japan"
NUMBER = 16
