"""Random games to try projections on, played once and kept."""

from __future__ import annotations

import random
from functools import cache

from core.engine.game import Game, RandomChance
from core.printed.definitions import FACTIONS, load_cards
from core.rules.replay import new_game
from core.rules.setup import game_begun
from events.questions import Distribute, Main, Pick, Question
from events.vocabulary import Event

NAMES = ("Ana", "Ben", "Cleo", "Dov")


def some_answer(rng: random.Random, question: Question) -> tuple[Pick, ...]:
    """Any legal answer; at the main question mostly something is done."""
    if isinstance(question, Main) and question.options and rng.random() < 0.9:
        return (rng.choice(question.options),)
    while True:
        count = rng.randint(question.least, question.most)
        if isinstance(question, Distribute):
            picks = tuple(rng.choices(question.options, k=count)) if question.options else ()
        else:
            picks = tuple(rng.sample(question.options, min(count, len(question.options))))
        if question.refusal(picks) is None:
            return picks


def begin(
    seed: int, edition: str = "EMD", seats: int = 2, factions: tuple[str, ...] = (), titans: bool = False
) -> Game:
    """A game of any factions, or of some of these."""
    load_cards()
    rng = random.Random(f"factions {seed}")
    playable = factions or sorted(faction.id for faction in FACTIONS.values() if faction.playable)
    pairs = [rng.sample(playable, 2) for _ in range(seats)]
    return new_game(game_begun(NAMES[:seats], pairs, edition_id=edition, titans=titans), chance=RandomChance(seed))


@cache
def random_game(
    seed: int, edition: str = "EMD", seats: int = 2, factions: tuple[str, ...] = (), titans: bool = False
) -> tuple[Event, ...]:
    """The log of a whole game."""
    game = begin(seed, edition, seats, factions, titans)
    rng = random.Random(seed)
    while not game.over and len(game.log) < 10_000:
        assert game.question is not None
        game.answer(game.table.asked, some_answer(rng, game.question))
    return tuple(game.log)
