"""counters, term.transfer: +1 power counters are placed, divided and taken off, each batch in one moment."""

import pytest

from core.cards.verbs.leaving import destroy
from core.cards.verbs.power import boost_by, place_counters, remove_any_counters, share_counters
from events.questions import Distribute
from events.vocabulary import CountersChanged, EffectBegan
from tests.core.table_setting import ANA, BEN, Match, Setting


@pytest.fixture
def scene() -> tuple[Match, int, int, int]:
    table = Setting()
    castle = table.base()
    rich = table.minion(2, castle, counters=3)
    poor = table.minion(3, castle)
    other = table.minion(4, castle, of=BEN, counters=1)
    return table.begin(tricks=2), rich, poor, other


def test_shares_are_placed_in_one_moment(scene):
    match, rich, poor, _ = scene
    placed = match.do(lambda me: share_counters(me, {rich: 2, poor: 1}))
    assert placed == 3
    changes = match.happened(CountersChanged)
    assert [(change.card, change.amount) for change in changes] == [(rich, 2), (poor, 1)]
    assert len({change.moment for change in changes}) == 1


def test_any_number_comes_off_as_the_player_says(scene):
    match, rich, _, other = scene
    match.do(lambda me: remove_any_counters(me, me.game.table.minions()))
    question = match.question(Distribute, ANA)
    assert set(question.options) == {rich, other}, "a minion without counters has none to give"
    assert (question.least, question.most) == (0, 4)
    assert question.refusal((other, other)) is not None, "it has one only"
    match.answer(rich, rich, other)
    assert (match.card(rich).counters, match.card(other).counters) == (1, 0)
    assert sum(event.amount for event in match.happened(CountersChanged)) == -3


def test_none_may_come_off(scene):
    match, rich, *_ = scene
    removed = []

    def words(me):
        removed.append((yield from remove_any_counters(me, [me.game.card(rich)])))

    match.do(words)
    match.answer()
    assert removed == [0]
    assert not match.happened(CountersChanged)


def test_a_card_that_has_left_play_takes_no_counters(scene):
    match, rich, *_ = scene

    def words(me):
        yield from destroy(me, me.game.card(rich))
        return (yield from place_counters(me, me.game.card(rich)))

    assert match.do(words) is None
    assert match.card(rich).counters == 0


def test_each_minion_its_own_amount_of_power_fixed_now(scene):
    match, rich, poor, _ = scene
    match.do(lambda me: boost_by(me, {rich: 3, poor: 1}))
    assert (match.power(rich), match.power(poor)) == (8, 4)
    assert len({event.moment for event in match.happened(EffectBegan)}) == 1
    match.do(lambda me: place_counters(me, me.game.card(rich), 2))
    assert match.power(rich) == 10, "the counters count, the bonus stays what it was"
