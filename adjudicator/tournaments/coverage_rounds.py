"""Coverage on a larger scale: rounds of games, side by side, and a table of the cards and abilities they have reached.

A round tries to reach what its own games have not reached yet, so a single process plays it from beginning to end. All
rounds have the same size, so the same seed gives the same table however many processes share them.
"""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from adjudicator.games.workers import Executor, hearing, in_order, tick, workers
from adjudicator.tournaments.tournament import named_after, shared
from core.engine.game import Game
from core.players.bots import make_bot
from core.players.card_coverage import Coverage, unmet_prohibitions, unreached_abilities, unreached_cards
from core.players.coverage_games import COVERAGE, CoveragePlan, carry_out
from core.printed.definitions import FACTIONS, Definition, all_definitions, playable_printings, printing
from core.printed.editions import edition
from core.rules.setup import sets_with_bases
from events.errors import SmashUpError
from events.store import NewGame, open_store

ROUND = 25
"""Games in a round."""


class Round(msgspec.Struct, frozen=True):
    """One task: a plan, and where its games are kept, if at all."""

    plan: CoveragePlan
    keep: bool = False
    store: str | None = None
    title: str = ""


class RoundResult(msgspec.Struct):
    """The result of a round."""

    coverage: Coverage
    events: int = 0
    stored: list[str] = []

    def merge(self, other: RoundResult) -> None:
        """Add the result of another round."""
        self.coverage.merge(other.coverage)
        self.events += other.events
        self.stored += other.stored


def checked(plan: CoveragePlan) -> CoveragePlan:
    """Return the plan with its names resolved. Raises SmashUpError if it cannot be carried out."""
    for name in plan.bots:
        if name.lower() != COVERAGE:
            make_bot(name)
    factions = tuple(dict.fromkeys(printing(name).id for name in plan.factions)) or every_printing()
    if len(factions) < 2:
        raise SmashUpError("Name at least two factions.")
    editions = tuple(edition(name).id for name in plan.editions)
    return msgspec.structs.replace(plan, factions=factions, editions=editions)


def every_printing() -> tuple[str, ...]:
    """Return the ids of all printings of all factions: what there is to cover."""
    return tuple(printing.id for printing in playable_printings())


def rounds(plan: CoveragePlan) -> list[CoveragePlan]:
    """Return a plan cut into rounds, each with its own seed. The first round has the plan's seed."""
    sizes = [min(ROUND, plan.games - first) for first in range(0, plan.games, ROUND)]
    return [msgspec.structs.replace(plan, games=size, seed=plan.seed + number) for number, size in enumerate(sizes)]


def play_round(task: Round) -> RoundResult:
    """Carry out one round; store its games, if they are to be kept, and none of them twice."""
    result = RoundResult(Coverage())
    new: list[NewGame] = []
    name = _name(task.plan, task.title)

    def each(game: Game) -> None:
        result.events += len(game.log)
        if task.keep:
            id, title = f"{name}-{len(new) + 1}", task.title or "survey"
            new.append(NewGame(id=id, log=game.log, seed=task.plan.seed, title=title))
        tick()

    result.coverage = carry_out(task.plan, each=each)
    if task.keep:
        with open_store(task.store) as store:
            store.create_all(new)
        result.stored = [game.id for game in new]
    return result


def _name(plan: CoveragePlan, title: str) -> str:
    return named_after(msgspec.to_builtins(plan), title)


def game_ids(plan: CoveragePlan, title: str) -> list[str]:
    """Return the ids of all games of a plan."""
    return [f"{_name(round_, title)}-{number + 1}" for round_ in rounds(plan) for number in range(round_.games)]


def cover_cards(
    plan: CoveragePlan,
    *,
    jobs: int = 1,
    keep: bool = False,
    store: str | None = None,
    title: str = "",
    executor: Executor | None = None,
    progress: Callable[[], None] = lambda: None,
) -> RoundResult:
    """Carry out a plan in rounds. `progress` is called for every game."""
    total = RoundResult(Coverage())
    where = executor or workers(jobs)
    store = shared(store, where) if keep else None
    tasks = [Round(round_, keep, store, title) for round_ in rounds(checked(plan))]
    with hearing(progress):
        for result in in_order(where.each(play_round, tasks)):
            total.merge(result)
    return total


# --- the table ------------------------------------------------------------------------------------------------------


class CardReach(msgspec.Struct, frozen=True):
    """What games have reached of one card. `played`: for a base, how often it came into play."""

    card: str
    name: str
    played: int
    used: int  # abilities that began to resolve
    acted: int  # standing abilities that made a difference
    forbade: int  # effects that it prevented
    refused: int  # effects on it that were prevented
    abilities: dict[str, int]  # by key: how often it acted
    missing: tuple[str, ...]  # the names of the abilities that never acted


def cards_to_cover(plan: CoveragePlan) -> list[Definition]:
    """Return the cards a plan is about: those of its factions, all bases, and the cards that bases add beside the
    table.
    """
    sets = sets_with_bases()
    cards = {facts.id for name in plan.factions or every_printing() for facts in printing(name).cards}
    cards |= {facts.id for faction in FACTIONS.values() if faction.beside for facts in faction.cards}
    return [facts for facts in all_definitions() if (facts.set in sets if facts.is_base else facts.id in cards)]


def table_of(plan: CoveragePlan, coverage: Coverage) -> list[CardReach]:
    """Return a row for each card: first what was never reached, then the rest, rarest first."""
    rows = [_row(coverage, facts) for facts in cards_to_cover(plan)]
    return sorted(rows, key=lambda row: (row.played > 0, not row.missing, row.played, row.card))


def _row(coverage: Coverage, facts: Definition) -> CardReach:
    count = coverage.card(facts)
    return CardReach(
        facts.id,
        facts.name,
        coverage.came(facts),
        coverage.used_of(facts),
        coverage.acted_of(facts),
        count.forbade,
        count.refused,
        {ability.key: coverage.acted.get(ability.key, 0) for ability in facts.abilities},
        tuple(ability.name for ability in coverage.missing_of(facts)),
    )


class Unreached(msgspec.Struct, frozen=True):
    """What a plan has not reached: cards, abilities by key, and cards whose prohibition never applied."""

    cards: list[str]
    abilities: list[str]
    prohibitions: list[str]


def unreached(plan: CoveragePlan, coverage: Coverage) -> Unreached:
    """Return what a plan has not reached."""
    cards = cards_to_cover(plan)
    return Unreached(
        unreached_cards(coverage, cards), unreached_abilities(coverage, cards), unmet_prohibitions(coverage, cards)
    )
