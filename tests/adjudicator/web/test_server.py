"""The server: what it shows, what it stores and for whom, and what a browser makes of it."""

from __future__ import annotations

import asyncio
import http.client
import json
import os
import re
import shutil
import signal
import socket
import threading
import time
from functools import partial
from typing import Any
from urllib.parse import urlencode

import pytest
import uvicorn
from playwright.sync_api import expect

from adjudicator.bundled import GAMES
from adjudicator.web import connections, server
from adjudicator.web.connections import settings_for
from adjudicator.web.server import HEADERS, MOST_SENT, Documents, Server
from adjudicator.web.worker_pool import Busy, NotDone, WorkerPool
from adjudicator.web.worker_tasks import RULING, handle_questions
from events.files import import_game
from events.store import open_store
from events.vocabulary import Asked
from tests.adjudicator.messages.corpus import conversation
from tests.adjudicator.web import load


class Running:
    """A server on a port of its own."""

    def __init__(self, server: Server) -> None:
        self.server = server
        listening = socket.socket()
        listening.bind(("127.0.0.1", 0))
        self.port = listening.getsockname()[1]
        self.address = f"http://127.0.0.1:{self.port}"
        self._uvicorn = uvicorn.Server(settings_for(server.application()))
        self._thread = threading.Thread(target=self._uvicorn.run, args=([listening],), daemon=True)
        self._thread.start()
        while not self._uvicorn.started:
            time.sleep(0.02)

    def stop(self) -> None:
        self._uvicorn.should_exit = True
        self._thread.join(20)

    def ask(self, method: str, path: str, body: str | bytes = b"", **headers: str) -> tuple[int, dict[str, str], str]:
        """A request as anybody could send it."""
        line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        line.request(method, path, body, {key.replace("_", "-"): value for key, value in headers.items()})
        response = line.getresponse()
        text = response.read().decode()
        line.close()
        return response.status, {key.lower(): value for key, value in response.getheaders()}, text

    def own(self, **more: str) -> dict[str, str]:
        """What a page of ours sends along."""
        return {"Origin": self.address, "Cookie": f"{self.server.cookie}={self.server.token}", **more}


@pytest.fixture(scope="module")
def stored_game(tmp_path_factory):
    """A store with a recorded game in it."""
    file = tmp_path_factory.mktemp("store") / "games.db"
    with open_store(file) as store:
        import_game(store, GAMES / "emd.jsonl")
    return file


@pytest.fixture(scope="module")
def running(stored_game, tmp_path_factory):
    file = shutil.copy(stored_game, tmp_path_factory.mktemp("served") / "games.db")
    server = Running(Server(str(file), write=True))
    yield server
    server.stop()


@pytest.fixture(scope="module")
def looking(stored_game):
    """A server that stores nothing."""
    server = Running(Server(str(stored_game)))
    yield server
    server.stop()


GAME = "golden-emd"


# --- what is shown


def test_pages_games_and_documents(looking):
    assert looking.ask("GET", "/rules/term.affect.html")[0] == 200
    status, _, page = looking.ask("GET", "/games/")
    assert status == 200
    assert GAME in page
    status, headers, text = looking.ask("GET", f"/games/{GAME}/document?seat=Ana&from=740")
    assert (status, headers["content-type"]) == (200, "application/json")
    assert json.loads(text)["first"]["position"] == 740


def test_the_board_asks_the_server(looking):
    _, _, page = looking.ask("GET", "/board.html")
    assert 'data-engine="engine"' in page
    assert looking.ask("GET", "/static/board/glyphs.svg")[1]["content-type"].startswith("image/svg+xml")
    for message, native in conversation()[:60]:
        if len(message) > MOST_SENT:
            continue
        status, headers, reply = looking.ask("POST", "/engine", message, Origin=looking.address)
        assert (status, headers["content-type"], reply.encode()) == (200, "application/json", native)
    assert looking.ask("POST", "/engine", b'{"op":"hello"}', Origin="http://elsewhere")[0] == 403


def test_a_position_of_a_game_opens_on_the_board(looking):
    status, headers, _ = looking.ask("GET", f"/games/{GAME}/board?at=412")
    assert (status, headers["location"][:14]) == (303, "/board.html#t=")
    assert looking.ask("GET", f"/games/{GAME}/board?at=999999")[0] == 400


