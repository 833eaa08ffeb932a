"""Storing: face down under a card, shown first where not every card may be stored (stored)."""

from __future__ import annotations

from core.cards.verbs import destroy, store
from events.vocabulary import Revealed, Stored
from projections.view import View
from tests.core.table_setting import ANA, BEN, Setting


def stored(**how):
    table = Setting()
    castle = table.base()
    chest = table.action("vanilla/on-base", castle)
    (card,) = table.hand(ANA, 3)
    match = table.begin(tricks=1)
    done = match.do(lambda me: store(me, match.card(card), match.card(chest), **how))
    return match, chest, card, done


def test_a_stored_card_lies_under_its_card():
    match, chest, card, done = stored()
    assert done
    assert match.zone(card) == "stored"
    assert (match.card(card).host, match.card(card).controller) == (chest, ANA)
    assert match.card(chest).stored == [card]


def test_nobody_else_sees_what_is_stored():
    match, _, card, _ = stored()
    assert not match.happened(Revealed)
    assert View(ANA, match.game.log).knows(card)
    assert not View(BEN, match.game.log).knows(card)


def test_a_card_that_had_to_fit_is_shown_first():
    match, _, card, _ = stored(shown=True)
    (revealed,) = match.happened(Revealed)
    (laid,) = match.happened(Stored)
    assert (revealed.cards, revealed.rule) == ((card,), "stored")
    assert revealed.position < laid.position
    assert View(BEN, match.game.log).knows(card)


def test_what_is_stored_goes_to_the_discard_pile_when_its_card_leaves():
    table = Setting()
    castle = table.base()
    chest = table.action("vanilla/on-base", castle)
    (card,) = table.hand(ANA, 3)
    match = table.begin(tricks=2)
    match.do(lambda me: store(me, match.card(card), match.card(chest)))
    match.do(lambda me: destroy(me, match.card(chest)))
    assert (match.zone(chest), match.zone(card)) == ("discard", "discard")
