"""A pytest plugin: scenario files are tests.

Name the folders in the ini option `smashup_scenarios`. Every `*.toml` below them is collected as one test, which runs
the scenario under all its editions and, if there is a golden trace beside it, compares that too.

The rules run in a separate process, one for each process of pytest: the project under test may have packages called
`core` or `events`, and must find its own.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from smashup._paths import PACKAGES_FOLDER

_START = "import sys; sys.path.insert(0, sys.argv[1]); from adjudicator.scenarios.service import main; main()"


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the ini option that names the folders."""
    parser.addini("smashup_scenarios", "Folders of Smash Up scenario files to collect as tests.", "paths", [])


def pytest_configure(config: pytest.Config) -> None:
    """Create the checker of this session. It starts with the first scenario."""
    config.stash[_JUDGE] = Judge()


def pytest_unconfigure(config: pytest.Config) -> None:
    """Stop the checker when the session ends."""
    config.stash[_JUDGE].dismiss()


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    """Collect scenario files under the folders of the option."""
    if file_path.suffix != ".toml":
        return None
    folders: list[Path] = parent.config.getini("smashup_scenarios")
    if not any(file_path.is_relative_to(folder) for folder in folders):
        return None
    file: ScenarioFile = ScenarioFile.from_parent(parent, path=file_path)
    return file


class Judge:
    """The process that checks scenarios. Requests and replies are lines."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[str] | None = None

    def wrong_with(self, path: Path) -> list[str]:
        """Return the failures of a scenario."""
        process = self._process = self._process or self._start()
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            process.stdin.write(json.dumps({"check": str(path)}) + "\n")
            process.stdin.flush()
            answer = json.loads(process.stdout.readline())
            wrong: list[str] = answer["wrong"]
        except (OSError, ValueError):
            return [f"The process that checks scenarios broke off.\n{self._last_words()}".strip()]
        except BaseException:  # given up halfway: its answer must not be taken for that to the next question
            self.dismiss(at_once=True)
            raise
        return wrong

    def dismiss(self, *, at_once: bool = False) -> None:
        """End the process by closing its input."""
        process, self._process = self._process, None
        if process is None:
            return
        if at_once:
            process.kill()
        process.communicate()

    def _start(self) -> subprocess.Popen[str]:
        self._complaints = tempfile.TemporaryFile("w+", encoding="utf-8", errors="replace")  # noqa: SIM115
        return subprocess.Popen(
            [sys.executable, "-P", "-c", _START, str(PACKAGES_FOLDER)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._complaints,
            encoding="ascii",
        )

    def _last_words(self) -> str:
        self.dismiss(at_once=True)
        self._complaints.seek(0)
        return self._complaints.read()


_JUDGE = pytest.StashKey[Judge]()


class ScenarioFile(pytest.File):
    """A scenario file."""

    def collect(self) -> Iterator[pytest.Item]:
        """Yield the file's one test."""
        yield ScenarioTest.from_parent(self, name="scenario")


class Failed(Exception):
    """Raised with the failures of a scenario, in its own words."""


class ScenarioTest(pytest.Item):
    """A scenario in all its editions."""

    def runtest(self) -> None:
        """Run the scenario. A file that cannot be read fails, too."""
        if wrong := self.config.stash[_JUDGE].wrong_with(self.path):
            raise Failed("\n".join(wrong))

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """Return a failure in the scenario's own words, without a traceback."""
        return str(excinfo.value) if isinstance(excinfo.value, Failed) else super().repr_failure(excinfo)

    def reportinfo(self) -> tuple[Path, int, str]:
        """Return the location of the test."""
        return self.path, 0, self.path.stem
