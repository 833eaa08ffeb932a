"""The immutable event types and the log: what happened at the table, in order, and why. Imports no other package of
ours."""
