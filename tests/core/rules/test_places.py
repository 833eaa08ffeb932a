"""score.places, score.ties, score.presence: who takes which place."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.engine.power import total_powers
from core.rules.scoring import places, ranking
from tests.core.table_setting import ANA, BEN, CLEO, Setting, own_cards

ALL = (True, True, True, True)


@pytest.mark.parametrize(
    ("totals", "expected"),
    [
        ((10, 7, 5, 3), (1, 2, 3, 0)),
        ((3, 5, 7, 10), (0, 3, 2, 1)),
        ((10, 10, 5, 3), (1, 1, 3, 0)),
        ((10, 10, 10, 3), (1, 1, 1, 0)),
        ((10, 10, 10, 10), (1, 1, 1, 1)),
        ((10, 5, 5, 3), (1, 2, 2, 0)),
        ((10, 5, 5, 5), (1, 2, 2, 2)),
        ((10, 7, 5, 5), (1, 2, 3, 3)),
        ((10, 5, 5, 0), (1, 2, 2, 0)),  # reading.zero-totals
        ((10, 5, 0, 0), (1, 2, 3, 3)),
    ],
)
def test_tied_players_take_the_best_place_and_use_up_the_places_they_cover(totals, expected):
    assert places(totals, ALL) == expected


def test_who_is_not_present_takes_no_place_and_the_next_moves_up():
    assert places((10, 7, 5), (False, True, True)) == (0, 1, 2)
    assert places((10, 7), (True, False)) == (1, 0)
    assert places((0, 0), (False, False)) == (0, 0)


def test_two_players_leave_the_third_place_to_nobody():
    assert places((4, 9), (True, True)) == (2, 1)


@given(st.lists(st.tuples(st.integers(0, 12), st.booleans()), min_size=2, max_size=4))
def test_places_in_general(seats):
    totals, present = zip(*seats, strict=True)
    ranks = places(totals, present)
    for mine, here, place in zip(totals, present, ranks, strict=True):
        better = [total for total, there in zip(totals, present, strict=True) if there and total > mine]
        assert place == (len(better) + 1 if here and len(better) < 3 else 0)
    assert not any(present) or 1 in ranks, "somebody who is there is first"


cards = own_cards("Places")
engine = cards.action("Engine", kind="on-base", copies=0, text="[ongoing] You have +2 power here.")


@engine.power_of_player
def steam(me, seat, site):
    return 2 if seat == me.you and site == me.base else 0


@pytest.mark.parametrize(("edition", "place"), [("AL9K", 0), ("MS", 0), ("CND", 0), ("OOPS", 2), ("EMD", 2)])
def test_power_without_a_minion_is_presence_in_later_books(edition, place):
    table = Setting(edition=edition, seats=3)
    castle = table.base(20)
    table.minion(5, castle, of=ANA)
    table.minion(1, castle, of=CLEO)
    table.action(engine, castle, of=BEN)
    match = table.begin()
    assert total_powers(match.game, castle) == [5, 2, 1]
    assert ranking(match.game, castle)[1] == (1, place, 3 if place else 2)


@pytest.mark.parametrize("edition", ["AL9K", "OOPS", "EMD"])
def test_a_minion_without_power_is_present(edition):
    table = Setting(edition=edition)
    castle = table.base(20)
    table.minion(5, castle, of=ANA)
    table.minion(0, castle, of=BEN)
    match = table.begin()
    assert ranking(match.game, castle) == ((5, 0), (1, 2))
