"""A base destroyed and replaced: what goes with it, and what stays."""

import pytest

from core.cards.verbs.bases import destroy_base, gain_vp
from core.cards.verbs.finding import discarded_bases
from core.printed.definitions import BaseSet
from events.vocabulary import BaseSwapped, Destroyed, Discarded
from tests.core.table_setting import ANA, BEN, BOOKS, Setting, own_cards

cards = own_cards("Destroyed Base")
guard = cards.action("Guard", kind="on-base", copies=0, text="[ongoing] Your actions can't be destroyed.")
wall = cards.action("Rampart", kind="on-base", copies=0, text="[ongoing] Others' cards can't affect this base.")
feast = BaseSet("").base("Test Feast", faction="", breakpoint=20, vp=(4, 2, 1), text="After it arrives: 1 VP.")


@guard.forbids("destroy")
def keep(me, incoming):
    return me.game.fact(me.game.card(incoming.card)).is_action


@wall.shields
def stand(me, card, incoming):
    return card.zone == "base" and card.site == me.base and incoming.player != me.you


@feast.after_arrival()
def welcome(me, arrived):
    gain_vp(me)


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("attached", [False, True])
def test_actions_are_destroyed_and_minions_stay(book, attached):
    table = Setting(edition=book)
    castle = table.base(20)
    (new,) = table.base_deck(feast)
    minion = table.minion(3, castle, of=BEN)
    worn = table.action("vanilla/on-minion", castle, of=BEN, on=minion)
    flag = table.action("vanilla/on-base", castle, of=BEN)
    match = table.begin(tricks=1)
    old = match.table.sites[castle].base
    assert match.do(lambda me: destroy_base(me, castle, attached=attached)) == new
    assert match.table.sites[castle].base == new
    assert match.table.base_discard == [old]
    assert (match.zone(minion), match.zone(flag)) == ("minions", "discard")
    assert match.zone(worn) == ("discard" if attached else "attached")
    assert {event.card for event in match.happened(Destroyed)} == ({flag, worn} if attached else {flag})
    assert match.points() == (1, 0), "a base that arrives like this uses its ability"


def test_the_replacement_may_come_out_of_the_discard_pile():
    table = Setting()
    castle = table.base(20)
    (top,) = table.base_deck(10)
    older = table.base_discard(15, 16)
    match = table.begin(tricks=1)
    assert [base.number for base in discarded_bases(match)] == older
    match.do(lambda me: destroy_base(me, castle, discarded_bases(me)[1]))
    assert match.table.sites[castle].base == older[1]
    assert match.table.base_deck == [top]
    assert older[1] not in match.table.base_discard


def test_an_action_that_cannot_be_destroyed_has_lost_its_base():
    table = Setting()
    castle = table.base(20)
    table.base_deck(10)
    flag = table.action(guard, castle, of=BEN)
    match = table.begin(tricks=1)
    match.do(lambda me: destroy_base(me, castle))
    assert not match.happened(Destroyed)
    (gone,) = match.happened(Discarded)[:1]
    assert gone.card == flag


def test_a_protected_base_stays():
    table = Setting(edition="HTB")
    castle = table.base(20)
    table.base_deck(10)
    flag = table.action(wall, castle, of=BEN)
    match = table.begin(tricks=1)
    assert match.do(lambda me: destroy_base(me, castle)) == 0
    assert match.zone(flag) == "actions"
    assert not match.happened(BaseSwapped)


def test_without_another_base_it_stays():
    table = Setting()
    castle = table.base(20)
    flag = table.action("vanilla/on-base", castle)
    match = table.begin(tricks=1)
    assert match.do(lambda me: destroy_base(me, castle)) == 0
    assert match.zone(flag) == "actions"
    assert match.table.seats[ANA].discard
