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
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from difflib import get_close_matches
from pathlib import Path
from threading import RLock
from types import TracebackType
from typing import TYPE_CHECKING

import msgspec

from events.batches import FAR, Found, Head, Row, beginning, head_of, in_one_go, numbered, packed, stored_in, unpacked
from events.catalogue import (
    ENTRIES,
    Catalogue,
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
    AmbiguousGame,
    BadGameId,
    GameDeleted,
    GameExists,
    GameHasMovedOn,
    HasBranches,
    NoSuchGame,
    NoSuchPosition,
    NotDeleted,
    PositionTaken,
    SmashUpError,
    StoreDamaged,
    StoreUnavailable,
    UnreadableEvent,
)
from events.names import check_names, check_title
from events.schemas import CATALOGUE
from events.versions import EVENTS
from events.vocabulary import Asked, Event, GameBegun, GameWon

if TYPE_CHECKING:
    from events.recorders import Recorder

SETTING = "SMASHUP_DB"
MEMORY = ":memory:"

GAME_ID = re.compile(r"[a-z0-9][a-z0-9-]{0,39}")
LAST = "last"
"""What players call the latest game; no new one has that id."""
ROW = 2_000  # bytes of events, at least, in each row of a game that is stored at once: small rows pack badly
PARTS = ("database", "list of games")  # what `check` looks at before the games
RESTORE = "restore it from a copy"
UP_TO = "read it up to a position"
LETTERS = "23456789abcdefghjkmnpqrstvwxyz"  # without 0 and o, 1, i and l, u and v


def open_store(location: str | Path | None = None, *, look: bool = False, make: bool = True) -> Store:
    """Open a store, made if it is not there and may be; only to `look` into it, nothing is made or brought up to date.

    `location` is a file, ":memory:" or a URL postgresql://…; without one, the setting SMASHUP_DB says, and without
    that it is a file in the user's data folder, which is empty as long as it is not there.
    """
    # Only here: the library takes longer to import than all of ours, and most commands need no store.
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
    if not named:
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
    """Where a store is, in words that mean the same to another process: the setting, and a file's whole path."""
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
        """How it begins."""
        if not self.log or not isinstance(begun := self.log[0], GameBegun):
            raise ValueError("a game begins with GameBegun")
        return begun

    def entries(self) -> list[Entry]:
        """What is noted about it."""
        begun, result = self.begun, _result(self.log)
        entered = GameEntered(
            game=self.id, edition=begun.edition, seats=begun.seats, created=_now(), title=self.title, seed=self.seed
        )
        return [entered, Ended(game=self.id, result=result)] if result else [entered]


