"""Names in a record: those of scenarios, and short ones that fit only one card of the game."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from difflib import get_close_matches

from adjudicator.records.spectator import SpectatorView
from adjudicator.rulebooks.other_names import going_by, later_names
from adjudicator.scenarios.names import NoSuchName, TableNames
from core.printed.definitions import FACTIONS, SETS, Definition, definition, load_cards, printing, slug
from projections.table import Table


class ShortNames(TableNames):
    """The names at a table that nobody sees completely.

    Cards of the same name are numbered (`#2`) in the order in which they became visible.
    """

    def __init__(self, order: Callable[[int], int]) -> None:
        super().__init__()
        self.order = order
        self._cards: dict[str, Definition] = {}
        self._meant: dict[str, Definition | None] = {}
        self._counted = (-1, 0)

    def learn(self, table: Table) -> None:
        """Learn the cards of this game, whose names may be shortened."""
        counted = (len(table.cards), sum(len(seat.factions) for seat in table.seats))
        if counted == self._counted:
            return
        self._counted = counted
        load_cards()  # before anybody looks at the factions
        decks = [printing(name) for seat in table.seats for name in seat.factions]
        decks += [faction.newest for faction in FACTIONS.values() if faction.beside]
        named = [card for deck in decks for card in deck.cards]
        named += [definition(id) for id in {card.definition for card in table.cards.values()}]
        self._cards = {slug(facts.name): facts for facts in named}
        self._meant.clear()

    def meant(self, text: str) -> Definition | None:
        """Return the card of this game that a name means: by its full name, its id, or the start of a word that only it
        has.
        """
        fitting = self.could_mean(text)
        return fitting[0] if len(fitting) == 1 else None

    def could_mean(self, text: str, among: Iterable[Definition] | None = None) -> list[Definition]:
        """Return all cards of this game (or those given) that a name may mean."""
        cards = self._cards if among is None else {slug(definition.name): definition for definition in among}
        folded = slug(text)
        if folded in cards:
            return [cards[folded]]
        if (later := later_names().get(folded)) in cards.values() and later is not None:
            return [later]
        fitting = [definition for definition in cards.values() if definition.id == text]
        if not fitting and folded:
            fitting = [definition for name, definition in cards.items() if f"-{name}".find(f"-{folded}") >= 0]
        return fitting

    def known_names(self) -> dict[str, str]:
        """Return the names of all cards of this game, keyed by the form in which they are compared."""
        return {name: definition.name for name, definition in self._cards.items()}

    def card_meant(self, text: str) -> Definition | None:
        """Return the card that the words of a step name, without its owner and place."""
        if text not in self._meant:
            self._meant[text] = next((definition for part in _parts(text) if (definition := self.meant(part))), None)
        return self._meant[text]

    def fitting_otherwise(self, table: Table, text: str, pool: Sequence[int]) -> list[int]:
        """Return the cards that a short name means."""
        meant = self.meant(text)
        return [number for number in pool if table.cards[number].definition == meant.id] if meant else []

    def is_at(self, table: Table, number: int, place: str) -> bool:
        """Return whether a card is at a place. A short name of a base is enough if only one base in play has it."""
        site = table.cards[number].site
        if site and len(self._lying(table, place, [site])) == 1 and len(self._lying(table, place, table.sites)) == 1:
            return True
        how, short = re.fullmatch(r"((?:on|under) )?(.*)", place, re.DOTALL).groups("")  # type: ignore[union-attr]
        meant = self.meant(short)
        return super().is_at(table, number, f"{how}{meant.name}" if meant else place)

    def find_site(self, table: Table, text: str, among: Iterable[int] | None = None) -> int:
        """Return the site of the named base. A short name is enough if only one base in play has it."""
        lying = self._lying(table, text, table.sites)
        return super().find_site(table, lying[0].name if len(lying) == 1 else text, among)

    def _lying(self, table: Table, text: str, sites: Iterable[int]) -> list[Definition]:
        """Return the bases in play that a name may mean."""
        bases = {table.cards[table.sites[site].base].definition for site in sites}
        return self.could_mean(text, [definition(base) for base in bases])


def _parts(text: str) -> list[str]:
    """Yield a name with less and less around it: "Ana's Howler #2 at Tortuga", "Howler #2", "Howler"."""
    parts = [text]
    for split in reversed(list(re.finditer(r"\s+(?:at|on|in|under|for)\s+|:", text))):
        parts.append(text[: split.start()])
    parts += [re.sub(r"\s*#\d+$", "", part) for part in list(parts)]
    parts += [part.split("'s ", 1)[1] for part in list(parts) if "'s " in part]
    return parts


def no_such(names: ShortNames, text: str) -> str:
    """Return the error for an unknown name: it is ambiguous, misspelled, or belongs to a card that is not in this game."""
    bare = re.split(r"\s+(?:at|on|in|under|for)\s+|:", text)[0]
    bare = re.sub(r"^.+?'s ", "", re.sub(r"\s*#\d+$", "", bare))
    several = names.could_mean(bare)
    if len(several) > 1:
        return f"{bare!r} could be {' or '.join(definition.name for definition in several[:6])}: write more of the name"
    if elsewhere := next((definition for name in (text, bare) for definition in going_by(name)), None):
        return f"there is no {elsewhere.name} in this game: {_comes_from(elsewhere)}"
    near = get_close_matches(slug(bare), names.known_names(), n=1, cutoff=0.7)
    return f"there is no {bare!r} in this game" + (f"; perhaps {names.known_names()[near[0]]}" if near else "")


def _comes_from(card: Definition) -> str:
    if card.is_base:
        return f"it is a base of {SETS.get(card.set, card.set)}, and nobody here plays a faction of that set"
    return f"it is a card of the {FACTIONS[card.faction].name}" if card.faction in FACTIONS else "nobody plays it"


def site_named(names: ShortNames, name: str, pool: Sequence[int], table: Table) -> int:
    try:
        return names.find_site(table, name, pool)
    except NoSuchName:
        return 0


def held_card(name: str, cards: Sequence[int], view: SpectatorView) -> list[int]:
    """Return which of these visible cards a name means, if any."""
    try:
        return [ShortNames(view.order).find_card(view.truth, name, cards)]
    except NoSuchName:
        return []
