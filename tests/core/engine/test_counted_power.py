"""What a minion's power is added to: its controller's total, and the total that reaches the breakpoint."""

import pytest

from core.cards.verbs.lasting import lasting
from core.engine.power import power_at, printed_power, ready, total_parts, total_powers
from events.vocabulary import Awarded
from tests.core.table_setting import ANA, BEN, BOOKS, Setting, own_cards

cards = own_cards("Counted Power")
pin = cards.action("Hold", kind="on-minion", copies=0, text="[ongoing] Its power does not count for its controller.")
curse = cards.action("Curse", kind="on-minion", copies=0, text="[ongoing] Its power counts for nothing.")
siren = cards.minion("Singer", power=2, copies=0, text="[ongoing] Others' minions here add 1 less to their totals.")
amulet = cards.action("Charm", kind="on-minion", copies=0, text="Others' cards can't affect this minion.")
plainly = cards.action("Plainly", copies=0, text="[on-play] Others' minions add only printed power this turn.")


@pin.counts_for_player
def hold(me, minion, amount):
    return 0 if minion.number == me.card.host else amount


@curse.counts_for_player
def useless(me, minion, amount):
    return 0 if minion.number == me.card.host else amount


@curse.counts_for_breakpoint
def useless_here(me, minion, amount):
    return 0 if minion.number == me.card.host else amount


@siren.counts_for_player
def sing(me, minion, amount):
    return amount - 1 if minion.site == me.base and minion.controller != me.you else amount


@amulet.shields
def protect(me, card, incoming):
    return card is me.host and incoming.player != me.you


@plainly.on_play
def unadorned(me):
    lasting(me, f"{plainly.id}#as-printed")


@plainly.lasting("counts-for-player")
def as_printed(me, minion, amount):
    return min(amount, printed_power(me.game, minion)) if minion.controller != me.you else amount


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize(("action", "reached"), [(pin, 8), (curse, 3)])
def test_a_minion_that_does_not_count_is_still_there(book, action, reached):
    table = Setting(edition=book)
    castle = table.base(8)
    minion = table.minion(5, castle, of=BEN)
    table.minion(3, castle)
    attached = table.action(action, castle, on=minion)
    match = table.begin()
    assert match.power(minion) == 5
    assert total_powers(match.game, castle) == [3, 0]
    assert power_at(match.game, castle) == reached
    assert ready(match.game, castle) == (reached == 8)
    assert total_parts(match.game, BEN, castle) == [(minion, 5, "minion"), (attached, -5, "ability")]


@pytest.mark.parametrize("book", BOOKS)
def test_a_player_is_present_with_a_minion_that_adds_nothing(book):
    table = Setting(edition=book)
    castle = table.base(8)
    minion = table.minion(5, castle, of=BEN)
    table.minion(3, castle)
    table.action(pin, castle, on=minion)
    match = table.begin()
    match.passes()
    (awarded,) = match.happened(Awarded)
    assert (awarded.totals, awarded.places, awarded.awards) == ((3, 0), (1, 2), (4, 2))


def test_several_add_up_and_never_below_zero():
    table = Setting()
    castle = table.base(5)
    table.minion(siren, castle)
    table.minion(siren, castle)
    table.minion(1, castle, of=BEN)
    table.minion(4, castle, of=BEN)
    match = table.begin()
    assert total_powers(match.game, castle) == [4, 2]
    assert power_at(match.game, castle) == 9


def test_it_can_last_for_a_turn():
    table = Setting()
    castle = table.base()
    table.minion(2, castle, of=BEN, counters=3)
    table.minion(1, castle, counters=1)
    (in_hand,) = table.hand(ANA, plainly)
    match = table.begin()
    match.play(in_hand)
    assert total_powers(match.game, castle) == [2, 2]
    match.passes()
    assert total_powers(match.game, castle) == [2, 5]


def test_an_action_without_effect_on_its_minion_changes_nothing():
    table = Setting()
    castle = table.base()
    minion = table.minion(5, castle, of=BEN)
    attached = table.action(pin, castle, on=minion)
    table.action(amulet, castle, of=BEN, on=minion)
    match = table.begin(tricks=1)
    match.do(lambda me: None)
    assert total_powers(match.game, castle) == [0, 5]
    assert match.zone(attached) in ("attached", "discard")
