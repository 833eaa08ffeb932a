"""Collects everything that can be found, with the texts by which it is found and how much each counts."""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from pathlib import Path
from typing import Any

import msgspec

from adjudicator.rulebooks.catalogue import catalogue
from adjudicator.rulebooks.errata import errata
from adjudicator.rulebooks.library import Library, LibraryEntry
from adjudicator.rulebooks.other_names import other_names
from adjudicator.rulebooks.printings import later_texts
from adjudicator.search.deeds import deeds_of
from adjudicator.search.index import GLOSSARY, RULE_QUESTIONS, SYNONYMS, Alternative, Item, key_of, name_keys
from adjudicator.search.words import stem, stems, tokens
from core.printed.definitions import FACTIONS, SETS, all_definitions, slug

Fields = dict[str, tuple[float, str]]
Collected = tuple[list[Item], list[Fields], dict[str, Any]]

_LOWER_CASE = re.compile(r"\b[a-z]+\b")
_LABEL = re.compile(r"\[([a-z-]+)\] ?")


class Term(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An entry of the glossary."""

    id: str
    term: str
    question: str
    answer: str
    more: str = ""
    rules: tuple[str, ...] = ()


def glossary() -> list[Term]:
    """Return the entries of the glossary."""
    return msgspec.convert(tomllib.loads(GLOSSARY.read_text(encoding="utf-8"))["entry"], list[Term])


def rule_questions() -> dict[str, list[str]]:
    """Return what players ask at the table, by the rule that answers it."""
    return msgspec.convert(tomllib.loads(RULE_QUESTIONS.read_text(encoding="utf-8")), dict[str, list[str]])


def collect(folder: Path) -> Collected:
    """Return all items, the texts of each, and what the search knows about names and words."""
    with Library(folder) as library:
        rulings = library.all()
    items: list[Item] = []
    fields: list[Fields] = []

    def add(item: Item, texts: Fields) -> None:
        items.append(item)
        fields.append(texts)

    _add_rules(add, rulings)
    for term in glossary():
        add(
            Item("glossary", term.id, term.term, term.answer),
            {"name": (2.5, term.term), "question": (2.0, term.question), "answer": (1.2, f"{term.answer} {term.more}")},
        )
    others = other_names()
    places: dict[str, int] = {}
    for card in all_definitions():
        if card.card in places:  # a later printing is found under the first one
            places[card.id] = places[card.card]
            continue
        places[card.id] = len(items)
        of = FACTIONS[card.faction].name if card.faction in FACTIONS else card.faction
        text, kind = _LABEL.sub("", card.text), card.kind or card.type
        what = f"{card.type} {card.kind or ''}" + (f" power {card.power}" if card.is_minion else "")
        add(
            Item("card", card.id, card.name, text or f"{what.strip().capitalize()}, no ability.", type=kind),
            {
                "name": (4.0, f"{card.name} {' '.join(others.get(card.id, ()))}"),
                "text": (1.4, _LABEL.sub(r"\1 ", card.text)),
                "deeds": (0.9, deeds_of(card)),
                "what": (0.6, what),
                "faction": (1.0, of),
                "later": (0.8, " ".join((*errata().get(card.id, ()), *later_texts(card)))),
            },
        )
    for faction in FACTIONS.values():
        if faction.cards and faction.set in SETS:
            add(
                Item("faction", faction.id, faction.name, f"{faction.style}." if faction.style else faction.name),
                {"name": (4.0, faction.name), "text": (1.4, faction.style), "set": (0.6, SETS[faction.set])},
            )
    by_name = {slug(card.name): places[card.id] for card in all_definitions()}
    titles = {rule.id: rule.title for rule in catalogue().rules.values()}
    for entry in rulings:
        _add_ruling(add, entry, places, by_name, titles)
    return items, fields, _language(items, fields, places, others)


def _add_rules(add: Any, rulings: list[LibraryEntry]) -> None:
    shown: dict[str, list[str]] = {}
    for entry in rulings:
        if _is_general(entry):
            for rule in entry.rules:
                shown.setdefault(rule, []).append(f"{entry.title} {entry.question}")
    asked = rule_questions()
    for stated in catalogue().rules.values():
        wordings = dict.fromkeys(statement.says for statement in stated.statements if statement.says)
        # A rule for cards that no set has yet is found by its own words, and does not crowd out what players can meet. A
        # reading settles a fine point of a rule, which comes first.
        weight = 0.6 if stated.needs else 0.85 if stated.id.startswith("reading.") else 1.0
        add(
            Item("rule", stated.id, stated.title, _first_sentence(stated.put_down or stated.statement)),
            {
                "id": (1.5 * weight, stated.id),
                "title": (3.1 * weight, stated.title),
                "asked": (3.0 * weight, "\n".join(asked.get(stated.id, ()))),
                "statement": (1.5 * weight, f"{stated.statement} {stated.put_down or ''}"),
                "books": (0.7 * weight, " ".join(wordings)),
                "shown": (0.55 * weight, " ".join(shown.get(stated.id, ()))),
            },
        )


def _add_ruling(
    add: Any, entry: LibraryEntry, places: dict[str, int], by_name: dict[str, int], titles: dict[str, str]
) -> None:
    about = tuple(dict.fromkeys(places[card] for card in entry.about if card in places))
    table = tuple(
        dict.fromkeys(
            by_name[key] for name in entry.cards if (key := slug(name)) in by_name and by_name[key] not in about
        )
    )
    names = {place: name for name, place in by_name.items()}
    add(
        Item("ruling", entry.name, entry.title, entry.told, _is_general(entry), about, table),
        {
            "name": (1.2, f"{entry.name.rpartition('/')[2]} {' '.join(entry.examples)}"),
            "folder": (0.5, entry.name.rpartition("/")[0]),
            "title": (3.0, entry.title),
            "question": (1.4, entry.question),
            "answer": (2.0, "" if entry.is_title else entry.answer),
            "about": (2.0, " ".join(names[place] for place in about)),
            "rules": (1.1, " ".join(titles.get(rule, rule) for rule in entry.rules)),
            "table": (0.5, " ".join(names[place] for place in table)),
        },
    )


def _is_general(entry: LibraryEntry) -> bool:
    """Return whether a ruling is filed under a subject of the rules, not under a set."""
    return entry.name.partition("/")[0] not in SETS


def _first_sentence(text: str) -> str:
    return re.split(r"(?<=[.!?]) (?=[A-Z\"])", text, maxsplit=1)[0]


# --- names and words ------------------------------------------------------------------------------------------------


def _language(
    items: list[Item], fields: list[Fields], places: dict[str, int], other_names: dict[str, list[str]]
) -> dict[str, Any]:
    tables = tomllib.loads(SYNONYMS.read_text(encoding="utf-8"))
    synonyms: dict[str, list[Alternative]] = {}
    slang = {key_of(phrase): meanings.replace(" |", ",") for phrase, meanings in tables["other_games"].items()}
    for phrase, meanings in (tables["other_games"] | tables["players"]).items():
        meanings_of_phrase = synonyms.setdefault(key_of(phrase), [])
        meanings_of_phrase += [
            words for part in meanings.split("|") if (words := tuple(stems(part))) not in meanings_of_phrase
        ]
    names: dict[str, list[int]] = {}
    others: dict[str, str] = {}
    for card in all_definitions():
        for key in name_keys(card.name):
            names.setdefault(key, []).append(places[card.id])
    for card_id, given in other_names.items():
        for name in given:
            for key in name_keys(name):
                if key not in names:
                    names[key] = [places[card_id]]
                    others[key] = name
    stop = sorted({stem(word) for word in tokens(tables["stop"])})
    # Words written in lower case; rules name cards with a capital.
    plain = {
        word
        for item, texts in zip(items, fields, strict=True)
        if item.kind in ("rule", "glossary")
        for name in ("title", "name", "statement", "question", "answer")
        if name in texts
        for word in _LOWER_CASE.findall(texts[name][1])
    } | {word for phrase in tables["other_games"] | tables["players"] for word in tokens(phrase)}
    texts_of_cards = {
        word
        for item, texts in zip(items, fields, strict=True)
        if item.kind == "card"
        for word in tokens(texts["text"][1])
    }
    uses = Counter(word for card in all_definitions() for word in set(tokens(card.name)))
    parts = {
        word: places[card.id]
        for card in all_definitions()
        for word in tokens(card.name)
        if uses[word] == 1 and len(word) >= 4 and word not in names
        if word not in plain and word not in texts_of_cards and stem(word) not in stop
    }
    weak = sorted(key for key in names if key in plain or stem(key) in stop)
    known = {"names": names, "others": others, "parts": parts, "weak": weak}
    describing: dict[str, Any] = {key: tokens(words) for key, words in tables["describing"].items()}
    for key in ("openings", "acting"):
        describing[key] = [tokens(phrase) for phrase in tables["describing"][key].split("|")]
    describing["deeds"] = sorted({stem(word) for word in describing["deeds"]})
    return known | {"synonyms": synonyms, "slang": slang, "stop": stop, "describing": describing}
