"""`smashup record`: turns the record of a real game into a stored game."""

from __future__ import annotations

import itertools
import sys
from collections.abc import Sequence
from contextlib import suppress
from hashlib import blake2s
from pathlib import Path
from typing import Annotated, NoReturn

import typer

from adjudicator import bundled
from adjudicator.cli.games import game_facts
from adjudicator.cli.options import Database, Json, opened
from adjudicator.cli.output import console, plain, print_json
from adjudicator.records import BadRecord, read_record
from adjudicator.records import record as resolve
from adjudicator.records.resolving import beginning_of
from events.catalogue import GameInfo
from events.errors import HasBranches, SmashUpError
from events.limits import RECORD, NotAFile, TooMuch, read_file
from events.vocabulary import Event
from projections.plain_words import counted


def record(
    file: Annotated[
        Path | None,
        typer.Argument(
            metavar="[FILE]",
            help="A record, or the name of a bundled one. Without it, you type the lines yourself.",
        ),
    ] = None,
    to: Annotated[
        Path | None, typer.Option("--to", metavar="FILE", help="File for the lines you type. Default: game.record.")
    ] = None,
    title: Annotated[str | None, typer.Option("--title", help="Title of the game.")] = None,
    id: Annotated[str | None, typer.Option("--id", help="Id of the game.")] = None,
    db: Database = None,
    json: Json = False,
) -> None:
    """Record a game played at a real table, line by line.

    Write down what everybody saw. Hidden cards are worked out: the stored game is one in which every line is legal.
    Cards that nobody saw are made up, and no command shows them. `smashup docs records` explains the notation.

    Examples:

    \b
      smashup record friday.record --title "Friday night"
      smashup record sunday-table --id sunday
      smashup record
      smashup record --to friday.record

    Exit code 2 if a line is impossible, with its number and the reason.
    """
    if file is None:
        from adjudicator.cli.live_recording import LiveRecording

        file = to or Path("game.record")
        if not LiveRecording(file, sys.stdin.isatty()).run():
            return
    else:
        file = bundled.record(file)
    text = text_of(file)
    try:
        recording = resolve(read_record(text))
    except BadRecord as error:
        _reject(error, text, file, title, db)
    info, replaced = _store(recording.game.log, file, title, id, db)
    if json:
        facts = {"lines": len(recording.lines), "repairs": recording.repairs, "replaces": replaced}
        print_json(game_facts(info) | facts)
        return
    words = f"{file} is now game {info.id}: {counted(len(recording.lines), 'line')}, {counted(info.events, 'event')}"
    console().print(f"{words}. Cards that nobody saw are made up.{_replaces(replaced)}", markup=False)


def _reject(error: BadRecord, text: str, file: Path, title: str | None, db: str | None) -> NoReturn:
    """Say what is wrong, one line for each bad line, and keep the game up to the first of them."""
    sentences = [bad.sentence for bad in (error, *error.others)]
    line, log = beginning_of(text, error)
    if log:
        info, replaced = _store(log, file, f"{title or _title(file)}, up to line {line}", None, db)
        sentences.append(
            f"The game up to line {line} is stored: smashup show {info.id}{_replaces(replaced, ' (replaces {})')}"
        )
    for sentence in sentences:
        print(plain(sentence), file=sys.stderr)
    raise typer.Exit(2) from error


def text_of(file: Path) -> str:
    """Return the text of a record file. Raises `SmashUpError` if it cannot be read."""
    try:
        content = read_file(file, RECORD)
        return content.decode("utf-8-sig")
    except NotAFile as error:
        raise SmashUpError(f"{file} cannot be read: {error}.") from None
    except TooMuch as error:
        raise SmashUpError(f"{file} is too large: {error.wrong}.") from None
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise SmashUpError(f"{file} is not UTF-8 text (line {line}). Save it as UTF-8 and try again.") from None


def _store(
    log: Sequence[Event], file: Path, title: str | None, id: str | None, db: str | None
) -> tuple[GameInfo, str | None]:
    """Store a game in place of the one that the same file gave before.

    Returns it, and the id of the game it replaces.
    """
    source = f"Recorded from {file.name} ({blake2s(str(file.absolute()).encode(), digest_size=6).hexdigest()})"
    with opened(db) as store:
        before = [game for game in store.games() if game.comment == source]
        taken = {game.id for game in before}
        if id is not None and id.lower() in taken:
            everything = {game.id for game in (*store.games(), *store.deleted())}
            id = next(name for count in itertools.count(2) if (name := f"{id}-{count}").lower() not in everything)
        info = store.info(store.create(log, id=id, title=title or _title(file), comment=source))
        replaced = None
        for earlier in before:
            with suppress(HasBranches):  # somebody has played on from it
                store.delete(earlier.id)
                replaced = earlier.id
    return info, replaced


def _title(file: Path) -> str:
    return f"Recorded from {file.name}"


def _replaces(replaced: str | None, words: str = " It replaces {}.") -> str:
    return words.format(replaced) if replaced else ""
