"""The rules of the books: set-up, the turn, playing, scoring, burying, stasis, duels, and re-running them over a
log."""
