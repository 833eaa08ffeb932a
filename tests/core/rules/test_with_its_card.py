"""term.expiry: an effect without a stated end is over with its card, at the latest with the turn."""

from core.cards.verbs.lasting import set_breakpoint
from core.cards.verbs.leaving import destroy
from events.questions import Main
from events.vocabulary import EffectsEnded
from tests.core.table_setting import ANA, BEN, Setting, own_cards

cards = own_cards("With Its Card")
stake = cards.action(
    "Stake", kind="on-base", copies=0, text="Play on a base. [talent] This base's breakpoint becomes 3."
)


@stake.talent()
def claim(me):
    set_breakpoint(me, me.base, 3, until="unstated")


def scene():
    table = Setting()
    castle = table.base(20)
    staked = table.action(stake, castle)
    match = table.begin(tricks=1)
    match.use(staked)
    assert match.breakpoint(castle) == 3
    return match, castle, staked


def test_its_card_leaves():
    match, castle, staked = scene()
    match.do(lambda me: destroy(me, me.game.card(staked)))
    assert match.breakpoint(castle) == 20
    (ended,) = match.happened(EffectsEnded)
    assert ended.rule == "term.expiry"


def test_the_turn_ends():
    match, castle, _ = scene()
    match.passes(ANA)
    match.question(Main, BEN)
    assert match.breakpoint(castle) == 20


def test_another_card_leaving_changes_nothing():
    table = Setting()
    castle = table.base(20)
    staked, other = table.action(stake, castle), table.action(stake, castle)
    match = table.begin(tricks=1)
    match.use(staked)
    match.do(lambda me: destroy(me, me.game.card(other)))
    assert match.breakpoint(castle) == 3
