"""The decks: drawing, reshuffling an empty deck, and bases that come into play and leave it."""

from __future__ import annotations

from collections.abc import Sequence

from core.engine.effects import Effect
from core.engine.game import Game, Trigger
from core.engine.index import players_affected
from core.engine.moments import perform_one
from core.printed.definitions import ARRIVAL, Steps
from core.printed.editions import OwnersZone
from events.vocabulary import BaseArrived, BaseLeft, Drawn, Event, Taken
from projections.table import Card

BASE_LEFT = "its base left"
"""Why cards are discarded if their base leaves play without scoring, or before they do."""


def goes_to(game: Game, card: Card, holder: int, *, seen: bool, stays: bool = False) -> int:
    """Return whose hand or deck a card goes to when a player puts it into their own (term.owner-zone).

    `seen`: others see which card it is. `stays`: it was only revealed in that deck and does not leave it. A Madness
    card belongs to its holder: in a discard pile, to the player whose pile it is, whoever moves it (win.madness).
    """
    zone = game.edition.owners_zone
    if game.facts[card.number].is_madness:
        return card.controller if card.zone == "discard" else holder
    if card.owner in (holder, -1):
        return holder
    if card.zone == "deck":  # it last came from the deck of a player who did not start with it
        game.note("reading.htb-owner-words", "conflict.owner")
    game.note("reading.owner-zone-early", *(["reading.put-back"] if stays else []))
    if zone is OwnersZone.EVERY or (seen and not (stays and zone is OwnersZone.SEEN_ELSEWHERE)):
        return card.owner
    return holder


def take_up(game: Game, seat: int, cards: Sequence[Card], *, seen: bool, by: int = 0, rule: str = "") -> list[Card]:
    """Put certain cards of one zone into a player's hand. Returns those that got there: other players' cards go to
    their owners."""
    own = [card for card in cards if goes_to(game, card, seat, seen=seen) == seat]
    if own:
        position, numbers, zone = len(game.log) + 1, tuple([card.number for card in own]), own[0].zone
        game.record(Drawn(position=position, cause=game.cause, seat=seat, cards=numbers, zone=zone, by=by, rule=rule))
    if len(own) == len(cards):
        return own
    for card in cards:
        if card not in own:
            game.emit(
                Taken,
                card=card.number,
                to=card.owner,
                source=card.zone,
                controller=seat,
                seat=seat,
                by=by,
                moment=len(game.log) + 1,
                seen=seen,
                rule="term.owner-zone",
            )
    return own


def refill(game: Game, seat: int, doing: str, *, between: bool = False) -> bool:
    """Reshuffle the discard pile into an empty deck, if the edition allows it for this purpose (turn.empty-deck).
    Returns whether it did."""
    player = game.table.seats[seat]
    allowed = game.edition.reshuffle_between if between else game.edition.reshuffles
    if player.deck or not player.discard or doing not in allowed:
        return False
    game.shuffle("deck", seat, with_discard=True, rule="turn.empty-deck")
    return True


def can_search(game: Game, seat: int) -> bool:
    """Return whether there is a deck to search, or a discard pile to form one. What is in it is hidden."""
    player = game.table.seats[seat]
    return bool(player.deck or (player.discard and "search" in game.edition.reshuffles))


def draw(game: Game, seat: int, count: int = 1, *, by: int = 0, rule: str = "") -> list[int]:
    """Draw cards one at a time, as long as there are any. Returns their numbers."""
    drawn: list[int] = []
    while len(drawn) < count:
        deck = game.table.seats[seat].deck
        if not deck and not refill(game, seat, "draw", between=bool(drawn)):
            if not game.table.seats[seat].discard:
                game.note("reading.htb-nothing-left")
            break
        deck = game.table.seats[seat].deck
        batch = deck[: count - len(drawn)]
        take_up(game, seat, [game.card(number) for number in batch], seen=False, by=by, rule=rule)
        drawn += batch
    return drawn


def next_base(game: Game) -> int:
    """Return the top card of the base deck, reshuffled if the edition says so; 0 if there is none."""
    table = game.table
    if not table.base_deck and table.base_discard and game.edition.reshuffle_bases:
        game.shuffle("base_deck", with_discard=True, rule="score.replace-base")
    return table.base_deck[0] if table.base_deck else 0


def add_base(game: Game, *, by: int = 0, rule: str = "") -> int:
    """Put a base into play from the base deck. Returns its site, or 0 if there is no base left."""
    number = next_base(game)
    if not number:
        return 0
    site = len(game.log) + 1
    answer_arrival(game, game.emit(BaseArrived, base=number, site=site, by=by, rule=rule), number)
    return site


def base_leaves(game: Game, site: int, reason: str, *, by: int = 0, seat: int = -1, rule: str = "") -> Steps[None]:
    """Remove a base from play, with everything still there: cards that arrived meanwhile, or that the removing effect
    can't affect. A rule discards them, since they have no base to be at (term.leave-play)."""
    current = game.table.sites[site]
    for number in current.cards:
        yield from perform_one(game, Effect(verb="discard", card=number, reason=BASE_LEFT, rule="term.leave-play"))
    game.emit(BaseLeft, base=current.base, site=site, reason=reason, by=by, seat=seat, rule=rule)


def answer_arrival(game: Game, arrived: Event, number: int) -> None:
    """Let a base use its arrival ability. A base does not witness its own arrival, so it is asked once it is in
    play."""
    for instance in game.index.of_card(number):
        if instance.ability.hook == ARRIVAL and game.table.turn and players_affected(instance, (game.table.current,)):
            seat, position = game.table.current, arrived.position
            game.frames[-1].triggers.append(Trigger(instance, arrived, seat, position, position))
