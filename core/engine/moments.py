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
from core.engine.game import Game, answers
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


def settle(game: Game, effect: Effect) -> Steps[Effect | None]:
    """Return what an effect becomes: itself, its replacement, or None if it is prevented or its card is gone."""
    if not still_there(game, effect):
        return None
    hooks = game.index.hooks
    if not (
        hooks.get("forbid")
        or hooks.get("shield")
        or hooks.get("instead")
        or hooks.get(IGNORE_BASE)
        or game.frames[-1].spared
    ):
        return effect
    while True:
        because = forbidden_by(game, effect)
        if because is not None:
            game.emit(
                Forbidden,
                verb=effect.verb,
                card=effect.card,
                because=because,
                by=effect.by,
                seat=effect.seat,
                rule="void.cant-wins",
            )
            return None
        instance = yield from _replacement(game, effect)
        if instance is None:
            return effect
        changed = yield from _replace(game, instance, effect)
        if changed is False:
            effect = msgspec.structs.replace(effect, met=(*effect.met, _met(instance, effect.card)))
        elif changed is None:
            return None
        else:
            effect = msgspec.structs.replace(changed, met=(*effect.met, _met(instance)))


def _met(instance: Instance, declined_for: int = 0) -> tuple[int, str, int, int]:
    """Return the mark of a replacement that an effect has already considered.

    One that was declined for a card may still apply when another card takes its place.
    """
    return (instance.card.number, instance.ability.key, instance.granted_by, declined_for)


def _replacement(game: Game, effect: Effect) -> Steps[Instance | None]:
    """Return the next replacement effect that applies, each at most once.

    Several are ordered like everything simultaneous: by the current player (void.simultaneous); in 2023 mandatory ones
    first (mefirst).
    """
    candidates = _replacements(game, effect)
    if game.edition.me_first is MeFirst.MANDATORY_FIRST and len(candidates) > 1:
        candidates = [instance for instance in candidates if instance.ability.mandatory] or _of_one_player(
            game, candidates, effect
        )
    if (
        len(candidates) < 2
        or _one_player_decides(candidates, effect)
        or len({instance.sort(_actor(instance, effect)) for instance in candidates}) == 1
    ):
        return candidates[0] if candidates else None
    game.note("reading.two-replacements")
    options = {
        Use(instance.card.number, instance.ability.key, instance.granted_by): instance for instance in candidates
    }
    about = f"what acts first on {game.fact(game.card(effect.card)).name}"
    picks = yield game.table.current, NextInOrder(options=tuple(options), about=about)
    return options[picks[0]]  # type: ignore[index]


def _actor(instance: Instance, effect: Effect) -> int:
    """Return the player a replacement effect acts for: the card's controller, or the player its text names."""
    ability = instance.ability
    return instance.you if ability.who is None else next(iter(ability.who(instance, effect)))


def _one_player_decides(candidates: Sequence[Instance], effect: Effect) -> bool:
    """Return whether one player may decline each of them and therefore controls the order anyway."""
    return (
        all(instance.ability.may for instance in candidates)
        and len({_actor(instance, effect) for instance in candidates}) == 1
    )


def _of_one_player(game: Game, candidates: Sequence[Instance], effect: Effect) -> list[Instance]:
    """Return the optional replacements of the first player who has any, clockwise from the current player."""
    actors = [_actor(instance, effect) for instance in candidates]
    seat = next(seat for seat in game.clockwise() if seat in actors)
    return [instance for instance, actor in zip(candidates, actors, strict=True) if actor == seat]


