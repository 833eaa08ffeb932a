"""Resolving abilities, their triggers, and Me First, the priority round for everything optional.

Two kinds of things wait to resolve. *Occurrences* are abilities that answer an event, once per occurrence, if they
witnessed it. *Windows* are abilities of a moment (before a base scores, start of turn), collected again after each use,
so that late arrivals are included. Both are `Candidate`s and take turns in `me_first`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from core.engine.effects import Effect
from core.engine.game import SETTLING, Endless, Game, Heard, ResolutionFrame, Settles, Trigger
from core.engine.index import Instance, players_affected
from core.engine.leaving import discard_by_rule, discard_released
from core.engine.moments import perform_one, settle_due
from core.engine.use import Me
from core.printed.definitions import SCORING_WINDOWS, START_OF_TURN, Ability, Goes, Steps
from core.printed.editions import MeFirst
from events.card_types import CardType
from events.questions import NO, YES, May, NextInOrder, Pick, Use, Window
from events.vocabulary import AbilityUsed, Event
from events.words import Hook

DEEPEST: Final = 100
"""The deepest nesting of cards and abilities: far more than any game needs, and less than Python's stack allows.
Compiled code would not notice endless recursion on its own."""

# --- using an ability -----------------------------------------------------------------------------------------------


def use(game: Game, instance: Instance, seat: int, event: Event | None = None) -> Steps[Any]:
    """Resolve an ability, then what it triggered. Returns the ability's result."""
    ability = instance.ability
    used = game.record(use_of(game, instance, seat, event))
    me = Me(
        game,
        instance.card,
        seat,
        ability=ability,
        base=instance.base or used.site,
        cause=used.position,
        event=event,
        granted_by=instance.granted_by,
        lasting=instance.lasting,
    )
    arguments = (me,) if event is None else (me, event)
    return (yield from in_frame(game, used.position, 0, ability.function, *arguments))


def use_of(game: Game, instance: Instance, seat: int, event: Event | None = None) -> AbilityUsed:
    """Return the event of using an ability now, in answer to another event or not."""
    return AbilityUsed(
        position=len(game.log) + 1,
        cause=event.position if event is not None else game.cause,
        seat=seat,
        holder=instance.card.number,
        ability=instance.ability.key,
        granted_by=instance.granted_by,
        site=instance.card.site or getattr(event, "site", 0),
    )


def in_frame(game: Game, cause: int, card: int, function: Callable[..., Any], *arguments: Any) -> Steps[Any]:
    """Run a function that may ask questions, collect what its moments trigger, and resolve that at the right time.
    Returns its result."""
    game.depth += 1
    if game.depth > DEEPEST:
        raise Endless(len(game.log))
    frame = ResolutionFrame(card)
    game.frames.append(frame)
    before, game.cause = game.cause, cause
    result = function(*arguments)
    if hasattr(result, "send"):
        result = yield from result
    if game.restless:
        yield from settle_due(game)
    if game.settles:
        if card:
            game.cause = result.position  # what is settled now follows from the play of the card
        yield from _before_triggers(game)
    game.cause = before
    game.frames.pop()
    parent = game.frames[-1]
    if parent is not game.root and game.edition.nested_triggers_wait:
        # resolve.nested: the triggers of a nested card wait until the card it interrupted has resolved.
        parent.deferred += [frame, *frame.deferred]
        frame.deferred = []
    else:
        if parent is not game.root and (frame.triggers or frame.heard):
            game.note("reading.emd-nested", "reading.cnd-nested")
        yield from _finish(game, frame)
    game.depth -= 1
    return result


