"""Resolves a record: finds a game in which every line is legal, or the first line that is impossible."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from adjudicator.records.assignment import follows_the_rules
from adjudicator.records.backtracking import backtrack
from adjudicator.records.foresight import foresee
from adjudicator.records.lines import BadRecord, Record, Unfinished
from adjudicator.records.needs import Needs
from adjudicator.records.notation import read_record
from adjudicator.records.recording import Recording
from adjudicator.records.stepping import begin, end, step
from core.rules.replay import verify
from events.errors import SmashUpError
from events.vocabulary import Event

ATTEMPTS = 3
"""Maximum number of initial deals to try before a record is rejected."""

CONFIRMED = 1_500
"""Maximum number of events for which another attempt confirms a rejection.

In longer games that takes too long, and backtracking finds nearly all deals that exist.
"""

TRIED_LINES = 6
"""Maximum number of lines before an impossible one that may depend on later lines."""


def start(read: Record, *, open_end: bool = False, knowing: Recording | None = None, attempt: int = 0) -> Recording:
    """Return a recording before its first line. Its random results deal what the lines will show."""
    recording = Recording(read, open_end=open_end, knowing=knowing, attempt=attempt)
    recording.chance.foresee = partial(foresee, recording)
    return recording


def run(recording: Recording) -> None:
    """Read all lines. Raises `BadRecord` for the first impossible one."""
    begin(recording)
    while _goes_on(recording):
        pass


def go_on(recording: Recording, record: Record) -> None:
    """Read further lines. A rejected line may have been rewritten in the meantime."""
    recording.record, recording.lines, recording.needs = record, record.lines, Needs(record)
    while _goes_on(recording):
        pass


def _goes_on(recording: Recording) -> bool:
    """Take the next step; before a line is rejected, search for other hidden cards that allow it."""
    try:
        if step(recording):
            return True
        end(recording)
    except SmashUpError as error:
        refused = error if isinstance(error, BadRecord) else BadRecord(recording.last_line(), str(error))
        reached = recording.reached
        unfinished = recording.open_end and isinstance(refused, Unfinished)
        if refused.final or unfinished or not backtrack(recording, refused):
            if reached is not None:
                refused.reached = (max(0, recording.lines[reached.at].line - 1), reached.log)
            raise refused from None
        return True
    return False


def beginning_of(text: str, refused: BadRecord) -> tuple[int, Sequence[Event]]:
    """Return the game up to the first bad line of a record, and the last line that it contains.

    The game has no events if there is none.
    """
    if refused.reached[1] and verify(refused.reached[1]).same:
        return refused.reached
    lines = text.splitlines()
    for count in range(refused.line - 1, max(0, refused.line - 1 - TRIED_LINES), -1):
        try:
            read = read_record("\n".join(lines[:count]), unfinished=True)
            if not read.lines:
                break
            recording = start(read, open_end=True)
            run(recording)
            if follows_the_rules(recording):
                return count, recording.game.log
        except BadRecord:
            continue
    return 0, ()


def record(read: Record) -> Recording:
    """Resolve a record. Returns a game in which every line is legal. Raises `BadRecord` for the first impossible line.

    Repairs can lead to a dead end. So a record is rejected only if another attempt, which begins with another order of
    the unseen cards, fails at the same line. Otherwise the error names the line that got farthest.
    """
    refused: dict[int, BadRecord] = {}
    for attempt in range(ATTEMPTS):
        try:
            return _resolved(read, attempt)
        except BadRecord as error:
            if error.final or error.line in refused or len(error.reached[1]) > CONFIRMED:
                raise
            refused[error.line] = error
    raise refused[max(refused)]


def _resolved(read: Record, attempt: int) -> Recording:
    """Resolve once.

    While lines are read, only the last phase is rerun after each repair. What a rerun of the whole game then teaches is
    known from the beginning in the next attempt.
    """
    recording = start(read, attempt=attempt)
    run(recording)
    while not follows_the_rules(recording):
        if recording.facts <= recording.initial_facts:
            line = max((line for line, at in recording.positions.items() if at <= recording.strayed), default=1)
            raise BadRecord(line, "no hidden cards were found that let the game continue as written")
        recording = start(read, knowing=recording, attempt=attempt)
        run(recording)
    return recording
