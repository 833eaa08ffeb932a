"""Does the order matter? Play every order and every choice from a position on, and say what can come of it.

Equal positions are met once (at the main question of Play Cards, where the table alone says what comes next), the
search is bounded by depth, number of positions and time, and the answer says whether everything was seen: a proof, or
an honest "not exhausted".
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import combinations
from typing import Any

import msgspec

from adjudicator.games.all_answers import answers
from adjudicator.games.workers import end_with_parent
from core.engine.game import Game, IllegalAnswer
from core.rules.replay import resume
from events.errors import SmashUpError
from events.questions import Main, Pick
from events.vocabulary import Asked, Awarded, Event, GameWon, PhaseBegan, ScoringEnded, TurnBegan
from projections.likeness import digest


class Limits(msgspec.Struct, frozen=True, kw_only=True):
    """How far to look."""

    depth: int = 40
    positions: int = 20_000
    seconds: float = 30.0
    answers: int = 300


class Decision(msgspec.Struct, frozen=True):
    """One step of a line: who decided what."""

    seat: int
    picks: tuple[Pick, ...]


class Outcome(msgspec.Struct, frozen=True, order=True):
    """What a line comes to: victory points by seat, the bases that scored with the places taken, who won."""

    victory_points: tuple[int, ...]
    scored: tuple[tuple[str, tuple[int, ...]], ...] = ()
    winners: tuple[int, ...] = ()


class Lines(msgspec.Struct):
    """How many lines lead to an outcome, and a shortest one."""

    count: int
    shortest: tuple[Decision, ...]


class Fork(msgspec.Struct, frozen=True):
    """A decision whose answers lead to different outcomes."""

    line: tuple[Decision, ...]  # what was decided before it
    seat: int
    question: Any
    by_answer: tuple[tuple[tuple[Pick, ...], tuple[Outcome, ...]], ...]


class Findings(msgspec.Struct):
    """The answer: outcomes with their lines, the decision that separates them, and whether all was seen."""

    outcomes: dict[Outcome, Lines]
    fork: Fork | None
    positions: int
    exhausted: bool
    why_not: str = ""
    shuffled: bool = False


Until = Callable[[Sequence[Event], int], bool]


def until(words: str) -> Until:
    """When a line is over: "end of turn", "end of phase", "next score", "end of game"."""
    kinds: dict[str, tuple[type[Event], ...]] = {
        "end of turn": (TurnBegan, GameWon),
        "end of phase": (PhaseBegan, GameWon),
        "next score": (ScoringEnded, TurnBegan, GameWon),
        "end of game": (GameWon,),
    }
    wanted = kinds.get(words.strip().lower())
    if wanted is None:
        raise SmashUpError(f"{words!r} is no end to explore to: say {', '.join(map(repr, kinds))}.")
    return lambda log, start: any(isinstance(event, wanted) for event in log[start:])


class _KeptOrder:
    """Chance while exploring: shuffles keep their order, picks are branched over by the explorer."""

    def __init__(self, script: Sequence[tuple[int, ...]] = ()) -> None:
        self.script = list(script)
        self.shuffled = False

    def shuffle(self, cards: Sequence[int]) -> tuple[int, ...]:
        self.shuffled = True
        return tuple(cards)

    def pick(self, pool: Sequence[int], count: int) -> tuple[int, ...]:
        if self.script:
            return self.script.pop(0)
        raise _ChanceNeeded(tuple(pool), count)


class _ChanceNeeded(Exception):
    def __init__(self, pool: tuple[int, ...], count: int) -> None:
        super().__init__("chance")
        self.pool = pool
        self.count = count


class _Explorer:
    def __init__(self, start: int, over: Until, limits: Limits) -> None:
        self.start = start
        self.over = over
        self.limits = limits
        self.deadline = time.monotonic() + limits.seconds
        self.positions = 0
        self.why_not = ""
        self.shuffled = False
        self.known: dict[bytes, dict[Outcome, Lines]] = {}
        self.fork: Fork | None = None

    def explore(self, game: Game, line: tuple[Decision, ...]) -> dict[Outcome, Lines]:
        """What can come of a live game standing at a question (or over)."""
        self.positions += 1
        question = game.question
        if question is None or self.over(game.log, self.start):
            return {outcome_of(game, self.start): Lines(1, ())}
        if self._too_far(line):
            return {}
        key = b""
        if type(question) is Main:
            key = digest(game.table)
            if key in self.known:
                return self.known[key]
        found: dict[Outcome, Lines] = {}
        by_answer = []
        choices, complete = answers(game.table, question, self.limits.answers)
        if not complete:
            self.why_not = "a question had too many answers to try them all"
        seat, log = game.table.asked, list(game.log)
        for picks in choices:
            results = self._follow(log, seat, picks, line)
            merge(found, Decision(seat, picks), results)
            by_answer.append((picks, tuple(sorted(results))))
        if key:
            self.known[key] = found
        self._note_fork(line, seat, question, by_answer)
        return found

    def _follow(
        self, log: list[Event], seat: int, picks: tuple[Pick, ...], line: tuple[Decision, ...]
    ) -> dict[Outcome, Lines]:
        """All that can come of one answer: once, or for each thing that chance may pick."""
        waiting: list[tuple[tuple[int, ...], ...]] = [()]
        found: dict[Outcome, Lines] = {}
        while waiting:
            script = waiting.pop()
            chance = _KeptOrder(script)
            game = resume(log, chance=chance)
            chance.shuffled = False
            try:
                game.answer(seat, picks)
            except _ChanceNeeded as needed:
                waiting += [(*script, picked) for picked in combinations(needed.pool, needed.count)]
                continue
            except IllegalAnswer:
                continue
            self.shuffled |= chance.shuffled
            results = self.explore(game, (*line, Decision(seat, picks)))
            for outcome, lines in results.items():
                _add(found, outcome, lines)
        return found

    def _too_far(self, line: tuple[Decision, ...]) -> bool:
        if len(line) >= self.limits.depth:
            self.why_not = f"lines longer than {self.limits.depth} decisions were not followed"
        elif self.positions > self.limits.positions:
            self.why_not = f"more than {self.limits.positions} positions"
        elif time.monotonic() > self.deadline:
            self.why_not = f"{self.limits.seconds:g} seconds were over"
        else:
            return False
        return True

    def _note_fork(self, line: tuple[Decision, ...], seat: int, question: Any, by_answer: list[Any]) -> None:
        """Keep the earliest decision whose answers lead to different outcomes."""
        if len({outcomes for _, outcomes in by_answer}) > 1 and (self.fork is None or len(line) <= len(self.fork.line)):
            self.fork = Fork(line, seat, question, tuple(by_answer))


def merge(found: dict[Outcome, Lines], first: Decision, results: dict[Outcome, Lines]) -> None:
    """Put a decision in front of what came after it."""
    for outcome, lines in results.items():
        _add(found, outcome, Lines(lines.count, (first, *lines.shortest)))


def _add(found: dict[Outcome, Lines], outcome: Outcome, lines: Lines) -> None:
    known = found.get(outcome)
    if known is None:
        found[outcome] = lines
    else:
        shortest = min(known.shortest, lines.shortest, key=len)
        found[outcome] = Lines(known.count + lines.count, shortest)


def outcome_of(game: Game, start: int) -> Outcome:
    """What happened since the start of the exploration."""
    scored = tuple(
        (game.facts[event.base].name, event.places) for event in game.log[start:] if isinstance(event, Awarded)
    )
    points = tuple(seat.victory_points for seat in game.table.seats)
    return Outcome(points, scored, game.table.winners)


def explore(
    log: Sequence[Event],
    *,
    to: str = "end of turn",
    limits: Limits | None = None,
    jobs: int = 1,
    progress: Callable[[int], None] | None = None,
) -> Findings:
    """Explore from the end of a log (which must stand at a question)."""
    if not log or not isinstance(log[-1], Asked):
        raise SmashUpError("Nothing is being asked at that position: explore from a question.")
    bounds = limits or Limits()
    start = len(log)
    if jobs > 1:
        return _explore_parallel(list(log), to, bounds, jobs, progress)
    explorer = _Explorer(start, until(to), bounds)
    game = resume(log, chance=_KeptOrder())
    outcomes = explorer.explore(game, ())
    if progress is not None:
        progress(explorer.positions)
    return Findings(
        outcomes, explorer.fork, explorer.positions, not explorer.why_not, explorer.why_not, explorer.shuffled
    )


def _explore_parallel(
    log: list[Event], to: str, limits: Limits, jobs: int, progress: Callable[[int], None] | None
) -> Findings:
    """Split at the first question: one subtree for each answer, shared out among processes."""
    game = resume(log, chance=_KeptOrder())
    question, seat = game.question, game.table.asked
    assert question is not None
    choices, complete = answers(game.table, question, limits.answers)
    if len(choices) < 2:
        return explore(log, to=to, limits=limits, progress=progress)
    found: dict[Outcome, Lines] = {}
    by_answer = []
    total = Findings({}, None, 1, complete, "" if complete else "a question had too many answers to try them all")
    with ProcessPoolExecutor(jobs, initializer=end_with_parent) as pool:
        parts = pool.map(_explore_answer, [(log, seat, picks, to, limits) for picks in choices])
        for picks, part in zip(choices, parts, strict=True):
            merge(found, Decision(seat, picks), part.outcomes)
            by_answer.append((picks, tuple(sorted(part.outcomes))))
            total.positions += part.positions
            total.exhausted &= part.exhausted
            total.why_not = total.why_not or part.why_not
            total.shuffled |= part.shuffled
            if total.fork is None or (part.fork and len(part.fork.line) < len(total.fork.line)):
                total.fork = part.fork
            if progress is not None:
                progress(total.positions)
    if len({outcomes for _, outcomes in by_answer}) > 1:
        total.fork = Fork((), seat, question, tuple(by_answer))
    total.outcomes = found
    return total


def _explore_answer(task: tuple[list[Event], int, tuple[Pick, ...], str, Limits]) -> Findings:
    log, seat, picks, to, limits = task
    explorer = _Explorer(len(log), until(to), limits)
    outcomes = explorer._follow(log, seat, picks, ())
    return Findings(
        outcomes, explorer.fork, explorer.positions, not explorer.why_not, explorer.why_not, explorer.shuffled
    )


def line_log(log: Sequence[Event], line: Iterable[Decision]) -> list[Event]:
    """The log of a line: to step through as a branch."""
    game = resume(log, chance=_KeptOrder())
    for decision in line:
        game.answer(decision.seat, decision.picks)
    return game.log
