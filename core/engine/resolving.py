"""Resolving: abilities in use, what they trigger, and Me First, through which everything optional passes.

Two kinds of thing wait for their turn. *Occurrences*: abilities that answer an event, each occurrence once, if they
witnessed it. *Standing windows*: abilities of a moment (before a base scores, start of turn), collected anew after
each use, so that late comers answer too. Both are `Candidate`s and take turns in `me_first`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from core.engine.game import Endless, Frame, Game, Heard, Trigger
from core.engine.index import Instance, heeding
from core.engine.leaving import discard_by_rule, discard_released
from core.engine.moments import settle_due
from core.engine.use import Me
from core.printed.definitions import SCORING_WINDOWS, Ability, Steps
from core.printed.editions import MeFirst
from events.questions import NO, YES, May, NextInOrder, Pick, Use, Window
from events.vocabulary import AbilityUsed, Event

DEEPEST = 100
"""Cards and abilities that may be in the middle of each other: far more than any game needs, and fewer than Python can
follow. Compiled code would not notice by itself that it has no end."""

# --- using an ability -----------------------------------------------------------------------------------------------


def use(game: Game, instance: Instance, seat: int, event: Event | None = None) -> Steps[Any]:
    """An ability resolves, then what it triggered."""
    held = instance.ability
    card = instance.card
    site = card.site or getattr(event, "site", 0)
    used = game.record(
        AbilityUsed(
            position=len(game.log) + 1,
            cause=event.position if event is not None else game.cause,
            seat=seat,
            holder=card.number,
            ability=held.key,
            granted_by=instance.granted_by,
            site=site,
        )
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
    game.depth += 1
    if game.depth > DEEPEST:
        raise Endless(len(game.log))
    frame = Frame(card)
    game.frames.append(frame)
    before, game.cause = game.cause, cause
    result = function(*arguments)
    if hasattr(result, "send"):
        result = yield from result
    if game.restless:
        yield from settle_due(game)
    game.cause = before
    game.frames.pop()
    parent = game.frames[-1]
    if parent is not game.root and game.edition.nested_triggers_wait:
        # resolve.nested: what a nested card triggers waits until the card that it paused has resolved.
        parent.deferred += [frame, *frame.deferred]
        frame.deferred = []
    else:
        yield from _finish(game, frame)
    game.depth -= 1
    return result


def _finish(game: Game, frame: Frame) -> Steps[None]:
    """What a frame triggered, then a played action leaves (turn.discard-timing); before it the nested cards, in reverse
    order to how they were played (resolve.nested)."""
    for nested in reversed(frame.deferred):
        yield from _finish(game, nested)
    if frame.triggers or frame.heard:
        yield from resolve_triggers(game, frame.triggers, frame.heard)
    if frame.released:
        discard_released(game, frame.released)
    if frame.card and game.card(frame.card).zone == "resolving":
        discard_by_rule(game, game.card(frame.card), "resolved", "turn.action-leaves")


def settle_root(game: Game) -> Steps[None]:
    """Resolve what the flow's own moments (a draw, a discard after scoring) have triggered."""
    if game.restless:
        yield from settle_due(game)
    while game.root.triggers or game.root.heard or game.due:
        yield from settle_due(game)
        triggers, game.root.triggers = game.root.triggers, []
        heard, game.root.heard = game.root.heard, []
        released, game.root.released = game.root.released, []
        yield from resolve_triggers(game, triggers, heard)
        discard_released(game, released)


# --- Me First -------------------------------------------------------------------------------------------------------


class Candidate:
    """Something that could happen now: an ability of a card in play, a rule, or a card in hand."""

    __slots__ = ("ability", "event", "instance", "name", "seat")

    def __init__(self, instance: Instance, seat: int, event: Event | None = None) -> None:
        self.instance = instance
        self.ability: Ability = instance.ability
        self.seat = seat
        self.event = event
        # What makes it this one: an instance may answer several events, and a base's for several players; a card that
        # left and came back is another card, one that only changed hands is not (reading.changed-hands).
        position = event.position if event is not None else 0
        player = seat if self.ability.who is not None or self.ability.card.is_base else -1
        self.name = (instance.card.number, self.ability.key, instance.granted_by, position, player, instance.since)

    @property
    def pick(self) -> Pick:
        """How an answer names it."""
        number, key, granted_by, position, *_ = self.name
        return Use(number, key, granted_by, position)

    @property
    def applies(self) -> bool:
        """Whether its "if" holds now, at its place in the order."""
        provided = self.ability.provided
        if provided is None:
            return True
        return provided(self.instance) if self.event is None else provided(self.instance, self.event)

    def take(self, game: Game) -> Steps[Any]:
        """Let it happen."""
        return use(game, self.instance, self.seat, self.event)


Collect = Callable[[], list[Candidate]]


