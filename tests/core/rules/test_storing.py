"""Storing: face down under a card, shown first where not every card may be stored (stored)."""

from __future__ import annotations

from functools import partial

from core.cards.verbs.leaving import destroy, discard_from_play, return_to_hand, store
from core.cards.verbs.playing import play_certain, released
from events.questions import Window
from events.vocabulary import Destroyed, Discarded, Revealed, SetAside, Stored
from projections.view import View
from tests.core.table_setting import ANA, BEN, Setting, own_cards

cards = own_cards("Storing")
kennel = cards.action("Kennel", kind="on-base", copies=0, text="[ongoing] Destroyed, it may let out what is under it.")
ark = cards.action("Ark", kind="on-base", copies=0, text="[ongoing] When it leaves, play what is under it.")


@kennel.after(Destroyed, may=True, releases=True, when=lambda me, event: event.card == me.card.number)
def let_out(me, destroyed):
    for card in released(me, destroyed):
        yield from play_certain(me, card)


@ark.after_leaving(releases=True, when=lambda me, event: event.card == me.card.number)
def land(me, left):
    for card in released(me, left):
        yield from play_certain(me, card)


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


# --- what waits for the words of the card it lay under (stored.leaving) -----------------------------------------------


def under(holder, verb, *what):
    """A holder with cards under it leaves by that verb."""
    table = Setting()
    castle = table.base()
    holding = table.action(holder, castle)
    numbers = table.hand(ANA, *what)
    match = table.begin(tricks=len(numbers) + 1)
    for card in match.cards(*numbers):
        match.do(partial(store, card=card, host=match.card(holding)))
    match.do(lambda me: verb(me, match.card(holding)))
    return match, holding, numbers


def test_it_waits_aside_and_can_be_played():
    match, holding, (card,) = under(kennel, destroy, 3)
    assert match.zone(card) == "aside"
    assert not View(BEN, match.game.log).knows(card)
    match.use(holding)
    assert match.zone(card) == "minions"


def test_left_alone_it_is_discarded():
    match, _, (card,) = under(kennel, destroy, 3)
    match.question(Window, ANA)
    match.passes()
    assert match.zone(card) == "discard"
    (discarded,) = [event for event in match.happened(Discarded) if event.card == card]
    assert (discarded.source, discarded.rule) == ("aside", "stored.leaving")


def test_it_does_not_wait_for_words_that_do_not_answer():
    match, _, (card,) = under(kennel, discard_from_play, 3)
    assert match.zone(card) == "discard"
    assert not match.happened(SetAside)


def test_leaving_is_every_way_out_of_play():
    for verb in (destroy, discard_from_play, return_to_hand):
        match, holding, numbers = under(ark, verb, 3, 2)
        assert match.zone(holding) in ("discard", "hand")
        assert [match.zone(number) for number in numbers] == ["minions", "minions"]
        assert match.used() == ["land"]
