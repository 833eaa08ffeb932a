"""The reference as pages: every link leads somewhere, from both ends, and nothing that is written in a file is markup."""

from __future__ import annotations

import html
import json
import re
import shutil
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest
from playwright.sync_api import expect

from adjudicator.bundled import SCENARIOS
from adjudicator.messages import Engine
from adjudicator.messages.model import ReadRequest
from adjudicator.rulebooks.errata import errata
from adjudicator.rulebooks.golden_traces import golden_file
from adjudicator.web.pages import NoSuchPage, Pages
from adjudicator.web.reference import Reference, stretches
from adjudicator.web.site import LIST, write_site
from adjudicator.web.wasm import build
from core.printed.definitions import definition
from events.errors import SmashUpError
from tests.adjudicator.web.conftest import Host

FEW = ("scoring/all-tied", "awesome-level-9000/ghosts/haunting-weakened", "playing/talent-lost")
NASTY = '<script>alert("x")</script> & </script>'


@pytest.fixture(scope="module")
def scenarios(tmp_path_factory):
    """A few scenarios with their traces, and one whose words look like markup."""
    folder = tmp_path_factory.mktemp("scenarios")
    for name in FEW:
        for file in (SCENARIOS / f"{name}.toml", golden_file(SCENARIOS / name)):
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(file, (folder / name).with_name(file.name))
    text = (SCENARIOS / "scoring/all-tied.toml").read_text(encoding="utf-8")
    nasty = text.replace("If all players tie, all get the VP for first place", NASTY.replace('"', '\\"'))
    (folder / "scoring/nasty.toml").write_text(f"question = '{NASTY}'\n{nasty}", encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def site(scenarios, tmp_path_factory):
    folder = tmp_path_factory.mktemp("site") / "reference"
    write_site(folder, scenarios=scenarios)
    return folder


class Links(HTMLParser):
    """All links of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag, attrs):
        self.found += [value for key, value in attrs if key in ("href", "src", "action") and value]


def links_of(page: Path) -> list[str]:
    parser = Links()
    parser.feed(page.read_text(encoding="utf-8"))
    return parser.found


def test_every_link_is_relative_and_leads_to_a_file(site):
    pages = list(site.rglob("*.html"))
    assert len(pages) > 700
    broken = [
        (page.relative_to(site).as_posix(), link)
        for page in pages
        for link in set(links_of(page))
        if not link.startswith(("#", "data:"))
        and (urlsplit(link).scheme or not (page.parent / unquote(urlsplit(link).path)).is_file())
        and page.name != "404.html"
    ]
    assert not broken
    # A host sends this one for any address, so its links begin at the root of the host.
    missing = [
        link
        for link in links_of(site / "404.html")
        if not link.startswith(("#", "data:")) and not link.endswith("missing.js")  # which is looked for everywhere
    ]
    assert all(link.startswith("/") and (site / link[1:]).is_file() for link in missing)


def test_a_missing_page_leads_back_to_wherever_the_site_is_hosted(scenarios):
    page = Pages(Reference(scenarios), hosted="/smashup/").render("404.html")
    assert 'href="/smashup/rules/index.html"' in page
    assert 'href="/rules' not in page


@pytest.mark.parametrize("address", ["nothing.html", "rules/nothing.html", "rulings/no/such/ruling.html"])
def test_a_missing_page_finds_the_site_wherever_it_is_hosted(chromium, site, tmp_path, address):
    (tmp_path / "some").mkdir()
    (tmp_path / "some/path").symlink_to(site)
    host = Host(tmp_path, missing=site / "404.html")
    page = chromium.new_page()
    page.goto(f"{host.address}/some/path/{address}")
    page.wait_for_selector("html[data-root$='/some/path/']")
    page.wait_for_function("() => getComputedStyle(document.querySelector('header.site')).display === 'flex'")
    page.locator("main").get_by_role("link", name="rules").click()
    expect(page.locator("h1")).to_have_text("Rules")
    page.goto(f"{host.address}/some/path/{address}")
    page.locator("#q").fill("haunting")
    page.keyboard.press("Enter")
    expect(page).not_to_have_title(re.compile("404"))
    assert "/some/path/" in page.url
    page.close()
    host.stop()


def test_a_missing_page_lists_what_its_address_may_mean(chromium, site, tmp_path):
    (tmp_path / "path").symlink_to(site)
    host = Host(tmp_path, missing=site / "404.html")
    page = chromium.new_page()
    page.goto(f"{host.address}/path/cards/affecting-a-card.html")
    expect(page.locator("#suggested a").first).to_have_text("Affecting a card")
    expect(page.locator("#results")).to_be_hidden()  # nothing lies over what the page says
    page.locator("#suggested a").first.click()
    expect(page.locator("h1")).to_have_text("Affecting a card")
    page.goto(f"{host.address}/path/%E0%A4")
    expect(page.locator("h1")).to_have_text("There is no such page")
    page.close()
    host.stop()


def test_rules_rulings_and_cards_are_linked_from_both_ends(site):
    ruling = "rulings/awesome-level-9000/ghosts/haunting-weakened.html"
    for other in ("rules/term.affect.html", "cards/ghosts/haunting.html", "cards/killer-plants/sleep-spores.html"):
        assert f"../../../{other}" in links_of(site / ruling)
        assert any(link.endswith(ruling) for link in links_of(site / other)), other


def test_a_ruling_says_where_the_editions_disagree(site):
    page = (site / "rulings/awesome-level-9000/ghosts/haunting-weakened.html").read_text(encoding="utf-8")
    assert "Haunting has 6 power: 3 printed, +3 Haunting." in page
    assert "Where CND OOPS EMD HTB differ from AL9K MS" in page
    assert "HTB is cited from the Half the Battle rulebook, as compiled by the community." in page


def test_rules_stand_in_the_order_of_the_books(site):
    page = (site / "rules/index.html").read_text(encoding="utf-8")
    headings = re.findall(r"<h2[^>]*>([^<]+)", page)
    assert headings[:3] == ["Setting up", "The turn", "Resolving abilities"]


def test_every_rule_stands_below_a_subject_in_words(site):
    headings = re.findall("<h2>(.*?)</h2>", (site / "rules/index.html").read_text(encoding="utf-8"))
    assert {"Titans", "Attachments", "Big Base"} <= set(headings)
    assert [heading for heading in headings if not (heading[0].isupper() or heading[0] == "+")] == []


def test_rulings_and_cards_open_on_the_board(site):
    for name in ("rulings/scoring/all-tied.html", "cards/ghosts/haunting.html", "cards/base/tortuga.html"):
        [link] = {link for link in links_of(site / name) if "board.html#t=" in link}
        read_text = unquote(urlsplit(link).fragment.removeprefix("t="))
        assert Engine().answer(ReadRequest(text=read_text))


def test_words_that_look_like_markup_are_words(site):
    page = (site / "rulings/scoring/nasty.html").read_text(encoding="utf-8")
    assert "<script>alert" not in page
    assert "&lt;script&gt;alert(&#34;x&#34;)" in page
    index = (site / "static/index.js").read_text(encoding="utf-8")
    assert "</script>" not in index


def test_the_search_index_is_a_script_that_holds_everything(site):
    text = (site / "static/index.js").read_text(encoding="utf-8")
    entries = json.loads(text.removeprefix("window.smashupIndex = ").removesuffix(";\n"))["items"]
    assert all((site / f"{kind}s/{id}.html").is_file() for kind, id, *_ in entries if kind != "glossary")
    assert {kind for kind, *_ in entries} == {"rule", "card", "faction", "ruling", "glossary"}
    assert len(list((site / "rules").glob("*.html"))) - 1 == sum(kind == "rule" for kind, *_ in entries)


def test_a_card_page_shows_questions_answers_and_where_editions_differ(site):
    page = (site / "cards/ghosts/haunting.html").read_text(encoding="utf-8")
    assert "The editions differ: AL9K MS | CND OOPS EMD" in page


def test_a_card_page_shows_its_printings_side_by_side(site):
    first = (site / "cards/ghosts/make-contact.html").read_text(encoding="utf-8")
    later = (site / "cards/ghosts/make-contact@2026.html").read_text(encoding="utf-8")
    texts = [definition(id).text for id in ("ghosts/make-contact", "ghosts/make-contact@2026")]
    for page in (first, later):
        table = html.unescape(page.partition("<th>Printing</th>")[2].partition("</table>")[0])
        sentences = [words.strip() for text in texts for words in re.split(r"\[[a-z-]+\]", text)]
        assert all(words in table for words in ("ghosts@2026", "the text", *sentences))
    assert "<th>Printing</th>" not in (site / "cards/ghosts/haunting.html").read_text(encoding="utf-8")


def test_made_again_nothing_is_touched_and_what_is_gone_is_removed(site, scenarios, tmp_path):
    again = tmp_path / "again"
    shutil.copytree(site, again)
    fewer = tmp_path / "fewer"
    shutil.copytree(scenarios, fewer)
    (fewer / "scoring/nasty.toml").unlink()
    (again / "mine.txt").write_text("not of the site")
    (tmp_path / "outside.html").write_text("not of the site")
    (again / LIST).open("a").write("../outside.html\n")
    done = write_site(again, scenarios=fewer)
    assert done.removed == 2  # the page, and what is stepped through there
    assert not (again / "rulings/scoring/nasty.html").exists()
    assert (again / "mine.txt").exists()
    assert (tmp_path / "outside.html").exists()
    assert 0 < done.written < 10  # the pages that linked it: its folder, its rule, the list, the index, home
    assert write_site(again, scenarios=fewer).written == 0


def test_built_twice_a_site_is_the_same_wherever_its_sources_lie(site, scenarios, tmp_path):
    elsewhere = shutil.copytree(scenarios, tmp_path / "elsewhere")
    write_site(tmp_path / "again", scenarios=elsewhere)
    files = {file.relative_to(site) for file in site.rglob("*") if file.is_file()}
    assert files == {file.relative_to(tmp_path / "again") for file in (tmp_path / "again").rglob("*") if file.is_file()}
    assert [
        name for name in sorted(files) if (site / name).read_bytes() != (tmp_path / "again" / name).read_bytes()
    ] == []


def test_a_changed_ruling_does_not_build_the_engine_again(tmp_path, monkeypatch):
    built: list[Path] = []
    monkeypatch.setattr(build, "_built", lambda folder, pins: built.append(folder) or {"smashup.zip": b"engine"})
    before = build.build_engine(tmp_path)
    assert build.build_engine(tmp_path) == before
    monkeypatch.setattr(build, "search_index", lambda: b"another index")
    after = build.build_engine(tmp_path)
    assert len(built) == 1
    assert after[build.SEARCH] == b"another index"
    assert after["smashup.zip"] == before["smashup.zip"]
    assert after["version.txt"] != before["version.txt"]  # what a browser keeps may have the old index in it


def test_a_rebuild_makes_only_what_its_sources_have_changed(site, scenarios, tmp_path, monkeypatch):
    again, changed = tmp_path / "again", tmp_path / "changed"
    shutil.copytree(site, again)
    shutil.copytree(scenarios, changed)
    rendered: list[str] = []
    render = Pages.render

    def noted(pages: Pages, path: str) -> str:
        rendered.append(path)
        return render(pages, path)

    monkeypatch.setattr(Pages, "render", noted)
    write_site(again, scenarios=scenarios)
    assert not rendered
    (again / "rules/term.affect.html").write_text("altered by somebody")
    assert write_site(again, scenarios=scenarios).written == 1
    assert rendered == ["rules/term.affect.html"]
    file = changed / "scoring/all-tied.toml"
    file.write_text(file.read_text(encoding="utf-8").replace('title = "', 'title = "Once more: ', 1), encoding="utf-8")
    rendered.clear()
    write_site(again, scenarios=changed)
    rulings = {path for path in rendered if path.startswith("rulings/") and not path.endswith("index.html")}
    assert rulings == {"rulings/scoring/all-tied.html", "rulings/scoring/all-tied.js"}
    assert "Once more" in (again / "rulings/index.html").read_text(encoding="utf-8") + (
        again / "rulings/scoring/index.html"
    ).read_text(encoding="utf-8")


def test_a_folder_with_other_files_is_left_alone(tmp_path):
    (tmp_path / "letter.txt").write_text("dear all")
    with pytest.raises(SmashUpError, match="contains other files"):
        write_site(tmp_path)


def test_a_page_that_is_not_there(scenarios):
    with pytest.raises(NoSuchPage, match="There is no page"):
        Pages(Reference(scenarios)).render("../secret.html")


def test_a_rule_changes_where_the_editions_disagree():
    rule = Reference().rules["term.affect"]
    assert [stretch.books for stretch in stretches(rule)] == [["AL9K", "MS"], ["CND"], ["OOPS"], ["EMD"], ["HTB"]]


def test_a_span_begins_with_the_first_book_that_says_it():
    rules = Reference().rules
    assert [stretch.first for stretch in stretches(rules["duel.reveal"])] == ["OOPS"]
    assert [stretch.first for stretch in stretches(rules["score.ties"])] == ["AL9K"]
    page = Pages(Reference()).render("rules/duel.reveal.html")
    assert "Unchanged in all" not in page
    assert "Unchanged since 2018" in page


def test_errata_are_of_cards_that_there_are():
    assert len(errata()) > 100
    assert all(definition(id).id == id for id in errata())


def test_pages_load_nothing_from_elsewhere(site):
    for page in (*site.rglob("*.html"), *filter(Path.is_file, site.glob("static/**/*"))):
        assert not re.search(r"https?://(?!www\.w3\.org/2000/svg)", page.read_text(encoding="utf-8")), page


# --- in a browser


def test_searching_from_a_file(tab, site, accessible):
    tab.goto((site / "index.html").as_uri())
    accessible(tab)
    tab.goto((site / "search.html").as_uri() + "?q=affecting%20a%20card")
    tab.wait_for_selector("#results a")
    assert "Affecting a card" in tab.locator("#results a").all_inner_texts()[:3]
    accessible(tab)
    tab.get_by_role("link", name="Affecting a card").click()
    expect(tab.locator("h1")).to_have_text("Affecting a card")
    accessible(tab)


def test_searching_as_you_type_on_any_page(tab, site, accessible):
    tab.goto((site / "cards/ghosts/haunting.html").as_uri())
    tab.keyboard.press("/")
    tab.keyboard.type("affecting a card")
    tab.locator("#results a", has_text="Affecting a card").wait_for()
    accessible(tab)
    tab.keyboard.press("Escape")
    expect(tab.locator("#results")).to_be_hidden()
    tab.keyboard.type("s")
    tab.locator("#results a").first.wait_for()
    first = tab.locator("#results a").first.inner_text()
    tab.keyboard.press("ArrowDown")
    tab.keyboard.press("Enter")
    tab.wait_for_url(re.compile("/(rules|rulings|cards|factions)/"))
    tab.locator("h1", has_text=first).wait_for()


PAGES = (
    "404.html",
    "books/EMD.html",
    "books/index.html",
    "cards/base/tortuga.html",
    "cards/index.html",
    "factions/ghosts.html",
    "factions/index.html",
    "rules/index.html",
    "rules/term.affect.html",
    "rulings/index.html",
    "rulings/scoring/all-tied.html",
    "rulings/scoring/index.html",
    "sets/core-set.html",
)


@pytest.mark.parametrize("page", PAGES)
def test_every_kind_of_page_is_accessible(tab, site, accessible, page):
    text = (site / page).read_text(encoding="utf-8")
    tab.set_content(text) if page == "404.html" else tab.goto(
        (site / page).as_uri().replace("board.html", "index.html")
    )
    accessible(tab)


def test_from_a_card_to_a_ruling_stepped_through_to_its_rule(tab, site, accessible):
    tab.goto((site / "cards/ghosts/haunting.html").as_uri())
    accessible(tab)
    tab.get_by_role("link", name="Whether Sleep Spores").click()
    accessible(tab)
    tab.get_by_role("button", name="Open the table").click()
    tab.wait_for_selector(".viewer .base")
    power = tab.locator(".base .power").first
    expect(power).to_have_text(re.compile(r"3\s*6"))
    tab.get_by_label("Rulebook").select_option("AL9K")
    expect(power).to_have_text(re.compile(r"3\s*5"))
    accessible(tab)
    tab.goto((site / "rulings/scoring/all-tied.html").as_uri() + "#EMD.15")
    tab.wait_for_selector(".viewer .base")
    tab.get_by_label("Next scoring (s)").click()
    tab.locator(".why summary a").click()
    expect(tab.locator("h2", has_text="What the books say")).to_have_count(1)
    assert "/rules/" in tab.url
