"""Scenarios: situations written down by hand, run through the engine in every edition, and checked.

`load` reads a file, `run` puts it to an edition; `adjudicator.scenarios.checking.check` does both for many files. The
format: docs/SCENARIOS.md.
"""

from __future__ import annotations

from adjudicator.scenarios.load import ScenarioError, load, parse, scenario_files
from adjudicator.scenarios.model import Scenario
from adjudicator.scenarios.run import Failure, Outcome, run

__all__ = ["Failure", "Outcome", "Scenario", "ScenarioError", "load", "parse", "run", "scenario_files"]
