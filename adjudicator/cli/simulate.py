"""`smashup simulate`: has bots play many games."""

from __future__ import annotations

import time
from typing import Annotated, Any, NoReturn

import typer
from rich.console import Console, Group, RenderableType
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from adjudicator.cli.options import (
    Bots,
    Database,
    Edition,
    Factions,
    Json,
    On,
    Seed,
    Title,
    given,
    looking,
    refuse_both,
    split,
    with_agreement,
)
from adjudicator.cli.output import console, listing, print_json
from adjudicator.games.labels import faction_name
from adjudicator.games.option_words import name_of
from adjudicator.games.session import fresh_seed
from adjudicator.games.workers import workers
from adjudicator.tournaments.tournament import Plan, Tally, checked, game_ids, hold
from core.players.coverage_games import CoveragePlan
from events.card_types import NOTHING_AGREED, Settings
from projections.plain_words import counted
from projections.statistics import Statistics


@with_agreement
def simulate(
    ctx: typer.Context,
    games: Annotated[int, typer.Option("--games", "-n", min=1, help="Number of games.")] = 100,
    seats: Annotated[int, typer.Option("--seats", min=2, max=4, help="Number of players per game.")] = 2,
    factions: Factions = None,
    agreed: Settings = NOTHING_AGREED,
    edition: Edition = "EMD",
    seed: Seed = None,
    bots: Bots = "random",
    jobs: Annotated[int, typer.Option("--jobs", "-j", min=1, help="Number of parallel processes.")] = 1,
    on: On = "",
    title: Title = "",
    cards: Annotated[bool, typer.Option("--cards", help="Also count what happens to each card.")] = False,
    coverage: Annotated[
        bool, typer.Option("--coverage", help="Try to reach every card and ability, and show which were reached.")
    ] = False,
    dry_run: Annotated[
        bool | None,
        typer.Option(
            "--dry-run/--store",
            help="Whether to store the games. The default is to store them, except with --coverage.",
        ),
    ] = None,
    db: Database = None,
    json: Json = False,
) -> None:
    """Have bots play many games.

    The games are stored unless --dry-run is given. The same seed plays the same games, whatever the number of jobs.
    Ctrl-C stops at once and reports what is stored.

    With --coverage, bots try to reach every card and ability, in all editions and with 2 to 4 players unless you name
    one. A table shows how often each card was played, used, took effect and was refused, unreached cards first. These
    games are stored only with --store.

    Examples:

    \b
      smashup simulate --games 300 --seed 7 --jobs 2
      smashup simulate --games 100000 --on ray://10.0.0.1:10001 --db postgresql://games.example/league
      smashup simulate --seats 3 --bots greedy,random --dry-run
      smashup simulate --factions ghosts,steampunks,bear-cavalry,killer-plants --edition OOPS --json
      smashup simulate --coverage --games 100 --seed 1
    """
    refuse_both(ctx, "coverage", "cards")
    if coverage:
        from adjudicator.cli.card_coverage import cover

        coverage_plan = CoveragePlan(
            games=games,
            seed=fresh_seed() if seed is None else seed,
            factions=tuple(split(factions)),
            **_given(ctx, editions=(edition,), seats=(seats,), bots=tuple(split([bots]))),
        )
        return cover(coverage_plan, executor=workers(jobs, on), keep=dry_run is False, store=db, title=title, json=json)
    plan = checked(
        Plan(
            games=games,
            seats=seats,
            factions=tuple(split(factions)),
            edition=edition,
            seed=fresh_seed() if seed is None else seed,
            bots=tuple(split([bots])),
            title=title,
            **agreed,
        )
    )
    began = time.perf_counter()
    try:
        with progress_bar() as progress:
            task = progress.add_task("games", total=plan.games)
            tally = hold(
                plan,
                executor=workers(jobs, on),
                keep=not dry_run,
                store=db,
                cards=cards,
                progress=lambda: progress.advance(task),
            )
    except KeyboardInterrupt:
        stopped([] if dry_run else stored_among(game_ids(plan), db), plan.games)
    seconds = time.perf_counter() - began
    if json:
        print_json(summary(plan, tally, seconds))
    else:
        console().print(report(plan, tally, seconds))
    return None


