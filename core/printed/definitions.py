"""Card definitions: printed facts, our wording of the text, and the abilities.

A faction is one module: a `Faction`, its cards, created with `faction.minion(…)` and `faction.action(…)`, and their
abilities, small functions decorated by the card they belong to. The bases of a set share one module and a `BaseSet`.

Parameters of the decorators:
- `here`: the event (or the scoring base) is at the holder's base; for a Special in hand: play it at the scoring base;
- `where`: the bases at which a card that answers an event from a hand or pile is played, `(me, event) -> sites`;
- `late`: a card that came to the hand or pile by the very effect it answers may still answer it;
- `may`: the player may decline; `each`: each player may, so the ability as a whole is mandatory (mefirst);
- `when`: a condition, `(me) -> bool` or, for triggers, `(me, event) -> bool`, checked as the event happens;
- `who`: the players it acts for, if not the holder's controller: `(me, event) -> seats`;
- `still`: a condition of a trigger, `(me, event) -> bool`, checked when its turn comes: what it answers may no longer
  be valid by then;
- `provided`: the "if" of an ability of a moment or an event, `(me) -> bool` or `(me, event) -> bool`, checked when its
  turn comes. If it fails, the ability has had its turn and does not wait for the condition (mefirst);
- `offers`: what it gives may be left unused, so the player is not asked first whether to use it;
- `grants`: it offers only an extra play: a player who passes does not lose a play that can wait (term.extra);
- `releases`: cards stored under this card wait aside for the ability when the card leaves (stored.leaving);
- `one_of`: only one of all cards that have it acts, or none: the player is asked once which;
- `has_effect`: of a talent, whether using it now could change anything, `(me) -> bool`: it has something to act on and
  its price can be paid. It may be used without effect (void.no-target), but nobody is asked just because of that;
- `regardless`: "holder", "event", "player": what makes no difference to it. Several such abilities have the same result
  in any order, so nobody is asked for one. "stasis": the result is the same before and after the stasis countdown,
  because it plays, moves and destroys no card and touches none in stasis;
- `apart`: whether the result is the same before and after the others that wait, `(one, others) -> bool`: then it goes
  first, and nobody is asked for its place in the order.
"""

from __future__ import annotations

import gc
import re
import unicodedata
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import contextmanager
from difflib import get_close_matches
from functools import lru_cache
from importlib import import_module
from pkgutil import iter_modules
from types import FunctionType
from typing import TYPE_CHECKING, Any, Final, Literal, NamedTuple, Protocol, TypedDict, TypeVar, Unpack

from core.printed.spelling import UnknownWord, check, check_modules
from events.card_types import CARD_TYPES, CardType
from events.errors import SmashUpError
from events.questions import Pick, Question
from events.vocabulary import Event
from events.words import (
    ActionKind,
    DeckEnd,
    Hook,
    Indifferent,
    Label,
    Moment,
    NamedRule,
    ScoringWindow,
    Tag,
    Verb,
    words_of,
)
from events.zones import HOMES, AbilityZone, Zone

if TYPE_CHECKING:
    from core.engine.index import Instance
    from core.engine.use import Me
    from projections.table import Card

R = TypeVar("R")
Steps = Generator[tuple[int, Question], tuple[Pick, ...], R]
"""Rules and abilities are generators: they yield who is asked what, and receive the answer."""

Function = TypeVar("Function", bound=Callable[..., Any])
E = TypeVar("E", bound=Event)
E2 = TypeVar("E2", bound=Event)
Who = Callable[["Instance", Any], Iterable[int]]
When = Callable[..., bool]
Where = Callable[["Instance", Any], Iterable[int]]

BEFORE_SCORES: Final = "before-scores"
WHEN_SCORES: Final = "when-scores"
AFTER_SCORES: Final = "after-scores"
AFTER_REPLACED: Final = "after-replaced"
AS_DISCARDED: Final = "as-discarded"
"""The moment at which the cards of a scored base are discarded, for abilities that send some of them elsewhere."""
START_OF_TURN: Final = "start-of-turn"
END_OF_TURN: Final = "end-of-turn"
ARRIVAL: Final = "arrival"
UNCOVERED: Final = "uncovered"
LEAVES: Final = "leaves"
"""The hook of abilities that answer any event by which a card leaves play: destroyed, discarded, returned, placed …"""
AS_SOON_AS: Final = "as-soon-as"
JUST_BEFORE: Final = "just-before"
SCORING_WINDOWS: Final = words_of(ScoringWindow)
_MOMENTS = words_of(Moment)
"""Moments of abilities that answer no particular event: they are collected again after each use."""


class Waiting(Protocol):
    """An ability that waits for its turn among others."""

    ability: Ability
    instance: Instance
    event: Event | None


Apart = Callable[[Waiting, "Sequence[Waiting]"], bool]


class Goes(NamedTuple):
    """Where a played action goes when it has resolved, in place of certain piles it would go to otherwise."""

    zone: Literal["hand", "deck"]
    end: DeckEnd = "top"
    instead_of: tuple[Literal["discard", "hand"], ...] = ("discard",)


class Manner(TypedDict, total=False):
    """Keyword arguments of most decorators apart from conditions, explained in the module docstring."""

    may: bool
    each: bool
    tied_once: bool
    offers: bool
    grants: bool
    once_for_all: bool
    regardless: tuple[Indifferent, ...]
    apart: Apart | None
    together: bool
    releases: bool
    one_of: bool
    unseen: bool


class How(Manner, total=False):
    """Keyword arguments of decorators whose conditions know no event, or an event of any type."""

    when: When | None
    who: Who | None
    still: When | None
    provided: When | None


