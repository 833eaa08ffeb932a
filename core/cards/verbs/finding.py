"""Finding cards, bases and players. These functions change nothing."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from core.engine.use import Me
from projections.table import IN_PLAY, Card


def minions(
    me: Me | Any, *, at: int = 0, of: int | None = None, owner: int | None = None, but: Card | None = None
) -> list[Card]:
    """Return minions in play, in table order: at a base, of a controller, of an owner (whoever controls them), all but
    one."""
    table = me.game.table
    cards = table.cards
    numbers = (
        table.sites[at].minions
        if at and at in table.sites
        else ()
        if at
        else [number for site in table.sites.values() for number in site.minions]
    )
    return [
        cards[number]
        for number in numbers
        if (of is None or cards[number].controller == of)
        and (owner is None or cards[number].owner == owner)
        and (but is None or cards[number] is not but)
    ]


def minions_in_play(me: Me | Any, *, of: int | None = None) -> list[Card]:
    """Return minions in play, those in stasis included, since they count as present (stasis.presence)."""
    cards = me.game.table.cards
    waiting = [cards[number] for player in me.game.table.seats for number in player.piles["stasis"]]
    return minions(me, of=of) + [
        card for card in waiting if me.game.fact(card).is_minion and of in (None, card.controller)
    ]


def foreign_minions(me: Me | Any, *, at: int = 0) -> list[Card]:
    """Return the minions that other players control, at a base or everywhere."""
    return [minion for minion in minions(me, at=at) if minion.controller != me.you]


def actions_in_play(me: Me | Any, *, at: int = 0, on_minions: bool = True, on_bases: bool = True) -> list[Card]:
    """Return the actions on bases and on cards, in table order."""
    table = me.game.table
    cards: list[Card] = []
    for number, site in table.sites.items():
        if at and number != at:
            continue
        if on_bases:
            cards += [table.cards[action] for action in site.actions]
        if on_minions:
            cards += [table.cards[attachment] for minion in site.minions for attachment in table.cards[minion].attached]
            hosts = (*site.actions, *site.piles["titans"])
            cards += [table.cards[attachment] for host in hosts for attachment in table.cards[host].attached]
    return cards


def cards_at(me: Me | Any, *, at: int = 0) -> list[Card]:
    """Return what the text calls "a card": minions, titans, actions and buried cards, at a base or at any (titan.reach,
    bury.status). Bases are left out."""
    table = me.game.table
    cards: list[Card] = []
    buried: list[Card] = []
    for number, site in table.sites.items():
        if not at or number == at:
            cards += [table.cards[card] for card in (*site.minions, *site.piles["titans"])]
            if site.piles["titans"]:
                me.game.note("reading.htb-titan-here")
            buried += [table.cards[card] for card in site.piles["buried"]]
    return cards + actions_in_play(me, at=at) + buried


def discarded_bases(me: Me | Any) -> list[Card]:
    """Return the bases in the base discard pile, the latest first."""
    return [me.game.table.cards[number] for number in me.game.table.base_discard]


def bases_with_your_minions(me: Me | Any) -> list[int]:
    """Return the bases where you have a minion."""
    return [site for site in me.game.table.sites if minions(me, at=site, of=me.you)]


def other_bases(me: Me | Any, site: int) -> list[int]:
    """Return all bases but one."""
    return [number for number in me.game.table.sites if number != site]


def others(me: Me | Any) -> list[int]:
    """Return the other players, clockwise from you."""
    return [seat for seat in me.game.clockwise(me.you) if seat != me.you]


def hand(me: Me | Any, seat: int | None = None) -> list[Card]:
    """Return the cards in a player's hand, yours by default."""
    cards = me.game.table.cards
    return [cards[number] for number in me.game.table.seats[me.you if seat is None else seat].hand]


def whole_hand(me: Me | Any, seat: int | None = None) -> list[Card]:
    """Return a hand whose cards all leave at once, seen by all, sorted by owner and name because the order of a hand is
    not public. (Cards that nobody sees go in their existing order, which must not reveal anything either.)"""
    return sorted(hand(me, seat), key=lambda card: (card.owner != card.controller, card.owner, card.definition))


def discard_pile(me: Me | Any, seat: int | None = None) -> list[Card]:
    """Return the cards in a player's discard pile, yours by default."""
    cards = me.game.table.cards
    return [cards[number] for number in me.game.table.seats[me.you if seat is None else seat].discard]


def in_play(card: Card) -> bool:
    """Return whether a card is face up in play at a base."""
    return card.zone in IN_PLAY


def this_turn(me: Me | Any, kind: type[Any], test: Callable[[Any], bool] = lambda entry: True) -> list[Any]:
    """Return this turn's events of one type that pass a test (see `Table.journal`)."""
    return [entry for entry in me.game.table.journal if type(entry) is kind and test(entry)]
