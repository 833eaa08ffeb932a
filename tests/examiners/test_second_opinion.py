"""The fast part of the second opinion, and proof that the oracle notices what it should."""

from __future__ import annotations

import copy
from collections.abc import Sequence
from pathlib import Path

import msgspec
import pytest

from adjudicator.bundled import SCENARIOS
from adjudicator.scenarios.load import load, parse
from adjudicator.scenarios.run import run
from events.files import read_game
from events.questions import Main
from events.vocabulary import (
    Asked,
    Awarded,
    BaseSwapped,
    CardPlayed,
    CountersChanged,
    Destroyed,
    Discarded,
    Drawn,
    Event,
    GameWon,
    Leaving,
    Moved,
    Taken,
    TurnBegan,
)
from projections.table import fold
from tests.core.random_games import Beginning
from tests.examiners import printed_numbers as numbers
from tests.examiners.oracle import Oracle
from tests.examiners.second_opinion import play_round, possible_pairs
from tests.examiners.shrinking import smallest_scenario

GAMES = Path(__file__).parents[2] / "fixtures" / "games"


def test_games_of_every_edition_bear_out_the_claims():
    opinion = play_round(1, 6)
    assert not opinion.findings, "\n".join(str(finding) for finding in opinion.findings)
    assert set(opinion.by_edition.values()) == {1}
    assert opinion.checked["totals (score.power)"] > 10, "totals are worked out a second time"
    assert opinion.checked["power of a minion (term.power)"] > 50


def test_pairs_that_no_game_has_reached_are_known():
    possible = possible_pairs()
    assert ("pirates/broadside", "ghosts/spectre") in possible
    assert ("base/tar-pits", "ninjas/poison") in possible
    assert ("ghosts/spectre", "pirates/broadside") not in possible, "an action that does not stay in play"
    reached = play_round(2, 2).pairs & possible
    assert 2_000 < len(reached) < len(possible)


@pytest.mark.parametrize("path", sorted(GAMES.glob("*.jsonl")), ids=lambda path: path.stem)
def test_recorded_games_fold_alike(path):
    _, log = read_game(path)
    oracle = Oracle()
    oracle.read(log)
    assert list(oracle.ledger.differences(fold(log))) == []


@pytest.fixture(scope="module")
def log() -> list[Event]:
    # Certain factions, so that a new set does not change the game: their numbers can be worked out a second time.
    factions = (("bear-cavalry", "ghosts"), ("vampires", "wraithrustlers"), ("robots", "killer-plants"))
    return Beginning("EMD", factions, 3, 5).played().log


def is_claimed(claim: str, log: list[Event], kind: type[Event], **fields: object) -> bool:
    """Whether the oracle makes a claim when one event of a kind is altered, each in turn, up to the next question."""
    oracle = Oracle()
    for place, event in enumerate(log):
        if type(event) is kind:
            asked = next(number for number in range(place, len(log)) if type(log[number]) in (Asked, GameWon))
            altered = [msgspec.structs.replace(event, **fields), *log[place + 1 : asked + 1]]
            if any(finding.claim == claim for finding in copy.deepcopy(oracle).read(altered)):
                return True
        oracle.read([event])
    return False


def test_an_unaltered_log_is_in_order(log):
    assert Oracle().read(log) == []


@pytest.mark.parametrize(
    ("kind", "fields", "claim"),
    [
        (Awarded, {"awards": (9, 9, 9)}, "places and awards (score.places, score.ties)"),
        (Discarded, {"power": 40}, "power of a minion (term.power)"),
        (Destroyed, {"site": 1}, "last known facts"),
        (Discarded, {"source": "stasis"}, "a card leaves the zone it is in"),
        (TurnBegan, {"number": 7}, "turns go clockwise (turn.order)"),
        (CardPlayed, {"allowance": 1}, "each play pays for one card (turn.play)"),
        (Moved, {"origin": 999}, "a move leads to another base in play"),
        (CountersChanged, {"amount": -9}, "counters are never negative"),
    ],
)
def test_an_altered_event_is_noticed(log, kind, fields, claim):
    assert is_claimed(claim, log, kind, **fields)


def test_a_card_in_another_players_pile_is_noticed(log):
    place = next(n for n, event in enumerate(log) if isinstance(event, Leaving) and type(event) is Discarded)
    event = log[place]
    wrong = msgspec.structs.replace(event, to=(event.to + 1) % 3)
    oracle = Oracle()
    found = oracle.read([*log[:place], wrong])
    assert "cards go to their owner's piles (term.owner-zone)" in {finding.claim for finding in found}


KEPT_PLAY = """
title = "t"
base_deck = ["Tsar's Palace"]
steps = [
    "Ana: play vanilla 2 at Fairy Circle",
    "Ana: choose play an extra minion here",
    "Ana: choose none",
    "Ana: play vanilla 3 at Fairy Circle",
]
[[base]]
card = "Fairy Circle"
[player.Ana]
hand = ["vanilla 2", "vanilla 3"]
"""


