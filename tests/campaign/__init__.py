"""An attack on everything at once, for minutes or hours: `python -m tests.campaign --minutes 10`."""