class Store:
    """Games by their ids, which are the same in capitals: the beginning that only one has will do, and `last` is the
    latest. Use `open_store`."""

    def __init__(self, recorder: Recorder) -> None:
        self._recorder = recorder
        self._catalogue = Catalogue()
        self._noted = beginning(CATALOGUE)  # the head of the catalogue, as far as it was read
        self._list_damage: dict[int, StoreDamaged] = {}  # entries of the catalogue that cannot be read
        self._lock = RLock()  # over the catalogue
        self._known_heads: dict[str, Head] = {}  # where each game is known to have been; it may have moved on by now

    @property
    def where(self) -> str:
        """The file or address, to be shown."""
        return self._recorder.where

    @property
    def schema(self) -> int:
        """The version of its tables; 0 if there are none."""
        return self._recorder.schema

    def grant(self, role: str) -> list[str]:
        """Let a role of a server's read and append and nothing else; what the server was told."""
        return self._recorder.grant(role)

    def copy_into(self, target: Store, told: Callable[[int], None] = lambda rows: None) -> int:
        """Copy everything that another store does not have yet, as it is; how many rows."""
        return copy(self._recorder, target._recorder, told)

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
        check_names(seat.name for seat in begun.seats)
        check_title(title or begun.scenario, comment)
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

    def create_all(self, games: Sequence[NewGame]) -> list[str]:
        """Store whole games in one transaction, those that are not there yet; the ids of these.

        Whoever stores the same games again, or at the same time, stores nothing twice. The list of games is added to,
        not read: it may be long.
        """
        for game in games:
            check_names(seat.name for seat in game.begun.seats)
            check_title(game.title)
            _check_positions(0, game.log)
            self._new_id(game.id)
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
            except PositionTaken:  # another program was first: with an entry of the list, or with these very games
                seen = head
            else:
                return [game.id for game, _ in new]

    def holding(self, games: Sequence[str]) -> set[str]:
        """Which of these ids have events here, deleted or not, without a look into the list."""
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
        """Store a branch that leaves its parent after this position; its id. Nothing is copied."""
        check_title(title, comment)
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
        if not GAME_ID.fullmatch(game := wanted.lower()) or game == LAST:
            raise BadGameId(wanted)
        return game

    def _enter(self, entry: GameEntered, after: int, batch: Sequence[Event]) -> None:
        result = _result(batch)

        def entries() -> list[Entry]:
            if entry.game in self._catalogue:
                deleted = self._catalogue[entry.game].deleted
                raise GameDeleted(entry.game) if deleted else GameExists(entry.game)
            if entry.parent and not entry.copied:
                self._known(entry.parent.game)  # which another program may have deleted by now
            return [entry, Ended(game=entry.game, result=result)] if result else [entry]

        _check_positions(after, batch)
        rows, head = _rows(entry.game, beginning(entry.game, after), batch)
        try:
            self._record(entries, lambda: rows)
        except PositionTaken as error:  # a game whose entry in the catalogue is lost
            raise GameExists(entry.game) from error
        self._known_heads[entry.game] = head

    # --- appending --------------------------------------------------------------------------------------------------

    def append(self, game: str, after: int, batch: Sequence[Event]) -> int:
        """Add a batch behind position `after`, all of it or nothing; the position now reached.

        Of two writers at once one wins; the other gets `GameHasMovedOn`, unless this very batch is what stands there:
        then it was saved in a try whose answer was lost.
        """
        self._refresh()  # nothing is added to a game that another program has deleted
        game = self._known(game)
        _check_positions(after, batch)
        try:
            rows, head = _rows(game, self._must_stand(game, after), batch)
            if result := _result(batch):
                # Another look in the same breath: the list must not note the end of a game that went on otherwise.
                self._record(
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
        # A database refuses a position that is taken, but not one that leaves a gap. A game never shrinks: a position
        # it has had needs no look.
        head = self._known_heads.get(game)
        if look or head is None or after > head.last:
            head = self._known_heads[game] = self._head(game)
        if after != head.last:
            raise GameHasMovedOn(game, after)
        return head

    def _head(self, game: str) -> Head:
        """Where a game ends; a branch may end where it begins."""
        head = self._whole(self._catalogue[game], self._recorder.heads([game]).get(game))
        if head is None:
            raise self._endless(game)
        return head

    def _whole(self, info: GameInfo, head: Head | None) -> Head | None:
        """The head of a game as it was found; None if it was lost."""
        ended = info.result.position if info.result else 0  # as the list says: it cannot have fewer events
        if head is None and info.starts_after >= max(ended, 1) and self._recorder.row_at(info.id, FAR) is None:
            return beginning(info.id, info.starts_after)  # a branch that has not gone on
        return head if head is not None and head.last >= max(ended, info.starts_after + 1) else None

    def _endless(self, game: str) -> StoreDamaged:
        return StoreDamaged(self.where, f"where game {game} ends cannot be read", UP_TO, self._said(game))

    def _said(self, game: str) -> int:
        """Where the last row says that the game ends."""
        row = self._recorder.row_at(game, FAR)
        return max(0, head_of(*row).last) if row else 0

    # --- reading ----------------------------------------------------------------------------------------------------

    def read(self, game: str, upto: int | None = None, *, after: int = 0) -> list[Event]:
        """The events behind position `after`, up to and with position `upto`, whatever game holds them."""
        return self._read(self._known(game), upto, after)

    def _read(self, game: str, upto: int | None = None, after: int = 0) -> list[Event]:
        events: list[Event] = []
        after, upto = min(after, FAR), None if upto is None else min(upto, FAR)  # databases know no larger numbers
        for holder, first, last in self._holders(game, after, upto):
            held = self._held(holder, first, last)
            # A branch left there, so the parent has been there: an end before that is a loss.
            if last is not None and last != upto and len(held) < last - first:
                raise self._damage(holder, first + len(held) + 1, "it is missing")
            events += held
        return events

    def read_sound(self, game: str) -> tuple[list[Event], StoreDamaged | None]:
        """The events up to where a game can be read, and what is wrong there."""
        try:
            return self.read(game), None
        except StoreDamaged as damage:
            if not damage.sound:
                raise
            return self.read(game, damage.sound), damage

    def length(self, game: str) -> int:
        """The last position, counted from the start of the first parent."""
        return self._length(self._known(game))

    def _length(self, game: str) -> int:
        return self._head(game).last

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
        """What one game holds behind a position, up to another or its end. What lies behind that is not touched."""
        # Where the end is wanted, it is looked up first: another program may append while we read.
        head = self._head(holder) if last is None else None
        events, here = self._follow(holder, first, head.last if head else last or 0)
        if head is None and last is not None and here.last < last:
            head = self._head(holder)  # shorter than asked for: is that all?
            if here.last < head.last:
                events, here = self._follow(holder, first, min(last, head.last))
                head = head if last >= head.last else None
        if head and first < head.last and here != head:
            raise self._damage(holder, here.last + 1, "it is missing" if here.last < head.last else "another was saved")
        return events

    def _follow(self, holder: str, first: int, last: int) -> tuple[list[Event], Head]:
        """The events behind a position up to another as far as there are rows, and the head of the last row."""
        rows = self._recorder.select(holder, first, last)
        start = self._catalogue[holder].starts_after
        if first > start and not (rows and rows[0][0] == first + 1):
            within = self._recorder.row_at(holder, first)  # the first one wanted is in the middle of a batch
            rows[:0] = [within] if within is not None else []
        begins = rows[0][0] if rows else first + 1
        here = beginning(holder, start) if first == start else None
        batches: list[bytes] = []
        damage: StoreDamaged | None = None  # an event before it may be damaged as well, and is named first
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
        # The head of the last row, and not behind what was asked for, if only a part of it was.
        return events[first + 1 - begins :], here or Head(first, b"")

    def _decoded(self, holder: str, first: int, last: int, end: int, batches: list[bytes]) -> list[Event]:
        """The events from a position up to another, of batches that end there or behind it."""
        lines = b"\n".join(batches)
        if whole := in_one_go(lines, EVENTS.openings):
            with suppress(msgspec.MsgspecError):
                events = EVENTS.decode_array(whole)
                if len(events) == end + 1 - first and numbered(first, events):
                    return events[: last + 1 - first]
        # Written long ago, or damaged behind its seal: one by one, to say what is wrong where.
        events = []
        for position, (topic, payload) in enumerate(stored_in(first, lines)[: last + 1 - first], first):
            try:
                event = EVENTS.decode(topic, payload)
            except UnreadableEvent as error:
                raise self._damage(holder, position, str(error)) from error
            if event.position != position:
                raise self._damage(holder, position, f"it calls itself event {event.position}")
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
        """All games and branches that can be read, in the order in which they were made; `damage` tells of others."""
        return [info for info in self._list()[0] if not info.deleted]

    def deleted(self) -> list[GameInfo]:
        """Those that were deleted and not yet pruned, in the same order."""
        return [info for info in self._list()[0] if info.deleted]

    @property
    def damage(self) -> list[StoreDamaged]:
        """What is wrong with the list of games."""
        return self._list()[1]

    def check(self) -> Iterator[tuple[str, SmashUpError | None]]:
        """Read everything: the database as its own program sees it, the list, each game; what is wrong with each."""
        faults = self._recorder.faults()
        yield (
            PARTS[0],
            StoreDamaged(self.where, f"the database itself finds: {faults[0]}", RESTORE) if faults else None,
        )
        damage = self.damage
        yield PARTS[1], damage[0] if damage else None
        for info in self._catalogue:
            try:
                self._read(info.id)
            except SmashUpError as error:
                yield info.id, error
            else:
                yield info.id, None
        for stream in sorted(self._recorder.streams() - {CATALOGUE, *(info.id for info in self._catalogue)}):
            yield stream, StoreDamaged(self.where, f"{stream!r} has events, but is not in the list of games", RESTORE)

    def _list(self) -> tuple[list[GameInfo], list[StoreDamaged]]:
        self._refresh()
        known = list(self._catalogue)
        heads = self._recorder.heads([info.id for info in known]) if known else {}
        listed, damage = [], list(self._list_damage.values())
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
        """One of them."""
        game = self._known(game)
        self._refresh()
        try:
            events = self._length(game)
        except StoreDamaged as damage:  # whoever reads that far is told
            events = damage.sound
        return msgspec.structs.replace(self._catalogue[game], events=events)

    def children(self, game: str) -> list[GameInfo]:
        """The branches that leave this game, by position."""
        game = self._known(game)
        self._refresh()
        found = [info for info in self.games() if info.reads_from and info.reads_from.game == game]
        return sorted(found, key=lambda info: info.starts_after)

    def rename(self, game: str, title: str) -> None:
        """Give a game or branch another title."""
        check_title(title)
        self._record(lambda: [Renamed(game=self._known(game), title=title)])

    def comment(self, game: str, comment: str) -> None:
        """Give a game or branch another comment."""
        check_title("", comment)
        self._record(lambda: [Commented(game=self._known(game), comment=comment)])

    def verified(self, game: str, rules: str) -> int:
        """Up to which position these rules are known to lead to these very events."""
        game = self._known(game)
        self._refresh()
        known = self._catalogue.verified.get(game)
        if known is None or known.rules != rules or known.seal != self._seal(game, known.position):
            return 0
        return known.position

    def note_verified(self, positions: Mapping[str, int], rules: str) -> None:
        """Note up to which position the rules lead to the events of each of these games."""
        ids = {self._known(game): position for game, position in positions.items()}
        self._record(
            lambda: [
                Verified(game=game, position=position, seal=self._seal(game, position), rules=rules)
                for game, position in ids.items()
            ]
        )

    def _seal(self, game: str, position: int) -> str:
        """What tells the events up to a position from any others: the seal of the row there, and in each parent of the
        row from which the branch leaves."""
        rows = [self._recorder.row_at(holder, last or FAR) for holder, _, last in self._holders(game, 0, position)]
        return ".".join(head_of(*row).seal.hex() if row else "" for row in rows)

    def delete(self, game: str, *, branches: bool = False) -> list[str]:
        """Put a game away with all its branches, if it has any and they may go; the ids. Nothing is lost yet."""
        deletion = Deletion(_now(), game := self._known(game))

        def entries() -> list[Deleted]:
            leaving = [info.id for info in self._catalogue.branches_of(self._known(game)) if not info.deleted]
            if leaving and not branches:
                raise HasBranches(game, leaving)
            return [Deleted(game=id, deletion=deletion) for id in (game, *leaving)]

        return self._record(entries)

    def restore(self, game: str) -> list[str]:
        """Bring a deleted game back, with the branches that went with it, and the games it reads from; the ids."""
        game = self._known(game, deleted=True)

        def entries() -> list[Restored]:
            if not self._catalogue[self._known(game, deleted=True)].deleted:
                raise NotDeleted(game)
            parents = [info.id for info in self._catalogue.parents_of(game) if info.deleted]
            family = self._catalogue.branches_of(game)
            along = [info.id for info in family if info.deleted and info.deleted.along_with == game]
            return [Restored(game=id) for id in (*reversed(parents), game, *along)]

        return self._record(entries)

    def prune(self) -> list[str]:
        """Remove for good what was deleted: the ids. This alone takes events out of a store, whole games at a time."""
        return self._record(lambda: [Pruned(game=info.id) for info in self._catalogue if info.deleted])

    def _known(self, game: str, *, deleted: bool = False) -> str:
        """The id of the game that is meant: by its id, the beginning of it, or `last`."""
        small = game.lower()
        if small not in self._catalogue:
            self._refresh()
        if small not in self._catalogue:
            small = self._meant(game, deleted)
        if self._catalogue[small].deleted and not deleted:
            raise GameDeleted(small)
        return small

    def _meant(self, given: str, deleted: bool) -> str:
        small = given.lower()
        ids = [info.id for info in self._catalogue if bool(info.deleted) == deleted]
        if small == LAST and ids:
            return ids[-1]
        begun = [id for id in ids if id.startswith(small)] if small else []
        if len(begun) > 1:
            raise AmbiguousGame(given, begun)
        if begun:
            return begun[0]
        if self._list_damage:
            raise next(iter(self._list_damage.values()))
        raise NoSuchGame(given, self._near(small))

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
            head = self._recorder.heads([CATALOGUE]).get(CATALOGUE) or beginning(CATALOGUE)
            if head == self._noted:
                return
            whole = head.last >= 0
            for row in self._recorder.select(CATALOGUE, self._noted.last, head.last if whole else FAR):
                self._fold(row)
            if self._noted != head and (self._noted.seal or self._noted.last != head.last):
                self._note_damage(self._noted.last + 1 if whole else 0, "it is missing")
            self._noted = head if whole else self._noted

    def _fold(self, row: Found) -> None:
        expected, number = self._noted.last + 1, row[0]
        if number != expected:
            self._note_damage(expected, "it is missing")
        try:
            entries, self._noted = unpacked(CATALOGUE, row, (self._noted.seal or None) if number == expected else None)
        except UnreadableEvent as error:
            self._note_damage(number, str(error))
            # What follows must not suffer for it: the next row may follow any seal.
            self._noted = Head(max(number, head_of(*row).last), b"")
            return
        for entry, (topic, payload) in enumerate(stored_in(number, entries), expected):
            try:
                self._note(ENTRIES.decode(topic, payload))
            except UnreadableEvent as error:
                self._note_damage(entry, str(error))
            except KeyError as game:
                self._note_damage(entry, f"there is no game {game}")

    def _note(self, entry: Entry) -> None:
        self._catalogue.apply(entry)
        if isinstance(entry, Pruned):
            self._known_heads.pop(entry.game, None)  # another game may have its id one day

    def _note_damage(self, number: int, damage: str) -> None:
        what = f"entry {number} of the list of games cannot be read ({damage})"
        if not number:
            what = "where the list of games ends cannot be read"
        rescue = "the other games can still be read by their ids"
        self._list_damage.setdefault(number, StoreDamaged(self.where, what, rescue))

    def _record(
        self,
        wanted: Callable[[], Sequence[Entry]],
        rows: Callable[[], Sequence[Row]] = tuple,
    ) -> list[str]:
        """Note entries and save rows in one transaction, for as long as nothing objects; the games they are about.

        If a position is taken, either the entries or the rows find out why on the next round, or it was only the
        catalogue that another program has added to: then try again. If it was neither, `PositionTaken`.
        """
        with self._lock:
            seen = -1
            while True:
                self._refresh()
                entries = wanted()
                if not entries:
                    return []
                before = self._noted
                stored = [ENTRIES.encode(entry) for entry in entries]
                noted, after = packed(CATALOGUE, before, stored)
                try:
                    pruned = [entry.game for entry in entries if isinstance(entry, Pruned)]
                    self._recorder.insert([*rows(), noted], forget=pruned)
                except PositionTaken:
                    if seen == before.last:
                        raise
                    seen = before.last
                else:
                    for entry in entries:
                        self._note(entry)
                    self._noted = after
                    return [entry.game for entry in entries]


def _check_positions(after: int, batch: Sequence[Event]) -> None:
    if [event.position for event in batch] != list(range(after + 1, after + 1 + len(batch))):
        raise ValueError(f"the positions of a batch behind {after} begin with {after + 1} and leave none out")


def _rows(game: str, head: Head, log: Sequence[Event]) -> tuple[list[Row], Head]:
    """Events as rows that follow a head, and the head they make: a row ends with a decision, and has a few of them."""
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
