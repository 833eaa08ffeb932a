"""The store of games: append-only logs, branches that share their parent's events, and a list of games.

    with open_store() as store:
        game = store.create([GameBegun(position=1, …), …], title="Friday night")
        store.append(game, after=2, batch=[…])
        branch = store.branch(game, position=2, title="what if")
        store.read(branch)

A store may be shared by threads and by programs, but not across a fork: open one in each process.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING

import msgspec

from events.batches import (
    FAR,
    Head,
    Row,
    beginning,
    checked_head,
    head_of,
    in_one_go,
    is_beginning,
    numbered,
    packed,
    stored_in,
    unpacked,
)
from events.catalogue import (
    ENTRIES,
    Commented,
    Deleted,
    Deletion,
    Ended,
    Entry,
    GameEntered,
    GameInfo,
    Origin,
    Pruned,
    Renamed,
    Restored,
    Result,
    Verified,
)
from events.copying import copy
from events.errors import (
    GameDamaged,
    GameDeleted,
    GameExists,
    GameHasMovedOn,
    HasBranches,
    NoSuchPosition,
    NotDeleted,
    PositionTaken,
    SmashUpError,
    StoreDamaged,
    StoreUnavailable,
    UnreadableEvent,
)
from events.game_list import GameList
from events.log_check import log_fault
from events.names import check_names, check_title, displayed_names, displayed_text, warn_of_names
from events.schemas import CATALOGUE
from events.versions import EVENTS
from events.vocabulary import Asked, Event, GameBegun, GameWon

if TYPE_CHECKING:
    from events.recorders import Recorder

SETTING = "SMASHUP_DB"
MEMORY = ":memory:"

ROW = 60_000
"""Minimum bytes of events in each row of a game that is stored at once.

A game in rows of this size takes 16 kB; in rows of 2,000 bytes it takes 27. In return, reading a few events from the middle
takes half a millisecond longer, because a row is read as a whole."""
PARTS = ("database", "list of games")  # what `check` checks before the games
RESTORE = "restore it from a copy"
UP_TO = "read it up to a position"


def open_store(location: str | Path | None = None, *, look: bool = False, make: bool = True) -> Store:
    """Open a store, creating it if it is missing and `make` allows it. With `look` nothing is created or upgraded.

    `location` is a file, ":memory:" or a URL postgresql://…; the default is the setting SMASHUP_DB, or else a file in
    the user's data folder. A store that does not exist and is not created is empty. Raises `StoreUnavailable`.
    """
    # Imported here because the library takes longer to import than all our modules, and most commands need no store.
    from events import recorders

    if location is not None and not str(location).strip():
        raise StoreUnavailable("without a name", "name a file or an address")
    named = str(location or os.environ.get(SETTING) or "")
    if named == MEMORY:
        return Store(recorders.MemoryRecorder())
    if named.startswith(("postgresql://", "postgres://")):
        return Store(recorders.open_postgres(named, look=look))
    if "://" in named:
        raise StoreUnavailable(named.partition("://")[0] + "://…", "only files and postgresql:// are known")
    file = Path(named).expanduser().absolute() if named else _default_file()
    if not named and not file.exists() and (look or not make):
        return Store(recorders.Nothing(str(file)))
    if look:
        return Store(recorders.look_into_sqlite(file))
    # Worker processes receive the default file by its name (`place`), perhaps before anything was stored there.
    if not named or (make and not file.parent.is_dir() and file == _default_file()):
        _make_folder(file.parent)
    return Store(recorders.open_sqlite(file, make=make))


def _default_file() -> Path:
    import platformdirs

    return platformdirs.user_data_path("smashup", appauthor=False) / "games.db"


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise StoreUnavailable(str(folder), str(error.strerror)) from error


def place(location: str | Path | None = None) -> str:
    """Return where a store is, in words that mean the same to another process: the setting, with a file's full path."""
    named = str(location or os.environ.get(SETTING) or "")
    if named == MEMORY or "://" in named:
        return named
    return str(Path(named).expanduser().absolute() if named else _default_file())


class NewGame(msgspec.Struct, frozen=True, kw_only=True):
    """A game that was played to its end before it is stored."""

    id: str
    log: Sequence[Event]
    title: str = ""
    seed: int | None = None

    @property
    def begun(self) -> GameBegun:
        """Return its first event. Raises `ValueError` for any other beginning."""
        if not self.log or not isinstance(begun := self.log[0], GameBegun):
            raise ValueError("a game begins with GameBegun")
        return begun

    def entries(self) -> list[Entry]:
        """Return its entries for the list of games."""
        begun, result = self.begun, _result(self.log)
        entered = GameEntered(
            game=self.id, edition=begun.edition, seats=begun.seats, created=_now(), title=self.title, seed=self.seed
        )
        return [entered, Ended(game=self.id, result=result)] if result else [entered]


