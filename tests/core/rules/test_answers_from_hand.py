"""Events that are answered out of a hand: who is asked, what answers, and when (resolve.order)."""

import pytest

from core.cards.conditions import shown_by_another_player
from core.cards.verbs.bases import gain_vp
from core.cards.verbs.decks import draw_cards, look_at_top, reveal_top
from core.cards.verbs.leaving import destroy, take_for_yourself
from core.rules.replay import resume, verify
from events.questions import Main, Play, Window
from events.vocabulary import AbilityUsed, Asked, CardPlayed, Drawn, Looked, Revealed
from projections.view import View
from tests.core.table_setting import ANA, BEN, BOOKS, CLEO, Setting, own_cards

cards = own_cards("Answers")
trap = cards.action("Trap", kind="special-only", copies=0, text="[special] After others see your cards, 1 VP.")
chest = cards.action("Chest", kind="special-only", copies=0, text="[special] As others reveal this, 1 VP.")
keepsake = cards.action("Keepsake", kind="special-only", copies=0, text="[special] After you draw cards, 1 VP.")
guard = cards.minion("Guard", power=1, copies=0, text="[ongoing] After cards are revealed, 1 VP.")


@trap.played_after(Revealed, Looked, who=shown_by_another_player)
def snap(me):
    assert isinstance(me.event, Revealed | Looked), "it knows what it answers"
    gain_vp(me)


@chest.played_after(Revealed, who=shown_by_another_player, zone="revealed")
def burst(me):
    gain_vp(me)


@guard.after(Revealed)
def alarm(me, revealed):
    gain_vp(me)


@keepsake.played_after(Drawn, who=lambda me, drawn: (drawn.seat,))
def remember(me):
    gain_vp(me)


def reveal_bens(me):
    reveal_top(me, seat=BEN)


def windows(match):
    return [event.seat for event in match.happened(Asked) if isinstance(event.question, Window)]


@pytest.mark.parametrize("edition", BOOKS)
def test_a_card_in_hand_answers_after_the_card_that_triggered_it(edition):
    table = Setting(edition=edition)
    table.base()
    (in_hand,) = table.hand(BEN, trap)
    table.deck(BEN, 1, 2)
    match = table.begin(tricks=1)
    match.do(reveal_bens)
    assert match.question(Window, BEN).options == (Play(in_hand),)
    match.answer(Play(in_hand))
    assert match.points() == (0, 1)
    assert match.zone(in_hand) == "discard"
    match.question(Main, ANA)


def test_a_card_does_not_answer_what_brought_it_to_the_hand():
    table = Setting()
    table.base()
    (in_hand,) = table.hand(ANA, keepsake)
    table.deck(ANA, keepsake)
    match = table.begin(tricks=1)
    match.do(draw_cards)
    assert match.question(Window, ANA).options == (Play(in_hand),)


@pytest.mark.parametrize("doing", [reveal_top, look_at_top])
def test_whom_it_concerns_is_asked_whatever_they_hold_and_nobody_else(doing):
    table = Setting(seats=3)
    table.base()
    table.hand(BEN, 1)
    table.hand(CLEO, trap)
    table.deck(BEN, 1)
    match = table.begin(tricks=1)
    match.do(lambda me: doing(me, 1, seat=BEN) and None)
    assert match.question(Window, BEN).options == ()
    match.passes(BEN)
    match.question(Main, ANA)
    assert windows(match) == [BEN]


def test_nobody_is_asked_where_no_card_of_the_game_could_answer():
    table = Setting()
    table.base()
    table.hand(BEN, 1)
    table.deck(BEN, 1)
    match = table.begin(tricks=1)
    match.do(reveal_bens)
    match.question(Main, ANA)
    assert not windows(match)


def test_an_empty_hand_is_not_asked():
    table = Setting()
    table.base()
    table.aside(trap)
    table.deck(BEN, 1)
    match = table.begin(tricks=1)
    match.do(reveal_bens)
    match.question(Main, ANA)


def test_ones_own_cards_set_nothing_off():
    table = Setting()
    table.base()
    table.hand(ANA, trap)
    table.deck(ANA, 1)
    match = table.begin(tricks=1)
    match.do(lambda me: reveal_top(me) and None)
    match.question(Main, ANA)


def test_a_card_that_came_to_hand_later_did_not_see_it():
    table = Setting()
    table.base()
    table.hand(BEN, 1)
    table.deck(BEN, 2, trap)
    match = table.begin(tricks=1)

    def words(me):
        reveal_bens(me)
        draw_cards(me, 2, seat=BEN)

    match.do(words)
    assert match.question(Window, BEN).options == ()


