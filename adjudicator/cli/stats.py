"""`smashup stats`: statistics over many games."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Group, RenderableType
from rich.text import Text

from adjudicator.cli.games import Filter
from adjudicator.cli.options import Database, Jobs, Json, On, SomeEdition, SomeFactions, looking, split
from adjudicator.cli.output import console, listing, print_json, warn
from adjudicator.cli.simulate import progress_bar
from adjudicator.games.labels import faction_name
from adjudicator.games.option_words import name_of
from adjudicator.games.workers import Executor, workers
from adjudicator.tournaments.counting import Counted, Reading, count_games, over_games
from events.errors import SmashUpError
from projections.plain_words import counted, ordinal
from projections.standings import Hand, Spread, Standings, WinRecord

Branches = Annotated[
    bool, typer.Option("--branches", help="Include branches, which share events with their parent games.")
]


def stats(
    factions: SomeFactions = None,
    edition: SomeEdition = None,
    since: Annotated[str | None, typer.Option("--since", metavar="DATE", help="Created on this day or later.")] = None,
    branches: Branches = False,
    top: Annotated[int, typer.Option("--top", min=0, help="Maximum number of rows per table (0: all).")] = 12,
    charts: Annotated[
        Path | None, typer.Option("--charts", metavar="DIR", help="Write charts (PNG) to this folder.")
    ] = None,
    jobs: Jobs = 1,
    on: On = "",
    db: Database = None,
    json: Json = False,
) -> None:
    """Show statistics over many games: win rates, and the cards that decide.

    Counts the logs of finished games. Win rates come with their 95% confidence interval (Wilson). "Decides" is the win
    rate of players who played a card at least once, minus that of players who had it in their deck but did not
    ("else"). "Closing" counts winners who played it in the turn of the last scoring. Longer games see more cards, so
    treat these as hints.

    Examples:

    \b
      smashup stats
      smashup stats --faction ghosts --edition EMD --top 0
      smashup stats --jobs 4 --charts charts
      smashup stats --json
    """
    filters = Filter(split(factions), None, edition, False, since)
    ids = games_to_read(filters, branches, db)
    with progress_bar() as progress:
        task = progress.add_task("counting", total=len(ids))
        counted = count_games(
            ids,
            of=f"{filters} branches={branches}",
            store=db,
            executor=workers(jobs, on),
            progress=lambda: progress.advance(task),
        )
    for game, why in counted.unread.items():
        warn(f"game {game} was skipped: {why}")
    drawn = []
    if charts is not None:
        from adjudicator.tournaments.charts import draw_charts

        drawn = draw_charts(counted.standings, charts, faction_name, name_of)
    if json:
        print_json(facts(counted) | ({"charts": [str(file) for file in drawn]} if drawn else {}))
    else:
        console().print(report(counted.standings, top))
        if drawn:
            console().print(f"{len(drawn)} charts are in {charts}.", markup=False)
    if counted.unread:
        raise typer.Exit(1)


def games_to_read(filters: Filter, branches: bool, db: str | None) -> list[str]:
    """Return the ids of the selected games. Raises `SmashUpError` if there are none."""
    with looking(db) as store:
        listed = [info for info in store.games() if branches or info.reads_from is None]
        ids = [info.id for info in listed if filters.passes(store, info)]
        if not ids:
            raise SmashUpError(f"No game in {store.where} matches. `smashup games` lists them.")
    return ids


def read_all(
    work: Callable[[Reading], Counted],
    ids: list[str],
    doing: str,
    *,
    db: str | None,
    executor: Executor,
    folder: Path | None = None,
) -> Counted:
    """Read games with a progress bar."""
    with progress_bar() as progress:
        task = progress.add_task(doing, total=len(ids))
        return over_games(
            work, ids, store=db, folder=folder, executor=executor, progress=lambda: progress.advance(task)
        )


# --- for people -----------------------------------------------------------------------------------------------------


def report(standings: Standings, top: int) -> RenderableType:
    """Print all tables."""
    if not standings.games:
        return Text(f"None of these games is finished ({standings.open} are open).")
    turns = Spread()
    for length, games in standings.turns.items():
        for _ in range(games):
            turns.add(length)
    opening = (
        f"{counted(standings.games, 'won game')} ({', '.join(f'{count} {id}' for id, count in standings.editions.items())})"
        f"{f', {standings.open} open' if standings.open else ''}"
        f"{f', {standings.shared} with a shared win' if standings.shared else ''}. On average {turns.mean:.1f} turns "
        f"({turns.least} to {turns.most}), {standings.decisions.mean:.0f} decisions, {standings.events.mean:.0f} events."
    )
    parts: list[RenderableType] = [Text(opening)]
    for title, table in (
        ("Turn order", places_table(standings)),
        ("Factions", record_table("Faction", standings.factions, faction_name, top)),
        ("Pairs", record_table("Pair", standings.pairs, pair_name, top)),
        ("Victory points at the end of a turn, on average", curve_table(standings, top)),
        ("Bases", base_table(standings, top)),
        ("Cards that decide", hand_table("Card", standings.cards, name_of, top)),
        ("Abilities that decide", hand_table("Ability", abilities_of(standings), ability_name, top)),
    ):
        parts += ["", Text(title, "bold underline"), table]
    return Group(*parts)


def pair_name(key: str) -> str:
    """Return the names of a pair of factions."""
    return " + ".join(faction_name(id) for id in key.split("+"))


def ability_name(key: str) -> str:
    """Return an ability's name with that of its card."""
    card, _, name = key.partition("#")
    return f"{name_of(card)}: {name.replace('_', ' ').replace('-', ' ')}"


