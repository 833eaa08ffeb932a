"""The store of games: append-only logs, branches that share their parent's events, and a list of what there is.

    with open_store() as store:
        game = store.create([GameBegun(position=1, …), …], title="Friday night")
        store.append(game, after=2, batch=[…])
        branch = store.branch(game, position=2, title="what if")
        store.read(branch)

A store may be shared by threads and by programs, but not across a fork: open one in each process.
"""

from __future__ import annotations

import os
import re
import secrets
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from difflib import get_close_matches
from pathlib import Path
from threading import RLock
from types import TracebackType
from typing import TYPE_CHECKING

import msgspec

from events.catalogue import ENTRIES, Catalogue, Commented, Ended, Entry, GameEntered, GameInfo, Origin, Renamed, Result
from events.errors import (
    BadGameId,
    GameExists,
    GameHasMovedOn,
    NoSuchGame,
    NoSuchPosition,
    PositionTaken,
    StoreDamaged,
    StoreUnavailable,
    UnreadableEvent,
)
from events.versions import EVENTS
from events.vocabulary import Event, GameBegun, GameWon

if TYPE_CHECKING:
    from events.recorders import Recorder, Row

SETTING = "SMASHUP_DB"
MEMORY = ":memory:"

CATALOGUE = "#games"  # the stream of the catalogue: no game can have that id
GAME_ID = re.compile(r"[a-z0-9][a-z0-9-]{0,39}")
LETTERS = "23456789abcdefghjkmnpqrstvwxyz"  # without 0 and o, 1, i and l, u and v


def open_store(location: str | Path | None = None) -> Store:
    """Open a store, made if it is not there.

    `location` is a file, ":memory:" or a URL postgresql://…; without one, the setting SMASHUP_DB says, and without
    that it is a file in the user's data folder.
    """
    # Only here: the library takes longer to import than all of ours, and most commands need no store.
    from events import recorders

    where = str(location or os.environ.get(SETTING) or _default_file())
    if where == MEMORY:
        return Store(recorders.MemoryRecorder())
    if where.startswith(("postgresql://", "postgres://")):
        return Store(recorders.open_postgres(where))
    if "://" in where:
        raise StoreUnavailable(where.partition("://")[0] + "://…", "only files and postgresql:// are known")
    return Store(recorders.open_sqlite(Path(where).expanduser().absolute()))


def _default_file() -> Path:
    import platformdirs

    folder = platformdirs.user_data_path("smashup", appauthor=False)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise StoreUnavailable(str(folder), str(error.strerror)) from error
    return folder / "games.db"


