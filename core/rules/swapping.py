"""Swapping: two cards trade places, and the cards attached to each stay where they were (swap.what, attach.swap)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, get_args

from core.engine.effects import Effect, effect, forbidden_by
from core.engine.game import Game
from core.engine.leaving import last_known
from core.engine.moments import settle, settle_due
from core.engine.use import Me
from core.printed.definitions import Steps
from core.rules.places import forbidding, may_be_played
from core.rules.playing import Place, resolve_play
from events.vocabulary import (
    CardPlayed,
    CountersTransferred,
    Discarded,
    EffectsEnded,
    Event,
    Forbidden,
    Leaving,
    Moved,
    Placed,
    Stored,
    Taken,
    Transferred,
)
from events.words import Moment, ScoringWindow
from events.zones import Zone
from projections.table import Card

_MOMENTS: tuple[Moment, ...] = (*get_args(ScoringWindow), "start-of-turn", "end-of-turn")
"""When something announced for a card is due."""


def swap(me: Me, minion: Card, other: Card) -> Steps[bool]:
    """Swap a minion at a base with another minion: at a base, or in its owner's hand, deck or discard pile.

    Returns whether they were swapped. If either can't be affected like that, nothing happens (swap.immune). A deck that
    was searched for it is shuffled when everything has resolved (swap.deck).
    """
    searched = other.zone == "deck"
    done = yield from _swap(me, minion, other)
    if searched:
        if done:
            me.game.note("reading.htb-swap-shuffle")
        me.game.shuffle("deck", me.you)
    return done


def _swap(me: Me, minion: Card, other: Card) -> Steps[bool]:
    both = other.zone == "minions"
    affected = [effect(me, "swap", card) for card in ((minion, other) if both else (minion,))]
    for incoming in affected:
        outcome = yield from settle(me.game, incoming)
        if outcome is None or outcome.verb != "swap" or outcome.card != incoming.card:
            return False
    if (obstacle := _obstacle(me, minion, other, both)) is not None:
        card, because = obstacle
        me.game.emit(
            Forbidden, verb="swap", card=card.number, because=because, by=me.by, seat=me.you, rule="swap.immune"
        )
        return False
    _forget_what_was_to_come(me.game, (minion, other))
    if both:
        yield from _swap_in_play(me, minion, other)
    else:
        yield from _swap_for(me, minion, other)
    return True


def _obstacle(me: Me, minion: Card, other: Card, both: bool) -> tuple[Card, int] | None:
    """Return the card that can't be swapped, and the card that prevents it (0: a rule, or the card's own text), or
    None."""
    game = me.game
    if both:
        moves = [(minion, other.site), (other, minion.site)] if minion.site != other.site else []
        for card, site in moves:
            because = forbidden_by(game, effect(me, "move", card, site=site))
            if because is not None:
                return card, because
        return None
    because = forbidden_by(game, _going(me, minion, other.zone))
    if because is not None:
        return minion, because
    if not may_be_played(game, me.you, other, minion.site):
        return other, forbidding(game, me.you, other, minion.site)
    return None


def _going(me: Me, minion: Card, zone: Zone) -> Effect:
    return effect(me, "discard" if zone == "discard" else "place", minion, zone=zone)


def _forget_what_was_to_come(game: Game, cards: Sequence[Card]) -> None:
    """Cancel what was to happen later to a swapped card; what it was given for a time stays with it (swap.pending,
    swap.temporary)."""
    numbers = {card.number for card in cards}
    over = {
        instance.lasting.number
        for hook in _MOMENTS
        for instance in game.index.active(hook)
        if instance.lasting is not None and numbers.intersection(instance.lasting.cards)
    }
    if over:
        game.emit(EffectsEnded, effects=tuple(sorted(over)), rule="swap.pending")


def _swap_in_play(me: Me, first: Card, second: Card) -> Steps[None]:
    """Move each to the other's base, where it gets what was attached to the other, all in one moment (swap.both,
    swap.at-once)."""
    game = me.game
    events: list[Event] = []
    moment = len(game.log) + 1
    here, there = first.site, second.site
    if here != there:
        for card, site in ((first, there), (second, here)):
            events.append(
                Moved(**_common(me, moment, events, "swap.both"), card=card.number, origin=card.site, site=site)
            )
    _hand_over(me, first, second, here, moment, events, second.controller)
    _hand_over(me, second, first, there, moment, events, first.controller)
    more, fewer = (first, second) if first.counters > second.counters else (second, first)
    _hand_over_counters(me, more, fewer, more.counters - fewer.counters, moment, events)
    if events:
        game.happen(events)
    if game.restless:
        yield from settle_due(game)


def _swap_for(me: Me, minion: Card, other: Card) -> Steps[None]:
    """Play the other card in the minion's place, where it gets what is attached to the minion; the minion goes where
    the other was (swap.one)."""
    zone = other.zone
    site = minion.site
    me.game.note("reading.htb-swap-play")
    if minion.controller != me.you:
        me.game.note("reading.htb-swap-controller")

    def together(played: CardPlayed) -> list[Event]:
        events: list[Event] = [played]
        moment = played.position
        _hand_over(me, minion, other, site, moment, events, me.you)
        _hand_over_counters(me, minion, other, minion.counters, moment, events)
        kind, details = _LEAVES[zone]
        common = _common(me, moment, events, "swap.one")
        events.append(
            kind(
                **common,
                **last_known(me.game, minion),
                card=minion.number,
                to=minion.owner,
                source="minions",
                **details,
            )
        )
        return events[1:]

    yield from resolve_play(me.game, me.you, other, Place("minions", site, swapped=together))


_LEAVES: dict[Zone, tuple[type[Leaving], dict[str, Any]]] = {
    "hand": (Taken, {}),
    "deck": (Placed, {"end": "top"}),
    "discard": (Discarded, {"reason": "swapped"}),
}
"""How a minion goes to the zone that its replacement came from."""


def _hand_over(me: Me, minion: Card, other: Card, site: int, moment: int, events: list[Event], controller: int) -> None:
    """Transfer the cards on and under a minion to the other (attach.swap)."""
    for number in minion.attached:
        action = me.game.card(number)
        where = me.game.facts[number].where
        if where is not None and not where(Me(me.game, action, action.controller), other):
            me.game.note("reading.htb-swap-misfit")
        events.append(
            Transferred(
                **_common(me, moment, events, "attach.swap"),
                card=number,
                site=site,
                host=other.number,
                origin=site,
                origin_host=minion.number,
            )
        )
    for number in minion.stored:
        common = {**_common(me, moment, events, "attach.swap"), "seat": controller}
        events.append(Stored(**common, card=number, host=other.number, source="stored"))


def _hand_over_counters(me: Me, minion: Card, other: Card, amount: int, moment: int, events: list[Event]) -> None:
    if amount:
        events.append(
            CountersTransferred(
                **_common(me, moment, events, "attach.swap"), card=minion.number, target=other.number, amount=amount
            )
        )


def _common(me: Me, moment: int, events: Sequence[Event], rule: str) -> dict[str, Any]:
    """Return the fields of the next event of a moment."""
    return {
        "position": moment + len(events),
        "cause": me.game.cause,
        "moment": moment,
        "by": me.by,
        "seat": me.you,
        "rule": rule,
    }
