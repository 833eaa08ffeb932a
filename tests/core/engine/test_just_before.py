"""What acts just before effects happen: once nothing prevents or replaces them any more, for all of a moment at once."""

from core.cards.verbs.leaving import destroy, return_to_hand
from core.cards.verbs.power import remove_counters
from events.questions import NO, YES, May
from events.vocabulary import AbilityUsed, CountersChanged, Destroyed, Forbidden
from tests.core.table_setting import ANA, BEN, CLEO, Setting, own_cards

cards = own_cards("Just Before")
vulture = cards.minion(
    "Vulture", power=1, copies=0, text="[ongoing] Before a minion is destroyed, take a +1 power counter off it."
)
crow = cards.minion(
    "Crow", power=1, copies=0, text="[ongoing] Before a minion is destroyed, you may take a +1 power counter off it."
)
angel = cards.minion(
    "Angel", power=1, copies=0, text="[ongoing] Before a minion is destroyed, return it to its owner's hand."
)
rock = cards.minion("Rock", power=1, copies=0, text="[ongoing] This minion can't be destroyed.")
lizard = cards.minion("Lizard", power=1, copies=0, text="[ongoing] If this would be destroyed, draw nothing instead.")


def _with_counter(me, incoming):
    return me.table.cards[incoming.card].counters > 0


@vulture.just_before("destroy", when=_with_counter)
@crow.just_before("destroy", may=True, when=_with_counter)
def peck(me, effects):
    for effect in effects:
        yield from remove_counters(me, me.game.card(effect.card))


@angel.just_before("destroy")
def lift(me, effects):
    yield from return_to_hand(me, *(me.game.card(effect.card) for effect in effects))


@rock.forbids("destroy")
def lie_there(me, incoming):
    return incoming.card == me.card.number


@lizard.instead("destroy", when=lambda me, incoming: incoming.card == me.card.number)
def shed_the_tail(me, incoming):
    return None


def test_it_acts_before_the_event_and_once_for_a_moment():
    table = Setting()
    cliff = table.base()
    table.minion(vulture, cliff)
    prey = [table.minion(2, cliff, of=BEN, counters=2), table.minion(3, cliff, of=BEN, counters=1)]
    bare = table.minion(4, cliff, of=BEN)
    match = table.begin(tricks=1)
    match.do(lambda me: destroy(me, *match.cards(*prey, bare)))
    assert [type(event) for event in match.happened(AbilityUsed, CountersChanged, Destroyed)] == [
        AbilityUsed,
        *[CountersChanged] * 2,
        *[Destroyed] * 3,
    ]
    assert [event.power for event in match.happened(Destroyed)] == [3, 3, 4]


def test_what_is_prevented_or_replaced_is_not_about_to_happen():
    table = Setting()
    cliff = table.base()
    table.minion(vulture, cliff)
    safe = [table.minion(rock, cliff, of=BEN, counters=1), table.minion(lizard, cliff, of=BEN, counters=1)]
    match = table.begin(tricks=1)
    match.do(lambda me: destroy(me, *match.cards(*safe)))
    assert len(match.happened(Forbidden)) == 1
    assert match.used() == ["shed-the-tail"]
    assert [match.card(number).counters for number in safe] == [1, 1]


def test_players_are_asked_clockwise_about_what_they_may_decline():
    table = Setting(seats=3)
    cliff = table.base()
    table.minion(crow, cliff, of=CLEO)
    table.minion(crow, cliff, of=BEN)
    prey = table.minion(2, cliff, counters=2)
    match = table.begin(tricks=1)
    match.do(lambda me: destroy(me, match.card(prey)))
    match.question(May, BEN)
    match.answer(NO)
    match.question(May, CLEO)
    assert match.zone(prey) == "minions"
    match.answer(YES)
    assert [used.seat for used in match.happened(AbilityUsed)] == [CLEO]
    assert [event.power for event in match.happened(Destroyed)] == [3]


def test_nobody_is_asked_when_nothing_is_left_to_take():
    table = Setting(seats=3)
    cliff = table.base()
    table.minion(crow, cliff, of=CLEO)
    table.minion(crow, cliff, of=BEN)
    prey = table.minion(2, cliff, counters=1)
    match = table.begin(tricks=1)
    match.do(lambda me: destroy(me, match.card(prey)))
    match.answer(YES, seat=BEN)
    assert match.zone(prey) == "discard"


def test_a_card_that_is_gone_by_then_is_not_destroyed():
    table = Setting()
    cliff = table.base()
    table.minion(angel, cliff, of=BEN)
    saved = table.minion(2, cliff, of=ANA)
    match = table.begin(tricks=1)
    match.do(lambda me: destroy(me, match.card(saved)))
    assert match.zone(saved) == "hand"
    assert not match.happened(Destroyed)
