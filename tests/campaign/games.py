"""Games of all sorts of players, checked from question to question (`tests.core.soak.Inspector`) and at every position.

At every position the second fold must agree with the table, each view with what its seat was shown
(`tests.campaign.visibility`), and the log with the claims of the second opinion (`tests.examiners.oracle`).
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from core.engine.game import Endless, Game
from core.players.bots import RandomBot, within_limits
from core.players.card_coverage import Coverage, Watch
from core.players.coverage_games import CoveragePlan
from core.players.coverage_games import play as play_survey
from core.players.greedy import GreedyBot
from core.printed.editions import EDITIONS
from core.rules.replay import resume
from events.questions import Pick, Play, Question
from events.vocabulary import Answered, Event
from projections.table import snapshot
from tests.campaign.faults import Fault, game_file, shortest, told
from tests.campaign.visibility import Watcher
from tests.core.random_games import RecordedChance, beginning, questions
from tests.core.soak import Inspector
from tests.core.test_random_games import refused, stored
from tests.examiners.oracle import Oracle

LONGEST = 1_500
"""Decisions after which players who will not win are left alone."""
COVERAGE = "coverage"
MASKED = 0.02
"""Share of the questions at which the masked tables are checked as well."""


class PerverseBot:
    """Somebody who always does the same odd thing: the first option or the last, as many as may be or as few."""

    def __init__(self, seed: int | str) -> None:
        chance = random.Random(seed)
        self._last, self._most = chance.random() < 0.5, chance.random() < 0.5
        self._whim, self._else = chance, RandomBot(seed)

    def answer(self, game: Game) -> tuple[Pick, ...]:
        """The picks for the question that is being asked."""
        question = game.question
        assert question is not None
        picks = self._odd(question)
        # Now and then like anybody: otherwise nobody would ever win.
        return picks if self._whim.random() < 0.7 and question.refusal(picks) is None else self._else.answer(game)

    def _odd(self, question: Question) -> tuple[Pick, ...]:
        options = question.options[::-1] if self._last else question.options
        count = min(question.most, len(options)) if self._most else question.least
        return within_limits(question, options, count)


PLAYERS: dict[str, Any] = {"random": RandomBot, "greedy": GreedyBot, "perverse": PerverseBot}


class Evidence:
    """Everything that judges a game by its events alone, and the inspector, which knows the engine."""

    def __init__(self, seed: str) -> None:
        self.inspector = Inspector(seed)
        self.oracle = Oracle()
        self.watcher: Watcher | None = None
        self._chance = random.Random(f"{seed}/evidence")
        self._seen = 0

    def look(self, game: Game) -> None:
        """Check all that has happened since the last look, and the position that was reached."""
        new = game.log[self._seen :]
        self._seen = len(game.log)
        self.inspector.look(game)
        if self.watcher is None:
            self.watcher = Watcher(len(game.table.seats))
        self.watcher.take(new)
        wrong = next(self.watcher.eyes.ledger.differences(game.table), None)
        assert wrong is None, f"the table of the game is not that of its log: {wrong}"
        for deviation in self.oracle.read(new):
            raise AssertionError(str(deviation))
        if game.over or self._chance.random() < MASKED:
            self.watcher.look()

    def close(self, game: Game) -> None:
        """Check a game that is over."""
        self.inspector.close(game)

    @property
    def counts(self) -> Counter[str]:
        """The number of checks made."""
        assert self.watcher is not None
        return Counter({"positions seen by every seat": self.watcher.positions, "claims": self.oracle.checked.total()})


def attack(chance: random.Random, folder: Path) -> Counter[str]:
    """One game; a fault is cut down to where it shows."""
    counts: Counter[str] = Counter()
    seed = chance.randrange(2**32)
    evidence = Evidence(str(seed))
    game: Game | None = None
    try:
        for game in _game(seed, chance):
            evidence.look(game)
            if chance.random() < 0.05:
                counts["illegal answers"] += try_illegal(game)
        assert game is not None
        if game.over:
            evidence.close(game)
    except Endless:
        counts["games without end"] += 1  # a Buccaneer between two Cub Scouts, where random players go round and round
        assert game is not None
    except Exception as error:
        raise fault(game, error) from error
    counts.update({"games": 1, "events": len(game.log), "decisions": len(questions(game.log))})
    return counts + evidence.counts


def _game(seed: int, chance: random.Random) -> Iterator[Game]:
    edition, seats = chance.choice(list(EDITIONS)), chance.randint(2, 4)
    kinds = [chance.choices((*PLAYERS, COVERAGE), (5, 1, 3, 3))[0] for _ in range(seats)]
    if COVERAGE in kinds:
        with Watch(Coverage()) as watch:
            yield from play_survey(CoveragePlan(games=1, seed=seed, editions=(edition,), seats=(seats,)), 0, watch)
        return
    game = beginning(edition, seats, seed).game()
    players = [PLAYERS[kind](f"{seed}/{seat}") for seat, kind in enumerate(kinds)]
    for _ in range(LONGEST):
        yield game
        if game.over:
            return
        game.answer(game.table.asked, players[game.table.asked].answer(game))


def try_illegal(game: Game) -> int:
    """Answers that must be refused and leave no trace."""
    question, seat = game.question, game.table.asked
    if question is None:
        return 0
    # Behind every card, and every base that could be chosen: those are named by the position at which they came.
    stranger: int = max([0, *game.table.cards, *(pick for pick in question.options if isinstance(pick, int))]) + 1
    rest = question.options[: max(question.least, 1) - 1]
    wrong: list[tuple[Any, Any]] = [
        ((seat + 1) % len(game.table.seats), ()),
        *((seat, (pick, *rest)) for pick in (stranger, "nonsense", Play(stranger), -1, 1.5, None, True)),
        *((seat, (pick, *rest)) for pick in (10**5000, [[[1]]], {}, object())),
        *((seat, None), (seat, 10**5000), (seat, {1: 2}), (10**5000, ()), (None, ())),
    ]
    if question.options:
        wrong.append((seat, question.options * (question.most + 1)))
    for who, picks in wrong:
        assert refused(game, who, picks), f"{picks} is accepted"
    return len(wrong)


# --- what is left of a fault


def fault(game: Game | None, error: Exception) -> Fault:
    """The shortest log that shows it."""
    title = told(error)
    if game is None:
        return Fault(title, "", f"raise AssertionError({title!r})")
    log = list(game.log)
    cuts = [*questions(log), len(log)]
    if _shows(log):
        log = log[: shortest(cuts, lambda cut: _shows(log[:cut]))]
    imports = "from tests.campaign.games import look_again\nfrom events.files import read_game"
    return Fault(title, imports, "look_again(read_game(<game.jsonl>)[1])", {"game.jsonl": game_file(log)})


def _shows(log: Sequence[Event]) -> bool:
    try:
        look_again(log)
    except Exception:
        return True
    return False


def look_again(log: Sequence[Event]) -> None:
    """Check every invariant at every question of a log and at its end."""
    inspector = Evidence("again")
    game = resume(log[: questions(log)[0]] if questions(log) else log)
    for event in [*log[len(game.log) :]]:
        if isinstance(event, Answered):
            inspector.look(game)
            with suppress(IndexError):
                game.chance = _RecordedFirst(log[event.position :])
            game.answer(event.seat, event.picks)
    inspector.look(game)
    assert stored(game.log[: len(log)]) == list(log), "the rules lead elsewhere"
    assert snapshot(resume(log).table) == snapshot(game.table)


class _RecordedFirst:
    """The chances of a log, and any others when they are used up."""

    def __init__(self, events: Sequence[Event]) -> None:
        self._recorded = RecordedChance(events)

    def shuffle(self, cards: Sequence[int]) -> tuple[int, ...]:
        """The recorded order, if it is one of these cards."""
        with suppress(IndexError):
            order = self._recorded.shuffle(cards)
            if sorted(order) == sorted(cards):
                return order
        return tuple(cards)

    def pick(self, pool: Sequence[int], count: int) -> tuple[int, ...]:
        """The recorded pick, if it was made from these."""
        with suppress(IndexError):
            picks = self._recorded.pick(pool, count)
            if set(picks) <= set(pool) and len(picks) == count:
                return picks
        return tuple(pool[:count])
