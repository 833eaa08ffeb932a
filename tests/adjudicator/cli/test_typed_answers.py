"""Everything that can be typed as an answer is read by one parser."""

from __future__ import annotations

import pytest

from adjudicator.cli.typed_answers import UnreadableAnswer, placed, understood
from adjudicator.scenarios import run
from adjudicator.scenarios.given import scenario_given
from events.errors import SmashUpError
from events.questions import Play
from events.vocabulary import Moved

TABLE = "Moot Site: Ben 2 | Jungle Oasis: | Ana hand: Drone, Full Sail"


def game(*steps):
    return run(scenario_given(TABLE, steps), "EMD").game


@pytest.mark.parametrize("typed", ["drone", "play drone", "Drone", "dro", "play drone at jungle"])
def test_a_card_by_name_part_or_line(typed):
    live = game()
    (pick,) = understood(live, typed).picks
    assert isinstance(pick, Play)
    assert live.table.cards[pick.card].definition.endswith("/drone")


@pytest.mark.parametrize("typed", ["plays drone", "Ana plays Drone at Jungle Oasis", "I play drone"])
def test_what_is_said_at_a_table_is_understood(typed):
    live = game()
    (pick,) = understood(live, typed).picks
    assert isinstance(pick, Play)
    assert live.table.cards[pick.card].definition.endswith("/drone")


def test_a_move_names_the_minion_and_the_base():
    line = "Moot Site: Ben 2, 3 | Jungle Oasis | Tortuga | Ana hand: Carried Away"
    outcome = run(scenario_given(line, ["play Carried Away"]), "EMD")
    live = outcome.game
    answer = understood(live, "Ana moves 3 to Tortuga")
    live.answer(0, answer.picks)
    where = placed(live, answer)
    assert where is not None
    live.answer(0, where)
    moved = [event for event in live.log if isinstance(event, Moved)]
    assert [outcome.names.site(live.table, event.site) for event in moved] == ["Tortuga"]


@pytest.mark.parametrize("typed", ["moot site", "moot", "choose moot site", "1"])
def test_a_base_by_name_part_line_or_number(typed):
    live = game("play Drone")
    assert live.question is not None
    assert understood(live, typed).picks == (live.question.options[0],)


def test_the_place_named_with_a_card_is_completed():
    live = game()
    answer = understood(live, "drone at jungle")
    live.answer(0, answer.picks)
    assert live.question is not None
    assert placed(live, answer) == (live.question.options[1],)


@pytest.mark.parametrize("typed", ["zzz", "9", "choose", "1 2 x"])
def test_what_means_nothing_is_refused(typed):
    with pytest.raises((UnreadableAnswer, SmashUpError)):
        understood(game(), typed)
