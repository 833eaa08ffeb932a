"""State-based actions: what must hold after every moment, before anything is triggered.

Control that is tied to a card ends when that card is gone, and so does an effect that lasts no longer than its card
(term.expiry). Another player's action on a minion that has become untouchable has no effect on it and is due to be
destroyed, because having an action on it is one way for a card to be affected (reading.untouchable-actions; HTB
says so itself, attach.protected). This module only records that, because a destruction may ask questions
(`core.engine.moments.settle_due`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from core.engine.effects import Effect, possible, shielded_by
from core.engine.index import SUPPRESSED, Index, Instance, applies_to, suppressed
from core.engine.power import PICKED, Dispute, disputes
from events.consequences import CONSEQUENCES
from events.vocabulary import EVENT_TYPES, ControlChanged, EffectBegan, EffectsEnded, Event
from projections.table import IN_PLAY, Card, Lasting

if TYPE_CHECKING:
    from core.engine.game import Game

UNSETTLING: Final[frozenset[type[Event]]] = frozenset(kind for kind in EVENT_TYPES if CONSEQUENCES[kind].unsettles)
"""The events after which state-based actions may be due."""


def cancel_abilities(game: Game) -> None:
    """Determine which cards have lost their abilities to continuous abilities of others (term.cancel).

    The older ability cancels first: one whose own card it has canceled cancels nothing.
    """
    canceled: dict[int, int] = {}
    table = game.table
    canceling = game.index.hooks.get("cancels")
    if canceling:
        there = [card for card in table.cards.values() if card.zone in IN_PLAY or card.zone == "base"]
        for instance in tuple(canceling):
            by = instance.card
            for card in there if by.number not in canceled else ():
                if (
                    card is not by
                    and card.number not in canceled
                    and instance.ability.function(instance, card)
                    and _can_cancel(game, instance, card)
                ):
                    canceled[card.number] = by.number
    if canceled != game.index.canceled:
        game.index.cancel(canceled, table.position)
        game.powers.clear()


def rebuilt_index(game: Game) -> Index:
    """Return a new index of active abilities, built from the table alone. The game keeps its own."""
    live = game.index
    game.index = Index.rebuilt(game)
    cancel_abilities(game)
    rebuilt, game.index = game.index, live
    return rebuilt


def _can_cancel(game: Game, instance: Instance, card: Card) -> bool:
    """Return whether nothing keeps a card's abilities from being canceled.

    An action on a protected minion is suppressed as a whole, so only other cards are checked here.
    """
    if not applies_to(instance, card.controller):
        return False
    by = instance.card
    if by.host == card.number or by.zone == "base" or not game.index.hooks.get("shield"):
        return True
    effect = Effect(verb="cancel", card=card.number, by=by.number, player=instance.you, seat=instance.you)
    return effect.verb not in game.edition.affect or shielded_by(game, card, effect) is None


def settle_standing(game: Game) -> None:
    """Perform the state-based actions after a moment."""
    if game.table.tied:
        _end_tied_control(game)
    suppressing = False
    if game.table.lasting or len(game.index.hooks.get("printed-power", ())) > 1:
        game.disputed = _unpicked(game)
    if game.table.lasting:
        _end_effects_of_gone_cards(game)
        suppressing = any(lasting.kind == SUPPRESSED for lasting in game.table.lasting)
    if suppressing or game.index.hooks.get("shield"):
        _suppress_actions_on_untouchables(game)
        _actions_on_immune_bases(game)


def _end_tied_control(game: Game) -> None:
    cards = game.table.cards
    for minion in game.table.borrowed():
        for layer in minion.control:
            if layer.tied_to:
                tied = cards[layer.tied_to]
                if tied.zone not in IN_PLAY or tied.host != minion.number or suppressed(game, tied):
                    rest = [other for other in minion.control if other is not layer]
                    if minion.stored:
                        game.note("reading.stored-control")
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


def _unpicked(game: Game) -> list[Dispute]:
    """Return the values whose number the current player must still pick, and end picks that no longer matter
    (value.two-resets)."""
    disputed = disputes(game)
    picks = [lasting for lasting in game.table.lasting if lasting.kind == PICKED]
    if not disputed and not picks:
        return disputed
    current = {(dispute.card, dispute.said) for dispute in disputed}
    over = tuple(pick.number for pick in picks if (pick.cards[0], pick.arguments) not in current)
    if over:
        game.emit(EffectsEnded, effects=over, rule="value.two-resets")
    picked = {(pick.cards[0], pick.arguments) for pick in picks}
    waiting = [dispute for dispute in disputed if (dispute.card, dispute.said) not in picked]
    return waiting if waiting and game.edition.resets_picked else []


def _suppress_actions_on_untouchables(game: Game) -> None:
    """Suppress actions on minions that they can't affect, and mark them to be destroyed. They stay suppressed while
    something keeps them there (reading.untouchable-actions)."""
    suppressed_before = {
        number for lasting in game.table.lasting if lasting.kind == SUPPRESSED for number in lasting.cards
    }
    for minion in game.table.carriers():
        for number in minion.attached:
            action = game.card(number)
            because = kept_out(game, minion, action)
            if because is None:
                continue
            if number not in suppressed_before or _can_be_destroyed(game, action, because):
                game.due[number] = because
            if number not in suppressed_before:
                _begin_suppression(game, minion, action, because)
                return  # this may have removed another protection: all is checked again after that event
            suppressed_before.remove(number)
    over = [
        lasting
        for lasting in game.table.lasting
        if lasting.kind == SUPPRESSED and suppressed_before.issuperset(lasting.cards)
    ]
    if over:
        _end_suppression(game, over)


def _actions_on_immune_bases(game: Game) -> None:
    """Mark actions on bases that have become immune to them to be destroyed, in editions that say so
    (attach.protected)."""
    for site in game.table.sites.values():
        for number in site.actions:
            because = off_limits(game, site.base, game.card(number), game.card(number).controller)
            if because is not None:
                game.due[number] = because


def off_limits(game: Game, base: int, action: Card, seat: int) -> int | None:
    """Return the card because of which a player's action can't be on a base, or None (attach.protected)."""
    effect = Effect(verb="attach", card=base, by=action.number, player=seat, seat=seat)
    because = shielded_by(game, game.card(base), effect)
    return because if because is not None and game.edition.immune_bases_lose_actions else None


def kept_out(game: Game, minion: Card, action: Card) -> int | None:
    """Return the card because of which an action can't affect the minion it is on, or None."""
    if action.controller == minion.controller and not minion.control:
        return None
    carried = Effect(
        verb="attach", card=minion.number, by=action.number, player=action.controller, seat=action.controller
    )
    return shielded_by(game, minion, carried)