def test_every_answer_bounds_what_a_browser_may_do(looking):
    for path in ("/index.html", "/games/", "/nothing", "/ask", "/static/viewer.js"):
        _, headers, text = looking.ask("GET", path)
        assert {key: headers[key] for key in HEADERS} == HEADERS
        assert not re.search(r"<script(?![^>]*\bsrc=)|\son\w+=|\sstyle=", text) or path.endswith(".js")


@pytest.mark.parametrize(
    "path",
    ["/../pyproject.toml", "/static/../../server.py", "/%2e%2e/%2e%2e/etc/passwd", "/games/..%2f..", "/games/no-game"],
)
def test_nothing_else_is_reached(looking, path):
    status, _, text = looking.ask("GET", path)
    assert status == 404
    assert "Traceback" not in text
    assert "smashup-engine" not in text


def test_a_viewer_that_nobody_is(looking):
    status, _, text = looking.ask("GET", f"/games/{GAME}?seat=%3Cscript%3E")
    assert status == 400
    assert "No player is named" in text
    assert "<script>" not in text


def test_a_seat_is_shown_its_own_cards_only(looking):
    mine = looking.ask("GET", f"/games/{GAME}/document?seat=Ana&from=740")[2]
    everything = looking.ask("GET", f"/games/{GAME}/document?from=740")[2]
    assert "steampunks/change-of-venue" in everything
    assert "steampunks/change-of-venue" not in mine


def test_another_name_of_this_machine_is_not_answered(looking):
    assert looking.ask("GET", "/games/", Host="evil.example")[0] == 400


# --- what is stored, and for whom

ANSWER = json.dumps({"position": 749, "picks": [1], "seat": "all"})


def test_only_looking_without_write(looking):
    status, _, text = looking.ask("POST", f"/games/{GAME}/answer", ANSWER, **looking.own())
    assert status == 403
    assert "--write" in json.loads(text)["error"]


@pytest.mark.parametrize(
    "headers",
    [{}, {"Origin": "http://evil.example"}, {"Origin": "null"}],
    ids=["from nowhere", "from elsewhere", "from a file"],
)
def test_only_pages_of_ours_may_store(running, headers):
    cookie = running.own()["Cookie"]
    status, _, text = running.ask("POST", f"/games/{GAME}/answer", ANSWER, Cookie=cookie, **headers)
    assert status == 403
    assert "somebody else" in json.loads(text)["error"]


def test_only_who_has_the_token_may_store(running):
    for cookie in ("", f"{running.server.cookie}=guess"):
        status, _, text = running.ask("POST", f"/games/{GAME}/answer", ANSWER, **running.own(Cookie=cookie))
        assert status == 403
        assert "token" in json.loads(text)["error"]
    status, headers, _ = running.ask("GET", "/?token=guess")
    assert status == 403
    assert "set-cookie" not in headers
    status, headers, _ = running.ask("GET", f"/?token={running.server.token}")
    assert status == 303
    assert "HttpOnly" in headers["set-cookie"]
    assert "samesite=strict" in headers["set-cookie"].lower()


def test_more_than_a_little_is_not_taken(running):
    status, _, text = running.ask("POST", "/ask/ruling", b"x" * (MOST_SENT + 1), **running.own())
    assert status == 413
    assert "64 KB" in json.loads(text)["error"]


@pytest.mark.parametrize(
    ("body", "told"),
    [
        ("{", "not an answer"),
        ('{"position": 750, "picks": [0]}', "cannot be branched at position 750"),
        ('{"position": 749, "picks": [7]}', "There is no such option"),
        ('{"position": 749, "picks": [0, 1]}', "not legal"),
        ('{"position": 749, "picks": [0], "seat": "Ana"}', "it is Ben's decision"),
        ('{"position": 749, "picks": [0], "seat": "nobody"}', "spectator"),
    ],
)
def test_answers_that_are_none(running, body, told):
    with open_store(running.server.db, look=True) as store:
        before = [info.id for info in store.games()]
    status, _, text = running.ask("POST", f"/games/{GAME}/answer", body, **running.own())
    assert status in (400, 403)
    assert told in json.loads(text)["error"]
    with open_store(running.server.db, look=True) as store:
        assert [info.id for info in store.games()] == before, "a refused answer leaves no branch behind"


