"""The compiled engine and the plain one lead to the same events, byte for byte.

Only where the compiled one runs: `make check-fast`. The plain one is the same checkout without what was compiled.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from core import compiled
from core.printed.editions import EDITIONS

ROOT = Path(__file__).parents[2]
pytestmark = pytest.mark.skipif(not compiled(), reason="the engine is not compiled here: make check-fast")


def told(checkout: Path) -> tuple[str, list[str]]:
    """Which engine runs in a checkout, and what the seeded games there come to."""
    path = os.pathsep.join([str(checkout), str(checkout / "adjudicator" / "package")])
    command = [sys.executable, "-m", "tests.core.seeded_games"]
    done = subprocess.run(
        command, cwd=checkout, env={**os.environ, "PYTHONPATH": path}, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    build, *games = done.stdout.splitlines()
    return build, games


def test_both_lead_to_the_same_events(tmp_path):
    source_only = shutil.ignore_patterns("*.so", "*.pyd", "__pycache__")
    for room in ("core", "events", "projections", "tests"):
        shutil.copytree(ROOT / room, tmp_path / room, ignore=source_only)
    (fast, ours), (plain, theirs) = told(ROOT), told(tmp_path)
    assert (fast, plain) == ("compiled", "plain")
    assert ours == theirs
    assert len(ours) == 9 * len(EDITIONS)
