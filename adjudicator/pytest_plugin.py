"""A pytest plugin: scenario files are tests.

Name the folders in the ini option `smashup_scenarios`; every `*.toml` under them is collected as one test, which puts
the scenario to all its editions and, where a golden trace lies beside it, compares that too.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    """The option that names the folders."""
    parser.addini("smashup_scenarios", "Folders of Smash Up scenario files to collect as tests.", "paths", [])


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    """Scenario files under the folders of the option."""
    if file_path.suffix != ".toml":
        return None
    folders: list[Path] = parent.config.getini("smashup_scenarios")
    if not any(file_path.is_relative_to(folder) for folder in folders):
        return None
    file: ScenarioFile = ScenarioFile.from_parent(parent, path=file_path)
    return file


class ScenarioFile(pytest.File):
    """A scenario file."""

    def collect(self) -> Iterator[pytest.Item]:
        """Its one test."""
        yield ScenarioTest.from_parent(self, name="scenario")


class Failed(Exception):
    """What is not as the scenario has it, in its own words."""


class ScenarioTest(pytest.Item):
    """A scenario in all its editions."""

    def runtest(self) -> None:
        """Run it; a file that cannot be read fails as well."""
        from adjudicator.scenarios.checking import check_file
        from adjudicator.scenarios.golden import trace_path

        checked = check_file(self.path)
        wrong = list(checked.failures)
        if checked.diff and trace_path(self.path).exists():
            wrong.append(checked.diff)
        if wrong:
            raise Failed("\n".join(wrong))

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """A failure in the scenario's own words, without a traceback."""
        return str(excinfo.value) if isinstance(excinfo.value, Failed) else super().repr_failure(excinfo)

    def reportinfo(self) -> tuple[Path, int, str]:
        """Where it is."""
        return self.path, 0, self.path.stem
