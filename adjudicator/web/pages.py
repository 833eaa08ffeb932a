"""The pages of the reference, by their addresses.

Addresses are stable: they are made from a rule's id, a card's id or a ruling's name. Links between pages are relative,
so the folder can be anywhere. `Pages.render` makes one page. The site makes all of them, and the server makes those
that are requested.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from difflib import get_close_matches
from functools import cached_property, lru_cache, partial
from itertools import groupby
from pathlib import Path
from typing import Any

import msgspec
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup, escape

from adjudicator.games.labels import SEAT_MARKS
from adjudicator.messages.answering import about, palette
from adjudicator.rulebooks.catalogue import rulebooks
from adjudicator.rulebooks.errata import errata
from adjudicator.rulebooks.printings import copies_of, printings_of
from adjudicator.rulings.comparison import Comparison, compared, put_to
from adjudicator.rulings.ruling import Ruling
from adjudicator.scenarios import load
from adjudicator.search.index import document
from adjudicator.web.reference import Reference, stretches
from adjudicator.web.replays import runs_script
from core.printed.definitions import FACTIONS, SETS, Definition, Faction, slug
from core.printed.editions import DEFAULT, EDITIONS
from events.card_types import BROUGHT
from events.errors import SmashUpError

HERE = Path(__file__).parent
STATIC = (
    "style.css",
    "missing.js",
    "offline.js",
    "search.js",
    "search-box.js",
    "stepping.js",
    "viewer.css",
    "viewer.js",
)
BOARD = (
    "board.css",
    "board.js",
    "dragging.js",
    "drawing.js",
    "engine.js",
    "glyphs.svg",
    "icon.svg",
    "palette.js",
    "sharing.js",
    "situation.js",
    "worker.js",
)
"""The analysis board, in a folder of its own."""
CARDS = "static/board/cards.json"
"""The data that the board offers before its engine has started: the rulebooks and every card."""
MANIFEST = {
    "name": "Smash Up analysis board",
    "short_name": "smashup",
    "start_url": "board.html",
    "display": "standalone",
    "background_color": "#fdfcf9",
    "theme_color": "#8a2f1d",
    "icons": [{"src": "static/board/icon.svg", "sizes": "any", "type": "image/svg+xml", "purpose": "any"}],
}
"""The file that a browser needs to install the board."""
SERVED = ("ask.js", "game.js", "games.js")

SUBJECTS: dict[str, str] = {
    "setup": "Setting up",
    "turn": "The turn",
    "resolve": "Resolving abilities",
    "mefirst": "Me First",
    "score": "Scoring bases",
    "win": "Winning",
    "term": "Terms",
    "move-is-not-play": "Terms",
    "you-here-there": "Terms",
    "leave": "Leaving play",
    "attach": "Attachments",
    "swap": "Swapping cards",
    "power": "Power and other values",
    "value": "Power and other values",
    "protect": "Power and other values",
    "counters": "+1 power counters",
    "bury": "Burying",
    "duel": "Duels",
    "stasis": "Stasis",
    "stored": "Stored cards",
    "off-the-top": "Cards off the top",
    "madness": "The Madness deck",
    **{row.type: row.plural.capitalize() for row in BROUGHT},
    "monster": "Monsters and treasures",
    "treasure": "Monsters and treasures",
    "fusion": "Fusions",
    "big-base": "Big Base",
    "void": "Without effect",
    "clarify": "Clarifications",
    "conflict": "Where a book disagrees with itself",
    "reading": "Where a book can be read in two ways",
}
"""The subjects of the rules, by the first part of their ids, in the order of the rulebooks."""


MISSING = "Nothing here has that address. It may be misspelled, or the page has been renamed."


class NoSuchPage(SmashUpError):
    """Raised for an address that the reference does not have."""


def environment() -> Environment:
    """Return the template environment. Values are always text: nothing in a file becomes markup."""
    made = Environment(
        loader=FileSystemLoader(HERE / "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.filters.update(
        labelled=labelled,
        sentence=sentence,
        spaced=spaced,
        groupby_top=lambda folders: groupby(folders, lambda folder: folder[0].partition("/")[0]),
        groupby_letter=lambda cards: groupby(cards, lambda card: slug(card.name)[:1].upper()),
    )
    made.globals.update(
        EDITIONS=EDITIONS,
        DEFAULT=DEFAULT.id,
        SETS=SETS,
        MARKS=SEAT_MARKS,
        zip=zip,
        copies_of=copies_of,
        BROUGHT=BROUGHT,
    )
    made.globals["AUTHORITIES"] = {book.id: book.authority for book in rulebooks() if book.authority}
    return made


def labelled(text: str) -> Markup:
    """Return a card's text with the labels of its abilities set apart."""
    parts = re.split(r"\[(on-play|ongoing|special|talent)\]", text)
    shown = [escape(parts[0])]
    for label, words in zip(parts[1::2], parts[2::2], strict=True):
        shown.append(Markup('<b class="label {}">{}</b>{}').format(label, label.replace("-", " "), words))
    return Markup("").join(shown)


