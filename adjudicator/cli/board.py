"""`smashup board`: prints the address at which the analysis board shows a situation or a position of a game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated
from urllib.parse import quote

from adjudicator.cli.options import Database, Json, looking
from adjudicator.cli.parameters import Argument, Option
from events.errors import SmashUpError
from events.vocabulary import Event

SERVED = "http://127.0.0.1:8017/"
"""The default address of `smashup serve`."""


def board(
    source: Annotated[
        str,
        Argument(
            metavar="WHAT",
            help="A situation in one line, a scenario or ruling, a stored game, a game file or a record.",
        ),
    ],
    at: Annotated[int | None, Option("--at", min=1, help="The position of a game (default: its end).")] = None,
    address: Annotated[
        str,
        Option(
            "--address",
            help="Address of the board: `smashup serve`, or any server that hosts the pages of `smashup site`.",
        ),
    ] = SERVED,
    browse: Annotated[bool, Option("--open", help="Open it in your browser.")] = False,
    db: Database = None,
    json: Json = False,
) -> None:
    """Print the address of a situation on the analysis board, or open it in a browser.

    The whole situation is in the address, after the #, so that nothing is sent anywhere. Start `smashup serve` first, or
    name the host of a site with --address.

    Examples:

    \b
      smashup board "Tortuga: Ana Pirate King; Ben Haunting | Ana hand: Bear Hug" --open
      smashup board scoring/all-tied
      smashup board g7k2m9 --at 412
      smashup board friday-night.record
    """
    from adjudicator.cli.output import console, print_json

    if not address.startswith(("http://", "https://")):
        raise SmashUpError(f"{address} is not the address of a website: it must begin with http:// or https://.")
    text = situation_text(source, at, db)
    url = f"{address.removesuffix('board.html').rstrip('/')}/board.html#t={quote(text)}"
    if json:
        print_json({"address": url, "situation": text})
    else:
        console().print(url, markup=False, soft_wrap=True)
    if browse:
        import webbrowser

        if not webbrowser.open(url):
            raise SmashUpError("No browser could be started. Open the address above yourself.")


def situation_text(source: str, at: int | None, db: str | None) -> str:
    """Return a situation as text that the board reads: one line, or a scenario file."""
    from adjudicator import bundled
    from adjudicator.scenarios import load
    from adjudicator.scenarios.from_game import scenario_text
    from adjudicator.scenarios.given import is_situation
    from adjudicator.scenarios.notation import read_situation

    if is_situation(source):
        text = read_situation(source).line
    elif source.endswith(FILES) or not bundled.is_scenario(source):
        log = game_up_to(source, at, db)
        return scenario_text(log, title=f"{source.rpartition('/')[2]} at {len(log)}")
    else:
        text = load(bundled.scenario(source)).text
    if at is not None:
        raise SmashUpError("--at is a position of a game; a situation has none.")
    return text


FILES = (".jsonl", ".json", ".record")
"""The endings of files that hold a whole game."""


def game_up_to(source: str, at: int | None, db: str | None) -> Sequence[Event]:
    """Return the events of a stored game, a game file or a record, up to a position."""
    from adjudicator import bundled
    from adjudicator.cli.record import text_of
    from adjudicator.games.narration import read_to
    from adjudicator.records import read_record, record
    from events.files import read_game
    from projections.history import NotInThisGame

    if not source.endswith(FILES):
        with looking(db) as store:
            return read_to(store, store.info(source).id, at)
    if source.endswith(".record"):
        log: Sequence[Event] = record(read_record(text_of(bundled.record(source)))).game.log
    else:
        log = read_game(bundled.game(source))[1]
    if at is not None and at > len(log):
        raise NotInThisGame(at, len(log))
    return log[:at]
