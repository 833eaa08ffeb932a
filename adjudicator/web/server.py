"""The reference and the stored games, served to browsers on this machine.

Looking is open to whoever reaches the server; whatever stores something needs `--write`, the token with which the server
was started, and a page of its own as the place it comes from. No script runs but those of ours, no page is found but by
its address in the reference, no game but by its id in the store, and nobody may send more than a little at a time.
"""

from __future__ import annotations

import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import lru_cache, partial
from threading import Lock, Thread
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

import msgspec
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from adjudicator.games.telling import ALL, NOBODY, view_of
from adjudicator.scenarios.template import template
from adjudicator.tournaments.tournament import all_factions
from adjudicator.viewer.document import encoded
from adjudicator.viewer.replay import Replay
from adjudicator.viewer.sources import stored
from adjudicator.web import tables
from adjudicator.web.desk import Desk
from adjudicator.web.numbers import MOST, Counting, drawn
from adjudicator.web.pages import NoSuchPage, Pages
from adjudicator.web.reference import Reference
from core.players.bots import BOTS
from core.printed.definitions import FACTIONS
from events.errors import NoSuchGame, SmashUpError
from events.store import Store, open_store

MOST_SENT = 64 * 1024
"""Bytes in one request, at the most."""

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
KINDS = {"html": "text/html", "css": "text/css", "js": "text/javascript"}


class Refused(SmashUpError):
    """Something that may not be done here, or not by who asks."""

    def __init__(self, status: int, sentence: str) -> None:
        super().__init__(sentence)
        self.status = status


class Sent(msgspec.Struct, frozen=True):
    """An answer as a page sends it."""

    position: int
    picks: tuple[int, ...]
    seat: str = ALL


