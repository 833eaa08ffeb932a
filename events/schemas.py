"""Combines rows of the first schema, one for each event, into batches.

Nothing is decoded here, so a damaged event stays damaged and is found when it is read.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from events.batches import Head, Row, Stored, beginning, packed

CATALOGUE = "#games"
"""The stream of the list of games; no game can have this id."""


def in_batches(stream: str, rows: Iterable[tuple[Any, Any, Any]]) -> list[Row]:
    """Return the rows of a stream (position, topic, payload; in order) as batches; gaps remain gaps."""
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
