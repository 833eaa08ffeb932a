"""Cards that leave play: what the event records about one, and what happens to the cards on and under it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import msgspec

from core.engine.power import power
from core.printed.definitions import LEAVES
from events.vocabulary import Discarded, Event, SetAside
from events.zones import AT_A_BASE, ZONES
from projections.table import Card

if TYPE_CHECKING:
    from core.engine.game import Game

LEAVING_VERBS: Final = frozenset(
    {"destroy", "discard", "return", "place", "shuffle", "take", "box", "remove", "bury", "store", "stasis"}
)
"""A card leaves once in a moment: the second such effect finds nothing."""


def last_known(game: Game, card: Card) -> dict[str, Any]:
    """Return the facts that an event about a card leaving play records."""
    if card.zone not in AT_A_BASE:
        return {"controller": card.controller}
    return {
        "controller": card.controller,
        "site": card.site,
        "host": card.host,
        "power": power(game, card) if card.zone == "minions" else 0,
    }


def left_behind(
    game: Game, card: Card, position: int, moment: int, cause: int = 0, *, leaving: Event | None = None
) -> list[Event]:
    """Return the events that discard the cards on and under a card that leaves, recursively, in the same moment
    (term.leave-play, stored.leaving).

    Cards that leave in that moment anyway are left out, and so are those that an ability of the card itself waits for.
    """
    if not card.attached and not card.stored:
        return []
    events: list[Event] = []
    anyway = {effect.card for effect in game.coming if effect.verb in LEAVING_VERBS}
    released = leaving is not None and bool(card.stored) and _releases(game, card, leaving)
    for number in (*card.attached, *(() if released else card.stored)):
        if number in anyway:
            continue
        below = game.card(number)
        reason, rule = ZONES[below.zone].left_behind
        event = Discarded(
            position=position + len(events),
            cause=cause or game.cause,
            moment=moment,
            card=number,
            to=below.owner,
            source=below.zone,
            controller=below.controller,
            site=below.site,
            host=below.host,
            reason=reason,
            rule=rule,
        )
        events.append(event)
        events += left_behind(game, below, position + len(events), moment, cause, leaving=event)
    if released:
        numbers = tuple(number for number in card.stored if number not in anyway)
        seat = card.controller
        at = position + len(events)
        assert leaving is not None
        events.append(
            SetAside(position=at, cause=leaving.position, seat=seat, cards=numbers, seen=False, rule="stored.leaving")
        )
        game.frames[-1].released += numbers
    return events


def _releases(game: Game, card: Card, leaving: Event) -> bool:
    """Return whether an ability of a leaving card is about the cards stored under it: they wait aside until it has
    resolved and are discarded then (stored.leaving)."""
    return any(
        instance.ability.releases
        and instance.ability.hook in (type(leaving), LEAVES)
        and (instance.ability.when is None or instance.ability.when(instance, leaving))
        for instance in game.index.of_card(card.number)
    )


def discard_released(game: Game, released: list[int]) -> None:
    """Discard cards that waited aside for the ability of the card they were stored under, and were not used."""
    for number in released:
        if game.card(number).zone == "aside":
            discard_by_rule(game, game.card(number), *ZONES["stored"].left_behind)


def discard_by_rule(game: Game, card: Card, reason: str, rule: str, *, seat: int = -1) -> None:
    """Discard a card by a rule rather than a card's effect, with all cards on and under it.

    A Madness card belongs to its holder: to the player who played it, even off another player's deck (win.madness).
    """
    moment = len(game.log) + 1
    event = Discarded(
        position=moment,
        cause=game.cause,
        moment=moment if card.attached or card.stored else 0,
        seat=seat,
        card=card.number,
        to=card.controller if game.facts[card.number].is_madness else card.owner,
        source=card.zone,
        **last_known(game, card),
        reason=reason,
        rule=rule,
    )
    game.happen((event, *left_behind(game, card, moment + 1, moment, leaving=event)))


def discard_from(game: Game, card: Card, reason: str, rule: str) -> None:
    """Discard the cards on and under a card by a rule, while the card itself stays."""
    moment = len(game.log) + 1
    events = left_behind(game, card, moment, moment)
    if events:
        game.happen([msgspec.structs.replace(event, reason=reason, rule=rule) for event in events])
