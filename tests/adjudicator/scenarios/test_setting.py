"""Everything a table can say, a scenario can state, and a position of a game can be stated back."""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudicator.scenarios import ScenarioError, parse, run
from adjudicator.scenarios.from_game import scenario_text
from adjudicator.scenarios.model import FactStated
from adjudicator.scenarios.setting import set_up
from core.rules.replay import quiet_point
from events.errors import SmashUpError
from events.files import read_game
from events.vocabulary import Asked, Buried, Event, PhaseBegan
from projections.table import Allowance, Card, Control, JournalEntry, Lasting, Seat, Site, Table, fold
from tests.adjudicator.positions import canonical
from tests.core.random_games import Beginning, beginnings, games

EVERYTHING = """
title = "Everything"
editions = ["OOPS"]
seats = ["Ana", "Ben", "Cleo"]
turn = "Ben"
phase = "play"
turn_number = 7
base_deck = ["Tar Pits"]
base_discard = ["Tortuga"]
madness = ["Madness", "Madness"]
box = [{ card = "vanilla 9", owner = "Ana" }]

[[base]]
card = "vanilla 20 4/2/1"
name = "X"
Ana = [
    { card = "vanilla 3", name = "lent", owner = "Ben", counters = 2, on = [{ card = "vanilla on-minion", name = "hook", by = "Cleo" }], control = [{ seat = "Cleo" }, { seat = "Ana", tied_to = "hook" }] },
    { card = "Sprout", name = "vault", under = [{ card = "vanilla 6", owner = "Cleo" }], off_top = true },
    { card = "vanilla 1", name = "home again", played_by = "Ben", control = [{ seat = "Ana", until = "start-of-turn", until_seat = "Cleo" }] },
]
Ben = [{ card = "vanilla 5", name = "new" }, { card = "Killer Queen", used = true }, { card = "vanilla 2", moved_from = "Y" }]
actions = { Ben = [{ card = "Zeppelin", used = true }, { card = "vanilla on-base", name = "flag" }] }
buried = { Cleo = ["vanilla 4", { card = "vanilla 1", name = "grave" }] }

[[base]]
card = "Jungle Oasis"
name = "Y"

[[base]]
card = "The Homeworld"
name = "Old"
left = true

[[base]]
card = "The Mothership"
name = "New"
fresh = true

[player.Ana]
hand = ["vanilla 1", { card = "vanilla 8", owner = "Ben" }]
deck = ["vanilla 2", "vanilla 3"]
discard = [{ card = "Bear Hug", name = "hug" }, { card = "vanilla 7", name = "fallen" }]
stasis = [{ card = "vanilla stasis itself 1", name = "slow", counters = 2 }, { card = "vanilla 4", name = "frozen", counters = 3 }]
vp = 6
plays = ["extra action"]
factions = ["bear-cavalry", "ghosts"]

[player.Ben]
plays = ["minion", { kind = "minion", name = "one", condition = "one-name", arguments = ["@one", "@two"] }, { kind = "minion", name = "two" }, { kind = "action", base = "Y", until = "turn", extra = true, by = "flag" }]

[player.Cleo]
hand = [{ card = "vanilla 7", name = "back" }]

[[lasting]]
kind = "power"
cards = ["lent", "home again"]
amount = 2
by = "hug"
seat = "Ana"
until = "start-of-turn"
until_seat = "Ana"
earlier = true

[[lasting]]
kind = "lose-abilities"
cards = ["vault"]
by = "hug"
but = ["killer-plants/sprout#grow-up", "flag"]
after = 1

[[lasting]]
kind = "ability"
ability = "bear-cavalry/commission#drive-off"
arguments = ["@one"]
base = "X"
by = "flag"
seat = "Ben"

[[happened]]
event = "card-played"
card = "new"
base = "X"
source = "hand"
play = "two"

[[happened]]
event = "destroyed"
card = "fallen"
base = "Old"
controller = "Cleo"
seat = "Ben"
by = "hug"
power = 4

[[happened]]
event = "returned"
card = "back"
base = "X"

[[happened]]
event = "discarded"
card = "vanilla on-minion"
controller = "Ana"
base = "X"
host = "lent"
reason = "left with its card"

[[happened]]
event = "transferred"
card = "flag"
origin = "Y"
base = "X"

[[happened]]
event = "moved"
card = "vault"
origin = "Y"
base = "X"

[[happened]]
event = "buried"
card = "grave"
base = "X"
seat = "Cleo"
seen = true

[[happened]]
event = "card-played"
card = "slow"
to = "resolving"

[[happened]]
event = "stasis-changed"
card = "slow"
amount = 1
left = 2

[[happened]]
event = "stasis-changed"
card = "frozen"
amount = -1

[[happened]]
event = "counters-transferred"
card = "vault"
target = "lent"
amount = 1

[[happened]]
event = "ability-used"
card = "vault"
ability = "grow up"
"""

