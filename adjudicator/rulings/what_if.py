"""The same situation with different answers: "what if step 2 were another?", "what if I had played it first?"."""

from __future__ import annotations

import re
from collections.abc import Sequence

import msgspec

from adjudicator.scenarios.load import read_step
from adjudicator.scenarios.model import Expect, Scenario, Step
from adjudicator.scenarios.spoken import steps_said
from adjudicator.scenarios.step_words import BadLine, read_line
from events.errors import SmashUpError
from projections.plain_words import listed


def branched(scenario: Scenario, branches: Sequence[str], swaps: Sequence[str] = ()) -> Scenario:
    """Return a scenario with steps replaced (`2=pass`) or swapped (`1,2`), and without its final expectations.

    Steps after the last replaced one are left out, because they belong to a different course of events.
    """
    steps = [_bare(step) for step in scenario.step]
    if not steps and (branches or swaps):
        raise SmashUpError("There is no step to change here, because nobody decides anything.")
    if len(steps) == 1 and swaps:
        raise SmashUpError("There is only one step here, so there are no two to swap.")
    changes: list[str] = []
    for swap in swaps:
        first, other = _pair(swap, len(steps))
        steps[first], steps[other] = steps[other], steps[first]
        changes.append(f"steps {first + 1} and {other + 1} were swapped")
    last = 0
    for branch in branches:
        index, line = _numbered(branch, len(steps))
        try:
            meant = steps_said(line, scenario.seats, [step.does for step in steps[:index]])
            if len(meant) != 1:
                raise BadLine("a step is replaced by one step")
            changed = read_step(meant[0], scenario.seats, steps[index].seat)
            read_line(changed.does)
        except BadLine as error:
            raise SmashUpError(f"--branch {branch!r}: {error}.") from None
        steps[index] = msgspec.structs.replace(steps[index], seat=changed.seat, does=changed.does)
        changes.append(f"step {index + 1} were “{changed}”")
        last = max(last, index + 1)
    return msgspec.structs.replace(
        scenario,
        title=f"What if {listed(changes)}?",
        question="",
        answer="",
        note="",
        step=tuple(steps[:last] if last else steps),
        expect=Expect(),
    )


def _bare(step: Step) -> Step:
    return msgspec.structs.replace(step, expect=None, refused=None, note="")


def _pair(text: str, count: int) -> tuple[int, int]:
    match = re.fullmatch(r"\s*(\d{1,4})\s*,\s*(\d{1,4})\s*", text)
    if (
        match is None
        or not all(1 <= int(number) <= count for number in match.groups())
        or int(match[1]) == int(match[2])
    ):
        raise SmashUpError(f"--swap takes two different steps from 1 to {count}, as in --swap 1,2.")
    return int(match[1]) - 1, int(match[2]) - 1


def _numbered(text: str, count: int) -> tuple[int, str]:
    number, equals, line = text.partition("=")
    if not equals or not number.strip().isdecimal() or len(number.strip()) > 4 or not 1 <= int(number) <= count:
        numbers = f"from 1 to {count}" if count > 1 else "1, the only one,"
        raise SmashUpError(f'--branch takes a step {numbers} and a line, as in --branch "1=pass".')
    return int(number) - 1, line
