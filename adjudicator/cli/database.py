"""`smashup db`: the database in which games are kept."""

from __future__ import annotations

from typing import Annotated

import typer

from adjudicator.cli.options import Database, Json, looking

db_app = typer.Typer(
    help="Look after the database: check that everything in it can be read.",
    no_args_is_help=True,
    rich_markup_mode=None,
    add_completion=False,
)


@db_app.callback()
def database() -> None:
    """Look after the database: check that everything in it can be read."""


@db_app.command("check")
def check(
    every: Annotated[bool, typer.Option("--all", help="Also what is as it should be.")] = False,
    db: Database = None,
    json: Json = False,
) -> None:
    """Check that everything in the database can be read.

    The database checks itself, then the list of games and every batch of every game are read, each with its checksum.
    (`smashup verify --all` also lets the rules decide the games anew.) Exit code 1 if anything is damaged.

    Examples:

    \b
      smashup db check
      smashup db check --db league.db --json
    """
    from rich.text import Text

    from adjudicator.cli.output import console, listing, print_json

    with looking(db) as store:
        found = dict(store.check())
        where = store.where
    damaged = {name: str(error) for name, error in found.items() if error is not None}
    if json:
        print_json(
            [{"part": name, "sound": error is None, "damage": str(error or "")} for name, error in found.items()]
        )
    else:
        out = console()
        if damaged or every:
            table = listing("Part", "State")
            for name, error in found.items():
                if every or error is not None:
                    table.add_row(Text(name), Text(str(error or "sound"), "red" if error else "green"))
            out.print(table)
        games = len(found) - 2
        words = f"{len(damaged)} of {len(found)} parts are damaged" if damaged else "everything can be read"
        out.print(Text(f"{where}: {words} (the database itself, the list, {games} games)."), soft_wrap=True)
    if damaged:
        raise typer.Exit(1)
