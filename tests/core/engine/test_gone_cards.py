"""Effects on cards that have left play, or have come back since they were chosen: nothing happens (term.leave-play)."""

import pytest

from core.cards import language as verbs
from core.engine.effects import effect
from core.engine.moments import perform_one
from core.printed.definitions import Definition
from tests.core.table_setting import ANA, BEN, Setting, own_cards

cards = own_cards("Gone Cards")

VERBS = {
    "destroy": lambda me, card, site: verbs.destroy(me, card),
    "return": lambda me, card, site: verbs.return_to_hand(me, card),
    "move": lambda me, card, site: verbs.move(me, card, site),
    "transfer": lambda me, card, site: verbs.transfer(me, card, site=site),
    "control": lambda me, card, site: verbs.give_control(me, card, ANA),
    "counters": lambda me, card, site: verbs.place_counter_on_each(me, [card]),
    "power": lambda me, card, site: verbs.boost(me, card, 2),
    "cancel": lambda me, card, site: verbs.lose_abilities(me, card),
}
acting: dict[str, Definition] = {}
for verb in VERBS:
    acting[verb] = cards.action(f"Late {verb}", copies=0, text="[on-play] Destroy a minion, then do something to it.")

    def act(me, verb=verb):
        minion = me.choose(next(iter(me.table.minions())))
        yield from verbs.destroy(me, minion)
        assert minion.zone == "discard"
        elsewhere = list(me.table.sites)[-1]
        yield from VERBS[verb](me, minion, elsewhere)

    acting[verb].on_play(act)


@pytest.mark.parametrize("verb", VERBS)
def test_nothing_happens_to_a_card_that_has_left_play(verb):
    table = Setting()
    x = table.base()
    table.base()
    minion = table.minion(3, x, BEN)
    (action,) = table.hand(ANA, acting[verb])
    match = table.begin()
    match.play(action)
    card = match.card(minion)
    assert (card.zone, card.controller, card.counters) == ("discard", BEN, 0)
    assert not match.game.table.lasting


swap = cards.action("Swap", copies=0, text="[on-play] A minion leaves and comes back before anything happens to it.")
"""Stands for any ability during whose resolution its target leaves play and comes back."""


@swap.on_play
def come_and_go(me):
    minion = me.choose(next(iter(me.table.minions())))
    chosen = effect(me, "power", minion, lasting={"kind": "power", "amount": 2, "until": "turn"})
    other = me.for_player(minion.owner)
    other.cause = 1  # some other card's doing
    with me.game.because(1):
        yield from verbs.return_to_hand(me, minion)
        yield from verbs.play_certain(other, minion, seat=minion.owner)
    assert minion.zone == "minions"
    assert (yield from perform_one(me.game, chosen)) is None
    assert (yield from verbs.boost(me, minion, 2)) is None
    assert (yield from verbs.destroy(me, minion)) == []


def test_a_card_that_left_and_came_back_is_another():
    table = Setting()
    x = table.base()
    minion = table.minion(3, x, BEN)
    (action,) = table.hand(ANA, swap)
    match = table.begin()
    match.play(action)
    assert match.card(minion).zone == "minions"
    assert not match.game.table.lasting
