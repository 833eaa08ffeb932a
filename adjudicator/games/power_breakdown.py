"""A number and its parts in words: "4: 3 printed, +1 Steam Man". For power, breakpoints and totals at a base."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec

from core.engine.game import Game
from core.engine.power import (
    BY_TOTALS,
    Part,
    breakpoint_of,
    breakpoint_parts,
    power,
    power_parts,
    total_parts,
    total_power,
)
from core.printed.definitions import definition
from core.rules.turn import flow
from events.vocabulary import Awarded, Event, ScoringBegan
from projections.table import Card, Table

NameCard = Callable[[int], str]


class Addend(msgspec.Struct, frozen=True, omit_defaults=True):
    """One part of a number: how much, why, and the card it comes from."""

    amount: int
    why: str  # "printed", "instead", "counters", "ability", "lasting", "minion", "carried"
    source: str = ""

    def __str__(self) -> str:
        match self.why:
            case "printed":
                return f"{self.amount} printed"
            case "counters":
                return f"{_signed(self.amount)} counter{'s' if abs(self.amount) != 1 else ''}"
            case "instead":
                return f"{self.amount} by {self.source}"
            case "minion":
                return f"{self.amount} {self.source}"
            case "carried":
                return f"{_signed(self.amount)} counter{'s' if abs(self.amount) != 1 else ''} on {self.source}"
        return f"{_signed(self.amount)} {self.source or 'by a rule'}"


class Sum(msgspec.Struct, frozen=True):
    """A number with all its parts."""

    total: int
    parts: tuple[Addend, ...]

    @property
    def plain(self) -> bool:
        """Return whether the number is simply the printed one."""
        return len(self.parts) == 1 and self.parts[0].why == "printed"

    def __str__(self) -> str:
        """Return "4: 3 printed, +1 Steam Man", or just the number if that says everything."""
        return str(self.total) if self.plain or not self.parts else f"{self.total}: {self.parts_in_words()}"

    def parts_in_words(self) -> str:
        """Return only the parts."""
        floor = ["never below 0"] if sum(part.amount for part in self.parts) < self.total == 0 else []
        return ", ".join([*(str(part) for part in self.parts), *floor])


def reading(table: Table) -> Game:
    """Return a game that computes a table's numbers by the rules. It cannot be played."""
    return Game([], flow, table=table)


def power_sum(game: Game, card: Card, name: NameCard | None = None) -> Sum:
    """Return a minion's power: the current one in play, the printed one elsewhere (term.power-not-in-play)."""
    parts = power_parts(game, card) if card.zone == "minions" else [(card.number, power(game, card), "printed")]
    return Sum(power(game, card), _addends(game, parts, name))


def breakpoint_sum(game: Game, site: int, name: NameCard | None = None) -> Sum:
    """Return a base's breakpoint."""
    return Sum(breakpoint_of(game, site), _addends(game, breakpoint_parts(game, site), name))


def total_sum(game: Game, seat: int, site: int, name: NameCard | None = None) -> Sum:
    """Return a player's power at a base: the minions' and the player's own."""
    return Sum(total_power(game, seat, site), _addends(game, total_parts(game, seat, site), name))


def base_in_words(game: Game, site: int, name: NameCard | None = None) -> list[str]:
    """Return the numbers of a base in words: its breakpoint, and each player's power."""
    called = _naming(game, name)
    lines = [f"the breakpoint of {called(game.table.sites[site].base)} is {breakpoint_sum(game, site, name)}"]
    for seat, player in enumerate(game.table.seats):
        total = total_sum(game, seat, site, name)
        if total.parts:
            lines.append(f"{player.name} has {total.total} there: {total.parts_in_words()}")
    return lines


def card_in_words(game: Game, number: int, name: NameCard | None = None) -> list[str]:
    """Return the numbers of a card in play: a minion's power, or everything about a base. Other cards have none."""
    card = game.card(number)
    if card.zone == "base":
        return base_in_words(game, card.site, name)
    if card.zone == "minions":
        return [f"{_naming(game, name)(number)} has power {power_sum(game, card, name)}"]
    return []


def numbers_behind(event: Event, game: Game, name: NameCard | None = None) -> list[str]:
    """Return the numbers that an event rests on, taken from the table just before it: of a scoring, and of minions it
    is about."""
    if isinstance(event, ScoringBegan | Awarded) or event.rule in BY_TOTALS:
        site = getattr(event, "site", 0) or (game.table.scoring.site if game.table.scoring else 0)
        return base_in_words(game, site, name) if site in game.table.sites else []
    numbers = dict.fromkeys(getattr(event, field, 0) for field in ("card", "by", "holder", "challenger", "challenged"))
    minions = [number for number in numbers if number in game.table.cards and game.card(number).zone == "minions"]
    return [words for minion in minions for words in card_in_words(game, minion, name) if ":" in words]


def _naming(game: Game, name: NameCard | None) -> NameCard:
    return name or (lambda number: definition(game.card(number).definition).name)


def _addends(game: Game, parts: Sequence[Part], name: NameCard | None) -> tuple[Addend, ...]:
    """Return the parts by name. Parts of one card and kind are combined, and parts of 0 are left out."""
    called = _naming(game, name)
    together: dict[tuple[int, str], int] = {}
    for source, amount, why in parts:
        together[source, why] = together.get((source, why), 0) + amount
    return tuple(
        Addend(amount, why, called(source) if source else "")
        for (source, why), amount in together.items()
        if amount or why in ("printed", "instead", "minion")
    )


def _signed(amount: int) -> str:
    return f"+{amount}" if amount >= 0 else f"−{-amount}"
