"""Serves the reference and the stored games to browsers.

On this machine everybody may look; from the network, looking takes the read token. Storing anything takes `--write`,
the write token, and one of our own pages as its origin. Only our scripts run. A page is found only by its address in
the reference, and a game only by its id in the store.

Nobody can block the server. Requests are limited in time and size. Worker processes behind a bounded queue
(`worker_pool`) compute rulings and documents, so that pages never wait for them.
"""

from __future__ import annotations

import asyncio
import secrets
import sys
from collections import OrderedDict
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from functools import lru_cache, partial
from threading import Lock
from typing import Any
from urllib.parse import parse_qs, quote, urlencode, urlsplit

import msgspec
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response, StreamingResponse
from starlette.routing import Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from adjudicator.games.narration import ALL, NOBODY, read_to, view_of
from adjudicator.scenarios.from_game import scenario_text
from adjudicator.scenarios.template import template
from adjudicator.tournaments.counting import count_games
from adjudicator.web import tables
from adjudicator.web.live import Watchers
from adjudicator.web.numbers import MOST, drawn
from adjudicator.web.pages import NoSuchPage, Pages
from adjudicator.web.reference import Reference
from adjudicator.web.worker_pool import Busy, NotDone, WorkerPool
from adjudicator.web.worker_tasks import (
    CUT,
    DOCUMENT,
    ENGINE,
    RULING,
    DocumentWanted,
    cut_task,
    handle_cuts,
    handle_documents,
    handle_questions,
)
from core.players.bots import BOTS
from core.printed.definitions import playable_printings
from events.catalogue import GameInfo
from events.errors import NoSuchGame, SmashUpError
from events.limits import MESSAGE
from events.store import Store, open_store

MOST_SENT = 64 * 1024
"""Bytes in one request."""
SECONDS_TO_SEND = 10.0
"""Time for a request's body to arrive."""
TURN = 0.0005
"""Seconds after which a computing thread lets the thread that serves pages run. Python's own 5 ms would add up."""
MOST_DOCUMENTS = 64 << 20
"""Bytes of documents that are kept."""
LOOPBACK = ("127.0.0.1", "localhost", "::1")

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "cache-control": "no-store",
}
KINDS = {
    "html": "text/html",
    "css": "text/css",
    "js": "text/javascript",
    "json": "application/json",
    "svg": "image/svg+xml",
    "webmanifest": "application/manifest+json",
}


class RequestRefused(SmashUpError):
    """Raised for a request that is not allowed here, or not from this client."""

    def __init__(self, status: int, sentence: str) -> None:
        super().__init__(sentence)
        self.status = status


class Sent(msgspec.Struct, frozen=True):
    """An answer as a page sends it."""

    position: int
    picks: tuple[int, ...]
    seat: str = ALL


