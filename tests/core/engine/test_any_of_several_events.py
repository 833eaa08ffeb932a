"""An ability that answers any of several events: one ability, with one key, for all of them."""

from core.cards.verbs.bases import gain_vp
from core.cards.verbs.lasting import lasting
from core.cards.verbs.leaving import destroy, discard_from_play, return_to_hand
from core.engine.index import Index
from events.vocabulary import Destroyed, Discarded
from tests.core.table_setting import Setting, own_cards

cards = own_cards("Several")
heir = cards.minion("Heir", power=1, copies=0, text="[ongoing] After a minion goes to the discard pile, gain 1 VP.")
will = cards.action("Will", copies=0, text="[on-play] After a minion goes to the discard pile this turn, gain 1 VP.")


@heir.after(Destroyed, Discarded, when=lambda me, left: left.source == "minions")
def inherit(me, left):
    gain_vp(me)


@will.lasting(Destroyed, Discarded, when=lambda me, left: left.source == "minions")
def read_out(me, left):
    gain_vp(me)


@will.on_play
def write(me):
    lasting(me, "test-several/will#read-out")


def test_each_of_the_events_is_answered_and_no_other():
    table = Setting()
    castle = table.base()
    table.minion(heir, castle)
    one, two, three = (table.minion(2, castle) for _ in range(3))
    match = table.begin(tricks=3)
    match.do(lambda me: destroy(me, match.card(one)))
    assert match.points() == (1, 0)
    match.do(lambda me: discard_from_play(me, match.card(two)))
    assert match.points() == (2, 0)
    match.do(lambda me: return_to_hand(me, match.card(three)))
    assert match.points() == (2, 0)
    assert match.used() == ["inherit", "inherit"]


def test_one_that_leaves_no_longer_answers_any():
    table = Setting()
    castle = table.base()
    gone = table.minion(heir, castle)
    one, two = table.minion(2, castle), table.minion(2, castle)
    match = table.begin(tricks=3)
    match.do(lambda me: return_to_hand(me, match.card(gone)))
    match.do(lambda me: destroy(me, match.card(one)))
    match.do(lambda me: discard_from_play(me, match.card(two)))
    assert match.points() == (0, 0)
    live, rebuilt = match.game.index.hooks, Index.rebuilt(match.game).hooks
    assert {hook: found for hook, found in live.items() if found} == rebuilt == {}


def test_a_lasting_effect_answers_each_until_it_ends():
    table = Setting()
    castle = table.base()
    one, two, three = (table.minion(2, castle) for _ in range(3))
    (testament,) = table.hand(0, will)
    match = table.begin(tricks=2, actions=3)
    match.play(testament)
    match.do(lambda me: destroy(me, match.card(one)))
    match.do(lambda me: discard_from_play(me, match.card(two)))
    assert match.points() == (2, 0)
    match.passes()
    assert not match.game.index.active(Destroyed)
    assert not match.game.index.active(Discarded)
    assert match.zone(three) == "minions"
