"""Rulings: what happens, under its cause, with the passage that says so; and where the rulebooks disagree."""

from __future__ import annotations

from adjudicator.rulebooks.catalogue import catalogue
from adjudicator.rulebooks.coverage import exercises, rule_coverage
from adjudicator.rulings.markdown import markdown
from adjudicator.rulings.ruling import passage, rule_on, told_lines
from adjudicator.scenarios import parse
from core.printed.definitions import all_definitions

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


def test_consequences_stand_under_their_cause_with_their_rule_which_is_quoted_once():
    ruling = rule_on(parse(TIE), "EMD")
    (scoring, *_) = ruling.parts[0].consequences
    award = next(consequence for consequence in scoring.then if consequence.rule == "score.ties")
    assert [consequence.rule for consequence in award.then] == ["score.places"] * 3
    assert ruling.rules[0] == "score.ties"  # the one the file names comes first
    assert ruling.rules.count("score.places") == 1
    assert "EMD p. 9" in ruling.passages[0].citation
    assert not ruling.failures


def test_rules_the_file_names_but_the_run_did_not_use_are_listed_apart():
    ruling = rule_on(parse(PRESENCE), "EMD")
    assert [rule_id.rule for rule_id in ruling.not_used] == ["score.presence", "score.ready"]


def test_phases_in_which_nothing_happens_are_left_out():
    told = told_lines(rule_on(parse(TIE), "EMD"))
    assert not any(": Score Bases" in line or ": Start Turn" in line for line in told)


def test_a_reading_is_admitted():
    assert "two readings" in passage("score.presence", "AL9K").reading
    assert "two readings" in passage("reading.presence", "AL9K").reading
    assert "two readings" not in passage("score.presence", "AL9K", ["reading.presence"]).reading


def test_markdown_has_steps_result_and_rules():
    text = markdown(rule_on(parse(TIE), "CND"))
    assert text.startswith("## Tied (CND)")
    assert "**Verdict:** vanilla base 20 scores: Ana 1st (4 VP), Ben 1st (4 VP), Cleo 3rd (1 VP);" in text
    assert "```text" in text
    assert "`score.ties`" in text


def test_rules_and_scenarios_are_linked():
    covered = {row.rule: row for row in rule_coverage()}
    rules = catalogue().rules.values()
    assert set(covered) == {rule.id for rule in rules if not (rule.settles or rule.material or rule.needs)}
    assert covered["score.ties"].missing == ()


def test_material_is_not_counted_among_the_rules_of_play():
    material = {rule.id for rule in catalogue().rules.values() if rule.material}
    assert {"setup.supplies", "term.titan", "setup.mats", "counters.exchange"} <= material
    assert not material & {covered.rule for covered in rule_coverage()}
    assert not material & {rule for exercised in exercises() for rule in exercised.rules}


def test_every_statement_is_exercised_by_a_scenario():
    assert {covered.rule: covered.missing for covered in rule_coverage() if covered.missing} == {}


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
