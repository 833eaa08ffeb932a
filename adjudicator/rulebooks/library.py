"""The library of rulings: every bundled scenario, listed by card, rule, example and edition.

Words are searched elsewhere (`adjudicator.search`). An index (SQLite) in the user's cache folder is updated whenever it
is opened: new and changed files are read, deleted ones are dropped. If the folder cannot be written, the index is built
in memory. It contains nothing that is not in the files, except cached verdicts.
"""

from __future__ import annotations

import os
import re
import sqlite3
import tomllib
from collections.abc import Iterable, Iterator, Sequence
from hashlib import blake2b
from pathlib import Path
from typing import Any

import msgspec

from adjudicator.bundled import SCENARIOS
from adjudicator.rulebooks.golden_traces import golden_trace
from adjudicator.rulebooks.questions import TABLE_KEYS, answer_of, question_of
from core.printed.editions import EDITIONS
from events.limits import SCENARIO, NotAFile, TooMuch, check_toml, read_file

_VERSION = 4
_TABLES = """
CREATE TABLE IF NOT EXISTS files (
    name TEXT PRIMARY KEY, stamp TEXT NOT NULL, title TEXT NOT NULL, question TEXT NOT NULL, answer TEXT NOT NULL,
    editions TEXT NOT NULL, rules TEXT NOT NULL, cards TEXT NOT NULL, examples TEXT NOT NULL, about TEXT NOT NULL,
    divided TEXT NOT NULL
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS verdicts (
    name TEXT PRIMARY KEY, stamp TEXT NOT NULL, edition TEXT NOT NULL, verdict TEXT NOT NULL
) WITHOUT ROWID;
"""
_COLUMNS = "name, title, question, answer, editions, rules, cards, examples, about, divided"


class LibraryEntry(msgspec.Struct, frozen=True):
    """A scenario in the library."""

    name: str  # the name that `ask` takes: scoring/all-tied
    title: str
    question: str  # written in the file, or made from its steps
    answer: str  # one sentence: written in the file, or its title
    editions: tuple[str, ...]
    rules: tuple[str, ...]
    cards: tuple[str, ...]  # the names of the cards it is about or that are on its table
    examples: tuple[str, ...]  # documented examples and rulings it represents
    about: tuple[str, ...] = ()  # the ids of the cards it is about
    divided: tuple[str, ...] = ()  # the groups that agree, if editions disagree: "AL9K MS", "CND OOPS EMD"

    @property
    def told(self) -> str:
        """Return the answer as it can be read on its own: after its question, unless it is the title, a statement."""
        return f"{self.title}." if self.is_title else f"{self.question} {self.answer}"

    @property
    def is_title(self) -> bool:
        """Return whether the answer is the title, perhaps after a word on a composed question."""
        return self.answer.rstrip(".!?").endswith(self.title[1:].rstrip(".!?"))


class Wanted(msgspec.Struct, frozen=True, kw_only=True):
    """Filters: an entry must match all of them."""

    card: str = ""  # a printed name
    rule: str = ""
    edition: str = ""
    example: str = ""


def cache_file() -> Path:
    """Return the path of the index."""
    import platformdirs

    return platformdirs.user_cache_path("smashup", appauthor=False) / f"rulings-{_VERSION}.db"


