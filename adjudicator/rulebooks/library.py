"""The library of rulings: every scenario that comes along, found by words, cards, rules, examples and editions.

An index (SQLite, full text) lies in the user's cache folder. It is brought up to date whenever it is opened: files that
are new or have changed since are read again, those that have gone are forgotten. Without a place to write it is made in
memory; it holds nothing that is not in the files, except verdicts, which whoever worked one out may leave here.
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

from adjudicator.shipped import SCENARIOS
from core.printed.editions import EDITIONS

_VERSION = 1
_TABLES = """
CREATE TABLE IF NOT EXISTS files (
    name TEXT PRIMARY KEY, stamp TEXT NOT NULL, title TEXT NOT NULL, answer TEXT NOT NULL, editions TEXT NOT NULL,
    rules TEXT NOT NULL, cards TEXT NOT NULL, examples TEXT NOT NULL
) WITHOUT ROWID;
CREATE VIRTUAL TABLE IF NOT EXISTS words USING fts5 (
    name, title, question, answer, cards, rules, examples, note, steps, tokenize = 'porter unicode61'
);
CREATE TABLE IF NOT EXISTS verdicts (
    name TEXT PRIMARY KEY, stamp TEXT NOT NULL, edition TEXT NOT NULL, verdict TEXT NOT NULL
) WITHOUT ROWID;
"""
_WEIGHTS = "4.0, 8.0, 6.0, 8.0, 5.0, 4.0, 3.0, 1.0, 2.0"
"""How much a hit in each column of `words` counts."""


class Entry(msgspec.Struct, frozen=True):
    """A scenario in the library."""

    name: str  # as `ask` takes it: scoring/all-tied
    title: str
    answer: str
    editions: tuple[str, ...]
    rules: tuple[str, ...]
    cards: tuple[str, ...]  # the names of cards it is about or that lie on its table
    examples: tuple[str, ...]  # documented examples and rulings it stands for


class Wanted(msgspec.Struct, frozen=True, kw_only=True):
    """What to look for: all of it must be so."""

    phrases: tuple[str, ...] = ()
    card: str = ""  # a printed name
    rule: str = ""
    edition: str = ""
    example: str = ""


def cache_file() -> Path:
    """Where the index is kept."""
    import platformdirs

    return platformdirs.user_cache_path("smashup", appauthor=False) / f"rulings-{_VERSION}.db"


class Library:
    """The index, opened and brought up to date."""

    def __init__(self, folder: Path | None = None, cache: Path | None = None) -> None:
        self.folder = folder or SCENARIOS
        self._database = _opened(cache or _of_folder(cache_file(), self.folder))
        self._bring_up_to_date()

    def close(self) -> None:
        """Let go of the index."""
        self._database.close()

    def __enter__(self) -> Library:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    # --- asking

    def __len__(self) -> int:
        return int(self._database.execute("SELECT count(*) FROM files").fetchone()[0])

    def find(self, wanted: Wanted) -> list[Entry]:
        """The scenarios that hold all that is wanted, best first."""
        return self._found(wanted, "AND")

    def find_some(self, wanted: Wanted) -> list[Entry]:
        """Those that hold at least one of the phrases, best first."""
        return self._found(wanted, "OR")

    def _found(self, wanted: Wanted, how: str) -> list[Entry]:
        """Those that have the words; if none has, those that have words which begin so."""
        for begun in (False, True):
            matching = self._matching(wanted.phrases, how, begun)
            if found := [entry for entry in matching if _fits(entry, wanted)]:
                return found
        return []

    def all(self) -> list[Entry]:
        """Every scenario, in order of name."""
        return self._matching((), "AND")

    def for_rule(self, rule: str) -> list[Entry]:
        """The scenarios that rest on a rule."""
        return self.find(Wanted(rule=rule))

    def for_card(self, name: str) -> list[Entry]:
        """The scenarios about a card, those first that say so themselves."""
        return self.find(Wanted(card=name))

    def path(self, entry: Entry) -> Path:
        """The file of a scenario."""
        return self.folder / f"{entry.name}.toml"

    def _matching(self, phrases: Sequence[str], how: str, begun: bool = False) -> list[Entry]:
        columns = "f.name, f.title, f.answer, f.editions, f.rules, f.cards, f.examples"
        terms = [term for phrase in phrases if (term := _term(phrase, begun))]
        if not terms:
            rows = self._database.execute(f"SELECT {columns} FROM files f ORDER BY f.name")
        else:
            rows = self._database.execute(
                f"SELECT {columns} FROM words JOIN files f ON f.name = words.name "
                f"WHERE words MATCH ? ORDER BY bm25(words, {_WEIGHTS}), f.name",
                (f" {how} ".join(terms),),
            )
        return [_entry(row) for row in rows]

    # --- verdicts

    def verdict(self, entry: Entry, rules_stamp: str) -> tuple[str, tuple[str, ...]] | None:
        """The edition and verdict left here for a scenario as it is now, by the rules as they are now."""
        row = self._database.execute(
            "SELECT v.stamp, v.edition, v.verdict, f.stamp FROM verdicts v JOIN files f ON f.name = v.name "
            "WHERE v.name = ?",
            (entry.name,),
        ).fetchone()
        if row is None or row[0] != f"{row[3]} {rules_stamp}":
            return None
        return row[1], tuple(row[2].split("\n"))

    def keep_verdict(self, entry: Entry, rules_stamp: str, edition: str, verdict: Sequence[str]) -> None:
        """Leave a verdict here, for as long as neither the file nor the rules change."""
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
        with self._database:
            for name in (*changed, *gone):
                self._database.execute("DELETE FROM files WHERE name = ?", (name,))
                self._database.execute("DELETE FROM words WHERE name = ?", (name,))
            for name in changed:
                self._take(name, there[name])

    def _take(self, name: str, stamp: str) -> None:
        try:
            text = (self.folder / f"{name}.toml").read_text(encoding="utf-8")
            facts = tomllib.loads(text)
        except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError):
            return  # `check` says what is wrong with it
        cards = tuple(_cards_named(facts))
        examples = (*_strings(facts.get("examples")), *_strings(facts.get("rulings")))
        rules = tuple(_strings(facts.get("rules")))
        editions = facts.get("editions", "all")
        entry = Entry(
            name,
            str(facts.get("title", name)),
            str(facts.get("answer", "")),
            tuple(EDITIONS) if editions == "all" else tuple(_strings(editions)),
            rules,
            cards,
            examples,
        )
        self._database.execute(
            "INSERT INTO files VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            (
                name,
                stamp,
                entry.title,
                entry.answer,
                *("\n".join(one) for one in (entry.editions, rules, cards, examples)),
            ),
        )
        self._database.execute(
            "INSERT INTO words VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (
                name,
                entry.title,
                str(facts.get("question", "")),
                entry.answer,
                " · ".join(cards),
                " ".join(rules),
                " ".join(examples),
                str(facts.get("note", "")),
                " · ".join(_lines(facts)),
            ),
        )


def _opened(file: Path) -> sqlite3.Connection:
    """The index in its file; in memory, where the file cannot be used."""
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        database = sqlite3.connect(file, timeout=5)
        database.executescript(_TABLES)
        database.execute("SELECT count(*) FROM words").fetchone()
        return database
    except (OSError, sqlite3.Error):
        database = sqlite3.connect(":memory:")
        database.executescript(_TABLES)
        return database


def _of_folder(file: Path, folder: Path) -> Path:
    """Each folder of scenarios has an index of its own: two versions of the program may lie side by side."""
    mark = blake2b(str(folder.resolve()).encode(), digest_size=6).hexdigest()
    return file.with_stem(f"{file.stem}-{mark}")


def _files(folder: Path, within: str = "") -> Iterator[tuple[str, str]]:
    """The scenarios in a folder by name, each with a stamp that changes when the file does."""
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
    """A stamp of the rules code: verdicts hold as long as it does."""
    import core

    root = Path(core.__path__[0]).parent
    mark = blake2b(digest_size=8)
    for package in ("core", "projections", "events", "adjudicator"):
        for name, stamp in _sources(root / package):
            mark.update(f"{name} {stamp}\n".encode())
    return mark.hexdigest()


def _sources(folder: Path) -> Iterator[tuple[str, str]]:
    for entry in sorted(os.scandir(folder), key=lambda one: one.name):
        if entry.is_dir() and entry.name != "__pycache__":
            yield from _sources(Path(entry.path))
        elif entry.name.endswith(".py"):
            seen = entry.stat()
            yield entry.name, f"{seen.st_mtime_ns}-{seen.st_size}"


# --- what a file says -----------------------------------------------------------------------------------------------


def _strings(value: Any) -> list[str]:
    return [one for one in value if isinstance(one, str)] if isinstance(value, list) else []


def _cards_named(facts: dict[str, Any]) -> Iterable[str]:
    """The cards a scenario is about, by the words of their ids, and those on its table, by name; no stand-ins."""
    about = [one.rpartition("/")[2].replace("-", " ") for one in _strings(facts.get("cards"))]
    table: list[str] = []
    _collect({key: facts.get(key) for key in ("base", "player", "base_deck", "base_discard", "happened", "box")}, table)
    named = {one.casefold(): one for one in (*about, *table) if not one.startswith("vanilla")}
    return named.values()


def _collect(value: Any, found: list[str]) -> None:
    """Every card named in a part of a file: plain strings in lists, and what `card` says."""
    if isinstance(value, list):
        for one in value:
            if isinstance(one, str):
                found.append(one)
            else:
                _collect(one, found)
    elif isinstance(value, dict):
        for key, one in value.items():
            if key == "card" and isinstance(one, str):
                found.append(one)
            elif key not in ("factions", "plays", "control", "used"):
                _collect(one, found)


def _lines(facts: dict[str, Any]) -> list[str]:
    """What is done, line by line."""
    lines = _strings(facts.get("steps"))
    for step in facts.get("step", []) if isinstance(facts.get("step"), list) else []:
        if isinstance(step, dict):
            lines += [f"{key}: {value}" for key, value in step.items() if isinstance(value, str) and key != "refused"]
    return lines


# --- looking --------------------------------------------------------------------------------------------------------


_TIE = re.compile(r"\b([a-z]ie)[sd]?\b")
"""Words of which the stemmer makes two: “tie” is not what it makes of “ties” and “tied”."""


def _term(phrase: str, begun: bool) -> str:
    """A phrase as full-text search has it: its words in this order, the last one perhaps only `begun`."""
    words = " ".join(re.findall(r"[^\W_]+", phrase.casefold()))
    forms = dict.fromkeys((words, _TIE.sub(r"\1", words), _TIE.sub(r"\1s", words)))
    quoted = [f'"{one}" *' if begun else f'"{one}"' for one in forms]
    return f"({' OR '.join(quoted)})" if words else ""


def _entry(row: Sequence[str]) -> Entry:
    name, title, answer, *lists = row
    return Entry(name, title, answer, *(tuple(one.split("\n")) if one else () for one in lists))


def _fits(entry: Entry, wanted: Wanted) -> bool:
    def folded(text: str) -> str:
        return " ".join(re.findall(r"[^\W_]+", text.casefold().replace("'", "")))

    return (
        (not wanted.card or folded(wanted.card) in {folded(card) for card in entry.cards})
        and (not wanted.rule or wanted.rule in entry.rules)
        and (not wanted.edition or wanted.edition in entry.editions)
        and (not wanted.example or wanted.example.upper() in entry.examples)
    )
