"""Stasis: counted down at the start of its owner's turn, then played as an extra card or discarded (stasis.*)."""

from __future__ import annotations

from core.cards.verbs import minions
from core.rules.stasis import change_stasis, playable_from_stasis, put_into_stasis
from events.questions import Main, Play
from events.vocabulary import CardPlayed, Discarded, StasisChanged
from tests.core.table_setting import ANA, BEN, Setting, own_cards

cards = own_cards("Stasis")
almanac = cards.action("Almanac", copies=0, text="Leaving stasis: gain nothing, be discarded.")
boomerang = cards.action("Boomerang", copies=0, text="[on-play] Put this card into stasis.")
left: list[int] = []


@almanac.rule("leaves-stasis", zone="stasis", label="special")
def read(me):
    left.append(me.card.number)


@boomerang.on_play
def fly(me):
    yield from put_into_stasis(me, me.card, 1)


def frozen(what, counters, tricks=1):
    table = Setting()
    castle = table.base(20)
    (card,) = table.hand(ANA, what)
    match = table.begin(tricks=tricks)
    match.do(lambda me: put_into_stasis(me, match.card(card), counters))
    return match, castle, card


def round_of_turns(match):
    match.passes(ANA)
    match.passes(BEN)


def test_a_card_in_stasis_is_on_no_base():
    match, castle, card = frozen(5, 2)
    assert match.zone(card) == "stasis"
    assert match.card(card).stasis == 2
    assert match.card(card).site == 0
    assert not minions(type("All", (), {"game": match.game}), at=castle)


def test_one_counter_comes_off_at_the_start_of_its_owners_turn_only():
    match, _, card = frozen(5, 2)
    match.passes(ANA)
    assert match.card(card).stasis == 2
    match.passes(BEN)
    assert match.card(card).stasis == 1
    assert [one.amount for one in match.happened(StasisChanged)] == [-1]


def test_without_counters_it_may_be_played_as_an_extra_card():
    match, castle, card = frozen(5, 1)
    round_of_turns(match)
    question = match.question(Main, ANA)
    assert Play(card) in question.options
    before = len(match.table.allowances)
    match.play(card, at=castle)
    assert match.zone(card) == "minions"
    assert len(match.table.allowances) == before


def test_with_words_about_leaving_it_follows_them_and_is_discarded():
    match, _, card = frozen(almanac, 1)
    round_of_turns(match)
    match.play(card)
    assert left == [card]
    assert match.zone(card) == "discard"


def test_unplayed_it_is_discarded_at_the_end_of_the_turn():
    match, _, card = frozen(5, 1)
    round_of_turns(match)
    match.passes(ANA)
    assert match.zone(card) == "discard"
    assert [one.rule for one in match.happened(Discarded) if one.card == card] == ["stasis.end"]


def test_a_card_leaving_stasis_does_not_go_straight_back():
    match, _, card = frozen(boomerang, 1)
    round_of_turns(match)
    match.play(card)
    assert [one.source for one in match.happened(CardPlayed) if one.card == card] == ["stasis"]
    assert match.zone(card) == "discard"


def test_counters_never_go_below_zero():
    match, _, card = frozen(5, 1, tricks=2)
    assert match.do(lambda me: change_stasis(me, match.card(card), -3)) == -1
    assert match.card(card).stasis == 0
    assert playable_from_stasis(match.game, ANA) == match.cards(card)
