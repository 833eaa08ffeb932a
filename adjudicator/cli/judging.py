"""`smashup verify`, `why` and `diff`: what the rules say about a game that was played."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer
from rich.text import Text

from adjudicator.cli.options import Database, GameIds, Json, opened
from adjudicator.cli.output import console, listing, print_json
from adjudicator.cli.simulating import progress_bar
from core.replay import Verdict
from core.replay import verify as readjudicate
from events.errors import SmashUpError
from events.files import read_game
from events.store import Store
from events.vocabulary import Event


def verify(
    games: GameIds = None,
    every: Annotated[bool, typer.Option("--all", help="All stored games.")] = False,
    db: Database = None,
    json: Json = False,
) -> None:
    """Let the rules decide stored games anew and compare.

    The recorded answers and chances are put to the rules again; they must lead to the very same events. A game file can
    be named instead of a game. The exit code is 1 if any game differs.

    Examples:

    \b
      smashup verify g7k2m9
      smashup verify --all
      smashup verify final.jsonl
    """
    with opened(db) as store:
        names = [info.id for info in store.games()] if every else list(games or [])
        if not names and not every:
            raise SmashUpError("Name the games to verify, or say --all.")
        verdicts: dict[str, Verdict] = {}
        with progress_bar() as progress:
            for name in progress.track(names, description="verifying"):
                verdicts[name] = readjudicate(log_of(store, name))
    if json:
        print_json([verdict_facts(name, verdict) for name, verdict in verdicts.items()])
    else:
        report(verdicts)
    if not all(verdict.same for verdict in verdicts.values()):
        raise typer.Exit(1)


def log_of(store: Store, name: str) -> list[Event]:
    """The log of a stored game, or of a file."""
    path = Path(name)
    if path.suffix and path.exists():
        return read_game(path)[1]
    return store.read(name)


def verdict_facts(name: str, verdict: Verdict) -> dict[str, Any]:
    """A verdict for programs."""
    facts: dict[str, Any] = {"game": name, "events": verdict.events, "same": verdict.same}
    if not verdict.same:
        facts |= {"position": verdict.position, "recorded": verdict.recorded, "now": verdict.got}
    return facts


def report(verdicts: dict[str, Verdict]) -> None:
    """Verdicts for people: a line for each, and the first difference of those that differ."""
    out = console()
    table = listing("Game", ">Events", "Verdict")
    for name, verdict in verdicts.items():
        words = Text("the same", "green") if verdict.same else Text(f"differs at {verdict.position}", "red")
        table.add_row(name, str(verdict.events), words)
    out.print(table)
    for name, verdict in verdicts.items():
        if not verdict.same:
            out.print(f"\n{name}, position {verdict.position}:", markup=False)
            out.print(f"  recorded  {verdict.recorded or 'nothing'}", markup=False)
            out.print(f"  now       {verdict.got or 'nothing'}", markup=False)