def resolve_triggers(game: Game, triggers: Sequence[Trigger], heard: Sequence[Heard] = ()) -> Steps[None]:
    """Occurrences: whatever witnessed them, by Me First; hands may answer too (resolve.order)."""
    if not triggers and not heard:
        return
    waiting = [(Candidate(trigger.instance, trigger.seat, trigger.event), trigger) for trigger in triggers]
    done: set[Any] = set()

    def collect() -> list[Candidate]:
        return [one for one, trigger in waiting if one.name not in done and trigger.stands and _still(one)]

    round_ = MeFirst.IN_PLAY_FIRST if game.edition.me_first is MeFirst.ONE_ROUND else game.edition.me_first
    yield from me_first(game, collect, done, Unseen(game, "trigger", heard), round_)


def _still(one: Candidate) -> bool:
    """Whether what a trigger answers has not come to nothing meanwhile."""
    still = one.ability.still
    return still is None or still(one.instance, one.event)


def open_window(game: Game, hook: str, collect_more: Collect | None = None) -> Steps[None]:
    """A standing window: all that can happen at this moment, by Me First."""
    found = standing(game, hook)
    if not found and collect_more is None and not game.due and not game.answerable_unseen(hook):
        return  # the common case: nothing waits for this moment
    if collect_more is not None:
        found += collect_more()
    seen = len(game.log)
    done: set[Any] = set()

    def collect() -> list[Candidate]:
        nonlocal found, seen
        if seen != len(game.log):  # something has happened: who is there is looked at again
            found, seen = standing(game, hook), len(game.log)
            if collect_more is not None:
                found += collect_more()
        return [one for one in found if one.name not in done] if done else found

    round_ = game.edition.me_first
    if hook not in SCORING_WINDOWS and (round_ is MeFirst.ONE_ROUND or not game.edition.turn_by_me_first):
        round_ = MeFirst.IN_PLAY_FIRST  # before 2023 Me First orders what happens around scoring only
    yield from me_first(game, collect, done, Unseen(game, hook), round_)
    yield from settle_root(game)


RulesAt = Callable[[Game], list[Candidate]]
_RULES_AT: dict[str, list[RulesAt]] = {}


def rule_at(hook: str) -> Callable[[RulesAt], RulesAt]:
    """A rule that acts at a moment just as abilities do (uncovering, stasis): it finds its own candidates."""

    def register(find: RulesAt) -> RulesAt:
        _RULES_AT.setdefault(hook, []).append(find)
        return find

    return register


FromPiles = Callable[[Game, int, str | type[Event], Event | None], list[Candidate]]
_FROM_PILES: list[FromPiles] = []


def from_piles(find: FromPiles) -> FromPiles:
    """Who looks for what a player could use out of a hand or a pile at a moment, or in answer to an event: playing
    knows that."""
    _FROM_PILES.append(find)
    return find


class Unseen:
    """What players could use now of cards that are not in play; and who is asked about that, whatever they hold."""

    def __init__(self, game: Game, moment: str, heard: Sequence[Heard] = ()) -> None:
        self._game = game
        self._heard = heard
        self.moment = moment
        self.possible = bool(heard) or game.answerable_unseen(moment)

    def held(self, seat: int) -> list[Candidate]:
        """What a player has to use: each card once, however many events it could answer."""
        if not self.possible:
            return []
        hooks: list[tuple[str | type[Event], Event | None]] = []
        if self._game.answerable_unseen(self.moment):
            hooks.append((self.moment, None))
        hooks += [(type(one.event), one.event) for one in self._heard if seat in one.seats]
        found = [one for find in _FROM_PILES for hook, event in hooks for one in find(self._game, seat, hook, event)]
        return list({one.pick: one for one in reversed(found)}.values())[::-1]

    def asks(self, seat: int) -> bool:
        """Whether a player holds cards of which any could be used now, for all that the others know."""
        concerned = self.moment in self._game.hand_hooks or any(seat in one.seats for one in self._heard)
        return concerned and bool(self._game.table.seats[seat].hand)


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


def players_of(game: Game, instance: Instance, hook: str) -> Sequence[int]:
    """For whom an ability acts at a moment: its controller, or on a base the player described, unless they ignore it."""
    held = instance.ability
    seats = _meant(game, instance, hook)
    if held.card.is_base:
        seats = heeding(instance, seats)
    # score.ability-tie: a second use that makes no sense is not made
    return seats[:1] if held.tied_once and not game.edition.tied_second_use else seats


def _meant(game: Game, instance: Instance, hook: str) -> Sequence[int]:
    held = instance.ability
    if held.when is not None and not held.when(instance):
        return []
    if held.who is not None:
        seats = set(held.who(instance, None))
        return [seat for seat in game.clockwise() if seat in seats]
    if instance.card.zone == "base" or held.card.is_base:
        return [game.table.current]
    if hook in ("start-of-turn", "end-of-turn") and instance.you != game.table.current:
        return []
    return [instance.you]


