"""Statistics of the stored games as a page: tables with bars, curves and a heat map, drawn without a script."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec

from adjudicator.games.labels import faction_name
from adjudicator.games.option_words import name_of
from projections.standings import Standings, WinRecord

MOST = 500
"""Number of games counted for the page, the latest ones. `smashup stats` counts all."""
TOP = 12
"""Rows of a long table."""
CELL, MARGIN = 16, 130
"""The size of a cell of the heat map, and the margin for the names."""


class WinShare(msgspec.Struct, frozen=True):
    """A share of wins in percent, its confidence interval, and the share expected by chance."""

    name: str
    seats: int
    wins: int
    share: float
    low: float
    high: float
    chance: float


class Cell(msgspec.Struct, frozen=True):
    """A pair of factions in the heat map: its place, its tooltip, and how certainly it wins more or less often than by
    chance.
    """

    x: int
    y: int
    better: float
    words: str


class HeatMap(msgspec.Struct, frozen=True):
    """Every pair of factions that has played together."""

    names: tuple[str, ...]
    cells: tuple[Cell, ...]
    size: int


class Curve(msgspec.Struct, frozen=True):
    """Points turn by turn, up to the last turn that a tenth of the games reach, as paths in a field of 1000 by 200."""

    turns: tuple[int, ...]
    winner: tuple[float, ...]
    other: tuple[float, ...]

    @property
    def highest(self) -> float:
        """Return the most points on the curve."""
        return max((*self.winner, *self.other, 1.0))

    def path(self, points: Sequence[float]) -> str:
        """Return one of the lines as an SVG path."""
        last = max(1, len(points) - 1)
        return " ".join(f"{1000 * x / last:.0f},{196 - 192 * y / self.highest:.1f}" for x, y in enumerate(points))


def rows(records: dict[str, WinRecord], name: Callable[[str], str]) -> list[WinShare]:
    """Return the rows, sorted by the lower end of the interval."""
    ranked = sorted(records.items(), key=lambda item: (-item[1].interval[0], -item[1].share, item[0]))
    return [_row(name(key), record) for key, record in ranked]


def _row(name: str, record: WinRecord) -> WinShare:
    low, high = record.interval
    return WinShare(
        name, record.seats, record.wins, *(100 * share for share in (record.share, low, high, record.expected))
    )


def pair_name(key: str) -> str:
    """Return the names of a pair of factions."""
    return " + ".join(faction_name(id) for id in key.split("+"))


def place_name(key: str) -> str:
    """Return the name of a place in turn order."""
    players, _, place = key.partition("/")
    return f"{('First', 'Second', 'Third', 'Fourth')[int(place) - 1]} of {players}"


def heat_map(standings: Standings) -> HeatMap:
    """Return the heat map of all factions in these games."""
    ids = sorted(standings.factions)
    at = {id: MARGIN + CELL * index for index, id in enumerate(ids)}
    cells = []
    for key, record in sorted(standings.pairs.items()):
        row, other = key.split("+")
        words = f"{pair_name(key)}: {record.wins} of {record.seats} won"
        better = 2 * (record.share - record.expected) * record.seats / (record.seats + 4)  # a few games say little
        cells += [Cell(at[x], at[y], better, words) for x, y in ((row, other), (other, row))]
    return HeatMap(tuple(faction_name(id) for id in ids), tuple(cells), MARGIN + CELL * len(ids))


def curve(standings: Standings) -> Curve:
    """Return the curve of points by turn."""
    turns = [turn for turn, spread in sorted(standings.winners.items()) if spread.count * 10 >= standings.games]
    winner, other = ([spreads[turn].mean for turn in turns] for spreads in (standings.winners, standings.others))
    return Curve(tuple(turns), tuple(winner), tuple(other))


def drawn(standings: Standings) -> dict[str, object]:
    """Return everything that the page shows."""
    bases = sorted(standings.bases.items(), key=lambda item: (-item[1].paid.mean, item[0]))
    hands = sorted(standings.cards.items(), key=lambda item: (-item[1].interval[0], item[0]))
    return {
        "standings": standings,
        "places": [_row(place_name(key), record) for key, record in sorted(standings.places.items())],
        "factions": rows(standings.factions, faction_name),
        "pairs": rows(standings.pairs, pair_name)[:TOP],
        "heat": heat_map(standings),
        "curve": curve(standings),
        "bases": [(name_of(id), base) for id, base in bases if base.scored],
        "hands": [(name_of(id), hand) for id, hand in hands[:TOP]],
        "cell": CELL,
        "margin": MARGIN,
    }
