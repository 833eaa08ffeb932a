"""Cards shown off the top of a deck (off-the-top, turn.empty-deck), drawn, put back, shuffled in, played at once."""

import pytest

from core.cards.verbs.bases import pay_vp
from core.cards.verbs.decks import draw_these, put_back, reveal_top, reveal_until, shuffle_in
from core.cards.verbs.playing import can_be_played, off_the_top, play_certain
from core.printed.definitions import BEFORE_SCORES
from events.questions import Main, Window
from events.vocabulary import CardPlayed, Discarded, Revealed, SetAside, Shuffled
from tests.core.table_setting import ANA, BEN, Setting, own_cards

cards = own_cards("Off the top")
ambush = cards.action("Ambush", kind="special-only", copies=0, text="[special] Before a base scores, it is noted.")
scout = cards.action("Scout", copies=0, text="[special] Before a base scores, play the top card of your deck.")
recluse = cards.minion("Recluse", power=3, copies=0, condition=lambda me, site: False, text="Can't be played.")
sprung: list[int] = []


@ambush.played_at(BEFORE_SCORES)
def spring(me):
    sprung.append(me.you)


@scout.played_at(BEFORE_SCORES)
def send_out(me):
    found, _ = reveal_until(me, lambda card: True)
    assert found is not None
    yield from play_certain(me, found, off_top=True)


def is_action(me):
    return lambda card: me.game.fact(card).is_action


def test_reveals_one_after_another_until_one_passes():
    table = Setting()
    table.base()
    deck = table.deck(ANA, 1, 2, "vanilla/action", 3)
    match = table.begin(tricks=1)
    found, revealed = match.do(lambda me: reveal_until(me, is_action(me)))
    assert found.number == deck[2]
    assert [card.number for card in revealed] == deck[:3]
    assert [event.cards for event in match.happened(Revealed)] == [(number,) for number in deck[:3]]
    assert {match.zone(number) for number in deck[:3]} == {"aside"}, "in no zone: a draw can't reach them"
    assert match.table.seats[ANA].deck == [deck[3]]


def test_what_was_not_used_is_shuffled_in():
    table = Setting()
    table.base()
    deck = table.deck(ANA, 1, "vanilla/action", 3)
    match = table.begin(tricks=1)

    def words(me):
        found, revealed = reveal_until(me, is_action(me))
        draw_these(me, [card for card in revealed if card is found])
        shuffle_in(me, revealed)

    match.do(words)
    assert match.zone(deck[1]) == "hand"
    assert sorted(match.table.seats[ANA].deck) == [deck[0], deck[2]]
    assert len(match.happened(Shuffled)) == 1


def test_nothing_left_over_shuffles_nothing():
    table = Setting()
    table.base()
    table.deck(ANA, "vanilla/action", 3)
    match = table.begin(tricks=1)

    def words(me):
        found, revealed = reveal_until(me, is_action(me))
        draw_these(me, [card for card in revealed if card is found])
        shuffle_in(me, revealed)

    match.do(words)
    assert not match.happened(Shuffled)


@pytest.mark.parametrize(
    ("edition", "goes_on"), [("AL9K", True), ("MS", True), ("CND", True), ("OOPS", True), ("EMD", False)]
)
def test_a_deck_that_runs_out_in_the_middle(edition, goes_on):
    table = Setting(edition=edition)
    table.base()
    table.deck(ANA, 1, 2)
    (action,) = table.discard(ANA, "vanilla/action")
    match = table.begin(tricks=1)
    found, revealed = match.do(lambda me: reveal_until(me, is_action(me)))
    assert (found is not None and found.number == action) is goes_on
    assert len(revealed) == (3 if goes_on else 2)
    assert bool(match.happened(Shuffled)) is goes_on


@pytest.mark.parametrize("edition", ["AL9K", "CND", "EMD"])
def test_a_deck_that_is_empty_beforehand_is_reshuffled(edition):
    table = Setting(edition=edition)
    table.base()
    (action,) = table.discard(ANA, "vanilla/action")
    match = table.begin(tricks=1)
    found, _ = match.do(lambda me: reveal_until(me, is_action(me)))
    assert found.number == action


def test_drawing_twice_by_one_text_reshuffles_no_second_deck():
    table = Setting()
    table.base()
    deck = table.deck(ANA, "vanilla/action")
    table.discard(ANA, "vanilla/action")
    match = table.begin(tricks=1)

    def words(me):
        _, revealed = reveal_until(me, is_action(me))
        return reveal_until(me, is_action(me), revealed=revealed)

    found, revealed = match.do(words)
    assert found is None
    assert [card.number for card in revealed] == deck


