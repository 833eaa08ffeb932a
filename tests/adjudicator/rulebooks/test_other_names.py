"""Names on later printings are accepted wherever a card's name is."""

from __future__ import annotations

import pytest

from adjudicator.cli.cards import look_up
from adjudicator.records.short_names import ShortNames
from adjudicator.rulebooks.other_names import goes_by, later_names, other_names
from adjudicator.scenarios import run
from adjudicator.scenarios.load import parse
from adjudicator.scenarios.names import base_id, card_id
from adjudicator.scenarios.notation.words import card_name
from core.printed.definitions import all_definitions, definition, slug

LATER = [
    ("Cut Lass", "pirates/saucy-wench"),
    ("Eldest Thing", "elder-things/elder-thing"),
    ("Eldritch Gate", "miskatonic-university/gate-to-beyond"),
    ("Assassin", "ninjas/assassination"),
    ("Grizzled Veteran", "bear-cavalry/bear-cavalry"),
    ("Bearing Down", "bear-cavalry/youre-screwed"),
]

SITUATION = """
title = "A later name"
steps = ["Ana: play Cut Lass at Arkham University"]

[[base]]
card = "Arkham University"

[[base]]
card = "vanilla 20 4/2/1"
name = "Y"

[player.Ana]
hand = ["Saucy Wench"]

[expect]
where = { "Cut Lass" = "Arkham University" }
"""


@pytest.mark.parametrize(("name", "id"), LATER)
def test_a_later_name_means_the_card(name: str, id: str) -> None:
    assert card_id(name) == id
    assert look_up(name.upper()).id == id
    assert card_name(name) == definition(id).name
    assert goes_by(definition(id), name)


def test_bases_have_later_names_too() -> None:
    assert base_id("Arkham University") == "base/miskatonic-university"
    assert look_up("arkham university").is_base


def test_a_scenario_may_mix_the_names_of_a_card() -> None:
    assert run(parse(SITUATION), "EMD").failures == ()


def test_a_record_understands_a_later_name() -> None:
    names = ShortNames(int)
    names.learn(run(parse(SITUATION), "EMD").game.table)
    assert names.meant("cut lass") is definition("pirates/saucy-wench")
    assert names.meant("Eldritch Gate") is None, "it is not in this game"


def test_every_name_belongs_to_a_card_and_no_later_name_hides_a_printed_one() -> None:
    printed = {slug(card.name) for card in all_definitions()}
    assert {definition(id).id for id in other_names()} == set(other_names())
    assert not printed & later_names().keys()
