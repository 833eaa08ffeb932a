"""Lets viewers follow a running game, by server-sent events.

A message is a document (`adjudicator.viewer.document`) that begins shortly before the new events. It is built for the
viewer's seat like any other, so it contains nothing that the seat may not see. Its id is the last position, from which
a browser that lost the connection continues.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable

from events.catalogue import GameInfo

MOST_WATCHING = 100
"""Viewers who can follow games at the same time."""
LOOK_SECONDS = 0.5
"""How often the store is asked whether a game has gone on."""
SIGN_OF_LIFE = 15.0
"""Seconds after which a silent connection is written to, so that one whose viewer has gone is noticed."""


class Watchers:
    """Counts the viewers who follow games."""

    def __init__(self, most: int = MOST_WATCHING) -> None:
        self.most = most
        self.count = 0

    @property
    def full(self) -> bool:
        """Return whether no further viewer can follow a game."""
        return self.count >= self.most

    async def follow(
        self,
        info: Callable[[], Awaitable[GameInfo]],
        document: Callable[[GameInfo, int], Awaitable[bytes]],
        first: int,
        after: int,
    ) -> AsyncIterator[bytes]:
        """Yield what happens in a game after a position, as messages, until it is over.

        `document` builds the viewer's document from a position on. The first message begins no earlier than `first`. Each
        begins one position before the last known one, because the answer changes how the last decision looks.
        """
        self.count += 1
        try:
            silent = 0.0
            while True:
                game = await info()
                if game.events > after:
                    text = await document(game, max(first, after - 1))
                    after, silent = game.events, 0.0
                    yield b"id: %d\ndata: %b\n\n" % (after, text)
                if game.result is not None:
                    yield b"event: over\ndata:\n\n"
                    return
                await asyncio.sleep(LOOK_SECONDS)
                silent += LOOK_SECONDS
                if silent >= SIGN_OF_LIFE:
                    silent = 0.0
                    yield b":\n\n"
        finally:
            self.count -= 1