def _replacements(game: Game, effect: Effect) -> list[Instance]:
    return [
        instance
        for instance in game.index.active("instead")
        if effect.verb in instance.ability.verbs
        and _met(instance) not in effect.met
        and _met(instance, effect.card) not in effect.met
        and (instance.ability.when is None or instance.ability.when(instance, effect))
        and applies_to(instance, whose(game, effect) if instance.ability.who is None else _actor(instance, effect))
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


def _replace(game: Game, instance: Instance, effect: Effect) -> Steps[Any]:
    """Apply a replacement effect, after asking if it is optional.

    Returns False if it was declined or does not apply.
    """
    seat = _actor(instance, effect)
    if instance.ability.may and not _decision(game, instance):
        about = f"{game.fact(instance.card).name} act on {game.fact(game.card(effect.card)).name}"
        picks = yield seat, May(options=(YES, NO), about=f"whether to let {about}", by=instance.card.number)
        if picks[0] == NO:
            return False
    me = _begin_use(game, instance, seat)
    with game.because(me.cause):
        changed = instance.ability.function(me, effect)
        if hasattr(changed, "send"):
            changed = yield from changed
        if changed is not False:
            game.emit(
                Replaced,
                verb=effect.verb,
                card=effect.card,
                because=instance.card.number,
                by=effect.by,
                seat=effect.seat,
                instead="" if changed is None else changed.verb,
            )
    if isinstance(changed, Effect):
        # The replacing event is caused by the replacement's use, not by the effect it replaced.
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


def perform(game: Game, effects: Sequence[Effect]) -> Steps[list[Event]]:
    """Perform effects simultaneously. Returns the events about the cards themselves, in order."""
    results = yield from _perform(game, effects)
    if game.restless:
        yield from settle_due(game)
    return results


def settle_due(game: Game) -> Steps[None]:
    """Do what is due right after a moment, before anything it triggered."""
    while game.disputed:
        yield from _pick_reset(game, game.disputed[0])
    if game.due:
        yield from destroy_suppressed_actions(game)
    while instance := next((candidate for candidate in game.index.active(AS_SOON_AS) if _has_come(candidate)), None):
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
        untouching = [action for action in actions if action[0].zone == "actions" or suppressed(game, action[0])]
        if len({action.controller for action, _ in untouching}) > 1:
            game.note("reading.htb-shed-together")
        yield from _perform(game, [destruction_by(game, action, why) for action, why in untouching])
    game.due = {}


def _perform(game: Game, effects: Sequence[Effect]) -> Steps[list[Event]]:
    settled: list[Effect] = []
    around = game.coming
    watched = bool(game.index.hooks.get("instead"))
    for index, effect in enumerate(effects):
        if watched:
            game.coming = (*settled, *effects[index + 1 :])
        outcome = yield from settle(game, effect)
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
    for effect in settled:
        if not still_there(game, effect):
            continue  # It left while another effect of this moment was being decided.
        built = _BUILD[effect.verb](game, effect, first + len(events), first)
        if built:
            events += built
            results.append(built[0])
            if effect.verb == "shuffle" and isinstance(built[0], Placed) and built[0].zone == "deck":
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
        for instance in [candidate for candidate in game.index.active(JUST_BEFORE) if candidate.you == seat]:
            ability = instance.ability
            answered = [
                effect
                for effect in settled
                if effect.verb in ability.verbs
                and still_there(game, effect)
                and (ability.when is None or ability.when(instance, effect))
            ]
            if answered and instance.active and (yield from _accepted(game, instance)):
                me = _begin_use(game, instance, seat)
                with game.because(me.cause):
                    yield from ability.function(me, answered)


def _accepted(game: Game, instance: Instance) -> Steps[bool]:
    """Return whether an ability acts. If it is optional, its player is asked."""
    if not instance.ability.may:
        return True
    about = f"whether to use {game.fact(instance.card).name}"
    picks = yield instance.you, May(options=(YES, NO), about=about, by=instance.card.number)
    return picks[0] == YES


def perform_one(game: Game, effect: Effect) -> Steps[Event | None]:
    """Perform a single effect. Returns its event, or None."""
    events = yield from perform(game, (effect,))
    return events[0] if events else None


def _already_leaving(effect: Effect, settled: Sequence[Effect]) -> bool:
    return effect.verb in LEAVING_VERBS and any(
        other.card == effect.card and other.verb in LEAVING_VERBS for other in settled
    )


# --- building the events of each verb -------------------------------------------------------------------------------


def _common(game: Game, effect: Effect, position: int, moment: int) -> dict[str, Any]:
    return {
        "position": position,
        "cause": effect.cause or game.cause,
        "moment": moment,
        "by": effect.by,
        "seat": effect.seat,
        "rule": effect.rule,
    }


def _leaves(kind: type[Leaving]) -> Callable[[Game, Effect, int, int], list[Event]]:
    """Return a builder for the events of a card going to a pile; cards on it are discarded in the same moment
    (term.leave-play)."""

    def build(game: Game, effect: Effect, position: int, moment: int) -> list[Event]:
        card = game.card(effect.card)
        if card.zone in HOMES and kind is not Destroyed:
            return _removes(game, effect, position, moment)
        details: dict[str, Any] = {}
        to = card.owner if effect.to < 0 else effect.to
        if kind is Discarded:
            details["reason"] = effect.reason
        elif kind is Placed:
            details["end"] = effect.end
        elif kind is Taken:
            details["seen"] = effect.seen
            details["owned"] = to != card.owner and game.facts[card.number].is_madness
        event = kind(
            **_common(game, effect, position, moment),
            **last_known(game, card),
            card=card.number,
            to=to,
            source=card.zone,
            **details,
        )
        behind = left_behind(game, card, position + 1, moment, effect.cause, leaving=event)
        if behind and game.index.active(Destroyed):
            _note_discards(game, event, behind)
        return [event, *behind]

    return build


def _note_discards(game: Game, leaving: Leaving, behind: Sequence[Event]) -> None:
    """Note that the cards on a card that leaves are discarded, if something would answer their destruction."""
    for gone in behind:
        if isinstance(gone, Discarded) and gone.source == "attached":
            fields = {name: getattr(gone, name) for name in Destroyed.__struct_fields__}
            destroyed = Destroyed(**{**fields, "by": leaving.by, "seat": leaving.seat})
            if any(answers(instance, destroyed) for instance in game.index.active(Destroyed)):
                game.note("reading.htb-discard-words", "conflict.discard")


def _removes(game: Game, effect: Effect, position: int, moment: int) -> list[Event]:
    """Move a card out of play to the zone where its kind belongs, without destroying it."""
    card = game.card(effect.card)
    home = HOMES.get(card.zone)
    if home is None:
        return []
    common = _common(game, effect, position, moment)
    if effect.verb != "remove" or not effect.rule:
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
    return [event, *left_behind(game, card, position + 1, moment, effect.cause, leaving=event)]


def _places(game: Game, effect: Effect, position: int, moment: int) -> list[Event]:
    """Put a card into a deck, or into a hand without returning it (term.place)."""
    return (_TAKES if effect.zone == "hand" else _PLACES)(game, effect, position, moment)


_PLACES, _TAKES = _leaves(Placed), _leaves(Taken)


def _moves(game: Game, effect: Effect, position: int, moment: int) -> list[Event]:
    card = game.card(effect.card)
    if card.site == effect.site or effect.site not in game.table.sites:
        return []  # there is no other base to go to
    return [Moved(**_common(game, effect, position, moment), card=effect.card, origin=card.site, site=effect.site)]


def _transfers(game: Game, effect: Effect, position: int, moment: int) -> list[Event]:
    card = game.card(effect.card)
    if effect.site not in game.table.sites:
        return []  # its base is gone
    return [
        Transferred(
            **_common(game, effect, position, moment),
            card=effect.card,
            site=effect.site,
            host=effect.host,
            origin=card.site,
            origin_host=card.host,
        )
    ]


def _changes_control(game: Game, effect: Effect, position: int, moment: int) -> list[Event]:
    card = game.card(effect.card)
    if (
        card.controller == effect.to
        and not effect.tied_to
        and not any(layer.tied_to or layer.until for layer in card.control)
    ):
        return []
    if card.stored:
        game.note("reading.stored-control")
    return [
        ControlChanged(
            **_common(game, effect, position, moment),
            **(effect.lasting or {}),
            card=effect.card,
            controller=effect.to,
            tied_to=effect.tied_to,
            ends=effect.ends,
        )
    ]


def _changes_counters(game: Game, effect: Effect, position: int, moment: int) -> list[Event]:
    amount = max(effect.amount, -game.card(effect.card).counters)
    if not amount:
        return []
    return [CountersChanged(**_common(game, effect, position, moment), card=effect.card, amount=amount)]


def _transfers_counters(game: Game, effect: Effect, position: int, moment: int) -> list[Event]:
    amount = min(effect.amount, game.card(effect.card).counters)
    if amount <= 0 or effect.host == effect.card:
        return []
    return [
        CountersTransferred(
            **_common(game, effect, position, moment), card=effect.card, target=effect.host, amount=amount
        )
    ]


def _begins_effect(game: Game, effect: Effect, position: int, moment: int) -> list[Event]:
    details = effect.lasting or {}
    return [EffectBegan(**_common(game, effect, position, moment), cards=(effect.card,), **details)]


def _buries(game: Game, effect: Effect, position: int, moment: int) -> list[Event]:
    card = game.card(effect.card)
    if card.zone in HOMES:
        return _removes(game, effect, position, moment)
    left = left_behind(game, card, position + 1, moment, effect.cause)
    return [
        Buried(
            **_common(game, effect, position, moment),
            card=effect.card,
            site=effect.site,
            source=card.zone,
            seen=effect.seen,
        ),
        *left,
    ]


def _stores(game: Game, effect: Effect, position: int, moment: int) -> list[Event]:
    card = game.card(effect.card)
    if card.zone in HOMES:
        return _removes(game, effect, position, moment)
    return [
        Stored(
            **_common(game, effect, position, moment),
            card=effect.card,
            host=effect.host,
            source=card.zone,
            seen=effect.seen,
        ),
        *left_behind(game, card, position + 1, moment, effect.cause),
    ]


def _enters_stasis(game: Game, effect: Effect, position: int, moment: int) -> list[Event]:
    """Put a card into stasis. It is still in play there, and the cards on and under it stay with it; a card without an
    owner cannot enter and leaves play (reading.laden-into-stasis, term.leave-play)."""
    card = game.card(effect.card)
    if card.zone in HOMES:
        return _removes(game, effect, position, moment)
    left = left_behind(game, card, position + 1, moment, effect.cause) if card.owner < 0 else []
    keeps = card.owner >= 0 and bool(card.counters or card.attached or card.stored)
    if keeps:
        game.note("reading.laden-into-stasis")
    return [
        StasisEntered(
            **_common(game, effect, position, moment),
            card=effect.card,
            to=card.owner,
            counters=effect.amount,
            source=card.zone,
            keeps=keeps,
        ),
        *left,
    ]


def _changes_stasis(game: Game, effect: Effect, position: int, moment: int) -> list[Event]:
    before = game.card(effect.card).stasis + _counted_before(game, effect)
    amount = max(effect.amount, -before)
    if not amount:
        return []
    left = before + amount
    return [StasisChanged(**_common(game, effect, position, moment), card=effect.card, amount=amount, left=left)]


def _counted_before(game: Game, effect: Effect) -> int:
    """Return the stasis counters that the same moment has already placed on a card (negative: removed)."""
    earlier = takewhile(lambda other: other is not effect, game.coming)
    return sum(other.amount for other in earlier if other.card == effect.card and other.verb == effect.verb)


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
