"""Conditions that several cards share, in the cards' own words: "other players' cards", "your minions here", "the first
minion played here this turn".

Each is a function of the shape its decorator wants: `(me, effect)` for standing abilities and replacements,
`(me, event)` for answers to events, so that a card names it and says nothing more.
"""

from __future__ import annotations

from typing import Any

from core.engine.effects import Effect, effect, possible
from core.engine.index import Instance
from core.engine.use import Me
from core.rules.scoring import winners
from events.vocabulary import AbilityUsed, CardPlayed, Destroyed, Event
from projections.table import IN_PLAY, Card

# --- cards ----------------------------------------------------------------------------------------------------------


def yours(me: Me | Instance, card: Card) -> bool:
    """Whether you control a card (term.control)."""
    return card.controller == me.you


# --- effects --------------------------------------------------------------------------------------------------------


def of_other_players(me: Instance, wanted: Effect) -> bool:
    """Whether an effect comes from another player's card (bases are nobody's)."""
    return wanted.player not in (me.you, -1) and not me.game.facts[wanted.by].is_base


def own_minion_here(me: Instance, wanted: Effect) -> bool:
    """Whether an effect is about one of your minions at this base."""
    card = me.table.cards[wanted.card]
    return card.zone == "minions" and card.controller == me.you and card.site == me.base


def can_be_returned(me: Instance, wanted: Effect) -> bool:
    """Whether the card could go back to a hand by this card's words: what can't happen replaces nothing
    (void.cant-wins)."""
    return possible(me.game, effect(me, "return", me.table.cards[wanted.card]))


def own_minion_here_placeable(me: Instance, wanted: Effect) -> bool:
    """Whether an effect is about one of your minions at this base, and it could be put into a hand instead."""
    return own_minion_here(me, wanted) and possible(me.game, effect(me, "place", me.table.cards[wanted.card]))


# --- events ---------------------------------------------------------------------------------------------------------


def minion_played(me: Instance, played: CardPlayed) -> bool:
    """Whether it is a minion that was played."""
    return played.to == "minions"


def minion_destroyed(me: Instance, destroyed: Destroyed) -> bool:
    """Whether it is a minion that was destroyed."""
    return destroyed.source == "minions"


def foreign_minion_destroyed(me: Instance, destroyed: Destroyed) -> bool:
    """Whether a minion of another player was destroyed."""
    return destroyed.source == "minions" and destroyed.controller != me.you


def minions_destroyed_by_a_player(me: Instance, destroyed: Destroyed) -> bool:
    """ "After one or more minions are destroyed": those of one moment are one occasion for each player who did it.

    The first of them answers for all.
    """
    if destroyed.source != "minions" or destroyed.seat < 0:
        return False
    return not any(
        one.instance is me
        and isinstance(one.event, Destroyed)
        and one.event.moment == destroyed.moment
        and one.seat == destroyed.seat
        for one in me.game.frames[-1].triggers
    )


def first_minion_here_this_turn(me: Instance, played: CardPlayed) -> bool:
    """Whether a minion is the first one of the turn, by whichever player, that was played here.

    A base card that took another's place in the middle of the turn has seen only what came after it.
    """
    return played.to == "minions" and not any(
        type(entry) is CardPlayed
        and entry.to == "minions"
        and entry.site == played.site
        and me.since < entry.position < played.position
        for entry in me.table.journal
    )


# --- who and whether still ------------------------------------------------------------------------------------------


def the_winners(me: Instance, event: Event | None) -> list[int]:
    """For each winner of the base being scored (score.ability-tie)."""
    return winners(me.game)


def is_winner(me: Me | Instance) -> bool:
    """Whether you have won the base being scored."""
    return me.you in winners(me.game)


def unused_this_turn(me: Instance, seat: int | None = None) -> bool:
    """Whether an ability that acts once in a turn (once for a certain player, if given) has not acted yet."""
    return not any(
        type(entry) is AbilityUsed
        and entry.ability == me.ability.key
        and entry.holder == me.card.number
        and entry.position > me.since
        and (seat is None or entry.seat == seat)
        for entry in me.table.journal
    )


def still_in_play(card: Card, event: Any) -> bool:
    """Whether a card has been in play ever since before an event: one that left is another card when it comes back."""
    return card.zone in IN_PLAY and card.since < event.position


def minion_just_played(me: Me | Instance, played: CardPlayed) -> Card | None:
    """The minion that an event tells of, if it is still in play since then."""
    card = me.table.cards[played.card]
    return card if card.zone == "minions" and card.since == played.position else None


def with_that_play(me: Instance, played: CardPlayed) -> bool:
    """Whether a card was played with the very play that a lasting ability waits for (`extra_play`, `then`)."""
    return me.lasting is not None and played.allowance == int(me.lasting.arguments[0])
