"""A game as a file: JSON Lines, one event per line, with checksums that reveal any change.

    {"format":"smashup-game","version":1,"game":"g7k2m9","edition":"emd","seats":[…],…,"sum":"08f1…"}
    {"as":"game-begun:1","event":{"event":"game-begun","position":1,…},"sum":"93aa…"}
    …
    {"events":412,"sum":"5c07…"}

Every line ends with a checksum over itself and the previous checksum. A file that was cut, edited, reordered or
combined from two is rejected, and the error names the line. (The checksums protect against accidents, not against a
forger, who can compute new ones.)

The file of a branch is the complete game, with its parent's events; the header names the parent.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from datetime import datetime
from hashlib import sha256
from pathlib import Path
from typing import TypeVar

import msgspec

from events.catalogue import GameInfo, Origin
from events.errors import BadGameFile, CannotWriteFile, NotAtADecision, UnreadableEvent
from events.limits import GAME_FILE, NotAFile, open_file
from events.log_check import log_fault
from events.names import LONGEST_COMMENT, displayed_text, warn_of_names
from events.store import Store, begun_as_displayed
from events.versions import EVENTS
from events.vocabulary import Asked, Event, GameBegun, GameWon, SeatSetup

FORMAT = "smashup-game"
VERSION = 1

_SUM = re.compile(rb',"sum":"([0-9a-f]{16})"}\Z')
S = TypeVar("S", bound=msgspec.Struct)


class Header(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """The first line: what a store knows about the game besides its events."""

    # Always the same, but written out anyway: no defaults.
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
    """A line for one event: the topic under which it is stored, and the event."""

    topic: str
    event: msgspec.Raw


class Closing(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The last line: the number of events."""

    events: int


def header_of(info: GameInfo) -> Header:
    """Return the file header for a stored game."""
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
    """Write a stored game, or its events up to `upto`, to a file.

    Raises `NotAtADecision` if `upto` is in the middle of a decision's consequences, and `CannotWriteFile`.
    """
    log = store.read(game, upto)
    if upto is not None and not (log and _is_end(log[-1])):
        before = [event.position for event in log if _is_end(event)][-1:]
        after = next((event.position for event in store.read_sound(game)[0][len(log) :] if _is_end(event)), None)
        raise NotAtADecision(game, upto, before if after is None else [*before, after])
    write_game(path, header_of(store.info(game)), log, overwrite=overwrite)


def _is_end(event: Event) -> bool:
    """Return whether a log may end with this event: a question, or the end of the game."""
    return isinstance(event, Asked | GameWon)


def import_game(store: Store, path: Path, *, id: str | None = None) -> str:
    """Store the game of a file under its own id or the given one. Returns the id.

    Raises `BadGameFile` for a damaged file, and `GameExists` if the id is taken.
    """
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
    """Write a game file. Raises `CannotWriteFile`."""
    write_whole(path, lines_of(header, events), overwrite=overwrite)


def write_whole(path: Path, lines: Iterable[bytes], *, overwrite: bool = False) -> None:
    """Write a file completely or not at all. Raises `CannotWriteFile`."""
    if path.exists() and not overwrite:
        raise CannotWriteFile(str(path), "the file already exists")
    if path.exists() and not path.is_file():  # a folder, or a device, which must not be replaced by a file
        raise CannotWriteFile(str(path), "it is not a file")
    temporary = path.with_name(f".{path.name}.{os.urandom(4).hex()}")
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
    """Read a game file. Raises `BadGameFile` with the line and the reason."""
    try:
        with open_file(path) as file:
            return game_of(iter(lambda: file.readline(GAME_FILE.word), b""), str(path))
    except NotAFile as error:
        raise BadGameFile(str(path), 0, str(error)) from error
    except OSError as error:
        raise BadGameFile(str(path), 0, str(error.strerror)) from error


# --- lines ----------------------------------------------------------------------------------------------------------


def lines_of(header: Header, events: Iterable[Event]) -> Iterator[bytes]:
    """Yield the lines of a game file."""
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
    """Return the game in these lines. Raises `BadGameFile`."""
    reader = _Reader(name)
    for line in lines:
        reader.read(line)
    return reader.game()


