"""A stored game that is being played: the live game and the store kept in step, decision by decision.

    session = Session.begin(store, game_begun(["Ana", "Ben"], …), seed=7)
    session.answer(0, picks)                # the decision and all that follows from it, saved as one batch
    branch = session.branch(position)       # the same game up to there, with other chances from there on

The live table runs ahead of the store, so after any exception the live game is thrown away and read again.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from random import SystemRandom

import msgspec

from core.engine.game import Diverged, Game, IllegalAnswer, RandomChance
from core.rules.replay import new_game, resume
from events.catalogue import GameInfo
from events.errors import SmashUpError
from events.questions import Pick
from events.store import Store
from events.vocabulary import Asked, Event, GameBegun

SEED_BITS = 32


class NotADecision(SmashUpError):
    """Raised for a position at which nobody decides. A game can branch only at a decision."""

    def __init__(self, game: str, position: int, near: Sequence[int]) -> None:
        super().__init__(game, position, tuple(near))
        self.game, self.position, self.near = game, position, tuple(near)

    def __str__(self) -> str:
        places = " and ".join(str(position) for position in self.near)
        nearest = f"the nearest decision{'s are' if len(self.near) > 1 else ' is'} at {places}"
        return (
            f"Game {self.game} cannot be branched at position {self.position}, where nobody decides; "
            f"{nearest if self.near else 'nobody decides anything in it'}."
        )


class RulesHaveChanged(SmashUpError):
    """Raised for a half-resolved position that the current rules do not reach. Names an earlier position to continue
    from."""

    def __init__(self, game: str, position: int, parts: int, quiet: int) -> None:
        super().__init__(game, position, parts, quiet)
        self.game, self.position, self.parts, self.quiet = game, position, parts, quiet

    def __str__(self) -> str:
        offer = (
            f"branch it at {self.quiet}, where nothing is half resolved" if self.quiet else "it can only be replayed"
        )
        return (
            f"Game {self.game} cannot continue from position {self.position}: "
            f"today's rules diverge from it at {self.parts}; {offer}."
        )


class CannotGoOn(SmashUpError):
    """Raised for a log that the rules cannot continue, because they did not produce it."""

    def __init__(self, game: str, position: int, reason: str) -> None:
        super().__init__(game, position, reason)
        self.game, self.position, self.reason = game, position, reason

    def __str__(self) -> str:
        return f"Game {self.game} cannot continue from position {self.position}: the rules fail there ({self.reason})."


class NothingToUndo(SmashUpError):
    """Raised when there is no decision to undo."""


class IllegalPick(SmashUpError):
    """Raised for picks that are not a legal answer."""


def fresh_seed() -> int:
    """Return a new random seed."""
    return SystemRandom().getrandbits(SEED_BITS)


def chance_at(seed: int | None, position: int) -> RandomChance:
    """Return a game's source of randomness after a position. Resuming a game does not change its random results."""
    return RandomChance(None if seed is None else f"{seed}/{position}")


def decisions(log: Sequence[Event]) -> list[int]:
    """Return the positions at which a player is asked, where a game can branch."""
    return [event.position for event in log if isinstance(event, Asked)]


def take_up(game: str, log: Sequence[Event], chance: RandomChance | None = None) -> Game:
    """Return a live game that continues at the end of a log."""
    try:
        return resume(log, chance=chance)
    except Diverged as difference:
        before = log[: difference.position - 1]
        quiet = [event.position for event in before if isinstance(event, Asked) and event.quiet]
        raise RulesHaveChanged(game, len(log), difference.position, quiet[-1] if quiet else 0) from difference
    except SmashUpError:
        raise
    except Exception as error:  # a log may contain something that the rules cannot handle
        raise CannotGoOn(game, len(log), f"{type(error).__name__}: {error}") from error


def log_to(store: Store, game: str, position: int) -> list[Event]:
    """Return the log up to a decision; later events are not read. Raises NotADecision where nobody decides."""
    log = store.read(game, position) if position > 0 else []
    if len(log) == position and log and isinstance(log[-1], Asked):
        return log
    before = decisions(log)[-1:]
    log, _ = store.read_sound(game)  # only for the advice
    after = [point for point in decisions(log) if point > position][:1]
    raise NotADecision(store.info(game).id, position, before + after)


def cut(store: Store, parent: str, position: int, *, seed: int | None = None, title: str = "") -> str:
    """Store a branch of a game at a decision and return its id. The branch records its own random seed."""
    there = store.read(parent, position, after=position - 1) if position > 0 else []
    if not (there and isinstance(there[0], Asked)):
        log_to(store, parent, position)  # it says why not; the whole game is read only for that
    return store.branch(parent, position, title=title, seed=fresh_seed() if seed is None else seed)


