"""Performs effects: prohibition ("can't"), replacement ("instead"), then the event.

`settle` determines whether an effect can happen and what replaces it. `perform` lets the effects of one moment happen
together and returns the events, so that whatever depends on them ("to", "if you do", "that minion") depends on what
really happened.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import takewhile
from typing import Any, Final

import msgspec

from core.engine.effects import Effect, forbidden_by, still_there, whose
from core.engine.game import Game
from core.engine.index import IGNORE_BASE, Instance, applies_to, suppressed
from core.engine.leaving import LEAVING_VERBS, last_known, left_behind
from core.engine.power import PICKED, Dispute
from core.engine.standing_checks import destruction_by
from core.engine.use import Me
from core.printed.definitions import AS_SOON_AS, JUST_BEFORE, Steps
from core.printed.editions import MeFirst
from events.questions import NO, YES, Cards, May, NextInOrder, Use
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
    StasisChanged,
    StasisEntered,
    Stored,
    Taken,
    Transferred,
)
from events.zones import HOMES, ZONES


def settle(game: Game, wanted: Effect) -> Steps[Effect | None]:
    """Return what an effect becomes: itself, its replacement, or None if it is prevented or its card is gone."""
    if not still_there(game, wanted):
        return None
    hooks = game.index.hooks
    if not (
        hooks.get("forbid")
        or hooks.get("shield")
        or hooks.get("instead")
        or hooks.get(IGNORE_BASE)
        or game.frames[-1].spared
    ):
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
        instance = yield from _replacement(game, wanted)
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
    """Return how an effect remembers a replacement: one that was declined for a card may still apply when another card
    takes its place."""
    return (instance.card.number, instance.ability.key, instance.granted_by, declined_for)


def _replacement(game: Game, wanted: Effect) -> Steps[Instance | None]:
    """Return the next replacement effect that applies, each at most once.

    Several are ordered like everything simultaneous: by the current player (void.simultaneous); in 2023 mandatory ones
    first (mefirst).
    """
    candidates = _replacements(game, wanted)
    if game.edition.me_first is MeFirst.MANDATORY_FIRST and len(candidates) > 1:
        candidates = [one for one in candidates if one.ability.mandatory] or _of_one_player(game, candidates, wanted)
    if (
        len(candidates) < 2
        or _one_player_decides(candidates, wanted)
        or len({one.sort(_actor(one, wanted)) for one in candidates}) == 1
    ):
        return candidates[0] if candidates else None
    game.note("reading.two-replacements")
    options = {Use(one.card.number, one.ability.key, one.granted_by): one for one in candidates}
    about = f"what acts first on {game.fact(game.card(wanted.card)).name}"
    picks = yield game.table.current, NextInOrder(options=tuple(options), about=about)
    return options[picks[0]]  # type: ignore[index]


def _actor(instance: Instance, wanted: Effect) -> int:
    """Return the player a replacement effect acts for: the card's controller, or the player its text names."""
    held = instance.ability
    return instance.you if held.who is None else next(iter(held.who(instance, wanted)))


def _one_player_decides(candidates: Sequence[Instance], wanted: Effect) -> bool:
    """Return whether one player may decline each of them and therefore controls the order anyway."""
    return all(one.ability.may for one in candidates) and len({_actor(one, wanted) for one in candidates}) == 1


def _of_one_player(game: Game, candidates: Sequence[Instance], wanted: Effect) -> list[Instance]:
    """Return the optional replacements of the first player who has any, clockwise from the current player."""
    actors = [_actor(one, wanted) for one in candidates]
    seat = next(seat for seat in game.clockwise() if seat in actors)
    return [one for one, actor in zip(candidates, actors, strict=True) if actor == seat]


def _replacements(game: Game, wanted: Effect) -> list[Instance]:
    return [
        instance
        for instance in game.index.active("instead")
        if wanted.verb in instance.ability.verbs
        and _met(instance) not in wanted.met
        and _met(instance, wanted.card) not in wanted.met
        and (instance.ability.when is None or instance.ability.when(instance, wanted))
        and applies_to(instance, whose(game, wanted) if instance.ability.who is None else _actor(instance, wanted))
        and _decision(game, instance) is not False
    ]


