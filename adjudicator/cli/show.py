"""`smashup show` and `replay`: look at a game."""

from __future__ import annotations

import math
import time
from collections.abc import Sequence
from typing import Annotated

from adjudicator.cli.options import Database, GameId, Json, Viewer, looking
from adjudicator.cli.output import console, print_json
from adjudicator.cli.parameters import Option
from adjudicator.games.narration import Narration, read_to, view_of
from adjudicator.viewer.changes import plain
from adjudicator.viewer.drawing import color_names, draw, draw_line
from adjudicator.viewer.frames import frame_of
from events.errors import SmashUpError
from events.vocabulary import Event
from projections.table import fold
from projections.view import View


def show(
    game: GameId,
    at: Annotated[int | None, Option("--at", min=1, help="Position to show. Default: the end.")] = None,
    seat: Viewer = "all",
    line: Annotated[bool, Option("--line", help="Print the position as a situation in one line.")] = False,
    db: Database = None,
    json: Json = False,
) -> None:
    """Draw the board at a position.

    With --line: the table at the last point from which the rules can resume, and what was answered since, one step to
    a line. Both can be given to `smashup ask`. With --line --seat: the table as that player sees it now, with ? for
    each unknown card.

    Examples:

    \b
      smashup show g7k2m9
      smashup show g7k2m9 --at 412 --seat Ana
      smashup show g7k2m9 --at 412 --line
      smashup show g7k2m9 --at 412 --line --seat Ana
      smashup show g7k2m9 --seat nobody --json
    """
    with looking(db) as store:
        info = store.info(game)
        log = read_to(store, game, at)
        view = view_of(info, seat)
    if view is not None:
        view.extend(log)
    if line:
        _print_line(log, view, json)
        return
    frame = frame_of(fold(log), view)
    if json:
        print_json({"edition": info.edition} | plain(frame))
    else:
        out = console()
        out.print(draw(frame, out.width, info.edition))


def _print_line(log: Sequence[Event], view: View | None, json: bool) -> None:
    """Print a position as a situation: with the steps that follow, or as a player sees it now."""
    from adjudicator.scenarios import parse
    from adjudicator.scenarios.as_seen import seen_scenario_text
    from adjudicator.scenarios.from_game import scenario_text
    from adjudicator.scenarios.notation import situation_line

    scenario = parse(scenario_text(log) if view is None else seen_scenario_text(view))
    situation, steps = situation_line(scenario, unknown=view is not None), [str(step) for step in scenario.step]
    if json:
        print_json({"situation": situation, "steps": steps})
        return
    for text in (situation, *steps):
        print(text)


def replay(
    game: GameId,
    start: Annotated[int, Option("--from", min=1, help="First position to print.")] = 1,
    to: Annotated[int | None, Option("--to", min=1, help="Last position to print. Default: the end.")] = None,
    pace: Annotated[float, Option("--pace", min=0, help="Seconds to pause after each decision.")] = 0.0,
    every: Annotated[
        bool, Option("--all", help="Print every event on a line of its own, including bookkeeping.")
    ] = False,
    seat: Viewer = "all",
    board: Annotated[bool, Option(help="Draw the final board.")] = True,
    db: Database = None,
    json: Json = False,
) -> None:
    """Print the story of a game.

    Examples:

    \b
      smashup replay g7k2m9 --pace 0.5
      smashup replay g7k2m9 --to 412 --seat Ana
      smashup replay g7k2m9 --from 400 --to 430 --all --no-board
    """
    if not math.isfinite(pace):
        raise SmashUpError("--pace must be a finite number of seconds.")
    with looking(db) as store:
        info = store.info(game)
        log = read_to(store, game, to)
        view = view_of(info, seat)
    narration = Narration(view)
    story = narration.lines(log) if every or json else narration.story(log)
    lines = [line for line in story if line.position >= start]
    if json:
        print_json(lines)
        return
    out = console()
    names = [player.name for player in info.seats]
    news = False
    for line in lines:
        if news and line.event in ("answered", "turn-began"):
            time.sleep(pace)
            news = False
        if every or not line.bookkeeping:
            out.print(color_names(draw_line(line), names), soft_wrap=True)
            news = True
    if board:
        out.print()
        out.print(draw(frame_of(fold(log), view), out.width, info.edition))
