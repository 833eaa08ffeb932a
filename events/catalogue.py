"""What is known about a stored game without reading it: a small log, and its fold.

The store appends an entry in the same transaction that creates or ends a game, so listing games never reads their
events.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import Any, Protocol

import msgspec

from events.batches import Start, beginning
from events.names import LONGEST_COMMENT, displayed_names, displayed_text
from events.versions import Codec, Facts
from events.vocabulary import SeatSetup


class Origin(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where a branch leaves its parent: after this position."""

    game: str
    position: int


class Result(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How a game ended, and at which position."""

    position: int
    seats: tuple[int, ...]
    victory_points: tuple[int, ...]


class Deletion(msgspec.Struct, frozen=True):
    """When a game was deleted, and which game the user named: its branches are deleted and restored with it."""

    when: datetime
    along_with: str


class GameInfo(msgspec.Struct, frozen=True, kw_only=True):
    """A game in the list. `events` counts all positions, including those shared with the parent.

    `copied`: a branch imported from a file, complete; its parent is only named and never read. `begins`: a branch whose
    beginning was recorded, so that a missing record means a loss.
    """

    id: str
    title: str
    comment: str
    edition: str
    seats: tuple[SeatSetup, ...]
    created: datetime
    seed: int | None
    parent: Origin | None
    copied: bool
    begins: bool = False
    events: int = 0
    result: Result | None = None
    deleted: Deletion | None = None

    @property
    def made_up(self) -> bool:
        """Return whether it was recorded at a real table, so that hidden cards are only consistent with what was seen."""
        return any(seat.made_up for seat in self.seats)

    @property
    def reads_from(self) -> Origin | None:
        """Return the game that holds the first events of this one, and up to where; None if this game holds them
        all."""
        return None if self.copied else self.parent

    @property
    def starts_after(self) -> int:
        """The last position this game shares with its parent."""
        return self.reads_from.position if self.reads_from else 0


# --- the log --------------------------------------------------------------------------------------------------------


class Entry(
    msgspec.Struct, frozen=True, kw_only=True, tag_field="entry", omit_defaults=True, forbid_unknown_fields=True
):
    """An entry of the list, about one game."""

    game: str


class GameEntered(Entry, tag="game-entered", frozen=True, kw_only=True):
    """A game or a branch was created."""

    edition: str
    seats: tuple[SeatSetup, ...]
    created: datetime
    title: str = ""
    comment: str = ""
    seed: int | None = None
    parent: Origin | None = None
    copied: bool = False
    begins: bool = False  # where this branch begins is recorded beside its events, even before it has any


class Renamed(Entry, tag="renamed", frozen=True, kw_only=True):
    """A game or branch got a new title."""

    title: str


class Commented(Entry, tag="commented", frozen=True, kw_only=True):
    """A game or branch got a new comment."""

    comment: str


class Ended(Entry, tag="ended", frozen=True, kw_only=True):
    """A game was won."""

    result: Result


class Deleted(Entry, tag="deleted", frozen=True, kw_only=True):
    """A game or branch was deleted. Its events are kept until it is pruned."""

    deletion: Deletion


class Restored(Entry, tag="restored", frozen=True, kw_only=True):
    """A deleted game or branch was restored."""


class Pruned(Entry, tag="pruned", frozen=True, kw_only=True):
    """A deleted game or branch was removed for good with its events; its id can be used again."""


class Mistake(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A play against the rules in a game recorded at a table."""

    position: int
    turn: int
    player: str  # the current player
    does: str
    against: str
    rule: str

    def __str__(self) -> str:
        reason = f": {self.against}" if self.against else ""
        return f"turn {self.turn} ({self.player}), position {self.position}: {self.does}{reason}"


class Verified(Entry, tag="verified", frozen=True, kw_only=True):
    """The rules reproduced the same events, up to a position.

    Valid only for the rules named by `rules`, which include the cards of `sets` (none: of all sets), and the events named
    by `seal`, which the store fills in. The rest is what a report says about the game, so that nothing is read for it.
    """

    position: int
    seal: str = ""
    rules: str
    sets: tuple[str, ...] = ()
    recorded_under: str = ""
    mistakes: tuple[Mistake, ...] = ()


ENTRIES: Codec[Entry] = Codec([GameEntered, Renamed, Commented, Ended, Deleted, Restored, Pruned, Verified])


@ENTRIES.upcasts("game-entered", since=1)
def _(facts: Facts) -> Facts:
    return facts  # no hidden cards were made up


@ENTRIES.upcasts("game-entered", since=2)
def _(facts: Facts) -> Facts:
    return facts  # the beginnings of branches were not recorded


@ENTRIES.upcasts("verified", since=1)
def _(facts: Facts) -> Facts:
    return facts | {"rules": ""}  # the figures of the report were not recorded, so the game is verified again


def beginnings(entries: Iterable[Entry]) -> list[Start]:
    """Return where the branches among these entries begin, to be recorded beside their events."""
    return [
        (entry.game, beginning(entry.game, entry.parent.position))
        for entry in entries
        if isinstance(entry, GameEntered) and entry.begins and entry.parent
    ]


class SavedGames(Protocol):
    """A list of games that was folded and saved earlier (`events.read_models`)."""

    def get(self, game: str) -> tuple[GameInfo, Verified | None] | None: ...

    def starting_with(self, start: str) -> list[GameInfo]: ...

    def branches(self, game: str) -> list[GameInfo]: ...

    def all(self) -> Iterator[GameInfo]: ...

    def newest(self, count: int) -> list[GameInfo]: ...


class NothingSaved:
    """A list of games that begins empty."""

    def get(self, game: str) -> None: ...

    def starting_with(self, start: str) -> list[GameInfo]:
        return []

    def branches(self, game: str) -> list[GameInfo]:
        return []

    def all(self) -> Iterator[GameInfo]:
        return iter(())

    def newest(self, count: int) -> list[GameInfo]:
        return []


class GameCatalogue:
    """All games, in the order in which they were created: those of a saved list, and what has happened since."""

    def __init__(self) -> None:
        self.start_from(NothingSaved())

    def start_from(self, saved: SavedGames) -> None:
        """Forget everything and begin with a saved list."""
        self.saved = saved
        self.new: dict[str, GameInfo] = {}
        self.changed: dict[str, GameInfo | None] = {}  # those of the saved list; None if they were pruned
        self.verified: dict[str, Verified | None] = {}  # the latest entry for each game, if there is one since

    def __contains__(self, game: str) -> bool:
        return self._get(game) is not None

    def __getitem__(self, game: str) -> GameInfo:
        if info := self._get(game):
            return info
        raise KeyError(game)

    def _get(self, game: str) -> GameInfo | None:
        if game in self.new:
            return self.new[game]
        if game in self.changed:
            return self.changed[game]
        saved = self.saved.get(game)
        return saved[0] if saved else None

    def __iter__(self) -> Iterator[GameInfo]:
        yield from self._as_changed(self.saved.all())
        yield from list(self.new.values())

    def all(self) -> Iterator[GameInfo]:
        """Return every game, in order of creation."""
        return iter(self)

    def newest(self, count: int) -> list[GameInfo]:
        """Return at most `count` games, the latest first."""
        latest = list(self.new.values())[::-1][:count]
        return [*latest, *self._as_changed(self.saved.newest(count - len(latest)))]

    def _as_changed(self, saved: Iterable[GameInfo]) -> Iterator[GameInfo]:
        for info in saved:
            if now := self.changed.get(info.id, info):
                yield now

    def starting_with(self, start: str) -> list[GameInfo]:
        """Return the games whose ids start so."""
        new = [info for info in self.new.values() if info.id.startswith(start)]
        return [*self._as_changed(self.saved.starting_with(start)), *new]

    def get(self, game: str) -> tuple[GameInfo, Verified | None] | None:
        """Return a game with its latest verification, or None."""
        info = self._get(game)
        return (info, self.verification(game)) if info else None

    def verification(self, game: str) -> Verified | None:
        """Return the latest entry about the verification of a game."""
        if game in self.verified:
            return self.verified[game]
        saved = self.saved.get(game)
        return saved[1] if saved else None

    def branches_of(self, game: str) -> list[GameInfo]:
        """Return every game that reads this game's events: its branches, each followed by its own
        branches."""
        games, waiting = [], self.branches(game)[::-1]
        while waiting:
            games.append(info := waiting.pop())
            waiting += self.branches(info.id)[::-1]
        return games

    def branches(self, game: str) -> list[GameInfo]:
        """Return the branches that leave a game."""
        new = [info for info in self.new.values() if info.reads_from and info.reads_from.game == game]
        return [*self._as_changed(self.saved.branches(game)), *new]

    def parents_of(self, game: str) -> list[GameInfo]:
        """Return the games whose events this game reads, nearest first."""
        games = []
        info = self[game]
        while info.reads_from:
            info = self[info.reads_from.game]
            games.append(info)
        return games

    def apply(self, entry: Entry) -> None:
        """Fold the next entry. Raises `KeyError` if it is about an unknown game."""
        match entry:
            case GameEntered():
                if entry.game in self.new or entry.game not in self:
                    self.new[entry.game] = self._entered(entry)
                else:
                    self.changed[entry.game] = self._entered(entry)
            case Renamed(game=game, title=title):
                self._change(game, title=displayed_text(title))
            case Commented(game=game, comment=comment):
                self._change(game, comment=displayed_text(comment, LONGEST_COMMENT))
            case Ended(game=game, result=result):
                self._change(game, result=result)
            case Deleted(game=game, deletion=deletion):
                self._change(game, deleted=deletion)
            case Restored(game=game):
                self._change(game, deleted=None)
            case Pruned(game=game):
                if self[game] is self.new.get(game):
                    del self.new[game]
                else:
                    self.changed[game] = None
                self.verified[game] = None
            case Verified(game=game):
                self.verified[self[game].id] = entry

    def _change(self, game: str, **facts: Any) -> None:
        info = msgspec.structs.replace(self[game], **facts)
        (self.new if game in self.new else self.changed)[game] = info

    def _entered(self, entry: GameEntered) -> GameInfo:
        names = displayed_names([seat.name for seat in entry.seats])
        info = GameInfo(
            id=entry.game,
            title=displayed_text(entry.title),
            comment=displayed_text(entry.comment, LONGEST_COMMENT),
            edition=entry.edition,
            seats=tuple(
                seat if seat.name == name else msgspec.structs.replace(seat, name=name)
                for seat, name in zip(entry.seats, names, strict=True)
            ),
            created=entry.created,
            seed=entry.seed,
            parent=entry.parent,
            copied=entry.copied,
            begins=entry.begins,
        )
        if origin := info.reads_from:
            result = self[origin.game].result
            if (
                result and result.position <= origin.position
            ):  # the branch starts after the game's end, so it is won as well
                return msgspec.structs.replace(info, result=result)
        return info
