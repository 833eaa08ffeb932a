"""A play that demands a direct effect on a certain minion gets it, whatever the player answers (term.directly)."""

import random

import pytest

from core.cards.conditions import directly_affected
from core.cards.verbs.leaving import return_to_hand
from core.cards.verbs.playing import extra_play, play_certain
from core.printed.definitions import all_definitions
from core.rules.raising_power import can_affect
from events.questions import Cards, Main, Play
from events.vocabulary import CardPlayed
from tests.core.random_games import answer_with
from tests.core.table_setting import ANA, BEN, Setting

NOT_IN_ITS_PLAYERS_HANDS = {
    "bear-cavalry/bear-hug",  # the other player picks among equals
    "bear-cavalry/commission",  # it moves a minion from where the extra minion is played, which is up to the player
    "cowboys/high-noon",  # only the loser is destroyed
    "cowboys/run-em-off",  # only the winner gets the counter
}
"""Actions that can affect the minion, though not for certain."""

ACTIONS = [
    facts
    for facts in all_definitions()
    if facts.kind in ("standard", "on-base", "on-minion")
    and facts.is_action
    and facts.set
    and (facts.declares_affects or facts.raises_power or facts.kind == "on-minion")
    and facts.id not in NOT_IN_ITS_PLAYERS_HANDS
]


def board():
    """A table with minions of both players, some with counters and actions, some controlled by another than the owner."""
    table = Setting()
    castle, tower, moat = table.base(60), table.base(60), table.base(60)
    found = [table.minion(power, castle, counters=power % 2) for power in (1, 3, 5)]
    found += [table.minion(power, tower, counters=1) for power in (2, 4)]
    found += [table.minion(power, castle, of=BEN) for power in (1, 2, 4)]
    found += [table.minion(power, moat, of=BEN) for power in (2, 3)]
    found += [table.minion(2, moat, of=BEN, owner=ANA), table.minion(3, tower, of=ANA, owner=BEN)]
    table.action("dinosaurs/upgrade", castle, on=found[5])
    table.deck(ANA, 1, 2, 3, 4, 5)
    table.deck(BEN, 1, 2, 3)
    table.discard(ANA, 1, 2, "vanilla/action")
    table.hand(BEN, 1, 2)
    table.base_deck(20, 21)
    return table, found


@pytest.mark.parametrize("facts", ACTIONS, ids=lambda facts: facts.id)
def test_the_minion_is_affected_whatever_is_answered(facts):
    chance = random.Random(facts.id)
    for index in range(len(board()[1])):
        table, minions_there = board()
        in_hand, *_ = table.hand(ANA, facts, 1, 2, "vanilla/action")
        match = table.begin(tricks=1)
        target = match.card(minions_there[index])
        able = can_affect(match.game, ANA, match.card(in_hand), target)
        words = (str(target.number),)
        match.do(lambda me, words=words: extra_play(me, "action", condition="affects-card", arguments=words))
        offered = in_hand in match.question(Cards).options
        assert not offered or able
        if not offered:
            continue
        match.answer(in_hand)
        for _ in range(60):
            question = match.game.question
            if question is None or isinstance(question, Main):
                break
            options = list(question.options)
            chance.shuffle(options)
            picks = next((reply for option in options if (reply := answer_with(question, option))), ())
            match.game.answer(match.game.table.asked, picks)
        played = next(event for event in match.happened(CardPlayed) if event.card == in_hand)
        assert target.number in {number for number, _ in directly_affected(match.game, played)}, index


def test_a_kept_play_is_not_for_a_minion_that_left_and_came_back():
    table = Setting(edition="AL9K")
    castle = table.base()
    target, other = table.minion(2, castle), table.minion(3, castle)
    (in_hand,) = table.hand(ANA, "dinosaurs/upgrade")
    match = table.begin(tricks=2, actions=0)
    match.do(lambda me: extra_play(me, "action", condition="affects-card", arguments=(str(target),)))
    match.passes()
    assert Play(in_hand) in match.question(Main).options

    def away_and_back(me):
        yield from return_to_hand(me, match.card(target))
        yield from play_certain(me, match.card(target))

    match.do(away_and_back)
    assert match.zone(target) == "minions"
    assert Play(in_hand) not in match.question(Main).options
    assert match.zone(other) == "minions"