def _finish(game: Game, frame: ResolutionFrame) -> Steps[None]:
    """Resolve what a frame triggered, then discard a played action (turn.discard-timing).

    Nested cards come first, in reverse order of play (resolve.nested).
    """
    for nested in reversed(frame.deferred):
        yield from _finish(game, nested)
    if frame.triggers or frame.heard:
        _note_readings_of_order(game, frame)
        yield from resolve_triggers(game, frame.triggers, frame.heard)
    if frame.released:
        discard_released(game, frame.released)
    if frame.card:
        words = game.destinations.pop(frame.card, ()) if game.destinations else ()
        if game.card(frame.card).zone == "resolving":
            if words:
                yield from _goes_elsewhere(game, frame.card, words)
            if game.card(frame.card).zone == "resolving":
                discard_by_rule(game, game.card(frame.card), "resolved", "turn.action-leaves")


def _goes_elsewhere(game: Game, number: int, words: Sequence[tuple[Goes, Effect]]) -> Steps[None]:
    """Put a played action where a card says, instead of in the discard pile.

    Its own text comes first, because it decides where the action would go without that card (turn.action-leaves).
    """
    there: Effect | None = None
    zone: str = "discard"
    for goes, effect in sorted(words, key=lambda word: word[1].by != number):
        if zone in goes.instead_of:
            there, zone = effect, goes.zone
    if there is not None:
        yield from perform_one(game, there)


def _note_readings_of_order(game: Game, frame: ResolutionFrame) -> None:
    """Record the readings on which the order of a played card and its triggers depends."""
    if not frame.card:
        return
    if game.card(frame.card).zone == "resolving":
        game.note("reading.emd-discard")
    own = sum(1 for trigger in frame.triggers if trigger.instance.card.number == frame.card)
    if 0 < own < len(frame.triggers):
        game.note("reading.own-trigger")


def settle_root(game: Game) -> Steps[None]:
    """Resolve what the turn's own moments (a draw, a discard after scoring) have triggered."""
    if game.restless:
        yield from settle_due(game)
    if game.settles:
        yield from _before_triggers(game)
    while game.root.triggers or game.root.heard or game.due:
        yield from settle_due(game)
        triggers, game.root.triggers = game.root.triggers, []
        heard, game.root.heard = game.root.heard, []
        released, game.root.released = game.root.released, []
        yield from resolve_triggers(game, triggers, heard)
        discard_released(game, released)


def _can_wait(game: Game, candidate: Candidate) -> bool:
    """Return whether an extra play can be kept.

    One granted in a phase of its own is for a later phase; one granted in answer to an event can be kept in the
    player's own Play Cards.
    """
    return candidate.event is None or (candidate.seat == game.table.current and game.table.phase == "play")


# --- Me First -------------------------------------------------------------------------------------------------------


class Candidate:
    """Something that could happen now: an ability of a card in play, a rule, or a card in hand."""

    __slots__ = ("ability", "event", "instance", "name", "seat")

    def __init__(self, instance: Instance, seat: int, event: Event | None = None) -> None:
        self.instance = instance
        self.ability: Ability = instance.ability
        self.seat = seat
        self.event = event
        # The identity of a candidate: an instance may answer several events, and a base's may act for several players.
        # A card that left and came back is another card; one that only changed controller is not
        # (reading.changed-hands).
        position = event.position if event is not None else 0
        player = seat if self.ability.who is not None or self.ability.card.is_base else -1
        self.name = (instance.card.number, self.ability.key, instance.granted_by, position, player, instance.since)

    @property
    def pick(self) -> Pick:
        """Return how an answer refers to it."""
        number, key, granted_by, position, *_ = self.name
        return Use(number, key, granted_by, position)

    @property
    def applies(self) -> bool:
        """Return whether its "if" holds now, when its turn has come."""
        provided = self.ability.provided
        if provided is None:
            return True
        return provided(self.instance) if self.event is None else provided(self.instance, self.event)

    def take(self, game: Game) -> Steps[Any]:
        """Let it happen. Returns its result."""
        return use(game, self.instance, self.seat, self.event)


Collect = Callable[[], list[Candidate]]