class Library:
    """The index, opened and up to date."""

    def __init__(self, folder: Path | None = None, cache: Path | None = None) -> None:
        self.folder = folder or SCENARIOS
        self._database = _opened(cache or _of_folder(cache_file(), self.folder))
        self._bring_up_to_date()

    def close(self) -> None:
        """Close the index."""
        self._database.close()

    def __enter__(self) -> Library:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    # --- asking

    def __len__(self) -> int:
        return int(self._database.execute("SELECT count(*) FROM files").fetchone()[0])

    def find(self, wanted: Wanted) -> list[LibraryEntry]:
        """Return the scenarios that match every filter, in order of name."""
        return [entry for entry in self.all() if _fits(entry, wanted)]

    def all(self) -> list[LibraryEntry]:
        """Return every scenario, in order of name."""
        return [_entry(row) for row in self._database.execute(f"SELECT {_COLUMNS} FROM files ORDER BY name")]

    def for_rule(self, rule: str) -> list[LibraryEntry]:
        """Return the scenarios that rest on a rule."""
        return self.find(Wanted(rule=rule))

    def for_card(self, name: str) -> list[LibraryEntry]:
        """Return the scenarios about a card, those first that name it themselves."""
        return self.find(Wanted(card=name))

    def path(self, entry: LibraryEntry) -> Path:
        """Return the file of a scenario."""
        return self.folder / f"{entry.name}.toml"

    # --- verdicts

    def verdict(self, entry: LibraryEntry, rules_stamp: str) -> tuple[str, tuple[str, ...]] | None:
        """Return the cached edition and verdict of a scenario, if neither its file nor the rules have changed."""
        row = self._database.execute(
            "SELECT v.stamp, v.edition, v.verdict, f.stamp FROM verdicts v JOIN files f ON f.name = v.name "
            "WHERE v.name = ?",
            (entry.name,),
        ).fetchone()
        if row is None or row[0] != f"{row[3]} {rules_stamp}":
            return None
        return row[1], tuple(row[2].split("\n"))

    def keep_verdict(self, entry: LibraryEntry, rules_stamp: str, edition: str, verdict: Sequence[str]) -> None:
        """Cache a verdict until the file or the rules change."""
        with self._database:
            self._database.execute(
                "INSERT OR REPLACE INTO verdicts SELECT name, stamp || ' ' || ?, ?, ? FROM files WHERE name = ?",
                (rules_stamp, edition, "\n".join(verdict), entry.name),
            )

    # --- keeping up to date

    def _bring_up_to_date(self) -> None:
        known = dict(self._database.execute("SELECT name, stamp FROM files"))
        there = dict(_files(self.folder))
        changed = [name for name, stamp in there.items() if known.get(name) != stamp]
        gone = [name for name in known if name not in there]
        if not changed and not gone:
            return
        # Reading takes seconds at the first start, and other programs must be able to write meanwhile.
        rows = [row for name in changed if (row := self._row(name, there[name]))]
        with self._database:
            self._database.executemany("DELETE FROM files WHERE name = ?", ((name,) for name in (*changed, *gone)))
            self._database.executemany(f"INSERT INTO files VALUES (?{', ?' * 10})", rows)

    def _row(self, name: str, stamp: str) -> tuple[str, ...]:
        """Return what the index keeps of a scenario, or nothing if its file cannot be read."""
        try:
            text = read_file(self.folder / f"{name}.toml", SCENARIO).decode()
            check_toml(text, SCENARIO)
            facts = tomllib.loads(text.replace("\r\n", "\n"))
        except (NotAFile, TooMuch, UnicodeDecodeError, tomllib.TOMLDecodeError):
            return ()  # `check` reports what is wrong with it
        editions = facts.get("editions", "all")
        books = list(EDITIONS) if editions == "all" else _strings(editions)
        lists = (
            books,
            _strings(facts.get("rules")),
            _cards_named(facts),
            (*_strings(facts.get("examples")), *_strings(facts.get("rulings"))),
            _strings(facts.get("cards")),
            _divided(golden_trace(self.folder / f"{name}.toml")) or _expected_apart(facts, books),
        )
        texts = (name, stamp, str(facts.get("title", name)), question_of(facts), answer_of(facts))
        return (*texts, *("\n".join(one) for one in lists))


def _opened(file: Path) -> sqlite3.Connection:
    """Open the index in its file, or in memory if the file cannot be used."""
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        database = sqlite3.connect(file, timeout=5)
        database.executescript(_TABLES)
        database.execute("SELECT count(*) FROM files").fetchone()
        return database
    except (OSError, sqlite3.Error):
        database = sqlite3.connect(":memory:")
        database.executescript(_TABLES)
        return database


def _of_folder(file: Path, folder: Path) -> Path:
    """Return the index of a folder of scenarios. Two versions of the program may be installed side by side."""
    mark = blake2b(str(folder.resolve()).encode(), digest_size=6).hexdigest()
    return file.with_stem(f"{file.stem}-{mark}")


