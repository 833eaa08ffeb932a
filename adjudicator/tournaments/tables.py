"""Games, decisions and events as Parquet tables, for DuckDB, Polars and whatever reads columns.

    DIR/games/part-00000.parquet        a row for each game
    DIR/decisions/part-00000.parquet    a row for each answer, with the question it answers
    DIR/events/part-00000.parquet       a row for each event, its facts as JSON beside what most queries ask for

A chunk of games is a part of its own: processes, or machines, share the work, and whoever asked for the tables writes the
parts as they come. Of a game recorded at a table they hold what everybody saw. Needs the extra `tables` (pyarrow).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import ExitStack, suppress
from io import BytesIO
from pathlib import Path
from typing import Any

import msgspec

from core.printed.definitions import definition
from core.printed.editions import edition
from events.card_types import AGREED, CARD_TYPES
from events.catalogue import GameInfo
from events.errors import CannotWriteFile, SmashUpError
from events.files import write_whole
from events.questions import Question
from events.vocabulary import Answered, Asked, CardsMade, Event, FactionChosen, GameWon, TurnBegan, facts_of, tag_of
from events.zones import HOMES
from projections.view import UnknownName, View

GAMES = {
    "game": "string",
    "title": "string",
    "edition": "string",
    "year": "int",
    "created": "time",
    "seed": "int",
    "recorded": "bool",  # hides what nobody saw at the table in the rows of a recorded game
    "parent": "string",
    "parent_position": "int",
    "players": "strings",
    "factions": "strings",  # two for each player, in their order, joined by +
    **dict.fromkeys(AGREED, "strings"),  # the cards of each type that each player brought, joined by +
    "winners": "strings",
    "victory_points": "ints",
    "first_player": "string",
    "turns": "int",
    "decisions": "int",
    "events": "int",
}
DECISIONS = {
    "game": "string",
    "position": "int",  # of the question
    "turn": "int",
    "seat": "int",
    "player": "string",
    "question": "string",
    "about": "string",
    "options": "int",
    "least": "int",
    "most": "int",
    "picks": "json",
}
EVENTS = {
    "game": "string",
    "position": "int",
    "turn": "int",
    "event": "string",
    "cause": "int",
    "rule": "string",
    "seat": "int",
    "card": "string",  # the definition of the card or base that it is about
    "by": "string",  # … and of the card whose words act
    "facts": "json",
}
TABLES = {"games": GAMES, "decisions": DECISIONS, "events": EVENTS}

Row = dict[str, Any]


def prepare(folder: Path) -> None:
    """Make the folders of the tables. Raises an error if something is already there or pyarrow is missing."""
    _pyarrow()
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise CannotWriteFile(str(folder), "the folder is not empty; name a new one")
    try:
        for table in TABLES:
            (folder / table).mkdir(parents=True)
    except OSError as error:
        raise CannotWriteFile(str(folder), str(error.strerror)) from error


def parts_of(games: Iterable[tuple[GameInfo, list[Event]]]) -> dict[str, bytes]:
    """Return the tables of these games, each as a Parquet file. Games are read one at a time."""
    pyarrow = _pyarrow()
    from pyarrow import parquet

    schemas = {table: _schema(pyarrow, columns) for table, columns in TABLES.items()}
    files = {table: BytesIO() for table in TABLES}
    with ExitStack() as stack:
        writers = {
            table: stack.enter_context(parquet.ParquetWriter(files[table], schema)) for table, schema in schemas.items()
        }
        for info, log in games:
            reader = _GameRows(info, log)
            for table, rows in (
                ("decisions", list(reader.decisions())),
                ("events", list(reader.events())),
                ("games", [reader.game()]),
            ):
                writers[table].write_table(pyarrow.Table.from_pylist(rows, schema=schemas[table]))
    return {table: file.getvalue() for table, file in files.items()}


def write_parts(folder: Path, number: int, parts: dict[str, bytes]) -> None:
    """Put a part of each table into its folder."""
    for table, content in parts.items():
        write_whole(folder / table / f"part-{number:05}.parquet", [content])


def _pyarrow() -> Any:
    try:
        import pyarrow
    except ImportError as missing:
        hint = "Parquet tables need the extra 'tables': pip install 'smashup-engine[tables]'"
        raise SmashUpError(f"{hint} ({missing}).") from missing
    return pyarrow


def _schema(pyarrow: Any, columns: dict[str, str]) -> Any:
    kinds = {
        "string": pyarrow.string(),
        "json": pyarrow.string(),
        "int": pyarrow.int64(),
        "bool": pyarrow.bool_(),
        "time": pyarrow.timestamp("s", tz="UTC"),
        "strings": pyarrow.list_(pyarrow.string()),
        "ints": pyarrow.list_(pyarrow.int64()),
    }
    return pyarrow.schema([(name, kinds[kind]) for name, kind in columns.items()])


class _GameRows:
    """One game as rows."""

    def __init__(self, info: GameInfo, log: list[Event]) -> None:
        self.info = info
        self.log = log
        self.names = [seat.name for seat in info.seats]
        self.definitions: dict[int, str] = {}
        for event in log:
            if isinstance(event, CardsMade):
                self.definitions.update(enumerate(event.definitions, event.first))
        if info.made_up:
            self._mask()

    def _mask(self) -> None:
        """Only what everybody saw of a game that was recorded at a table: the rest is made up."""
        view = View(None)
        truth, self.definitions = self.definitions, {}
        for event in self.log:
            for name in _named(view.take(event)).values():
                with suppress(UnknownName):
                    if view.knows(number := view.number(name)):
                        self.definitions[name] = truth[number]
        self.log = view.events

    def game(self) -> Row:
        """Return the row of the game."""
        info, log = self.info, self.log
        turns = [event for event in log if isinstance(event, TurnBegan)]
        won = next((event for event in log if isinstance(event, GameWon)), None)
        factions: list[list[str]] = [[] for _ in self.names]
        brought: dict[str, list[list[str]]] = {name: [[] for _ in self.names] for name in AGREED}
        for event in log:
            if isinstance(event, FactionChosen):
                factions[event.seat].append(event.faction)
            elif isinstance(event, CardsMade) and event.zone in HOMES.values():
                for id in event.definitions:
                    brought[CARD_TYPES[definition(id).type].plural][event.seat].append(id)
        return {
            "game": info.id,
            "title": info.title,
            "edition": info.edition,
            "year": edition(info.edition).year,
            "created": info.created,
            "seed": info.seed,
            "recorded": info.made_up,
            "parent": info.parent.game if info.parent else None,
            "parent_position": info.parent.position if info.parent else None,
            "players": self.names,
            "factions": ["+".join(pair) for pair in factions],
            **{name: ["+".join(ids) for ids in by_seat] for name, by_seat in brought.items()},
            "winners": [self.names[seat] for seat in won.seats] if won else [],
            "victory_points": list(won.victory_points) if won else [],
            "first_player": self.names[turns[0].seat] if turns else None,
            "turns": turns[-1].number if turns else 0,
            "decisions": sum(1 for event in log if isinstance(event, Answered)),
            "events": len(log),
        }

    def decisions(self) -> Iterator[Row]:
        """Yield a row for each answer."""
        turn, asked = 0, None
        for event in self.log:
            if isinstance(event, TurnBegan):
                turn = event.number
            elif isinstance(event, Asked):
                asked = event
            elif isinstance(event, Answered) and asked is not None:
                question: Question = asked.question
                yield {
                    "game": self.info.id,
                    "position": asked.position,
                    "turn": turn,
                    "seat": event.seat,
                    "player": self.names[event.seat],
                    "question": str(question.__struct_config__.tag),
                    "about": question.about,
                    "options": len(question.options),
                    "least": question.least,
                    "most": question.most,
                    "picks": msgspec.json.encode(event.picks).decode(),
                }

    def events(self) -> Iterator[Row]:
        """Yield a row for each event."""
        turn = 0
        for event in self.log:
            if isinstance(event, TurnBegan):
                turn = event.number
            facts = facts_of(event)
            named = _named(event)
            yield {
                "game": self.info.id,
                "position": event.position,
                "turn": turn,
                "event": tag_of(event),
                "cause": event.cause,
                "rule": event.rule,
                "seat": facts.get("seat", facts.get("to", -1)),
                "card": self.definitions.get(named["card"]),
                "by": self.definitions.get(named["by"]),
                "facts": msgspec.json.encode(event).decode(),
            }


def _named(event: Event) -> dict[str, int]:
    """Return the card that an event is about, and the card whose text acts."""
    facts = facts_of(event)
    about = facts.get("card") or facts.get("base") or facts.get("holder") or 0
    return {"card": about, "by": facts.get("by", 0)}
