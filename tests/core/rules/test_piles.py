"""Abilities that act from a hand are found there when their moment comes, never in the index of what is in play."""

from core.cards.verbs.bases import gain_vp
from core.cards.verbs.leaving import return_to_hand
from core.engine.index import Index
from core.printed.definitions import BEFORE_SCORES
from events.questions import Play, Window
from tests.core.table_setting import ANA, Setting, own_cards

cards = own_cards("Piles")
whisper = cards.minion("Whisper", power=2, copies=0, text="[special] Before a base scores play this for 1 VP.")


@whisper.played_at(BEFORE_SCORES)
def hush(me):
    gain_vp(me)


def test_a_card_that_came_back_to_hand_is_not_in_play():
    table = Setting()
    castle = table.base(5)
    table.minion(6, castle)
    back = table.minion(whisper, castle)
    match = table.begin(tricks=1)
    match.do(lambda me: return_to_hand(me, me.game.card(back)))
    assert not match.game.index.active(BEFORE_SCORES)
    match.passes(ANA)
    window = match.question(Window, ANA)
    assert window.options == (Play(back),), "once, as a card to play"


def test_a_rebuilt_index_knows_no_hands_either():
    table = Setting()
    table.base()
    table.hand(ANA, whisper)
    table.discard(ANA, whisper)
    match = table.begin()
    assert not Index.rebuilt(match.game).active(BEFORE_SCORES)