@pytest.mark.parametrize(
    ("form", "told"),
    [
        (b"opponents=9", "1 to 3 opponents"),
        (b"one=ghosts", "Choose two factions"),
        (b"one=ghosts&other=nobodies", "no faction"),
        (b"edition=XYZ", "XYZ"),
        (b"name=%ff\xff&bot=clever", "clever"),
    ],
)
def test_games_that_cannot_be(running, form, told):
    status, _, text = running.ask("POST", "/games/new", form, **running.own())
    assert status == 400
    assert told in text


# --- the workers


def slow_tasks():
    """What a worker does in these tests: sleep, compute without an end, or say where it is."""
    return {
        "sleep": sleep,
        "spin": lambda _: spin(),
        "pid": lambda _: str(os.getpid()).encode(),
        "grow": lambda _: bytes(3 << 30),
        "keep": keep,
    }


HELD: list[bytes] = []


def keep(megabytes: bytes) -> bytes:
    """Hold so much more for good, as a cache does that never forgets."""
    HELD.append(b"x" * (int(megabytes) << 20))
    return str(os.getpid()).encode()


def sleep(seconds: bytes) -> bytes:
    time.sleep(float(seconds))
    return b"slept"


def spin() -> bytes:
    while True:
        pass


def in_a_pool(steps, **settings):
    """Run a coroutine with a pool that is closed afterwards."""

    async def run():
        pool = WorkerPool(slow_tasks, **{"workers": 1, "queue": 2, "seconds": 20.0, **settings})
        try:
            await pool.ask("pid", b"")  # it has started
            return await steps(pool)
        finally:
            pool.close()

    return asyncio.run(run())


@pytest.mark.parametrize(("kind", "told"), [("spin", "longer than 1 second"), ("grow", "more memory")])
def test_a_task_that_takes_too_much_is_stopped_and_the_next_one_answered(kind, told):
    async def steps(pool):
        pool.seconds = 1.0 if kind == "spin" else 60.0
        with pytest.raises(NotDone, match=told):
            await pool.ask(kind, b"")
        pool.seconds = 60.0
        return await pool.ask("pid", b"")

    assert in_a_pool(steps, seconds=60.0).isdigit()


def test_a_worker_that_does_not_heed_the_interrupt_is_replaced():
    async def steps(pool):
        before = await pool.ask("pid", b"")
        os.kill(int(before), signal.SIGSTOP)
        pool.seconds = 1.0
        with pytest.raises(NotDone, match="longer than 1 second"):
            await pool.ask("pid", b"")
        pool.seconds = 60.0
        return before, await pool.ask("pid", b"")

    before, after = in_a_pool(steps, seconds=60.0)
    assert before != after


def test_a_worker_that_keeps_ever_more_is_replaced():
    async def steps(pool):
        small = [await pool.ask("keep", b"1") for _ in range(3)]
        return small, [await pool.ask("keep", b"100") for _ in range(6)]

    small, large = in_a_pool(steps, kept=250 << 20)
    assert len(set(small)) == 1
    assert all(large.count(pid) <= 3 for pid in large), "no worker holds more than the bound and one reply"


def test_beyond_the_queue_the_server_says_that_it_is_busy():
    async def steps(pool):
        # The first takes so long that the others still wait for it, however slow this machine is.
        asked = [asyncio.ensure_future(pool.ask("sleep", seconds)) for seconds in (b"3", b"0", b"0")]
        await asyncio.sleep(0.1)
        with pytest.raises(Busy, match="busy"):
            await pool.ask("pid", b"")
        return await asyncio.gather(*asked)

    assert in_a_pool(steps) == [b"slept"] * 3


def test_an_abandoned_task_is_not_computed(monkeypatch):
    monkeypatch.setattr("adjudicator.web.worker_pool.PATIENCE", 15.0)  # workers yield to everybody else

    async def steps(pool):
        before = await pool.ask("pid", b"")
        spinning = [asyncio.ensure_future(pool.ask("spin", b"")) for _ in range(3)]
        await asyncio.sleep(0.3)
        for task in spinning:
            task.cancel()
        await asyncio.gather(*spinning, return_exceptions=True)
        begun = time.monotonic()
        return before, await pool.ask("pid", b""), time.monotonic() - begun

    before, after, seconds = in_a_pool(steps)
    assert before == after, "an interrupt keeps the process"
    assert seconds < 15, "three tasks would have taken 60 seconds"


