"""term.expiry: what lasts without a card of its own, and when it is over."""

import pytest

from core.cards.verbs.bases import gain_vp
from core.cards.verbs.finding import minions
from core.cards.verbs.lasting import change_breakpoint, lasting
from core.cards.verbs.leaving import destroy, return_to_hand
from core.cards.verbs.power import boost, boost_each
from core.engine.power import power
from core.engine.use import Me
from events.questions import Main
from events.vocabulary import CardPlayed, Destroyed, EffectsEnded
from tests.core.table_setting import ANA, BEN, BOOKS, Match, Setting, own_cards

cards = own_cards("Lasting")
omen = cards.action("Omen", copies=0, text="Until your next turn begins, after a minion is destroyed gain 1 VP.")
spell = cards.action("Spell", copies=0, text="Your minions have +1 power until the turn ends, later ones too.")
clock = cards.minion(
    "Clock", power=1, copies=0, text="[ongoing] At the start of your turn gain VP: this minion's power."
)


@omen.lasting(Destroyed)
def foretell(me, event):
    gain_vp(me)


@omen.on_play
def read_signs(me):
    lasting(me, "test-lasting/omen#foretell", until="next-turn")


@spell.lasting("power")
def glow(me, minion):
    return 1 if minion.controller == me.you else 0


@spell.on_play
def chant(me):
    lasting(me, "test-lasting/spell#glow")


@clock.start_of_turn()
def strike(me):
    gain_vp(me, power(me.game, me.card))


def scene(edition: str = "EMD", tricks: int = 1) -> tuple[Match, int, int]:
    table = Setting(edition=edition)
    castle = table.base()
    mine, theirs = table.minion(3, castle), table.minion(3, castle, of=BEN)
    return table.begin(tricks=tricks), mine, theirs


@pytest.mark.parametrize("edition", BOOKS)
def test_until_the_end_of_the_turn(edition):
    match, mine, _ = scene(edition)
    match.do(lambda me: boost(me, match.card(mine), 2))
    assert match.power(mine) == 5
    match.passes(ANA)
    match.question(Main, BEN)
    assert match.power(mine) == 3
    (ended,) = match.happened(EffectsEnded)
    assert ended.rule == "turn.end"


@pytest.mark.parametrize("edition", BOOKS)
def test_until_the_start_of_your_next_turn(edition):
    match, mine, _ = scene(edition)
    match.do(lambda me: boost(me, match.card(mine), 2, until="next-turn"))
    match.passes(ANA)
    match.question(Main, BEN)
    assert match.power(mine) == 5, "it lasts through the other player's turn"
    match.passes(BEN)
    match.question(Main, ANA)
    assert match.power(mine) == 3
    (ended,) = match.happened(EffectsEnded)
    assert ended.rule == "turn.start"


@pytest.mark.parametrize("edition", BOOKS)
def test_what_expires_at_the_start_of_the_turn_expires_first(edition):
    table = Setting(edition=edition)
    castle = table.base()
    ticking = table.minion(clock, castle)
    match = table.begin(tricks=1)
    match.do(lambda me: boost(me, match.card(ticking), 5, until="next-turn"))
    match.passes(ANA)
    match.passes(BEN)
    assert match.points() == (1, 0), "its own ability already finds it at its usual power"


def test_all_of_a_turn_ends_at_once():
    match, mine, theirs = scene(tricks=2)
    match.do(lambda me: boost(me, match.card(mine), 2))
    match.do(lambda me: change_breakpoint(me, match.card(theirs).site, 2))
    match.passes(ANA)
    (ended,) = match.happened(EffectsEnded)
    assert len(ended.effects) == 2
    assert match.table.lasting == []


def test_it_reaches_only_the_minions_of_that_moment():
    table = Setting()
    castle = table.base()
    mine = table.minion(3, castle)
    (late,) = table.hand(ANA, 2)
    match = table.begin(tricks=1)
    match.do(lambda me: boost_each(me, minions(me, of=ANA), 1))
    match.play(late, castle)
    assert (match.power(mine), match.power(late)) == (4, 2)


def test_a_card_that_left_play_is_without_it_when_it_comes_back():
    match, mine, _ = scene(tricks=2)
    match.do(lambda me: boost(me, match.card(mine), 2))
    match.do(lambda me: return_to_hand(me, match.card(mine)))
    match.play(mine)
    assert match.power(mine) == 3


def test_an_ability_may_act_without_a_card_in_play():
    table = Setting()
    castle = table.base()
    mine = table.minion(3, castle)
    action, late = table.hand(ANA, spell, 2)
    match = table.begin()
    match.play(action)
    assert match.zone(action) == "discard"
    assert match.power(mine) == 4
    match.play(late, castle)
    assert match.power(late) == 3, "these words reach later ones too"
    match.passes(ANA)
    assert match.power(mine) == 3


def test_such_an_ability_answers_events_for_its_player_until_its_time_is_over():
    table = Setting()
    castle = table.base()
    falling = [table.minion(1, castle, of=BEN) for _ in range(3)]
    (action,) = table.hand(ANA, omen)
    table.hand(BEN, *["test-tricks/trick"] * 2)
    match = table.begin(tricks=2, actions=3)
    match.play(action)
    match.do(lambda me: destroy(me, match.card(falling[0])))
    assert match.points() == (1, 0)
    match.passes(ANA)
    match.do(lambda me: destroy(me, match.card(falling[1])))
    assert match.points() == (2, 0), "in Ben's turn too, for Ana"
    match.passes(BEN)
    match.do(lambda me: destroy(me, match.card(falling[2])))
    assert match.points() == (2, 0)


def test_it_survives_its_source_leaving():
    """term.expiry (EMD)"""
    match, mine, theirs = scene(tricks=2)
    match.do(lambda me: boost(me, match.card(theirs), 2))
    (source,) = [event.card for event in match.happened(CardPlayed)]
    assert match.zone(source) == "discard"
    assert match.power(theirs) == 5
    assert match.power(mine) == 3


@pytest.mark.parametrize(("seat", "ends"), [(ANA, ["Ana"]), (BEN, ["Ana", "Ben"])])
def test_until_the_end_of_your_turn_is_this_one_or_your_next(seat, ends):
    """The turns at whose end it was still there, or ended."""
    table = Setting()
    castle = table.base()
    knight = table.minion(3, castle, of=BEN)
    match = table.begin(tricks=1)
    match.do(lambda me: boost(Me(me.game, me.card, seat), match.card(knight), 4, until="your-turn"))
    seen: list[str] = []
    while match.power(knight) == 7 and len(seen) < 4:
        seen.append(match.table.seats[match.table.current].name)
        match.passes()
    assert seen == ends
