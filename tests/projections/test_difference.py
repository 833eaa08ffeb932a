"""Where games part, and how tables differ."""

from __future__ import annotations

import random
import re
from itertools import pairwise

from core.engine.game import RandomChance
from core.rules.replay import resume
from events.vocabulary import (
    AllowanceGiven,
    CountersChanged,
    Destroyed,
    EffectBegan,
    Event,
    Moved,
    VictoryPointsChanged,
)
from projections.difference import changes, divergence, table_diff
from projections.history import History
from projections.table import fold
from projections.view import View
from tests.projections.games import random_game, some_answer
from tests.projections.small_table import GHOST, GUARD, GULP, HOWLER, OASIS, TAR_PITS, a_table, name_of


def after(*events: Event) -> list[str]:
    table = a_table()
    for event in events:
        table.apply(event)
    return changes(a_table(), table, name_of)


def test_equal_tables_do_not_differ() -> None:
    assert table_diff(a_table(), a_table(), name_of) == []


def test_a_value_is_shown_as_it_was_and_as_it_is() -> None:
    assert after(VictoryPointsChanged(position=10, to=0, amount=4)) == ["Ana's victory points: 0 → 4"]


def test_a_card_that_moves_is_gone_here_and_new_there() -> None:
    assert after(Moved(position=10, card=GHOST, origin=TAR_PITS, site=OASIS)) == [
        "At Tar Pits: − Ben's Ghost (with Ben's Incorporeal)",
        "At Jungle Oasis: + Ben's Ghost (with Ben's Incorporeal)",
    ]


def test_what_is_on_a_card_makes_it_different() -> None:
    changed = after(CountersChanged(position=10, card=GHOST, amount=2))
    assert changed == [
        "At Tar Pits: + Ben's Ghost (+2, with Ben's Incorporeal), − Ben's Ghost (with Ben's Incorporeal)"
    ]
    changed = after(Destroyed(position=10, card=GUARD, to=1, source="attached", controller=1, site=TAR_PITS))
    assert changed == [
        "At Tar Pits: + Ben's Ghost, − Ben's Ghost (with Ben's Incorporeal)",
        "Ben's discard pile: + Incorporeal",
    ]


def test_plays_and_effects_are_part_of_a_table() -> None:
    assert after(AllowanceGiven(position=10, seat=1, kind="minion")) == ["Ben may still play: + an extra minion"]
    assert after(EffectBegan(position=10, kind="power", cards=(GHOST,), amount=2, by=GULP)) == [
        "Lasting effects: + Ben's Ghost has +2 power until the end of the turn"
    ]


def test_two_tables_side_by_side() -> None:
    table = a_table()
    table.seats[0].hand.remove(HOWLER)
    (found,) = table_diff(a_table(), table, name_of)
    assert (found.what, found.one, found.other) == ("Ana's hand", ("Howler",), ())
    assert str(found) == "Ana's hand: Howler | nothing"


def test_logs_part_where_they_first_differ() -> None:
    log = random_game(1)
    assert divergence(log, log) is None
    assert divergence(log[:50], log) == 51
    assert divergence(log, log[:50]) == 51
    assert divergence([], []) is None
    other = [*log[:30], *random_game(2)[30:60]]
    assert divergence(log, other) == 31


def test_a_branch_parts_from_its_game_and_its_tables_can_be_compared() -> None:
    log = random_game(1)
    cut = History(log).stops("decision")[20]
    branch = resume(log[:cut], chance=RandomChance(99))
    rng = random.Random(99)
    while len(branch.log) < cut + 60 and branch.question is not None:
        branch.answer(branch.table.asked, some_answer(rng, branch.question))
    parted = divergence(log, branch.log)
    assert parted is not None
    assert parted > cut
    assert table_diff(fold(log[:cut]), fold(branch.log[:cut]), name_of) == []
    assert table_diff(fold(log), fold(branch.log), name_of)


def test_every_step_of_a_game_tells_exactly_whose_points_changed() -> None:
    log = random_game(2, "OOPS", 3)
    history = History(log)
    for earlier, later in pairwise(history.stops("decision")):
        before, after = history.at(earlier), history.at(later)
        told = {line.partition("'s victory")[0] for line in changes(before, after, name_of) if "victory points" in line}
        pairs = zip(before.seats, after.seats, strict=True)
        assert told == {old.name for old, new in pairs if old.victory_points != new.victory_points}


def test_views_can_be_compared_and_tell_no_more_than_they_show() -> None:
    log = random_game(1)
    cuts = History(log).stops("turn")[:40]
    tables = [View(0, log[:cut]).table for cut in cuts]
    told = [line for before, after in pairwise(tables) for line in changes(before, after, name_of)]
    own, foreign = ([line for line in told if line.startswith(f"{name}'s hand")] for name in ("Ana", "Ben"))
    assert any("a card" not in line for line in own)
    assert foreign
    assert all(set(re.sub(r"[-+−,×\d]", "", line.partition(": ")[2]).split()) == {"a", "card"} for line in foreign)
