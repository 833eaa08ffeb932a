"""The analysis board in a browser, with the engine in it: built twice the same, the same authority, usable by all."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import tomllib
from pathlib import Path
from urllib.parse import quote

import brotli  # type: ignore[import-untyped]
import pytest
from playwright.sync_api import Page, expect

from adjudicator.bundled import ROOT, SCENARIOS
from adjudicator.rulebooks.golden_traces import golden_trace, keep_traces
from adjudicator.web.wasm.build import build_engine
from core.printed.editions import DEFAULT, EDITIONS
from events.files import read_game
from events.vocabulary import GameWon
from tests.adjudicator.messages.corpus import conversation
from tests.adjudicator.web.conftest import WAITING, Host

PHONE = {"width": 390, "height": 844}
WIDE = {"width": 1440, "height": 900}
LINE = "Tortuga: Ana Cub Scout; Ben Haunting | Ana hand: Bear Hug"
SAME_GAMES = "crypto.getRandomValues = (numbers) => numbers.fill(17);"
"""Every run plays the same games: a new game takes its seed from here. This one is short."""


class BoardTab:
    """A tab with the board in it, which must not complain and must ask nothing of other machines."""

    def __init__(self, browser, address: str, **context) -> None:
        self.context = browser.new_context(**context)
        self.context.add_init_script(SAME_GAMES)
        self.context.set_default_timeout(WAITING)
        self.page: Page = self.context.new_page()
        self.address = address
        self.wrong: list[str] = []
        self.page.on(
            "console", lambda message: self.wrong.append(message.text) if message.type in ("error", "warning") else None
        )
        self.page.on("pageerror", lambda error: self.wrong.append(str(error)))
        self.context.on(
            "request", lambda request: self.wrong.append(request.url) if not request.url.startswith(address) else None
        )

    def open(self, fragment: str = "") -> Page:
        self.page.goto(f"{self.address}/board.html{fragment}")
        self.page.wait_for_selector("body[data-ready]")
        return self.page


@pytest.fixture(scope="module")
def tabs():
    """Tabs with a running engine, by what is special about them: starting the engine is what takes long."""
    opened: dict[str, BoardTab] = {}
    yield opened
    for tab in opened.values():
        tab.context.close()


@pytest.fixture
def board(chromium, host, tabs):
    """Opens the board: `board("#t=…", viewport=WIDE)`. A link opens in a tab where the board already runs."""
    used: list[BoardTab] = []

    def new(fragment: str = "", *, viewport=PHONE, **context) -> Page:
        key = repr(context)
        if key not in tabs:
            tabs[key] = BoardTab(chromium, host.address, **context)
            tabs[key].open(in_text(LINE))  # a situation starts the engine
        tab: BoardTab = tabs[key]
        used.append(tab)
        page = tab.page
        page.set_viewport_size(viewport)
        page.evaluate("document.querySelector('dialog').close()")
        page.get_by_role("tab", name="Play").click()
        settled(page)  # what the test before has asked for would be drawn as if it were the new situation
        before = page.evaluate("document.body.dataset.drawn")
        page.evaluate("(to) => { history.replaceState(null, '', '#elsewhere'); location.hash = to; }", fragment or "#")
        page.wait_for_function("(before) => document.body.dataset.drawn !== before", arg=before)
        return page

    yield new
    for tab in used:
        assert not tab.wrong
        tab.wrong.clear()


def in_text(text: str) -> str:
    return f"#t={quote(text)}"


def settled(page: Page) -> None:
    """Wait until the engine has answered everything, and the last answer has been drawn."""
    expect(page.locator("#table")).to_have_attribute("aria-busy", "false")


# --- what is built


@pytest.mark.nightly
def test_built_twice_the_engine_is_the_same(browser_engine, engine_cache, tmp_path):
    again = tmp_path / "browser-engine"
    again.mkdir()
    for kept in (*engine_cache.glob("browser-engine/*.tgz"), *engine_cache.glob("browser-engine/*.whl")):
        (again / kept.name).symlink_to(kept)
    assert build_engine(tmp_path) == browser_engine


WASM = ("d18bd7c4485f11da", 2_793_006)
"""The beginning of the pinned hash of Pyodide, and what its WebAssembly weighs by brotli -q 10: half a minute's work."""


def test_the_first_visit_weighs_less_than_six_megabytes(board_site):
    pins = tomllib.loads((ROOT / "adjudicator/web/wasm/pins.toml").read_text(encoding="utf-8"))
    assert pins["pyodide"]["sha512"].startswith(WASM[0]), "Another Pyodide is pinned: weigh its WebAssembly again."
    kept = re.search(r"const FILES = (\[.*\]);", (board_site / "sw.js").read_text(encoding="utf-8"))
    assert kept
    others = [name for name in json.loads(kept[1]) if name != "engine/pyodide.asm.wasm"]
    # A host that compresses as hard as it can sends less still, but that takes ten times as long.
    sizes = {name: len(brotli.compress((board_site / name).read_bytes(), quality=9)) for name in others}
    assert sum(sizes.values()) + WASM[1] < 6_000_000, sizes


def test_no_file_of_the_board_names_another_host(board_site):
    for name in ("board.html", "sw.js", "manifest.webmanifest"):
        assert "://" not in (board_site / name).read_text(encoding="utf-8")
    for file in (board_site / "static" / "board").iterdir():
        assert not re.search(r"https?://(?!www\.w3\.org/2000/svg)", file.read_text(encoding="utf-8")), file


def test_every_faction_has_a_figure(board_site):
    figures = (board_site / "static/board/glyphs.svg").read_text(encoding="utf-8")
    known = json.loads((board_site / "static/board/cards.json").read_text(encoding="utf-8"))["cards"]["cards"]
    factions = {entry["faction"].partition("@")[0] for entry in known.values() if entry.get("faction")}
    assert factions <= set(re.findall(r'<symbol id="([^"]+)"', figures)), "Draw it in static/board/glyphs.svg."


# --- the same authority


def golden(site: Path, names: list[str], tmp_path: Path) -> list[str]:
    """Return what the browser's engine says about these scenarios."""
    (tmp_path / "names").write_text("\n".join(names), encoding="utf-8")
    script = Path(__file__).with_name("golden.mjs")
    command = ["node", str(script), str(site / "engine"), str(SCENARIOS), str(tmp_path / "names")]
    done = subprocess.run(command, capture_output=True, text=True, timeout=1_200)
    assert done.returncode == 0, done.stderr[-2_000:]
    return done.stdout.splitlines()


def traced() -> list[str]:
    files = sorted(SCENARIOS.rglob("*.toml"))
    return [file.relative_to(SCENARIOS).as_posix() for file in files if golden_trace(file)]


def test_a_sample_of_golden_traces_is_the_same_in_the_browser(board_site, tmp_path):
    names = traced()[::40]
    *wrong, last = golden(board_site, names, tmp_path)
    assert not wrong
    assert int(last.split()[0]) > 2 * len(names)


@pytest.mark.nightly
def test_all_golden_traces_are_the_same_in_the_browser(board_site, tmp_path):
    names = traced()
    *wrong, last = golden(board_site, names, tmp_path)
    assert not wrong
    assert int(last.split()[0]) > 2 * len(names)


def test_an_altered_trace_is_noticed_in_the_browser(board_site, tmp_path, monkeypatch):
    name = traced()[0]
    copy = tmp_path / Path(name).name
    shutil.copy(SCENARIOS / name, copy)
    keep_traces({copy: golden_trace(SCENARIOS / name).replace("1", "7", 1)})
    monkeypatch.setattr(f"{__name__}.SCENARIOS", tmp_path)
    wrong = golden(board_site, [Path(name).name], tmp_path)
    assert len(wrong) > 1


TALK = """(messages) => new Promise((resolve, reject) => {
  const worker = new Worker("static/board/worker.js", { type: "module" });
  const replies = [];
  let restored;
  worker.onmessage = ({ data }) => {
    if (data.failed) reject(new Error(data.failed));
    if (data.ready) restored = data.restored;
    if (!("id" in data)) return;
    replies[data.id] = data.reply;
    if (data.id === messages.length - 1) { worker.terminate(); resolve({ restored, replies }); }
  };
  messages.forEach((message, id) => worker.postMessage({ id, message }));
})"""


