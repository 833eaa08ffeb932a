"""Taking a game up again: from a log, at any position, and checking that the rules still lead to the same events."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from core.engine.game import Chance, Diverged, Game, RandomChance
from core.rules.turn import flow
from events.errors import SmashUpError
from events.questions import Main
from events.vocabulary import Answered, Asked, Event, GameBegun, HouseRuled, PhaseBegan, PickedAtRandom, Shuffled
from projections.likeness import digest
from projections.table import fold, snapshot


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
    """What `verify` found: the same throughout, or the first difference.

    `same_position`: the rules of today tell it otherwise, but come to the same position at the next question.
    """

    events: int
    same: bool
    position: int = 0
    recorded: Event | None = None
    got: Event | None = None
    same_position: bool = False
    error: str = ""  # where the rules could not go on at all


def verify(log: Sequence[Event], *, since: int = 0) -> Verdict:
    """Re-adjudicate a game: the same answers and chances must lead to the same events.

    The set-up of a scenario is taken as it is; what the rules did begins with the phase it ends in. So are the first
    events up to `since`, or up to the last quiet point before it: there the table alone says what comes next. What was
    ruled at a real table is taken as it is, too: the rules go on from the phase that begins after it.
    """
    begun = log[0] if log else None
    if not isinstance(begun, GameBegun):
        return Verdict(len(log), False, 1, begun, error="a game begins with game-begun")
    start = max(_set_up(log) if begun.scenario else 1, quiet_point(log[:since]))
    try:
        for since, end in stretches(log, start):
            kept = list(log[:since])
            game = Game(kept, flow, expected=log[:end])
            game.begin()
            if len(game.log) > end and end < len(log):
                raise Diverged(end + 1, log[end], game.log[end])
    except Diverged as difference:
        same = _same_position(log, difference.position)
        return Verdict(len(log), False, difference.position, difference.recorded, difference.got, same)
    except Exception as error:  # a log may hold anything: whatever the rules stumble over is a verdict on it
        position = min(len(kept) + 1, len(log))
        return Verdict(len(log), False, position, log[position - 1], error=_in_words(error))
    if len(game.log) > len(log):
        return Verdict(len(log), False, len(log) + 1, None, game.log[len(log)])
    return Verdict(len(log), True)


def stretches(log: Sequence[Event], start: int) -> list[tuple[int, int]]:
    """From where to where the rules led, from a quiet point on: from each ruling of a real table they begin anew."""
    found = []
    for event in log[start:]:
        if isinstance(event, HouseRuled):
            found.append((start, event.position - 1))
            start = next((one.position for one in log[event.position :] if isinstance(one, PhaseBegan)), len(log))
    return [*found, (start, len(log))]


def _in_words(error: Exception) -> str:
    return str(error) if isinstance(error, SmashUpError) else f"{type(error).__name__}: {error}"


def _set_up(log: Sequence[Event]) -> int:
    """How many events set a scenario's table: the last of them begins a phase, and no turn that the rules began is its cause."""
    return max((event.position for event in log if isinstance(event, PhaseBegan) and event.cause <= 1), default=1)


class _Recorded:
    """Chance as a stretch of a log has it, wherever the rules ask for it now."""

    def __init__(self, events: Sequence[Event]) -> None:
        self.orders = [event.order for event in events if isinstance(event, Shuffled)]
        self.picks = [event.picks for event in events if isinstance(event, PickedAtRandom)]

    def shuffle(self, cards: Sequence[int]) -> tuple[int, ...]:
        """The recorded order, if it is one of these cards."""
        fits = bool(self.orders) and sorted(self.orders[0]) == sorted(cards)
        return self.orders.pop(0) if fits else tuple(cards)

    def pick(self, pool: Sequence[int], count: int) -> tuple[int, ...]:
        """The recorded pick, if it was made from these."""
        fits = bool(self.picks) and set(self.picks[0]) <= set(pool) and len(self.picks[0]) == count
        return self.picks.pop(0) if fits else tuple(pool[:count])


def _same_position(log: Sequence[Event], position: int) -> bool:
    """Whether the batch in which a log and the rules part comes to the same position all the same."""
    asked = [event.position for event in log if isinstance(event, Asked)]
    before = max((one for one in asked if one < position), default=0)
    after = min((one for one in asked if one >= position), default=len(log))
    answer = log[before]
    if not before or not isinstance(answer, Answered):
        return False
    try:
        game = resume(log[:before], chance=_Recorded(log[before:after]))
        game.answer(answer.seat, answer.picks)
        return digest(game.table) == digest(fold(log[:after]))
    except Exception:  # the rules do not get there
        return False


def same_table(log: Sequence[Event], game: Game) -> bool:
    """Whether the fold of a log equals a live game's table."""
    return snapshot(fold(log)) == snapshot(game.table)
