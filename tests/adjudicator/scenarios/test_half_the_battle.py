"""Half the Battle as the sixth edition: no scenario leaves it out, and every situation it decides is shown or listed.

What it leaves open has a reading, point by point.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

from adjudicator.bundled import SCENARIOS
from adjudicator.rulebooks.catalogue import catalogue
from adjudicator.rulebooks.golden_traces import golden_trace
from adjudicator.scenarios import Scenario, load, scenario_files
from core.printed.editions import DEFAULT

ROOT = Path(__file__).parents[3]
TRUST = (ROOT / "docs" / "TRUST.md").read_text(encoding="utf-8")
SECTION = TRUST.partition("## Half the Battle, situation by situation\n")[2].partition("\n## ")[0]
ROWS = [line.strip("|").split("|") for line in SECTION.splitlines() if line.startswith("| ") and "H" in line]
SITUATIONS = {f"H{number:02}" for number in range(1, 99)}


@cache
def scenarios() -> tuple[Scenario, ...]:
    return tuple(load(path) for path in scenario_files([SCENARIOS]))


def shown() -> set[str]:
    """The situations that scenarios name which run under HTB."""
    return {
        id
        for scenario in scenarios()
        if "HTB" in scenario.in_editions
        for id in scenario.examples
        if id.startswith("H")
    }


def listed(column: int) -> set[str]:
    """The situations in one column of the list, with what lies between "H04 to H06"."""
    found: set[str] = set()
    for row in ROWS:
        for first, last in re.findall(r"H(\d\d)(?: to H(\d\d))?", row[column]):
            found |= {f"H{number:02}" for number in range(int(first), int(last or first) + 1)}
    return found


def test_what_runs_under_emd_runs_under_htb_too() -> None:
    """Where the newer book decides differently, the scenario says so instead of omitting it."""
    left_out = [
        scenario.path for scenario in scenarios() if "EMD" in scenario.in_editions and "HTB" not in scenario.in_editions
    ]
    assert not left_out


def test_every_situation_has_a_scenario_or_is_listed_by_what_is_missing() -> None:
    missing, in_part = listed(1), listed(2)
    assert in_part <= missing
    assert shown() == SITUATIONS - (missing - in_part)


def test_the_number_of_situations_shown_is_stated() -> None:
    assert f"{len(shown())} have a scenario that runs under HTB" in SECTION


@pytest.mark.parametrize("situation", ["H10", "H13", "H30", "H32", "H42"])
def test_a_scenario_plays_out_differently_where_the_newest_book_decides_otherwise(situation: str) -> None:
    apart = [
        scenario
        for scenario in scenarios()
        if situation in scenario.examples and {"EMD", "HTB"} <= {*scenario.in_editions}
    ]
    assert apart
    for scenario in apart:
        together = [
            line.split() for line in (golden_trace(Path(scenario.path)) or "").splitlines() if line.startswith("== ")
        ]
        assert together, scenario.path
        assert not any({"EMD", "HTB"} <= {*line} for line in together), scenario.path


def test_the_readme_names_the_default_edition() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8").replace("\n  ", " ")
    assert f"The default is {DEFAULT.title} ({DEFAULT.id}, {DEFAULT.year})" in readme


READINGS = [rule for rule in catalogue().rules.values() if rule.open_points]


def test_every_open_point_has_exactly_one_reading() -> None:
    assert sorted(point for reading in READINGS for point in reading.open_points) == [f"O{n:02}" for n in range(1, 43)]


def test_an_open_point_arises_in_the_book_that_leaves_it_open() -> None:
    for reading in READINGS:
        assert reading.in_edition("HTB").arises, reading.id


def test_a_reading_is_marked_as_not_implemented_exactly_where_its_rules_are() -> None:
    for reading in READINGS:
        assert bool(reading.needs) == all(catalogue().rule(rule).needs for rule in reading.concerns), reading.id
