"""Duels: who lays what, what becomes of it, who wins, and when nobody does (duel.*)."""

from __future__ import annotations

from itertools import pairwise

import pytest

from core.cards.verbs.finding import minions
from core.cards.verbs.leaving import discard_from_hand
from core.cards.verbs.moving import move, take_control
from core.cards.verbs.power import boost, place_counters
from core.engine.game import IllegalAnswer
from core.printed.definitions import definition
from core.rules.duels import DURING_DUEL, duel, in_duel
from core.rules.replay import resume, verify
from events.questions import Cards, Main, Window
from events.vocabulary import (
    Answered,
    Asked,
    CardPlayed,
    CountersChanged,
    Destroyed,
    DuelBegan,
    DuelCardPlaced,
    DuelCardRevealed,
    DuelEnded,
    EffectBegan,
    Forbidden,
    Taken,
)
from tests.core.table_setting import ANA, BEN, Setting, own_cards

CALL = "vanilla/duel"

cards = own_cards("Duels")
swift = cards.action("Swift", copies=0, text="[on-play] A minion of yours has +4 power this turn in a duel, else +2.")
second = cards.minion("Second", power=1, copies=0, text="[ongoing] When a minion of yours duels, a counter on it.")
drummer = cards.minion("Drummer", power=2, copies=0, text="[special] In a duel discard this: +2 for your duellist.")
later = cards.action("Later", kind="special-only", copies=0, text="[special] Before a base scores, nothing.")
bribe = cards.action("Bribe", copies=0, text="[on-play] Take control of every minion.")


@swift.on_play
def quick(me):
    mine = next(minion for minion in minions(me, of=me.you))
    yield from boost(me, mine, 4 if in_duel(me.game, mine) else 2)


@second.after(DuelBegan)
def encouraged(me, event):
    for number in (event.challenger, event.challenged):
        if me.game.card(number).controller == me.you:
            yield from place_counters(me, me.game.card(number))


@drummer.rule(DURING_DUEL, label="special", zone="hand", may=True, when=lambda me: _duellist(me) is not None)
def drum(me):
    mine = _duellist(me)
    if (yield from discard_from_hand(me, [me.card])):
        yield from boost(me, mine, 2)


def _duellist(me):
    return next((minion for minion in minions(me, of=me.you) if in_duel(me.game, minion)), None)


@later.played_at("before-scores")
def nothing(me):
    return None


@bribe.on_play
def bought(me):
    yield from take_control(me, *minions(me))


class Field:
    """Ana's and Ben's minion at one base, another base, and Ana's card that calls the duel."""

    def __init__(self, ana=4, ben=3, *, ana_hand=(), ben_hand=(), edition="OOPS", more=lambda table, field: None):
        table = Setting(edition=edition)
        self.castle = table.base(30)
        self.moor = table.base(30)
        self.ana = table.minion(ana, self.castle, of=ANA)
        self.ben = table.minion(ben, self.castle, of=BEN)
        self.more = more(table, self)
        (self.call,) = table.hand(ANA, CALL)
        self.ana_hand = table.hand(ANA, *ana_hand) if ana_hand else []
        self.ben_hand = table.hand(BEN, *ben_hand) if ben_hand else []
        self.match = table.begin(actions=2)

    def fight(self):
        self.match.play(self.call)
        return self.match

    def ended(self):
        (event,) = self.match.happened(DuelEnded)
        return event


def test_the_higher_power_wins_and_the_card_says_what_that_means():
    field = Field(4, 3)
    match = field.fight()
    assert (field.ended().winners, field.ended().losers, field.ended().powers) == ((field.ana,), (field.ben,), (4, 3))
    (destroyed,) = match.happened(Destroyed)
    assert (destroyed.card, destroyed.seat, destroyed.by) == (field.ben, ANA, field.call)
    assert match.table.duel is None
    match.question(Main, ANA)


def test_the_challenger_may_lose():
    field = Field(2, 3)
    match = field.fight()
    assert field.ended().winners == (field.ben,)
    assert (match.zone(field.ana), match.zone(field.ben)) == ("discard", "minions")


def test_in_a_tie_both_win_and_both_lose():
    field = Field(3, 3)
    match = field.fight()
    assert set(field.ended().winners) == set(field.ended().losers) == {field.ana, field.ben}
    assert {event.card for event in match.happened(Destroyed)} == {field.ana, field.ben}
    assert len({event.moment for event in match.happened(Destroyed)}) == 1


def test_the_challenger_decides_first_and_nobody_has_to():
    field = Field(ana_hand=[1], ben_hand=[1, 2])
    match = field.fight()
    question = match.question(Cards, ANA)
    assert (question.options, question.least, question.most) == (tuple(field.ana_hand), 0, 1)
    match.passes(ANA)
    assert match.question(Cards, BEN).options == tuple(field.ben_hand)
    match.passes(BEN)
    assert not match.happened(DuelCardPlaced)
    assert match.zone(field.ben) == "discard"


