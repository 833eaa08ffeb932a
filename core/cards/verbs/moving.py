"""Cards in play that move to another base, go to another card, or change controller."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from core.cards.verbs.finding import actions_in_play, minions
from core.cards.verbs.lasting import until_fields
from core.cards.verbs.titans import titans
from core.engine.effects import Effect, effect, possible
from core.engine.moments import perform, perform_one
from core.engine.standing_checks import kept_out, off_limits
from core.engine.use import Me, Targets
from core.printed.definitions import Steps
from core.rules.burying import buried_cards
from events.vocabulary import ControlChanged, Moved, Transferred
from events.words import ControlTime
from projections.table import Card


def move(me: Me, card: Card, site: int, *, seat: int | None = None) -> Steps[Moved | None]:
    """Move a minion to another base, with everything on it (term.move).

    Returns the event, or None if it did not move.
    """
    event = yield from perform_one(me.game, effect(me, "move", card, seat=seat, site=site))
    return event if isinstance(event, Moved) else None


def move_all(me: Me, cards: Iterable[Card], site: int) -> Steps[list[Card]]:
    """Move several minions to one base at once. Returns those that moved."""
    effects = [effect(me, "move", card, site=site) for card in cards]
    events = yield from perform(me.game, effects)
    return [me.game.card(event.card) for event in events if isinstance(event, Moved)]


def gathering_places(me: Me, cards: Iterable[Card]) -> list[int]:
    """Return the bases at which these minions can be gathered; if the play demands that the action directly affects a
    certain minion, those that it would have to move to. To be chosen with `affects=False`."""
    aim, sites = me.aim, list(me.table.sites)
    if not isinstance(aim, Targets) or aim.met:
        return sites
    demanded = [card for card in cards if aim(card)]
    return [site for site in sites if any(card.site != site for card in demanded)] or sites


def move_each(me: Me, targets: Mapping[int, int]) -> Steps[list[Card]]:
    """Move several minions at once, each (by number) to its own base. Returns those that moved."""
    effects = [effect(me, "move", me.game.card(number), site=site) for number, site in targets.items()]
    events = yield from perform(me.game, effects)
    return [me.game.card(event.card) for event in events if isinstance(event, Moved)]


def carry_over(me: Me, cards: Iterable[Card], site: int) -> Steps[list[Card]]:
    """Take cards to another base, all at once: minions, titans and buried cards move, actions are transferred
    (term.move, term.transfer). Returns those that went there.
    """
    effects = [
        _transferring(me, card, site=site) if card.zone == "actions" else effect(me, "move", card, site=site)
        for card in cards
    ]
    events = yield from perform(me.game, effects)
    return [me.game.card(event.card) for event in events if isinstance(event, Moved | Transferred)]


def cards_to_carry(me: Me | Any, site: int) -> list[Card]:
    """Return your cards at a base that can be at another: minions, titans, actions on the base, and buried cards. An
    action on a minion goes with the minion, and cannot go to a base."""
    on_base = [action for action in actions_in_play(me, at=site, on_minions=False) if action.controller == me.you]
    own = [*minions(me, at=site, of=me.you), *titans(me, at=site, of=me.you)]
    return [*own, *on_base, *buried_cards(me.game, me.you, site)]


def can_move(me: Me | Any, card: Card, site: int) -> bool:
    """Return whether a card can be moved to a base."""
    return possible(me.game, effect(me, "move", card, site=site))


def transfer(me: Me, action: Card, *, site: int = 0, host: Card | None = None) -> Steps[bool]:
    """Transfer an action in play to another base or card (term.transfer). Returns whether it was transferred."""
    event = yield from perform_one(me.game, _transferring(me, action, site=site, host=host))
    return isinstance(event, Transferred)


def _transferring(me: Me, action: Card, *, site: int = 0, host: Card | None = None) -> Effect:
    """Return the transfer of an action; or its being discarded, where the book says so because its target is immune to
    it.
    """
    if action.host and not possible(me.game, effect(me, "transfer", me.game.card(action.host), site=site)):
        me.game.note("reading.transfer-off")
    if _immune(me, action, site, host) and me.game.edition.immune_transfer_discards:
        me.game.note("reading.htb-arriving-action")
        return effect(me, "discard", action, reason="its target is immune", rule="term.transfer")
    if host is not None:
        return effect(me, "transfer", action, site=host.site, host=host.number)
    return effect(me, "transfer", action, site=site)


def _immune(me: Me, action: Card, site: int, host: Card | None) -> bool:
    """Return whether the minion or base that an action would be transferred to can't be affected by it
    (attach.protected)."""
    game = me.game
    if host is not None:
        return kept_out(game, host, action) is not None
    current = game.table.sites.get(site)
    return current is not None and off_limits(game, current.base, action, action.controller) is not None


def give_control(me: Me, card: Card, seat: int, *, while_on: bool = False) -> Steps[Card | None]:
    """Give a player control of a card; with `while_on`, as long as this action is on it (term.control).

    Returns the card that changed controller, which may be another that stepped in, or None.
    """
    tied = me.card.number if while_on else 0
    event = yield from perform_one(me.game, effect(me, "control", card, to=seat, tied_to=tied))
    return me.game.card(event.card) if isinstance(event, ControlChanged) else None


def take_control(me: Me, *cards: Card, until: ControlTime = "game") -> Steps[list[Card]]:
    """Take control of cards, all at once: for good, or until the end of the turn ("turn"), the start of your next turn
    ("next-turn") and the like. Control then returns automatically, and nothing can prevent that (term.control). Returns
    those that changed controller."""
    time = None if until == "game" else until_fields(me, until)
    events = yield from perform(me.game, [effect(me, "control", card, to=me.you, lasting=time) for card in cards])
    return [me.game.card(event.card) for event in events if isinstance(event, ControlChanged)]