class HowAndZone(How, total=False):
    """Keyword arguments of the decorators that also take a zone."""

    zone: AbilityZone


class HowAndWhere(HowAndZone, total=False):
    """Keyword arguments of the decorators that also take a zone and a place."""

    here: bool


class Ability:
    """One ability of a card: when it acts (`hook`), where it is active (`zone`), and what it does (`function`)."""

    __slots__ = (
        "apart",
        "card",
        "each",
        "everybody",
        "function",
        "goes",
        "grant",
        "grants",
        "has_effect",
        "here",
        "hook",
        "hooks",
        "key",
        "label",
        "late",
        "mandatory",
        "may",
        "name",
        "offers",
        "once_for_all",
        "one_of",
        "plays",
        "provided",
        "regardless",
        "releases",
        "standing",
        "still",
        "takes_plays",
        "tied_once",
        "together",
        "unseen",
        "verbs",
        "when",
        "where",
        "who",
        "zone",
    )

    def __init__(
        self,
        card: Definition,
        function: Callable[..., Any],
        hooks: tuple[Hook | type[Event], ...],
        label: Label,
        *,
        zone: AbilityZone = "play",
        may: bool = False,
        each: bool = False,
        here: bool = False,
        when: When | None = None,
        who: Who | None = None,
        verbs: frozenset[Verb] = frozenset(),
        grant: bool = False,
        plays: bool = False,
        tied_once: bool = False,
        still: When | None = None,
        provided: When | None = None,
        offers: bool = False,
        grants: bool = False,
        regardless: tuple[Indifferent, ...] = (),
        apart: Apart | None = None,
        together: bool = False,
        releases: bool = False,
        one_of: bool = False,
        once_for_all: bool = False,
        unseen: bool = False,
        where: Where | None = None,
        late: bool = False,
        has_effect: When | None = None,
        goes: Goes | None = None,
        takes_plays: bool = False,
    ) -> None:
        check(card.id, "hook", (hook for hook in hooks if isinstance(hook, str)))
        check(card.id, "effect verb", verbs)
        check(card.id, "zone for abilities", (zone,))
        check(card.id, "label", (label,))
        check(card.id, "indifference", regardless)
        if goes is not None:
            check(card.id, "zone", (goes.zone, *goes.instead_of))
            check(card.id, "end of a deck", (goes.end,))
        self.card = card
        self.function = function
        self.hooks = hooks  # several, if it answers any of some events
        self.hook = hook = hooks[0]
        self.label: Label = label
        self.zone: AbilityZone = zone
        self.may = may
        self.each = each
        self.here = here
        self.when = when
        self.who = who
        self.verbs = verbs
        self.grant = grant  # the card this action is on has the ability, not the action
        self.plays = plays  # using it means playing the card (a Special in hand)
        self.where = where  # at which bases, if not at any
        self.goes = goes  # of a permission to play cards: where an action played with it goes afterwards
        self.takes_plays = takes_plays  # it uses up a play, so it is also offered with an extra play
        self.late = late  # it need not have been there before the event
        self.has_effect = has_effect  # whether a use could change anything
        self.still = still  # checked when a trigger's turn comes
        self.provided = provided  # its "if", checked when its turn comes
        self.offers = offers or grants  # what it gives may be left unused
        self.grants = grants  # … and is an extra play: its "may" is about playing the card
        self.once_for_all = once_for_all  # only one of a player's cards that have it uses it in a turn
        self.one_of = one_of  # only one of the cards that have it acts
        self.unseen = unseen  # `when` looks into the hand, so whether it can be used now is not public
        self.regardless = regardless  # what makes no difference to what it does
        self.apart = apart  # whether its place among some others makes no difference
        self.together = together  # an "instead": one decision for all its effects of a moment
        self.releases = releases  # cards stored under its card wait for it when the card leaves (stored.leaving)
        self.tied_once = tied_once  # a second use by a tied player makes no sense (score.ability-tie)
        # Of a base: it is for no particular player who could decline it for all of them (term.base-ability).
        self.everybody = each or (
            who is None and (hook in SCORING_WINDOWS or hook == ARRIVAL or "player" in regardless)
        )
        self.mandatory: bool = each or not may  # whether Me First treats it as mandatory
        # An Ongoing that applies continuously rather than answering something (resolve.order).
        self.standing = label == "ongoing" and isinstance(hook, str) and hook not in _MOMENTS
        self.name = function.__name__.replace("_", " ").strip()
        self.key = f"{card.id}#{function.__name__.strip('_').replace('_', '-')}"

    def __repr__(self) -> str:
        return f"<{self.key}>"

    def borrowed_by(self, card: Definition) -> Ability:
        """Return the same ability as that of another card."""
        return Ability(
            card,
            self.function,
            self.hooks,
            self.label,
            zone=self.zone,
            may=self.may,
            each=self.each,
            here=self.here,
            when=self.when,
            who=self.who,
            verbs=self.verbs,
            grant=self.grant,
            plays=self.plays,
            tied_once=self.tied_once,
            still=self.still,
            provided=self.provided,
            offers=self.offers,
            grants=self.grants,
            regardless=self.regardless,
            apart=self.apart,
            together=self.together,
            releases=self.releases,
            one_of=self.one_of,
            once_for_all=self.once_for_all,
            unseen=self.unseen,
            where=self.where,
            late=self.late,
            has_effect=self.has_effect,
            goes=self.goes,
            takes_plays=self.takes_plays,
        )


