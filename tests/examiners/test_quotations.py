"""The catalogue against the stored facts about the books, and how passages are compared."""

from __future__ import annotations

from adjudicator.rulebooks.catalogue import catalogue
from tests.examiners import quotations


def test_every_difference_between_equal_words_is_marked_as_a_reading():
    findings, figures = quotations.examine(quotations.load_passages())
    assert not findings, "\n".join(str(finding) for finding in findings)
    assert figures["the same words"] > 100


def test_the_stored_facts_are_about_rules_of_the_catalogue():
    assert quotations.load_passages().keys() <= catalogue().rules.keys()


def test_spelling_makes_no_difference_to_a_passage():
    first = quotations.sentences_of("# The End\n\nA player **wins** with fifteen points. Ties play on, of course!")
    second = quotations.sentences_of("THE END\nA player wins with\nfifteen points.\n\nTies play on, of course.")
    assert first[0] == second[0] or first[0] in second[0]
    assert first[-1] == second[-1] == "ties play on of course"


def test_an_unmarked_difference_is_found():
    passages = {"setup.base-deck": {"CND": "aaaa", "OOPS": "aaaa"}}
    findings, _ = quotations.examine(passages)
    assert [finding.where for finding in findings] == ["setup.base-deck, CND and OOPS"]
    assert not quotations.examine({"setup.base-deck": {"CND": "aaaa", "OOPS": "bbbb"}})[0]
