"""Slices of a situation line that know their position, so that every error can point at a word."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

from events.errors import SmashUpError

_OPENING, _CLOSING = "[({", "])}"
_AROUND = 18
"""Number of characters shown on either side of the word that an error points at."""
_LONGEST_SHOWN = 60


class SituationError(SmashUpError):
    """Raised for a situation that cannot be read: the word, its column (from 1), and what is wrong with it."""

    def __init__(self, span: Span, wrong: str) -> None:
        super().__init__(span.text, wrong)
        self.word, self.column, self.wrong = span.text, span.start + 1, wrong
        self.excerpt = span.excerpt()

    def __str__(self) -> str:
        return f"Situation, column {self.column}: {self.wrong} (here: {self.excerpt})"


class Span:
    """A slice of a line."""

    __slots__ = ("end", "line", "start")

    def __init__(self, line: str, start: int = 0, end: int | None = None) -> None:
        self.line, self.start = line, start
        self.end = len(line) if end is None else end

    @property
    def text(self) -> str:
        """Return the characters of the slice."""
        return self.line[self.start : self.end]

    def __bool__(self) -> bool:
        return self.start < self.end

    def slice(self, start: int, end: int | None = None) -> Span:
        """Return part of the slice, by offsets from its start."""
        return Span(self.line, self.start + start, self.end if end is None else self.start + end)

    def strip(self) -> Span:
        """Return the slice without spaces at either end."""
        text = self.text
        left = len(text) - len(text.lstrip())
        return self.slice(left, max(left, len(text.rstrip())))

    def to(self, other: Span) -> Span:
        """Return the slice from the start of this one to the end of another."""
        return Span(self.line, self.start, other.end)

    def excerpt(self) -> str:
        """Return the word as it is in the line, marked, with a few characters around it."""
        before = self.line[max(0, self.start - _AROUND) : self.start]
        after = self.line[self.end : self.end + _AROUND]
        left = "…" if self.start > _AROUND else ""
        right = "…" if self.end + _AROUND < len(self.line) else ""
        text = self.text if len(self.text) <= _LONGEST_SHOWN else self.text[:_LONGEST_SHOWN] + "…"
        return f"{left}{before}»{text}«{after}{right}"

    def _top_level(self) -> Iterator[tuple[int, str]]:
        """Yield the offset and character of everything outside quotes and brackets."""
        open_at: list[int] = []
        text, at = self.text, 0
        while at < len(text):
            char = text[at]
            if char == '"':
                closing = _closing_quote(text, at)
                if closing < 0:
                    raise SituationError(self.slice(at, at + 1), "this quotation mark is never closed")
                if not open_at:
                    yield at, char
                at = closing + 1
                continue
            if char in _OPENING:
                if not open_at:
                    yield at, char
                open_at.append(at)
            elif char in _CLOSING:
                if not open_at or _OPENING.index(text[open_at[-1]]) != _CLOSING.index(char):
                    raise SituationError(self.slice(at, at + 1), f"this {char!r} has no opening bracket")
                open_at.pop()
            elif not open_at:
                yield at, char
            at += 1
        if open_at:
            raise SituationError(self.slice(open_at[-1], open_at[-1] + 1), "this bracket is never closed")

    def split(self, separators: str) -> list[Span]:
        """Return the stripped parts between separators outside quotes and brackets."""
        pieces, start = [], 0
        for at, char in self._top_level():
            if char in separators:
                pieces.append(self.slice(start, at).strip())
                start = at + 1
        return [*pieces, self.slice(start).strip()]

    def partition(self, separator: str) -> tuple[Span, Span | None]:
        """Return what comes before and after the first separator, or None after it if there is none."""
        for at, char in self._top_level():
            if char == separator:
                return self.slice(0, at).strip(), self.slice(at + 1).strip()
        return self.strip(), None

    def brackets(self) -> tuple[Span, list[tuple[str, Span]]]:
        """Return the text before the first bracket, and the content of each bracket after it with its kind."""
        name, groups, last = self.strip(), [], -1
        for at, char in self._top_level():
            if char in _OPENING:
                if last < 0:
                    name = self.slice(0, at).strip()
                last = self._closing_bracket(at)
                groups.append((char, self.slice(at + 1, last).strip()))
            elif last >= 0 and at > last and not char.isspace():
                raise SituationError(self.slice(at).strip(), "nothing can follow this bracket; is a comma missing?")
        return name, groups

    def _closing_bracket(self, start: int) -> int:
        depth, at, text = 0, start, self.text
        while True:
            char = text[at]
            if char == '"':
                at = _closing_quote(text, at)
            elif char in _OPENING:
                depth += 1
            elif char in _CLOSING:
                depth -= 1
                if not depth:
                    return at
            at += 1

    def unquoted(self) -> str:
        """Return the text without the quotation marks around it."""
        text = self.text
        if text.startswith('"') and len(text) > 1 and _closing_quote(text, 0) == len(text) - 1:
            try:
                return str(json.loads(text))
            except ValueError:
                raise SituationError(self, "this quoted text has an invalid backslash") from None
        return text


def _closing_quote(text: str, start: int) -> int:
    match = re.compile(r'"(?:[^"\\]|\\.)*"').match(text, start)
    return match.end() - 1 if match else -1


_PLAIN = re.compile(r"[^\s,;|{}\[\]()\"=:+*\n](?:[^,;|{}\[\]()\"=:+*\n]*[^\s,;|{}\[\]()\"=:+*\n])?")


def quoted(text: str) -> str:
    """Return a text in the form a situation needs: quoted if one of its characters would otherwise have another
    meaning.
    """
    return text if _PLAIN.fullmatch(text) else json.dumps(text, ensure_ascii=False)
