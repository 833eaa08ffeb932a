"""The check of a log that was read: whether its events can follow one another.

Only a fold can tell, and only the cards know which names there are. Both register their checks here
(`projections.soundness`, `core.printed.log_names`), so that nothing is read from a store or a file unchecked.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # every command imports this module; few of them decode events
    from events.vocabulary import Event

LogCheck = Callable[[Sequence["Event"]], tuple[int, str] | None]
_checks: list[LogCheck] = []


def check_logs_with(check: LogCheck) -> None:
    """Have every log checked: `check` returns the position of the first impossible event and what is wrong with it."""
    _checks.append(check)


def log_fault(log: Sequence[Event]) -> tuple[int, str] | None:
    """Return the position of the first event that cannot follow those before it, and why; None for a sound log."""
    return min((fault for check in _checks if (fault := check(log))), default=None)
