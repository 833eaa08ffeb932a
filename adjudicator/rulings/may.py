"""May a player do this? Search every way the rules offer until the end of the turn, and say yes, no or only if.

"No" is said only where every line was seen and no deck was shuffled on the way; otherwise the answer is that the search
cannot tell.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from adjudicator.games.option_words import name_of
from adjudicator.games.session import is_choice
from adjudicator.rulings.deeds import Deed, NotOffered, Prevented, read_deed
from adjudicator.rulings.explore import Findings, Limits, explore, line_log
from adjudicator.rulings.goals import Goal
from adjudicator.rulings.not_offered import why_not_offered
from adjudicator.rulings.refusals import refusal
from adjudicator.rulings.ruling import Passage, passage
from adjudicator.scenarios import Scenario, run
from adjudicator.scenarios.lines import answer_in_words
from adjudicator.scenarios.model import Expect, Step
from adjudicator.scenarios.names import TableNames
from core.engine.game import Game
from core.rules.turn import flow
from events.errors import SmashUpError
from events.vocabulary import (
    Answered,
    Event,
    Shuffled,
)
from projections.plain_words import Called, listed
from projections.table import fold
from projections.timeline import sentence

_DEPTHS = (2, 4, 8, 16)
"""Shorter lines are searched first, so that the answer shows the most direct way."""


class MayAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """The answer to a may-question, with a line of play that shows it and the rules that decided."""

    question: str
    verdict: str  # "yes", "no", "only if", "unknown"
    answer: str  # one sentence
    line: tuple[str, ...] = ()
    depends_on: tuple[str, ...] = ()  # what others must answer for it
    passages: tuple[Passage, ...] = ()
    edition: str = ""
    positions: int = 0


def may(scenario: Scenario, words: str, edition: str, *, limits: Limits | None = None) -> MayAnswer:
    """Return whether a player may do something in a situation, after its steps."""
    outcome = run(msgspec.structs.replace(scenario, expect=Expect()), edition)
    if outcome.stuck is not None:
        raise SmashUpError(
            f"Step {outcome.stuck.number} ({outcome.stuck.step}) cannot be taken: {outcome.stuck.refusal}."
        )
    if outcome.game.question is None:
        raise SmashUpError("There is nothing to decide at that point, because the game is over.")
    deed = read_deed(words, outcome.log, outcome.game.table, outcome.names)
    return _Request(outcome.log, outcome.names, deed, edition).answer(limits or Limits())


class _Request:
    def __init__(self, log: Sequence[Event], names: TableNames, deed: Deed, edition: str) -> None:
        self.log, self.names, self.deed, self.edition = log, names, deed, edition
        self.player = fold(log).seats[deed.seat].name
        self.does = " and ".join(_in_words(one) for one in (deed, *deed.also))

    def answer(self, limits: Limits) -> MayAnswer:
        found = self.search(limits)
        reach = found.reach
        if reach is None or reach.line is None:
            return self.not_found(found)
        line, events = list(self.line(found)), line_log(self.log, reach.line)[len(self.log) :]
        others = tuple(one for one in line if not one.startswith(f"{self.player}: "))
        chance = any(decision.chance for decision in reach.line)
        shuffled = any(isinstance(event, Shuffled) for event in events)
        rules = tuple(dict.fromkeys(event.rule for event in events if event.rule))
        needed = [] if reach.force else [f"“{one}”" for one in others]
        needed += ["chance picks the right card"] if chance and not reach.force else []
        needed += ["the shuffled deck comes out in the right order"] if shuffled else []
        verdict = "only if" if needed else "yes"
        ways = f", with {'; then '.join(f'“{one}”' for one in line)}" if line else ""
        answer = f"Only if {listed(needed)}{ways}." if needed else f"Yes{ways}."
        if self.deed.verb == "play" and self.deed.place:
            tried = Prevented(words=self.deed.words, seat=self.deed.seat, deed=self.deed)
            if prevented := self.prevented(tried, line_log(self.log, reach.line)):
                answer += f" But it has no effect: {prevented}."
        return self.answered(verdict, answer, found, tuple(line), others if needed else (), rules)

    def search(self, limits: Limits) -> Findings:
        """Explore longer and longer lines until the player can force one or all have been searched."""
        for depth in (*(one for one in _DEPTHS if one < limits.depth), limits.depth):
            found = explore(self.log, limits=msgspec.structs.replace(limits, depth=depth), goal=self.deed)
            if found.exhausted or (found.reach is not None and found.reach.force):
                break
        return found

    def line(self, found: Findings) -> Iterator[str]:
        """Return the decisions of the line as steps of a scenario."""
        assert found.reach is not None
        assert found.reach.line is not None
        table = fold(self.log)
        log = line_log(self.log, found.reach.line)
        for event in log[len(self.log) :]:
            if isinstance(event, Answered) and table.question is not None and is_choice(table.question):
                does = answer_in_words(table, table.question, event.picks, self.names, log)
                yield f"{table.seats[event.seat].name}: {does}"
            table.apply(event)

    def not_found(self, found: Findings) -> MayAnswer:
        if not found.exhausted:
            return self.answered("unknown", f"I cannot tell: no way was found, but {found.why_not}.", found)
        if found.shuffled:
            why = "a deck is shuffled along the way, and the result depends on its order"
            return self.answered("unknown", f"I cannot tell: no way was found, but {why}.", found)
        why, rule = self.obstacle() if not self.deed.also else ("", "")
        why = why or next((told for one in (self.deed, *self.deed.also) if (told := self.hindrance(one))), "")
        seen = f"none of the {found.positions} positions until the end of the turn offers it"
        return self.answered("no", f"No: {why or seen}.", found, rules=(rule,) if rule else ())

    def obstacle(self) -> tuple[str, str]:
        """Return the immediate obstacle and its rule, or nothing if only the whole search shows it."""
        if self.deed.verb not in ("play", "use") or self.deed.by or self.deed.pile or self.deed.number > 1:
            return "", ""
        game = Game(list(self.log), flow)
        called = Called(name_of, self.names.own_names(game.table))
        against = refusal(game, self.names, called, Step(seat=self.player, does=self.does))
        return against.text, against.rule

    def hindrance(self, deed: Deed) -> str:
        """Return what prevents the deed when it is tried, or why a card does not offer it; "" if neither is known."""
        if deed.aim is not None or deed.verb == "score":
            return ""
        tried = Prevented(words=deed.words, seat=deed.seat, deed=deed)
        if (line := self.line_to(tried)) is not None:
            return self.prevented(tried, line)
        if deed.verb in ("play", "use"):
            return ""
        if (line := self.line_to(NotOffered(words=deed.words, seat=deed.seat, deed=deed))) is not None:
            why = why_not_offered(Game(list(line), flow), self.names, deed.what)
            return why if ";" in why else ""
        return ""

    def prevented(self, tried: Prevented, line: Sequence[Event]) -> str:
        """Return what prevents the deed in a line of play; "" if nothing does."""
        table = fold(line)
        event = tried.event(table, line[len(self.log) :])
        if event is None:
            return ""
        return sentence(event, fold(line[: event.position - 1]), Called(name_of, self.names.own_names(table)))

    def line_to(self, goal: Goal) -> list[Event] | None:
        """Return the log of a line that reaches a goal within a few decisions; None if none was found."""
        reach = explore(self.log, limits=Limits(depth=6, positions=2000, seconds=5), goal=goal).reach
        return None if reach is None or reach.line is None else line_log(self.log, reach.line)

    def answered(
        self,
        verdict: str,
        answer: str,
        found: Findings,
        line: tuple[str, ...] = (),
        others: tuple[str, ...] = (),
        rules: tuple[str, ...] = (),
    ) -> MayAnswer:
        return MayAnswer(
            question=f"May {self.player} {self.does}?",
            verdict=verdict,
            answer=answer,
            line=line,
            depends_on=others,
            passages=tuple(passage(rule, self.edition) for rule in rules),
            edition=self.edition,
            positions=found.positions,
        )


def _in_words(deed: Deed) -> str:
    """Return a deed in the words of a question: “play Spectre from discard at Tortuga with Hidden Ninja”."""
    if deed.aim is not None:
        return deed.what
    what = f"{deed.number} {deed.what}s" if deed.number > 1 else deed.what
    pile = f" from {deed.pile}" if deed.pile else ""
    place = f" {'at' if deed.verb in ('play', 'use') else 'to'} {deed.place}" if deed.place else ""
    return f"{deed.verb} {what}{pile}{place}{f' with {deed.by}' if deed.by else ''}"