def test_the_same_messages_get_the_same_bytes_natively_and_in_the_browser(board):
    # A worker is sent text, so that what is no UTF-8 cannot get there.
    talk = [(message, reply) for message, reply in conversation() if b"\xff" not in message]
    assert len(talk) > 200
    assert differing(board(), talk, restored=False) == []


def differing(page: Page, talk: list[tuple[bytes, bytes]], *, restored: bool) -> list[bytes]:
    """Send messages to a new worker and return those that are answered otherwise than natively."""
    if not restored:
        page.evaluate("caches.delete('kept-interpreter')")
    said = page.evaluate(TALK, [message.decode() for message, _ in talk])
    assert said["restored"] is restored
    return [message[:200] for (message, reply), got in zip(talk, said["replies"], strict=True) if got.encode() != reply]


KEPT = "async () => (await (await caches.open('kept-interpreter')).keys()).length"
ONCE_KEPT = f"async () => {{ while (!await ({KEPT})()) await new Promise((go) => setTimeout(go, 100)); }}"


def test_a_kept_interpreter_answers_as_a_new_one(chromium, host):
    """A third of the messages; the one that Firefox keeps answers them all."""
    talk = [(message, reply) for message, reply in conversation()[::3] if b"\xff" not in message]
    opened = BoardTab(chromium, host.address, viewport=PHONE)
    page = opened.open(in_text(LINE))
    page.evaluate(ONCE_KEPT)
    page.locator("#table [data-name='Bear Hug']").click()  # the interpreter that was copied goes on
    expect(page.get_by_role("button", name="Take back")).to_be_visible()
    assert differing(page, talk, restored=True) == []
    opened.context.close()
    assert not opened.wrong


def test_a_damaged_kept_interpreter_is_thrown_away(chromium, host):
    opened = BoardTab(chromium, host.address, viewport=PHONE)
    page = opened.open(in_text(LINE))
    page.evaluate(ONCE_KEPT)
    page.evaluate(
        """async () => {
          const cache = await caches.open("kept-interpreter");
          for (const one of await cache.keys()) await cache.put(one, new Response(new Uint8Array(4096)));
        }"""
    )
    said = page.evaluate(TALK, ['{"op":"hello"}'])
    assert '"ok"' in said["replies"][0]
    assert not said["restored"]
    assert not page.evaluate(KEPT)
    opened.context.close()


# --- without a server


def test_offline_with_the_server_gone(chromium, board_site):
    host = Host(board_site)
    try:
        opened = BoardTab(chromium, host.address, viewport=PHONE)
        page = opened.open()
        page.evaluate("navigator.serviceWorker.ready.then(() => true)")
        # A function, because a page with our policy evaluates no expression a second time.
        page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    finally:
        host.stop()
    again = opened.context.new_page()
    again.goto(f"{host.address}/board.html{in_text(LINE)}")
    again.wait_for_selector("body[data-ready]")
    expect(again.locator("[data-name=Haunting]").first).to_be_visible()
    opened.context.close()


def test_a_new_version_is_offered_and_never_mixed_with_the_old(chromium, board_site, tmp_path):
    folder = tmp_path / "site"
    shutil.copytree(board_site, folder)
    host = Host(folder, max_age=3600)  # the browser may take anything from its own cache
    opened = BoardTab(chromium, host.address, viewport=PHONE)
    try:
        page = opened.open()
        page.wait_for_function("() => navigator.serviceWorker.controller !== null")
        for name, old, new in (
            ("board.html", "<h1", "<h1 data-version='2'"),
            ("static/board/board.css", ".topbar {", ".topbar { --version: 2;"),
            ("sw.js", 'VERSION = "', 'VERSION = "2-'),
        ):
            text = (folder / name).read_text(encoding="utf-8")
            assert old in text
            (folder / name).write_text(text.replace(old, new, 1), encoding="utf-8")
        seen = """() => [document.querySelector('h1').dataset.version ?? '',
            getComputedStyle(document.querySelector('.topbar')).getPropertyValue('--version').trim()]"""
        page = opened.open()
        expect(page.locator("#said")).to_contain_text("A new version is ready")
        assert page.evaluate(seen) == ["", ""]
        page = opened.open()  # whoever does not take it is asked again
        assert page.evaluate(seen) == ["", ""]
        page.get_by_role("button", name="Use it").click()
        page.locator("h1[data-version]").wait_for(state="attached")
        page.wait_for_selector("body[data-ready]")
        assert page.evaluate(seen) == ["2", "2"]
        assert not opened.wrong
    finally:
        opened.context.close()
        host.stop()


def test_the_reference_is_kept_offline_on_request(chromium, board_site):
    host = Host(board_site)
    try:
        opened = BoardTab(chromium, host.address, viewport=PHONE)
        page = opened.page
        page.goto(f"{host.address}/index.html")
        page.get_by_role("button", name="Keep everything offline").click()
        expect(page.locator("#kept")).to_have_text("Every page is kept in this browser and opens offline.")
    finally:
        host.stop()
    again = opened.context.new_page()
    again.goto(f"{host.address}/rules/")
    again.locator("a[href='term.affect.html']").first.click()
    expect(again.locator("h1")).to_contain_text("Affecting a card")
    assert (
        again.evaluate("getComputedStyle(document.querySelector('header.site')).display") == "flex"
    )  # it has its style
    again.goto(f"{host.address}/books/index.html")  # not among the pages of this small site
    expect(again.locator("h1")).to_have_text("You are offline")
    again.get_by_role("link", name="The board").click()
    again.wait_for_selector("body[data-ready]")
    opened.context.close()


# --- building a situation, three ways


def add(page: Page, words: str, typed: str, *, press) -> None:
    """Add a card through the palette, once the last change has been drawn: whatever moves meanwhile is hard to hit."""
    settled(page)
    press(page.get_by_role("button", name=words, exact=True))
    page.get_by_role("searchbox").fill(typed)
    press(page.locator("dialog .options button").first)
    page.locator("dialog[open]").wait_for(state="detached")


def build(page: Page, press) -> None:
    """Build a situation of three players, rule on it, branch, share it, and open it from its address."""
    press(page.get_by_role("tab", name="Edit"))
    page.get_by_label("Players").select_option("3")
    add(page, "+ base", "tortug", press=press)
    add(page, "Add a card: Ana at Tortuga", "cub sc", press=press)
    add(page, "Add a card: Ben at Tortuga", "haunt", press=press)
    add(page, "Add a card: Cleo at Tortuga", "3", press=press)
    add(page, "Add a card: Ana's hand", "bear hug", press=press)
    expect(page.locator("#line")).to_have_value(re.compile("Cleo.*Bear Hug"))
    press(page.get_by_role("tab", name="Play"))
    expect(page.locator("#columns button")).to_have_text(" ".join(EDITIONS))
    press(page.locator("#table [data-name='Bear Hug']"))
    expect(page.get_by_role("button", name="Take back")).to_be_visible()
    press(page.get_by_role("tab", name="Lines"))
    before = page.locator(".tree .choice").count()
    assert before >= 1
    press(page.get_by_role("button", name="The situation", exact=True))
    press(page.get_by_role("tab", name="Play"))
    press(page.get_by_role("button", name="End the turn"))
    press(page.get_by_role("tab", name="Lines"))
    expect(page.locator(".tree .choice")).to_have_count(before + 1)
    press(page.get_by_role("button", name="Share"))
    link = page.get_by_label("Link", exact=True).input_value()
    line = page.locator("#line").input_value()
    press(page.get_by_role("button", name="Close"))
    page.goto("about:blank")
    page.goto(link)
    page.wait_for_selector("body[data-ready]")
    expect(page.locator("#line")).to_have_value(line)
    page.get_by_role("tab", name="Lines").click()
    expect(page.locator(".tree .choice")).to_have_count(before + 1)


def test_a_session_by_mouse(board):
    build(board(), lambda what: what.click())


def test_a_session_by_touch(board):
    build(board(has_touch=True), lambda what: what.tap())


def test_a_session_by_keyboard(board):
    build(board(viewport=WIDE), lambda what: what.press("Enter"))


