"""What the benchmarks work on: random games of all factions, and one very long game."""

from __future__ import annotations

import random
from functools import cache

from core.engine.game import Game, RandomChance
from core.players.bots import RandomBot
from core.printed.definitions import FACTIONS, load_cards
from core.rules import turn
from core.rules.replay import new_game
from core.rules.setup import game_begun
from events.vocabulary import Answered, Event

GAMES = 30
LONG = 10_000


def two_player_game(seed: int) -> Game:
    """A random game of two players and any four factions, at its first question."""
    load_cards()
    playable = sorted(one.id for one in FACTIONS.values() if one.playable)
    chosen = random.Random(f"factions {seed}").sample(playable, 4)
    begun = game_begun(["Ana", "Ben"], [chosen[:2], chosen[2:]], first=0)
    return new_game(begun, chance=RandomChance(seed))


def play(game: Game, seed: int, longest: int | None = None) -> Game:
    """Play it to the end, or until its log is that long."""
    bot = RandomBot(seed)
    while not game.over and (longest is None or len(game.log) < longest):
        game.answer(game.table.asked, bot.answer(game))
    return game


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
    points, turn.WINNING_POINTS = turn.WINNING_POINTS, 10**9
    try:
        return tuple(play(two_player_game(0), 0, LONG).log[:LONG])
    finally:
        turn.WINNING_POINTS = points