def _decision(game: Game, instance: Instance) -> bool | None:
    """Return the decision made for other effects of this moment, if one decision covers all of them; None if there is
    none."""
    if instance.ability.together:
        for other in game.coming:
            if any(met[:3] == _met(instance)[:3] for met in other.met):
                return _met(instance) in other.met
    return None


def _replace(game: Game, instance: Instance, wanted: Effect) -> Steps[Any]:
    """Ask if it may be declined, then let it act. Returns False if it was declined or does not apply."""
    seat = _actor(instance, wanted)
    if instance.ability.may and not _decision(game, instance):
        about = f"{game.fact(instance.card).name} act on {game.fact(game.card(wanted.card)).name}"
        picks = yield seat, May(options=(YES, NO), about=f"whether to let {about}", by=instance.card.number)
        if picks[0] == NO:
            return False
    me = _begin_use(game, instance, seat)
    with game.because(me.cause):
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
        changed = msgspec.structs.replace(changed, cause=me.cause)
    return changed


def _begin_use(game: Game, instance: Instance, seat: int) -> Me:
    """Record that an ability is used in the middle of a moment. Returns the ability in use."""
    used = game.emit(
        AbilityUsed,
        seat=seat,
        holder=instance.card.number,
        ability=instance.ability.key,
        granted_by=instance.granted_by,
        site=instance.base,
    )
    return Me(game, instance.card, seat, ability=instance.ability, cause=used.position)


def perform(game: Game, wanted: Sequence[Effect]) -> Steps[list[Event]]:
    """Perform effects simultaneously. Returns the events about the cards themselves, in order."""
    results = yield from _perform(game, wanted)
    if game.restless:
        yield from settle_due(game)
    return results


def settle_due(game: Game) -> Steps[None]:
    """Do what is due right after a moment, before anything it triggered."""
    while game.disputed:
        yield from _pick_reset(game, game.disputed[0])
    if game.due:
        yield from destroy_suppressed_actions(game)
    while instance := next((one for one in game.index.active(AS_SOON_AS) if _has_come(one)), None):
        me = _begin_use(game, instance, instance.you)
        with game.because(me.cause):
            yield from instance.ability.function(me)


def _pick_reset(game: Game, dispute: Dispute) -> Steps[None]:
    """Let the current player pick which of several abilities sets a value (value.two-resets)."""
    seat = game.table.current
    about = f"which card sets the number of {game.fact(game.card(dispute.card)).name}"
    game.note("reading.htb-pick-lasts")
    (by,) = yield seat, Cards(options=tuple(dispute.resets), least=1, most=1, about=about, by=dispute.card)
    game.emit(
        EffectBegan,
        kind=PICKED,
        cards=(dispute.card,),
        amount=dispute.resets[int(by)],  # type: ignore[arg-type]
        by=by,
        seat=seat,
        arguments=dispute.said,
        until="game",
        rule="value.two-resets",
    )


def _has_come(instance: Instance) -> bool:
    """Return whether the condition that an ability waits for now holds."""
    return instance.ability.when is not None and instance.ability.when(instance)


def destroy_suppressed_actions(game: Game) -> Steps[None]:
    """Destroy the actions on minions and bases that have become untouchable. Like any other effect, that can be
    prevented or replaced (reading.untouchable-actions, attach.protected)."""
    tried: set[int] = set()
    while due := {number: because for number, because in game.due.items() if number not in tried}:
        tried |= due.keys()
        game.due = {}
        actions = [(game.card(number), because) for number, because in due.items()]
        if game.index.hooks.get(Destroyed):
            game.note("reading.who-sheds")
        untouching = [one for one in actions if one[0].zone == "actions" or suppressed(game, one[0])]
        if len({action.controller for action, _ in untouching}) > 1:
            game.note("reading.htb-shed-together")
        yield from _perform(game, [destruction_by(game, action, why) for action, why in untouching])
    game.due = {}


