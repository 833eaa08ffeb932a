"""A store copied into another, row by row as they are: from SQLite to PostgreSQL, and back.

The list of games is copied from its beginning, and with each of its rows, in the same transaction, the games that it
enters: at any moment the copy is a store, only a smaller one (in which a game that was pruned is missing until the copy
has come that far). What was copied need not be copied again, so a copy that was cut off goes on where it was, and a copy
of a store that has grown grows after it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from events.batches import Found, Row, beginning, head_of, stored_in, unpacked
from events.catalogue import ENTRIES, GameEntered, Pruned
from events.errors import NotACopy, StoreDamaged, UnreadableEvent
from events.schemas import CATALOGUE

if TYPE_CHECKING:
    from events.recorders import Recorder

ROWS = 2_000
"""Rows of a transaction, about: a store that is synchronised at every commit wants few of them."""
STREAMS = 500
"""Games that are asked about at once."""


def copy(source: Recorder, target: Recorder, told: Callable[[int], None] = lambda rows: None) -> int:
    """Copy whatever the target does not have yet; how many rows. `told` hears of each transaction."""
    copied = 0
    for rows, pruned in _groups(source, target):
        target.insert(rows, forget=pruned)
        copied += len(rows)
        told(copied)
    return copied


def _groups(source: Recorder, target: Recorder) -> Iterator[tuple[list[Row], list[str]]]:
    """What is to be copied, one transaction after another: rows, and games that are gone for good."""
    group: list[Row] = []
    for row in _missing(source, target, CATALOGUE):
        entries = [ENTRIES.decode(*stored) for stored in stored_in(row[0], unpacked(CATALOGUE, row)[0])]
        entered = [entry.game for entry in entries if isinstance(entry, GameEntered)]
        pruned = [entry.game for entry in entries if isinstance(entry, Pruned)]
        if group and (pruned or len(group) > ROWS):
            yield group, []
            group = []
        group += [(game, *one) for game in entered for one in _missing(source, target, game)]
        group.append((CATALOGUE, *row))
        if pruned:  # by itself: the id is free again, and another game may have it in a moment
            yield group, pruned
            group = []
    if group:
        yield group, []
    yield from _grown(source, target)


def _grown(source: Recorder, target: Recorder) -> Iterator[tuple[list[Row], list[str]]]:
    """Games that have gone on since they were copied."""
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
            yield rows, []


def _missing(source: Recorder, target: Recorder, stream: str) -> list[Found]:
    """The rows of a stream that the target has not, sound and all of them; its own must be those before them."""
    head, done = source.heads([stream]).get(stream), target.heads([stream]).get(stream)
    if done is not None:
        before = source.row_at(stream, done.last)
        if before is None or head_of(*before) != done:
            raise NotACopy(target.where, source.where, "the list of games" if stream == CATALOGUE else f"game {stream}")
    if head is None or head == done:
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
