"""Mass runs from the command line."""

from __future__ import annotations

import pytest

FOUR = "bear-cavalry,ghosts,killer-plants,steampunks"


def test_a_summary_for_programs(smashup, games):
    facts = smashup.json("simulate", "--games", 4, "--factions", FOUR, "--seed", 7, "--edition", "oops")
    assert facts["games"] == 4
    assert facts["edition"] == "OOPS"
    assert facts["events"] > facts["decisions"] > 0
    assert facts["seconds"] > 0
    assert sum(facts["wins"].values()) == 4
    assert set(facts["wins"]) == {"Random 1", "Random 2"}
    assert set(facts["factions"]) == set(FOUR.split(","))
    assert set(facts["factions"]["ghosts"]) == {"games", "wins"}
    assert len(facts["stored"]) == 4
    assert len(smashup.json("games")) == len(games) + 4


def test_a_dry_run_stores_nothing(smashup, games):
    told = smashup("simulate", "--games", 2, "--factions", FOUR, "--dry-run")
    assert "Nothing was stored." in told
    assert "Faction" in told
    assert len(smashup.json("games")) == len(games)


def test_the_seed_decides_whatever_the_jobs(smashup):
    given = ("simulate", "--games", 4, "--factions", FOUR, "--seed", 7, "--dry-run")
    alone, shared = smashup.json(*given), smashup.json(*given, "--jobs", 2)
    del alone["seconds"], shared["seconds"]
    assert alone == shared


def test_seats_and_bots(smashup):
    given = ("--games", 1, "--seats", 3, "--bots", "greedy,random,random", "--factions", FOUR, "--dry-run")
    assert set(smashup.json("simulate", *given)["wins"]) == {"Greedy 1", "Random 2", "Random 3"}


def test_cards_are_counted_if_wanted(smashup):
    given = ("simulate", "--games", 1, "--factions", FOUR, "--seed", 1, "--dry-run", "--cards")
    counts = smashup.json(*given)["cards"]
    assert counts["bear-cavalry/cub-scout"]["games"] == 1
    assert sum(count["played"] for count in counts.values()) > 10
    assert "Destroyed" in smashup(*given)


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["--bots", "clever"], "There is no bot 'clever'"),
        (["--factions", "ghosts"], "at least two factions"),
        (["--factions", "ghosts,dinosaur"], "There is no faction 'dinosaur'"),
    ],
)
def test_what_cannot_be_played_is_refused(smashup, arguments, reason):
    assert reason in smashup.refused("simulate", "--dry-run", *arguments)


@pytest.mark.parametrize("arguments", [["--games", "0"], ["--seats", "5"], ["--jobs", "0"], ["--games", "x"]])
def test_bad_numbers_are_bad_usage(smashup, arguments):
    smashup.result("simulate", *arguments, exit_code=2)