def me_first(game: Game, collect: Collect, done: set[Any], unseen: Unseen, order: MeFirst) -> Steps[None]:
    """Everything that waits for this moment takes its turn (mefirst). Three parts of one idea:

    what comes first is resolved in the current player's order; the rest goes round from the current player clockwise,
    one at a time, until all pass in a row; whatever becomes part of the first meanwhile resolves at once.
    """
    comes_first = _FIRST[order]
    yield from _current_players_order(game, collect, done, comes_first, unseen.moment)
    if not unseen.possible and (order is MeFirst.IN_PLAY_FIRST or not collect()):
        return
    passed = 0
    seat = game.table.current
    count = len(game.table.seats)
    while passed < count:
        mine = [one for one in collect() if one.seat == seat and not comes_first(one) and one.applies]
        mine += [one for one in unseen.held(seat) if one.name not in done]
        chosen = None
        if _goes_by_itself(mine, collect, unseen):
            chosen = mine[0]
        elif mine or unseen.asks(seat):
            chosen = yield from _ask_round(seat, mine, unseen.moment, order)
        if chosen is None:
            passed += 1
        else:
            passed = 0
            done.add(chosen.name)
            with game.because(game.table.position):  # the answer is what causes it
                yield from chosen.take(game)
                yield from settle_root(game)
            yield from _current_players_order(game, collect, done, comes_first, unseen.moment)
        seat = (seat + 1) % count


def _goes_by_itself(mine: Sequence[Candidate], collect: Collect, unseen: Unseen) -> bool:
    """Whether nothing else could be used now, by anybody, than something that may be left alone anyway."""
    return len(mine) == 1 and mine[0].ability.offers and not unseen.possible and len(collect()) == 1


def _ask_round(seat: int, mine: Sequence[Candidate], moment: str, order: MeFirst) -> Steps[Candidate | None]:
    """A player's turn in the round: one of these, or pass."""
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
    return next(one for one in mine if one.pick == picks[0]) if picks else None


def _current_players_order(
    game: Game, collect: Collect, done: set[Any], comes_first: Callable[[Candidate], bool], moment: str
) -> Steps[None]:
    """What comes first, as the current player orders it: one after another, or several by one answer, which holds until
    something new has joined them (void.simultaneous)."""
    ordered: Sequence[Pick] = ()
    known: set[Any] = set()
    while waiting := [one for one in collect() if comes_first(one)]:
        if not known.issuperset(one.name for one in waiting):
            ordered = ()
        chosen = _first_of(game, ordered, waiting)
        if chosen is None:
            ordered = yield from _ask_order(game, waiting)
            known = {one.name for one in waiting}
            chosen = _first_of(game, ordered, waiting) or waiting[0]
        alternatives = [one for one in waiting if one.ability is chosen.ability] if chosen.ability.one_of else [chosen]
        done.update(one.name for one in alternatives)
        if (taken := (yield from _takes_place(game, alternatives, moment))) is not None:
            yield from taken.take(game)
            yield from settle_root(game)


def _first_of(game: Game, ordered: Sequence[Pick], waiting: Sequence[Candidate]) -> Candidate | None:
    """The first of these in an order. One ability for several players goes clockwise (score.ability-tie)."""
    clockwise = sorted(waiting, key=lambda one: (one.seat - game.table.current) % len(game.table.seats))
    return next((one for pick in ordered for one in clockwise if one.pick == pick), None)


def _ask_order(game: Game, waiting: Sequence[Candidate]) -> Steps[Sequence[Pick]]:
    options = tuple(dict.fromkeys(one.pick for one in waiting))
    if len(options) == 1 or len({one.instance.sort(one.seat, one.event) for one in waiting}) == 1:
        return options
    about = "which of these resolves next"
    return (yield game.table.current, NextInOrder(options=options, most=len(options), about=about))


def _takes_place(game: Game, alternatives: Sequence[Candidate], moment: str) -> Steps[Candidate | None]:
    """What happens, now that its place in the order has come: its "if" may fail, its player may decline. Of several
    cards of which only one acts that player says which."""
    chosen = alternatives[0]
    held = chosen.ability
    if not chosen.applies:
        return None
    if not held.may or held.each or held.offers:
        return chosen
    if len(alternatives) > 1:
        return (yield from _ask_round(chosen.seat, alternatives, moment, MeFirst.IN_PLAY_FIRST))
    name = game.fact(chosen.instance.card).name
    number = chosen.instance.card.number
    answer = yield chosen.seat, May(options=(YES, NO), about=f"whether to use {name}", by=number)
    return chosen if answer[0] == YES else None


_FIRST: dict[MeFirst, Callable[[Candidate], bool]] = {
    MeFirst.ONE_ROUND: lambda one: one.ability.label != "special",
    MeFirst.IN_PLAY_FIRST: lambda one: True,
    MeFirst.MANDATORY_FIRST: lambda one: one.ability.mandatory,
}