def resolve_triggers(game: Game, triggers: Sequence[Trigger], heard: Sequence[Heard] = ()) -> Steps[None]:
    """Resolve triggered abilities that witnessed their events, by Me First; hands may answer too (resolve.order)."""
    if not triggers and not heard:
        return
    waiting = [(Candidate(trigger.instance, trigger.seat, trigger.event), trigger) for trigger in triggers]
    done: set[Any] = set()

    def collect() -> list[Candidate]:
        return [
            candidate
            for candidate, trigger in waiting
            if candidate.name not in done and trigger.stands and _still(candidate)
        ]

    round_ = MeFirst.IN_PLAY_FIRST if game.edition.me_first is MeFirst.ONE_ROUND else game.edition.me_first
    yield from me_first(game, collect, done, HiddenUses(game, "trigger", heard), round_)


def _still(candidate: Candidate) -> bool:
    """Return whether the event that a trigger answers still matters."""
    still = candidate.ability.still
    return still is None or still(candidate.instance, candidate.event)


def open_window(
    game: Game, hook: Hook, collect_more: Collect | None = None, lasts: Callable[[], bool] | None = None
) -> Steps[None]:
    """Let everything happen that can happen at this moment, in Me First order.

    `lasts` returns whether the moment still exists. Once it has passed, nothing more of it happens.
    """
    candidates = standing(game, hook)
    if not candidates and collect_more is None and not game.due and not game.answerable_unseen(hook):
        return  # the common case: nothing is waiting for this moment
    if collect_more is not None:
        candidates += collect_more()
    seen = len(game.log)
    done: set[Any] = set()

    def collect() -> list[Candidate]:
        nonlocal candidates, seen
        if seen != len(game.log):  # something has happened: collect again
            candidates, seen = standing(game, hook), len(game.log)
            if collect_more is not None:
                candidates += collect_more()
        if not done:
            return candidates
        for candidate in candidates:
            if candidate.name in done and _used_by_another(game, candidate):
                game.note("reading.changed-hands")
        return [candidate for candidate in candidates if candidate.name not in done]

    round_ = game.edition.me_first
    if hook not in SCORING_WINDOWS and (round_ is MeFirst.ONE_ROUND or not game.edition.turn_by_me_first):
        round_ = MeFirst.IN_PLAY_FIRST  # before 2023 Me First applies only around scoring
    if hook == START_OF_TURN and game.edition.start_in_any_order:
        round_ = MeFirst.IN_PLAY_FIRST  # turn.start: optional abilities need not wait for mandatory ones
        if len({candidate.ability.mandatory for candidate in collect()}) > 1:
            game.note("reading.htb-start-order")
    yield from me_first(game, collect, done, HiddenUses(game, hook), round_, lasts)
    yield from settle_root(game)


def _used_by_another(game: Game, candidate: Candidate) -> bool:
    """Return whether an ability was already used by a player other than its card's current controller.

    Abilities of bases, and those that name their players, are used once per player.
    """
    if candidate.ability.who is not None or candidate.ability.card.is_base:
        return False
    used = (entry for entry in game.table.journal if isinstance(entry, AbilityUsed))
    return any(
        entry.holder == candidate.instance.card.number
        and entry.ability == candidate.ability.key
        and entry.seat != candidate.seat
        for entry in used
    )


RulesAt = Callable[[Game], list[Candidate]]
_RULES_AT: Final[dict[str, list[RulesAt]]] = {}


def rule_at(hook: Hook) -> Callable[[RulesAt], RulesAt]:
    """Register a rule that acts at a moment just as abilities do (uncovering, stasis) and finds its own candidates."""

    def register(find: RulesAt) -> RulesAt:
        _RULES_AT.setdefault(hook, []).append(find)
        return find

    return register


def before_triggers(type: CardType) -> Callable[[Settles], Settles]:
    """Register what the rules of a type of card do when a card or ability has resolved, before its triggers.

    It applies to games that have such cards.
    """

    def register(settle: Settles) -> Settles:
        SETTLING.setdefault(type, []).append(settle)
        return settle

    return register


