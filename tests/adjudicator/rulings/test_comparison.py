"""Several editions side by side: what happened is compared, and the rules named are those that were read."""

from __future__ import annotations

import pytest

from adjudicator.rulebooks.catalogue import catalogue
from adjudicator.rulings.comparison import compare
from adjudicator.rulings.markdown import comparison_markdown
from adjudicator.scenarios import parse
from core.printed.editions import DECIDES, EDITIONS, Edition

READY = """
title = "Power that is no minion's breaks a base only in the later books"
rules = ["term.affect"]
phase = "score"
until = "draw"
[[base]]
card = "vanilla 14 4/2/1"
name = "X"
Ana = ["vanilla 12"]
Ben = ["vanilla 0"]
actions = { Ben = ["vanilla power 5"] }
"""


def test_every_field_of_an_edition_names_the_rule_it_answers():
    assert set(DECIDES) == set(Edition.__struct_fields__) - {"id", "title", "year", "newest_printings"}
    assert set(DECIDES.values()) <= set(catalogue().rules)


def test_the_rule_read_at_the_parting_is_named_not_the_one_the_author_lists():
    _, comparison = compare(parse(READY), tuple(EDITIONS))
    assert [agreement.editions for agreement in comparison.agreements] == [
        ("AL9K", "MS", "CND"),
        ("OOPS", "EMD", "HTB"),
    ]
    (divergence,) = comparison.divergences
    assert "score.ready" in comparison.parting_rules
    assert "term.affect" not in comparison.parting_rules
    assert ("Ana's victory points", "0", "4") in divergence.differences
    assert "| OOPS EMD HTB |" in comparison_markdown(comparison)


ASKED = """
title = "Uncovering is a question in one book and a window in another"
turn = "Ana"
phase = "start"
[[base]]
card = "vanilla 20 4/2/1"
name = "X"
buried = { Ana = ["vanilla 3"] }
"""


def test_how_a_question_is_put_is_no_difference():
    lines = 'steps = ["[AL9K MS CND OOPS HTB] Ana: yes", "[EMD] Ana: use vanilla 3"]\n'
    scenario = parse(ASKED.replace("[[base]]", lines + "[[base]]"))
    _, comparison = compare(scenario, tuple(EDITIONS))
    assert len(comparison.agreements) == 1, comparison.divergences


def test_editions_the_file_does_not_name_and_steps_that_cannot_be_taken_are_shown_as_such():
    scenario = parse(ASKED.replace("turn =", 'editions = ["EMD"]\nsteps = ["Ana: use vanilla 3"]\nturn ='))
    _, comparison = compare(scenario, tuple(EDITIONS))
    assert not comparison.failures
    assert comparison.agreements[0].unnamed == ("AL9K", "MS", "CND", "OOPS", "HTB")
    named = parse(ASKED.replace("turn =", 'steps = ["Ana: play vanilla 3"]\nturn ='))
    _, comparison = compare(named, tuple(EDITIONS))
    assert comparison.failures
    assert all(agreement.stuck for agreement in comparison.agreements)


@pytest.mark.parametrize("edition", EDITIONS)
def test_each_edition_still_has_its_own_ruling(edition):
    rulings, _ = compare(parse(READY), tuple(EDITIONS))
    assert edition in [ruling.edition for ruling in rulings]


def test_a_step_that_no_edition_allows_is_reported_once_with_the_reason():
    text = """
title = "t"
steps = ["Ana: play vanilla 1 at X", "Ana: play vanilla 2 at X"]
[[base]]
card = "vanilla 20 4/2/1"
name = "X"
[player.Ana]
hand = ["vanilla 1", "vanilla 2"]
"""
    _, comparison = compare(parse(text), tuple(EDITIONS))
    (agreement,) = comparison.agreements
    assert agreement.stuck == "step 2: Ana may not play vanilla 2 at X: Ana has no minion left to play this turn"
    assert len(comparison.failures) == 1
    assert comparison.failures[0].startswith("AL9K MS CND OOPS EMD HTB, step 2 ")
