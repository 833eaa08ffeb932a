"""term.cancel: abilities that cancel those of other cards for as long as they hold."""

from core.cards.verbs.bases import gain_vp, swap_base
from core.cards.verbs.leaving import destroy
from core.cards.verbs.moving import give_control, move, take_control, transfer
from core.engine.standing_checks import rebuilt_index
from core.printed.definitions import BaseSet
from core.rules.legality import use_obstacle
from events.questions import Main, Use
from events.vocabulary import Destroyed
from tests.core.table_setting import ANA, BEN, Setting, own_cards

cards = own_cards("Canceling")
weakness = cards.action("Weakness", kind="on-minion", copies=0, text="[ongoing] Its abilities are canceled.")
box = cards.action("Box", kind="on-minion", copies=0, text="[ongoing] Canceled if you do not control the minion.")
raze = cards.action("Razed", kind="on-base", copies=0, text="[ongoing] This base's ability is canceled.")
statue = cards.minion("Idol", power=2, copies=0, text="[ongoing] Can't be destroyed, +2 power. [talent] Gain 1 VP.")
scroll = cards.action("Letter", kind="on-minion", copies=0, text="That minion has: [talent] Gain 1 VP.")
hush = cards.minion("Hush", power=1, copies=0, text="[ongoing] Others' minions here have no abilities.")
saint = cards.minion("Saint", power=1, copies=0, text="[ongoing] Others' cards can't affect your minions.")
mourner = cards.minion("Weeper", power=1, copies=0, text="[ongoing] After a minion is destroyed gain 1 VP.")
hill = BaseSet("").base("Test Hill", faction="", breakpoint=20, vp=(4, 2, 1), text="Each minion here has +1 power.")


@weakness.cancels
def weaken(me, card):
    return card.number == me.card.host


@box.cancels
def puzzle(me, card):
    return card.number == me.card.host and card.controller != me.you


@raze.cancels
def level(me, card):
    return card.zone == "base" and card.site == me.base


@hush.cancels
def quiet(me, card):
    return card.zone == "minions" and card.site == me.base and card.controller != me.you


@saint.shields
def bless(me, card, incoming):
    return card.zone == "minions" and card.controller == me.you and incoming.player != me.you


@statue.forbids("destroy")
def stand(me, incoming):
    return incoming.card == me.card.number


@statue.own_power
def weight(me):
    return 2


@statue.talent()
def inspire(me):
    gain_vp(me)


@scroll.talent(grant=True)
def recite(me):
    gain_vp(me)


@mourner.after(Destroyed)
def weep(me, event):
    gain_vp(me)


@hill.power_of_minions
def height(me, minion):
    return 1 if minion.site == me.base else 0


def test_everything_is_canceled_and_comes_back_with_the_end_of_the_canceling():
    table = Setting()
    castle = table.base()
    idol = table.minion(statue, castle)
    letter = table.action(scroll, castle, on=idol)
    (in_hand,) = table.hand(ANA, weakness)
    match = table.begin(tricks=2, actions=3)
    assert sum(isinstance(option, Use) for option in match.question(Main).options) == 2
    match.play(in_hand)
    assert match.power(idol) == 2
    assert not any(isinstance(option, Use) for option in match.question(Main).options)
    lost = use_obstacle(match.game, ANA, match.card(idol))
    assert lost is not None
    assert (lost.reason, lost.rule, lost.by) == ("lost", "term.cancel", in_hand)
    match.do(lambda me: destroy(me, match.card(in_hand)))
    assert match.power(idol) == 4
    assert {option.holder for option in match.question(Main).options if isinstance(option, Use)} == {idol}
    assert match.zone(letter) == "attached"
    match.do(lambda me: destroy(me, match.card(idol)))
    assert match.zone(idol) == "minions", "it can't be destroyed again"


def test_what_the_card_gains_later_is_canceled_too():
    table = Setting()
    castle = table.base()
    idol = table.minion(2, castle)
    table.action(weakness, castle, of=BEN, on=idol)
    (in_hand,) = table.hand(ANA, scroll)
    match = table.begin()
    match.play(in_hand)
    assert not any(isinstance(option, Use) for option in match.question(Main).options)


def test_the_condition_is_checked_again_when_control_changes():
    table = Setting()
    castle = table.base()
    idol = table.minion(statue, castle)
    table.action(box, castle, on=idol)
    match = table.begin(tricks=2)
    assert match.power(idol) == 4
    match.do(lambda me: give_control(me, match.card(idol), BEN))
    assert match.power(idol) == 2
    match.do(lambda me: take_control(me, match.card(idol)))
    assert match.power(idol) == 4


def test_a_base_without_its_ability_gets_it_back_and_its_replacement_has_none():
    table = Setting()
    castle = table.base(hill)
    tower = table.base(20)
    table.base_deck(hill)
    minion = table.minion(2, castle)
    flag = table.action(raze, castle)
    match = table.begin(tricks=2)
    assert match.power(minion) == 2
    match.do(lambda me: swap_base(me, castle))
    assert match.power(minion) == 2
    match.do(lambda me: transfer(me, match.card(flag), site=tower))
    assert match.power(minion) == 3


def test_a_place_without_abilities_is_left_and_entered():
    table = Setting()
    castle, tower = table.base(), table.base()
    idol = table.minion(statue, castle, of=BEN)
    table.minion(hush, castle)
    match = table.begin(tricks=2)
    assert match.power(idol) == 2
    match.do(lambda me: move(me, match.card(idol), tower))
    assert match.power(idol) == 4
    match.do(lambda me: move(me, match.card(idol), castle))
    assert match.power(idol) == 2


def test_a_canceled_minion_does_not_see_its_own_canceler_go():
    table = Setting()
    castle = table.base()
    table.minion(mourner, castle)
    other = table.minion(1, castle)
    quieting = table.minion(hush, castle, of=BEN)
    match = table.begin(tricks=2)
    match.do(lambda me: destroy(me, match.card(quieting)))
    assert match.points() == (0, 0)
    match.do(lambda me: destroy(me, match.card(other)))
    assert match.points() == (1, 0)


def test_two_that_would_cancel_each_other_go_by_age():
    table = Setting()
    castle = table.base()
    older = table.minion(hush, castle)
    younger = table.minion(hush, castle, of=BEN)
    idol = table.minion(statue, castle)
    match = table.begin()
    assert match.game.index.canceled == {younger: older}
    assert match.power(idol) == 4


def test_protection_from_another_players_card_keeps_the_abilities():
    table = Setting()
    castle, tower = table.base(), table.base()
    table.minion(saint, tower, of=BEN)
    idol = table.minion(statue, castle, of=BEN)
    table.minion(hush, castle)
    match = table.begin()
    assert match.power(idol) == 4


def test_the_index_can_be_rebuilt():
    table = Setting()
    castle = table.base(hill)
    idol = table.minion(statue, castle)
    table.action(weakness, castle, of=BEN, on=idol)
    table.action(raze, castle)
    match = table.begin(tricks=1)
    match.do(lambda me: None)
    game = match.game
    live, rebuilt = game.index, rebuilt_index(game)
    assert {
        hook: [repr(ability) for ability in listening] for hook, listening in rebuilt.hooks.items() if listening
    } == {hook: [repr(ability) for ability in listening] for hook, listening in live.hooks.items() if listening}
    assert rebuilt.canceled == live.canceled
    assert len(live.canceled) == 2
    assert game.index is live