class LiveGame:
    """A game that is played in memory and not stored. `Session` stores its game."""

    def __init__(self, info: GameInfo, game: Game) -> None:
        self.info = info
        self._live: Game | None = game

    @classmethod
    def new(cls, begun: GameBegun, *, seed: int | None = None, title: str = "", id: str = "live") -> LiveGame:
        """Set up a new game and play it up to its first question."""
        seed = fresh_seed() if seed is None else seed
        game = new_game(begun, chance=chance_at(seed, 1))
        info = GameInfo(
            id=id,
            title=title,
            comment="",
            edition=game.table.edition,
            seats=begun.seats,
            created=datetime.now(UTC),
            seed=seed,
            parent=None,
            copied=False,
            events=len(game.log),
        )
        return cls(info, game)

    @classmethod
    def of(cls, info: GameInfo, log: Sequence[Event]) -> LiveGame:
        """Return a game that continues at the end of a log."""
        return cls(info, take_up(info.id, log))

    @property
    def id(self) -> str:
        """Return the game's id."""
        return self.info.id

    @property
    def game(self) -> Game:
        """Return the live game."""
        assert self._live is not None
        return self._live

    def answer(self, seat: int, picks: Sequence[Pick]) -> list[Event]:
        """Answer for a player. Returns the decision and everything that follows from it."""
        game, known = self.game, len(self.game.log)
        game.chance = chance_at(self.info.seed, known)
        try:
            game.answer(seat, picks)
        except IllegalAnswer:
            raise  # It was refused before anything happened, so the live game is unchanged.
        except BaseException:
            self._live = take_up(self.id, game.log[:known])
            raise
        self.info = msgspec.structs.replace(self.info, events=len(game.log))
        return game.log[known:]

    def log_to(self, position: int) -> list[Event]:
        """Return the log up to a decision. Raises `NotADecision` where nobody decides."""
        log = self.game.log
        if not (1 <= position <= len(log) and isinstance(log[position - 1], Asked)):
            points = decisions(log)
            before, after = (
                [point for point in points if point < position],
                [point for point in points if point > position],
            )
            raise NotADecision(self.id, position, before[-1:] + after[:1])
        return log[:position]

    @property
    def length(self) -> int:
        """Return the number of events."""
        return len(self.game.log)

    def event_after(self, position: int) -> Event | None:
        """Return the event that follows a position, if there is one."""
        log = self.game.log
        return log[position] if position < len(log) else None

    def branch(self, position: int, *, seed: int | None = None, title: str = "", live: Game | None = None) -> LiveGame:
        """Return a game that is the same up to that decision. `live`: the game at that decision, if it is at hand."""
        game = live or take_up(self.id, self.log_to(position))
        seed = fresh_seed() if seed is None else seed
        return LiveGame(msgspec.structs.replace(self.info, seed=seed, title=title, events=position), game)

    def reopened(self) -> LiveGame:
        """Return the same game in its present state."""
        return self


class Session(LiveGame):
    """A stored game that is being played (see the module)."""

    def __init__(self, store: Store, game: str) -> None:
        self.store = store
        self.info: GameInfo = store.info(game)
        self._live: Game | None = None
        self._stored = 0  # how much of the live game's log is in the store

    @classmethod
    def begin(
        cls, store: Store, begun: GameBegun, *, seed: int | None = None, title: str = "", id: str | None = None
    ) -> Session:
        """Set up a new game and store it up to its first question."""
        seed = fresh_seed() if seed is None else seed
        game = new_game(begun, chance=chance_at(seed, 1))
        session = cls(store, store.create(game.log, seed=seed, title=title, id=id))
        session._live, session._stored = game, len(game.log)
        return session

    @property
    def game(self) -> Game:
        """Return the live game, reading it from the store if necessary."""
        if self._live is None:
            log = self.store.read(self.id)
            self._live, self._stored = take_up(self.id, log, chance_at(self.info.seed, len(log))), len(log)
        return self._live

    def answer(self, seat: int, picks: Sequence[Pick]) -> list[Event]:
        """Answer for a player. The events that follow are saved as one batch and returned."""
        game, stored = self.game, self._stored
        game.chance = chance_at(self.info.seed, len(game.log))
        try:
            game.answer(seat, picks)
            batch = game.log[stored:]
            self.store.append(self.id, stored, batch)
        except IllegalAnswer:
            raise  # It was refused before anything happened, so the live game is unchanged.
        except BaseException:
            self._live = None
            raise
        self._stored = len(game.log)
        return batch

    def log_to(self, position: int) -> list[Event]:
        """Return the log up to a decision; later events are not read. Raises `NotADecision` where nobody decides."""
        return log_to(self.store, self.id, position)

    @property
    def length(self) -> int:
        """Return the number of events, without resuming the game."""
        return self.info.events if self._live is None else self._stored

    def event_after(self, position: int) -> Event | None:
        """Return the event that follows a position, if there is one."""
        return next(iter(self.store.read(self.id, position + 1, after=position)), None)

    def branch(self, position: int, *, seed: int | None = None, title: str = "", live: Game | None = None) -> Session:
        """Store a game that is the same up to that decision. `live`: the game at that decision, if it is at hand."""
        branch = Session(self.store, cut(self.store, self.id, position, seed=seed, title=title))
        if live is not None:
            branch._live, branch._stored = live, position
        return branch

    def reopened(self) -> Session:
        """Return the same game in its present state in the store."""
        return Session(self.store, self.id)
