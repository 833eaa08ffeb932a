"""A real browser, which must not speak with anybody but this machine and must not complain."""

from __future__ import annotations

import os
import shutil
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
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=binary, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture
def tab(chromium):
    """A tab in which no script may fail, nothing may be complained of, and nothing may be asked of another machine."""
    page = chromium.new_page(viewport={"width": 1280, "height": 900})
    page.set_default_timeout(30_000)
    wrong: list[str] = []
    page.on("console", lambda message: wrong.append(message.text) if message.type in ("error", "warning") else None)
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on("request", lambda request: wrong.append(request.url) if not _here(request.url) else None)
    yield page
    page.close()
    assert not wrong


def _here(url: str) -> bool:
    parts = urlsplit(url)
    return parts.scheme in ("file", "data", "blob") or parts.hostname == "127.0.0.1"


@pytest.fixture
def accessible():
    """Asks axe-core whether anything of a page is a serious obstacle."""
    from axe_core_python.sync_playwright import Axe  # type: ignore[import-untyped]

    def check(page) -> None:
        found = Axe().run(page)["violations"]
        serious = [one for one in found if one["impact"] in ("serious", "critical")]
        assert not serious, [(one["id"], one["nodes"][0]["html"][:200]) for one in serious]

    return check
