"""The judged questions: the right entry is among the first three, there is always an answer, and JavaScript agrees."""

import json
import shutil
import subprocess
from fnmatch import fnmatch
from functools import cache
from pathlib import Path

import pytest

from adjudicator.search.index import document, load
from adjudicator.search.query import Search, SearchResults

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


@cache
def search() -> Search:
    return Search(load())


@cache
def found(question: str) -> SearchResults:
    """What Python finds, searched once for all tests of this module."""
    return search().find(question)


def test_there_are_enough_questions_and_each_has_an_answer_in_the_index():
    keys = [f"{item.kind}:{item.id}" for item in search().index.items]
    questions = [one for file in FILES for one in judged(file)]
    assert len(questions) >= 600
    for question, right in questions:
        assert any(fnmatch(key, pattern) for key in keys for pattern in right), question


@pytest.mark.parametrize("file", FILES)
def test_the_right_entry_is_among_the_first_three(file):
    missed = []
    for question, right in judged(file):
        best = [f"{hit.item.kind}:{hit.item.id}" for hit in found(question).hits[:3]]
        assert best, f"nothing found: {question}"
        if not any(fnmatch(key, pattern) for key in best for pattern in right):
            missed.append(f"{question}: {best}")
    right_ones = len(judged(file)) - len(missed)
    assert 100 * right_ones >= FLOOR * len(judged(file)), "\n".join(missed)


# --- JavaScript

SCRIPT = Path(__file__).parents[3] / "adjudicator" / "web" / "static" / "search.js"
RUN = """
const fs = require("fs");
require(process.argv[1]);
const search = new SmashupSearch(JSON.parse(fs.readFileSync(process.argv[2], "utf8")));
const questions = JSON.parse(fs.readFileSync(0, "utf8"));
const told = ({ hits, understood, noneWithAll }) => [
  hits.slice(0, 20).map(({ item, score }) => [item.kind, item.id, score]), understood, noneWithAll];
console.log(JSON.stringify(questions.map((one) => told(search.find(one)))));
"""
ODD = ["", "?!", "xyzzy", "saucy we", "Séance", "breakpiont", "haun", "saucy wench general ivan", "a b c", "1337 9000"]


@pytest.mark.skipif(shutil.which("node") is None, reason="node is not installed")
def test_javascript_and_python_rank_alike(tmp_path):
    """The browser ranks exactly as Python does, on every judged question and some odd ones."""
    files = [file.name for file in Path(__file__).parent.glob("*.txt")]
    questions = [question for file in files for question, _ in judged(file)] + ODD
    index = tmp_path / "index.json"
    index.write_bytes(document())
    done = subprocess.run(
        ["node", "-e", RUN, str(SCRIPT), str(index)],
        input=json.dumps(questions),
        capture_output=True,
        text=True,
        check=True,
    )
    for question, theirs in zip(questions, json.loads(done.stdout), strict=True):
        here = found(question)
        ours = [[hit.item.kind, hit.item.id, hit.score] for hit in here.hits[:20]]
        assert theirs == [ours, here.understood, here.none_with_all], question