class Store:
    """The games of one store, found by id (in any case), by an unambiguous start of an id, or as `last`.

    Use `open_store`. A method given an unknown game raises `NoSuchGame`, `AmbiguousGame` or `GameDeleted`.
    """

    def __init__(self, recorder: Recorder) -> None:
        self._recorder = recorder
        heads: dict[str, Head] = {}
        self._known_heads = heads  # the last known head of each game, which may have grown since
        self._list = GameList(recorder, pruned=lambda game: heads.pop(game, None))  # the id can be used again
        self._catalogue = self._list.catalogue

    @property
    def where(self) -> str:
        """Return the file or address, for display."""
        return self._recorder.where

    @property
    def schema(self) -> int:
        """Return the version of its tables; 0 if there are none."""
        return self._recorder.schema

    def grant(self, role: str) -> list[str]:
        """Grant a role of the server read and append only. Returns the statements executed."""
        return self._recorder.grant(role)

    def copy_into(self, target: Store, progress: Callable[[int], None] = lambda rows: None) -> int:
        """Copy everything that another store does not have yet. Returns the number of rows.

        `progress` is called with the number of rows so far. Raises `NotACopy` if the other store holds anything else.
        """
        return copy(self._recorder, target._recorder, progress)

    def close(self) -> None:
        """Close the database. Everything is already saved."""
        self._list.close()
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
        """Store a new game that begins with this batch. Returns its id.

        The default title is its scenario's. `copied_from`: it was a branch in another store. Raises `GameExists` or
        `BadGameId`.
        """
        if not batch or not isinstance(begun := batch[0], GameBegun):
            raise ValueError("a game begins with GameBegun")
        check_names(seat.name for seat in begun.seats)
        check_title(title or begun.scenario, comment)
        game = self._list.new_id(id)
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

    def create_all(self, games: Sequence[NewGame]) -> list[str]:
        """Store those of these complete games that are missing, in one transaction. Returns their ids.

        Storing the same games again, or at the same time, stores nothing twice. The list of games is appended to but
        not read, since it may be long.
        """
        for game in games:
            check_names(seat.name for seat in game.begun.seats)
            check_title(game.title)
            _check_positions(0, game.log)
            self._list.new_id(game.id)
        stored = {game.id: (game, _rows(game.id, beginning(game.id), game.log)[0]) for game in games}
        seen: Head | None = None
        while True:
            heads = self._recorder.heads([CATALOGUE, *stored])
            head = heads.pop(CATALOGUE, None) or beginning(CATALOGUE)
            new = [pair for id, pair in stored.items() if id not in heads]
            if not new:
                return []
            if head.last < 0 or head == seen:
                raise StoreDamaged(self.where, "where the list of games ends cannot be read", RESTORE)
            noted, _ = packed(CATALOGUE, head, [ENTRIES.encode(entry) for game, _ in new for entry in game.entries()])
            try:
                self._recorder.insert([*(row for _, rows in new for row in rows), noted])
            except PositionTaken:  # another program was first, with an entry of the list or with these very games
                seen = head
            else:
                return [game.id for game, _ in new]

    def holding(self, games: Sequence[str]) -> set[str]:
        """Return which of these ids have events here, deleted or not, without reading the list of games."""
        return set(self._recorder.heads(games)) if games else set()

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
        """Store a branch that leaves its parent after this position. Returns its id. Nothing is copied.

        Raises `NoSuchPosition` if the parent does not have that position, and `GameExists` or `BadGameId`.
        """
        check_title(title, comment)
        origin = self.info(parent)
        if not 1 <= position <= origin.events:
            raise NoSuchPosition(origin.id, position, origin.events)
        game = self._list.new_id(id)
        entry = GameEntered(
            game=game,
            edition=origin.edition,
            seats=origin.seats,
            created=_now(),
            title=title,
            comment=comment,
            seed=seed,
            parent=Origin(origin.id, position),
            begins=True,
        )
        self._enter(entry, position, batch)
        return game

    def _enter(self, entry: GameEntered, after: int, batch: Sequence[Event]) -> None:
        result = _result(batch)

        def entries() -> list[Entry]:
            if entry.game in self._catalogue:
                deleted = self._catalogue[entry.game].deleted
                raise GameDeleted(entry.game) if deleted else GameExists(entry.game)
            if entry.parent and not entry.copied:
                self._list.find(entry.parent.game)  # another program may have deleted it
            return [entry, Ended(game=entry.game, result=result)] if result else [entry]

        _check_positions(after, batch)
        rows, head = _rows(entry.game, beginning(entry.game, after), batch)
        try:
            self._list.record(entries, lambda: rows)
        except PositionTaken as error:  # a game whose entry in the list is lost
            raise GameExists(entry.game) from error
        self._known_heads[entry.game] = head

    # --- appending --------------------------------------------------------------------------------------------------

    def append(self, game: str, after: int, batch: Sequence[Event]) -> int:
        """Append a batch after position `after`, all of it or nothing. Returns the new last position.

        If two writers append at once, one gets `GameHasMovedOn`, unless the stored batch is this very one: then it was
        saved by an attempt whose confirmation was lost.
        """
        self._list.refresh()  # do not append to a game that another program has deleted
        game = self._list.find(game)
        _check_positions(after, batch)
        try:
            rows, head = _rows(game, self._must_stand(game, after), batch)
            if result := _result(batch):
                # Checked again in the same transaction: the list must not record the end of a game that took another
                # course.
                self._list.record(
                    lambda: [Ended(game=game, result=result)],
                    lambda: _rows(game, self._must_stand(game, after, look=True), batch)[0],
                )
            elif rows:
                self._recorder.insert(rows)
        except (PositionTaken, GameHasMovedOn) as error:
            if not batch or self.read(game, after + len(batch), after=after) != list(batch):
                raise GameHasMovedOn(game, after) from error
            head = self._head(game)
        self._known_heads[game] = head
        return after + len(batch)

    def _must_stand(self, game: str, after: int, *, look: bool = False) -> Head:
        # A database refuses a position that is taken, but not one that leaves a gap. A game never shrinks, so a
        # position it has had needs no query.
        head = self._known_heads.get(game)
        if look or head is None or after > head.last:
            head = self._known_heads[game] = self._head(game)
        if after != head.last:
            raise GameHasMovedOn(game, after)
        return head

    def _head(self, game: str) -> Head:
        """Return the head of a game. A branch may end where it begins."""
        head = self._whole(self._catalogue[game], self._recorder.heads([game]).get(game))
        if head is None:
            raise self._endless(game)
        return head

    def _whole(self, info: GameInfo, head: Head | None) -> Head | None:
        """Return the head of a game as stored, or None if it was lost."""
        ended = info.result.position if info.result else 0  # according to the list, so it cannot have fewer events
        if info.starts_after >= max(ended, 1) and (head is None or is_beginning(info.id, head)):
            if head is None and info.begins:
                return None
            own = self._recorder.row_at(info.id, FAR) is not None
            return None if own else beginning(info.id, info.starts_after)  # a branch without events of its own yet
        return head if head is not None and head.last >= max(ended, info.starts_after + 1) else None

    def _endless(self, game: str) -> StoreDamaged:
        return StoreDamaged(self.where, f"where game {game} ends cannot be read", UP_TO, self._said(game))

    def _said(self, game: str) -> int:
        """Return the end of the game according to its last row."""
        row = self._recorder.row_at(game, FAR)
        return max(0, head_of(*row).last) if row else 0

    # --- reading ----------------------------------------------------------------------------------------------------

    def read(self, game: str, upto: int | None = None, *, after: int = 0) -> list[Event]:
        """Return the events after position `after`, up to and including `upto`, whichever game stores them.

        Raises `StoreDamaged` for an unreadable event, and `GameDamaged` if the log is read from its beginning and an
        event cannot follow those before it.
        """
        return self._read_checked(self._list.find(game), upto, after)

    def _read_checked(self, game: str, upto: int | None = None, after: int = 0) -> list[Event]:
        events = self._read(game, upto, after)
        if not after and (fault := log_fault(events)):
            raise GameDamaged(game, *fault)
        return events

    def _read(self, game: str, upto: int | None = None, after: int = 0) -> list[Event]:
        events: list[Event] = []
        after, upto = min(after, FAR), None if upto is None else min(upto, FAR)  # databases hold no larger numbers
        for holder, first, last in self._holders(game, after, upto):
            rows = self._held(holder, first, last)
            # A branch leaves the parent there, so the parent once had that position: if it ends earlier, events were
            # lost.
            if last is not None and last != upto and len(rows) < last - first:
                raise self._damage(holder, first + len(rows) + 1, "it is missing")
            events += rows
        if events and isinstance(begun := events[0], GameBegun):
            events[0] = begun_as_displayed(begun, f"Game {game}")
        return events

    def read_sound(self, game: str) -> tuple[list[Event], StoreDamaged | None]:
        """Return the events up to where a game can be read, and what is wrong there."""
        try:
            return self.read(game), None
        except StoreDamaged as damage:
            if not damage.sound:
                raise
            return self.read(game, damage.sound), damage

    def length(self, game: str) -> int:
        """Return the last position, counted from the start of the first parent."""
        return self._length(self._list.find(game))

    def _length(self, game: str) -> int:
        return self._head(game).last

    def _holders(self, game: str, after: int, upto: int | None) -> list[tuple[str, int, int | None]]:
        """Return which games store these positions, oldest first: each after which position, and up to which."""
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
        """Return one stream's events after `first`, up to `last` or its end. Later rows are not read."""
        # If the end is wanted, look it up first: another program may append while we read.
        head = self._head(holder) if last is None else None
        events, here = self._follow(holder, first, head.last if head else last or 0)
        if head is None and last is not None and here.last < last:
            head = self._head(holder)  # fewer than asked for: check that there are no more
            if here.last < head.last:
                events, here = self._follow(holder, first, min(last, head.last))
                head = head if last >= head.last else None
        if head and first < head.last and here != head:
            raise self._damage(holder, here.last + 1, "it is missing" if here.last < head.last else "another was saved")
        return events

    def _follow(self, holder: str, first: int, last: int) -> tuple[list[Event], Head]:
        """Return the events between two positions, as far as there are rows, and the head of the last row."""
        rows = self._recorder.select(holder, first, last)
        start = self._catalogue[holder].starts_after
        if first > start and not (rows and rows[0][0] == first + 1):
            within = self._recorder.row_at(holder, first)  # the first requested event is in the middle of a batch
            rows[:0] = [within] if within is not None else []
        begins = rows[0][0] if rows else first + 1
        here = beginning(holder, start) if first == start else None
        batches: list[bytes] = []
        damage: StoreDamaged | None = None  # an earlier event may be damaged as well, and is reported first
        for row in rows:
            expected = here.last + 1 if here else min(first + 1, row[0])
            try:
                if row[0] != expected:
                    raise UnreadableEvent("it is missing")
                lines, here = unpacked(holder, row, here.seal if here else None)
            except UnreadableEvent as error:
                damage = self._damage(holder, expected, str(error))
                break
            batches.append(lines)
        events = self._decoded(holder, begins, min(here.last, last), here.last, batches) if here and batches else []
        if damage is not None:
            raise damage
        # The head of the last row, but not beyond `last` if only part of the row was asked for.
        return events[first + 1 - begins :], here or Head(first, b"")

    def _decoded(self, holder: str, first: int, last: int, end: int, batches: list[bytes]) -> list[Event]:
        """Return the events from one position to another, out of batches that end there or later."""
        lines = b"\n".join(batches)
        if whole := in_one_go(lines, EVENTS.openings):
            with suppress(msgspec.MsgspecError):
                events = EVENTS.decode_array(whole)
                if len(events) == end + 1 - first and numbered(first, events):
                    return events[: last + 1 - first]
        # An old format, or damage behind a valid seal: decode one by one to say what is wrong where.
        events = []
        for position, (topic, payload) in enumerate(stored_in(first, lines)[: last + 1 - first], first):
            try:
                event = EVENTS.decode(topic, payload)
            except UnreadableEvent as error:
                raise self._damage(holder, position, str(error)) from error
            if event.position != position:
                raise self._damage(holder, position, f"it says it is event {event.position}")
            events.append(event)
        return events

    def _damage(self, game: str, position: int, damage: str) -> StoreDamaged:
        rescue = RESTORE
        if position > 1:
            rescue += f", or read the game up to position {position - 1}"
        return StoreDamaged(
            self.where, f"game {game}, event {position} cannot be read ({damage})", rescue, position - 1
        )

    # --- the list of games ------------------------------------------------------------------------------------------

    def games(self) -> list[GameInfo]:
        """Return all readable games and branches, in the order in which they were created. `damage` lists the
        others."""
        return [info for info in self._listed()[0] if not info.deleted]

    def deleted(self) -> list[GameInfo]:
        """Return the games that were deleted but not yet pruned, in the same order."""
        return [info for info in self._listed()[0] if info.deleted]

    @property
    def damage(self) -> list[StoreDamaged]:
        """Return what is wrong with the list of games."""
        return self._listed()[1]

    def check(self, sound: Container[str] = ()) -> Iterator[tuple[str, SmashUpError | None]]:
        """Read everything and yield each part with what is wrong with it, or None: the database, the list, each
        game. Games known to be `sound` are not read."""
        faults = self._recorder.faults()
        yield (
            PARTS[0],
            StoreDamaged(self.where, f"the database itself finds: {faults[0]}", RESTORE) if faults else None,
        )
        damage = [*self._list.check(), *self.damage]
        yield PARTS[1], damage[0] if damage else None
        for info in self._catalogue:
            try:
                if info.id not in sound:
                    self._read_checked(info.id)
            except SmashUpError as error:
                yield info.id, error
            else:
                yield info.id, None
        for stream in sorted(self._recorder.streams() - {CATALOGUE, *(info.id for info in self._catalogue)}):
            yield stream, StoreDamaged(self.where, f"{stream!r} has events, but is not in the list of games", RESTORE)

    def _listed(self) -> tuple[list[GameInfo], list[StoreDamaged]]:
        self._list.refresh()
        known = list(self._catalogue)
        heads = self._recorder.heads([info.id for info in known]) if known else {}
        listed, damage = [], list(self._list.damage.values())
        for info in known:
            head = self._whole(info, heads.get(info.id))
            if head is None:
                damage.append(self._endless(info.id))
            else:
                listed.append(msgspec.structs.replace(info, events=head.last))
        if not known and not damage and self._recorder.streams() - {CATALOGUE}:
            damage.append(StoreDamaged(self.where, "the list of games is empty, but there are games", RESTORE))
        return listed, damage

    def info(self, game: str) -> GameInfo:
        """Return the entry of one game."""
        game = self._list.find(game)
        self._list.refresh()
        try:
            events = self._length(game)
        except StoreDamaged as damage:  # whoever reads that far reports it
            events = damage.sound
        return msgspec.structs.replace(self._catalogue[game], events=events)

    def children(self, game: str) -> list[GameInfo]:
        """Return the branches that leave this game, by position."""
        game = self._list.find(game)
        self._list.refresh()
        games = self._readable(self._catalogue.branches(game))
        return sorted(games, key=lambda info: info.starts_after)

    def tree(self, game: str) -> list[GameInfo]:
        """Return the game from which this one comes, and everything that branches off it."""
        game = self._list.find(game)
        self._list.refresh()
        root = [self._catalogue[game], *self._catalogue.parents_of(game)][-1]
        return self._readable([root, *self._catalogue.branches_of(root.id)])

    def _readable(self, games: Sequence[GameInfo]) -> list[GameInfo]:
        """Return those of these games that are not deleted and whose end is known, each with its length."""
        living = [info for info in games if not info.deleted]
        heads = self._recorder.heads([info.id for info in living]) if living else {}
        whole = [(info, self._whole(info, heads.get(info.id))) for info in living]
        return [msgspec.structs.replace(info, events=head.last) for info, head in whole if head]

    def rename(self, game: str, title: str) -> None:
        check_title(title)
        self._list.record(lambda: [Renamed(game=self._list.find(game), title=title)])

    def comment(self, game: str, comment: str) -> None:
        check_title("", comment)
        self._list.record(lambda: [Commented(game=self._list.find(game), comment=comment)])

    def verified(self, game: str) -> Verified | None:
        """Return the latest verification of these very events, or None. Compares all checksums and decodes nothing."""
        game = self._list.find(game)
        self._list.refresh()
        known = self._catalogue.verification(game)
        if known is None or known.seal != self._seal(game, known.position):
            return None
        return known if self._unchanged(game, known.position) else None

    def note_verified(self, entries: Iterable[Verified]) -> None:
        """Record what was verified. The store fills in the seals."""
        known = [msgspec.structs.replace(verified, game=self._list.find(verified.game)) for verified in entries]
        self._list.record(
            lambda: [
                msgspec.structs.replace(verified, seal=self._seal(verified.game, verified.position))
                for verified in known
            ]
        )

    def _unchanged(self, game: str, position: int) -> bool:
        """Return whether every row up to a position has the right checksum and follows the one before."""
        for holder, first, last in self._holders(game, 0, position):
            here = beginning(holder, first)
            for row in self._recorder.select(holder, first, last or FAR):
                try:
                    if row[0] != here.last + 1:
                        return False
                    here = checked_head(holder, row, here.seal)
                except UnreadableEvent:
                    return False
            if here.last < (last or 0):
                return False
        return True

    def _seal(self, game: str, position: int) -> str:
        """Return what identifies the events up to a position: the seal of the row there and, for each parent, of the
        row where the branch leaves.
        """
        rows = [self._recorder.row_at(holder, last or FAR) for holder, _, last in self._holders(game, 0, position)]
        return ".".join(head_of(*row).seal.hex() if row else "" for row in rows)

    @property
    def read_models(self) -> Path | None:
        """Return the file that holds this store's read models, if it can have any."""
        return self._recorder.read_models

    def seals(self, games: Sequence[str]) -> dict[str, str]:
        """Return what identifies all events of each of these games; a game whose end cannot be read is left out."""
        self._list.refresh()
        heads = self._recorder.heads(games) if games else {}
        sealed = {}
        for game in games:
            info = self._catalogue[game]
            if info.reads_from is not None:
                sealed[game] = f"{self._length(game)} {self._seal(game, FAR)}"
            elif head := self._whole(info, heads.get(game)):
                sealed[game] = f"{head.last} {head.seal.hex()}"
        return sealed

    def delete(self, game: str, *, branches: bool = False) -> list[str]:
        """Delete a game, with all its branches if `branches` allows it. Returns the ids. Events are kept until `prune`.

        Raises `HasBranches`.
        """
        deletion = Deletion(_now(), game := self._list.find(game))

        def entries() -> list[Deleted]:
            leaving = [info.id for info in self._catalogue.branches_of(self._list.find(game)) if not info.deleted]
            if leaving and not branches:
                raise HasBranches(game, leaving)
            return [Deleted(game=id, deletion=deletion) for id in (game, *leaving)]

        return self._list.record(entries)

    def restore(self, game: str) -> list[str]:
        """Restore a deleted game, the branches deleted with it, and the games it reads from. Returns the ids.

        Raises `NotDeleted`.
        """
        game = self._list.find(game, deleted=True)

        def entries() -> list[Restored]:
            if not self._catalogue[self._list.find(game, deleted=True)].deleted:
                raise NotDeleted(game)
            parents = [info.id for info in self._catalogue.parents_of(game) if info.deleted]
            branches = self._catalogue.branches_of(game)
            along = [info.id for info in branches if info.deleted and info.deleted.along_with == game]
            return [Restored(game=id) for id in (*reversed(parents), game, *along)]

        return self._list.record(entries)

    def prune(self) -> list[str]:
        """Remove deleted games for good and return their ids. Nothing else removes events from a store."""
        return self._list.record(lambda: [Pruned(game=info.id) for info in self._catalogue if info.deleted])