def test_drawing_in_the_middle_of_a_click_does_not_lose_it(board):
    page = board(in_text(LINE), viewport=WIDE)
    page.get_by_role("tab", name="Edit").click()
    place = page.get_by_role("button", name="Add a card: Ben at Tortuga").bounding_box()
    page.mouse.move(place["x"] + place["width"] / 2, place["y"] + place["height"] / 2)
    page.mouse.down()
    page.evaluate("dispatchEvent(new PopStateEvent('popstate'))")  # the engine is asked again
    page.wait_for_timeout(1500)  # its answer would be drawn by now
    page.mouse.up()
    expect(page.get_by_role("searchbox")).to_be_visible()


def test_drawing_again_keeps_the_focus(board):
    page = board(in_text(LINE), viewport=WIDE)
    page.get_by_role("tab", name="Edit").click()
    adding = page.get_by_role("button", name="Add a card: Ben at Tortuga")
    adding.focus()
    before = page.evaluate("document.body.dataset.drawn")
    adding.press("Enter")
    page.get_by_role("searchbox").fill("zapbot")
    page.keyboard.press("Enter")
    page.wait_for_function("(before) => document.body.dataset.drawn !== before", arg=before)
    expect(page.locator("#line")).to_have_value(re.compile("Zapbot"))
    expect(adding).to_be_focused()


def test_a_change_is_undone_and_done_again(board):
    page = board(in_text(LINE))
    page.get_by_role("tab", name="Edit").click()
    line = page.locator("#line").input_value()
    add(page, "Add a card: Ben at Tortuga", "zapbot", press=lambda what: what.click())
    expect(page.locator("#line")).to_have_value(re.compile("Zapbot"))
    page.get_by_role("button", name="Undo").click()
    expect(page.locator("#line")).to_have_value(line)
    page.get_by_role("button", name="Redo").click()
    expect(page.locator("#line")).to_have_value(re.compile("Zapbot"))
    page.keyboard.press("Control+z")
    expect(page.locator("#line")).to_have_value(line)


def test_a_situation_is_ruled_on_by_the_books_that_it_is_stated_for(board):
    page = board(in_text((SCENARIOS / "playing/start-of-turn-order.toml").read_text(encoding="utf-8")))
    expect(page.locator("#columns button").first).to_have_text("OOPS EMD HTB")


def test_dragging_moves_a_card(board):
    page = board(in_text("Tortuga: Ana Cub Scout; Ben Haunting | Tar Pits:"), viewport=WIDE)
    page.get_by_role("tab", name="Edit").click()
    page.locator("[data-name='Cub Scout']").drag_to(page.get_by_role("button", name="Add a card: Ben at Tar Pits"))
    expect(page.locator("#line")).to_have_value(re.compile("Tar Pits: Ben (Ana's )?Cub Scout"))


CARRIED = "Tortuga: Ana Cub Scout; Ben Haunting, King Rex | Tar Pits: Ben Major Ursa | Ana hand: Upgrade, Bear Hug"


def on_table(page: Page, name: str):
    return page.locator(f"#table .card[data-name='{name}']")


def point(what, across: float = 0.5, down: float = 0.5) -> dict[str, float]:
    """Return where a mouse or a finger would touch something."""
    what.scroll_into_view_if_needed()
    box = what.bounding_box()
    return {"x": box["x"] + box["width"] * across, "y": box["y"] + box["height"] * down}


def carry(page: Page, card, to) -> None:
    """Take a card with the mouse and hold it above something."""
    settled(page)
    begin, end = point(card), point(to)
    page.mouse.move(begin["x"], begin["y"])
    page.mouse.down()
    page.mouse.move(end["x"], end["y"], steps=4)


def states(page: Page, line: str) -> None:
    """Wait until the situation line has this in it."""
    expect(page.locator("#line")).to_have_value(re.compile(re.escape(line)))


def test_an_action_is_carried_onto_a_minion_by_mouse_and_off_again(board):
    page = board(in_text(CARRIED), viewport=WIDE)
    page.get_by_role("tab", name="Edit").click()
    before = page.locator("#line").input_value()
    carry(page, on_table(page, "Upgrade"), on_table(page, "King Rex"))
    page.mouse.up()
    states(page, "King Rex [Ana's Upgrade]")
    settled(page)
    page.keyboard.press("Control+z")
    expect(page.locator("#line")).to_have_value(before)
    page.keyboard.press("Control+y")
    states(page, "King Rex [Ana's Upgrade]")
    settled(page)
    carry(page, on_table(page, "Upgrade"), on_table(page, "Cub Scout"))  # from card to card
    page.mouse.up()
    states(page, "Ana Cub Scout [Upgrade]; Ben Haunting, King Rex |")
    carry(page, on_table(page, "Upgrade"), page.get_by_role("button", name="Add a card: Ben's hand"))
    page.mouse.up()
    states(page, "Ben hand: Upgrade")
    carry(page, on_table(page, "Upgrade"), page.locator(".palette input"))
    page.mouse.up()
    expect(on_table(page, "Upgrade")).to_have_count(0)


def test_what_a_card_cannot_be_put_on_says_why(board):
    page = board(in_text(CARRIED), viewport=WIDE)
    page.get_by_role("tab", name="Edit").click()
    before = page.locator("#line").input_value()
    carry(page, on_table(page, "Upgrade"), on_table(page, "Major Ursa"))
    hosts = page.locator(".host")
    for name, open_ in (("King Rex", True), ("Cub Scout", True), ("Major Ursa", False)):
        host = hosts.filter(has=page.locator(f"[data-name='{name}']"))
        expect(host).to_have_class(re.compile(r"\bpossible" if open_ else r"\bimpossible"))
    why = "Upgrade is played on a minion, and this is none."
    expect(page.locator(".reason")).to_have_text(why)
    page.mouse.up()
    expect(page.locator("#said")).to_have_text(why)
    expect(hosts.filter(has=page.locator("[data-name='Major Ursa']"))).to_have_class(re.compile(r"\bwrong"))
    expect(page.locator(".reason")).to_have_count(0)
    expect(page.locator("#line")).to_have_value(before)
    carry(page, on_table(page, "Bear Hug"), on_table(page, "King Rex"))
    page.mouse.up()
    expect(page.locator("#said")).to_contain_text("Bear Hug does not stay in play")
    expect(page.locator("#line")).to_have_value(before)
    carry(page, on_table(page, "King Rex"), on_table(page, "Cub Scout"))  # no host for it, but its row is a place
    expect(page.locator(".reason")).to_have_text("")
    page.mouse.up()
    states(page, "Tortuga: Ana Cub Scout, King Rex; Ben Haunting |")
    expect(page.locator("#said")).to_be_hidden()


def test_a_card_is_carried_under_another_and_buried(board):
    page = board(in_text(CARRIED), viewport=WIDE)
    page.get_by_role("tab", name="Edit").click()
    for card, pad, line in (
        ("Bear Hug", "Under King Rex", "King Rex (Ana's Bear Hug)"),
        ("Cub Scout", "Buried: Ana at Tar Pits", "Tar Pits: Ana buried: Cub Scout; Ben Major Ursa"),
    ):
        settled(page)
        at = point(on_table(page, card))
        page.mouse.move(at["x"], at["y"])
        page.mouse.down()
        page.mouse.move(at["x"] + 20, at["y"])  # only now can it be seen where it could go
        there = point(page.get_by_role("button", name=pad, exact=True))
        page.mouse.move(there["x"], there["y"], steps=4)
        page.mouse.up()
        states(page, line)


def test_whose_a_card_is_that_is_carried_to_a_base_is_asked(board):
    page = board(in_text(CARRIED), viewport=WIDE)
    page.get_by_role("tab", name="Edit").click()
    carry(page, from_palette(page, "general iv"), page.locator(".base > .title").last)
    page.mouse.up()
    page.get_by_role("button", name="Ana at Tar Pits", exact=True).click()
    states(page, "Tar Pits: Ana General Ivan; Ben Major Ursa")
    settled(page)
    carry(page, on_table(page, "King Rex"), page.locator(".base > .title").last)  # he is Ben's
    page.mouse.up()
    states(page, "Tar Pits: Ana General Ivan; Ben King Rex, Major Ursa")