class RareFacts(TypedDict, total=False):
    """What few cards declare, explained in `Definition`."""

    tags: tuple[Tag, ...]
    raises_power: bool | Callable[[Me, Card], bool]
    raises_beside: bool
    raises_later: bool
    affects: bool | Callable[[Me, Card], bool]
    where: Callable[[Me, Card], bool] | None
    condition: Callable[[Me, int], bool] | None
    brings_base: bool
    plays_as: Literal["", "action"]
    stands_for: Literal["", "action"]


class Definition:
    """A card or base as printed."""

    def __init__(
        self,
        id: str,
        name: str,
        type: CardType,
        *,
        set: str,
        faction: str,
        text: str,
        power: int | None = None,
        kind: ActionKind = "",
        tags: tuple[Tag, ...] = (),
        breakpoint: int | None = None,
        vp: tuple[int, ...] = (),
        raises_power: bool | Callable[[Me, Card], bool] = False,
        raises_beside: bool = False,
        raises_later: bool = False,
        affects: bool | Callable[[Me, Card], bool] = False,
        where: Callable[[Me, Card], bool] | None = None,
        condition: Callable[[Me, int], bool] | None = None,
        brings_base: bool = False,
        plays_as: Literal["", "action"] = "",
        stands_for: Literal["", "action"] = "",
    ) -> None:
        check(id, "card type", (type,))
        check(id, "kind of action", (kind,))
        check(id, "tag", tags)
        check(id, "kind of play", filter(None, (plays_as, stands_for)))
        self.id = id
        self.name = name
        self.type: CardType = type
        self.set = set
        self.faction = faction
        self.text = text
        self.card, _, self.printing = id.partition("@")  # the card, and which printing of it ("" for the first)
        self.reprint_of: Definition | None = None  # the card whose abilities it has
        self.power = power
        self.kind: ActionKind = kind
        self.tags = tags
        self.breakpoint = breakpoint
        self.vp = vp
        self.raises_power = bool(raises_power)  # "directly increases power" must be known before the card is played
        self.raises = raises_power if callable(raises_power) else None  # … and for which minions, if not for any
        self.raises_beside = raises_beside  # on-minion actions: it raises others at the base, not the minion it is on
        self.raises_later = raises_later  # it raises power, but only later or of a minion to come: not directly
        # Likewise "directly affects a minion": an action that raises power does, and so does one played on a minion.
        self.affects = affects if callable(affects) else None  # which minions, if not any
        self.declares_affects = bool(affects)
        self.where = where  # on-minion actions: which minions
        self.condition = condition  # whether it may be played at all: (me, site or 0) -> bool
        self.brings_base = brings_base  # on-base actions: played on a new base that comes with them
        self.abilities: list[Ability] = []
        self.on_play_ability: Ability | None = None
        self.active_in: dict[str, list[Ability]] = {}  # all but the on-play ability, by the zone they are active in
        self.is_minion = type == "minion"
        self.is_action = type == "action"
        self.is_base = type == "base"
        self.is_titan = type == "titan"  # neither minion nor action (titan.kind)
        self.play_kinds = (type, plays_as) if plays_as else (type,)  # the kinds of plays it may be played with
        self.plays_as: Literal["", "action"] = plays_as
        self.stands_for: Literal["", "action"] = stands_for
        # Whether playing it triggers what playing an action triggers: a minion may say so of itself (`stands_for`).
        self.played_like_action = type == "action" or stands_for == "action"
        self.is_standard = kind in ("standard", "special-only")  # an action played neither on a base nor on a minion
        self.is_madness = "madness" in tags  # its holder owns it, and it counts at the end (win.madness)
        printed = CARD_TYPES.get(type)
        # The zone it is in when it lies at a base.
        self.at_base: Zone = printed.at_base if printed and not self.is_base else "actions"
        # The pile it is usually played from. Only cards with a place of their own start anywhere but in a hand or deck.
        self.played_from: Zone = HOMES.get(self.at_base, "hand")
        self.is_brought = bool(printed and printed.brought_by)  # in no deck: players may bring it
        self.goes_to_base = (
            self.is_minion or self.is_titan or (kind == "on-base" and not brings_base)
        )  # played at a base in play, chosen by the player
        # Nothing printed on it requires a certain place or moment: it may be played wherever nothing forbids it.
        self.unconditional = condition is None and (self.goes_to_base or kind == "standard")

    def __repr__(self) -> str:
        return f"<{self.id}>"

    @property
    def marked_name(self) -> str:
        """The name, with the mark of a later printing: Make Contact@2026."""
        return f"{self.name}@{self.printing}" if self.printing else self.name

    @property
    def labels(self) -> tuple[str, ...]:
        """The kinds of ability it has, in printed order. Granting an ability to the minion it is on is Ongoing."""
        labels = ["ongoing" if ability.grant else ability.label for ability in self.abilities]
        # What a card declares about its playing: that it triggers like an action, that it may take an action's play.
        declared = ["on-play" if self.stands_for else "", "special" if self.plays_as else ""]
        return tuple(dict.fromkeys(label for label in declared + labels if label))

    def add(
        self,
        function: Function,
        hook: Hook | type[Event],
        label: Label,
        *,
        or_: tuple[type[Event], ...] = (),
        **how: Any,
    ) -> Function:
        """Register an ability. The decorators below all call this."""
        self._register(Ability(self, function, (hook, *or_), "" if self.is_base else label, **how))
        return function

    def _register(self, ability: Ability) -> None:
        if any(other.key == ability.key for other in self.abilities):
            raise SmashUpError(f"{self.id} has two abilities called {ability.function.__name__}.")
        self.abilities.append(ability)
        if ability.hook == "on-play":
            self.on_play_ability = ability
        else:
            self.active_in.setdefault(ability.zone, []).append(ability)
        _ABILITIES[ability.key] = ability

    # --- used by players, or at their moment

    def on_play(self, function: Function) -> Function:
        """When the card is played."""
        return self.add(function, "on-play", "on-play")

    def from_play_on(self, function: Function) -> Function:
        """For an Ongoing ability: as its card comes into play."""
        return self.add(function, "on-play", "ongoing")

    def talent(
        self,
        *,
        when: When | None = None,
        has_effect: When | None = None,
        grant: bool = False,
        unseen: bool = False,
    ) -> Callable[[Function], Function]:
        """A talent: once in each of your turns, in Play Cards. `when`: the "if" in its text. `has_effect`: whether a use could
        change anything. `grant`: the minion this action is on has the talent. `unseen`: a condition looks at cards
        that others do not see."""
        return self._at("talent", "talent", may=True, when=when, has_effect=has_effect, grant=grant, unseen=unseen)

    def on_your_turn(
        self,
        *,
        when: When | None = None,
        zone: AbilityZone = "play",
        label: Label = "special",
        once_for_all: bool = False,
        grants: bool = False,
        takes_plays: bool = False,
    ) -> Callable[[Function], Function]:
        """Once per turn in Play Cards; on a base, by the player whose turn it is.

        In a hand or discard pile (`zone`) the card itself says how often; with `once_for_all`, only one of that
        player's cards with the ability uses it in a turn. `takes_plays`: it uses up one of your plays, so it is also
        offered in Play Cards while an extra play is given. It returns that play and the card played with it.
        """
        how: HowAndWhere = {"may": True, "when": when, "zone": zone, "once_for_all": once_for_all, "grants": grants}
        return self._at("on-your-turn", label, takes_plays=takes_plays, **how)

    def start_of_turn(self, *, label: Label = "ongoing", **how: Unpack[HowAndWhere]) -> Callable[[Function], Function]:
        """As your turn starts (on a base: every player's turn, for that player)."""
        return self._at(START_OF_TURN, label, **how)

    def end_of_turn(self, **how: Unpack[HowAndWhere]) -> Callable[[Function], Function]:
        """As your turn ends (on a base: every player's turn, for that player)."""
        return self._at(END_OF_TURN, "ongoing", **how)

    def before_scores(
        self, *, here: bool = True, label: Label = "special", **how: Unpack[HowAndZone]
    ) -> Callable[[Function], Function]:
        """After a base was chosen to score, before its points are awarded."""
        return self._at(BEFORE_SCORES, label, here=here, **how)

    def when_scores(
        self, *, here: bool = True, label: Label = "ongoing", **how: Unpack[HowAndZone]
    ) -> Callable[[Function], Function]:
        """As the points are awarded."""
        return self._at(WHEN_SCORES, label, here=here, **how)

    def after_scores(
        self, *, here: bool = True, label: Label = "special", **how: Unpack[HowAndZone]
    ) -> Callable[[Function], Function]:
        """After the points are awarded, while the cards are still there."""
        return self._at(AFTER_SCORES, label, here=here, **how)

    def after_replaced(self, *, here: bool = True, **how: Unpack[HowAndZone]) -> Callable[[Function], Function]:
        """After the base that scored has been replaced."""
        return self._at(AFTER_REPLACED, "special", here=here, **how)

    def played_at(
        self, window: Hook, *, when: When | None = None, here: bool = False
    ) -> Callable[[Function], Function]:
        """For a Special in hand: the card may be played at that moment (`here`: at the scoring base) and then does
        this."""
        return self._at(window, "special", zone="hand", may=True, plays=True, when=when, here=here)

    def when_uncovered(self, function: Function) -> Function:
        """When the card is uncovered, instead of its on-play ability."""
        return self.add(function, UNCOVERED, "special", zone="buried")

    def played_after(
        self,
        event: type[Event],
        *or_: type[Event],
        who: Who,
        zone: AbilityZone = "hand",
        when: When | None = None,
        where: Where | None = None,
        late: bool = False,
    ) -> Callable[[Function], Function]:
        """For a Special in hand, in the discard pile or just "revealed": the card may be played after such an event,
        which is `me.event`.

        `who`: the players whom an event concerns, based only on public information, so nothing about the card itself.
        If a hand could answer, all of them who hold cards are asked; about a discard pile, which everyone can see, only
        those who have the card.
        """
        how: dict[str, Any] = {"who": who, "when": when, "where": where, "late": late}
        return self._at(event, "special", zone=zone, may=True, plays=True, or_=or_, **how)

    # --- answers to events

    def after(
        self,
        event: type[E],
        *or_: type[E2],
        label: Label = "ongoing",
        zone: AbilityZone = "play",
        here: bool = False,
        when: Callable[[Instance, E | E2], bool] | None = None,
        who: Callable[[Instance, E | E2], Iterable[int]] | None = None,
        still: Callable[[Instance, E | E2], bool] | None = None,
        provided: Callable[[Any, E | E2], bool] | None = None,
        **how: Unpack[Manner],
    ) -> Callable[[Function], Function]:
        """After any of these events: `(me, event)`."""
        conditions: dict[str, Any] = {"when": when, "who": who, "still": still, "provided": provided}
        return self._at(event, label, or_=or_, zone=zone, here=here, **conditions, **how)

    def after_leaving(self, **how: Unpack[HowAndWhere]) -> Callable[[Function], Function]:
        """After a card has left play in any way: `(me, event)`."""
        return self._at(LEAVES, "ongoing", **how)

    def after_arrival(self, **how: Unpack[HowAndWhere]) -> Callable[[Function], Function]:
        """After this base has come into play, once the game has begun: `(me, event)`."""
        return self._at(ARRIVAL, "", **how)

    def as_soon_as(
        self, when: When, *, zone: AbilityZone = "play", label: Label = "ongoing"
    ) -> Callable[[Function], Function]:
        """As soon as a condition holds, `(me) -> bool`: right after the moment that made it true, before whatever that
        moment has triggered. The ability must make the condition false, if only by having been used."""
        return self._at(AS_SOON_AS, label, when=when, zone=zone)

    def just_before(self, *verbs: Verb, may: bool = False, when: When | None = None) -> Callable[[Function], Function]:
        """Just before such effects happen, once nothing prevents or replaces them any more: `(me, effects)`, those of a
        moment for which `when` holds, `(me, effect) -> bool`."""
        return self._at(JUST_BEFORE, "ongoing", verbs=frozenset(verbs), may=may, when=when)

    # --- standing facts, read whenever they matter

    def own_power(self, function: Function) -> Function:
        """`(me) -> int`: more (or less) power for this minion itself."""
        return self.add(function, "own-power", "ongoing")

    def power_of_host(self, function: Function) -> Function:
        """`(me) -> int`: more (or less) power for the minion that carries this action."""
        return self.add(function, "host-power", "ongoing")

    def power_of_minions(self, function: Function) -> Function:
        """`(me, minion) -> int`: more (or less) power for minions in play. For one alone: `own_power`, `power_of_host`."""
        return self.add(function, "power", "ongoing")

    def printed_power(self, function: Function) -> Function:
        """`(me, minion) -> int | None`: a number that replaces the printed power."""
        return self.add(function, "printed-power", "ongoing")

    def breakpoint_of(self, function: Function) -> Function:
        """`(me, site) -> int`: a higher or lower breakpoint."""
        return self.add(function, "breakpoint", "ongoing")

    def rewards_of(self, function: Function) -> Function:
        """`(me, site) -> int`: more (or fewer) VP for each place at a base."""
        return self.add(function, "rewards", "ongoing")

    def award_of(self, function: Function) -> Function:
        """`(me, seat, site) -> int`: more (or fewer) VP that a base awards to a player who takes a place there."""
        return self.add(function, "award", "ongoing")

    def power_of_player(self, function: Function) -> Function:
        """`(me, seat, site) -> int`: power a player has at a base that no minion provides."""
        return self.add(function, "total-power", "ongoing")

    def counts_for_player(self, function: Function) -> Function:
        """`(me, minion, amount) -> int`: what a minion's power adds to its controller's total at its base. The minion's own
        power stays, and so does its part in reaching the breakpoint. `amount` is what it would add otherwise."""
        return self.add(function, "counts-for-player", "ongoing")

    def counts_for_breakpoint(self, function: Function) -> Function:
        """`(me, minion, amount) -> int`: what a minion's power adds to the total that is compared with the breakpoint.
        `amount` is what it would add otherwise."""
        return self.add(function, "counts-for-breakpoint", "ongoing")

    def forbids(self, *verbs: Verb) -> Callable[[Function], Function]:
        """`(me, effect) -> bool`: that effect can't happen."""
        return self._at("forbid", "ongoing", verbs=frozenset(verbs))

    def forbids_play(self, function: Function) -> Function:
        """`(me, seat, card, site, host) -> bool`: that card can't be played there."""
        return self.add(function, "forbid-play", "ongoing")

    def forbids_kind(self, function: Function) -> Function:
        """`(me, seat, kind) -> bool`: that player can't play any card of a type ("minion", "action"). Nor can a card of
        another type be played that asks for the ability to play one."""
        return self.add(function, "forbid-kind", "ongoing")

    def limits_extra_cards(self, function: Function) -> Function:
        """`(me, seat) -> int | None`: how many extra cards that player can play in a turn; None: any number. Every card
        counts that is not played with the regular plays of the turn (term.extra-outside)."""
        return self.add(function, "extra-limit", "ongoing")

    def shields(self, function: Function) -> Function:
        """`(me, card, effect) -> bool`: that card can't be affected by the effect."""
        return self.add(function, "shield", "ongoing")

    def ignores_base(self, function: Function) -> Function:
        """`(me, site, seat) -> bool`: that player ignores the ability of the base there."""
        return self.add(function, "ignore-base", "ongoing")

    def cancels(self, function: Function) -> Function:
        """`(me, card) -> bool`: the abilities of that card in play (a base too) are canceled as long as this holds,
        whenever the card got them. This ability itself is never canceled by it."""
        return self.add(function, "cancels", "ongoing")

    def instead(
        self,
        *verbs: Verb,
        label: Label = "ongoing",
        may: bool = False,
        when: When | None = None,
        who: Who | None = None,
        together: bool = False,
        zone: AbilityZone = "play",
    ) -> Callable[[Function], Function]:
        """A replacement effect, `(me, effect) -> Effect | None | False`, which may ask questions: what happens instead.

        `when` is `(me, effect) -> bool`. None: nothing happens. False: this does not apply after all. `who`: the one
        player it acts for, `(me, effect) -> (seat,)`; a base must name one. `together`: one decision for all such
        effects of a moment ("if one or more minions would …, you may …").
        """
        how: dict[str, Any] = {"may": may, "when": when, "who": who, "together": together, "zone": zone}
        return self._at("instead", label, verbs=frozenset(verbs), **how)

    def counts_as(self, function: Function) -> Function:
        """`(me, card) -> str`: a kind (a tag) that a card in play also counts as; "" if none."""
        return self.add(function, "counts-as", "ongoing")

    def also_named(self, function: Function) -> Function:
        """`(me, card) -> names`: names that a card in play has besides its own; none for other cards."""
        return self.add(function, "also-named", "ongoing")

    def plays_from_discard(self, function: Function) -> Function:
        """`(me) -> bool`: you may use a play for this card in your discard pile."""
        return self.add(function, "play-from-discard", "special", zone="discard")

    def plays_discarded(self, *, goes: Goes | None = None) -> Callable[[Function], Function]:
        """`(me, card, play) -> bool`: you may use that play for that card in your discard pile. `goes`: where an action
        played like this goes when it has resolved."""
        return self._at("plays-discarded", "ongoing", goes=goes)

    def plays_discarded_here(self, function: Function) -> Function:
        """`(me, card) -> bool`: at this base you may use a play for that card in your discard pile."""
        return self.add(function, "plays-discarded-here", "ongoing")

    def waives_replacement(self, *, when: When | None = None) -> Callable[[Function], Function]:
        """The base that scores while this is in play is not replaced. The function says what happens at the time of the
        replacement."""
        return self._at("no-replacement", "ongoing", when=when)

    def rule(
        self, name: NamedRule, *, label: Label = "ongoing", **how: Unpack[HowAndWhere]
    ) -> Callable[[Function], Function]:
        """Change a rule by name, such as how often a talent may be used. The rule calls the function for its answer."""
        check(self.id, "rule that cards may change", (name,))
        return self._at(name, label, **how)

    def lasting(
        self,
        hook: Hook | type[Event],
        *or_: type[Event],
        here: bool = False,
        verbs: tuple[Verb, ...] = (),
        **how: Unpack[How],
    ) -> Callable[[Function], Function]:
        """An ability that acts without a card in play, for as long as a continuous effect names it."""
        return self._at(hook, "", zone="lasting", or_=or_, here=here, verbs=frozenset(verbs), **how)

    def _at(self, hook: Hook | type[Event], label: Label, **how: Any) -> Callable[[Function], Function]:
        def register(function: Function) -> Function:
            return self.add(function, hook, label, **how)

        return register


