"""Cards leaving play: what an event about one keeps of it, and what becomes of the cards on and under it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from core.engine.power import power
from events.vocabulary import Discarded, Event, SetAside
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
    """What happens to the cards on and under a card that leaves play, unless they leave in the same moment anyway."""
    events: list[Event] = []
    leaving = {one.card for one in game.coming if one.verb in LEAVING_VERBS}
    for number in card.attached:
        if number in leaving:
            continue
        attached = game.card(number)
        events.append(
            Discarded(
                position=position + len(events),
                cause=cause or game.cause,
                moment=moment,
                card=number,
                to=attached.owner,
                source="attached",
                controller=attached.controller,
                site=attached.site,
                host=attached.host,
                reason="left with its card",
                rule="term.leave-play",
            )
        )
    if card.stored:
        events.append(
            SetAside(
                position=position + len(events),
                cause=cause or game.cause,
                seat=card.controller,
                cards=tuple(card.stored),
                seen=False,
                rule="stored.leaving",
            )
        )
    return events
