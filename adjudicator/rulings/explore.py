"""Does the order matter? Play every order and every choice from a position, and report the possible outcomes.

Equal positions are examined only once (at the main question of Play Cards, where the table alone says what comes next).
The search is limited in depth, number of positions and time. The answer says whether every line was seen: a proof, or
an honest "not exhausted".

A goal is judged by who decides. It *can happen* if some line leads there. A player *can force* it if, whatever the
others and chance do, some answer of theirs leads there each time. It *cannot* happen if no line leads there and all
lines were seen.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from itertools import combinations
from typing import Any

import msgspec

from adjudicator.games.all_answers import answers
from adjudicator.games.workers import Executor, Here, in_order, workers
from adjudicator.rulings.goals import Goal
from core.engine.game import Game, IllegalAnswer
from core.rules.replay import quiet_point, resume
from core.rules.turn import flow
from events.errors import SmashUpError, as_typed
from events.questions import Main, Pick
from events.vocabulary import Asked, Awarded, Event, GameWon, PhaseBegan, ScoringEnded, TurnBegan
from projections.equivalence import digest
from projections.plain_words import counted


class Limits(msgspec.Struct, frozen=True, kw_only=True):
    """The limits of an exploration."""

    depth: int = 40
    positions: int = 20_000
    seconds: float = 30.0
    answers: int = 300


class LineDecision(msgspec.Struct, frozen=True, omit_defaults=True):
    """One step of a line: who decided what, and what chance picked after it."""

    seat: int
    picks: tuple[Pick, ...]
    chance: tuple[tuple[int, ...], ...] = ()


class LineOutcome(msgspec.Struct, frozen=True, order=True):
    """The outcome of a line: points by seat, the bases that scored with the places taken, the winners, and the table."""

    victory_points: tuple[int, ...]
    scored: tuple[tuple[int, tuple[int, ...]], ...] = ()  # by the number of the base card
    winners: tuple[int, ...] = ()
    table: str = ""  # a fingerprint of the table's appearance; "" beyond MOST_TABLES different ones

    @property
    def score(self) -> LineOutcome:
        """Return the outcome without the table. Outcomes with equal scores differ only in where cards are."""
        return LineOutcome(self.victory_points, self.scored, self.winners)


MOST_TABLES = 300
"""Maximum number of different final tables in one exploration, because every position remembers those it can lead to.
"""


class Lines(msgspec.Struct):
    """The number of lines that lead to an outcome, and a shortest one."""

    count: int
    shortest: tuple[LineDecision, ...]


class Fork(msgspec.Struct, frozen=True):
    """A decision whose answers lead to different outcomes."""

    line: tuple[LineDecision, ...]  # the decisions before it
    seat: int
    question: Any
    by_answer: tuple[tuple[tuple[Pick, ...], tuple[LineOutcome, ...]], ...]


class Strategy(msgspec.Struct, frozen=True):
    """A way to force a goal: the answer at one's own decision, and a continuation for each answer of others or of chance."""

    replies: tuple[
        tuple[LineDecision, Strategy | None], ...
    ]  # an answer, and the plan after it (None: the goal is reached)


class Reach(msgspec.Struct):
    """Whether a goal can happen or be forced from a position."""

    can: bool = False
    force: bool = False
    line: tuple[LineDecision, ...] | None = None  # a line that leads there
    plan: Strategy | None = None  # the plan of the player who can force it
    always: bool = False  # every line leads there


class Findings(msgspec.Struct):
    """The result: outcomes with their lines, the decisions that separate them, whether the search was complete, and the goal."""

    outcomes: dict[LineOutcome, Lines]
    forks: tuple[Fork, ...]  # the decisions that separate outcomes, the earliest first, without duplicates
    positions: int
    exhausted: bool
    why_not: str = ""
    shuffled: bool = False
    reach: Reach | None = None

    @property
    def fork(self) -> Fork | None:
        """Return the first decision that separates them."""
        return self.forks[0] if self.forks else None


Until = Callable[[Sequence[Event], int], bool]


ENDS: dict[str, tuple[type[Event], ...]] = {
    "end of turn": (TurnBegan, GameWon),
    "end of phase": (PhaseBegan, GameWon),
    "next score": (ScoringEnded, TurnBegan, GameWon),
    "end of game": (GameWon,),
}
"""Where an exploration can end, and the events that end it."""


