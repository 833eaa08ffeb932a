"""Statistics as charts. Needs the extra `tables` (matplotlib). Never opens a window."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from events.errors import CannotWriteFile, SmashUpError
from projections.plain_words import counted
from projections.standings import Standings, WinRecord

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

INK, PALE = "#22577a", "#9bb8c9"
NameOf = Callable[[str], str]


def draw_charts(standings: Standings, folder: Path, faction: NameOf, card: NameOf) -> list[Path]:
    """Write all charts into a folder, creating it if needed, and return the files."""
    try:
        from matplotlib.figure import Figure
    except ImportError as missing:
        hint = "Charts need the extra 'tables': pip install 'smashup-engine[tables]'"
        raise SmashUpError(f"{hint} ({missing}).") from missing
    if not standings.games:
        raise SmashUpError("There are no finished games to chart.")
    drawn = {
        "factions": lambda axes: factions(axes, standings, faction),
        "pairs": lambda axes: pairs(axes, standings, faction),
        "places": lambda axes: places(axes, standings),
        "points": lambda axes: points(axes, standings),
        "lengths": lambda axes: lengths(axes, standings),
        "bases": lambda axes: bases(axes, standings, card),
    }
    tall = {"factions": len(standings.factions), "bases": len(standings.bases), "pairs": len(standings.factions)}
    files = []
    for name, draw in drawn.items():
        height = max(4.0, 0.24 * tall.get(name, 0) + 1.2)
        figure = Figure(figsize=(max(8.0, height) if name == "pairs" else 8.0, height), layout="constrained")
        draw(figure.add_subplot())  # type: ignore[no-untyped-call]
        files.append(_save(figure, folder / f"{name}.png"))
    return files


def _save(figure: Figure, file: Path) -> Path:
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        figure.savefig(file, dpi=110, metadata={"Software": None})
    except OSError as error:
        raise CannotWriteFile(str(file), str(error.strerror or error)) from error
    return file


def _bars(axes: Axes, records: list[tuple[str, WinRecord]], chance: float | None = None) -> None:
    """Shares of wins with their intervals, the best at the top."""
    for row, (_, record) in enumerate(records):
        low, high = record.interval
        axes.plot([100 * low, 100 * high], [row, row], color=PALE, linewidth=3, solid_capstyle="butt")
        axes.plot(100 * record.share, row, "o", color=INK, markersize=5)
    axes.set_yticks(range(len(records)), [f"{name} ({record.seats})" for name, record in records])
    axes.set_xlabel("wins of 100, and where the true share lies (95 %)")
    if chance is not None:
        axes.axvline(100 * chance, color="grey", linewidth=1, linestyle=":")


def factions(axes: Axes, standings: Standings, name: NameOf) -> None:
    """Win rates by faction."""
    ranked = sorted(standings.factions.items(), key=lambda item: item[1].share)
    everybody = WinRecord()
    for _, record in ranked:
        everybody.merge(record)
    _bars(axes, [(name(id), record) for id, record in ranked], everybody.expected)
    axes.set_title(f"Wins by faction, {counted(standings.games, 'game')}")


def pairs(axes: Axes, standings: Standings, name: NameOf) -> None:
    """Draw a heat map of the factions that played together."""
    ids = sorted(standings.factions)
    number = {id: index for index, id in enumerate(ids)}
    grid: list[list[Any]] = [[float("nan")] * len(ids) for _ in ids]
    for key, record in standings.pairs.items():
        first, other = (number[id] for id in key.split("+"))
        grid[first][other] = grid[other][first] = 100 * record.share
    axes.set_facecolor("#dddddd")
    image = axes.imshow(grid, cmap="RdBu_r", vmin=0, vmax=100)
    labels = [name(id) for id in ids]
    axes.set_xticks(range(len(ids)), labels, rotation=90, fontsize=7)
    axes.set_yticks(range(len(ids)), labels, fontsize=7)
    bar = axes.figure.colorbar(image, ax=axes, shrink=0.7)
    bar.set_label("wins of 100; gray: never together")
    axes.set_title(f"Wins by pair of factions, {counted(standings.games, 'game')}")


def places(axes: Axes, standings: Standings) -> None:
    """Win rates by place in turn order."""
    named = [(_place(key), record) for key, record in sorted(standings.places.items(), reverse=True)]
    _bars(axes, named)
    axes.set_title("Wins by place in turn order")


def _place(key: str) -> str:
    players, _, place = key.partition("/")
    return f"{players} players, {('1st', '2nd', '3rd', '4th')[int(place) - 1]}"


def points(axes: Axes, standings: Standings) -> None:
    """Draw victory points turn by turn, up to the last turn that a tenth of the games reaches."""
    turns = [turn for turn, spread in sorted(standings.winners.items()) if spread.count * 10 >= standings.games]
    for spreads, label, colour in ((standings.winners, "who wins", INK), (standings.others, "the best other", PALE)):
        axes.plot(turns, [spreads[turn].mean for turn in turns], color=colour, label=label)
    axes.set_xlabel("turn")
    axes.set_ylabel("victory points at its end, on average")
    axes.legend(frameon=False)
    axes.set_title("How points come")


def lengths(axes: Axes, standings: Standings) -> None:
    """Draw the number of turns per game."""
    axes.bar(list(standings.turns), list(standings.turns.values()), color=INK)
    axes.set_xlabel("turns")
    axes.set_ylabel("games")
    axes.set_title("How long games are")


def bases(axes: Axes, standings: Standings, name: NameOf) -> None:
    """Draw what bases pay: in total, and to the winner."""
    scored = sorted(
        ((id, record) for id, record in standings.bases.items() if record.scored), key=lambda item: item[1].paid.mean
    )
    rows = range(len(scored))
    axes.barh(rows, [record.paid.mean for _, record in scored], color=PALE, label="everybody")
    axes.barh(rows, [record.first.mean for _, record in scored], color=INK, height=0.4, label="each winner")
    axes.set_yticks(rows, [f"{name(id)} ({record.scored})" for id, record in scored], fontsize=8)
    axes.set_xlabel("victory points gained while it scores, on average")
    axes.legend(frameon=False)
    axes.set_title("What bases pay")
