"""core.cards.conditions: the words several cards share."""

from core.cards.conditions import (
    first_minion_here_this_turn,
    foreign_minion_destroyed,
    minions_destroyed_by_a_player,
    still_in_play,
)
from core.cards.verbs.bases import gain_vp, swap_base
from core.cards.verbs.finding import minions
from core.cards.verbs.leaving import destroy, destroy_all
from core.cards.verbs.power import place_counters
from core.printed.definitions import BaseSet
from events.vocabulary import CardPlayed, Destroyed
from tests.core.table_setting import ANA, BEN, CLEO, Setting, own_cards

cards = own_cards("Conditions")
bases = BaseSet("")
arena = bases.base("Test Arena", faction="", breakpoint=40, vp=(4, 2, 1), text="1 VP for who destroyed minions here.")
gate = bases.base("Test Gate", faction="", breakpoint=40, vp=(4, 2, 1), text="1 VP for a turn's first minion here.")
ghoul = cards.minion("Ghoul", power=1, copies=0, text="A counter after another player's minion is destroyed.")


@arena.after(Destroyed, here=True, when=minions_destroyed_by_a_player)
def applause(me, destroyed):
    gain_vp(me)


@gate.after(CardPlayed, here=True, when=first_minion_here_this_turn)
def welcome(me, played):
    gain_vp(me)


@ghoul.after(Destroyed, when=foreign_minion_destroyed)
def feed(me, destroyed):
    if still_in_play(me.card, destroyed):
        yield from place_counters(me, me.card)


def test_the_minions_of_one_moment_are_one_occasion():
    table = Setting()
    pit = table.base(arena)
    for _ in range(3):
        table.minion(1, pit, of=BEN)
    match = table.begin(tricks=1)
    match.do(lambda me: destroy_all(me, minions(me, at=pit)))
    assert match.points() == (1, 0)


def test_two_moments_are_two_and_so_are_two_players():
    table = Setting(seats=3)
    pit = table.base(arena)
    mine, his, hers = table.minion(1, pit), table.minion(1, pit, of=BEN), table.minion(1, pit, of=CLEO)
    match = table.begin(tricks=1)

    def words(me):
        yield from destroy(me, me.game.card(mine))
        yield from destroy(me, me.game.card(his), seat=BEN)
        yield from destroy(me, me.game.card(hers), seat=BEN)

    match.do(words)
    match.as_they_lie(ANA)
    assert match.points() == (1, 2, 0)


def test_the_first_minion_here_this_turn():
    table = Setting()
    door, elsewhere = table.base(gate), table.base()
    first, second, third = table.hand(ANA, 1, 2, 3)
    match = table.begin(minions=3)
    match.play(first, at=elsewhere)
    assert match.points() == (0, 0)
    match.play(second, at=door)
    match.play(third, at=door)
    assert match.points() == (1, 0)


def test_a_base_swapped_in_has_seen_nothing_before_it():
    table = Setting()
    castle = table.base()
    table.base_deck(gate)
    first, second = table.hand(ANA, 1, 2)
    match = table.begin(minions=2, tricks=1)
    match.play(first)
    match.do(lambda me: swap_base(me, castle))
    match.play(second)
    assert match.points() == (1, 0)


def test_a_card_destroyed_with_what_it_answers_is_not_still_in_play():
    table = Setting()
    pit = table.base()
    near, far = table.minion(ghoul, pit), table.minion(ghoul, table.base())
    his = table.minion(2, pit, of=BEN)
    match = table.begin(tricks=1)
    match.do(lambda me: destroy(me, me.game.card(near), me.game.card(his)))
    match.as_they_lie(ANA)
    assert match.used() == ["feed", "feed"], "both are witnesses"
    assert (match.card(near).counters, match.card(far).counters) == (0, 1)