def until(words: str) -> Until:
    """Return the test that ends a line: "end of turn", "end of phase", "next score" or "end of game"."""
    kind = ENDS.get(words.strip().lower().replace("-", " "))
    if kind is None:
        raise SmashUpError(f"{as_typed(words)} is not an end to explore to: use {', '.join(map(repr, ENDS))}.")
    return lambda log, start: any(isinstance(event, kind) for event in log[start:])


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


class _Seen(msgspec.Struct):
    """Everything that can follow from a position."""

    outcomes: dict[LineOutcome, Lines]
    reach: Reach


class _Source:
    """Provides a live game at a question once for each answer to try, resumed from its last quiet point."""

    def __init__(self, game: Game, quiet: Game | None = None) -> None:
        self._live: Game | None = game
        self._log = list(game.log)
        self._start = quiet_point(self._log)
        if type(game.question) is Main:
            self._live, quiet = None, game
        self.quiet = quiet if quiet is not None and _stands_at(quiet) == self._start else None

    def game(self, chance: _KeptOrder, *, last: bool) -> Game:
        """Return a fresh copy of the game. The last one may be the live game itself."""
        game, self._live = self._live, None if last else self._live
        if game is None or not last:
            if self.quiet is None:
                self.quiet = Game(self._log[: self._start], flow, chance=_KeptOrder())
            game = self.quiet.fork(chance=chance, expected=self._log, lazily=True)
        game.chance = chance
        chance.shuffled = False  # events that are replayed
        return game


def _stands_at(quiet: Game) -> int:
    """Return the number of events up to a game's quiet point."""
    return len(quiet.log) - (quiet.question is not None)


