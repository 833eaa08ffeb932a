"""Resolving: abilities in use, what they trigger, and Me First, through which everything optional passes.

Two kinds of thing wait for their turn. *Occurrences*: abilities that answer an event, each occurrence once, if they
witnessed it. *Standing windows*: abilities of a moment (before a base scores, start of turn), collected anew after
each use, so that late comers answer too. Both are `Candidate`s and take turns in `me_first`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from core.engine.game import Frame, Game, Trigger
from core.engine.index import Instance
from core.engine.use import Me
from core.printed.definitions import SCORING_WINDOWS, Ability, Steps
from core.printed.editions import MeFirst
from events.questions import NO, YES, May, NextInOrder, Pick, Use, Window
from events.vocabulary import AbilityUsed, Discarded, Event

# --- using an ability -----------------------------------------------------------------------------------------------


def use(game: Game, instance: Instance, seat: int, event: Event | None = None) -> Steps[Any]:
    """An ability resolves, then what it triggered."""
    held = instance.ability
    card = instance.card
    site = card.site or getattr(event, "site", 0)
    used = game.emit(
        AbilityUsed,
        seat=seat,
        holder=card.number,
        ability=held.key,
        granted_by=instance.granted_by,
        site=site,
        cause=event.position if event is not None else game.cause,
    )
    me = Me(
        game,
        card,
        seat,
        ability=held,
        base=instance.base or site,
        cause=used.position,
        event=event,
        granted_by=instance.granted_by,
        lasting=instance.lasting,
    )
    arguments = (me,) if event is None else (me, event)
    return (yield from in_frame(game, used.position, 0, held.function, *arguments))


def in_frame(game: Game, cause: int, card: int, function: Callable[..., Any], *arguments: Any) -> Steps[Any]:
    """Run a function that may ask; collect what its moments trigger and resolve that when its time comes."""
    frame = Frame(card)
    game.frames.append(frame)
    before, game.cause = game.cause, cause
    result = function(*arguments)
    if hasattr(result, "send"):
        result = yield from result
    game.cause = before
    game.frames.pop()
    parent = game.frames[-1]
    if parent is not game.root and game.edition.nested_triggers_wait:
        # resolve.nested: what a nested card triggers waits until the card that it paused has resolved.
        parent.deferred += [frame, *frame.deferred]
        frame.deferred = []
    else:
        yield from _finish(game, frame)
    return result


def _finish(game: Game, frame: Frame) -> Steps[None]:
    """What a frame triggered, then a played action leaves (turn.discard-timing); before it the nested cards, in reverse
    order to how they were played (resolve.nested)."""
    for nested in reversed(frame.deferred):
        yield from _finish(game, nested)
    if frame.triggers:
        yield from resolve_triggers(game, frame.triggers)
    for number in frame.under:
        discard_aside(game, number)
    if frame.card and game.card(frame.card).zone == "resolving":
        discard_resolved(game, frame.card)


def discard_aside(game: Game, number: int) -> None:
    """A card that waited aside and was not played goes to its owner's discard pile (stored.leaving)."""
    card = game.card(number)
    if card.zone == "aside":
        game.emit(
            Discarded,
            card=number,
            to=card.owner,
            source="aside",
            reason="was under a card that left",
            rule="stored.leaving",
        )


def discard_resolved(game: Game, number: int) -> None:
    """An action that does not stay goes to its owner's discard pile."""
    card = game.card(number)
    game.emit(
        Discarded,
        card=number,
        to=card.owner,
        source="resolving",
        controller=card.controller,
        reason="resolved",
        rule="turn.action-leaves",
    )


def settle_root(game: Game) -> Steps[None]:
    """Resolve what the flow's own moments (a draw, a discard after scoring) have triggered."""
    while game.root.triggers or game.root.under:
        triggers, game.root.triggers = game.root.triggers, []
        under, game.root.under = game.root.under, []
        yield from resolve_triggers(game, triggers)
        for number in under:
            discard_aside(game, number)


# --- Me First -------------------------------------------------------------------------------------------------------