class Store:
    """Games by their ids, which are the same in capitals. Use `open_store`."""

    def __init__(self, recorder: Recorder) -> None:
        self._recorder = recorder
        self._catalogue = Catalogue()
        self._damaged: StoreDamaged | None = None  # the catalogue has an entry that cannot be read
        self._lock = RLock()  # over the catalogue
        self._reached: dict[str, int] = {}  # positions each game is known to have; it may have more by now

    @property
    def where(self) -> str:
        """The file or address, to be shown."""
        return self._recorder.where

    def close(self) -> None:
        """Let go of the database. Everything is saved already."""
        self._recorder.close()

    def __enter__(self) -> Store:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    # --- new games --------------------------------------------------------------------------------------------------

    def create(
        self,
        batch: Sequence[Event],
        *,
        id: str | None = None,
        title: str | None = None,
        comment: str = "",
        seed: int | None = None,
        created: datetime | None = None,
        copied_from: Origin | None = None,
    ) -> str:
        """Store a new game that begins with this batch; its id.

        Without a title it has its scenario's. `copied_from`: it was a branch in another store.
        """
        if not batch or not isinstance(begun := batch[0], GameBegun):
            raise ValueError("a game begins with GameBegun")
        game = self._new_id(id)
        entry = GameEntered(
            game=game,
            edition=begun.edition,
            seats=begun.seats,
            created=created or _now(),
            title=begun.scenario if title is None else title,
            comment=comment,
            seed=seed,
            parent=copied_from,
            copied=copied_from is not None,
        )
        self._enter(entry, 0, batch)
        return game

    def branch(
        self,
        parent: str,
        position: int,
        batch: Sequence[Event] = (),
        *,
        id: str | None = None,
        title: str = "",
        comment: str = "",
        seed: int | None = None,
    ) -> str:
        """Store a branch that leaves its parent after this position; its id. Nothing is copied."""
        origin = self.info(parent)
        if not 1 <= position <= origin.events:
            raise NoSuchPosition(origin.id, position, origin.events)
        game = self._new_id(id)
        entry = GameEntered(
            game=game,
            edition=origin.edition,
            seats=origin.seats,
            created=_now(),
            title=title,
            comment=comment,
            seed=seed,
            parent=Origin(origin.id, position),
        )
        self._enter(entry, position, batch)
        return game

    def _new_id(self, wanted: str | None) -> str:
        if wanted is None:
            self._refresh()
            while (game := "g" + "".join(secrets.choice(LETTERS) for _ in range(5))) in self._catalogue:
                pass
            return game
        if not GAME_ID.fullmatch(game := wanted.lower()):
            raise BadGameId(wanted)
        return game

    def _enter(self, entry: GameEntered, after: int, batch: Sequence[Event]) -> None:
        def is_new() -> None:
            if entry.game in self._catalogue:
                raise GameExists(entry.game)

        entries: list[Entry] = [entry]
        if result := _result(batch):
            entries.append(Ended(game=entry.game, result=result))
        try:
            self._record(entries, _rows(entry.game, after, batch), is_new)
        except PositionTaken as error:  # a game whose entry in the catalogue is lost
            raise GameExists(entry.game) from error
        self._reached[entry.game] = after + len(batch)

    # --- appending --------------------------------------------------------------------------------------------------

    def append(self, game: str, after: int, batch: Sequence[Event]) -> int:
        """Add a batch behind position `after`, all of it or nothing; the position now reached.

        Of two writers at once one wins; the other gets `GameHasMovedOn`, unless this very batch is what stands there:
        then it was saved in a try whose answer was lost.
        """
        game = self._known(game)
        rows = _rows(game, after, batch)
        try:
            self._must_stand(game, after)
            if result := _result(batch):
                self._record([Ended(game=game, result=result)], rows, lambda: self._must_stand(game, after, look=True))
            elif rows:
                self._recorder.insert(rows)
        except (PositionTaken, GameHasMovedOn) as error:
            if not rows or not self._recorder.holds(rows):
                raise GameHasMovedOn(game, after) from error
        self._reached[game] = after + len(batch)
        return after + len(batch)

    def _must_stand(self, game: str, after: int, *, look: bool = False) -> None:
        # A database refuses a position that is taken, but not one that leaves a gap. A game never shrinks: a position
        # it has had needs no look.
        reached = max(self._reached.get(game, 0), self._catalogue[game].starts_after)
        if look or after > reached:
            reached = self._reached[game] = self._length(game)
        if after != reached:
            raise GameHasMovedOn(game, after)

    # --- reading ----------------------------------------------------------------------------------------------------

    def read(self, game: str, upto: int | None = None, *, after: int = 0) -> list[Event]:
        """The events behind position `after`, up to and with position `upto`, whatever game holds them."""
        events: list[Event] = []
        for holder, first, last in self._holders(self._known(game), after, upto):
            held = self._held(holder, first, last)
            # A branch left there, so the parent has been there: an end before that is a loss.
            if last is not None and last != upto and len(held) < last - first:
                raise self._damage(holder, first + len(held) + 1, "it is missing")
            events += held
        if not events and after == 0 and (upto is None or upto > 0):
            raise self._damage(game.lower(), 1, "it is missing")
        return events

    def length(self, game: str) -> int:
        """The last position, counted from the start of the first parent."""
        return self._length(self._known(game))

    def _length(self, game: str) -> int:
        return self._recorder.lengths([game]).get(game, self._catalogue[game].starts_after)

    def _holders(self, game: str, after: int, upto: int | None) -> list[tuple[str, int, int | None]]:
        """Which games hold these positions, eldest first: behind which position, up to which."""
        holders: list[tuple[str, int, int | None]] = []
        while True:
            info = self._catalogue[game]
            start = info.starts_after
            if upto is None or upto > max(start, after):
                holders.append((game, max(start, after), upto))
            if info.reads_from is None or start <= after:
                return holders[::-1]
            game, upto = info.reads_from.game, start if upto is None else min(start, upto)

    def _held(self, holder: str, first: int, last: int | None) -> list[Event]:
        events = []
        for position, row in enumerate(self._recorder.select(holder, first, last), first + 1):
            if row.originator_version != position:
                raise self._damage(holder, position, "it is missing")
            try:
                event = EVENTS.decode(row.topic, row.state)
            except UnreadableEvent as error:
                raise self._damage(holder, position, str(error)) from error
            if event.position != position:
                raise self._damage(holder, position, f"it calls itself event {event.position}")
            events.append(event)
        return events

    def _damage(self, game: str, position: int, damage: str) -> StoreDamaged:
        rescue = "restore it from a copy"
        if position > 1:
            rescue += f", or read the game up to position {position - 1}"
        return StoreDamaged(self.where, f"game {game}, event {position} cannot be read ({damage})", rescue)

    # --- the list of games ------------------------------------------------------------------------------------------

    def games(self) -> list[GameInfo]:
        """All games and branches, in the order in which they were made."""
        self._refresh()
        if self._damaged:
            raise self._damaged
        return self._counted(list(self._catalogue))

    def info(self, game: str) -> GameInfo:
        """One of them."""
        game = self._known(game)
        self._refresh()
        return self._counted([self._catalogue[game]])[0]

    def children(self, game: str) -> list[GameInfo]:
        """The branches that leave this game, by position."""
        game = self._known(game)
        self._refresh()
        found = [info for info in self._catalogue if info.reads_from and info.reads_from.game == game]
        return self._counted(sorted(found, key=lambda info: info.starts_after))

    def rename(self, game: str, title: str) -> None:
        """Give a game or branch another title."""
        self._record([Renamed(game=self._known(game), title=title)])

    def comment(self, game: str, comment: str) -> None:
        """Give a game or branch another comment."""
        self._record([Commented(game=self._known(game), comment=comment)])

    def _counted(self, games: list[GameInfo]) -> list[GameInfo]:
        lengths = self._recorder.lengths([info.id for info in games])
        return [msgspec.structs.replace(info, events=lengths.get(info.id, info.starts_after)) for info in games]

    def _known(self, game: str) -> str:
        """The id in small letters, if there is such a game."""
        small = game.lower()
        if small not in self._catalogue:
            self._refresh()
        if small not in self._catalogue:
            if self._damaged:
                raise self._damaged
            raise NoSuchGame(game, self._near(small))
        return small

    def _near(self, game: str) -> list[str]:
        """Up to three games whose title or id may have been meant."""
        named = {info.title.lower(): info.id for info in self._catalogue if info.title}
        near = [named[title] for title in get_close_matches(game, named, n=2)]
        near += get_close_matches(game, [info.id for info in self._catalogue], n=3, cutoff=0.5)
        return list(dict.fromkeys(near))[:3]

    # --- the catalogue ----------------------------------------------------------------------------------------------

    def _refresh(self) -> None:
        """Fold what has been noted since, by whatever program. One bad entry does not lock up the other games."""
        with self._lock:
            for row in self._recorder.select(CATALOGUE, self._catalogue.entries):
                expected, number = self._catalogue.entries + 1, row.originator_version
                if number != expected:
                    self._note_damage(expected, "it is missing")
                try:
                    self._catalogue.apply(number, ENTRIES.decode(row.topic, row.state))
                except UnreadableEvent as error:
                    self._note_damage(number, str(error))
                except KeyError as game:
                    self._note_damage(number, f"there is no game {game}")

    def _note_damage(self, number: int, damage: str) -> None:
        self._catalogue.entries = number
        what = f"entry {number} of the list of games cannot be read ({damage})"
        rescue = "the other games can still be read by their ids"
        self._damaged = self._damaged or StoreDamaged(self.where, what, rescue)

    def _record(
        self, entries: Sequence[Entry], rows: Sequence[Row] = (), check: Callable[[], None] = lambda: None
    ) -> None:
        """Note entries and save rows in one transaction, for as long as the check does not object.

        If a position is taken, either the check finds out why on the next round, or it was only the catalogue that
        another program has added to: then try again. If it was neither, `PositionTaken`.
        """
        with self._lock:
            seen = -1
            while True:
                self._refresh()
                check()
                first = self._catalogue.entries + 1
                noted = [(CATALOGUE, first + i, *ENTRIES.encode(entry)) for i, entry in enumerate(entries)]
                try:
                    self._recorder.insert([*rows, *noted])
                except PositionTaken:
                    if seen == first:
                        raise
                    seen = first
                else:
                    for number, entry in enumerate(entries, first):
                        self._catalogue.apply(number, entry)
                    return


def _rows(game: str, after: int, batch: Sequence[Event]) -> list[Row]:
    encode = EVENTS.encode
    rows = [(game, event.position, *encode(event)) for event in batch]
    if [row[1] for row in rows] != list(range(after + 1, after + 1 + len(rows))):
        raise ValueError(f"the positions of a batch behind {after} begin with {after + 1} and leave none out")
    return rows


def _result(batch: Sequence[Event]) -> Result | None:
    for event in batch:
        if isinstance(event, GameWon):
            return Result(position=event.position, seats=event.seats, victory_points=event.victory_points)
    return None


def _now() -> datetime:
    return datetime.now(UTC).replace(microsecond=0)
