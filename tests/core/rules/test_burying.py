"""Burying: face down, asleep, uncovered one at a time, discarded with the base (bury.*)."""

from __future__ import annotations

import pytest

from core.cards.verbs.bases import gain_vp
from core.cards.verbs.finding import minions
from core.cards.verbs.playing import play_certain
from core.cards.verbs.power import boost_each
from core.engine.power import total_powers
from core.rules.burying import buried_cards, bury, uncover, uncovering
from core.rules.replay import resume
from events.questions import Window
from events.vocabulary import AbilityUsed, Buried, CardPlayed, Discarded
from tests.core.table_setting import ANA, BEN, Setting, own_cards

cards = own_cards("Burying")
lantern = cards.minion("Lantern", power=2, copies=0, text="[on-play] Say so.")
coffin = cards.action("Coffin", copies=0, text="[on-play] Bury this card.")
relic = cards.action(
    "Relic",
    copies=0,
    text="[on-play] Gain 1 VP. [special] When it is uncovered, your minions here have +1 power until the turn ends.",
)
only_later = cards.action("Only Later", kind="special-only", copies=0, text="[special] Before a base scores, nothing.")


@coffin.on_play
def sink(me):
    yield from bury(me, me.card, next(iter(me.table.sites)), seen=True)


@relic.on_play
def sell(me):
    gain_vp(me)


@relic.when_uncovered
def shine(me):
    yield from boost_each(me, minions(me, at=me.base, of=me.you), 1)


@only_later.played_at("before-scores")
def nothing(me):
    return None


digger = cards.minion("Digger", power=10, copies=0, text="[special] Before this base scores, uncover a card of yours.")


@digger.before_scores()
def dig(me):
    yield from uncover(me, buried_cards(me.game, me.you)[0])


def buried_table(what, edition="OOPS", tricks=1):
    table = Setting(edition=edition)
    castle = table.base(20)
    table.base(30)
    (card,) = table.hand(ANA, what)
    match = table.begin(tricks=tricks)
    match.do(lambda me: bury(me, match.card(card), castle))
    return match, castle, card


def test_a_buried_card_has_no_power_and_no_name_in_the_event():
    match, castle, card = buried_table(5)
    assert match.zone(card) == "buried"
    (event,) = match.happened(Buried)
    assert not event.seen
    assert total_powers(match.game, castle) == [0, 0]
    assert buried_cards(match.game, ANA) == match.cards(card)
    assert buried_cards(match.game, BEN) == []


def test_uncovering_plays_it_at_once_at_that_base():
    match, castle, card = buried_table(lantern, tricks=2)
    match.do(lambda me: uncover(me, match.card(card)))
    (event,) = [play for play in match.happened(CardPlayed) if play.card == card]
    assert (event.source, event.site) == ("buried", castle)
    assert match.zone(card) == "minions"


def test_what_cannot_be_played_now_is_discarded():
    match, _, card = buried_table(only_later, tricks=2)
    match.do(lambda me: uncover(me, match.card(card)))
    assert match.zone(card) == "discard"
    assert not [event for event in match.happened(CardPlayed) if event.card == card]


def test_a_card_that_buries_itself_does_not_do_so_again_when_uncovered():
    table = Setting(edition="OOPS")
    table.base(20)
    (card,) = table.discard(ANA, coffin)
    match = table.begin(tricks=2)
    match.do(lambda me: play_certain(me, match.card(card)))
    assert match.zone(card) == "buried"
    match.do(lambda me: uncover(me, match.card(card)))
    assert match.zone(card) == "discard"
    assert len(match.happened(Buried)) == 1


