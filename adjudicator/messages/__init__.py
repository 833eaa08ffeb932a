"""The engine as a service: JSON messages in, JSON replies out, the same in a browser, on a server and in Python.

Every message carries all that its reply depends on. A situation is a scenario as JSON, its steps included; a game is
its setup with the answers so far. Live games are kept only to save time. docs/MESSAGES.md describes each message.
"""

from __future__ import annotations

from adjudicator.messages.answering import Engine
from adjudicator.messages.model import LONGEST_MESSAGE, VERSION, AnyMessage

__all__ = ["LONGEST_MESSAGE", "VERSION", "AnyMessage", "Engine"]