def sentence(words: str) -> str:
    """Return words as a sentence."""
    return f"{words[:1].upper()}{words[1:]}{'' if words.endswith(('.', '!', '?')) else '.'}"


def spaced(folder: str) -> str:
    """Return a folder's name as a title; a set or faction has its own name."""
    last = folder.rpartition("/")[2]
    return SETS.get(last) or (FACTIONS[last].name if last in FACTIONS else last.replace("-", " ").capitalize())


def folder_of(name: str) -> str:
    """Return the folder of a ruling, or "" if it has none."""
    return name.rpartition("/")[0] or "others"


def address(kind: str, id: str) -> str:
    """Return the address of something, from the root of the site."""
    return f"{kind}/{id}.html"


class Pages:
    """All pages by address."""

    def __init__(self, reference: Reference, *, served: bool = False, hosted: str = "/") -> None:
        """`served`: a server also offers games and answers questions. `hosted`: the path of the site on its web host,
        for the page shown in place of missing ones."""
        self.reference = reference
        self.served = served
        self.hosted = hosted
        self._templates = environment()
        # A ruling's page and its script are asked for one after the other, and show the same runs.
        self._put = lru_cache(maxsize=4)(lambda name: put_to(load(reference.path(name)), tuple(EDITIONS)))
        self._makers: dict[str, Callable[[str], str]] = {
            "index.html": self._home,
            "search.html": partial(self._plain, "search.html"),
            "404.html": self._missing,
            "static/index.js": self._search_index,
            **{f"static/{name}": partial(self._static, name) for name in (*STATIC, *(SERVED if served else ()))},
            "manifest.webmanifest": lambda _: in_script(MANIFEST),
            "board.html": partial(self._plain, "analysis.html"),
            CARDS: lambda _: cards_and_books(),
            **{f"static/board/{name}": partial(self._static, f"board/{name}") for name in BOARD},
            "rules/index.html": self._rules,
            "cards/index.html": self._cards,
            "factions/index.html": self._factions,
            "books/index.html": partial(self._plain, "books.html"),
            "rulings/index.html": self._rulings,
        }
        for folder in self.folders:
            self._makers[f"rulings/{folder}/index.html"] = partial(self._folder, folder)
        for kind, ids, maker in (
            ("rules", reference.rules, self._rule),
            ("rulings", reference.rulings, self._ruling),
            ("cards", reference.cards, self._card),
            ("factions", self.factions, self._faction),
            ("sets", SETS, self._set),
            ("books", EDITIONS, self._book),
        ):
            self._makers |= {address(kind, id): partial(maker, id) for id in ids}
        self._makers |= {f"rulings/{name}.js": partial(self._runs, name) for name in reference.rulings}

    @property
    def addresses(self) -> list[str]:
        """Return the addresses of all pages and files of the reference."""
        return list(self._makers)

    def render(self, path: str) -> str:
        """Return the page at an address."""
        if path not in self._makers:
            raise NoSuchPage(f"There is no page {path!r}.")
        return self._makers[path](path)

    def show(self, template: str, path: str, /, **values: Any) -> str:
        """Fill in a template whose links lead from this address to all others."""
        return self._templates.get_template(template).render(self._shared("../" * path.count("/"), path) | values)

    def _shared(self, root: str, path: str) -> dict[str, Any]:
        return {"root": root, "path": path, "reference": self.reference, "served": self.served}

    # --- groups

    @cached_property
    def folders(self) -> dict[str, list[str]]:
        """Return the rulings by folder."""
        by_folder: dict[str, list[str]] = {}
        for name in self.reference.rulings:
            by_folder.setdefault(folder_of(name), []).append(name)
        return by_folder

    @cached_property
    def factions(self) -> dict[str, Faction]:
        """Return the factions that can be chosen, and the decks beside the table."""
        return {id: faction for id, faction in FACTIONS.items() if faction.cards and faction.set in SETS}

    def bases_of(self, faction: str) -> list[Definition]:
        return [card for card in self.reference.cards.values() if card.is_base and card.faction == faction]

    # --- pages

    def _missing(self, path: str) -> str:
        """Return the page that a web host sends for any address it does not have. Its links begin at the host's root."""
        shared = self._shared(self.hosted, path)
        return self._templates.get_template("404.html").render(shared, near=(), sentence=MISSING)

    def missing(self, path: str, sentence: str) -> str:
        """Return the page for an unknown address, with addresses that are spelled like it."""
        file_name = path.rpartition("/")[2].removesuffix(".html")
        last = {
            maker.rpartition("/")[2].removesuffix(".html"): maker for maker in self._makers if maker.endswith(".html")
        }
        near = [(last[name], last[name].removesuffix(".html")) for name in get_close_matches(file_name, last, 6)]
        return self.show("404.html", path, sentence=sentence, near=near)

    def _plain(self, template: str, path: str) -> str:
        books = self.reference.catalogue.rulebooks
        return self.show(template, path, books=books)

    def _static(self, name: str, path: str) -> str:
        return (HERE / "static" / name).read_text(encoding="utf-8")

    def _home(self, path: str) -> str:
        changes = {
            id: len(self.reference.catalogue.differences(before, id))
            for before, id in zip(list(EDITIONS), list(EDITIONS)[1:], strict=False)
        }
        return self.show("home.html", path, books=self.reference.catalogue.rulebooks, changes=changes)

    def _rules(self, path: str) -> str:
        groups: dict[str, list[Any]] = {}
        for rule in self.reference.rules.values():
            prefix = rule.id.partition(".")[0]
            groups.setdefault(SUBJECTS[prefix], []).append((rule, len(stretches(rule)) > 1))
        in_order = {subject: groups[subject] for subject in SUBJECTS.values() if subject in groups}
        return self.show("rules.html", path, groups=in_order)

    def _rule(self, id: str, path: str) -> str:
        rule, reference = self.reference.rules[id], self.reference
        return self.show(
            "rule.html",
            path,
            rule=rule,
            stretches=stretches(rule),
            settling=reference.settling(id),
            named=reference.rulings_of_rule.get(id, []),
            uses=reference.uses_of_rule.get(id, []),
            cards=reference.cards_of_rule.get(id, []),
        )

    def _rulings(self, path: str) -> str:
        return self.show("rulings.html", path, folders=self.folders)

    def _folder(self, folder: str, path: str) -> str:
        return self.show("folder.html", path, folder=folder, names=self.folders[folder])

    def _ruling(self, name: str, path: str) -> str:
        return self.show("ruling.html", path, **self.ruling(name))

    def _runs(self, name: str, path: str) -> str:
        return runs_script((run.outcome for run in self._put(name)), name)

    def ruling(self, name: str) -> dict[str, Any]:
        """Return the page of a ruling under every rulebook."""
        file = self.reference.path(name)
        return {
            **ruled(*compared(self._put(name))),
            "name": name,
            "folder": folder_of(name),
            "entry": self.reference.rulings[name],
            "cards": self.reference.cards_of_ruling[name],
            "text": file.read_text(encoding="utf-8"),
        }

    def _cards(self, path: str) -> str:
        cards = sorted(self.reference.cards.values(), key=lambda card: slug(card.name))
        return self.show("cards.html", path, cards=cards, names=self.faction_names)

    def _card(self, id: str, path: str) -> str:
        reference = self.reference
        return self.show(
            "card.html",
            path,
            card=reference.cards[id],
            situation=situation_with(reference.cards[id]),
            faction=self.faction_names.get(reference.cards[id].faction, reference.cards[id].faction),
            has_page=reference.cards[id].faction in self.factions,
            errata=errata().get(id, ()),
            printings=printings_of(reference.cards[id]),
            books=reference.rules_naming_card.get(id, []),
            rulings=reference.about_first(id),
            rules=reference.rules_of_card(id),
        )

    @cached_property
    def faction_names(self) -> dict[str, str]:
        return {id: faction.name for id, faction in FACTIONS.items()}

    def _factions(self, path: str) -> str:
        return self.show("factions.html", path, factions=self.factions)

    def _faction(self, id: str, path: str) -> str:
        faction = self.factions[id]
        about = [name for name in self.reference.rulings if name.startswith(f"{faction.set}/{id}/")]
        return self.show("faction.html", path, faction=faction, bases=self.bases_of(id), rulings=about)

    def _set(self, id: str, path: str) -> str:
        factions = [faction for faction in self.factions.values() if faction.set == id]
        bases = [card for card in self.reference.cards.values() if card.is_base and card.set == id]
        return self.show("set.html", path, id=id, factions=factions, bases=bases)

    def _book(self, id: str, path: str) -> str:
        books = list(EDITIONS)
        before = books[books.index(id) - 1] if id != books[0] else None
        changes = self.reference.catalogue.differences(before, id) if before else ()
        stated = [rule for rule in self.reference.rules.values() if not rule.settles and rule.in_edition(id).speaks]
        book = self.reference.catalogue.rulebooks[id]
        return self.show("book.html", path, book=book, before=before, changes=changes, stated=stated)

    # --- searching

    def _search_index(self, path: str) -> str:
        """Return the index of `smashup find` as a script: a page opened from a file may load scripts, but nothing else."""
        index = document(self.reference.folder).decode()
        return f"window.smashupIndex = {ends_no_script(index)};\n"


