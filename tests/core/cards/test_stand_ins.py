"""Stand-ins that do something when they are played."""

from __future__ import annotations

import re

import pytest

from core.cards.stand_ins import MINIONS, STAND_INS
from core.cards.verbs.leaving import box
from core.printed.definitions import all_abilities, definition, is_stand_in
from events.errors import SmashUpError
from events.questions import Cards
from tests.core.table_setting import ANA, BEN, BOOKS, Setting


@pytest.mark.parametrize("words", STAND_INS)
def test_each_is_an_action_of_no_set_with_one_ability(words):
    number = "-2" if "{}" in STAND_INS[words].text else ""
    card = definition(f"vanilla/{words}{number}")
    assert card is definition(card.id)
    assert (card.type, card.set, card.kind) == ("action", "", STAND_INS[words].kind)
    assert card.name == f"vanilla {words}{number}".replace("-", " ")
    assert card.labels == ("on-play",)
    assert not any(key.startswith("vanilla/") for key in all_abilities())


@pytest.mark.parametrize("words", MINIONS)
def test_minions_with_abilities_have_the_power_in_their_name(words):
    card = definition(f"vanilla/{words}-3")
    assert (card.type, card.set, card.power) == ("minion", "", 3)
    assert set(card.labels) == set(re.findall(r"\[([a-z-]+)\]", card.text))
    assert card.name == f"vanilla {words} 3".replace("-", " ")
    assert not is_stand_in(f"vanilla/{words}")


@pytest.mark.parametrize("id", ["vanilla/bury-2", "vanilla/stasis", "vanilla/nonsense", "vanilla/off-the-top"])
def test_a_number_stands_where_it_belongs(id):
    assert not is_stand_in(id)
    with pytest.raises(SmashUpError, match="There is no card"):
        definition(id)


def test_a_base_is_no_such_card():
    assert is_stand_in("vanilla/5")
    assert not is_stand_in("vanilla/base-20-4-2-1")
    assert not is_stand_in("ghosts/spectre")


def test_two_numbers_are_two_cards():
    table = Setting()
    table.base()
    one, two, other = table.hand(ANA, "vanilla/stasis-itself-1", "vanilla/stasis-itself-2", 3)
    match = table.begin(actions=2)
    match.play(one)
    match.play(two)
    assert (match.card(one).stasis, match.card(two).stasis) == (1, 2)
    assert match.zone(other) == "hand"


def test_a_player_with_an_empty_hand_is_asked_anyway():
    table = Setting()
    table.base()
    (card,) = table.hand(ANA, "vanilla/bury")
    match = table.begin()
    match.play(card)
    assert match.question(Cards, ANA).most == 0
    match.answer()
    assert match.zone(card) == "discard"


@pytest.mark.parametrize("edition", BOOKS)
def test_nothing_keeps_a_card_out_of_the_box_from_2023_on(edition):
    table = Setting(edition=edition)
    castle = table.base()
    minion = table.minion(3, castle, of=BEN)
    table.action("ghosts/incorporeal", castle, BEN, on=minion)
    match = table.begin(tricks=1)
    boxed = match.do(lambda me: box(me, match.card(minion)))
    assert bool(boxed) is (edition not in ("CND", "OOPS"))  # there it affects the minion (term.affect)