_DEFINITIONS: dict[str, Definition] = {}
_ABILITIES: dict[str, Ability] = {}


@lru_cache(maxsize=4096)
def slug(name: str) -> str:
    """Return a name as part of an id: "You're Screwed" becomes "youre-screwed"."""
    plain = unicodedata.normalize("NFKD", name.replace("ß", "ss")).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", "-", plain.replace("'", "")).strip("-")


class Printing:
    """One printing of a faction: the list of its cards with the number of copies of each.

    The first printing has the faction's id, a later one adds its mark: `ghosts`, `ghosts@2026`. Cards that a later
    printing left as they were are the same definitions in both lists.
    """

    def __init__(
        self,
        faction: Faction,
        mark: str,
        deck: Iterable[tuple[Definition, int]] = (),
        brought: Iterable[Definition] = (),
    ) -> None:
        self.faction = faction
        self.mark = mark
        self.brought = list(brought)  # in no deck; players may bring them
        self.id = f"{faction.id}@{mark}" if mark else faction.id
        self.name = f"{faction.name} ({mark} printing)" if mark else faction.name
        self.deck = list(deck)

    @property
    def cards(self) -> list[Definition]:
        """Each card once, in printed order, and then those in no deck."""
        return [*(card for card, _ in self.deck), *self.brought]

    @property
    def marked_id(self) -> str:
        """The id that means this printing under every edition: `ghosts@first`, `ghosts@2026`, `pirates`."""
        return f"{self.id}@{FIRST}" if len(self.faction.printings) > 1 and not self.mark else self.id

    def copies(self, card: Definition) -> int:
        """Return how many copies of a card the printing has; 0 if it is not part of it."""
        return next((copies for definition, copies in self.deck if definition is card), int(card in self.brought))

    def minion(self, name: str, *, power: int, copies: int, text: str, **more: Unpack[RareFacts]) -> Definition:
        """Define a minion card, which replaces the card of that name in the previous printing. Returns it."""
        return self._card(name, "minion", copies, power=power, text=text, **more)

    def action(
        self, name: str, *, kind: ActionKind = "standard", copies: int, text: str, **more: Unpack[RareFacts]
    ) -> Definition:
        """Define an action card, which replaces the card of that name in the previous printing. Returns it.

        The kind is standard, on-base, on-minion or special-only.
        """
        return self._card(name, "action", copies, kind=kind, text=text, **more)

    def titan(self, name: str, *, text: str) -> Definition:
        """Define the titan that goes with the faction and is in no deck (titan.setup). Returns it.

        Its abilities work in play, unless they name the zone "beside": those work while it is beside its owner's deck.
        """
        titan = self._define(name, "titan", text=text)
        self.brought = [*(definition for definition in self.brought if definition.name != name), titan]
        return titan

    def reprint(self, card: Definition, *, name: str = "", copies: int = 0) -> Definition:
        """Reprint a card with all its abilities: under a new name, in other numbers, or in another faction. Returns it."""
        copies = copies or self.copies(card)
        if card.faction == self.faction.id and name in ("", card.name):
            return self._lay(card, copies, card.name)
        facts: dict[str, Any] = {"power": card.power} if card.is_minion else {"kind": card.kind}
        facts |= {"text": card.text, "tags": card.tags, "where": card.where, "condition": card.condition}
        facts |= {"raises_power": card.raises or card.raises_power, "brings_base": card.brings_base}
        facts |= {"affects": card.affects or card.declares_affects, "raises_beside": card.raises_beside}
        facts |= {"raises_later": card.raises_later}
        facts |= {"plays_as": card.plays_as, "stands_for": card.stands_for}
        renamed = self._card(name or card.name, card.type, copies, replaces=card.name, **facts)
        renamed.reprint_of = card
        for ability in card.abilities:
            renamed._register(ability.borrowed_by(renamed))
        return renamed

    def leave_out(self, card: Definition) -> None:
        """Remove a card that this printing no longer has."""
        self.deck = [(definition, copies) for definition, copies in self.deck if definition is not card]

    def _card(self, name: str, type: CardType, copies: int, *, replaces: str = "", **facts: Any) -> Definition:
        return self._lay(self._define(name, type, **facts), copies, replaces or name)

    def _define(self, name: str, type: CardType, **facts: Any) -> Definition:
        id = f"{self.faction.id}/{slug(name)}" + (f"@{self.mark}" if self.mark else "")
        card = Definition(id, name, type, set=self.faction.set, faction=self.faction.id, **facts)
        _DEFINITIONS[card.id] = card
        return card

    def _lay(self, card: Definition, copies: int, replaces: str) -> Definition:
        """Put a card into the list: in place of the card of that name, or else at the end."""
        names = [definition.name for definition, _ in self.deck]
        if replaces in names:
            self.deck[names.index(replaces)] = (card, copies)
        else:
            self.deck.append((card, copies))
        return card