class _Explorer:
    def __init__(self, start: int, over: Until, limits: Limits, goal: Goal | None = None) -> None:
        self.start = start
        self.over = over
        self.limits = limits
        self.goal = goal
        self.apart = goal.apart if goal is not None else frozenset()
        self.deadline = time.monotonic() + limits.seconds
        self.positions = 0
        self.why_not = ""
        self.shuffled = False
        self.known: dict[bytes, _Seen] = {}
        self.tables: set[str] = set()
        self.forks: dict[frozenset[tuple[LineOutcome, ...]], Fork] = {}  # by the sets of outcomes they separate
        expect = goal.expect if goal is not None else None
        # Earlier events decide such a goal, so equal positions are not equivalent.
        self._by_history = expect is not None and (expect.events is not None or expect.never is not None)

    def explore(self, game: Game, line: tuple[LineDecision, ...], quiet: Game | None = None) -> _Seen:
        """Explore a live game that is at a question or over. The game cannot be used afterward.

        `quiet`: the game at its last quiet point, if that is at hand.
        """
        self.positions += 1
        question = game.question
        if question is None or self.over(game.log, self.start) or self._is_reached(game):
            return _Seen({self.outcome_of(game): Lines(1, ())}, self._at_the_end(game))
        if self._too_far(line):
            return _Seen({}, Reach())
        key = b""
        if type(question) is Main and not self._by_history:
            scored = [(event.base, event.places) for event in game.log[self.start :] if isinstance(event, Awarded)]
            named = [(number, game.table.cards[number].zone) for number in sorted(self.apart)]
            progress = self.goal.so_far(game, self.start) if self.goal is not None else ()
            key = digest(game.table) + repr((scored, named, progress)).encode()
            if key in self.known:
                return self.known[key]
        choices, complete = answers(game.table, question, self.limits.answers, self.apart)
        if not complete:
            self.why_not = "a question had too many answers to try them all"
        seat, source = game.table.asked, _Source(game, quiet)
        followed = []
        for number, picks in enumerate(choices, 1):
            seen = self.follow(source, seat, picks, line, last=number == len(choices))
            if seen is not None:
                followed.append((picks, seen))
                if self.goal is not None and self.goal.at_once and seat == self.goal.seat and seen.reach.force:
                    break  # one way is enough
        result = self.joined(seat, [seen for _, seen in followed], complete)
        if key:
            self.known[key] = result
        by_answer = tuple((picks, tuple(sorted(seen.outcomes))) for picks, seen in followed)
        self.note_fork(Fork(line, seat, question, by_answer))
        return result

    def outcome_of(self, game: Game) -> LineOutcome:
        """Return the outcome of a line. Its table is distinguished from others up to a limit."""
        outcome = outcome_of(game, self.start)
        if outcome.table not in self.tables and len(self.tables) >= MOST_TABLES:
            return outcome.score
        self.tables.add(outcome.table)
        return outcome

    def _is_reached(self, game: Game) -> bool:
        """Return whether a goal is reached that ends the line at once."""
        return self.goal is not None and self.goal.at_once and self.goal.reached(game, self.start)

    def _at_the_end(self, game: Game) -> Reach:
        reached = self.goal is not None and self.goal.reached(game, self.start)
        return Reach(reached, reached, () if reached else None, always=reached)

    def joined(self, seat: int, followed: Sequence[_Seen], complete: bool) -> _Seen:
        """Combine the results of a decision's answers, and whether they help the player with the goal."""
        outcomes: dict[LineOutcome, Lines] = {}
        for seen in followed:
            for outcome, lines in seen.outcomes.items():
                _add(outcomes, outcome, lines)
        reaching = [seen.reach.line for seen in followed if seen.reach.line is not None]
        if self.goal is None or not reaching:
            return _Seen(outcomes, Reach())
        forcing = [reply for seen in followed if seen.reach.plan is not None for reply in seen.reach.plan.replies]
        mine = seat == self.goal.seat
        force = bool(forcing) if mine else complete and all(seen.reach.force for seen in followed)
        plan = Strategy(tuple(forcing[:1] if mine else forcing)) if force else None
        always = complete and all(seen.reach.always for seen in followed)
        return _Seen(outcomes, Reach(True, force, min(reaching, key=len), plan, always))

    def follow(
        self, source: _Source, seat: int, picks: tuple[Pick, ...], line: tuple[LineDecision, ...], *, last: bool = False
    ) -> _Seen | None:
        """Return everything that can follow one answer, for each possible random pick after it."""
        waiting: list[tuple[tuple[int, ...], ...]] = [()]
        seen: list[_Seen] = []
        while waiting:
            script = waiting.pop()
            chance = _KeptOrder(script)
            game = source.game(chance, last=last)
            try:
                game.answer(seat, picks)
            except _ChanceNeeded as needed:
                waiting += [(*script, picked) for picked in combinations(needed.pool, needed.count)]
                continue
            except IllegalAnswer:
                continue
            self.shuffled |= chance.shuffled
            decision = LineDecision(seat, picks, script)
            seen.append(_behind(decision, self.explore(game, (*line, decision), source.quiet)))
            game.dispose()
        return _whatever_chance_picks(seen) if seen else None

    def _too_far(self, line: tuple[LineDecision, ...]) -> bool:
        if len(line) >= self.limits.depth:
            self.why_not = f"lines longer than {counted(self.limits.depth, 'decision')} were not followed"
        elif self.positions > self.limits.positions:
            self.why_not = f"more than {counted(self.limits.positions, 'position')}"
        elif time.monotonic() > self.deadline:
            self.why_not = f"{self.limits.seconds:g} seconds were over"
        else:
            return False
        return True

    def note_fork(self, fork: Fork) -> None:
        """Remember a decision whose answers lead to different outcomes. Of decisions that separate the same outcomes, keep the earliest."""
        apart = frozenset(outcomes for _, outcomes in fork.by_answer)
        known = self.forks.get(apart)
        if len(apart) > 1 and (known is None or len(fork.line) < len(known.line)):
            self.forks[apart] = fork


def _behind(decision: LineDecision, seen: _Seen) -> _Seen:
    """Return what followed a decision, with the decision prepended to each line."""
    outcomes = {outcome: Lines(lines.count, (decision, *lines.shortest)) for outcome, lines in seen.outcomes.items()}
    reach = seen.reach
    line = (decision, *reach.line) if reach.line is not None else None
    plan = Strategy(((decision, reach.plan),)) if reach.force else None
    return _Seen(outcomes, Reach(reach.can, reach.force, line, plan, reach.always))


def _whatever_chance_picks(seen: Sequence[_Seen]) -> _Seen:
    """Combine the results of a random pick. A goal is forced only if every pick leads to it; the plan shows one."""
    if len(seen) == 1:
        return seen[0]
    outcomes: dict[LineOutcome, Lines] = {}
    for branch in seen:
        for outcome, lines in branch.outcomes.items():
            _add(outcomes, outcome, lines)
    reaching = [branch.reach.line for branch in seen if branch.reach.line is not None]
    force = all(branch.reach.force for branch in seen)
    plan = seen[0].reach.plan if force else None
    always = all(branch.reach.always for branch in seen)
    return _Seen(outcomes, Reach(bool(reaching), force, min(reaching, key=len, default=None), plan, always))


