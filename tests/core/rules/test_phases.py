"""turn.*: the five phases of a turn, in order, for one player after the other."""

import pytest

from core.cards.verbs.bases import gain_vp
from events.questions import Main
from events.vocabulary import (
    AllowanceGiven,
    AllowancesEnded,
    Discarded,
    Drawn,
    PhaseBegan,
    ScoringBegan,
    TurnBegan,
)
from tests.core.table_setting import ANA, BEN, BOOKS, CLEO, Setting, own_cards

PHASES = ["start", "play", "score", "draw", "end"]


@pytest.mark.parametrize("edition", BOOKS)
def test_the_five_phases_of_a_turn(edition):
    table = Setting(edition=edition, seats=3)
    table.base()
    match = table.begin(phase="start")
    for seat in (ANA, BEN, CLEO, ANA):
        match.question(Main, seat)
        match.passes()
    turns = match.happened(TurnBegan)
    assert [(turn.seat, turn.number) for turn in turns] == [(BEN, 2), (CLEO, 3), (ANA, 4), (BEN, 5)]
    phases = [event.phase for event in match.happened(PhaseBegan)]
    assert phases == [*PHASES[1:], *PHASES * 3, *PHASES[:2]], "the last player is asked in Play Cards"


def test_a_phase_causes_what_the_rules_do_in_it():
    table = Setting()
    table.base()
    table.deck(ANA, 1, 1, 1)
    match = table.begin(phase="start")
    match.passes()
    began = {event.phase: event for event in match.happened(PhaseBegan)[:4]}
    (drawn,) = [event for event in match.happened(Drawn) if event.seat == ANA]
    assert drawn.cause == began["draw"].position
    assert all(event.rule == "turn.phases" for event in began.values())


def test_one_minion_and_one_action_and_what_is_not_used_is_gone():
    table = Setting()
    table.base()
    match = table.begin(phase="start")
    given = match.happened(AllowanceGiven)
    assert [(allowance.seat, allowance.kind, allowance.extra, allowance.rule) for allowance in given] == [
        (ANA, "minion", False, "turn.play"),
        (ANA, "action", False, "turn.play"),
    ]
    match.passes()
    (ended,) = match.happened(AllowancesEnded)
    assert ended.allowances == tuple(allowance.position for allowance in given)
    assert [allowance.seat for allowance in match.table.allowances] == [BEN, BEN]


def test_playing_is_optional_and_in_any_order():
    table = Setting()
    castle = table.base()
    minion, action = table.hand(ANA, 2, "vanilla/action")
    match = table.begin()
    match.play(action)
    match.play(minion, castle)
    assert (match.zone(minion), match.zone(action)) == ("minions", "discard")
    assert match.question(Main, ANA).options == (), "both plays are spent"
    match.passes()
    match.question(Main, BEN)
    match.passes()
    match.question(Main, ANA)


def test_a_ready_base_must_score_after_the_plays():
    table = Setting()
    castle = table.base(10)
    table.base_deck(20)
    (minion,) = table.hand(ANA, 10)
    table.minion(5, castle, of=BEN)
    match = table.begin()
    match.play(minion, castle)
    assert not match.happened(ScoringBegan), "not before Play Cards is over"
    match.passes()
    assert [event.site for event in match.happened(ScoringBegan)] == [castle]


def test_two_cards_are_drawn():
    table = Setting()
    table.base()
    deck = table.deck(ANA, 1, 2, 3)
    match = table.begin()
    match.passes()
    assert match.table.seats[ANA].hand == deck[:2]
    assert match.table.seats[ANA].deck == deck[2:]


# --- the hand limit -------------------------------------------------------------------------------------------------


def test_after_drawing_the_hand_is_discarded_down_to_ten():
    table = Setting()
    table.base()
    in_hand = table.hand(ANA, *[1] * 11)
    table.deck(ANA, 2, 3)
    match = table.begin()
    match.passes()
    hand = match.table.seats[ANA].hand
    assert len(hand) == 13
    question = match.game.question
    assert question is not None
    assert (match.asked, question.least, question.most, set(question.options)) == (ANA, 3, 3, set(hand))
    match.answer(*in_hand[:3])
    assert len(match.table.seats[ANA].hand) == 10
    assert sorted(match.table.seats[ANA].discard) == sorted(in_hand[:3])
    assert {event.rule for event in match.happened(Discarded)} == {"turn.draw"}


def test_ten_cards_may_be_kept():
    table = Setting()
    table.base()
    table.hand(ANA, *[1] * 8)
    table.deck(ANA, 2, 3)
    match = table.begin()
    match.passes()
    match.question(Main, BEN)
    assert len(match.table.seats[ANA].hand) == 10


def test_the_limit_holds_only_in_the_draw_phase_and_for_the_current_player():
    table = Setting()
    table.base()
    table.hand(ANA, *[1] * 11)
    table.hand(BEN, *[1] * 12)
    match = table.begin(phase="end")
    match.question(Main, BEN)
    assert [len(seat.hand) for seat in match.table.seats] == [11, 12]


# --- start and end --------------------------------------------------------------------------------------------------

cards = own_cards("Phases")
rooster = cards.minion("Rooster", power=1, copies=0, text="[ongoing] At the start of your turn gain 1 VP.")
owl = cards.minion("Owl", power=1, copies=0, text="[ongoing] At the end of your turn gain 1 VP.")


@rooster.start_of_turn()
def crow(me):
    gain_vp(me)


@owl.end_of_turn()
def hoot(me):
    gain_vp(me)


@pytest.mark.parametrize("edition", BOOKS)
def test_your_turn_is_yours_alone(edition):
    table = Setting(edition=edition)
    castle = table.base()
    table.minion(rooster, castle, of=BEN)
    table.minion(owl, castle, of=ANA)
    match = table.begin(phase="start")
    assert match.used() == []
    match.passes(ANA)
    assert match.used() == ["hoot", "crow"]
    assert match.points() == (1, 1)
    match.passes(BEN)
    assert match.points() == (1, 1)
