"""A ruling: first the verdict, then the table, the steps with their consequences, and the passages that decide them.

A ruling is made from a log like any game's. Each consequence is listed under its cause, followed by the rule that
decided it, if any. Each rule that was used is quoted once, as the edition in force states it, with section and page.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import msgspec

from adjudicator.games.option_words import name_of
from adjudicator.rulebooks.catalogue import left_open_by
from adjudicator.rulebooks.catalogue import rule as rule_of
from adjudicator.rulings.changes import NOBODY_WON, NOTHING_CHANGED, changed, power_at_bases, standing
from adjudicator.rulings.refusals import refusal
from adjudicator.rulings.verdict import verdict
from adjudicator.scenarios import Outcome, Scenario, run
from adjudicator.scenarios.expect import ExpectContext
from adjudicator.scenarios.lines import answer_in_words
from adjudicator.scenarios.model import Expect, Step
from adjudicator.scenarios.run import StepTaken
from adjudicator.viewer.frames import frame_of
from adjudicator.viewer.model import Frame
from core.engine.game import Game
from core.rules.turn import flow
from events.questions import Hosts, Main, Question, Sites, Window
from events.vocabulary import (
    AllowanceGiven,
    AllowancesEnded,
    Answered,
    Asked,
    Drawn,
    Event,
    PhaseBegan,
    ScoringEnded,
    TurnBegan,
)
from projections.plain_words import Called, NameOf
from projections.prompts import describe_answer, prompt
from projections.table import Table, fold
from projections.timeline import sentence

# Events that a reader of a ruling need not see. They are in the log, and `--step` shows them.
_PASSED_OVER = (Asked, AllowanceGiven, AllowancesEnded, ScoringEnded)

MOST_LINES = 12
"""Maximum number of lines suggested for an open choice."""


class Consequence(msgspec.Struct, frozen=True, omit_defaults=True):
    """An event in words, the rule that decided it, and what it led to."""

    position: int
    text: str
    rule: str = ""
    then: tuple[Consequence, ...] = ()


class Passage(msgspec.Struct, frozen=True, omit_defaults=True):
    """A rule that a ruling rests on, as the edition in force states it."""

    rule: str
    title: str
    says: str
    citation: str
    reading: str = ""


class Part(msgspec.Struct, frozen=True, omit_defaults=True):
    """One step of the scenario, by its number in the file (0: what happens before the first or after the last)."""

    number: int
    step: str
    consequences: tuple[Consequence, ...]
    first: int
    last: int
    refused: str = ""  # why it is refused, if it must be
    rule: str = ""  # the rule by which it is refused
    asked: str = ""  # what is asked after it, if that is more than the next play
    board: Frame | None = None  # the table after it, if requested


class OpenChoice(msgspec.Struct, frozen=True):
    """A choice that the scenario leaves open: who is asked what, the lines that would answer it, and what each leads to."""

    seat: str
    question: str
    lines: tuple[str, ...]
    leads: tuple[str, ...] = ()


class Ruling(msgspec.Struct, frozen=True):
    """The whole answer for one edition."""

    title: str
    question: str
    answer: str  # in the words of the file's author
    verdict: tuple[str, ...]  # each expectation, with the actual result
    edition: str
    board: Frame | None  # the table before the first step
    parts: tuple[Part, ...]
    result: tuple[str, ...]
    passages: tuple[Passage, ...]  # the rules that were used
    not_used: tuple[Passage, ...]  # other rules that the file names
    open: OpenChoice | None
    note: str
    failures: tuple[str, ...]
    end: Frame | None = None  # the final table, if nothing is expected
    refused: str = ""  # the step that the rules do not allow, although the file does not expect a refusal

    @property
    def rules(self) -> tuple[str, ...]:
        """Return the ids of the rules that were used."""
        return tuple(passage.rule for passage in self.passages)


def rule_on(scenario: Scenario, edition: str, *, boards: bool = False) -> Ruling:
    """Run a scenario under an edition and return the ruling. `boards` adds the table after every step."""
    return ruling_of(run(scenario, edition), boards=boards)


def rule_on_question(scenario: Scenario, edition: str, *, boards: bool = False) -> Ruling:
    """Rule on a question that has no expectations: what happens up to the last step.

    An open choice is reported as the next question, and a step that the rules refuse is the answer.
    """
    asked = run(msgspec.structs.replace(scenario, title=scenario.title, answer="", expect=Expect()), edition)
    ruling = ruling_of(asked.of_question, boards=boards)
    return msgspec.structs.replace(ruling, refused=str(asked.stuck.step) if asked.stuck else "")


def ruling_of(outcome: Outcome, *, boards: bool = False) -> Ruling:
    """Return the ruling for the outcome of a scenario."""
    return _Wording(outcome, boards).ruling()


class _Wording:
    """Puts an outcome into words, with the scenario's own names."""

    def __init__(self, outcome: Outcome, boards: bool) -> None:
        self.outcome = outcome
        self.boards = boards
        self.log = outcome.log[: outcome.game.table.position]  # leave out an event that the table could not accept
        at_start = fold(self.log[: outcome.set_up])
        self.own_names = outcome.names.own_names(at_start)
        self.introduced = {
            number: outcome.names.introduced(at_start, number) if number in outcome.names.cards.values() else name
            for number, name in self.own_names.items()
        }
        self.name_of: NameOf = Called(name_of, self.own_names)
        self.steps = (*outcome.steps, outcome.stuck) if outcome.stuck else outcome.steps
        before = (outcome.set_up, *(taken.start for taken in self.steps))
        self.refusals = {
            taken.number: refusal(
                self.game_at(taken.tried), outcome.names, self.name_of, taken.step, taken.refusal, since
            )
            for since, taken in zip(before, self.steps, strict=False)
            if taken.refusal
        }

    def game_at(self, position: int) -> Game:
        """Return the game at a position, with its log, as the rules see it."""
        return Game(self.log[:position], flow)

    def ruling(self) -> Ruling:
        outcome, scenario = self.outcome, self.outcome.scenario
        parts = self.parts()
        used = self.used_rules(parts)
        table = outcome.game.table
        return Ruling(
            title=scenario.title,
            question=scenario.question,
            answer=scenario.answer,
            verdict=tuple(self.verdict()),
            edition=outcome.edition,
            board=self.board(outcome.set_up) if scenario.phase != "setup" else None,
            parts=tuple(parts),
            result=tuple(result_of(table)),
            passages=tuple(passage(name, outcome.edition, used) for name in used),
            not_used=tuple(passage(rule, outcome.edition) for rule in scenario.rules if rule not in used),
            open=self.open_choice(),
            note=scenario.note,
            failures=tuple(str(failure) for failure in outcome.failures),
            end=self.board(len(self.log)) if not self.expects and self.goes_on else None,
        )

    def board(self, position: int) -> Frame:
        """Return the table at a position, with the scenario's names."""
        return frame_of(fold(self.log[:position]), called=self.introduced)

    # --- the verdict

    def verdict(self) -> list[str]:
        """Return what was refused and why, and the actual result for each expectation."""
        outcome = self.outcome
        sentences = [self.refusals[taken.number].text for taken in self.steps if taken.number in self.refusals]
        expected = outcome.scenario.expect.in_edition(outcome.edition)
        telling, rest = verdict(expected, ExpectContext(outcome.game, outcome.names, outcome.set_up), self.name_of)
        of_steps = [self.after_step(taken) for taken in outcome.steps if taken.step.expect is not None]
        sentences += telling + [sentence for important, _ in of_steps for sentence in important] + rest
        sentences += [other for _, others in of_steps for other in others]
        if not sentences or (not self.expects and self.goes_on):
            sentences += self.what_changed()
        return list(dict.fromkeys(sentences))

    @property
    def expects(self) -> bool:
        """Return whether the scenario states expectations for this edition."""
        stated = [self.outcome.scenario.expect, *(taken.step.expect for taken in self.outcome.steps)]
        if any(taken.step.refused is not None for taken in self.outcome.steps):
            return True
        return any(
            expected is not None and expected.in_edition(self.outcome.edition) != Expect() for expected in stated
        )

    @property
    def goes_on(self) -> bool:
        """Return whether any step was legal. If the first step is refused, nothing changes."""
        return self.outcome.stuck is None or bool(self.outcome.steps)

    def what_changed(self) -> list[str]:
        """Return how the final table differs from the first one, for a scenario without expectations."""
        if not self.outcome.game.table.phase or self.outcome.scenario.phase == "setup":
            return result_of(self.outcome.game.table)
        changes = changed(self.game_at(self.outcome.set_up), self.outcome.game, self.name_of)
        if self.outcome.steps:
            return changes
        still = power_at_bases(self.outcome.game, self.name_of) if changes[0] == NOTHING_CHANGED else []
        return [*standing(self.outcome.game, self.name_of), *still, *changes]

    def after_step(self, taken: StepTaken) -> tuple[list[str], list[str]]:
        """Return the findings after a step as two sentences: the important part and the rest."""
        assert taken.step.expect is not None
        expected = taken.step.expect.in_edition(self.outcome.edition)
        last = taken is self.outcome.steps[-1]
        look = ExpectContext(self.game_at(taken.end), self.outcome.names, taken.start)
        findings = verdict(expected, look, self.name_of, end=last)
        if last:
            return findings
        telling, rest = ([f"after step {taken.number} {', '.join(finding)}"] if finding else [] for finding in findings)
        return telling, rest

    # --- the parts

    def parts(self) -> list[Part]:
        steps, log = self.steps, self.log
        begun = steps[0].start if steps else len(log)
        all_parts = [self.part(0, "As the scenario begins", self.outcome.set_up, begun)]
        for taken in steps:
            refused = self.refusals.get(taken.number)
            part = self.part(taken.number, str(taken.step), taken.start, taken.end)
            if refused is not None:
                part = msgspec.structs.replace(part, refused=refused.text, rule=refused.rule)
            all_parts.append(part)
        if steps and self.outcome.stuck is None:
            all_parts.append(self.part(0, "Then", steps[-1].end, len(log)))
        return [part for part in all_parts if part.number or part.consequences]

    def part(self, number: int, step: str, start: int, end: int) -> Part:
        shown = tuple(consequences(self.log, start, end, self.name_of))
        board = self.board(end) if self.boards and end > start else None
        return Part(number, step, shown, start + 1, end, board=board, asked=self.asked_at(start, end))

    def asked_at(self, start: int, end: int) -> str:
        """Return the question at the end of a part of the log."""
        if not start < end <= len(self.log):  # nothing happened, or the scenario ended before it
            return ""
        last = self.log[end - 1]
        if not isinstance(last, Asked) or isinstance(last.question, Main):
            return ""
        table = fold(self.log[:end])
        return f"{table.seats[last.seat].name} is asked: {prompt(last.question, table, self.name_of)}"

    def used_rules(self, parts: Sequence[Part]) -> list[str]:
        """Return the rules that decided the events shown, starting with those the file names."""
        used: dict[str, None] = {}

        def walk(consequence: Consequence) -> None:
            if consequence.rule:
                used[consequence.rule] = None
            for effect in consequence.then:
                walk(effect)

        for part in parts:
            if part.number in self.refusals and self.refusals[part.number].rule:
                used[self.refusals[part.number].rule] = None
            for consequence in part.consequences:
                walk(consequence)
        used.update(dict.fromkeys(self.readings()))
        stamped = {event.rule for event in self.log[self.outcome.set_up :]} | set(used)
        named = [rule for rule in self.outcome.scenario.rules if rule in stamped]
        return named + [rule for rule in used if rule not in named]

    def readings(self) -> list[str]:
        """Return the readings that decided something, including that nothing happens: of the rulebook in force, and of
        a book that it follows where it is silent."""
        return [reading for reading in self.outcome.game.readings if left_open_by(reading, self.outcome.edition)]

    def open_choice(self) -> OpenChoice | None:
        """Return the decision left open, unless the scenario is about it."""
        game, scenario = self.outcome.game, self.outcome.scenario
        question = game.question
        expected = scenario.expect.in_edition(self.outcome.edition)
        if question is None or isinstance(question, Main) or expected.asked is not None:
            return None
        seat = game.table.seats[game.table.asked].name
        lines = lines_for(self.outcome, question)
        return OpenChoice(
            seat,
            prompt(question, game.table, self.name_of),
            tuple(f"{seat}: {line}" for line in lines),
            tuple(self.leads_to(Step(seat=seat, does=line)) for line in lines),
        )

    def leads_to(self, step: Step) -> str:
        """Return what one more step changes, in a few words."""
        scenario = self.outcome.scenario
        if self.outcome.stuck is not None or scenario.phase == "setup":
            return ""
        after = run(
            msgspec.structs.replace(scenario, step=(*scenario.step, step), expect=Expect()), self.outcome.edition
        )
        if after.stuck is not None or len(after.log) <= len(self.log):
            return ""
        changes = changed(self.game_at(len(self.log)), after.game, self.name_of)
        return "; ".join(sentence for sentence in changes if sentence != NOBODY_WON)