class Faction:
    """Twenty cards that are shuffled together with twenty of another faction, in one or more printings.

    `beside`: not a faction, but cards that belong to nobody and lie in that pile beside the table in any game with cards
    of their set (the Madness deck).
    """

    def __init__(
        self, name: str, *, set: str, style: str = "", playable: bool = True, beside: Zone | Literal[""] = ""
    ) -> None:
        self.id = slug(name)
        check(self.id, "zone", filter(None, (beside,)))
        self.name = name
        self.set = set
        self.style = style  # how it plays, in a few words
        self.playable = playable and not beside  # a full faction, not just guest cards
        self.beside: Zone | Literal[""] = beside
        self.first = Printing(self, "")
        self.printings = {"": self.first}
        self.minion = self.first.minion
        self.action = self.first.action
        self.titan = self.first.titan
        FACTIONS[self.id] = self

    @property
    def newest(self) -> Printing:
        """The current printing."""
        return next(reversed(self.printings.values()))

    @property
    def cards(self) -> list[Definition]:
        """Each card of any printing once, first printing first."""
        return list(dict.fromkeys(card for printing in self.printings.values() for card in printing.cards))

    def printing(self, mark: str) -> Printing:
        """Begin another printing, with the cards of the newest one so far until they are changed. Returns it."""
        self.printings[mark] = Printing(self, mark, self.newest.deck, self.newest.brought)
        return self.printings[mark]


