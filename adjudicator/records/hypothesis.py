"""One account of a game so far. It is immutable, so a search can return to it at any time."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from adjudicator.records.checkpoints import Checkpoints
from adjudicator.records.mixing import Held
from adjudicator.records.spectator import SpectatorView
from events.vocabulary import Event


@dataclass(frozen=True)
class Hypothesis:
    """A complete deal (a log), what is known about hidden cards, and how far the lines have been read."""

    log: tuple[Event, ...]
    checkpoints: Checkpoints
    facts: frozenset[Held]
    barred: frozenset[tuple[int, str]]
    at: int  # the next line
    names_given: int  # how many names of that line have been shown
    discarded_together: tuple[int, tuple[tuple[int, str], ...]]
    named: frozenset[int]
    place: tuple[str, int]
    uninterested: frozenset[int]
    positions: Mapping[int, int]
    shown_at: Mapping[int, tuple[int, int]]
    _views: dict[frozenset[Held], SpectatorView] = field(default_factory=dict, compare=False, repr=False)

    def facts_among(self, facts: Iterable[Held]) -> frozenset[Held]:
        """Return the facts about positions that this account has reached."""
        return frozenset(fact for fact in facts if fact.position <= len(self.log))

    def view(self, facts: set[Held]) -> SpectatorView:
        """Return a copy of what everybody has seen. `facts` may include facts that were learned later."""
        here = self.facts_among(facts)
        if here not in self._views:
            self._views[here] = SpectatorView(self.log, here)
        return self._views[here].copy_with(facts)