def _perform(game: Game, wanted: Sequence[Effect]) -> Steps[list[Event]]:
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
    if game.index.hooks.get(JUST_BEFORE):
        yield from _act_just_before(game, settled)
    first = len(game.log) + 1
    events: list[Event] = []
    results: list[Event] = []
    shuffled: set[int] = set()
    for one in settled:
        if not still_there(game, one):
            continue  # it left while another effect of this moment was being decided
        built = _BUILD[one.verb](game, one, first + len(events), first)
        if built:
            events += built
            results.append(built[0])
            if one.verb == "shuffle" and isinstance(built[0], Placed) and built[0].zone == "deck":
                shuffled.add(built[0].to)
    game.coming = around
    if events:
        game.happen(events)
    for seat in game.clockwise() if shuffled else ():
        if seat in shuffled:
            game.shuffle("deck", seat)
    return results


def _act_just_before(game: Game, settled: Sequence[Effect]) -> Steps[None]:
    """Let abilities act before the effects of a moment that are certain by now, clockwise from the current player."""
    for seat in game.clockwise():
        for instance in [one for one in game.index.active(JUST_BEFORE) if one.you == seat]:
            held = instance.ability
            answered = [
                one
                for one in settled
                if one.verb in held.verbs and still_there(game, one) and (held.when is None or held.when(instance, one))
            ]
            if answered and instance.active and (yield from _accepted(game, instance)):
                me = _begin_use(game, instance, seat)
                with game.because(me.cause):
                    yield from held.function(me, answered)


def _accepted(game: Game, instance: Instance) -> Steps[bool]:
    """Return whether an ability acts: if it may be declined, its player is asked."""
    if not instance.ability.may:
        return True
    about = f"whether to use {game.fact(instance.card).name}"
    picks = yield instance.you, May(options=(YES, NO), about=about, by=instance.card.number)
    return picks[0] == YES


def perform_one(game: Game, wanted: Effect) -> Steps[Event | None]:
    """Perform a single effect. Returns its event, or None."""
    events = yield from perform(game, (wanted,))
    return events[0] if events else None


def _already_leaving(one: Effect, settled: Sequence[Effect]) -> bool:
    return one.verb in LEAVING_VERBS and any(
        other.card == one.card and other.verb in LEAVING_VERBS for other in settled
    )


# --- building the events of each verb -------------------------------------------------------------------------------


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
    """Return a builder for the events of a card going to a pile; cards on it are discarded in the same moment
    (term.leave-play)."""

    def build(game: Game, one: Effect, position: int, moment: int) -> list[Event]:
        card = game.card(one.card)
        if card.zone in HOMES and kind is not Destroyed:
            return _removes(game, one, position, moment)
        details: dict[str, Any] = {}
        to = card.owner if one.to < 0 else one.to
        if kind is Discarded:
            details["reason"] = one.reason
        elif kind is Placed:
            details["end"] = one.end
        elif kind is Taken:
            details["seen"] = one.seen
            details["owned"] = to != card.owner and game.facts[card.number].is_madness
        event = kind(
            **_common(game, one, position, moment),
            **last_known(game, card),
            card=card.number,
            to=to,
            source=card.zone,
            **details,
        )
        return [event, *left_behind(game, card, position + 1, moment, one.cause, leaving=event)]

    return build


def _removes(game: Game, one: Effect, position: int, moment: int) -> list[Event]:
    """Put a card that has a place of its own there: whatever takes it out of play without destroying it."""
    card = game.card(one.card)
    home = HOMES.get(card.zone)
    if home is None:
        return []
    common = _common(game, one, position, moment)
    if one.verb != "remove" or not one.rule:
        common["rule"] = ZONES[card.zone].home_rule
    event = Placed(
        **common,
        **last_known(game, card),
        card=card.number,
        to=card.owner,
        source=card.zone,
        end="bottom",
        zone=home,
    )
    return [event, *left_behind(game, card, position + 1, moment, one.cause, leaving=event)]


