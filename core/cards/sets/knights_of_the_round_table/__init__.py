"""Knights of the Round Table: one faction and two bases."""

TITLE = "Knights of the Round Table"
NUMBER = 12
