"""The worst of our former phrases stay out of the documents, the help texts, the program, its tests, the scenarios and
the rulebook catalogue."""

from __future__ import annotations

import re

import pytest

from tests.docs.texts import (
    DOCUMENTS,
    help_texts,
    program_texts,
    prose,
    rule_texts,
    texts_of_scenarios,
    texts_of_tests,
)

PHRASES = {
    "come along": "bundled",
    "comes along": "bundled",
    "came along": "bundled",
    "anew": "again",
    "all the same": "anyway",
    "so many": "a number, or “maximum number”",
    "at the most": "at most",
    "run otherwise": "play out differently",
    "go on otherwise": "play it differently",
    "gone otherwise": "played differently",
    "decide otherwise": "decide differently",
    "what is so": "what is true",
    "is told": "say who tells whom",
    "goes by itself": "is automatic",
    "by itself": "on its own",
    "of its own accord": "on its own",
    "held against": "compared with",
    "books part": "the editions disagree",
    "as good as": "equivalent to",
}
"""Each phrase, and what to write instead. Keep this list short: it is a net for the worst, not a style guide."""

TEXTS = {name: prose(text) for name, text in DOCUMENTS.items()}


@pytest.mark.parametrize("name", TEXTS)
def test_a_document_is_in_plain_english(name):
    assert not found_in(TEXTS[name])


@pytest.mark.parametrize("name", help_texts())
def test_a_help_text_is_in_plain_english(name):
    assert not found_in(help_texts()[name])


def test_the_program_is_in_plain_english():
    assert len(program_texts()) > 300
    assert not {file: found for file, text in program_texts().items() if (found := found_in(text))}


def test_the_tests_are_in_plain_english():
    texts = texts_of_tests()
    del texts["tests/docs/test_phrases.py"]  # lists the phrases
    assert len(texts) > 200
    assert not {file: found for file, text in texts.items() if (found := found_in(text))}


def test_the_scenarios_are_in_plain_english():
    texts = texts_of_scenarios()
    assert len(texts) > 3_000
    assert not {file: found for file, text in texts.items() if (found := found_in(text))}


def test_every_question_of_a_scenario_asks_something():
    """A question that only describes the table leaves the reader to guess what is asked."""
    asked = {file: text for file, text in texts_of_scenarios(["question"]).items() if text}
    assert len(asked) > 1_500
    assert not {file: text for file, text in asked.items() if not text.rstrip('”"').endswith("?")}


def test_the_rulebook_catalogue_is_in_plain_english():
    assert not {file: found for file, text in rule_texts().items() if (found := found_in(text))}


def test_the_test_finds_phrases():
    assert found_in("The games that\n  come along are looked at anew.") == {"come along": "bundled", "anew": "again"}


def found_in(text: str) -> dict[str, str]:
    words = " ".join(text.split()).lower()
    return {phrase: instead for phrase, instead in PHRASES.items() if re.search(rf"\b{phrase}\b", words)}
