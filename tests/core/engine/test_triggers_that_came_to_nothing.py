"""`still`: what a trigger answers is looked at again when its turn comes; and what needs no order is not asked about."""

from core.cards.conditions import minion_played, unused_this_turn
from core.cards.verbs.decks import draw_cards
from core.cards.verbs.lasting import lasting
from core.cards.verbs.leaving import destroy
from core.cards.verbs.moving import move_all
from core.cards.verbs.playing import extra_play
from core.printed.definitions import END_OF_TURN
from events.questions import NextInOrder
from events.vocabulary import CardPlayed, Moved
from tests.core.table_setting import ANA, BEN, Setting, own_cards

cards = own_cards("Still")
herald = cards.minion("Herald", power=1, copies=0, text="[ongoing] Once a turn, after a minion moves, draw a card.")
bomb = cards.minion("Bomb", power=1, copies=0, text="[on-play] Destroy this minion.")
host = cards.minion("Host", power=1, copies=0, text="[ongoing] After a minion is played that is still there, draw.")
inn = cards.action(
    "Inn", kind="on-base", copies=0, text="[ongoing] After a minion is played here, its player draws later."
)


@herald.after(Moved, still=lambda me, moved: unused_this_turn(me))
def proclaim(me, moved):
    draw_cards(me)


@bomb.on_play
def burst(me):
    yield from destroy(me, me.card)


@host.after(CardPlayed, when=minion_played, still=lambda me, played: me.table.cards[played.card].zone == "minions")
def welcome(me, played):
    draw_cards(me)


@inn.after(CardPlayed, here=True, when=minion_played, who=lambda me, played: (played.seat,))
def lodge(me, played):
    lasting(me, "test-still/inn#breakfast")


@inn.lasting(END_OF_TURN, who=lambda me, event: (me.you,))
def breakfast(me):
    draw_cards(me)


def test_two_at_once_are_answered_once_where_once_is_the_limit():
    table = Setting()
    here, there = table.base(), table.base()
    table.minion(herald, here)
    movers = [table.minion(2, here), table.minion(3, here)]
    table.deck(ANA, 1, 1, 1)
    match = table.begin(tricks=1)
    match.do(lambda me: move_all(me, match.cards(*movers), there))
    match.as_they_lie(ANA)
    assert match.used() == ["proclaim"]


def test_a_minion_that_has_gone_again_is_not_welcomed():
    table = Setting()
    here = table.base()
    table.minion(host, here)
    plain, gone = table.hand(ANA, 2, bomb)
    table.deck(ANA, 1, 1, 1)
    match = table.begin(minions=2)
    match.play(gone, here)
    assert match.used() == []
    match.play(plain, here)
    assert match.used() == ["welcome"]


def test_one_ability_that_lasts_for_several_players_needs_no_order():
    table = Setting()
    here = table.base()
    table.action(inn, here)
    (mine,) = table.hand(ANA, 2)
    (theirs,) = table.hand(BEN, 3)
    for seat in (ANA, BEN):
        table.deck(seat, *[1] * 5)
    match = table.begin(tricks=1)
    match.do(lambda me: extra_play(me, "minion", seat=BEN))
    match.answer(theirs, seat=BEN)
    match.play(mine, here)
    match.passes(ANA)
    assert match.used() == ["lodge", "lodge", "breakfast", "breakfast"]
    assert not isinstance(match.game.question, NextInOrder)
    assert match.table.current == BEN
