"""The bases of Excellent Movies, Dudes!"""

from __future__ import annotations

from core.cards.language import *

bases = BaseSet("excellent-movies-dudes")


# --- Action Heroes

building_rooftop = bases.base(
    "Building Rooftop",
    faction="action-heroes",
    breakpoint=20,
    vp=(3, 1, 1),
    text="At the start of their turn, a player with exactly one minion here may lower this base's breakpoint by that"
    " minion's power until the end of the turn. When this base scores, each player with exactly one minion here gains"
    " 1 VP.",
)


@building_rooftop.start_of_turn(
    may=True,
    provided=lambda me: lone_minion(me, me.base, me.table.current) is not None,
    regardless=("stasis",),
)
def hang_by_a_hand(me: Me) -> None:
    minion = lone_minion(me, me.base)
    if minion is not None:
        change_breakpoint(me, me.base, -power(me.game, minion))


def _loners(me: Instance, event: Event | None) -> list[int]:
    return [seat for seat in me.game.clockwise() if lone_minion(me, me.base, seat)]


@building_rooftop.when_scores(who=_loners, regardless=("player",))
def lone_survivor(me: Me) -> None:
    gain_vp(me)


jungle_camp = bases.base(
    "Jungle Camp",
    faction="action-heroes",
    breakpoint=20,
    vp=(3, 2, 1),
    text="After this base scores, the winner may return one of their minions here to its owner's hand.",
)


def _winners_with_a_minion(me: Instance, event: Event | None) -> list[int]:
    return [seat for seat in winners(me.game) if minions(me, at=me.base, of=seat)]


@jungle_camp.after_scores(may=True, who=_winners_with_a_minion)
def extraction(me: Me) -> Steps[None]:
    minion = yield from choose(me, "one of your minions here to return", minions(me, at=me.base, of=me.you))
    if minion is not None:
        yield from return_to_hand(me, minion)


# --- Backtimers

alternate_present = bases.base(
    "Alternate Present",
    faction="backtimers",
    breakpoint=20,
    vp=(4, 2, 2),
    text="The first time each turn that a player plays a minion here, that player may then put a card from their hand"
    " into stasis with two stasis counters.",
)


@alternate_present.after(
    CardPlayed,
    here=True,
    may=True,
    offers=True,
    when=first_minion_here_by_its_player,
    still=lambda me, played: bool(hand(me, played.seat)),
)
def other_timeline(me: Me, played: CardPlayed) -> Steps[None]:
    about = "a card in your hand to put into stasis, or none"
    card = yield from choose(me, about, hand(me), optional=True, hidden=True)
    if card is not None:
        yield from put_into_stasis(me, card, 2)


time_traveling_car = bases.base(
    "Time-Traveling Car",
    faction="backtimers",
    breakpoint=22,
    vp=(3, 2, 1),
    text="After this base scores, the winner may put one of their cards here into stasis with two stasis counters.",
)
# The sentence of 2023 has not been seen: known are cards here (by the book including actions on minions there), and a
# timing word that the later printing changed to "after". We read it as after scoring, before the cards are discarded.


def _cards_here(me: Me | Instance, seat: int) -> list[Card]:
    """Return a player's cards here, including those on minions (clarify.cards-here) and buried ones, which are cards
    (bury.status); but none that has just left stasis."""
    actions = [card for card in actions_in_play(me, at=me.base) if card.controller == seat]
    cards = [*minions(me, at=me.base, of=seat), *actions, *buried_cards(me.game, seat, me.base)]
    return [card for card in cards if may_enter_stasis(me.game, card)]


def _winners_with_a_card(me: Instance, event: None) -> list[int]:
    return [seat for seat in the_winners(me, event) if _cards_here(me, seat)]


@time_traveling_car.after_scores(may=True, offers=True, who=_winners_with_a_card)
def hit_the_speed(me: Me) -> Steps[None]:
    about = "one of your cards here to put into stasis, or none"
    card = yield from choose(me, about, _cards_here(me, me.you), optional=True)
    if card is not None:
        yield from put_into_stasis(me, card, 2)


# --- Extramorphs

ancient_crashed_ship = bases.base(
    "Ancient Crashed Ship",
    faction="extramorphs",
    breakpoint=21,
    vp=(4, 2, 1),
    text="After you play a minion here from anywhere except your hand, put a +1 power counter on it.",
)


def _not_out_of_own_hand(me: Instance, played: CardPlayed) -> bool:
    # The card is still where it is played from: in a hand it belongs to its holder.
    return played.to == "minions" and (played.source != "hand" or me.table.cards[played.card].controller != played.seat)


@ancient_crashed_ship.after(CardPlayed, here=True, when=_not_out_of_own_hand)
def hatch(me: Me, played: CardPlayed) -> Steps[None]:
    minion = minion_just_played(me, played)
    if minion is not None:
        yield from place_counters(me, minion)


brood_hive = bases.base(
    "Brood Hive",
    faction="extramorphs",
    breakpoint=22,
    vp=(4, 2, 1),
    text="Before this base scores, starting to the left of the current player, each player with a minion here may play an"
    " extra minion here off the top of their deck.",
)


@brood_hive.before_scores(may=True, each=True)
def incubate(me: Me) -> Steps[None]:
    for seat in sorted(all_not_ignoring(me), key=lambda seat: seat == me.table.current):
        player = me.table.seats[seat]
        if not minions(me, at=me.base, of=seat) or not (player.deck or player.discard):
            continue
        if (yield from may(me, "play a minion here off the top of your deck", seat=seat)):
            theirs = me.for_player(seat)
            yield from off_the_top(theirs, lambda card: me.game.fact(card).is_minion, only=(me.base,))


# --- Wraithrustlers

rooftop_portal = bases.base(
    "Rooftop Portal",
    faction="wraithrustlers",
    breakpoint=22,
    vp=(5, 3, 2),
    text="Once each turn, after you destroy a card here, draw a card.",
)


@rooftop_portal.after(
    Destroyed,
    here=True,
    when=lambda me, destroyed: destroyed.seat >= 0,
    still=lambda me, destroyed: unused_this_turn(me, destroyed.seat),
    who=lambda me, destroyed: (destroyed.seat,),
    regardless=("event", "player"),
)
def gate_crash(me: Me, destroyed: Destroyed) -> None:
    draw_cards(me)


wraithrustlers_hq = bases.base(
    "Wraithrustlers HQ",
    faction="wraithrustlers",
    breakpoint=20,
    vp=(4, 2, 1),
    text="After this base scores, the winner may play an extra minion or an extra action on their next turn.",
)


# The "may" is about playing the card in Play Cards of the next turn: nobody loses the play by passing while something
# else waits.
@wraithrustlers_hq.after_scores(may=True, grants=True, who=the_winners)
def take_the_call(me: Me) -> None:
    lasting(me, "base/wraithrustlers-hq#answer", until="game")


def _next_turn_of(me: Instance, event: None) -> tuple[int, ...]:
    return (me.you,) if me.you == me.table.current else ()


@wraithrustlers_hq.lasting(START_OF_TURN, may=True, grants=True, who=_next_turn_of, regardless=("holder", "stasis"))
def answer(me: Me) -> None:
    """The play comes with the plays of the turn; whether to use it is decided then."""
    it_is_over(me)
    play_to_come(me, "card")