def test_a_kept_play_of_a_base_that_has_left_is_noticed():
    log = run(parse(KEPT_PLAY), "EMD").log
    played = [place for place, event in enumerate(log) if isinstance(event, CardPlayed)][-1]
    before, event = log[:played], log[played]
    oracle = Oracle()
    oracle.read(before)
    site, old = next(iter(oracle.ledger.bases.items()))
    new = next(card.number for card in oracle.ledger.cards.values() if card.definition == "base/tsars-palace")
    swapped = BaseSwapped(position=played + 1, site=site, old=old, new=new)
    assert copy.deepcopy(oracle).read([event]) == []
    claim = "a play that a base gives for itself is lost with that base (term.extra)"
    assert claim in {finding.claim for finding in oracle.read([swapped, event])}


RUN_OFF = """
title = "t"
steps = ["Ana: play Run 'Em Off"]
[[base]]
card = "vanilla 20 4/2/1"
name = "X"
Ana = [{ card = "vanilla 3", name = "hers" }]
Ben = [{ card = "vanilla 3", name = "his" }]
[[base]]
card = "vanilla 20 4/2/1"
name = "Y"
[player.Ana]
hand = ["Run 'Em Off"]
"""
HERS, HIS = 'name = "hers"', 'name = "his"'
INCORPOREAL = ', on = ["Incorporeal"]'


def test_your_own_card_moves_your_protected_minion_whoever_carries_it_out():
    log = run(parse(RUN_OFF.replace(HERS, HERS + INCORPOREAL)), "AL9K").log
    assert [event.seat for event in log if type(event) is Moved] == [0, 1], "each winner's player moves the other"
    assert Oracle().read(log) == []


def test_another_players_card_does_not_move_a_protected_minion_even_by_its_own_players_hand():
    log = run(parse(RUN_OFF.replace(HIS, HIS + INCORPOREAL)), "AL9K").log
    place = next(place for place, event in enumerate(log) if type(event) is Moved)
    his = next(card.number for card in fold(log).cards.values() if card.zone == "minions" and card.owner == 1)
    wrong = msgspec.structs.replace(log[place], card=his, seat=1)
    assert [finding.claim for finding in Oracle().read([*log[:place], wrong])] == ["protection holds (void.cant-wins)"]


DRAWING = """
title = "t"
phase = "draw"
until = "end"
[[base]]
card = "vanilla 30 4/2/1"
[player.Ana]
deck = [{ card = "vanilla 2", owner = "Ben" }, "vanilla 1", "vanilla 3"]
"""


@pytest.mark.parametrize("edition", ["MS", "OOPS"])
def test_a_draw_takes_another_players_card_on_top_as_well(edition):
    log = run(parse(DRAWING), edition).log
    assert Oracle().read(log) == []
    drawn = next(place for place, event in enumerate(log) if type(event) is Drawn)
    lowest = fold(log[:drawn]).seats[0].deck[-1]
    wrong = msgspec.structs.replace(log[drawn], cards=(lowest,))
    assert [finding.claim for finding in Oracle().read([*log[:drawn], wrong])] == ["cards are drawn off the top"]


def test_a_card_that_a_draw_leaves_behind_is_noticed():
    log = run(parse(DRAWING), "MS").log
    place = next(place for place, event in enumerate(log) if type(event) is Taken)
    oracle = Oracle()
    oracle.read(log[:place])
    asked = Asked(position=place + 1, seat=0, question=Main(options=(), about="a card to play"))
    assert [finding.claim for finding in oracle.read([asked])] == [
        "what a draw passes over goes to its owner (term.owner-zone)"
    ]


def test_both_parts_of_enchantment_cancel_each_other():
    path = SCENARIOS / "pretty-pretty-smash-up/fairies/spirit-of-the-forest-enchantment.toml"
    oracle = Oracle()
    oracle.read(run(load(path), "HTB").log)
    minion = next(card for card in oracle.ledger.in_play() if card.owner == 1)
    assert numbers.power(oracle.ledger, minion) == 5


def test_a_finding_becomes_a_small_scenario(log):
    at = next(event.position for event in log[200:] if type(event) is Drawn)
    position = next(event.position for event in log[at:] if type(event) is CardPlayed)
    card = log[position - 1].card

    def shows(other: Sequence[Event]) -> bool:
        table = fold(other)
        wanted = fold(log[:position]).cards[card].definition
        return any(type(event) is CardPlayed and table.cards[event.card].definition == wanted for event in other[-20:])

    text = smallest_scenario(log, position, shows)
    scenario = parse(text)
    assert shows(run(scenario, "EMD").log)
    assert len(text) < 1500, text