def lines_for(outcome: Outcome, question: Question) -> list[str]:
    """Return the lines that would answer a scenario's open question: one for each option, and one to decline."""
    table, names, log = outcome.game.table, outcome.names, outcome.log
    picks = (
        [(pick,) for pick in question.options[:MOST_LINES]]
        if question.least <= 1
        else [question.options[: question.least]]
    )
    lines = [answer_in_words(table, question, pick, names, log) for pick in picks]
    if question.least == 0:
        lines.append(answer_in_words(table, question, (), names, log))
    return list(dict.fromkeys(lines))


def passage(rule: str, edition: str, besides: Sequence[str] = ()) -> Passage:
    """Return a rule with its citation in an edition, and the chosen reading if the rulebook allows two. `besides`: the
    readings that are cited as well, which need not be stated twice."""
    stated_rule = rule_of(rule)
    statement = stated_rule.in_edition(edition)
    settled = (
        [stated_rule] if stated_rule.settles else [rule_of(name) for name in statement.readings if name not in besides]
    )
    reading = " ".join(
        f"The rulebook allows two readings. This ruling follows: {followed.put_down} The other: {followed.other}"
        for followed in settled
    )
    says, citation = stated_rule.in_force(edition).says or stated_rule.statement, stated_rule.cite(edition)
    if stated_rule.settles and (book := left_open_by(rule, edition)) not in ("", edition):
        says = stated_rule.in_force(book).says or stated_rule.statement
        citation = f"{edition} silent; follows {stated_rule.in_edition(book).citation}"
    return Passage(rule, stated_rule.title, says, citation, reading)


