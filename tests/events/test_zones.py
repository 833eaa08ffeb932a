"""The zone table: every consumer covers every row, and a new row needs nothing else."""

from __future__ import annotations

import subprocess
import sys
from typing import get_args

import pytest

from adjudicator.scenarios.model import BaseStated, CardStated, Expect, PlayerStated, Scenario, stated_piles
from core.printed.definitions import definition, load_cards
from events.errors import SmashUpError
from events.zones import ABILITY_ZONES, ZONES, Zone, piles_of, works_in
from projections.plain_words import Words
from projections.table import Card, Seat, Site, Table

NEW_ROWS = """
from events import zones
rows = (
    zones.ZoneFacts("shelf", "seat", "holder", noun="side pile", heading="cards on the shelf",
                    source="from the shelf", where="on the shelf", key="shelf"),
    zones.ZoneFacts("pond", "base", "everyone", noun="pond", heading="in the pond", source="from the pond", key="pond",
                    in_play=True),
    zones.ZoneFacts("treasures", "table", "everyone", noun="treasure pile", heading="The treasures",
                    source="from the treasures", where="among the treasures", key="treasures"),
)
zones.ZONES.update({row.zone: row for row in rows})
zones.PLAYER_PILES |= {"shelf"}  # derived as the module is imported

from rich.console import Console
from adjudicator.cli.screen.drawing import draw_bases, draw_players, order_of, piles
from adjudicator.scenarios.from_game import scenario_text
from adjudicator.scenarios.load import parse
from adjudicator.scenarios.notation.reading import read_situation
from adjudicator.scenarios.notation.writing import situation_line
from adjudicator.scenarios.run import run
from adjudicator.viewer.changes import changed, changes, plain
from adjudicator.viewer.drawing import draw, situation_text
from adjudicator.viewer.frames import frame_of
from adjudicator.web.pages import environment
from projections.copies import copied
from projections.difference import standing, table_diff
from projections.equivalence import digest
from projections.plain_words import Words
from projections.view import View

TEXT = '''
title = "Two new piles"
treasures = ["vanilla 5"]
[[base]]
card = "vanilla 20 4/2/1"
name = "X"
pond = { Ben = ["vanilla 7"] }
[player.Ana]
shelf = ["vanilla 3", "vanilla 4"]
[expect]
shelf = { Ana = ["vanilla 3", "vanilla 4"] }
treasures = ["vanilla 5"]
pond = { X = { Ben = ["vanilla 7"] } }
'''
outcome = run(parse(TEXT), "EMD")
assert not outcome.failures, outcome.failures
game = outcome.game
table, name = game.table, lambda id: id
assert [len(table.seats[0].piles["shelf"]), len(table.piles["treasures"])] == [2, 1]
again = copied(table)
again.seats[0].piles["shelf"].pop()
assert len(table.seats[0].piles["shelf"]) == 2
assert [one.what for one in table_diff(table, again, name)] == ["Ana's cards on the shelf"]
assert "The treasures" in standing(table, name)
mine, theirs = View(0, game.log).table, View(1, game.log).table
assert all(mine.seats[0].piles["shelf"]) and not any(theirs.seats[0].piles["shelf"])
assert all(theirs.piles["treasures"])
card = table.cards[table.seats[0].piles["shelf"][0]]
assert Words(table, name).where(card) == "on the shelf"
text = scenario_text(game.log)
assert "shelf = [" in text and "treasures = [" in text
assert not run(parse(text), "EMD").failures

# A situation in one line.
line = situation_line(parse(TEXT))
assert "treasures: 5" in line and "Ben pond: 7" in line, line
assert situation_line(read_situation(line).scenario) == line

# Equivalence: two cards that exchange their zones make another position, two equal cards do not.
def exchanged(one, other):
    twin = copied(table)
    twin.cards[one].zone, twin.cards[other].zone = twin.cards[other].zone, twin.cards[one].zone
    return digest(twin)

three, four = table.seats[0].piles["shelf"]
assert exchanged(three, four) == digest(table) != exchanged(three, table.piles["treasures"][0])

# The view model, for a judge and for the other player, and everything that draws it.
frame, hidden = frame_of(table), frame_of(table, View(1, game.log))
assert [frame.card(one).name for one in frame.players[0].piles["shelf"].cards] == ["vanilla 3", "vanilla 4"]
assert hidden.players[0].piles["shelf"].cards == (0, 0)
assert changed(plain(hidden), changes(plain(hidden), plain(frame))) == plain(frame)
console = Console(width=100)
with console.capture() as captured:
    console.print(draw(frame, 100, "EMD"))
assert all(words in captured.get() for words in ("shelf 2", "The treasures: 1 card", "▪ vanilla 7")), captured.get()
stated = situation_text(frame, 100)
assert all(words in stated for words in ("cards on the shelf: vanilla 3", "The treasures: 1 card", "▪ vanilla 7")), stated
lines = "\\n".join(line.plain for line in (*draw_bases(frame, 100, 0).lines, *draw_players(frame, 100, 0, ()).lines))
assert "shelf 2: vanilla 3" in lines and "vanilla 7" in lines, lines
(base,) = frame.bases.values()
assert set(base.piles["pond"].cards) <= set(order_of(frame, ()))
listed = [line.plain for line, _ in piles(frame)]
assert "▲ Ana's cards on the shelf: 2" in listed and "The treasures: 1" in listed, listed
page = environment().get_template("board.html").module.board(frame)
assert all(words in page for words in ("cards on the shelf: vanilla 3, vanilla 4", "The treasures: 1 card", "vanilla 7"))
"""


