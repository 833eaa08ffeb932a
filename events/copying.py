"""Copies one store into another, row by row: from SQLite to PostgreSQL, and back.

Copies the list of games from its beginning. Each of its rows is copied in one transaction with the games it lists, so
the copy is a valid, smaller store at any moment. (A game pruned later is missing until the copy reaches that point.) An
interrupted copy continues where it stopped, and a copy of a store that has grown catches up.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from events.batches import Found, Row, Start, beginning, head_of, is_beginning, stored_in, unpacked
from events.catalogue import ENTRIES, GameEntered, Pruned, beginnings
from events.errors import NotACopy, StoreDamaged, UnreadableEvent
from events.schemas import CATALOGUE

if TYPE_CHECKING:
    from events.recorders import Recorder

ROWS = 2_000
"""Approximate number of rows per transaction: every commit waits for the disk."""
STREAMS = 500
"""Number of games per query."""

Group = tuple[list[Row], list[str], list[Start]]
"""One transaction: the rows to insert, the pruned games to remove, and where new branches begin."""


def copy(source: Recorder, target: Recorder, progress: Callable[[int], None] = lambda rows: None) -> int:
    """Copy the rows that the target does not have yet. Returns their number.

    `progress` is called after each transaction with the number of rows so far. Raises `NotACopy` if the target holds
    something else.
    """
    copied = 0
    for rows, pruned, starts in _groups(source, target):
        target.insert(rows, forget=pruned, starts=starts)
        copied += len(rows)
        progress(copied)
    return copied


def _groups(source: Recorder, target: Recorder) -> Iterator[Group]:
    """Yield one transaction after another."""
    group: list[Row] = []
    starts: list[Start] = []
    for row in _missing(source, target, CATALOGUE):
        entries = [ENTRIES.decode(*stored) for stored in stored_in(row[0], unpacked(CATALOGUE, row)[0])]
        entered = [entry.game for entry in entries if isinstance(entry, GameEntered)]
        pruned = [entry.game for entry in entries if isinstance(entry, Pruned)]
        if group and (pruned or len(group) > ROWS):
            yield group, [], starts
            group, starts = [], []
        starts += beginnings(entries)
        group += [(game, *stored_row) for game in entered for stored_row in _missing(source, target, game)]
        group.append((CATALOGUE, *row))
        if pruned:  # alone in its transaction: the id is free again, and another game may soon use it
            yield group, pruned, starts
            group, starts = [], []
    if group:
        yield group, [], starts
    yield from _grown(source, target)


def _grown(source: Recorder, target: Recorder) -> Iterator[Group]:
    """Yield the new rows of games that have grown since they were copied."""
    streams = sorted(source.streams() - {CATALOGUE})
    for first in range(0, len(streams), STREAMS):
        some = streams[first : first + STREAMS]
        here, there = source.heads(some), target.heads(some)
        rows = [
            (stream, *row)
            for stream in some
            if here.get(stream) != there.get(stream)
            for row in _missing(source, target, stream)
        ]
        if rows:
            yield rows, [], []


def _missing(source: Recorder, target: Recorder, stream: str) -> list[Found]:
    """Return the rows of a stream that the target lacks. Raises `NotACopy` if the target's own rows are not the ones
    before them."""
    head, done = source.heads([stream]).get(stream), target.heads([stream]).get(stream)
    if done is not None and not is_beginning(stream, done):
        before = source.row_at(stream, done.last)
        if before is None or head_of(*before) != done:
            raise NotACopy(target.where, source.where, "the list of games" if stream == CATALOGUE else f"game {stream}")
    if head is None or head == done or is_beginning(stream, head):
        return []
    rows = source.select(stream, done.last if done else 0, max(head.last, 0))
    here = done or (beginning(CATALOGUE) if stream == CATALOGUE else None)
    try:
        for row in rows:
            if here is not None and row[0] != here.last + 1:
                raise UnreadableEvent(f"{here.last + 1} is missing")
            _, here = unpacked(stream, row, here.seal if here else None)
        if here != head:
            raise UnreadableEvent("the end is missing")
    except UnreadableEvent as error:
        raise StoreDamaged(
            source.where, f"{stream} cannot be copied whole ({error})", "`smashup db check` tells more"
        ) from error
    return rows
