"""A ruling: what happens, step by step; why; and the passage that says so, by edition, section and page.

A ruling is made from a log like any game's. Each consequence stands under its cause, and after it the rule, where one
decided, with its citation in the edition in force.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from adjudicator.games.option_words import name_of
from adjudicator.rulebooks.catalogue import cite
from adjudicator.rulebooks.catalogue import rule as rule_of
from adjudicator.scenarios import Outcome, Scenario, run
from events.vocabulary import (
    AllowanceGiven,
    AllowancesEnded,
    Answered,
    Asked,
    Event,
    Looked,
    PhaseBegan,
    ScoringEnded,
    Shuffled,
)
from projections.table import Table, fold
from projections.timeline import Narrator, tell

# What a reader of a ruling need not see: it is in the log, and `--step` shows it.
_PASSED_OVER = (Asked, AllowanceGiven, AllowancesEnded, Looked, ScoringEnded, Shuffled)


class Consequence(msgspec.Struct, frozen=True):
    """An event in words, the rule that decided it with its citation, and what it led to."""

    position: int
    text: str
    rule: str = ""
    citation: str = ""
    then: tuple[Consequence, ...] = ()


class Passage(msgspec.Struct, frozen=True):
    """A rule a ruling rests on, as the edition in force has it."""

    rule: str
    title: str
    says: str
    citation: str
    reading: str = ""


class Part(msgspec.Struct, frozen=True):
    """One step of the scenario and what came of it."""

    step: str
    consequences: tuple[Consequence, ...]
    first: int
    last: int


class Ruling(msgspec.Struct, frozen=True):
    """The whole answer for one edition."""

    title: str
    question: str
    edition: str
    parts: tuple[Part, ...]
    result: tuple[str, ...]
    passages: tuple[Passage, ...]
    note: str
    failures: tuple[str, ...]


def rule_on(scenario: Scenario, edition: str) -> Ruling:
    """Put a scenario to an edition and word what comes of it."""
    return ruling_of(run(scenario, edition))


def ruling_of(outcome: Outcome) -> Ruling:
    """Word what came of a scenario."""
    scenario, log = outcome.scenario, outcome.log
    steps = outcome.steps
    parts = []
    begun = steps[0].start if steps else len(log)
    if begun > outcome.set_up:
        parts.append(_part("As the scenario begins", log, outcome.set_up, begun))
    parts += [_part(f"{one.step.seat}: {one.step.does}", log, one.start, one.end) for one in steps]
    if steps and steps[-1].end < len(log):
        parts.append(_part("Then", log, steps[-1].end, len(log)))
    used = [event.rule for event in log[outcome.set_up :] if event.rule and not isinstance(event, _PASSED_OVER)]
    wanted = list(dict.fromkeys((*scenario.rules, *used)))
    return Ruling(
        title=scenario.title,
        question=scenario.question,
        edition=outcome.edition,
        parts=tuple(parts),
        result=tuple(result_of(outcome.game.table)),
        passages=tuple(passage(one, outcome.edition) for one in wanted if one in scenario.rules),
        note=scenario.note,
        failures=tuple(str(failure) for failure in outcome.failures),
    )


def passage(rule: str, edition: str) -> Passage:
    """A rule in an edition, cited; where the book allows two readings, which one is taken."""
    found = rule_of(rule)
    statement = found.in_edition(edition)
    settled = [rule_of(name) for name in statement.readings]
    reading = " ".join(
        f"The book allows two readings; taken here: {one.put_down} The other: {one.other}" for one in settled
    )
    says = found.in_force(edition).says or found.statement
    return Passage(rule, found.title, says, found.cite(edition), reading)


def _part(step: str, log: Sequence[Event], start: int, end: int) -> Part:
    return Part(step, tuple(consequences(log, start, end)), start + 1, end)


def consequences(log: Sequence[Event], start: int, end: int) -> list[Consequence]:
    """The events of a stretch of the log in words, each under the one that caused it."""
    table = fold(log[:start])
    edition = table.edition
    narrator = Narrator(name_of)
    told: dict[int, Consequence] = {}
    under: dict[int, list[int]] = {}
    for event in log[start:end]:
        if not isinstance(event, _PASSED_OVER):
            line = tell(event, table, narrator)
            citation = cite(event.rule, edition) if event.rule else ""
            told[event.position] = Consequence(event.position, line.text, event.rule, citation)
            under.setdefault(_visible_cause(log, event, told), []).append(event.position)
        table.apply(event)
    return [_with_consequences(position, told, under) for position in under.get(0, [])]


def _visible_cause(log: Sequence[Event], event: Event, told: dict[int, Consequence]) -> int:
    """The nearest cause that is told; phases stand on their own."""
    if isinstance(event, PhaseBegan | Answered):
        return 0
    cause = event.cause
    while cause and cause not in told:
        cause = log[cause - 1].cause
    return 0 if cause and isinstance(log[cause - 1], PhaseBegan) else cause


def _with_consequences(position: int, told: dict[int, Consequence], under: dict[int, list[int]]) -> Consequence:
    then = tuple(_with_consequences(one, told, under) for one in under.get(position, []))
    return msgspec.structs.replace(told[position], then=then)


def result_of(table: Table) -> list[str]:
    """How things stand at the end."""
    points = ", ".join(f"{seat.name} {seat.victory_points}" for seat in table.seats)
    lines = [f"VP: {points}"]
    if table.winners:
        lines.append(f"Winner: {', '.join(table.seats[seat].name for seat in table.winners)}")
    return lines


# --- five editions side by side -------------------------------------------------------------------------------------


class Camp(msgspec.Struct, frozen=True):
    """Editions that lead to the same end."""

    editions: tuple[str, ...]
    result: tuple[str, ...]
    trace: tuple[str, ...]


class Comparison(msgspec.Struct, frozen=True):
    """Where the books part: the camps, and the rules of the scenario on which they say different things."""

    title: str
    camps: tuple[Camp, ...]
    parting_rules: tuple[str, ...]


def compare(scenario: Scenario, editions: Sequence[str]) -> tuple[list[Ruling], Comparison]:
    """Put a scenario to several editions and say which agree."""
    rulings = [rule_on(scenario, edition) for edition in editions]
    camps: dict[tuple[str, ...], list[str]] = {}
    for ruling in rulings:
        camps.setdefault((*ruling.result, *told_lines(ruling)), []).append(ruling.edition)
    by_edition = {ruling.edition: ruling for ruling in rulings}
    found = [
        Camp(tuple(members), by_edition[members[0]].result, tuple(told_lines(by_edition[members[0]])))
        for members in camps.values()
    ]
    parting = _parting_rules(rulings, [camp.editions for camp in found]) if len(found) > 1 else ()
    return rulings, Comparison(scenario.title, tuple(found), tuple(parting))


def told_lines(ruling: Ruling) -> list[str]:
    """A ruling's sentences in order, without rules."""
    found: list[str] = []

    def walk(consequence: Consequence) -> None:
        found.append(consequence.text)
        for one in consequence.then:
            walk(one)

    for part in ruling.parts:
        for consequence in part.consequences:
            walk(consequence)
    return found


