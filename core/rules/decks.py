"""The decks: drawing, making an empty deck anew, and bases coming into play."""

from __future__ import annotations

from core.engine.game import Game, Trigger
from core.printed.definitions import ARRIVAL
from events.vocabulary import BaseArrived, Drawn, Event


def refill(game: Game, seat: int, doing: str, *, between: bool = False) -> bool:
    """Make an empty deck anew from its discard pile, where the book says so for what is being done (turn.empty-deck)."""
    player = game.table.seats[seat]
    allowed = game.edition.reshuffle_between if between else game.edition.reshuffles
    if player.deck or not player.discard or doing not in allowed:
        return False
    game.shuffle("deck", seat, with_discard=True, rule="turn.empty-deck")
    return True


def draw(game: Game, seat: int, count: int = 1, *, by: int = 0, rule: str = "") -> list[int]:
    """Draw cards, one after another as far as there are any. Returns their numbers."""
    drawn: list[int] = []
    while len(drawn) < count:
        deck = game.table.seats[seat].deck
        if not deck and not refill(game, seat, "draw", between=bool(drawn)):
            break
        deck = game.table.seats[seat].deck
        batch = tuple(deck[: count - len(drawn)])
        game.emit(Drawn, seat=seat, cards=batch, by=by, rule=rule)
        drawn += batch
    return drawn


def next_base(game: Game) -> int:
    """The top card of the base deck, made anew from the base discard pile where the book says so; 0 if there is none."""
    table = game.table
    if not table.base_deck and table.base_discard and game.edition.reshuffle_bases:
        game.shuffle("base_deck", with_discard=True, rule="score.replace-base")
    return table.base_deck[0] if table.base_deck else 0


def add_base(game: Game, *, by: int = 0, rule: str = "") -> int:
    """A base comes into play from the base deck. Returns its site, 0 if there is no base left."""
    number = next_base(game)
    if not number:
        return 0
    site = len(game.log) + 1
    answer_arrival(game, game.emit(BaseArrived, base=number, site=site, by=by, rule=rule), number)
    return site


def answer_arrival(game: Game, arrived: Event, number: int) -> None:
    """What a base does after it has come into play: no witness of its own arrival, it is asked when it is there."""
    for instance in game.index.of_card(number):
        if instance.ability.hook == ARRIVAL and game.table.turn:
            seat, position = game.table.current, arrived.position
            game.frames[-1].triggers.append(Trigger(instance, arrived, seat, position, position))
