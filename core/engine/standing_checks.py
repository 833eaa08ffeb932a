"""What must be so after every moment, before anything is triggered.

Control that was tied to a card ends when that card has gone, and so does an effect that lasts no longer than its card
(term.expiry). Another player's action on a minion that has become untouchable is without effect on it, and in most books
due to be destroyed, since carrying an action is being affected (reading.untouchable-actions): here that is only noted,
for a destruction may ask (`core.engine.moments.settle_due`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.engine.effects import Effect, possible, shielded_by
from core.engine.index import IDLE, idle
from events.vocabulary import (
    Boxed,
    Buried,
    CardPlayed,
    ControlChanged,
    CountersChanged,
    CountersTransferred,
    Destroyed,
    Discarded,
    Drawn,
    DuelCardPlaced,
    EffectBegan,
    EffectsEnded,
    Event,
    Moved,
    Placed,
    Returned,
    SetAside,
    StasisEntered,
    Taken,
    Transferred,
    TurnBegan,
)
from projections.table import IN_PLAY, Card, Lasting

if TYPE_CHECKING:
    from core.engine.game import Game

STIRRING: frozenset[type[Event]] = frozenset(
    {
        *(Destroyed, Discarded, Returned, Placed, Taken, Boxed, Buried, SetAside, StasisEntered, Transferred),
        *(CardPlayed, ControlChanged, CountersChanged, CountersTransferred, Drawn),
        *(EffectBegan, EffectsEnded, Moved, TurnBegan, DuelCardPlaced),
    }
)
"""After these something may have to be mended: a card went, came, or changed hands or places; a hand grew or shrank."""


def settle_standing(game: Game) -> None:
    """Mend what a moment has left."""
    if game.table.tied:
        _end_tied_control(game)
    idling = False
    if game.table.lasting:
        _end_effects_of_gone_cards(game)
        idling = any(lasting.kind == IDLE for lasting in game.table.lasting)
    if idling or game.index.hooks.get("shield"):
        _idle_actions_on_untouchables(game)


def _end_tied_control(game: Game) -> None:
    cards = game.table.cards
    for minion in game.table.borrowed():
        for layer in minion.control:
            if layer.tied_to:
                tied = cards[layer.tied_to]
                if tied.zone not in IN_PLAY or tied.host != minion.number or idle(game, tied):
                    rest = [other for other in minion.control if other is not layer]
                    game.emit(
                        ControlChanged,
                        card=minion.number,
                        controller=rest[-1].seat,
                        tied_to=layer.tied_to,
                        ends=True,
                        rule="term.control",
                    )
                    return _end_tied_control(game)
    return None


def _end_effects_of_gone_cards(game: Game) -> None:
    cards = game.table.cards
    over = tuple(
        lasting.number
        for lasting in game.table.lasting
        if lasting.until in ("source", "in-play")
        and (cards[lasting.by].zone not in IN_PLAY or cards[lasting.by].since > lasting.number)
    )
    if over:
        game.emit(EffectsEnded, effects=over, rule="term.expiry")


def _idle_actions_on_untouchables(game: Game) -> None:
    """An action on a minion that its player's cards can't affect is without effect on it while that lasts, and where
    the book lets such a minion shed it, it is due to be destroyed (reading.untouchable-actions)."""
    resting = {number for lasting in game.table.lasting if lasting.kind == IDLE for number in lasting.cards}
    for minion in game.table.carriers():
        for number in minion.attached:
            action = game.card(number)
            because = _kept_out(game, minion, action)
            if because is None:
                continue
            if game.edition.untouchables_shed and (number not in resting or _can_be_shed(game, action, because)):
                game.due[number] = because
            if number not in resting:
                _begin_idling(game, minion, action, because)
                return  # what it did may have kept something else out: all is looked at again after that event
            resting.remove(number)
    over = [lasting for lasting in game.table.lasting if lasting.kind == IDLE and resting.issuperset(lasting.cards)]
    if over:
        _end_idling(game, over)


def _kept_out(game: Game, minion: Card, action: Card) -> int | None:
    """The card because of which an action can't affect the minion it is on."""
    if action.controller == minion.controller and not minion.control:
        return None
    carried = Effect(
        verb="attach", card=minion.number, by=action.number, player=action.controller, seat=action.controller
    )
    return shielded_by(game, minion, carried)


def shedding(game: Game, action: Card, because: int) -> Effect:
    """The destruction of an action by the minion that it can't affect, as the work of what protects the minion."""
    player = game.card(because).controller
    seat = game.card(action.host).controller
    rule = "reading.untouchable-actions"
    return Effect(verb="destroy", card=action.number, by=because, player=player, seat=seat, rule=rule)


def _can_be_shed(game: Game, action: Card, because: int) -> bool:
    return possible(game, shedding(game, action, because))


def _begin_idling(game: Game, minion: Card, action: Card, because: int) -> None:
    controls = any(layer.tied_to == action.number for layer in minion.control)
    game.emit(
        EffectBegan,
        kind=IDLE,
        cards=(action.number,),
        arguments=("control",) if controls else (),
        by=because,
        seat=game.card(because).controller,
        until="game",
        rule="reading.untouchable-actions",
    )


def _end_idling(game: Game, over: list[Lasting]) -> None:
    """They act again; one that gave control of its minion does so again."""
    ended = [(lasting.cards, lasting.arguments) for lasting in over]
    game.emit(EffectsEnded, effects=tuple(lasting.number for lasting in over), rule="reading.untouchable-actions")
    for cards, controlled in ended:
        for action in (game.card(number) for number in cards):
            on_minion = action.zone == "attached" and game.card(action.host).zone == "minions"
            if controlled and on_minion and not idle(game, action):
                game.emit(
                    ControlChanged,
                    card=action.host,
                    controller=action.controller,
                    tied_to=action.number,
                    rule="term.control",
                )
