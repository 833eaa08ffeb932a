"""Whole random games of any factions, books and seats, for what must be so in every game.

How many are played is said by SMASHUP_GAMES (the number of games for each rule; a few if it is not set). The few are
always the same ones; with a number they are new ones each time.
"""

from __future__ import annotations

import os
import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st

from core.engine.game import Game, RandomChance
from core.players.bots import RandomBot
from core.players.meetings import partner
from core.printed.definitions import FACTIONS, load_cards
from core.printed.editions import EDITIONS
from core.rules.replay import new_game
from core.rules.setup import game_begun
from events.questions import Pick, Question
from events.vocabulary import Asked, Event, PickedAtRandom, Shuffled

NAMES = ("Ana", "Ben", "Cleo", "Dov")
LONGEST = 3_000
"""Decisions after which a random game has gone on for too long: something must be wrong with it."""

_WANTED = int(os.environ.get("SMASHUP_GAMES", "0"))


def games(few: int) -> Callable[[Any], Any]:
    """The settings of a test over random games: a few of them, or as many as SMASHUP_GAMES wants."""
    return settings(
        max_examples=_WANTED or few,
        derandomize=not _WANTED,
        deadline=None,
        database=None,
        suppress_health_check=list(HealthCheck),
        phases=(Phase.explicit, Phase.generate, Phase.shrink),
    )


@dataclass(frozen=True)
class Beginning:
    """All that a random game depends on."""

    edition: str
    factions: tuple[tuple[str, str], ...]  # none: they are drafted
    seats: int
    seed: int
    titans: bool = False  # the players may bring titans

    def game(self) -> Game:
        """The game at its first question."""
        names, offer = NAMES[: self.seats], _offer(self)
        begun = game_begun(names, self.factions, edition_id=self.edition, offer=offer, titans=self.titans)
        return new_game(begun, chance=RandomChance(self.seed))

    def play(self) -> Iterator[Game]:
        """The game at each of its questions, and once more when it is over."""
        game, bot = self.game(), RandomBot(self.seed)
        for _ in range(LONGEST):
            yield game
            if game.over:
                return
            game.answer(game.table.asked, bot.answer(game))
        raise AssertionError(f"{self} goes on and on")

    def played(self) -> Game:
        """The game when it is over."""
        *_, game = self.play()
        return game


def _offer(beginning: Beginning) -> tuple[str, ...]:
    return () if beginning.factions else playable()[-2 * beginning.seats :]


def playable() -> tuple[str, ...]:
    """The factions there are."""
    load_cards()
    return tuple(sorted(faction.id for faction in FACTIONS.values() if faction.playable))


def beginning(edition: str, seats: int, seed: int) -> Beginning:
    """The factions follow from the seed; now and then they are drafted. Those that meet often are
    dealt together, and every other game has titans."""
    chance, there_are = random.Random(f"factions {seed}"), playable()
    drafted = 2 * seats <= len(there_are) and chance.random() < 0.1
    if drafted:
        return Beginning(edition, (), seats, seed, titans=chance.random() < 0.5)
    firsts = chance.sample(there_are, seats)
    # What goes with the next player's first faction: those are the pairs that answer each other across the table.
    pairs = tuple(
        (first, partner(neighbor, [mutant for mutant in there_are if mutant != first], chance))
        for first, neighbor in zip(firsts, [*firsts[1:], firsts[0]], strict=True)
    )
    return Beginning(edition, pairs, seats, seed, titans=chance.random() < 0.5)


def beginnings() -> st.SearchStrategy[Beginning]:
    """Any way to begin a game."""
    return st.builds(beginning, st.sampled_from(list(EDITIONS)), st.integers(2, 4), st.integers(0, 2**32))


# --- answers and chance ---------------------------------------------------------------------------------------------


def answer_with(question: Question, option: Pick) -> tuple[Pick, ...] | None:
    """A legal answer that has this option in it; None if there is none (it fits no limit)."""
    if question.most < 1:
        return None
    rest = [other for other in question.options if other != option]
    for count in range(max(question.least, 1), question.most + 1):
        for picks in ((option, *rest[: count - 1]), (option,) * count):
            if len(picks) == count and question.refusal(picks) is None:
                return picks
    return None


class RecordedChance:
    """Chance that does again what was recorded next."""

    def __init__(self, events: Sequence[Event]) -> None:
        self._shuffles = [event.order for event in events if isinstance(event, Shuffled)]
        self._picks = [event.picks for event in events if isinstance(event, PickedAtRandom)]

    def shuffle(self, cards: Sequence[int]) -> tuple[int, ...]:
        """The next recorded shuffle."""
        return self._shuffles.pop(0)

    def pick(self, pool: Sequence[int], count: int) -> tuple[int, ...]:
        """The next recorded pick."""
        return self._picks.pop(0)


def questions(log: Sequence[Event]) -> list[int]:
    """The positions at which somebody was asked."""
    return [event.position for event in log if isinstance(event, Asked)]
