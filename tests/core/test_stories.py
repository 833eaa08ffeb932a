"""The games described in docs/TOUR.md really play out as told there."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

from adjudicator.rulebooks.catalogue import rulebooks
from core.engine.game import Game, RandomChance
from core.engine.power import total_powers
from core.players.bots import make_bot
from core.printed.editions import EDITIONS
from core.rules.replay import resume
from core.rules.turn import madness_of
from events.questions import NO, YES, Sites
from events.vocabulary import (
    Answered,
    Asked,
    Awarded,
    BaseLeft,
    BaseSwapped,
    CardPlayed,
    Destroyed,
    Event,
    GameWon,
    Moved,
    ScoringBegan,
    TurnBegan,
)
from projections.scoreboard import Scoreboard
from projections.table import Table, fold
from tests.core.golden_games import PLANS, recorded

TOUR = (Path(__file__).parents[2] / "docs" / "TOUR.md").read_text(encoding="utf-8")
STORIES = re.findall(r"^\| (\w+) `([\w-]+)` \| (\d+) \| (.*) \|$", TOUR, re.MULTILINE)

log = cache(recorded)


@cache
def at(name: str, position: int) -> Table:
    return fold(log(name)[:position])


def event(name: str, position: int) -> Event:
    return log(name)[position - 1]


def card(name: str, number: int) -> str:
    return at(name, len(log(name))).cards[number].definition


def points(name: str, position: int) -> list[int]:
    return [seat.victory_points for seat in at(name, position).seats]


def live(name: str, position: int) -> Game:
    """The game at the first question from there on."""
    asked = next(event.position for event in log(name)[position - 1 :] if isinstance(event, Asked))
    return resume(log(name)[:asked], chance=RandomChance(PLANS[name].seed))


def powers(name: str, began: int) -> list[int]:
    """What everybody has at a base that begins to score, before anybody has done anything about it."""
    scoring = event(name, began)
    assert isinstance(scoring, ScoringBegan)
    return total_powers(live(name, began), scoring.site)


def award(name: str, position: int) -> Awarded:
    found = event(name, position)
    assert isinstance(found, Awarded)
    return found


def test_there_is_a_story_for_each_printed_book() -> None:
    """A story shows what a printed book alone decides. A book known by another authority's compilation has none yet."""
    compiled = {book.id for book in rulebooks() if book.authority}
    assert [book for book, *_ in STORIES] == [book for book in EDITIONS if book not in compiled]
    assert all(PLANS[name].edition == book for book, name, *_ in STORIES)
    assert {name for _, name, *_ in STORIES} == {name for name, plan in PLANS.items() if plan.title}


def full_sail() -> set[int]:
    name = "full-sail"
    assert powers(name, 1194) == [12, 15]
    played = event(name, 1199)
    assert isinstance(played, CardPlayed)
    assert (card(name, played.card), played.seat) == ("pirates/full-sail", 0)
    base = award(name, 1234).site
    sailed = [event for event in log(name)[1199:1228] if isinstance(event, Moved)]
    assert [sum(1 for event in sailed if event.origin == base), sum(1 for event in sailed if event.site == base)] == [
        3,
        4,
    ]
    boarded = event(name, 1229)
    assert isinstance(boarded, Moved)
    assert (card(name, boarded.card), boarded.site) == ("pirates/pirate-king", base)
    assert award(name, 1234).totals == (18, 15)
    off = event(name, 1266)
    assert isinstance(off, Moved)
    assert (card(name, off.card), off.origin) == ("pirates/first-mate", base)
    left = event(name, 1267)
    assert isinstance(left, BaseLeft)
    assert left.site == base
    return {1194, 1199, 1229, 1234, 1266, 1267}


def cemetery_first() -> set[int]:
    name = "cemetery-first"
    asked = event(name, 1127)
    assert isinstance(asked, Asked)
    assert isinstance(asked.question, Sites)
    assert (asked.seat, len(asked.question.options), points(name, 1127)) == (0, 2, [9, 12])
    assert points(name, 1136) == [14, 15]
    swapped = event(name, 1155)
    assert isinstance(swapped, BaseSwapped)
    assert (card(name, swapped.old), card(name, swapped.new)) == ("base/unicrave", "base/moot-site")
    won = log(name)[-1]
    assert isinstance(won, GameWon)
    assert (won.seats, won.victory_points) == ((0,), (16, 15))
    assert other_order(name, 1127) == [12, 12]
    return {1127, 1136, 1155}


