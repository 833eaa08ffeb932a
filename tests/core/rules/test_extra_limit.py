"""Cards that limit how many extra cards a player can play in a turn."""

from core.cards.verbs.bases import gain_vp
from core.cards.verbs.playing import extra_play, play_certain
from core.rules.legality import play_obstacle
from events.questions import Cards, Main, Play, Question
from events.vocabulary import CardPlayed
from tests.core.table_setting import ANA, BEN, Setting, own_cards

cards = own_cards("Extra Limit")
queen = cards.minion("Queen", power=5, copies=0, text="[ongoing] Other players can't play more than one extra card.")
flurry = cards.action("Flurry", copies=0, text="[on-play] Play two extra actions.")
coin = cards.action("Coin", copies=0, text="[on-play] Gain 1 VP.")
ambush = cards.action("Ambush", kind="special-only", copies=0, text="[special] Before a base scores, gain 1 VP.")


@queen.limits_extra_cards
def etiquette(me, seat):
    return None if seat == me.you else 1


@flurry.on_play
def hurry(me):
    yield from extra_play(me, "action", times=2)


@coin.on_play
def earn(me):
    gain_vp(me)


@ambush.played_at("before-scores")
def spring(me):
    gain_vp(me)


def test_another_player_plays_one_extra_card_and_the_regular_ones():
    table = Setting()
    castle = table.base()
    table.minion(queen, castle, of=BEN)
    many, *coins = table.hand(ANA, flurry, coin, coin)
    guest = table.hand(ANA, 2)[0]
    match = table.begin()
    match.play(many)
    match.answer(coins[0])
    assert match.question(Cards).options == ()
    match.passes()
    assert match.points() == (1, 0)
    assert Play(coins[1]) not in match.question(Main).options
    refused = play_obstacle(match.game, ANA, match.card(coins[1]))
    assert refused is not None
    assert (refused.reason, refused.rule) == ("forbidden", "void.cant-wins")
    match.play(guest)
    assert match.zone(guest) == "minions", "the regular minion is no extra card"


def test_its_own_player_is_not_limited():
    table = Setting()
    castle = table.base()
    table.minion(queen, castle)
    many, *coins = table.hand(ANA, flurry, coin, coin)
    match = table.begin()
    match.play(many)
    match.answer(coins[0])
    match.answer(coins[1])
    assert match.points() == (2, 0)


def test_a_certain_card_that_is_barred_is_not_played():
    table = Setting()
    castle = table.base()
    table.minion(queen, castle, of=BEN)
    first, second = table.discard(ANA, coin, coin)
    match = table.begin(tricks=1)

    def both(me):
        yield from play_certain(me, match.card(first))
        yield from play_certain(me, match.card(second))

    match.do(both)
    assert match.points() == (1, 0)
    assert [event.card for event in match.happened(CardPlayed)][1:] == [first]


def test_a_special_is_an_extra_card_and_a_new_turn_resets_the_limit():
    table = Setting()
    castle = table.base(6)
    table.base_deck(20, 20)
    table.minion(queen, castle, of=BEN)
    table.minion(2, castle)
    first, second = table.hand(ANA, ambush, ambush)
    match = table.begin()
    match.passes()
    while match.asked != ANA:
        match.passes()
    match.play(first)
    assert match.zone(second) == "hand"
    before = match.points()[ANA]
    while not isinstance(match.game.question, Main):
        assert Play(second) not in match.question(Question).options
        match.passes()
    assert before >= 1
    assert match.table.current == BEN
