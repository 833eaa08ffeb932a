"""Knights of the Round Table (2023): one faction and two bases."""

TITLE = "Knights of the Round Table"
NUMBER = 12
