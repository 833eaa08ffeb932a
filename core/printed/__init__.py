"""Card definitions and rulebooks as data.

The lowest package of core: it imports none of the others.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from events import log_check

if TYPE_CHECKING:
    from events.vocabulary import Event


def _unknown_name(log: Sequence[Event]) -> tuple[int, str] | None:
    from core.printed.log_names import unknown_name  # imported here because every command imports the package

    return unknown_name(log)


log_check.check_logs_with(_unknown_name)
