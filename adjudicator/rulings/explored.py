"""The results of an exploration in words: each outcome with a line, what separates them, and whether a goal can be forced."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from adjudicator.games.concerns import is_choice
from adjudicator.games.option_words import name_of
from adjudicator.rulings.changes import what_changed
from adjudicator.rulings.explore import Findings, Fork, LineDecision, LineOutcome, Strategy, line_log
from adjudicator.rulings.goals import Goal
from adjudicator.scenarios.from_game import steps_between
from adjudicator.scenarios.model import Step
from adjudicator.scenarios.names import TableNames
from core.engine.game import Game
from core.rules.turn import flow
from events.questions import Question
from events.vocabulary import Answered, Event
from projections.plain_words import Called, capital, listed, ordinal
from projections.table import Table, fold
from projections.timeline import Narrator

MOST_OF_A_PLAN = 24
"""Maximum number of lines in a strategy. Longer ones are unreadable."""


MOST_FORKS = 4
"""Maximum number of decisions shown that separate outcomes. Later ones matter in few lines of play."""


MOST_OUTCOMES = 30
"""Maximum number of outcomes shown with their tables."""


class OutcomeTold(msgspec.Struct, frozen=True):
    """An outcome with its number in the answer, how many lines lead there, and a shortest one.

    `table` holds what changes on the way there that does not change in every outcome. `steps` is the line as a scenario
    states it, forced answers included, so that it can be played.
    """

    number: int
    outcome: str
    lines: int
    shortest: tuple[str, ...]
    table: tuple[str, ...] = ()
    steps: tuple[Step, ...] = ()


class ForkTold(msgspec.Struct, frozen=True):
    """A decision whose answers lead to different outcomes."""

    after: tuple[str, ...]
    player: str
    question: str
    answers: tuple[tuple[str, tuple[int, ...]], ...]  # an answer, and the numbers of the outcomes it leads to


class GoalTold(msgspec.Struct, frozen=True):
    """Whether a goal can be reached, and who can force it."""

    goal: str
    player: str
    verdict: str  # "can force", "can happen", "cannot", "not found"
    proved: bool
    answer: str
    line: tuple[str, ...] = ()
    strategy: tuple[str, ...] = ()
    steps: tuple[Step, ...] = ()  # the line, as a scenario states it


class Explored(msgspec.Struct, frozen=True):
    """The results of an exploration in words."""

    goal: GoalTold | None
    shared: tuple[str, ...]  # the changes common to every outcome
    outcomes: tuple[OutcomeTold, ...]
    more: int  # outcomes that are left out
    forks: tuple[ForkTold, ...]
    positions: int
    exhausted: bool
    why_not: str
    shuffled: bool


def told(log: Sequence[Event], findings: Findings, goal: Goal | None, names: TableNames) -> Explored:
    """Return the findings in words."""
    return _LineWords(log, findings, names).explored(goal)


def _step(stated: Mapping[str, Any]) -> Step:
    """Return a step in the form of a scenario file, where the player is the first key."""
    seat, does = next(iter(stated.items()))
    return msgspec.convert({"seat": seat, "does": does, "chance": stated.get("chance", ())}, Step)


class _LineWords:
    def __init__(self, log: Sequence[Event], findings: Findings, names: TableNames) -> None:
        self.log = log
        self.found = findings
        self.table = fold(log)
        self.names = names
        self.narrator = Narrator(Called(name_of, names.own_names(self.table)))
        self.players = [seat.name for seat in self.table.seats]
        self.numbers = {outcome: number for number, outcome in enumerate(sorted(findings.outcomes), 1)}
        self.before = Game(list(log), flow)

    def explored(self, goal: Goal | None) -> Explored:
        findings = self.found
        numbered = list(self.numbers.items())[:MOST_OUTCOMES]
        changes = [self.changes(findings.outcomes[outcome].shortest) for outcome, _ in numbered]
        shared = [change for change in changes[0] if all(change in other for other in changes)] if changes else []
        return Explored(
            goal=self.goal(goal) if goal is not None else None,
            shared=tuple(shared),
            outcomes=tuple(
                OutcomeTold(
                    number,
                    self.outcome(outcome),
                    findings.outcomes[outcome].count,
                    tuple(self.line(findings.outcomes[outcome].shortest)),
                    tuple(step for step in mine if step not in shared),
                    self.steps(findings.outcomes[outcome].shortest),
                )
                for (outcome, number), mine in zip(numbered, changes, strict=True)
            ),
            more=len(self.numbers) - len(numbered),
            forks=tuple(self.fork(fork) for fork in self.found.forks[:MOST_FORKS]),
            positions=findings.positions,
            exhausted=findings.exhausted,
            why_not=findings.why_not,
            shuffled=findings.shuffled,
        )

    def changes(self, line: Sequence[LineDecision]) -> list[str]:
        """Return what a line changes on the table, in sentences."""
        after = Game(line_log(self.log, line), flow)
        return [capital(change) for change in what_changed(self.before, after, self.narrator.name_of)]

    def outcome(self, outcome: LineOutcome) -> str:
        """ "VP Ana 3, Ben 2; X: Ana 1st, Ben 2nd"."""
        points = ", ".join(f"{name} {vp}" for name, vp in zip(self.players, outcome.victory_points, strict=True))
        scored = []
        for base, taken in outcome.scored:
            order = sorted((place, name) for name, place in zip(self.players, taken, strict=True) if place)
            scored.append(
                f"{self.base(base)}: " + (", ".join(f"{name} {ordinal(place)}" for place, name in order) or "nobody")
            )
        won = f"; {listed(self.players[seat] for seat in outcome.winners)} wins the game" if outcome.winners else ""
        return f"VP {points}" + (f"; {'; '.join(scored)}" if scored else "; no base scores") + won

    def base(self, number: int) -> str:
        names = self.narrator.name_of
        if isinstance(names, Called) and number in names.cards:
            return names.cards[number]
        return names(self.table.cards[number].definition) if number in self.table.cards else "a new base"

    def line(self, line: Sequence[LineDecision]) -> list[str]:
        """Play a line of decisions and return it in words, without answers that make no difference."""
        table = fold(self.log)
        words = []
        for event in line_log(self.log, line)[len(self.log) :]:
            if isinstance(event, Answered) and table.question is not None and is_choice(table.question):
                words.append(self.narrator.sentence(event, table))
            table.apply(event)
        return words

    def steps(self, line: Sequence[LineDecision]) -> tuple[Step, ...]:
        """Return a line of decisions as the steps of a scenario."""
        log = line_log(self.log, line)
        stated, _ = steps_between(log, len(self.log), len(log), self.names)
        return tuple(_step(step) for step in stated)

    def fork(self, fork: Fork) -> ForkTold:
        """Return a decision that separates outcomes, in words."""
        table = fold(line_log(self.log, fork.line))
        answers = [
            (
                self.narrator.answer(picks, fork.question, table),
                tuple(self.numbers[outcome] for outcome in outcomes if outcome in self.numbers),
            )
            for picks, outcomes in fork.by_answer
        ]
        question = self.narrator.prompt(fork.question, table)
        return ForkTold(tuple(self.line(fork.line)), self.players[fork.seat], question, tuple(answers))

    # --- the goal

    def goal(self, goal: Goal) -> GoalTold:
        reach, exhausted = self.found.reach, self.found.exhausted
        assert reach is not None
        player = self.players[goal.seat]
        seen = f"all {self.found.positions} positions were searched"
        line = tuple(self.line(reach.line)) if reach.line is not None else ()
        steps = self.steps(reach.line) if reach.line is not None else ()
        if reach.always:
            return GoalTold(goal.words, player, "can force", True, "It happens whatever the players do.")
        if reach.force:
            plan = list(self.plan(goal, reach.plan, (), 0))
            answer = f"{player} can force it, whatever the others do."
            shown = (*plan[:MOST_OF_A_PLAN], "…") if len(plan) > MOST_OF_A_PLAN else tuple(plan)
            return GoalTold(goal.words, player, "can force", True, answer, line, shown, steps)
        if reach.can:
            cannot = (
                f"but {player} cannot force it: proved, {seen}" if exhausted else "whether it can be forced is open"
            )
            return GoalTold(goal.words, player, "can happen", exhausted, f"It can happen; {cannot}.", line, steps=steps)
        if exhausted:
            return GoalTold(goal.words, player, "cannot", True, f"It cannot happen: proved, {seen}.")
        answer = f"Not found, but the search is incomplete: {self.found.why_not}."
        return GoalTold(goal.words, player, "not found", False, answer)

    def plan(self, goal: Goal, plan: Strategy | None, line: tuple[LineDecision, ...], depth: int) -> Iterator[str]:
        """Return a strategy as indented lines: what to answer, and how to continue after each answer of the others."""
        if plan is None or depth > MOST_OF_A_PLAN:
            return
        table = fold(line_log(self.log, line))
        question = table.question
        assert question is not None
        on = "  " * depth
        if len(plan.replies) == 1:
            ((decision, then),) = plan.replies
            if decision.seat == goal.seat and is_choice(question):
                yield f"{on}{self._does(decision, question, table)}"
            yield from self.plan(goal, then, (*line, decision), depth)
            return
        ways = {
            f"{on}if {self._does(decision, question, table)}:": [*self.plan(goal, then, (*line, decision), depth + 1)]
            for decision, then in plan.replies
        }
        if len({tuple(after) for after in ways.values()}) == 1:  # the answer makes no difference to what follows
            yield from (line.removeprefix("  ") for line in next(iter(ways.values())))
            return
        for way, after in ways.items():
            yield way
            yield from after or [f"{on}  nothing else is needed"]

    def _does(self, decision: LineDecision, question: Question, table: Table) -> str:
        answer = self.narrator.answer(decision.picks, question, table)
        return (
            f"{self.players[decision.seat]} {answer}"
            if answer.startswith(("passes", "chooses"))
            else f"{self.players[decision.seat]}: {answer}"
        )
