"""Read models folded from events. Imports `events` only."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from events import log_check

if TYPE_CHECKING:
    from events.vocabulary import Event


def _fault(log: Sequence[Event]) -> tuple[int, str] | None:
    from projections.soundness import fault  # imported here because every command imports the package

    return fault(log)


log_check.check_logs_with(_fault)
