"""win.check, win.tie, win.madness: when the game is over, and whose it is."""

import pytest

from core.cards.verbs.bases import gain_vp
from core.engine.game import IllegalAnswer
from core.players.bots import make_bot
from events.questions import NO, YES, Main, May
from events.vocabulary import GameWon, PhaseBegan, VictoryPointsChanged
from tests.core.table_setting import ANA, BEN, BOOKS, CLEO, Match, Setting, own_cards

cards = own_cards("Victory")
madness = cards.action("Test Madness", copies=0, text="Two of them cost 1 VP at the end.", tags=("madness",))
late_bloomer = cards.minion("Late Bloomer", power=1, copies=0, text="[ongoing] At the end of your turn gain 1 VP.")


@late_bloomer.end_of_turn()
def bloom(me):
    gain_vp(me)


def end_of_turn(points: tuple[int, ...], edition: str = "EMD", mad: tuple[int, ...] = ()) -> Match:
    """Ana's turn ends with these points, and these Madness cards in the discard piles."""
    table = Setting(edition=edition, seats=len(points))
    table.base()
    for seat, amount in enumerate(points):
        table.points(seat, amount)
    for seat, count in enumerate(mad):
        table.discard(seat, *[madness] * count)
    if mad:
        table.aside(madness)
    return table.begin(phase="end")


@pytest.mark.parametrize("edition", BOOKS)
@pytest.mark.parametrize(
    ("points", "winner"),
    [((15, 3), ANA), ((3, 15), BEN), ((15, 17), BEN), ((15, 16, 20), CLEO), ((20, 20, 21), CLEO)],
)
def test_with_fifteen_the_most_points_win_at_the_end_of_a_turn(edition, points, winner):
    match = end_of_turn(points, edition)
    assert match.table.winners == (winner,)
    (won,) = match.happened(GameWon)
    assert (won.seats, won.victory_points, won.rule) == ((winner,), points, "win.check")


@pytest.mark.parametrize("edition", BOOKS)
@pytest.mark.parametrize("points", [(14, 14), (14, 0), (15, 15), (16, 16, 15)])
def test_below_fifteen_or_tied_the_game_goes_on(edition, points):
    match = end_of_turn(points, edition)
    assert not match.game.over
    match.question(Main, BEN)


def test_nobody_wins_in_the_middle_of_a_turn():
    """E18: draw and end phases are still played, and points gained there count."""
    table = Setting()
    castle = table.base()
    table.points(ANA, 14)
    table.points(BEN, 14)
    table.minion(late_bloomer, castle)
    match = table.begin(tricks=1)
    match.do(lambda me: gain_vp(me, 1, seat=BEN))
    assert not match.game.over
    match.answer(NO)
    match.question(Main, ANA)
    match.passes()
    assert [event.phase for event in match.happened(PhaseBegan)] == ["score", "draw", "end", "start", "play"]
    assert match.points() == (15, 15), "tied, so it goes on"
    match.passes(BEN)
    match.passes(ANA)
    assert match.table.winners == (ANA,)


def test_nothing_is_asked_any_more():
    match = end_of_turn((15, 0))
    assert match.game.question is None
    assert match.asked == -1
    with pytest.raises(IllegalAnswer, match="the game is over"):
        match.game.answer(ANA, ())


# --- all may agree to stop ------------------------------------------------------------------------------------------


def ahead_in_mid_turn(edition: str = "EMD", tricks: int = 1) -> Match:
    """In Ana's Play Cards Ben has just got his 15th point; Cleo is behind."""
    table = Setting(edition=edition, seats=3)
    table.base()
    for seat, amount in enumerate((10, 14, 3)):
        table.points(seat, amount)
    match = table.begin(tricks=tricks)
    match.do(lambda me: gain_vp(me, 1, seat=BEN))
    return match


