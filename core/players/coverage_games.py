"""Batches of games played for coverage, over all editions, numbers of players and factions.

A plan is determined by its seed. Its games are played one after another, because each looks for what those before it
have not reached (`core.players.coverage_bots`). Plans with different seeds can run in parallel; their coverages are merged.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator

import msgspec

from core.engine.game import Chance, Endless, Game, RandomChance
from core.players.bots import Bot, make_bot
from core.players.card_coverage import Coverage, Watch
from core.players.coverage_bots import CoverageBot, CoverageChance, deal_least_known
from core.printed.definitions import load_cards, playable_printings, printing
from core.printed.editions import EDITIONS
from core.rules.setup import game_begun, sets_with_bases
from core.rules.turn import flow
from events.card_types import ALL_AGREED, settings
from events.errors import SmashUpError
from events.vocabulary import GameBegun

COVERAGE = "coverage"
LONGEST = 20_000
"""Decisions after which a game counts as endless."""


class CoveragePlan(msgspec.Struct, frozen=True, kw_only=True):
    """The settings of a batch. Its games use all bases and cycle through editions and numbers of players."""

    games: int
    seed: int = 0
    factions: tuple[str, ...] = ()  # none: all factions
    editions: tuple[str, ...] = tuple(EDITIONS)
    seats: tuple[int, ...] = (2, 3, 4)
    bots: tuple[str, ...] = (COVERAGE,)  # by seat, repeating from the first

    @property
    def seeks_coverage(self) -> bool:
        """Return whether players, shuffles and factions aim for what has not been reached."""
        return COVERAGE in self.bots


class CoverageGameFailed(SmashUpError):
    """Raised when a game of a plan cannot be played to its end."""

    def __init__(self, plan: CoveragePlan, number: int, begun: GameBegun, reason: str) -> None:
        super().__init__(plan, number, begun, reason)
        self.plan, self.number, self.begun, self.reason = plan, number, begun, reason

    def __str__(self) -> str:
        factions = "; ".join(" and ".join(seat.factions) for seat in self.begun.seats)
        where = f"Game {self.number + 1} of the plan with seed {self.plan.seed} ({self.begun.edition}: {factions})"
        return f"{where} failed: {self.reason}"


def carry_out(
    plan: CoveragePlan,
    *,
    each: Callable[[Game], None] = lambda game: None,
    enough: Callable[[Coverage], bool] = lambda coverage: False,
) -> Coverage:
    """Play the games of a plan and return what they have reached.

    `each` is called with every game at its end. No more are played once `enough` returns True for the coverage so far.
    """
    with Watch() as watch:
        for number in range(plan.games):
            try:
                *_, game = play(plan, number, watch)
            except Endless:
                continue  # an endless loop that the rules allow: nobody would end that game
            each(game)
            if enough(watch.coverage):
                break
    return watch.coverage


def play(plan: CoveragePlan, number: int, watch: Watch) -> Iterator[Game]:
    """Play one game of a plan, yielding it at each question and at its end. It counts only when it has ended."""
    begun = _begin(plan, number, watch.coverage)
    try:
        yield from _play(plan, f"{plan.seed}/{number}", begun, watch)
    except Endless:
        raise
    except Exception as error:
        raise CoverageGameFailed(plan, number, begun, f"{type(error).__name__}: {error}") from error
    watch.close()


def _begin(plan: CoveragePlan, number: int, coverage: Coverage) -> GameBegun:
    load_cards()
    chance = random.Random(f"{plan.seed}/{number}/factions")
    edition = plan.editions[number % len(plan.editions)]
    seats = plan.seats[number // len(plan.editions) % len(plan.seats)]
    factions = plan.factions or tuple(faction.id for faction in playable_printings())
    pairs = deal_least_known(coverage if plan.seeks_coverage else Coverage(), factions, seats, chance)
    pairs = [(printing(first).marked_id, printing(second).marked_id) for first, second in pairs]
    names = [f"{_bot_name(plan, seat).capitalize()} {seat + 1}" for seat in range(seats)]
    begun = game_begun(names, pairs, edition_id=edition, **settings(ALL_AGREED))
    # In every edition, whatever the factions: otherwise a base whose set has no faction yet would appear in only two
    # editions.
    return msgspec.structs.replace(begun, sets=sets_with_bases())


def _play(plan: CoveragePlan, seed: str, begun: GameBegun, watch: Watch) -> Iterator[Game]:
    chance: Chance = CoverageChance(watch.coverage, seed) if plan.seeks_coverage else RandomChance(seed)
    game = Game([begun], flow, chance=chance)
    if isinstance(chance, CoverageChance):
        chance.game = game
    watch.follow(game)
    game.begin()
    bots = [_bot(_bot_name(plan, seat), watch.coverage, f"{seed}/{seat}") for seat in range(len(begun.seats))]
    for _ in range(LONGEST):
        watch.catch_up()
        yield game
        if game.over:
            return
        asked = game.table.asked
        game.answer(asked, bots[asked].answer(game))
    raise SmashUpError(f"The game is not over after {LONGEST} decisions.")


def _bot_name(plan: CoveragePlan, seat: int) -> str:
    return plan.bots[seat % len(plan.bots)].lower()


def _bot(name: str, coverage: Coverage, seed: str) -> Bot:
    return CoverageBot(coverage, seed) if name == COVERAGE else make_bot(name, seed)
