"""Bots: `random` picks any legal answer, `greedy` (see `core.players.greedy`) the one that looks best.

A bot receives the live game, but uses only what its seat may see: the question, the open cards and its own hand.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Protocol

from core.engine.game import Game
from core.rules.turn import ENDING_NOW
from events.errors import SmashUpError
from events.questions import NO, YES, Cards, Distribute, Main, May, Pick, Question


class Bot(Protocol):
    """Answers questions for the seat that is asked."""

    def answer(self, game: Game) -> tuple[Pick, ...]:
        """Return the picks that answer the current question."""


class RandomBot:
    """Picks any legal answer, but prefers acting to passing in Play Cards, and playing on to ending the game."""

    PASSES = 0.1
    STOPS = 0.2

    def __init__(self, seed: int | str | None = None) -> None:
        self._random = random.Random(seed)

    def answer(self, game: Game) -> tuple[Pick, ...]:
        question = game.question
        assert question is not None
        return self.pick(question)

    def pick(self, question: Question) -> tuple[Pick, ...]:
        """Return a random legal answer to a question."""
        chance = self._random
        options = question.options
        if not options:
            return ()
        if type(question) is Main:
            return () if chance.random() < self.PASSES else (options[int(chance.random() * len(options))],)
        most = question.most if question.repeats or question.most == 1 else min(question.most, len(options))
        if not most:
            return ()
        if asks_to_stop(question):
            return (YES if chance.random() < self.STOPS else NO,)
        if question.least == most == 1:
            return (options[int(chance.random() * len(options))],)
        count = chance.randint(question.least, most)
        if isinstance(question, Distribute):
            pool = [option for option, cap in zip(question.options, _caps(question), strict=True) for _ in range(cap)]
            return tuple(chance.sample(pool, min(count, len(pool))))
        order = chance.sample(options, len(options))
        return within_limits(question, order, count)


def asks_to_stop(question: Question) -> bool:
    """Return whether a question asks to end the game in the middle of a turn (win.check)."""
    return type(question) is May and question.about.startswith(ENDING_NOW)


def _caps(question: Distribute) -> Sequence[int]:
    return question.caps or (question.most,) * len(question.options)


def within_limits(question: Question, order: Sequence[Pick], count: int) -> tuple[Pick, ...]:
    """Return the first `count` options that together stay within the question's limits."""
    picks: list[Pick] = []
    for option in order:
        if len(picks) == count:
            break
        if _go_together(question, (*picks, option)):
            picks.append(option)
    if len(picks) < question.least and isinstance(question, Cards):
        # A tight budget: the lightest ones fit if anything does.
        weight = dict(zip(question.options, question.weights, strict=False))
        lightest = sorted(question.options, key=lambda option: weight.get(option, 0))
        return tuple(lightest[: question.least])
    return tuple(picks)


def _go_together(question: Question, picks: Sequence[Pick]) -> bool:
    """Return whether these picks stay within the limits on the whole set, even if more must be added."""
    if not isinstance(question, Cards):
        return True
    places = [question.options.index(pick) for pick in picks]
    if question.budget is not None and sum(question.weights[index] for index in places) > question.budget:
        return False
    return not question.one_name or len({question.names[index] for index in places}) <= 1


def _random_bot(seed: int | str | None) -> Bot:
    return RandomBot(seed)


def _greedy_bot(seed: int | str | None) -> Bot:
    from core.players.greedy import GreedyBot

    return GreedyBot(seed)


BOTS: dict[str, Callable[[int | str | None], Bot]] = {"random": _random_bot, "greedy": _greedy_bot}
"""The bots by name; each is created with a seed."""


def make_bot(name: str, seed: int | str | None = None) -> Bot:
    """Return a new bot of that kind. Raises SmashUpError for an unknown name."""
    make = BOTS.get(name.lower())
    if make is None:
        raise SmashUpError(f"There is no bot {name!r}. The bots are {' and '.join(BOTS)}.")
    return make(seed)