def test_a_ruling_comes_from_a_worker():
    async def steps():
        pool = WorkerPool(handle_questions, workers=1)
        try:
            return json.loads(await pool.ask(RULING, b"title = "))
        finally:
            pool.close()

    assert "not TOML" in asyncio.run(steps())["error"]


def test_the_engine_answers_messages(looking):
    status, _, text = looking.ask("POST", "/engine", b'{"op": "hello"}', Origin=looking.address)
    assert status == 200
    assert json.loads(text)["ok"]
    status, _, text = looking.ask("POST", "/engine", b"[" * 1000, Origin=looking.address)
    assert "nested" in json.loads(text)["error"]["sentence"]
    assert looking.ask("POST", "/engine", b'{"op": "hello"}')[0] == 403


# --- what nobody can do to it


def test_a_token_of_strange_characters_is_refused(running):
    assert running.ask("GET", "/?token=%C3%A9%F0%9F%98%80")[0] == 403
    cookie = f"{running.server.cookie}=\u00e9\u00ff"
    status, _, text = running.ask("POST", f"/games/{GAME}/answer", ANSWER, **running.own(Cookie=cookie))
    assert status == 403
    assert "token" in json.loads(text)["error"]


def test_a_body_that_does_not_arrive_is_cut_off(looking, monkeypatch):
    monkeypatch.setattr("adjudicator.web.server.SECONDS_TO_SEND", 0.5)
    with socket.create_connection(("127.0.0.1", looking.port), timeout=10) as line:
        head = (
            f"POST /ask/ruling HTTP/1.1\r\nHost: 127.0.0.1\r\nOrigin: {looking.address}\r\nContent-Length: 900\r\n\r\nx"
        )
        line.sendall(head.encode())
        assert b" 408 " in line.recv(4096).partition(b"\r\n")[0]


@pytest.mark.parametrize("head", [b"", b"GET / HTTP/1.1\r\nHos"], ids=["nothing", "half a head"])
def test_a_request_that_does_not_begin_is_cut_off(head, looking, monkeypatch):
    monkeypatch.setattr(connections, "SECONDS_TO_BEGIN", 0.3)
    with socket.create_connection(("127.0.0.1", looking.port), timeout=20) as line:
        line.sendall(head)
        assert line.recv(100) == b""


def test_a_second_request_that_does_not_begin_is_cut_off(looking, monkeypatch):
    monkeypatch.setattr(connections, "SECONDS_TO_BEGIN", 0.3)
    with socket.create_connection(("127.0.0.1", looking.port), timeout=20) as line:
        line.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert line.recv(5_000).startswith(b"HTTP/1.1 303")
        line.sendall(b"GET / HT")
        assert line.recv(100) == b""


def test_a_request_that_is_open_when_the_server_stops_gets_a_sentence():
    async def stopped(scope, receive, send):
        raise asyncio.CancelledError

    async def nothing():
        return {"type": "http.request", "body": b"", "more_body": False}

    async def sent(message):
        messages.append(message)

    messages: list[dict[str, Any]] = []
    bounds = server.Bounds(stopped, ["localhost"], lambda _: True)
    scope = {"type": "http", "path": "/", "method": "GET", "headers": [(b"host", b"localhost")]}
    asyncio.run(bounds(scope, nothing, sent))
    assert messages[0]["status"] == 503
    assert b"The server was stopped." in messages[1]["body"]


def test_idle_connections_do_not_keep_others_out(looking, monkeypatch):
    monkeypatch.setattr(connections, "MOST_WAITING", 20)
    idle = [socket.create_connection(("127.0.0.1", looking.port), timeout=20) for _ in range(60)]
    assert looking.ask("GET", "/index.html")[0] == 200
    time.sleep(0.2)
    assert len(connections.Protocol.waiting) <= 20
    assert idle[0].recv(100) == b"", "the one that has waited longest is closed first"
    for line in idle:
        line.close()