def test_a_card_is_picked_up_and_put_down_by_keyboard(board, accessible):
    page = board(in_text(CARRIED), viewport=WIDE)
    page.get_by_role("tab", name="Edit").press("Enter")
    announced = page.locator("#announced")
    before = page.locator("#line").input_value()
    on_table(page, "Upgrade").press(" ")
    expect(announced).to_contain_text("Upgrade is picked up")
    accessible(page)
    page.keyboard.press("Escape")
    expect(announced).to_have_text("Upgrade is put back.")
    expect(page.locator("#line")).to_have_value(before)
    on_table(page, "Upgrade").press(" ")
    for _ in range(20):
        page.keyboard.press("ArrowRight")
        if announced.inner_text() == "Here: on King Rex":
            break
    expect(on_table(page, "King Rex")).to_be_focused()
    page.keyboard.press("Enter")
    states(page, "King Rex [Ana's Upgrade]")
    expect(announced).to_have_text("Upgrade: on King Rex.")
    settled(page)
    on_table(page, "Upgrade").press(" ")
    on_table(page, "Major Ursa").press("Enter")  # where it can't go
    expect(page.locator("#said")).to_have_text("Upgrade is played on a minion, and this is none.")
    page.get_by_role("button", name="Add a card: Ana's hand").press("Enter")  # it is still held
    states(page, "Ana hand: Bear Hug, Upgrade")
    settled(page)
    on_table(page, "Upgrade").press(" ")
    page.get_by_role("button", name="Take it off the table").press("Enter")
    expect(on_table(page, "Upgrade")).to_have_count(0)


def test_a_card_on_another_is_opened_on_its_own(board):
    page = board(in_text("Tortuga: Ana Cub Scout; Ben King Rex [Ana's Upgrade]"), has_touch=True)
    page.get_by_role("tab", name="Edit").tap()
    on_table(page, "Upgrade").tap()
    page.get_by_label("Played by").select_option("Ben")
    states(page, "King Rex [Upgrade]")
    settled(page)
    on_table(page, "Upgrade").tap()
    page.get_by_label("Move to").select_option(label="Tortuga, on Cub Scout (Ana)")
    states(page, "Ana Cub Scout [Ben's Upgrade]; Ben King Rex")
    settled(page)
    on_table(page, "Upgrade").tap()
    page.get_by_role("button", name="Pick it up").tap()
    on_table(page, "King Rex").tap()
    states(page, "Ana Cub Scout; Ben King Rex [Upgrade]")


def test_what_is_wrong_with_a_card_on_another_is_marked_there(board):
    text = 'title = "x"\n[[base]]\ncard = "Tortuga"\nBen = [{ card = "King Rex", on = ["Bear Hug"] }]\n'
    page = board(in_text(text))
    expect(page.locator("#verdict")).to_contain_text("Bear Hug on King Rex: ")
    expect(page.locator(".card.wrong")).to_have_count(1)
    expect(page.locator(".card.wrong")).to_contain_text("Bear Hug")


def from_palette(page: Page, typed: str):
    """Look a card up in the palette and return it."""
    page.get_by_label("Find a card or base").fill(typed)
    return page.locator(".strip .card").first


def test_a_card_of_the_palette_is_touched_and_then_its_place(board):
    page = board(in_text("Tortuga: Ana Cub Scout; Ben Haunting | Tar Pits:"), has_touch=True)
    page.get_by_role("tab", name="Edit").tap()
    from_palette(page, "leprechan").tap()
    expect(page.locator(".palette .hint")).to_contain_text("Where does Leprechaun go?")
    page.keyboard.press("Escape")
    expect(page.locator(".palette .hint")).to_contain_text("Tap a card")
    from_palette(page, "leprechan").tap()
    page.get_by_role("button", name="Add a card: Ben at Tar Pits").tap()
    expect(page.locator("#line")).to_have_value(re.compile("Tar Pits: Ben Leprechaun"))
    settled(page)
    page.get_by_role("button", name="Add a card: Ben at Tar Pits").tap()  # nothing is held any more
    expect(page.get_by_role("searchbox")).to_be_visible()
    page.get_by_role("button", name="Close").tap()
    from_palette(page, "jungle oa").tap()
    expect(page.locator("#line")).to_have_value(re.compile("Jungle Oasis:"))


def test_a_card_of_the_palette_is_placed_by_keyboard(board):
    page = board(in_text("Tortuga: Ana Cub Scout; Ben Haunting"), viewport=WIDE)
    page.get_by_role("tab", name="Edit").press("Enter")
    from_palette(page, "3")
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Add a card: Ben at Tortuga").press("Enter")
    expect(page.locator("#line")).to_have_value(re.compile("Ben Haunting, (vanilla )?3"))


def test_a_card_of_the_palette_is_carried_to_the_table(board):
    page = board(in_text("Tortuga: Ana Cub Scout; Ben Haunting | Tar Pits:"), viewport=WIDE)
    page.get_by_role("tab", name="Edit").click()
    from_palette(page, "zapbo").drag_to(page.get_by_role("button", name="Add a card: Ana at Tar Pits"))
    expect(page.locator("#line")).to_have_value(re.compile("Tar Pits: Ana Zapbot"))


def test_the_palette_offers_the_factions_on_the_table(board):
    page = board(in_text("Tortuga: Ana Cub Scout; Ben Haunting"))
    page.get_by_role("tab", name="Edit").click()
    page.get_by_label("Find a card or base").fill("")
    expect(page.locator(".strip .card", has_text="Bear Hug")).to_have_count(1)
    expect(page.locator(".strip .card", has_text="Zapbot")).to_have_count(0)


def test_the_bases_stay_where_they_were_swiped_to(board):
    page = board(in_text("Tortuga: Ana Cub Scout | Tar Pits: Ben Haunting | Jungle Oasis: Ana Zapbot"))
    page.get_by_role("tab", name="Edit").click()
    bases = page.locator("#table .bases")
    bases.evaluate("(bases) => { bases.scrollLeft = bases.querySelectorAll('.base')[2].offsetLeft; }")
    before = bases.evaluate("(bases) => bases.scrollLeft")
    assert before > 100
    page.locator("#table [data-name=Zapbot]").click()
    page.get_by_role("button", name="+1 counter").click()
    expect(page.locator("#line")).to_have_value(re.compile(r"Zapbot\+1"))
    settled(page)
    assert abs(bases.evaluate("(bases) => bases.scrollLeft") - before) < 2


def test_what_is_played_at_a_base_out_of_sight_is_shown(board):
    page = board(in_text("Tortuga: Ana Cub Scout | Tar Pits: Ben Haunting | Jungle Oasis: | Ana hand: Zapbot"))
    page.locator("#table [data-name=Zapbot]").click()
    page.locator("#sheet").get_by_role("button", name="Jungle Oasis").click()
    expect(page.locator("#table .base [data-name=Zapbot]")).to_be_in_viewport(ratio=0.9)


def test_the_names_of_the_rulebooks_are_explained(board):
    page = board(in_text(LINE))
    page.locator("#columns button").first.click()
    expect(page.locator("dialog")).to_contain_text("Excellent Movies, Dudes!")
    page.get_by_role("button", name="Close").click()


def test_a_card_in_hand_that_cannot_be_chosen_is_dimmed_and_says_why(board):
    page = board(in_text("Tortuga: Ana Cub Scout; Ben Haunting | Ana hand: Bear Hug, Zapbot | Ana plays: minion"))
    expect(page.locator("#table [data-name=Zapbot]")).not_to_have_class(re.compile("idle"))
    idle = page.locator("#table [data-name='Bear Hug']")
    expect(idle).to_have_class(re.compile("idle"))
    idle.click()
    page.get_by_role("button", name="Why can't Ana play it?").click()
    expect(page.locator("#why")).not_to_be_empty()
    page.get_by_role("button", name="Close").click()


