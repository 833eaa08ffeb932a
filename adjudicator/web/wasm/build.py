"""Build the engine for browsers: Pyodide, a trimmed standard library, msgspec, and our own packages as bytecode.

Everything comes from the package registries by name and is checked against the hashes in pins.toml. The result is
reproducible: the same sources give the same bytes. Building needs npm, Node.js and pip; running needs a browser.
"""

from __future__ import annotations

import hashlib
import io
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
import tomllib
import zipfile
from collections.abc import Iterable, Iterator
from pathlib import Path, PurePosixPath
from typing import Any

import msgspec
from platformdirs import user_cache_path

from adjudicator.search.index import document as search_index
from core.rules.fingerprint import WRITTEN, fingerprint
from events.errors import SmashUpError

HERE = Path(__file__).parent
ROOT = HERE.parents[2]
SEARCH = "search-index.json"
"""The index of `find`: a quarter of our own part, and fetched by the worker only when somebody searches."""
ON_DEMAND = (SEARCH, "THIRD-PARTY.txt")
"""Files that a first visit does not load."""
RUNTIME = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm")
"""Pyodide's own files, delivered unchanged."""

# Python's library without the parts that no message can reach. Listing what is left out keeps a rarely used module from
# being missed; pyodide itself needs asyncio, tempfile and zipfile as it starts.
LEFT_OUT = frozenset(
    [
        "_aix_support",
        "_android_support",
        "_apple_support",
        "_ast_unparse",
        "_ios_support",
        "_markupbase",
        "_osx_support",
        "_pydatetime",
        "_pyio",
        "_pyrepl",
        "_strptime",
        "_sysconfigdata__emscripten_wasm32-emscripten",
        "antigravity",
        "argparse",
        "asyncio/__main__",
        "asyncio/proactor_events",
        "asyncio/tools",
        "asyncio/windows_events",
        "asyncio/windows_utils",
        "bdb",
        "cProfile",
        "calendar",
        "cmd",
        "code",
        "colorsys",
        "compileall",
        "concurrent/futures/interpreter",
        "concurrent/futures/process",
        "concurrent/interpreters",
        "configparser",
        "csv",
        "ctypes",
        "curses",
        "dbm",
        "doctest",
        "email",
        "encodings/idna",
        "ensurepip",
        "filecmp",
        "fileinput",
        "fractions",
        "ftplib",
        "getopt",
        "getpass",
        "gettext",
        "graphlib",
        "html",
        "http",
        "idlelib",
        "imaplib",
        "ipaddress",
        "json/tool",
        "lib2to3",
        "logging/config",
        "logging/handlers",
        "mailbox",
        "mimetypes",
        "modulefinder",
        "multiprocessing",
        "netrc",
        "nturl2path",
        "optparse",
        "pdb",
        "pickletools",
        "platform",
        "plistlib",
        "poplib",
        "pprint",
        "profile",
        "pstats",
        "pty",
        "py_compile",
        "pyclbr",
        "pydoc",
        "pydoc_data",
        "pyodide/console",
        "quopri",
        "rlcompleter",
        "runpy",
        "sched",
        "shelve",
        "smtplib",
        "socketserver",
        "sqlite3",
        "statistics",
        "stringprep",
        "symtable",
        "sysconfig",
        "tabnanny",
        "tarfile",
        "telnetlib",
        "test",
        "this",
        "timeit",
        "tkinter",
        "trace",
        "tracemalloc",
        "tty",
        "turtle",
        "turtledemo",
        "unittest",
        "urllib/request",
        "urllib/response",
        "urllib/robotparser",
        "venv",
        "wave",
        "webbrowser",
        "wsgiref",
        "xml",
        "xmlrpc",
        "zipapp",
        "zoneinfo",
    ]
)
ENCODINGS = frozenset({"__init__", "aliases", "ascii", "cp437", "latin_1", "utf_8", "utf_8_sig", "utf_16"})

# Our packages, without what draws on a terminal, serves pages, or needs a database.
PACKAGES = ("events", "projections", "core", "adjudicator", "fixtures")
NOT_OURS = (
    "adjudicator/cli",
    "adjudicator/demo.py",
    "adjudicator/package",
    "adjudicator/games/ray_workers.py",
    "adjudicator/messages/documentation.py",
    "adjudicator/tournaments",
    "adjudicator/viewer/drawing.py",
    "adjudicator/web",
    "core/players/card_coverage.py",
    "core/players/coverage_games.py",
    "core/players/coverage_bots.py",
    "events/postgres.py",
    "projections/standings.py",
    "projections/statistics.py",
)
DATA = frozenset({".toml", ".txt", ".json"})
FIXTURES = ("fixtures/rulebooks", "fixtures/search")


