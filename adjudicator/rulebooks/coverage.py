"""Which scenarios exercise which rule, in which editions: the link between the catalogue and the scenarios."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import msgspec

from adjudicator.rulebooks.catalogue import Rule, catalogue
from adjudicator.shipped import SCENARIOS
from core.printed.editions import EDITIONS


class Exercise(msgspec.Struct, frozen=True):
    """A scenario, by the facts that link it to rules."""

    path: str
    title: str
    rules: tuple[str, ...]
    editions: tuple[str, ...]


def exercises(folder: Path | None = None) -> list[Exercise]:
    """Every scenario file with the rules it rests on: read lightly, without setting its table."""
    root = folder or SCENARIOS
    found = []
    for path in sorted(root.rglob("*.toml")):
        facts: dict[str, Any] = tomllib.loads(path.read_text(encoding="utf-8"))
        editions = facts.get("editions", "all")
        found.append(
            Exercise(
                path.relative_to(root).as_posix(),
                facts.get("title", path.stem),
                tuple(facts.get("rules", ())),
                tuple(EDITIONS) if editions == "all" else tuple(editions),
            )
        )
    return found


class Covered(msgspec.Struct, frozen=True):
    """A rule and how many scenarios exercise it in each edition; None where the book does not state it."""

    rule: str
    title: str
    by_edition: dict[str, int | None]

    @property
    def missing(self) -> tuple[str, ...]:
        """The editions that state the rule without a scenario for it."""
        return tuple(edition for edition, count in self.by_edition.items() if count == 0)


def rule_coverage(found: Iterable[Exercise] | None = None) -> list[Covered]:
    """For every rule: the scenarios that name it, in each edition that states it.

    Conflicts and readings are decisions about rules: the scenarios of the rules they concern show them. What is only
    about material is left out: no game can show it.
    """
    known = list(exercises() if found is None else found)
    return [_covered(rule, known) for rule in catalogue().rules.values() if not rule.settles and not rule.material]


def _covered(rule: Rule, known: list[Exercise]) -> Covered:
    using = [one for one in known if rule.id in one.rules]
    by_edition = {
        edition: sum(1 for one in using if edition in one.editions) if rule.in_edition(edition).speaks else None
        for edition in EDITIONS
    }
    return Covered(rule.id, rule.title, by_edition)


def scenarios_for(rule: str) -> list[Exercise]:
    """The scenarios that rest on a rule."""
    return [one for one in exercises() if rule in one.rules]