def test_a_titan_is_laid_beside_a_deck_and_at_a_base(board, tmp_path):
    page = board(in_text("Tortuga: Ana Cub Scout; Ben Haunting | Tar Pits:"), viewport=WIDE)
    page.get_by_role("tab", name="Edit").click()
    add(page, "Add a card: Ana's hand", "major ursa", press=lambda what: what.click())
    expect(page.locator("#line")).to_have_value(re.compile("Ana beside: Major Ursa"))
    add(page, "Add a card: Ben at Tar Pits", "killer kudzu", press=lambda what: what.click())
    page.locator("[data-name='Killer Kudzu']").click()
    page.get_by_role("button", name="+1 counter").click()
    page.keyboard.press("Escape")
    expect(page.locator("#line")).to_have_value(re.compile(r"Tar Pits: Ben Killer Kudzu\+1"))
    titan = page.locator(".card.titan[data-name='Killer Kudzu']")
    expect(titan.locator(".kind")).to_have_text("titan")
    expect(titan.locator(".counters")).to_have_text("+1")
    page.locator("[data-name='Major Ursa']").drag_to(page.get_by_role("button", name="Add a card: Ana at Tortuga"))
    expect(page.locator("#line")).to_have_value(re.compile("Tortuga: Ana Cub Scout, Major Ursa"))
    page.get_by_role("tab", name="Play").click()
    expect(page.locator("#columns button").first).to_have_text(" ".join(EDITIONS))
    page.screenshot(path=tmp_path / "titans.png")
    page.locator(".card.titan[data-name='Major Ursa']").click()
    page.get_by_role("button", name="move this titan to another base").click()
    expect(page.locator(".card.titan[data-name='Major Ursa']")).to_have_count(1)


def test_undo_and_redo_are_the_browsers_back_and_forward(board):
    page = board(in_text(LINE))
    page.get_by_role("tab", name="Edit").click()
    page.locator("[data-name=Haunting]").click()
    page.get_by_role("button", name="+1 counter").click()
    expect(page.locator("#line")).to_have_value(re.compile(r"Haunting\+1"))
    page.keyboard.press("Control+z")
    expect(page.locator("#line")).not_to_have_value(re.compile(r"Haunting\+1"))
    page.keyboard.press("Control+y")
    expect(page.locator("#line")).to_have_value(re.compile(r"Haunting\+1"))


def test_the_situation_line_is_the_board(board):
    page = board()
    page.locator("#line").fill(LINE)
    page.keyboard.press("Enter")
    expect(page.locator("#table [data-name=Haunting]")).to_be_visible()
    page.locator("#line").fill("Tortuga: Ana Leprechan")
    page.keyboard.press("Enter")
    expect(page.locator("#said")).to_contain_text("did you mean Leprechaun?")
    expect(page.locator("#table [data-name=Haunting]")).to_be_visible()


QUESTIONS = {
    "Does Bear Hug destroy Haunting?": (
        "Tortuga",
        [("Ben at Tortuga", "haunt"), ("Ana's hand", "bear h")],
        "Bear Hug",
        9,
    ),
    "Does General Ivan survive Bear Hug?": (
        "Tortuga",
        [("Ben at Tortuga", "gen iv"), ("Ana's hand", "bear h")],
        "Bear Hug",
        9,
    ),
    "What does Cannon destroy?": ("Tortuga", [("Ben at Tortuga", "2"), ("Ana's hand", "cannon")], "Cannon", 9),
    "Can Pirate King join?": ("Tortuga", [("Ana at Tortuga", "pirate k")], None, 5),
    "What is at the Tar Pits?": ("tar pi", [("Ana at Tar Pits", "zapb")], None, 5),
}


@pytest.mark.parametrize("question", QUESTIONS)
def test_typical_questions_take_few_touches(board, question):
    """From the empty board to the verdict: touches are counted, typing is not."""
    base, cards, played, most = QUESTIONS[question]
    page, touches = board(has_touch=True), 0

    def press(what) -> None:
        nonlocal touches
        touches += 1
        what.tap()

    press(page.get_by_role("button", name="Build your own"))
    add(page, "+ base", base, press=press)
    for words, typed in cards:
        add(page, f"Add a card: {words}", typed, press=press)
    if played:
        press(page.get_by_role("tab", name="Play"))
        press(page.locator(f"#table [data-name='{played}']"))
    expect(page.locator("#columns")).to_contain_text("EMD")
    assert page.locator("#verdict").inner_text()
    assert touches <= most


def test_books_that_disagree_stand_side_by_side(board):
    text = (SCENARIOS / "awesome-level-9000/ghosts/haunting-weakened.toml").read_text(encoding="utf-8")
    page = board(in_text(text), viewport=WIDE)
    expect(page.locator(".edition")).to_have_count(2)
    expect(page.locator(".divergences blockquote").first).to_contain_text("p.")
    expect(page.locator(".card.differs")).to_have_count(2)  # in each table the one that the books disagree on
    expect(page.locator(".edition").first.locator(".card.differs")).to_have_attribute("data-name", "Haunting")
    page.locator(".edition").nth(1).click()
    expect(page.locator(".edition").nth(1)).to_have_attribute("aria-current", "true")
    page.set_viewport_size(PHONE)
    expect(page.locator(".edition")).to_have_count(0)
    expect(page.locator("#columns button")).to_have_count(2)


def test_why_not_says_the_rule(board):
    page = board(in_text(LINE))
    page.locator("#table [data-name=Haunting]").click()
    page.get_by_role("button", name="Why can't Ana use it?").click()
    expect(page.locator("#why")).to_contain_text("p.")


def test_why_not_in_words(board):
    page = board(in_text(LINE))
    page.get_by_text("Why can't I").click()
    page.get_by_label("What can't they do?").fill("play Haunting")
    page.get_by_role("button", name="Ask", exact=True).click()
    expect(page.locator(".questions [role=status]")).to_contain_text("Haunting")


def test_a_wide_screen_shows_texts_lines_and_story_together(board, accessible):
    page = board(in_text(LINE), viewport=WIDE)
    haunting = page.locator("#table [data-name=Haunting]")
    expect(haunting.locator(".text")).to_contain_text("While you hold two cards or fewer")
    expect(page.locator("#beside")).to_be_hidden()
    page.locator("#table [data-name='Bear Hug']").click()
    expect(page.locator("#beside .tree .choice")).to_have_text(["Ana: play Bear Hug"])
    expect(page.locator("#beside .story")).to_contain_text("can't be destroyed")
    accessible(page)
    page.locator("#first").click()
    expect(page.locator("#first")).to_be_disabled()
    page.locator("#last").click()
    expect(page.locator("#last")).to_be_disabled()
    page.set_viewport_size(PHONE)
    expect(page.locator("#beside")).to_be_hidden()
    expect(haunting.locator(".text")).to_be_hidden()


def test_many_cards_leave_their_texts_out(board):
    many = ", ".join(["Cub Scout"] * 12)
    page = board(in_text(f"Tortuga: Ana {many}; Ben {many} | Tar Pits: Ana {many}"), viewport=WIDE)
    expect(page.locator("#table [data-name='Cub Scout']").first.locator(".text")).to_be_hidden()


def test_pointing_at_an_option_shows_its_card(board):
    page = board(in_text(LINE), viewport=WIDE)
    page.get_by_role("button", name="Play Bear Hug").hover()
    expect(page.locator("#table [data-name='Bear Hug']")).to_have_class(re.compile("pointed"))
    page.get_by_role("button", name="End the turn").hover()
    expect(page.locator("#table [data-name='Bear Hug']")).not_to_have_class(re.compile("pointed"))


def test_a_card_with_a_name_of_its_own_looks_like_what_it_is(board):
    page = board(in_text('Tortuga: Ana "Bo"=Cub Scout; Ben vanilla 3'), viewport=WIDE)
    named = page.locator("#table [data-name=Bo]")
    expect(named.locator("use")).to_have_attribute("href", re.compile("#bear-cavalry$"))
    expect(named.locator(".text")).not_to_be_empty()
    named.click()
    expect(page.locator("dialog .facts")).to_have_text("Bear Cavalry · minion · 3")
    expect(page.get_by_role("link", name="Its rulings")).to_be_visible()


def test_a_goal_is_searched_for(board):
    page = board(in_text(LINE))
    page.get_by_text("Why can't I").click()
    page.get_by_label("Goal").fill("Ana wins Tortuga")
    page.get_by_role("button", name="Search", exact=True).click()
    expect(page.locator(".goal")).to_contain_text("It cannot happen: proved")


