"""Continuous effects: what a card causes for some time."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from core.engine.effects import effect
from core.engine.moments import perform_one
from core.engine.use import Me
from core.printed.definitions import Steps, ability
from events.vocabulary import EffectBegan, EffectsEnded
from events.words import Duration, LastingKind, LastingUntil
from projections.table import Card


def leave_alone(me: Me, card: Card) -> None:
    """Protect a card from the rest of the ability that is acting, for a replacement that says so."""
    me.game.frames[-1].spared[card.number] = me.by


def until_fields(me: Me, until: Duration, seat: int | None = None) -> dict[str, Any]:
    """Return the fields of `EffectBegan` that say how long it lasts."""
    player = me.you if seat is None else seat
    if until == "your-turn":  # the current one, if it is yours
        until = "turn" if me.game.table.current == player else "end-of-turn"
    stored = _STORED_AS[until]
    return {"until": stored, "until_seat": player} if stored in ("start-of-turn", "end-of-turn") else {"until": stored}


_STORED_AS: dict[Duration, LastingUntil] = {
    "turn": "turn",
    "next-turn": "start-of-turn",
    "end-of-turn": "end-of-turn",
    "unstated": "source",  # with its card, at the latest with the turn (term.expiry)
    "in-play": "in-play",
    "game": "game",
}


def lose_abilities(me: Me, card: Card, *, until: Duration = "turn", but_this: bool = True) -> Steps[Card | None]:
    """Remove a card's abilities that are older than this effect, except the one in use (term.cancel). Returns the card
    affected, or None."""
    but = (me.ability.key, me.granted_by) if but_this and me.ability is not None else None
    lasting = {"kind": "lose-abilities", "but": but, **until_fields(me, until)}
    event = yield from perform_one(me.game, effect(me, "cancel", card, lasting=lasting))
    return me.game.card(event.cards[0]) if isinstance(event, EffectBegan) else None


def change_breakpoint(me: Me, site: int, amount: int, *, until: Duration = "turn") -> None:
    """Raise or lower a base's breakpoint for a time."""
    _on_base(me, "breakpoint", site, amount, until)


def set_breakpoint(me: Me, site: int, amount: int, *, until: Duration = "turn") -> None:
    """Set a base's breakpoint to a number for a time; changes are added on top (term.starting)."""
    _on_base(me, "set-breakpoint", site, amount, until)


def _on_base(me: Me, kind: LastingKind, site: int, amount: int, until: Duration) -> None:
    base = me.game.table.sites[site].base
    me.game.emit(
        EffectBegan,
        kind=kind,
        cards=(base,),
        amount=amount,
        by=me.by,
        seat=me.you,
        site=site,
        **until_fields(me, until),
    )


def lasting(
    me: Me,
    key: str,
    *,
    until: Duration = "turn",
    cards: Sequence[Card] = (),
    site: int = 0,
    seat: int | None = None,
    arguments: Sequence[str] = (),
) -> None:
    """Let an ability (declared with `lasting=`) act without a card in play.

    `until`: "turn", "next-turn" (the start of your next one), "end-of-turn" (the end of the player's next one), "game".
    """
    numbers = tuple(card.number for card in cards)
    if not cards and ability(key).hook == "power":  # it follows its bases, not the minions there now
        me.game.note("reading.htb-until-order", "conflict.until")
    me.game.emit(
        EffectBegan,
        kind="ability",
        ability=key,
        cards=numbers,
        site=site,
        by=me.by,
        seat=me.you if seat is None else seat,
        arguments=tuple(arguments),
        **until_fields(me, until, seat),
    )


def it_is_over(me: Me) -> None:
    """End the continuous effect by which this ability acts: what it waited for has happened."""
    if me.lasting is not None:
        me.game.emit(EffectsEnded, effects=(me.lasting.number,))


def remember(me: Me, *words: str) -> None:
    """Record something named as this card was played (such as a faction), for as long as it is in play."""
    me.game.emit(
        EffectBegan, kind="named", cards=(me.by,), arguments=words, by=me.by, seat=me.you, **until_fields(me, "in-play")
    )


def remembered(me: Me | Any) -> tuple[str, ...]:
    """Return what was named as this card was played (`remember`)."""
    for lasting in me.game.table.lasting:
        if lasting.kind == "named" and lasting.by == me.card.number:
            return tuple(lasting.arguments)
    return ()
