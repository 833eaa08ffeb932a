"""Errors. `str(error)` is a sentence for a player.

Arguments are passed on unchanged so that errors can be pickled between processes.
"""

from __future__ import annotations

from collections.abc import Sequence


class SmashUpError(Exception):
    """Base class of all errors of this project."""


class UnreadableEvent(SmashUpError):
    """Raised for a stored event that cannot be decoded. Callers that know where it was stored raise a more specific
    error."""


class PositionTaken(SmashUpError):
    """Raised when a row already exists because another writer was first. The store turns it into an error a player can
    use."""


# --- the store ------------------------------------------------------------------------------------------------------


class StoreUnavailable(SmashUpError):
    """Raised when the store cannot be reached or used now; its content is not at fault."""

    def __init__(self, where: str, reason: str) -> None:
        super().__init__(where, reason)
        self.where, self.reason = where, reason

    def __str__(self) -> str:
        return f"The store {self.where} cannot be used: {self.reason}."


class StoreDamaged(SmashUpError):
    """Raised when stored data cannot be read: says where, what, and what to do. The game is readable up to `sound`."""

    def __init__(self, where: str, damage: str, remedy: str, sound: int = 0) -> None:
        super().__init__(where, damage, remedy, sound)
        self.where, self.damage, self.remedy, self.sound = where, damage, remedy, sound

    def __str__(self) -> str:
        return f"The store {self.where} is damaged: {self.damage}; nothing was changed, {self.remedy}."


class GameDamaged(StoreDamaged):
    """Raised for a game whose events can be decoded but contradict each other from a position on."""

    def __init__(self, game: str, position: int, wrong: str) -> None:
        sound = position - 1
        remedy = f"positions 1 to {sound} can be read" if sound else "restore it from a copy"
        super().__init__(game, f"damaged from position {position}: {wrong}", remedy, sound)
        self.args = (game, position, wrong)
        self.game, self.position, self.wrong = game, position, wrong

    def __str__(self) -> str:
        return f"Game {self.game} is {self.damage}; {self.remedy}."


class NotACopy(SmashUpError):
    """Raised when copying into a store that is neither empty nor an earlier copy."""

    def __init__(self, target: str, source: str, what: str) -> None:
        super().__init__(target, source, what)
        self.target, self.source, self.what = target, source, what

    def __str__(self) -> str:
        return (
            f"The store {self.target} is not a copy of {self.source}, because {self.what} continues differently there; "
            "copy into an empty store, or move single games with `smashup export` and `import`."
        )


class NoSuchGame(SmashUpError):
    """Raised for an unknown id. Lists similar ids."""

    def __init__(self, game: str, near: Sequence[str] = ()) -> None:
        super().__init__(game, tuple(near))
        self.game, self.near = game, tuple(near)

    def __str__(self) -> str:
        hint = f"; did you mean {' or '.join(self.near)}?" if self.near else "."
        return f"There is no game {self.game!r} in this store{hint}"


class AmbiguousGame(SmashUpError):
    """Raised for a prefix that several ids share."""

    def __init__(self, given: str, games: Sequence[str]) -> None:
        super().__init__(given, tuple(games))
        self.given, self.games = given, tuple(games)

    def __str__(self) -> str:
        shown = ", ".join(self.games[:5]) + (", …" if len(self.games) > 5 else "")
        return f"{len(self.games)} games start with {self.given!r} ({shown}); type more of the id."


class GameDeleted(SmashUpError):
    """Raised for a game that was deleted but not yet pruned."""

    def __init__(self, game: str) -> None:
        super().__init__(game)
        self.game = game

    def __str__(self) -> str:
        return f"Game {self.game} was deleted; `smashup restore {self.game}` brings it back."


class NotDeleted(SmashUpError):
    """Raised when restoring a game that is not deleted."""

    def __init__(self, game: str) -> None:
        super().__init__(game)
        self.game = game

    def __str__(self) -> str:
        return f"Game {self.game} is not deleted, so there is nothing to restore."


class HasBranches(SmashUpError):
    """Raised when deleting a game with branches, which need its events and would be deleted too."""

    def __init__(self, game: str, branches: Sequence[str]) -> None:
        super().__init__(game, tuple(branches))
        self.game, self.branches = game, tuple(branches)

    def __str__(self) -> str:
        count = len(self.branches)
        shown = ", ".join(self.branches[:5]) + (", …" if count > 5 else "")
        branches = "a branch" if count == 1 else f"{count} branches"
        return f"Game {self.game} has {branches} ({shown}); use --branches to delete them too."


class GameExists(SmashUpError):
    """Raised for a new game with an id that is taken."""

    def __init__(self, game: str) -> None:
        super().__init__(game)
        self.game = game

    def __str__(self) -> str:
        return f"Game {self.game} already exists in this store; choose another id for the new one."


class BadGameId(SmashUpError):
    """Raised for an invalid game id."""

    def __init__(self, game: str) -> None:
        super().__init__(game)
        self.game = game

    def __str__(self) -> str:
        return f"{self.game!r} is not a valid game id; use 1 to 40 letters, digits and hyphens."


class NoSuchPosition(SmashUpError):
    """Raised for a branch at a position that the game does not have."""

    def __init__(self, game: str, position: int, length: int) -> None:
        super().__init__(game, position, length)
        self.game, self.position, self.length = game, position, length

    def __str__(self) -> str:
        return f"Game {self.game} has no position {self.position} to branch at; choose one from 1 to {self.length}."


class GameHasMovedOn(SmashUpError):
    """Raised when another writer has appended to the game first, or the game never reached the given position."""

    def __init__(self, game: str, after: int) -> None:
        super().__init__(game, after)
        self.game, self.after = game, after

    def __str__(self) -> str:
        return f"Game {self.game} has moved on from position {self.after}; nothing was saved, so read it again."


# --- files ----------------------------------------------------------------------------------------------------------


class BadGameFile(SmashUpError):
    """Raised for a file that is not a complete, unchanged game. Line 0: it could not be read at all."""

    def __init__(self, file: str, line: int, reason: str) -> None:
        super().__init__(file, line, reason)
        self.file, self.line, self.reason = file, line, reason

    def __str__(self) -> str:
        return f"{self.file}, line {self.line}: {self.reason}." if self.line else f"{self.file}: {self.reason}."


class NotAtADecision(SmashUpError):
    """Raised for a cut in the middle of a decision's consequences, which belong together."""

    def __init__(self, game: str, position: int, near: Sequence[int]) -> None:
        super().__init__(game, position, tuple(near))
        self.game, self.position, self.near = game, position, tuple(near)

    def __str__(self) -> str:
        near = " or ".join(str(position) for position in self.near)
        return f"Game {self.game} can't be cut at position {self.position}, because nobody decides there; cut it at {near}."


class CannotWriteFile(SmashUpError):
    """Raised when a game cannot be written to a file."""

    def __init__(self, file: str, reason: str) -> None:
        super().__init__(file, reason)
        self.file, self.reason = file, reason

    def __str__(self) -> str:
        return f"{self.file} was not written: {self.reason}."