UNSETTLED = {"aside", "resolving", "duelling", "scoring", "duel", "asked", "question", "winners"}
"""Of a table in the middle of something, or at the end: no quiet point, so no beginning of a scenario."""


def table_of(text: str, edition: str = "OOPS") -> Table:
    return set_up(parse(text), edition).table


@pytest.fixture(scope="module")
def everything() -> Table:
    return table_of(EVERYTHING)


def parts(table: Table, kind: type[Any]) -> list[Any]:
    """All the parts of that kind."""
    cards = list(table.cards.values())
    found: dict[Any, list[Any]] = {
        Table: [table],
        Seat: table.seats,
        Card: cards,
        Site: list(table.sites.values()),
        Allowance: table.allowances,
        Lasting: table.lasting,
        Control: [layer for card in cards for layer in card.control],
    }
    return found[kind]


@pytest.mark.parametrize("kind", [Table, Seat, Card, Site, Allowance, Lasting, Control], ids=lambda kind: kind.__name__)
def test_every_field_can_be_set(everything: Table, kind: type[Any]) -> None:
    plain = kind() if kind is Table else None
    for field in (declared.name for declared in fields(kind)):
        if kind is Table and field in UNSETTLED:
            continue
        values = [getattr(part, field) for part in parts(everything, kind)]
        if plain is not None:
            assert values[0] != getattr(plain, field), field
        else:
            assert any(values), field
            assert len({repr(value) for value in values}) > 1, f"{field} is always the same"


def test_every_fact_of_a_turn_can_be_set(everything: Table) -> None:
    assert {type(entry) for entry in everything.journal} == set(JournalEntry.__args__)


def test_every_field_of_a_fact_has_a_key() -> None:
    called = {"site": "base", "holder": "card", "allowance": "play"}
    of_the_log = {"position", "cause", "rule", "moment"}
    for kind in JournalEntry.__args__:
        keys = {called.get(field, field) for field in kind.__struct_fields__ if field not in of_the_log}
        assert keys <= set(FactStated.__struct_fields__), kind


def test_what_is_stated_is_so(everything: Table) -> None:
    cards = {card.definition: card for card in everything.cards.values() if card.zone != "deck"}
    assert everything.turn == 7
    assert everything.seats[everything.current].name == "Ben"
    lent = next(card for card in everything.cards.values() if card.control)
    assert (lent.owner, lent.controller, lent.counters) == (1, 0, 2)
    assert [layer.seat for layer in lent.control] == [1, 2, 0]
    again = next(card for card in everything.cards.values() if len(card.control) == 2)
    assert (again.owner, [layer.seat for layer in again.control]) == (0, [1, 0])
    in_stasis = [everything.cards[number] for number in everything.seats[0].piles["stasis"]]
    assert [(card.definition, card.stasis) for card in in_stasis] == [
        ("vanilla/stasis-itself-1", 2),
        ("vanilla/4", 3),
    ]
    assert [entry.seen for entry in everything.journal if isinstance(entry, Buried)] == [True]
    assert cards["killer-plants/sprout"].stored
    assert sorted(card.stasis for card in everything.cards.values())[-1] == 3
    assert len(everything.allowances) == 4
    assert len(everything.sites) == 3
    assert everything.journal[0].allowance  # type: ignore[union-attr]


