"""Taking a game up again: from a log, at any position, and checking that the rules still lead to the same events."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from core.game import Chance, Diverged, Game, RandomChance
from core.turn import flow
from events.questions import Main
from events.vocabulary import Asked, Event, GameBegun, PhaseBegan
from projections.table import fold


def new_game(begun: GameBegun, *, chance: Chance | None = None) -> Game:
    """A new game, run up to its first question."""
    game = Game([begun], flow, chance=chance)
    game.begin()
    return game


def quiet_point(log: Sequence[Event]) -> int:
    """How many events lead up to the last position from which the table alone says what comes next."""
    for event in reversed(log):
        if isinstance(event, PhaseBegan):
            return event.position
        if isinstance(event, Asked) and type(event.question) is Main:
            return event.position - 1
    return 1


def resume(log: Sequence[Event], *, chance: Chance | None = None) -> Game:
    """A live game at the end of a log: folded to its last quiet point, re-run from there on.

    Raises `Diverged` where the rules of today lead elsewhere in the half-resolved rest.
    """
    start = quiet_point(log)
    game = Game(list(log[:start]), flow, chance=chance or RandomChance(), expected=log)
    game.begin()
    return game


class Verdict(msgspec.Struct, frozen=True):
    """What `verify` found: the same throughout, or the first difference."""

    events: int
    same: bool
    position: int = 0
    recorded: Event | None = None
    got: Event | None = None


def verify(log: Sequence[Event]) -> Verdict:
    """Re-adjudicate a whole game: the same answers and chances must lead to the same events."""
    assert isinstance(log[0], GameBegun)
    game = Game([log[0]], flow, expected=log)
    try:
        game.begin()
    except Diverged as difference:
        return Verdict(len(log), False, difference.position, difference.recorded, difference.got)
    if len(game.log) > len(log):
        return Verdict(len(log), False, len(log) + 1, None, game.log[len(log)])
    return Verdict(len(log), True)


def same_table(log: Sequence[Event], game: Game) -> bool:
    """Whether the fold of a log equals a live game's table."""
    from projections.table import snapshot

    return snapshot(fold(log)) == snapshot(game.table)
