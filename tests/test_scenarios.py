"""Every scenario comes out as it states, in all its editions, and as its golden trace has it: one test per folder."""

from __future__ import annotations

from pathlib import Path

import pytest

from adjudicator.bundled import ROOT
from adjudicator.scenarios.checking import check_file

SCENARIOS = ROOT / "fixtures" / "scenarios"
FOLDERS = sorted({path.parent for path in SCENARIOS.rglob("*.toml")})


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: str(folder.relative_to(SCENARIOS)))
def test_scenarios(folder: Path) -> None:
    results = [check_file(path) for path in sorted(folder.glob("*.toml"))]
    assert results
    wrong = ["\n".join((result.path, *result.failures, result.diff)) for result in results if not result.passed]
    assert not wrong, "\n\n".join(wrong)
    assert not [result.path for result in results if result.new], "smashup check --update writes the missing traces"
