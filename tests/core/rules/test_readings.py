"""Readings that no card of the sets can show: cards made for it do."""

from __future__ import annotations

import pytest

from core.cards.verbs.bases import gain_vp
from core.cards.verbs.decks import draw_cards
from core.cards.verbs.moving import transfer
from core.engine.use import Me
from core.printed.definitions import definition
from core.rules.swapping import swap
from events.questions import NextInOrder
from events.vocabulary import Drawn
from tests.core.table_setting import ANA, BEN, BOOKS, Setting, own_cards

cards = own_cards("Readings")
reader = cards.minion("Reader", power=1, copies=0, text="[on-play] Draw a card. [ongoing] After you draw a card, 1 VP.")


@reader.on_play
def turn_the_page(me: Me) -> None:
    draw_cards(me)


@reader.after(Drawn)
def learn(me: Me, drawn: Drawn) -> None:
    gain_vp(me)


@pytest.mark.parametrize("edition", BOOKS)
def test_an_action_is_transferred_off_a_minion_that_cannot_be_affected(edition: str) -> None:
    """reading.transfer-off: what is transferred is the action."""
    table = Setting(edition=edition)
    castle, other = table.base(), table.base()
    minion = table.minion(3, castle, of=BEN)
    table.action("ghosts/incorporeal", castle, BEN, on=minion)
    action = table.action("vanilla/on-minion", castle, BEN, on=minion)
    match = table.begin(tricks=1)
    assert match.do(lambda me: transfer(me, match.card(action), site=other))
    assert match.card(action).site == other


def test_whoever_swaps_another_players_minion_controls_the_new_one() -> None:
    """reading.htb-swap-controller"""
    table = Setting(edition="HTB")
    castle = table.base()
    minion = table.minion(3, castle, of=BEN, counters=1)
    (newcomer,) = table.hand(ANA, 4)
    match = table.begin(tricks=1)
    assert match.do(lambda me: swap(me, match.card(minion), match.card(newcomer)))
    assert (match.card(newcomer).controller, match.card(newcomer).counters) == (ANA, 1)
    assert match.card(minion).zone == "hand"
    assert "reading.htb-swap-controller" in match.game.readings


def test_a_new_cards_own_answer_waits_with_those_of_other_cards() -> None:
    """reading.own-trigger: the current player orders it among them."""
    table = Setting(edition="EMD")
    castle = table.base(definition("base/laboratorium"))
    table.deck(ANA, 1, 2)
    (in_hand,) = table.hand(ANA, reader)
    match = table.begin()
    match.play(in_hand, castle)
    assert len(match.question(NextInOrder, ANA).options) == 2
    assert "reading.own-trigger" in match.game.readings