# --- what happened --------------------------------------------------------------------------------------------------


def consequences(log: Sequence[Event], start: int, end: int, names: NameOf = name_of) -> list[Consequence]:
    """Return the events of a part of the log in words, each under its cause."""
    table = fold(log[:start])
    shown: dict[int, Consequence] = {}
    under: dict[int, list[int]] = {}
    phase = 0  # a phase that has begun without any line about it yet
    for event in log[start:end]:
        text = _text(event, table, names)
        if isinstance(event, PhaseBegan | TurnBegan):
            shown.pop(phase, None)
            phase = event.position if isinstance(event, PhaseBegan) else 0
        elif text and not isinstance(event, Drawn):  # a player draws in their own draw phase
            phase = 0
        if text:
            flow_of_turn = isinstance(event, PhaseBegan | TurnBegan)
            shown[event.position] = Consequence(event.position, text, "" if flow_of_turn else event.rule)
            under.setdefault(_visible_cause(log, event, shown), []).append(event.position)
        table.apply(event)
    shown.pop(phase, None)
    return [_with_consequences(position, shown, under) for position in under.get(0, []) if position in shown]


def _text(event: Event, table: Table, names: NameOf) -> str:
    """Return an event in words, or nothing if it is not worth telling."""
    if isinstance(event, Answered):
        return _answer(event, table, names)
    return "" if isinstance(event, _PASSED_OVER) else sentence(event, table, names)