class Server:
    """What is served, and who may change it."""

    def __init__(self, db: str | None = None, *, write: bool = False, private: bool = False) -> None:
        """`private`: looking needs a token, too, because others can reach the server."""
        self.db = db
        self.write = write
        self.private = private
        self.token = secrets.token_urlsafe(24)
        self.read_token = secrets.token_urlsafe(24)
        self.cookie = f"smashup-{secrets.token_hex(4)}"  # another server on this machine has a different one
        self.pages = Pages(Reference(), served=True)
        self.questions = WorkerPool(handle_questions)
        self.builders = WorkerPool(handle_documents, workers=1, queue=32, seconds=60.0)
        self.cutters = WorkerPool(handle_cuts, workers=1, queue=32)
        self.documents = Documents()
        self.watchers = Watchers()
        self._counting = asyncio.Lock()
        self._writing = Lock()
        self._page = lru_cache(maxsize=256)(self.pages.render)

    def application(self, hosts: tuple[str, ...] = LOOPBACK) -> Starlette:
        """Return the server as an ASGI application; it answers only to these host names."""
        return Starlette(
            routes=[
                Route("/", self.home),
                Route("/games", lambda _: RedirectResponse("/games/")),
                Route("/games/", self.games),
                Route("/games/new", self.new, methods=["POST"]),
                Route("/games/numbers", self.numbers),
                Route("/games/{game}", self.game),
                Route("/games/{game}/document", self.document),
                Route("/games/{game}/live", self.follow),
                Route("/games/{game}/board", self.on_board),
                Route("/games/{game}/answer", self.answer, methods=["POST"]),
                Route("/engine", self.engine, methods=["POST"]),
                Route("/ask", self.ask_page),
                Route("/ask/ruling", self.ask, methods=["POST"]),
                Route("/{path:path}", self.page),
            ],
            middleware=[
                Middleware(Bounds, hosts=hosts, may_look=self.may_look),
                Middleware(GZipMiddleware, minimum_size=2000),
            ],
            exception_handlers={SmashUpError: self.sentence, RequestRefused: self.sentence},
            lifespan=self._lifespan,
        )

    @asynccontextmanager
    async def _lifespan(self, application: Starlette) -> AsyncIterator[None]:
        self.questions.open()
        self.builders.open()
        self.cutters.open()
        before = sys.getswitchinterval()
        sys.setswitchinterval(TURN)
        try:
            yield
        finally:
            sys.setswitchinterval(before)
            self.questions.close()
            self.builders.close()
            self.cutters.close()

    # --- who may do what

    def may_write(self, request: Request) -> bool:
        """Return whether a request carries the write token."""
        return self.write and _same(request.cookies.get(self.cookie, ""), self.token)

    def may_look(self, request: Request) -> bool:
        """Return whether a request may look at anything: on this machine always, elsewhere with a token."""
        given = request.cookies.get(self.cookie, "")
        if request.url.path == "/":
            given = request.query_params.get("token", "") or given
        return not self.private or _same(given, self.read_token) or (self.write and _same(given, self.token))

    def check_origin(self, request: Request) -> None:
        """Raise `RequestRefused` unless a request that changes something comes from one of our pages."""
        origin = request.headers.get("origin", "")
        if urlsplit(origin).netloc != request.headers.get("host") or not origin:
            raise RequestRefused(403, "This was asked from a page of somebody else's.")

    def check_writing(self, request: Request) -> None:
        """Raise `RequestRefused` unless a request that stores something also carries the write token."""
        self.check_origin(request)
        if not self.write:
            raise RequestRefused(403, "The games can only be looked at here: start the server with --write.")
        if not self.may_write(request):
            raise RequestRefused(
                403, "Open the address that the server printed when it was started: it holds the token."
            )

    # --- the reference

    async def home(self, request: Request) -> Response:
        """Redirect to the first page. A token in the address is kept in a cookie from then on."""
        response = RedirectResponse("/index.html" if not self.write else "/games/", status_code=303)
        given = request.query_params.get("token", "")
        if given:
            token = next((own for own in (self.token, self.read_token) if _same(given, own)), None)
            if token is None:
                raise RequestRefused(403, "This is not the server's token. Open the address that the server printed.")
            response.set_cookie(self.cookie, token, httponly=True, samesite="strict")
        return response

    async def page(self, request: Request) -> Response:
        """Return a page of the reference."""
        path = request.path_params["path"]
        text = await run_in_threadpool(self._page, path)
        return Response(text, media_type=KINDS[path.rpartition(".")[2]])

    # --- games

    def _shown(self, template: str, path: str, **values: Any) -> Response:
        return HTMLResponse(self.pages.show(template, path, **values))

    def games(self, request: Request) -> Response:
        """Return the list of stored games, the latest first."""
        with self._looking() as store:
            listed = store.games()[::-1]
        factions = [(printing.id, printing.name) for printing in playable_printings()]
        may_write = self.may_write(request)
        return self._shown(
            "games.html", "games/", games=listed, may_write=may_write, factions=factions, bots=list(BOTS)
        )

    async def numbers(self, request: Request) -> Response:
        """Return the statistics of the finished games. Branches share events with their parent and do not count."""
        async with self._counting:  # Whoever waits holds none of the threads that serve pages.
            return await run_in_threadpool(self._numbers)

    def _numbers(self) -> Response:
        with self._looking() as store:
            won = [info.id for info in store.games() if info.result and info.reads_from is None]
        counted = count_games(won[-MOST:], of="won", store=self.db)
        more = len(won) > MOST
        return self._shown(
            "numbers.html", "games/numbers", more=more, unread=counted.unread, **drawn(counted.standings)
        )

    def game(self, request: Request) -> Response:
        """Return the page of a game, to look at and to continue."""
        seat, first = self._viewer(request)
        with self._looking() as store:
            info = store.info(request.path_params["game"])
        view_of(info, seat)  # raises an error that lists the players, if there is nobody of that name
        viewers = [(ALL, "Everything"), (NOBODY, "Spectator"), *((player.name, player.name) for player in info.seats)]
        if info.made_up:
            viewers = [(NOBODY, "What everybody saw")]
        document = f"{info.id}/document?{urlencode({'seat': seat, 'from': first})}"
        return self._shown(
            "game.html",
            "games/game",
            info=info,
            seat=seat,
            first=first,
            viewers=viewers,
            document=document,
            may_write=self.may_write(request),
        )

    async def document(self, request: Request) -> Response:
        """Return a game as the viewer draws it: built once, and shortened for viewers who start later."""
        seat, first = self._viewer(request)
        info = await run_in_threadpool(self._info, request.path_params["game"])
        view_of(info, seat)
        whole = await _unless_gone(request, self._document(seat, info, 1))
        # Another process cuts it: a thread would take its time from those who read pages.
        text = whole if first == 1 else await _unless_gone(request, self.cutters.ask(CUT, cut_task(whole, first)))
        return Response(text, media_type="application/json")

    async def _document(self, seat: str, info: GameInfo, first: int) -> bytes:
        task = DocumentWanted(self.db, info.id, seat.lower(), first)
        build = partial(self.builders.ask, DOCUMENT, msgspec.json.encode(task))
        return await self.documents.get((info.id, info.events, seat.lower(), first), build)

    async def follow(self, request: Request) -> Response:
        """Stream what happens in a game from now on, as the viewer may see it."""
        seat, first = self._viewer(request)
        game = request.path_params["game"]
        view_of(await run_in_threadpool(self._info, game), seat)
        if self.watchers.full:
            raise RequestRefused(503, "Too many people are following games. Try again later.")
        known = request.headers.get("last-event-id") or request.query_params.get("after", "")
        info = partial(run_in_threadpool, self._info, game)
        updates = self.watchers.follow(info, partial(self._document, seat), first, _number(known))
        return StreamingResponse(updates, media_type="text/event-stream")

    def _info(self, game: str) -> GameInfo:
        with self._looking() as store:
            return store.info(game)

    def on_board(self, request: Request) -> Response:
        """Redirect to the analysis board with a position of a game in the address."""
        at = _number(request.query_params.get("at", "0")) or None
        with self._looking() as store:
            log = read_to(store, store.info(request.path_params["game"]).id, at)
        return RedirectResponse(f"/board.html#t={quote(scenario_text(log))}", status_code=303)

    async def new(self, request: Request) -> Response:
        """Begin a new game against bots."""
        self.check_writing(request)
        given = {key: values[-1] for key, values in parse_qs((await request.body()).decode(errors="replace")).items()}
        make = partial(
            tables.begin,
            name=given.get("name", "").strip() or "Player",
            bots=[given.get("bot", "greedy")] * _number(given.get("opponents", "1")),
            factions=[given.get("one", ""), given.get("other", "")],
            edition=given.get("edition", "EMD"),
        )
        session = (await run_in_threadpool(self._written, make)).session
        return RedirectResponse(_address(session.id, session.info.seats[0].name, 1), status_code=303)

    async def answer(self, request: Request) -> Response:
        """Carry out a decision made on the page."""
        self.check_writing(request)
        try:
            sent = msgspec.json.decode(await request.body(), type=Sent)
        except msgspec.DecodeError as error:
            raise RequestRefused(400, f"That is not an answer: {error}.") from None
        return JSONResponse(await run_in_threadpool(self._answered, request.path_params["game"], sent))

    def _answered(self, game: str, sent: Sent) -> dict[str, Any]:
        with self._looking() as store:
            view = view_of(store.info(game), sent.seat)
        if view is not None and view.seat is None:
            raise RequestRefused(403, "A spectator decides nothing.")
        seat = None if view is None else view.seat
        made = self._written(partial(tables.answer, game=game, position=sent.position, places=sent.picks, seat=seat))
        return {"address": _address(made.session.id, sent.seat, sent.position), "position": made.position}

    def _written(self, deed: Any) -> Any:
        """Run something with the store open for writing, one request after another."""
        with self._writing, open_store(self.db) as store:
            return deed(store)

    def _looking(self) -> Store:
        return open_store(self.db, look=True)

    def _viewer(self, request: Request) -> tuple[str, int]:
        """Return who looks, and from which position on."""
        return request.query_params.get("seat", ALL), max(1, _number(request.query_params.get("from", "1")))

    # --- the ask page

    def ask_page(self, request: Request) -> Response:
        """Return the page for writing scenarios, with one from the library or a new one."""
        name = request.query_params.get("ruling")
        if name is None:
            text = template("What happens here?")
        elif name in self.pages.reference.rulings:
            text = self.pages.reference.path(name).read_text(encoding="utf-8")
        else:
            raise NoSuchPage(f"There is no ruling {name!r}.")
        return self._shown("ask.html", "ask", text=text)

    async def ask(self, request: Request) -> Response:
        """Return the ruling on a scenario that somebody writes."""
        self.check_origin(request)
        try:
            text = (await request.body()).decode()
        except UnicodeDecodeError:
            raise RequestRefused(400, "The body is not text.") from None
        try:
            reply = await _unless_gone(request, self.questions.ask(RULING, text.encode()))
        except NotDone as error:
            return JSONResponse({"error": str(error), "line": 0})
        return Response(reply, media_type="application/json")

    async def engine(self, request: Request) -> Response:
        """Return the engine's reply to a message (docs/MESSAGES.md)."""
        self.check_origin(request)
        reply = await _unless_gone(request, self.questions.ask(ENGINE, await request.body()))
        return Response(reply, media_type="application/json")

    # --- what goes wrong

    def sentence(self, request: Request, error: Exception) -> Response:
        """Return the reply to an error: one sentence that says what is wrong."""
        statuses = {NoSuchPage: 404, NoSuchGame: 404, Busy: 503, NotDone: 503}
        status = error.status if isinstance(error, RequestRefused) else statuses.get(type(error), 400)
        if request.url.path == "/engine":
            return JSONResponse({"error": {"sentence": str(error)}}, status)
        if request.url.path.endswith(("/document", "/live", "/answer", "/ask", "/ruling")):
            return JSONResponse({"error": str(error)}, status)
        path = request.url.path.lstrip("/")
        if isinstance(error, NoSuchPage):
            return HTMLResponse(self.pages.missing(path, str(error)), status)
        return HTMLResponse(self.pages.show("wrong.html", path, sentence=str(error)), status)


