"""Which factions have to do with each other, and dealing those together."""

from __future__ import annotations

import inspect
import random
from collections import Counter

import core.cards.language as language
from core.players.card_coverage import Coverage, Watch
from core.players.coverage_bots import deal_least_known
from core.players.meetings import _DOES, meetings, names_used, partner
from core.printed.definitions import all_abilities, playable_printings
from tests.core.random_games import beginning, playable


def test_every_verb_that_is_looked_for_is_one_that_cards_can_use():
    assert not [name for name in _DOES if not inspect.isroutine(getattr(language, name, None))]


def test_one_does_what_the_other_answers():
    # Sharks answer destruction, and act before a base scores. Dinosaurs destroy; Aliens do neither.
    assert meetings("sharks", "dinosaurs") > meetings("sharks", "aliens") == 0
    assert meetings("dinosaurs", "sharks") == meetings("sharks", "dinosaurs")


def test_any_faction_may_be_the_partner_but_those_that_meet_often_are_likelier():
    others = [name for name in playable() if name != "vampires"]
    picked = Counter(partner("vampires", others, random.Random(seed)) for seed in range(3_000))
    assert set(picked) == set(others)
    by_meetings = sorted(others, key=lambda name: meetings("vampires", name))
    few, many = by_meetings[:10], by_meetings[-10:]
    assert sum(picked[name] for name in many) > 3 * sum(picked[name] for name in few)


def average(pairs: list[tuple[str, str]]) -> float:
    return sum(meetings(*pair) for pair in pairs) / len(pairs)


def test_games_deal_factions_together_that_meet_more_often_than_by_chance():
    names = [printing.id for printing in playable_printings()]
    by_chance = average([(a, b) for a in names for b in names if a != b])
    dealt = [pair for seed in range(30) for pair in deal_least_known(Coverage(), names, 3, random.Random(seed))]
    assert average(dealt) > 1.2 * by_chance
    across = [
        (game.factions[(seat + 1) % 3][0], pair[1])
        for seed in range(60)
        if (game := beginning("EMD", 3, seed)).factions
        for seat, pair in enumerate(game.factions)
    ]
    assert average(across) > 1.2 * by_chance


def test_watched_games_deal_the_same_factions():
    """What abilities do is read from their functions, which a watch wraps."""
    abilities = list(all_abilities().values())
    unwatched = [list(names_used(ability)) for ability in abilities]
    with Watch():
        assert [list(names_used(ability)) for ability in abilities] == unwatched
