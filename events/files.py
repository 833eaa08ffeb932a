"""A game as a file: JSON Lines, one event per line, which shows at once if it is not what was written.

    {"format":"smashup-game","version":1,"game":"g7k2m9","edition":"emd","seats":[…],…,"sum":"08f1…"}
    {"as":"game-begun:1","event":{"event":"game-begun","position":1,…},"sum":"93aa…"}
    …
    {"events":412,"sum":"5c07…"}

Every line ends with a checksum over itself and the checksum before it. A file that was cut, edited, put in another
order or put together from two is refused, with the line. (The chain guards against accidents, not against a forger,
who can compute it anew.)

The file of a branch is the complete game, with its parent's events; the header names the parent.
"""

from __future__ import annotations

import os
import re
import secrets
from collections.abc import Iterable, Iterator
from contextlib import suppress
from datetime import datetime
from hashlib import sha256
from pathlib import Path
from typing import TypeVar

import msgspec

from events.catalogue import GameInfo, Origin
from events.errors import BadGameFile, CannotWriteFile, NotAtADecision, UnreadableEvent
from events.names import BadName, check_names, check_title
from events.store import Store
from events.versions import EVENTS
from events.vocabulary import Asked, Event, GameBegun, GameWon, SeatSetup

FORMAT = "smashup-game"
VERSION = 1
LONGEST_LINE = 1_000_000
"""Bytes that are read before a line is given up: a file without line breaks may have any size."""

_SUM = re.compile(rb',"sum":"([0-9a-f]{16})"}\Z')
S = TypeVar("S", bound=msgspec.Struct)


class Header(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """The first line: what a store knows about the game besides its events."""

    # Written although they are always the same: no defaults.
    format: str
    version: int
    game: str
    edition: str
    seats: tuple[SeatSetup, ...]
    created: datetime
    title: str = ""
    comment: str = ""
    seed: int | None = None
    parent: Origin | None = None


class EventLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"topic": "as"}):
    """A line in between: how the event is stored, and the event."""

    topic: str
    event: msgspec.Raw


