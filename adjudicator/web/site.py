"""The whole reference written into a folder, to be hosted anywhere or opened from there.

A list of what was written lies beside the pages: by it the next time knows that the folder is a site, and removes pages
that are no more. Files that are already as they should be are not touched.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path, PurePosixPath

import msgspec

from adjudicator.games.workers import workers
from adjudicator.web.pages import Pages
from adjudicator.web.reference import Reference
from events.errors import SmashUpError

LIST = ".smashup-site"
CHUNK = 40
"""Pages that a process makes in one go."""


class Written(msgspec.Struct):
    """What became of a site."""

    folder: str
    pages: int = 0
    written: int = 0
    removed: int = 0
    bytes: int = 0
    seconds: float = 0.0


class Chunk(msgspec.Struct, frozen=True):
    """Some of the pages, and where they go."""

    folder: str
    addresses: tuple[str, ...]
    scenarios: str | None


def write_site(
    folder: Path,
    *,
    jobs: int = 1,
    scenarios: Path | None = None,
    progress: Callable[[int, int], None] = lambda done, of: None,
) -> Written:
    """Make every page and write those that have changed; `progress` is told how many of them are made."""
    before = _listed(folder)
    addresses = Pages(Reference(scenarios)).addresses
    folder.mkdir(parents=True, exist_ok=True)
    total = Written(str(folder))
    where = str(scenarios) if scenarios else None
    # Rulings are what takes long: dealt out evenly, no process is left with all of them at the end.
    count = max(1, len(addresses) // CHUNK)
    chunks = [Chunk(str(folder), tuple(addresses[start::count]), where) for start in range(count)]
    for _, part in workers(jobs).each(write_chunk, chunks):
        total.pages += part.pages
        total.written += part.written
        total.bytes += part.bytes
        progress(total.pages, len(addresses))
    for gone in sorted(before - set(addresses)):
        (folder / gone).unlink(missing_ok=True)
        total.removed += 1
    _write_if_changed(folder / LIST, "\n".join(sorted(addresses)) + "\n")
    return total


def write_chunk(chunk: Chunk) -> Written:
    """Make some pages and write those that have changed."""
    pages, done = _pages(chunk.scenarios), Written(chunk.folder)
    for address in chunk.addresses:
        text = pages.render(address)
        done.pages += 1
        done.bytes += len(text.encode())
        done.written += _write_if_changed(Path(chunk.folder) / address, text)
    return done


@cache
def _pages(scenarios: str | None) -> Pages:
    """The pages, once in a process."""
    return Pages(Reference(Path(scenarios) if scenarios else None))


def _listed(folder: Path) -> set[str]:
    """What was written here before; a folder with anything else in it is left alone."""
    try:
        names = (folder / LIST).read_text(encoding="utf-8").splitlines()
    except FileNotFoundError:
        if folder.is_dir() and any(folder.iterdir()):
            raise SmashUpError(
                f"{folder} holds other files and no site: name a new or empty folder, or one with a site in it."
            ) from None
        return set()
    return {name for name in names if _inside(name)}


def _inside(name: str) -> bool:
    """Whether a name of the list stays in the folder: the list is a file that anybody may have written."""
    path = PurePosixPath(name)
    return bool(name) and not path.is_absolute() and ".." not in path.parts


def _write_if_changed(file: Path, text: str) -> bool:
    data = text.encode()
    try:
        if file.read_bytes() == data:
            return False
    except FileNotFoundError:
        file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(data)
    return True
