"""Plays that are spent on something else than a card, and plays for a turn to come (turn.play, term.extra)."""

from __future__ import annotations

from core.cards.verbs.decks import draw_cards
from core.cards.verbs.lasting import it_is_over, lasting
from core.cards.verbs.playing import play_to_come
from core.printed.definitions import START_OF_TURN
from core.rules.permissions import spendable
from core.rules.playing import spend_play
from events.questions import Main, PayWith, Play
from events.vocabulary import AllowanceGiven, AllowancesEnded
from tests.core.table_setting import ANA, Setting, own_cards

cards = own_cards("Spending")
engine = cards.action(
    "Engine", kind="on-base", copies=0, text="[special] On your turn you may spend an action to draw a card."
)


@engine.on_your_turn(when=lambda me: bool(spendable(me.game, me.you, "action")))
def stoke(me):
    yield from spend_play(me.game, me.you, "action")
    draw_cards(me)


@engine.lasting(START_OF_TURN)
def promise(me):
    it_is_over(me)
    play_to_come(me, "card")


def test_a_play_is_spent_without_a_card():
    table = Setting()
    number = table.action(engine, table.base())
    match = table.begin()
    match.use(number)
    (ended,) = match.happened(AllowancesEnded)
    assert ended.rule == "turn.play"
    assert not spendable(match.game, ANA, "action")
    assert spendable(match.game, ANA, "minion")


def test_without_a_play_it_is_not_on_offer():
    table = Setting()
    table.action(engine, table.base())
    match = table.begin(actions=0)
    assert match.question(Main).options == ()


def test_which_play_is_asked_where_it_matters():
    table = Setting()
    number = table.action(engine, table.base())
    flexible = table._add(AllowanceGiven, seat=ANA, kind="card", extra=True)
    match = table.begin()
    match.use(number)
    match.question(PayWith, ANA)
    match.answer(flexible.position)
    assert [allowance.kind for allowance in match.table.allowances] == ["minion", "action"]


def test_a_play_to_come_is_there_once_in_the_next_own_turn():
    table = Setting()
    table.action(engine, table.base())
    first, second = table.hand(ANA, 2, 3)
    match = table.begin(tricks=1)
    match.do(lambda me: lasting(me, f"{engine.id}#promise", until="game"))
    for _ in range(2):
        match.passes()
    assert [allowance.kind for allowance in match.table.allowances if allowance.extra] == ["card"]
    match.play(first)
    match.answer(match.table.allowances[0].number)
    assert Play(second) in match.question(Main).options
    for _ in range(2):
        match.passes()
    assert not any(allowance.extra for allowance in match.table.allowances)