def destruction_by(game: Game, action: Card, because: int) -> Effect:
    """Return the effect that destroys an action on a minion or base it can't affect, as done by the protecting card."""
    player = game.card(because).controller
    seat = game.card(action.host).controller if action.host else player
    return Effect(verb="destroy", card=action.number, by=because, player=player, seat=seat, rule=_immunity_rule(game))


def _immunity_rule(game: Game) -> str:
    """Return the rule by which an action leaves a card that it can't affect: a reading, until a book says so itself."""
    return "attach.protected" if game.edition.immune_bases_lose_actions else "reading.untouchable-actions"


def _can_be_destroyed(game: Game, action: Card, because: int) -> bool:
    return possible(game, destruction_by(game, action, because))


def _begin_suppression(game: Game, minion: Card, action: Card, because: int) -> None:
    controls = any(layer.tied_to == action.number for layer in minion.control)
    game.emit(
        EffectBegan,
        kind=SUPPRESSED,
        cards=(action.number,),
        arguments=("control",) if controls else (),
        by=because,
        seat=game.card(because).controller,
        until="game",
        rule=_immunity_rule(game),
    )


def _end_suppression(game: Game, over: list[Lasting]) -> None:
    """Let suppressed actions act again; one that gave control of its minion does so again."""
    ended = [(lasting.cards, lasting.arguments) for lasting in over]
    game.emit(EffectsEnded, effects=tuple(lasting.number for lasting in over), rule=_immunity_rule(game))
    for cards, controlled in ended:
        for action in (game.card(number) for number in cards):
            on_minion = action.zone == "attached" and game.card(action.host).zone == "minions"
            if controlled and on_minion and not suppressed(game, action):
                game.emit(
                    ControlChanged,
                    card=action.host,
                    controller=action.controller,
                    tied_to=action.number,
                    rule="term.control",
                )
