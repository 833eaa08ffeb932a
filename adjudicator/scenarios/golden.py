"""Golden traces: the complete log of a scenario after its set-up, one line per event, in readable names.

Events are indented under their cause; a question and its answer share a line. Editions with the same trace share a
section. `adjudicator.rulebooks.golden_traces` stores them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from typing import Any

from adjudicator.scenarios.names import TableNames
from adjudicator.scenarios.run import Outcome
from core.printed.definitions import ability, definition
from events.questions import Main, Question, Window
from events.vocabulary import (
    Answered,
    Asked,
    BaseArrived,
    BaseSwapped,
    CardsMade,
    Event,
    PickedAtRandom,
    tag_of,
)
from projections.table import Table, fold

CARDS = frozenset(
    {"card", "by", "host", "origin_host", "base", "old", "new", "holder", "granted_by", "target", "because", "tied_to"}
    | {"challenger", "challenged", "cards", "winners", "losers", "order"}
)
SITES = frozenset({"site", "origin"})
SEATS = frozenset({"seat", "to", "controller", "until_seat", "seats"})
_SUBJECTS = ("card", "holder", "base", "cards", "phase", "order", "challenger")
_LEFT_OUT = frozenset({"position", "cause", "rule", "moment", "allowance", "scenario"})


def _kind_of(event: Event, field: str) -> str:
    """Return the field that says what kind of values a field has, because a random pick may be of cards, sites or
    seats."""
    return event.what if isinstance(event, PickedAtRandom) and field in ("pool", "picks") else field


def trace_text(title: str, outcomes: Sequence[Outcome]) -> str:
    """Return the golden file of a scenario: one section for all editions that agree."""
    sections: dict[str, list[str]] = {}
    for outcome in outcomes:
        sections.setdefault("\n".join(trace(outcome)), []).append(outcome.edition)
    parts = [f"# {title}"]
    for text, editions in sections.items():
        parts.append(f"== {' '.join(editions)}\n{text}")
    return "\n".join(parts) + "\n"


def trace(outcome: Outcome) -> Iterator[str]:
    """Yield one edition's log after the set-up, line by line."""
    return (line for _, line in _lines(outcome))


def _lines(outcome: Outcome) -> Iterator[tuple[int, str]]:
    """Yield the lines of a trace, each with the position of its event (for an answered question, the position of the
    answer).
    """
    log = outcome.log[: outcome.game.table.position]  # leave out an event that the table could not accept
    narration = TraceNarration(log[: outcome.set_up], outcome.names)
    index = outcome.set_up
    while index < len(log):
        event = log[index]
        follower = log[index + 1] if index + 1 < len(log) else None
        if isinstance(event, Asked) and isinstance(follower, Answered):
            yield follower.position, narration.line(event, narration.question(event, follower))
            narration.take(event)
            narration.depths[follower.position] = narration.depths[event.position]
            event = follower
            index += 1
        elif isinstance(event, Asked):
            yield event.position, narration.line(event, narration.question(event, None))
        else:
            narration.learn(event)
            yield event.position, narration.line(event, narration.event(event))
        narration.take(event)
        index += 1


def told(before: Sequence[Event], event: Event | None) -> str:
    """Return one event in the words of a trace."""
    if event is None:
        return "nothing"
    narration = TraceNarration(before, TableNames())
    narration.learn(event)
    return narration.question(event, None) if isinstance(event, Asked) else narration.event(event)


