"""turn.play, term.extra, term.extra-outside: what may be played, with which play, and when."""

import pytest

from core.cards.conditions import with_that_play
from core.cards.verbs.bases import gain_vp, swap_base
from core.cards.verbs.finding import minions
from core.cards.verbs.leaving import destroy
from core.cards.verbs.moving import move
from core.cards.verbs.playing import extra_play, play_certain
from core.engine.choices import choose
from core.engine.use import Me
from events.questions import Cards, Hosts, Main, PayWith, Play, Sites, Window
from events.vocabulary import AllowanceGiven, CardPlayed, Discarded
from tests.core.table_setting import ANA, BEN, BOOKS, Setting, own_cards

cards = own_cards("Plays")
banner = cards.action("Banner", kind="on-base", copies=0, text="Play on a base.")
hat = cards.action("Hat", kind="on-minion", copies=0, text="Play on a minion.")
own_hat = cards.action(
    "Own Hat",
    kind="on-minion",
    copies=0,
    text="Play on one of your minions.",
    where=lambda me, minion: minion.controller == me.you,
)
ambush = cards.action("Ambush", kind="special-only", copies=0, text="[special] Before a base scores gain 1 VP.")
gate = cards.action("Gate", kind="on-base", copies=0, text="Play on a base. [ongoing] No minion may be played here.")
bugler = cards.minion("Bugler", power=2, copies=0, text="[on-play] Play an extra minion.")
reveille = cards.minion("Reveille", power=2, copies=0, text="[ongoing] At the start of your turn play an extra minion.")
herald = cards.minion(
    "Herald", power=2, copies=0, text="[special] Before this base scores you may play an extra minion."
)


@ambush.played_at("before-scores")
def spring(me):
    gain_vp(me)


@gate.forbids_play
def shut(me, seat, card, site, host):
    return site == me.base and me.game.fact(card).is_minion


@bugler.on_play
def call(me):
    yield from extra_play(me, "minion")


@bugler.lasting(CardPlayed, when=with_that_play)
def rouse(me, played):
    gain_vp(me)


@reveille.start_of_turn()
def wake(me):
    yield from extra_play(me, "minion")


@herald.before_scores(may=True)
def announce(me):
    yield from extra_play(me, "minion")


scribe = cards.minion("Scribe", power=1, copies=0, text="[ongoing] After an action is played, note where it is.")
noted: list[str] = []


@scribe.after(CardPlayed, when=lambda me, played: played.to == "resolving")
def write(me, played):
    noted.append(me.game.card(played.card).zone)


# --- what may be played, and where ----------------------------------------------------------------------------------


def test_a_minion_goes_beside_a_base_of_choice():
    table = Setting()
    castle, tower = table.base(), table.base()
    (minion,) = table.hand(ANA, 3)
    match = table.begin()
    match.answer(Play(minion))
    assert match.question(Sites, ANA).options == (castle, tower)
    match.answer(tower)
    assert match.table.sites[tower].minions == [minion]
    assert match.card(minion).controller == ANA


def test_actions_stay_only_where_their_text_says_so():
    table = Setting()
    castle = table.base()
    guard = table.minion(3, castle, of=BEN)
    standard, on_base, on_minion = table.hand(ANA, "vanilla/action", banner, hat)
    match = table.begin(actions=3)
    for action in (standard, on_base, on_minion):
        match.play(action)
    assert match.zone(standard) == "discard"
    assert match.table.sites[castle].actions == [on_base]
    assert match.card(guard).attached == [on_minion]
    assert match.card(on_minion).controller == ANA
    (resolved,) = match.happened(Discarded)
    assert (resolved.card, resolved.rule) == (standard, "turn.action-leaves")


def test_an_action_for_a_minion_needs_one_that_fits():
    table = Setting()
    castle = table.base()
    mine = table.minion(3, castle)
    theirs = table.minion(3, castle, of=BEN)
    any_hat, my_hat = table.hand(ANA, hat, own_hat)
    match = table.begin(actions=2)
    match.answer(Play(any_hat))
    assert set(match.question(Hosts).options) == {mine, theirs}
    match.answer(theirs)
    match.answer(Play(my_hat))
    assert match.card(mine).attached == [my_hat], "only one fits: nothing to ask"


def test_without_a_minion_to_carry_it_an_action_is_not_on_offer():
    table = Setting()
    table.base()
    (in_hand,) = table.hand(ANA, hat)
    match = table.begin()
    assert Play(in_hand) not in match.question(Main).options


