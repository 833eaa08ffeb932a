"""Everything a card does to another goes through here: prohibition ("can't"), replacement ("instead"), the event.

An effect is a value. `settle` asks whether it can happen and what happens in its place; `perform` lets all effects of
one moment happen together and returns the events, so that whatever follows ("to", "if you do", "that minion") follows
what really happened.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from core.definitions import Steps
from core.game import Game
from core.index import Instance
from core.power import power
from core.use import Me
from events.questions import NO, YES, May
from events.vocabulary import (
    AbilityUsed,
    Boxed,
    Buried,
    ControlChanged,
    CountersChanged,
    CountersTransferred,
    Destroyed,
    Discarded,
    EffectBegan,
    Event,
    Forbidden,
    Leaving,
    Moved,
    Placed,
    Replaced,
    Returned,
    SetAside,
    StasisChanged,
    StasisEntered,
    Stored,
    Taken,
    Transferred,
)
from projections.table import IN_PLAY, Card


class Effect(msgspec.Struct, frozen=True, kw_only=True):
    """What one card would do to another.

    `by` is the card whose words act and `player` its player; `seat` carries it out (the victim of a Bear Hug);
    `targeted`: the card was named as a target, not just reached with others ("directly").
    """

    verb: str
    card: int
    by: int = 0
    player: int = -1
    seat: int = -1
    targeted: bool = True
    redirected: bool = False
    met: tuple[tuple[int, str, int, int], ...] = ()  # replacements it has met: each once; the last: declined for it
    # what the verb needs
    site: int = 0
    host: int = 0
    to: int = -1
    amount: int = 0
    end: str = "top"
    zone: str = ""
    tied_to: int = 0
    reason: str = ""
    rule: str = ""
    cause: int = 0  # where that is not what is resolving: a replacement's use
    ends: bool = False
    seen: bool = True
    lasting: dict[str, Any] | None = None

    def aimed_at(self, card: Card) -> Effect:
        """The same effect on another card."""
        return msgspec.structs.replace(self, card=card.number, redirected=True)

    def becomes(self, verb: str, **changes: Any) -> Effect:
        """Another effect in its place."""
        return msgspec.structs.replace(self, verb=verb, **changes)

    def done_by(self, me: Me) -> Effect:
        """The same effect as the work of the ability in use: its words act now, for its player."""
        return msgspec.structs.replace(self, by=me.by, player=me.you, seat=me.you)

    def returned_instead(self, me: Me) -> Effect:
        """In place of this the card goes back to its owner's hand, by the words of the ability in use."""
        return self.becomes("return", to=-1).done_by(me)


LEAVING_VERBS = frozenset(
    {"destroy", "discard", "return", "place", "shuffle", "take", "box", "bury", "store", "stasis"}
)
"""A card leaves once in a moment: of two such effects the second finds nothing."""


def effect(me: Me | Instance, verb: str, card: Card, *, seat: int | None = None, **details: Any) -> Effect:
    """An effect of an ability in use."""
    by = me.by if isinstance(me, Me) else me.granted_by or me.card.number
    return Effect(verb=verb, card=card.number, by=by, player=me.you, seat=me.you if seat is None else seat, **details)


def forbidden_by(game: Game, wanted: Effect) -> int | None:
    """The card because of which an effect can't happen (0: a rule); None if it can (void.cant-wins)."""
    hooks = game.index.hooks
    if listening := hooks.get("forbid"):
        for instance in listening:
            if wanted.verb in instance.ability.verbs and instance.ability.function(instance, wanted):
                return instance.card.number
    if hooks.get("shield") and wanted.verb in game.edition.affect:
        return shielded_by(game, game.table.cards[wanted.card], wanted)
    return None


def shielded_by(game: Game, card: Card, wanted: Effect) -> int | None:
    """The card that keeps another from being affected by this (term.affect)."""
    for instance in game.index.hooks.get("shield", ()):
        if instance.ability.function(instance, card, wanted):
            return instance.card.number
    return None


def possible(game: Game, wanted: Effect) -> bool:
    """Whether an effect can happen: asked before a "to" is begun. Changes nothing."""
    return forbidden_by(game, wanted) is None


def settle(game: Game, wanted: Effect) -> Steps[Effect | None]:
    """What really comes of an effect: it or its replacement; None if nothing does."""
    hooks = game.index.hooks
    if not (hooks.get("forbid") or hooks.get("shield") or hooks.get("instead")):
        return wanted
    while True:
        because = forbidden_by(game, wanted)
        if because is not None:
            game.emit(
                Forbidden,
                verb=wanted.verb,
                card=wanted.card,
                because=because,
                by=wanted.by,
                seat=wanted.seat,
                rule="void.cant-wins",
            )
            return None
        instance = _replacement(game, wanted)
        if instance is None:
            return wanted
        changed = yield from _replace(game, instance, wanted)
        if changed is False:
            wanted = msgspec.structs.replace(wanted, met=(*wanted.met, _met(instance, wanted.card)))
        elif changed is None:
            return None
        else:
            wanted = msgspec.structs.replace(changed, met=(*wanted.met, _met(instance)))