def test_all_are_asked_clockwise_and_all_must_agree():
    match = ahead_in_mid_turn()
    for seat in (ANA, BEN, CLEO):
        assert not match.game.over
        match.question(May, seat)
        match.answer(YES)
    (won,) = match.happened(GameWon)
    assert (won.seats, won.rule) == ((BEN,), "win.check")
    assert [event.phase for event in match.happened(PhaseBegan)] == []


def test_the_first_who_plays_on_ends_the_asking_until_the_points_change():
    match = ahead_in_mid_turn(tricks=3)
    match.answer(YES, seat=ANA)
    match.answer(NO, seat=BEN)
    match.question(Main, ANA)
    match.do(lambda me: None)
    match.question(Main, ANA)
    match.do(lambda me: gain_vp(me, 1))
    match.question(May, ANA)


@pytest.mark.parametrize("edition", ["AL9K", "MS", "CND", "OOPS"])
def test_the_books_before_know_no_such_agreement(edition):
    ahead_in_mid_turn(edition).question(Main, ANA)


def test_a_greedy_bot_stops_only_as_the_winner():
    match = ahead_in_mid_turn()
    assert make_bot("greedy", 1).answer(match.game) == (NO,)
    match.answer(YES)
    assert match.asked == BEN
    assert make_bot("greedy", 1).answer(match.game) == (YES,)


def test_a_random_bot_mostly_plays_on():
    game = ahead_in_mid_turn().game
    bot = make_bot("random", 1)
    answers = [bot.answer(game) for _ in range(100)]
    assert 0 < answers.count((YES,)) < 40


# --- Madness --------------------------------------------------------------------------------------------------------

LATER = ["MS", "CND", "OOPS", "EMD"]


@pytest.mark.parametrize("edition", LATER)
def test_the_lead_is_judged_first_then_madness_counts(edition):
    """reading.madness-end"""
    match = end_of_turn((15, 13), edition, mad=(6, 0))
    assert match.table.winners == (BEN,), "15 - 3 is less than 13"
    (won,) = match.happened(GameWon)
    assert (won.rule, won.victory_points) == ("win.madness", (12, 13))
    (reduced,) = match.happened(VictoryPointsChanged)
    assert (reduced.to, reduced.amount, reduced.rule) == (ANA, -3, "win.madness")


@pytest.mark.parametrize("edition", LATER)
def test_madness_alone_ends_no_game(edition):
    match = end_of_turn((14, 2), edition, mad=(0, 8))
    assert not match.game.over


@pytest.mark.parametrize("edition", LATER)
def test_an_odd_one_costs_nothing(edition):
    match = end_of_turn((15, 14), edition, mad=(1, 0))
    assert match.table.winners == (ANA,)


@pytest.mark.parametrize("edition", LATER)
def test_a_tie_left_by_the_reduction_goes_to_the_fewest_madness_cards(edition):
    match = end_of_turn((16, 15), edition, mad=(3, 1))
    assert match.table.winners == (BEN,)


@pytest.mark.parametrize("edition", ["CND", "OOPS", "EMD"])
def test_a_tie_in_both_shares_the_win(edition):
    """Ana led and falls behind; Ben and Cleo are equal in everything."""
    match = end_of_turn((16, 14, 14), edition, mad=(8, 2, 2))
    assert match.table.winners == (BEN, CLEO)
    (won,) = match.happened(GameWon)
    assert won.rule == "win.tie"


@pytest.mark.parametrize("edition", ["AL9K", "MS"])
def test_a_tie_in_both_plays_on_where_no_win_is_shared(edition):
    match = end_of_turn((16, 14, 14), edition, mad=(8, 2, 2))
    assert not match.game.over
    assert match.points() == (16, 14, 14), "nothing is reduced before the game has ended"
    match.question(Main, BEN)


@pytest.mark.parametrize("zone", ["hand", "deck", "discard"])
def test_madness_counts_wherever_it_is_a_players(zone):
    table = Setting()
    table.base()
    table.points(ANA, 15)
    table.points(BEN, 14)
    getattr(table, zone)(ANA, *[madness] * 4)
    assert table.begin(phase="end").table.winners == (BEN,)
