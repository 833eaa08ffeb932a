"""The package as others install it: the sdist, the wheel from the sdist, and that wheel in a clean environment, beside
PyPI's `fixtures` and a project that has its own `core` and `events`.

`make package` runs it (a plain run of the tests does not: it takes a minute, and needs somewhere to install from).
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import venv
import zipfile
from collections.abc import Iterable
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PUBLIC = "adjudicator/package"
FOLDERS = ("adjudicator", "core", "docs", "events", "fixtures", "projections")
"""The folders that travel along."""

OWN_TESTS = """
import sys

import core
import events
import fixtures

def test_it_is_their_own():
    assert (core.OWN, events.OWN) == ("their core", "their events")
    assert not {"projections", "adjudicator"} & set(sys.modules)

def test_fixtures_is_that_of_the_index():
    with fixtures.TempDir() as folder:
        assert folder.path
"""


def run(*command: str | Path, cwd: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run a command in a folder, without anything that leads to this checkout."""
    inherited = {key: value for key, value in os.environ.items() if not key.startswith(("PYTHON", "PYTEST", "SMASHUP"))}
    return subprocess.run(
        [str(part) for part in command],
        cwd=cwd,
        env={**inherited, "SMASHUP_DB": str(cwd / "games.db"), **environment},
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )


def succeed(*command: str | Path, cwd: Path, **environment: str) -> str:
    """What a command prints, which must succeed."""
    done = run(*command, cwd=cwd, **environment)
    assert done.returncode == 0, f"{command}: {done.returncode}\n{done.stdout}\n{done.stderr}"
    return done.stdout


def files_of(*folders: str) -> set[str]:
    """All files of the checkout in these folders."""
    found = (path for folder in folders for path in (ROOT / folder).rglob("*") if path.is_file())
    return {path.relative_to(ROOT).as_posix() for path in found if "__pycache__" not in path.parts}


def below(paths: Iterable[str], folder: str) -> set[str]:
    """Of these paths, those in a folder, as seen from there."""
    return {path.removeprefix(f"{folder}/") for path in paths if path.startswith(f"{folder}/")}


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("package")


@pytest.fixture(scope="session")
def built(folder: Path) -> Path:
    """A folder with the sdist and the wheel, which `build` makes from the sdist."""
    succeed(sys.executable, "-m", "build", "--outdir", folder / "dist", ROOT, cwd=folder)
    return folder / "dist"


@pytest.fixture(scope="session")
def sdist(built: Path) -> set[str]:
    """The files of the sdist."""
    (file,) = built.glob("*.tar.gz")
    with tarfile.open(file) as archive:
        return {name.partition("/")[2] for name in archive.getnames()}


@pytest.fixture(scope="session")
def wheel(built: Path) -> set[str]:
    """The files of the wheel."""
    (file,) = built.glob("*.whl")
    with zipfile.ZipFile(file) as archive:
        return {name for name in archive.namelist() if not name.endswith("/")}


@pytest.fixture(scope="session")
def programs(folder: Path, built: Path) -> Path:
    """Where the programs of a clean environment are, in which the wheel is installed."""
    environment = folder / "environment"
    venv.create(environment, with_pip=True)
    programs = environment / ("Scripts" if os.name == "nt" else "bin")
    (file,) = built.glob("*.whl")
    pip = (programs / "python", "-m", "pip", "install", "--quiet", "--disable-pip-version-check")
    succeed(*pip, "-c", ROOT / "constraints.txt", file, "fixtures", "pytest", "pytest-xdist", cwd=folder)
    return programs


@pytest.fixture(scope="session")
def project(folder: Path) -> Path:
    """A project with its own `core` and `events`, tests of its own, and scenarios: one holds, one does not."""
    project = folder / "project"
    situations = project / "situations"
    situations.mkdir(parents=True)
    for name in ("core", "events"):
        (project / name).mkdir()
        (project / name / "__init__.py").write_text(f"OWN = 'their {name}'\n", encoding="utf-8")
    (project / "test_own.py").write_text(OWN_TESTS, encoding="utf-8")
    (project / "pytest.ini").write_text("[pytest]\nsmashup_scenarios = situations\npythonpath = .\n", encoding="utf-8")
    tied = ROOT / "fixtures" / "scenarios" / "scoring" / "all-tied.toml"
    shutil.copy(tied, situations)
    wrong = tied.read_text(encoding="utf-8").replace("Ana = 5", "Ana = 4")
    (situations / "wrong.toml").write_text(wrong, encoding="utf-8")
    return project