class Pins(msgspec.Struct, frozen=True):
    """The contents of pins.toml."""

    pyodide: dict[str, str]
    msgspec: dict[str, str]


class CannotBuild(SmashUpError):
    """The engine cannot be built on this machine; the site works without it."""


def build_engine(cache: Path | None = None) -> dict[str, bytes]:
    """Return the engine's files by name, building them unless the same ones were built before.

    Raises CannotBuild where npm, Node.js or pip is missing, or a registry does not have what pins.toml names.
    """
    folder = (cache or user_cache_path("smashup")) / "browser-engine"
    folder.mkdir(parents=True, exist_ok=True)
    pins = msgspec.convert(tomllib.loads((HERE / "pins.toml").read_text(encoding="utf-8")), Pins)
    key = _fingerprint(pins)
    built = folder / f"{key}.zip"
    if not built.exists():
        _write_whole(built, zipped(_built(folder, pins).items(), compressed=True))
    with zipfile.ZipFile(built) as archive:
        files = {name: archive.read(name) for name in archive.namelist()}
    # Every ruling is in the index, and none of the other files depends on it: those need not be built again for one.
    files[SEARCH] = search_index()
    files["version.txt"] = hashlib.sha256(key.encode() + files[SEARCH]).hexdigest()[:20].encode()
    return files


def zipped(files: Iterable[tuple[str, bytes]], *, compressed: bool = False) -> bytes:
    """Return a zip archive that depends on names and contents alone: sorted, without times."""
    made = io.BytesIO()
    method = zipfile.ZIP_DEFLATED if compressed else zipfile.ZIP_STORED
    with zipfile.ZipFile(made, "w", method) as archive:
        for name, data in sorted(files):
            entry = zipfile.ZipInfo(name)
            entry.compress_type = method
            archive.writestr(entry, data)
    return made.getvalue()


def our_sources() -> Iterator[tuple[str, Path]]:
    """Yield the path inside the archive and the file of every source and data file that travels."""
    for package in PACKAGES:
        for file in sorted((ROOT / package).rglob("*")):
            name = file.relative_to(ROOT).as_posix()
            if "__pycache__" in file.parts or name.startswith(NOT_OURS):
                continue
            data = file.suffix in DATA and (package != "fixtures" or name.startswith(FIXTURES))
            if file.suffix == ".py" or data:
                yield name, file


def _fingerprint(pins: Pins) -> str:
    """Return a hash of everything the engine is made of besides the index."""
    digest = hashlib.sha256(msgspec.json.encode(pins, order="sorted"))
    for name in ("build.py", "compile.mjs", "THIRD-PARTY.txt", "LICENSE-PSF.txt", "LICENSE-MPL.txt"):
        digest.update((HERE / name).read_bytes())
    for name, file in our_sources():
        digest.update(name.encode() + b"\0" + hashlib.sha256(file.read_bytes()).digest())
    return digest.hexdigest()[:20]


# --- fetching -------------------------------------------------------------------------------------------------------


def _fetched(folder: Path, name: str, algorithm: str, digest: str, *command: str) -> bytes:
    """Return a pinned file, from the cache or by running a registry client that leaves it in the working folder."""
    kept = folder / name
    if not kept.exists():
        with tempfile.TemporaryDirectory(dir=folder) as work:
            _run(*command, cwd=Path(work))
            came = [file for file in Path(work).iterdir() if file.suffix in (".tgz", ".whl")]
            if len(came) != 1:
                raise CannotBuild(f"The registry did not send {name}.")
            shutil.move(came[0], kept)
    data = kept.read_bytes()
    if hashlib.new(algorithm, data).hexdigest() != digest:
        kept.unlink()
        raise CannotBuild(f"{name} is not the file that pins.toml names: its {algorithm} differs.")
    return data


def _run(*command: str, cwd: Path) -> None:
    try:
        done = subprocess.run(command, cwd=cwd, capture_output=True, text=True, timeout=300)
    except FileNotFoundError:
        raise CannotBuild(f"{command[0]} is not installed.") from None
    except subprocess.TimeoutExpired:
        raise CannotBuild(f"{command[0]} took longer than five minutes.") from None
    if done.returncode:
        last = (done.stderr.strip() or done.stdout.strip() or "no message").splitlines()[-1]
        raise CannotBuild(f"{Path(command[0]).name} failed: {last}")


# --- building -------------------------------------------------------------------------------------------------------


