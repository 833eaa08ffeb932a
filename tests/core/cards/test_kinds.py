"""A card may count as a kind besides what it is, as long as it is in play."""

from core.cards.conditions import is_a
from core.cards.verbs.lasting import lose_abilities
from core.cards.verbs.leaving import destroy
from core.engine.use import Me
from events.vocabulary import StasisEntered
from tests.core.table_setting import ANA, BEN, Setting, own_cards

cards = own_cards("Kinds")
wraith = cards.minion("Wraith", power=1, copies=0, tags=("wraith",), text="")
mist = cards.minion("Mist", power=1, copies=0, text="[ongoing] Your minions are wraiths, too.")


@mist.counts_as
def wet(me, card):
    return "wraith" if card.controller == me.you and me.game.fact(card).is_minion else ""


def wraiths(match, *numbers):
    me = Me(match.game, match.card(numbers[0]), ANA)
    return [is_a(me, match.card(number), "wraith") for number in numbers]


def test_what_is_printed_holds_everywhere():
    table = Setting()
    here = table.minion(wraith, table.base())
    (in_hand,) = table.hand(ANA, wraith)
    (gone,) = table.discard(BEN, wraith)
    assert wraiths(table.begin(), here, in_hand, gone) == [True, True, True]


def test_what_counts_as_a_kind_does_so_in_play_only():
    table = Setting()
    castle, far = table.base(), table.base()
    table.minion(mist, castle)
    mine, theirs = table.minion(2, far), table.minion(2, castle, of=BEN)
    (in_hand,) = table.hand(ANA, 2)
    (gone,) = table.discard(ANA, 2)
    assert wraiths(table.begin(), mine, theirs, in_hand, gone) == [True, False, False, False]


def test_a_card_in_stasis_is_in_play():
    table = Setting()
    table.minion(mist, table.base())
    (waiting,) = table.hand(ANA, 2)
    table._add(StasisEntered, card=waiting, to=ANA, counters=2, source="hand")
    assert wraiths(table.begin(), waiting) == [True]


def test_it_ends_with_the_card_or_its_abilities():
    table = Setting()
    castle = table.base()
    one, other = table.minion(mist, castle), table.minion(2, castle)
    match = table.begin(tricks=2)
    match.do(lambda me: lose_abilities(me, match.card(one)))
    assert wraiths(match, other, one) == [False, False]
    match.do(lambda me: destroy(me, match.card(one)))
    assert wraiths(match, other) == [False]
