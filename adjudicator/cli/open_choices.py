"""Asks the user about a choice that a scenario leaves open. The answers become steps and can be saved to the file."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import msgspec
from rich.console import Console

from adjudicator.rulings.ruling import OpenChoice, Ruling, rule_on
from adjudicator.scenarios import Scenario, run
from adjudicator.scenarios.model import Step
from adjudicator.scenarios.saving import with_steps
from adjudicator.scenarios.spoken import steps_said
from adjudicator.scenarios.step_words import BadLine, read_line
from core.printed.editions import ALL_EDITIONS, EditionId
from events.errors import SmashUpError


class TerminalChoices:
    """Lets the user continue at a terminal from where the file stops."""

    def __init__(self, scenario: Scenario, edition: str, out: Console, rule: Callable[..., Ruling] = rule_on) -> None:
        self.rule = rule
        self.scenario = scenario
        self.edition = edition
        self.out = out
        self.added: list[Step] = []

    def answered(self, ruling: Ruling, *, boards: bool = False) -> Ruling:
        """Return the ruling after everything the user decides."""
        while ruling.open is not None:
            line = self._ask(ruling.open)
            if not line:
                break
            step = Step(seat=ruling.open.seat, does=line)
            longer = msgspec.structs.replace(self._so_far(), step=(*self._so_far().step, step))
            answered = self.rule(longer, self.edition, boards=boards)
            wrong = [failure for failure in answered.failures if str(step) in failure]
            if wrong or answered.refused:
                self.out.print(wrong[0] if wrong else answered.verdict[0], markup=False)
                continue
            self.added.append(step)
            ruling = answered
        return ruling

    def _so_far(self) -> Scenario:
        return msgspec.structs.replace(self.scenario, step=(*self.scenario.step, *self.added))

    def _ask(self, choice: OpenChoice) -> str:
        """Ask for a line that answers the choice, by number or typed. Returns "" to leave it open."""
        self.out.print(f"{choice.seat}: {choice.question}", markup=False, style="bold")
        lines = [line.partition(": ")[2] for line in choice.lines]
        for number, line in enumerate(lines, 1):
            self.out.print(f"{number:>4}  {line}", markup=False)
        while True:
            try:
                typed = self.out.input("A number, a line, or Enter to leave it open > ").strip()
            except EOFError:
                return ""
            if typed.isdecimal() and 1 <= int(typed) <= len(lines):
                return lines[int(typed) - 1]
            if not typed:
                return ""
            try:
                steps = steps_said(typed, [choice.seat])
                if len(steps) > 1:
                    raise BadLine("one step at a time, please")
                line = steps[0].removeprefix(f"{choice.seat}: ")
                read_line(line)
                return line
            except BadLine as error:
                self.out.print(str(error), markup=False)

    def offer_to_save(self) -> None:
        """Offer to write the answers to the file."""
        if not self.added or not self.scenario.path:
            return
        file = Path(self.scenario.path)
        typed = self.out.input(
            f"Save {'this step' if len(self.added) == 1 else 'these steps'} to {file.name}? [y/N] ", markup=False
        )
        if not typed.strip().lower().startswith("y"):
            return
        try:
            file.write_text(with_steps(self.scenario, self._where_they_fit()), encoding="utf-8")
        except SmashUpError as error:
            self.out.print(str(error), markup=False)
            return
        self.out.print(f"Saved in {file}.", markup=False)

    def _where_they_fit(self) -> list[Step]:
        """Return the steps, restricted to the editions that can take them unless all can."""
        able: tuple[EditionId, ...] = tuple(
            book
            for book in self.scenario.in_editions
            if len(run(self._so_far(), book).steps) == sum(book in step.editions for step in self._so_far().step)
        )
        everywhere = able == self.scenario.in_editions
        return [msgspec.structs.replace(step, editions=ALL_EDITIONS if everywhere else able) for step in self.added]
