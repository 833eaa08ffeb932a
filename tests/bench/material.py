"""What the benchmarks work on: random games of all factions, and one very long game."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from typing import NamedTuple

from core.engine.game import Game, RandomChance
from core.players.bots import RandomBot
from core.printed.definitions import FACTIONS, load_cards
from core.rules import turn
from core.rules.replay import new_game
from core.rules.setup import game_begun
from events.vocabulary import Answered, Asked, Event
from projections.table import IN_PLAY, fold

GAMES = 30
LONG = 10_000


NAMES = ("Ana", "Ben", "Cleo", "Dov")


def game_of(seats: int, seed: int) -> Game:
    """A random game of any factions, at its first question."""
    load_cards()
    playable = sorted(faction.id for faction in FACTIONS.values() if faction.playable)
    chosen = random.Random(f"factions {seed}").sample(playable, 2 * seats)
    pairs = [chosen[index : index + 2] for index in range(0, len(chosen), 2)]
    return new_game(game_begun(NAMES[:seats], pairs, first=0), chance=RandomChance(seed))


def two_player_game(seed: int) -> Game:
    """A random game of two players and any four factions, at its first question."""
    return game_of(2, seed)


def play(game: Game, seed: int, longest: int | None = None) -> Game:
    """Play it to the end, or until its log is that long."""
    bot = RandomBot(seed)
    while not game.over and (longest is None or len(game.log) < longest):
        game.answer(game.table.asked, bot.answer(game))
    return game


def answers_and_fold(log: Sequence[Event], seed: int) -> None:
    """The floor of a random game: choosing the answers and folding the events, with no rules in between."""
    bot = RandomBot(seed)
    for event in log:
        if type(event) is Asked:
            bot.pick(event.question)
    fold(log)


class DecisionCost(NamedTuple):
    """What one decision cost."""

    seconds: float
    in_play: int  # cards before it, bases left out
    events: int  # in the log, before it


def timed(game: Game, seed: int, longest: int | None = None) -> Iterator[DecisionCost]:
    """Play a game as `play` does, and take the time of each decision."""
    bot = RandomBot(seed)
    while not game.over and (longest is None or len(game.log) < longest):
        in_play = sum(card.zone in IN_PLAY for card in game.table.cards.values()) - len(game.table.sites)
        events, picks = len(game.log), bot.answer(game)
        began = time.perf_counter()
        game.answer(game.table.asked, picks)
        yield DecisionCost(time.perf_counter() - began, in_play, events)


@cache
def quiet_points() -> tuple[tuple[Event, ...], ...]:
    """Logs up to a main question in the middle of a game."""
    found = []
    for log in logs()[:6]:
        quiet = [event.position for event in log if isinstance(event, Asked) and event.quiet]
        found.append(log[: quiet[len(quiet) // 2]])
    return tuple(found)


@cache
def logs() -> tuple[tuple[Event, ...], ...]:
    """The logs of the games."""
    return tuple(tuple(play(two_player_game(seed), seed).log) for seed in range(GAMES))


@cache
def events() -> int:
    """How many events they have together."""
    return sum(map(len, logs()))


@cache
def decisions() -> int:
    """How many decisions."""
    return sum(isinstance(event, Answered) for log in logs() for event in log)


@cache
def long_log() -> tuple[Event, ...]:
    """A game that nobody wins, of ten thousand events."""
    with nobody_wins():
        return tuple(play(two_player_game(0), 0, LONG).log[:LONG])


@contextmanager
def nobody_wins() -> Iterator[None]:
    """Games go on and on."""
    points, turn.WINNING_POINTS = turn.WINNING_POINTS, 10**9
    try:
        yield
    finally:
        turn.WINNING_POINTS = points