def test_pages_do_not_wait_for_games_to_be_counted(looking, monkeypatch):
    counting, done = threading.Event(), threading.Event()

    def count(*_, **__):
        counting.set()
        done.wait(30)
        raise NotDone("Nothing was counted.")

    monkeypatch.setattr(server, "count_games", count)
    asking = [threading.Thread(target=looking.ask, args=("GET", "/games/numbers")) for _ in range(60)]
    for thread in asking:
        thread.start()
    assert counting.wait(10)
    time.sleep(0.3)  # more than there are threads
    begun = time.monotonic()
    assert looking.ask("GET", "/index.html")[0] == 200
    assert time.monotonic() - begun < 5
    done.set()
    for thread in asking:
        thread.join(30)


def test_on_a_network_looking_needs_a_token(stored_game):
    served = Running(Server(str(stored_game), private=True))
    try:
        for path in ("/games/", "/index.html", f"/games/{GAME}/document", "/?token=guess"):
            assert served.ask("GET", path)[0] == 403
        status, headers, _ = served.ask("GET", f"/?token={served.server.read_token}")
        assert status == 303
        cookie = headers["set-cookie"].partition(";")[0]
        assert served.ask("GET", "/games/", Cookie=cookie)[0] == 200
        assert served.ask("POST", f"/games/{GAME}/answer", ANSWER, Origin=served.address, Cookie=cookie)[0] == 403
    finally:
        served.stop()


@pytest.mark.parametrize(("host", "status"), [("[::1]:8017", 200), ("localhost:1", 200), ("[evil]", 400), ("", 400)])
def test_only_known_hosts_are_answered(looking, host, status):
    assert looking.ask("GET", "/games/", Host=host)[0] == status


