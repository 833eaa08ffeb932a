"""Scenarios: situations written by hand, run through the engine in every edition, and checked.

`load` reads a file and `run` plays it under one edition; `adjudicator.scenarios.checking.check` does both for many
files. docs/SCENARIOS.md describes the format.
"""

from __future__ import annotations

from adjudicator.scenarios.load import ScenarioError, load, parse, scenario_files
from adjudicator.scenarios.model import Scenario
from adjudicator.scenarios.run import Failure, Outcome, run

__all__ = ["Failure", "Outcome", "Scenario", "ScenarioError", "load", "parse", "run", "scenario_files"]
