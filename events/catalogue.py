"""What there is to know about a stored game without reading it: a small log of its own, and its fold.

The store appends an entry in the same transaction that makes or ends a game, so the list of games needs no look into
the games.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

import msgspec

from events.versions import Codec, Facts
from events.vocabulary import SeatSetup


class Origin(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where a branch leaves another game: after this position."""

    game: str
    position: int


class Result(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How a game ended, and at which position."""

    position: int
    seats: tuple[int, ...]
    victory_points: tuple[int, ...]


class Deletion(msgspec.Struct, frozen=True):
    """When a game was deleted, and which game was named then: its branches went with it, and come back with it."""

    when: datetime
    along_with: str


class GameInfo(msgspec.Struct, frozen=True, kw_only=True):
    """A game in the list. `events` counts all positions, those shared with the parent too.

    `copied`: this is a branch that came in by a file, complete; its parent is only named, not read.
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
    events: int = 0
    result: Result | None = None
    deleted: Deletion | None = None

    @property
    def made_up(self) -> bool:
        """Whether it was recorded at a table: what its players held only fits what was seen."""
        return any(seat.made_up for seat in self.seats)

    @property
    def reads_from(self) -> Origin | None:
        """The game that holds the first events of this one, and up to where; none if this game holds them all."""
        return None if self.copied else self.parent

    @property
    def starts_after(self) -> int:
        """The last position this game shares with its parent."""
        return self.reads_from.position if self.reads_from else 0


# --- the log --------------------------------------------------------------------------------------------------------


class Entry(
    msgspec.Struct, frozen=True, kw_only=True, tag_field="entry", omit_defaults=True, forbid_unknown_fields=True
):
    """Something noted about a game."""

    game: str


class GameEntered(Entry, tag="game-entered", frozen=True, kw_only=True):
    """A game or a branch is there."""

    edition: str
    seats: tuple[SeatSetup, ...]
    created: datetime
    title: str = ""
    comment: str = ""
    seed: int | None = None
    parent: Origin | None = None
    copied: bool = False


class Renamed(Entry, tag="renamed", frozen=True, kw_only=True):
    """A game or branch has a new title."""

    title: str


class Commented(Entry, tag="commented", frozen=True, kw_only=True):
    """A game or branch has a new comment."""

    comment: str


class Ended(Entry, tag="ended", frozen=True, kw_only=True):
    """A game is won."""

    result: Result


class Deleted(Entry, tag="deleted", frozen=True, kw_only=True):
    """A game or branch is put away: its events stay until it is pruned."""

    deletion: Deletion


class Restored(Entry, tag="restored", frozen=True, kw_only=True):
    """A deleted game or branch is back."""


class Pruned(Entry, tag="pruned", frozen=True, kw_only=True):
    """A deleted game or branch is gone for good, its events with it; its id is free again."""


class Verified(Entry, tag="verified", frozen=True, kw_only=True):
    """The rules have led to the very same events, up to a position.

    `rules` says which rules, `seal` which events: of others it says nothing.
    """

    position: int
    seal: str
    rules: str


ENTRIES: Codec[Entry] = Codec([GameEntered, Renamed, Commented, Ended, Deleted, Restored, Pruned, Verified])


@ENTRIES.upcasts("game-entered", since=1)
def _(facts: Facts) -> Facts:
    return facts  # no seat's hidden cards were made up


class Catalogue:
    """All games, in the order in which they were entered."""

    def __init__(self) -> None:
        self._games: dict[str, GameInfo] = {}
        self.verified: dict[str, Verified] = {}  # the last word on each game

    def __contains__(self, game: str) -> bool:
        return game in self._games

    def __getitem__(self, game: str) -> GameInfo:
        return self._games[game]

    def __iter__(self) -> Iterator[GameInfo]:
        return iter(list(self._games.values()))

    def branches_of(self, game: str) -> list[GameInfo]:
        """All that reads this game's events: its branches, and theirs. A parent is entered before its branches."""
        family = {game}
        found = []
        for info in self:
            if info.reads_from and info.reads_from.game in family:
                family.add(info.id)
                found.append(info)
        return found

    def parents_of(self, game: str) -> list[GameInfo]:
        """All whose events this game reads, the nearest first."""
        found = []
        info = self._games[game]
        while info.reads_from:
            info = self._games[info.reads_from.game]
            found.append(info)
        return found

    def apply(self, entry: Entry) -> None:
        """Fold the next entry; a KeyError if it is about a game that is not there."""
        match entry:
            case GameEntered():
                self._games[entry.game] = self._entered(entry)
            case Renamed(game=game, title=title):
                self._games[game] = msgspec.structs.replace(self._games[game], title=title)
            case Commented(game=game, comment=comment):
                self._games[game] = msgspec.structs.replace(self._games[game], comment=comment)
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
        info = GameInfo(
            id=entry.game,
            title=entry.title,
            comment=entry.comment,
            edition=entry.edition,
            seats=entry.seats,
            created=entry.created,
            seed=entry.seed,
            parent=entry.parent,
            copied=entry.copied,
        )
        if origin := info.reads_from:
            result = self._games[origin.game].result
            if result and result.position <= origin.position:  # cut after the end: the branch is won as well
                return msgspec.structs.replace(info, result=result)
        return info
