"""term.control, term.owner, term.owner-zone: who has a card now, and whose it is."""

import pytest

from core.cards.verbs.bases import gain_vp
from core.cards.verbs.finding import minions
from core.cards.verbs.leaving import destroy, place_in_deck, return_to_hand, shuffle_into_deck
from core.cards.verbs.moving import give_control, move, take_control, transfer
from core.engine.power import total_powers
from events.questions import Main, Use
from events.vocabulary import CardPlayed, ControlChanged
from projections.table import Control
from tests.core.table_setting import ANA, BEN, BOOKS, CLEO, Setting, own_cards

cards = own_cards("Control")
leash = cards.action("Leash", kind="on-minion", copies=0, text="Play on a minion. [ongoing] You control it.")
turncoat = cards.minion("Turncoat", power=2, copies=0, text="[on-play] Ben takes control of this; then gain 1 VP.")
servant = cards.minion("Servant", power=2, copies=0, text="[talent] Gain 1 VP.")
hat = cards.action("Hat", kind="on-minion", copies=0, text="Play on a minion.")
greeter = cards.minion(
    "Greeter", power=1, copies=0, text="[on-play] Gain 1 VP. [ongoing] After a minion is played gain 1 VP."
)

amulet = cards.action("Amulet", kind="on-minion", copies=0, text="Your minions can't be affected by others' cards.")


@amulet.shields
def protect(me, card, incoming):
    return card.controller == me.you and incoming.player != me.you


@leash.on_play
def seize(me):
    yield from give_control(me, me.host, me.you, while_on=True)


@turncoat.on_play
def defect(me):
    yield from give_control(me, me.card, BEN)
    gain_vp(me)


@servant.talent()
def serve(me):
    gain_vp(me)


@greeter.on_play
def arrive(me):
    gain_vp(me)


@greeter.after(CardPlayed, when=lambda me, event: event.to == "minions")
def greet(me, event):
    gain_vp(me)


# --- control --------------------------------------------------------------------------------------------------------


def test_power_and_abilities_serve_the_new_controller():
    table = Setting()
    castle = table.base()
    minion = table.minion(servant, castle, of=BEN)
    worn = table.action(hat, castle, of=BEN, on=minion)
    match = table.begin(tricks=1)
    match.do(lambda me: give_control(me, match.card(minion), ANA))
    assert total_powers(match.game, castle) == [2, 0]
    assert match.card(minion).owner == BEN
    assert match.card(worn).controller == BEN, "what is on it keeps its own controller"
    match.use(minion)
    assert match.points() == (1, 0)


def test_a_change_of_control_without_an_end_lasts():
    table = Setting()
    castle = table.base()
    minion = table.minion(3, castle, of=BEN)
    match = table.begin(tricks=1)
    match.do(lambda me: give_control(me, match.card(minion), ANA))
    for _ in range(3):
        match.passes()
    assert match.card(minion).controller == ANA


def test_control_tied_to_an_action_ends_with_it():
    table = Setting()
    castle = table.base()
    minion = table.minion(3, castle, of=BEN)
    (action,) = table.hand(ANA, leash)
    match = table.begin(tricks=1, actions=2)
    match.play(action)
    assert match.card(minion).controller == ANA
    match.do(lambda me: destroy(me, match.card(action)))
    assert match.card(minion).controller == BEN
    ended = match.happened(ControlChanged)[-1]
    assert (ended.ends, ended.tied_to, ended.rule) == (True, action, "term.control")


def test_control_tied_to_an_action_ends_when_it_goes_to_another_minion():
    table = Setting()
    castle = table.base()
    minion, other = table.minion(3, castle, of=BEN), table.minion(3, castle, of=BEN)
    (action,) = table.hand(ANA, leash)
    match = table.begin(tricks=1, actions=2)
    match.play(action, on=minion)
    match.do(lambda me: transfer(me, match.card(action), host=match.card(other)))
    assert match.card(minion).controller == BEN


