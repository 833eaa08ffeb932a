"""A page of a game is built in bounded memory."""

import tracemalloc
from collections.abc import Callable
from pathlib import Path

from adjudicator.viewer.changes import plain
from adjudicator.viewer.document import encoded
from adjudicator.viewer.sources import from_file

EMD = Path(__file__).parents[3] / "fixtures" / "games" / "emd.jsonl"


def most(work: Callable[[], object]) -> int:
    """Return the bytes in use at the peak."""
    tracemalloc.start()
    try:
        work()
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def test_frames_are_not_collected():
    replay = from_file(EMD)
    encoded(replay)  # fills the caches of texts and rules
    collected = most(lambda: [plain(frame) for frame in replay.frames()])
    assert most(lambda: encoded(replay)) < collected / 3