# --- what is in it


def test_the_sdist_is_the_checkout(sdist):
    for folder in (*FOLDERS, "tests"):
        assert below(sdist, folder) == below(files_of(folder), folder), folder
    assert {"README.md", "LICENSE", "Makefile", "constraints.txt", "hatch_build.py", "pyproject.toml"} <= sdist


def test_the_wheel_has_all_packages_and_one_name(wheel):
    for folder in FOLDERS:
        wanted = {path for path in files_of(folder) if not path.startswith(f"{PUBLIC}/")}
        generated = {"search/index.json"} if folder == "fixtures" else set()
        assert below(wheel, f"smashup/_packages/{folder}") == below(wanted, folder) | generated, folder
    assert {path for path in below(wheel, "smashup") if not path.startswith("_packages/")} == below(
        files_of(f"{PUBLIC}/smashup"), f"{PUBLIC}/smashup"
    )
    others = {path.partition("/")[0] for path in wheel} - {"smashup"}
    assert all(re.fullmatch(r"smashup_engine-.*\.dist-info", name) for name in others), others


# --- where it is installed


def test_the_demo(programs, project):
    told = succeed(programs / "smashup", "demo", cwd=project, PYTHONPATH=".", TMPDIR=str(project))
    assert " gives the same game." in told


def test_all_scenarios_and_games(programs, project):
    checked = json.loads(succeed(programs / "smashup", "check", "--json", cwd=project, PYTHONPATH="."))
    wanted = [path for path in files_of("fixtures/scenarios", "fixtures/games") if path.endswith((".toml", ".jsonl"))]
    assert len(checked) == len(wanted)
    assert all(result["passed"] for result in checked)


@pytest.mark.parametrize("way", ["script", "module"])
def test_commands_find_what_is_bundled(programs, project, way):
    smashup = [programs / "smashup"] if way == "script" else [programs / "python", "-m", "smashup"]
    for path in ("", "."):
        assert "Ana 5 VP, Ben 5 VP, Cleo 5 VP" in succeed(
            *smashup, "ask", "scoring/all-tied", cwd=project, PYTHONPATH=path
        )
    assert succeed(*smashup, "--version", cwd=project).startswith("smashup ")
    assert succeed(*smashup, "docs", "scenarios", cwd=project).startswith("# Scenario files")
    assert "golden-emd" in succeed(*smashup, "import", "emd", "--db", f"{way}.db", cwd=project)
    refused = run(*smashup, "ask", "scoring/all-tide", cwd=project)
    assert (refused.returncode, "did you mean scoring/all-tied?" in refused.stderr) == (2, True)


def test_a_page_needs_no_extra_and_a_site_says_which(programs, project):
    smashup = programs / "smashup"
    succeed(smashup, "import", "emd", "--db", "page.db", cwd=project)
    succeed(smashup, "export", "golden-emd", "--html", "game.html", "--db", "page.db", cwd=project)
    assert (project / "game.html").read_text(encoding="utf-8").startswith("<!doctype html>")
    refused = run(smashup, "site", "reference", cwd=project)
    assert (refused.returncode, "smashup-engine[web]" in refused.stderr) == (2, True)


@pytest.mark.parametrize("arguments", [[], ["-n", "2"]], ids=["alone", "side by side"])
def test_the_plugin_leaves_their_packages_alone(programs, project, arguments):
    pytest_ = (programs / "python", "-m", "pytest", "-q", "-p", "no:cacheprovider")
    done = run(*pytest_, *arguments, cwd=project)
    assert "1 failed, 3 passed" in done.stdout, done.stdout + done.stderr
    assert "VP of Ana: expected 4, is 5" in done.stdout
    done = run(*pytest_, *arguments, "--deselect", "situations/wrong.toml", cwd=project)
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_python_api(programs, folder):
    page = (ROOT / "docs" / "PROGRAMS.md").read_text(encoding="utf-8")
    examples = folder / "programs.txt"
    examples.write_text("\n".join(re.findall(r"```python\n(.*?)```", page, re.DOTALL)), encoding="utf-8")
    succeed(programs / "python", "-m", "doctest", examples, cwd=folder)


def test_a_name_that_is_taken(programs, project):
    done = run(programs / "python", "-c", "import core; from smashup import load_game", cwd=project)
    assert done.returncode == 1
    said = done.stderr.splitlines()[-1]
    assert f"smashup needs its own package 'core', but another one ({project / 'core'}) is already loaded" in said
