"""`smashup db`: the database in which games are kept."""

from __future__ import annotations

from typing import Annotated

import typer

from adjudicator.cli.options import Database, Json, looking
from projections.plain_words import counted

db_app = typer.Typer(
    help="Maintain the database: check, migrate, copy, and grant access.",
    no_args_is_help=True,
    rich_markup_mode=None,
    add_completion=False,
)


@db_app.callback()
def database() -> None:
    """Maintain the database: check, migrate, copy, and grant access."""


@db_app.command("check")
def check(
    every: Annotated[bool, typer.Option("--all", help="Also list everything that is undamaged.")] = False,
    db: Database = None,
    json: Json = False,
) -> None:
    """Check that everything in the database can be read.

    First the database checks itself. Then the list of games and every batch of every game are read and their checksums
    compared, and every event is checked against the table before it. (`smashup verify --all` also re-runs the games
    through the rules.) Exit code 1 if anything is damaged.

    Examples:

    \b
      smashup db check
      smashup db check --db league.db --json
    """
    from rich.text import Text

    import projections  # noqa: F401 (its check of logs registers itself)
    from adjudicator.cli.output import console, listing, print_json

    with looking(db) as store:
        parts = dict(store.check())
        where = store.where
    damaged = {name: str(error) for name, error in parts.items() if error is not None}
    if json:
        print_json(
            [{"part": name, "sound": error is None, "damage": str(error or "")} for name, error in parts.items()]
        )
    else:
        out = console()
        if damaged or every:
            table = listing("Part", "State")
            for name, error in parts.items():
                if every or error is not None:
                    table.add_row(Text(name), Text(str(error or "sound"), "red" if error else "green"))
            out.print(table)
        games = len(parts) - 2
        words = f"{len(damaged)} of {len(parts)} parts are damaged" if damaged else "everything can be read"
        out.print(Text(f"{where}: {words} (the database itself, the list, {counted(games, 'game')})."), soft_wrap=True)
    if damaged:
        raise typer.Exit(1)


@db_app.command("migrate")
def migrate(db: Database = None, json: Json = False) -> None:
    """Bring the tables of a database up to date.

    Commands that write to a database upgrade it automatically if their role is permitted to. If players may only read
    and append, the owner runs this once.

    Examples:

    \b
      smashup db migrate --db postgresql://owner@games.example/league
    """
    from adjudicator.cli.output import console, print_json
    from events.errors import StoreUnavailable
    from events.recorders import SCHEMA
    from events.store import open_store

    with open_store(db, look=True) as store:
        before = store.schema
    with open_store(db, make=False) as store:
        where, now = store.where, store.schema
    if now < SCHEMA:
        raise StoreUnavailable(
            where, f"its tables have version {now}, and only their owner can migrate them to {SCHEMA}"
        )
    if json:
        print_json({"store": where, "before": before, "now": now})
        return
    words = (
        f"already has version {now} of the tables" if before == now else f"was migrated from version {before} to {now}"
    )
    console().print(f"The store {where} {words}.", markup=False, soft_wrap=True)


@db_app.command("copy")
def copy(
    source: Annotated[str, typer.Argument(metavar="FROM", help="A file, or postgresql://…")],
    target: Annotated[
        str, typer.Argument(metavar="TO", help="The database to copy into: empty, or an earlier copy of the first.")
    ],
    json: Json = False,
) -> None:
    """Copy all games of a database into another, as they are.

    Every row is copied byte for byte, with all branches, comments and deleted games. Rows that were copied before are skipped, so an interrupted copy continues where it stopped, and a copy of a
    database that has grown catches up.

    Examples:

    \b
      smashup db copy league.db postgresql://games.example/league
      smashup db copy 'postgresql://games.example/league?schema=cup' cup.db
    """
    from adjudicator.cli.output import console, print_json
    from adjudicator.cli.simulate import progress_bar
    from events.errors import SmashUpError
    from events.store import open_store, place

    if place(source) == place(target):
        raise SmashUpError("A database can't be copied into itself. Name another target.")
    with open_store(source, look=True) as origin, open_store(target) as other, progress_bar() as progress:
        task = progress.add_task("rows", total=None)
        rows = origin.copy_into(other, lambda copied: progress.update(task, completed=copied))
        games, where = len(origin.games()), (origin.where, other.where)
    if json:
        print_json({"from": where[0], "to": where[1], "rows": rows, "games": games})
        return
    words = f"{rows:,} rows were copied" if rows else "there was nothing to copy"
    console().print(f"{where[1]} holds all {games:,} games of {where[0]}: {words}.", markup=False, soft_wrap=True)


@db_app.command("grant")
def grant(
    role: Annotated[str, typer.Argument(metavar="ROLE", help="An existing role on the server.")],
    db: Database = None,
    json: Json = False,
) -> None:
    """Let a role read and append games, and nothing else.

    The role can play, simulate, branch, rename and delete (all of that is appended), but cannot change or remove what is
    stored: only the owner of the tables may prune. Prints the statements that were executed.

    Examples:

    \b
      smashup db grant players --db postgresql://owner@games.example/league
    """
    from adjudicator.cli.output import console, print_json
    from events.store import open_store

    with open_store(db) as store:
        statements = store.grant(role)
        where = store.where
    if json:
        print_json({"store": where, "role": role, "said": statements})
        return
    for statement in statements:
        console().print(f"{statement};", markup=False, highlight=False, soft_wrap=True)