class Candidate:
    """Something that could happen now: an ability of a card in play, a rule, or a card in hand."""

    __slots__ = ("ability", "event", "instance", "name", "seat")

    def __init__(self, instance: Instance, seat: int, event: Event | None = None) -> None:
        self.instance = instance
        self.ability: Ability = instance.ability
        self.seat = seat
        self.event = event
        # What makes it this one: an instance may answer several events, and for several players.
        position = event.position if event is not None else 0
        self.name = (instance.card.number, self.ability.key, instance.granted_by, position, seat)

    @property
    def pick(self) -> Pick:
        """How an answer names it."""
        number, key, granted_by, position, _ = self.name
        return Use(number, key, granted_by, position)

    def take(self, game: Game) -> Steps[Any]:
        """Let it happen."""
        return use(game, self.instance, self.seat, self.event)


Collect = Callable[[], list[Candidate]]


def resolve_triggers(game: Game, triggers: Sequence[Trigger]) -> Steps[None]:
    """Occurrences: whatever witnessed them, by Me First; hands may answer too (resolve.order)."""
    if not triggers:
        return
    waiting = [(Candidate(trigger.instance, trigger.seat, trigger.event), trigger) for trigger in triggers]
    done: set[Any] = set()

    def collect() -> list[Candidate]:
        return [one for one, trigger in waiting if one.name not in done and trigger.stands and _still(one)]

    round_ = MeFirst.IN_PLAY_FIRST if game.edition.me_first is MeFirst.ONE_ROUND else game.edition.me_first
    yield from me_first(game, collect, done, "trigger", round_)


def _still(one: Candidate) -> bool:
    """Whether what a trigger answers has not come to nothing meanwhile."""
    still = one.ability.still
    return still is None or still(one.instance, one.event)


def open_window(game: Game, hook: str, collect_more: Collect | None = None) -> Steps[None]:
    """A standing window: all that can happen at this moment, by Me First."""
    if collect_more is None and not game.answerable_unseen(hook) and not standing(game, hook):
        return  # the common case: nothing waits for this moment
    done: set[Any] = set()

    def collect() -> list[Candidate]:
        found = standing(game, hook)
        if collect_more is not None:
            found += collect_more()
        return [one for one in found if one.name not in done]

    round_ = game.edition.me_first
    if hook not in SCORING_WINDOWS and (round_ is MeFirst.ONE_ROUND or not game.edition.turn_by_me_first):
        round_ = MeFirst.IN_PLAY_FIRST  # before 2023 Me First orders what happens around scoring only
    yield from me_first(game, collect, done, hook, round_)
    yield from settle_root(game)


RulesAt = Callable[[Game], list[Candidate]]
_RULES_AT: dict[str, list[RulesAt]] = {}


def rule_at(hook: str) -> Callable[[RulesAt], RulesAt]:
    """A rule that acts at a moment just as abilities do (uncovering, stasis): it finds its own candidates."""

    def register(find: RulesAt) -> RulesAt:
        _RULES_AT.setdefault(hook, []).append(find)
        return find

    return register


FromPiles = Callable[[Game, int, str], list[Candidate]]
_FROM_PILES: list[FromPiles] = []


def from_piles(find: FromPiles) -> FromPiles:
    """Who looks for what a player could use out of a hand or a discard pile at a moment: playing knows that."""
    _FROM_PILES.append(find)
    return find


def standing(game: Game, hook: str) -> list[Candidate]:
    """The abilities in play, and the rules, that act at a moment, for each player they are for."""
    found: list[Candidate] = []
    for find in _RULES_AT.get(hook, ()):
        found += find(game)
    scoring = game.table.scoring
    specials_only = hook == "before-scores" and not game.edition.any_before_ability
    for instance in game.index.awake(hook):
        held = instance.ability
        if held.here and (scoring is None or instance.base != scoring.site):
            continue
        if specials_only and held.label not in ("special", ""):
            continue  # score.before: only Specials (and bases) act before a base scores
        found += [Candidate(instance, seat) for seat in players_of(game, instance, hook)]
    return found