class Closing(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The last line: how many events there are."""

    events: int


def header_of(info: GameInfo) -> Header:
    """The header of a stored game."""
    return Header(
        format=FORMAT,
        version=VERSION,
        game=info.id,
        edition=info.edition,
        seats=info.seats,
        created=info.created,
        title=info.title,
        comment=info.comment,
        seed=info.seed,
        parent=info.parent,
    )


# --- stores and files -----------------------------------------------------------------------------------------------


def export_game(store: Store, game: str, path: Path, *, upto: int | None = None, overwrite: bool = False) -> None:
    """Write a stored game, or its first decisions, to a file."""
    log = store.read(game, upto)
    if upto is not None and not (log and _is_end(log[-1])):
        before = [event.position for event in log if _is_end(event)][-1:]
        after = next((event.position for event in store.read_sound(game)[0][len(log) :] if _is_end(event)), None)
        raise NotAtADecision(game, upto, before if after is None else [*before, after])
    write_game(path, header_of(store.info(game)), log, overwrite=overwrite)


def _is_end(event: Event) -> bool:
    """Whether a log may end here: with a question, or with the game."""
    return isinstance(event, Asked | GameWon)


def import_game(store: Store, path: Path, *, id: str | None = None) -> str:
    """Put the game of a file into a store, under the id it had or a given one; the id."""
    header, events = read_game(path)
    if not _is_end(events[-1]):
        reason = "the game breaks off in the middle of a decision: nobody is asked, and nobody has won"
        raise BadGameFile(str(path), len(events) + 1, reason)
    return store.create(
        events,
        id=id or header.game,
        title=header.title,
        comment=header.comment,
        seed=header.seed,
        created=header.created,
        copied_from=header.parent,
    )


def write_game(path: Path, header: Header, events: Iterable[Event], *, overwrite: bool = False) -> None:
    """Write a game file."""
    write_whole(path, lines_of(header, events), overwrite=overwrite)


def write_whole(path: Path, lines: Iterable[bytes], *, overwrite: bool = False) -> None:
    """Write a file: all of it, or nothing at all."""
    if path.exists() and not overwrite:
        raise CannotWriteFile(str(path), "there already is a file of that name")
    if path.exists() and not path.is_file():  # a folder; or a device, in whose place a file would be of no use
        raise CannotWriteFile(str(path), "it is no file")
    temporary = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
    try:
        try:
            with temporary.open("xb") as file:
                file.writelines(lines)
                file.flush()
                os.fsync(file.fileno())
            temporary.replace(path)
        finally:
            temporary.unlink(missing_ok=True)
    except OSError as error:
        raise CannotWriteFile(str(path), str(error.strerror)) from error


def read_game(path: Path) -> tuple[Header, list[Event]]:
    """Read a game file, or refuse it with the line and the reason."""
    try:
        with path.open("rb") as file:
            return game_of(iter(lambda: file.readline(LONGEST_LINE), b""), str(path))
    except OSError as error:
        raise BadGameFile(str(path), 0, str(error.strerror)) from error


# --- lines ----------------------------------------------------------------------------------------------------------


def lines_of(header: Header, events: Iterable[Event]) -> Iterator[bytes]:
    """The lines of a game file."""
    chain = b""
    for body in _bodies(header, events):
        chain = _sum(chain, body)
        yield b'%b,"sum":"%b"}\n' % (body[:-1], chain)


def _bodies(header: Header, events: Iterable[Event]) -> Iterator[bytes]:
    yield msgspec.json.encode(header)
    count = 0
    for count, event in enumerate(events, 1):  # noqa: B007
        yield b'{"as":"%b","event":%b}' % _stored(event)
    yield msgspec.json.encode(Closing(count))


def _stored(event: Event) -> tuple[bytes, bytes]:
    topic, payload = EVENTS.encode(event)
    return topic.encode(), payload


def _sum(before: bytes, body: bytes) -> bytes:
    return sha256(before + body).hexdigest()[:16].encode()


def game_of(lines: Iterable[bytes], name: str = "the file") -> tuple[Header, list[Event]]:
    """The game that these lines hold."""
    reader = _Reader(name)
    for line in lines:
        reader.read(line)
    return reader.game()


class _Reader:
    """Reads line by line, and knows where it is when something is wrong."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._line = 0
        self._chain = b""
        self._header: Header | None = None
        self._events: list[Event] = []
        self._closed = False

    def read(self, line: bytes) -> None:
        """The next line."""
        self._line += 1
        if self._closed:
            raise self._bad("there is more after the closing line")
        if self._header is None:
            self._check_format(line)
        body = self._checked(line)
        if self._header is None:
            self._header = self._read_header(body)
        elif body.startswith(b'{"events":'):
            self._read_closing(body)
        else:
            self._events.append(self._read_event(body))

    def game(self) -> tuple[Header, list[Event]]:
        """What was read, once there are no more lines."""
        self._line += 1
        if self._header is None:
            raise self._bad("the file is empty")
        if not self._closed:
            raise self._bad("the file ends without its closing line: it was cut")
        self._line = 1
        begun = self._events[0] if self._events else None
        if not isinstance(begun, GameBegun):
            raise self._bad("this is not the beginning of a game")
        if (begun.edition, begun.seats) != (self._header.edition, self._header.seats):
            raise self._bad("the header tells of another edition or other seats than the game")
        try:
            check_names(seat.name for seat in begun.seats)
            check_title(self._header.title, self._header.comment)
        except BadName as error:
            raise self._bad(str(error).rstrip(".")) from None
        return self._header, self._events

    def _check_format(self, line: bytes) -> None:
        """Before anything else: a later format may have other checksums."""
        if not line.startswith(b'{"format":"%b"' % FORMAT.encode()):
            raise self._bad("this is not a Smash Up game file")
        with suppress(msgspec.MsgspecError, ValueError):
            version = msgspec.json.decode(line, type=_AnyHeader).version
            if version > VERSION:
                raise self._bad(f"the file has format version {version}; this program knows up to {VERSION}")

    def _checked(self, line: bytes) -> bytes:
        """The line without its checksum, which must be right."""
        if len(line) >= LONGEST_LINE:
            raise self._bad("the line is longer than any event")
        if not line.endswith(b"\n"):
            raise self._bad("the line breaks off: the file was cut")
        found = _SUM.search(line, 0, len(line) - 1)
        if not found:
            raise self._bad("the line does not end with a checksum: it was edited")
        body = line[: found.start()] + b"}"
        chain = _sum(self._chain, body)
        if chain != found[1]:
            raise self._bad(self._what_happened(body))
        self._chain = chain
        return body

    def _what_happened(self, body: bytes) -> str:
        """Why a checksum may be wrong."""
        with suppress(BadGameFile):
            if self._header and not body.startswith(b'{"events":'):
                position = self._decoded(body).position
                if position != len(self._events) + 1:
                    return f"event {position} stands where event {len(self._events) + 1} belongs"
            elif self._header and self._parsed(body, Closing).events != len(self._events):
                return f"the file closes after {len(self._events)} events, but lines are missing"
        return "the checksum is wrong: the line was edited, or belongs to another file"

    def _read_header(self, body: bytes) -> Header:
        header = self._parsed(body, Header)
        if header.version != VERSION or msgspec.json.encode(header) != body:
            raise self._bad("the header is not written as it should be")
        return header

    def _read_event(self, body: bytes) -> Event:
        event = self._decoded(body)
        if event.position != len(self._events) + 1:
            raise self._bad(f"event {event.position} stands where event {len(self._events) + 1} belongs")
        return event

    def _decoded(self, body: bytes) -> Event:
        line = self._parsed(body, EventLine)
        try:
            event = EVENTS.decode(line.topic, bytes(line.event))
        except UnreadableEvent as error:
            raise self._bad(str(error)) from error
        # Written anew it must be the same: nothing in the line was passed over. An old version changes on the way.
        if EVENTS.is_current(line.topic) and b'{"as":"%b","event":%b}' % _stored(event) != body:
            raise self._bad("the event is not written as it should be")
        return event

    def _read_closing(self, body: bytes) -> None:
        count = self._parsed(body, Closing).events
        if count != len(self._events):
            raise self._bad(f"the file should have {count} events, but has {len(self._events)}")
        self._closed = True

    def _parsed(self, body: bytes, kind: type[S]) -> S:
        try:
            return msgspec.json.decode(body, type=kind)
        except (msgspec.MsgspecError, ValueError, RecursionError) as error:
            raise self._bad(f"this is no such line as belongs here: {error}") from error

    def _bad(self, reason: str) -> BadGameFile:
        return BadGameFile(self._name, self._line, reason)


class _AnyHeader(msgspec.Struct):
    """What headers of all versions have."""

    format: str
    version: int
