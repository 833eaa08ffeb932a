"""Deterministic chance for scenarios: shuffles keep their order, and random picks are stated in the file."""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.scenarios.model import AnyChance, Shuffle
from adjudicator.scenarios.names import TableNames
from core.engine.game import Game
from events.errors import SmashUpError
from projections.equivalence import equivalence_key


class Stuck(SmashUpError):
    """Raised when a scenario cannot continue."""


class StatedChance:
    """A source of randomness that follows the scenario file."""

    def __init__(self, stated: Sequence[AnyChance] = ()) -> None:
        self.stated = list(stated)
        self.game: Game | None = None
        self.names = TableNames()

    def look_at(self, game: Game, names: TableNames) -> None:
        """Set the game, and the names that resolve stated picks."""
        self.game, self.names = game, names

    def shuffle(self, cards: Sequence[int]) -> tuple[int, ...]:
        """Keep the order, except for cards that a step puts on top."""
        top: list[int] = []
        if self.game and self.stated and isinstance(self.stated[0], Shuffle):
            for name in self.stated.pop(0).shuffle:  # type: ignore[union-attr]
                left = [number for number in cards if number not in top]
                top.append(self.names.find_card(self.game.table, name, left))
        return (*top, *(number for number in cards if number not in top))

    def pick(self, pool: Sequence[int], count: int) -> tuple[int, ...]:
        """Return the cards that the step names. Raises Stuck if there is a real choice and the step names none."""
        picks: list[int] = []
        while len(picks) < count:
            left = [card for card in pool if card not in picks]
            picks.append(self._pick(left, len(left) == count - len(picks)))
        return tuple(picks)

    def _pick(self, pool: list[int], all_of_them: bool) -> int:
        assert self.game is not None
        table, what = self.game.table, self.game.at_stake[0]
        if self.stated and isinstance(self.stated[0], str):
            name = str(self.stated.pop(0))
            if what == "seat":
                return self.names.find_seat(table, name, pool)
            if what in ("site", "base") and all(card in table.sites for card in pool):
                return self.names.find_site(table, name, pool)
            return self.names.find_card(table, name, pool)
        cards = what not in ("seat", "site", "base") and all(card in table.cards for card in pool)
        if all_of_them or len(pool) == 1 or (cards and len({equivalence_key(table, card) for card in pool}) == 1):
            return pool[0]
        options = ", ".join(dict.fromkeys(self._called(card) for card in pool))
        raise Stuck(f"chance picks one of {options}: the step must say which (chance = […])")

    def _called(self, number: int) -> str:
        assert self.game is not None
        what = self.game.at_stake[0]
        if what == "seat":
            return self.game.table.seats[number].name
        return (self.names.site if what in ("site", "base") else self.names.card)(self.game.table, number)
