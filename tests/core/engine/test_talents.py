"""term.talent, term.on-your-turn: abilities that a player uses once in a turn."""

import pytest

from core.cards.verbs.bases import gain_vp
from core.cards.verbs.leaving import destroy, return_to_hand
from core.cards.verbs.playing import play_certain, use_talent
from core.printed.definitions import BaseSet
from events.questions import Main, Use, Window
from tests.core.table_setting import ANA, BEN, BOOKS, Match, Setting, own_cards

cards = own_cards("Talents")
juggler = cards.minion("Juggler", power=2, copies=0, text="[talent] Gain 1 VP.")
lens = cards.action("Lens", kind="on-minion", copies=0, text="That minion has: [talent] Gain 1 VP.")
mirror = cards.action("Mirror", kind="on-minion", copies=0, text="[talent] Gain 1 VP.")
stones = cards.action("Stones", kind="on-base", copies=0, text="[ongoing] Talents here may be used twice in a turn.")
patient = cards.minion("Patient", power=2, copies=0, text="[talent] If you have no VP, gain 1 VP.")
well = BaseSet("").base("Test Well", faction="", breakpoint=30, vp=(1, 1, 1), text="On your turn you may gain 1 VP.")


@juggler.talent()
def juggle(me):
    gain_vp(me)


@lens.talent(grant=True)
def focus(me):
    gain_vp(me)


@mirror.talent()
def dazzle(me):
    gain_vp(me)


@stones.rule("talent-limit")
def twice(me, instance):
    return 2 if instance.base == me.base and instance.ability.hook == "talent" else 1


@patient.talent(when=lambda me: me.table.seats[me.you].victory_points == 0)
def wait(me):
    gain_vp(me)


@well.on_your_turn()
def wish(me):
    gain_vp(me)


def talents(match: Match) -> list[int]:
    """The holders of the talents on offer."""
    return [pick.holder for pick in match.question(Main).options if isinstance(pick, Use)]


def test_once_in_each_of_your_turns():
    table = Setting()
    castle = table.base()
    mine = table.minion(juggler, castle)
    match = table.begin()
    assert talents(match) == [mine]
    match.use(mine)
    assert match.points() == (1, 0)
    assert talents(match) == []
    match.passes(ANA)
    assert talents(match) == [], "it is Ben's turn"
    match.passes(BEN)
    assert talents(match) == [mine]


def test_a_talent_may_be_used_in_the_turn_it_was_played():
    table = Setting()
    castle = table.base()
    (mine,) = table.hand(ANA, juggler)
    match = table.begin()
    match.play(mine, castle)
    assert talents(match) == [mine]


def test_a_card_that_left_and_came_back_is_new():
    table = Setting()
    castle = table.base()
    mine = table.minion(juggler, castle)
    match = table.begin(tricks=1)
    match.use(mine)

    def words(me):
        yield from return_to_hand(me, match.card(mine))
        yield from play_certain(me, match.card(mine))

    match.do(words)
    assert talents(match) == [mine]


def test_only_its_controller_uses_it():
    table = Setting()
    castle = table.base()
    lent = table.minion(juggler, castle, of=BEN)
    table.minion(juggler, castle, of=BEN)
    table.controlled(lent, ANA)
    match = table.begin()
    assert talents(match) == [lent]
    match.use(lent)
    assert match.points() == (1, 0)


def test_a_granted_talent_is_the_minions_and_two_grants_are_two():
    table = Setting()
    castle = table.base()
    minion = table.minion(3, castle)
    grants = [table.action(lens, castle, on=minion) for _ in range(2)]
    match = table.begin()
    options = [pick for pick in match.question(Main).options if isinstance(pick, Use)]
    assert [(pick.holder, pick.granted_by) for pick in options] == [(minion, grant) for grant in grants]
    match.answer(options[1])
    assert match.question(Main).options == (options[0],)
    match.answer(options[0])
    assert match.points() == (2, 0)


def test_a_granted_talent_serves_who_controls_the_minion():
    table = Setting()
    castle = table.base()
    minion = table.minion(3, castle, of=ANA)
    table.action(lens, castle, of=BEN, on=minion)
    match = table.begin()
    assert talents(match) == [minion]


def test_an_actions_own_talent_serves_who_controls_the_action():
    table = Setting()
    castle = table.base()
    minion = table.minion(3, castle, of=BEN)
    shiny = table.action(mirror, castle, of=ANA, on=minion)
    match = table.begin()
    assert talents(match) == [shiny]


def test_a_granted_talent_goes_with_its_action():
    table = Setting()
    castle = table.base()
    minion = table.minion(3, castle)
    grant = table.action(lens, castle, on=minion)
    match = table.begin(tricks=1)
    match.do(lambda me: destroy(me, match.card(grant)))
    assert talents(match) == []


def test_the_limit_may_be_raised():
    table = Setting()
    castle = table.base()
    mine = table.minion(juggler, castle)
    table.action(stones, castle, of=BEN)
    match = table.begin()
    match.use(mine)
    match.use(mine)
    assert match.points() == (2, 0)
    assert talents(match) == []


def test_a_talent_whose_condition_fails_is_not_on_offer():
    table = Setting()
    castle = table.base()
    one, other = table.minion(patient, castle), table.minion(patient, castle)
    match = table.begin()
    assert talents(match) == [one, other]
    match.use(one)
    assert talents(match) == []


@pytest.mark.parametrize("edition", BOOKS)
def test_in_play_cards_only_from_2016_on(edition):
    table = Setting(edition=edition)
    castle = table.base()
    mine = table.minion(juggler, castle)
    table.deck(ANA, 1, 1)
    match = table.begin()
    match.passes(ANA)
    if edition in ("AL9K", "MS"):
        assert match.question(Window, ANA).moment == "talent"
        match.use(mine)
        assert match.points() == (1, 0)
    match.question(Main, BEN)


def test_a_base_offers_its_own_to_the_player_whose_turn_it_is():
    table = Setting()
    table.base(well)
    match = table.begin()
    for seat in (ANA, BEN):
        assert match.asked == seat
        (pick,) = match.question(Main).options
        match.answer(pick)
        assert match.question(Main).options == ()
        match.passes()
    assert match.points() == (1, 1)


class TestUsedByLeaveOfAnotherAbility:
    """`use_talent`: a card says that a talent is used now."""

    def test_it_needs_no_question_and_does_not_count_against_it_that_the_talent_was_used(self):
        table = Setting()
        mine = table.minion(juggler, table.base())
        match = table.begin(tricks=1)
        match.use(mine)
        match.do(lambda me: use_talent(me, me.game.card(mine)))
        assert match.points() == (2, 0)
        assert match.used() == ["juggle", "juggle"]

    def test_one_of_several_is_chosen_granted_ones_among_them_but_not_those_of_its_actions(self):
        table = Setting()
        castle = table.base()
        mine = table.minion(juggler, castle)
        table.action(lens, castle, on=mine)
        table.action(mirror, castle, on=mine)
        match = table.begin(tricks=1)
        match.do(lambda me: use_talent(me, me.game.card(mine)))
        question = match.question(Window, ANA)
        assert {option.ability.partition("#")[2] for option in question.options} == {"juggle", "focus"}  # type: ignore[union-attr]
        assert question.least == 1
        match.answer(question.options[1])
        assert match.points() == (1, 0)

    def test_its_condition_holds_then_too(self):
        table = Setting()
        mine = table.minion(patient, table.base())
        table.points(ANA, 1)
        match = table.begin(tricks=1)
        match.do(lambda me: use_talent(me, me.game.card(mine)))
        assert match.used() == []
