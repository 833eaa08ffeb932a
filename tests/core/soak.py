"""Thousands of games under everything that must be so: `python -m tests.core.soak --games 2000 --jobs 2`.

Half of the games are played at random, with drafts, as in test_random_games; half go for what is rare (core.players.coverage_bots).
Editions and numbers of players take turns. A round of twenty games follows from its seed, so a fault is played again by
`--seed` and `--games 20`; the log of the game that failed is kept beside the report. Exit code 1 if there was a fault.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
import traceback
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass, field
from datetime import UTC, datetime
from multiprocessing import get_context
from pathlib import Path
from tempfile import gettempdir

from core.engine.game import Endless, Game
from core.engine.power import breakpoint_of, power, total_powers
from core.engine.standing_checks import rebuilt_index
from core.players.card_coverage import Coverage, Watch, cards_of, unreached_abilities, unreached_cards
from core.players.coverage_games import CoverageGameFailed, CoveragePlan
from core.players.coverage_games import play as play_survey
from core.printed.definitions import SETS
from core.printed.editions import EDITIONS
from core.rules.replay import resume, verify
from events.files import FORMAT, VERSION, Header, write_game
from events.questions import Main
from events.vocabulary import CardsMade, GameBegun
from projections.table import Table, fold, snapshot
from tests.core.random_games import RecordedChance, beginning, questions
from tests.core.test_random_games import BasesDue, active_abilities, assert_every_card_is_in_one_place, stored

ROUND = 20
"""Games of a round: every other one looks for coverage."""

OFTEN = 0.05
"""At how many of the questions the costly things are looked at; always at the end."""


FAULTS = str(Path(gettempdir()) / "smashup-soak")


class Inspector:
    """Follows one game from question to question and looks at everything that must be so."""

    def __init__(self, seed: str) -> None:
        self._chance = random.Random(seed)
        self._made: list[int] = []
        self._folded = Table()
        self._due: BasesDue | None = None
        self._seen = 0

    def look(self, game: Game) -> None:
        """At a question, or at the end."""
        new = game.log[self._seen :]
        self._seen = len(game.log)
        for event in new:
            if isinstance(event, CardsMade):
                self._made += range(event.first, event.first + len(event.definitions))
        assert_every_card_is_in_one_place(game.table, self._made)
        self._due = self._due or BasesDue(game)
        self._due.follow(new)
        if isinstance(game.question, Main):
            assert len(game.table.sites) == self._due.count, "as many bases as the rules say"
            assert_quiet(game)
        fold(stored(new), self._folded)
        if game.over or self._chance.random() < OFTEN:
            assert snapshot(self._folded) == snapshot(game.table), "the fold of the log is the table"
            assert active_abilities(rebuilt_index(game)) == active_abilities(game.index), "the index can be rebuilt"
            assert_numbers(game)

    def close(self, game: Game) -> None:
        """When the game is over."""
        assert game.over
        assert_quiet(game)
        log = stored(game.log)
        assert log == game.log
        verdict = verify(log)
        assert verdict.same, f"other events: {verdict.divergences}"
        asked = questions(log)
        for position in self._chance.sample(asked, 2):
            after = next((question for question in asked if question > position), len(log))
            again = resume(log[:position], chance=RecordedChance(log[position:after]))
            answer = log[position]
            again.answer(answer.seat, answer.picks)  # type: ignore[attr-defined]
            assert again.log[position:] == log[position:after], f"taken up at {position}"


def assert_quiet(game: Game) -> None:
    """Nothing is half resolved: the table alone says what comes next."""
    table = game.table
    assert not [number for zone in ("aside", "resolving", "duelling") for number in table.piles[zone]], (
        "something was left lying"
    )
    assert game.frames == [game.root]
    assert not [*game.root.triggers, *game.root.heard, *game.root.deferred], "something still waits"
    assert table.scoring is None
    assert not game.coming
    assert all(allowance.seat == table.current for allowance in table.allowances), "plays of another player's turn"


def assert_numbers(game: Game) -> None:
    """Power, breakpoint and points are never negative, and what was kept of them is still true."""
    known = dict(game.powers)
    game.powers.clear()
    for minion in game.table.minions():
        assert known.get(minion.number, power(game, minion)) == power(game, minion) >= 0
    for site in game.table.sites:
        assert breakpoint_of(game, site) >= 0
        assert min(total_powers(game, site)) >= 0
    assert all(seat.victory_points >= 0 for seat in game.table.seats)
    assert all(card.counters >= 0 and card.stasis >= 0 for card in game.table.cards.values())


# --- rounds ---------------------------------------------------------------------------------------------------------


@dataclass
class Report:
    """What some rounds came to."""

    games: int = 0
    events: int = 0
    decisions: int = 0
    by_kind: dict[str, int] = field(default_factory=dict)  # edition and number of players
    endless: int = 0  # games that came to abilities which set each other off without end
    faults: list[str] = field(default_factory=list)
    coverage: Coverage = field(default_factory=Coverage)

    def count(self, game: Game) -> None:
        """One game more."""
        self.games += 1
        self.events += len(game.log)
        self.decisions += len(questions(game.log))
        kind = f"{game.edition.id}/{len(game.table.seats)}"
        self.by_kind[kind] = self.by_kind.get(kind, 0) + 1

    def merge(self, other: Report) -> None:
        """Add other rounds."""
        self.games += other.games
        self.events += other.events
        self.decisions += other.decisions
        for kind, count in other.by_kind.items():
            self.by_kind[kind] = self.by_kind.get(kind, 0) + count
        self.endless += other.endless
        self.faults += other.faults
        self.coverage.merge(other.coverage)


def play_round(seed: int, games: int, folder: str, editions: Sequence[str] = tuple(EDITIONS)) -> Report:
    """One round; what fails is reported and kept, and the round goes on with the next game."""
    report = Report()
    with Watch(report.coverage) as watch:
        for number in range(games):
            play_game(seed, number, watch, report, folder, editions)
    return report


def play_game(
    seed: int, number: int, watch: Watch, report: Report, folder: str, editions: Sequence[str] = tuple(EDITIONS)
) -> Report:
    """One game, inspected at each of its questions and when it is over."""
    inspector = Inspector(f"{seed}/{number}")
    game: Game | None = None
    try:
        for game in _game(seed, number, watch, editions):
            inspector.look(game)
        assert game is not None
        inspector.close(game)
        report.count(game)
    except Endless:
        report.endless += 1  # players who may go round and round; all was in order until then
        assert game is not None
        report.count(game)
    except Exception as error:
        report.faults.append(_fault(seed, number, game, error, folder))
    return report


def kind_of(seed: int, number: int, editions: Sequence[str] = tuple(EDITIONS)) -> tuple[str, int]:
    """The edition and the number of players of a game."""
    edition = editions[(seed + number // 2) % len(editions)]
    return edition, 2 + (seed // len(editions) + number // 2) % 3


def _game(seed: int, number: int, watch: Watch, editions: Sequence[str]) -> Iterator[Game]:
    """A game at each of its questions and at its end."""
    edition, seats = kind_of(seed, number, editions)
    if number % 2:
        return play_survey(CoveragePlan(games=1, seed=seed, editions=(edition,), seats=(seats,)), number, watch)
    return _watched(beginning(edition, seats, seed * ROUND + number).play(), watch)


def _watched(games: Iterator[Game], watch: Watch) -> Iterator[Game]:
    """A random game, watched as well."""
    for game in games:
        if watch.game is not game:
            watch.follow(game)
        watch.catch_up()
        yield game
    watch.close()


def _fault(seed: int, number: int, game: Game | None, error: Exception, folder: str) -> str:
    cause = error.__cause__ if isinstance(error, CoverageGameFailed) and error.__cause__ is not None else error
    where = f"seed {seed}, game {number}"
    if game is not None:
        path = Path(folder) / f"fault-{seed}-{number}.jsonl"
        path.parent.mkdir(parents=True, exist_ok=True)
        begun = game.log[0]
        assert isinstance(begun, GameBegun)
        created = datetime.now(UTC)
        header = Header(
            format=FORMAT, version=VERSION, game=path.stem, edition=begun.edition, seats=begun.seats, created=created
        )
        write_game(path, header, game.log, overwrite=True)
        factions = "; ".join(" and ".join(seat.factions) for seat in game.table.seats)
        where += f", {begun.edition}: {factions}, at position {len(game.log)}, kept as {path}"
    return f"{where}\n{''.join(traceback.format_exception(cause)[-6:])}"


def main(arguments: Sequence[str]) -> int:
    """Run the rounds, tell what they came to."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--seed", type=int, default=0, help="of the first round; the next ones count up")
    parser.add_argument("--edition", choices=EDITIONS, help="this edition only (default: all of them in turn)")
    parser.add_argument("--faults", default=FAULTS, help="a folder for the logs of games that failed")
    given = parser.parse_args(arguments)
    editions = (given.edition,) if given.edition else tuple(EDITIONS)
    sizes = [min(ROUND, given.games - first) for first in range(0, given.games, ROUND)]
    total, began = Report(), time.perf_counter()
    with ProcessPoolExecutor(given.jobs, mp_context=get_context("spawn")) as pool:
        rounds = [
            pool.submit(play_round, given.seed + number, size, given.faults, editions)
            for number, size in enumerate(sizes)
        ]
        for done in as_completed(rounds):
            report = done.result()
            total.merge(report)
            for fault in report.faults:
                print(f"FAULT: {fault}", flush=True)
            if total.games // 500 > (total.games - report.games) // 500:
                print(f"{total.games} games, {time.perf_counter() - began:.0f} s", flush=True)
    _tell(total, time.perf_counter() - began)
    return 1 if total.faults else 0


def _tell(total: Report, seconds: float) -> None:
    cards = cards_of(name for name in SETS if name != "guests")
    print(
        f"{total.games} games without a fault, {len(total.faults)} with one, in {seconds:.0f} s:"
        f" {total.events} events, {total.decisions} decisions; {total.endless} were left where abilities had no end."
    )
    print("By edition and players:", ", ".join(f"{kind} {count}" for kind, count in sorted(total.by_kind.items())))
    print("Never played:", unreached_cards(total.coverage, cards) or "no card")
    print("Never acted:", unreached_abilities(total.coverage, cards) or "no ability")
    seldom = sorted(
        (total.coverage.acted.get(ability.key, 0), ability.key) for facts in cards for ability in facts.abilities
    )
    print("Acted least:", ", ".join(f"{key} {count}" for count, key in seldom[:12]))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
