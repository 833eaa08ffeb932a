"""Examiners: programs that look for errors in the rules which nobody has thought of. `make examine` runs them all."""
