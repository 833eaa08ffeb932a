"""One mutant put to scenarios, recorded games and tests, in a process of its own: the first that notices it is enough.

The process is forked before any of the rules are loaded, and loads them with the change: no file is touched.
"""

from __future__ import annotations

import os
import resource
import signal
import sys
from collections.abc import Sequence
from contextlib import redirect_stderr, redirect_stdout
from importlib.machinery import SourceFileLoader
from io import StringIO
from pathlib import Path
from types import CodeType
from typing import Any

import pytest

from tests.mutants.operators import Mutant

ROOT = Path(__file__).parents[2]
SECONDS = 20
"""Of work for one scenario or recorded game, of which the longest take one; more goes round in circles: noticed."""
TEST_SECONDS = 240
MEMORY = 4 << 30


def load_changed(mutant: Mutant) -> None:
    """From now on the mutant's file is loaded with its change."""
    changed = ROOT / mutant.file
    as_it_is = SourceFileLoader.get_code

    def code(self: SourceFileLoader, fullname: str) -> CodeType | None:
        if Path(self.path) != changed:
            return as_it_is(self, fullname)
        return compile(mutant.applied(changed.read_bytes()), self.path, "exec", dont_inherit=True)

    SourceFileLoader.get_code = code  # type: ignore[method-assign, assignment]


def noticed_by(mutant: Mutant, files: Sequence[str]) -> str:
    """The first that notices a mutant, and how; "" if nothing does."""
    assert not [name for name in sys.modules if name.split(".")[0] in ("core", "events")], (
        "the rules are loaded already"
    )
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    signal.signal(signal.SIGVTALRM, _in_circles)
    load_changed(mutant)
    try:
        for file in files:
            if wrong := _wrong_with_tests(file) if file.endswith(".py") else _wrong_with(file):
                return f"{file}: {wrong}"
    except _Circles:
        return "it goes round in circles"
    except Exception as error:  # the rules cannot even be loaded
        return f"{type(error).__name__}: {error}"
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
    return ""


class _Circles(BaseException):
    """The time is up."""


def _in_circles(number: int, frame: Any) -> None:
    raise _Circles


def _wrong_with_tests(file: str) -> str:
    signal.setitimer(signal.ITIMER_VIRTUAL, TEST_SECONDS)
    return run_tests([file])


def _wrong_with(file: str) -> str:
    from adjudicator.scenarios.checking import check_file

    signal.setitimer(signal.ITIMER_VIRTUAL, SECONDS)
    checked = check_file(ROOT / file)
    return "" if checked.passed else (*checked.failures, "another trace")[0]


def run_tests(files: Sequence[str]) -> str:
    """What the tests in these files say; "" if they pass."""
    told = StringIO()
    os.chdir(ROOT)
    with redirect_stdout(told), redirect_stderr(told):
        code = pytest.main(["-x", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", *files])
    lines = [line for line in told.getvalue().splitlines() if line.startswith(("FAILED", "ERROR"))]
    return (lines or ["failed"])[0] if code else ""
