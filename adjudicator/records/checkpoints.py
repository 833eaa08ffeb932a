"""Stored tables at positions of a log that is still changing, so that no search has to fold a whole log again."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from adjudicator.records.mixing import Renumbering
from core.printed.definitions import definition
from core.rules.replay import quiet_point
from events.vocabulary import Asked, Event, Shuffled
from projections.copies import copied
from projections.table import Table, fold, pile

INTERVAL = 100
"""Number of events after which another checkpoint is worth its cost."""

_INTERCHANGEABLE = frozenset({"hand", "deck", "base_deck"})
"""Zones in which a card has no state except its place."""


@dataclass(frozen=True)
class Checkpoint:
    """The table after the first `position` events of a log, and which cards have changed places in the log since then."""

    position: int
    table: Table  # Never changed; callers get a copy.
    changes: tuple[Renumbering, ...] = ()

    def copy(self, log: Sequence[Event]) -> Table | None:
        """Return the table that the retold log leads to.

        Returns None if the swapped cards have state other than their places.
        """
        table = copied(self.table)
        mappings = (changes.mapping(self.position) for changes in self.changes)
        return table if all(exchange(table, mapping, log) for mapping in mappings) else None


@dataclass(frozen=True)
class Checkpoints:
    """Checkpoints of one log, in order of their positions."""

    kept: tuple[Checkpoint, ...] = ()

    def table_at(self, log: Sequence[Event], position: int) -> Table:
        """Return a copy of the table after the first `position` events of the log."""
        for checkpoint in reversed(self.kept):
            if checkpoint.position <= position and (table := checkpoint.copy(log)) is not None:
                return fold(log[checkpoint.position : position], table)
        return fold(log[:position])

    def with_one_at(self, log: Sequence[Event], position: int) -> Checkpoints:
        """Return the checkpoints with a new one at a position. It replaces all later ones and the one just before it.

        The first one stays: it is the table before the first shuffle, when no hidden card can have been a different
        one.
        """
        kept = self.kept
        if not kept:
            first = next((at for at, event in enumerate(log) if isinstance(event, Shuffled)), 0)
            kept = (Checkpoint(first, fold(log[:first])),)
        if position == kept[-1].position and not kept[-1].changes:
            return Checkpoints(kept)
        if position <= kept[0].position:
            return Checkpoints(kept).first()
        return Checkpoints((kept[0], Checkpoint(position, Checkpoints(kept).table_at(log, position))))

    def kept_up_with(self, log: Sequence[Event]) -> Checkpoints:
        """Return the checkpoints of a log that has grown, with another one if the last is too far from the end."""
        last = self.kept[-1].position if self.kept else 0
        return self if len(log) - last < INTERVAL else self.with_one_at(log, quiet_point(log))

    def first(self) -> Checkpoints:
        """Return only the first checkpoint, which is valid for every log of the game."""
        return Checkpoints(self.kept[:1])

    def renumbered(self, changes: Renumbering) -> Checkpoints:
        """Return the checkpoints of the log with these cards swapped."""
        if not changes.since:
            return self
        since = changes.since[0]
        return Checkpoints(
            tuple(
                Checkpoint(checkpoint.position, checkpoint.table, (*checkpoint.changes, changes))
                if checkpoint.position >= since
                else checkpoint
                for checkpoint in self.kept
            )
        )


def exchange(table: Table, places: Mapping[int, int], log: Sequence[Event]) -> bool:
    """Swap cards on a table, provided that each of them has no state except its place and its name.

    `log` is the log with the cards swapped. Returns whether the swap was possible; if not, the table is unchanged and
    the log must be folded.
    """
    changed = {card: other for card, other in places.items() if card != other}
    cards = table.cards
    if not all(_is_interchangeable(table, card, other) for card, other in changed.items()) or _are_named(
        table, changed
    ):
        return False
    names = {card: cards[card].definition for card in changed}
    before = {card: cards[card] for card in changed}
    piles = {id(numbers): numbers for numbers in (pile(table, card) for card in before.values())}
    for numbers in piles.values():
        numbers[:] = [changed.get(card, card) for card in numbers]
    for card, other in changed.items():
        moved = before[card]
        moved.number, moved.definition = other, names[other]
        cards[other] = moved
    table.journal = [log[entry.position - 1] for entry in table.journal]  # type: ignore[misc]
    if table.question is not None:
        asked = log[table.position - 1]
        assert isinstance(asked, Asked)
        table.question = asked.question
    return True


def _is_interchangeable(table: Table, number: int, other: int) -> bool:
    card = table.cards[number]
    return (
        card.zone in _INTERCHANGEABLE
        and card.owner == table.cards[other].owner
        and not (card.attached or card.stored or definition(card.definition).is_madness)
    )


def _are_named(table: Table, cards: Collection[int]) -> bool:
    """Return whether anything that lasts names one of these cards as its cause or its target."""
    return (
        any(allowance.by in cards for allowance in table.allowances)
        or any(lasting.by in cards or any(card in cards for card in lasting.cards) for lasting in table.lasting)
        or any(layer.tied_to in cards for card in table.borrowed() for layer in card.control)
    )
