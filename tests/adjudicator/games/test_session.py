"""A stored game that is played: saved decision by decision, taken up again, branched, taken back."""

from __future__ import annotations

import msgspec
import pytest

from adjudicator.games.concerns import is_choice
from adjudicator.games.session import NotADecision, RulesHaveChanged, Session, decisions
from core.engine.game import IllegalAnswer
from core.players.bots import RandomBot
from core.rules.replay import verify
from core.rules.setup import game_begun
from events.errors import GameHasMovedOn
from events.questions import Cards, Distribute, May, Window
from events.store import open_store
from events.vocabulary import Answered, Asked

PAIRS = [("bear-cavalry", "ghosts"), ("killer-plants", "steampunks")]


@pytest.fixture
def store():
    with open_store(":memory:") as store:
        yield store


@pytest.fixture
def session(store):
    return Session.begin(store, game_begun(["Ana", "Ben"], PAIRS, first=0), seed=7, title="test")


def play(session: Session, count: int, seed: int = 0) -> None:
    bot = RandomBot(seed)
    for _ in range(count):
        session.answer(session.game.table.asked, bot.answer(session.game))


def test_every_decision_is_saved_with_what_follows(store, session):
    assert store.read(session.id) == session.game.log
    before = len(session.game.log)
    batch = session.answer(session.game.table.asked, RandomBot(0).answer(session.game))
    assert store.read(session.id) == session.game.log
    assert batch == session.game.log[before:]
    assert isinstance(batch[0], Answered)
    assert isinstance(batch[-1], Asked)


def test_it_can_be_taken_up_again_anywhere_with_the_same_chances(store, session):
    play(session, 30)
    again = Session.begin(store, game_begun(["Ana", "Ben"], PAIRS, first=0), seed=7)
    bot = RandomBot(0)
    for _ in range(30):
        again = Session(store, again.id)  # as if by another program each time
        again.answer(again.game.table.asked, bot.answer(again.game))
    assert again.game.log == session.game.log
    assert verify(session.game.log).same


def test_an_illegal_answer_changes_nothing(store, session):
    before = list(session.game.log)
    live = session.game
    with pytest.raises(IllegalAnswer):
        session.answer(session.game.table.asked, ("nonsense",))
    assert session.game is live
    assert store.read(session.id) == session.game.log == before


def test_the_same_answer_twice_is_one_answer(store, session):
    """What could not be told from an answer whose confirmation was lost."""
    other = Session(store, session.id)
    answer = RandomBot(1).answer(other.game)
    session.answer(session.game.table.asked, answer)
    other.answer(other.game.table.asked, answer)
    assert other.game.log == session.game.log == store.read(session.id)


def test_of_two_writers_one_wins_and_the_other_reads_again(store, session):
    while len(session.game.question.options) < 2:
        play(session, 1)
    first, second = ((option,) for option in session.game.question.options[:2])
    other = Session(store, session.id)
    assert other.game.log == session.game.log
    session.answer(session.game.table.asked, first)
    with pytest.raises(GameHasMovedOn):
        other.answer(other.game.table.asked, second)
    assert other.game.log == session.game.log == store.read(session.id)
    play(other, 1)
    assert store.read(session.id) == other.game.log


def test_any_failure_throws_the_live_game_away(store, session, monkeypatch):
    live = session.game

    def fails(*arguments, **more):
        raise RuntimeError("the disk is full")

    monkeypatch.setattr(store, "append", fails)
    with pytest.raises(RuntimeError):
        play(session, 1)
    assert session.game is not live
    assert session.game.log == store.read(session.id)


def test_a_branch_shares_the_past_and_has_chances_of_its_own(store, session):
    play(session, 40)
    position = decisions(session.game.log)[10]
    branch = session.branch(position, title="what if")
    assert branch.game.log == session.game.log[:position]
    assert branch.info.seed is not None
    assert branch.info.seed != session.info.seed
    assert branch.info.parent is not None
    assert (branch.info.parent.game, branch.info.parent.position) == (session.id, position)
    play(branch, 10, seed=9)
    assert branch.game.log[:position] == session.game.log[:position]
    assert verify(branch.game.log).same
    # The same seed draws the same chances.
    twin = session.branch(position, seed=branch.info.seed)
    play(twin, 10, seed=9)
    assert twin.game.log == branch.game.log


def test_a_branch_of_a_branch(store, session):
    play(session, 20)
    first = session.branch(decisions(session.game.log)[8])
    play(first, 8, seed=3)
    second = first.branch(decisions(first.game.log)[12])
    play(second, 5, seed=4)
    assert second.game.log[: second.info.starts_after] == first.game.log[: second.info.starts_after]
    assert verify(store.read(second.id)).same


def test_a_branch_is_cut_only_where_somebody_decides(store, session):
    play(session, 20)
    points = decisions(session.game.log)
    between = next(point for point in points if point + 1 not in points) + 1
    with pytest.raises(NotADecision) as refused:
        session.branch(between)
    assert f"the nearest decisions are at {between - 1} and " in str(refused.value)
    assert store.children(session.id) == []
    with pytest.raises(NotADecision, match="the nearest decision is at"):
        session.branch(10_000)


def test_where_the_rules_have_changed_a_quiet_point_is_offered(store, session):
    """A log that the rules of today do not lead to, in the middle of a resolution."""
    play(session, 20)
    log = list(session.game.log)
    last = [event for event in log if isinstance(event, Asked)][-1]
    while last.quiet:
        play(session, 1)
        log = list(session.game.log)
        last = log[-1]
    other = msgspec.structs.replace(last, question=msgspec.structs.replace(last.question, about="something else"))
    game = store.create([*log[:-1], other], id="old")
    quiet = [event.position for event in log if isinstance(event, Asked) and event.quiet][-1]
    with pytest.raises(RulesHaveChanged) as refused:
        _ = Session(store, game).game
    assert str(refused.value) == (
        f"Game old cannot continue from position {last.position}: today's rules diverge from it at {last.position}; "
        f"branch it at {quiet}, where nothing is half resolved."
    )
    assert Session(store, game).branch(quiet).game.log == log[:quiet]


@pytest.mark.parametrize(
    ("question", "choice"),
    [
        (Window(options=(), least=0), False),
        (Window(options=(1,), least=0), True),
        (Cards(options=(1,), least=1, most=1), False),
        (Cards(options=(1, 2), least=2, most=2), False),
        (Cards(options=(1, 2), least=1, most=2), True),
        (Cards(options=(), least=0, most=0), False),
        (May(options=("yes", "no")), True),
        (Distribute(options=(1, 2), least=2, most=2, caps=(2, 2)), True),
    ],
)
def test_what_is_a_choice(question, choice):
    assert is_choice(question) is choice