class _Reader:
    """Reads line by line, and reports the line number of any error."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._line = 0
        self._size = 0
        self._chain = b""
        self._header: Header | None = None
        self._events: list[Event] = []
        self._closed = False

    def read(self, line: bytes) -> None:
        self._line += 1
        self._size += len(line)
        if self._line > GAME_FILE.parts or self._size > GAME_FILE.size:
            raise self._bad(f"a game file has at most {GAME_FILE.parts:,} lines and {GAME_FILE.size:,} bytes")
        if self._closed:
            raise self._bad("there is text after the closing line")
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
        """Return the header and the events. Raises `BadGameFile` if the closing line is missing or the count is
        wrong."""
        self._line += 1
        if self._header is None:
            raise self._bad("the file is empty")
        if not self._closed:
            raise self._bad("the closing line is missing: the file was cut")
        self._line = 1
        begun = self._events[0] if self._events else None
        if not isinstance(begun, GameBegun):
            raise self._bad("this is not the beginning of a game")
        if (begun.edition, begun.seats) != (self._header.edition, self._header.seats):
            raise self._bad("the header does not match the game: another edition or other seats")
        if fault := log_fault(self._events):
            position, wrong = fault
            self._line = position + 1
            raise self._bad(f"the game is damaged from position {position}: {wrong}")
        return self._displayed(begun)

    def _displayed(self, begun: GameBegun) -> tuple[Header, list[Event]]:
        """Return the game with names that can be displayed: an older version may have allowed others."""
        assert self._header is not None
        shown = begun_as_displayed(begun, f"{self._name}, line 1")
        title, comment = displayed_text(self._header.title), displayed_text(self._header.comment, LONGEST_COMMENT)
        warn_of_names(f"{self._name}, line 1", [self._header.title], [title])
        header = msgspec.structs.replace(self._header, seats=shown.seats, title=title, comment=comment)
        return header, [shown, *self._events[1:]]

    def _check_format(self, line: bytes) -> None:
        """Check the format first: a later version may have other checksums."""
        if not line.startswith(b'{"format":"%b"' % FORMAT.encode()):
            raise self._bad("this is not a Smash Up game file")
        with suppress(msgspec.MsgspecError, ValueError):
            version = msgspec.json.decode(line, type=_AnyHeader).version
            if version > VERSION:
                raise self._bad(f"the file has format version {version}; this program knows up to {VERSION}")

    def _checked(self, line: bytes) -> bytes:
        """Return the line without its checksum. Raises `BadGameFile` if the checksum is wrong."""
        if len(line) >= GAME_FILE.word:
            raise self._bad("the line is longer than any event")
        if not line.endswith(b"\n"):
            raise self._bad("the line is incomplete: the file was cut")
        match = _SUM.search(line, 0, len(line) - 1)
        if not match:
            raise self._bad("the line does not end with a checksum: it was edited")
        body = line[: match.start()] + b"}"
        chain = _sum(self._chain, body)
        if chain != match[1]:
            raise self._bad(self._what_happened(body))
        self._chain = chain
        return body

    def _what_happened(self, body: bytes) -> str:
        """Return a likely reason for a wrong checksum."""
        with suppress(BadGameFile):
            if self._header and not body.startswith(b'{"events":'):
                position = self._decoded(body).position
                if position != len(self._events) + 1:
                    return f"event {position} stands where event {len(self._events) + 1} belongs"
            elif self._header and self._parsed(body, Closing).events != len(self._events):
                return f"the file closes after event {len(self._events)}, but lines are missing"
        return "the checksum is wrong: the line was edited, or belongs to another file"

    def _read_header(self, body: bytes) -> Header:
        header = self._parsed(body, Header)
        if header.version != VERSION or msgspec.json.encode(header) != body:
            raise self._bad("the header is malformed")
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
        # Encoding the event again must give the same bytes, so that nothing in the line was ignored. Old versions are
        # upcast and differ.
        if EVENTS.is_current(line.topic) and b'{"as":"%b","event":%b}' % _stored(event) != body:
            raise self._bad("the event is malformed")
        return event

    def _read_closing(self, body: bytes) -> None:
        count = self._parsed(body, Closing).events
        if count != len(self._events):
            raise self._bad(f"the file should end with event {count}, but ends with event {len(self._events)}")
        self._closed = True

    def _parsed(self, body: bytes, kind: type[S]) -> S:
        try:
            return msgspec.json.decode(body, type=kind)
        except (msgspec.MsgspecError, ValueError, RecursionError) as error:
            raise self._bad(f"this line does not belong here: {error}") from error

    def _bad(self, reason: str) -> BadGameFile:
        return BadGameFile(self._name, self._line, reason)


class _AnyHeader(msgspec.Struct):
    """The fields that headers of all versions have."""

    format: str
    version: int
