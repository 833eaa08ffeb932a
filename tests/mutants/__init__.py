"""Rules changed at random, one place at a time: do scenarios and tests notice? `make mutants`."""
