"""The full-screen table in a terminal: `step` walks through a game on it, `play` plays one.

Everything drawn comes from frames (adjudicator/viewer); nothing here knows rules. Only these modules import Textual,
and they are imported only when a screen is needed.
"""
