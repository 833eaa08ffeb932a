"""Every expectation passes where it is met and fails, in words, where it is not."""

from __future__ import annotations

import pytest

from adjudicator.scenarios import parse, run
from adjudicator.scenarios.model import Expect

SCENARIO = """
title = "t"
steps = ["Ana: play Bear Hug", "Ana: pass", "Ana: choose X"]
until = "draw"
base_deck = ["Tar Pits", "Tortuga"]

[[base]]
card = "vanilla 10 4/2/1"
name = "X"
Ana = [{ card = "vanilla 9", name = "big", counters = 1 }]
Ben = ["vanilla 1"]

[[base]]
card = "vanilla 5 3/2/1"
name = "Y"
Ben = ["vanilla 5"]

[[base]]
card = "vanilla 20 3/2/1"
name = "Z"
Ana = [{ card = "vanilla 3", name = "lent", owner = "Ben", on = [{ card = "vanilla on-minion", by = "Ben" }] }]
actions = { Ben = ["Aggromotive"] }
buried = { Ana = ["vanilla 8"] }
titans = { Ben = [{ card = "vanilla titan", name = "colossus" }] }

[player.Ana]
hand = ["Bear Hug", "vanilla 2"]
deck = ["vanilla 6", "vanilla 7"]
vp = 1
beside = ["vanilla titan"]

[player.Ben]
stasis = [{ card = "vanilla 4", counters = 2 }]

[expect]
"""

MET = """
vp = { Ana = 5, Ben = 3 }
places = { Ben = 1 }
awards = { Ben = 3 }
totals = { Ben = 5 }
scored = ["X", "Y"]
bases = ["Z", "Tar Pits", "Tortuga"]
hand = { Ana = ["vanilla 2"], Ben = [] }
deck = { Ana = ["vanilla 6", "vanilla 7"] }
discard = { Ana = ["Bear Hug", "big"], Ben = { has = ["vanilla 1"], lacks = ["big"], count = 2 } }
stasis = { Ben = ["vanilla 4"] }
base_deck = { top = ["vanilla 25 4/2/1"] }
base_discard = ["vanilla 10 4/2/1", "vanilla 5 3/2/1"]
madness = []
box = []
minions = { Z = { Ana = ["lent"], Ben = [] } }
actions = { Z = { Ben = ["Aggromotive"] } }
buried = { Z = { Ana = ["vanilla 8"] } }
titans = { Z = { Ben = ["colossus"] } }
beside = { Ana = ["vanilla titan"], Ben = [] }
on = { lent = ["vanilla on-minion"] }
under = { lent = [] }
where = { lent = "Z", big = "Ana's discard", "vanilla on-minion" = "on lent", "vanilla 8" = "buried at Z" }
power = { lent = 3 }
counters = { lent = 0 }
stasis_counters = { "vanilla 4" = 2 }
controller = { lent = "Ana" }
owner = { lent = "Ben" }
total = { Z = { Ana = 3, Ben = 0 } }
breakpoint = { Z = 20 }
plays = { Ana = { minion = 0, action = 0 } }
turn = "Ana"
phase = "draw"
winner = []
sees = { Ana = { has = ["vanilla 8", "vanilla 2", "vanilla 1"] }, Ben = { has = ["big", "vanilla 4"], lacks = ["vanilla 8", "vanilla 2"] } }
events = ["card-played Bear Hug", { event = "destroyed", card = "vanilla 1", by = "Bear Hug", seat = "Ben", site = "X" }, "scoring-began X", "phase-began draw"]
never = ["moved", "destroyed big", { event = "destroyed", seat = "Ana" }]
"""