def _parting_rules(rulings: Sequence[Ruling], camps: Sequence[tuple[str, ...]]) -> list[str]:
    """The rules stated or used that do not say the same in all camps."""
    wanted = dict.fromkeys(passage.rule for ruling in rulings for passage in ruling.passages)
    representatives = [camp[0] for camp in camps]
    return [rule for rule in wanted if len({rule_of(rule).in_force(book).says for book in representatives}) > 1]


# --- as Markdown ----------------------------------------------------------------------------------------------------


def markdown(ruling: Ruling) -> str:
    """A ruling to paste into a forum."""
    lines = [f"## {ruling.title} ({ruling.edition})"]
    if ruling.question:
        lines += ["", f"*{ruling.question}*"]
    for part in ruling.parts:
        lines += ["", f"**{part.step}**", ""]
        for consequence in part.consequences:
            lines += _bullets(consequence, 0)
    lines += ["", f"**Result:** {'; '.join(ruling.result)}", "", "**Rules**", ""]
    for one in ruling.passages:
        lines.append(f"- `{one.rule}` {one.says} ({one.citation})")
        if one.reading:
            lines.append(f"  - {one.reading}")
    if ruling.note:
        lines += ["", f"> {ruling.note}"]
    return "\n".join(lines) + "\n"


def _bullets(consequence: Consequence, depth: int) -> list[str]:
    cited = f" — `{consequence.rule}`, {consequence.citation}" if consequence.rule else ""
    lines = [f"{'  ' * depth}- {consequence.text}{cited}"]
    for one in consequence.then:
        lines += _bullets(one, depth + 1)
    return lines
