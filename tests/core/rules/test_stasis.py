"""Stasis: counted down at the start of its owner's turn, then played as an extra card or discarded (stasis.*)."""

from __future__ import annotations

from core.cards.verbs.decks import draw_cards
from core.cards.verbs.finding import minions
from core.cards.verbs.playing import play_certain
from core.rules.stasis import (
    ENTERS_STASIS,
    LEAVES_STASIS,
    change_stasis,
    playable_from_stasis,
    put_each_into_stasis,
    put_into_stasis,
    remove_stasis_counters,
)
from events.questions import Main, NextInOrder, Play
from events.vocabulary import AbilityUsed, CardPlayed, Discarded, StasisChanged, StasisEntered
from tests.core.table_setting import ANA, BEN, Setting, own_cards

cards = own_cards("Stasis")
almanac = cards.action("Almanac", copies=0, text="Leaving stasis: gain nothing, be discarded.")
badge = cards.action("Badge", kind="on-minion", copies=0, text="Leaving stasis: be discarded.")
crate = cards.action("Crate", kind="on-minion", copies=0, text="[special] When it enters stasis, draw a card.")
boomerang = cards.action("Boomerang", copies=0, text="[on-play] Put this card into stasis.")
left: list[int] = []
letter = cards.action("Letter", copies=0, text="[special] When it enters stasis, draw a card.")
sleeper = cards.minion("Sleeper", power=3, copies=0, text="[special] Out of stasis it is played, then draw a card.")
battery = cards.action("Battery", copies=0, text="[special] After another card loses a stasis counter, gain one.")


@letter.rule(ENTERS_STASIS, label="special", zone="stasis")
def posted(me):
    draw_cards(me)


@badge.rule(LEAVES_STASIS, label="special", zone="stasis")
def hand_in(me):
    left.append(me.card.number)


@crate.rule(ENTERS_STASIS, label="special", zone="stasis")
def packed(me):
    draw_cards(me)


@sleeper.rule(LEAVES_STASIS, label="special", zone="stasis")
def wake(me):
    yield from play_certain(me, me.card)
    draw_cards(me)


@battery.after(StasisChanged, label="special", zone="stasis", when=lambda me, one: one.card != me.card.number)
def charge(me, changed):
    yield from change_stasis(me, me.card, 1)


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
    assert [event.amount for event in match.happened(StasisChanged)] == [-1]


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


def test_words_about_leaving_need_no_place_and_other_words_do():
    """There is no minion to play either of them on."""
    for what, playable in ((badge, True), (crate, False)):
        match, _, card = frozen(what, 0)
        assert (match.card(card) in playable_from_stasis(match.game, ANA)) == playable


def test_unplayed_it_is_discarded_at_the_end_of_the_turn():
    match, _, card = frozen(5, 1)
    round_of_turns(match)
    match.passes(ANA)
    assert match.zone(card) == "discard"
    assert [event.rule for event in match.happened(Discarded) if event.card == card] == ["stasis.end"]


def test_a_card_leaving_stasis_does_not_go_straight_back():
    match, _, card = frozen(boomerang, 1)
    round_of_turns(match)
    match.play(card)
    assert [event.source for event in match.happened(CardPlayed) if event.card == card] == ["stasis"]
    assert match.zone(card) == "discard"


def test_counters_never_go_below_zero():
    match, _, card = frozen(5, 1, tricks=2)
    assert match.do(lambda me: change_stasis(me, match.card(card), -3)) == -1
    assert match.card(card).stasis == 0
    assert playable_from_stasis(match.game, ANA) == match.cards(card)


def test_one_counter_comes_off_each_at_one_moment_and_says_how_many_are_left():
    table = Setting()
    table.base()
    first, second = table.hand(ANA, 5, 4)
    match = table.begin(tricks=2)
    match.do(lambda me: put_into_stasis(me, match.card(first), 1))
    match.do(lambda me: put_into_stasis(me, match.card(second), 2))
    round_of_turns(match)
    gone = match.happened(StasisChanged)
    assert [(event.card, event.left) for event in gone] == [(first, 0), (second, 1)]
    assert len({event.moment for event in gone}) == 1


def test_a_counter_that_comes_while_they_come_off_stays():
    table = Setting()
    table.base()
    waiting, full = table.hand(ANA, 5, battery)
    match = table.begin(tricks=2)
    match.do(lambda me: put_into_stasis(me, match.card(waiting), 2))
    match.do(lambda me: put_into_stasis(me, match.card(full), 1))
    round_of_turns(match)
    assert match.card(full).stasis == 1, "its own has come off, and another one has come"


def test_what_a_card_does_as_it_enters_it_does_at_once():
    match, _, card = frozen(letter, 2)
    assert match.zone(card) == "stasis"
    assert [type(event) for event in match.happened(StasisEntered, AbilityUsed, Discarded)] == [
        StasisEntered,
        AbilityUsed,
        Discarded,  # of the trick that put it there: it has not resolved before
    ]


def test_several_that_enter_together_take_their_turns_in_the_current_players_order():
    table = Setting()
    table.base()
    numbers = table.hand(ANA, letter, letter)
    other = table.hand(ANA, 5)
    table.deck(ANA, 1, 2, 3)
    match = table.begin(tricks=1)
    entered = match.do(lambda me: put_each_into_stasis(me, match.cards(*numbers, *other), 3))
    assert not isinstance(match.game.question, NextInOrder), "they are alike"
    assert [card.number for card in entered] == [*numbers, *other]
    assert match.used() == ["posted", "posted"]


def test_a_minion_with_words_about_leaving_comes_into_play_by_them():
    match, castle, card = frozen(sleeper, 1)
    round_of_turns(match)
    match.play(card, at=castle)
    assert match.zone(card) == "minions"
    assert match.used()[-1] == "wake"
    played = [event for event in match.happened(CardPlayed) if event.card == card]
    assert [event.source for event in played] == ["stasis"]


def test_counters_taken_off_together_are_single_occurrences():
    match, _, card = frozen(5, 3, tricks=2)
    assert match.do(lambda me: remove_stasis_counters(me, {card: 2})) == 2
    gone = match.happened(StasisChanged)
    assert [(event.amount, event.left) for event in gone] == [(-1, 2), (-1, 1)]
    assert len({event.moment for event in gone}) == 1


def test_no_more_come_off_than_there_are():
    match, _, card = frozen(5, 1, tricks=2)
    assert match.do(lambda me: remove_stasis_counters(me, {card: 2})) == 1
    assert match.card(card).stasis == 0
