"""term.leave-play, term.transfer, term.counters: what is on a card goes where the card goes, and no further."""

import pytest

from core.cards.verbs.leaving import destroy, place_in_deck, return_to_hand
from core.cards.verbs.moving import move, transfer
from core.cards.verbs.power import place_counter_on_each, place_counters, remove_counters, transfer_counters
from events.vocabulary import CountersChanged, CountersTransferred, Destroyed, Discarded
from tests.core.table_setting import ANA, BEN, BOOKS, Setting, own_cards

cards = own_cards("Attachments")
hat = cards.action("Hat", kind="on-minion", copies=0, text="Play on a minion.")
flag = cards.action("Flag", kind="on-base", copies=0, text="Play on a base.")

LEAVING = {
    "destroyed": (lambda me, card: destroy(me, card), "discard"),
    "returned": (lambda me, card: return_to_hand(me, card), "hand"),
    "placed on its deck": (lambda me, card: place_in_deck(me, card), "deck"),
}


@pytest.mark.parametrize("edition", BOOKS)
@pytest.mark.parametrize("way", LEAVING)
def test_what_is_on_a_leaving_minion_is_discarded_each_to_its_owner(edition, way):
    words, zone = LEAVING[way]
    table = Setting(edition=edition)
    castle = table.base()
    minion = table.minion(3, castle, of=BEN, counters=2)
    hats = [table.action(hat, castle, of=seat, on=minion) for seat in (ANA, BEN)]
    match = table.begin(tricks=1)
    match.do(lambda me: words(me, match.card(minion)))
    assert match.zone(minion) == zone
    assert [match.table.seats[seat].discard[-1] for seat in (ANA, BEN)] == (
        hats if zone != "discard" else [hats[0], minion]
    )
    left = [event for event in match.happened(Discarded) if event.card in hats]
    assert {event.rule for event in left} == {"term.leave-play"}
    assert len({event.moment for event in left}) == 1, "all in one moment"
    assert match.card(minion).counters == 0, "its counters are gone"


def test_discarded_with_their_minion_they_were_not_destroyed():
    table = Setting()
    castle = table.base()
    minion = table.minion(3, castle, of=BEN)
    table.action(hat, castle, of=BEN, on=minion)
    match = table.begin(tricks=1)
    match.do(lambda me: destroy(me, match.card(minion)))
    assert [event.card for event in match.happened(Destroyed)] == [minion]


def test_everything_on_a_minion_moves_with_it():
    table = Setting()
    castle, tower = table.base(), table.base()
    minion = table.minion(3, castle, counters=2)
    worn = table.action(hat, castle, of=BEN, on=minion)
    banner = table.action(flag, castle)
    match = table.begin(tricks=1)
    match.do(lambda me: move(me, match.card(minion), tower))
    assert (match.card(minion).site, match.card(worn).site, match.card(worn).host) == (tower, tower, minion)
    assert match.card(worn).controller == BEN
    assert match.card(minion).counters == 2
    assert match.card(banner).site == castle, "what lies on the base stays"


def test_an_action_is_transferred_to_another_minion_or_base():
    table = Setting()
    castle, tower = table.base(), table.base()
    here, there = table.minion(3, castle), table.minion(3, tower, of=BEN)
    worn = table.action(hat, castle, on=here)
    banner = table.action(flag, castle, of=BEN)
    match = table.begin(tricks=2)
    assert match.do(lambda me: transfer(me, match.card(worn), host=match.card(there))) is True
    assert (match.card(here).attached, match.card(there).attached) == ([], [worn])
    assert (match.card(worn).site, match.card(worn).controller) == (tower, ANA)
    match.do(lambda me: transfer(me, match.card(banner), site=tower))
    assert (match.table.sites[castle].actions, match.table.sites[tower].actions) == ([], [banner])


# --- counters -------------------------------------------------------------------------------------------------------


def test_each_counter_adds_one_power():
    table = Setting()
    castle = table.base()
    minion, other = table.minion(3, castle), table.minion(1, castle, of=BEN)
    match = table.begin(tricks=2)
    match.do(lambda me: place_counters(me, match.card(minion), 2))
    assert match.power(minion) == 5
    match.do(lambda me: place_counter_on_each(me, match.cards(minion, other)))
    assert (match.power(minion), match.power(other)) == (6, 2)
    last = match.happened(CountersChanged)[1:]
    assert len({event.moment for event in last}) == 1


def test_only_counters_that_are_there_come_off():
    table = Setting()
    castle = table.base()
    minion = table.minion(3, castle, counters=2)
    match = table.begin(tricks=3)
    assert match.do(lambda me: remove_counters(me, match.card(minion), 1)) == 1
    assert match.do(lambda me: remove_counters(me, match.card(minion), 5)) == 1
    assert match.do(lambda me: remove_counters(me, match.card(minion), 1)) == 0
    assert match.power(minion) == 3
    assert [event.amount for event in match.happened(CountersChanged)] == [-1, -1]


def test_counters_are_transferred_not_placed():
    table = Setting()
    castle = table.base()
    rich, poor = table.minion(3, castle, counters=2), table.minion(1, castle, of=BEN)
    match = table.begin(tricks=2)
    assert match.do(lambda me: transfer_counters(me, match.card(rich), match.card(poor), 5)) == 2
    assert (match.card(rich).counters, match.card(poor).counters) == (0, 2)
    assert match.happened(CountersChanged) == []
    assert len(match.happened(CountersTransferred)) == 1
    assert match.do(lambda me: transfer_counters(me, match.card(rich), match.card(poor), 1)) == 0


def test_a_card_that_comes_back_has_no_counters():
    table = Setting()
    castle = table.base()
    minion = table.minion(3, castle, counters=2)
    match = table.begin(tricks=1)
    match.do(lambda me: return_to_hand(me, match.card(minion)))
    match.play(minion, castle)
    assert match.power(minion) == 3
