"""Directly raising power (term.directly): plays only for such actions, plays that demand whom, and what was raised."""

from core.cards.verbs.finding import minions
from core.cards.verbs.playing import extra_play
from core.cards.verbs.power import boost, boost_each, place_counters, transfer_counters
from core.engine.choices import choose, choose_base
from core.rules.raising_power import aimed, aimed_bases, can_raise, raised_by
from events.questions import Cards, Hosts, Main, PayWith, Play, Sites
from events.vocabulary import CardPlayed
from tests.core.table_setting import ANA, BEN, Setting, own_cards

cards = own_cards("Raising")


def own(me, minion):
    return minion.controller == me.you


cheer = cards.action("Cheer", copies=0, raises_power=True, text="[on-play] A minion has +1 power.")
flag = cards.action("Flag", kind="on-minion", copies=0, raises_power=True, text="[ongoing] It has +1 power.")
crown = cards.action("Crown", kind="on-minion", copies=0, raises_power=True, text="[ongoing] Its printed power is 5.")
camp = cards.action("Camp", kind="on-base", copies=0, raises_power=own, text="[ongoing] Your minions here: +1 power.")
rally = cards.action("Rally", copies=0, raises_power=own, text="[on-play] Your minions at a base have +1 power.")
nap = cards.action("Nap", copies=0, text="[on-play] A minion has -1 power.")
hush = cards.action("Hush", copies=0, raises_power=True, text="[on-play] A minion has +1 power for each card in hand.")
moat = cards.action("Moat", kind="on-base", copies=0, text="[ongoing] No action may be played on minions here.")
audience = cards.minion("Audience", power=1, copies=0, text="[ongoing] After you play an action, it is noted.")
noted: list[tuple[int, ...]] = []


@cheer.on_play
def shout(me):
    minion = yield from choose(me, "a minion", aimed(me, minions(me)))
    if minion is not None:
        yield from boost(me, minion, 1)


@flag.power_of_host
def wave(me):
    return 1


@crown.printed_power
def reign(me, minion):
    return 5 if minion.number == me.card.host else None


@camp.power_of_minions
def rest(me, minion):
    return 1 if minion.site == me.base and minion.controller == me.you else 0


@rally.on_play
def call(me):
    site = yield from choose_base(me, "a base", aimed_bases(me, me.table.sites))
    yield from boost_each(me, minions(me, at=site, of=me.you), 1)


@nap.on_play
def doze(me):
    minion = yield from choose(me, "a minion", minions(me))
    if minion is not None:
        yield from boost(me, minion, -1)


@hush.on_play
def whisper(me):
    minion = yield from choose(me, "a minion", minions(me))
    if minion is not None:
        yield from boost(me, minion, len(me.table.seats[me.you].hand))


@moat.forbids_play
def keep_out(me, seat, card, site, host):
    return bool(host) and site == me.base


@audience.after(CardPlayed, when=lambda me, played: played.seat == me.you)
def note(me, played):
    noted.append(tuple(card.number for card in raised_by(me.game, played)))


def two_bases(**how):
    """Ana's minion and Ben's at each of two bases."""
    table = Setting(**how)
    here, there = table.base(), table.base()
    mine = [table.minion(2, site) for site in (here, there)]
    theirs = [table.minion(2, site, of=BEN) for site in (here, there)]
    return table, here, there, mine, theirs


def give(kind="raises-own", *arguments):
    return lambda me: extra_play(me, "action", condition=kind, arguments=arguments)


def test_a_play_for_raising_own_minions_is_held_to_them():
    table, *_, mine, theirs = two_bases()
    shouted, dozed = table.hand(ANA, cheer, nap)
    match = table.begin(tricks=1, actions=1)
    match.do(give())
    match.passes()
    assert match.question(Main).options == (Play(shouted),), "an action that lowers power is not for this play"
    match.play(shouted)
    assert set(match.question(Cards).options) == set(mine)
    match.answer(mine[1])
    assert match.power(mine[1]) == 3
    assert match.zone(dozed) == "hand"
    assert match.power(theirs[0]) == 2


def test_the_free_action_is_held_to_nobody():
    table, *_, mine, theirs = two_bases()
    (shouted,) = table.hand(ANA, cheer)
    match = table.begin(tricks=2)
    match.do(give())
    match.passes()
    match.play(shouted)
    extra, free = (
        max(match.question(PayWith).options),
        min(match.question(PayWith).options),
    )
    assert extra != free
    match.answer(free)
    assert set(match.question(Cards).options) == {*mine, *theirs}


def test_where_an_action_is_attached_decides_which_play_pays_for_it():
    table, *_, _mine, theirs = two_bases()
    (waved,) = table.hand(ANA, flag)
    match = table.begin(tricks=2)
    match.do(give())
    match.passes()
    match.play(waved, on=theirs[0])
    assert match.question(Main)
    assert [allowance.condition for allowance in match.table.allowances if allowance.kind == "action"] == ["raises-own"]


