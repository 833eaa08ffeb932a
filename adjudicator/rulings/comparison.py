"""Compares one scenario under several editions: which agree, where they diverge, and which rules cause it.

It compares what happened, not the wording: points, places, zones, powers, refusals, and which real decisions were open.
It names the rules in which the editions' data differ and which were read at the point of divergence.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import msgspec

from adjudicator.games.concerns import is_choice
from adjudicator.games.option_words import name_of
from adjudicator.games.power_breakdown import breakpoint_sum, power_sum, total_sum
from adjudicator.rulings.ruling import Passage, Ruling, passage, result_of, ruling_of
from adjudicator.scenarios import Outcome, Scenario
from adjudicator.scenarios.model import Expect, Step
from adjudicator.scenarios.run import Run, failures_of
from core.engine.game import Game
from core.printed.editions import DECIDES, edition
from core.rules.turn import flow
from events.questions import Main, May, Play, Question, Use
from events.vocabulary import (
    AllowanceGiven,
    AllowancesEnded,
    Answered,
    Asked,
    Awarded,
    CardsMade,
    EffectsEnded,
    Event,
    Looked,
    PhaseBegan,
    ScoringEnded,
    Shuffled,
    tag_of,
)
from projections.difference import standing
from projections.plain_words import Called, NameOf, Words
from projections.prompts import describe
from projections.table import fold


class Agreement(msgspec.Struct, frozen=True):
    """Editions with the same result."""

    editions: tuple[str, ...]
    unnamed: tuple[str, ...]  # those that the file does not name
    verdict: tuple[str, ...]
    result: tuple[str, ...]
    stuck: str = ""  # a step that cannot be taken there


class Disagreement(msgspec.Struct, frozen=True):
    """A divergence from the first group: after which step, what differs, and the rules that make the difference."""

    editions: tuple[str, ...]
    after: str
    differences: tuple[tuple[str, str, str], ...]  # what happened in the first agreement, and in this one
    rules: tuple[Passage, ...]  # the rules as this agreement has them
    rules_before: tuple[Passage, ...]  # the rules as the first agreement has them
    same_end: bool = False  # the results are the same in the end


class Comparison(msgspec.Struct, frozen=True):
    """The groups of editions that agree, and why the groups differ."""

    title: str
    question: str
    answer: str
    agreements: tuple[Agreement, ...]
    divergences: tuple[Disagreement, ...]
    failures: tuple[str, ...]

    @property
    def parting_rules(self) -> tuple[str, ...]:
        """Return the ids of the rules that make the editions diverge."""
        return tuple(dict.fromkeys(passage.rule for divergence in self.divergences for passage in divergence.rules))


def compare(scenario: Scenario, editions: Sequence[str], *, question: bool = False) -> tuple[list[Ruling], Comparison]:
    """Run a scenario under several editions and return which agree. `question`: it has no expectations, as for
    `rule_on_question`."""
    return compared(put_to(scenario, editions, question=question))


def put_to(scenario: Scenario, editions: Sequence[str], *, question: bool = False) -> list[EditionRun]:
    """Run a scenario, or a question without expectations, once under each of these editions."""
    return [EditionRun(scenario, book, question=question) for book in editions]


def compared(runs: Sequence[EditionRun]) -> tuple[list[Ruling], Comparison]:
    """Return the rulings of a scenario's runs, and which editions agree."""
    return [run.ruling for run in runs], comparison_of(agreements_of(runs))


def agreements_of(runs: Sequence[EditionRun]) -> list[list[EditionRun]]:
    """Group the editions in which the same happens, in the order given."""
    agreements: list[list[EditionRun]] = []
    for run in runs:
        mine = next((agreement for agreement in agreements if agreement[0].same_as(run)), None)
        if mine is None:
            agreements.append([run])
        else:
            mine.append(run)
    return agreements


def comparison_of(agreements: Sequence[Sequence[EditionRun]]) -> Comparison:
    """Return which editions agree, and why the others differ."""
    first = agreements[0][0]
    scenario = first.scenario
    failures = failures_of(run.outcome for agreement in agreements for run in agreement if run.named)
    return Comparison(
        title=scenario.title,
        question=scenario.question,
        answer=scenario.answer,
        agreements=tuple(_agreement(agreement) for agreement in agreements),
        divergences=tuple(_disagreement(first, agreement) for agreement in agreements[1:]),
        failures=tuple(f"{' '.join(books)}, {failure}" for failure, books in failures.items()),
    )


def _agreement(members: Sequence[EditionRun]) -> Agreement:
    speaks = next((run for run in reversed(members) if run.named), members[-1])
    return Agreement(
        editions=tuple(run.edition for run in members),
        unnamed=tuple(run.edition for run in members if not run.named),
        verdict=speaks.ruling.verdict,
        result=tuple(result_of(speaks.outcome.game.table)),
        stuck=members[0].stuck,
    )


