"""The tasks of the server's workers: rule on scenarios, answer messages to the engine, build documents of games."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from adjudicator.messages import Engine
from adjudicator.rulings.comparison import compared, put_to
from adjudicator.scenarios import ScenarioError, parse
from adjudicator.viewer.document import cut_document, encoded
from adjudicator.viewer.sources import stored
from adjudicator.web.pages import Pages, ruled
from adjudicator.web.reference import Reference
from adjudicator.web.replays import runs
from adjudicator.web.worker_pool import Handler
from core.printed.editions import EDITIONS
from events.errors import SmashUpError
from events.store import open_store

RULING, ENGINE, DOCUMENT, CUT = "ruling", "engine", "document", "cut"
"""The kinds of task."""


class RulingFragment(msgspec.Struct, frozen=True):
    """A ruling as part of a page, with runs to step through, or what is wrong with the scenario and where."""

    html: str = ""
    runs: object = None
    error: str = ""
    line: int = 0


class DocumentWanted(msgspec.Struct, frozen=True):
    """A stored game as one viewer may see it."""

    db: str | None
    game: str
    seat: str
    first: int = 1  # the position to begin with


def handle_questions() -> Mapping[str, Handler]:
    """Return the handlers of a worker for questions."""
    pages = Pages(Reference(), served=True)
    answer(pages, "title = 'The first question takes longest'")
    return {RULING: lambda text: msgspec.json.encode(answer(pages, text.decode())), ENGINE: EngineTask()}


class EngineTask:
    """Answers messages to the engine (docs/MESSAGES.md)."""

    def __init__(self) -> None:
        self._engine = Engine()

    def __call__(self, message: bytes) -> bytes:
        """Return the reply to a message."""
        try:
            return self._engine.reply(message)
        except BaseException:
            self._engine = Engine()  # an interrupt may have left one of its live games half changed
            raise


def handle_documents() -> Mapping[str, Handler]:
    """Return the handlers of a worker for documents."""
    return {DOCUMENT: document_of}


def handle_cuts() -> Mapping[str, Handler]:
    """Return the handlers of a worker that cuts documents."""
    return {CUT: lambda task: cut_document(task[4:], int.from_bytes(task[:4]))}


def cut_task(whole: bytes, first: int) -> bytes:
    """Return the task that shortens a document for a viewer who starts at a later position."""
    return min(first, 2**31).to_bytes(4) + whole


def answer(pages: Pages, text: str) -> RulingFragment:
    """Rule on a scenario under every edition, or say what is wrong with it."""
    try:
        put = put_to(parse(text, "the scenario"), tuple(EDITIONS))
        html = pages.show("asked.html", "ask", **ruled(*compared(put)))
        return RulingFragment(html=html, runs=runs((run.outcome for run in put), "the scenario"))
    except ScenarioError as error:
        return RulingFragment(error=str(error), line=error.line)
    except SmashUpError as error:
        return RulingFragment(error=str(error))


def document_of(request: bytes) -> bytes:
    """Build the document of a game, as far as the game can be read."""
    asked = msgspec.json.decode(request, type=DocumentWanted)
    with open_store(asked.db, look=True) as store:
        replay, damage = stored(store, asked.game, asked.seat, first=asked.first)
    if damage is not None and not replay.log:
        raise damage
    return encoded(replay)
