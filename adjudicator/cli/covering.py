"""`smashup simulate --coverage`: which cards and abilities a batch of games reaches."""

from __future__ import annotations

import time
from typing import Any

from rich.console import Group, RenderableType

from adjudicator.cli.output import console, listing, print_json
from adjudicator.cli.simulating import progress_bar
from adjudicator.surveying import Found, Row, checked, survey_cards, table_of, unreached
from core.survey import Survey


def cover(survey: Survey, *, jobs: int, keep: bool, store: str | None, title: str, json: bool) -> None:
    """Carry out a survey and print its table."""
    survey = checked(survey)
    began = time.perf_counter()
    with progress_bar() as progress:
        task = progress.add_task("games", total=survey.games)
        found = survey_cards(
            survey,
            jobs=jobs,
            keep=keep,
            store=store,
            title=title,
            progress=lambda so_far: progress.update(task, completed=so_far.coverage.statistics.games),
        )
    seconds = time.perf_counter() - began
    if json:
        print_json(summary(survey, found, seconds))
    else:
        console().print(report(survey, found, seconds))


def summary(survey: Survey, found: Found, seconds: float) -> dict[str, Any]:
    """The table for programs."""
    return {
        "games": found.coverage.statistics.games,
        "events": found.events,
        "seconds": round(seconds, 3),
        "seed": survey.seed,
        "editions": survey.editions,
        "seats": survey.seats,
        "bots": survey.bots,
        "unreached": unreached(survey, found.coverage),
        "cards": table_of(survey, found.coverage),
        "stored": found.stored,
    }


def report(survey: Survey, found: Found, seconds: float) -> RenderableType:
    """The table for people."""
    games = found.coverage.statistics.games
    rows = table_of(survey, found.coverage)
    abilities = sum(len(row.abilities) for row in rows)
    missing = unreached(survey, found.coverage)
    reached = (
        f"{len(rows) - len(missing.cards)} of {len(rows)} cards came into play,"
        f" {abilities - len(missing.abilities)} of {abilities} abilities acted."
    )
    kept = f"{len(found.stored)} games are stored." if found.stored else "Nothing was stored."
    pace = f"{games} games in {seconds:.1f} s, seed {survey.seed}. {reached}"
    return Group(pace, "", coverage_table(rows), "", kept)


def coverage_table(rows: list[Row]) -> RenderableType:
    """One line for each card."""
    table = listing("Card", ">Played", ">Used", ">Acted", ">Forbade", ">Refused", "Never acted")
    for row in rows:
        numbers = (row.played, row.used, row.acted, row.forbade, row.refused)
        table.add_row(row.name, *(str(number) if number else "·" for number in numbers), ", ".join(row.missing))
    return table