def test_a_card_may_be_played_though_it_does_nothing():
    """void.no-target"""
    table = Setting()
    table.base()
    match = table.begin(tricks=1)
    match.do(lambda me: choose(me, "a minion", minions(me)))
    match.question(Main, ANA)


def test_a_special_of_the_hand_is_no_play_of_the_turn():
    table = Setting()
    table.base()
    (in_hand,) = table.hand(ANA, ambush)
    match = table.begin()
    assert match.question(Main).options == ()
    assert match.zone(in_hand) == "hand"


def test_cant_wins_over_can():
    table = Setting()
    castle, tower = table.base(), table.base()
    table.action(gate, castle, of=BEN)
    (minion,) = table.hand(ANA, 3)
    match = table.begin()
    match.play(minion)
    assert match.card(minion).site == tower, "the other base is the only one left: nothing to ask"


def test_nowhere_to_play_is_no_option():
    table = Setting()
    castle = table.base()
    table.action(gate, castle, of=BEN)
    (minion,) = table.hand(ANA, 3)
    match = table.begin()
    assert match.question(Main).options == ()
    assert match.zone(minion) == "hand"


# --- extra plays ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("edition", BOOKS)
def test_an_extra_play_of_play_cards_may_wait(edition):
    table = Setting(edition=edition)
    castle = table.base()
    first, second = table.hand(ANA, bugler, 3)
    match = table.begin()
    match.play(first, castle)
    assert match.question(Cards, ANA).options == (second,), "it may also be played at once"
    match.passes()
    assert match.question(Main, ANA).options == (Play(second),)
    (given,) = match.happened(AllowanceGiven)
    assert (given.extra, given.kind, given.rule) == (True, "minion", "term.extra")
    assert given.until == ("turn" if edition in ("AL9K", "MS") else "phase")
    match.passes()
    if edition in ("AL9K", "MS"):
        for phase in ("score", "draw", "end"):  # it is kept for the whole turn
            assert match.table.phase == phase
            assert Play(second) in match.question(Window, ANA).options
            match.passes()
    match.question(Main, BEN)
    assert not [allowance for allowance in match.table.allowances if allowance.seat == ANA]


@pytest.mark.parametrize("edition", ["CND", "OOPS", "EMD"])
def test_an_extra_play_outside_play_cards_is_now_or_never(edition):
    table = Setting(edition=edition)
    castle = table.base()
    table.minion(reveille, castle)
    (minion,) = table.hand(ANA, 3)
    match = table.begin(phase="start")
    assert match.question(Cards, ANA).options == (minion,)
    assert match.question(Cards).least == 0, "an extra card is always optional"
    match.passes()
    match.question(Main, ANA)
    assert [allowance.extra for allowance in match.table.allowances] == [False, False]


@pytest.mark.parametrize("edition", ["AL9K", "MS"])
def test_the_first_books_let_it_wait_unless_a_base_scores_or_a_special_gave_it(edition):
    table = Setting(edition=edition)
    castle = table.base()
    table.minion(reveille, castle)
    table.hand(ANA, 3)
    match = table.begin(phase="start")
    assert match.question(Cards, ANA).waits
    match.passes()
    match.question(Main, ANA)
    assert [allowance.extra for allowance in match.table.allowances] == [True, False, False]


@pytest.mark.parametrize("edition", BOOKS)
def test_an_extra_play_from_a_special_while_a_base_scores_is_now_or_never(edition):
    table = Setting(edition=edition)
    castle = table.base(10)
    caller = table.minion(herald, castle, of=BEN)
    table.minion(8, castle, of=ANA)
    (minion,) = table.hand(BEN, 3)
    match = table.begin()
    match.passes(ANA)
    if edition in ("CND", "OOPS"):
        match.answer("yes", seat=BEN)
    else:
        match.use(caller, seat=BEN)
    assert match.question(Cards, BEN).options == (minion,)
    match.answer(minion)
    assert match.zone(minion) == "discard", "played at the base, it has left with it"
    (played,) = match.happened(CardPlayed)
    assert played.allowance == 0


def test_the_question_for_an_extra_card_is_put_to_a_hand_that_has_none():
    """Otherwise the silence would tell."""
    table = Setting()
    castle = table.base()
    table.minion(reveille, castle)
    table.hand(ANA, "vanilla/action")
    match = table.begin(phase="start")
    question = match.question(Cards, ANA)
    assert (question.options, question.most) == ((), 0)
    match.passes()
    match.question(Main, ANA)


