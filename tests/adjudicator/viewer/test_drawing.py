"""Frames drawn as text: they show what the viewer may know, at any width."""

from __future__ import annotations

import io
import subprocess
import sys

import pytest
from rich.console import Console

from adjudicator.games.narration import Narration
from adjudicator.games.option_words import answer_in_words, options_in_words
from adjudicator.viewer.drawing import draw
from adjudicator.viewer.frames import frame_of
from core.engine.game import RandomChance
from core.engine.power import breakpoint_of, power, total_powers
from core.players.bots import RandomBot
from core.printed.definitions import definition
from core.rules.replay import new_game
from core.rules.setup import game_begun
from events.questions import Main
from events.vocabulary import Buried, CountersChanged
from projections.table import fold
from projections.view import View

PAIRS = [("bear-cavalry", "ghosts"), ("killer-plants", "steampunks")]


@pytest.fixture(scope="module")
def game():
    """A game that has gone on for a while, with cards on bases and on minions, at a main decision."""
    game = new_game(game_begun(["Ana", "Ben"], PAIRS), chance=RandomChance(5))
    bot = RandomBot(5)
    for _ in range(400):
        table = game.table
        attached = any(card.zone == "attached" for card in table.cards.values())
        if table.turn > 8 and attached and isinstance(game.question, Main) and game.question.options:
            break
        game.answer(table.asked, bot.answer(game))
    return game


def drawn(board, width: int = 80) -> str:
    paper = io.StringIO()
    Console(file=paper, width=width, color_system=None).print(draw(board, width, "EMD"))
    return paper.getvalue()


def test_numbers_are_those_of_the_rules(game):
    frame = frame_of(game.table)
    for site in frame.places:
        base = frame.bases[str(site)]
        assert base.breakpoint == breakpoint_of(game, site)
        assert list(base.totals) == total_powers(game, site)
        for minion in base.minions:
            assert frame.card(minion).power == power(game, game.card(minion))


def test_a_view_sees_what_lies_open_and_its_own_hand(game):
    whole = frame_of(game.table)
    for seat in (0, 1):
        seen = frame_of(game.table, View(seat, game.log))
        for one, other in zip(seen.bases.values(), whole.bases.values(), strict=True):
            assert seen.card(one.card).name == whole.card(other.card).name
            assert one.totals == other.totals
        mine, theirs = seen.players[seat], seen.players[1 - seat]
        assert [seen.card(card).name for card in mine.hand] == [
            whole.card(card).name for card in whole.players[seat].hand
        ]
        assert not any(seen.card(card).id for card in theirs.hand)
        assert len(theirs.hand) == len(whole.players[1 - seat].hand)
        assert seen.decision is not None
        assert bool(seen.decision.prompt) == (seat == game.table.asked)


def test_a_view_does_not_change_with_what_it_does_not_see(game):
    """Other faces for the cards in the other's hand and in the decks: the same board."""
    seen = frame_of(game.table, View(0, game.log))
    exchanged = fold(game.log)
    for number in (*exchanged.seats[1].hand, *exchanged.seats[0].deck):
        exchanged.cards[number].definition = "steampunks/zeppelin"
    assert frame_of(exchanged, View(0, game.log)) == seen


@pytest.mark.parametrize("width", [40, 60, 80, 100, 132, 200])
def test_every_width(game, width):
    picture = drawn(frame_of(game.table), width)
    assert max(len(line) for line in picture.splitlines()) <= width
    for base in game.table.sites.values():
        name = definition(game.table.cards[base.base].definition).name
        assert name.split()[0] in picture
    for seat in game.table.seats:
        assert f"{seat.victory_points} VP" in picture


def test_what_is_on_it(game):
    picture = drawn(frame_of(game.table), 200)
    for card in game.table.cards.values():
        if card.zone in ("minions", "actions", "attached"):
            assert definition(card.definition).name in picture
    assert f"Turn {game.table.turn}" in picture
    assert "Play Cards" in picture
    assert f"{game.table.seats[game.table.asked].name} decides. " in picture


def test_counters_and_buried_cards(game):
    table = fold(game.log)
    minion = table.minions()[0]
    table.apply(CountersChanged(position=table.position + 1, card=minion.number, amount=2))
    buried = table.seats[1].hand[0]
    table.apply(Buried(position=table.position + 1, card=buried, site=minion.site, source="hand", seat=1))
    board = frame_of(table)
    assert [board.card(number).controller for number in board.bases[str(minion.site)].piles["buried"].cards] == [1]
    picture = drawn(board, 120)
    assert "+2●" in picture
    assert "1 buried" in picture


def test_an_empty_table():
    game = new_game(game_begun(["Ana", "Ben"]), chance=RandomChance(1))
    assert "Setting up" in drawn(frame_of(game.table))


def test_the_madness_deck_where_there_is_one(game):
    mad = new_game(game_begun(["Ana", "Ben"], [("innsmouth", "ghosts"), PAIRS[1]]), chance=RandomChance(5))
    assert (
        frame_of(mad.table).piles["madness"].size == frame_of(mad.table, View(0, mad.log)).piles["madness"].size == 30
    )
    assert "Madness deck: 30 cards" in drawn(frame_of(mad.table))
    assert "Madness" not in drawn(frame_of(fold(game.log[:1])))


class TestWords:
    def test_options_and_answers(self, game):
        words = options_in_words(game)
        assert len(words) == len(game.question.options)
        assert all(word.startswith(("play ", "use ")) for word in words)
        assert answer_in_words(game, ()) == "pass"
        assert answer_in_words(game, game.question.options[:1]) in words[0]

    def test_the_player_who_is_asked_sees_the_same(self, game):
        view = View(game.table.asked, game.log)
        assert options_in_words(game, view) == options_in_words(game)
        assert answer_in_words(game, game.question.options[:1], view) == answer_in_words(
            game, game.question.options[:1]
        )


class TestTelling:
    def test_a_viewer_who_sees_everything_gets_every_event(self, game):
        lines = Narration().lines(game.log)
        assert [line.position for line in lines] == [event.position for event in game.log]

    def test_a_seat_is_not_told_what_it_may_not_know(self, game):
        lines = Narration(View(0)).lines(game.log)
        told = {line.position for line in lines}
        for event in game.log:
            private = type(event).__name__ in ("Asked", "Answered") and event.seat == 1
            assert (event.position in told) != private, event
        drawn = [line.text for line in lines if line.event == "drawn" and line.text.startswith("Ben")]
        assert drawn
        assert all(":" not in text for text in drawn)


PATH_OF_THE_RULES = """
import sys
import adjudicator.rulings.comparison, adjudicator.rulings.explore, adjudicator.rulings.ruling
import adjudicator.viewer.document, adjudicator.viewer.frames, adjudicator.viewer.sources, adjudicator.web.replays
import adjudicator.games.controller
print(*sorted(name for name in ("rich", "textual", "typer") if name in sys.modules))
"""


def test_ruling_and_making_frames_need_nothing_that_draws():
    finished = subprocess.run([sys.executable, "-c", PATH_OF_THE_RULES], capture_output=True, text=True, check=True)
    assert finished.stdout.split() == []
