"""What a base does after it has come into play: in place of a scored one, swapped in, or added."""

from core.cards.verbs.bases import gain_vp, swap_base
from core.printed.definitions import BaseSet
from core.rules.decks import add_base
from events.questions import Main
from tests.core.table_setting import ANA, Setting, own_cards

own_cards("Arrival")
bases = BaseSet("")
haven = bases.base("Test Haven", faction="", breakpoint=20, vp=(4, 2, 1), text="After this comes into play: 1 VP.")


@haven.after_arrival()
def bounty(me, arrived):
    assert me.base in me.table.sites
    gain_vp(me)


def test_in_place_of_a_scored_base():
    table = Setting()
    castle = table.base(5)
    table.minion(6, castle)
    table.base_deck(haven)
    match = table.begin(phase="score")
    assert match.used() == ["bounty"]
    assert match.points() == (4 + 1, 0), "for the current player, at its new site"


def test_swapped_in_and_added():
    table = Setting()
    castle = table.base()
    table.base_deck(haven, haven)
    match = table.begin(tricks=2)
    match.do(lambda me: swap_base(me, castle))
    assert match.points() == (1, 0)
    match.do(lambda me: add_base(me.game))
    assert match.points() == (2, 0)


def test_not_while_the_table_is_set():
    table = Setting()
    table.base(haven)
    match = table.begin()
    match.question(Main, ANA)
    assert match.used() == []
