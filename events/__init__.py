"""The immutable vocabulary and the log: what happened at the table, in order, and why. Imports nothing of ours."""