@pytest.mark.parametrize("edition", ["OOPS", "EMD"])
def test_at_the_start_of_your_turn_you_may_uncover_one(edition):
    match, _, card = buried_table(5, edition)
    match.passes(ANA)  # Ana's turn ends
    match.passes(BEN)  # and Ben's: he has buried nothing
    question = match.game.question
    assert match.asked == ANA
    if isinstance(question, Window):
        match.use(card)
    else:
        match.answer("yes")
    assert match.zone(card) == "minions"
    assert [event.ability for event in match.happened(AbilityUsed)][-1].endswith("#uncover-one")


def test_resuming_at_the_question_of_uncovering_leads_to_the_same():
    match, _, _ = buried_table(5)
    match.passes(ANA)
    match.passes(BEN)
    assert resume(match.game.log).log == match.game.log


def test_buried_cards_go_with_their_base():
    table = Setting(edition="OOPS")
    castle = table.base(10)
    table.base_deck(20)
    table.deck(ANA, 1, 1, 1)
    (card,) = table.hand(ANA, 3)
    table.minion(10, castle, of=BEN)
    match = table.begin(tricks=1)
    match.do(lambda me: bury(me, match.card(card), castle))
    match.passes(ANA)
    assert match.zone(card) == "discard"
    assert [event.reason for event in match.happened(Discarded) if event.card == card] == ["its base scored"]
    assert match.points() == (0, 4)


def test_playing_from_elsewhere_is_no_uncovering():
    table = Setting(edition="OOPS")
    castle = table.base(20)
    (card,) = table.discard(ANA, coffin)
    match = table.begin(tricks=1)
    match.do(lambda me: play_certain(me, match.card(card)))
    assert match.zone(card) == "buried"
    assert match.card(card).site == castle


def test_what_a_card_does_when_uncovered_takes_the_place_of_what_it_does_when_played():
    table = Setting(edition="OOPS")
    castle, far = table.base(20), table.base(20)
    here, there = table.minion(3, castle), table.minion(3, far)
    (card,) = table.hand(ANA, relic)
    match = table.begin(tricks=2)
    match.do(lambda me: bury(me, match.card(card), castle))
    match.do(lambda me: uncover(me, match.card(card)))
    assert match.zone(card) == "discard"
    assert (match.power(here), match.power(there)) == (4, 3)
    assert match.points() == (0, 0)


def test_played_from_a_hand_it_does_what_it_says_first():
    table = Setting(edition="OOPS")
    here = table.minion(3, table.base(20))
    (card,) = table.hand(ANA, relic)
    match = table.begin()
    match.play(card)
    assert match.power(here) == 3
    assert match.points() == (1, 0)


@pytest.mark.parametrize("edition", ["OOPS", "EMD"])
def test_uncovered_before_a_base_scores_a_card_only_played_then_is_played(edition):
    table = Setting(edition=edition)
    castle, far = table.base(10), table.base(20)
    table.base_deck(20)
    table.deck(ANA, 1, 1, 1)
    table.minion(digger, castle)
    (card,) = table.hand(ANA, only_later)
    match = table.begin(tricks=1)
    match.do(lambda me: bury(me, match.card(card), far))
    match.passes(ANA)
    (played,) = [event for event in match.happened(CardPlayed) if event.card == card]
    assert played.source == "buried"
    assert uncovering(played)


def test_a_card_that_could_not_be_played_was_still_uncovered():
    match, _, card = buried_table(only_later, tricks=2)
    match.do(lambda me: uncover(me, match.card(card)))
    assert [uncovering(event) for event in match.happened(Discarded) if event.card == card] == [True]


def test_a_buried_card_that_goes_with_its_base_was_not_uncovered():
    table = Setting(edition="OOPS")
    castle = table.base(10)
    table.base_deck(20)
    table.deck(ANA, 1, 1, 1)
    (card,) = table.hand(ANA, 3)
    table.minion(10, castle, of=BEN)
    match = table.begin(tricks=1)
    match.do(lambda me: bury(me, match.card(card), castle))
    match.passes(ANA)
    assert [uncovering(event) for event in match.happened(Discarded) if event.card == card] == [False]
