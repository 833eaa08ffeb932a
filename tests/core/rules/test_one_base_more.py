"""Cards that bring a base with them, and cards because of which a base that scores is not replaced."""

import pytest

from core.cards.verbs.leaving import discard_from_play
from core.rules.places import may_be_played
from events.vocabulary import BaseArrived, CardPlayed, Destroyed, Discarded, Forbidden, ScoringEnded
from tests.core.table_setting import ANA, BEN, BOOKS, Setting, own_cards

cards = own_cards("One Base More")

map_ = cards.action("Map", kind="on-base", brings_base=True, copies=0, text="Played on a new base.")
toll = cards.action("Toll", kind="on-base", copies=0, text="[ongoing] The next base that scores is not replaced.")
closed = cards.action("Closed", kind="on-base", copies=0, text="[ongoing] No actions at new bases.")
seen: list[int] = []


@map_.on_play
def look_around(me):
    seen.append(me.base)


@toll.waives_replacement()
def leave(me):
    yield from discard_from_play(me, me.card)


@closed.forbids_play
def no_entry(me, seat, card, site, host):
    return bool(site) and site != me.base and me.game.fact(card).is_action


def test_the_base_comes_first_and_the_action_is_played_on_it():
    table = Setting()
    table.base(30)
    (coming,) = table.base_deck(25)
    (in_hand,) = table.hand(ANA, map_)
    match = table.begin()
    match.play(in_hand)
    (arrived,) = match.happened(BaseArrived)
    (played,) = match.happened(CardPlayed)
    assert (arrived.base, arrived.by, played.site, played.to) == (coming, in_hand, arrived.site, "actions")
    assert match.table.sites[arrived.site].actions == [in_hand]
    assert seen.pop() == arrived.site


def test_without_a_base_left_it_does_not_stay():
    table = Setting(edition="AL9K")
    table.base(30)
    table.base_discard(20)  # not made a new deck of, in this book
    (in_hand,) = table.hand(ANA, map_)
    match = table.begin()
    match.play(in_hand)
    assert match.zone(in_hand) == "discard"
    assert len(match.table.sites) == 1
    assert seen.pop() == 0


def test_where_it_cannot_be_played_the_base_stays_and_the_action_goes():
    table = Setting()
    here = table.base(30)
    table.base_deck(25)
    table.action(closed, here, BEN)
    (in_hand,) = table.hand(ANA, map_)
    match = table.begin()
    match.play(in_hand)
    assert match.zone(in_hand) == "discard"
    assert len(match.table.sites) == 2
    assert seen.pop() == max(match.table.sites)


def test_a_play_for_a_certain_base_is_no_play_for_it():
    table = Setting()
    here = table.base(30)
    table.base_deck(25)
    (in_hand,) = table.hand(ANA, map_)
    match = table.begin()
    assert may_be_played(match.game, ANA, match.card(in_hand))
    assert not may_be_played(match.game, ANA, match.card(in_hand), here)


@pytest.mark.parametrize("book", BOOKS)
def test_the_base_that_scores_is_not_replaced_once(book):
    table = Setting(edition=book)
    first, second, third = table.base(5), table.base(5), table.base(30)
    waiver = table.action(toll, third, BEN)
    table.base_deck(25, 24)
    table.minion(5, first)
    table.minion(6, second)
    match = table.begin(phase="score")
    match.answer(first)  # Ana chooses which of the two scores first
    (arrived,) = match.happened(BaseArrived)
    assert set(match.table.sites) == {third, arrived.site}
    assert match.zone(waiver) == "discard"
    assert not match.happened(Destroyed)
    (kept,) = match.happened(Forbidden)
    assert (kept.verb, kept.because) == ("replace-base", waiver)
    ended = [event.position for event in match.happened(ScoringEnded)]
    assert kept.position < ended[0] < arrived.position


def test_its_own_base_is_not_replaced_either():
    table = Setting()
    here = table.base(5)
    other = table.base(30)
    waiver = table.action(toll, here, BEN)
    table.base_deck(25)
    table.minion(5, here)
    match = table.begin(phase="score")
    assert set(match.table.sites) == {other}
    assert not match.happened(BaseArrived)
    (left,) = [event for event in match.happened(Discarded) if event.card == waiver]
    assert left.rule == "score.after"


def test_a_waiver_that_left_before_counts_for_nothing():
    table = Setting()
    here, other = table.base(5), table.base(30)
    waiver = table.action(toll, other, BEN)
    table.base_deck(25)
    table.minion(5, here)
    match = table.begin(tricks=1)
    match.do(lambda me: discard_from_play(me, me.game.card(waiver)))
    match.passes()
    assert len(match.table.sites) == 2
    assert len(match.happened(BaseArrived)) == 1