UNMET = """
vp = { Ana = 4 }
places = { Ana = 1 }
awards = { Ben = 2 }
totals = { Ben = 5, Ana = 1 }
scored = ["Y", "X"]
bases = ["Z", "Tar Pits"]
hand = { Ana = ["vanilla 2", "vanilla 2"] }
deck = { Ana = ["vanilla 7", "vanilla 6"] }
discard = { Ben = { lacks = ["vanilla 1"] } }
stasis = { Ben = [] }
base_deck = { top = ["Tortuga"] }
base_discard = []
madness = ["big"]
box = ["big"]
minions = { Z = { Ana = [] } }
actions = { Z = { Ben = ["Zeppelin"] } }
buried = { Z = { Ben = ["vanilla 8"] } }
titans = { Z = { Ana = ["colossus"] } }
beside = { Ana = [] }
on = { lent = [] }
under = { lent = ["big"] }
where = { lent = "Tar Pits" }
power = { lent = 4 }
counters = { lent = 1 }
stasis_counters = { "vanilla 4" = 1 }
controller = { lent = "Ben" }
owner = { lent = "Ana" }
total = { Z = { Ana = 4 } }
breakpoint = { Z = 21 }
plays = { Ana = { minion = 1 } }
turn = "Ben"
phase = "end"
winner = "Ana"
sees = { Ben = { has = ["vanilla 8"] } }
events = ["scoring-began X", "card-played Bear Hug"]
never = ["destroyed vanilla 1"]
"""


def found(expect: str) -> list[str]:
    return [str(failure) for failure in run(parse(SCENARIO + expect)).failures]


@pytest.mark.parametrize("line", MET.strip().splitlines(), ids=lambda line: line.split(" ")[0])
def test_met(line: str) -> None:
    assert found(line) == []


@pytest.mark.parametrize("line", UNMET.strip().splitlines(), ids=lambda line: line.split(" ")[0])
def test_unmet(line: str) -> None:
    assert found(line)


def test_every_expectation_is_tried() -> None:
    tried = {line.split(" ")[0] for line in MET.strip().splitlines()}
    assert tried == {line.split(" ")[0] for line in UNMET.strip().splitlines()}
    assert tried | {"asked", "by_edition"} == set(Expect.__struct_fields__)


@pytest.mark.parametrize(
    "asked",
    [
        'seat = "Ben"',
        'kind = "window"',
        'options = ["X"]',
        'options = ["X", "Y", "Z"]',
        'has = ["Z"]',
        'lacks = ["X"]',
        "least = 0",
        "most = 2",
        'about = "the moon"',
        'by = "big"',
    ],
)
def test_a_question_that_is_another(asked: str) -> None:
    text = SCENARIO.replace(', "Ana: choose X"', "").replace('until = "draw"\n', "")
    fine = '[expect.asked]\nseat = "Ana"\nkind = "base"\noptions = ["Y", "X"]\nhas = ["X"]\nlacks = ["Z"]\nleast = 1\n'
    assert not run(parse(text + fine)).failures
    assert run(parse(text + f"[expect.asked]\n{asked}\n")).failures


def test_sight_fails_both_ways() -> None:
    assert found('sees = { Ben = { has = ["vanilla 2"] } }') == [
        "at the end: sees: expected Ben to see vanilla 2, who does not"
    ]
    assert found('sees = { Ben = { lacks = ["big"] } }') == [
        "at the end: sees: expected big to be hidden from Ben, who sees it"
    ]


def test_a_difference_is_described_in_words() -> None:
    assert found("vp = { Ana = 4 }") == ["at the end: VP of Ana: expected 4, is 5"]
    assert found('hand = { Ana = ["vanilla 3"] }') == ["at the end: Ana's hand: expected vanilla 3, is vanilla 2"]
    assert found('where = { big = "Z" }') == ["at the end: big: expected Z, is Ana's discard"]
    late = found('events = ["scoring-began X", "card-played Bear Hug"]')[0]
    assert late.endswith("expected card-played Bear Hug, which did not happen, only before scoring-began X")


def test_what_means_nothing_is_an_error_where_it_would_be_missing_anyway() -> None:
    assert "'Firs Mate' is not a card, base or player in this scenario" in found('never = ["destroyed Firs Mate"]')[0]
    assert "'Firs Mate' is not a card" in found('hand = { Ana = { lacks = ["Firs Mate"] } }')[0]
    assert found('hand = { Ana = { lacks = ["First Mate", "Ben\'s vanilla 4", "vanilla 8 at Z"] } }') == []


@pytest.mark.parametrize("place", ["Ana's discard", "Ana's discard pile", "in Ana's discard pile"])
def test_a_place_may_be_named_as_it_is_described(place: str) -> None:
    assert found(f'where = {{ big = "{place}" }}') == []