# --- which rules are read -------------------------------------------------------------------------------------------


class EditionRun:
    """One run of a scenario under one edition, in a form that can be compared."""

    def __init__(self, scenario: Scenario, edition_id: str, *, question: bool = False) -> None:
        self.edition = edition_id
        self.named = edition_id in scenario.in_editions
        run = Run(scenario if self.named and not question else without_expectations(scenario), edition_id)
        self.reads: dict[str, list[int]] = {}  # the length of the log at each reading of a field of the edition
        game = run.game
        game.edition = edition(edition_id).noting(lambda field: self.reads.setdefault(field, []).append(len(game.log)))
        self.outcome: Outcome = run.outcome()
        if question:
            self.outcome = self.outcome.of_question
        # Which bases there are is decided as the game is announced: it shows when they are laid out.
        made = [
            event.position - 1 for event in run.game.log if isinstance(event, CardsMade) and event.zone == "base_deck"
        ]
        self.reads["bases_of_chosen_sets"] = [] if scenario.phase != "setup" else made
        self.scenario = scenario
        self.ruling = ruling_of(self.outcome)
        names = self.outcome.names.own_names(fold(self.outcome.log[: self.outcome.set_up]))
        self.name_of: NameOf = Called(name_of, names)
        taken = self.outcome.steps
        self.marks = {step.number: (str(step.step), step.start, step.end, bool(step.refusal)) for step in taken}
        self._standings: dict[int, dict[str, str]] = {}

    @property
    def stuck(self) -> str:
        """Return the step that this edition does not allow, and why."""
        if stuck := self.outcome.stuck:
            return f"step {stuck.number}: {self.ruling.parts[-1].refused}"
        lines = [step for step in self.outcome.scenario.step if self.edition in step.editions]
        if len(self.outcome.steps) < len(lines) and self.outcome.failures:
            return str(self.outcome.failures[-1])
        return ""

    def standing(self, number: int) -> dict[str, str]:
        """Return the state after a step (0: at the end)."""
        if number not in self._standings:
            log = self.outcome.log[: self.outcome.game.table.position]
            end = self.marks[number][2] if number else len(log)
            self._standings[number] = _standing(Game(log[:end], flow), self.name_of, self.outcome.set_up)
        return self._standings[number]

    def first_difference(self, other: EditionRun) -> int | None:
        """Return the first step after which two editions differ (0: the end), or None if they agree throughout."""
        for number in self.marks:
            if number in other.marks and (
                self.marks[number][3] != other.marks[number][3] or self.standing(number) != other.standing(number)
            ):
                return number
        if self.standing(0) != other.standing(0) or bool(self.stuck) != bool(other.stuck):
            return 0
        return None

    def same_as(self, other: EditionRun) -> bool:
        """Return whether the same happened in both runs."""
        return self.first_difference(other) is None

    def fields_read(self, start: int, end: int) -> set[str]:
        """Return the fields of the edition that were read while the log had that length."""
        return {field for field, at in self.reads.items() if any(start <= position <= end for position in at)}

    def happenings(self) -> list[tuple[int, Happening]]:
        """Return what happened, with positions, but without bookkeeping events and card numbers."""
        set_up = self.outcome.set_up
        events = self.outcome.log[set_up : self.outcome.game.table.position]
        return [(event.position, _happening(event, set_up)) for event in events if not isinstance(event, _FLOW)]


Happening = tuple[object, ...]

_FLOW = (Asked, Answered, PhaseBegan, AllowanceGiven, AllowancesEnded, EffectsEnded, Looked, ScoringEnded, Shuffled)
_OF_THE_LOG = frozenset({"position", "cause", "rule", "moment", "allowance", "total", "breakpoint"})


def _happening(event: Event, set_up: int) -> Happening:
    """Return an event's content, ignoring its position in the log. All later bases count as equal."""
    facts = (
        (field, 0 if field in ("site", "origin") and value > set_up else value)
        for field in event.__struct_fields__
        if field not in _OF_THE_LOG and (value := getattr(event, field)) is not None
    )
    return (tag_of(event), *facts)


def without_expectations(scenario: Scenario) -> Scenario:
    """Return the scenario without its expectations, for an edition that the file does not name."""
    steps: tuple[Step, ...] = tuple(msgspec.structs.replace(step, expect=None) for step in scenario.step)
    return msgspec.structs.replace(scenario, step=steps, expect=Expect(asked=scenario.expect.asked))


