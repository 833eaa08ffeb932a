"""What can go wrong, each with a sentence for a player in `str(error)`.

The arguments are kept as they came, so that an error survives the way from one process to another.
"""

from __future__ import annotations

from collections.abc import Sequence


class SmashUpError(Exception):
    """The root of all our errors."""


class UnreadableEvent(SmashUpError):
    """A stored event that cannot be decoded; whoever knows where it was stored says so in an error of its own."""


class PositionTaken(SmashUpError):
    """A row is already there: somebody else has written first. The store turns it into something a player can use."""


# --- the store ------------------------------------------------------------------------------------------------------


class StoreUnavailable(SmashUpError):
    """The store cannot be reached or used now; nothing is wrong with what is in it."""

    def __init__(self, where: str, reason: str) -> None:
        super().__init__(where, reason)
        self.where, self.reason = where, reason

    def __str__(self) -> str:
        return f"The store {self.where} cannot be used: {self.reason}."


class StoreDamaged(SmashUpError):
    """What is stored cannot be read: where, what, and what to do. `sound`: up to here the game can be read."""

    def __init__(self, where: str, damage: str, remedy: str, sound: int = 0) -> None:
        super().__init__(where, damage, remedy, sound)
        self.where, self.damage, self.remedy, self.sound = where, damage, remedy, sound

    def __str__(self) -> str:
        return f"The store {self.where} is damaged: {self.damage}; nothing was changed, {self.remedy}."


class NotACopy(SmashUpError):
    """A store can only be copied into an empty one, or into an earlier copy of it."""

    def __init__(self, target: str, source: str, what: str) -> None:
        super().__init__(target, source, what)
        self.target, self.source, self.what = target, source, what

    def __str__(self) -> str:
        return (
            f"The store {self.target} is no copy of {self.source}: {self.what} has gone on otherwise there; "
            "copy into an empty store, or move single games with `smashup export` and `import`."
        )


class NoSuchGame(SmashUpError):
    """There is no game of that id; perhaps one of those was meant."""

    def __init__(self, game: str, near: Sequence[str] = ()) -> None:
        super().__init__(game, tuple(near))
        self.game, self.near = game, tuple(near)

    def __str__(self) -> str:
        hint = f"; did you mean {' or '.join(self.near)}?" if self.near else "."
        return f"There is no game {self.game!r} in this store{hint}"


class AmbiguousGame(SmashUpError):
    """Several games begin with what was given."""

    def __init__(self, given: str, games: Sequence[str]) -> None:
        super().__init__(given, tuple(games))
        self.given, self.games = given, tuple(games)

    def __str__(self) -> str:
        shown = ", ".join(self.games[:5]) + (", …" if len(self.games) > 5 else "")
        return f"{len(self.games)} games begin with {self.given!r} ({shown}); give more of the id."


class GameDeleted(SmashUpError):
    """The game was deleted, and is not yet pruned."""

    def __init__(self, game: str) -> None:
        super().__init__(game)
        self.game = game

    def __str__(self) -> str:
        return f"Game {self.game} was deleted; `smashup restore {self.game}` brings it back, or name another."


class NotDeleted(SmashUpError):
    """Only a deleted game can be restored."""

    def __init__(self, game: str) -> None:
        super().__init__(game)
        self.game = game

    def __str__(self) -> str:
        return f"Game {self.game} was not deleted: there is nothing to restore."


class HasBranches(SmashUpError):
    """A game goes only with its branches, which read its events; whoever deletes it must want that."""

    def __init__(self, game: str, branches: Sequence[str]) -> None:
        super().__init__(game, tuple(branches))
        self.game, self.branches = game, tuple(branches)

    def __str__(self) -> str:
        count = len(self.branches)
        shown = ", ".join(self.branches[:5]) + (", …" if count > 5 else "")
        these = "a branch that goes" if count == 1 else f"{count} branches that go"
        return f"Game {self.game} has {these} with it ({shown}); say --branches to delete them all."


class GameExists(SmashUpError):
    """A new game cannot have the id of another."""

    def __init__(self, game: str) -> None:
        super().__init__(game)
        self.game = game

    def __str__(self) -> str:
        return f"There already is a game {self.game} in this store; give the new one another id."


class BadGameId(SmashUpError):
    """A game cannot be called that."""

    def __init__(self, game: str) -> None:
        super().__init__(game)
        self.game = game

    def __str__(self) -> str:
        return f"A game cannot have the id {self.game!r}: an id has 1 to 40 letters, digits and hyphens."


class NoSuchPosition(SmashUpError):
    """A branch can only leave a game where the game has been."""

    def __init__(self, game: str, position: int, length: int) -> None:
        super().__init__(game, position, length)
        self.game, self.position, self.length = game, position, length

    def __str__(self) -> str:
        return f"Game {self.game} has positions 1 to {self.length}; it cannot be branched at {self.position}."


class GameHasMovedOn(SmashUpError):
    """Somebody else has appended to the game first (or it was never where the writer believed it to be)."""

    def __init__(self, game: str, after: int) -> None:
        super().__init__(game, after)
        self.game, self.after = game, after

    def __str__(self) -> str:
        return f"Game {self.game} no longer stands at position {self.after}; nothing was saved, read it again."


# --- files ----------------------------------------------------------------------------------------------------------


class BadGameFile(SmashUpError):
    """A file that is not a whole and unchanged game. Line 0: it could not be read at all."""

    def __init__(self, file: str, line: int, reason: str) -> None:
        super().__init__(file, line, reason)
        self.file, self.line, self.reason = file, line, reason

    def __str__(self) -> str:
        return f"{self.file}, line {self.line}: {self.reason}." if self.line else f"{self.file}: {self.reason}."


class NotAtADecision(SmashUpError):
    """A game can only be cut where somebody is asked: what follows from a decision belongs together."""

    def __init__(self, game: str, position: int, near: Sequence[int]) -> None:
        super().__init__(game, position, tuple(near))
        self.game, self.position, self.near = game, position, tuple(near)

    def __str__(self) -> str:
        near = " or ".join(str(one) for one in self.near)
        return f"Game {self.game} cannot be cut at position {self.position}, where nobody is asked; cut it at {near}."


class CannotWriteFile(SmashUpError):
    """A game could not be written to a file."""

    def __init__(self, file: str, reason: str) -> None:
        super().__init__(file, reason)
        self.file, self.reason = file, reason

    def __str__(self) -> str:
        return f"{self.file} was not written: {self.reason}."
