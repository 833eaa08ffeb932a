"""The rules of the books: set-up, the turn, playing, scoring, burying, stasis, duels; and running them again over a log."""
