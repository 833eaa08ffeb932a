"""A game as one file: what the browser draws is what the view model says, and a seat's file holds nothing hidden."""

from __future__ import annotations

import base64
import json
import re
import zlib
from typing import Any

import msgspec
import pytest
from playwright.sync_api import expect

from adjudicator.bundled import GAMES, SCENARIOS
from adjudicator.games.labels import SEAT_MARKS
from adjudicator.rulings.comparison import put_to
from adjudicator.scenarios import load, parse, run
from adjudicator.viewer.changes import changed, plain
from adjudicator.viewer.sources import from_file, of_scenario
from adjudicator.web.replays import packed, page, runs
from core.printed.definitions import all_definitions, definition
from core.printed.editions import EDITIONS

GAME = GAMES / "emd.jsonl"


@pytest.fixture(scope="module")
def replay():
    return from_file(GAME)


@pytest.fixture(scope="module")
def file(replay, tmp_path_factory):
    written = tmp_path_factory.mktemp("replay") / "game.html"
    written.write_text(page(replay), encoding="utf-8")
    return written


def unpacked(text: str) -> Any:
    """What is packed into a page."""
    packed = re.search(r'id="game">([^<]*)<', text)
    assert packed is not None
    return json.loads(zlib.decompress(base64.b64decode(packed[1])))


def at(file, position=None):
    return file.as_uri() + ("" if position is None else f"#{position}")


def test_an_ordinary_game_is_a_small_file(file):
    assert file.stat().st_size < 450_000  # seen by a judge, a spectator and each player
    assert not re.search(r"https?://(?!www\.w3\.org/2000/svg)", file.read_text(encoding="utf-8"))


def test_the_browser_has_every_frame_exactly(tab, file, replay):
    tab.goto(at(file))
    tab.wait_for_selector(".viewer .base, .viewer .player")
    positions = [*range(1, len(replay) + 1, 37), 700, 120, 119, len(replay), 1]
    seen = tab.evaluate(
        """async (positions) => {
            const doc = await smashup.unpacked(document.getElementById("game").textContent);
            const film = new smashup.Film(doc);
            return positions.map((position) => structuredClone(film.at(position)));
        }""",
        positions,
    )
    assert seen == [plain(replay.frame(position)) for position in positions]


def test_stepping_jumping_and_deep_links(tab, file, replay, accessible):
    tab.goto(at(file, 749))
    happened = tab.locator(".happened")
    expect(happened).to_contain_text(replay.line(749).text)
    expect(tab.locator(".base")).to_have_count(3)
    expect(tab.locator(".base").first).to_contain_text("22 of 20")
    tab.keyboard.press("ArrowRight")
    tab.wait_for_url("**#750")
    expect(happened).to_contain_text(replay.line(750).text)
    tab.keyboard.press("ArrowLeft")
    tab.wait_for_url("**#749")
    tab.keyboard.press("PageUp")
    expect(happened).to_contain_text("Turn 23 (Ben)")
    tab.get_by_label("Next scoring (s)").click()
    expect(happened).to_contain_text("is about to score")
    tab.get_by_label("Go to position").fill("1")
    tab.keyboard.press("Enter")
    tab.wait_for_url("**#1")
    tab.get_by_label("Find in the story").fill("Haunted House scores")
    tab.keyboard.press("Enter")
    expect(happened).to_contain_text("Haunted House scores")
    tab.locator(".chain a").last.click()
    expect(happened).to_contain_text("is about to score")
    accessible(tab)


def test_a_page_that_holds_all_hands_switches_perspective(tab, file, replay, accessible):
    tab.goto(at(file, 749))
    tab.wait_for_selector(".viewer .base")
    name = replay.info.seats[0].name
    tab.get_by_label("View as").select_option(name)
    tab.wait_for_function("() => document.querySelectorAll('.player .facts').length > 0")
    tab.wait_for_url("**#749")
    tab.locator(".player h2", has_text=replay.info.seats[1].name).wait_for()
    seen = replay.seen_by(name).frame(749)
    assert tab.locator(".player ul button.card").count() <= sum(map(len, (player.hand for player in seen.players))) + 60
    tab.keyboard.press("f")
    tab.wait_for_function("(name) => document.querySelector('[aria-label=\"View as\"]').value !== name", arg=name)
    tab.get_by_label("First position (Home)").click()
    tab.wait_for_url("**#1")
    tab.get_by_label("Last position (End)").click()
    tab.wait_for_url(f"**#{len(replay)}")
    tab.get_by_label("Keys (?)").click()
    tab.get_by_role("dialog").wait_for()
    accessible(tab)


def test_a_page_for_one_player_holds_nothing_else(replay):
    text = page(replay.seen_by(replay.info.seats[0].name))
    assert text.count("<script type=") == 1