def test_everything_comes_back_from_a_game() -> None:
    done = run(parse(EVERYTHING), "OOPS")
    log = done.log[: done.set_up]
    text = scenario_text(log, title="Everything")
    assert canonical(table_of(text)) == canonical(fold(log))


def test_a_snapshot_of_the_set_up_is_the_fold_of_its_events() -> None:
    setting = set_up(parse(EVERYTHING), "OOPS")
    encode = msgspec.msgpack.encode
    assert encode(setting.table) == encode(fold(setting.events))


# --- recorded games


@games(few=12)
@given(beginnings(), st.data())
def test_positions_of_games_are_stated_and_played_again(beginning: Beginning, data: st.DataObject) -> None:
    log = beginning.played().log
    first = next(event.position for event in log if isinstance(event, PhaseBegan))
    stops = [event.position for event in log[first:] if isinstance(event, (Asked, PhaseBegan))]
    for at in data.draw(st.lists(st.sampled_from(stops), min_size=2, max_size=4, unique=True)):
        comes_back(log, at)


def comes_back(log: list[Event], at: int) -> None:
    """A position as a scenario: the same table, and the same answers lead to the same question."""
    text = scenario_text(log, at)
    scenario = parse(text)
    (edition,) = scenario.in_editions
    start = quiet_point(log[:at])
    assert canonical(set_up(scenario, edition).table) == canonical(fold(log[:start])), text
    if "[expect]" in text:  # otherwise nobody decides anything there, and a scenario continues without a step
        assert run(scenario, edition).failures == (), text


@pytest.mark.parametrize("game", ["emd", "al9k-random"])
def test_any_untouched_position_passes_as_it_stands(game: str) -> None:
    """Also in the middle of what an answer led to: the scenario goes on to where somebody really decides."""
    log = read_game(Path(__file__).parents[3] / "fixtures" / "games" / f"{game}.jsonl")[1]
    first = next(event.position for event in log if isinstance(event, PhaseBegan))
    for at in range(first, len(log), 37):
        scenario = parse(scenario_text(log, at))
        assert [str(failure) for failure in run(scenario, scenario.in_editions[-1]).failures] == [], at


PASSED_TWICE = """
title = "A window with nothing to use before one with something"
editions = ["AL9K"]
phase = "score"
[[base]]
card = "vanilla 6"
Ana = ["Scout", "vanilla 5"]
Ben = [{ card = "vanilla 2", counters = 1 }]
[player.Ana]
hand = ["vanilla action"]
[player.Ben]
hand = ["Under Pressure"]
[[step]]
Ben = "play Under Pressure"
[[step]]
Ben = "none"
[[step]]
Ana = "pass"
[[step]]
Ana = "pass"
"""

TWINS = """
title = "A card that has a name of its own, and its like that has none"
editions = ["OOPS"]
[[base]]
card = "vanilla 20"
[player.Ana]
hand = ["Five by Five", { card = "vanilla 3", name = "back" }]
deck = ["vanilla 3", "vanilla 1", "vanilla 2", "vanilla 4", "vanilla 5"]
[[happened]]
event = "returned"
card = "back"
base = "vanilla 20"
[[step]]
Ana = "play Five by Five"
[[step]]
Ana = "choose vanilla 3, back, vanilla 1, vanilla 2, vanilla 4"
[[step]]
Ana = "arrange vanilla 3, back, vanilla 1, vanilla 2, vanilla 4"
"""