def _same(given: str, token: str) -> bool:
    """Compare in constant time. A browser may send any characters, so bytes are compared."""
    return secrets.compare_digest(given.encode("utf-8", "surrogateescape"), token.encode())


async def _unless_gone(request: Request, reply: Awaitable[bytes]) -> bytes:
    """Wait for a reply as long as its client does. If the client hangs up, the work is cancelled."""
    asking = asyncio.ensure_future(reply)
    gone = asyncio.ensure_future(_gone(request))
    try:
        await asyncio.wait((asking, gone), return_when=asyncio.FIRST_COMPLETED)
        if not asking.done():
            raise RequestRefused(499, "The client has gone.")
        return await asking
    finally:
        for task in (asking, gone):
            if not task.done():
                task.cancel()
                with suppress(asyncio.CancelledError, SmashUpError):
                    await task


async def _gone(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass


DocumentKey = tuple[str, int, str, int]
"""Game, length, viewer and first position."""


class Documents:
    """Documents by their keys: built once, however many clients ask at the same time, and kept up to a total size."""

    def __init__(self, most: int = MOST_DOCUMENTS) -> None:
        self.most = most
        self._kept: OrderedDict[DocumentKey, bytes] = OrderedDict()
        self._being_built: dict[DocumentKey, asyncio.Future[bytes]] = {}
        self._asking: dict[DocumentKey, int] = {}

    async def get(self, key: DocumentKey, build: Callable[[], Awaitable[bytes]]) -> bytes:
        """Return a document, and build it if necessary. The work is cancelled when the last waiting client has gone."""
        if key in self._kept:
            self._kept.move_to_end(key)
            return self._kept[key]
        if key not in self._being_built:
            self._being_built[key] = asyncio.ensure_future(build())
        task = self._being_built[key]
        self._asking[key] = self._asking.get(key, 0) + 1
        try:
            document = await asyncio.shield(task)
        finally:
            self._asking[key] -= 1
            if not self._asking[key]:
                del self._asking[key]
                self._being_built.pop(key, None)
                if not task.done():
                    task.cancel()
        self._keep(key, document)
        return document

    def _keep(self, key: DocumentKey, document: bytes) -> None:
        self._kept[key] = document
        while len(self._kept) > 1 and sum(map(len, self._kept.values())) > self.most:
            self._kept.popitem(last=False)


def _number(given: str) -> int:
    return int(given) if given.isdecimal() and len(given) < 10 else 0


def _address(game: str, seat: str, first: int) -> str:
    return f"/games/{game}?{urlencode({'seat': seat, 'from': first})}"


class Bounds:
    """Limits for every request, and headers for every reply."""

    def __init__(self, app: ASGIApp, hosts: Sequence[str], may_look: Callable[[Request], bool]) -> None:
        self.app = app
        self.hosts = frozenset(host.lower() for host in hosts)
        self.may_look = may_look

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or reject it before anything is read or computed."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        begun = False

        async def answered(message: Message) -> None:
            nonlocal begun
            if message["type"] == "http.response.start":
                begun = True
                own = [(key.encode(), value.encode()) for key, value in HEADERS.items()]
                message["headers"] = [*message["headers"], *own]
            await send(message)

        request = Request(scope)
        try:
            if _host_name(request.headers.get("host", "")) not in self.hosts:
                raise RequestRefused(400, "This server does not answer to that host name; see --allow-host.")
            if not self.may_look(request):
                raise RequestRefused(
                    403, "Open the address that the server printed when it was started: it holds the token."
                )
            most = MESSAGE.size if scope["path"] == "/engine" else MOST_SENT
            async with asyncio.timeout(SECONDS_TO_SEND):
                body = await _body(receive, request.headers.get("content-length", ""), most)
        except TimeoutError:
            refusal = RequestRefused(408, f"The request took longer than {SECONDS_TO_SEND:.0f} seconds to send.")
        except RequestRefused as error:
            refusal = error
        else:
            try:
                await self.app(scope, _given(body, receive), answered)
                return
            except asyncio.CancelledError:  # Ctrl-C: uvicorn would print a traceback for each open request.
                if begun:
                    return
                refusal = RequestRefused(503, "The server was stopped.")
        # The unread rest of the request would be taken for the next one.
        closing = JSONResponse({"error": str(refusal)}, refusal.status, {"connection": "close"})
        await closing(scope, receive, answered)


def _host_name(header: str) -> str:
    """Return the name in a Host header without the port: `::1` for `[::1]:8017`."""
    if header.startswith("["):
        return header[1:].partition("]")[0].lower()
    return header.partition(":")[0].lower()


async def _body(receive: Receive, length: str, most: int) -> bytes:
    """Return the body of a request. Raises `RequestRefused` as soon as it is too long."""
    too_much = RequestRefused(413, f"At most {most // 1024} KB can be sent at a time.")
    if length.isdecimal() and (len(length) > 12 or int(length) > most):
        raise too_much
    body = b""
    while True:
        message = await receive()
        body += bytes(message.get("body", b""))
        if len(body) > most:
            raise too_much
        if not message.get("more_body"):
            return body


def _given(body: bytes, receive: Receive) -> Receive:
    """Pass on a body that was already read; after it, only the message that the client has gone."""
    taken = False

    async def given() -> Message:
        nonlocal taken
        if taken:
            return await receive()
        taken = True
        return {"type": "http.request", "body": body, "more_body": False}

    return given
