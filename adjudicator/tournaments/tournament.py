"""Plays many games at once: bots play them in chunks, each chunk is a task, and accumulators add up the results.

Tasks go to an executor (`adjudicator/games/workers.py`). A worker stores the games it has played and returns only
totals, which are added up in the order of the games. So the totals do not depend on who does the work.
"""

from __future__ import annotations

import hashlib
import random
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from typing import Any

import msgspec

from adjudicator.games.workers import Executor, hearing, in_order, tick, workers
from core.engine.game import RULES_VERSION, Game, RandomChance
from core.players.bots import Bot, make_bot
from core.printed.definitions import FACTIONS, faction_of, load_cards, printing
from core.printed.editions import DEFAULT, Edition, edition
from core.rules.replay import new_game
from core.rules.setup import deal_factions, game_begun
from events.card_types import GameSettings, settings
from events.errors import SmashUpError
from events.game_list import LETTERS
from events.names import check_title
from events.store import NewGame, Store, open_store, place
from events.vocabulary import Answered, Event
from projections.statistics import Statistics
from projections.table import Table, fold

LONGEST = 20_000
"""Decisions after which a game counts as endless."""
LARGEST = 50
"""Maximum number of games in a chunk: enough to be worth sending to a worker, few enough to lose with one and to hold
in memory until all are stored.
"""
MOST_READ = 250
"""Maximum number of stored games in a task that reads them.

Each task opens the store and reads the list of games, which may be long.
"""


class GameFailed(SmashUpError):
    """Raised for a game that could not be finished. The seed reproduces it."""

    def __init__(self, number: int, seed: int, reason: str) -> None:
        super().__init__(number, seed, reason)
        self.number, self.seed, self.reason = number, seed, reason

    def __str__(self) -> str:
        return f"Game {self.number} (seed {self.seed}) failed: {self.reason}"


# --- the plan -------------------------------------------------------------------------------------------------------


class Plan(GameSettings, frozen=True, kw_only=True):
    """A tournament: everything that decides its games."""

    games: int
    seats: int = 2
    factions: tuple[str, ...] = ()  # the factions to deal, two to a seat; none: all of them
    edition: str = "EMD"
    seed: int = 0
    bots: tuple[str, ...] = ("random",)  # by seat, starting again from the first
    title: str = ""


class Chunk(msgspec.Struct, frozen=True):
    """Some games of a plan: from `first` up to but not including `end`. `store` says where they are kept, if at all."""

    plan: Plan
    first: int
    end: int
    store: str | None = None
    keep: bool = False
    cards: bool = False  # also count what happened to each card


def checked(plan: Plan) -> Plan:
    """Return the plan with its names resolved. Raises SmashUpError if it cannot be played."""
    check_title(plan.title)
    if plan.games < 1:
        raise SmashUpError(f"The number of games must be at least 1, not {plan.games}.")
    for name in plan.bots:
        make_bot(name)
    book = edition(plan.edition)
    factions = tuple(printing(name, newest=book.newest_printings).id for name in plan.factions) or all_factions(book)
    if len(set(map(faction_of, factions))) < 2:
        raise SmashUpError("Name at least two factions.")
    game_begun(player_names(plan), [factions[:2]] * plan.seats, edition_id=plan.edition, **settings(plan))
    return msgspec.structs.replace(plan, factions=tuple(dict.fromkeys(factions)), edition=book.id)


def all_factions(book: Edition = DEFAULT) -> tuple[str, ...]:
    """Return all playable factions, in the printings that a rulebook means."""
    load_cards()
    return tuple(
        (faction.newest if book.newest_printings else faction.first).id
        for faction in FACTIONS.values()
        if faction.playable
    )


def chunks(plan: Plan, size: int, *, keep: bool = False, store: str | None = None, cards: bool = False) -> list[Chunk]:
    """Return the plan cut into tasks of this many games."""
    starts = range(0, plan.games, size)
    return [Chunk(plan, first, min(first + size, plan.games), store, keep, cards) for first in starts]


def seed_of(plan: Plan, number: int) -> int:
    """Return the seed of one game, which alone reproduces it."""
    return int.from_bytes(hashlib.sha256(f"{plan.seed}/{number}".encode()).digest()[:4])


def plan_id(plan: Plan) -> str:
    """Return a fingerprint of every setting except the number of games."""
    agreed = [name for name, agreed in settings(plan).items() if agreed]
    return named_after(plan.seats, plan.factions, plan.edition, plan.seed, plan.bots, plan.title, *agreed)


