"""What acts as soon as a condition holds: right after the moment, before what the moment triggered."""

from core.cards.verbs.bases import gain_vp
from core.cards.verbs.finding import minions
from core.cards.verbs.leaving import destroy
from core.cards.verbs.moving import move
from core.cards.verbs.power import place_counters
from events.questions import Main
from events.vocabulary import AbilityUsed, Moved
from tests.core.table_setting import ANA, BEN, Setting, own_cards

cards = own_cards("As Soon As")
bridge = cards.action(
    "Bridge",
    kind="on-base",
    copies=0,
    text="Play on a base. [ongoing] As soon as three minions are here, destroy this.",
)
toll = cards.minion("Toll", power=1, copies=0, text="[ongoing] After a minion moves here, gain 1 VP.")


@bridge.as_soon_as(lambda me: len(minions(me, at=me.base)) >= 3)
def break_down(me):
    yield from destroy(me, me.card)


@toll.after(Moved, here=True)
def collect_toll(me, moved):
    gain_vp(me)


def test_it_acts_right_after_the_moment_and_before_what_that_triggered():
    table = Setting()
    river, far = table.base(), table.base()
    planks = table.action(bridge, river, of=BEN)
    table.minion(toll, river)
    table.minion(2, river)
    third = table.minion(2, far)
    match = table.begin(tricks=1)
    match.do(lambda me: move(me, match.card(third), river))
    assert match.zone(planks) == "discard"
    assert match.used() == ["break-down", "collect-toll"]
    assert [used.seat for used in match.happened(AbilityUsed)] == [BEN, ANA]


def test_not_before_its_condition_holds():
    table = Setting()
    river = table.base()
    planks, one = table.action(bridge, river), table.minion(2, river)
    match = table.begin(tricks=1)
    match.do(lambda me: place_counters(me, match.card(one)))
    assert match.zone(planks) == "actions"
    assert match.used() == []


def test_a_condition_that_holds_as_the_card_is_played_is_answered_at_once():
    table = Setting()
    river = table.base()
    for _ in range(3):
        table.minion(2, river)
    (planks,) = table.hand(ANA, bridge)
    match = table.begin()
    match.play(planks)
    assert match.zone(planks) == "discard"
    match.question(Main, ANA)


def test_a_minion_that_is_played_brings_it_about_as_well():
    table = Setting()
    river = table.base()
    planks = table.action(bridge, river)
    table.minion(2, river)
    table.minion(2, river)
    (third,) = table.hand(ANA, 2)
    match = table.begin()
    match.play(third)
    assert match.zone(planks) == "discard"