def _met(instance: Instance, declined_for: int = 0) -> tuple[int, str, int, int]:
    """How an effect remembers a replacement: one that was declined for a card may still act when another steps in."""
    return (instance.card.number, instance.ability.key, instance.granted_by, declined_for)


def _replacement(game: Game, wanted: Effect) -> Instance | None:
    """The next replacement that an effect meets: mandatory before optional, each once."""
    candidates = [
        instance
        for instance in game.index.awake("instead")
        if wanted.verb in instance.ability.verbs
        and _met(instance) not in wanted.met
        and _met(instance, wanted.card) not in wanted.met
        and (instance.ability.when is None or instance.ability.when(instance, wanted))
        and _decision(game, instance) is not False
    ]
    return min(candidates, key=lambda instance: instance.ability.may) if candidates else None


def _decision(game: Game, instance: Instance) -> bool | None:
    """What was decided for other effects of this moment, where one decision holds for all of them; None: nothing."""
    if instance.ability.together:
        for other in game.coming:
            if any(met[:3] == _met(instance)[:3] for met in other.met):
                return _met(instance) in other.met
    return None


def _replace(game: Game, instance: Instance, wanted: Effect) -> Steps[Any]:
    """Ask if it may be declined, then let it act. False: it was declined or does not apply."""
    if instance.ability.may and not _decision(game, instance):
        about = f"{game.fact(instance.card).name} act on {game.fact(game.card(wanted.card)).name}"
        picks = yield instance.you, May(options=(YES, NO), about=f"whether to let {about}", by=instance.card.number)
        if picks[0] == NO:
            return False
    used = game.emit(
        AbilityUsed,
        seat=instance.you,
        holder=instance.card.number,
        ability=instance.ability.key,
        granted_by=instance.granted_by,
        site=instance.base,
    )
    me = Me(game, instance.card, instance.you, ability=instance.ability, cause=used.position)
    with game.because(used.position):
        changed = instance.ability.function(me, wanted)
        if hasattr(changed, "send"):
            changed = yield from changed
        if changed is not False:
            game.emit(
                Replaced,
                verb=wanted.verb,
                card=wanted.card,
                because=instance.card.number,
                by=wanted.by,
                seat=wanted.seat,
                instead="" if changed is None else changed.verb,
            )
    if isinstance(changed, Effect):
        # What happens instead is caused by the replacement's use, not by what it replaced.
        changed = msgspec.structs.replace(changed, cause=used.position)
    return changed


def perform(game: Game, wanted: Sequence[Effect]) -> Steps[list[Event]]:
    """Let effects happen, all in one moment. Returns the events about the cards themselves, in order."""
    settled: list[Effect] = []
    around = game.coming
    watched = bool(game.index.hooks.get("instead"))
    for place, one in enumerate(wanted):
        if watched:
            game.coming = (*settled, *wanted[place + 1 :])
        outcome = yield from settle(game, one)
        if outcome is not None and not _already_leaving(outcome, settled):
            settled.append(outcome)
    if not settled:
        game.coming = around
        return []
    game.coming = settled
    first = len(game.log) + 1
    events: list[Event] = []
    results: list[Event] = []
    for one in settled:
        built = _BUILD[one.verb](game, one, first + len(events), first)
        if built:
            events += built
            results.append(built[0])
    game.coming = around
    if events:
        game.happen(events)
        for event in events:
            if type(event) is SetAside:
                game.frames[-1].under.extend(event.cards)
    return results


def of_card_being_played(game: Game, wanted: Effect) -> bool:
    """Whether an effect is of the card that is being played right now, not of one in play (an action is played on a
    minion before it has an effect of its own)."""
    return wanted.verb == "attach" or game.frames[-1].card == wanted.by


def bears_more(game: Game, card: Card, wanted: Effect) -> bool:
    """Whether a card can take one more effect in this moment: it leaves, moves or changes hands once; its power may
    change several times. What cannot happen to it at all is no burden."""
    once = any(other.card == card.number and other.verb not in ("power", "counters") for other in game.coming)
    return not once or wanted.verb in ("power", "counters") or not possible(game, wanted.aimed_at(card))


def perform_one(game: Game, wanted: Effect) -> Steps[Event | None]:
    """One effect alone."""
    events = yield from perform(game, (wanted,))
    return events[0] if events else None


def _already_leaving(one: Effect, settled: Sequence[Effect]) -> bool:
    return one.verb in LEAVING_VERBS and any(
        other.card == one.card and other.verb in LEAVING_VERBS for other in settled
    )


# --- building the events of each verb -------------------------------------------------------------------------------


def _last_known(game: Game, card: Card) -> dict[str, Any]:
    """The facts about a card in play that an event about its leaving keeps."""
    if card.zone not in IN_PLAY and card.zone != "buried":
        return {"controller": card.controller}
    return {
        "controller": card.controller,
        "site": card.site,
        "host": card.host,
        "power": power(game, card) if card.zone == "minions" else 0,
    }


