"""What must be so after every moment, before anything is triggered.

Control that was tied to a card ends when that card has gone, and so does an effect that lasts no longer than its card
(term.expiry); another player's actions on a minion that has become untouchable are destroyed, since carrying an action
is being affected (term.affect).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.engine.effects import Effect, shielded_by
from core.engine.leaving import left_behind
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
from projections.table import IN_PLAY

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
    if game.table.lasting:
        _end_effects_of_gone_cards(game)
    if game.index.hooks.get("shield"):
        _destroy_actions_on_untouchables(game)


def _end_tied_control(game: Game) -> None:
    cards = game.table.cards
    for minion in game.table.borrowed():
        for layer in minion.control:
            if layer.tied_to:
                tied = cards[layer.tied_to]
                if tied.zone not in IN_PLAY or tied.host != minion.number:
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
        if lasting.until == "source"
        and (cards[lasting.by].zone not in IN_PLAY or cards[lasting.by].since > lasting.number)
    )
    if over:
        game.emit(EffectsEnded, effects=over, rule="term.expiry")


def _destroy_actions_on_untouchables(game: Game) -> None:
    for minion in game.table.carriers():
        for number in minion.attached:
            action = game.card(number)
            if action.controller == minion.controller and not minion.control:
                continue
            carried = Effect(
                verb="attach", card=minion.number, by=number, player=action.controller, seat=action.controller
            )
            because = shielded_by(game, minion, carried)
            if because is not None:
                event = Destroyed(
                    position=len(game.log) + 1,
                    cause=game.cause,
                    moment=len(game.log) + 1,
                    by=because,
                    seat=minion.controller,
                    card=number,
                    to=action.owner,
                    source="attached",
                    controller=action.controller,
                    site=action.site,
                    host=action.host,
                    rule="term.affect",
                )
                game.happen((event, *left_behind(game, action, event.position + 1, event.position)))
                return _destroy_actions_on_untouchables(game)
    return None
