"""`smashup simulate --coverage`."""

from __future__ import annotations

from core.printed.definitions import all_definitions
from core.printed.editions import EDITIONS

CARDS = {
    card.id
    for card in all_definitions()
    if (card.faction in ("ghosts", "werewolves", "madness-deck") and not card.printing)
    or (card.is_base and card.set != "guests")
}
TWO = ("simulate", "--coverage", "--games", 2, "--factions", "ghosts,werewolves", "--seed", 1)


def test_a_table_for_people(smashup, games):
    told = smashup(*TWO)
    head, table = told.split("\n\n")[:2]
    assert head.startswith("2 games in")
    assert "seed 1" in head
    assert f"of {len(CARDS)} cards were played" in head.replace("\n", " ")
    assert table.splitlines()[0].split() == ["Card", "Played", "Used", "Acted", "Forbade", "Refused", "Never", "acted"]
    assert "·     ·      ·        ·        ·" in table.splitlines()[1], "what was never reached comes first"
    assert "·     ·      ·        ·        ·" not in table.splitlines()[-1]
    assert "Nothing was stored." in told
    assert len(smashup.json("games")) == len(games)


def test_a_summary_for_programs(smashup):
    facts = smashup.json(*TWO)
    assert facts["games"] == 2
    assert facts["editions"] == list(EDITIONS)
    assert facts["seats"] == [2, 3, 4]
    assert facts["bots"] == ["coverage"]
    rows = {row["card"]: row for row in facts["cards"]}
    assert rows.keys() == CARDS
    assert rows["werewolves/howler"]["played"] > 0
    assert set(rows["werewolves/howler"]["abilities"]) == {"werewolves/howler#howl"}
    unreached = [key for row in rows.values() for key, acted in row["abilities"].items() if not acted]
    assert sorted(facts["unreached"]["abilities"]) == sorted(unreached)


def test_what_is_named_is_meant(smashup):
    facts = smashup.json(*TWO, "--edition", "oops", "--seats", 3, "--bots", "random")
    assert (facts["editions"], facts["seats"], facts["bots"]) == (["OOPS"], [3], ["random"])


def test_the_games_are_stored_if_asked_for(smashup, games):
    facts = smashup.json(*TWO, "--store", "--title", "a look around")
    assert len(facts["stored"]) == 2
    stored = {info["id"]: info for info in smashup.json("games")}
    assert len(stored) == len(games) + 2
    assert {stored[id]["title"] for id in facts["stored"]} == {"a look around"}


def test_what_cannot_be_played_is_refused(smashup):
    assert "There is no bot 'clever'" in smashup.refused(*TWO, "--bots", "clever")
    assert "There is no edition '2099'" in smashup.refused(*TWO, "--edition", "2099")
