"""The browser ranks exactly as Python does, on every judged question and some odd ones."""

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from adjudicator.search.index import document, load
from adjudicator.search.query import Search

HERE = Path(__file__).parent
SCRIPT = HERE.parents[2] / "adjudicator" / "web" / "static" / "search.js"
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
    lines = [line for file in HERE.glob("*.txt") for line in file.read_text(encoding="utf-8").splitlines()]
    questions = [line.split(" => ")[0] for line in lines if " => " in line] + ODD
    index = tmp_path / "index.json"
    index.write_bytes(document())
    done = subprocess.run(
        ["node", "-e", RUN, str(SCRIPT), str(index)],
        input=json.dumps(questions),
        capture_output=True,
        text=True,
        check=True,
    )
    search = Search(load())
    for question, theirs in zip(questions, json.loads(done.stdout), strict=True):
        results = search.find(question)
        ours = [[hit.item.kind, hit.item.id, hit.score] for hit in results.hits[:20]]
        assert theirs == [ours, results.understood, results.none_with_all], question
