"""What happens instead of an effect: whose work it is, what declining means, one who steps in for another."""

import pytest

from core.cards.verbs.lasting import leave_alone
from core.cards.verbs.leaving import destroy, return_to_hand
from core.cards.verbs.moving import give_control, move, take_control
from core.cards.verbs.power import boost, place_counters, transfer_counters
from core.engine.effects import bears_more, of_card_being_played
from events.questions import NO, YES, May
from events.vocabulary import (
    CountersTransferred,
    Destroyed,
    Forbidden,
    Moved,
    Returned,
)
from tests.core.table_setting import ANA, BEN, Setting, own_cards

cards = own_cards("Replacing")

guard = cards.minion("Guard", power=1, copies=0, text="Takes what a card being played does to a friend of his here.")
nurse = cards.minion("Nurse", power=1, copies=0, text="Your other minions go to hand instead of being destroyed.")
net = cards.action(
    "Net", kind="on-base", copies=0, text="Minions of yours that would return to hand move here instead."
)
wall = cards.action("Wall", kind="on-base", copies=0, text="Other players' cards can't return your minions here.")
veil = cards.action("Veil", kind="on-minion", copies=0, text="Other players' cards can't affect it.")
sniper = cards.minion("Sniper", power=1, copies=0, text="[talent] Destroys another player's minion here.")


def friend(me, incoming):
    card = me.table.cards[incoming.card]
    return card is not me.card and card.zone == "minions" and card.controller == me.you


def meant_for_a_friend(me, incoming):
    return (
        friend(me, incoming)
        and not incoming.redirected
        and of_card_being_played(me.game, incoming)
        and bears_more(me.game, me.card, incoming)
    )


@guard.instead("destroy", "return", "move", "control", "counters", "power", may=True, when=meant_for_a_friend)
def take_the_blow(me, incoming):
    return incoming.aimed_at(me.card)


@nurse.instead("destroy", may=True, when=friend)
def carry_off(me, incoming):
    return incoming.returned_instead(me)


def elsewhere(me, incoming):
    card = me.table.cards[incoming.card]
    return card.zone == "minions" and card.controller == me.you and card.site != me.base


@net.instead("return", may=True, together=True, when=elsewhere)
def catch(me, incoming):
    return incoming.becomes("move", site=me.base, to=-1).done_by(me)


@wall.forbids("return")
def shut(me, incoming):
    card = me.table.cards[incoming.card]
    return card.site == me.base and card.controller == me.you and incoming.player != me.you


@veil.shields
def unseen(me, card, incoming):
    return card is me.host and incoming.player != me.you


@sniper.talent()
def shoot(me):
    target = next(card for card in me.table.minions() if card.controller != me.you)
    yield from destroy(me, target)


def setting(**more):
    table = Setting(**more)
    return table, table.base(30), table.base(30)


# --- whose work it is


def test_what_replaces_an_effect_is_the_work_of_the_replacing_card():
    """The wall keeps other players' cards from returning the minion: the nurse is not another player's."""
    table, here, _ = setting()
    table.minion(nurse, here, BEN)
    table.action(wall, here, BEN)
    friend_ = table.minion(3, here, BEN)
    match = table.begin(tricks=1)
    match.do(lambda me: destroy(me, me.game.card(friend_)))
    match.answer(YES, seat=BEN)
    (returned,) = match.happened(Returned)
    assert (returned.card, returned.seat, returned.to) == (friend_, BEN, BEN)
    assert not match.happened(Forbidden)
    assert not match.happened(Destroyed)


def test_the_cause_of_what_happens_instead_is_the_use_of_the_replacement():
    table, here, _ = setting()
    nurse_ = table.minion(nurse, here, BEN)
    friend_ = table.minion(3, here, BEN)
    match = table.begin(tricks=1)
    match.do(lambda me: destroy(me, me.game.card(friend_)))
    match.answer(YES)
    (returned,) = match.happened(Returned)
    cause = match.game.log[returned.cause - 1]
    assert (cause.holder, returned.by) == (nurse_, nurse_)


# --- declining


def test_a_replacement_that_was_declined_may_act_when_another_card_steps_in():
    """The nurse was asked about the friend first; once the guard has stepped in she is asked about him."""
    table, here, _ = setting()
    table.minion(nurse, here, BEN)
    guard_ = table.minion(guard, here, BEN)
    friend_ = table.minion(3, here, BEN)
    match = table.begin(tricks=1)
    match.do(lambda me: destroy(me, me.game.card(friend_)))
    match.answer(NO, seat=BEN)  # the nurse, for the friend
    match.answer(YES, seat=BEN)  # the guard
    match.answer(YES, seat=BEN)  # the nurse, for the guard
    assert match.zone(guard_) == "hand"
    assert match.zone(friend_) == "minions"


def test_a_declined_replacement_is_not_offered_again_for_the_same_card():
    table, here, _ = setting()
    table.minion(nurse, here, BEN)
    friend_ = table.minion(3, here, BEN)
    match = table.begin(tricks=1)
    match.do(lambda me: destroy(me, me.game.card(friend_)))
    match.answer(NO, seat=BEN)
    assert match.zone(friend_) == "discard"


def test_one_decision_for_all_effects_of_a_moment():
    for answer, zone in ((YES, "minions"), (NO, "hand")):
        table, here, there = setting()
        table.action(net, there, BEN)
        first, second = table.minion(2, here, BEN), table.minion(3, here, BEN)
        match = table.begin(tricks=1)
        match.do(lambda me: return_to_hand(me, *match.cards(first, second)))  # noqa: B023
        match.answer(answer, seat=BEN)
        assert [match.zone(first), match.zone(second)] == [zone, zone]
        if answer == YES:
            assert {event.site for event in match.happened(Moved)} == {there}