def test_no_deck_and_no_discard_pile_reveals_nothing():
    table = Setting()
    table.base()
    match = table.begin(tricks=1)
    assert match.do(lambda me: reveal_until(me, is_action(me))) == (None, [])
    assert not match.happened(SetAside)


def test_certain_cards_are_drawn_and_the_others_put_back_in_order():
    table = Setting()
    table.base()
    deck = table.deck(ANA, 1, 2, 3, 4)
    match = table.begin(tricks=1)

    def words(me):
        first, second, third = reveal_top(me, 3)
        draw_these(me, [second])
        put_back(me, [third, first])

    match.do(words)
    assert match.zone(deck[1]) == "hand"
    assert match.table.seats[ANA].deck == [deck[2], deck[0], deck[3]]


def test_cards_go_to_the_bottom():
    table = Setting()
    table.base()
    deck = table.deck(ANA, 1, 2)
    match = table.begin(tricks=1)
    match.do(lambda me: put_back(me, reveal_top(me), end="bottom"))
    assert match.table.seats[ANA].deck == [deck[1], deck[0]]


def test_a_card_that_is_only_a_special_is_not_played_at_another_time():
    table = Setting()
    table.base()
    table.deck(ANA, ambush)
    match = table.begin(tricks=1)

    def words(me):
        (card,) = reveal_top(me)
        played = yield from play_certain(me, card)
        return can_be_played(me, card), played

    assert match.do(words) == (False, None)
    assert match.question(Main)


def test_a_card_that_is_only_a_special_is_played_at_its_moment():
    table = Setting()
    castle = table.base(5)
    table.minion(5, castle)
    (sent,) = table.hand(BEN, scout)
    deck = table.deck(BEN, ambush)
    match = table.begin(phase="score")
    sprung.clear()
    assert match.question(Window, BEN)
    match.play(sent)
    assert sprung == [BEN]
    assert [(event.card, event.off_top) for event in match.happened(CardPlayed)] == [(sent, False), (deck[0], True)]
    assert match.zone(deck[0]) == "discard"


def test_points_are_paid_whole_or_not_at_all():
    table = Setting()
    table.base()
    table.points(ANA, 1)
    match = table.begin(tricks=2)
    assert match.do(lambda me: pay_vp(me, 2)) is False
    assert match.points() == (1, 0)
    assert match.do(lambda me: pay_vp(me)) is True
    assert match.points() == (0, 0)


def of_power(me, power):
    return lambda card: me.game.fact(card).power == power


def test_plays_the_card_wanted_and_shuffles_the_others_in():
    table = Setting()
    table.base()
    deck = table.deck(ANA, 1, 2, 3, 4)
    match = table.begin(tricks=1)
    played = match.do(lambda me: off_the_top(me, of_power(me, 3)))
    assert [(event.card, event.source, event.off_top) for event in played] == [(deck[2], "aside", True)]
    assert match.zone(deck[2]) == "minions"
    assert sorted(match.table.seats[ANA].deck) == [deck[0], deck[1], deck[3]]


def test_several_are_played_one_after_another_before_the_rest_is_shuffled_in():
    table = Setting()
    table.base()
    deck = table.deck(ANA, 1, 3, 2, 3, 3)
    match = table.begin(tricks=1)
    played = match.do(lambda me: off_the_top(me, of_power(me, 3), count=2))
    assert [event.card for event in played] == [deck[1], deck[3]]
    (shuffled,) = match.happened(Shuffled)
    assert shuffled.position > played[-1].position
    assert sorted(match.table.seats[ANA].deck) == [deck[0], deck[2], deck[4]]


def test_a_found_card_that_may_not_be_played_is_discarded():
    table = Setting()
    table.base()
    deck = table.deck(ANA, 1, recluse, 3)
    match = table.begin(tricks=1)
    assert match.do(lambda me: off_the_top(me, of_power(me, 3))) == []
    discards = [event for event in match.happened(Discarded) if event.card == deck[1]]
    assert [event.rule for event in discards] == ["off-the-top.prerequisites"]
    assert match.zone(deck[1]) == "discard"
    assert match.zone(deck[2]) == "deck", "no other card is looked for in its place"


def test_only_at_some_bases():
    table = Setting()
    table.base()
    cellar = table.base()
    deck = table.deck(ANA, 3)
    match = table.begin(tricks=1)
    match.do(lambda me: off_the_top(me, of_power(me, 3), only=(cellar,)))
    assert match.card(deck[0]).site == cellar


def test_a_deck_without_such_a_card_is_shuffled_whole():
    table = Setting()
    table.base()
    deck = table.deck(ANA, 1, 2)
    match = table.begin(tricks=1)
    assert match.do(lambda me: off_the_top(me, of_power(me, 3))) == []
    assert sorted(match.table.seats[ANA].deck) == deck