def test_control_is_a_stack():
    table = Setting(seats=3)
    castle = table.base()
    minion = table.minion(3, castle, of=CLEO)
    lower = table.action(leash, castle, of=BEN, on=minion)
    table.controlled(minion, BEN, tied_to=lower)
    upper = table.action(leash, castle, of=ANA, on=minion)
    table.controlled(minion, ANA, tied_to=upper)
    match = table.begin(tricks=2)
    assert match.card(minion).controller == ANA
    match.do(lambda me: destroy(me, match.card(lower)))
    assert match.card(minion).controller == ANA, "the upper leash still holds"
    match.do(lambda me: destroy(me, match.card(upper)))
    assert match.card(minion).controller == CLEO


def test_the_upper_layer_falls_to_the_next():
    table = Setting(seats=3)
    castle = table.base()
    minion = table.minion(3, castle, of=CLEO)
    table.controlled(minion, BEN)
    upper = table.action(leash, castle, of=ANA, on=minion)
    table.controlled(minion, ANA, tied_to=upper)
    match = table.begin(tricks=1)
    match.do(lambda me: destroy(me, match.card(upper)))
    assert match.card(minion).controller == BEN


def test_you_is_bound_when_an_ability_begins():
    table = Setting()
    castle = table.base()
    (minion,) = table.hand(ANA, turncoat)
    match = table.begin()
    match.play(minion, castle)
    assert match.card(minion).controller == BEN
    assert match.points() == (1, 0), "Ana began it: she is still “you”"


def test_a_minion_that_leaves_and_returns_is_its_owners_again():
    table = Setting()
    castle = table.base()
    minion = table.minion(3, castle, of=BEN)
    match = table.begin(tricks=2)
    match.do(lambda me: give_control(me, match.card(minion), ANA))
    match.do(lambda me: return_to_hand(me, match.card(minion)))
    match.passes(ANA)
    match.play(minion, castle)
    assert match.card(minion).controller == BEN
    assert match.card(minion).control == []


# --- owners ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("edition", BOOKS)
@pytest.mark.parametrize(
    ("words", "zone"),
    [
        (lambda me, card: destroy(me, card), "discard"),
        (lambda me, card: return_to_hand(me, card), "hand"),
        (lambda me, card: place_in_deck(me, card), "deck"),
        (lambda me, card: shuffle_into_deck(me, card), "deck"),
    ],
)
def test_a_card_goes_to_its_owners_pile_whoever_controls_it(edition, words, zone):
    table = Setting(edition=edition)
    castle = table.base()
    borrowed = table.minion(3, castle, of=ANA, owner=BEN)
    match = table.begin(tricks=1)
    match.do(lambda me: words(me, match.card(borrowed)))
    assert borrowed in match.table.seats[BEN].piles[zone]
    assert (match.card(borrowed).owner, match.card(borrowed).controller) == (BEN, BEN)


def test_top_and_bottom_of_a_deck():
    table = Setting()
    castle = table.base()
    deck = table.deck(ANA, 9, 9)
    first, second = table.minion(3, castle), table.minion(3, castle)
    match = table.begin(tricks=2)
    match.do(lambda me: place_in_deck(me, match.card(first), end="bottom"))
    match.do(lambda me: place_in_deck(me, match.card(second)))
    assert match.table.seats[ANA].deck == [second, *deck, first]


# --- moving is not playing ------------------------------------------------------------------------------------------


def test_moving_is_not_playing():
    """move-is-not-play: on-play abilities sleep, and nobody sees a card played."""
    table = Setting()
    castle, tower = table.base(), table.base()
    mover = table.minion(greeter, castle)
    table.minion(greeter, tower)
    match = table.begin(tricks=1)
    match.do(lambda me: move(me, match.card(mover), tower))
    assert match.card(mover).site == tower
    assert match.points() == (0, 0)
    assert match.card(mover).since < match.table.turn_began, "it is the same card as before"


