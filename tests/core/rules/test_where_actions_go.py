"""turn.action-leaves: where an action goes when it has resolved, if a card says otherwise."""

import pytest

from core.cards.conditions import standard_action_played
from core.cards.verbs.bases import gain_vp
from core.cards.verbs.decks import draw_cards
from core.cards.verbs.playing import extra_play, goes_instead, play_certain
from core.engine.choices import may
from core.printed.definitions import Goes
from events.questions import Cards, Main, Play, Use
from events.vocabulary import CardPlayed, Discarded, Placed, Taken
from tests.core.table_setting import ANA, BEN, BOOKS, Setting, own_cards

cards = own_cards("Destinations")
boomerang = cards.action("Boomerang", copies=0, text="[on-play] 1 VP. You may put this into your hand instead.")
cork = cards.action("Cork", copies=0, text="[on-play] Put this on top of your deck instead of the discard pile.")
plain = cards.action("Plain", copies=0, text="[on-play] Gain 1 VP.")
reader = cards.minion("Reader", power=1, copies=0, text="[ongoing] After you play an action, draw a card.")
helpers = cards.action("Helpers", kind="on-base", copies=0, text="[ongoing] Your standard actions go under your deck.")
ringmaster = cards.minion("Ringmaster", power=5, copies=0, text="[ongoing] Your regular action out of the pile.")

UNDER = Goes("deck", "bottom", ("hand", "discard"))


@boomerang.on_play
def come_back(me):
    gain_vp(me)
    if (yield from may(me, "put Boomerang into your hand")):
        goes_instead(me, me.card, "hand")


@cork.on_play
def float_up(me):
    goes_instead(me, me.card, "deck")


@plain.on_play
def gain(me):
    gain_vp(me)


@reader.after(CardPlayed, when=lambda me, played: me.game.facts[played.card].is_action and played.seat == me.you)
def read(me, played):
    draw_cards(me)


@helpers.after(CardPlayed, when=lambda me, played: standard_action_played(me, played) and played.seat == me.you)
def tidy(me, played):
    goes_instead(me, me.game.card(played.card), "deck", end="bottom")


@ringmaster.plays_discarded(goes=UNDER)
def encore(me, card, play):
    return me.game.fact(card).is_standard and not play.extra and play.kind == "action"


@pytest.mark.parametrize("book", BOOKS)
def test_an_action_goes_where_its_own_text_sends_it_after_what_it_triggered(book):
    table = Setting(edition=book)
    castle = table.base()
    table.minion(reader, castle)
    (in_hand,) = table.hand(ANA, cork)
    deck = table.deck(ANA, 1, 2)
    match = table.begin()
    match.play(in_hand)
    assert match.zone(deck[0]) == "hand", "the card drawn was not the action itself"
    assert match.table.seats[ANA].deck == [in_hand, deck[1]]
    assert not match.happened(Discarded)
    (placed,) = match.happened(Placed)
    assert (placed.by, placed.source, placed.rule) == (in_hand, "resolving", "turn.action-leaves")


def test_an_action_may_go_to_the_hand():
    for answer, zone in (("yes", "hand"), ("no", "discard")):
        table = Setting()
        table.base()
        (in_hand,) = table.hand(ANA, boomerang)
        match = table.begin()
        match.play(in_hand)
        match.answer(answer)
        assert match.zone(in_hand) == zone
        assert match.points() == (1, 0)


def test_another_card_sends_only_what_would_be_discarded():
    table = Setting()
    castle = table.base()
    table.action(helpers, castle)
    table.deck(ANA, 1)
    common, own = table.hand(ANA, plain, boomerang)
    match = table.begin(actions=2)
    match.play(common)
    assert match.table.seats[ANA].deck[-1] == common
    match.play(own)
    match.answer("yes")
    assert match.zone(own) == "hand", "its own text comes first"


@pytest.mark.parametrize(("card", "place"), [(plain, 2), (boomerang, 2), (cork, 0)])
def test_a_card_played_out_of_the_pile_goes_under_the_deck_instead_of_hand_or_pile(card, place):
    table = Setting()
    table.base()
    (old,) = table.discard(ANA, card)
    table.deck(ANA, 1, 2)
    match = table.begin(tricks=1)
    match.do(lambda me: play_certain(me, match.card(old), goes=UNDER))
    if card is boomerang:
        match.answer("yes")
    assert match.table.seats[ANA].deck.index(old) == place
    assert match.game.destinations == {}


def test_a_permission_lets_the_regular_play_be_used_for_the_discard_pile():
    table = Setting()
    castle = table.base()
    table.minion(ringmaster, castle)
    old, stays, enemy = *table.discard(ANA, plain, helpers), *table.discard(BEN, plain)
    table.deck(ANA, 1)
    match = table.begin()
    options = match.question(Main).options
    assert Play(old) in options
    assert Play(stays) not in options
    assert Play(enemy) not in options
    match.play(old)
    assert match.points() == (1, 0)
    assert match.table.seats[ANA].deck[-1] == old
    assert not match.happened(Taken)
    assert all(not isinstance(option, Play) or option.card != old for option in match.question(Main).options)


def test_an_extra_play_is_not_the_regular_one():
    table = Setting()
    castle = table.base()
    table.minion(ringmaster, castle)
    (old,) = table.discard(ANA, plain)
    in_hand = table.hand(ANA, plain)
    match = table.begin(tricks=1, actions=1)
    match.do(lambda me: extra_play(me, "action"))
    assert match.question(Cards).options == tuple(in_hand)
    match.passes()
    assert Play(old) not in match.question(Main).options
    assert not any(isinstance(option, Use) for option in match.question(Main).options)
