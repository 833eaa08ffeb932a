"""The reference as a web of links between rules, rulings and cards.

A ruling names rules in its file and rests on others, which its golden trace lists. It names cards, and has cards on its
table. A rulebook names cards as well. This module finds all of these links in both directions.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

from adjudicator.bundled import SCENARIOS
from adjudicator.rulebooks.catalogue import Catalogue, Rule, Statement, catalogue
from adjudicator.rulebooks.golden_traces import golden_trace
from adjudicator.rulebooks.library import Library, LibraryEntry
from core.printed.definitions import Definition, all_definitions, slug
from core.printed.editions import EDITIONS

_RULE_OF_EVENT = re.compile(r"\[([a-z][a-z0-9.-]*)\]$", re.MULTILINE)

Links = dict[str, list[str]]


class Reference:
    """Everything that can be looked up, and how it is linked."""

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = folder or SCENARIOS
        self.catalogue: Catalogue = catalogue()
        self.cards: dict[str, Definition] = {card.id: card for card in all_definitions()}
        with Library(folder) as library:
            self.rulings: dict[str, LibraryEntry] = {entry.name: entry for entry in library.all()}
        by_name = {slug(card.name): card.id for card in self.cards.values()}
        self.cards_of_ruling: Links = {
            entry.name: [by_name[name] for card in entry.cards if (name := slug(card)) in by_name]
            for entry in self.rulings.values()
        }
        self.rulings_of_card = _turned(self.cards_of_ruling)
        self.rulings_of_rule = _turned({name: entry.rules for name, entry in self.rulings.items()})
        self.uses_of_rule = _turned({name: self._used(entry) for name, entry in self.rulings.items()})
        self.cards_of_rule = self._named_in_books()
        self.rules_naming_card = _turned(self.cards_of_rule)

    @property
    def rules(self) -> dict[str, Rule]:
        """Return every rule by its id."""
        return self.catalogue.rules

    def path(self, name: str) -> Path:
        """Return the file of a ruling."""
        return self.folder / f"{name}.toml"

    def rules_of_card(self, card: str) -> list[str]:
        """Return the rules that the rulings on a card rest on, the most frequent first."""
        counted: dict[str, int] = {}
        for name in self.rulings_of_card.get(card, ()):
            for rule in self.rulings[name].rules:
                counted[rule] = counted.get(rule, 0) + 1
        return sorted(counted, key=lambda rule: -counted[rule])

    def about_first(self, card: str) -> list[str]:
        """Return the rulings that involve a card, those first whose name or title mentions it."""
        about = slug(self.cards[card].name)
        names = self.rulings_of_card.get(card, [])
        return sorted(names, key=lambda name: (about not in slug(f"{name} {self.rulings[name].title}"), name))

    def settling(self, rule: str) -> list[Rule]:
        """Return the conflicts and readings that concern a rule, and the rules that refer to it."""
        return [other for other in self.rules.values() if rule in other.concerns or rule in other.see]

    def _used(self, entry: LibraryEntry) -> list[str]:
        """Return the rules that decided something in a ruling, without those it names itself."""
        used = dict.fromkeys(_RULE_OF_EVENT.findall(golden_trace(self.path(entry.name))))
        return [rule for rule in used if rule in self.rules and rule not in entry.rules]

    def _named_in_books(self) -> Links:
        """Return the cards that the statements of a rule name. A card named by one common word may not be meant."""
        names = {card.name: card.id for card in self.cards.values() if " " in card.name or "-" in card.name}
        pattern = re.compile(rf"\b(?:{'|'.join(map(re.escape, sorted(names, key=len, reverse=True)))})(?!\w)")
        links: Links = {}
        for rule in self.rules.values():
            words = " ".join((rule.statement, *(statement.says or "" for statement in rule.statements)))
            if named := [names[name] for name in dict.fromkeys(pattern.findall(words))]:
                links[rule.id] = named
        return links


class EditionSpan:
    """Consecutive rulebooks with the same wording."""

    def __init__(self, rule: Rule, books: list[str]) -> None:
        self.books = books
        self.first = next((book for book in books if rule.in_edition(book).speaks), books[0])
        self.says = rule.words(books[0])
        self.citations = [rule.cite(book).partition("; unchanged")[0].partition("; by ")[0] for book in books]
        self.readings = list(dict.fromkeys(reading for book in books for reading in rule.in_edition(book).readings))


def stretches(rule: Rule) -> list[EditionSpan]:
    """Return what the rulebooks say about a rule, from the oldest to the newest, as one span for each wording."""
    runs: list[tuple[Statement, list[str]]] = []
    for book in EDITIONS:
        in_force = rule.in_force(book)
        if runs and runs[-1][0] == in_force:
            runs[-1][1].append(book)
        else:
            runs.append((in_force, [book]))
    return [EditionSpan(rule, books) for _, books in runs]


def _turned(links: dict[str, list[str]] | dict[str, tuple[str, ...]]) -> Links:
    """Return the same links in the other direction."""
    turned: Links = {}
    for source, others in links.items():
        for other in _once(others):
            turned.setdefault(other, []).append(source)
    return turned


def _once(names: Iterable[str]) -> Iterable[str]:
    return dict.fromkeys(names)
