"""Leaving a game at a decision: by hand, decision after decision, or by bots to the end.

A game of the store is left in a branch of the store; one out of a file, or a scenario, in memory only.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager

import msgspec

from adjudicator.games.session import Session, take_up
from adjudicator.viewer.replay import Replay
from adjudicator.viewer.sources import stored
from core.engine.game import Game
from core.players.bots import make_bot
from events.errors import SmashUpError
from events.questions import Pick
from events.store import Store

GREEDY = ("greedy",)

GoingOn = Callable[[Replay, int, Sequence[int], bool], tuple[Replay, str]]
"""From a decision of a game with these options (by their places), and perhaps by bots from there on."""


class NotEnough(SmashUpError):
    """More than one option must be picked there."""


def _picked(game: Game, places: Sequence[int]) -> tuple[int, tuple[Pick, ...]]:
    question = game.question
    assert question is not None
    picks = tuple(question.options[place] for place in places)
    if question.least > len(picks) and len(question.options) == question.least:
        picks = question.options
    if wrong := question.refusal(picks):
        raise NotEnough(f"That is no legal answer: {wrong}. `smashup branch` takes several.")
    return game.table.asked, picks


def in_store(open_store: Callable[[], AbstractContextManager[Store]]) -> GoingOn:
    """Branches are stored, in a store that is opened for that alone; a branch that is open at its end goes on itself."""

    def go_on(replay: Replay, position: int, places: Sequence[int], bots: bool) -> tuple[Replay, str]:
        asked, picks = _picked(take_up(replay.info.id, replay.log[:position]), places)
        with open_store() as store:
            session = Session(store, replay.info.id)
            note = f"{session.id} goes on."
            if position < len(replay) or session.info.reads_from is None:
                session = session.branch(position, title=session.info.title)
                note = f"Branch {session.id} leaves {replay.info.id} at {position}."
            session.answer(asked, picks)
            if bots:
                play_on(session.game, session.answer, GREEDY, session.info.seed)
            return stored(store, session.id, replay.viewer)[0], note

    return go_on


def in_memory(replay: Replay, position: int, places: Sequence[int], bots: bool) -> tuple[Replay, str]:
    """Nothing is stored: it is gone when the screen is closed."""
    game = take_up(replay.info.id, replay.log[:position])
    asked, picks = _picked(game, places)
    game.answer(asked, picks)
    if bots:
        play_on(game, game.answer, GREEDY, replay.info.seed)
    info = msgspec.structs.replace(replay.info, events=len(game.log))
    left = Replay(
        info,
        game.log,
        replay.viewer,
        called=replay.called,
        marks={start: step for start, step in replay.marks.items() if start < position},
        first=replay.first,
    )
    return left, f"Left at {position}; nothing of it is stored."


def play_on(game: Game, answer: Callable[..., object], kinds: Sequence[str], seed: int | None) -> None:
    """Bots of these kinds, seat after seat, make all decisions that are left."""
    seats = range(len(game.table.seats))
    bots = [make_bot(kinds[seat % len(kinds)], f"{seed}/{seat}") for seat in seats]
    while not game.over:
        asked = game.table.asked
        answer(asked, bots[asked].answer(game))
