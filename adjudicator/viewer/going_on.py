"""Branching off at a decision while looking at a game: option by option, or by bots to the end.

A stored game continues in a branch of the store; a game from a file, or a scenario, in memory only.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager

from adjudicator.games.controller import GameController
from adjudicator.games.session import IllegalPick, LiveGame, Session
from adjudicator.viewer.replay import Replay
from adjudicator.viewer.sources import stored
from events.questions import Pick
from events.store import Store

GoingOn = Callable[[Replay, int, Sequence[int], bool], tuple[Replay, str]]
"""Answers a decision of a replay with the options at these indexes, then lets bots finish the game if requested."""


def _picked(controller: GameController, places: Sequence[int]) -> tuple[Pick, ...]:
    question = controller.question
    assert question is not None
    if len(places) < question.least == len(question.options):
        return question.options
    try:
        return controller.picks_at(places)
    except IllegalPick as error:
        raise IllegalPick(f"{error} `smashup branch` takes several.") from None


def _finish(controller: GameController) -> None:
    GameController(controller.session, ()).play_on()


def in_store(open_store: Callable[[], AbstractContextManager[Store]]) -> GoingOn:
    """Return a `GoingOn` that stores branches. The end of a branch continues in that branch itself."""

    def go_on(replay: Replay, position: int, places: Sequence[int], bots: bool) -> tuple[Replay, str]:
        with open_store() as store:
            controller = GameController(Session(store, replay.info.id))
            controller.go_to(position)
            picks = _picked(controller, places)
            note = f"{controller.session.id} goes on."
            if controller.gone_back or controller.session.info.reads_from is None:
                controller.branch(title=replay.info.title)
                note = f"Branch {controller.session.id} leaves {replay.info.id} at {position}."
            controller.answer(picks)
            if bots:
                _finish(controller)
            return stored(store, controller.session.id, replay.viewer)[0], note

    return go_on


def in_memory(replay: Replay, position: int, places: Sequence[int], bots: bool) -> tuple[Replay, str]:
    """Continue without storing anything: the branch is gone when the screen is closed."""
    controller = GameController(LiveGame.of(replay.info, replay.log[:position]))
    controller.answer(_picked(controller, places))
    if bots:
        _finish(controller)
    left = Replay(
        controller.session.info,
        controller.log,
        replay.viewer,
        called=replay.called,
        marks={start: step for start, step in replay.marks.items() if start < position},
        first=replay.first,
    )
    return left, f"Branched at {position}; the branch is not stored."
