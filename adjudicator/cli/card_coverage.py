"""`smashup simulate --coverage`: which cards and abilities a batch of games reaches."""

from __future__ import annotations

import time
from typing import Any

from rich.console import Group, RenderableType

from adjudicator.cli.output import console, listing, print_json
from adjudicator.cli.simulate import progress_bar, stopped, stored_among
from adjudicator.games.workers import Executor
from adjudicator.tournaments.coverage_rounds import (
    CardReach,
    RoundResult,
    checked,
    cover_cards,
    game_ids,
    table_of,
    unreached,
)
from core.players.coverage_games import CoveragePlan
from projections.plain_words import counted


def cover(plan: CoveragePlan, *, executor: Executor, keep: bool, store: str | None, title: str, json: bool) -> None:
    """Play the games of a plan and print its table."""
    plan = checked(plan)
    began = time.perf_counter()
    try:
        with progress_bar() as progress:
            task = progress.add_task("games", total=plan.games)
            result = cover_cards(
                plan,
                executor=executor,
                keep=keep,
                store=store,
                title=title,
                progress=lambda: progress.advance(task),
            )
    except KeyboardInterrupt:
        stopped(stored_among(game_ids(plan, title), store) if keep else [], plan.games)
    seconds = time.perf_counter() - began
    if json:
        print_json(summary(plan, result, seconds))
    else:
        console().print(report(plan, result, seconds))


def summary(plan: CoveragePlan, result: RoundResult, seconds: float) -> dict[str, Any]:
    """summary(plan,found,seconds): Return the table for programs."""
    return {
        "games": result.coverage.statistics.games,
        "events": result.events,
        "seconds": round(seconds, 3),
        "seed": plan.seed,
        "editions": plan.editions,
        "seats": plan.seats,
        "bots": plan.bots,
        "unreached": unreached(plan, result.coverage),
        "cards": table_of(plan, result.coverage),
        "stored": result.stored,
    }


def report(plan: CoveragePlan, result: RoundResult, seconds: float) -> RenderableType:
    """Return the table for printing."""
    games = result.coverage.statistics.games
    rows = table_of(plan, result.coverage)
    abilities = sum(len(row.abilities) for row in rows)
    missing = unreached(plan, result.coverage)
    reached = (
        f"{len(rows) - len(missing.cards)} of {len(rows)} cards were played,"
        f" {abilities - len(missing.abilities)} of {abilities} abilities acted."
    )
    kept = f"{counted(len(result.stored), 'game')} stored." if result.stored else "Nothing was stored."
    pace = f"{counted(games, 'game')} in {seconds:.1f} s, seed {plan.seed}. {reached}"
    return Group(pace, "", coverage_table(rows), "", kept)


def coverage_table(rows: list[CardReach]) -> RenderableType:
    """Return a table with a line for each card."""
    table = listing("Card", ">Played", ">Used", ">Acted", ">Forbade", ">Refused", "Never acted")
    for row in rows:
        numbers = (row.played, row.used, row.acted, row.forbade, row.refused)
        table.add_row(row.name, *(str(number) if number else "·" for number in numbers), ", ".join(row.missing))
    return table