def _answer(event: Answered, table: Table, names: NameOf) -> str:
    """Return an answer with its question. In Play Cards the step's own line is enough, and a forced pass is left out."""
    question = table.question
    if question is None or isinstance(question, Main) or (isinstance(question, Window) and not event.picks):
        return ""
    if len(question.options) <= question.least:  # nothing to choose
        return ""
    if isinstance(question, Sites | Hosts) and question.by in table.cards and not table.cards[question.by].site:
        return ""  # the place of a played card is in the line about the card
    answer = describe_answer(event.picks, question, table, names)
    return f"{prompt(question, table, names)} – {table.seats[event.seat].name}: {answer}"


def _visible_cause(log: Sequence[Event], event: Event, shown: dict[int, Consequence]) -> int:
    """Return the nearest cause that is shown. Phases have none."""
    if isinstance(event, PhaseBegan | Answered):
        return 0
    cause = event.cause
    while cause and cause not in shown:
        cause = log[cause - 1].cause
    return 0 if cause and isinstance(log[cause - 1], PhaseBegan) else cause


def _with_consequences(position: int, shown: dict[int, Consequence], under: dict[int, list[int]]) -> Consequence:
    then = tuple(_with_consequences(number, shown, under) for number in under.get(position, []) if number in shown)
    return msgspec.structs.replace(shown[position], then=then)


def result_of(table: Table) -> list[str]:
    """Return the state at the end."""
    points = ", ".join(f"{seat.name} {seat.victory_points}" for seat in table.seats)
    lines = [f"VP: {points}"]
    if table.winners:
        lines.append(f"Winner: {', '.join(table.seats[seat].name for seat in table.winners)}")
    return lines


def told_lines(ruling: Ruling) -> list[str]:
    """Return a ruling's sentences in order, without rules."""
    return [text for part in ruling.parts for text in _texts(part.consequences)]


def _texts(consequences: Iterable[Consequence]) -> Iterator[str]:
    for consequence in consequences:
        yield consequence.text
        yield from _texts(consequence.then)
