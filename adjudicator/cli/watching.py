"""`smashup show` and `replay`: looking at a game."""

from __future__ import annotations

import math
import time
from typing import Annotated

import typer

from adjudicator.cli.options import Database, GameId, Json, Viewer, looking
from adjudicator.cli.output import console, print_json
from adjudicator.games.board import board_of, draw
from adjudicator.games.telling import Teller, colour_names, is_story, printed, read_to, view_of
from events.errors import SmashUpError
from projections.table import fold
from projections.timeline import Line


def show(
    game: GameId,
    at: Annotated[int | None, typer.Option("--at", min=1, help="The position (else the end).")] = None,
    seat: Viewer = "all",
    db: Database = None,
    json: Json = False,
) -> None:
    """Draw the board at a position.

    Examples:

    \b
      smashup show g7k2m9
      smashup show g7k2m9 --at 412 --seat Ana
      smashup show g7k2m9 --seat nobody --json
    """
    with looking(db) as store:
        log = read_to(store, game, at)
        view = view_of(store.info(game), seat)
    if view is not None:
        view.extend(log)
    board = board_of(fold(log), view)
    if json:
        print_json(board)
    else:
        out = console()
        out.print(draw(board, out.width))


def replay(
    game: GameId,
    start: Annotated[int, typer.Option("--from", min=1, help="The first position to tell.")] = 1,
    to: Annotated[int | None, typer.Option("--to", min=1, help="The last position (else the end).")] = None,
    pace: Annotated[float, typer.Option("--pace", min=0, help="Seconds to wait after each decision.")] = 0.0,
    every: Annotated[bool, typer.Option("--all", help="Every event, also those a reader would not miss.")] = False,
    seat: Viewer = "all",
    board: Annotated[bool, typer.Option(help="Draw the board at the end.")] = True,
    db: Database = None,
    json: Json = False,
) -> None:
    """Tell a game event by event.

    Examples:

    \b
      smashup replay g7k2m9 --pace 0.5
      smashup replay g7k2m9 --to 412 --seat Ana
      smashup replay g7k2m9 --from 400 --to 430 --all --no-board
    """
    if not math.isfinite(pace):
        raise SmashUpError("--pace is a number of seconds.")
    with looking(db) as store:
        info = store.info(game)
        log = read_to(store, game, to)
        view = view_of(info, seat)
    teller = Teller(view)
    lines = [line for line in teller.lines(log) if line.position >= start and (every or json or is_story(line))]
    if json:
        print_json(lines)
        return
    out = console()
    names = [player.name for player in info.seats]
    for line in lines:
        _wait(line, pace)
        out.print(colour_names(printed(line), names), soft_wrap=True)
    if board:
        out.print()
        out.print(draw(board_of(fold(log), view), out.width))


def _wait(line: Line, pace: float) -> None:
    """Decisions and turns are where a reader wants time."""
    if pace and line.event in ("answered", "turn-began"):
        time.sleep(pace)
