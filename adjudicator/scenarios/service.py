"""Checks scenarios on request: a line of JSON names a file, and the answering line lists everything that is wrong with
it.

It is for programs that cannot load our packages themselves: the pytest plugin talks to a process that runs it.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable
from typing import TextIO

from adjudicator.rulebooks.golden_traces import golden_trace
from adjudicator.scenarios.checking import check_file


def wrong_with(path: str) -> list[str]:
    """Return what is wrong with a scenario. Its trace is checked only if a golden one exists."""
    checked = check_file(path)
    diff = [checked.diff] if checked.diff and golden_trace(path) else []
    return [*checked.failures, *diff]


def serve(requests: Iterable[str], answers: TextIO) -> None:
    """Answer requests until there are no more."""
    for line in requests:
        path = json.loads(line)["check"]
        answers.write(json.dumps({"checked": path, "wrong": wrong_with(path)}) + "\n")
        answers.flush()


def main() -> None:
    """Serve the parent process. Other output must not mix with the answers."""
    answers, sys.stdout = sys.stdout, sys.stderr
    serve(sys.stdin, answers)
