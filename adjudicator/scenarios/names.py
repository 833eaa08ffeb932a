"""Readable names: finds the card, base or player that a name in a scenario means, and names it again.

A name is looked up among the things that make sense in its place. Cards that nothing distinguishes are interchangeable.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from typing import TypeVar

from adjudicator.rulebooks.other_names import goes_by, later_names
from adjudicator.scenarios.model import stated_piles
from core.printed.definitions import Definition, ability, all_definitions, definition, is_stand_in, printing, slug
from events.errors import SmashUpError
from events.questions import Pick, Play, Question, Use
from events.vocabulary import Event
from events.zones import ZONES
from projections.equivalence import equivalence_key
from projections.plain_words import A_CARD, Called, Words
from projections.table import IN_PLAY, Allowance, Table

T = TypeVar("T")


class NoSuchName(SmashUpError):
    """Raised for a name that matches nothing or several different things. Lists the candidates."""

    def __init__(self, name: str, wrong: str, options: Sequence[str] = ()) -> None:
        super().__init__(name, wrong, tuple(options))
        self.name, self.wrong, self.options = name, wrong, tuple(options)

    def __str__(self) -> str:
        listed = f": {', '.join(self.options)}" if self.options else ""
        return f"{self.name!r} {self.wrong}{listed}"


# --- printed cards --------------------------------------------------------------------------------------------------


@cache
def _printed(bases: bool) -> dict[str, list[Definition]]:
    by_key: dict[str, list[Definition]] = {}
    for card in all_definitions():
        if card.is_base is bases:
            # A later printing is named with its mark, as in Make Contact@2026. Without a mark, the first printing is
            # meant.
            for key in {slug(card.marked_name), card.id}:
                by_key.setdefault(key, []).append(card)
    for name, card in later_names().items():
        if card.is_base is bases:
            by_key[name] = [card]
    return by_key


@cache
def card_id(name: str, factions: tuple[str, ...] = ()) -> str:
    """Return the id of the card with that name. If several cards or printings share the name, it is the one of these
    factions.

    `vanilla 5`, `vanilla action`, `vanilla bury` and the like are stand-ins.
    """
    words = re.fullmatch(r"vanilla[ /]([a-z0-9]+(?:[ -][a-z0-9]+)*)", name.strip().lower())
    if words and is_stand_in(id := f"vanilla/{words[1].replace(' ', '-')}"):
        return id
    folded = slug(name)
    of_factions = (card for faction in factions for card in printing(faction).cards if slug(card.name) == folded)
    if "/" not in name and (card := next(of_factions, None)) is not None:
        return card.id
    return _only(name, _printed(False), "a card")


@cache
def base_id(name: str) -> str:
    """Return the id of the base with that name. `vanilla 20 4/2/1` is a stand-in with its breakpoint and VP."""
    return _plain_base(name) or _only(name, _printed(True), "a base")


def is_printed(name: str) -> bool:
    """Return whether a card or base has that name."""
    try:
        return bool(_plain_base(name) or slug(name) in _printed(True) or slug(name) in _printed(False) or card_id(name))
    except NoSuchName:
        return False


def is_base(id: str, name: str) -> bool:
    """Return whether a base has that name."""
    return goes_by(definition(id), name) or id == _plain_base(name)


def _plain_base(name: str) -> str:
    """Return the id of a stand-in base from its words; empty for anything else."""
    if stand_in := re.fullmatch(r"vanilla(?: base)? (\d+)(?: (\d+)/(\d+)(?:/(\d+))?)?", name.strip().lower()):
        breakpoint, *points = stand_in.groups()
        first, second, third = points if points[0] is not None else ("4", "2", "1")
        return f"vanilla/base-{breakpoint}-{first}-{second}-{third or 0}"
    return name if re.fullmatch(r"vanilla/base(-\d+){4}", name) else ""


def _only(name: str, printed: Mapping[str, list[Definition]], nothing: str) -> str:
    definitions = printed.get(name) or printed.get(slug(name)) or []
    if not definitions:
        from difflib import get_close_matches

        near = get_close_matches(slug(name), [key for key in printed if "/" not in key], n=4, cutoff=0.6)
        meant = [printed[key][0].name for key in near]
        raise NoSuchName(
            name, f"is not the name of {nothing}" + (f"; did you mean {' or '.join(meant)}?" if meant else "")
        )
    if len(definitions) > 1:
        raise NoSuchName(name, "is the name of several cards: use an id", [card.id for card in definitions])
    return definitions[0].id


# --- what is on the table -------------------------------------------------------------------------------------------


GONE = "a base that is gone"

PILES = tuple(
    dict.fromkeys(
        words
        for row in (*stated_piles("seat"), *stated_piles("table"))
        for words in (row.key.replace("_", " "), *((row.noun,) if row.holder == "seat" else ()))
    )
)
"""The names of the players' piles and of the table's piles in a scenario."""


def _printed_name(id: str) -> str:
    return definition(id).name


class TableNames:
    """The names at a table: printed names, and the nicknames of a scenario."""

    def __init__(
        self,
        cards: Mapping[str, int] | None = None,
        sites: Mapping[str, int] | None = None,
        unstated: Iterable[int] = (),
    ) -> None:
        self.cards = dict(cards or {})
        self.unstated = tuple(unstated)  # cards of decks that the scenario does not state
        self.sites = dict(sites or {})
        self.partial = False  # whether a part of a name is enough if only one option contains it
        self.order: Callable[[int], int] = int  # the order in which `#2` counts cards of one name
        self._card_names = {number: name for name, number in self.cards.items()}
        self._site_names = {number: name for name, number in self.sites.items()}

    # --- to words

    def card(self, table: Table, number: int) -> str:
        """Return a card's nickname or printed name."""
        if number in self._card_names:
            return self._card_names[number]
        card = table.cards[number]
        if card.zone == "base" and card.site in self._site_names:
            return self._site_names[card.site]
        return definition(card.definition).name

    def own_names(self, table: Table) -> dict[int, str]:
        """Return the names of individual cards: nicknames, also of bases, and twins distinguished by number. A card of a
        deck that is not stated is "a card".

        Twins share name, player and place but differ in something else. Equal cards need no name.
        """
        names = {table.sites[site].base: name for name, site in self.sites.items() if site in table.sites}
        twins: dict[tuple[object, ...], list[int]] = {}
        for number, card in table.cards.items():
            if card.zone in IN_PLAY and card.zone != "base" and number not in self._card_names:
                twins.setdefault((card.definition, card.controller, card.site, card.zone), []).append(number)
        for alike in twins.values():
            if len({equivalence_key(table, number) for number in alike}) > 1:
                name = definition(table.cards[alike[0]].definition).name
                names |= {number: f"{name} #{count}" for count, number in enumerate(alike, 1)}
        return dict.fromkeys(self.unstated, A_CARD) | names | self._card_names

    def introduced(self, table: Table, number: int) -> str:
        """Return a nickname with the printed name after it, if that adds something: "mover (Cub Scout)"."""
        name, printed = self.card(table, number), definition(table.cards[number].definition)
        if not printed.set or slug(printed.name) in slug(name):
            return name
        return f"{name} ({printed.name})"

    def site(self, table: Table, site: int) -> str:
        """Return a base's nickname or printed name."""
        if site in self._site_names:
            return self._site_names[site]
        if site in table.sites:
            return definition(table.cards[table.sites[site].base].definition).name
        return GONE

    def place(self, table: Table, number: int) -> str:
        """Return the place of a card in words."""
        card = table.cards[number]
        row = ZONES[card.zone]
        match row.holder:
            case "base":
                base = self.site(table, card.site)
                return base if row.in_play else f"{row.noun} at {base}"
            case "card":
                return f"{row.where} {self.card(table, card.host)}"
            case "seat":
                return f"{table.seats[card.controller].name}'s {row.key}"
        return row.zone.replace("_", " ")

    def told_apart(self, table: Table, number: int) -> str:
        """Return a card's name with what distinguishes it: its player and its place."""
        card = table.cards[number]
        where = self.place(table, number)
        if "'s " in where:
            return f"{self.card(table, number)} in {where}"
        whose = f"{table.seats[card.controller].name}'s " if card.controller >= 0 and card.zone != "base" else ""
        preposition = "at " if ZONES[card.zone].in_play and not card.host else ""
        return f"{whose}{self.card(table, number)}" + ("" if card.zone == "base" else f" {preposition}{where}")

    def allowance(self, table: Table, play: Allowance) -> str:
        """Return a remaining play in words: "the free minion", "Blossom's extra minion: Water Lily only"."""
        bases = {table.sites[site].base: name for name, site in self.sites.items() if site in table.sites}
        return Words(table, Called(_printed_name, bases | self._card_names)).way(play)

    def pick(self, table: Table, question: Question, pick: Pick, log: Sequence[Event] = ()) -> str:
        """Return an option of a question in words."""
        if isinstance(pick, Play):
            return self.card(table, pick.card)
        if isinstance(pick, Use):
            words = f"{self.card(table, pick.holder)}: {ability(pick.ability).name}"
            if pick.granted_by:
                words += f" (from {self.card(table, pick.granted_by)})"
            about = self._about(table, pick, log)
            return words + (f" for {about}" if about else "")
        kind = type(question).__name__
        if not isinstance(pick, int) or kind == "Numbers":
            return str(pick)
        if kind == "Sites":
            return self.site(table, pick)
        if kind == "Seats":
            return table.seats[pick].name
        if kind == "PayWith":
            return self.allowance(table, next(allowance for allowance in table.allowances if allowance.number == pick))
        return self.card(table, pick)

    def _about(self, table: Table, pick: Use, log: Sequence[Event]) -> str:
        """Return the card that the triggering event of an ability is about."""
        if not pick.event or pick.event > len(log):
            return ""
        number = getattr(log[pick.event - 1], "card", 0)
        return self.card(table, number) if number else ""

    # --- from words

    def known(self, table: Table, text: str) -> bool:
        """Return whether a name means anything at a table: a card, base or player, wherever it is."""
        name = re.sub(r"\s*#\d+$", "", text.strip())
        folded = name.casefold()
        called = (*self.cards, *self.sites, *(seat.name for seat in table.seats))
        if folded in (known_name.casefold() for known_name in called):
            return True
        if any(_is_called(table, card, name) or is_base(table.cards[card].definition, name) for card in table.cards):
            return True
        for player in table.seats:
            if folded.startswith(prefix := f"{player.name}'s ".casefold()):
                return name[len(prefix) :] in PILES or self.known(table, name[len(prefix) :])
        return any(
            self.known(table, name[: at.start()]) and (name[at.end() :] in PILES or self.known(table, name[at.end() :]))
            for at in re.finditer(r"\s+(?:at|on|under|in|for)\s+", name)
        )

    def find_card(self, table: Table, text: str, among: Iterable[int]) -> int:
        """Return the one of these cards that the text means."""
        pool = sorted(set(among), key=self.order)
        fitting = self._fitting(table, text, pool) or self._abbreviated(table, text, pool)
        if not fitting:
            listed = dict.fromkeys(self.told_apart(table, number) for number in pool)
            raise NoSuchName(
                text, "is not one of" if pool else "is not one of the options: there are none", list(listed)
            )
        alike = {equivalence_key(table, number) for number in fitting}
        if len(alike) > 1:
            raise NoSuchName(text, "could be any of", self._numbered(table, text, fitting))
        return next((number for number in fitting if number not in self._card_names), fitting[0])

    def _abbreviated(self, table: Table, text: str, pool: Sequence[int]) -> list[int]:
        """Return the cards whose names the words abbreviate, if abbreviations are allowed."""
        if not self.partial:
            return []
        return [number for number in pool if abbreviates(text, definition(table.cards[number].definition).name)]

    def _numbered(self, table: Table, text: str, fitting: Sequence[int]) -> list[str]:
        """Return the cards that one name fits, each with its own name, and twins in one place by number."""
        apart = [self.told_apart(table, number) for number in fitting]
        if len(set(apart)) == len(apart):
            return apart
        return [
            f"{text} #{count} ({words}{self._bears(table, number)})"
            for count, (words, number) in enumerate(zip(apart, fitting, strict=True), 1)
        ]

    def _bears(self, table: Table, number: int) -> str:
        """Return what distinguishes a card from its twin: the cards on it."""
        marks = [
            self.card(table, card.number)
            for card in table.cards.values()
            if card.host == number and card.zone == "attached"
        ]
        counters = table.cards[number].counters
        marks += [f"{counters} counter{'s' if counters > 1 else ''}"] if counters else []
        return f" with {', '.join(marks)}" if marks else ""

    def fitting_cards(self, table: Table, text: str, among: Iterable[int]) -> list[int]:
        """Return all cards that a name fits, among these."""
        return self._fitting(table, text, sorted(set(among), key=self.order))

    def _fitting(self, table: Table, text: str, pool: Sequence[int]) -> list[int]:
        return self._fitting_exactly(table, text, pool) or self.fitting_otherwise(table, text, pool)

    def fitting_otherwise(self, table: Table, text: str, pool: Sequence[int]) -> list[int]:
        """Extension point: return the cards meant by a name that fits none of them exactly. What is typed may be short, unless
        it is the whole name of another card on the table."""
        if not self.partial or any(_is_called(table, number, text.strip()) for number in table.cards):
            return []
        return self._abbreviated(table, text, pool)

    def _fitting_exactly(self, table: Table, text: str, pool: Sequence[int]) -> list[int]:
        name = text.strip()
        folded = name.casefold()
        for nickname, number in self.cards.items():
            if nickname.casefold() == folded:
                return [number] if number in pool else []
        for site_name, site in self.sites.items():
            if site_name.casefold() == folded and site in table.sites:
                base = table.sites[site].base
                return [base] if base in pool else []
        if plain := [number for number in pool if _is_called(table, number, name)]:
            return plain
        if numbered := re.fullmatch(r"(.+?)\s*#(\d+)", name):
            fitting = self._fitting(table, numbered[1], pool)
            index = int(numbered[2]) - 1
            return fitting[index : index + 1] if index >= 0 else []
        for seat, player in enumerate(table.seats):
            prefix = f"{player.name}'s ".casefold()
            if folded.startswith(prefix):
                mine = [number for number in pool if table.cards[number].controller == seat]
                return self._fitting(table, name[len(prefix) :], mine)
        for at in re.finditer(r"\s+(at|on|under|in)\s+", name):
            where = name[at.end() :] if at[1] in ("at", "in") else f"{at[1]} {name[at.end() :]}"
            there = [number for number in pool if self.is_at(table, number, where)]
            if fitting := self._fitting(table, name[: at.start()], there):
                return fitting
        return []

    def is_at(self, table: Table, number: int, place: str) -> bool:
        """Return whether a card is at the named place. Extension point: records accept short names of bases."""
        card = table.cards[number]
        here = self.place(table, number).casefold()
        if place.casefold() == here:
            return True
        if not card.site:
            return False
        base = definition(table.cards[table.sites[card.site].base].definition)
        return slug(place) == slug(self.site(table, card.site)) or goes_by(base, place)

    def find_site(self, table: Table, text: str, among: Iterable[int] | None = None) -> int:
        """Return the site of the base that the text means."""
        pool = list(table.sites if among is None else among)
        folded = text.strip().casefold()
        for nickname, site in self.sites.items():
            if nickname.casefold() == folded and site in pool:
                return site
        bare, _, nth = text.partition("#")
        fitting = [site for site in pool if is_base(table.cards[table.sites[site].base].definition, bare.strip())]
        if nth.strip().isdecimal():
            fitting = fitting[int(nth) - 1 : int(nth)]
        if not fitting and self.partial:
            fitting = [site for site in pool if abbreviates(text, self.site(table, site))]
        if not fitting:
            raise NoSuchName(text, "is not one of", [self.site(table, site) for site in pool])
        if len(fitting) > 1:
            raise NoSuchName(text, "matches several bases: give one a nickname, or add #2", [])
        return fitting[0]

    def find_seat(self, table: Table, text: str, among: Iterable[int] | None = None) -> int:
        """Return the player that the text means."""
        pool = list(range(len(table.seats)) if among is None else among)
        for seat in pool:
            if table.seats[seat].name.casefold() == text.strip().casefold():
                return seat
        raise NoSuchName(text, "is not one of", [table.seats[seat].name for seat in pool])