def _standing(game: Game, names: NameOf, set_up: int) -> dict[str, str]:
    """Return the comparable state: the table, its numbers, the awards, and each real decision."""
    table = game.table
    words = Words(table, names)
    facts = standing(table, names)
    for moot in ("Who is asked", "The phase", "Lasting effects", "Resolving", "The base that scores"):
        facts.pop(moot, None)
    for site in table.sites:
        base = words.base(site)
        facts[f"The breakpoint of {base}"] = str(breakpoint_sum(game, site, words.card).total)
        for seat, player in enumerate(table.seats):
            total = total_sum(game, seat, site, words.card).total
            facts[f"{player.name}'s power at {base}"] = str(total) if total else ""
    for minion in table.minions():
        what = f"The power of {words.placed(minion.number)}"
        facts[what] = str(power_sum(game, minion, words.card).total)
    for number, event in enumerate(event for event in game.log[set_up:] if isinstance(event, Awarded)):
        facts[f"The scoring of {words.card(event.base)}" + (f" ({number + 1})" if number else "")] = ", ".join(
            f"{player.name} {event.totals[seat]} power, {event.awards[seat]} VP"
            for seat, player in enumerate(table.seats)
        )
    if question := game.question:
        decision = _decision(question, game, names)
        if decision:
            facts[f"{words.player(table.asked)} decides"] = decision
    return {what: value for what, value in facts.items() if value}


def _decision(question: Question, game: Game, names: NameOf) -> str:
    """Return the decision behind a question: "yes" to a card's question is the same as using that card."""
    if not isinstance(question, Main) and not is_choice(question):
        return ""
    words = Words(game.table, names)
    if isinstance(question, May) and question.by:
        return f"about {words.card(question.by)}"
    options = []
    for pick in question.options:
        if isinstance(pick, Use):
            options.append(f"about {words.card(pick.granted_by or pick.holder)}")
        elif isinstance(pick, Play):
            options.append(f"play {words.card(pick.card)}")
        else:
            options.append(describe(pick, question, game.table, names))
    return ", ".join(sorted(set(options)))


# --- where they diverge ---------------------------------------------------------------------------------------------


def _disagreement(first: EditionRun, agreement: Sequence[EditionRun]) -> Disagreement:
    """Return where a group of editions diverges from the first one."""
    other = agreement[0]
    number = first.first_difference(other)
    assert number is not None
    after = f"step {number} ({first.marks[number][0]})" if number else "the end"
    differences = _differences(first.standing(number), other.standing(number))
    if number and first.marks[number][3] != other.marks[number][3]:
        allowed = ("refused", "allowed") if first.marks[number][3] else ("allowed", "refused")
        differences.insert(0, ("The step", *allowed))
    if other.stuck != first.stuck:
        differences.insert(0, ("All steps", first.stuck or "can be taken", other.stuck or "can be taken"))
    rules = _rules_read(first, other, number)
    return Disagreement(
        editions=tuple(run.edition for run in agreement),
        after=after,
        differences=tuple(differences),
        rules=tuple(passage(rule, other.edition) for rule in rules),
        rules_before=tuple(passage(rule, first.edition) for rule in rules),
        same_end=bool(number) and not other.stuck and first.standing(0) == other.standing(0),
    )


def _differences(one: Mapping[str, str], other: Mapping[str, str]) -> list[tuple[str, str, str]]:
    return [
        (what, one.get(what, "nothing"), other.get(what, "nothing"))
        for what in dict.fromkeys((*one, *other))
        if one.get(what) != other.get(what)
    ]


def _rules_read(first: EditionRun, other: EditionRun, number: int) -> list[str]:
    """Return the rules on which two editions differ and that were read at that point, or else in that step, or else anywhere."""
    books = edition(first.edition), edition(other.edition)

    def differing(fields: Iterable[str]) -> list[str]:
        apart = [field for field in DECIDES if field in fields and getattr(books[0], field) != getattr(books[1], field)]
        return list(dict.fromkeys(DECIDES[field] for field in apart))

    there = _stretches(first, other)
    step = [
        (run.marks[number][1], run.marks[number][2]) if number else (0, len(run.outcome.log)) for run in (first, other)
    ]
    for mine, theirs in (there, step, ((0, len(first.outcome.log)), (0, len(other.outcome.log)))):
        if rules := differing(first.fields_read(*mine) | other.fields_read(*theirs)):
            return rules
    return []


def _stretches(first: EditionRun, other: EditionRun) -> tuple[tuple[int, int], tuple[int, int]]:
    """Return the part of each log from the last common event to the first different one, or to the end."""
    mine, theirs = first.happenings(), other.happenings()
    same = next(
        (index for index, (left, right) in enumerate(zip(mine, theirs, strict=False)) if left[1] != right[1]),
        min(len(mine), len(theirs)),
    )

    def stretch(put: EditionRun, happenings: list[tuple[int, Happening]]) -> tuple[int, int]:
        start = happenings[same - 1][0] if same else put.outcome.set_up
        end = happenings[same][0] - 1 if same < len(happenings) else len(put.outcome.log)
        return start, end

    return stretch(first, mine), stretch(other, theirs)
