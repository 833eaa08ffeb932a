"""Cards copied lazily are like cards copied at once: only the time at which they are copied differs."""

from __future__ import annotations

import pytest
from hypothesis import given

from events.vocabulary import Event
from projections.copies import copied
from projections.lazy_cards import LazyCards, copied_lazily, for_reading
from projections.table import Table, fold, snapshot
from tests.core.random_games import Beginning, beginnings, games


def cards_copied(table: Table) -> int:
    """How many cards a lazy copy has copied so far."""
    assert isinstance(table.cards, LazyCards)
    return dict.__len__(table.cards)


def log_of_a_game() -> list[Event]:
    """The log of a whole game."""
    return Beginning("EMD", (), 2, 3).played().log


@games(3)
@given(beginnings())
def test_a_lazy_copy_follows_the_log_as_a_full_copy_does(beginning: Beginning) -> None:
    log = beginning.played().log
    for position in range(100, len(log), 150):
        original = fold(log[:position])
        before = snapshot(original)
        lazy, again = copied_lazily(original), copied(original)
        second = copied_lazily(lazy)
        for event in log[position : position + 100]:
            lazily_told, told = for_reading(second), for_reading(again)
            assert [one.zone for one in lazily_told.values()] == [one.zone for one in told.values()]
            assert list(lazily_told) == list(told)
            second.apply(event)
            again.apply(event)
        assert 0 < cards_copied(second) < len(again.cards)
        assert snapshot(second) == snapshot(again)
        assert snapshot(lazy) == snapshot(original) == before, "the copies did not change what they were taken from"


def test_a_card_is_copied_once_and_only_when_it_is_looked_up() -> None:
    original = fold(log_of_a_game())
    lazy = copied_lazily(original)
    assert cards_copied(lazy) == 0
    card = lazy.cards[7]
    assert card is lazy.cards[7] is lazy.cards.get(7)
    assert card is not original.cards[7]
    assert 8 in lazy.cards
    assert for_reading(lazy)[8] is original.cards[8]
    assert cards_copied(lazy) == 1
    assert list(lazy.cards) == list(original.cards), "in the order of the original"
    assert lazy.cards[7] is card
    assert cards_copied(lazy) == len(lazy.cards) == len(original.cards)


@pytest.mark.parametrize("complete", [False, True])
def test_a_card_there_is_not_is_not_there(complete: bool) -> None:
    lazy = copied_lazily(fold(log_of_a_game()))
    if complete:
        assert lazy.cards.values()
    assert 10_000 not in lazy.cards
    assert lazy.cards.get(10_000) is None
    with pytest.raises(KeyError):
        lazy.cards[10_000]


def test_a_lazy_copy_notices_that_its_original_has_gone_on() -> None:
    log = log_of_a_game()
    original = fold(log[:-1])
    lazy, complete = copied_lazily(original), copied_lazily(original)
    assert complete.cards.items()
    original.apply(log[-1])
    with pytest.raises(RuntimeError, match="went on"):
        lazy.cards[7]
    assert complete.cards[7].number == 7, "it shares nothing any more"