def _common(game: Game, one: Effect, position: int, moment: int) -> dict[str, Any]:
    return {
        "position": position,
        "cause": one.cause or game.cause,
        "moment": moment,
        "by": one.by,
        "seat": one.seat,
        "rule": one.rule,
    }


def _leaves(kind: type[Leaving]) -> Callable[[Game, Effect, int, int], list[Event]]:
    """Events of a card going to a pile; what is on it is discarded in the same moment (term.leave-play)."""

    def build(game: Game, one: Effect, position: int, moment: int) -> list[Event]:
        card = game.card(one.card)
        details: dict[str, Any] = {}
        to = card.owner if one.to < 0 else one.to
        if kind is Discarded:
            details["reason"] = one.reason
        elif kind is Placed:
            details["end"] = one.end
        elif kind is Taken:
            details["seen"] = one.seen
        events: list[Event] = [
            kind(
                **_common(game, one, position, moment),
                **_last_known(game, card),
                card=card.number,
                to=to,
                source=card.zone,
                **details,
            )
        ]
        return events + left_behind(game, card, position + 1, moment, one.cause)

    return build


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


def _moves(game: Game, one: Effect, position: int, moment: int) -> list[Event]:
    card = game.card(one.card)
    if card.site == one.site or one.site not in game.table.sites:
        return []  # there is no other base to go to
    return [Moved(**_common(game, one, position, moment), card=one.card, origin=card.site, site=one.site)]


def _transfers(game: Game, one: Effect, position: int, moment: int) -> list[Event]:
    card = game.card(one.card)
    return [
        Transferred(
            **_common(game, one, position, moment),
            card=one.card,
            site=one.site,
            host=one.host,
            origin=card.site,
            origin_host=card.host,
        )
    ]


def _changes_control(game: Game, one: Effect, position: int, moment: int) -> list[Event]:
    card = game.card(one.card)
    if card.controller == one.to and not one.tied_to and not any(layer.tied_to for layer in card.control):
        return []
    return [
        ControlChanged(
            **_common(game, one, position, moment), card=one.card, controller=one.to, tied_to=one.tied_to, ends=one.ends
        )
    ]


def _changes_counters(game: Game, one: Effect, position: int, moment: int) -> list[Event]:
    amount = max(one.amount, -game.card(one.card).counters)
    if not amount:
        return []
    return [CountersChanged(**_common(game, one, position, moment), card=one.card, amount=amount)]


def _transfers_counters(game: Game, one: Effect, position: int, moment: int) -> list[Event]:
    amount = min(one.amount, game.card(one.card).counters)
    if amount <= 0 or one.host == one.card:
        return []
    return [CountersTransferred(**_common(game, one, position, moment), card=one.card, target=one.host, amount=amount)]


def _begins_effect(game: Game, one: Effect, position: int, moment: int) -> list[Event]:
    details = one.lasting or {}
    return [EffectBegan(**_common(game, one, position, moment), cards=(one.card,), **details)]


def _buries(game: Game, one: Effect, position: int, moment: int) -> list[Event]:
    card = game.card(one.card)
    left = left_behind(game, card, position + 1, moment, one.cause)
    return [
        Buried(**_common(game, one, position, moment), card=one.card, site=one.site, source=card.zone, seen=one.seen),
        *left,
    ]


def _stores(game: Game, one: Effect, position: int, moment: int) -> list[Event]:
    source = game.card(one.card).zone
    return [Stored(**_common(game, one, position, moment), card=one.card, host=one.host, source=source, seen=one.seen)]


def _enters_stasis(game: Game, one: Effect, position: int, moment: int) -> list[Event]:
    card = game.card(one.card)
    left = left_behind(game, card, position + 1, moment, one.cause)
    return [
        StasisEntered(
            **_common(game, one, position, moment),
            card=one.card,
            to=card.owner,
            counters=one.amount,
            source=card.zone,
        ),
        *left,
    ]


def _changes_stasis(game: Game, one: Effect, position: int, moment: int) -> list[Event]:
    amount = max(one.amount, -game.card(one.card).stasis)
    if not amount:
        return []
    return [StasisChanged(**_common(game, one, position, moment), card=one.card, amount=amount)]


_BUILD: dict[str, Callable[[Game, Effect, int, int], list[Event]]] = {
    "destroy": _leaves(Destroyed),
    "discard": _leaves(Discarded),
    "return": _leaves(Returned),
    "place": _leaves(Placed),
    "shuffle": _leaves(Placed),
    "take": _leaves(Taken),
    "box": _leaves(Boxed),
    "move": _moves,
    "transfer": _transfers,
    "control": _changes_control,
    "counters": _changes_counters,
    "transfer-counters": _transfers_counters,
    "power": _begins_effect,
    "cancel": _begins_effect,
    "bury": _buries,
    "store": _stores,
    "stasis": _enters_stasis,
    "stasis-counters": _changes_stasis,
}
