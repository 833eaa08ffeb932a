"""`smashup games`, `export` and `import`: the stored games, and games as files."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.text import Text

from adjudicator import bundled
from adjudicator.cli.options import (
    Database,
    Jobs,
    Json,
    On,
    SomeEdition,
    SomeFactions,
    SomeGameId,
    Viewer,
    looking,
    opened,
    refuse_both,
    refuse_without,
    split,
)
from adjudicator.cli.output import console, listing, print_json, warn
from events.catalogue import GameInfo
from events.errors import SmashUpError
from events.files import export_game, import_game, write_whole
from events.store import Store
from events.vocabulary import FactionChosen
from projections.plain_words import counted

if TYPE_CHECKING:
    from adjudicator.games.workers import Executor

PAGE = 50
"""Default number of games per page."""


def games(
    limit: Annotated[
        int | None,
        typer.Option(
            "--last",
            min=0,
            help=f"Number of games per page (0: all). Default: {PAGE}, or all with --json.",
            show_default=False,
        ),
    ] = None,
    page: Annotated[int, typer.Option("--page", min=1, help="Page to list; page 1 has the latest games.")] = 1,
    factions: SomeFactions = None,
    winner: Annotated[str | None, typer.Option("--winner", metavar="PLAYER", help="Won by this player.")] = None,
    edition: SomeEdition = None,
    open_: Annotated[bool, typer.Option("--open", help="Unfinished games only.")] = False,
    since: Annotated[
        str | None, typer.Option("--since", metavar="DATE", help="Created on this day (2026-03-01) or later.")
    ] = None,
    deleted: Annotated[bool, typer.Option("--deleted", help="Deleted games, which can still be restored.")] = False,
    db: Database = None,
    json: Json = False,
) -> None:
    """List the stored games, the latest first.

    Lists only games that match every filter, one page at a time.

    Examples:

    \b
      smashup games
      smashup games --last 10 --page 2
      smashup games --faction ghosts --winner Ana --since 2026-03-01
      smashup games --open --edition OOPS
      smashup games --db league.db --json

    Exit code 1 if any game cannot be read.
    """
    if open_ and winner is not None:
        raise SmashUpError(
            "--open and --winner can't be combined, because an unfinished game has no winner. Leave one of them out."
        )
    filters = Filter(split(factions), winner, edition, open_, since)
    with looking(db) as store:
        listed = store.deleted() if deleted else store.games()
        matching = [info for info in reversed(listed) if filters.passes(store, info)]
        where, damage, filtered = store.where, store.damage, bool(filters or deleted)
    size = limit if limit is not None else 0 if json and page == 1 else PAGE
    shown = matching[(page - 1) * size : page * size] if size else matching
    for sentence in damage:
        warn(sentence)
    if json:
        print_json([game_facts(info) for info in shown])
    elif matching:
        list_games(shown)
        if len(shown) < len(matching):
            console().print(_where_in_the_list(len(matching), page, size), style="dim")
    elif filtered:
        console().print("No game matches.")
    elif not damage:
        console().print(f"No games yet in {where}; `smashup play` or `smashup simulate` makes some.", markup=False)
    if damage:
        raise typer.Exit(1)


def _where_in_the_list(total: int, page: int, size: int) -> str:
    """Say which games a page shows, and how to see the others."""
    pages = -(-total // size)
    if page > pages:
        return f"There is no page {page}: the {total:,} games fill {counted(pages, 'page')}."
    first, last = (page - 1) * size + 1, min(page * size, total)
    more = f" --page {page + 1} shows older ones." if page < pages else ""
    return f"Games {first:,} to {last:,} of {total:,}.{more}"


class Filter:
    """A filter for games. Raises `SmashUpError` for names that do not exist."""

    def __init__(
        self, factions: list[str], winner: str | None, edition: str | None, open_: bool, since: str | None
    ) -> None:
        from core.printed.definitions import faction
        from core.printed.editions import edition as book

        self.factions = {faction(name).id for name in factions}
        self.winner = winner
        self.edition = book(edition).id if edition else None
        self.open = open_
        self.since = None if since is None else day(since)

    def __str__(self) -> str:
        return f"{sorted(self.factions)} {self.winner} {self.edition} {self.open} {self.since}"

    def __bool__(self) -> bool:
        return bool(self.factions or self.winner or self.edition or self.open or self.since)

    def passes(self, store: Store, info: GameInfo) -> bool:
        """Return whether a game passes the filter.

        Only a drafted game is opened, because its factions are stored only in its events.
        """
        winners = [info.seats[seat].name.lower() for seat in info.result.seats] if info.result else []
        return (
            (self.edition in (None, info.edition))
            and (self.winner is None or self.winner.lower() in winners)
            and not (self.open and info.result)
            and (self.since is None or info.created >= self.since)
            and (not self.factions or self.factions <= factions_of(store, info))
        )


def day(given: str) -> datetime:
    """Return the start of a day in the local time zone."""
    try:
        return datetime.fromisoformat(given).astimezone()
    except (ValueError, OverflowError):
        raise SmashUpError(f"{given!r} is not a date. Write it like 2026-03-01.") from None


def factions_of(store: Store, info: GameInfo) -> set[str]:
    """Return the factions in a game."""
    given = {name for seat in info.seats for name in seat.factions}
    if all(seat.factions for seat in info.seats) or info.deleted:
        return given
    try:
        log = store.read(info.id, SET_UP)
    except SmashUpError:  # Whoever reads a damaged game reports it.
        return given
    return given | {event.faction for event in log if isinstance(event, FactionChosen)}


SET_UP = 40
"""The last position at which a faction can be drafted: four players choose eight factions, and each choice takes three
events.
"""


def list_games(games: list[GameInfo]) -> None:
    """list_games(found):

    Print a line for each game. On a terminal, lines are cut to its width (but never the id); in a pipe they are
    complete.
    """
    out = console()
    if not out.is_terminal:
        out.width = WIDEST
    wide = out.width >= ROOMY
    table = listing("Game", "Book", *((">Events", "Made") if wide else ()), "Result", "Title")
    left = out.width - max((len(info.id) for info in games), default=0) - (28 if wide else 8)
    results, titles = [result(info) for info in games], [title_of(info) for info in games]
    for text in results:
        text.truncate(max(1, left * 3 // 5), overflow="ellipsis")
    left -= 2 + max((text.cell_len for text in results), default=0)
    for text in titles:
        text.truncate(max(1, left), overflow="ellipsis")
    for info, ended, title in zip(games, results, titles, strict=True):
        numbers = (str(info.events), info.created.strftime("%Y-%m-%d")) if wide else ()
        table.add_row(Text(info.id, "bold"), info.edition, *numbers, ended, title)
    out.print(table)


ROOMY = 100
"""Below this width, a list of games shows only the id, the edition and the result."""
WIDEST = 1_000
"""A width at which nothing is cut off, because titles and names are limited in length."""


def title_of(info: GameInfo) -> Text:
    """Return the title and, for a branch, its parent game."""
    origin = f"from {info.parent.game} at {info.parent.position}" if info.parent else ""
    return Text(", ".join(part for part in (info.title, origin) if part))


def result(info: GameInfo) -> Text:
    """Return how a game ended (the winner and all points), or its players if it is unfinished."""
    players = [seat.name for seat in info.seats]
    if info.result is None:
        return Text(f"open: {', '.join(players)}", "dim")
    winners = " and ".join(players[seat] for seat in info.result.seats)
    points = info.result.victory_points
    scores = [f"{name} {number}" for name, number in zip(players, points, strict=True)]
    if any(points[seat] < max(points) for seat in info.result.seats):
        scores.append("before Madness")  # Nobody can win with fewer points.
    return Text(f"{winners} won ({', '.join(scores)})")


def game_facts(info: GameInfo) -> dict[str, Any]:
    """Return a game in the list, for programs."""
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
    ctx: typer.Context,
    game: SomeGameId = None,
    file: Annotated[Path | None, typer.Argument(metavar="[FILE]", help="The file to write.")] = None,
    markdown: Annotated[
        bool, typer.Option("--markdown", help="Write the story in Markdown, to post in a forum.")
    ] = False,
    parquet: Annotated[
        Path | None, typer.Option("--parquet", metavar="DIR", help="Write Parquet tables of all games, or of this one.")
    ] = None,
    to: Annotated[
        int | None, typer.Option("--to", min=1, help="Stop at this position, which must be a decision.")
    ] = None,
    html: Annotated[bool, typer.Option("--html", help="Write a self-contained page for a browser.")] = False,
    seat: Viewer = "all",
    branches: Annotated[bool, typer.Option("--branches", help="Include branches in the tables.")] = False,
    jobs: Jobs = 1,
    on: On = "",
    force: Annotated[bool, typer.Option("--force", help="Overwrite an existing file.")] = False,
    record: Annotated[
        bool,
        typer.Option(
            "--record",
            help="Write the public record: only what everybody saw, in the notation that smashup record reads.",
        ),
    ] = False,
    db: Database = None,
    json: Json = False,
) -> None:
    """Write a game to a file.

    A game file is exact: one event per line, with checksums that reveal any change. A branch is written as a complete
    game. --html writes a page that replays the game in a browser, --markdown a story to post in a forum. With --seat,
    neither contains anything hidden from that viewer. --parquet writes tables of games, decisions and events for DuckDB
    and Polars (`smashup docs tables`).

    Examples:

    \b
      smashup export g7k2m9 final.jsonl
      smashup export g7k2m9 opening.jsonl --to 200
      smashup export g7k2m9 --html final.html --seat Ana
      smashup export last --markdown final.md --seat nobody
      smashup export --parquet tables --jobs 2
      smashup export g7k2m9 final.record --record
    """
    refuse_both(ctx, "parquet", "file", "markdown", "html", "record", "to", "seat", "force")
    refuse_both(ctx, "markdown", "html", "record")
    refuse_both(ctx, "html", "record")
    refuse_without(ctx, parquet is not None, "--parquet", "jobs", "on", "branches")
    if seat != "all" and not (html or markdown):
        raise SmashUpError("A game file contains everything, so --seat works only with --html or --markdown.")
    if parquet is not None:
        from adjudicator.games.workers import workers

        export_tables(game, parquet, branches=branches, executor=workers(jobs, on), db=db, json=json)
        return
    if game is None or file is None:
        raise SmashUpError("Name a game and a file to write, or use --parquet DIR.")
    with looking(db) as store:
        info = store.info(game)
        if to is not None and to > info.events:
            from projections.history import NotInThisGame

            raise NotInThisGame(to, info.events)
        if html:
            from adjudicator.web.replays import export_page

            export_page(store, game, file, viewer=seat, upto=to, overwrite=force)
        elif markdown:
            from adjudicator.games.narration import read_to
            from adjudicator.games.transcript import transcript

            write_whole(file, [transcript(info, read_to(store, game, to), seat).encode()], overwrite=force)
        elif record:
            from adjudicator.records import record_text

            write_whole(file, [record_text(store.read(game, to)).encode()], overwrite=force)
        else:
            export_game(store, game, file, upto=to, overwrite=force)
    events = to or info.events
    if json:
        print_json({"game": info.id, "file": str(file), "events": events})
    else:
        console().print(
            f"{counted(events, 'event')} of game {info.id} {'is' if events == 1 else 'are'} in {file}.", markup=False
        )


def export_tables(
    game: str | None, folder: Path, *, branches: bool, executor: Executor, db: str | None, json: bool
) -> None:
    """Write the tables of all games, or of one."""
    from adjudicator.cli.stats import games_to_read, read_all
    from adjudicator.tournaments.counting import table_chunk
    from adjudicator.tournaments.tables import TABLES, prepare

    if game is None:
        ids = games_to_read(Filter([], None, None, False, None), branches, db)
    else:
        with looking(db) as store:
            ids = [store.info(game).id]
    prepare(folder)
    tally = read_all(table_chunk, ids, "writing", db=db, executor=executor, folder=folder)
    for name, why in tally.unread.items():
        warn(f"game {name} was skipped: {why}")
    if json:
        print_json({"folder": str(folder), "games": tally.games, "tables": list(TABLES), "unread": tally.unread})
    else:
        names = ", ".join(TABLES)
        console().print(
            f"The tables of {counted(tally.games, 'game')} ({names}) are in {folder}.", markup=False, soft_wrap=True
        )
    if tally.unread:
        raise typer.Exit(1)


def import_(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A game file, or the name of a bundled game (emd).")],
    id: Annotated[str | None, typer.Option("--id", help="Id to import it under.")] = None,
    db: Database = None,
    json: Json = False,
) -> None:
    """Read a game from a file.

    A file that was truncated, edited or spliced is rejected, with the line number.

    Examples:

    \b
      smashup import final.jsonl
      smashup import emd
      smashup import final.jsonl --id final-again
    """
    with opened(db) as store:
        info = store.info(import_game(store, bundled.game(file), id=id))
    if json:
        print_json(game_facts(info))
    else:
        console().print(f"{file} is now game {info.id} ({counted(info.events, 'event')}).", markup=False)
