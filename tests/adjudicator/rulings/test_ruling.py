"""Rulings: what happens, under its cause, with the passage that says so; and where the five books part."""

from __future__ import annotations

from adjudicator.rulebooks.catalogue import catalogue
from adjudicator.rulebooks.coverage import exercises, rule_coverage
from adjudicator.rulings.ruling import compare, markdown, passage, rule_on, told_lines
from adjudicator.scenarios import parse
from core.printed.definitions import all_definitions
from core.printed.editions import EDITIONS

PRESENCE = """
title = "Power without a minion"
question = "Does Ben get anything?"
rules = ["score.presence", "score.ready"]
phase = "score"
[[base]]
card = "vanilla 10 4/2/1"
name = "X"
Ana = ["vanilla 12"]
actions = { Ben = ["Aggromotive"] }
[[base]]
card = "vanilla 30 4/2/1"
"""

TIE = """
title = "Tied"
rules = ["score.ties"]
phase = "score"
seats = ["Ana", "Ben", "Cleo"]
[[base]]
card = "vanilla 20 4/2/1"
Ana = ["vanilla 10"]
Ben = ["vanilla 10"]
Cleo = ["vanilla 5"]
"""


def test_consequences_stand_under_their_cause_with_a_citation():
    ruling = rule_on(parse(TIE), "EMD")
    (scoring, *_) = ruling.parts[0].consequences
    award = next(one for one in scoring.then if one.rule == "score.ties")
    assert "EMD p. 9" in award.citation
    assert [one.rule for one in award.then] == ["score.places"] * 3
    assert not ruling.failures


def test_the_books_agree_on_ties():
    _, comparison = compare(parse(TIE), tuple(EDITIONS))
    assert [camp.editions for camp in comparison.camps] == [tuple(EDITIONS)]


def test_where_books_part_the_rule_is_named():
    text = PRESENCE.replace('Ana = ["vanilla 12"]', 'Ana = ["vanilla 12"]\nBen = ["vanilla 0"]')
    rulings, comparison = compare(parse(text), tuple(EDITIONS))
    assert [camp.editions for camp in comparison.camps] == [("AL9K", "MS", "CND"), ("OOPS", "EMD")]
    assert "score.ready" in comparison.parting_rules
    assert any("17" in line for line in told_lines(rulings[-1]))  # OOPS, EMD: 12 + 5 break the base


def test_a_reading_is_admitted():
    assert "two readings" in passage("score.presence", "AL9K").reading


def test_markdown_has_steps_result_and_rules():
    text = markdown(rule_on(parse(TIE), "CND"))
    assert text.startswith("## Tied (CND)")
    assert "**Result:** VP: Ana 4, Ben 4, Cleo 1" in text
    assert "`score.ties`" in text


def test_rules_and_scenarios_are_linked():
    covered = {one.rule: one for one in rule_coverage()}
    assert set(covered) == {rule.id for rule in catalogue().rules.values() if not rule.settles and not rule.material}
    assert covered["score.ties"].missing == ()


def test_material_is_not_counted_among_the_rules_of_play():
    material = {rule.id for rule in catalogue().rules.values() if rule.material}
    of_play = {rule for rule in material if not rule.startswith("clarify.")}
    assert of_play == {"setup.supplies", "term.titan"}
    assert not material & {one.rule for one in rule_coverage()}
    assert not material & {rule for one in exercises() for rule in one.rules}


def test_every_statement_is_exercised_by_a_scenario():
    assert {one.rule: one.missing for one in rule_coverage() if one.missing} == {}


def test_every_rule_the_engine_names_is_in_the_catalogue():
    import re
    from pathlib import Path

    import core

    named = set()
    for path in Path(core.__file__).parent.rglob("*.py"):
        named |= set(re.findall(r'rule="([^"]+)"', path.read_text(encoding="utf-8")))
    assert named
    assert named <= set(catalogue().rules)
    assert all_definitions()
