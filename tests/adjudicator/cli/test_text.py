"""Text from outside is text: never markup, never an order to the terminal."""

import os
import re
from io import StringIO
from pathlib import Path
from xml.etree import ElementTree

import pytest

from adjudicator.cli.output import PlainConsole, plain, styled
from adjudicator.scenarios.checking import Checked, junit
from adjudicator.scenarios.load import parse
from core.rules.setup import game_begun
from events.errors import SmashUpError
from events.store import open_store
from events.vocabulary import Asked

ROOT = Path(__file__).parents[3]

BAD_NAMES = [
    "",
    "  ",
    "x" * 61,
    "Ana\x1b[31m",
    "Ana\n",
    "a\u202eb",
    "a\u2066b",
    "12",
    "1e3",
    "٣",
    "\u3164\u2800",
    "all",
    "Nobody",
    "\ud800",
    "a\tb",
]


@pytest.mark.parametrize("name", BAD_NAMES)
def test_nobody_can_be_called_that(name):
    with pytest.raises(SmashUpError) as refused:
        game_begun([name, "Ben"], [("ghosts", "steampunks"), ("bear-cavalry", "killer-plants")])
    assert plain(str(refused.value)) == str(refused.value)
    assert len(str(refused.value)) < 200


@pytest.mark.parametrize("names", [("Ana", "ana"), ("JOSÉ", "José"), ("Straße", "STRASSE")])
def test_no_two_are_alike_but_for_case(names):
    with pytest.raises(SmashUpError, match="Two players have the same name"):
        game_begun(names, [("ghosts", "steampunks"), ("bear-cavalry", "killer-plants")])


def test_names_of_the_world_are_names(smashup, tmp_path, db):
    made = smashup.json("new", "José", "李", "--id", "world", "--title", "[/] [ongoing] 50 % $(x)")
    assert made["title"] == "[/] [ongoing] 50 % $(x)"
    assert "José" in smashup("show", "world", "--seat", "李")
    assert "[/] [ongoing]" in smashup("games")
    played = smashup.json("branch", "world", made["events"], "--finish", "--bots", "random")["id"]
    with open_store(db) as store:
        quiet = [event.position for event in store.read(played) if isinstance(event, Asked) and event.quiet]
    written = smashup("scenario", "from-game", played, "--at", quiet[8])
    scenario = tmp_path / "world.toml"
    scenario.write_text(written, encoding="utf-8")
    assert smashup("check", scenario, "--update", "--jobs", 1)
    assert "José" in smashup("ask", scenario)


@pytest.mark.parametrize("title", ["bad \x1b]0;x\x07", "a\u202eb", "x" * 201, "two\nlines"])
def test_titles_are_checked_where_games_are_made(smashup, games, title):
    assert "A title has" in smashup.refused("new", "Ana", "Ben", "--title", title)
    assert "A title has" in smashup.refused("branch", games[0], 18, "--title", title)


def test_a_scenario_is_checked_when_it_is_read(tmp_path, smashup):
    for wrong, field in (
        ('seats = ["Ana", "ANA"]', "seats"),
        ('seats = ["Ana", "2"]', "seats"),
        ('title = " "', "title"),
    ):
        text = wrong if wrong.startswith("title") else f'title = "t"\n{wrong}'
        with pytest.raises(SmashUpError, match=f": {field}: ") as refused:
            parse(text, "x.toml")
        assert str(refused.value).startswith("x.toml:")
    binary = tmp_path / "binary.toml"
    binary.write_bytes(b'title = "\xff\xfe"\n')
    assert "not a text file in UTF-8" in smashup.refused("ask", binary)


def test_a_file_whose_name_is_no_text(smashup, tmp_path):
    file = tmp_path / os.fsdecode(b"no\xfftext.toml")
    file.write_bytes(b'title = "\xff"\n')
    (checked,) = smashup.json("check", file, "--jobs", 1, exit_code=1)
    assert checked["path"].endswith("no?text.toml")


MARKED = """
title = "[/] [ongoing] [bold]t[/bold] [link=x]"
question = "[/b]?"
note = "[/i] [red]"

[[base]]
card = "vanilla/base-20-4-2-1"

[player.Ana]
hand = ["vanilla/3"]

[[step]]
Ana = "play vanilla/3"
note = "[/x]"
"""


@pytest.mark.parametrize("command", [("ask",), ("ask", "--all-editions"), ("explore",), ("check",)])
def test_markup_in_a_scenario_is_only_text(smashup, tmp_path, command):
    file = tmp_path / "marked.toml"
    file.write_text(MARKED)
    result = smashup.result(command[0], file, *command[1:], exit_code=0)
    assert "Traceback" not in result.output
    if command[0] == "ask":
        assert "[ongoing]" in result.output


def test_everything_printed_loses_what_a_terminal_obeys():
    page = StringIO()
    paper = PlainConsole(file=page, width=60)
    for words in ("a\x1b[2Jb\x07", "a\u202eb", "\x9b31mred", styled("[bold]{}[/]", "[x]\x1b]0;t\x07")):
        paper.print(words)
    assert page.getvalue() == "a[2Jb\nab\n31mred\n[x]]0;t\n"


def test_no_markup_is_put_around_data():
    """`styled` takes data as it is; an f-string would let it be read as markup."""
    marked = re.compile(r"""f(["']).*?\[(?:bold|dim|italic|red|green|yellow)\b.*?\1""")
    for file in (ROOT / "adjudicator").rglob("*.py"):
        assert not marked.search(file.read_text(encoding="utf-8")), f"{file}: markup in an f-string"


def test_results_are_xml_whatever_failed():
    result = Checked(
        path="a/b.toml", title="t", editions=("EMD",), failures=("\x1b[1m < \ufffe \x00 José",), diff="", seconds=0.1
    )
    (case,) = ElementTree.fromstring(junit([result]).encode()).findall("testcase")
    failure = case.find("failure")
    assert failure is not None
    assert failure.get("message") == "[1m <   José"