class Server:
    """What there is to serve, and who may change it."""

    def __init__(self, db: str | None = None, *, write: bool = False, token: str | None = None) -> None:
        self.db = db
        self.write = write
        self.token = token or secrets.token_urlsafe(24)
        self.cookie = f"smashup-{secrets.token_hex(4)}"  # another server on this machine has another one
        self.pages = Pages(Reference(), served=True)
        self.desk = Desk()
        self._counting = Counting(db)
        self._writing = Lock()
        self._page = lru_cache(maxsize=256)(self.pages.render)
        self._document = lru_cache(maxsize=8)(self._made_document)

    def application(self, hosts: tuple[str, ...] = ("127.0.0.1", "localhost")) -> Starlette:
        """The server as others run it; it answers only to these names."""
        return Starlette(
            routes=[
                Route("/", self.home),
                Route("/games", lambda _: RedirectResponse("/games/")),
                Route("/games/", self.games),
                Route("/games/new", self.new, methods=["POST"]),
                Route("/games/numbers", self.numbers),
                Route("/games/{game}", self.game),
                Route("/games/{game}/document", self.document),
                Route("/games/{game}/answer", self.answer, methods=["POST"]),
                Route("/desk", self.desk_page),
                Route("/desk/ask", self.ask, methods=["POST"]),
                Route("/{path:path}", self.page),
            ],
            middleware=[
                Middleware(TrustedHostMiddleware, allowed_hosts=list(hosts)),
                Middleware(Bounds),
                Middleware(GZipMiddleware, minimum_size=2000),
            ],
            exception_handlers={SmashUpError: self.sentence, Refused: self.sentence},
            lifespan=self._lifespan,
        )

    @asynccontextmanager
    async def _lifespan(self, application: Starlette) -> AsyncIterator[None]:
        Thread(target=self.desk.open, daemon=True).start()
        yield
        self.desk.close()

    # --- who may do what

    def may_write(self, request: Request) -> bool:
        """Whether whoever asks has come with the token."""
        return self.write and secrets.compare_digest(request.cookies.get(self.cookie, ""), self.token)

    def check_origin(self, request: Request) -> None:
        """A request that does something comes from a page of ours."""
        origin = request.headers.get("origin", "")
        if urlsplit(origin).netloc != request.headers.get("host") or not origin:
            raise Refused(403, "This was asked from a page of somebody else's.")

    def check_writing(self, request: Request) -> None:
        """… and one that stores something, from somebody with the token."""
        self.check_origin(request)
        if not self.write:
            raise Refused(403, "The games can only be looked at here: start the server with --write.")
        if not self.may_write(request):
            raise Refused(403, "Open the address that the server printed when it was started: it holds the token.")

    # --- the reference

    async def home(self, request: Request) -> Response:
        """The first page; with the token, whoever comes may write from now on."""
        response = RedirectResponse("/index.html" if not self.write else "/games/", status_code=303)
        given = request.query_params.get("token", "")
        if given and secrets.compare_digest(given, self.token):
            response.set_cookie(self.cookie, self.token, httponly=True, samesite="strict")
        return response

    async def page(self, request: Request) -> Response:
        """A page of the reference."""
        path = request.path_params["path"]
        text = await run_in_threadpool(self._page, path)
        return Response(text, media_type=KINDS[path.rpartition(".")[2]])

    # --- games

    def _shown(self, template: str, path: str, **values: Any) -> Response:
        return HTMLResponse(self.pages.show(template, path, **values))

    def games(self, request: Request) -> Response:
        """All stored games, the latest first."""
        with self._looking() as store:
            found = store.games()[::-1]
        factions = [(id, FACTIONS[id].name) for id in all_factions()]
        may_write = self.may_write(request)
        return self._shown("games.html", "games/", games=found, may_write=may_write, factions=factions, bots=list(BOTS))

    def numbers(self, request: Request) -> Response:
        """What the won games add up to; branches share events with what they leave, and do not count."""
        with self._looking() as store:
            won = [info.id for info in store.games() if info.result and info.reads_from is None]
        found = self._counting.of(won[-MOST:])
        more = len(won) > MOST
        return self._shown("numbers.html", "games/numbers", more=more, unread=found.unread, **drawn(found.standings))

    def game(self, request: Request) -> Response:
        """A game to look at, and to go on with."""
        seat, first = self._eyes(request)
        with self._looking() as store:
            info = store.info(request.path_params["game"])
        view_of(info, seat)  # says who there is, if there is nobody of that name
        viewers = [(ALL, "Everything"), (NOBODY, "Spectator"), *((one.name, one.name) for one in info.seats)]
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

    def document(self, request: Request) -> Response:
        """The game as the viewer draws it."""
        seat, first = self._eyes(request)
        with self._looking() as store:
            info = store.info(request.path_params["game"])
        return Response(self._document(info.id, info.events, seat, first), media_type="application/json")

    def _made_document(self, game: str, events: int, seat: str, first: int) -> bytes:
        with self._looking() as store:
            replay, damage = stored(store, game, seat)
        if damage is not None and not replay.log:
            raise damage
        shown = Replay(replay.info, replay.log, seat, first=min(first, len(replay)), tree=replay.tree)
        return encoded(shown)

    async def new(self, request: Request) -> Response:
        """A new game against bots."""
        self.check_writing(request)
        given = {key: values[-1] for key, values in parse_qs((await request.body()).decode(errors="replace")).items()}
        make = partial(
            tables.begin,
            name=given.get("name", "").strip() or "Player",
            bots=[given.get("bot", "greedy")] * _number(given.get("opponents", "1")),
            factions=[given.get("one", ""), given.get("other", "")],
            edition=given.get("edition", "EMD"),
        )
        session = await run_in_threadpool(self._written, make)
        return RedirectResponse(_address(session.id, session.info.seats[0].name, 1), status_code=303)

    async def answer(self, request: Request) -> Response:
        """A decision made from the page."""
        self.check_writing(request)
        try:
            sent = msgspec.json.decode(await request.body(), type=Sent)
        except msgspec.DecodeError as error:
            raise Refused(400, f"This is no answer: {error}.") from None
        return JSONResponse(await run_in_threadpool(self._answered, request.path_params["game"], sent))

    def _answered(self, game: str, sent: Sent) -> dict[str, Any]:
        with self._looking() as store:
            view = view_of(store.info(game), sent.seat)
        if view is not None and view.seat is None:
            raise Refused(403, "A spectator decides nothing.")
        seat = None if view is None else view.seat
        session = self._written(partial(tables.answer, game=game, position=sent.position, places=sent.picks, seat=seat))
        return {"address": _address(session.id, sent.seat, sent.position), "position": len(session.game.log)}

    def _written(self, deed: Any) -> Any:
        """Do something with the store open for writing, one after another."""
        with self._writing, open_store(self.db) as store:
            return deed(store)

    def _looking(self) -> Store:
        return open_store(self.db, look=True)

    def _eyes(self, request: Request) -> tuple[str, int]:
        """Whose eyes are wanted, and from which position on."""
        return request.query_params.get("seat", ALL), max(1, _number(request.query_params.get("from", "1")))

    # --- the desk

    def desk_page(self, request: Request) -> Response:
        """Where scenarios are written: one of the library, or one to begin with."""
        name = request.query_params.get("ruling")
        if name is None:
            text = template("What happens here?")
        elif name in self.pages.reference.rulings:
            text = self.pages.reference.path(name).read_text(encoding="utf-8")
        else:
            raise NoSuchPage(f"There is no ruling {name!r}.")
        return self._shown("desk.html", "desk", text=text)

    async def ask(self, request: Request) -> Response:
        """The ruling on a scenario that somebody writes."""
        self.check_origin(request)
        try:
            text = (await request.body()).decode()
        except UnicodeDecodeError:
            raise Refused(400, "This is no text.") from None
        found = await run_in_threadpool(self.desk.ask, text)
        return Response(msgspec.json.encode(found), media_type="application/json")

    # --- what goes wrong

    def sentence(self, request: Request, error: Exception) -> Response:
        """Whatever is wrong is said in a sentence."""
        status = error.status if isinstance(error, Refused) else 404 if isinstance(error, _NOT_THERE) else 400
        if request.url.path.endswith(("/document", "/answer", "/ask")):
            return JSONResponse({"error": str(error)}, status)
        path = request.url.path.lstrip("/")
        return HTMLResponse(self.pages.show("wrong.html", path, sentence=str(error)), status)


