"""Writes the whole reference into a folder, to be hosted anywhere or opened from there.

A list of the written files in the folder identifies it as a site, so that pages that no longer exist can be removed
next time. A second file says what each page was made from. A page is made again only if its sources have changed or the
page itself was altered.
"""

from __future__ import annotations

import gzip
import hashlib
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from pathlib import Path, PurePosixPath

import msgspec

from adjudicator.bundled import ROOT, SCENARIOS
from adjudicator.games.workers import workers
from adjudicator.web.pages import BOARD, CARDS, Pages, address
from adjudicator.web.reference import Reference
from adjudicator.web.replays import STATIC
from adjudicator.web.wasm.build import ON_DEMAND
from events.errors import SmashUpError

LIST = ".smashup-site"
STATE = ".smashup-site.json"
PROGRAM = ("events", "projections", "core", "adjudicator", "fixtures")
"""Everything besides the rulings that decides what a page looks like."""
BOARD_FILES = (
    "board.html",
    CARDS,
    "manifest.webmanifest",
    "static/style.css",
    *(f"static/board/{name}" for name in BOARD),
)
"""The files of the board besides its engine."""
CHUNK = 40
"""Pages that a process makes in one go."""


class WrittenSite(msgspec.Struct):
    """The result of writing a site."""

    folder: str
    pages: int = 0
    written: int = 0
    removed: int = 0
    bytes: int = 0
    seconds: float = 0.0


class WrittenChunk(msgspec.Struct):
    """The result of writing some pages: the digest and the size of each."""

    pages: int = 0
    written: int = 0
    bytes: int = 0
    made: dict[str, tuple[str, int]] = msgspec.field(default_factory=dict)


class Made(msgspec.Struct, frozen=True, array_like=True):
    """A written page: what it was made from, and its digest and size."""

    sources: str
    digest: str
    size: int


class PageChunk(msgspec.Struct, frozen=True):
    """Some of the pages, and the folder they go to."""

    folder: str
    addresses: tuple[str, ...]
    scenarios: str | None
    hosted: str