def _before_triggers(game: Game) -> Steps[None]:
    for settle in game.settles:
        yield from settle(game)


FromPiles = Callable[[Game, int, Sequence[str | Heard]], list[Candidate]]
_FROM_PILES: Final[list[FromPiles]] = []


def from_piles(find: FromPiles) -> FromPiles:
    """Register the function that finds cards a player could use from a hand or a pile at a moment, or in answer to
    events."""
    _FROM_PILES.append(find)
    return find


class HiddenUses:
    """The hidden cards that players could use now, and the players who are asked about them whatever they hold."""

    def __init__(self, game: Game, moment: str, heard: Sequence[Heard] = ()) -> None:
        self._game = game
        self._heard = heard
        self.moment = moment
        self.possible = bool(heard) or game.answerable_unseen(moment)

    def held(self, seat: int) -> list[Candidate]:
        """Return what a player can use. A card that would be played is listed once, however many events it could
        answer."""
        if not self.possible:
            return []
        moments: list[str | Heard] = [self.moment] if self._game.answerable_unseen(self.moment) else []
        moments += self._heard
        return [candidate for find in _FROM_PILES for candidate in find(self._game, seat, moments)]

    def asks(self, seat: int) -> bool:
        """Return whether a player holds cards that, as far as the others know, could be used now."""
        concerned = self.moment in self._game.hand_hooks or any(seat in event.hands for event in self._heard)
        return concerned and bool(self._game.table.seats[seat].hand)


def standing(game: Game, hook: Hook) -> list[Candidate]:
    """Return the abilities in play, and the rules, that act at a moment, once for each player they act for."""
    candidates: list[Candidate] = []
    for find in _RULES_AT.get(hook, ()):
        candidates += find(game)
    scoring = game.table.scoring
    specials_only = hook == "before-scores" and not game.edition.any_before_ability
    for instance in game.index.active(hook):
        ability = instance.ability
        if ability.here and (scoring is None or instance.base != scoring.site):
            continue
        if specials_only and ability.label not in ("special", ""):
            continue  # score.before: only Specials (and bases) act before a base scores
        candidates += [Candidate(instance, seat) for seat in players_of(game, instance, hook)]
    return candidates


def players_of(game: Game, instance: Instance, hook: Hook) -> Sequence[int]:
    """Return the players an ability acts for: its controller; for a base, the player its text names, unless they ignore
    the base."""
    ability = instance.ability
    seats = _meant(game, instance, hook)
    if ability.card.is_base:
        seats = players_affected(instance, seats)
    # score.ability-tie: a second use that would make no sense is skipped
    return seats[:1] if ability.tied_once and not game.edition.tied_second_use else seats


def _meant(game: Game, instance: Instance, hook: Hook) -> Sequence[int]:
    ability = instance.ability
    if ability.when is not None and not ability.when(instance):
        return []
    if ability.who is not None:
        seats = set(ability.who(instance, None))
        return [seat for seat in game.clockwise() if seat in seats]
    if instance.card.zone == "base" or ability.card.is_base:
        return [game.table.current]
    if hook in ("start-of-turn", "end-of-turn") and instance.you != game.table.current:
        return []
    return [instance.you]


def me_first(
    game: Game,
    collect: Collect,
    done: set[Any],
    unseen: HiddenUses,
    order: MeFirst,
    lasts: Callable[[], bool] | None = None,
) -> Steps[None]:
    """Let everything that waits for this moment take its turn (mefirst).

    Mandatory abilities resolve first, in the current player's order. The rest goes round clockwise from the current
    player, one at a time, until all pass in a row. Mandatory abilities that join later resolve at once. Everything
    stops as soon as the moment is over (`lasts`).
    """
    waiting = _Waiting(game, collect if lasts is None else _while(lasts, collect))
    yield from _take_turns(game, waiting, done, unseen, order, lasts)
    waiting.end()


