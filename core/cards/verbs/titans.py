"""Titans: finding them, playing one, and counters on one that is not in play (titan.*)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from core.engine.index import Instance
from core.engine.use import Me
from core.printed.definitions import Steps
from core.rules.titans import play_titan_at, titan_obstacle
from events.vocabulary import CardPlayed, CountersChanged
from events.words import PlayKind
from projections.table import Card


def titans(me: Me | Any, *, at: int = 0, of: int | None = None, but: Card | None = None) -> list[Card]:
    """Return titans in play, in table order: at a base, of a controller, all but one."""
    return [
        titan for titan in me.game.table.at_bases("titans", of) if (not at or titan.site == at) and titan is not but
    ]


def titans_beside(me: Me | Any, seat: int | None = None) -> list[Card]:
    """Return the titans beside a player's deck, yours by default."""
    player = me.game.table.seats[me.you if seat is None else seat]
    return [me.game.card(number) for number in player.piles["beside"]]


def can_play_titan(
    me: Me | Instance,
    titan: Card | None = None,
    *,
    only: Sequence[int] | None = None,
    instead_of: Sequence[PlayKind] = (),
) -> bool:
    """Return whether you could play a titan now, this one by default: it is beside a deck, you have none in play, a base
    (one of `only`) can take it, and the regular plays it is played instead of are unused."""
    return titan_obstacle(me.game, me.you, titan or me.card, only, instead_of) is None


def play_titan(
    me: Me,
    titan: Card | None = None,
    *,
    only: Sequence[int] | None = None,
    instead_of: Sequence[PlayKind] = (),
    then: Callable[[Me], Steps[None]] | None = None,
) -> Steps[CardPlayed | None]:
    """Play a titan, this one by default, at a base of your choice (one of `only`). You control it, whoever owns it
    (titan.control). Returns the play, or None if it can't be played.

    `instead_of`: the regular plays of the turn that it uses up (titan.instead). `then`: what the text does with the
    titan as it is played, `(me) -> Steps`, where `me.card` is the titan: it comes before a clash.
    """
    chosen = titan or me.card
    return (yield from play_titan_at(me.game, me.you, chosen, only=only, instead_of=instead_of, then=then))


def count_beside(me: Me, amount: int = 1) -> int:
    """Put counters on this titan while it is beside its owner's deck, or take some away with a negative amount. Nothing
    else can affect them there. Returns how many it has then."""
    amount = max(amount, -me.card.counters)
    if amount and me.card.zone == "beside":
        me.game.emit(CountersChanged, card=me.card.number, amount=amount, by=me.by, seat=me.you)
    return me.card.counters
