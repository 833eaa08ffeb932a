"""How the server listens. Connections that send no request are closed, because a process can hold only a few hundred."""

from __future__ import annotations

from asyncio import BaseTransport, TimerHandle
from typing import ClassVar

import uvicorn
from starlette.applications import Starlette
from uvicorn.protocols.http.h11_impl import H11Protocol

SECONDS_TO_BEGIN = 10.0
"""Time for the head of a request to arrive, from the connection or the reply before."""
MOST_WAITING = 256
"""Connections without a request. Beyond it, the one that has waited longest is closed."""


class Protocol(H11Protocol):
    """HTTP as uvicorn speaks it, except that a client may not take as long as it likes to begin a request.

    uvicorn's own timer ends with the first byte of a request, so a head that arrives byte by byte would hold its
    connection forever.
    """

    waiting: ClassVar[dict[Protocol, TimerHandle]] = {}
    """The connections without a request and when each is closed, the longest wait first."""

    def connection_made(self, transport: BaseTransport) -> None:
        """Wait for a first request."""
        super().connection_made(transport)  # type: ignore[arg-type]
        self._wait()

    def data_received(self, data: bytes) -> None:
        """Read on. A complete head ends the wait."""
        super().data_received(data)
        if self.cycle is not None and not self.cycle.response_complete:
            self._stop_waiting()

    def on_response_complete(self) -> None:
        """Wait for the next request, unless it is already there."""
        self._wait()
        super().on_response_complete()
        if self.cycle is not None and not self.cycle.response_complete:
            self._stop_waiting()

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the connection."""
        self._stop_waiting()
        super().connection_lost(exc)

    def _wait(self) -> None:
        self._stop_waiting()
        self.waiting[self] = self.loop.call_later(SECONDS_TO_BEGIN, self._give_up)
        if len(self.waiting) > MOST_WAITING:
            next(iter(self.waiting))._give_up()

    def _stop_waiting(self) -> None:
        if timer := self.waiting.pop(self, None):
            timer.cancel()

    def _give_up(self) -> None:
        self._stop_waiting()
        self.transport.close()


def settings_for(application: Starlette) -> uvicorn.Config:
    """Return how uvicorn serves an application."""
    return uvicorn.Config(
        application,
        http=Protocol,
        backlog=MOST_WAITING // 2,  # accepted before the oldest of them can be closed
        log_level="warning",
        server_header=False,
        timeout_keep_alive=5,
        timeout_graceful_shutdown=2,  # Ctrl-C stops a busy server, too.
        h11_max_incomplete_event_size=32 * 1024,
    )