def test_a_moved_minion_keeps_its_talent():
    table = Setting()
    castle, tower = table.base(), table.base()
    mover = table.minion(servant, castle)
    match = table.begin(tricks=1)
    match.use(mover)
    match.do(lambda me: move(me, match.card(mover), tower))
    assert not any(isinstance(pick, Use) for pick in match.question(Main).options), "used is used"


def test_returned_and_played_again_is_played():
    table = Setting()
    castle = table.base()
    minion = table.minion(greeter, castle)
    match = table.begin(tricks=1)
    match.do(lambda me: return_to_hand(me, *minions(me, of=ANA)))
    match.play(minion, castle)
    assert match.points() == (1, 0)


def test_a_move_to_where_it_is_is_no_move():
    table = Setting()
    castle = table.base()
    minion = table.minion(3, castle)
    match = table.begin(tricks=1)
    assert match.do(lambda me: move(me, match.card(minion), castle)) is None


# --- control for a time ---------------------------------------------------------------------------------------------


def test_control_for_a_turn_returns_as_the_turn_ends():
    table = Setting()
    castle = table.base()
    minion = table.minion(3, castle, of=BEN)
    match = table.begin(tricks=1)
    match.do(lambda me: take_control(me, match.card(minion), until="turn"))
    assert match.card(minion).controller == ANA
    assert total_powers(match.game, castle) == [3, 0]
    match.passes()
    assert match.table.current == BEN
    assert (match.card(minion).controller, match.card(minion).control) == (BEN, [Control(BEN, 0)])
    taken, ended = match.happened(ControlChanged)
    assert (taken.until, taken.ends) == ("turn", False)
    assert (ended.until, ended.ends, ended.controller, ended.rule) == ("turn", True, BEN, "term.control")


def test_what_control_for_a_time_covers_comes_back_and_what_covers_it_stays():
    table = Setting(seats=3)
    castle = table.base()
    below = table.minion(3, castle, of=BEN)
    above = table.minion(4, castle, of=BEN)
    both = table.minion(5, castle, of=BEN)
    table.controlled(below, CLEO)
    match = table.begin(tricks=1)

    def take(me):
        yield from take_control(me, match.card(below), match.card(above), match.card(both), until="turn")
        yield from give_control(me, match.card(above), CLEO)
        yield from take_control(me.for_player(CLEO), match.card(both), until="turn")

    match.do(take)
    assert [match.card(number).controller for number in (below, above, both)] == [ANA, CLEO, CLEO]
    match.passes()
    assert [match.card(number).controller for number in (below, above, both)] == [CLEO, CLEO, BEN]
    assert sum(event.ends for event in match.happened(ControlChanged)) == 3


def test_control_until_your_next_turn_lasts_through_the_others():
    table = Setting()
    minion = table.minion(3, table.base(), of=BEN)
    match = table.begin(tricks=1)
    match.do(lambda me: take_control(me, match.card(minion), until="next-turn"))
    match.passes()
    assert (match.table.current, match.card(minion).controller) == (BEN, ANA)
    match.passes()
    assert (match.table.current, match.card(minion).controller) == (ANA, BEN)


def test_protection_does_not_keep_a_minion_from_going_back():
    table = Setting()
    castle = table.base()
    minion = table.minion(3, castle, of=BEN)
    table.action(amulet, castle, of=ANA, on=table.minion(1, castle))
    match = table.begin(tricks=1)
    match.do(lambda me: take_control(me, match.card(minion), until="turn"))
    match.passes()
    assert match.card(minion).controller == BEN


def test_control_of_a_minion_that_left_play_does_not_end_later():
    table = Setting()
    minion = table.minion(3, table.base(), of=BEN)
    match = table.begin(tricks=1)

    def borrow_and_return(me):
        yield from take_control(me, match.card(minion), until="turn")
        yield from return_to_hand(me, match.card(minion))

    match.do(borrow_and_return)
    match.passes()
    assert match.zone(minion) == "hand"
    assert not any(event.ends for event in match.happened(ControlChanged))
