"""The story of a game as a commentator tells it."""

from __future__ import annotations

import pytest

from adjudicator.games.narration import Narration
from events.vocabulary import Answered, Event
from projections.view import View
from smashup import load_game


@pytest.fixture(scope="module")
def log() -> list[Event]:
    return list(load_game("seventeen-madness").events)


def test_cards_that_share_a_fate_share_a_line(log: list[Event]) -> None:
    told = {line.position: line.text for line in Narration().story(log) if not line.bookkeeping}
    assert told[4] == "Ana chooses Minions of Cthulhu and Ancient Egyptians"
    assert told[16] == "Star Portal, Shogun's Palace and Innsmouth come into play"
    assert told[203] == "Ben discards The Locals ×3 and Spreading the Word (over the hand limit)"
    assert told[33] == "Ben draws three Madness cards (Recruitment)"
    assert not {13, 14, 15, 200, 201, 202} & set(told)


def test_the_position_of_a_shared_line_can_be_found(log: list[Event]) -> None:
    narration = Narration()
    narration.story(log)
    assert [narration.told_at.get(position) for position in (14, 15, 16)] == [16, 16, None]


@pytest.mark.parametrize("view", [None, View(0), View(None)], ids=["judge", "player", "spectator"])
def test_a_shared_line_replaces_lines_in_a_row_and_nothing_else(log: list[Event], view: View | None) -> None:
    narration = Narration(view.copy() if view else None)
    story, lines = narration.story(log), Narration(view.copy() if view else None).lines(log)
    assert len(narration.told_at) > 50
    assert [line.position for line in story] == [
        line.position for line in lines if line.position not in narration.told_at
    ]
    answers = [event.position for event in log if isinstance(event, Answered)]
    for first, last in narration.told_at.items():
        assert first < last
        assert not any(first < answer < last for answer in answers)