def test_piles_the_browser_has_never_heard_of_are_drawn(tab, file, tmp_path):
    text = file.read_text(encoding="utf-8")
    game = unpacked(text)
    (place, base), first = next(iter(frame_at(game, 749)["bases"].items())), game["first"]
    number = str(base["minions"][0])
    pile = {"heading": "the hoard", "size": 1, "cards": [int(number)]}
    added = [["piles/hoard", pile], ["players/0/piles/hoard", pile], [f"bases/{place}/piles", {"hoard": pile}]]
    game["changes"][749 - first["position"] - 1] += added
    (data,) = re.findall(r'id="game">([^<]*)<', text)
    written = tmp_path / "hoard.html"
    written.write_text(text.replace(data, packed(json.dumps(game).encode())), encoding="utf-8")
    tab.goto(at(written, 749))
    tab.wait_for_selector(".base")
    drawn = tab.locator(".viewer").inner_text().lower()
    assert drawn.count("the hoard") == 3
    assert "the hoard: 1 card" in drawn
    assert "hoard 1" in drawn


def frame_at(game: Any, position: int) -> Any:
    """Return the frame at a position of a document."""
    frame = game["first"]
    for change in game["changes"][: position - frame["position"]]:
        frame = changed(frame, change)
    return frame


def test_seats_have_the_marks_that_they_have_on_the_screen(tab, file):
    tab.goto(at(file, 749))
    tab.wait_for_selector(".player")
    assert [text[0] for text in tab.locator(".player h2").all_inner_texts()] == list(SEAT_MARKS[:2])


def test_the_text_of_a_card_is_a_click_away_and_stays_while_stepping(tab, file):
    tab.goto(at(file, 749))
    ghost = tab.get_by_role("button", name="Ghost", exact=True).first
    ghost.click()
    assert definition("ghosts/ghost").text.removeprefix("[on-play] ") in tab.locator(".text").first.inner_text()
    tab.keyboard.press("ArrowRight")
    assert ghost.get_attribute("aria-expanded") == "true"


def test_a_phone_in_the_dark_needs_no_sideways_scrolling(chromium, file, accessible):
    page = chromium.new_page(viewport={"width": 390, "height": 800}, color_scheme="dark")
    page.goto(at(file, 749))
    page.wait_for_selector(".base")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    accessible(page)
    page.close()


SECRETS = """
title = "Hands and decks that nobody shows"

[[base]]
card = "vanilla 30 4/2/1"
name = "X"
Ana = ["Ghost"]

[player.Ana]
hand = ["Spirit", "Spectre"]
deck = ["Haunting", "Incorporeal", "Across the Divide", "Seance"]

[player.Ben]
hand = ["Bear Hug", "High Ground", "Weed Eater"]
deck = ["General Ivan", "Cub Scout", "Venus Man Trap", "Bear Cavalry"]

[[step]]
Ana = "pass"

[[step]]
Ben = "play Weed Eater at X"
"""
HIDDEN = {
    "Ana": ("Across the Divide", "Séance", "Bear Hug", "High Ground", "General Ivan", "Cub Scout", "Venus Man Trap"),
    "Ben": ("Spirit", "Spectre", "Haunting", "Incorporeal", "Across the Divide", "Séance", "General Ivan"),
    "nobody": ("Spirit", "Spectre", "Haunting", "Incorporeal", "Bear Hug", "High Ground", "General Ivan", "Cub Scout"),
}


@pytest.mark.parametrize("viewer", HIDDEN)
def test_a_card_that_is_hidden_is_nowhere_in_the_file(viewer):
    outcome = run(parse(SECRETS, "secrets.toml"), "EMD")
    assert not outcome.failures
    everything = page(of_scenario(outcome, "secrets"))
    text = page(of_scenario(outcome, "secrets", viewer))
    ids = {card.name: card.id for card in all_definitions()}
    for name in HIDDEN[viewer]:
        assert name in said(everything), "it would prove nothing"
        for secret in (name, ids[name]):
            assert secret not in text
            assert secret not in said(text)


def said(text: str) -> str:
    """All that is packed into a page."""
    return json.dumps(unpacked(text), ensure_ascii=False)


def test_words_of_a_game_are_words(replay):
    nasty = "</title><script>alert(1)</script>"
    text = page(type(replay)(msgspec.structs.replace(replay.info, title=nasty), replay.log[:20]))
    assert "<script>alert" not in text
    assert "&lt;/title&gt;&lt;script&gt;alert(1)" in text


def test_books_in_which_the_same_is_seen_share_a_document():
    def of(name):
        put = put_to(load(SCENARIOS / f"{name}.toml"), tuple(EDITIONS))
        return runs((run.outcome for run in put), name)

    same = of("scoring/all-tied")
    assert len(same["documents"]) == 1
    apart = of("awesome-level-9000/ghosts/haunting-weakened")
    shown = [apart["editions"][book]["document"] for book in ("AL9K", "MS", "CND", "OOPS", "EMD")]
    assert shown[0] == shown[1] != shown[2] == shown[3] == shown[4]
