"""Random games of every book for two, three and four players, told by what their events hash to, a line for each:
`python -m tests.core.seeded_games`. Two builds of the engine must say the same, line by line.
"""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256

from core import compiled
from core.printed.editions import EDITIONS
from events.versions import encode
from tests.core.random_games import beginning

GAMES = 9
"""How many of each book."""


def seeded_games() -> Iterator[str]:
    """A line for each."""
    for edition in EDITIONS:
        for seed in range(GAMES):
            log = beginning(edition, 2 + seed % 3, seed).played().log
            events = sha256(b"".join(encode(event)[1] for event in log)).hexdigest()
            yield f"{edition} {seed}: {len(log)} events, {events}"


if __name__ == "__main__":
    print("compiled" if compiled() else "plain")
    for line in seeded_games():
        print(line, flush=True)