def test_decisions_of_different_moments_are_apart():
    table, here, there = setting()
    table.action(net, there, BEN)
    first, second = table.minion(2, here, BEN), table.minion(3, here, BEN)
    match = table.begin(tricks=2)
    match.do(lambda me: return_to_hand(me, me.game.card(first)))
    match.answer(YES)
    match.do(lambda me: return_to_hand(me, me.game.card(second)))
    match.answer(NO)
    assert [match.zone(first), match.zone(second)] == ["minions", "hand"]


# --- one who steps in


def test_a_card_leaves_once_in_a_moment_so_it_takes_one_destruction_only():
    table, here, _ = setting()
    guard_ = table.minion(guard, here, BEN)
    first, second = table.minion(2, here, BEN), table.minion(3, here, BEN)
    match = table.begin(tricks=1)
    match.do(lambda me: destroy(me, *match.cards(first, second)))
    match.answer(YES)
    assert [match.zone(number) for number in (guard_, first, second)] == ["discard", "minions", "discard"]


def test_who_is_destroyed_in_the_same_moment_anyway_takes_nothing():
    table, here, _ = setting()
    guard_ = table.minion(guard, here, BEN)
    friend_ = table.minion(2, here, BEN)
    match = table.begin(tricks=1)
    match.do(lambda me: destroy(me, match.card(friend_), match.card(guard_)))
    assert [match.zone(guard_), match.zone(friend_)] == ["discard", "discard"]


def test_who_cannot_be_affected_may_take_any_number():
    table, here, _ = setting()
    guard_ = table.minion(guard, here, BEN)
    table.action(veil, here, BEN, on=guard_)
    first, second = table.minion(2, here, BEN), table.minion(3, here, BEN)
    match = table.begin(tricks=1)
    match.do(lambda me: destroy(me, *match.cards(first, second)))
    match.answer(YES)
    match.answer(YES)
    assert [match.zone(number) for number in (guard_, first, second)] == ["minions", "minions", "minions"]
    assert [event.card for event in match.happened(Forbidden)] == [guard_, guard_]


def test_a_card_in_play_is_not_a_card_being_played():
    table, here, _ = setting()
    sniper_ = table.minion(sniper, here, ANA)
    friend_ = table.minion(2, here, BEN)
    guard_ = table.minion(guard, here, BEN)
    match = table.begin()
    match.use(sniper_)
    assert [match.zone(guard_), match.zone(friend_)] == ["minions", "discard"]


VERBS = {
    "boost": lambda me, card, site: boost(me, card, 1),
    "counters": lambda me, card, site: place_counters(me, card, 2),
    "control": lambda me, card, site: give_control(me, card, ANA),
    "move": lambda me, card, site: move(me, card, site),
    "return": lambda me, card, site: return_to_hand(me, card),
    "take control": lambda me, card, site: take_control(me, card),
}


@pytest.mark.parametrize("verb", VERBS)
def test_verbs_return_who_was_really_affected(verb):
    table, here, there = setting()
    guard_ = table.minion(guard, here, BEN)
    friend_ = table.minion(3, here, BEN)
    match = table.begin(tricks=1)
    found = []

    def words(me):
        found.append((yield from VERBS[verb](me, me.game.card(friend_), there)))

    match.do(words)
    match.question(May, BEN)
    match.answer(YES)
    (result,) = found
    result = result[0] if isinstance(result, list) else result
    assert result is not None
    number = result.card if isinstance(result, Moved) else result.number
    assert number == guard_


# --- control


def test_taking_control_for_good_outlasts_control_that_was_tied_to_a_card():
    table, here, _ = setting()
    own = table.minion(3, here, BEN, owner=ANA)
    leash = table.action("vanilla/action", here, ANA, on=own)
    table.controlled(own, ANA, tied_to=leash)
    match = table.begin(tricks=2)
    match.do(lambda me: take_control(me, me.game.card(own)))
    match.do(lambda me: destroy(me, me.game.card(leash)))
    assert match.card(own).controller == ANA


def test_a_protected_minion_gives_no_counters_away():
    for book, given in (("MS", 1), ("CND", 0), ("EMD", 0)):
        table, here, _ = setting(edition=book)
        shy = table.minion(2, here, BEN, counters=1)
        table.action(veil, here, BEN, on=shy)
        own = table.minion(3, here, ANA)
        match = table.begin(tricks=1)
        match.do(lambda me: transfer_counters(me, me.game.card(shy), me.game.card(own), 1))  # noqa: B023
        assert len(match.happened(CountersTransferred)) == given


# --- the rest of an ability -----------------------------------------------------------------------------------------

thorns = own_cards("Thorns").action(
    "Thorns", kind="on-minion", copies=0, text="[ongoing] If an ability would affect its minion, it does not."
)


@thorns.instead("counters", "destroy", when=lambda me, incoming: incoming.card == me.card.host)
def prick(me, incoming):
    leave_alone(me, me.host)
    yield from destroy(me, me.card)


def test_what_is_left_of_the_ability_leaves_a_spared_card_alone_and_the_next_ability_does_not():
    table = Setting()
    castle = table.base()
    knight, squire = table.minion(3, castle), table.minion(2, castle)
    table.action(thorns, castle, on=knight)
    match = table.begin(tricks=2)

    def grow_and_die(me):
        yield from place_counters(me, match.card(knight))
        yield from destroy(me, match.card(knight), match.card(squire))

    match.do(grow_and_die)
    assert (match.zone(knight), match.card(knight).counters, match.zone(squire)) == ("minions", 0, "discard")
    match.do(grow_and_die)
    assert match.zone(knight) == "discard"