def test_an_empty_hand_is_not_asked():
    field = Field(ben_hand=[1])
    field.fight().question(Cards, BEN)


def test_only_a_card_of_the_own_hand_may_be_laid():
    field = Field(ana_hand=[1], ben_hand=[1])
    match = field.fight()
    with pytest.raises(IllegalAnswer):
        match.answer(field.ben_hand[0])


def test_a_minion_is_a_bluff_and_goes_back_to_hand():
    field = Field(ana_hand=[5], ben_hand=[1])
    match = field.fight()
    match.answer(field.ana_hand[0], seat=ANA)
    assert match.zone(field.ana_hand[0]) == "duelling"
    assert field.ana_hand[0] not in match.table.seats[ANA].hand
    match.passes(BEN)
    (taken,) = match.happened(Taken)
    assert (taken.card, taken.to, taken.source, taken.seen, taken.rule) == (
        *field.ana_hand,
        ANA,
        "duelling",
        True,
        "duel.reveal",
    )
    assert match.table.seats[ANA].hand == field.ana_hand
    assert not [event for event in match.happened(CardPlayed) if event.card in field.ana_hand]


def test_an_action_that_cannot_be_played_now_is_discarded():
    field = Field(ana_hand=[later])
    match = field.fight()
    match.answer(*field.ana_hand)
    assert match.table.seats[ANA].discard[-1:] == field.ana_hand
    assert not match.happened(Taken)


def test_the_first_card_is_played_before_the_second_is_revealed():
    field = Field(ana_hand=[swift], ben_hand=[swift])
    match = field.fight()
    match.answer(*field.ana_hand)
    match.answer(*field.ben_hand)
    told = [event for event in match.game.log if isinstance(event, DuelCardPlaced | DuelCardRevealed | EffectBegan)]
    assert [type(event) for event in told] == [
        *(DuelCardPlaced, DuelCardPlaced),
        *(DuelCardRevealed, EffectBegan),
        *(DuelCardRevealed, EffectBegan),
    ]
    assert field.ended().powers == (8, 7)


def test_what_a_minion_in_a_duel_got_stays_after_the_duel():
    field = Field(3, 2, ana_hand=[swift])
    match = field.fight()
    match.answer(*field.ana_hand)
    assert match.table.duel is None
    assert match.power(field.ana) == 7


def test_outside_a_duel_it_is_less():
    field = Field(3, 2, ana_hand=[swift])
    field.match.play(*field.ana_hand)
    assert field.match.power(field.ana) == 5


def test_the_action_may_touch_minions_outside_the_duel():
    field = Field(ana_hand=["vampires/big-gulp"], more=lambda table, field: table.minion(2, table.base(20), of=BEN))
    match = field.fight()
    match.answer(*field.ana_hand)
    match.answer(field.more)
    assert {event.card for event in match.happened(Destroyed)} == {field.more, field.ben}


def test_apart_there_is_no_result():
    field = Field(2, 3, ana_hand=["giant-ants/headlong"])
    match = field.fight()
    match.answer(*field.ana_hand)
    assert match.card(field.ana).site == field.moor
    assert (field.ended().winners, field.ended().losers, field.ended().rule) == ((), (), "duel.apart")
    assert not match.happened(Destroyed)


def test_gone_there_is_no_result():
    field = Field(2, 3, ana_hand=["vampires/big-gulp"])
    match = field.fight()
    match.answer(*field.ana_hand)
    match.answer(field.ben)
    assert field.ended().winners == ()
    assert match.zone(field.ana) == "minions"


def test_a_duel_within_a_duel_is_ignored():
    field = Field(4, 3, ana_hand=[CALL])
    match = field.fight()
    match.answer(*field.ana_hand)
    (ignored,) = match.happened(Forbidden)
    assert (ignored.verb, ignored.card, ignored.because, ignored.rule) == ("duel", field.ana, 0, "duel.one-at-a-time")
    assert len(match.happened(DuelBegan)) == len(match.happened(DuelEnded)) == 1
    assert [event.by for event in match.happened(Destroyed)] == [field.call]
    assert match.zone(field.ana_hand[0]) == "discard"


def test_a_change_of_control_does_not_end_it():
    field = Field(2, 3, ana_hand=[bribe])
    match = field.fight()
    match.answer(*field.ana_hand)
    assert field.ended().winners == (field.ben,)
    assert match.card(field.ben).controller == ANA
    assert match.zone(field.ana) == "discard"


