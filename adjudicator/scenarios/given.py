"""Finds the scenario that a user names: a file, a bundled one, or a one-line situation with its steps."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from adjudicator import bundled
from adjudicator.scenarios.load import Misstated, load, located, read_step
from adjudicator.scenarios.model import Scenario
from adjudicator.scenarios.notation import is_situation, read_situation
from adjudicator.scenarios.spoken import steps_said
from adjudicator.scenarios.step_words import BadLine, read_line
from events.errors import SmashUpError

MOST_STEPS = 200


def scenario_given(given: str, lines: Sequence[str] = ()) -> Scenario:
    """Return the scenario of a file or a situation line, with further steps after its own."""
    if is_situation(given) and not bundled.readable(given):
        scenario = read_situation(given).scenario
    else:
        scenario = load(bundled.scenario(given))
    if not lines:
        return scenario
    if len(lines) > MOST_STEPS:
        raise SmashUpError(f"There are {len(lines)} steps, which is too many: the limit is {MOST_STEPS}.")
    whose = scenario.turn or scenario.seats[0]
    steps = [*scenario.step]
    for line in lines:
        try:
            for words in steps_said(line, scenario.seats, [step.does for step in steps]):
                step = read_step(words, scenario.seats, whose)
                read_line(step.does)
                steps.append(step)
        except BadLine as error:
            raise SmashUpError(f"Step {len(steps) + 1}: {error}.") from None
        except Misstated as error:
            raise located(scenario, error) from None
    return msgspec.structs.replace(scenario, step=tuple(steps))