_NOT_THERE = (NoSuchPage, NoSuchGame)


def _number(given: str) -> int:
    return int(given) if given.isdecimal() and len(given) < 10 else 0


def _address(game: str, seat: str, first: int) -> str:
    return f"/games/{game}?{urlencode({'seat': seat, 'from': first})}"


class Bounds:
    """What every answer says to the browser, and how much may be sent to us."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, as much of it as may be sent."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        body, whole = await _body(receive)

        taken = False

        async def given() -> Message:
            nonlocal taken
            if taken:
                return await receive()  # that nobody listens any more
            taken = True
            return {"type": "http.request", "body": body, "more_body": False}

        async def answered(message: Message) -> None:
            if message["type"] == "http.response.start":
                own = [(key.encode(), value.encode()) for key, value in HEADERS.items()]
                message["headers"] = [*message["headers"], *own]
            await send(message)

        if whole:
            await self.app(scope, given, answered)
        else:
            too_much = JSONResponse({"error": f"At most {MOST_SENT // 1024} KB can be sent at a time."}, 413)
            await too_much(scope, given, answered)


async def _body(receive: Receive) -> tuple[bytes, bool]:
    """What was sent, and whether that is all of it."""
    body = b""
    while True:
        message = await receive()
        body += message.get("body", b"")
        if len(body) > MOST_SENT:
            return b"", False
        if not message.get("more_body"):
            return body, True
