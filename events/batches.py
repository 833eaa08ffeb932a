"""How a batch of events is stored: one row, compressed, with a seal that reveals any change.

    stream, position of the first event, "batch:12", seal of the previous row + own seal + the events, compressed

- The seal is a checksum over the whole row and the previous seal. A row that was changed or moved is rejected when it
  is read; an intact row can be read whatever happened to the others.
- The *head* of a stream records where it ends and with which seal, so rows lost at the end are noticed too.
- An event's tag and position are not stored again in its line, and its cause is relative:
  `moved:1<3,"card":7}` stands for `{"event":"moved","position":412,"cause":409,"card":7}`.
- Most of a game consists of questions with similar options. A compression dictionary holds what they share, so that
  even a small batch compresses well. It is part of the format: another dictionary means another topic, "batch2:12"
  (see `tests/events/dictionary.py`).

Seals protect against accidents, not against a forger, who can compute new ones.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from hashlib import blake2b
from pathlib import Path
from typing import Any, NamedTuple

from msgspec.structs import force_setattr

from events.errors import UnreadableEvent
from events.vocabulary import Event

LEVEL, MEMORY = 6, 5
LARGEST = 1 << 26
"""The largest size of an unpacked batch in bytes, far above any real one."""

FAR = 2**62
"""A position later than any real one: the largest integer that a database can hold."""

_SEAL = 8
_WRITTEN = re.compile(
    rb'{"event":"([a-z-]*)","position":([0-9]{1,18})(?:,"cause":([1-9][0-9]{0,10}))?(?=[,}])(?!,"cause")'
)
_LINE = re.compile(rb"([a-z-]*:[0-9]+)(?:<(-?[0-9]{1,12}))?([,}].*)", re.DOTALL)
_STARTS = re.compile(r"\n([a-z-]*:[0-9]+<?)")
_TOPIC = re.compile(r"batch([0-9]{0,4}):([1-9][0-9]{0,6})")
_DICTIONARY = Path(__file__).with_name("dictionary-1.txt").read_bytes()
# Reading the dictionary takes longer than compressing, so each batch uses a copy of a compressor that has read it.
_COMPRESSOR = zlib.compressobj(LEVEL, zlib.DEFLATED, -zlib.MAX_WBITS, MEMORY, zlib.Z_DEFAULT_STRATEGY, _DICTIONARY)
_DECOMPRESSOR = zlib.decompressobj(-zlib.MAX_WBITS, _DICTIONARY)

Row = tuple[str, int, str, bytes]  # stream, first position, topic, state
Found = tuple[Any, Any, Any]  # first position, topic and state of a row, as the database returns them
Stored = tuple[str, bytes]  # the topic and payload of one event


class Head(NamedTuple):
    """The end of a stream: the last position, and the seal of the last row. A damaged head has position -1."""

    last: int
    seal: bytes


Start = tuple[str, Head]  # a branch, and its head before its first event
BROKEN = Head(-1, b"")


def beginning(stream: str, after: int = 0) -> Head:
    """Return the head of a stream that has no row yet; `after` is where a branch starts."""
    return Head(after, _sum(stream.encode()))


def _sum(*parts: bytes) -> bytes:
    return blake2b(b"\0".join(parts), digest_size=_SEAL).digest()


# --- rows -----------------------------------------------------------------------------------------------------------


def packed(stream: str, head: Head, batch: Sequence[Stored]) -> tuple[Row, Head]:
    """Return a batch as the row that follows a head, and the new head."""
    compressor = _COMPRESSOR.copy()
    lines = [_shortened(number, *stored) for number, stored in enumerate(batch, head.last + 1)]
    body = compressor.compress(b"\n".join(lines)) + compressor.flush()
    first, topic = head.last + 1, f"batch:{len(batch)}"
    seal = _seal(stream, first, topic, head.seal, body)
    return (stream, first, topic, head.seal + seal + body), Head(head.last + len(batch), seal)


def _shortened(position: int, topic: str, payload: bytes) -> bytes:
    """Return an event as a line: shortened, or word for word if it is not in the usual form."""
    match = _WRITTEN.match(payload)
    if match is None or b"\n" in payload:
        return b"%b %b" % (topic.encode(), payload)
    tag, number, cause = match.groups()
    # An event that is its own cause is invalid; shortened, it would lose its cause.
    if number != b"%d" % position or cause == number or tag != topic.encode().partition(b":")[0]:
        return b"%b %b" % (topic.encode(), payload)
    back = b"" if cause is None else b"<%d" % (position - int(cause))
    return b"%b%b%b" % (topic.encode(), back, payload[match.end() :])


def _complete(position: int, line: bytes) -> Stored:
    """Return the event that a line encodes."""
    match = _LINE.fullmatch(line)
    if match is None:
        topic, _, payload = line.partition(b" ")
        return topic.decode("utf-8", "replace"), payload
    topic, back, rest = match.groups()
    tag = topic[: topic.index(b":")]
    if back is None:
        return topic.decode(), b'{"event":"%b","position":%d%b' % (tag, position, rest)
    return topic.decode(), b'{"event":"%b","position":%d,"cause":%d%b' % (tag, position, position - int(back), rest)


def _seal(stream: str, first: int, topic: str, before: bytes, body: bytes) -> bytes:
    return _sum(before, stream.encode(), b"%d" % first, topic.encode(), body)


def head_of(first: Any, topic: Any, state: Any) -> Head:
    """Return the head that a row claims to make."""
    try:
        return Head(first + _count(topic) - 1, bytes(state[_SEAL : 2 * _SEAL]))
    except (UnreadableEvent, TypeError):
        return BROKEN


@lru_cache(256)
def _count(topic: Any) -> int:
    match = _TOPIC.fullmatch(topic) if isinstance(topic, str) else None
    if match is None:
        raise UnreadableEvent(f"unknown kind of row {topic!r}")
    if match[1]:
        raise UnreadableEvent("it was stored by a newer version of this program")
    return int(match[2])


def unpacked(stream: str, row: Found, before: bytes | None = None) -> tuple[bytes, Head]:
    """Return the lines of a stored row, and the head it makes.

    `before` is the seal it must follow. Raises `UnreadableEvent` if the row was changed or does not follow that seal.
    """
    head = checked_head(stream, row, before)
    _, topic, state = row
    lines = _decompressed(state[2 * _SEAL :])
    if (events := lines.count(b"\n") + 1) != _count(topic):
        raise UnreadableEvent(f"it has {events} events instead of {_count(topic)}")
    return lines, head


def checked_head(stream: str, row: Found, before: bytes | None = None) -> Head:
    """Return the head that a stored row makes, like `unpacked`, but without unpacking the row."""
    first, topic, state = row
    last = _count(topic) - 1
    if not (isinstance(first, int) and isinstance(state, bytes)):
        raise UnreadableEvent("it is not a row of a store")
    follows, seal, body = state[:_SEAL], state[_SEAL : 2 * _SEAL], state[2 * _SEAL :]
    if seal != _seal(stream, first, topic, follows, body):
        raise UnreadableEvent("its checksum is wrong")
    if before is not None and follows != before:
        raise UnreadableEvent("it does not follow the one before")
    return Head(first + last, seal)


def stored_in(first: int, lines: bytes) -> list[Stored]:
    """Return the events of these lines one by one; the first has position `first`."""
    return [_complete(position, line) for position, line in enumerate(lines.split(b"\n"), first)]


def in_one_go(lines: bytes, openings: Mapping[str, str]) -> str | None:
    """Return these lines as one JSON array, which decodes in half the time, or None if a line is not in the usual form.

    `openings` says how an event of each topic begins. Positions are 0 and causes are relative: see `numbered`.
    """
    try:
        parts = _STARTS.split(f"\n{lines.decode()}")
        parts[1::2] = [openings[start] for start in parts[1::2]]
    except (KeyError, UnicodeDecodeError):
        return None
    return f"[{''.join(parts).removeprefix(',')}]"


def numbered(first: int, events: Sequence[Event]) -> bool:
    """Set the positions and causes of events decoded from one array. Returns False if one already had a position."""
    for position, event in enumerate(events, first):
        if event.position:
            return False
        force_setattr(event, "position", position)
        if event.cause:
            force_setattr(event, "cause", position - event.cause)
    return True


def _decompressed(body: bytes) -> bytes:
    decompressor = _DECOMPRESSOR.copy()
    try:
        decompressed = decompressor.decompress(body, LARGEST)
    except zlib.error as error:
        raise UnreadableEvent(f"it cannot be unpacked: {error}") from error
    if not decompressor.eof or decompressor.unused_data:
        raise UnreadableEvent("it cannot be unpacked")
    return decompressed


def is_beginning(stream: str, head: Head) -> bool:
    """Return whether a head is that of a branch without events of its own."""
    return head.last > 0 and head.seal == beginning(stream).seal


# --- heads ----------------------------------------------------------------------------------------------------------


def heads_of(rows: Iterable[Row], starts: Iterable[Start] = ()) -> list[tuple[str, bytes]]:
    """Return the streams of these rows and the branches that begin, each with its new head in stored form."""
    last = dict(starts)
    last |= {stream: head_of(first, topic, state) for stream, first, topic, state in rows}
    return [(stream, written_head(stream, head)) for stream, head in last.items()]


def written_head(stream: str, head: Head) -> bytes:
    """Return a head in stored form."""
    text = b"%d" % head.last
    return head.seal + _sum(stream.encode(), text, head.seal) + text


def read_head(stream: str, written: Any) -> Head:
    """Decode a stored head; a head that was changed is returned as damaged."""
    if not isinstance(written, bytes) or not written[2 * _SEAL :].isdigit() or len(written) > 64:
        return BROKEN
    head = Head(int(written[2 * _SEAL :]), written[:_SEAL])
    return head if written_head(stream, head) == written else BROKEN