class BaseSet:
    """The bases of one set, defined in one module."""

    def __init__(self, set: str) -> None:
        self.set = set
        self.bases: list[Definition] = []

    def base(
        self, name: str, *, faction: str, breakpoint: int, vp: tuple[int, int, int], text: str, printing: str = ""
    ) -> Definition:
        """Define a base card and return it. `printing`: the mark of a later printing, if an earlier one of that name
        exists as a card of its own."""
        id = f"base/{slug(name)}" + (f"@{printing}" if printing else "")
        base = Definition(id, name, "base", set=self.set, faction=faction, text=text, breakpoint=breakpoint, vp=vp)
        self.bases.append(base)
        _DEFINITIONS[base.id] = base
        return base


FACTIONS: dict[str, Faction] = {}

SET_PACKAGES = "core.cards.sets"
"""Where the sets are found by name: definitions import no card."""


def _found_sets() -> dict[str, str]:
    packages = [import_module(f"{SET_PACKAGES}.{name}") for name in _modules_in(SET_PACKAGES)]
    packages.sort(key=lambda package: (package.NUMBER, package.__name__))
    return {package.__name__.rpartition(".")[2].replace("_", "-"): package.TITLE for package in packages}


def _modules_in(package: str) -> list[str]:
    return sorted(module.name for module in iter_modules(import_module(package).__path__))


