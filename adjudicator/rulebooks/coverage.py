"""Which scenarios exercise which rule, in which editions: the link between the catalogue and the scenarios."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import msgspec

from adjudicator.rulebooks.catalogue import Rule, catalogue
from adjudicator.rulebooks.library import Library, LibraryEntry
from core.printed.editions import EDITIONS


def exercises(folder: Path | None = None) -> list[LibraryEntry]:
    """Return every scenario with the rules it rests on, as stored in the library."""
    with Library(folder) as library:
        return library.all()


class Covered(msgspec.Struct, frozen=True):
    """A rule, and how many scenarios exercise it in each edition; None if the book does not state it."""

    rule: str
    title: str
    by_edition: dict[str, int | None]

    @property
    def missing(self) -> tuple[str, ...]:
        """Return the editions that state the rule but have no scenario for it."""
        return tuple(edition for edition, count in self.by_edition.items() if count == 0)


def rule_coverage(entries: Iterable[LibraryEntry] | None = None) -> list[Covered]:
    """Return the scenarios for every rule, in each edition that states it.

    Conflicts and readings are decisions about rules: the scenarios of those rules show them. Rules that are only about
    material, or need a mechanic that no set has yet, are left out because no game can show them.
    """
    known = list(exercises() if entries is None else entries)
    return [
        _covered(rule, known)
        for rule in catalogue().rules.values()
        if not rule.settles and not rule.material and not rule.needs
    ]


def _covered(rule: Rule, known: list[LibraryEntry]) -> Covered:
    using = [entry for entry in known if rule.id in entry.rules]
    by_edition = {
        edition: sum(1 for entry in using if edition in entry.editions) if rule.in_edition(edition).speaks else None
        for edition in EDITIONS
    }
    return Covered(rule.id, rule.title, by_edition)
