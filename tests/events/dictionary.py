"""How the dictionary of `events.batches` was made, out of random games: `python -m tests.events.dictionary FILE`.

It is part of the format and stays as it is. A better one is a new file and a new format number.
"""

from __future__ import annotations

import random
import sys
import zlib
from collections.abc import Iterator
from pathlib import Path

from events.batches import _shortened
from events.versions import encode
from tests.core.random_games import beginning

SIZE = 32_768
GAMES = 30
NEWS = 0.2
"""A line is worth its room if at least so much of it is not in the dictionary yet."""


def lines() -> Iterator[bytes]:
    """The lines of games of all editions and numbers of players, in the order of chance."""
    editions = ("AL9K", "MS", "CND", "OOPS", "EMD")
    found = [
        _shortened(event.position, *encode(event))
        for number in range(GAMES)
        for event in beginning(editions[number % 5], 2 + number % 3, 1000 + number).played().log
    ]
    random.Random(1).shuffle(found)
    yield from found


def dictionary() -> bytes:
    """What the games share, the lines that came first (so the usual ones) at the end, where zlib finds them cheapest."""
    made = b""
    for line in lines():
        if len(made) + len(line) >= SIZE:
            break
        compressor = zlib.compressobj(6, zlib.DEFLATED, -zlib.MAX_WBITS, 9, zlib.Z_DEFAULT_STRATEGY, made or b"\n")
        if len(compressor.compress(line) + compressor.flush()) > NEWS * len(line):
            made = line + b"\n" + made
    return made


if __name__ == "__main__":
    Path(sys.argv[1]).write_bytes(dictionary())