def _files(folder: Path, within: str = "") -> Iterator[tuple[str, str]]:
    """Yield the scenarios in a folder by name, each with a stamp that changes when the file does."""
    try:
        entries = sorted(os.scandir(folder), key=lambda entry: entry.name)
    except OSError:
        return
    for entry in entries:
        if entry.is_dir():
            yield from _files(Path(entry.path), f"{within}{entry.name}/")
        elif entry.name.endswith(".toml"):
            seen = entry.stat()
            yield f"{within}{entry.name[: -len('.toml')]}", f"{seen.st_mtime_ns}-{seen.st_size}"


def rules_stamp() -> str:
    """Return a stamp of the rules code. Cached verdicts are valid as long as it stays the same."""
    import core

    root = Path(core.__path__[0]).parent
    mark = blake2b(digest_size=8)
    for package in ("core", "projections", "events", "adjudicator"):
        for name, stamp in _sources(root / package):
            mark.update(f"{name} {stamp}\n".encode())
    return mark.hexdigest()


def _sources(folder: Path) -> Iterator[tuple[str, str]]:
    for entry in sorted(os.scandir(folder), key=lambda item: item.name):
        if entry.is_dir() and entry.name != "__pycache__":
            yield from _sources(Path(entry.path))
        elif entry.name.endswith(".py"):
            seen = entry.stat()
            yield entry.name, f"{seen.st_mtime_ns}-{seen.st_size}"


# --- the contents of a file -----------------------------------------------------------------------------------------


def _strings(value: Any) -> list[str]:
    return [item for item in value if isinstance(item, str)] if isinstance(value, list) else []


def _cards_named(facts: dict[str, Any]) -> Iterable[str]:
    """Return the cards a scenario is about, by the words of their ids, and those on its table, by name, without
    stand-ins.
    """
    about = [string.rpartition("/")[2].replace("-", " ") for string in _strings(facts.get("cards"))]
    table: list[str] = []
    _collect({key: facts.get(key) for key in ("base", "player", *TABLE_KEYS, "happened")}, table)
    named = {name.casefold(): name for name in (*about, *table) if not name.startswith("vanilla")}
    return named.values()


def _collect(value: Any, names: list[str]) -> None:
    """Collect every card named in a part of a file: plain strings in lists, and the values of `card`."""
    if isinstance(value, list):
        for item in value:
            if isinstance(item, str):
                names.append(item)
            else:
                _collect(item, names)
    elif isinstance(value, dict):
        for key, item in value.items():
            if key == "card" and isinstance(item, str):
                names.append(item)
            elif key not in ("factions", "plays", "control", "used"):
                _collect(item, names)


def _divided(trace: str) -> list[str]:
    """Return the groups of editions in a golden trace, if there is more than one."""
    groups = [line.removeprefix("== ") for line in trace.splitlines() if line.startswith("== ")]
    return groups if len(groups) > 1 else []


def _expected_apart(facts: dict[str, Any], books: Sequence[str]) -> list[str]:
    """Return the groups of editions for which a file expects different results, if there is more than one."""
    steps = [step.get("expect") or {} for step in facts.get("step", ()) if isinstance(step, dict)]
    expected = [facts.get("expect") or {}, *steps]
    groups: dict[str, list[str]] = {}
    for book in books:
        # A table of expectations is headed by one edition or several: [expect."AL9K MS"].
        own = repr(
            [{key: table[key] for key in table if book in key.split()} for table in expected if isinstance(table, dict)]
        )
        groups.setdefault(own, []).append(book)
    return [" ".join(group) for group in groups.values()] if len(groups) > 1 else []


# --- looking --------------------------------------------------------------------------------------------------------


def _entry(row: Sequence[str]) -> LibraryEntry:
    name, title, question, answer, *lists = row
    return LibraryEntry(name, title, question, answer, *(tuple(text.split("\n")) if text else () for text in lists))


def _fits(entry: LibraryEntry, wanted: Wanted) -> bool:
    def folded(text: str) -> str:
        return " ".join(re.findall(r"[^\W_]+", text.casefold().replace("'", "")))

    return (
        (not wanted.card or folded(wanted.card) in {folded(card) for card in entry.cards})
        and (not wanted.rule or wanted.rule in entry.rules)
        and (not wanted.edition or wanted.edition in entry.editions)
        and (not wanted.example or wanted.example.upper() in entry.examples)
    )