class TraceNarration:
    """Puts events into words, one after another, with the names in use at that point of the log."""

    def __init__(self, before: Sequence[Event], names: TableNames) -> None:
        self.table: Table = fold(before)
        self.names = names
        self.depths: dict[int, int] = {}
        self.site_names: dict[int, str] = {}
        for event in before:
            self.learn(event)
        self._card_names = self._numbered()

    def take(self, event: Event) -> None:
        """Fold an event."""
        self.table.apply(event)
        if isinstance(event, CardsMade):
            self._card_names = self._numbered()

    def learn(self, event: Event) -> None:
        """Note the name of a new base."""
        if isinstance(event, (BaseArrived, BaseSwapped)):
            base = event.base if isinstance(event, BaseArrived) else event.new
            known = {site: name for name, site in self.names.sites.items()}
            self.site_names[event.site] = known.get(event.site) or definition(self.table.cards[base].definition).name

    def _numbered(self) -> dict[int, str]:
        """Return cards by nickname or printed name. A number distinguishes cards of the same name."""
        nicknames = {number: name for name, number in self.names.cards.items()}
        same: dict[str, list[int]] = {}
        for number, card in self.table.cards.items():
            if number not in nicknames:
                same.setdefault(definition(card.definition).name, []).append(number)
        for name, numbers in same.items():
            for count, number in enumerate(numbers, 1):
                nicknames[number] = f"{name}#{count}" if len(numbers) > 1 else name
        return nicknames

    def line(self, event: Event, words: str) -> str:
        """Return a line, indented under its cause."""
        depth = self.depths[event.position] = self.depths.get(event.cause, -1) + 1
        rule = f" [{event.rule}]" if event.rule else ""
        return f"{'  ' * depth}{words}{rule}"

    def event(self, event: Event) -> str:
        """Return the tag, the subject, and every other field that does not have its default value."""
        fields = type(event).__struct_fields__
        subject = next((field for field in _SUBJECTS if field in fields and getattr(event, field)), "")
        words = tag_of(event) + (f" {self.value(subject, getattr(event, subject))}" if subject else "")
        more = [
            f"{field} {self.value(_kind_of(event, field), value)}"
            for field in fields
            if field not in _LEFT_OUT and field != subject and _says_something(field, value := getattr(event, field))
        ]
        return words + (f" ({', '.join(more)})" if more else "")

    def value(self, field: str, value: Any) -> str:
        """Return a field's value in names."""
        if isinstance(value, tuple):
            if field in ("totals", "places", "awards", "victory_points"):
                return " ".join(f"{self.seat(seat)} {number}" for seat, number in enumerate(value))
            return " + ".join(self.value(field, item) for item in value) or "none"
        if field in CARDS and isinstance(value, int):
            return self._card_names.get(value, "none")
        if field in SITES:
            return self.site_names.get(value, "none")
        if field in SEATS and isinstance(value, int):
            return self.seat(value)
        if field in ("effects", "allowances"):
            return self.ended(field, value)
        if field == "ability":
            return ability(value).name if "#" in str(value) else str(value)
        return str(value).lower() if isinstance(value, bool) else str(value)

    def ended(self, field: str, number: int) -> str:
        """Describe a lasting effect or play that has ended. Its number would change with anything before it."""
        if field == "allowances":
            return self.play(number)
        lasting = next(effect for effect in self.table.lasting if effect.number == number)
        of = " of " + self.value("cards", tuple(lasting.cards)) if lasting.cards else ""
        return f"{ability(lasting.ability).name if lasting.ability else lasting.kind}{of}"

    def play(self, number: int) -> str:
        """Describe a remaining play with everything that distinguishes it:

        "extra minion at X, power-at-most 2, by Commission".
        """
        allowance = next(allowance for allowance in self.table.allowances if allowance.number == number)
        words = f"{'extra ' if allowance.extra else ''}{allowance.kind}"
        if allowance.site:
            words += f" at {self.names.site(self.table, allowance.site)}"
        if allowance.condition:
            words += f", {allowance.condition} {' '.join(allowance.arguments)}".rstrip()
        return words + (f", by {self.names.card(self.table, allowance.by)}" if allowance.by else "")

    def seat(self, seat: int) -> str:
        """Return a player's name."""
        return self.table.seats[seat].name if seat >= 0 else "nobody"

    def question(self, asked: Asked, answered: Answered | None) -> str:
        """Return who was asked what, the options, and what was picked."""
        question = asked.question
        kind = str(question.__struct_config__.tag)
        moment = f" {question.moment}" if isinstance(question, Window) else ""
        about = "" if isinstance(question, (Main, Window)) else f" {question.about}"
        by = f" by {self._card_names[question.by]}" if question.by else ""
        options = " | ".join(self.option(question, pick) for pick in question.options) or "-"
        if answered is None:
            picked = "?"
        else:
            picked = " + ".join(self.option(question, pick) for pick in answered.picks) or (
                "pass" if isinstance(question, (Main, Window)) else "none"
            )
        return f"{self.seat(asked.seat)}? {kind}{moment}{about}{by}: {options} -> {picked}"

    def option(self, question: Question, pick: Any) -> str:
        """Return an option in words."""
        if isinstance(pick, int):
            kind = type(question).__name__
            if kind == "Sites":
                return self.site_names[pick]
            if kind == "Seats":
                return self.seat(pick)
            if kind == "PayWith":
                return self.play(pick)
            return str(pick) if kind == "Numbers" else self._card_names[pick]
        if hasattr(pick, "holder"):
            granted = f" from {self._card_names[pick.granted_by]}" if pick.granted_by else ""
            return f"{self._card_names[pick.holder]}: {ability(pick.ability).name}{granted}"
        return self._card_names[pick.card] if hasattr(pick, "card") else str(pick)