def named_after(*decisive: Any) -> str:
    """Return a fingerprint of every setting that decides the games, including the rules version.

    So a game has its id before it is played, and is never stored twice.
    """
    encoded = msgspec.json.encode((RULES_VERSION, *decisive))
    number = int.from_bytes(hashlib.sha256(encoded).digest()[:8])
    return "g" + "".join(LETTERS[number // len(LETTERS) ** place % len(LETTERS)] for place in range(7))


def game_id(plan: Plan, number: int) -> str:
    """Return the id of one of a plan's games."""
    return f"{plan_id(plan)}-{number + 1}"


def player_names(plan: Plan) -> list[str]:
    """Return the players' names. Bots are named after their kind: Greedy 1, Random 2."""
    return [f"{plan.bots[seat % len(plan.bots)].capitalize()} {seat + 1}" for seat in range(plan.seats)]


def deal(factions: Sequence[str], seats: int, chance: random.Random) -> list[tuple[str, str]]:
    """Two different factions for each seat, each faction once before any comes twice."""
    return deal_factions(seats, lambda: chance.sample(factions, len(factions)))


# --- playing --------------------------------------------------------------------------------------------------------


def play_game(plan: Plan, number: int) -> Game:
    """Play one game of a plan to its end."""
    seed = seed_of(plan, number)
    pairs = deal(plan.factions, plan.seats, random.Random(seed))
    begun = game_begun(player_names(plan), pairs, edition_id=plan.edition, **settings(plan))
    game = new_game(begun, chance=RandomChance(seed))
    seats = [make_bot(plan.bots[seat % len(plan.bots)], f"{seed}/{seat}") for seat in range(plan.seats)]
    play_out(game, seats)
    return game


def play_out(game: Game, seats: Sequence[Bot]) -> None:
    """Have bots answer until the game is over."""
    for _ in range(LONGEST):
        if game.over:
            return
        asked = game.table.asked
        game.answer(asked, seats[asked].answer(game))
    raise SmashUpError(f"The game is not over after {LONGEST} decisions.")


def play_chunk(chunk: Chunk) -> Tally:
    """One task: play, store and add up. Games that are stored already, by a worker that was lost, are not played again."""
    tally = Tally(statistics=Statistics() if chunk.cards else None)
    ids = {number: game_id(chunk.plan, number) for number in range(chunk.first, chunk.end)}
    new: list[NewGame] = []
    with ExitStack() as stack:
        store = stack.enter_context(open_store(chunk.store)) if chunk.keep else None
        known = store.holding(list(ids.values())) if store is not None else set[str]()
        for number, id in ids.items():
            if store is not None and id in known and (log := _stored(store, id)):
                tally.add(log, fold(log))
            else:
                game = _played(chunk.plan, number)
                tally.add(game.log, game.table)
                title = f"{chunk.plan.title or 'simulation'} {number + 1}"
                new.append(NewGame(id=id, log=game.log, title=title, seed=seed_of(chunk.plan, number)))
            tick()
        if store is not None:
            store.create_all(new)
            tally.stored = list(ids.values())
    return tally


def _played(plan: Plan, number: int) -> Game:
    try:
        return play_game(plan, number)
    except Exception as error:
        raise GameFailed(number + 1, seed_of(plan, number), f"{error}") from error


def _stored(store: Store, id: str) -> list[Event]:
    try:
        return store.read(id)
    except SmashUpError:  # A deleted or damaged game stays unchanged and is played again for the totals.
        return []


def game_ids(plan: Plan) -> list[str]:
    """Return the ids of all games of a plan."""
    return [game_id(plan, number) for number in range(plan.games)]


# --- adding up ------------------------------------------------------------------------------------------------------


class Count(msgspec.Struct):
    """Counts of games played and won."""

    games: int = 0
    wins: int = 0

    def merge(self, other: Count) -> None:
        """Add another count to this one."""
        self.games += other.games
        self.wins += other.wins


class Tally(msgspec.Struct):
    """The totals of a number of games. Tallies of chunks are merged, in any order, into the tally of a tournament."""

    games: int = 0
    events: int = 0
    decisions: int = 0
    turns: int = 0
    shared: int = 0  # games with more than one winner
    wins: dict[str, int] = {}  # by player
    factions: dict[str, Count] = {}
    stored: list[str] = []
    statistics: Statistics | None = None  # what happened to each card, if requested, because counting takes time

    def add(self, log: Sequence[Event], table: Table) -> None:
        """Count one game, by its log and the table at its end."""
        self.games += 1
        self.events += len(log)
        self.decisions += sum(1 for event in log if type(event) is Answered)
        self.turns += table.turn
        self.shared += len(table.winners) > 1
        for seat, player in enumerate(table.seats):
            won = seat in table.winners
            self.wins[player.name] = self.wins.get(player.name, 0) + won
            for name in player.factions:
                self.factions.setdefault(name, Count()).merge(Count(1, int(won)))
        if self.statistics is not None:
            self.statistics.add(log)

    def merge(self, other: Tally) -> None:
        """Add the sums of other games."""
        self.games += other.games
        self.events += other.events
        self.decisions += other.decisions
        self.turns += other.turns
        self.shared += other.shared
        for name, wins in other.wins.items():
            self.wins[name] = self.wins.get(name, 0) + wins
        for name, count in other.factions.items():
            self.factions.setdefault(name, Count()).merge(count)
        self.stored += other.stored
        if other.statistics is not None:
            self.statistics = self.statistics or Statistics()
            self.statistics.merge(other.statistics)


def shared(store: str | None, executor: Executor) -> str:
    """Return the place of a store for all workers. Raises an error if some of them cannot reach it."""
    named = place(store)
    if executor.elsewhere and "://" not in named:
        raise SmashUpError(f"Workers on other machines can't reach {named}. Name a postgresql:// database with --db.")
    return named


def hold(
    plan: Plan,
    *,
    jobs: int = 1,
    keep: bool = False,
    store: str | None = None,
    cards: bool = False,
    executor: Executor | None = None,
    progress: Callable[[], None] = lambda: None,
) -> Tally:
    """Hold a tournament. `progress` is called for every game."""
    plan = checked(plan)
    where = executor or workers(jobs)
    store = shared(store, where) if keep else None
    size = max(1, min(LARGEST, plan.games // (8 * where.jobs)))
    total = Tally()
    with hearing(progress):
        for tally in in_order(where.each(play_chunk, chunks(plan, size, keep=keep, store=store, cards=cards))):
            total.merge(tally)
    return total
