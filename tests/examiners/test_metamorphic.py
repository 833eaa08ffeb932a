"""The fast part of the metamorphic examiner, and proof that it notices a change that matters."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import msgspec

from adjudicator.scenarios.load import parse
from adjudicator.scenarios.run import run
from tests.examiners import metamorphic

FIXTURES = Path(__file__).parents[2] / "fixtures"


def test_scenarios_come_out_the_same():
    trials = metamorphic.try_scenarios(metamorphic.scenarios_under(FIXTURES / "scenarios", every=7))
    assert not trials.findings, "\n".join(str(one) for one in trials.findings)
    assert all(trials.runs[name] for name in metamorphic.CHANGES), "every change was tried"


def test_a_recorded_game_comes_out_the_same():
    trials = metamorphic.try_games([FIXTURES / "games" / "al9k.jsonl"])
    assert not trials.findings, "\n".join(str(one) for one in trials.findings)
    assert trials.runs["cards renumbered"] == 1


DRAWING = """
title = "A hand counts"
steps = ["Ana: play Winds of Change"]

[[base]]
card = "vanilla 20 4/2/1"
name = "X"
Ben = ["vanilla 3"]

[player.Ana]
hand = ["Winds of Change"]

[player.Ben]
hand = ["vanilla 2"]
"""


def test_a_change_that_matters_is_noticed():
    scenario = parse(DRAWING)
    outcome = run(scenario, "EMD")

    def stronger(before):
        base = before.base[0]
        piles = {"Ben": ("vanilla 3", "vanilla 4")}
        return msgspec.structs.replace(before, base=(msgspec.structs.replace(base, minions=piles),))

    assert list(metamorphic.changed_outcome(outcome, scenario, Counter(), "nothing")) == []
    assert list(metamorphic.changed_outcome(outcome, stronger(scenario), Counter(), "one more minion"))
