"""term.floor, term.power-not-in-play, term.starting: what power and breakpoint are made of."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.cards.verbs.lasting import change_breakpoint, set_breakpoint
from core.cards.verbs.leaving import destroy
from core.cards.verbs.power import boost, place_counters
from core.engine.power import power_parts, power_without, total_power
from core.printed.definitions import all_definitions, definition
from tests.core.table_setting import ANA, BEN, BOOKS, Setting, own_cards

cards = own_cards("Power")
curse = cards.action("Curse", kind="on-base", copies=0, text="[ongoing] Minions here have -5 power.")
loner = cards.minion("Loner", power=2, copies=0, text="[ongoing] +3 power while alone here.")
giant_mask = cards.action(
    "Giant Mask", kind="on-minion", copies=0, text="[ongoing] It has power 7 instead of its printed."
)
belt = cards.action("Belt", kind="on-minion", copies=0, text="[ongoing] That minion has +2 power.")
rampart = cards.action("Rampart", kind="on-base", copies=0, text="[ongoing] This base's breakpoint is 30 lower.")


@curse.power_of_minions
def wither(me, minion):
    return -5 if minion.site == me.base else 0


@loner.own_power
def alone(me):
    return 3 if len(me.table.sites[me.base].minions) == 1 else 0


@giant_mask.printed_power
def tower(me, minion):
    return 7 if minion is me.host else None


@belt.power_of_host
def gird(me):
    return 2


@rampart.breakpoint_of
def undermine(me, site):
    return -30 if site == me.base else 0


@pytest.mark.parametrize(("edition", "earlier"), [("EMD", 0), ("HTB", 2)])
def test_power_without_a_change_leaves_out_what_other_players_cards_in_play_do(edition, earlier):
    """protect.range: all of it, or from HTB on that change and what came after it; the base is nobody's."""
    table = Setting(edition=edition)
    castle = table.base(definition("base/the-central-brain"))
    minion = table.minion(7, castle, counters=1)
    table.action(belt, castle, on=minion)
    table.action(belt, castle, BEN, on=minion)
    later = table.action(curse, castle, BEN)
    match = table.begin(tricks=1)
    match.do(lambda me: boost(me, match.card(minion), 4))
    assert match.power(minion) == 7 + 1 + 2 + 2 - 5 + 1 + 4
    assert power_without(match.game, match.card(minion), later) == 7 + 1 + 2 + 1 + 4 + earlier


def test_printed_power_counters_abilities_and_lasting_effects_add_up():
    table = Setting()
    castle = table.base()
    minion = table.minion(3, castle, counters=2)
    table.action(belt, castle, on=minion)
    match = table.begin(tricks=1)
    match.do(lambda me: boost(me, match.card(minion), 4))
    assert match.power(minion) == 3 + 2 + 2 + 4
    parts = power_parts(match.game, match.card(minion))
    assert [(amount, kind) for _, amount, kind in parts] == [
        (3, "printed"),
        (2, "counters"),
        (2, "ability"),
        (4, "lasting"),
    ]


def test_power_is_never_below_zero_and_what_is_missing_stays_missing():
    table = Setting()
    castle = table.base()
    minion = table.minion(2, castle)
    other = table.minion(8, castle)
    table.action(curse, castle, of=BEN)
    match = table.begin(tricks=1)
    assert match.power(minion) == 0
    assert total_power(match.game, ANA, castle) == 3, "less than nothing takes nothing from the others"
    match.do(lambda me: place_counters(me, match.card(minion), 4))
    assert match.power(minion) == 2 + 4 - 5, "added up first, then the floor"
    assert match.power(other) == 3


@given(st.integers(0, 9), st.lists(st.integers(-9, 9), max_size=5))
def test_the_floor_in_general(printed, changes):
    table = Setting()
    castle = table.base()
    minion = table.minion(printed, castle)
    match = table.begin(tricks=1)

    def words(me):
        for change in changes:
            yield from boost(me, match.card(minion), change)

    match.do(words)
    assert match.power(minion) == max(0, printed + sum(changes))


def test_out_of_play_only_the_printed_power_counts():
    table = Setting()
    castle = table.base()
    minion = table.minion(2, castle, counters=3)
    table.action(belt, castle, on=minion)
    match = table.begin(tricks=1)
    assert match.power(minion) == 7
    match.do(lambda me: destroy(me, match.card(minion)))
    assert match.power(minion) == 2


def test_another_number_in_place_of_the_printed_one_leaves_the_changes():
    table = Setting()
    castle = table.base()
    minion = table.minion(2, castle, counters=1)
    table.action(giant_mask, castle, on=minion)
    table.action(belt, castle, on=minion)
    match = table.begin()
    assert match.power(minion) == 7 + 1 + 2


def test_a_conditional_power_ends_with_its_condition():
    table = Setting()
    castle = table.base()
    minion = table.minion(loner, castle)
    (other,) = table.hand(ANA, 1)
    match = table.begin()
    assert match.power(minion) == 5
    match.play(other, castle)
    assert match.power(minion) == 2


# --- breakpoints ----------------------------------------------------------------------------------------------------


def test_changes_of_a_breakpoint_add_up_on_the_number_it_was_set_to():
    table = Setting()
    castle, keep = table.base(20), table.base(22)
    match = table.begin(tricks=3)
    match.do(lambda me: change_breakpoint(me, castle, 3))
    assert match.breakpoint(castle) == 23
    match.do(lambda me: set_breakpoint(me, castle, 10))
    assert match.breakpoint(castle) == 13
    match.do(lambda me: change_breakpoint(me, castle, -4))
    assert match.breakpoint(castle) == 9
    assert match.breakpoint(keep) == 22


@pytest.mark.parametrize("edition", BOOKS)
def test_a_breakpoint_is_never_below_zero(edition):
    table = Setting(edition=edition)
    castle = table.base(20)
    table.action(rampart, castle)
    match = table.begin()
    assert match.breakpoint(castle) == 0


RAISING = [
    facts.id
    for facts in all_definitions()
    if facts.is_minion and any(one.hook == "own-power" for one in facts.abilities)
]
PROTECTIONS = [facts.id for facts in all_definitions() if any(one.hook == "shield" for one in facts.abilities)]


@pytest.mark.parametrize("protection", PROTECTIONS)
def test_powers_that_depend_on_each_other_are_found_in_any_order(protection):
    """A minion's own ability may ask for powers that depend on its own: of its twin, or through a protection for a range."""
    shield = definition(protection)
    for raising in RAISING:
        table = Setting()
        castle = table.base(shield if shield.is_base else 30)
        asked = [table.minion(definition(raising), castle) for _ in range(2)]
        asked += [table.minion(3, castle), table.minion(definition("knights-of-the-round-table/gawain"), castle)]
        table.minion(2, castle, BEN)
        if shield.is_minion:
            table.minion(shield, castle)
        elif shield.is_titan:
            table.titan(shield, castle)
        elif shield.is_action:
            table.action(shield, castle, on=asked[0] if shield.kind == "on-minion" else 0)
        table.action(curse, castle, BEN)
        match = table.begin(tricks=1)
        forwards = [match.power(number) for number in asked]
        match.game.powers.clear()
        assert [match.power(number) for number in reversed(asked)] == forwards[::-1]
        assert not match.game.raising
