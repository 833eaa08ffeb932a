"""Cards leaving play: what an event about one keeps of it, and what becomes of the cards on and under it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from core.engine.power import power
from core.printed.definitions import LEAVES
from events.vocabulary import Discarded, Event, SetAside
from projections.table import IN_PLAY, Card

if TYPE_CHECKING:
    from core.engine.game import Game

LEAVING_VERBS = frozenset(
    {"destroy", "discard", "return", "place", "shuffle", "take", "box", "bury", "store", "stasis"}
)
"""A card leaves once in a moment: of two such effects the second finds nothing."""

UNDER = "was under a card that left"


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


def left_behind(
    game: Game, card: Card, position: int, moment: int, cause: int = 0, *, leaving: Event | None = None
) -> list[Event]:
    """What is on and under a card that leaves, and on and under that, goes to its owners' discard piles in the same
    moment (term.leave-play, stored.leaving), unless it leaves then anyway, or a word of the card itself waits for it."""
    if not card.attached and not card.stored:
        return []
    events: list[Event] = []
    anyway = {one.card for one in game.coming if one.verb in LEAVING_VERBS}
    released = leaving is not None and bool(card.stored) and _releases(game, card, leaving)
    for number in (*card.attached, *(() if released else card.stored)):
        if number in anyway:
            continue
        below = game.card(number)
        attached = below.zone == "attached"
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
            reason="left with its card" if attached else UNDER,
            rule="term.leave-play" if attached else "stored.leaving",
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
    """Whether an ability of a card that leaves has something to say about what lies under it: that waits aside until the
    ability has resolved, and is discarded then (stored.leaving)."""
    return any(
        one.ability.releases
        and one.ability.hook in (type(leaving), LEAVES)
        and (one.ability.when is None or one.ability.when(one, leaving))
        for one in game.index.of_card(card.number)
    )


def discard_released(game: Game, released: list[int]) -> None:
    """What has waited aside for the words of the card it lay under, and was not used."""
    for number in released:
        if game.card(number).zone == "aside":
            discard_by_rule(game, game.card(number), UNDER, "stored.leaving")


def discard_by_rule(game: Game, card: Card, reason: str, rule: str, *, seat: int = -1) -> None:
    """A rule, no card, sends a card to its owner's discard pile, with all that is on and under it. A Madness card is
    whoever's has it: of the player who has played it, off another player's deck too (win.madness)."""
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
    """A rule discards what is on and under a card, while the card itself goes on."""
    moment = len(game.log) + 1
    events = left_behind(game, card, moment, moment)
    if events:
        game.happen([msgspec.structs.replace(event, reason=reason, rule=rule) for event in events])
