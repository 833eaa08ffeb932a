"""The template of a scenario: commented, and valid as it is."""

from __future__ import annotations

from adjudicator.scenarios.toml import value


def template(title: str) -> str:
    """Return the text of a new scenario file."""
    return _TEMPLATE.replace("TITLE", value(title))


_TEMPLATE = """\
title = TITLE
question = ""                     # what a judge would be asked
# answer = ""                     # the answer in one sentence: a ruling shows it first
editions = "all"                  # or some of the rulebooks: ["OOPS", "EMD"]
examples = []                     # documented examples it stands for, such as "E02"
rulings = []                      # rulings it stands for, such as "R025"
rules = ["score.ties"]            # rules it rests on: `smashup rules` lists them
cards = []                        # ids of the cards it is about
seats = ["Ana", "Ben"]            # in turn order
turn = "Ana"                      # whose turn it is
phase = "play"                    # start, play, score, draw or end: it begins as that phase begins
# until = "draw"                  # end as that phase begins, instead of at the next real decision
# base_deck = ["Tar Pits"]        # top first; a few plain bases lie below

[[base]]
card = "vanilla 20 4/2/1"         # a plain base: breakpoint and VP; or a base by name
name = "X"                        # a nickname for the steps
Ana = ["vanilla 10"]              # the minions Ana controls here: plain ones, or cards by name
Ben = [{ card = "vanilla 5", counters = 1, name = "rival" }]
# actions = { Ana = ["Zeppelin"] }
# buried = { Ben = ["vanilla 4"] }

[player.Ana]
hand = ["vanilla 4"]
# deck = ["vanilla 1"]            # top first; ten plain minions, if it is not stated
# discard = []
# vp = 12
# plays = ["minion", "action"]    # what may still be played; this is the default

[[step]]
Ana = "play vanilla 4 at X"       # play, use, choose, yes, no, none, pass, end turn: see docs/SCENARIOS.md
expect = { total = { X = { Ana = 14, Ben = 6 } } }

[[step]]
Ana = "end turn"

[expect]                          # [expect.AL9K] replaces single keys for an edition
vp = { Ana = 4, Ben = 2 }
places = { Ana = 1, Ben = 2 }
"""
