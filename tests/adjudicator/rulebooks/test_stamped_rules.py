"""A rule stamped on an event is one that speaks of such events: what `why` cites is an answer.

The golden traces hold every event of every scenario in every edition, with its rule.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

import core
from adjudicator.bundled import SCENARIOS
from adjudicator.rulebooks.catalogue import catalogue
from adjudicator.rulebooks.golden_traces import GOLDEN
from core.printed.editions import EDITIONS

SPEAKS_OF: dict[str, str] = {
    "allowance-given": r"play",
    "allowances-ended": r"phase|wait",
    "awarded": r"place|tie",
    "base-arrived": r"base",
    "base-left": r"base",
    "card-played": r"play",
    "cards-made": r"deck|madness",
    "control-changed": r"control",
    "counters-changed": r"counter",
    "counters-transferred": r"counter|attachments",
    "destroyed": r"destroy",
    "discarded": r"discard",
    "drawn": r"draw",
    "duel-card-placed": r"\b(lay|place|put)",
    "duel-card-revealed": r"reveal|turn",
    "duel-ended": r"duel",
    "effect-began": r"without effect|picks one",
    "effects-ended": r"expire|runs? out|over\b|\bends\b|\blasts\b|does not happen|picks one",
    "faction-chosen": r"faction",
    "forbidden": r"can(no|')t|may not|prevails|ignored|immune",
    "game-won": r"\bw[io]n",
    "moved": r"move",
    "phase-began": r"phase",
    "placed": r"place|put|shuffle|goes? to .*deck|to a hand, deck|go somewhere else|beside|removed",
    "revealed": r"reveal|show",
    "scoring-began": r"score",
    "scoring-ended": r"score",
    "set-aside": r"aside|no zone|neither in play",
    "shuffled": r"shuffle|rebuilt",
    "stasis-changed": r"stasis counter",
    "stored": r"store|attachments",
    "taken": r"hand|taken|go somewhere else",
    "transferred": r"transfer|attachments",
    "turn-began": r"turn",
    "victory-points-changed": r"points",
}
"""By kind of event, the words of which a rule has to have one that is to be the reason of it."""

BEFORE_THE_TRACE = {"setup.players"}
"""What only events before the first trace line cite: how a game begins."""


class Stamped(NamedTuple):
    """An event of a trace that cites a rule."""

    place: str
    edition: str
    kind: str
    rule: str
    line: str


def _in(path: Path) -> Iterator[Stamped]:
    editions: list[str] = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        if line.startswith("== "):
            editions = line.removeprefix("== ").split()
        elif match := re.match(r"\s*([a-z-]+)\b.*\[([a-z.-]+)\]$", line):
            for edition in editions:
                yield Stamped(f"{path.name}:{number}", edition, match[1], match[2], line)


@cache
def stamped() -> tuple[Stamped, ...]:
    return tuple(stamp for path in sorted(SCENARIOS.rglob(GOLDEN)) for stamp in _in(path))


def words(rule_id: str, edition: str) -> str:
    """All that the catalogue has on a rule in an edition."""
    rule = catalogue().rule(rule_id)
    texts = (rule.title, rule.statement, rule.put_down, rule.in_edition(edition).says, rule.in_force(edition).says)
    return " ".join(filter(None, texts)).lower()


def test_the_traces_are_read() -> None:
    assert {stamp.edition for stamp in stamped()} == set(EDITIONS)
    assert {stamp.kind for stamp in stamped()} == set(SPEAKS_OF), (
        "each kind of event that cites a rule has its words here"
    )


def test_a_rule_speaks_of_the_events_that_cite_it() -> None:
    pairs = {(stamp.kind, stamp.rule, stamp.edition): stamp.place for stamp in stamped()}
    silent = {
        f"{place}: {kind} cites {rule} ({edition})"
        for (kind, rule, edition), place in pairs.items()
        if not re.search(SPEAKS_OF[kind], words(rule, edition))
    }
    assert not silent


def test_every_rule_that_core_stamps_is_seen_in_a_trace() -> None:
    named: set[str] = set()
    for path in Path(core.__file__).parent.rglob("*.py"):
        named |= set(re.findall(r'\brule="([^"]+)"', path.read_text(encoding="utf-8")))
    assert named - {stamp.rule for stamp in stamped()} == BEFORE_THE_TRACE


def test_an_award_cites_ties_where_somebody_is_tied() -> None:
    awards = [stamp for stamp in stamped() if stamp.kind == "awarded"]
    assert {award.rule for award in awards} == {"score.places", "score.ties"}
    for award in awards:
        found = re.search(r"places ([^,)]*)", award.line)
        assert found, award
        taken = [place for place in re.findall(r" (\d)(?= |$)", f" {found[1]}") if place != "0"]
        assert (award.rule == "score.ties") == (len(set(taken)) < len(taken)), award


@pytest.mark.parametrize(
    ("kind", "rule"), [("drawn", "score.ties"), ("awarded", "turn.draw"), ("destroyed", "mefirst")]
)
def test_a_wrong_citation_would_be_noticed(kind: str, rule: str) -> None:
    assert not re.search(SPEAKS_OF[kind], words(rule, "EMD"))
