"""Finds the line of a key in a TOML text: a small scan, good enough to locate an error."""

from __future__ import annotations

import re
from collections.abc import Sequence

_HEADER = re.compile(r"^\s*(\[\[?)\s*([^\]]+?)\s*\]\]?\s*(#.*)?$")
_KEY = re.compile(r"""^\s*((?:"[^"]*"|'[^']*'|[\w-]+)(?:\s*\.\s*(?:"[^"]*"|'[^']*'|[\w-]+))*)\s*=""")
_PART = re.compile(r""""([^"]*)"|'([^']*)'|([\w-]+)""")


def line_of(text: str, keys: Sequence[str | int]) -> int:
    """Return the line (from 1) of the innermost key of a path that can be found, or 0 for an empty path."""
    if not keys:
        return 0
    sought = tuple(keys)
    best, best_length = 0, 0
    for number, path in _paths(text):
        length = _agreement(path, sought)
        if length > best_length:
            best, best_length = number, length
    return best and _inside(text, best, sought[best_length:])


def _paths(text: str) -> list[tuple[int, tuple[str | int, ...]]]:
    """Yield every table header, and every key at the start of a line, with its full path."""
    paths: list[tuple[int, tuple[str | int, ...]]] = []
    counts: dict[tuple[str, ...], int] = {}
    table: tuple[str | int, ...] = ()
    for number, line in enumerate(text.splitlines(), 1):
        if header := _HEADER.match(line):
            names = _parts(header[2])
            if header[1] == "[[":
                counts[names] = counts.get(names, -1) + 1
            table = _counted(names, counts)
            paths.append((number, table))
        elif key := _KEY.match(line):
            paths.append((number, (*table, *_parts(key[1]))))
    return paths


def _parts(dotted: str) -> tuple[str, ...]:
    return tuple(quoted or single or bare for quoted, single, bare in _PART.findall(dotted))


def _counted(names: tuple[str, ...], counts: dict[tuple[str, ...], int]) -> tuple[str | int, ...]:
    path: list[str | int] = []
    for length, name in enumerate(names, 1):
        path.append(name)
        if names[:length] in counts:
            path.append(counts[names[:length]])
    return tuple(path)


def _agreement(path: tuple[str | int, ...], sought: tuple[str | int, ...]) -> int:
    """Return how many keys of the wanted path this one covers; none if it leads elsewhere."""
    length = min(len(path), len(sought))
    return length if path[:length] == sought[:length] and len(path) <= len(sought) else 0


def _inside(text: str, line: int, rest: Sequence[str | int]) -> int:
    """Return the line of an element within an array that spans several lines, one element per line."""
    if not rest or not isinstance(rest[0], int):
        return line
    lines = text.splitlines()
    if not re.search(r"=\s*\[\s*(#.*)?$", lines[line - 1]):
        return line
    elements = [number for number in range(line + 1, len(lines) + 1) if re.match(r"\s*[\"'{\[\d]", lines[number - 1])]
    return elements[rest[0]] if rest[0] < len(elements) else line
