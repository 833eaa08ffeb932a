"""What can be known about a stored game without reading it: a small log of its own, and its fold.

The store appends an entry in the same transaction that creates or ends a game, so listing games never reads their
events.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import datetime

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
        """Whether it was recorded at a real table, so that hidden cards are only consistent with what was seen."""
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


class Verified(Entry, tag="verified", frozen=True, kw_only=True):
    """The rules reproduced the same events, up to a position.

    Valid only for the rules named by `rules` and the events named by `seal`.
    """

    position: int
    seal: str
    rules: str


ENTRIES: Codec[Entry] = Codec([GameEntered, Renamed, Commented, Ended, Deleted, Restored, Pruned, Verified])


@ENTRIES.upcasts("game-entered", since=1)
def _(facts: Facts) -> Facts:
    return facts  # no hidden cards were made up


@ENTRIES.upcasts("game-entered", since=2)
def _(facts: Facts) -> Facts:
    return facts  # the beginnings of branches were not recorded


def beginnings(entries: Iterable[Entry]) -> list[Start]:
    """Return where the branches among these entries begin, to be recorded beside their events."""
    return [
        (entry.game, beginning(entry.game, entry.parent.position))
        for entry in entries
        if isinstance(entry, GameEntered) and entry.begins and entry.parent
    ]


class Catalogue:
    """All games, in the order in which they were created."""

    def __init__(self) -> None:
        self._games: dict[str, GameInfo] = {}
        self.verified: dict[str, Verified] = {}  # the latest entry for each game

    def __contains__(self, game: str) -> bool:
        return game in self._games

    def __getitem__(self, game: str) -> GameInfo:
        return self._games[game]

    def __iter__(self) -> Iterator[GameInfo]:
        return iter(list(self._games.values()))

    def branches_of(self, game: str) -> list[GameInfo]:
        """Return every game that reads this game's events: its branches, and their branches. Parents come before
        branches."""
        tree = {game}
        found = []
        for info in self:
            if info.reads_from and info.reads_from.game in tree:
                tree.add(info.id)
                found.append(info)
        return found

    def parents_of(self, game: str) -> list[GameInfo]:
        """Return the games whose events this game reads, nearest first."""
        found = []
        info = self._games[game]
        while info.reads_from:
            info = self._games[info.reads_from.game]
            found.append(info)
        return found

    def apply(self, entry: Entry) -> None:
        """Fold the next entry. Raises `KeyError` if it is about an unknown game."""
        match entry:
            case GameEntered():
                self._games[entry.game] = self._entered(entry)
            case Renamed(game=game, title=title):
                self._games[game] = msgspec.structs.replace(self._games[game], title=displayed_text(title))
            case Commented(game=game, comment=comment):
                self._games[game] = msgspec.structs.replace(
                    self._games[game], comment=displayed_text(comment, LONGEST_COMMENT)
                )
            case Ended(game=game, result=result):
                self._games[game] = msgspec.structs.replace(self._games[game], result=result)
            case Deleted(game=game, deletion=deletion):
                self._games[game] = msgspec.structs.replace(self._games[game], deleted=deletion)
            case Restored(game=game):
                self._games[game] = msgspec.structs.replace(self._games[game], deleted=None)
            case Pruned(game=game):
                del self._games[game]
                self.verified.pop(game, None)
            case Verified(game=game):
                self.verified[self._games[game].id] = entry

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
            result = self._games[origin.game].result
            if (
                result and result.position <= origin.position
            ):  # the branch starts after the game's end, so it is won as well
                return msgspec.structs.replace(info, result=result)
        return info
