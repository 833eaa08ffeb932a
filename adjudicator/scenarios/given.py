"""Finds the scenario that a user names: a file, a bundled one, or a one-line situation with its steps."""

from __future__ import annotations

import re
from collections.abc import Sequence

import msgspec

from adjudicator import bundled
from adjudicator.scenarios.load import Misstated, load, located, read_step
from adjudicator.scenarios.model import Scenario
from events.errors import SmashUpError

MOST_STEPS = 200
_STATES_MADNESS = re.compile(r"(?:^|[|\n])\s*madness\s*:", re.IGNORECASE)


def is_situation(given: str) -> bool:
    """Return whether a text is a situation rather than a file or a name: it has a colon or a bar outside a path."""
    return bool(re.search(r"[|\n]|:(?:\s|$)", given))


def scenario_given(given: str, lines: Sequence[str] = ()) -> Scenario:
    """Return the scenario of a file or a situation line, with further steps after its own."""
    if is_situation(given) and not bundled.readable(given):
        from adjudicator.scenarios.notation import read_situation  # A file needs neither this nor what follows.

        scenario = _with_madness(read_situation(given).scenario, given)
    else:
        scenario = load(bundled.scenario(given))
    if not lines:
        return scenario
    if len(lines) > MOST_STEPS:
        raise SmashUpError(f"There are {len(lines)} steps, which is too many: the limit is {MOST_STEPS}.")
    from adjudicator.scenarios.spoken import steps_said
    from adjudicator.scenarios.step_words import BadLine, read_line

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


def _with_madness(scenario: Scenario, line: str) -> Scenario:
    """Return a situation with the whole Madness deck, if one of its cards speaks of Madness and the line does not say
    what is in that deck: nobody who types a line thinks of the deck, and without it nobody would draw from it."""
    from adjudicator.scenarios.names import card_id
    from adjudicator.scenarios.setting import set_up
    from core.printed.definitions import FACTIONS, definition

    if scenario.madness or _STATES_MADNESS.search(line):
        return scenario
    try:
        table = set_up(scenario, scenario.main_edition).table
    except SmashUpError:
        return scenario  # whoever sets it up says what is wrong
    if not any("Madness" in definition(card.definition).text for card in table.cards.values()):
        return scenario
    madness = definition(card_id("Madness"))
    return msgspec.structs.replace(scenario, madness=(madness.name,) * FACTIONS[madness.faction].newest.copies(madness))