def cards_and_books() -> str:
    """Return the engine's replies to `hello` and `cards`, for a page that has not started it yet."""
    return msgspec.json.encode({"hello": about(), "cards": palette()}).decode()


def situation_with(card: Definition) -> str:
    """Return a situation in one line to try a card out: a base between two players, or a card in hand, or beside the deck,
    at a plain base."""
    if card.is_base:
        return f"{card.id}: Ana 3; Ben 3"
    return f"20 4/2/1: Ana 3; Ben 3 | Ana {card.played_from}: {card.id}"


def in_script(value: Any) -> str:
    """Return a value as JSON that cannot end the script it is in."""
    return ends_no_script(msgspec.json.encode(value).decode())


def ends_no_script(text: str) -> str:
    """Return JSON without anything that could end the script it is in."""
    return text.replace("<", "\\u003c").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")


def ruled(rulings: Iterable[Ruling], comparison: Comparison) -> dict[str, Any]:
    """Return what a page shows of a scenario's rulings: the verdict of each group that agrees, and its reasons."""
    by_edition = {given.edition: given for given in rulings}
    agreements = [
        (agreement, by_edition[_speaker(agreement.editions, agreement.unnamed)])
        for agreement in reversed(comparison.agreements)
    ]
    return {"found": comparison, "agreements": agreements, "passages": _passages([ruling for _, ruling in agreements])}


def _speaker(editions: tuple[str, ...], unnamed: tuple[str, ...]) -> str:
    """Return the newest edition of a group that the file names, or else the newest."""
    return next((edition for edition in reversed(editions) if edition not in unnamed), editions[-1])


def _passages(rulings: list[Ruling]) -> Mapping[str, Any]:
    """Return the rules that several rulings rest on, each once in its newest wording, then those that are only named."""
    passages: dict[str, Any] = {}
    for passage in (*(p for ruling in rulings for p in ruling.passages), *(p for r in rulings for p in r.not_used)):
        passages.setdefault(passage.rule, passage)
    return passages
