"""Many games: the same seed plays the same ones wherever the work is done, and the sums add up."""

from __future__ import annotations

import random

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
        jobs = 3

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


def test_a_seed_plays_one_game_again():
    plan = checked(PLAN)
    assert play_game(plan, 3).log == play_game(plan, 3).log
    assert play_game(plan, 3).log != play_game(plan, 4).log


def test_progress_is_told():
    told = []
    hold(PLAN, progress=lambda tally: told.append(tally.games))
    assert told == sorted(told)
    assert told[-1] == 6


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
        (Plan(games=0), "At least one game"),
        (Plan(games=1, bots=("clever",)), "There is no bot 'clever'"),
        (Plan(games=1, factions=("dinosaur",)), "There is no faction 'dinosaur'"),
        (Plan(games=1, factions=("ghosts",)), "At least two factions"),
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
