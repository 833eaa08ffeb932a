"""The fast part of the metamorphic examiner, and proof that it notices a change that matters."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import msgspec

from adjudicator.scenarios.load import parse
from adjudicator.scenarios.run import run
from core.cards.verbs.decks import draw_cards
from core.printed.definitions import definition
from projections.equivalence import equivalence_key
from tests.examiners import metamorphic

FIXTURES = Path(__file__).parents[2] / "fixtures"


def test_scenarios_come_out_the_same():
    trials = metamorphic.try_scenarios(metamorphic.scenarios_under(FIXTURES / "scenarios", every=14))
    assert not trials.findings, "\n".join(str(finding) for finding in trials.findings)
    assert len(trials.runs) >= len(metamorphic.CHANGES) - 1, "hardly any scenario states another player's deck"


def test_a_recorded_game_comes_out_the_same():
    trials = metamorphic.try_games([FIXTURES / "games" / "al9k.jsonl"])
    assert not trials.findings, "\n".join(str(finding) for finding in trials.findings)
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


STUDYING = """
title = "Two equal cards"
steps = ["Ana: play Mystic Studies"]

[[base]]
card = "vanilla 20 4/2/1"
name = "X"

[player.Ana]
hand = ["Mystic Studies", "Mystic Studies"]

[player.Ben]
hand = ["vanilla 1"]
deck = ["vanilla 2"]
"""


def outcome_after(name, text):
    """Return what the examiner finds in a scenario under one change, and how often the change was made."""
    scenario = parse(text)
    runs: Counter[str] = Counter()
    changed = metamorphic.CHANGES[name](scenario)
    assert changed is not None
    return list(metamorphic.changed_outcome(run(scenario, "EMD"), changed, runs, name)), runs[name]


def test_every_change_can_be_made():
    inert = STUDYING.replace("Mystic Studies", "vanilla 3")
    for name in metamorphic.CHANGES:
        assert outcome_after(name, inert) == ([], 1), name


def test_equal_cards_are_swapped(monkeypatch):
    assert outcome_after(metamorphic.EQUAL_SWAPPED, STUDYING) == ([], 1)
    study = definition("wizards/mystic-studies").on_play_ability
    monkeypatch.setattr(study, "function", lambda me: draw_cards(me, 1 + me.card.number % 2))
    assert outcome_after(metamorphic.EQUAL_SWAPPED, STUDYING)[0], "one of two equal cards that draws more is noticed"


def test_an_optional_ability_that_does_something_when_declined_is_noticed(monkeypatch):
    name = "an own unrelated optional ability declined"
    assert outcome_after(name, STUDYING) == ([], 1)
    monkeypatch.setattr(metamorphic, "_declined", lambda question, table: question.options[:1])
    assert outcome_after(name, STUDYING)[0], "a use of the ability is noticed, so it was offered"


def test_a_duelist_is_unlike_an_equal_minion():
    text = """
title = "A duel beside an equal minion"
steps = ["Ana: play vanilla duel", "Ana: choose vanilla 5", "Ana: choose left"]

[[base]]
card = "vanilla 20 4/2/1"
name = "X"
Ana = ["vanilla 5"]
Ben = [{ card = "vanilla 3", name = "left" }, { card = "vanilla 3", name = "right" }]

[player.Ana]
hand = ["vanilla duel", "vanilla bury"]

[player.Ben]
hand = ["vanilla bury"]
"""
    game = run(parse(text), "OOPS").game
    assert game.table.duel is not None
    equal = [card.number for card in game.table.cards.values() if card.definition == "vanilla/3"]
    assert equivalence_key(game.table, equal[0]) != equivalence_key(game.table, equal[1])