def write_site(
    folder: Path,
    *,
    jobs: int = 1,
    scenarios: Path | None = None,
    engine: Mapping[str, bytes] | None = None,
    hosted: str = "/",
    progress: Callable[[int, int], None] = lambda done, of: None,
) -> WrittenSite:
    """Make every page and write those that have changed. `progress` receives the number of pages made.

    `engine`: the files of the engine for browsers (adjudicator/web/wasm), for a board that works without a server.
    `hosted`: the path at which a web host will have the folder.
    """
    before = files_listed(folder)
    hosted = f"/{hosted.strip('/')}/".replace("//", "/")
    pages = Pages(Reference(scenarios), hosted=hosted)
    addresses = pages.addresses
    folder.mkdir(parents=True, exist_ok=True)
    total = WrittenSite(str(folder))
    where = str(scenarios) if scenarios else None
    keys = sources_of(pages)
    kept = _kept(folder, keys)
    total.pages = len(kept)
    total.bytes = sum(page.size for page in kept.values())
    progress(total.pages, len(addresses))
    stale = [path for path in addresses if path not in kept]
    # Rulings are what takes long: dealt out evenly, no process is left with all of them at the end.
    count = -(-len(stale) // CHUNK)
    chunks = [PageChunk(str(folder), tuple(stale[start::count]), where, hosted) for start in range(count)]
    made = dict(kept)
    for _, part in workers(jobs if count > 1 else 1).each(write_chunk, chunks):
        total.pages += part.pages
        total.written += part.written
        total.bytes += part.bytes
        made |= {path: Made(keys[path], *facts) for path, facts in part.made.items()}
        progress(total.pages, len(addresses))
    offline: dict[str, bytes] = {}
    if engine:
        packed = pack_pages(folder, made, before=_state(folder))
        made |= packed
        offline = offline_files(folder, engine, packed)
        total.bytes += sum(page.size for page in packed.values())
        addresses += packed
    _write_if_changed(folder / STATE, msgspec.json.encode(made, order="sorted"))
    for name, data in offline.items():
        total.pages += 1
        total.bytes += len(data)
        total.written += _write_if_changed(folder / name, data)
        addresses.append(name)
    for gone in sorted(before - set(addresses)):
        (folder / gone).unlink(missing_ok=True)
        total.removed += 1
    _write_if_changed(folder / LIST, ("\n".join(sorted(addresses)) + "\n").encode())
    return total


def pack_pages(folder: Path, made: Mapping[str, Made], *, before: Mapping[str, Made]) -> dict[str, Made]:
    """Write the reference a second time for browsers to keep: the pages of each folder in one compressed file. A file
    whose pages have not changed is left alone. Returns the files by name."""
    parts: dict[str, list[str]] = {}
    for path in sorted(made):
        if path not in BOARD_FILES:
            name = ".".join(path.split("/")[:-1]) or "root"
            parts.setdefault(f"offline/{name}.bin", []).append(path)
    packed: dict[str, Made] = {}
    for name, paths in parts.items():
        sources = _digest("".join(f"{path} {made[path].digest}\n" for path in paths).encode())
        old = before.get(name)
        if old is not None and old.sources == sources and _digest_of_file(folder / name) == old.digest:
            packed[name] = old
            continue
        pages = {path: (folder / path).read_text(encoding="utf-8") for path in paths}
        data = gzip.compress(msgspec.json.encode(pages), mtime=0)
        _write_if_changed(folder / name, data)
        packed[name] = Made(sources, _digest(data), len(data))
    return packed


def offline_files(folder: Path, engine: Mapping[str, bytes], packed: Mapping[str, Made]) -> dict[str, bytes]:
    """Return the files that the board needs offline: the engine, and a worker that keeps all of it."""
    files = {f"engine/{name}": data for name, data in engine.items()}
    board = list(BOARD_FILES)
    worker = (STATIC / "board" / "sw.js").read_text(encoding="utf-8")
    digest = hashlib.sha256(worker.encode())
    for name, data in sorted({**files, **{page: (folder / page).read_bytes() for page in board}}.items()):
        digest.update(name.encode() + b"\0" + hashlib.sha256(data).digest())
    for name, part in sorted(packed.items()):
        digest.update(f"{name} {part.digest}\n".encode())
    kept = sorted((*board, *(name for name in files if name not in {f"engine/{late}" for late in ON_DEMAND})))
    for mark, value in (("files", kept), ("reference", sorted(packed))):
        worker = worker.replace(f"{{{mark}}}", msgspec.json.encode(value).decode())
    return {**files, "sw.js": worker.replace("{version}", digest.hexdigest()[:16]).encode()}


def write_chunk(chunk: PageChunk) -> WrittenChunk:
    """Make some pages and write those that have changed."""
    pages, done = _pages(chunk.scenarios, chunk.hosted), WrittenChunk()
    for path in chunk.addresses:
        data = pages.render(path).encode()
        done.pages += 1
        done.bytes += len(data)
        done.written += _write_if_changed(Path(chunk.folder) / path, data)
        done.made[path] = (_digest(data), len(data))
    return done


def sources_of(pages: Pages) -> dict[str, str]:
    """Return a digest of everything that each page is made from.

    The page of a ruling depends on the program and on the ruling's own file. All others also list rulings, so that they
    depend on the whole library.
    """
    program = _digest_of(
        ROOT, (file for package in PROGRAM for file in _files(ROOT / package) if SCENARIOS not in file.parents)
    )
    library = f"{program} {_digest_of(pages.reference.folder, _files(pages.reference.folder))}"
    keys = dict.fromkeys(pages.addresses, library)
    keys["404.html"] = f"{library} {pages.hosted}"
    for name in pages.reference.rulings:
        own = f"{program} {_digest(pages.reference.path(name).read_bytes())}"
        keys |= {address("rulings", name): own, f"rulings/{name}.js": own}
    return keys


def _kept(folder: Path, keys: Mapping[str, str]) -> dict[str, Made]:
    """Return the pages that need not be made again: their sources have not changed, nor have they."""
    return {
        path: page
        for path, page in _state(folder).items()
        if keys.get(path) == page.sources and _digest_of_file(folder / path) == page.digest
    }


def _state(folder: Path) -> dict[str, Made]:
    """Return what the last run recorded."""
    try:
        return msgspec.json.decode((folder / STATE).read_bytes(), type=dict[str, Made])
    except (FileNotFoundError, msgspec.MsgspecError):
        return {}


def _files(folder: Path) -> list[Path]:
    return sorted(file for file in folder.rglob("*") if file.is_file() and "__pycache__" not in file.parts)


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()[:24]


def _digest_of(folder: Path, files: Iterable[Path]) -> str:
    """Return a digest of files and of their names below a folder: wherever that is, the same files have the same one."""
    names = (f"{file.relative_to(folder).as_posix()} {_digest(file.read_bytes())}\n" for file in files)
    return _digest("".join(names).encode())


def _digest_of_file(file: Path) -> str:
    try:
        return _digest(file.read_bytes())
    except OSError:
        return ""


@cache
def _pages(scenarios: str | None, hosted: str) -> Pages:
    """Return the pages, made once per process."""
    return Pages(Reference(Path(scenarios) if scenarios else None), hosted=hosted)


def files_listed(folder: Path) -> set[str]:
    """Return the files that an earlier run wrote here. Raises if the folder contains anything else."""
    try:
        names = (folder / LIST).read_text(encoding="utf-8").splitlines()
    except FileNotFoundError:
        if folder.is_dir() and any(folder.iterdir()):
            raise SmashUpError(
                f"{folder} contains other files. Name a new or empty folder, or one with a site in it."
            ) from None
        return set()
    return {name for name in names if _inside(name)}


def _inside(name: str) -> bool:
    """Return whether a listed name stays inside the folder: anybody may have written that list."""
    path = PurePosixPath(name)
    return bool(name) and not path.is_absolute() and ".." not in path.parts


def _write_if_changed(file: Path, data: bytes) -> bool:
    try:
        if file.read_bytes() == data:
            return False
    except FileNotFoundError:
        file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(data)
    return True
