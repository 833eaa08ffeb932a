"""Guests are cards for scenarios: nobody drafts them and no base deck holds their bases."""

import subprocess
import sys

import pytest

from core.printed.definitions import faction
from core.rules.setup import default_offer, sets_with_bases
from events.errors import SmashUpError
from events.vocabulary import StasisEntered
from tests.core.table_setting import ANA, BEN, Setting, own_cards

cards = own_cards("Guests")
wolf = cards.minion("Big Bad Wolf", power=5, copies=0, text="")
blessing = own_cards("Blessings").action("Big Bad Wolf", kind="on-base", copies=0, text="Play on a base.")
HOOD = "guests/red-riding-hood"


def test_nobody_drafts_them():
    assert "guests" not in default_offer(100)
    with pytest.raises(SmashUpError, match="no faction"):
        faction("guests")


def test_their_bases_are_in_no_base_deck():
    assert "monster-smash" in sets_with_bases()
    assert "guests" not in sets_with_bases()


@pytest.mark.parametrize(
    "question", ["sets_with_bases()[-1] != 'guests'", "len(default_offer(8)) == 8"], ids=["bases", "offer"]
)
def test_so_it_is_for_whoever_asks_first(question):
    """Nothing has been imported before: the cards are, as soon as somebody asks."""
    asked = f"from core.rules.setup import default_offer, sets_with_bases; assert {question}"
    assert subprocess.run([sys.executable, "-c", asked], check=False).returncode == 0


def test_red_riding_hood_fears_the_wolf_wherever_he_is():
    table = Setting()
    wood, far = table.base(), table.base()
    hood, friend = table.minion(HOOD, wood), table.minion(2, wood)
    table.minion(wolf, far, of=BEN)
    match = table.begin()
    assert (match.power(hood), match.power(friend)) == (3, 2)


def test_an_action_of_that_name_is_no_wolf():
    table = Setting()
    wood = table.base()
    hood = table.minion(HOOD, wood)
    table.action(blessing, wood, of=BEN)
    match = table.begin()
    assert match.power(hood) == 4


def test_a_wolf_in_stasis_is_in_play():
    """stasis.presence"""
    table = Setting()
    hood = table.minion(HOOD, table.base())
    (waiting,) = table.hand(BEN, wolf)
    table._add(StasisEntered, card=waiting, to=BEN, counters=2, source="hand")
    match = table.begin()
    assert match.power(hood) == 3
    assert match.asked == ANA