def test_one_card_answers_once_however_much_was_shown():
    table = Setting()
    table.base()
    (in_hand,) = table.hand(BEN, trap)
    table.deck(BEN, 1)
    match = table.begin(tricks=1)

    def words(me):
        reveal_bens(me)
        look_at_top(me, 1, seat=BEN)

    match.do(words)
    assert match.question(Window, BEN).options == (Play(in_hand),)
    match.answer(Play(in_hand))
    match.question(Main, ANA)
    assert match.points() == (0, 1)


@pytest.mark.parametrize("edition", BOOKS)
def test_what_is_in_play_comes_before_hands(edition):
    table = Setting(edition=edition)
    castle = table.base()
    table.minion(guard, castle)
    (in_hand,) = table.hand(BEN, trap)
    table.deck(BEN, 1)
    match = table.begin(tricks=1)
    match.do(reveal_bens)
    match.question(Window, BEN)
    assert match.used() == ["alarm"]
    match.answer(Play(in_hand))
    order = [type(event) for event in match.happened(AbilityUsed, CardPlayed)]
    assert order == [CardPlayed, AbilityUsed, CardPlayed]


@pytest.mark.parametrize("taken", [False, True])
def test_a_revealed_card_answers_from_where_it_was_put_and_its_player_can_name_it(taken):
    table = Setting()
    table.base()
    (shown,) = table.deck(BEN, chest)
    match = table.begin(tricks=1)

    def words(me):
        found = reveal_top(me, seat=BEN)
        if taken:
            yield from take_for_yourself(me, *found)

    match.do(words)
    question = match.question(Window, BEN)
    assert question.options == (Play(shown),)
    view = View(BEN, match.game.log)
    assert view.knows(shown)
    assert view.question is not None
    assert view.to_engine(view.question.options) == question.options
    match.answer(Play(shown))
    assert match.points() == (0, 1)


def test_a_card_merely_looked_at_in_a_deck_does_not_answer():
    table = Setting()
    table.base()
    table.deck(BEN, chest)
    match = table.begin(tricks=1)
    match.do(lambda me: look_at_top(me, 1, seat=BEN) and None)
    match.question(Main, ANA)


def test_a_game_is_taken_up_again_in_the_middle_of_it():
    table = Setting()
    table.base()
    (in_hand,) = table.hand(BEN, trap)
    table.hand(ANA, "vikings/shield-maiden")
    table.deck(BEN, 6)
    match = table.begin()
    match.answer(match.question(Main).options[0])
    match.question(Window, BEN)
    again = resume(match.game.log)
    assert again.question == match.game.question
    again.answer(BEN, (Play(in_hand),))
    assert again.table.seats[BEN].victory_points == 1
    assert verify(again.log).same


def test_a_discard_pile_answers_openly_so_only_its_player_is_asked_about_it():
    table = Setting(seats=3)
    castle = table.base()
    victim = table.minion(2, castle, of=BEN)
    table.hand(ANA, 1)
    table.hand(BEN, 1)
    table.hand(CLEO, 1)
    (ghost,) = table.discard(BEN, "vanilla/revenant-3")
    table.discard(CLEO, "vanilla/revenant-3")
    match = table.begin(tricks=1)
    match.do(lambda me: destroy(me, match.card(victim)))
    assert match.question(Window, BEN).options == (Play(ghost),)
    match.answer(Play(ghost))
    assert match.card(ghost).site == castle
    match.question(Main, ANA)
    assert windows(match) == [BEN]


def test_a_card_that_went_to_the_pile_in_the_same_moment_has_not_seen_it():
    table = Setting()
    castle = table.base()
    victims = [table.minion("vanilla/revenant-3", castle, of=BEN), table.minion(2, castle, of=BEN)]
    match = table.begin(tricks=1)
    match.do(lambda me: destroy(me, *(match.card(victim) for victim in victims)))
    match.question(Main, ANA)
    assert not windows(match)


def test_a_card_answers_only_what_concerns_its_own_words():
    table = Setting()
    castle = table.base()
    victim = table.minion(2, castle, of=BEN)
    (ghost,) = table.discard(BEN, "vanilla/revenant-3")
    table.hand(BEN, "vanilla/avenger-3")
    match = table.begin(tricks=1)
    match.do(lambda me: destroy(me, match.card(victim)))
    assert match.question(Window, BEN).options == (Play(ghost),)