COUNTED = """
title = "A card comes into play beside its like, and both are chosen"
editions = ["OOPS"]
[[base]]
card = "So-So Corral"
Ben = ["vanilla 1"]
[player.Ana]
hand = ["vanilla 3", "vanilla 3", "Banner Call"]
plays = ["minion"]
[[step]]
Ana = "play vanilla 3"
[[step]]
Ana = "none"
[[step]]
Ana = "end turn"
[[step]]
Ben = "end turn"
[[step]]
Ana = "play vanilla 3"
[[step]]
Ana = "choose vanilla 1"
[[step]]
Ana = "choose Banner Call"
[[step]]
Ben = "none"
[[step]]
Ana = "choose vanilla 3 #2, vanilla 3 #1"
"""


KEPT = """
title = "An extra minion that must share a name with one at a base is kept for later"
editions = ["EMD"]
[[base]]
card = "vanilla 40"
name = "X"
Ana = ["vanilla 2"]
actions = { Ana = ["Sacred Circle"] }
[[base]]
card = "Tar Pits"
[player.Ana]
hand = ["vanilla 2", "vanilla action"]
[[step]]
Ana = "use Sacred Circle"
[[step]]
Ana = "none"
[[step]]
Ana = "play vanilla action"
"""

BACK_IN_THE_MADNESS_DECK = """
title = "A Madness card goes back to its deck this turn"
editions = ["EMD"]
madness = ["Madness"]
[[base]]
card = "vanilla 40"
[player.Ana]
hand = ["Madness", "vanilla 2"]
[[step]]
Ana = "play Madness"
[[step]]
Ana = "choose put it back into the Madness deck"
[[step]]
Ana = "play vanilla 2"
"""

AGAIN = {
    "passed twice": PASSED_TWICE,
    "twins": TWINS,
    "counted": COUNTED,
    "kept": KEPT,
    "Madness": BACK_IN_THE_MADNESS_DECK,
}


@pytest.mark.parametrize("text", AGAIN.values(), ids=AGAIN)
def test_the_steps_mean_the_same_again(text: str) -> None:
    scenario = parse(text)
    done = run(scenario, scenario.in_editions[0])
    assert done.failures == ()
    for at in range(done.set_up, len(done.log) + 1):
        comes_back(done.log, at)


def test_positions_that_are_none() -> None:
    log = run(parse(EVERYTHING), "OOPS").log
    with pytest.raises(SmashUpError, match="There is no position 9999"):
        scenario_text(log, 9999)
    with pytest.raises(SmashUpError, match="still being set up"):
        scenario_text(log, 3)


# --- what cannot be stated


@pytest.mark.parametrize(
    ("table", "words"),
    [
        (
            '[player.Ana]\nhand = [{ card = "vanilla 1", name = "a" }, { card = "vanilla 2", name = "a" }]',
            "two cards have the nickname",
        ),
        ('madness = ["Haus"]', "is not the name of a card"),
        ('[[base]]\ncard = "Haus"', "is not the name of a base"),
        ('[[base]]\ncard = "vanilla 20"\nAna = [{ card = "vanilla 1", owner = "Dov" }]', "not one of Ana, Ben"),
        (
            '[[base]]\ncard = "vanilla 20"\nAna = [{ card = "vanilla 1", moved_from = "Z" }]',
            "not a base in play",
        ),
        ('[[base]]\ncard = "vanilla 20"\nfresh = true\nAna = ["vanilla 1"]', "before the base"),
        ('[[lasting]]\nkind = "ability"\nability = "x#y"', "no ability"),
        ('[player.Ana]\nfactions = ["Haus"]', "no faction"),
        ('[[happened]]\nevent = "moved"\ncard = "vanilla 3"', "not a card"),
    ],
)
def test_what_cannot_be(table: str, words: str) -> None:
    with pytest.raises(ScenarioError, match=words):
        run(parse(f'title = "t"\n{table}\n'))