def test_a_document_is_built_once_for_all_positions(looking, monkeypatch):
    built = []
    ask = looking.server.builders.ask

    async def counted(kind, payload):
        built.append(payload)
        return await ask(kind, payload)

    monkeypatch.setattr(looking.server.builders, "ask", counted)
    found: list[int] = []

    def fetch(first: int) -> None:
        text = looking.ask("GET", f"/games/{GAME}/document?seat=nobody&from={first}")[2]
        found.append(json.loads(text)["first"]["position"] - first)

    threads = [threading.Thread(target=fetch, args=[first]) for first in range(1, 21)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert found == [0] * 20
    assert len(built) == 1


def test_documents_are_kept_up_to_a_size():
    async def steps():
        documents = Documents(most=100)
        built = []

        async def build(name):
            built.append(name)
            return name.encode() * 40

        for name in ("a", "b", "a", "c", "a", "b"):
            assert await documents.get((name, 1, "all", 1), partial(build, name)) == name.encode() * 40
        return built

    assert asyncio.run(steps()) == ["a", "b", "c", "b"], "the one that nobody asked for longest has gone"


def test_a_load_of_many_clients_does_not_block_pages():
    """The figures of docs/TRUST.md come from the command; here a shorter load shows that pages are answered at all."""
    outcome = load.against_a_server(clients=40, seconds=5, least=40)
    assert not outcome.failed
    assert len(outcome.pages) >= 40
    # A blocked page waits for tasks of ten seconds; how fast a page is without an attack tells how busy this machine is.
    assert outcome.slowest(0.5) < max(1, 20 * outcome.quiet)
    assert outcome.memory < load.MEMORY
    assert outcome.ended < load.ENDING
    assert not any(kind.endswith("500") for kind in outcome.hostile)


# --- in a browser


def open_with_token(tab, running):
    tab.goto(f"{running.address}/?token={running.server.token}")
    assert "token" not in tab.url


def test_the_list_of_games_is_filtered(tab, looking):
    tab.goto(f"{looking.address}/games/")
    expect(tab.locator("#count")).to_have_text("1 game")
    tab.locator("#filter [name=words]").fill("nobody")
    expect(tab.locator("#count")).to_have_text("0 of 1 game")
    expect(tab.locator("#games tbody tr:visible")).to_have_count(0)
    tab.locator("#filter [name=words]").fill("greedy ana")
    expect(tab.locator("#games tbody tr:visible")).to_have_count(1)


def test_looking_through_other_eyes_keeps_the_position(tab, looking):
    tab.goto(f"{looking.address}/games/{GAME}?seat=Ana#400")
    tab.wait_for_selector("#viewer .headline")
    tab.locator(".eyes select").select_option("Ben")
    tab.get_by_role("button", name="View", exact=True).click()
    tab.wait_for_url("**seat=Ben#400")


def test_a_branch_from_the_page(tab, running, accessible):
    open_with_token(tab, running)
    accessible(tab)
    assert tab.get_by_role("link", name="EMD: greedy bots").first.get_attribute("href") == f"/games/{GAME}"
    tab.goto(f"{running.address}/games/{GAME}?from=740")
    tab.wait_for_selector(".viewer .headline")
    tab.get_by_label("Go to position").fill("749")
    tab.keyboard.press("Enter")
    accessible(tab)
    tab.get_by_role("button", name="Haunted House (Ana 10").click()
    tab.wait_for_url("**from=749")
    tab.wait_for_selector(".viewer .tree")
    expect(tab.locator("#since")).to_contain_text("Haunted House")
    expect(tab.locator(".tree li").nth(1)).to_be_visible()


def test_a_turn_against_a_bot(tab, running):
    open_with_token(tab, running)
    tab.get_by_text("Play a new game").click()
    tab.get_by_label("Your name").fill("Ana")
    tab.locator("select[name=bot]").select_option("random")
    tab.get_by_role("button", name="Start").click()
    for _ in range(40):
        tab.wait_for_selector(".decision h2")
        if re.search(r"Turn [3-9]", tab.locator(".headline").inner_text()):
            break
        pass_ = tab.get_by_role("button", name="None of these")
        deed = pass_ if pass_.count() and pass_.is_enabled() else tab.locator(".options button").first
        before = tab.url
        deed.click()
        if tab.locator(".answer:enabled").count() and tab.url == before and not pass_.count():
            tab.locator(".answer").click()
        tab.wait_for_url(lambda url, before=before: url != before)
    assert re.search(r"Turn [3-9]", tab.locator(".headline").inner_text())
    assert "Ana" in tab.locator(".decision h2").inner_text()


def test_the_ruling_follows_what_is_typed(tab, running, accessible):
    tab.goto(f"{running.address}/rulings/scoring/all-tied.html")
    tab.get_by_text("Scenario source").click()
    tab.get_by_role("link", name="Change it and ask again").click()
    expect(tab.locator("#asked")).to_contain_text("Ana 5 VP, Ben 5 VP, Cleo 5 VP")
    field = tab.get_by_label("The scenario")
    field.fill(field.input_value().replace('Cleo = ["vanilla 7"]', 'Cleo = ["vanilla 6"]'))
    expect(tab.locator("#asked")).to_contain_text("Cleo 2 VP")
    accessible(tab)
    tab.get_by_role("button", name="Open the table").click()
    expect(tab.locator(".viewer .base").first).to_be_visible()
    field.fill("title = <script>alert(1)</script>")
    expect(tab.locator("#asked-status")).to_contain_text("not TOML")


def test_what_the_games_add_up_to(tab, tmp_path, accessible):
    file = tmp_path / "games.db"
    with open_store(file) as store:
        import_game(store, GAMES / "emd.jsonl")
    served = Running(Server(str(file)))
    try:
        tab.goto(f"{served.address}/games/")
        tab.get_by_role("link", name="Statistics").click()
        tab.wait_for_selector(".heat")
        assert "1 finished game." in tab.locator(".lead").inner_text()
        killer_plants = tab.locator("tr", has=tab.get_by_role("rowheader", name="Killer Plants", exact=True))
        assert "100 %" in killer_plants.inner_text()
        assert tab.locator(".heat title").all_text_contents().count("Killer Plants + Steampunks: 1 of 1 won") == 2
        accessible(tab)
        with open_store(file) as store:
            import_game(store, GAMES / "full-sail.jsonl")
        tab.reload()
        assert "2 finished games." in tab.locator(".lead").inner_text()
        with open_store(file) as store:
            store.delete("golden-emd")
        tab.reload()
        assert "1 finished game." in tab.locator(".lead").inner_text()
    finally:
        served.stop()


def test_a_store_without_a_won_game_adds_up_to_nothing(tmp_path):
    file = tmp_path / "games.db"
    open_store(file).close()
    served = Running(Server(str(file)))
    try:
        status, _, text = served.ask("GET", "/games/numbers")
        assert status == 200
        assert "No finished games yet" in text
    finally:
        served.stop()


def test_a_citation_is_followed_from_a_game(tab, looking):
    tab.goto(f"{looking.address}/games/{GAME}#766")
    tab.wait_for_selector(".why summary a")
    tab.locator(".why summary a").click()
    expect(tab).to_have_url(re.compile(r"/rules/score\.ties\.html$"))


class TestFollowing:
    """A running game, as those who watch it are told of it."""

    @pytest.fixture
    def half(self, running):
        """A game of which only the first half has been played, and all its events."""
        with open_store(running.server.db) as store:
            log = store.read(GAME)
            asked = [event.position for event in log if isinstance(event, Asked)]
            cut = asked[len(asked) // 2]
            return store.create(log[:cut], title="half"), log, cut

    def told(self, running, game: str, **query: object):
        line = http.client.HTTPConnection("127.0.0.1", running.port, timeout=60)
        line.request("GET", f"/games/{game}/live?{urlencode(query)}", headers=running.own())
        return line.getresponse()

    def message(self, response) -> dict[str, str]:
        parts = {}
        while line := response.readline().decode().rstrip("\n"):
            kind, _, text = line.partition(": ")
            parts[kind.rstrip(":")] = text
        return parts

    @pytest.mark.parametrize("seat", ["all", "nobody", "Ana"])
    def test_each_viewer_sees_what_the_whole_document_says(self, running, half, seat):
        game, log, cut = half
        seen = json.loads(running.ask("GET", f"/games/{game}/document?seat={seat}", **running.own())[2])
        response = self.told(running, game, seat=seat, **{"from": cut - 1, "after": cut})
        assert response.getheader("content-type").startswith("text/event-stream")
        with open_store(running.server.db) as store:
            store.append(game, cut, log[cut:])
        news = self.message(response)
        assert news["id"] == str(len(log))
        more = json.loads(news["data"])
        assert self.message(response)["event"] == "over"
        whole = json.loads(running.ask("GET", f"/games/{game}/document?seat={seat}", **running.own())[2])
        kept = more["first"]["position"] - seen["first"]["position"]
        assert seen["changes"][:kept] + more["changes"] == whole["changes"]
        assert [line for line in seen["lines"] if line["position"] < cut - 1] + more["lines"] == whole["lines"]
        assert more["viewer"] == seat
        assert not {*more["texts"]["cards"]} - {*whole["texts"]["cards"]}

    def test_a_game_that_is_over_says_so(self, running):
        response = self.told(running, GAME, after=10**6)
        assert self.message(response) == {"event": "over", "data": ""}

    def test_a_browser_that_was_cut_off_goes_on_where_it_stopped(self, running, half):
        game, _, cut = half
        line = http.client.HTTPConnection("127.0.0.1", running.port, timeout=60)
        line.request("GET", f"/games/{game}/live?after=1", headers=running.own(**{"Last-Event-ID": str(cut - 5)}))
        news = self.message(line.getresponse())
        assert json.loads(news["data"])["first"]["position"] == cut - 6

    def test_the_number_of_followers_is_limited(self, running, monkeypatch):
        monkeypatch.setattr(running.server.watchers, "most", 0)
        response = self.told(running, GAME)
        assert response.status == 503
        assert "following" in json.loads(response.read())["error"]
        assert running.ask("GET", "/games/nothing/live", **running.own())[0] == 404

    def test_a_page_goes_on_with_the_game(self, tab, running, half):
        game, log, cut = half
        open_with_token(tab, running)
        for first in (1, cut):  # the whole game, and a page that begins at the end
            middle = next(event.position for event in log if event.position > cut and isinstance(event, Asked))
            tab.goto(f"{running.address}/games/{game}?seat=Ana&from={first}#{cut}")
            tab.wait_for_selector(f"text=position {cut} of {cut}")
            with open_store(running.server.db) as store:
                store.append(game, cut, log[cut:middle])
            tab.wait_for_selector(f"text=position {middle} of {middle}")
            cut = middle
