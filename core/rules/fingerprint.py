"""The identity of these rules: a stored verification is valid only as long as the rules are unchanged.

A game depends on the engine and on the sets whose cards are in it. A new or changed set is no reason to verify the games
without it again.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from hashlib import blake2b
from importlib import import_module
from pathlib import Path

from core.printed.definitions import SET_PACKAGES, definition
from events.questions import Draft
from events.vocabulary import Asked, CardsMade, Event

PACKAGES = ("events", "projections", "core")
"""Everything that decides how an event is read, what it does to the table, and which events come next."""


def fingerprint(sets: Iterable[str] = ()) -> str:
    """Return a checksum over the source text of the engine and of these sets, or of all sets if none is named.

    Compiled modules are included. A build without sources reads the checksum of everything from a file. Empty if there
    is neither.
    """
    checksum = blake2b(digest_size=8)
    for package in PACKAGES:
        digest = _source(package)
        if not digest:
            return _written_down()
        checksum.update(digest)
    for name in sorted(set(sets) or _all_sets()):
        checksum.update(f"{name}\0".encode() + _source(f"{SET_PACKAGES}.{name.replace('-', '_')}"))
    return checksum.hexdigest()


def sets_in(log: Sequence[Event]) -> tuple[str, ...]:
    """Return the sets on which a game depends, as `fingerprint` takes them: none for a game that depends on all sets."""
    names: set[str] = set()
    for event in log:
        if isinstance(event, CardsMade):
            names.update(*[_sets_of(id) for id in event.definitions])
        elif isinstance(event, Asked) and isinstance(event.question, Draft):
            return ()  # every faction there is could be drafted
    return tuple(sorted(names))


@cache
def _sets_of(id: str) -> frozenset[str]:
    """Return the set of a card, and the sets its abilities come from: a reprint takes them from another card."""
    card = definition(id)
    modules = [ability.function.__module__ for ability in card.abilities]
    within = f"{SET_PACKAGES}."
    taken = {name.removeprefix(within).partition(".")[0] for name in modules if name.startswith(within)}
    return frozenset(name.replace("_", "-") for name in (card.set, *taken) if name)


def _all_sets() -> list[str]:
    folder = _folder(SET_PACKAGES)
    return [path.name.replace("_", "-") for path in folder.iterdir() if path.is_dir() and path.name[0] not in "_."]


@cache
def _source(package: str) -> bytes:
    """Return a checksum over the files of a package, without the sets in it. Empty if it has no files."""
    folder, sets = _folder(package), _folder(SET_PACKAGES)
    files = sorted(file for pattern in ("*.py", "*.so", "*.pyd") for file in folder.rglob(pattern))
    checksum = blake2b(digest_size=8)
    for file in files:
        if sets not in folder.parents and sets in file.parent.parents:
            continue  # of a set, and this is the package that holds all of them
        checksum.update(f"{package}/{file.relative_to(folder).as_posix()}\0".encode())
        checksum.update(file.read_bytes())
    return checksum.digest() if files else b""


def _folder(package: str) -> Path:
    return Path(str(import_module(package).__file__)).parent


WRITTEN = Path(__file__).with_name("fingerprint.txt")
"""The file in which a build without sources records the fingerprint of its sources."""


def _written_down() -> str:
    return WRITTEN.read_text(encoding="utf-8") if WRITTEN.exists() else ""
