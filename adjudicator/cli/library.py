"""`smashup games`, `export` and `import`: the stored games, and games as files."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer
from rich.text import Text

from adjudicator import shipped
from adjudicator.cli.options import Database, GameId, Json, opened
from adjudicator.cli.output import console, listing, print_json, warn
from events.catalogue import GameInfo
from events.errors import CannotWriteFile
from events.files import export_game, import_game
from events.vocabulary import Event


def games(
    limit: Annotated[int, typer.Option("--last", min=0, help="Only so many of the latest (0: all).")] = 0,
    db: Database = None,
    json: Json = False,
) -> None:
    """List the stored games.

    Examples:

    \b
      smashup games
      smashup games --last 10
      smashup games --db league.db --json

    Exit code 1 if some of them cannot be read.
    """
    with opened(db) as store:
        found = store.games()[-limit:] if limit else store.games()
        where, damage = store.where, store.damage
    for one in damage:
        warn(one)
    if json:
        print_json([game_facts(info) for info in found])
    elif found:
        list_games(found)
    elif not damage:
        console().print(f"No games yet in {where}; `smashup play` or `smashup simulate` makes some.", markup=False)
    if damage:
        raise typer.Exit(1)


def list_games(found: list[GameInfo]) -> None:
    """The list for people."""
    table = listing("Game", "Title", "Book", ">Events", "Result", "Made")
    for info in found:
        created = info.created.strftime("%Y-%m-%d")
        table.add_row(Text(info.id, "bold"), title_of(info), info.edition, str(info.events), result(info), created)
    console().print(table)


def title_of(info: GameInfo) -> Text:
    """The title, and for a branch where it comes from."""
    origin = f"from {info.parent.game} at {info.parent.position}" if info.parent else ""
    return Text(", ".join(part for part in (info.title, origin) if part))


def result(info: GameInfo) -> Text:
    """How a game ended: who won, and the points of all; or who plays."""
    players = [seat.name for seat in info.seats]
    if info.result is None:
        return Text(f"open: {', '.join(players)}", "dim")
    winners = " and ".join(players[seat] for seat in info.result.seats)
    points = zip(players, info.result.victory_points, strict=True)
    return Text(f"{winners} won ({', '.join(f'{name} {number}' for name, number in points)})")


def game_facts(info: GameInfo) -> dict[str, Any]:
    """A game in the list, for programs."""
    return {
        "id": info.id,
        "title": info.title,
        "comment": info.comment,
        "edition": info.edition,
        "seats": info.seats,
        "created": info.created,
        "seed": info.seed,
        "parent": info.parent,
        "events": info.events,
        "winners": [info.seats[seat].name for seat in info.result.seats] if info.result else None,
        "victory_points": list(info.result.victory_points) if info.result else None,
    }


def export(
    game: GameId,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The file to write.")],
    to: Annotated[
        int | None, typer.Option("--to", min=1, help="Only up to this position, where somebody decides.")
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Overwrite a file that is there.")] = False,
    record: Annotated[
        bool, typer.Option("--record", help="Its public record: only what everybody saw, to read and to record again.")
    ] = False,
    db: Database = None,
    json: Json = False,
) -> None:
    """Write a game to a file.

    One event per line, with checksums that show any change. A branch is written as the complete game.

    Examples:

    \b
      smashup export g7k2m9 final.jsonl
      smashup export g7k2m9 opening.jsonl --to 200
      smashup export g7k2m9 final.record --record
    """
    with opened(db) as store:
        info = store.info(game)
        if record:
            _write_record(store.read(game, to), file, force)
        else:
            export_game(store, game, file, upto=to, overwrite=force)
    events = info.events if to is None else min(to, info.events)
    if json:
        print_json({"game": info.id, "file": str(file), "events": events})
    else:
        console().print(f"{events} events of game {info.id} are in {file}.", markup=False)


def _write_record(log: list[Event], file: Path, overwrite: bool) -> None:
    from adjudicator.records import record_text

    text = record_text(log)
    try:
        with file.open("w" if overwrite else "x", encoding="utf-8") as writing:
            writing.write(text)
    except FileExistsError:
        raise CannotWriteFile(str(file), "there already is a file of that name") from None


def import_(
    file: Annotated[
        str, typer.Argument(metavar="FILE", help="A game file, or a recorded game that comes along, by name (emd).")
    ],
    id: Annotated[str | None, typer.Option("--id", help="Another id for it.")] = None,
    db: Database = None,
    json: Json = False,
) -> None:
    """Read a game from a file.

    A file that was cut, edited or put together is refused, with the line.

    Examples:

    \b
      smashup import final.jsonl
      smashup import emd
      smashup import final.jsonl --id final-again
    """
    with opened(db) as store:
        info = store.info(import_game(store, shipped.game(file), id=id))
    if json:
        print_json(game_facts(info))
    else:
        console().print(f"{file} is game {info.id} now ({info.events} events).", markup=False)
