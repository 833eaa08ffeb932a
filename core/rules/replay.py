"""Resuming a game from a log, at any position, and verifying that the rules still lead to the same events."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from core.engine.game import RULES_VERSION, Chance, Diverged, Game, RandomChance
from core.rules.turn import flow
from events.errors import SmashUpError
from events.questions import Main
from events.vocabulary import (
    Answered,
    Asked,
    Event,
    GameBegun,
    HouseRuled,
    Leaving,
    PhaseBegan,
    PickedAtRandom,
    Shuffled,
)
from projections.equivalence import digest
from projections.table import fold, snapshot


def new_game(begun: GameBegun, *, chance: Chance | None = None) -> Game:
    """Return a new game, run up to its first question."""
    game = Game([begun], flow, chance=chance)
    game.begin()
    return game


def quiet_point(log: Sequence[Event]) -> int:
    """Return how many events lead up to the last snapshot boundary: there the table alone says what comes next."""
    return next((boundary for event in reversed(log) if (boundary := _boundary(event))), 1)


def _boundary(event: Event) -> int:
    """Return how many events lead up to the snapshot boundary that an event shows, or 0."""
    if isinstance(event, PhaseBegan):
        return event.position
    return event.position - 1 if isinstance(event, Asked) and type(event.question) is Main else 0


def resume(log: Sequence[Event], *, chance: Chance | None = None) -> Game:
    """Return a live game at the end of a log: folded to its last snapshot boundary, re-run from there.

    Raises `Diverged` if the current rules lead elsewhere after that boundary.
    """
    start = quiet_point(log)
    game = Game(list(log[:start]), flow, chance=chance or RandomChance(), expected=log)
    game.begin()
    return game


class Divergence(msgspec.Struct, frozen=True):
    """One place where the rules lead to another event than the recorded one.

    `same_position`: they reach the same position at the next question nevertheless, so only the telling differs.
    `error`: the rules cannot continue there at all. `again`: at how many of the following snapshot boundaries they lead
    to the same event, because the recorded game left undone what they demand.
    """

    position: int
    recorded: Event | None = None
    got: Event | None = None
    same_position: bool = False
    error: str = ""
    again: int = 0


class Verdict(msgspec.Struct, frozen=True):
    """The result of `verify`: every divergence of the rules from a log, in order."""

    events: int
    divergences: tuple[Divergence, ...] = ()
    recorded_under: str = ""  # the version of the rules that recorded the game
    given: int = 0  # how many events were taken as given because older rules, a scenario or a caller set them up

    @property
    def same(self) -> bool:
        """Return whether the rules lead to exactly the recorded events."""
        return not self.divergences

    @property
    def first(self) -> Divergence:
        """The first divergence; one at position 0 if there is none."""
        return self.divergences[0] if self.divergences else Divergence(0)


def verify(log: Sequence[Event], *, since: int = 0) -> Verdict:
    """Re-run a game: the same answers and chance must lead to the same events.

    After a divergence, judging continues from the next snapshot boundary with the recorded events up to there.

    Some events are taken as given: the set-up of a scenario; the set-up of a game recorded under older rules, if the
    current ones would have dealt other bases or cards; events up to `since`, or up to the last snapshot boundary before it; and whatever was
    ruled at a real table, after which the rules continue from the next phase.
    """
    begun = log[0] if log else None
    if not isinstance(begun, GameBegun):
        return Verdict(len(log), (Divergence(1, begun, error="a game begins with game-begun"),))
    start = max(_taken_as_given(log, begun), quiet_point(log[:since]))
    divergences: list[Divergence] = []
    for first, end in stretches(log, start):
        for divergence in _divergences(log, first, end):
            if divergences and divergence.got is not None and _alike(divergence.got, divergences[-1].got):
                divergences[-1] = msgspec.structs.replace(divergences[-1], again=divergences[-1].again + 1)
            else:
                divergences.append(divergence)
    return Verdict(len(log), tuple(divergences), begun.rules_version, start if start > 1 else 0)


def _alike(event: Event, before: Event | None) -> bool:
    """Return whether two events are the same, apart from when they happen."""
    if type(event) is not type(before) or not isinstance(event, Leaving):
        return False
    return msgspec.structs.replace(event, position=0, cause=0, moment=0) == msgspec.structs.replace(
        before, position=0, cause=0, moment=0
    )


def _taken_as_given(log: Sequence[Event], begun: GameBegun) -> int:
    """Return how many events set the table up, if the current rules would not do it this way; otherwise 1, for
    `GameBegun`.
    """
    if begun.scenario:
        return _set_up(log)
    if version_number(begun.rules_version) >= version_number(RULES_VERSION):
        return 1
    ready = next((event.position for event in log if isinstance(event, PhaseBegan)), len(log))
    return ready if any(divergence.position <= ready for divergence in _divergences(log, 1, ready)) else 1


def version_number(stated: str) -> int:
    """Return a version of the rules as a number; 0 if it is none."""
    return int(stated) if stated.isdecimal() else 0


def _divergences(log: Sequence[Event], first: int, end: int) -> Iterator[Divergence]:
    """Yield every divergence in one stretch, in which the rules led from a snapshot boundary on."""
    boundaries = [(boundary, event.position) for event in log[:end] if (boundary := _boundary(event))]
    reported = 0
    while first < len(log):
        kept = list(log[:first])
        try:
            game = Game(kept, flow, chance=_Recorded(()), expected=log[:end])
            game.begin()
            if len(game.log) <= end:
                return
            raise Diverged(end + 1, log[end] if end < len(log) else None, game.log[end])
        except Diverged as difference:
            position = difference.position
            if position > reported:
                same = position <= len(log) and _same_position(log, position)
                yield Divergence(position, difference.recorded, difference.got, same)
        except Exception as error:  # a log may hold anything: whatever the rules stumble over is a divergence
            position = min(len(kept) + 1, len(log))
            if position > reported:
                yield Divergence(position, log[position - 1], error=_in_words(error))
        reported = max(reported, position)
        later = (boundary for boundary, shown in boundaries if boundary > first and shown >= position)
        first = next(later, len(log))


def stretches(log: Sequence[Event], start: int) -> list[tuple[int, int]]:
    """Return the stretches of a log that the rules produced, from a snapshot boundary on. A new one begins after each
    house ruling."""
    ranges = []
    for event in log[start:]:
        if isinstance(event, HouseRuled):
            ranges.append((start, event.position - 1))
            start = next((later.position for later in log[event.position :] if isinstance(later, PhaseBegan)), len(log))
    return [*ranges, (start, len(log))]


def _in_words(error: Exception) -> str:
    return str(error) if isinstance(error, SmashUpError) else f"{type(error).__name__}: {error}"


def _set_up(log: Sequence[Event]) -> int:
    """Return how many events set up a scenario's table: the last of them begins a phase, and no turn that the rules
    began is its cause."""
    return max((event.position for event in log if isinstance(event, PhaseBegan) and event.cause <= 1), default=1)


class _Recorded:
    """Replays the recorded shuffles and picks of part of a log, whenever the rules ask."""

    def __init__(self, events: Sequence[Event]) -> None:
        self.orders = [event.order for event in events if isinstance(event, Shuffled)]
        self.picks = [event.picks for event in events if isinstance(event, PickedAtRandom)]

    def shuffle(self, cards: Sequence[int]) -> tuple[int, ...]:
        """Return the recorded order if it is of these cards."""
        fits = bool(self.orders) and sorted(self.orders[0]) == sorted(cards)
        return self.orders.pop(0) if fits else tuple(cards)

    def pick(self, pool: Sequence[int], count: int) -> tuple[int, ...]:
        """Return the recorded pick if it was made from these."""
        fits = bool(self.picks) and set(self.picks[0]) <= set(pool) and len(self.picks[0]) == count
        return self.picks.pop(0) if fits else tuple(pool[:count])


def _same_position(log: Sequence[Event], position: int) -> bool:
    """Return whether the batch in which a log and the rules diverge still reaches the same position."""
    asked = [event.position for event in log if isinstance(event, Asked)]
    before = max((question for question in asked if question < position), default=0)
    after = min((question for question in asked if question >= position), default=len(log))
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
    """Return whether the fold of a log equals a live game's table."""
    return snapshot(fold(log)) == snapshot(game.table)