def abilities_of(standings: Standings) -> dict[str, Hand]:
    """Return the record of every ability, among players who had its card."""
    return {key: standings.ability(key) for key in standings.abilities}


def _percent(share: float) -> str:
    return f"{share:.0%}"


def _interval(interval: tuple[float, float]) -> str:
    return f"{100 * interval[0]:.0f} to {100 * interval[1]:.0f} %"


def places_table(standings: Standings) -> RenderableType:
    """Return a table of win rates by place in turn order."""
    table = listing("Players", "Place", ">Seats", ">Wins", ">Share", "95 %", ">By chance")
    for key, record in sorted(standings.places.items()):
        players, _, place = key.partition("/")
        shares = _percent(record.share), _interval(record.interval), _percent(record.expected)
        table.add_row(players, ordinal(int(place)), str(record.seats), str(record.wins), *shares)
    return table


def record_table(what: str, records: dict[str, WinRecord], name: Callable[[str], str], top: int) -> RenderableType:
    """Return a table of win rates, sorted by the lower end of the interval."""
    table = listing(what, ">Seats", ">Wins", ">Share", "95 %")
    ranked = sorted(records.items(), key=lambda item: (-item[1].interval[0], -item[1].share, item[0]))
    for key, record in ranked[: top or None]:
        shares = _percent(record.share), _interval(record.interval)
        table.add_row(name(key), str(record.seats), str(record.wins), *shares)
    return _with_rest(table, len(ranked), top)


def _with_rest(table: RenderableType, count: int, top: int) -> RenderableType:
    if not top or count <= top:
        return table
    return Group(table, Text(f"… and {count - top} more (--top 0 shows all)", "dim"))


def curve_table(standings: Standings, top: int) -> RenderableType:
    """Return a table of points over time, at turns spread evenly up to the last one that a tenth of the games reaches."""
    table = listing(">Turn", ">Games", ">Who wins", ">Best other")
    turns = [turn for turn, spread in sorted(standings.winners.items()) if spread.count * 10 >= standings.games]
    step = max(1, -(-len(turns) // top)) if top else 1
    for turn in turns[step - 1 :: step]:
        winner, other = standings.winners[turn], standings.others[turn]
        table.add_row(str(turn), str(winner.count), f"{winner.mean:.1f}", f"{other.mean:.1f}")
    return table


def base_table(standings: Standings, top: int) -> RenderableType:
    """Return a table of what bases pay, highest first."""
    table = listing("Base", ">Came", ">Scored", ">Pays", ">Winner", ">Tied", ">Margin")
    ranked = sorted(standings.bases.items(), key=lambda item: (-item[1].paid.mean, item[0]))
    for id, base in ranked[: top or None]:
        numbers = f"{base.paid.mean:.1f}", f"{base.first.mean:.1f}", str(base.tied), f"{base.margin.mean:.1f}"
        table.add_row(name_of(id), str(base.arrived), str(base.scored), *numbers)
    return _with_rest(table, len(ranked), top)


def hand_table(what: str, hands: dict[str, Hand], name: Callable[[str], str], top: int) -> RenderableType:
    """Return a table of cards or abilities, sorted by how reliably playing them goes with winning."""
    table = listing(what, ">In deck", ">Played", ">Won", ">Else", ">More", "95 %", ">Closing")
    ranked = sorted(hands.items(), key=lambda item: (-item[1].interval[0], item[0]))
    for key, hand in ranked[: top or None]:
        rest = hand.held.without(hand.played)
        table.add_row(
            name(key),
            str(hand.held.seats),
            str(hand.played.seats),
            _percent(hand.played.share),
            _percent(rest.share),
            f"{100 * hand.lift:+.0f} %",
            _interval(hand.interval),
            str(hand.closing),
        )
    return _with_rest(table, len(ranked), top)


# --- for programs ---------------------------------------------------------------------------------------------------


def facts(counted: Counted) -> dict[str, Any]:
    """facts(found): Return the totals, which can be merged with others, and the figures derived from them."""
    standings = counted.standings
    return {
        "sums": standings,
        "unread": counted.unread,
        "factions": _record_facts(standings.factions),
        "pairs": _record_facts(standings.pairs),
        "places": _record_facts(standings.places),
        "bases": {
            id: {"pays": base.paid.mean, "winner": base.first.mean, "margin": base.margin.mean, "scored": base.scored}
            for id, base in standings.bases.items()
        },
        "cards": _hand_facts(standings.cards),
        "abilities": _hand_facts(abilities_of(standings)),
    }


def _record_facts(records: dict[str, WinRecord]) -> dict[str, Any]:
    return {
        key: {
            "seats": record.seats,
            "wins": record.wins,
            "share": record.share,
            "interval": record.interval,
            "by_chance": record.expected,
        }
        for key, record in sorted(records.items())
    }


def _hand_facts(hands: dict[str, Hand]) -> dict[str, Any]:
    return {
        key: {
            "held": hand.held.seats,
            "played": hand.played.seats,
            "share_played": hand.played.share,
            "share_not_played": hand.held.without(hand.played).share,
            "more": hand.lift,
            "interval": hand.interval,
            "closing": hand.closing,
        }
        for key, hand in sorted(hands.items())
    }
