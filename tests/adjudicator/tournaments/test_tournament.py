"""Many games: the same seed plays the same ones wherever the work is done, and the sums add up."""

from __future__ import annotations

import random
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from itertools import count

import msgspec
import pytest

from adjudicator.games.workers import Here, Pool
from adjudicator.tournaments import tournament
from adjudicator.tournaments.tournament import (
    Chunk,
    GameFailed,
    Plan,
    Tally,
    checked,
    chunks,
    deal,
    hold,
    play_game,
)
from core.rules.replay import verify
from events.errors import SmashUpError
from events.recorders import Recorder
from events.schemas import CATALOGUE
from events.store import open_store

FOUR = ("bear-cavalry", "ghosts", "killer-plants", "steampunks")
PLAN = Plan(games=6, factions=FOUR, seed=7)


def test_the_sums_add_up():
    tally = hold(PLAN)
    assert tally.games == 6
    assert sum(tally.wins.values()) == 6 + tally.shared
    assert sum(count.games for count in tally.factions.values()) == 6 * 4
    assert tally.events > tally.decisions > tally.turns > 6
    assert tally.stored == []


def test_the_same_seed_plays_the_same_games_whoever_does_the_work():
    here = hold(PLAN, executor=Here())
    assert hold(PLAN, executor=Pool(2)) == here
    assert hold(PLAN) == here
    other = hold(Plan(games=6, factions=FOUR, seed=8))
    assert other.events != here.events


def test_any_executor_will_do():
    class Backwards:
        jobs, elsewhere = 3, False

        def each(self, work, tasks):
            return ((number, work(task)) for number, task in reversed(list(enumerate(tasks))))

    assert hold(PLAN, executor=Backwards()) == hold(PLAN)


def test_games_are_stored(tmp_path):
    file = tmp_path / "games.db"
    tally = hold(PLAN, keep=True, store=str(file), jobs=2)
    with open_store(file) as store:
        games = store.games()
        assert sorted(info.id for info in games) == sorted(tally.stored)
        assert sum(info.events for info in games) == tally.events
        assert all(info.result for info in games)
        log = store.read(games[0].id)
    assert verify(log).same


def test_a_plan_carried_out_again_stores_nothing_new(tmp_path):
    """Nor does a longer one store again what the shorter one has stored; and the sums are those of all its games."""
    file = tmp_path / "games.db"
    once = hold(PLAN, keep=True, store=str(file))
    with open_store(file) as store:
        before = store.games()
        store.delete(once.stored[1])
    longer = msgspec.structs.replace(PLAN, games=8)
    again = hold(longer, keep=True, store=str(file), jobs=2)
    assert again.stored[:6] == once.stored
    assert msgspec.structs.replace(again, stored=[]) == hold(longer)
    with open_store(file) as store:
        assert [info.id for info in store.games()][:5] == [info.id for info in before if info.id != once.stored[1]]
        assert len(store.games()) == 7
        assert [info.id for info in store.deleted()] == [once.stored[1]]
    other = hold(msgspec.structs.replace(PLAN, seed=8), keep=True, store=str(file))
    assert not set(other.stored) & set(again.stored)


def test_workers_that_store_the_same_games_at_once_store_them_once(tmp_path, postgres_url):
    chunk = chunks(checked(PLAN), 6, keep=True)[0]
    for where in (str(tmp_path / "games.db"), f"{postgres_url}?schema=same_games"):
        with open_store(where):
            pass
        with ThreadPoolExecutor(3) as threads:
            tasks = [msgspec.structs.replace(chunk, store=where)] * 3
            tallies = list(threads.map(tournament.play_chunk, tasks))
        assert tallies[0] == tallies[1] == tallies[2]
        with open_store(where) as store:
            assert [info.id for info in store.games()] == tallies[0].stored
            assert all(error is None for _, error in store.check())


def test_a_chunk_is_one_transaction(tmp_path, monkeypatch):
    """A worker that dies while it stores leaves all of a chunk's games, or none."""
    file = tmp_path / "games.db"
    inserted = []
    insert = Recorder.insert

    def noted(self, rows, **rest):
        inserted.append(rows)
        insert(self, rows, **rest)

    monkeypatch.setattr(Recorder, "insert", noted)
    tally = tournament.play_chunk(chunks(checked(PLAN), 6, keep=True, store=str(file))[0])
    assert len(inserted) == 1
    assert {row[0] for row in inserted[0]} == {*tally.stored, CATALOGUE}


def test_workers_elsewhere_need_a_store_they_can_reach():
    class Elsewhere(Here):
        elsewhere = True

    with pytest.raises(SmashUpError, match=r"can't reach .*games\.db\. Name a postgresql:// database with --db"):
        hold(PLAN, keep=True, store="games.db", executor=Elsewhere())


def test_a_seed_plays_one_game_again():
    plan = checked(PLAN)
    assert play_game(plan, 3).log == play_game(plan, 3).log
    assert play_game(plan, 3).log != play_game(plan, 4).log


def test_progress_is_reported():
    for jobs in (1, 2):
        told = count()
        hold(PLAN, jobs=jobs, progress=partial(next, told))
        assert next(told) == 6, "of every game, in whatever process"


def test_chunks_cover_all_games_once():
    numbers = [number for chunk in chunks(PLAN, 4) for number in range(chunk.first, chunk.end)]
    assert numbers == list(range(6))


def test_factions_are_dealt_once_before_any_comes_twice():
    chance = random.Random(1)
    for _ in range(50):
        pairs = deal(FOUR, 2, chance)
        assert sorted(pairs[0] + pairs[1]) == sorted(FOUR)
        assert all(first != second for first, second in deal(FOUR, 4, chance))
        assert all(first != second for first, second in deal(FOUR[:3], 4, chance))


def test_tallies_merge():
    chunk = chunks(checked(PLAN), 6)[0]
    whole = tournament.play_chunk(chunk)
    parts = Tally()
    for first in range(6):
        parts.merge(tournament.play_chunk(Chunk(chunk.plan, first, first + 1)))
    assert parts == whole


@pytest.mark.parametrize(
    ("plan", "reason"),
    [
        (Plan(games=0), "must be at least 1"),
        (Plan(games=1, bots=("clever",)), "There is no bot 'clever'"),
        (Plan(games=1, factions=("dinosaur",)), "There is no faction 'dinosaur'"),
        (Plan(games=1, factions=("ghosts",)), "at least two factions"),
        (Plan(games=1, seats=5), "2 to 4 players"),
        (Plan(games=1, edition="X"), "There is no edition 'X'"),
    ],
)
def test_a_plan_that_cannot_be_played_is_refused(plan, reason):
    with pytest.raises(SmashUpError, match=reason):
        hold(plan)


def test_a_game_that_fails_names_its_seed(monkeypatch):
    def fails(game, seats):
        raise ValueError("out of bases")

    monkeypatch.setattr(tournament, "play_out", fails)
    with pytest.raises(GameFailed, match=rf"Game 1 \(seed {tournament.seed_of(PLAN, 0)}\) failed: out of bases"):
        hold(PLAN)
