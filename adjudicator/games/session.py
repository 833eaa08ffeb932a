"""A stored game that is being played: the live game and the store kept in step, decision by decision.

    session = Session.begin(store, game_begun(["Ana", "Ben"], …), seed=7)
    session.answer(0, picks)                # the decision and all that follows from it, saved as one batch
    branch = session.branch(position)       # the same game up to there, with other chances from there on

The live table runs ahead of the store, so after any exception the live game is thrown away and read again.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence

from core.engine.game import Diverged, Game, IllegalAnswer, RandomChance
from core.rules.replay import new_game, resume
from events.catalogue import GameInfo
from events.errors import SmashUpError
from events.questions import Pick, Question
from events.store import Store
from events.vocabulary import Asked, Event, GameBegun

SEED_BITS = 32


class NotADecision(SmashUpError):
    """A branch can only be cut where a player decides."""

    def __init__(self, game: str, position: int, near: Sequence[int]) -> None:
        super().__init__(game, position, tuple(near))
        self.game, self.position, self.near = game, position, tuple(near)

    def __str__(self) -> str:
        nearest = f"the nearest decisions are at {' and '.join(str(one) for one in self.near)}"
        return (
            f"Game {self.game} cannot be branched at position {self.position}, where nobody decides; "
            f"{nearest if self.near else 'nobody decides anything in it'}."
        )


class RulesHaveChanged(SmashUpError):
    """A half-resolved position to which the rules of today do not lead; an earlier one is offered."""

    def __init__(self, game: str, position: int, parts: int, quiet: int) -> None:
        super().__init__(game, position, parts, quiet)
        self.game, self.position, self.parts, self.quiet = game, position, parts, quiet

    def __str__(self) -> str:
        offer = (
            f"branch it at {self.quiet}, where nothing is half resolved" if self.quiet else "it can only be replayed"
        )
        return (
            f"Game {self.game} cannot go on from position {self.position}: "
            f"the rules of today lead elsewhere at {self.parts}; {offer}."
        )


class CannotGoOn(SmashUpError):
    """A log at whose end the rules stumble: it is not one that they have led to."""

    def __init__(self, game: str, position: int, reason: str) -> None:
        super().__init__(game, position, reason)
        self.game, self.position, self.reason = game, position, reason

    def __str__(self) -> str:
        return f"Game {self.game} cannot go on from position {self.position}: the rules stumble there ({self.reason})."


class NothingToUndo(SmashUpError):
    """A player has not decided anything yet."""


def fresh_seed() -> int:
    """A seed nobody has thought of."""
    return secrets.randbits(SEED_BITS)


def chance_at(seed: int | None, position: int) -> RandomChance:
    """The chances of a game after a position: the same ones, whether it was played in one go or taken up again."""
    return RandomChance(None if seed is None else f"{seed}/{position}")


def decisions(log: Sequence[Event]) -> list[int]:
    """The positions at which a player is asked: where a branch can be cut."""
    return [event.position for event in log if isinstance(event, Asked)]


def is_choice(question: Question) -> bool:
    """Whether there is more than one way to answer."""
    if question.least == 0:
        return bool(question.options) and question.most > 0
    return question.repeats or len(question.options) > question.least or question.most > question.least


def take_up(game: str, log: Sequence[Event], chance: RandomChance | None = None) -> Game:
    """A live game at the end of a log."""
    try:
        return resume(log, chance=chance)
    except Diverged as difference:
        before = log[: difference.position - 1]
        quiet = [event.position for event in before if isinstance(event, Asked) and event.quiet]
        raise RulesHaveChanged(game, len(log), difference.position, quiet[-1] if quiet else 0) from difference
    except SmashUpError:
        raise
    except Exception as error:  # a log may hold what the rules stumble over
        raise CannotGoOn(game, len(log), f"{type(error).__name__}: {error}") from error


def log_to(store: Store, game: str, position: int) -> list[Event]:
    """The log of a game up to a decision; refused, where nobody decides. What lies behind it is not touched."""
    log = store.read(game, position) if position > 0 else []
    if len(log) == position and log and isinstance(log[-1], Asked):
        return log
    before = decisions(log)[-1:]
    log, _ = store.read_sound(game)  # only for the advice
    after = [point for point in decisions(log) if point > position][:1]
    raise NotADecision(store.info(game).id, position, before + after)


def cut(store: Store, parent: str, position: int, *, seed: int | None = None, title: str = "") -> str:
    """Store a branch that leaves a game at a decision; its id. Its chances come from a seed that it records."""
    there = store.read(parent, position, after=position - 1) if position > 0 else []
    if not (there and isinstance(there[0], Asked)):
        log_to(store, parent, position)  # which says why not; the whole game is read only for that
    return store.branch(parent, position, title=title, seed=fresh_seed() if seed is None else seed)


class Session:
    """See the module."""

    def __init__(self, store: Store, game: str) -> None:
        self.store = store
        self.info: GameInfo = store.info(game)
        self._live: Game | None = None
        self._stored = 0  # how much of the live game's log is in the store

    @classmethod
    def begin(
        cls, store: Store, begun: GameBegun, *, seed: int | None = None, title: str = "", id: str | None = None
    ) -> Session:
        """A new game, stored up to its first question."""
        seed = fresh_seed() if seed is None else seed
        game = new_game(begun, chance=chance_at(seed, 1))
        session = cls(store, store.create(game.log, seed=seed, title=title, id=id))
        session._live, session._stored = game, len(game.log)
        return session

    @property
    def id(self) -> str:
        """The game's id."""
        return self.info.id

    @property
    def game(self) -> Game:
        """The live game, read from the store if need be."""
        if self._live is None:
            log = self.store.read(self.id)
            self._live, self._stored = take_up(self.id, log, chance_at(self.info.seed, len(log))), len(log)
        return self._live

    def answer(self, seat: int, picks: Sequence[Pick]) -> list[Event]:
        """A player decides; what came of it is saved and returned."""
        game, stored = self.game, self._stored
        game.chance = chance_at(self.info.seed, len(game.log))
        try:
            game.answer(seat, picks)
            batch = game.log[stored:]
            self.store.append(self.id, stored, batch)
        except IllegalAnswer:
            raise  # refused before anything happened: the live game is as it was
        except BaseException:
            self._live = None
            raise
        self._stored = len(game.log)
        return batch

    def branch(self, position: int, *, seed: int | None = None, title: str = "") -> Session:
        """Another game that is the same up to that decision."""
        return Session(self.store, cut(self.store, self.id, position, seed=seed, title=title))

    def undo(self, seat: int) -> Session:
        """A branch back to the player's last decision in which there was something to choose."""
        log = self.game.log
        for event in reversed(log[:-1]):
            if isinstance(event, Asked) and event.seat == seat and is_choice(event.question):
                return self.branch(event.position, title=self.info.title)
        raise NothingToUndo("There is nothing to undo: you have not decided anything yet.")
