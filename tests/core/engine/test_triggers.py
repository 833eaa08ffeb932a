"""resolve.witness, resolve.per-trigger, resolve.triggers-wait: who answers an event, and how often."""

import pytest

from core.cards.verbs.bases import gain_vp
from core.cards.verbs.decks import draw_cards
from core.cards.verbs.leaving import destroy, destroy_all, return_to_hand
from core.cards.verbs.moving import move
from core.cards.verbs.playing import play_certain
from events.questions import Main, NextInOrder
from events.vocabulary import AbilityUsed, CardPlayed, Destroyed, Drawn, Moved, Returned
from tests.core.table_setting import ANA, BEN, BOOKS, Setting, own_cards

cards = own_cards("Triggers")
watcher = cards.minion("Watcher", power=1, copies=0, text="[ongoing] After a minion is destroyed here gain 1 VP.")
widow = cards.minion("Widow", power=1, copies=0, text="[ongoing] After this minion is destroyed gain 1 VP.")
heir = cards.minion("Heir", power=1, copies=0, text="[ongoing] After a minion is destroyed gain 1 VP if it was yours.")
newcomer = cards.minion("Newcomer", power=1, copies=0, text="[ongoing] After a minion is played here gain 1 VP.")
chooser = cards.minion("Chooser", power=1, copies=0, text="[ongoing] After a minion is destroyed you may gain 1 VP.")
keeper = cards.minion(
    "Keeper", power=1, copies=0, text="[ongoing] After a minion moves here destroy it, if it is still here."
)


@watcher.after(Destroyed, here=True, when=lambda me, event: event.source == "minions")
def watch(me, event):
    gain_vp(me)


@widow.after(Destroyed, when=lambda me, event: event.card == me.card.number)
def avenge(me, event):
    gain_vp(me)


@heir.after(Destroyed, when=lambda me, event: event.controller == me.you)
def inherit(me, event):
    gain_vp(me)


@newcomer.after(CardPlayed, here=True, when=lambda me, event: event.to == "minions")
def greet(me, event):
    gain_vp(me)


@chooser.after(Destroyed, may=True)
def choose_to(me, event):
    gain_vp(me)


@keeper.after(Moved, here=True, still=lambda me, event: me.table.cards[event.card].site == event.site)
def bite(me, event):
    yield from destroy(me, me.game.card(event.card))


@pytest.mark.parametrize("edition", BOOKS)
def test_an_answer_waits_until_the_card_has_resolved(edition):
    table = Setting(edition=edition)
    castle = table.base()
    table.minion(watcher, castle)
    victim = table.minion(2, castle, of=BEN)
    table.deck(ANA, 1, 1)
    match = table.begin(tricks=1)

    def words(me):
        yield from destroy(me, match.card(victim))
        draw_cards(me)

    match.do(words)
    (used,), (drawn,) = match.happened(AbilityUsed), match.happened(Drawn)
    assert drawn.position < used.position
    (destroyed,) = match.happened(Destroyed)
    assert used.cause == destroyed.position, "it is caused by what it answers"


def test_an_answer_is_about_its_own_base():
    table = Setting()
    castle, tower = table.base(), table.base()
    table.minion(watcher, castle)
    victim = table.minion(2, tower, of=BEN)
    match = table.begin(tricks=1)
    match.do(lambda me: destroy(me, match.card(victim)))
    assert match.used() == []


def test_who_has_left_meanwhile_does_not_answer():
    table = Setting()
    castle = table.base()
    gone = table.minion(watcher, castle)
    table.minion(watcher, castle, of=BEN)
    victim = table.minion(2, castle, of=BEN)
    match = table.begin(tricks=1)

    def words(me):
        yield from destroy(me, match.card(victim))
        yield from return_to_hand(me, match.card(gone))

    match.do(words)
    assert [event.seat for event in match.happened(AbilityUsed)] == [BEN]


def test_who_came_after_it_happened_does_not_answer():
    table = Setting()
    castle = table.base()
    victim = table.minion(2, castle, of=BEN)
    (late,) = table.hand(ANA, watcher)
    match = table.begin(tricks=1)

    def words(me):
        yield from destroy(me, match.card(victim))
        yield from play_certain(me, match.card(late))

    match.do(words)
    assert match.zone(late) == "minions"
    assert match.used() == []


def test_who_left_and_came_back_is_another_card():
    table = Setting()
    castle = table.base()
    again = table.minion(watcher, castle)
    victim = table.minion(2, castle, of=BEN)
    match = table.begin(tricks=1)

    def words(me):
        yield from destroy(me, match.card(victim))
        yield from return_to_hand(me, match.card(again))
        yield from play_certain(me, match.card(again))

    match.do(words)
    assert match.zone(again) == "minions"
    assert match.used() == []


def test_who_was_removed_by_the_event_itself_answers():
    table = Setting()
    castle = table.base()
    lost = table.minion(widow, castle, of=BEN)
    match = table.begin(tricks=1)
    match.do(lambda me: destroy(me, match.card(lost)))
    assert match.used() == ["avenge"]
    assert match.points() == (0, 1)


