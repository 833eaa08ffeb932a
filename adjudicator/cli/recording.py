"""`smashup record`: a game from the real table, from its record."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from adjudicator import shipped
from adjudicator.cli.library import game_facts
from adjudicator.cli.options import Database, Json, opened
from adjudicator.cli.output import console, print_json
from adjudicator.records import Recording, read_record
from adjudicator.records import record as resolve
from events.errors import SmashUpError

LARGEST_FILE = 1_000_000


def record(
    file: Annotated[
        Path | None,
        typer.Argument(
            metavar="[FILE]",
            help="The record, or the name of one that comes along; without one, lines are taken as you type them.",
        ),
    ] = None,
    to: Annotated[
        Path | None, typer.Option("--to", metavar="FILE", help="Where to keep lines that are typed (else game.record).")
    ] = None,
    title: Annotated[str | None, typer.Option("--title", help="A title for the game.")] = None,
    id: Annotated[str | None, typer.Option("--id", help="An id for it.")] = None,
    db: Database = None,
    json: Json = False,
) -> None:
    """Record a game from the real table: what everybody saw, line by line.

    Hidden cards are found, not asked for: the game that is stored is one in which every line is legal. What nobody saw is
    made up, and no command shows it. `smashup docs records` says how a record is written.

    Examples:

    \b
      smashup record friday.record --title "Friday night"
      smashup record sunday-table --id sunday
      smashup record
      smashup record --to friday.record

    Exit code 2 if a line cannot be, with its number and the reason.
    """
    if file is None:
        from adjudicator.cli.live_recording import LiveRecording

        file = to or Path("game.record")
        if not LiveRecording(file, sys.stdin.isatty()).run():
            return
    else:
        file = shipped.record(file)
    recording = resolve(read_record(text_of(file)))
    _store(recording, file, title, id, db, json)


def text_of(file: Path) -> str:
    """The text of a record file."""
    try:
        with file.open("rb") as opened_file:
            content = opened_file.read(LARGEST_FILE + 1)  # a file without an end is not read to it
        if len(content) > LARGEST_FILE:
            raise SmashUpError(f"{file} is too large for a record.")
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise SmashUpError(f"{file} is no text in UTF-8 (line {line}), so it is no record.") from None


def _store(recording: Recording, file: Path, title: str | None, id: str | None, db: str | None, json: bool) -> None:
    with opened(db) as store:
        info = store.info(store.create(recording.game.log, id=id, title=title or f"Recorded from {file.name}"))
    if json:
        print_json(game_facts(info) | {"lines": len(recording.lines), "repairs": recording.repairs})
        return
    words = f"{file} is game {info.id} now: {len(recording.lines)} lines, {info.events} events"
    console().print(f"{words}. Cards that nobody saw are made up.", markup=False)
