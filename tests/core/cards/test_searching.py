"""term.look-reveal-search: looking for one card in several piles, and putting one that was found on top."""

import pytest

from core.cards.verbs.decks import search_deck, search_piles, shuffle_beneath
from events.questions import Cards, Main, Modes
from events.vocabulary import Looked, Revealed, Shuffled
from tests.core.table_setting import ANA, BOOKS, Match, Setting

HAND, DECK, DISCARD = "your hand", "your deck", "your discard pile"


def strong(me):
    return lambda card: (me.game.fact(card).power or 0) >= 5


def look(match: Match, piles=("hand", "deck", "discard"), *, optional: bool = True) -> list[object]:
    """Look for a strong minion everywhere; what came of it, when all is answered."""
    found: list[object] = []

    def words(me):
        found.append((yield from search_piles(me, "a strong one", strong(me), piles, optional=optional)))

    match.do(words)
    return found


def test_one_pile_after_another_until_it_is_found():
    table = Setting()
    table.base()
    table.hand(ANA, 1)
    table.deck(ANA, 2, 3)
    (sought,) = table.discard(ANA, 6)
    match = table.begin(tricks=1)
    outcome = look(match)
    assert match.question(Modes, ANA).options == (HAND, DECK, DISCARD)
    match.answer(HAND)
    assert match.question(Cards, ANA).options == (), "asked anyway: the question reveals nothing"
    match.passes()
    assert match.question(Modes, ANA).options == (DECK, DISCARD)
    match.answer(DECK)
    match.passes()
    match.answer(DISCARD)
    match.answer(sought)
    assert outcome == [(match.card(sought), True)]
    match.question(Main, ANA)


def test_a_deck_that_was_not_searched_was_not_searched():
    table = Setting()
    table.base()
    table.deck(ANA, 7)
    (sought,) = table.discard(ANA, 6)
    match = table.begin(tricks=1)
    outcome = look(match)
    match.answer(DISCARD)
    match.answer(sought)
    assert outcome == [(match.card(sought), False)]
    assert match.happened(Looked, Revealed) == []


def test_what_is_found_may_be_left_and_a_discard_pile_without_such_a_card_is_not_on_offer():
    table = Setting()
    table.base()
    table.deck(ANA, 7)
    table.discard(ANA, 1)
    match = table.begin(tricks=1)
    outcome = look(match)
    assert match.question(Modes, ANA).options == (DECK,)
    match.answer(DECK)
    match.passes()
    assert outcome == [(None, True)]


def test_without_a_may_one_pile_must_be_searched_and_its_card_found():
    table = Setting()
    table.base()
    table.deck(ANA, 2)
    (sought,) = table.discard(ANA, 6)
    match = table.begin(tricks=1)
    outcome = look(match, ("deck", "discard"), optional=False)
    assert match.question(Modes, ANA).least == 1
    match.answer(DECK)
    match.passes()  # none is there
    assert match.question(Modes, ANA).least == 0, "she has searched one of them"
    match.answer(DISCARD)
    assert outcome == [(match.card(sought), True)]


def test_without_a_may_what_is_in_the_only_pile_must_be_found():
    table = Setting()
    table.base()
    sought, _ = table.deck(ANA, 7, 2)
    match = table.begin(tricks=1)
    outcome = look(match, ("deck", "discard"), optional=False)
    assert match.question(Cards, ANA).least == 1
    match.answer(sought)
    assert outcome == [(match.card(sought), True)]


@pytest.mark.parametrize("topmost", [0, 1])
def test_of_equal_cards_the_topmost_is_offered_whatever_their_numbers(topmost):
    table = Setting()
    table.base()
    numbers = table.deck(ANA, 1, 6, 7, 6)
    match = table.begin(tricks=1)
    copies = (numbers[1], numbers[3])
    order = (numbers[0], copies[topmost], numbers[2], copies[1 - topmost])
    match.game.emit(Shuffled, zone="deck", seat=ANA, order=order)
    match.do(lambda me: search_deck(me, "a strong one", strong(me)))
    assert match.question(Cards, ANA).options == (copies[topmost], numbers[2])


@pytest.mark.parametrize("edition", BOOKS)
def test_the_rest_is_shuffled_beneath_what_was_found(edition):
    table = Setting(edition=edition)
    table.base()
    *others, sought = table.deck(ANA, 1, 2, 3, 4, 6)
    match = table.begin(tricks=1)

    def words(me):
        found = yield from search_deck(me, "a strong one", strong(me))
        assert found is not None
        shuffle_beneath(me, found)

    match.do(words)
    match.answer(sought)
    deck = match.table.seats[ANA].deck
    assert deck[0] == sought
    assert sorted(deck[1:]) == others
