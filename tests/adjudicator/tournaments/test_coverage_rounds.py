"""Coverage in rounds, and their table."""

from __future__ import annotations

from functools import partial
from itertools import count

import pytest

from adjudicator.games.workers import Pool
from adjudicator.tournaments import coverage_rounds
from adjudicator.tournaments.coverage_rounds import cards_to_cover, checked, cover_cards, rounds, table_of, unreached
from core.players.card_coverage import Coverage
from core.players.coverage_games import CoveragePlan
from core.printed.definitions import all_definitions, playable_printings
from core.rules.replay import verify
from events.errors import SmashUpError
from events.store import open_store

FOUR = ("bear-cavalry", "ghosts", "killer-plants", "steampunks")


def test_rounds_cover_all_games_and_have_seeds_of_their_own():
    cut = rounds(CoveragePlan(games=60, seed=7))
    assert [plan.games for plan in cut] == [25, 25, 10]
    assert [plan.seed for plan in cut] == [7, 8, 9]
    assert cut[0] == CoveragePlan(games=25, seed=7)


def test_the_same_seed_comes_to_the_same_whoever_does_the_work(monkeypatch):
    plan = CoveragePlan(games=3, seed=1, factions=FOUR, seats=(2,))
    here = cover_cards(plan)
    assert cover_cards(plan, executor=Pool(2)) == here
    monkeypatch.setattr(coverage_rounds, "ROUND", 1)
    told = count()
    cover_cards(plan, progress=partial(next, told))
    assert next(told) == 3, "of every game"


def test_games_are_stored_if_they_are_to_be_kept(tmp_path):
    file = tmp_path / "games.db"
    plan = CoveragePlan(games=2, seed=1, factions=FOUR, seats=(2,), editions=("oops",))
    covered = cover_cards(plan, keep=True, store=str(file), title="what is reached")
    with open_store(file) as store:
        games = store.games()
        assert sorted(info.id for info in games) == sorted(covered.stored)
        assert {info.title for info in games} == {"what is reached"}
        assert sum(info.events for info in games) == covered.events
        assert all(verify(store.read(info.id)).same for info in games)
    assert cover_cards(plan).stored == []


def test_the_cards_are_those_of_the_factions_and_all_bases():
    cards = {facts.id for facts in cards_to_cover(CoveragePlan(games=1, factions=("ghosts", "werewolves")))}
    assert "ghosts/spectre" in cards
    assert "werewolves/howler" in cards
    assert "vampires/big-gulp" not in cards
    assert {"base/crypt", "base/tortuga", "base/unicrave"} <= cards
    assert "base/moon-dumpster" not in cards, "a guest"
    everything = [facts for facts in all_definitions() if facts.set != "guests"]
    assert cards_to_cover(CoveragePlan(games=1)) == everything


def test_what_was_never_reached_comes_first():
    plan = CoveragePlan(games=1, factions=("ghosts", "werewolves"))
    coverage = Coverage(used={"ghosts/ghost#let-go": 3}, acted={"ghosts/ghost#let-go": 2, "ghosts/haunting#looming": 5})
    coverage.statistics.card("ghosts/ghost").played = 4
    coverage.statistics.card("ghosts/haunting").played = 9
    coverage.statistics.card("base/jungle-oasis").arrived = 1
    rows = {row.card: row for row in table_of(plan, coverage)}
    assert list(rows)[-3:] == ["ghosts/haunting", "base/jungle-oasis", "ghosts/ghost"]
    ghost, haunting = rows["ghosts/ghost"], rows["ghosts/haunting"]
    assert (ghost.name, ghost.played, ghost.used, ghost.acted, ghost.missing) == ("Ghost", 4, 3, 0, ())
    assert (haunting.used, haunting.acted, haunting.missing) == (0, 5, ("immaterial",))
    assert haunting.abilities == {"ghosts/haunting#looming": 5, "ghosts/haunting#immaterial": 0}
    left = unreached(plan, coverage)
    assert "ghosts/ghost" not in left.cards
    assert "ghosts/haunting#immaterial" in left.abilities
    assert "ghosts/haunting#looming" not in left.abilities
    assert "ghosts/haunting" in left.prohibitions
    assert len(left.cards) == len(rows) - 3


def test_names_are_made_ids():
    plan = checked(CoveragePlan(games=1, factions=("Bear Cavalry", "ghosts", "ghosts"), editions=("cnd",)))
    assert plan.factions == ("bear-cavalry", "ghosts")
    assert plan.editions == ("CND",)
    assert set(checked(CoveragePlan(games=1)).factions) == {printing.id for printing in playable_printings()}


@pytest.mark.parametrize(
    ("plan", "reason"),
    [
        (CoveragePlan(games=1, bots=("clever",)), "There is no bot 'clever'"),
        (CoveragePlan(games=1, factions=("dinosaur",)), "There is no faction 'dinosaur'"),
        (CoveragePlan(games=1, factions=("ghosts",)), "at least two factions"),
        (CoveragePlan(games=1, editions=("X",)), "There is no edition 'X'"),
        (CoveragePlan(games=1, seats=(5,)), "2 to 4 players"),
    ],
)
def test_what_cannot_be_carried_out_is_refused(plan: CoveragePlan, reason: str):
    with pytest.raises(SmashUpError, match=reason):
        cover_cards(plan)
