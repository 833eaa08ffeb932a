"""The bases of the Obligatory Cthulhu Set."""

from __future__ import annotations

from core.cards.conditions import all_who_heed, minion_played
from core.cards.verbs import (
    destroy,
    discard_pile,
    draw_madness,
    gain_vp,
    lasting,
    minions,
    place_in_deck,
    shuffle_into_deck,
)
from core.engine.choices import choose
from core.engine.index import Instance
from core.engine.use import Me
from core.printed.definitions import AS_DISCARDED, BaseSet, Steps
from events.vocabulary import CardPlayed
from projections.table import Card

bases = BaseSet("obligatory-cthulhu-set")


def _its_owner(me: Instance, played: CardPlayed) -> tuple[int]:
    return (me.table.cards[played.card].owner,)


# --- Innsmouth

innsmouth = bases.base(
    "Innsmouth",
    faction="innsmouth",
    breakpoint=23,
    vp=(5, 3, 2),
    text="After each minion is played here, its owner may put a card from any player's discard pile on the bottom of that"
    " player's deck.",
)


def _discarded_cards(me: Me | Instance) -> list[Card]:
    return [card for seat in me.game.clockwise() for card in discard_pile(me, seat)]


@innsmouth.after(
    CardPlayed,
    here=True,
    may=True,
    offers=True,
    when=minion_played,
    who=_its_owner,
    provided=lambda me, played: bool(_discarded_cards(me)),
)
def sink_without_trace(me: Me, played: CardPlayed) -> Steps[None]:
    card = yield from choose(me, "a card to put under its deck, or none", _discarded_cards(me), optional=True)
    if card is not None:
        yield from place_in_deck(me, card, end="bottom")


ritual_site = bases.base(
    "Ritual Site",
    faction="innsmouth",
    breakpoint=20,
    vp=(4, 2, 2),
    text="After this base scores, all minions here are shuffled into their owners' decks instead of being discarded.",
)


@ritual_site.after_scores()
def mark_for_sacrifice(me: Me) -> None:
    # Decided now; they go when the cards of the base are discarded. A Special that is used later comes too late.
    marked = [minion for minion in minions(me, at=me.base) if minion.controller in all_who_heed(me)]
    lasting(me, "base/ritual-site#sacrifice", cards=marked, site=me.base)


@ritual_site.lasting(AS_DISCARDED)
def sacrifice(me: Me) -> Steps[None]:
    marked = me.lasting.cards if me.lasting else ()
    yield from shuffle_into_deck(me, *(card for card in minions(me, at=me.base) if card.number in marked))


# --- Minions of Cthulhu

mountains_of_madness = bases.base(
    "Mountains of Madness",
    faction="minions-of-cthulhu",
    breakpoint=20,
    vp=(6, 4, 3),
    text="After each minion is played here, its owner draws a Madness card.",
)


@mountains_of_madness.after(CardPlayed, here=True, when=minion_played, who=_its_owner)
def behold(me: Me, played: CardPlayed) -> None:
    draw_madness(me)


rlyeh = bases.base(
    "R'lyeh",
    faction="minions-of-cthulhu",
    breakpoint=18,
    vp=(4, 2, 1),
    text="At the start of their turn a player may destroy one of their minions here to gain 1 VP.",
)


@rlyeh.start_of_turn(may=True, when=lambda me: bool(minions(me, at=me.base, of=me.table.current)))
def feed_the_sleeper(me: Me) -> Steps[None]:
    minion = yield from choose(me, "one of your minions here to destroy", minions(me, at=me.base, of=me.you))
    if minion is not None and (yield from destroy(me, minion)):
        gain_vp(me)