def test_lines_of_play_are_named_promoted_and_walked(board):
    page = board(in_text(LINE), viewport=WIDE)
    page.locator("#table [data-name='Bear Hug']").click()
    expect(page.get_by_role("button", name="Take back")).to_be_visible()
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#back")).to_be_disabled()
    page.get_by_role("button", name="End the turn").click()
    expect(page.locator("#back")).to_be_enabled()
    page.get_by_role("tab", name="Lines").click()
    names = page.locator(".tree .choice")
    expect(names).to_have_text(["Ana: play Bear Hug", re.compile("Ana: ")])
    page.get_by_role("button", name="Rename: Ana: play Bear Hug").click()
    page.get_by_label("Name", exact=True).fill("The hug")
    page.keyboard.press("Enter")
    expect(names.first).to_have_text("The hug")
    page.get_by_role("button", name="Make it the main line").click()
    expect(names.nth(1)).to_have_text("The hug")
    expect(names.first).to_have_attribute("aria-pressed", "true")
    page.locator("h1").evaluate("document.activeElement.blur()")
    page.keyboard.press("ArrowDown")
    expect(names.nth(1)).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("Home")
    page.keyboard.press("ArrowRight")  # the main line comes first
    expect(names.first).to_have_attribute("aria-pressed", "true")
    page.get_by_role("button", name="Delete with what follows: The hug").click()
    expect(names).to_have_count(1)


def test_an_edit_keeps_the_line_of_play(board):
    page = board(in_text(LINE))
    page.locator("#table [data-name='Bear Hug']").click()
    expect(page.get_by_role("button", name="Take back")).to_be_visible()
    page.get_by_role("tab", name="Edit").click()
    page.locator("[data-name=Haunting]").click()
    page.get_by_role("button", name="+1 counter").click()
    page.get_by_role("tab", name="Lines").click()
    expect(page.locator(".tree .choice")).to_have_text(["Ana: play Bear Hug"])
    page.get_by_role("tab", name="Edit").click()
    page.get_by_role("button", name="Edit the position reached").click()
    expect(page.locator("#line")).not_to_have_value(re.compile("hand: Bear Hug"))
    expect(page.locator("#line")).to_have_value(re.compile("discard: Bear Hug"))


def test_plays_left_and_what_happened_earlier(board):
    page = board(in_text(LINE))
    page.get_by_role("tab", name="Edit").click()
    page.get_by_label("decks, piles, stasis").check()
    page.locator("section.player", has_text="Ana").get_by_label("actions").fill("0")
    page.keyboard.press("Tab")
    expect(page.locator("#line")).to_have_value(re.compile("plays: minion"))
    page.get_by_text("Earlier this turn").click()
    page.get_by_label("What happened").select_option("destroyed")
    page.get_by_role("button", name="Choose the card").click()
    page.get_by_role("searchbox").fill("howler")
    page.locator("dialog .options button").first.click()
    expect(page.locator("#line")).to_have_value(re.compile("happened: destroyed Howler"))
    assert not page.locator(".card.wrong").count()
    page.get_by_role("tab", name="Play").click()
    expect(page.locator("#table [data-name='Bear Hug']")).not_to_have_class(re.compile("option"))


def test_nicknames_and_slips_find_a_card(board):
    page = board(in_text(LINE))
    for typed, name in (("t-rex", "King Rex"), ("leprechan", "Leprechaun"), ("cut lass", "Saucy Wench")):
        page.locator("h1").evaluate("document.activeElement.blur()")
        page.keyboard.press("/")
        page.get_by_role("searchbox").fill(typed)
        expect(page.locator("dialog .options button").first).to_contain_text(name)
        page.keyboard.press("Escape")


def test_a_situation_is_shared_as_line_markdown_file_and_picture(board):
    page = board(in_text(LINE))
    page.locator("#table [data-name='Bear Hug']").click()
    expect(page.get_by_role("button", name="Take back")).to_be_visible()
    page.get_by_role("button", name="Share").click()
    shared = page.get_by_label("Markdown for a forum", exact=True).input_value()
    assert "1. Ana: play Bear Hug" in shared
    assert "AL9K MS" in shared
    toml = page.get_by_label("Scenario file (TOML)", exact=True).input_value()
    assert tomllib.loads(toml)["steps"] == ["Ana: play Bear Hug"]
    assert "Tortuga" in page.get_by_label("Situation line", exact=True).input_value()
    with page.expect_download() as kept:
        page.get_by_role("button", name="Save the picture").click()
    assert kept.value.path().read_bytes()[:8] == b"\x89PNG\r\n\x1a\n"
    with page.expect_download() as kept:
        page.get_by_role("button", name="Save the file").click()
    assert kept.value.path().read_text(encoding="utf-8") == toml


# --- games

WATCH = """() => {
  window.unseen = [];
  window.watched = 0;
  new MutationObserver(() => {
    const first = document.querySelector("#sheet .choice, #sheet .pass, #sheet .go");
    const box = first?.getBoundingClientRect();
    const told = document.querySelector("#verdict").textContent;
    window.watched += 1;
    const end = document.querySelector("#sheet .answering");
    const reached = !end || end.getBoundingClientRect().top < innerHeight - 24;
    if (!box || box.top < 0 || box.bottom > innerHeight || !reached || document.documentElement.scrollTop || !told) window.unseen.push(told);
  }).observe(document.body, { attributeFilter: ["data-drawn"] });
}"""


def test_a_whole_game_on_a_phone_is_answered_without_scrolling(board, tmp_path):
    """Every decision begins on the screen; then the game is exported, replayed, and left at a position."""
    page = board(has_touch=True)
    page.get_by_role("tab", name="Games").tap()
    page.locator("#bot").select_option("random")
    page.get_by_role("button", name="New game").tap()
    page.wait_for_selector("body[data-game]")
    page.evaluate(WATCH)
    for _ in range(25):  # by hand, then by a bot: the page is the same
        before = page.evaluate("document.body.dataset.drawn")
        several = page.locator("#sheet .go:not([disabled])")
        (several if several.count() else page.locator("#sheet .choice, #sheet .pass").first).tap()
        page.wait_for_function("(before) => document.body.dataset.drawn !== before", arg=before)
    page.get_by_role("button", name="Let bots play on").tap()
    expect(page.locator("#verdict")).to_contain_text("The game is over", timeout=600_000)
    assert page.evaluate("window.watched") > 40
    assert page.evaluate("window.unseen") == []
    with page.expect_download() as kept:
        page.get_by_role("button", name="Export").first.tap()
    kept.value.save_as(tmp_path / "game.jsonl")
    header, log = read_game(tmp_path / "game.jsonl")
    assert header.seats[0].name == "Player"
    assert isinstance(log[-1], GameWon)
    page.get_by_role("tab", name="Games").tap()
    page.locator("input[type=file]").set_input_files(tmp_path / "game.jsonl")
    page.get_by_role("button", name="Last position").tap()
    expect(page.locator("#verdict")).to_contain_text(re.compile("wins|won"))
    page.get_by_role("button", name="Decision before").tap()
    page.get_by_label("View as").select_option("Player")
    expect(page.locator(".card.back").first).to_be_visible()
    page.get_by_role("button", name="Branch here").tap()
    expect(page.locator("#columns")).to_contain_text("HTB" if header.edition == "HTB" else header.edition)


def test_a_game_begins_by_the_default_rulebook_and_its_position_is_shared(board):
    page = board(viewport=WIDE, locale="en-US")  # a tab of its own: the page is loaded again below
    page.get_by_role("tab", name="Games").click()
    expect(page.locator("#book")).to_have_value(DEFAULT.id)
    expect(page.locator("#bot")).to_have_value("greedy")
    page.get_by_role("button", name="New game").click()
    page.wait_for_selector("body[data-game]")
    page.locator("#sheet .choice, #sheet .pass").first.click()
    expect(page.locator("#beside .turn").first).to_contain_text("Turn")
    page.get_by_role("button", name="Share").click()
    link = page.get_by_label("Link", exact=True).input_value()
    assert "hand:" in page.get_by_label("Situation line", exact=True).input_value()
    page.get_by_role("button", name="Close").click()
    page.goto("about:blank")
    page.goto(link)
    expect(page.locator("#columns")).to_contain_text("EMD")
    expect(page.locator("#table .base")).to_have_count(3)  # the engine starts first


