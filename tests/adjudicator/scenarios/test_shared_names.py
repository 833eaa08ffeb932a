"""Names that several cards or printings share are resolved by the factions at the table."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from adjudicator.cli.cards import look_up
from adjudicator.scenarios import names
from adjudicator.scenarios.given import scenario_given
from adjudicator.scenarios.notation import words
from adjudicator.scenarios.notation.words import card_name
from adjudicator.scenarios.run import run
from core.printed import definitions
from core.printed.definitions import Definition
from events.errors import SmashUpError


def test_the_printing_at_the_table_is_meant():
    for factions, meant in (
        ("ghosts@2026, robots", "ghosts/make-contact@2026"),
        ("ghosts, robots", "ghosts/make-contact"),
    ):
        outcome = run(scenario_given(f"Tortuga: Ben 3 | Ana factions: {factions} | Ana hand: Make Contact"), "EMD")
        (number,) = outcome.game.table.seats[0].hand
        assert outcome.game.card(number).definition == meant
        assert look_up("make contact", factions.split(", ")).id == meant
    assert look_up("Make Contact@2026").id == "ghosts/make-contact@2026"
    assert look_up("make contact").id == "ghosts/make-contact"


def test_a_step_may_name_the_printing():
    given = "Tortuga: Ben 3 | Ana hand: Make Contact@2026"
    for name in ("Make Contact@2026", "Make Contact"):
        assert not run(scenario_given(given, [f"play {name}"]), "EMD").failures
    assert run(scenario_given("Tortuga: Ben 3 | Ana hand: Make Contact", ["play Make Contact@2026"]), "EMD").failures


@pytest.fixture
def twin(monkeypatch: pytest.MonkeyPatch) -> Iterator[Definition]:
    """An action of the Robots called Spectre, as a minion of the Ghosts is."""
    definitions.load_cards()
    robots = definitions.faction("robots")
    twin = Definition("robots/spectre", "Spectre", "action", set="core-set", faction="robots", kind="standard", text="")
    monkeypatch.setitem(definitions._DEFINITIONS, twin.id, twin)
    monkeypatch.setattr(definitions, "_list", None)  # made again, with the twin
    monkeypatch.setattr(robots.first, "deck", [*robots.first.deck, (twin, 1)])
    cached = (names.card_id, names._printed, words._name, words._names)
    for function in cached:
        function.cache_clear()
    yield twin
    for function in cached:
        function.cache_clear()


def test_a_name_that_two_factions_share_is_the_one_of_the_players(twin):
    assert card_name("Spectre") == "Spectre"
    for faction, meant in (("ghosts", "ghosts/spectre"), ("robots", "robots/spectre")):
        line = f"Tortuga: Ben 3 | Ana factions: {faction}, aliens | Ana hand: Spectre"
        outcome = run(scenario_given(line), "EMD")
        (number,) = outcome.game.table.seats[0].hand
        assert outcome.game.card(number).definition == meant
        assert look_up("spectre", [faction]).id == meant
    with pytest.raises(SmashUpError, match="Several cards are named"):
        look_up("spectre")