def begun_as_displayed(begun: GameBegun, game: str) -> GameBegun:
    """Return the beginning of a game with names that can be displayed; a warning says which were changed."""
    stored = [seat.name for seat in begun.seats]
    shown = displayed_names(stored)
    scenario = displayed_text(begun.scenario)
    if [*shown, scenario] == [*stored, begun.scenario]:
        return begun
    warn_of_names(game, stored, shown)
    seats = tuple(msgspec.structs.replace(seat, name=name) for seat, name in zip(begun.seats, shown, strict=True))
    return msgspec.structs.replace(begun, seats=seats, scenario=scenario)


def _check_positions(after: int, batch: Sequence[Event]) -> None:
    if [event.position for event in batch] != list(range(after + 1, after + 1 + len(batch))):
        raise ValueError(f"the positions of a batch behind {after} begin with {after + 1} and leave none out")


def _rows(game: str, head: Head, log: Sequence[Event]) -> tuple[list[Row], Head]:
    """Return events as rows that follow a head, and the new head. A row holds whole decisions, at least `ROW` bytes of
    them."""
    encode = EVENTS.encode
    rows, batch, size = [], [], 0
    for number, event in enumerate(log, 1):
        batch.append(stored := encode(event))
        size += len(stored[1])
        if number == len(log) or (size > ROW and type(event) is Asked):
            row, head = packed(game, head, batch)
            rows.append(row)
            batch, size = [], 0
    return rows, head


def _result(batch: Sequence[Event]) -> Result | None:
    for event in batch:
        if isinstance(event, GameWon):
            return Result(position=event.position, seats=event.seats, victory_points=event.victory_points)
    return None


def _now() -> datetime:
    return datetime.now(UTC).replace(microsecond=0)