def _places(game: Game, one: Effect, position: int, moment: int) -> list[Event]:
    """Put a card into a deck, or into a hand without returning it (term.place)."""
    return (_TAKES if one.zone == "hand" else _PLACES)(game, one, position, moment)


_PLACES, _TAKES = _leaves(Placed), _leaves(Taken)


def _moves(game: Game, one: Effect, position: int, moment: int) -> list[Event]:
    card = game.card(one.card)
    if card.site == one.site or one.site not in game.table.sites:
        return []  # there is no other base to go to
    return [Moved(**_common(game, one, position, moment), card=one.card, origin=card.site, site=one.site)]


def _transfers(game: Game, one: Effect, position: int, moment: int) -> list[Event]:
    card = game.card(one.card)
    if one.site not in game.table.sites:
        return []  # its base is gone
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
    if (
        card.controller == one.to
        and not one.tied_to
        and not any(layer.tied_to or layer.until for layer in card.control)
    ):
        return []
    if card.stored:
        game.note("reading.stored-control")
    return [
        ControlChanged(
            **_common(game, one, position, moment),
            **(one.lasting or {}),
            card=one.card,
            controller=one.to,
            tied_to=one.tied_to,
            ends=one.ends,
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
    if card.zone in HOMES:
        return _removes(game, one, position, moment)
    left = left_behind(game, card, position + 1, moment, one.cause)
    return [
        Buried(**_common(game, one, position, moment), card=one.card, site=one.site, source=card.zone, seen=one.seen),
        *left,
    ]


def _stores(game: Game, one: Effect, position: int, moment: int) -> list[Event]:
    card = game.card(one.card)
    if card.zone in HOMES:
        return _removes(game, one, position, moment)
    return [
        Stored(**_common(game, one, position, moment), card=one.card, host=one.host, source=card.zone, seen=one.seen),
        *left_behind(game, card, position + 1, moment, one.cause),
    ]


def _enters_stasis(game: Game, one: Effect, position: int, moment: int) -> list[Event]:
    """Put a card into stasis. It is still in play there, and the cards on and under it stay with it; a card without an
    owner cannot enter and leaves play (reading.laden-into-stasis, term.leave-play)."""
    card = game.card(one.card)
    if card.zone in HOMES:
        return _removes(game, one, position, moment)
    left = left_behind(game, card, position + 1, moment, one.cause) if card.owner < 0 else []
    keeps = card.owner >= 0 and bool(card.counters or card.attached or card.stored)
    if keeps:
        game.note("reading.laden-into-stasis")
    return [
        StasisEntered(
            **_common(game, one, position, moment),
            card=one.card,
            to=card.owner,
            counters=one.amount,
            source=card.zone,
            keeps=keeps,
        ),
        *left,
    ]


def _changes_stasis(game: Game, one: Effect, position: int, moment: int) -> list[Event]:
    before = game.card(one.card).stasis + _counted_before(game, one)
    amount = max(one.amount, -before)
    if not amount:
        return []
    left = before + amount
    return [StasisChanged(**_common(game, one, position, moment), card=one.card, amount=amount, left=left)]


def _counted_before(game: Game, one: Effect) -> int:
    """Return the stasis counters that the same moment has already placed on a card (negative: removed)."""
    earlier = takewhile(lambda other: other is not one, game.coming)
    return sum(other.amount for other in earlier if other.card == one.card and other.verb == one.verb)


_BUILD: Final[dict[str, Callable[[Game, Effect, int, int], list[Event]]]] = {
    "destroy": _leaves(Destroyed),
    "discard": _leaves(Discarded),
    "return": _leaves(Returned),
    "place": _places,
    "shuffle": _leaves(Placed),
    "take": _leaves(Taken),
    "box": _leaves(Boxed),
    "remove": _removes,
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
