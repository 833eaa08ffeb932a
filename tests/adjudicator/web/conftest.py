"""A real browser, which must not speak with anybody but this machine and must not complain."""

from __future__ import annotations

import fcntl
import os
import shutil
from collections.abc import Mapping
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from urllib.parse import urlsplit

import pytest

FLAGS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]

WAITING = 120_000
"""Maximum wait in a browser, in milliseconds. It is long because a busy machine is slow; only a failing test waits so long."""


@pytest.fixture(scope="module")
def chromium():
    """Chromium, started once in a module: while it runs, so does a loop in which tests of others could start none.

    In CI it has to be there.
    """
    binary = shutil.which("chromium")
    if binary is None:
        if os.environ.get("CI"):
            pytest.fail("Chromium is not installed: the pages cannot be tried out (Debian: apt-get install chromium).")
        pytest.skip("Chromium is not installed: the pages are not tried out.")
    from playwright.sync_api import expect, sync_playwright

    expect.set_options(timeout=WAITING)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=binary, args=FLAGS, timeout=WAITING)
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def window(chromium):
    """A window for the tabs of a module: a new one costs three times as much as a tab."""
    context = chromium.new_context(viewport={"width": 1280, "height": 900})
    context.set_default_timeout(WAITING)
    yield context
    context.close()


@pytest.fixture
def tab(window):
    """A tab in which no script may fail, nothing may be complained of, and nothing may be asked of another machine."""
    page = window.new_page()
    wrong: list[str] = []
    page.on("console", lambda message: wrong.append(message.text) if message.type in ("error", "warning") else None)
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on("request", lambda request: wrong.append(request.url) if not _here(request.url) else None)
    yield page
    page.close()
    window.clear_cookies()
    assert not wrong


def _here(url: str) -> bool:
    parts = urlsplit(url)
    return parts.scheme in ("file", "data", "blob") or parts.hostname == "127.0.0.1"


@pytest.fixture
def accessible():
    """Asks axe-core whether a page has any fault that it knows of."""
    from axe_core_python.sync_playwright import Axe  # type: ignore[import-untyped]

    axe = Axe()
    violations = {"resultTypes": ["violations"]}  # does not describe everything that is right as well

    def check(page) -> None:
        found = axe.run(page, options=violations)["violations"]
        assert not found, [(one["id"], one["nodes"][0]["html"][:200]) for one in found]

    return check


# --- the board with its engine, as any web host would send it

POLICY = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; connect-src 'self'; "
    "style-src 'self'; img-src 'self' data:; manifest-src 'self'; base-uri 'none'; form-action 'none'"
)


@pytest.fixture(scope="session")
def engine_cache(tmp_path_factory, worker_id):
    """The folder in which the browser's engine is built: one for all processes of a test run."""
    base = tmp_path_factory.getbasetemp()
    folder = (base if worker_id == "master" else base.parent) / "browser-engine-cache"
    folder.mkdir(exist_ok=True)
    return folder


@pytest.fixture(scope="session")
def browser_engine(engine_cache):
    """The files of the engine for browsers, built once. In CI it has to be possible to build them."""
    from adjudicator.web.wasm.build import CannotBuild, build_engine

    with (engine_cache / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # other processes wait for the first to build it
        try:
            return build_engine(engine_cache)
        except CannotBuild as error:
            if os.environ.get("CI"):
                pytest.fail(f"The engine for browsers cannot be built: {error} (Debian: apt-get install nodejs npm)")
            pytest.skip(f"The engine for browsers cannot be built: {error}")


@pytest.fixture(scope="session")
def board_site(browser_engine, tmp_path_factory):
    """A folder with the board, its engine, and a few pages of the reference."""
    folder = tmp_path_factory.mktemp("board-site")
    write_board_site(folder, browser_engine)
    return folder


def write_board_site(folder: Path, engine: Mapping[str, bytes]) -> None:
    """Write the board, its engine, and a few pages of the reference."""
    from adjudicator.web.pages import Pages
    from adjudicator.web.reference import Reference
    from adjudicator.web.site import BOARD_FILES, Made, offline_files, pack_pages

    pages = Pages(Reference())
    reference = (
        "index.html",
        "rules/index.html",
        "rules/term.affect.html",
        "static/search-box.js",
        "static/offline.js",
    )
    for address in (*reference, *BOARD_FILES):
        (folder / address).parent.mkdir(parents=True, exist_ok=True)
        (folder / address).write_text(pages.render(address), encoding="utf-8")
    packed = pack_pages(folder, {address: Made("", "", 0) for address in reference}, before={})
    for name, data in offline_files(folder, engine, packed).items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(data)


class Host:
    """A web host of the plainest kind: it sends the files of a folder, and a strict policy with them.

    `missing`: the page for addresses that are not there. `max_age`: the seconds for which browsers may keep a file.
    """

    def __init__(self, folder: Path, missing: Path | None = None, *, max_age: int = 0) -> None:
        handler = type("Handler", (_Handler,), {"missing": missing, "max_age": max_age})
        self.server = ThreadingHTTPServer(("127.0.0.1", 0), partial(handler, directory=str(folder)))
        self.address = f"http://127.0.0.1:{self.server.server_port}"
        Thread(target=self.server.serve_forever, daemon=True).start()

    def stop(self) -> None:
        self.server.shutdown()
        self.server.server_close()


class _Handler(SimpleHTTPRequestHandler):
    missing: Path | None = None
    max_age = 0

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        if self.missing is None:
            return super().send_error(code, message, explain)
        self.send_response(code)
        self.send_header("content-type", "text/html; charset=utf-8")
        self.end_headers()
        self.wfile.write(self.missing.read_bytes())
        return None

    def end_headers(self) -> None:
        self.send_header("content-security-policy", POLICY)
        if self.max_age:
            self.send_header("cache-control", f"max-age={self.max_age}")
        super().end_headers()

    def log_message(self, *_) -> None:
        pass


@pytest.fixture(scope="module")
def host(board_site):
    running = Host(board_site)
    yield running
    running.stop()