def _built(folder: Path, pins: Pins) -> dict[str, bytes]:
    version = pins.pyodide["version"]
    package = _fetched(
        folder,
        f"pyodide-{version}.tgz",
        "sha512",
        pins.pyodide["sha512"],
        *("npm", "pack", f"pyodide@{version}", "--silent"),
    )
    wheel = _fetched(
        folder,
        f"msgspec-{pins.msgspec['version']}.whl",
        "sha256",
        pins.msgspec["sha256"],
        *(sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--only-binary=:all:", "--dest", "."),
        *("--platform", pins.msgspec["platform"], "--python-version", pins.msgspec["python"], "--abi", "cp314"),
        f"msgspec=={pins.msgspec['version']}",
    )
    runtime = _untarred(package)
    with tempfile.TemporaryDirectory() as work:
        work_folder = Path(work)
        for name, data in runtime.items():
            _lay(work_folder / "pyodide" / name, data)
        shutil.copy(HERE / "compile.mjs", work_folder)
        for name, data in _standard_library(runtime["python_stdlib.zip"]):
            _lay(work_folder / "stage" / "library" / name, data)
        for name, data in _ours(wheel):
            _lay(work_folder / "stage" / "smashup" / name, data)
        _run("node", "compile.mjs", str(work_folder / "stage"), cwd=work_folder)
        library = zipped(_compiled(work_folder / "stage" / "library"))
        ours = zipped(_compiled(work_folder / "stage" / "smashup"))
    return {
        **{name: runtime[name] for name in RUNTIME},
        # The list of packages is empty, so nothing is ever requested from a content network.
        "pyodide-lock.json": msgspec.json.encode({"info": _info(runtime["pyodide-lock.json"]), "packages": {}}),
        "python_stdlib.zip": library,
        "smashup.zip": ours,
        "THIRD-PARTY.txt": _licenses(wheel),
    }


def _info(lock: bytes) -> Any:
    return msgspec.json.decode(lock)["info"]


def _untarred(package: bytes) -> dict[str, bytes]:
    names = {f"package/{name}" for name in (*RUNTIME, "pyodide-lock.json", "python_stdlib.zip")}
    with tarfile.open(fileobj=io.BytesIO(package)) as archive:
        files = {member.name: archive.extractfile(member) for member in archive if member.name in names}
        return {PurePosixPath(name).name: file.read() for name, file in files.items() if file is not None}


def _standard_library(archive: bytes) -> Iterator[tuple[str, bytes]]:
    with zipfile.ZipFile(io.BytesIO(archive)) as library:
        for name in library.namelist():
            path = PurePosixPath(name)
            parts = path.with_suffix("").parts
            reached = {"/".join(parts[:length]) for length in range(1, len(parts) + 1)}
            encoding = path.parts[0] == "encodings" and path.stem not in ENCODINGS
            if path.suffix in (".py", ".so", "") and not name.endswith("/") and not reached & LEFT_OUT and not encoding:
                yield name, library.read(name)


def _ours(wheel: bytes) -> Iterator[tuple[str, bytes]]:
    with zipfile.ZipFile(io.BytesIO(wheel)) as archive:
        for name in archive.namelist():
            if name.startswith("msgspec/") and name.endswith((".py", ".so")):
                yield name, archive.read(name)
    for name, file in our_sources():
        yield name, file.read_bytes()
    yield WRITTEN.relative_to(ROOT).as_posix(), fingerprint().encode()


def _licenses(wheel: bytes) -> bytes:
    """Return whose software this is and on what terms, with the license texts that have to be passed on."""
    texts = [(HERE / "THIRD-PARTY.txt").read_text(encoding="utf-8")]
    with zipfile.ZipFile(io.BytesIO(wheel)) as archive:
        texts += [archive.read(name).decode() for name in sorted(archive.namelist()) if "LICENSE" in name]
    texts += [(HERE / name).read_text(encoding="utf-8") for name in ("LICENSE-PSF.txt", "LICENSE-MPL.txt")]
    return f"\n\n{'-' * 80}\n\n".join(text.strip() for text in texts).encode() + b"\n"


def _compiled(stage: Path) -> Iterator[tuple[str, bytes]]:
    """Yield the contents of an archive: bytecode in place of sources."""
    for file in stage.rglob("*"):
        if file.is_file() and file.suffix != ".py":
            yield file.relative_to(stage).as_posix(), file.read_bytes()


def _lay(file: Path, data: bytes) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(data)


def _write_whole(file: Path, data: bytes) -> None:
    """Write through a neighbor, so that a build that is cut off leaves nothing that looks finished."""
    part = file.with_suffix(f".{os.getpid()}")
    part.write_bytes(data)
    part.replace(file)
