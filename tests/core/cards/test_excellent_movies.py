"""Excellent Movies, Dudes!: what no scenario can say."""

from core.cards.verbs.finding import hand
from core.cards.verbs.playing import play_certain
from core.printed.definitions import ability, definition, faction
from tests.core.table_setting import BEN, Setting


def test_action_heroes_are_six_minions_and_fourteen_actions():
    deck = faction("Action Heroes").first.deck
    assert sum(copies for card, copies in deck if card.is_minion) == 6
    assert sum(copies for card, copies in deck if card.is_action) == 14
    assert {card.power for card, _ in deck if card.is_minion} == {5}


def test_a_minion_out_of_another_players_hand_did_not_come_from_your_own():
    """clarify.anywhere-but-hand: no card that is built yet plays one from there."""
    table = Setting()
    ship = table.base(definition("base/ancient-crashed-ship"))
    (theirs,) = table.hand(BEN, 3)
    match = table.begin(tricks=1)
    match.do(lambda me: play_certain(me, hand(me, BEN)[0]))
    assert match.card(theirs).site == ship
    assert match.card(theirs).counters == 1


def test_game_over_dude_answers_to_the_id_it_had_as_a_guest():
    assert definition("guests/game-over-dude") is definition("extramorphs/game-over-dude")
    assert ability("guests/game-over-dude#last-words") is ability("extramorphs/game-over-dude#last-words")