def other_order(name: str, position: int) -> list[int]:
    """The points at the end of the turn, had the other base been chosen there, with the same players."""
    game = live(name, position)
    taken, question = event(name, position + 1), game.question
    assert isinstance(taken, Answered)
    assert question is not None
    turn, bots = game.table.turn, [make_bot(bot, PLANS[name].seed + seat) for seat, bot in enumerate(PLANS[name].bots)]
    game.answer(taken.seat, [option for option in question.options if option not in taken.picks])
    while not game.over and game.table.turn == turn:
        game.answer(game.table.asked, bots[game.table.asked].answer(game))
    scored = [event for event in game.log[position:] if isinstance(event, ScoringBegan)]
    assert len(scored) == 1, "the Cemetery does not score in that turn"
    return [seat.victory_points for seat in game.table.seats]


def fifteen_all() -> set[int]:
    name = "fifteen-all"
    by_turn = Scoreboard(log(name)).by_turn
    assert [turn for turn, score in by_turn.items() if score == (15, 15)] == list(range(31, 42))
    assert (at(name, 1499).turn, at(name, 1499).current) == (42, 0)
    assert powers(name, 1499) == [17, 16]
    played = event(name, 1504)
    assert isinstance(played, CardPlayed)
    assert (card(name, played.card), played.seat) == ("changerbots/change-up-and-roll-on", 1)
    assert sum(1 for event in log(name)[1504:1520] if isinstance(event, Moved)) == 4
    assert award(name, 1520).totals == (17, 28)
    won = log(name)[-1]
    assert isinstance(won, GameWon)
    assert (won.seats, won.victory_points) == ((1,), (18, 19))
    return {1499, 1504}


def dynamite() -> set[int]:
    name = "dynamite"
    assert points(name, 1240) == [13, 13]
    assert powers(name, 1240) == [11, 9]
    destroyed = event(name, 1248)
    assert isinstance(destroyed, Destroyed)
    assert (card(name, destroyed.by), destroyed.power) == ("cowboys/dynamite-surprise", 3)
    assert (award(name, 1262).totals, award(name, 1262).awards) == ((8, 9), (2, 3))
    won = log(name)[-1]
    assert isinstance(won, GameWon)
    assert (won.seats, won.victory_points) == ((1,), (15, 16))
    return {1240, 1248}


def seventeen_madness() -> set[int]:
    name = "seventeen-madness"
    assert points(name, 1656) == [14, 13]
    assert points(name, 1657) == [15, 13]
    answers = [event for event in log(name)[1657:1662] if isinstance(event, Answered)]
    assert [(answer.position, answer.seat, answer.picks) for answer in answers] == [(1660, 0, (YES,)), (1662, 1, (NO,))]
    last = [event.position for event in log(name) if isinstance(event, Asked)][-1]
    counted = [madness_of(live(name, last), seat) for seat in (0, 1)]
    assert counted == [17, 11]
    assert (points(name, 1708), points(name, 1709), points(name, 1710)) == ([15, 13], [7, 13], [7, 8])
    won = event(name, 1711)
    assert isinstance(won, GameWon)
    assert (won.seats, won.victory_points, won.position) == ((1,), (7, 8), len(log(name)))
    assert at(name, 1657).turn == max(event.number for event in log(name) if isinstance(event, TurnBegan))
    return {1657, 1662, 1709, 1711}


TRUE: dict[str, Callable[[], set[int]]] = {
    "full-sail": full_sail,
    "cemetery-first": cemetery_first,
    "fifteen-all": fifteen_all,
    "dynamite": dynamite,
    "seventeen-madness": seventeen_madness,
}
"""What each story claims, looked up in its game; the positions that were looked at."""


@pytest.mark.parametrize(("name", "begins", "words"), [story[1:] for story in STORIES], ids=[one[1] for one in STORIES])
def test_a_story_is_true(name: str, begins: str, words: str) -> None:
    cited = {int(begins), *(int(number) for number in re.findall(r"\b\d{4}\b", words))}
    assert TRUE[name]() == cited