def test_each_zone_has_one_row() -> None:
    assert tuple(ZONES) == get_args(Zone)
    assert all(zone == row.zone and row.noun and row.heading and row.source for zone, row in ZONES.items())


def test_every_pile_is_held_as_declared() -> None:
    for holder, held in (("table", Table().piles), ("seat", Seat("Ana").piles), ("base", Site(1, 1).piles)):
        assert tuple(held) == tuple(row.zone for row in piles_of(holder))  # type: ignore[arg-type]
    card = Card(1, "", 0, 0, "hand")
    assert all(getattr(card, row.zone) == [] for row in piles_of("card"))


def test_every_pile_can_be_stated_and_expected() -> None:
    for holder, kind in (("table", Scenario), ("seat", PlayerStated), ("base", BaseStated), ("card", CardStated)):
        keys = {row.key for row in stated_piles(holder)}  # type: ignore[arg-type]
        assert keys <= set(kind.__struct_fields__)
        assert keys <= set(Expect.__struct_fields__)
    assert {row.zone for row in ZONES.values() if row.pile and not row.key} == {"aside", "resolving", "duelling"}


def test_every_zone_has_a_description() -> None:
    words = Words(Table(seats=[Seat("Ana")]), str)
    for zone in ZONES:
        assert words.pile(zone, 0).startswith("Ana's ")
        assert words.source(zone)
    assert all(works_in(zone) for zone in ("play", "hand", "discard", "stasis", "buried", "revealed"))
    assert {"play", "revealed", "lasting", *ZONES} == ABILITY_ZONES


def test_a_misspelled_zone_of_an_ability_is_refused_as_the_card_loads() -> None:
    load_cards()
    with pytest.raises(SmashUpError, match=r"hannd.*hand"):
        definition("ghosts/ghost").on_your_turn(zone="hannd")(lambda me: iter(()))  # type: ignore[arg-type]


def test_a_new_row_is_all_that_a_new_pile_needs() -> None:
    """New piles of a player, a base and the table need no other code.

    They are held, copied, hidden, compared, told, stated, expected, read back, and drawn by every renderer.
    """
    ended = subprocess.run([sys.executable, "-c", NEW_ROWS], capture_output=True, text=True, check=False)
    assert not ended.returncode, ended.stderr
