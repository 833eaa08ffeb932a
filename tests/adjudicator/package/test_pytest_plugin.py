"""Scenarios as tests of another project, which has packages called as ours are."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from adjudicator.bundled import SCENARIOS
from smashup.pytest_plugin import Judge

ALL_TIED = SCENARIOS / "scoring" / "all-tied.toml"
OWN_TESTS = """
import core
import sys

def test_it_is_their_own():
    assert core.OWN
    ours = {"projections", "adjudicator", "msgspec"}
    assert not ours & set(sys.modules)
"""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A project with a `core` of its own, a test of it, a scenario that holds and one that does not."""
    (tmp_path / "core").mkdir()
    (tmp_path / "core" / "__init__.py").write_text("OWN = True\n", encoding="utf-8")
    (tmp_path / "test_own.py").write_text(OWN_TESTS, encoding="utf-8")
    (tmp_path / "pytest.ini").write_text("[pytest]\nsmashup_scenarios = situations\npythonpath = .\n", encoding="utf-8")
    situations = tmp_path / "situations"
    situations.mkdir()
    shutil.copy(ALL_TIED, situations)
    shutil.copy(ALL_TIED.with_name("golden.traces"), situations)
    wrong = ALL_TIED.read_text(encoding="utf-8").replace("Ana = 5", "Ana = 4")
    (situations / "wrong.toml").write_text(wrong, encoding="utf-8")
    return tmp_path


def run(project: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    environment = {key: value for key, value in os.environ.items() if not key.startswith("PYTEST")}
    return subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *arguments],
        cwd=project,
        env=environment,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


@pytest.mark.parametrize("arguments", [[], ["-n", "2"]], ids=["alone", "side by side"])
def test_their_tests_and_our_scenarios(project, arguments):
    done = run(project, *arguments)
    assert done.returncode == 1, done.stdout + done.stderr
    assert "1 failed, 2 passed" in done.stdout
    assert "VP of Ana: expected 4, is 5" in done.stdout
    assert "Traceback" not in done.stdout


def test_a_golden_trace_counts_where_there_is_one(project):
    trace = project / "situations" / "golden.traces"
    trace.write_text(trace.read_text(encoding="utf-8").replace("Ana 7", "Ana 8"), encoding="utf-8")
    done = run(project, "situations/all-tied.toml")
    assert done.returncode == 1
    assert "\n-   awarded vanilla base 20 (site X, totals Ana 8" in done.stdout, done.stdout
    trace.unlink()
    assert run(project, "situations/all-tied.toml").returncode == 0


class TestTheJudge:
    @pytest.fixture
    def judge(self):
        judge = Judge()
        yield judge
        judge.dismiss()

    def test_answers_one_question_after_another(self, judge, tmp_path):
        assert judge.wrong_with(ALL_TIED) == []
        process = judge._process
        (wrong,) = judge.wrong_with(tmp_path / "nowhere.toml")
        assert "cannot be read" in wrong
        assert judge.wrong_with(ALL_TIED) == []
        assert judge._process is process

    def test_one_that_broke_off_fails_one_scenario_and_is_replaced(self, judge):
        judge.wrong_with(ALL_TIED)
        judge._process.kill()
        judge._process.wait()
        (wrong,) = judge.wrong_with(ALL_TIED)
        assert wrong == "The process that checks scenarios broke off."
        assert judge.wrong_with(ALL_TIED) == []

    def test_one_that_cannot_start_says_why(self, judge, monkeypatch, tmp_path):
        monkeypatch.setattr("smashup.pytest_plugin.PACKAGES_FOLDER", tmp_path)
        monkeypatch.setenv("PYTHONPATH", str(tmp_path))
        monkeypatch.setattr("smashup.pytest_plugin._START", "raise SystemExit('there is no judge here')")
        (wrong,) = judge.wrong_with(ALL_TIED)
        assert "there is no judge here" in wrong

    def test_a_question_given_up_leaves_no_answer_behind(self, judge, monkeypatch):
        judge.wrong_with(ALL_TIED)
        with monkeypatch.context() as patch:

            def interrupted(text):
                raise KeyboardInterrupt

            patch.setattr("smashup.pytest_plugin.json.loads", interrupted)
            with pytest.raises(KeyboardInterrupt):
                judge.wrong_with(ALL_TIED)
        assert judge._process is None
        assert judge.wrong_with(ALL_TIED) == []
