"""The search index: built from all entries, and stored as one JSON document for both Python and JavaScript.

Scores are computed here once, as integers, so that every reader ranks identically. The wheel contains the document. A
checkout keeps it in the user's cache folder under a fingerprint of all files it is made from, and builds it again when
one of them changes.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from hashlib import blake2b
from operator import attrgetter
from pathlib import Path
from typing import Any

import msgspec

from adjudicator.bundled import ROOT, SCENARIOS
from adjudicator.search.parameters import PARAMETERS
from adjudicator.search.words import stem, stems, tokens

_VERSION = 1
SYNONYMS = ROOT / "fixtures" / "search" / "synonyms.toml"
GLOSSARY = ROOT / "fixtures" / "search" / "glossary.toml"
RULE_QUESTIONS = ROOT / "fixtures" / "search" / "rule_questions.toml"
BUILT = ROOT / "fixtures" / "search" / "index.json"
"""The finished index of an installed package: hatch_build.py and adjudicator/web/wasm put it there, checkouts have none."""
_SOURCES = ("fixtures/rulebooks", "fixtures/search", "fixtures/cards", "core/cards", "core/printed")
_CODE = ("adjudicator/search", "adjudicator/rulebooks")

Alternative = tuple[str, ...]
"""Stems that together represent what somebody typed."""


class Item(msgspec.Struct, frozen=True, array_like=True):
    """Something that can be found."""

    kind: str  # rule, ruling, card, faction or glossary
    id: str
    title: str
    answer: str  # one sentence
    general: bool = False  # a ruling about the rules rather than about a card
    about: tuple[int, ...] = ()  # the cards a ruling is about, by their places in the index
    table: tuple[int, ...] = ()  # further cards on its table
    type: str = ""  # of a card: minion, base, or the kind of action


class SearchIndex(msgspec.Struct, frozen=True):
    """All that a search needs."""

    items: list[Item]
    terms: dict[str, msgspec.Raw]  # by stem: its postings, still encoded, because a question needs only a few of them
    names: dict[str, list[int]]  # places by card name without spaces
    others: dict[str, str]  # names that are not printed on the card, and the card's printed name
    parts: dict[str, int]  # places by word, for words that occur in only one card's name
    weak: list[str]  # card names that are also plain words
    synonyms: dict[str, list[Alternative]]  # by stems, joined by spaces
    slang: dict[str, str]  # terms of other games, as shown to the reader
    stop: list[str]
    describing: dict[str, Any]  # words that show that a question describes a card
    parameters: dict[str, int]  # the weights that rank hits


def load(folder: Path | None = None) -> SearchIndex:
    """Return the index, from the cache if it is up to date there."""
    return msgspec.json.decode(document(folder), type=SearchIndex)


def document(folder: Path | None = None) -> bytes:
    """Return the index as JSON."""
    if folder is None and BUILT.exists():
        return BUILT.read_bytes()
    folder = folder or SCENARIOS
    mark = fingerprint(folder)
    file = cache_file(folder)
    with suppress(OSError):
        stored = file.read_bytes()
        if stored.startswith(mark):
            return stored[len(mark) :]
    from adjudicator.search.entries import collect

    text = msgspec.json.encode(build(*collect(folder)))
    with suppress(OSError):
        file.parent.mkdir(parents=True, exist_ok=True)
        unfinished = file.with_suffix(f".{os.getpid()}")
        unfinished.write_bytes(mark + text)
        unfinished.replace(file)
    return text


def write(file: str) -> None:
    """Build the index of the bundled rulings and write it to a file."""
    Path(file).write_bytes(document(SCENARIOS))


def cache_file(folder: Path) -> Path:
    """Return where the index of a folder of scenarios is kept."""
    import platformdirs

    mark = blake2b(f"{ROOT.resolve()} {folder.resolve()}".encode(), digest_size=6).hexdigest()
    return platformdirs.user_cache_path("smashup", appauthor=False) / f"search-{_VERSION}-{mark}.json"


def fingerprint(folder: Path) -> bytes:
    """Return a fingerprint of the files that the index is made from."""
    mark = blake2b(digest_size=16)
    for root in (folder, *(ROOT / source for source in _SOURCES + _CODE)):
        mark.update("".join(_files(root)).encode("utf-8", "surrogateescape"))
    return mark.hexdigest().encode() + b"\n"


def _files(folder: str | Path) -> list[str]:
    try:
        entries = sorted(os.scandir(folder), key=attrgetter("name"))
    except OSError:
        return []
    stamps = []
    for entry in entries:
        if entry.name.endswith((".toml", ".py")):
            seen = entry.stat()
            stamps.append(f"{entry.path} {seen.st_mtime_ns} {seen.st_size}\n")
        elif entry.is_dir():
            stamps += _files(entry.path)
    return stamps


# --- building -------------------------------------------------------------------------------------------------------

NAME_MARK = "="
"""Before a stem: what it adds to the score of cards that have it in their name. A question that describes a card leaves
that out, because "returns a minion" does not ask for Return to the Sea."""

K1, B = 2.0, 0.9
"""BM25: how quickly further occurrences stop counting, and how much long fields are penalized."""


def build(
    items: Sequence[Item], fields: Sequence[dict[str, tuple[float, str]]], language: dict[str, Any]
) -> SearchIndex:
    """Weigh every word of every item.

    `fields`: the texts of each item by name, with their weights. A text of several lines counts as long as its average
    line, so a rule with six questions is as easy to find by one of them as a rule with one.
    """
    counted = [
        {
            name: (weight, Counter(words := stems(text)), len(words) / (text.count("\n") + 1))
            for name, (weight, text) in texts.items()
            if text
        }
        for texts in fields
    ]
    lengths: dict[tuple[str, str], list[float]] = {}
    for item, texts in zip(items, counted, strict=True):
        for name, (_, _, length) in texts.items():
            lengths.setdefault((item.kind, name), []).append(length)
    average = {field: sum(counts) / len(counts) for field, counts in lengths.items()}
    frequency = Counter(
        word for texts in counted for word in {word for _, words, _ in texts.values() for word in words}
    )
    terms: dict[str, list[int]] = {}
    for place, (item, texts) in enumerate(zip(items, counted, strict=True)):
        weighed: dict[str, float] = {}
        called: dict[str, float] = {}
        for name, (weight, words, length) in texts.items():
            long = 1 - B + B * length / average[item.kind, name]
            for word, count in words.items():
                tf = weight * count / long
                weighed[word] = weighed.get(word, 0) + tf
                if item.kind == "card" and name == "name":
                    called[word] = tf
        for word, tf in weighed.items():
            # As log(1 + (N - n + 0.5) / (n + 0.5)), kept small for words that are everywhere.
            rarity = 100 * _log(1 + (len(items) - frequency[word] + 0.5) / (frequency[word] + 0.5))
            score = round(rarity * tf / (K1 + tf))
            if score:
                terms.setdefault(word, []).extend((place, score))
            if word in called:
                rest = tf - called[word]
                terms.setdefault(NAME_MARK + word, []).extend((place, score - round(rarity * rest / (K1 + rest))))
    encoded = {word: msgspec.Raw(msgspec.json.encode(scored)) for word, scored in sorted(terms.items())}
    return SearchIndex(items=list(items), terms=encoded, parameters=PARAMETERS, **language)


def _log(number: float) -> float:
    from math import log

    return log(number)


def name_keys(name: str) -> list[str]:
    """Return the ways to write a card's name without spaces: with and without "The"."""
    words = tokens(name)
    keys = ["".join(words)]
    if words and words[0] == "the" and len(words) > 1:
        keys.append("".join(words[1:]))
    return [key for key in keys if key]


def key_of(phrase: str) -> str:
    """Return the form in which a phrase is looked up among the synonyms: its stems, joined by spaces."""
    return " ".join(stem(word) for word in tokens(phrase))
