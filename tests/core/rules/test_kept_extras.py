"""term.extra: an extra play that is kept for later still does to the card what its words say."""

import pytest

from core.cards.conditions import minion_just_played, with_that_play
from core.cards.verbs.playing import extra_play
from core.cards.verbs.power import place_counters
from events.questions import Cards, Main, PayWith
from events.vocabulary import CardPlayed
from tests.core.table_setting import ANA, BEN, BOOKS, Match, Setting, own_cards

cards = own_cards("Kept Extras")
summons = cards.action("Summons", copies=0, text="[on-play] Play an extra minion and put a +1 power counter on it.")


@summons.lasting(CardPlayed, when=with_that_play)
def welcome(me, played):
    minion = minion_just_played(me, played)
    if minion is not None:
        yield from place_counters(me, minion)


@summons.on_play
def summon(me):
    played = yield from extra_play(me, "minion", then="test-kept-extras/summons#welcome")
    if played is not None:
        yield from welcome(me, played)


KEEPING = [book for book in BOOKS if book not in ("EMD", "HTB")]


def scene(edition: str) -> tuple[Match, int, int, int]:
    table = Setting(edition=edition)
    table.base()
    call, first, second = table.hand(ANA, summons, 2, 3)
    return table.begin(), call, first, second


def test_the_newest_book_wants_it_at_once():
    match, call, first, second = scene("EMD")
    match.play(call)
    assert set(match.question(Cards, ANA).options) == {first, second}
    match.answer(second)
    assert match.card(second).counters == 1
    match.play(first)
    assert match.card(first).counters == 0, "that was the free minion"


@pytest.mark.parametrize("edition", KEEPING)
def test_the_play_is_kept_and_it_matters_which_is_used(edition):
    match, call, first, second = scene(edition)
    match.play(call)
    assert match.question(Cards, ANA).waits
    match.passes()
    match.question(Main, ANA)
    match.play(first)
    free, extra = sorted(match.question(PayWith, ANA).options, key=int)  # type: ignore[arg-type]
    match.answer(free)
    assert match.card(first).counters == 0
    match.play(second)
    assert match.card(second).counters == 1
    assert match.happened(CardPlayed)[-1].allowance == extra


@pytest.mark.parametrize("edition", KEEPING)
def test_or_it_is_used_at_once_and_nothing_is_kept(edition):
    match, call, first, second = scene(edition)
    match.play(call)
    match.answer(second)
    assert match.card(second).counters == 1
    assert not match.table.lasting
    match.play(first)
    assert match.card(first).counters == 0, "that was the free minion"


@pytest.mark.parametrize("edition", KEEPING)
def test_unused_it_is_gone_with_the_turn(edition):
    match, call, *_ = scene(edition)
    match.play(call)
    match.passes()
    assert match.table.lasting
    while match.asked == ANA:
        match.passes()  # where extra plays last all turn, they are offered again after each phase
    match.question(Main, BEN)
    assert not match.table.lasting
