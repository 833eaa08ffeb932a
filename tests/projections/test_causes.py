"""Why something happened."""

from __future__ import annotations

from itertools import pairwise

import pytest

from events.vocabulary import Event, PhaseBegan, TurnBegan
from projections.causes import Causes, chain
from projections.history import NotInThisGame
from tests.projections.games import random_game

#   1 ── 2 ── 4 ── 5
#    └── 3     └── 6
CAUSES = (0, 1, 1, 2, 4, 4)


def a_log() -> list[Event]:
    first: list[Event] = [TurnBegan(position=1, seat=0, number=1)]
    return first + [PhaseBegan(position=n, cause=cause, phase="play") for n, cause in enumerate(CAUSES[1:], 2)]


def test_a_chain_leads_from_the_first_cause_to_the_event() -> None:
    assert [event.position for event in chain(a_log(), 6)] == [1, 2, 4, 6]
    assert [event.position for event in chain(a_log(), 1)] == [1]


def test_children_are_what_an_event_led_to_directly() -> None:
    causes = Causes(a_log())
    assert [event.position for event in causes.children(4)] == [5, 6]
    assert [event.position for event in causes.children(0)] == [1]
    assert causes.children(6) == []


def test_consequences_are_read_downwards_with_their_depth() -> None:
    found = [(depth, event.position) for depth, event in Causes(a_log()).consequences(1)]
    assert found == [(1, 2), (2, 4), (3, 5), (3, 6), (1, 3)]


@pytest.mark.parametrize("position", [0, 7])
def test_a_position_the_log_has_not_is_refused(position: int) -> None:
    with pytest.raises(NotInThisGame):
        chain(a_log(), position)


def test_every_event_of_a_game_goes_back_to_its_beginning() -> None:
    log = random_game(2, "OOPS", 3)
    causes = Causes(log)
    for event in log:
        found = causes.chain(event.position)
        assert found[-1] is event
        assert found[0].position == 1
        assert all(later.cause == earlier.position for earlier, later in pairwise(found))
    assert sum(1 for _ in causes.consequences(0)) == len(log)
