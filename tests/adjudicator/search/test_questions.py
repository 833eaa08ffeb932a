"""The judged questions: the right entry is among the first three, and there is always an answer."""

from fnmatch import fnmatch
from pathlib import Path

import pytest

from adjudicator.search.index import load
from adjudicator.search.query import Search

FLOOR = 88
"""Percent of the questions whose answer must be among the first three."""


FILES = (
    "questions.txt",
    "more_questions.txt",
    "slang_questions.txt",
    "later_questions.txt",
    "table_questions.txt",
    "unseen_questions.txt",
    "fresh_questions.txt",
    "held_back_questions.txt",
)


def judged(file: str) -> list[tuple[str, list[str]]]:
    """Return the questions of a file, each with patterns of the entries that answer it."""
    lines = (Path(__file__).parent / file).read_text(encoding="utf-8").splitlines()
    pairs = [line.split(" => ") for line in lines if " => " in line]
    return [(question, [text.strip() for text in right.split(",")]) for question, right in pairs]


@pytest.fixture(scope="module")
def search() -> Search:
    return Search(load())


def test_there_are_enough_questions_and_each_has_an_answer_in_the_index(search):
    keys = [f"{item.kind}:{item.id}" for item in search.index.items]
    questions = [question for file in FILES for question in judged(file)]
    assert len(questions) >= 600
    for question, right in questions:
        assert any(fnmatch(key, pattern) for key in keys for pattern in right), question


@pytest.mark.parametrize("file", FILES)
def test_the_right_entry_is_among_the_first_three(search, file):
    missed = []
    for question, right in judged(file):
        best = [f"{hit.item.kind}:{hit.item.id}" for hit in search.find(question).hits[:3]]
        assert best, f"nothing found: {question}"
        if not any(fnmatch(key, pattern) for key in best for pattern in right):
            missed.append(f"{question}: {best}")
    found = len(judged(file)) - len(missed)
    assert 100 * found >= FLOOR * len(judged(file)), "\n".join(missed)
