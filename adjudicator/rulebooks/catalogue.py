"""The rulebook catalogue: what each rulebook says about every rule, with section and page.

The catalogue is data (`fixtures/rulebooks/*.toml`; the README there describes the format). Editions inherit: a rule has
a table only for the books that say something about it, and this module works out the rest (`_inherited`). It loads the
files strictly and answers the questions a ruling asks: which rule is in force in an edition, where it is printed, and
where two editions differ.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator
from difflib import get_close_matches
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from adjudicator.bundled import RULEBOOKS
from events.card_types import BROUGHT
from events.errors import SmashUpError

_EDITIONS_FILE = "editions.toml"
_SETTLED = ("conflict.", "reading.")
_BLOCK = re.compile(r'^\[\[[a-z]+\]\]\nid = "([^"\n]+)"', re.MULTILINE)
_PAGES = re.compile(r"\d+(-\d+)?(, \d+(-\d+)?)*")


class RulebookError(SmashUpError):
    """Raised if the catalogue cannot be read, or does not contain what was asked for."""


class Section(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A heading of a rulebook and the pages it covers, if the book has pages."""

    title: str
    pages: str | None = None


class Rulebook(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One of the rulebooks."""

    id: str
    title: str
    year: int
    special: str  # what distinguishes it from the book before it
    sections: tuple[Section, ...]
    authority: str = ""  # the source of the text, if it is not the printed book itself

    @property
    def paged(self) -> bool:
        """Return whether the book is cited by page. A book without pages is cited by heading alone."""
        return all(section.pages is not None for section in self.sections)


class Citation(msgspec.Struct, frozen=True):
    """A place in a rulebook."""

    edition: str
    section: str
    pages: str | None

    def __str__(self) -> str:
        sections = self.section.replace("; ", " / ")
        if self.pages is None:
            return f"{self.edition}, {sections}"
        pages = _listed(self.pages.split(", "))
        return f"{self.edition} {'p.' if pages.isdecimal() else 'pp.'} {pages}, {sections}"


class Statement(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What one rulebook says about one rule: its own words, or those of another book that apply in its place."""

    edition: str
    says: str | None = None
    same_as: str | None = None
    section: str | None = None
    pages: str | None = None
    silent: bool = False
    follows: str | None = None  # never written in a file: `_inherited` works it out
    arises: bool = True
    reading: str | None = None  # several are separated by "; "

    @property
    def readings(self) -> tuple[str, ...]:
        """Return the readings it rests on."""
        return tuple(self.reading.split("; ")) if self.reading else ()

    @property
    def speaks(self) -> bool:
        """Return whether the book itself decides the rule."""
        return self.arises and not self.silent

    @property
    def citation(self) -> Citation | None:
        """Return where the book prints it. A silent book may also have a place, if it touches on the rule."""
        return None if self.section is None else Citation(self.edition, self.section, self.pages)


class Rule(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A rule with the statement of every rulebook, oldest first.

    Conflicts and readings also state the decision, the alternative, and the rules they concern. `material`: the rule is
    about the contents of the box, so no game can follow or break it. `since`: the book that introduced it; earlier
    books are silent on it and are not reinterpreted through it. `needs`: a mechanic that no set has yet; the rule is
    implemented with the first set that has it.
    """

    id: str
    title: str
    statement: str
    statements: tuple[Statement, ...]
    see: tuple[str, ...] = ()
    put_down: str | None = None
    other: str | None = None
    concerns: tuple[str, ...] = ()
    material: bool = False
    since: str | None = None
    needs: str | None = None
    open_points: tuple[str, ...] = ()

    @property
    def settles(self) -> bool:
        """Return whether this is a conflict or a reading: a decision about rules, not a rule of play."""
        return self.id.startswith(_SETTLED)

    def in_edition(self, edition: str) -> Statement:
        for statement in self.statements:
            if statement.edition == edition:
                return statement
        raise RulebookError(f"No rulebook {edition} is known; there are {_listed(s.edition for s in self.statements)}.")

    def in_force(self, edition: str) -> Statement:
        """Return the statement that applies in this edition, following `same_as` and `follows`."""
        statement = self.in_edition(edition)
        elsewhere = statement.same_as or statement.follows
        return self.in_force(elsewhere) if elsewhere else statement

    @property
    def unchanged_since(self) -> str:
        """Return the oldest book that says what the newest one says, with no other words in between; "" if no book
        does. Silent books are passed over."""
        now, since = self.in_force(self.statements[-1].edition), ""
        for statement in reversed(self.statements):
            if self.in_force(statement.edition) != now:
                break
            if statement.speaks:
                since = statement.edition
        return since

    def words(self, edition: str) -> str:
        """Return what applies in this edition as a sentence, even if the book says nothing."""
        statement = self.in_force(edition)
        if statement.says is not None:
            return statement.says
        return "The book says nothing on it." if statement.arises else "The question does not arise."

    def cite(self, edition: str) -> str:
        """Return a short line that names the source of the rule in an edition."""
        statement = self.in_edition(edition)
        if not statement.arises:
            return f"{edition}: does not arise"
        source = self.in_edition(statement.follows) if statement.follows else statement
        if statement.silent and not statement.follows:
            line = f"{edition}: silent; the rule is new in {self.since}"
        else:
            line = f"{edition} silent; follows {source.citation}" if statement.follows else str(source.citation)
        if source.same_as:
            line += f"; unchanged since {self.in_force(edition).edition}"
        return f"{line}; by {_listed(source.readings)}" if source.readings else line


class RuleDifference(msgspec.Struct, frozen=True):
    """A rule on which two editions differ, with the statements in force in each."""

    rule: Rule
    first: Statement
    second: Statement

    @property
    def words(self) -> tuple[str, str]:
        """Return what the two editions say, as sentences."""
        return self.rule.words(self.first.edition), self.rule.words(self.second.edition)


class Catalogue(msgspec.Struct, frozen=True):
    """All rulebooks, oldest first, and all rules by id."""

    rulebooks: dict[str, Rulebook]
    rules: dict[str, Rule]

    def rule(self, rule_id: str) -> Rule:
        if found := self.rules.get(rule_id):
            return found
        close = get_close_matches(rule_id, self.rules, n=3)
        guess = f"; did you mean {_listed(close, last='or')}?" if close else "."
        raise RulebookError(f"No rule {rule_id} is known{guess}")

    def differences(self, first: str, second: str) -> tuple[RuleDifference, ...]:
        """Return the rules of play on which two editions differ, in what they decide or leave open."""
        pairs = (
            RuleDifference(rule, rule.in_force(first), rule.in_force(second))
            for rule in self.rules.values()
            if not rule.settles
        )
        return tuple(pair for pair in pairs if pair.first != pair.second)

    def cite(self, rule_id: str, edition: str) -> str:
        return self.rule(rule_id).cite(edition)


@cache
def catalogue() -> Catalogue:
    """Return the bundled catalogue. The tests have checked it, so it is not checked again."""
    return load(RULEBOOKS, check=False)


_FILES = {
    "setup": "setup.toml",
    "turn": "turn.toml",
    "resolve": "resolving.toml",
    "mefirst": "resolving.toml",
    "score": "scoring.toml",
    "win": "scoring.toml",
    "term": "terms.toml",
    "void": "constants.toml",
    "clarify": "clarifications.toml",
    "conflict": "conflicts.toml",
    "reading": "readings.toml",
}
"""The files of the rules that most rulings cite, by the first part of their ids."""


@cache
def _blocks(name: str) -> dict[str, str]:
    """Return the text of each entry in a file by its id: most callers need a single rule, and parsing all of them takes
    longer than ruling on a situation."""
    _, *blocks = _BLOCK.split((RULEBOOKS / name).read_text(encoding="utf-8"))
    return dict(zip(blocks[::2], blocks[1::2], strict=True))


@cache
def _rule_in(name: str, rule_id: str) -> Rule | None:
    """Return one rule of a file without parsing the others."""
    text = _blocks(name).get(rule_id)
    if text is None:
        return None
    table = tomllib.loads(f'[[rule]]\nid = "{rule_id}"{text}')["rule"][0]
    return _read_rule(table, _blocks(_EDITIONS_FILE), f"{name}, rule {rule_id}")


def rulebooks() -> tuple[Rulebook, ...]:
    """Return the rulebooks, oldest first, without reading any rule."""
    tables = _tables(RULEBOOKS / _EDITIONS_FILE, "edition")
    return tuple(_convert(table, Rulebook, f"{_EDITIONS_FILE}, edition {table.get('id')}") for table in tables)


def rule(rule_id: str) -> Rule:
    """Return a rule by its id. Only its own file is read, if that is known."""
    prefix = rule_id.partition(".")[0]
    if prefix in _FILES:
        found = _rule_in(_FILES[prefix], rule_id)
        if found is not None:
            return found
    return catalogue().rule(rule_id)


_TAKEN_OVER = frozenset(row.type for row in BROUGHT)
"""The subjects of the rules for cards that players bring."""


def _subject(rule: Rule) -> str:
    return rule.id.partition(".")[0]


def left_open_by(reading: str, edition: str) -> str:
    """Return the book whose words leave open what a reading decides under an edition: that book itself, or the one that
    it follows where it is silent. Returns "" if the reading plays no part there.

    Older books adopt all the rules for cards that players bring.
    """
    reading_rule = rule(reading)
    if reading_rule.in_edition(edition).arises:
        return edition
    earlier = reading_rule.statements[: reading_rule.statements.index(reading_rule.in_edition(edition)) + 1]
    if any(statement.arises or statement.says for statement in earlier):
        return ""  # the book settles it
    for concerned in map(rule, reading_rule.concerns):
        here = concerned.in_edition(edition)
        followed = here.follows or (concerned.since if here.silent and _subject(concerned) in _TAKEN_OVER else None)
        if followed and reading_rule.in_edition(followed).arises:
            return followed
    return ""


def differences(first: str, second: str) -> tuple[RuleDifference, ...]:
    return catalogue().differences(first, second)


def cite(rule_id: str, edition: str) -> str:
    return rule(rule_id).cite(edition)


def page_numbers(pages: str) -> tuple[int, ...]:
    """Return the single pages of a range such as "7-8, 16"."""
    if not _PAGES.fullmatch(pages):
        raise RulebookError(f'"{pages}" is not a list of pages such as "7-8, 16".')
    ends = [[int(end) for end in part.split("-")] for part in pages.split(", ")]
    return tuple(page for part in ends for page in range(part[0], part[-1] + 1))


# Loading


def load(folder: Path, *, check: bool = True) -> Catalogue:
    """Load a folder of rulebook files. Raises `RulebookError` for anything unknown or missing and, if requested,
    contradictory."""
    rulebooks: dict[str, Rulebook] = {}
    for table in _tables(folder / _EDITIONS_FILE, "edition"):
        book = _convert(table, Rulebook, f"{_EDITIONS_FILE}, edition {table.get('id', 'without an id')}")
        rulebooks[book.id] = book
    rules: dict[str, Rule] = {}
    places: dict[str, str] = {}
    for file in sorted(folder.iterdir(), key=lambda file: file.name):
        if not file.name.endswith(".toml") or file.name == _EDITIONS_FILE:
            continue
        for table in _tables(file, "rule"):
            location = f"{file.name}, rule {table.get('id', 'without an id')}"
            read = _read_rule(table, rulebooks, location)
            if read.id in rules:
                raise RulebookError(f"{location}: this id is already taken by {places[read.id]}.")
            rules[read.id], places[read.id] = read, location
    loaded = Catalogue(rulebooks, rules)
    for rule_id, checked in rules.items() if check else ():
        if complaint := next(_complaints(checked, loaded), None):
            raise RulebookError(f"{places[rule_id]}: {complaint}.")
    return loaded


def _tables(file: Path, name: str) -> list[dict[str, Any]]:
    try:
        content = tomllib.loads(file.read_text(encoding="utf-8"))
    except (OSError, tomllib.TOMLDecodeError) as error:
        raise RulebookError(f"{file.name} cannot be read: {error}.") from error
    if strange := content.keys() - {name}:
        raise RulebookError(f"{file.name}: only [[{name}]] tables belong here, not {_listed(sorted(strange))}.")
    tables = content.get(name, [])
    if not isinstance(tables, list) or not all(isinstance(table, dict) for table in tables):
        raise RulebookError(f"{file.name}: {name} must be written as [[{name}]] tables.")
    return tables


def _read_rule(table: dict[str, Any], rulebooks: Iterable[str], location: str) -> Rule:
    books = tuple(rulebooks)
    if table.get("since") not in (None, *books):
        raise RulebookError(f"{location}: since names {table['since']}, which is not a rulebook.")
    stated: dict[str, Statement] = {}
    for book in books:
        if isinstance(own := table.get(book), dict):
            if "follows" in own:
                raise RulebookError(f"{location}, {book}: follows is worked out from the other books; leave it out.")
            stated[book] = _convert({"edition": book, **own}, Statement, f"{location}, {book}")
    if not stated:
        raise RulebookError(f"{location}: no book says anything on it; give it at least one table.")
    settles = str(table.get("id", "")).startswith(_SETTLED)
    since = table.get("since")
    if since in stated and stated[since].says is None:  # a new rule is stated only once
        stated[since] = msgspec.structs.replace(stated[since], says=table.get("statement"))
    statements = _inherited(stated, books, settles=settles, since=since)
    own = {key: value for key, value in table.items() if key not in books}
    return _convert({**own, "statements": msgspec.to_builtins(statements)}, Rule, location)


def _inherited(
    stated: dict[str, Statement], books: tuple[str, ...], *, settles: bool, since: str | None
) -> tuple[Statement, ...]:
    """Complete what the files state with what follows from it, for all books in order.

    A table that names only a place repeats the rule of the nearest earlier book that speaks. A book without a table is
    silent: it follows the nearest later book that speaks, or else the nearest earlier one, but never a rule that a
    later book introduced (`since`). It takes conflicts and readings from the book before it.
    """
    statements: list[Statement] = []
    origin: str | None = None  # the book whose words have applied so far
    speaking = [book for book in books if book in stated and stated[book].speaks]
    for index, book in enumerate(books):
        statement = stated.get(book)
        if statement is None:
            arises = not settles or (bool(statements) and statements[-1].arises)
            statement = Statement(book, silent=arises, arises=arises)
        if statement.speaks:
            if statement.says is None and statement.same_as is None:
                statement = msgspec.structs.replace(statement, same_as=origin)
            origin = statement.same_as or book
        elif statement.silent and not (since and index < books.index(since)):
            nearest_first = (*books[index + 1 :], *reversed(books[:index]))
            follows = next((other for other in nearest_first if other in speaking), None)
            statement = msgspec.structs.replace(statement, follows=follows)
        statements.append(statement)
    return tuple(statements)


_Read = TypeVar("_Read", Rulebook, Rule, Statement)


def _convert(table: dict[str, Any], kind: type[_Read], location: str) -> _Read:
    try:
        return msgspec.convert(table, kind)
    except msgspec.ValidationError as error:
        raise RulebookError(f"{location}: {error}.") from error


# Checking


def _complaints(rule: Rule, catalogue: Catalogue) -> Iterator[str]:
    """Yield everything that is wrong with a rule, each as the end of a sentence."""
    for other in (*rule.see, *rule.concerns):
        if other not in catalogue.rules:
            yield f"it points to {other}, which is not a rule"
    settled = (rule.put_down, rule.other, rule.concerns)
    if rule.settles and not all(settled):
        yield "a conflict or reading needs put_down, other and concerns"
    if not rule.settles and any(settled):
        yield "put_down, other and concerns belong to conflicts and readings only"
    if rule.open_points and not rule.settles:
        yield "open_points belong to conflicts and readings only"
    for statement in rule.statements:
        for complaint in (
            *_complaints_of_form(statement, rule),
            *_complaints_of_place(statement, catalogue.rulebooks[statement.edition]),
            *_complaints_of_reading(statement, rule, catalogue),
        ):
            yield f"{statement.edition}: {complaint}"


def _complaints_of_form(statement: Statement, rule: Rule) -> Iterator[str]:
    if not statement.arises:
        if not rule.settles:
            yield "arises = false belongs to conflicts and readings only"
        if statement.silent or statement.same_as:
            yield "a question that does not arise leaves nothing to follow"
    elif statement.silent:
        if statement.same_as:
            yield "a silent book repeats no other"
        if not statement.follows and not rule.since:
            yield "no book speaks on it"
    else:
        if statement.says is None and statement.same_as is None:
            yield "the first book that speaks needs says"
        if statement.says is not None and statement.same_as is not None:
            yield "a book that speaks needs either says or same_as, not both"
        if statement.citation is None:
            yield "a book with a statement needs a section"
        earlier = _speaking(rule)[: _speaking(rule).index(statement.edition)]
        if statement.same_as and statement.same_as not in earlier:
            yield f"same_as must name an earlier book that speaks, not {statement.same_as}"


def _complaints_of_place(statement: Statement, book: Rulebook) -> Iterator[str]:
    if statement.section is None:
        if statement.pages is not None:
            yield "pages need a section"
        return
    if not book.paged:
        if statement.pages is not None:
            yield "this book has no pages"
        known = {section.title for section in book.sections}
        yield from (
            f'there is no section "{section}"' for section in statement.section.split("; ") if section not in known
        )
        return
    if statement.pages is None:
        yield "section and pages go together"
        return
    try:
        cited = set(page_numbers(statement.pages))
        covered = {section.title: set(page_numbers(section.pages or "")) for section in book.sections}
    except RulebookError as error:
        yield str(error).removesuffix(".")
        return
    titles = statement.section.split("; ")
    for title in titles:
        if not covered.get(title, set()) & cited:
            yield f'no section "{title}" stands on page {statement.pages}'
    if stray := cited - {page for title in titles for page in covered.get(title, ())}:
        yield f"page {min(stray)} is in none of the sections named"


def _complaints_of_reading(statement: Statement, rule: Rule, catalogue: Catalogue) -> Iterator[str]:
    for name in statement.readings:
        reading = catalogue.rules.get(name)
        if reading is None or not reading.id.startswith("reading."):
            yield f"{name} is not a reading"
        elif rule.id not in reading.concerns:
            yield f"{reading.id} does not say that it concerns this rule"


def _speaking(rule: Rule) -> list[str]:
    return [statement.edition for statement in rule.statements if statement.speaks]


# Searching


def _listed(names: Iterable[str], last: str = "and") -> str:
    *front, end = names
    return f"{', '.join(front)} {last} {end}" if front else end
