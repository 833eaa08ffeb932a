"""The board in Firefox: the engine starts there, answers as it does natively, and is kept."""

from __future__ import annotations

import json
import os
import shutil
from urllib.parse import quote

import pytest

from tests.adjudicator.messages.corpus import conversation
from tests.adjudicator.web.firefox import Firefox
from tests.adjudicator.web.test_board import LINE, ONCE_KEPT, TALK


@pytest.fixture
def firefox(tmp_path):
    """A Firefox of its own. In CI it has to be there."""
    binary = shutil.which("firefox-esr") or shutil.which("firefox")
    if binary is None:
        if os.environ.get("CI"):
            pytest.fail(
                "Firefox is not installed: the board cannot be tried out in it (Debian: apt-get install firefox-esr)."
            )
        pytest.skip("Firefox is not installed: the board is not tried out in it.")
    browser = Firefox(binary, tmp_path)
    yield browser
    browser.close()
    assert not browser.wrong


def test_firefox_rules_answers_the_same_and_keeps_the_interpreter(firefox, host):
    firefox.open(f"{host.address}/board.html#t={quote(LINE)}")
    firefox.wait_for("document.querySelector('#columns button')")
    assert "EMD" in firefox.evaluate("document.querySelector('#columns').textContent")
    firefox.evaluate(f"({ONCE_KEPT})()")
    firefox.evaluate("""document.querySelector("#table [data-name='Bear Hug']").click()""")
    firefox.wait_for("document.querySelector('#verdict').textContent.includes('be destroyed by Bear Hug')")
    talk = [(message, reply) for message, reply in conversation() if b"\xff" not in message]
    said = firefox.evaluate(f"({TALK})({json.dumps([message.decode() for message, _ in talk])})")
    assert said["restored"]
    differ = [message for (message, reply), got in zip(talk, said["replies"], strict=True) if got.encode() != reply]
    assert not differ