SETS: dict[str, str] = _found_sets()
"""The sets by id: every package in `core.cards.sets`."""

ALIASES: dict[str, str] = {
    "guests/critter-coach": "itty-critters/critter-coach",
    "guests/full-sail": "pirates/full-sail",
    "guests/game-over-dude": "extramorphs/game-over-dude",
    "guests/hoverbot": "robots/hoverbot",
    "guests/librarian-haunt": "wraithrustlers/librarian-haunt",
    "guests/madness": "madness-deck/madness",
    "guests/microbot-alpha": "robots/microbot-alpha",
    "guests/quick-draw": "cowboys/quick-draw",
    "guests/samurai-chan": "samurai/samurai-chan",
    "guests/samurai-chan#fall-in-battle": "samurai/samurai-chan#honorable-end",
    "guests/shoggoth": "elder-things/shoggoth",
    "guests/teaching-power": "mythic-horses/teaching-power",
    "guests/zapbot": "robots/zapbot",
    "base/sakura-garden#last-blossom": "base/sakura-garden#falling-petals",
}
"""Old names in stored games and scenarios, and the current ones: cards that used to be guests, and abilities whose key
changed."""

_BY_NAME: dict[str, list[Definition]] = {}
"""Every printing of each printed card and base, by the slug of its name."""
_BASES: dict[str, list[Definition]] = {}
"""The bases of each set, by the id of the set."""

_loaded = False


