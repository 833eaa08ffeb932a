"""Rows of the first schema, one for each event, put together into batches.

Nothing is decoded on the way: what could not be read before cannot be read after, and is found by whoever reads it.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from events.batches import Head, Row, Stored, beginning, packed

CATALOGUE = "#games"
"""The stream of the list of games: no game can have that id."""


def in_batches(stream: str, rows: Iterable[tuple[Any, Any, Any]]) -> list[Row]:
    """The rows of a stream (position, topic, payload; in order) as batches; a gap stays one."""
    head: Head | None = None
    batch: list[Stored] = []
    made: list[Row] = []

    def close() -> None:
        nonlocal head
        if batch and head is not None:
            row, head = packed(stream, head, batch)
            made.append(row)
            batch.clear()

    for position, topic, payload in rows:
        if head is None or position != head.last + len(batch) + 1:
            close()
            head = beginning(stream, position - 1)
        batch.append((str(topic), _bytes(payload)))
        if stream == CATALOGUE or str(topic).startswith("asked:"):
            close()
    close()
    return made


def _bytes(payload: Any) -> bytes:
    return payload if isinstance(payload, bytes) else str(payload).encode()
