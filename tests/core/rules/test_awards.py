"""score.places: abilities that change what a base awards to single players."""

import pytest

from events.vocabulary import Awarded, VictoryPointsChanged
from tests.core.table_setting import BEN, BOOKS, CLEO, Setting, own_cards

cards = own_cards("Awards")
wyrm = cards.minion("Wyrm", power=5, copies=0, text="[ongoing] Others here are awarded 1 VP less.")
share = cards.action("Share", kind="on-base", copies=0, text="[ongoing] 1 VP of the winner's award is yours.")


@wyrm.award_of
def hoard(me, seat, site):
    return -1 if site == me.base and seat != me.you else 0


@share.award_of
def divert(me, seat, site):
    if site != me.base:
        return 0
    return 1 if seat == me.you else -1 if seat == BEN else 0


def score(table, castle):
    match = table.begin()
    match.passes()
    (awarded,) = match.happened(Awarded)
    return match, awarded


@pytest.mark.parametrize("book", BOOKS)
def test_other_players_get_less_and_its_own_player_does_not(book):
    table = Setting(seats=3, edition=book)
    castle = table.base(10, (4, 2, 1))
    table.minion(wyrm, castle)
    table.minion(8, castle, of=BEN)
    table.minion(1, castle, of=CLEO)
    match, awarded = score(table, castle)
    assert (awarded.places, awarded.awards) == ((2, 1, 3), (2, 3, 0))
    assert match.points() == (2, 3, 0)
    assert len(match.happened(VictoryPointsChanged)) == 2, "an award of nothing has no event"


@pytest.mark.parametrize(("book", "award", "left"), [("HTB", 0, 3), ("EMD", -1, 2)])
def test_several_add_up_and_the_floor_is_the_editions(book, award, left):
    table = Setting(edition=book)
    castle = table.base(10, (4, 1, 0))
    table.points(BEN, 3)
    table.minion(wyrm, castle)
    table.minion(wyrm, castle)
    table.minion(2, castle, of=BEN)
    match, awarded = score(table, castle)
    assert awarded.awards == (4, award)
    assert match.points() == (4, left)


def test_elsewhere_nothing_changes_and_who_takes_no_place_gets_nothing():
    table = Setting(seats=3)
    castle, tower = table.base(10), table.base(30)
    table.minion(wyrm, tower)
    table.action(share, castle, of=CLEO)
    table.minion(9, castle, of=BEN)
    table.minion(1, castle)
    _match, awarded = score(table, castle)
    assert awarded.awards == (2, 3, 0), "Cleo takes no place, so nothing is awarded to her"


def test_an_award_can_go_to_another_player():
    table = Setting()
    castle = table.base(10)
    table.action(share, castle)
    table.minion(9, castle, of=BEN)
    table.minion(1, castle)
    match, awarded = score(table, castle)
    assert awarded.awards == (3, 3)
    assert match.points() == (3, 3)