def test_a_protected_minion_may_duel_but_its_loss_does_not_destroy_it():
    field = Field(4, more=lambda table, field: table.action("ghosts/incorporeal", field.castle, of=BEN, on=field.ben))
    match = field.fight()
    assert field.ended().losers == (field.ben,)
    assert match.zone(field.ben) == "minions"
    assert [(event.verb, event.card) for event in match.happened(Forbidden)] == [("destroy", field.ben)]


def test_what_the_duel_triggers_comes_before_the_cards_are_laid():
    field = Field(3, 3, ana_hand=[1], more=lambda table, field: table.minion(second, field.castle, of=ANA))
    match = field.match
    match.play(field.call)
    match.answer(field.ana)
    assert [event.card for event in match.happened(CountersChanged)] == [field.ana]
    match.question(Cards, ANA)
    match.passes()
    assert field.ended().powers == (4, 3)


def test_during_a_duel_a_hand_may_answer_from_its_beginning_to_its_end():
    field = Field(4, 3, ana_hand=[swift], ben_hand=[drummer, 1])
    match = field.fight()
    assert match.question(Window, ANA).options == ()
    match.passes(ANA)
    match.question(Window, BEN)
    match.passes(BEN)
    match.passes(ANA)
    match.passes(BEN)
    assert match.question(Window, ANA).options == ()
    match.passes(ANA)
    assert match.question(Window, BEN).moment == DURING_DUEL
    match.use(field.ben_hand[0], BEN)
    while isinstance(match.game.question, Window):
        match.passes()
    assert field.ended().powers == (4, 5)
    assert match.zone(field.ana) == "discard"


def test_no_window_opens_if_no_card_of_the_game_could_answer():
    field = Field(ana_hand=[swift], ben_hand=[1])
    match = field.fight()
    match.passes(ANA)
    match.passes(BEN)
    match.question(Main, ANA)


def test_a_minion_that_is_not_in_play_cannot_duel():
    table = Setting(edition="OOPS")
    castle = table.base(20)
    mine = table.minion(3, castle)
    (gone,) = table.discard(BEN, 2)
    match = table.begin(tricks=1)
    assert match.do(lambda me: duel(me, match.card(mine), match.card(gone))) is None
    assert not match.happened(DuelBegan)


def test_a_laid_card_is_in_no_hand():
    field = Field("ghosts/haunting", 5, ana_hand=[1, 1, 1], ben_hand=[1])
    match = field.fight()
    assert match.power(field.ana) == 3
    match.answer(field.ana_hand[0])
    assert match.power(field.ana) == 6  # two cards in hand: Haunting is active
    match.passes(BEN)
    assert field.ended().powers == (3, 5)  # the bluff has come back


def test_what_a_smaller_hand_makes_untouchable_throws_off_foreign_actions_at_once():
    field = Field(
        "ghosts/haunting",
        5,
        ana_hand=[1, 1, 1],
        ben_hand=[1],
        more=lambda table, field: table.action("vanilla/on-minion", field.castle, of=BEN, on=field.ana),
    )
    match = field.fight()
    assert match.zone(field.more) == "attached"
    match.answer(field.ana_hand[0])
    assert match.zone(field.more) == "discard"


@pytest.mark.parametrize("edition", ["OOPS", "EMD"])
def test_a_game_can_be_taken_up_at_every_question_of_a_duel(edition):
    field = Field(
        3,
        4,
        ana_hand=["vampires/big-gulp", drummer],
        ben_hand=[swift, 1],
        edition=edition,
        more=lambda table, field: table.minion(1, field.castle, of=BEN),
    )
    match = field.match

    def nothing_else():
        while isinstance(match.game.question, Window):
            match.passes()

    match.play(field.call)
    match.answer(field.ben)
    nothing_else()
    match.answer(field.ana_hand[0], seat=ANA)
    match.answer(field.ben_hand[0], seat=BEN)
    nothing_else()
    match.answer(field.more, seat=ANA)
    nothing_else()
    assert field.ended().powers == (3, 8)
    log = match.game.log
    assert verify(log).same
    asked = [event.position for event in log if isinstance(event, Asked)]
    for before, after in pairwise(asked):
        game = resume(log[:before])
        answer = log[before]
        assert isinstance(answer, Answered)
        game.answer(answer.seat, answer.picks)
        assert game.log == log[:after]


runner = cards.minion("Runner", power=3, copies=0, text="[on-play] Move this minion to another base.")


@runner.on_play
def run(me):
    (site,) = [other for other in me.table.sites if other != me.base]
    yield from move(me, me.card, site)


def test_so_so_corral_is_for_minions_played_there_not_for_those_that_come_by():
    table = Setting()
    corral, elsewhere = table.base(definition("base/so-so-corral")), table.base()
    table.minion(2, corral, BEN)
    (card,) = table.hand(ANA, runner)
    match = table.begin()
    match.play(card, at=elsewhere)
    assert match.card(card).site == corral
    match.question(Main, ANA)
