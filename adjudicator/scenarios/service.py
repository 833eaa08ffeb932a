"""Scenarios checked on request: a line of JSON names a file, a line of JSON answers with all that is wrong with it.

For programs that cannot hold our packages themselves: the pytest plugin speaks with a process that runs this.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable
from typing import TextIO

from adjudicator.rulebooks.golden_traces import golden_trace
from adjudicator.scenarios.checking import check_file


def wrong_with(path: str) -> list[str]:
    """What is not as the scenario has it; a trace counts where there is a golden one to hold it against."""
    checked = check_file(path)
    diff = [checked.diff] if checked.diff and golden_trace(path) else []
    return [*checked.failures, *diff]


def serve(requests: Iterable[str], answers: TextIO) -> None:
    """Answer every request until there are no more."""
    for line in requests:
        path = json.loads(line)["check"]
        answers.write(json.dumps({"checked": path, "wrong": wrong_with(path)}) + "\n")
        answers.flush()


def main() -> None:
    """Serve whoever started this process; whatever else is printed must not come between the answers."""
    answers, sys.stdout = sys.stdout, sys.stderr
    serve(sys.stdin, answers)