def _add(outcomes: dict[LineOutcome, Lines], outcome: LineOutcome, lines: Lines) -> None:
    known = outcomes.get(outcome)
    if known is None:
        outcomes[outcome] = lines
    else:
        shortest = min(known.shortest, lines.shortest, key=len)
        outcomes[outcome] = Lines(known.count + lines.count, shortest)


def outcome_of(game: Game, start: int) -> LineOutcome:
    """Return what happened since the start of an exploration, and how the table looks now."""
    scored = tuple((event.base, event.places) for event in game.log[start:] if isinstance(event, Awarded))
    points = tuple(seat.victory_points for seat in game.table.seats)
    return LineOutcome(points, scored, game.table.winners, digest(game.table, this_turn=False).hex())


def explore(
    log: Sequence[Event],
    *,
    to: str = "end of turn",
    limits: Limits | None = None,
    jobs: int = 1,
    progress: Callable[[int], None] | None = None,
    goal: Goal | None = None,
    executor: Executor | None = None,
) -> Findings:
    """Explore from the end of a log, which must be at a question. With a goal, also report who can force it."""
    if not log or not isinstance(log[-1], Asked):
        raise SmashUpError("Nothing is being asked at that position: explore from a question.")
    bounds = limits or Limits()
    where = executor or workers(jobs)
    if not isinstance(where, Here):
        return _explore_parallel(list(log), to, bounds, where, progress, goal)
    explorer = _Explorer(len(log), until(to), bounds, goal)
    seen = explorer.explore(resume(log, chance=_KeptOrder()), ())
    if progress is not None:
        progress(explorer.positions)
    return _findings(explorer, seen)


def _findings(explorer: _Explorer, seen: _Seen) -> Findings:
    return Findings(
        seen.outcomes,
        tuple(sorted(explorer.forks.values(), key=lambda fork: len(fork.line))),
        explorer.positions,
        not explorer.why_not,
        explorer.why_not,
        explorer.shuffled,
        seen.reach if explorer.goal is not None else None,
    )


def _explore_parallel(
    log: list[Event],
    to: str,
    limits: Limits,
    executor: Executor,
    progress: Callable[[int], None] | None,
    goal: Goal | None,
) -> Findings:
    """Split at the first question and give each answer's subtree to a worker."""
    game = resume(log, chance=_KeptOrder())
    question, seat = game.question, game.table.asked
    assert question is not None
    choices, complete = answers(game.table, question, limits.answers, goal.apart if goal is not None else ())
    if len(choices) < 2:
        return explore(log, to=to, limits=limits, progress=progress, goal=goal)
    explorer = _Explorer(len(log), until(to), limits, goal)
    explorer.positions = 1
    explorer.why_not = "" if complete else "a question had too many answers to try them all"
    followed: list[_Seen] = []
    by_answer: list[tuple[tuple[Pick, ...], tuple[LineOutcome, ...]]] = []
    tasks = [(log, seat, picks, to, limits, goal) for picks in choices]
    for picks, part in zip(choices, in_order(executor.each(_explore_answer, tasks)), strict=True):
        followed.append(_Seen(part.outcomes, part.reach or Reach()))
        by_answer.append((picks, tuple(sorted(part.outcomes))))
        explorer.positions += part.positions
        explorer.why_not = explorer.why_not or part.why_not
        explorer.shuffled |= part.shuffled
        for fork in part.forks:
            explorer.note_fork(fork)
        if progress is not None:
            progress(explorer.positions)
    explorer.note_fork(Fork((), seat, question, tuple(by_answer)))
    return _findings(explorer, explorer.joined(seat, followed, complete))


def _explore_answer(task: tuple[list[Event], int, tuple[Pick, ...], str, Limits, Goal | None]) -> Findings:
    log, seat, picks, to, limits, goal = task
    explorer = _Explorer(len(log), until(to), limits, goal)
    source = _Source(resume(log, chance=_KeptOrder()))
    return _findings(explorer, explorer.follow(source, seat, picks, (), last=True) or _Seen({}, Reach()))


def line_log(log: Sequence[Event], line: Iterable[LineDecision]) -> list[Event]:
    """Return the log of a line, which can be stepped through as a branch."""
    chance = _KeptOrder()
    game = resume(log, chance=chance)
    for decision in line:
        chance.script = list(decision.chance)
        game.answer(decision.seat, decision.picks)
    return game.log
