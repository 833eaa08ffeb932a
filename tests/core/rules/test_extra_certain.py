"""An extra play for a certain card in hand: at once or never in later books, kept for its name in earlier ones."""

import pytest

from core.cards.verbs.playing import extra_play
from events.questions import Cards, Main, Play
from events.vocabulary import CardPlayed
from tests.core.table_setting import ANA, Setting


def offered(book):
    table = Setting(edition=book)
    here = table.base(30)
    table.base(30)
    named, other = table.hand(ANA, 3, 4)
    match = table.begin(tricks=1, minions=0)
    match.do(lambda me: extra_play(me, "minion", among=[me.game.card(named)], site=here))
    return match, here, named, other


@pytest.mark.parametrize("book", ["OOPS", "EMD"])
def test_a_specific_card_is_played_at_once(book):
    match, here, named, _ = offered(book)
    assert match.question(Cards, ANA).options == (named,)
    match.answer(named)
    assert [(event.card, event.site) for event in match.happened(CardPlayed)][1:] == [(named, here)]


@pytest.mark.parametrize("book", ["OOPS", "EMD"])
def test_or_not_at_all(book):
    match, _, named, _ = offered(book)
    match.answer()
    assert Play(named) not in match.question(Main).options


@pytest.mark.parametrize("book", ["AL9K", "MS", "CND"])
def test_earlier_books_let_it_wait(book):
    match, here, named, other = offered(book)
    assert match.question(Cards, ANA).waits
    match.passes()
    options = match.question(Main).options
    assert Play(named) in options
    assert Play(other) not in options
    match.play(named)
    assert match.card(named).site == here