def test_attached_by_a_demanding_play_only_to_those_it_demands():
    table, *_, _mine, theirs = two_bases()
    (waved,) = table.hand(ANA, flag)
    match = table.begin(tricks=1)
    match.do(give("raises-card", str(theirs[1])))
    match.passes()
    match.play(waved)
    assert match.card(waved).host == theirs[1]


def test_an_action_on_a_base_must_reach_the_demanded_minion():
    table, _here, there, mine, _theirs = two_bases()
    (pitched,) = table.hand(ANA, camp)
    match = table.begin(tricks=1)
    match.do(give("raises-card", str(mine[1])))
    match.passes()
    match.play(pitched)
    assert match.card(pitched).site == there
    assert match.power(mine[1]) == 3


def test_an_action_that_cannot_raise_the_demanded_minion_is_no_option():
    table, *_, mine, theirs = two_bases()
    (pitched, called) = table.hand(ANA, camp, rally)
    match = table.begin(tricks=1)
    match.do(give("raises-card", str(theirs[1])))
    match.passes()
    assert match.question(Main).options == ()
    assert not can_raise(match.game, ANA, match.card(pitched), match.card(theirs[1]))
    assert can_raise(match.game, ANA, match.card(called), match.card(mine[1]))


def test_a_base_is_chosen_within_the_demand():
    table, here, there, mine, _theirs = two_bases()
    (called,) = table.hand(ANA, rally)
    match = table.begin(tricks=1)
    match.do(give())
    match.passes()
    match.play(called)
    assert match.question(Sites).options == (here, there)
    match.answer(there)
    assert (match.power(mine[0]), match.power(mine[1])) == (2, 3)


def test_an_extra_action_at_once_is_held_to_its_demand():
    table, *_, mine, _theirs = two_bases()
    shouted, _ = table.hand(ANA, cheer, nap)
    match = table.begin(tricks=1)
    match.do(lambda me: extra_play(me, "action", condition="raises-card", arguments=(str(mine[0]),)))
    assert match.question(Cards).options == (shouted,)
    match.answer(shouted)
    assert match.power(mine[0]) == 3, "the only minion it may be aimed at is not asked for"


def raised_through(action, **how):
    """What an action of Ana's has raised, as her Audience notes it."""
    table, here, there, mine, _theirs = two_bases(**how)
    table.minion(audience, there)
    (played,) = table.hand(ANA, action)
    match = table.begin()
    noted.clear()
    match.play(played, here, on=mine[0])
    if isinstance(match.game.question, Cards | Hosts):
        match.answer(mine[0])
    elif isinstance(match.game.question, Sites):
        match.answer(here)
    assert match.question(Main)
    return noted[0] == (mine[0],) if noted[0] else False


def test_what_an_action_raised_is_read_from_what_it_did_and_does():
    assert raised_through(cheer)
    assert raised_through(flag)
    assert raised_through(crown)
    assert raised_through(camp)
    assert raised_through(rally)


def test_lowering_power_raises_nobody():
    assert not raised_through(nap)


def test_a_printed_power_that_was_higher_is_not_raised():
    table = Setting()
    here = table.base()
    giant = table.minion(6, here)
    table.minion(audience, here)
    (played,) = table.hand(ANA, crown)
    match = table.begin()
    noted.clear()
    match.play(played, on=giant)
    assert match.power(giant) == 5
    assert noted == [()]


def test_counters_placed_and_transferred_raise():
    table = Setting()
    here = table.base()
    rich = table.minion(1, here, counters=1)
    poor, plain = table.minion(2, here), table.minion(3, here)
    table.minion(audience, here)
    match = table.begin(tricks=2)
    noted.clear()

    def move_one(me):
        yield from transfer_counters(me, me.game.card(rich), me.game.card(poor), 1)

    match.do(move_one)
    match.do(lambda me: place_counters(me, me.game.card(plain), 2))
    assert noted == [(poor,), (plain,)]
    assert match.card(rich).counters == 0


def test_more_power_by_nothing_raises_nobody():
    noted.clear()
    table = Setting()
    here = table.base()
    table.minion(audience, here)
    table.hand(ANA, hush, hush)
    match = table.begin(actions=2)
    for card in [*match.table.seats[ANA].hand]:
        match.play(card)
    assert [len(raised) for raised in noted] == [1, 0]


def test_an_action_that_cannot_be_played_on_the_demanded_minion_is_no_option():
    table, _here, there, mine, _theirs = two_bases()
    table.action(moat, there, of=BEN)
    table.hand(ANA, flag)
    match = table.begin(tricks=1)
    match.do(give("raises-card", str(mine[1])))
    match.passes()
    assert match.question(Main).options == ()