@pytest.mark.parametrize("edition", BOOKS)
def test_what_goes_on_to_speak_of_the_extra_card_has_it_played_at_once_in_the_last_book(edition):
    table = Setting(edition=edition)
    table.base()
    table.hand(ANA, 3)
    match = table.begin(tricks=1)
    match.do(lambda me: extra_play(me, "minion", then="test-plays/bugler#rouse"))
    assert match.question(Cards, ANA).waits is (edition not in ("EMD", "HTB"))
    match.passes()
    assert len(match.happened(AllowanceGiven)) == (0 if edition in ("EMD", "HTB") else 1)


@pytest.mark.parametrize("edition", BOOKS)
def test_whoever_holds_cards_is_asked_about_an_extra_play_whatever_they_are(edition):
    """Silence would tell the others that nothing fits."""
    table = Setting(edition=edition)
    castle = table.base()
    first, other = table.hand(ANA, bugler, banner)
    match = table.begin()
    match.play(first, castle)
    question = match.question(Cards, ANA)
    assert (question.options, question.most, question.waits) == ((), 0, True)
    match.passes()
    assert match.question(Main, ANA).options == (Play(other),)


@pytest.mark.parametrize("edition", BOOKS)
def test_nobody_is_asked_with_an_empty_hand_and_the_play_is_kept(edition):
    table = Setting(edition=edition)
    castle = table.base()
    (only,) = table.hand(ANA, bugler)
    match = table.begin()
    match.play(only, castle)
    match.question(Main, ANA)
    assert len(match.happened(AllowanceGiven)) == 1


@pytest.mark.parametrize("edition", BOOKS)
def test_a_play_that_a_base_gives_for_itself_goes_with_the_base(edition):
    table = Setting(edition=edition)
    site = table.base()
    table.base()
    table.base_deck(20)
    (minion,) = table.hand(ANA, 3)
    match = table.begin(tricks=2, minions=0)
    base = match.game.card(match.table.sites[site].base)
    match.do(lambda me: extra_play(Me(me.game, base, me.you, base=site), "minion", site=site))
    match.passes()
    assert Play(minion) in match.question(Main, ANA).options
    match.do(lambda me: swap_base(me, site))
    assert Play(minion) not in match.question(Main, ANA).options


@pytest.mark.parametrize(
    ("condition", "arguments", "fitting"),
    [
        ("power-at-most", ("2",), [1, 2]),
        ("of-power", ("2",), [2]),
        ("of-power-not-named", ("2", "vanilla 3"), [2]),
        ("named", ("vanilla 3",), [3]),
        ("not-named", ("vanilla 3",), [1, 2, 4]),
    ],
)
def test_an_extra_play_may_be_for_certain_cards_only(condition, arguments, fitting):
    table = Setting()
    castle = table.base()
    in_hand = dict(zip((1, 2, 3, 4), table.hand(ANA, 1, 2, 3, 4), strict=True))
    match = table.begin(tricks=1, minions=0)
    match.do(lambda me: extra_play(me, "minion", condition=condition, arguments=arguments))
    assert match.question(Cards).options == tuple(in_hand[power] for power in fitting)
    match.passes()
    assert [pick.card for pick in match.question(Main).options] == [in_hand[power] for power in fitting]  # type: ignore[union-attr]
    match.play(in_hand[fitting[0]], castle)
    assert match.question(Main).options == ()


def test_an_extra_play_may_be_for_one_base_only():
    table = Setting()
    castle, tower = table.base(), table.base()
    (minion,) = table.hand(ANA, 3)
    match = table.begin(tricks=1, minions=0)
    match.do(lambda me: extra_play(me, "minion", site=tower))
    match.passes()
    match.play(minion)
    assert match.card(minion).site == tower
    assert match.table.sites[castle].minions == []


def test_an_extra_play_may_be_for_bases_without_a_minion_of_yours():
    table = Setting()
    castle, tower, moat = table.base(), table.base(), table.base()
    table.minion(2, castle)
    table.minion(2, tower, of=BEN)
    first, second = table.hand(ANA, 3, 4)
    match = table.begin(tricks=1, minions=0)
    match.do(lambda me: extra_play(me, "minion", "minion", condition="where-you-have-no-minion"))
    match.answer(first)
    assert match.question(Sites, ANA).options == (tower, moat)
    match.answer(tower)
    match.answer(second)
    assert match.card(second).site == moat, "the only such base that is left"


