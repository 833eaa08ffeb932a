"""The limits of everything that comes from outside, and the checks that enforce them.

Each kind of input has a `Limit`: its size, how deeply it may be nested, and its number of parts. The checks read a text
once, from left to right, in constant memory. They run before any parser, because parsers recurse and copy. docs/TRUST.md
lists the limits; `tests/events/test_limits.py` tries each of them with a text made to break it.
"""

from __future__ import annotations

import os
import re
import stat
from pathlib import Path
from typing import BinaryIO

import msgspec

from events.errors import SmashUpError


class Limit(msgspec.Struct, frozen=True, kw_only=True):
    """How much one kind of input may hold. A limit of 0 does not apply to it."""

    what: str
    size: int  # bytes in a file or message, characters in a text
    depth: int = 0  # lists and tables inside one another
    parts: int = 0  # values, list items and lines
    key_parts: int = 0  # names in one dotted key
    word: int = 0  # characters in one word or number; in a record or game file, in one line
    cards: int = 0  # cards on the table


SCENARIO = Limit(what="a scenario", size=200_000, depth=12, parts=3_000, key_parts=8, word=400, cards=1_000)
SITUATION = Limit(what="a situation", size=20_000, depth=6, parts=1_000, cards=1_000)
RECORD = Limit(what="a record", size=1_000_000, parts=20_000, word=1_000)
GAME_FILE = Limit(what="a game file", size=200_000_000, parts=500_000, word=1_000_000)
MESSAGE = Limit(what="a message", size=2 * 1024 * 1024, depth=32, parts=20_000)
GOAL = Limit(what="a goal", size=2_000, depth=6, parts=100, key_parts=8, word=400)

LIMITS = (SCENARIO, SITUATION, RECORD, GAME_FILE, MESSAGE, GOAL)


class TooMuch(SmashUpError):
    """An input beyond its limit. `line` is 0 if the text as a whole is too long."""

    def __init__(self, wrong: str, line: int = 0) -> None:
        super().__init__(wrong, line)
        self.wrong, self.line = wrong, line

    def __str__(self) -> str:
        return f"{self.wrong[:1].upper()}{self.wrong[1:]}."


class NotAFile(SmashUpError):
    """A path that leads to no ordinary file, or to one that cannot be read. The message says why."""


# A string that is never closed runs to the end of its line or text, so that each pattern matches at its first try and
# the whole scan is linear. Where TOML reads on differently, the text is no TOML and its parser stops there.
_TOML = re.compile(
    r'"""(?:[^"\\]|\\.|"(?!""))*+(?:"{3,5}|\Z)'
    r"|'''(?:[^']|'(?!''))*+(?:'{3,5}|\Z)"
    r'|"(?:[^"\\\n]|\\.)*+"?'
    r"|'[^'\n]*+'?"
    r"|\#[^\n]*+"
    r"|[][{},=.\n]",
    re.DOTALL,
)
_JSON = re.compile(rb'"(?:[^"\\]|\\.)*+"?|[][{},:]', re.DOTALL)
_WORD = re.compile(r"[\w/-]++")


def check_size(size: int, limit: Limit, unit: str = "characters") -> None:
    """Raise `TooMuch` if a text is too long."""
    if size > limit.size:
        raise TooMuch(f"{limit.what} has at most {limit.size:,} {unit}")


def check_toml(text: str, limit: Limit) -> None:
    """Raise `TooMuch` if a TOML text exceeds a limit."""
    check_size(len(text), limit)
    _check_words(text, limit)
    depth = parts = dots = 0
    for match in _TOML.finditer(text):
        token = match[0]
        if token == ".":
            dots += 1
            if dots >= limit.key_parts:
                raise TooMuch(f"a key has at most {limit.key_parts} parts", _line(text, match.start()))
            continue
        if token[0] in "\"'#":  # a string may be part of a dotted key
            continue
        dots = 0
        if token in "[{":
            depth += 1
            parts += 1
            if depth > limit.depth:
                deep = f"lists and tables are nested at most {limit.depth} deep"
                raise TooMuch(deep, _line(text, match.start()))
        elif token in "]}":
            depth = max(0, depth - 1)
        elif token in ",=":
            parts += 1
        if parts > limit.parts:
            raise TooMuch(f"{limit.what} has at most {limit.parts:,} parts", _line(text, match.start()))


def check_json(text: bytes, limit: Limit) -> None:
    """Raise `TooMuch` if a JSON text exceeds a limit."""
    check_size(len(text), limit, "bytes")
    depth = parts = 0
    for match in _JSON.finditer(text):
        token = match[0]
        if token in b"[{":
            depth += 1
            parts += 1
            if depth > limit.depth:
                raise TooMuch(f"lists and objects are nested at most {limit.depth} deep")
        elif token in b"]}":
            depth = max(0, depth - 1)
        elif token == b",":
            parts += 1
        if parts > limit.parts:
            raise TooMuch(f"{limit.what} has at most {limit.parts:,} parts")


def _check_words(text: str, limit: Limit) -> None:
    for match in _WORD.finditer(text):
        if match.end() - match.start() > limit.word:
            wrong = f"a word or number has at most {limit.word} characters"
            raise TooMuch(wrong, _line(text, match.start()))


def _line(text: str, index: int) -> int:
    return text.count("\n", 0, index) + 1


def read_file(path: Path, limit: Limit) -> bytes:
    """Return the content of an ordinary file. Raises `NotAFile`, or `TooMuch` if it is too large."""
    with open_file(path) as file:
        content = file.read(limit.size + 1)
    check_size(len(content), limit, "bytes")
    return content


def open_file(path: Path) -> BinaryIO:
    """Open an ordinary file for reading bytes; a pipe or device, on which a reader could wait forever, is rejected."""
    try:
        # Without O_NONBLOCK, opening a pipe waits for somebody to write to it.
        handle = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    except (OSError, ValueError) as error:
        raise NotAFile(f"{getattr(error, 'strerror', None) or error}") from None
    try:
        mode = os.fstat(handle).st_mode
        if stat.S_ISDIR(mode):
            raise NotAFile("it is a folder")
        if not stat.S_ISREG(mode):
            raise NotAFile("it is a pipe or device, not a file")
        return os.fdopen(handle, "rb")
    except BaseException:
        os.close(handle)
        raise