INTERRUPTED = 130
"""The exit code of a program stopped with Ctrl-C."""


def stored_among(ids: list[str], db: str | None) -> list[str]:
    """Return which of these games are in the store. After an interruption, counts are unreliable."""
    with looking(db) as store:
        known = store.holding(ids)
    return [id for id in ids if id in known]


def stopped(stored: list[str], games: int) -> NoReturn:
    """Report what is stored when a run is stopped."""
    words = "Nothing was stored."
    if stored:
        are, them = ("is", "it") if len(stored) == 1 else ("are", "them")
        words = f"{len(stored)} of {counted(games, 'game')} {are} stored; `smashup games --last {len(stored)}` lists {them}."
    console(stderr=True).print(f"Stopped. {words}", soft_wrap=True)
    raise typer.Exit(INTERRUPTED)


_OPTIONS = {"editions": "edition", "seats": "seats", "bots": "bots"}


def _given(ctx: typer.Context, **values: Any) -> dict[str, Any]:
    """Return the options given on the command line, because a plan has its own defaults."""
    return {name: value for name, value in values.items() if given(ctx, _OPTIONS[name])}


def progress_bar() -> Progress:
    """Show a progress bar on stderr that disappears when it is full. Without a terminal, show nothing."""
    where: Console = console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    return Progress(*columns, console=where, transient=True, disable=not where.is_terminal)


def summary(plan: Plan, tally: Tally, seconds: float) -> dict[str, Any]:
    """Return the totals for programs."""
    return {
        "games": tally.games,
        "events": tally.events,
        "decisions": tally.decisions,
        "turns": tally.turns,
        "seconds": round(seconds, 3),
        "seed": plan.seed,
        "edition": plan.edition,
        "wins": tally.wins,
        "shared_wins": tally.shared,
        "factions": tally.factions,
        "stored": tally.stored,
        **({"cards": tally.statistics.cards, "abilities": tally.statistics.abilities} if tally.statistics else {}),
    }


def report(plan: Plan, tally: Tally, seconds: float) -> RenderableType:
    """Return the totals for printing."""
    average = f"{tally.events // tally.games} events, {tally.decisions // tally.games} decisions"
    pace = f"{counted(tally.games, 'game')} in {seconds:.1f} s ({tally.games / seconds:.0f} a second), seed {plan.seed}"
    lines = f"{pace}\nOn average {average} and {tally.turns // tally.games} turns a game."
    players = listing("Player", ">Wins", ">Share")
    for name, wins in sorted(tally.wins.items()):
        players.add_row(name, str(wins), f"{wins / tally.games:.0%}")
    factions = listing("Faction", ">Games", ">Wins", ">Share")
    for name, count in sorted(tally.factions.items(), key=lambda item: -item[1].wins / item[1].games):
        factions.add_row(faction_name(name), str(count.games), str(count.wins), f"{count.wins / count.games:.0%}")
    kept = (
        f"Stored: {counted(len(tally.stored), 'game')}; `smashup games` lists what is stored."
        if tally.stored
        else "Nothing was stored."
    )
    parts: list[RenderableType] = [lines, "", players, "", factions, ""]
    if tally.statistics is not None:
        parts += [card_table(tally.statistics), ""]
    return Group(*parts, kept)


def card_table(statistics: Statistics) -> RenderableType:
    """Return a table of what happened to each card, most played first."""
    table = listing("Card", ">In games", ">Played", ">Used", ">Scored", ">Destroyed", ">Returned", ">Refused")
    for id, count in sorted(statistics.cards.items(), key=lambda item: (-item[1].played, -item[1].scored, item[0])):
        numbers = (count.games, count.played, count.used, count.scored, count.destroyed, count.returned, count.refused)
        table.add_row(name_of(id), *(str(number) if number else "·" for number in numbers))
    return table
