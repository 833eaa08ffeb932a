"""A minion that may be played in place of an action, and triggers what playing an action triggers."""

from core.cards.conditions import action_played, first_action_you_played, minion_played
from core.cards.verbs.bases import gain_vp
from core.cards.verbs.playing import extra_play
from events.questions import Cards, Main, Play
from events.vocabulary import CardPlayed
from tests.core.table_setting import ANA, BEN, Setting, own_cards

cards = own_cards("Standing For")
sailor = cards.minion(
    "Sailor",
    power=2,
    copies=0,
    text="[on-play] Triggers what playing an action triggers. [special] You may play it instead of an action.",
    plays_as="action",
    stands_for="action",
)
scholar = cards.minion("Scholar", power=1, copies=0, text="[ongoing] After you play an action, gain 1 VP.")
opener = cards.minion("Opener", power=1, copies=0, text="[ongoing] After your first action of a turn, gain 10 VP.")
host = cards.minion("Innkeeper", power=1, copies=0, text="[ongoing] After you play a minion, gain 3 VP.")


@scholar.after(CardPlayed, when=lambda me, played: action_played(me, played) and played.seat == me.you)
def note(me, played):
    gain_vp(me)


@opener.after(CardPlayed, when=first_action_you_played)
def open_up(me, played):
    gain_vp(me, 10)


@host.after(CardPlayed, when=lambda me, played: minion_played(me, played) and played.card != me.card.number)
def welcome(me, played):
    gain_vp(me, 3)


def test_it_takes_an_action_play_and_triggers_what_an_action_would():
    table = Setting()
    castle = table.base()
    table.minion(scholar, castle)
    one, other = table.hand(ANA, sailor, sailor)
    match = table.begin(minions=0, actions=1)
    assert Play(one) in match.question(Main).options
    match.play(one)
    assert match.zone(one) == "minions"
    assert match.points() == (1, 0)
    assert Play(other) not in match.question(Main).options


def test_it_is_still_a_minion_and_may_take_a_minion_play():
    table = Setting()
    castle = table.base()
    table.minion(host, castle)
    (in_hand,) = table.hand(ANA, sailor)
    match = table.begin(minions=1, actions=0)
    match.play(in_hand)
    assert match.points() == (3, 0)


def test_the_player_picks_the_play_it_takes():
    table = Setting()
    table.base()
    in_hand, minion = table.hand(ANA, sailor, 3)
    match = table.begin(minions=1, actions=1)
    match.play(in_hand)
    kinds = {allowance.number: allowance.kind for allowance in match.table.allowances}
    match.answer(next(number for number, kind in kinds.items() if kind == "action"))
    assert Play(minion) in match.question(Main).options


def test_an_extra_action_may_be_such_a_minion_and_a_foreign_play_triggers_nothing():
    table = Setting()
    castle = table.base()
    table.minion(scholar, castle, of=BEN)
    (in_hand,) = table.hand(ANA, sailor)
    match = table.begin(tricks=1)
    match.do(lambda me: extra_play(me, "action"))
    assert match.question(Cards).options == (in_hand,)
    match.answer(in_hand)
    assert match.zone(in_hand) == "minions"
    assert match.points() == (0, 0)


def test_it_counts_as_the_first_action_of_the_turn():
    table = Setting()
    castle = table.base()
    table.minion(opener, castle)
    one, other = table.hand(ANA, sailor, "vanilla/action")
    match = table.begin(minions=0, actions=2)
    match.play(one)
    match.play(other)
    assert match.points() == (10, 0)