def _take_turns(
    game: Game,
    waiting: _Waiting,
    done: set[Any],
    unseen: HiddenUses,
    order: MeFirst,
    lasts: Callable[[], bool] | None,
) -> Steps[None]:
    collect, comes_first = waiting.collect, _FIRST[order]
    yield from _current_players_order(game, waiting, done, comes_first, unseen.moment)
    if not unseen.possible and (order is MeFirst.IN_PLAY_FIRST or not collect()):
        return
    passed = 0
    seat = game.table.current
    count = len(game.table.seats)
    while passed < count and (lasts is None or lasts()):
        mine = [
            candidate
            for candidate in collect()
            if candidate.seat == seat and not comes_first(candidate) and waiting.applies(candidate)
        ]
        mine += [candidate for candidate in unseen.held(seat) if candidate.name not in done]
        chosen = None
        if _needs_no_question(mine, collect, unseen):
            chosen = mine[0]
        elif mine or unseen.asks(seat):
            if order is MeFirst.ONE_ROUND and any(candidate.ability.mandatory for candidate in mine):
                game.note("reading.must-in-the-round")
            chosen = yield from _ask_round(seat, mine, unseen.moment, order)
        if chosen is None:
            passed += 1
        else:
            passed = 0
            done.add(chosen.name)
            with game.because(game.table.position):  # The answer is the cause.
                yield from chosen.take(game)
                yield from settle_root(game)
            yield from _current_players_order(game, waiting, done, comes_first, unseen.moment)
        seat = (seat + 1) % count
    yield from _plays_that_wait(game, collect, done)


class _Waiting:
    """What waits for a moment, and whether it matters when the "if" of an ability is looked at: as the moment begins,
    at the ability's place, or for as long as the moment lasts (reading.if-at-its-place)."""

    def __init__(self, game: Game, collect: Collect) -> None:
        self.game = game
        self._collect = collect
        self._at_first: dict[Any, bool] = {}
        self._failed: list[Candidate] = []

    def collect(self) -> list[Candidate]:
        """Return what is waiting now."""
        candidates = self._collect()
        for candidate in candidates:
            if candidate.ability.provided is not None and candidate.name not in self._at_first:
                self._at_first[candidate.name] = candidate.applies
        return candidates

    def applies(self, candidate: Candidate) -> bool:
        """Return whether the "if" of an ability holds at its place."""
        holds = candidate.applies
        if self._at_first.get(candidate.name, holds) != holds:
            self._note()
        if not holds:
            self._failed.append(candidate)
        return holds

    def end(self) -> None:
        """End the moment: an "if" that failed at its place might have held later."""
        if any(candidate.instance.active and candidate.applies for candidate in self._failed):
            self._note()

    def _note(self) -> None:
        self.game.note("reading.if-at-its-place", "reading.htb-set-off-if")


def _plays_that_wait(game: Game, collect: Collect, done: set[Any]) -> Steps[None]:
    """Give players the extra plays that they passed on but can still use later: "you may play" is about playing the
    card (term.extra)."""
    while granted := [
        candidate
        for candidate in collect()
        if candidate.ability.grants and _can_wait(game, candidate) and candidate.applies
    ]:
        done.add(granted[0].name)
        yield from granted[0].take(game)
        yield from settle_root(game)


def _while(lasts: Callable[[], bool], collect: Collect) -> Collect:
    return lambda: collect() if lasts() else []


def _needs_no_question(mine: Sequence[Candidate], collect: Collect, unseen: HiddenUses) -> bool:
    """Return whether nothing can be used now, by anybody, except abilities that need not be asked about."""
    return len(mine) == 1 and mine[0].ability.offers and not unseen.possible and len(collect()) == 1


