"""Cards leaving play: what an event about one keeps of it, and what becomes of the cards on and under it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from core.engine.power import power
from events.vocabulary import Discarded, Event
from projections.table import IN_PLAY, Card

if TYPE_CHECKING:
    from core.engine.game import Game

LEAVING_VERBS = frozenset(
    {"destroy", "discard", "return", "place", "shuffle", "take", "box", "bury", "store", "stasis"}
)
"""A card leaves once in a moment: of two such effects the second finds nothing."""


def last_known(game: Game, card: Card) -> dict[str, Any]:
    """The facts about a card in play that an event about its leaving keeps."""
    if card.zone not in IN_PLAY and card.zone != "buried":
        return {"controller": card.controller}
    return {
        "controller": card.controller,
        "site": card.site,
        "host": card.host,
        "power": power(game, card) if card.zone == "minions" else 0,
    }


def left_behind(game: Game, card: Card, position: int, moment: int, cause: int = 0) -> list[Event]:
    """What is on and under a card that leaves, and on and under that, goes to its owners' discard piles in the same
    moment (term.leave-play, stored.leaving), unless it leaves then anyway."""
    events: list[Event] = []
    leaving = {one.card for one in game.coming if one.verb in LEAVING_VERBS}
    for number in (*card.attached, *card.stored):
        if number in leaving:
            continue
        below = game.card(number)
        attached = below.zone == "attached"
        events.append(
            Discarded(
                position=position + len(events),
                cause=cause or game.cause,
                moment=moment,
                card=number,
                to=below.owner,
                source=below.zone,
                controller=below.controller,
                site=below.site,
                host=below.host,
                reason="left with its card" if attached else "was under a card that left",
                rule="term.leave-play" if attached else "stored.leaving",
            )
        )
        events += left_behind(game, below, position + len(events), moment, cause)
    return events


def discard_by_rule(game: Game, card: Card, reason: str, rule: str, *, seat: int = -1) -> None:
    """A rule, no card, sends a card to its owner's discard pile, with all that is on and under it."""
    moment = len(game.log) + 1
    left = left_behind(game, card, moment + 1, moment)
    event = Discarded(
        position=moment,
        cause=game.cause,
        moment=moment if left else 0,
        seat=seat,
        card=card.number,
        to=card.owner,
        source=card.zone,
        **last_known(game, card),
        reason=reason,
        rule=rule,
    )
    game.happen((event, *left))


def discard_from(game: Game, card: Card, reason: str, rule: str) -> None:
    """A rule discards what is on and under a card, while the card itself goes on."""
    moment = len(game.log) + 1
    events = left_behind(game, card, moment, moment)
    if events:
        game.happen([msgspec.structs.replace(event, reason=reason, rule=rule) for event in events])
