"""The list of games as a store keeps it: read from its own log, searched by id or title, and added to.

`events.catalogue` has the entries of that log and their fold; this module reads and writes them. The list may be shared
by threads and by programs.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Callable, Sequence
from difflib import get_close_matches
from threading import RLock
from typing import TYPE_CHECKING

from events.batches import FAR, Found, Head, Row, beginning, head_of, packed, stored_in, unpacked
from events.catalogue import ENTRIES, Catalogue, Entry, Pruned, beginnings
from events.errors import (
    AmbiguousGame,
    BadGameId,
    GameDeleted,
    NoSuchGame,
    PositionTaken,
    StoreDamaged,
    UnreadableEvent,
)
from events.schemas import CATALOGUE

if TYPE_CHECKING:
    from events.recorders import Recorder

GAME_ID = re.compile(r"[a-z0-9][a-z0-9-]{0,39}")
LAST = "last"
"""What players call the latest game; no new game may have this id."""
LETTERS = "23456789abcdefghjkmnpqrstvwxyz"  # without 0 and o, 1, i and l, u and v


class GameList:
    """The list of the games in one store. `pruned` is called with the id of every game that is removed for good."""

    def __init__(self, recorder: Recorder, pruned: Callable[[str], object]) -> None:
        self.catalogue = Catalogue()
        self.damage: dict[int, StoreDamaged] = {}  # by the number of the unreadable entry
        self._recorder = recorder
        self._pruned = pruned
        self._noted = beginning(CATALOGUE)  # the head of the list, as far as it has been read
        self._lock = RLock()

    def new_id(self, wanted: str | None) -> str:
        """Return the id for a new game: the one that is wanted, if it is valid, or a free one."""
        if wanted is None:
            self.refresh()
            while (game := "g" + "".join(secrets.choice(LETTERS) for _ in range(5))) in self.catalogue:
                pass
            return game
        if not GAME_ID.fullmatch(game := wanted.lower()) or game == LAST:
            raise BadGameId(wanted)
        return game

    def find(self, game: str, *, deleted: bool = False) -> str:
        """Return the id of a game given by its id, the start of its id, or `last`."""
        small = game.lower()
        if small not in self.catalogue:
            self.refresh()
        if small not in self.catalogue:
            small = self._meant(game, deleted)
        if self.catalogue[small].deleted and not deleted:
            raise GameDeleted(small)
        return small

    def _meant(self, given: str, deleted: bool) -> str:
        small = given.lower()
        ids = [info.id for info in self.catalogue if bool(info.deleted) == deleted]
        if small == LAST and ids:
            return ids[-1]
        begun = [id for id in ids if id.startswith(small)] if small else []
        if len(begun) > 1:
            raise AmbiguousGame(given, begun)
        if begun:
            return begun[0]
        if self.damage:
            raise next(iter(self.damage.values()))
        raise NoSuchGame(given, self._near(small))

    def _near(self, game: str) -> list[str]:
        """Return up to three games with a similar title or id."""
        named = {info.title.lower(): info.id for info in self.catalogue if info.title}
        near = [named[title] for title in get_close_matches(game, named, n=2)]
        near += get_close_matches(game, [info.id for info in self.catalogue], n=3, cutoff=0.5)
        return list(dict.fromkeys(near))[:3]

    def refresh(self) -> None:
        """Fold the entries that any program has added since. An unreadable entry does not affect the other games."""
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
            # The rows after a damaged one stay readable: the next row may follow any seal.
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
        self.catalogue.apply(entry)
        if isinstance(entry, Pruned):
            self._pruned(entry.game)

    def _note_damage(self, number: int, damage: str) -> None:
        what = f"entry {number} of the list of games cannot be read ({damage})"
        if not number:
            what = "where the list of games ends cannot be read"
        rescue = "the other games can still be read by their ids"
        self.damage.setdefault(number, StoreDamaged(self._recorder.where, what, rescue))

    def record(
        self,
        wanted: Callable[[], Sequence[Entry]],
        rows: Callable[[], Sequence[Row]] = tuple,
    ) -> list[str]:
        """Add entries to the list and save rows in one transaction. Returns the games the entries are about.

        `wanted` and `rows` are called again after another program has added to the list, and raise if that makes the
        change impossible. Raises `PositionTaken` if a position is taken for any other reason.
        """
        with self._lock:
            seen = -1
            while True:
                self.refresh()
                entries = wanted()
                if not entries:
                    return []
                before = self._noted
                stored = [ENTRIES.encode(entry) for entry in entries]
                noted, after = packed(CATALOGUE, before, stored)
                try:
                    pruned = [entry.game for entry in entries if isinstance(entry, Pruned)]
                    self._recorder.insert([*rows(), noted], forget=pruned, starts=beginnings(entries))
                except PositionTaken:
                    if seen == before.last:
                        raise
                    seen = before.last
                else:
                    for entry in entries:
                        self._note(entry)
                    self._noted = after
                    return [entry.game for entry in entries]