def _says_something(field: str, value: object) -> bool:
    if field in SEATS and isinstance(value, int):
        return value >= 0
    return value not in (0, "", (), None, False)


def sections(text: str) -> Mapping[str, str]:
    """Return the sections of a golden file by edition."""
    bodies: dict[str, str] = {}
    for part in text.split("\n== ")[1:]:
        editions, _, body = part.partition("\n")
        for edition in editions.split():
            bodies[edition] = body.rstrip("\n")
    return bodies


CONTEXT = 2
"""Lines shown before and after a difference."""


def difference(before: str, outcomes: Sequence[Outcome]) -> str:
    """Return how traces differ from the golden file, edition by edition. Equal differences are listed once."""
    old = sections(before)
    by_difference: dict[str, list[str]] = {}
    for outcome in outcomes:
        lines = list(_lines(outcome))
        kept = old.get(outcome.edition, "").splitlines()
        if kept != [line for _, line in lines]:
            how = "\n".join(_hunks(kept, lines, outcome)) if kept else "which the golden trace does not have yet"
            by_difference.setdefault(how, []).append(outcome.edition)
    if not by_difference:
        return "the golden trace has a different heading or different sections: `check --update` rewrites it"
    return "\n".join(f"{' '.join(editions)}, {lines}" for lines, editions in by_difference.items())


def _hunks(kept: Sequence[str], lines: Sequence[tuple[int, str]], outcome: Outcome) -> Iterator[str]:
    """Yield each difference with its step, the rule it falls under, and the surrounding lines."""
    now = [line for _, line in lines]
    for group in SequenceMatcher(None, kept, now, autojunk=False).get_grouped_opcodes(CONTEXT):
        _, gone, _, first, last = next(part for part in group if part[0] != "equal")
        position = lines[min(first, len(lines) - 1)][0] if lines else 0
        rule = _rule_of(outcome.log, position) if last > first else _stamp(kept[gone])
        yield f"{_step_at(outcome, position)}{f', under {rule}' if rule else ''}:"
        for what, old_first, old_last, first, last in group:
            if what == "equal":
                yield from (f"  {line}" for line in kept[old_first:old_last])
            else:
                yield from (f"- {line}" for line in kept[old_first:old_last])
                yield from (f"+ {line}" for line in now[first:last])


def _stamp(line: str) -> str:
    """Return the rule behind a line."""
    match = re.search(r" \[([a-z.-]+)\]$", line)
    return match[1] if match else ""


def _step_at(outcome: Outcome, position: int) -> str:
    """Return the step during which an event happened."""
    taken = [step for step in outcome.steps if step.start < position]
    return f"step {taken[-1].number} ({taken[-1].step})" if taken else "as it begins"


def _rule_of(log: Sequence[Event], position: int) -> str:
    """Return the rule that decided an event or one of its causes."""
    while position and not log[position - 1].rule:
        position = log[position - 1].cause
    return log[position - 1].rule if position else ""