def test_an_extra_play_may_be_for_bases_with_a_minion_of_yours():
    table = Setting()
    castle, tower, moat = table.base(), table.base(), table.base()
    table.minion(2, castle)
    table.minion(2, tower, of=BEN)
    table.minion(2, moat)
    (in_hand,) = table.hand(ANA, 3)
    match = table.begin(tricks=1, minions=0)
    match.do(lambda me: extra_play(me, "minion", condition="where-you-have-a-minion"))
    match.answer(in_hand)
    assert match.question(Sites, ANA).options == (castle, moat)


def test_an_extra_play_may_be_for_another_players_minion():
    table = Setting()
    castle = table.base()
    table.minion(2, castle)
    his, theirs = table.minion(3, castle, of=BEN), table.minion(4, castle, of=BEN)
    worn, _standard = table.hand(ANA, "dinosaurs/upgrade", "vanilla/action")
    match = table.begin(tricks=1, actions=0)
    match.do(lambda me: extra_play(me, "action", condition="on-others-minion"))
    assert match.question(Cards, ANA).options == (worn,)
    match.answer(worn)
    assert match.question(Hosts, ANA).options == (his, theirs)


def test_such_a_play_is_none_where_you_are_everywhere_and_comes_back_when_you_are_not():
    table = Setting()
    castle = table.base()
    mine = table.minion(2, castle)
    (in_hand,) = table.hand(ANA, 3)
    match = table.begin(tricks=2, minions=0)
    match.do(lambda me: extra_play(me, "minion", condition="where-you-have-no-minion"))
    assert match.question(Cards, ANA).options == ()
    match.passes()
    assert Play(in_hand) not in match.question(Main, ANA).options
    match.do(lambda me: destroy(me, me.game.card(mine)))
    match.play(in_hand)
    assert match.card(in_hand).site == castle


def test_an_extra_play_may_be_for_the_name_of_a_minion_there_as_it_is_when_the_card_is_played():
    table = Setting()
    castle, tower = table.base(), table.base()
    table.minion(2, castle)
    table.minion(3, tower)
    two, three = table.hand(ANA, 2, 3)
    match = table.begin(tricks=2, minions=0)
    match.do(lambda me: extra_play(me, "minion", condition="named-as-one-at", arguments=(str(castle),), site=castle))
    assert match.question(Cards, ANA).options == (two,), "the minion called vanilla 3 is at another base"
    match.passes()
    assert Play(three) not in match.question(Main, ANA).options
    match.do(lambda me: move(me, me.game.card(me.table.sites[tower].minions[0]), castle))
    match.play(three)
    assert match.card(three).site == castle, "the play was kept, and by now there is one of that name"


def test_a_player_says_which_play_pays_where_it_matters():
    table = Setting()
    castle, tower = table.base(), table.base()
    first, second = table.hand(ANA, 1, 5)
    match = table.begin(tricks=1)
    match.do(lambda me: extra_play(me, "minion", condition="power-at-most", arguments=("2",)))
    match.passes()
    free, extra = sorted(allowance.number for allowance in match.table.allowances if allowance.kind == "minion")
    match.answer(Play(first))
    match.answer(castle)
    assert set(match.question(PayWith, ANA).options) == {free, extra}
    match.answer(extra)
    match.play(second, tower)
    assert match.card(second).site == tower


def test_it_is_not_asked_where_the_plays_are_alike():
    table = Setting()
    castle = table.base()
    first, second = table.hand(ANA, 1, 5)
    match = table.begin(minions=2)
    match.play(first, castle)
    match.play(second, castle)
    assert match.table.sites[castle].minions == [first, second]


def test_an_extra_card_played_at_once_uses_up_no_play():
    table = Setting()
    castle = table.base()
    first, second = table.hand(ANA, 1, 5)
    match = table.begin(tricks=1)
    match.do(lambda me: extra_play(me, "minion"))
    match.answer(first)
    assert match.card(first).site == castle
    assert match.question(Main).options == (Play(second),)


def test_a_specific_card_is_played_from_where_it_lies():
    table = Setting()
    castle = table.base()
    (minion,) = table.discard(ANA, 4)
    match = table.begin(tricks=1)
    match.do(lambda me: play_certain(me, match.card(minion)))
    (played, _) = reversed(match.happened(CardPlayed))
    assert (played.card, played.source, played.site) == (minion, "discard", castle)


def test_a_played_action_leaves_after_what_it_triggered():
    """turn.discard-timing"""
    table = Setting()
    castle = table.base()
    table.minion(scribe, castle)
    (action,) = table.hand(ANA, "vanilla/action")
    match = table.begin()
    noted.clear()
    match.play(action)
    assert noted == ["resolving"]
    assert match.zone(action) == "discard"
