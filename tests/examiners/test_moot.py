"""The fast part of the examiner of moot questions, and proof that it tells a moot question from one that matters."""

from __future__ import annotations

from pathlib import Path

import pytest

from adjudicator.scenarios.load import load
from adjudicator.scenarios.run import Run
from core.printed.definitions import definition
from events.questions import NextInOrder, Use
from events.vocabulary import Asked
from tests.examiners import moot

SCENARIOS = Path(__file__).parents[2] / "fixtures" / "scenarios"


def order_question(path: str) -> tuple[list, NextInOrder]:
    """A scenario's log up to the first question about an order, and that question."""
    log = Run(load(SCENARIOS / path), "EMD").outcome().log
    for event in log:
        if isinstance(event, Asked) and isinstance(event.question, NextInOrder):
            return log[: event.position], event.question
    raise AssertionError(f"{path} asks for no order")


def test_no_question_is_asked_in_vain():
    found = moot.play_round(1, 6)
    assert not found.findings, "\n".join(str(finding) for finding in found.findings)
    assert len(found.kinds) > 5, "questions of many kinds were tried"
    assert found.offers > 50


def test_a_talent_that_misjudges_itself_is_found(monkeypatch: pytest.MonkeyPatch):
    game = Run(load(SCENARIOS / "monster-smash/mad-scientists/the-monster-without-counter.toml"), "EMD").game
    game.begin()
    assert game.question is not None
    use = next(option for option in game.question.options if isinstance(option, Use))
    assert moot.misjudged(game, use) == ""
    monster = definition("mad-scientists/the-monster").abilities[0]
    monkeypatch.setattr(monster, "has_effect", lambda me: True)
    assert "can change nothing" in moot.misjudged(game, use)


def test_a_question_that_is_always_moot_is_found():
    found = moot.Mootness()
    found.tried["a color"], found.moot["a color"], found.examples["a color"] = moot.OFTEN, moot.OFTEN, "everywhere"
    found.tried["a base"], found.moot["a base"], found.examples["a base"] = moot.OFTEN + 1, moot.OFTEN, "mostly"
    assert [finding.what for finding in found.findings] == ["always moot: a color"]
    found.orders.add("a color")
    assert not found.findings, "whether different abilities affect each other depends on the table"


def test_an_order_that_matters_is_not_moot():
    log, question = order_question("awesome-level-9000/bear-cavalry/cub-scout-two-at-once.toml")
    assert moot.is_about_one_ability(question)
    assert not moot.is_moot(log, question)


def test_an_order_that_does_not_matter_is_moot(monkeypatch: pytest.MonkeyPatch):
    portal = definition("base/rooftop-portal").abilities[0]
    monkeypatch.setattr(portal, "regardless", ())
    log, question = order_question("excellent-movies-dudes/bases/rooftop-portal-two-at-once.toml")
    assert moot.is_moot(log, question)
