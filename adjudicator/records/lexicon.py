"""Names in a record: those of scenarios, and short ones that only one card of the game has."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence

from adjudicator.scenarios.names import Names
from core.printed.definitions import FACTIONS, Definition, all_definitions, definition, slug
from projections.table import Table


class Lexicon(Names):
    """What things are called at a table of which nobody sees everything.

    Cards of one name are counted (`#2`) in the order in which they came into sight, for their numbers mean nothing.
    """

    def __init__(self, order: Callable[[int], int]) -> None:
        super().__init__()
        self.order = order
        self._cards: dict[str, Definition] = {}
        self._counted = (-1, 0)

    def learn(self, table: Table) -> None:
        """The cards of this game: whose names may be shortened."""
        counted = (len(table.cards), sum(len(seat.factions) for seat in table.seats))
        if counted == self._counted:
            return
        self._counted = counted
        cards = all_definitions()  # before anybody looks at the factions
        factions = {one for seat in table.seats for one in seat.factions}
        factions |= {name for name, one in FACTIONS.items() if one.beside}
        named = [one for one in cards if one.faction in factions and not one.is_base]
        named += [definition(id) for id in {card.definition for card in table.cards.values()}]
        self._cards = {slug(one.name): one for one in named}

    def meant(self, text: str) -> Definition | None:
        """The card of this game that a name means: its own, its id, or the only one with such a beginning of a word."""
        fitting = self.could_mean(text)
        return fitting[0] if len(fitting) == 1 else None

    def could_mean(self, text: str, among: Iterable[Definition] | None = None) -> list[Definition]:
        """All cards of this game (or those) that a name may be meant for."""
        cards = self._cards if among is None else {slug(one.name): one for one in among}
        wanted = slug(text)
        if wanted in cards:
            return [cards[wanted]]
        fitting = [one for one in cards.values() if one.id == text]
        if not fitting and wanted:
            fitting = [one for name, one in cards.items() if f"-{name}".find(f"-{wanted}") >= 0]
        return fitting

    def known_names(self) -> dict[str, str]:
        """The names of all cards of this game, by the way they are compared."""
        return {name: one.name for name, one in self._cards.items()}

    def card_meant(self, text: str) -> Definition | None:
        """The card that the words of a step are about, without whose it is or where."""
        for part in _parts(text):
            if found := self.meant(part):
                return found
        return None

    def _fitting(self, table: Table, text: str, pool: Sequence[int]) -> list[int]:
        found = super()._fitting(table, text, pool)
        if not found and (meant := self.meant(text)) is not None:
            return [number for number in pool if table.cards[number].definition == meant.id]
        return found

    def _is_at(self, table: Table, number: int, place: str) -> bool:
        site = table.cards[number].site
        if site and len(self._lying(table, place, [site])) == 1 and len(self._lying(table, place, table.sites)) == 1:
            return True
        how, short = re.fullmatch(r"((?:on|under) )?(.*)", place, re.DOTALL).groups("")  # type: ignore[union-attr]
        meant = self.meant(short)
        return super()._is_at(table, number, f"{how}{meant.name}" if meant else place)

    def find_site(self, table: Table, text: str, among: Iterable[int] | None = None) -> int:
        """The base meant, by its site; a short name will do, if only one of those that lie there has it."""
        lying = self._lying(table, text, table.sites)
        return super().find_site(table, lying[0].name if len(lying) == 1 else text, among)

    def _lying(self, table: Table, text: str, sites: Iterable[int]) -> list[Definition]:
        """The bases in play that a name may be meant for."""
        bases = {table.cards[table.sites[site].base].definition for site in sites}
        return self.could_mean(text, [definition(base) for base in bases])


def _parts(text: str) -> list[str]:
    """A name with less and less around it: "Ana's Howler #2 at Tortuga"."""
    found = [text]
    for split in reversed(list(re.finditer(r"\s+(?:at|on|in|under|for)\s+|:", text))):
        found.append(text[: split.start()])
    found += [re.sub(r"\s*#\d+$", "", one) for one in list(found)]
    found += [one.split("'s ", 1)[1] for one in list(found) if "'s " in one]
    return found