def test_who_was_removed_in_the_same_moment_answers_for_the_others_too():
    table = Setting()
    castle = table.base()
    falling = [table.minion(watcher, castle, of=BEN), table.minion(2, castle), table.minion(2, castle)]
    match = table.begin(tricks=1)
    match.do(lambda me: destroy_all(me, match.cards(*falling)))
    match.as_they_lie(ANA)
    assert match.used() == ["watch"] * 3, "for itself and for both others"


def test_who_was_removed_by_an_earlier_event_does_not():
    table = Setting()
    castle = table.base()
    first = table.minion(watcher, castle, of=BEN)
    second = table.minion(2, castle)
    match = table.begin(tricks=1)

    def words(me):
        yield from destroy(me, match.card(first))
        yield from destroy(me, match.card(second))

    match.do(words)
    assert match.used() == ["watch"], "only its own destruction"


@pytest.mark.parametrize("edition", BOOKS)
def test_each_occurrence_is_answered_even_several_of_one_moment(edition):
    table = Setting(edition=edition)
    castle = table.base()
    table.minion(watcher, castle)
    falling = [table.minion(2, castle, of=BEN) for _ in range(3)]
    match = table.begin(tricks=1)
    match.do(lambda me: destroy_all(me, match.cards(*falling)))
    destroyed, used = match.happened(Destroyed), match.happened(AbilityUsed)
    assert len({event.moment for event in destroyed}) == 1
    assert [event.cause for event in used] == [event.position for event in destroyed]
    assert match.points() == (3, 0)
    match.question(Main)  # equal ones need no order


def test_a_minion_does_not_see_itself_being_played_as_another():
    """What is played is there when the event has happened, not when it happens."""
    table = Setting()
    castle = table.base()
    first, second = table.hand(ANA, newcomer, newcomer)
    match = table.begin(minions=2)
    match.play(first, castle)
    assert match.used() == []
    match.play(second, castle)
    assert match.used() == ["greet"]


def test_the_current_player_orders_different_answers_whoever_controls_them():
    table = Setting()
    castle = table.base()
    of_ben = table.minion(watcher, castle, of=BEN)
    also_of_ben = table.minion(heir, castle, of=BEN)
    victim = table.minion(2, castle, of=BEN)
    match = table.begin(tricks=1)
    match.do(lambda me: destroy(me, match.card(victim)))
    question = match.question(NextInOrder, ANA)
    assert {pick.holder for pick in question.options} == {of_ben, also_of_ben}  # type: ignore[union-attr]
    match.use(also_of_ben)
    assert match.used() == ["inherit", "watch"]


def test_one_answer_may_order_all_of_them():
    table = Setting()
    castle = table.base()
    heirs = [table.minion(heir, castle, of=BEN), table.minion(heir, table.base(), of=BEN)]
    victim = table.minion(2, castle, of=BEN)
    match = table.begin(tricks=1)
    match.do(lambda me: destroy(me, match.card(victim)))
    first, second = match.question(NextInOrder, ANA).options
    match.answer(second, first)
    assert [event.holder for event in match.happened(AbilityUsed)] == heirs[::-1]
    match.question(Main, ANA)


def test_an_answer_that_has_come_to_nothing_is_left_out():
    table = Setting()
    castle, tower = table.base(), table.base()
    table.minion(keeper, castle, of=BEN)
    walker = table.minion(3, tower)
    match = table.begin(tricks=1)

    def words(me):
        yield from move(me, match.card(walker), castle)
        yield from move(me, match.card(walker), tower)

    match.do(words)
    assert match.used() == []
    assert match.zone(walker) == "minions"


def test_answers_of_answers_come_right_after_them():
    table = Setting()
    castle, tower = table.base(), table.base()
    table.minion(keeper, castle, of=BEN)
    table.minion(watcher, castle, of=BEN)
    walker = table.minion(3, tower)
    match = table.begin(tricks=1)
    match.do(lambda me: move(me, match.card(walker), castle))
    assert match.used() == ["bite", "watch"]
    (moved,), (destroyed,) = match.happened(Moved), match.happened(Destroyed)
    bite_used, watch_used = match.happened(AbilityUsed)
    assert [bite_used.cause, destroyed.cause, watch_used.cause] == [
        moved.position,
        bite_used.position,
        destroyed.position,
    ]


@pytest.mark.parametrize("edition", BOOKS)
def test_an_answer_that_may_be_given_may_be_declined(edition):
    table = Setting(edition=edition)
    castle = table.base()
    watching = table.minion(chooser, castle, of=BEN)
    victim = table.minion(2, castle, of=BEN)
    match = table.begin(tricks=1)
    match.do(lambda me: destroy(me, match.card(victim)))
    assert match.asked == BEN
    mandatory_first = edition in ("EMD", "HTB")
    if mandatory_first:
        match.use(watching)
    else:
        match.answer("no")
    assert match.points() == (0, 1 if mandatory_first else 0)
    match.question(Main, ANA)


def test_the_event_says_what_a_leaving_card_was():
    table = Setting()
    castle = table.base()
    victim = table.minion(2, castle, of=BEN, owner=ANA, counters=3)
    match = table.begin(tricks=1)
    match.do(lambda me: return_to_hand(me, match.card(victim)))
    (returned,) = match.happened(Returned)
    assert (returned.controller, returned.site, returned.power, returned.to) == (BEN, castle, 5, ANA)