def players_of(game: Game, instance: Instance, hook: str) -> list[int]:
    """For whom an ability acts at a moment: its controller, or on a base the player described."""
    held = instance.ability
    if held.when is not None and not held.when(instance):
        return []
    if held.who is not None:
        seats = set(held.who(instance, None))
        ordered = [seat for seat in game.clockwise() if seat in seats]
        if held.tied_once and not game.edition.tied_second_use:
            return ordered[:1]  # score.ability-tie: a second use that makes no sense is not made
        return ordered
    if instance.card.zone == "base" or held.card.is_base:
        return [game.table.current]
    if hook in ("start-of-turn", "end-of-turn") and instance.you != game.table.current:
        return []
    return [instance.you]


def me_first(game: Game, collect: Collect, done: set[Any], moment: str, order: MeFirst) -> Steps[None]:
    """Everything that waits for this moment takes its turn (mefirst). Three parts of one idea:

    what comes first is resolved in the current player's order; the rest goes round from the current player clockwise,
    one at a time, until all pass in a row; whatever becomes part of the first meanwhile resolves at once.
    """
    comes_first = _FIRST[order]
    hidden = moment in game.hand_hooks
    yield from _current_players_order(game, collect, done, comes_first)
    if not game.answerable_unseen(moment) and (order is MeFirst.IN_PLAY_FIRST or not collect()):
        return
    passed = 0
    seat = game.table.current
    count = len(game.table.seats)
    while passed < count:
        mine = [one for one in collect() if one.seat == seat and not comes_first(one)]
        mine += [one for one in _held(game, seat, moment) if one.name not in done]
        if not mine and not (hidden and game.table.seats[seat].hand):
            passed += 1
        else:
            must = order is MeFirst.ONE_ROUND and any(one.ability.mandatory for one in mine)
            picks = yield (
                seat,
                Window(
                    options=tuple(one.pick for one in mine),
                    least=1 if must else 0,
                    about="something to use now, or pass",
                    moment=moment,
                ),
            )
            if picks:
                chosen = next(one for one in mine if one.pick == picks[0])
                done.add(chosen.name)
                with game.because(game.table.position):  # the answer is what causes it
                    yield from chosen.take(game)
                    yield from settle_root(game)
                yield from _current_players_order(game, collect, done, comes_first)
                passed = 0
            else:
                passed += 1
        seat = (seat + 1) % count


def _current_players_order(
    game: Game, collect: Collect, done: set[Any], comes_first: Callable[[Candidate], bool]
) -> Steps[None]:
    while waiting := [one for one in collect() if comes_first(one)]:
        chosen = waiting[0]
        options = () if _alike(waiting) else tuple(dict.fromkeys(one.pick for one in waiting))
        if len(options) > 1:
            picks = yield game.table.current, NextInOrder(options=options, about="which of these resolves next")
            chosen = next(one for one in waiting if one.pick == picks[0])
        done.add(chosen.name)
        if chosen.ability.may and not chosen.ability.each:
            name = game.fact(chosen.instance.card).name
            answer = yield (
                chosen.seat,
                May(options=(YES, NO), about=f"whether to use {name}", by=chosen.instance.card.number),
            )
            if answer[0] == NO:
                continue
        yield from chosen.take(game)
        yield from settle_root(game)


def _alike(waiting: Sequence[Candidate]) -> bool:
    """Equal abilities for the same player need no order, nor one ability of a base for several players."""
    first = waiting[0]
    return all(
        one.ability is first.ability and (one.seat == first.seat or one.instance is first.instance) for one in waiting
    )


_FIRST: dict[MeFirst, Callable[[Candidate], bool]] = {
    MeFirst.ONE_ROUND: lambda one: one.ability.label != "special",
    MeFirst.IN_PLAY_FIRST: lambda one: True,
    MeFirst.MANDATORY_FIRST: lambda one: one.ability.mandatory,
}


def _held(game: Game, seat: int, moment: str) -> list[Candidate]:
    """What a player could use now of the cards that are not in play."""
    if not game.answerable_unseen(moment):
        return []
    return [one for find in _FROM_PILES for one in find(game, seat, moment)]
