"""term.base-ability: a player who ignores a base neither follows it nor is bound by it, and it neither touches nor
protects that player's cards. Nobody else is concerned."""

import pytest

from core.cards.conditions import all_not_ignoring
from core.cards.verbs.bases import gain_vp, swap_base
from core.cards.verbs.finding import minions
from core.cards.verbs.leaving import destroy
from core.cards.verbs.power import place_counters
from core.printed.definitions import BaseSet
from core.rules.legality import usable
from events.questions import Main
from events.vocabulary import CardPlayed, Destroyed, Forbidden
from tests.core.table_setting import ANA, BEN, BOOKS, CLEO, Setting, own_cards

bases = BaseSet("")
cards = own_cards("Ignoring")
mask = cards.action("Mask", kind="on-base", copies=0, text="Play on a base. [ongoing] You ignore this base's ability.")
muffler = cards.action("Muffler", kind="on-base", copies=0, text="Play on a base. [ongoing] All ignore its ability.")


@mask.ignores_base
def look_away(me, site, seat):
    return site == me.base and seat == me.you


@muffler.ignores_base
def hush(me, site, seat):
    return site == me.base


def base(name, text=""):
    return bases.base(f"Test Ignored {name}", faction="", breakpoint=30, vp=(4, 2, 1), text=text)


tower = base("Tower", "Minions here have +1 power.")
gate = base("Gate", "Minions can't be played here.")
haven = base("Haven", "Minions here can't be destroyed.")
shrine = base("Shrine", "Other players' cards can't affect minions here.")
bank = base("Bank", "After you play a minion here, gain 1 VP.")
nursery = base("Nursery", "After a minion is played here, put a +1 power counter on each minion here.")
market = base("Market", "On your turn gain 1 VP.")
raft = base("Raft", "Minions here that would be destroyed are not.")
bazaar = base("Bazaar", "Before it scores each player gains 1 VP.")


@tower.power_of_minions
def overlook(me, minion):
    return 1 if minion.site == me.base else 0


@gate.forbids_play
def closed(me, seat, card, site, host):
    return site == me.base and me.game.fact(card).is_minion


@haven.forbids("destroy")
def safe(me, incoming):
    return me.table.cards[incoming.card].site == me.base


@shrine.shields
def holy(me, card, incoming):
    return card.site == me.base


@bank.after(CardPlayed, here=True, when=lambda me, played: played.to == "minions")
def interest(me, played):
    gain_vp(me)


@nursery.after(CardPlayed, here=True, when=lambda me, played: played.to == "minions", regardless=("player",))
def feed(me, played):
    for minion in minions(me, at=me.base):
        yield from place_counters(me, minion)


@market.on_your_turn()
def trade(me):
    gain_vp(me)


@raft.instead("destroy", when=lambda me, incoming: me.table.cards[incoming.card].site == me.base)
def float_on(me, incoming):
    return None


@bazaar.before_scores()
def haggle(me):
    for seat in all_not_ignoring(me):
        gain_vp(me, seat=seat)


def at(what, action=mask, **how):
    """A base with an action of Ana's on it."""
    table = Setting(**how)
    site = table.base(what)
    table.action(action, site)
    return table, site


def test_a_bonus_leaves_the_minions_of_that_player_out():
    table, site = at(tower)
    hers, his = table.minion(3, site), table.minion(3, site, of=BEN)
    match = table.begin()
    assert (match.power(hers), match.power(his)) == (3, 4)


def test_it_goes_by_who_controls_the_minion():
    table, site = at(tower)
    lent = table.minion(3, site)
    table.controlled(lent, BEN)
    assert table.begin().power(lent) == 4


def test_a_restriction_does_not_bind_that_player():
    table, site = at(gate)
    (knight,) = table.hand(ANA, 3)
    match = table.begin()
    match.play(knight, site)
    assert match.zone(knight) == "minions"


def test_it_binds_the_others():
    table, _ = at(gate)
    table.hand(BEN, 3)
    match = table.begin(turn=BEN)
    assert not match.question(Main).options


@pytest.mark.parametrize("what", [haven, raft], ids=["forbidden", "replaced"])
def test_what_keeps_cards_from_harm_keeps_only_the_others(what):
    table, site = at(what)
    hers, his = table.minion(3, site), table.minion(3, site, of=BEN)
    match = table.begin(tricks=1)
    match.do(lambda me: destroy(me, *match.cards(hers, his)))
    assert (match.zone(hers), match.zone(his)) == ("discard", "minions")


def test_so_does_protection():
    table, site = at(shrine)
    hers, his = table.minion(3, site), table.minion(3, site, of=BEN)
    match = table.begin(tricks=1, turn=BEN)
    match.do(lambda me: destroy(me, *match.cards(hers, his)))
    assert (match.zone(hers), match.zone(his)) == ("discard", "minions")


@pytest.mark.parametrize(("seat", "points"), [(ANA, (0, 0)), (BEN, (0, 1))])
def test_what_it_says_to_a_player_is_not_followed_by_who_ignores_it(seat, points):
    table, site = at(bank)
    (knight,) = table.hand(seat, 3)
    match = table.begin(turn=seat)
    match.play(knight, site)
    assert match.points() == points


def test_what_it_does_to_cards_it_does_to_those_of_the_others_whoever_set_it_off():
    table, site = at(nursery)
    hers, his = table.minion(3, site), table.minion(3, site, of=BEN)
    (knight,) = table.hand(ANA, 3)
    match = table.begin()
    match.play(knight, site)
    assert [match.card(number).counters for number in (hers, his, knight)] == [0, 1, 0]
    assert {event.card for event in match.happened(Forbidden)} == {hers, knight}


@pytest.mark.parametrize(("seat", "offered"), [(ANA, 0), (BEN, 1)])
def test_it_offers_nothing_on_that_players_turn(seat, offered):
    table, _ = at(market)
    match = table.begin(turn=seat)
    assert len(usable(match.game, seat)) == offered


@pytest.mark.parametrize("edition", BOOKS)
def test_what_it_does_for_everybody_leaves_that_player_out(edition):
    table, site = at(bazaar, edition=edition, seats=3)
    for seat in (ANA, BEN, CLEO):
        table.minion(10, site, of=seat)
    table.base_deck(40)
    match = table.begin(phase="score")
    assert match.points() == (4, 5, 5)


@pytest.mark.parametrize("edition", BOOKS)
def test_when_all_ignore_it_nothing_is_used(edition):
    table, site = at(bazaar, muffler, edition=edition)
    table.minion(30, site)
    table.base_deck(40)
    match = table.begin(phase="score")
    assert match.points() == (4, 0)
    assert match.used() == []


def test_a_base_that_takes_its_place_is_ignored_too():
    table, site = at(30)
    hers = table.minion(3, site)
    table.base_deck(tower)
    match = table.begin(tricks=1)
    match.do(lambda me: swap_base(me, site))
    assert match.power(hers) == 3


def test_it_is_over_when_the_card_leaves():
    table, site = at(tower)
    hers = table.minion(3, site)
    match = table.begin(tricks=1)
    action = match.table.sites[site].actions[0]
    match.do(lambda me: destroy(me, match.card(action)))
    assert match.happened(Destroyed)
    assert match.power(hers) == 4
