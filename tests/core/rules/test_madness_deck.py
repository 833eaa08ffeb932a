"""The Madness deck is nobody's: a card drawn off it is its player's, a card put back is nobody's again."""

from core.cards.verbs import draw_madness
from core.rules.replay import same_table
from events.questions import Modes
from events.vocabulary import Drawn
from tests.core.table_setting import ANA, BEN, Match, Setting


def scene(count: int) -> Match:
    table = Setting()
    table.base()
    table.deck(ANA, 1, 2, 3)
    table._make(-1, "madness", ["guests/madness"] * count)
    return table.begin(tricks=1, actions=2)


def test_drawing_as_far_as_there_are_cards():
    match = scene(2)
    drawn = match.do(lambda me: draw_madness(me, 3, seat=BEN))
    assert [card.zone for card in drawn] == ["hand", "hand"]
    assert [card.owner for card in drawn] == [BEN, BEN]
    assert match.table.madness == []
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
