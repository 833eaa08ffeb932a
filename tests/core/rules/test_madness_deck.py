"""The Madness deck is nobody's: a card drawn off it is its player's, a card put back is nobody's again."""

import pytest

from core.cards.verbs.leaving import discard_from_hand, take
from core.cards.verbs.madness import draw_madness, return_madness
from core.engine.choices import name_a_faction
from core.engine.game import RandomChance
from core.printed.definitions import FACTIONS, definition
from core.printed.editions import edition
from core.rules.replay import new_game, same_table
from core.rules.setup import game_begun, sets_with_bases
from events.questions import Modes, Names
from events.vocabulary import Drawn, Taken
from tests.core.table_setting import ANA, BEN, BOOKS, Match, Setting

PLAIN = (("bear-cavalry", "ghosts"), ("killer-plants", "steampunks"))
MAD = (("bear-cavalry", "miskatonic-university"), ("killer-plants", "steampunks"))


@pytest.mark.parametrize("book", BOOKS)
def test_it_lies_there_if_something_of_its_set_is_in_the_game(book):
    """With a faction of the set in any book; where every base there is belongs to the base deck, always."""
    for factions in (PLAIN, MAD):
        table = new_game(game_begun(["Ana", "Ben"], factions, edition_id=book), chance=RandomChance(1)).table
        needed = factions is MAD or not edition(book).bases_of_chosen_sets
        assert [table.cards[number].definition for number in table.piles["madness"]] == [
            "madness-deck/madness"
        ] * 30 * needed
        assert all(table.cards[number].owner == -1 for number in table.piles["madness"])


def test_it_is_no_faction():
    assert not FACTIONS["madness-deck"].playable
    assert "obligatory-cthulhu-set" in sets_with_bases()
    match = scene(1)
    match.do(lambda me: name_a_faction(me, "a faction"))
    assert "Madness deck" not in match.question(Names, ANA).options


def scene(count: int) -> Match:
    table = Setting()
    table.base()
    table.deck(ANA, 1, 2, 3)
    table.discard(BEN, definition("madness-deck/madness"))
    table._make(-1, "madness", ["madness-deck/madness"] * count)
    return table.begin(tricks=1, actions=2)


def test_drawing_as_far_as_there_are_cards():
    match = scene(2)
    drawn = match.do(lambda me: draw_madness(me, 3, seat=BEN))
    assert [card.zone for card in drawn] == ["hand", "hand"]
    assert [card.owner for card in drawn] == [BEN, BEN]
    assert match.table.piles["madness"] == []
    (event,) = match.happened(Drawn)
    assert event.zone == "madness"


def test_an_empty_madness_deck_gives_nothing():
    match = scene(0)
    assert match.do(lambda me: draw_madness(me)) == []
    assert not match.happened(Drawn)


def test_played_it_lies_in_the_discard_pile_or_goes_back():
    for mode, zone, owner in ((0, "discard", ANA), (1, "madness", -1)):
        match = scene(1)
        (card,) = match.do(lambda me: draw_madness(me))
        match.play(card.number)
        match.answer(match.question(Modes, ANA).options[mode])
        assert (card.zone, card.owner) == (zone, owner)
        assert len(match.table.seats[ANA].hand) == (2 if mode == 0 else 0)
        assert same_table(match.game.log, match.game)


def test_whoever_is_given_one_owns_it():
    match = scene(1)

    def give(me):
        (card,) = draw_madness(me)
        (given,) = yield from take(me, card, to=BEN)
        assert (given.zone, given.controller, given.owner) == ("hand", BEN, BEN)
        yield from discard_from_hand(me, [given], seat=BEN)
        return given

    given = match.do(give)
    assert given.number in match.table.seats[BEN].discard
    assert [event.owned for event in match.happened(Taken)] == [True]
    assert same_table(match.game.log, match.game)


def test_put_back_out_of_any_pile_it_is_nobodys():
    match = scene(0)
    (number,) = match.table.seats[BEN].discard
    card = match.card(number)
    match.do(lambda me: return_madness(me, card, seat=BEN))
    assert match.table.piles["madness"] == [number]
    assert (card.owner, card.controller) == (-1, -1)