def load_cards() -> None:
    """Import every card module, once, and check the words that the cards use (core.printed.spelling)."""
    global _loaded
    if not _loaded:
        _loaded = True
        try:
            packages = [f"{SET_PACKAGES}.{name.replace('-', '_')}" for name in SETS]
            with _without_collecting():
                modules = [import_module(f"{package}.{name}") for package in packages for name in _modules_in(package)]
            cards = [card for card in _DEFINITIONS.values() if card.set]
            check_modules(
                {function: card.id for card in cards for function in _functions_of(card)}, modules, _ABILITIES
            )
            for card in cards:
                if card.set not in SETS:
                    raise UnknownWord(card.id, "set", card.set, frozenset(SETS))
                _BY_NAME.setdefault(slug(card.name), []).append(card)
                if card.is_base:
                    _BASES.setdefault(card.set, []).append(card)
        except SmashUpError:
            _loaded = False
            raise


@contextmanager
def _without_collecting() -> Iterator[None]:
    """Pause the garbage collector: what the modules define stays, and looking through it again and again takes a tenth
    of the time."""
    collecting = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collecting:
            gc.enable()


def _functions_of(card: Definition) -> list[FunctionType]:
    """Return the functions that a card and its abilities declare."""
    # Listed by hand: a compiled card has no dictionary of its attributes.
    given: list[object] = [card.where, card.condition, card.raises, card.affects]
    for ability in card.abilities:
        given += (ability.function, ability.when, ability.who, ability.still, ability.provided)
        given += (ability.where, ability.has_effect, ability.apart)
    return [function for function in given if isinstance(function, FunctionType)]


def definition(id: str) -> Definition:
    """Return the card or base with that id. Vanilla test cards such as `vanilla/5` are created on demand."""
    found = _DEFINITIONS.get(id)
    if found is None:
        if id.startswith("vanilla/"):
            # Found by name, as the sets are: definitions import no card.
            found = import_module("core.cards.stand_ins").stand_in(id)
        else:
            load_cards()
            found = _DEFINITIONS.get(ALIASES.get(id, id))
        if found is None:
            raise SmashUpError(f"There is no card {id!r}.")
        _DEFINITIONS[found.id] = found
    return found


def is_stand_in(id: str) -> bool:
    """Return whether an id is that of a vanilla test card (not a base)."""
    try:
        return id.startswith("vanilla/") and not definition(id).is_base
    except SmashUpError:
        return False


def ability(key: str) -> Ability:
    """Return the ability with that key. Raises SmashUpError if there is none."""
    found = _ABILITIES.get(key)
    if found is None:
        load_cards()
        found = _ABILITIES.get(present_key(key))
        if found is None:
            raise SmashUpError(f"There is no ability {key!r}.")
    return found


def present_key(key: str) -> str:
    """Return the current key of an ability, which may have been renamed or moved with its card."""
    id, _, name = key.partition("#")
    return ALIASES.get(key) or f"{ALIASES.get(id, id)}#{name}"


def all_definitions() -> list[Definition]:
    """Return every printed card and base in the order of sets and factions, without vanilla test cards."""
    load_cards()
    return [card for card in _DEFINITIONS.values() if card.set]


def cards_named(name: str) -> list[Definition]:
    """Return the printed cards and bases of a name, in any writing: all of them, if several or several printings share
    it."""
    load_cards()
    return _BY_NAME.get(slug(name), [])


def bases_of_set(set: str) -> list[Definition]:
    """Return the bases of a set, in printed order."""
    load_cards()
    return _BASES.get(set, [])


def all_abilities() -> dict[str, Ability]:
    """Return every ability of the printed cards by key."""
    load_cards()
    return {key: ability for key, ability in _ABILITIES.items() if ability.card.set}


FIRST = "first"
"""The mark by which people ask for the first printing where another one is the default: `ghosts@first`."""


def printing(id: str, *, newest: bool = False) -> Printing:
    """Return the printing with that id or name: `ghosts@2026`, `Ghosts@first`.

    Without a mark it is the first printing or, if asked for, the newest. Raises SmashUpError if there is none.
    """
    name, _, mark = id.partition("@")
    found = faction(name)
    if not mark:
        return found.newest if newest else found.first
    if mark != FIRST and mark not in found.printings:
        marks = [FIRST, *filter(None, found.printings)]
        raise SmashUpError(
            f"There is no printing {mark[:20]!r} of the {found.name}; say {' or '.join(f'{found.id}@{choice}' for choice in marks)}."
        )
    return found.printings["" if mark == FIRST else mark]


def printings_with(card: Definition) -> list[Printing]:
    """Return the printings that a card is part of, oldest first; none for a base."""
    faction = FACTIONS.get(card.faction)
    return (
        [printing for printing in faction.printings.values() if printing.copies(card)]
        if faction and not card.is_base
        else []
    )


def playable_printings() -> list[Printing]:
    """Return every printing of every playable faction."""
    load_cards()
    return [printing for faction in FACTIONS.values() if faction.playable for printing in faction.printings.values()]


def faction_of(printing: str) -> str:
    """Return the id of the faction that a printing is of."""
    return printing.partition("@")[0]


def faction(id: str) -> Faction:
    """Return the faction with that id or name. Raises SmashUpError if there is none."""
    load_cards()
    found = FACTIONS.get(slug(id))
    if found is None or not found.playable:
        names = {known.id: known.name for known in FACTIONS.values() if known.playable}
        given = id if len(id) <= 60 else f"{id[:60]}…"
        near = get_close_matches(slug(given), names, n=1, cutoff=0.7)
        known_ones = f"; perhaps {names[near[0]]}" if near else f": there are {', '.join(names.values())}"
        raise SmashUpError(f"There is no faction {given!r}{known_ones}.")
    return found
