"""The bases of Excellent Movies, Dudes!"""

from __future__ import annotations

from core.cards.conditions import first_minion_here_by_its_player, the_winners, unused_this_turn
from core.cards.verbs import actions_in_play, draw_cards, hand, it_is_over, lasting, minions, play_to_come
from core.engine.choices import choose
from core.engine.index import Instance
from core.engine.use import Me
from core.printed.definitions import START_OF_TURN, BaseSet, Steps
from core.rules.burying import buried_cards
from core.rules.stasis import put_into_stasis
from events.vocabulary import CardPlayed, Destroyed
from projections.table import Card

bases = BaseSet("excellent-movies-dudes")

# --- Backtimers

alternate_present = bases.base(
    "Alternate Present",
    faction="backtimers",
    breakpoint=20,
    vp=(4, 2, 2),
    text="The first time in each turn that a player plays a minion here, that player may then put a card from their hand"
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
# The sentence of 2023 was not seen: the facts give it as cards here (by the book actions on minions there too), and a
# timing word that the later printing changed to "after". It is read as after scoring, before the cards are discarded.


def _cards_here(me: Me | Instance, seat: int) -> list[Card]:
    """A player's cards here, those on minions too (clarify.cards-here), and buried ones: they are cards (bury.status)."""
    actions = [card for card in actions_in_play(me, at=me.base) if card.controller == seat]
    return [*minions(me, at=me.base, of=seat), *actions, *buried_cards(me.game, seat, me.base)]


def _winners_with_a_card(me: Instance, event: None) -> list[int]:
    return [seat for seat in the_winners(me, event) if _cards_here(me, seat)]


@time_traveling_car.after_scores(may=True, offers=True, who=_winners_with_a_card)
def hit_the_speed(me: Me) -> Steps[None]:
    about = "one of your cards here to put into stasis, or none"
    card = yield from choose(me, about, _cards_here(me, me.you), optional=True)
    if card is not None:
        yield from put_into_stasis(me, card, 2)


# --- Wraithrustlers

rooftop_portal = bases.base(
    "Rooftop Portal",
    faction="wraithrustlers",
    breakpoint=22,
    vp=(5, 3, 2),
    text="Once in each turn, after you destroy a card here, draw a card.",
)


@rooftop_portal.after(
    Destroyed,
    here=True,
    when=lambda me, destroyed: destroyed.seat >= 0,
    still=lambda me, destroyed: unused_this_turn(me, destroyed.seat),
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


@wraithrustlers_hq.after_scores(may=True, offers=True, who=the_winners)
def take_the_call(me: Me) -> None:
    lasting(me, "base/wraithrustlers-hq#answer", until="game")


def _next_turn_of(me: Instance, event: None) -> tuple[int, ...]:
    return (me.you,) if me.you == me.table.current else ()


@wraithrustlers_hq.lasting(START_OF_TURN, may=True, offers=True, who=_next_turn_of, regardless=("holder",))
def answer(me: Me) -> None:
    """The play comes with those of the turn; whether to use it is decided then."""
    it_is_over(me)
    play_to_come(me, "card")