def _ask_round(seat: int, mine: Sequence[Candidate], moment: str, order: MeFirst) -> Steps[Candidate | None]:
    """Ask a player in the round for one of these. Returns None for a pass."""
    must = order is MeFirst.ONE_ROUND and any(candidate.ability.mandatory for candidate in mine)
    picks = yield (
        seat,
        Window(
            options=tuple(candidate.pick for candidate in mine),
            least=1 if must else 0,
            about="something to use now, or pass",
            moment=moment,
        ),
    )
    return next(candidate for candidate in mine if candidate.pick == picks[0]) if picks else None


def _current_players_order(
    game: Game, everything: _Waiting, done: set[Any], comes_first: Callable[[Candidate], bool], moment: str
) -> Steps[None]:
    """Resolve mandatory abilities in the order the current player chooses: one at a time, or several with one answer,
    which is valid until another ability joins them (void.simultaneous)."""
    ordered: Sequence[Pick] = ()
    known: set[Any] = set()
    while waiting := [candidate for candidate in everything.collect() if comes_first(candidate)]:
        if not known.issuperset(candidate.name for candidate in waiting):
            ordered = ()
        chosen = _first_of(game, ordered, waiting)
        if chosen is None:
            ordered = yield from _ask_order(game, waiting)
            known = {candidate.name for candidate in waiting}
            chosen = _first_of(game, ordered, waiting) or waiting[0]
        alternatives = (
            [candidate for candidate in waiting if candidate.ability is chosen.ability]
            if chosen.ability.one_of
            else [chosen]
        )
        done.update(candidate.name for candidate in alternatives)
        if (taken := (yield from _takes_place(game, everything, alternatives, moment))) is not None:
            yield from taken.take(game)
            yield from settle_root(game)


def _first_of(game: Game, ordered: Sequence[Pick], waiting: Sequence[Candidate]) -> Candidate | None:
    """Return the first of these in an order. One ability for several players goes clockwise (score.ability-tie)."""
    clockwise = sorted(waiting, key=lambda candidate: (candidate.seat - game.table.current) % len(game.table.seats))
    return next((candidate for pick in ordered for candidate in clockwise if candidate.pick == pick), None)


def _ask_order(game: Game, waiting: Sequence[Candidate]) -> Steps[Sequence[Pick]]:
    options = tuple(dict.fromkeys(candidate.pick for candidate in waiting))
    if (
        len(options) == 1
        or len({candidate.instance.sort(candidate.seat, candidate.event) for candidate in waiting}) == 1
    ):
        return options
    for first in waiting:
        if first.ability.apart is not None and first.ability.apart(
            first, [other for other in waiting if other is not first]
        ):
            return (first.pick,)
    about = "which of these resolves next"
    return (yield game.table.current, NextInOrder(options=options, most=len(options), about=about))


def _takes_place(
    game: Game, everything: _Waiting, alternatives: Sequence[Candidate], moment: str
) -> Steps[Candidate | None]:
    """Return the candidate that resolves now that its turn has come, or None: its "if" may fail, or its player may
    decline. If only one of several cards acts, that player chooses which."""
    chosen = alternatives[0]
    ability = chosen.ability
    if not everything.applies(chosen):
        return None
    if not ability.may or ability.each or ability.offers:
        return chosen
    if len(alternatives) > 1:
        return (yield from _ask_round(chosen.seat, alternatives, moment, MeFirst.IN_PLAY_FIRST))
    name = game.fact(chosen.instance.card).name
    number = chosen.instance.card.number
    answer = yield chosen.seat, May(options=(YES, NO), about=f"whether to use {name}", by=number)
    return chosen if answer[0] == YES else None


_FIRST: Final[dict[MeFirst, Callable[[Candidate], bool]]] = {
    MeFirst.ONE_ROUND: lambda candidate: candidate.ability.label != "special",
    MeFirst.IN_PLAY_FIRST: lambda candidate: True,
    MeFirst.MANDATORY_FIRST: lambda candidate: candidate.ability.mandatory,
}
