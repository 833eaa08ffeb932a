"""turn.empty-deck: when a deck is reshuffled from its discard pile, and when not."""

import pytest

from core.cards.verbs.decks import draw_cards, look_at_top, reveal_top, reveal_until, search_deck, shuffle_in
from events.questions import Cards
from events.vocabulary import Shuffled
from tests.core.table_setting import ANA, BEN, BOOKS, Match, Setting


def with_piles(edition: str, deck: int, discard: int) -> tuple[Match, list[int], list[int]]:
    """Give Ana a deck and a discard pile of these sizes, and a trick in hand."""
    table = Setting(edition=edition)
    table.base()
    cards = table.deck(ANA, *range(1, deck + 1))
    pile = table.discard(ANA, *range(11, 11 + discard))
    return table.begin(tricks=1), cards, pile


def shuffled(match: Match) -> int:
    events = match.happened(Shuffled)
    assert all(event.rule == "turn.empty-deck" and event.with_discard for event in events)
    return len(events)


@pytest.mark.parametrize("edition", BOOKS)
def test_drawing_from_an_empty_deck(edition):
    match, _, pile = with_piles(edition, 0, 3)
    drawn = match.do(lambda me: draw_cards(me, 2))
    assert {card.number for card in drawn} < set(pile)
    assert shuffled(match) == 1
    assert set(match.table.seats[ANA].hand) < set(pile)


@pytest.mark.parametrize("edition", BOOKS)
def test_a_deck_that_runs_out_while_drawing(edition):
    match, deck, pile = with_piles(edition, 1, 3)
    drawn = match.do(lambda me: draw_cards(me, 3))
    assert drawn[0].number == deck[0]
    assert {card.number for card in drawn[1:]} < set(pile)
    assert shuffled(match) == 1


@pytest.mark.parametrize("edition", BOOKS)
def test_deck_and_discard_pile_are_empty_nothing_is_drawn_and_nobody_is_punished(edition):
    match, deck, _ = with_piles(edition, 1, 0)
    assert [card.number for card in match.do(lambda me: draw_cards(me, 3))] == deck
    assert shuffled(match) == 0


@pytest.mark.parametrize("edition", BOOKS)
def test_a_deck_is_not_reshuffled_before_it_is_needed(edition):
    match, _, pile = with_piles(edition, 2, 3)
    match.do(lambda me: draw_cards(me, 2))
    assert match.table.seats[ANA].deck == []
    assert shuffled(match) == 0
    assert set(pile) < set(match.table.seats[ANA].discard)


@pytest.mark.parametrize("edition", BOOKS)
def test_revealing_off_an_empty_deck(edition):
    match, _, pile = with_piles(edition, 0, 2)
    (shown,) = match.do(lambda me: reveal_top(me))
    assert shown.number in pile
    assert shown.zone == "deck", "revealed, it stays there"
    assert shuffled(match) == 1


@pytest.mark.parametrize("edition", BOOKS)
def test_looking_at_an_empty_deck(edition):
    match, _, _ = with_piles(edition, 0, 2)
    seen = match.do(lambda me: look_at_top(me, 1))
    old = edition in ("AL9K", "MS")  # they name drawing and revealing only
    assert (len(seen), shuffled(match)) == ((0, 0) if old else (1, 1))


@pytest.mark.parametrize("edition", BOOKS)
def test_searching_an_empty_deck(edition):
    match, _, pile = with_piles(edition, 0, 2)
    match.do(lambda me: search_deck(me, "a card", lambda card: True))
    if edition in ("AL9K", "MS"):
        assert shuffled(match) == 0
    else:
        assert shuffled(match) == 1
        assert set(match.question(Cards, ANA).options) == set(pile)


@pytest.mark.parametrize("edition", BOOKS)
def test_searching_a_deck_of_few_cards_leaves_the_discard_pile_alone(edition):
    match, deck, _ = with_piles(edition, 1, 2)
    match.do(lambda me: search_deck(me, "a card", lambda card: True))
    assert match.question(Cards, ANA).options == tuple(deck)
    assert shuffled(match) == 0


@pytest.mark.parametrize("edition", BOOKS)
def test_looking_at_more_cards_than_there_are(edition):
    match, deck, pile = with_piles(edition, 1, 2)
    seen = [card.number for card in match.do(lambda me: look_at_top(me, 2))]
    if edition in ("AL9K", "MS"):
        assert seen == deck
    else:
        assert seen[0] == deck[0], "the cards that were there stay on top"
        assert seen[1] in pile


@pytest.mark.parametrize("edition", BOOKS)
def test_reveal_until_stops_with_the_deck_in_the_last_book(edition):
    match, deck, pile = with_piles(edition, 2, 2)

    def words(me):
        found, shown = reveal_until(me, lambda card: card.number in pile)
        numbers = [card.number for card in shown]
        shuffle_in(me, shown)
        return found and found.number, numbers

    found, shown = match.do(words)
    if edition in ("EMD", "HTB"):
        assert (found, shown) == (None, deck)
    else:
        assert found in pile
        assert shown[:2] == deck
    assert {card.zone for card in match.cards(*deck)} == {"deck"}


def test_reveal_until_reshuffles_an_empty_deck_before_the_first_card():
    match, _, pile = with_piles("EMD", 0, 2)
    found, _ = match.do(lambda me: reveal_until(me, lambda card: True))
    assert found.number in pile


def test_only_the_deck_in_question_is_reshuffled():
    table = Setting()
    table.base()
    theirs = table.discard(BEN, 1, 2)
    match = table.begin(tricks=1)
    assert match.do(lambda me: draw_cards(me, 1)) == []
    assert match.table.seats[BEN].discard == theirs
