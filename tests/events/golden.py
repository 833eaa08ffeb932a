"""The golden file of all event types at their present versions: `python -m tests.events.golden` writes it.

Each line has the stored form, and what it means with all defaults spelled out. Once a version has been released its
file is never written again: raise RELEASE with the first version that follows it, which makes a new file.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec

from events.versions import EVENTS
from events.vocabulary import Event
from tests.events.samples import all_fixed_events

RELEASE = 6
FOLDER = Path(__file__).parents[2] / "fixtures" / "golden"


class GoldenLine(msgspec.Struct, rename={"topic": "as"}):
    """A stored event, and what it means."""

    topic: str
    event: msgspec.Raw
    means: dict[str, Any]


def golden_line(event: Event) -> bytes:
    topic, payload = EVENTS.encode(event)
    return msgspec.json.encode(GoldenLine(topic, msgspec.Raw(payload), spelled_out(event)))


def spelled_out(value: Any) -> Any:
    """Plain data with nothing left out, as JSON gives it back."""
    if isinstance(value, msgspec.Struct):
        return {name: spelled_out(getattr(value, name)) for name in value.__struct_fields__}
    if isinstance(value, tuple):
        return [spelled_out(part) for part in value]
    return value


def golden_files() -> list[Path]:
    return sorted(FOLDER.glob("events-v*.jsonl"))


def newest() -> Path:
    return FOLDER / f"events-v{RELEASE}.jsonl"


if __name__ == "__main__":
    FOLDER.mkdir(parents=True, exist_ok=True)
    newest().write_bytes(b"".join(golden_line(event) + b"\n" for event in all_fixed_events()))
