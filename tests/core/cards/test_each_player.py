"""Each player does it: the choices go round, then it happens at once, by each one's hand but by one card's words."""

from core.cards.verbs.finding import minions
from core.cards.verbs.leaving import each_player
from events.questions import Cards
from events.vocabulary import Destroyed, Forbidden, Returned
from tests.core.table_setting import ANA, BEN, CLEO, Setting, own_cards

cards = own_cards("Each Player")

cloak = cards.action("Cloak", kind="on-minion", copies=0, text="Other players' cards can't affect it.")


@cloak.shields
def unseen(me, card, incoming):
    return card is me.host and incoming.player != me.you


def destroy_own(me):
    return each_player(me, "destroy", "a minion of yours", lambda seat: minions(me, of=seat))


def test_choices_go_clockwise_and_everything_happens_in_one_moment():
    table = Setting(seats=3)
    here = table.base(30)
    ana, ben, cleo = ([table.minion(power, here, seat) for power in (1, 2)] for seat in (ANA, BEN, CLEO))
    match = table.begin(tricks=1)
    match.do(destroy_own)
    assert match.question(Cards, ANA).options == tuple(ana)
    match.answer(ana[0])
    assert match.question(Cards, BEN).options == tuple(ben)
    match.answer(ben[1])
    match.question(Cards, CLEO)
    assert not match.happened(Destroyed)
    match.answer(cleo[0])
    destroyed = match.happened(Destroyed)
    assert [(event.card, event.seat) for event in destroyed] == [(ana[0], ANA), (ben[1], BEN), (cleo[0], CLEO)]
    assert len({event.moment for event in destroyed}) == 1


def test_whoever_has_nothing_is_passed_over():
    table = Setting(seats=3)
    here = table.base(30)
    only = table.minion(1, here, CLEO)
    match = table.begin(tricks=1)
    match.do(destroy_own)
    assert [event.card for event in match.happened(Destroyed)] == [only]


def test_protection_from_other_players_cards_holds_though_its_own_player_chose():
    table = Setting()
    here = table.base(30)
    shy = table.minion(1, here, BEN)
    table.action(cloak, here, BEN, on=shy)
    match = table.begin(tricks=1)
    match.do(destroy_own)
    assert match.zone(shy) == "minions"
    assert [event.card for event in match.happened(Forbidden)] == [shy]


def test_the_pool_may_look_at_owners():
    table = Setting()
    here = table.base(30)
    lent = table.minion(1, here, ANA, owner=BEN)
    match = table.begin(tricks=1)
    match.do(lambda me: each_player(me, "return", "a minion you own", lambda seat: minions(me, owner=seat)))
    (returned,) = match.happened(Returned)
    assert (returned.card, returned.seat, returned.to, returned.controller) == (lent, BEN, BEN, ANA)
