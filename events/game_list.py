"""The list of games as a store keeps it: read from its own log, searched by id or title, and added to.

`events.catalogue` has the entries of that log and their fold; this module reads and writes them. The list may be shared
by threads and by programs. A long list is saved as a read model (`events.read_models`), so that finding one game does not
fold the others.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from difflib import get_close_matches
from random import SystemRandom
from threading import RLock
from typing import TYPE_CHECKING, TypeVar

from events.batches import FAR, Found, Head, Row, beginning, head_of, packed, stored_in, unpacked
from events.catalogue import ENTRIES, Entry, GameCatalogue, GameInfo, Pruned, Verified, beginnings
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
    from events.read_models import SavedList
    from events.recorders import Recorder

T = TypeVar("T")

GAME_ID = re.compile(r"[a-z0-9][a-z0-9-]{0,39}")
LAST = "last"
"""What players call the latest game; no new game may have this id."""
SAVED_AFTER = 256
"""New entries after which the list is saved; folding fewer takes less time than opening a file is worth."""
NEAR = 1_000
"""Number of latest games that are searched for similar names."""
LETTERS = "23456789abcdefghjkmnpqrstvwxyz"  # without 0 and o, 1, i and l, u and v


class GameList:
    """The list of the games in one store. `pruned` is called with the id of every game that is removed for good.

    With `fold_all` no saved list is used.
    """

    def __init__(
        self, recorder: Recorder, pruned: Callable[[str], object] = lambda game: None, *, fold_all: bool = False
    ) -> None:
        self.catalogue = GameCatalogue()
        self.damage: dict[int, StoreDamaged] = {}  # by the number of the unreadable entry
        self._recorder = recorder
        self._pruned = pruned
        self._noted = beginning(CATALOGUE)  # the head of the list, as far as it has been read
        self._lock = RLock()
        self._file = None if fold_all else recorder.read_models
        self._saved: _Saved | None = None
        self._unsaved = 0  # entries

    def close(self) -> None:
        """Close the saved list."""
        if self._saved is not None:
            self._saved.close()

    def new_id(self, proposed: str | None) -> str:
        """Return the id for a new game: the given one, if it is valid, or a free one."""
        if proposed is None:
            self.refresh()
            while (game := "g" + "".join(SystemRandom().choices(LETTERS, k=5))) in self.catalogue:
                pass
            return game
        if not GAME_ID.fullmatch(game := proposed.lower()) or game == LAST:
            raise BadGameId(proposed)
        return game

    def find(self, game: str, *, deleted: bool = False) -> str:
        """Return the id of a game given by its id, the start of its id, or `last`."""
        small = game.lower()
        if small not in self.catalogue:
            self.refresh()
        if small not in self.catalogue:
            saved = self._saved if self._saved is not None and self._saved.intact else None
            try:
                small = self._meant(game, deleted)
            except NoSuchGame:
                if saved is None:
                    raise
                saved.fold_again()  # A saved list is not trusted to say that a game does not exist.
                return self.find(game, deleted=deleted)
        if self.catalogue[small].deleted and not deleted:
            raise GameDeleted(small)
        return small

    def _meant(self, given: str, deleted: bool) -> str:
        small = given.lower()
        if small == LAST:
            for count in (NEAR, FAR):
                for info in self.catalogue.newest(count):
                    if bool(info.deleted) == deleted:
                        return info.id
        known = self.catalogue.starting_with(small) if small else []
        begun = [info.id for info in known if bool(info.deleted) == deleted]
        if len(begun) > 1:
            raise AmbiguousGame(given, begun)
        if begun:
            return begun[0]
        if self.damage:
            raise next(iter(self.damage.values()))
        raise NoSuchGame(given, self._near(small))

    def _near(self, game: str) -> list[str]:
        """Return up to three games with a similar title or id."""
        latest = self.catalogue.newest(NEAR)[::-1]
        named = {info.title.lower(): info.id for info in latest if info.title}
        near = [named[title] for title in get_close_matches(game, named, n=2)]
        near += get_close_matches(game, [info.id for info in latest], n=3, cutoff=0.5)
        return list(dict.fromkeys(near))[:3]

    def refresh(self) -> None:
        """Fold the entries that any program has added since. An unreadable entry does not affect the other games."""
        with self._lock:
            head = self._recorder.heads([CATALOGUE]).get(CATALOGUE) or beginning(CATALOGUE)
            if head == self._noted:
                return
            if self._noted == beginning(CATALOGUE) and head.last >= SAVED_AFTER:
                self._start_from_saved(head)
            whole = head.last >= 0
            for row in self._recorder.select(CATALOGUE, self._noted.last, head.last if whole else FAR):
                self._fold(row)
            if self._noted != head and (self._noted.seal or self._noted.last != head.last):
                self._note_damage(self._noted.last + 1 if whole else 0, "it is missing")
            self._noted = head if whole else self._noted
            if whole and self._unsaved >= SAVED_AFTER and not self.damage:
                self._save()

    def _start_from_saved(self, head: Head) -> None:
        """Begin with the saved list, if it was made from the first entries of this very log."""
        if self._file is None:
            return
        from events.read_models import SavedList

        saved = SavedList(self._file)
        made_from = saved.head
        if made_from is not None and made_from != head:
            row = self._recorder.row_at(CATALOGUE, made_from.last) if made_from.last < head.last else None
            made_from = made_from if row and head_of(*row) == made_from else None
        if made_from is None:
            saved.close()
            return
        self._noted = made_from
        self._saved = _Saved(saved, made_from, self._folded_to)
        self.catalogue.start_from(self._saved)

    def _folded_to(self, head: Head) -> GameCatalogue:
        """Fold the list up to a head, because the saved list is damaged."""
        whole = GameList(self._recorder, fold_all=True)
        for row in self._recorder.select(CATALOGUE, 0, head.last):
            whole._fold(row)
        self.damage |= whole.damage
        return whole.catalogue

    def _save(self) -> None:
        """Save the current list, once. If that is impossible, it is folded again next time."""
        if self._file is None:
            return
        from events.read_models import ListChanges, save_list

        now, since = self.catalogue, None
        changed: dict[str, tuple[GameInfo, Verified | None] | None] = {}
        new = list(now)
        if self._saved is not None and self._saved.intact:
            since, new = self._saved.made_from, list(now.new.values())
            for game in (*now.changed, *now.verified):
                if game not in now.new or game in now.changed:
                    changed[game] = None if game in now.new else now.get(game)
        changes = ListChanges(changed, [(info, now.verification(info.id)) for info in new])
        save_list(self._file, since, self._noted, changes)
        self._file = None

    def check(self) -> list[StoreDamaged]:
        """Fold every entry of the log, ignoring what was saved. Returns what is wrong with them."""
        whole = GameList(self._recorder, fold_all=True)
        whole.refresh()
        return list(whole.damage.values())

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
        self._unsaved += 1
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
        make_entries: Callable[[], Sequence[Entry]],
        rows: Callable[[], Sequence[Row]] = tuple,
    ) -> list[str]:
        """Add entries to the list and save rows in one transaction. Returns the games the entries are about.

        `make_entries` and `rows` are called again after another program has added to the list, and raise if that makes the
        change impossible. Raises `PositionTaken` if a position is taken for any other reason.
        """
        with self._lock:
            seen = -1
            while True:
                self.refresh()
                entries = make_entries()
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


class _Saved:
    """A saved list that is replaced by a fold of the log as soon as it turns out to be damaged."""

    def __init__(self, saved: SavedList, made_from: Head, fold: Callable[[Head], GameCatalogue]) -> None:
        self.made_from = made_from
        self._saved: SavedList | GameCatalogue = saved
        self._fold = fold

    @property
    def intact(self) -> bool:
        """Return whether no damage has been found."""
        return not isinstance(self._saved, GameCatalogue)

    def close(self) -> None:
        """Close the file."""
        if not isinstance(self._saved, GameCatalogue):
            self._saved.close()

    def get(self, game: str) -> tuple[GameInfo, Verified | None] | None:
        return self._asked(lambda saved: saved.get(game))

    def starting_with(self, start: str) -> list[GameInfo]:
        return self._asked(lambda saved: saved.starting_with(start))

    def branches(self, game: str) -> list[GameInfo]:
        return self._asked(lambda saved: saved.branches(game))

    def all(self) -> Iterator[GameInfo]:
        return iter(self._asked(lambda saved: list(saved.all())))

    def newest(self, count: int) -> list[GameInfo]:
        return self._asked(lambda saved: saved.newest(count))

    def _asked(self, ask: Callable[[SavedList | GameCatalogue], T]) -> T:
        from events.read_models import ModelDamaged

        try:
            return ask(self._saved)
        except ModelDamaged:
            return ask(self.fold_again())

    def fold_again(self) -> GameCatalogue:
        """Replace the saved list with a fold of the log."""
        self.close()
        self._saved = folded = self._fold(self.made_from)
        return folded
