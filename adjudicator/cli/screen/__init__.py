"""The full-screen table in a terminal: `step` walks through a game on it, `play` plays one.

All that is drawn comes from frames (adjudicator/viewer); nothing here knows rules. Only these modules import Textual, and
they are imported when a screen is wanted.
"""