def abbreviates(text: str, name: str) -> bool:
    """Return whether the words of a text are the start of consecutive words of a name:

    `pir king` and `king` abbreviate Pirate King.
    """
    typed, words = slug(text).split("-"), slug(name).split("-")
    starts = range(len(words) - len(typed) + 1) if any(typed) else ()
    return any(all(map(_begins, words[start:], typed)) for start in starts)


def _begins(word: str, part: str) -> bool:
    """Return whether a part begins a word. A number is never the beginning of another."""
    return word == part if part.isdecimal() else word.startswith(part)


def _is_called(table: Table, number: int, name: str) -> bool:
    return goes_by(definition(table.cards[number].definition), name)


def find_word(text: str, options: Mapping[T, str] | Mapping[T, str], folded: Callable[[str], str] = slug) -> T:
    """Return the option that the text means: by its exact words, or by a part that no other option contains. The part
    begins where a word begins: X does not mean "an extra card".
    """
    sought = folded(text)
    exact = [option for option, words in options.items() if folded(words) == sought]
    matches = exact or [option for option, words in options.items() if sought and f"-{sought}" in f"-{folded(words)}"]
    if len(matches) != 1:
        wrong = "is not one of" if not matches else "could be any of"
        raise NoSuchName(text, wrong, [options[option] for option in matches] or list(options.values()))
    return matches[0]