def test_a_card_is_carried_by_finger(board):
    page = board(in_text("Tortuga: Ana Cub Scout; Ben Haunting | Tar Pits:"), has_touch=True)
    page.get_by_role("tab", name="Edit").tap()
    page.locator("[data-name='Cub Scout']").scroll_into_view_if_needed()
    card = page.locator("[data-name='Cub Scout']").bounding_box()
    spot = page.get_by_role("button", name="Add a card: Ben at Tortuga").bounding_box()
    touch = page.context.new_cdp_session(page)

    def finger(kind: str, box=None) -> None:
        points = [{"x": box["x"] + 12, "y": box["y"] + 12}] if box else []
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    finger("touchStart", card)
    page.locator(".carried").wait_for()  # the finger has rested long enough
    finger("touchMove", spot)
    finger("touchEnd")
    expect(page.locator("#line")).to_have_value(re.compile("Ben .*Cub Scout"))


class Finger:
    """One finger on a touch screen, as the browser itself gets to know of it."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.screen = page.context.new_cdp_session(page)

    def _touch(self, kind: str, at: dict[str, float] | None = None) -> None:
        self.screen.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [at] if at else []})

    def take(self, card) -> None:
        settled(self.page)
        self._touch("touchStart", point(card))
        self.page.locator(".carried").wait_for()  # the finger has rested long enough

    def let_go(self, at: dict[str, float]) -> None:
        self._touch("touchMove", at)
        self._touch("touchEnd")


def test_cards_of_the_palette_are_carried_to_a_base_and_a_minion_by_finger(board):
    page = board(in_text("Tortuga: Ana Cub Scout; Ben Haunting | Tar Pits:"), has_touch=True)
    page.get_by_role("tab", name="Edit").tap()
    finger = Finger(page)
    for typed, name, onto, line in (
        (
            "high gr",
            "High Ground",
            page.get_by_role("button", name="Add a card: Ana at Tortuga"),
            "Ana Cub Scout, High Ground;",
        ),
        ("upgrad", "Upgrade", on_table(page, "Cub Scout"), "Ana Cub Scout [Upgrade], High Ground;"),
        ("zapb", "Zapbot", on_table(page, "Haunting"), "Ben Haunting, Zapbot"),
    ):
        card = from_palette(page, typed)
        expect(card).to_contain_text(name)
        there = point(onto)
        finger.take(card)
        finger.let_go(there)
        states(page, line)
    finger.take(on_table(page, "Upgrade"))
    finger.let_go(point(page.locator(".palette input")))
    expect(on_table(page, "Upgrade")).to_have_count(0)
    page.get_by_role("button", name="Undo").tap()
    states(page, "Ana Cub Scout [Upgrade], High Ground;")


def test_a_table_that_does_not_fit_scrolls_under_a_carried_card(board):
    page = board(in_text("Tortuga: Ana Cub Scout | Tar Pits: Ben Haunting | Jungle Oasis: Ana Zapbot"), has_touch=True)
    page.get_by_role("tab", name="Edit").tap()
    finger = Finger(page)
    bases = page.locator("#table .bases")
    far = page.get_by_role("button", name="Add a card: Ana at Jungle Oasis")
    finger.take(on_table(page, "Cub Scout"))
    edge = bases.bounding_box()
    finger._touch("touchMove", {"x": edge["x"] + edge["width"] - 6, "y": edge["y"] + 90})
    expect(far).to_be_in_viewport(ratio=1)
    finger.let_go(point(far))
    states(page, "Jungle Oasis: Ana Zapbot, Cub Scout")


def test_exploring_runs_beside_the_board_and_an_outcome_can_be_played(board):
    page = board(in_text(LINE))
    page.get_by_role("button", name="Explore").click()
    expect(page.locator("#explored h3")).to_contain_text("2 outcomes by the end of turn")
    page.locator(".outcomes .choice", has_text="can't be destroyed").click()
    expect(page.get_by_role("button", name="Take back")).to_be_visible()
    expect(page.locator(".outcomes .choice")).to_have_count(2)  # the others can still be looked at
    page.locator(".outcomes .choice", has_text="Nothing else changes").click()
    page.get_by_role("tab", name="Lines").click()
    expect(page.locator(".tree .choice")).to_have_text(["Ana: play Bear Hug", "Ana: pass", "Ana: pass"])
    page.get_by_role("tab", name="Edit").click()
    page.locator("[data-name=Haunting]").click()
    page.get_by_role("button", name="+1 counter").click()
    page.get_by_role("tab", name="Play").click()
    expect(page.locator(".outcomes")).to_have_count(0)  # of another situation


def test_exploring_can_be_stopped_and_leaves_the_verdict_alone(board):
    hand = "Bear Hug, Full Sail, Cannon, Broadside, Shanghai"
    page = board(
        in_text(
            f"Tortuga: Ana Pirate King, First Mate; Ben Haunting, King Rex | Tar Pits: Ana Zapbot | Ana hand: {hand}"
        )
    )
    verdict = page.locator("#verdict").inner_text()
    explore = page.get_by_role("button", name="Explore").element_handle()
    # Both clicks come in one turn of the page: exploring may otherwise have ended before a busy machine clicks again.
    page.evaluate(
        """(explore) => {
      explore.click();
      [...document.querySelectorAll("#explored button")].find((button) => button.textContent === "Stop").click();
    }""",
        explore,
    )
    expect(page.locator("#explored")).to_have_text("Exploring was stopped.")
    expect(page.locator("#verdict")).to_have_text(verdict)
    page.get_by_role("button", name="End the turn").click()  # the engine that rules has gone on
    expect(page.get_by_role("button", name="Take back")).to_be_visible()


# --- everybody


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("viewport", [PHONE, WIDE], ids=["phone", "wide"])
def test_every_mode_is_accessible(board, accessible, viewport, scheme):
    page = board(viewport=viewport)
    page.emulate_media(color_scheme=scheme)  # in the same tab: another one would start another engine
    accessible(page)
    page.locator("#line").fill("Tortuga: Ana Cub Scout+2, Pirate King [Upgrade]; Ben Haunting | Ana hand: Bear Hug")
    page.keyboard.press("Enter")
    expect(page.locator("#table [data-name=Haunting]")).to_be_visible()
    for mode in ("Play", "Edit", "Story", "Lines", "Games"):
        page.get_by_role("tab", name=mode).click()
        accessible(page)
    page.get_by_role("tab", name="Edit").click()
    page.locator("[data-name=Haunting]").click()
    accessible(page)
    page.keyboard.press("Escape")
    page.get_by_role("button", name="+ base").click()
    accessible(page)
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Share").click()
    accessible(page)


SMALL = """() => [...document.querySelectorAll("button, input, select, a, textarea")]
  .filter((one) => one.checkVisibility())
  .map((one) => [one.outerHTML.slice(0, 120), one.closest("label") ?? one])
  .filter(([, one]) => { const box = one.getBoundingClientRect(); return box.width < 24 || box.height < 24; })
  .map(([words]) => words)"""


def test_everything_that_is_touched_is_large_enough(board):
    page = board(in_text("Tortuga: Ana Cub Scout+2, Pirate King [Upgrade]; Ben Haunting | Ana hand: Bear Hug"))
    for mode in ("Play", "Edit", "Story", "Lines", "Games"):
        page.get_by_role("tab", name=mode).click()
        assert not page.evaluate(SMALL), mode


def test_nothing_is_wider_than_the_screen(board):
    page = board(in_text(LINE), viewport={"width": 320, "height": 640})
    for mode in ("Play", "Edit", "Story", "Lines", "Games"):
        page.get_by_role("tab", name=mode).click()
        assert page.evaluate("document.documentElement.scrollWidth") <= 320, mode


# --- what goes wrong


def test_a_damaged_link_is_said_in_a_sentence(board):
    for fragment in (
        "#s=AAAA",
        "#s=%%%",
        "#t=%E0%A4",
        "#s=q1bKL0nMKUktVrKKjtVRKkotLs3JLFayMtRRKs5ILUqNyS1WsjLSUSrLTMlMVLKKjq0FAA",
    ):
        page = board(fragment)
        expect(page.locator("#said")).to_contain_text("This link is damaged")
        expect(page.get_by_role("button", name="Build your own")).to_be_visible()


def test_a_line_that_cannot_be_read_stays_to_be_mended(board):
    page = board(in_text("Tortuga: Ana Leprechan"))
    expect(page.locator("#said")).to_contain_text("did you mean Leprechaun?")
    expect(page.locator("#line")).to_have_value("Tortuga: Ana Leprechan")
    page.locator("#line").fill("Tortuga: Ana Leprechaun")
    page.keyboard.press("Enter")
    expect(page.locator("#columns")).to_contain_text("EMD")


def test_an_impossible_situation_is_marked_at_its_card(board):
    page = board(in_text('title = "x"\n[[base]]\ncard = "Tortuga"\nBen = ["Leprechan"]\n'))
    expect(page.locator("#verdict")).to_contain_text("Leprechan at Tortuga: ")
    expect(page.locator(".card.wrong")).to_contain_text("Leprechan")


def test_a_game_file_that_cannot_be_read(board, tmp_path):
    page = board()
    for name, text in (("other.json", '{"seats": "none of ours"}'), ("new.jsonl", '{"format": 99}\n'), ("x.json", "[")):
        (tmp_path / name).write_text(text)
        page.get_by_role("tab", name="Games").click()
        page.locator("input[type=file]").set_input_files(tmp_path / name)
        expect(page.locator("#said")).to_be_visible()
        assert "undefined" not in page.locator("#said").inner_text()


def test_a_record_is_replayed_through_the_eyes_of_everybody(board, tmp_path):
    page = board()
    page.get_by_role("tab", name="Games").click()
    (tmp_path / "wrong.record").write_text("player Ana: Ghosts, Robots\nplayer Ben: Pirates, Ninjas\nfirst Zoe\n")
    page.locator("input[type=file]").set_input_files(tmp_path / "wrong.record")
    expect(page.locator("#said")).to_contain_text("wrong.record, line 3: ")
    page.locator("input[type=file]").set_input_files(ROOT / "fixtures/records/friday-night.record")
    expect(page.locator("#columns")).to_contain_text("friday-night.record")
    expect(page.get_by_label("View as").locator("option")).to_have_text(["everybody at the table"])
    slider = page.get_by_label("Position", exact=True)
    box, before = slider.bounding_box(), page.locator("#verdict").inner_text()
    page.mouse.move(box["x"] + 9, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, steps=5)
    expect(page.locator("#verdict")).not_to_have_text(before)  # the table follows while the slider is held
    half = int(slider.input_value())
    page.mouse.move(box["x"] + box["width"] * 0.8, box["y"] + box["height"] / 2, steps=5)
    assert int(slider.input_value()) > half > 1  # and it is still held
    page.mouse.up()
    expect(page.locator("#recent li").first).to_be_visible()
    page.get_by_role("button", name="Last position").click()
    expect(page.locator("#verdict")).to_contain_text(re.compile("wins|won"))
    page.get_by_role("button", name="Decision before").click()
    page.get_by_role("button", name="Branch here").click()
    expect(page.locator("#columns")).to_contain_text("EMD")


def test_a_browser_that_keeps_nothing_still_plays(chromium, host):
    opened = BoardTab(chromium, host.address, viewport=PHONE, service_workers="block")
    opened.context.add_init_script(
        "Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('no', 'SecurityError'); } })"
    )
    page = opened.open()
    page.get_by_role("tab", name="Games").click()
    page.get_by_role("button", name="New game").click()
    page.wait_for_selector("#sheet .choice")
    expect(page.locator("#said")).to_contain_text("export the game to keep it")
    opened.context.close()


FULL = """() => {
  let size = 1e6;
  for (let part = 0; size >= 1; part += 1) {
    try { localStorage.setItem(`filler${part}`, "x".repeat(size)); } catch { size = Math.floor(size / 2); }
  }
}"""
NO_CACHE = """
Object.defineProperty(window, 'caches', { get() { throw new DOMException('no', 'SecurityError'); } });
Object.defineProperty(window, 'indexedDB', { get() { throw new DOMException('no', 'SecurityError'); } });
"""


def test_a_full_storage_loses_no_game(chromium, host):
    opened = BoardTab(chromium, host.address, viewport=PHONE, service_workers="block")
    opened.context.add_init_script(
        "crypto.getRandomValues = (numbers) => numbers.fill(++globalThis.seeds || (globalThis.seeds = 1));"
    )
    page = opened.open()

    def play(games: int) -> None:
        page.get_by_role("tab", name="Games").click()
        expect(page.locator("#sheet .choice")).to_have_count(games)
        page.get_by_role("button", name="New game").click()
        page.wait_for_selector("#sheet .answering")

    play(0)
    kept = page.evaluate("() => localStorage.getItem('smashup-games')")
    page.evaluate(FULL)
    play(1)
    expect(page.locator("#said")).to_contain_text(
        "has no room for another game: delete some on the Games tab, or export"
    )
    assert page.evaluate("() => localStorage.getItem('smashup-games')") == kept
    play(2)
    page.get_by_role("tab", name="Games").click()
    expect(page.locator("#sheet .choice")).to_have_count(3)  # those without room last as long as the page
    with page.expect_download() as saved:
        page.get_by_role("button", name=re.compile("^Export")).first.click()
    assert saved.value.path().stat().st_size > 1_000
    page.evaluate(
        "() => Object.keys(localStorage).filter((key) => key.startsWith('filler')).forEach((key) => localStorage.removeItem(key))"
    )
    page.get_by_role("button", name=re.compile("^Delete")).last.click()  # now the others are kept, too
    expect(page.locator("#said")).to_be_hidden()
    assert len(page.evaluate("() => JSON.parse(localStorage.getItem('smashup-games'))")) == 2
    opened.context.close()


def test_a_browser_without_room_still_rules_and_says_that_it_keeps_nothing(chromium, host):
    """The quota is the browser's own, so that whatever is written fails as it does on a full disk."""
    opened = BoardTab(chromium, host.address, viewport=PHONE)
    page = opened.page
    page.goto(f"{host.address}/index.html")  # which keeps nothing yet
    disk = opened.context.new_cdp_session(page)
    disk.send("Storage.clearDataForOrigin", {"origin": host.address, "storageTypes": "all"})
    disk.send("Storage.overrideQuotaForOrigin", {"origin": host.address, "quotaSize": 200_000})
    page = opened.open(in_text(LINE))
    expect(page.locator("#columns")).to_contain_text("EMD")
    expect(page.locator("#said")).to_contain_text(
        "could not keep the board for offline use: free some space, and reload"
    )
    page.locator("#table [data-name='Bear Hug']").click()
    expect(page.get_by_role("button", name="Take back")).to_be_visible()
    page.goto(f"{host.address}/index.html")
    page.get_by_role("button", name="Keep everything offline").click()
    expect(page.locator("#kept")).to_contain_text(
        "there may be no room in this browser. Free some space, and try again."
    )
    expect(page.get_by_role("button", name="Keep everything offline")).to_be_enabled()
    opened.context.close()


def test_a_browser_that_forbids_every_storage_still_rules(chromium, host):
    opened = BoardTab(chromium, host.address, viewport=PHONE, service_workers="block")
    opened.context.add_init_script(NO_CACHE)
    page = opened.open(in_text(LINE))
    expect(page.locator("#columns")).to_contain_text("EMD")
    opened.context.close()


def test_an_engine_that_does_not_load(chromium, host):
    opened = BoardTab(chromium, host.address, viewport=PHONE, service_workers="block")
    opened.context.route("**/smashup.zip", lambda route: route.fulfill(status=404, body=""))
    page = opened.page
    page.goto(f"{host.address}/board.html{in_text(LINE)}")
    expect(page.locator("#said")).to_contain_text("The rules engine could not be started")
    page.get_by_role("button", name="Who gets what in a tie?").click()
    expect(page.locator("#verdict")).to_contain_text("The rules engine could not be started")
    expect(page.locator("[data-name='King Rex']").first).to_be_visible()  # editing goes on
    opened.context.unroute("**/smashup.zip")
    page.get_by_role("button", name="Try again").click()
    expect(page.locator("#columns")).to_contain_text("EMD")
    opened.context.close()
