"""The game controller: the same behavior for a stored game and for one that lives in memory only."""

from __future__ import annotations

import pytest

from adjudicator.games.concerns import concerns, is_choice
from adjudicator.games.controller import GameController, bot_of, bot_players, bots_by_name
from adjudicator.games.session import IllegalPick, LiveGame, NotADecision, NothingToUndo, Session
from core.engine.game import IllegalAnswer
from core.rules.setup import game_begun
from events.errors import SmashUpError
from events.store import open_store
from events.vocabulary import Answered, Asked

BEGUN = game_begun(["Ana", "Random 1"], [("bear-cavalry", "ghosts"), ("killer-plants", "steampunks")], first=0)


@pytest.fixture(params=["stored", "in memory"])
def session(request):
    if request.param == "in memory":
        yield LiveGame.new(BEGUN, seed=7, title="test")
        return
    with open_store(":memory:") as store:
        yield Session.begin(store, BEGUN, seed=7, title="test")


@pytest.fixture
def controller(session):
    controller = GameController(session, [0], bots_by_name(session.info))
    controller.play_on()
    return controller


def decide(controller: GameController, times: int) -> None:
    for _ in range(times):
        controller.answer(controller.suggestion("random"))
        controller.play_on()


def test_bots_play_until_a_person_has_something_to_choose(controller):
    decide(controller, 6)
    assert controller.asked == 0
    assert is_choice(controller.question)
    seats = {event.seat for event in controller.log if isinstance(event, Asked)}
    assert seats == {0, 1}


def test_a_game_in_memory_is_the_game_that_would_be_stored():
    with open_store(":memory:") as store:
        games = [Session.begin(store, BEGUN, seed=7), LiveGame.new(BEGUN, seed=7)]
        for session in games:
            GameController(session, (), ["random"]).play_on()
        assert games[0].game.over
        assert games[0].game.log == games[1].game.log == store.read(games[0].id)


def test_undo_changes_nothing_and_the_same_answer_moves_forward_again(controller):
    decide(controller, 3)
    log, session = list(controller.log), controller.session
    controller.undo()
    here = controller.position
    assert here < len(log)
    controller.undo()
    controller.redo()
    assert controller.position == here
    answered = log[here]
    controller.answer(answered.picks)
    assert (controller.session, controller.log, controller.gone_back) == (session, log, False)


def test_another_answer_after_undo_makes_one_branch(controller):
    decide(controller, 4)
    session, log = controller.session, list(controller.log)
    controller.undo()
    controller.undo()
    here = controller.position
    question = controller.question
    other = next(
        picks
        for picks in [(), *((option,) for option in question.options)]
        if question.refusal(picks) is None and picks != log[here].picks
    )
    controller.answer(other)
    assert controller.session is not session
    assert controller.log[:here] == log[:here]
    assert controller.log[here] != log[here]
    assert session.game.log == log


def test_an_illegal_answer_at_an_earlier_decision_leaves_no_branch(controller):
    decide(controller, 2)
    session = controller.session
    controller.undo()
    with pytest.raises(IllegalAnswer):
        controller.answer(("nonsense",))
    assert controller.session is session


def test_there_may_be_nothing_to_undo(controller):
    with pytest.raises(NothingToUndo):
        controller.undo()
    with pytest.raises(NothingToUndo):
        controller.redo()


def test_only_a_decision_can_be_looked_at(controller):
    decide(controller, 2)
    nowhere = next(event.position for event in controller.log if not isinstance(event, Asked))
    for position in (0, nowhere, 10_000):
        with pytest.raises(NotADecision):
            controller.go_to(position)
    first = next(event.position for event in controller.log if isinstance(event, Asked))
    controller.go_to(first)
    assert (controller.position, controller.gone_back) == (first, True)


def test_options_are_picked_by_their_places(controller):
    options = controller.question.options
    assert controller.picks_at([0]) == options[:1]
    with pytest.raises(IllegalPick, match="numbered from 0"):
        controller.picks_at([len(options)])
    with pytest.raises(IllegalPick, match="not legal"):
        controller.picks_at(range(len(options)))


def test_a_name_says_which_bot_it_is():
    assert bot_players(["greedy", "random"]) == ["Greedy 1", "Random 2"]
    assert [bot_of(name) for name in ("Greedy 1", "random 2", "Ana", "Ana 1")] == ["greedy", "random", None, None]
    with pytest.raises(SmashUpError, match="There is no bot"):
        bot_players(["clever"])


def ninjas(skip: bool) -> GameController:
    """A game in which everybody may hold cards for a base that is about to score."""
    pairs = [("ninjas", "ghosts"), ("ninjas", "robots"), ("ninjas", "aliens"), ("ninjas", "wizards")]
    begun = game_begun(["Ana", "Ben", "Cleo", "Dov"], pairs, first=0)
    return GameController(LiveGame.new(begun, seed=7), skip=skip)


def play_out(controller: GameController) -> list[tuple[bool, bool]]:
    """Play to the end at random. Whether each question put to a person was a choice, and concerned them."""
    put = []
    controller.play_on()
    while (question := controller.question) is not None:
        put.append((is_choice(question), concerns(controller.game.table, question, controller.asked)))
        decide(controller, 1)
    return put


def test_whoever_skips_is_asked_only_what_concerns_them():
    everything, skipped = play_out(ninjas(skip=False)), play_out(ninjas(skip=True))
    assert all(choice for choice, _ in everything)
    assert not all(theirs for _, theirs in everything)
    assert all(theirs for _, theirs in skipped)


def test_skipping_begins_at_the_open_question_and_ends_on_request():
    controller = ninjas(skip=False)
    controller.play_on()
    while (question := controller.question) and concerns(controller.game.table, question, controller.asked):
        decide(controller, 1)
    seat, before = controller.asked, controller.position
    assert controller.skip(seat)
    controller.play_on()
    passed = controller.log[before]
    assert isinstance(passed, Answered)
    assert (passed.seat, passed.picks) == (seat, ())
    assert not controller.skip(seat)
    controller.undo()
    assert (controller.position, controller.asked) == (before, seat)
    assert not controller.go_on()
