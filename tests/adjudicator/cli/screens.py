"""A screen under Textual's pilot, and what stands on it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

from adjudicator.cli.screen.panes import CardsPane, Rows
from adjudicator.cli.screen.table import TableApp


class Seen:
    """The app, its pilot, and its panes as text."""

    def __init__(self, app: Any, pilot: Any) -> None:
        self.app, self.pilot = app, pilot

    async def press(self, *keys: str) -> None:
        """Press keys, and wait for all that comes of them."""
        await self.pilot.press(*keys)
        await self.settle()

    async def settle(self) -> None:
        """Wait until nothing goes on any more."""
        await self.app.workers.wait_for_complete()
        await self.pilot.pause()

    async def type(self, line: str) -> None:
        """Type a line."""
        await self.press(*("space" if key == " " else key for key in line), "enter")

    def pane(self, id: str) -> str:
        """Return the text of a pane."""
        panes = self.app.screen_stack[0].query(f"#{id}")
        if not panes:
            return ""
        pane = panes.first()
        return str(pane.render()) if isinstance(pane, CardsPane | Rows) else str(pane.visual)

    @property
    def screen(self) -> str:
        """The results of an exploration in words."""
        ids = ("headline", "bases", "seats", "list", "detail", "because", "digest", "note")
        return "\n".join(self.pane(id) for id in ids)


def walk(app: TableApp, acts: Callable[[Seen], Awaitable[None]], size: tuple[int, int] = (80, 24)) -> None:
    """Run an app and act on it."""

    async def run() -> None:
        async with app.run_test(size=size) as pilot:
            seen = Seen(app, pilot)
            await seen.settle()
            await acts(seen)

    asyncio.run(run())
