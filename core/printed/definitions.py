"""How a card is written down: its printed facts, our wording of its text, and its abilities beside it.

A faction is one module: a `Faction`, its cards made with `faction.minion(…)` and `faction.action(…)`, and the
abilities as small functions decorated by the card they belong to. Bases of a set share one module and a `BaseSet`.

What a decorator is given:
- `here`: the event (or the scoring base) is at the holder's base; for a Special in hand: it is played at the scoring base;
- `may`: the player may decline; `each`: each player may, so the ability as a whole is mandatory (mefirst);
- `when`: a condition, `(me) -> bool` or, for triggers, `(me, event) -> bool`;
- `who`: the players it is for, where that is not the holder's controller: `(me, event) -> seats`;
- `still`: a condition of a trigger that is looked at when its turn comes, `(me, event) -> bool`: what it answers may
  have come to nothing by then ("when" is looked at as the event happens);
- `provided`: the "if" of what acts at a moment or answers an event, looked at when its turn comes, `(me) -> bool` or
  `(me, event) -> bool`: where it fails the ability has had its turn and does not lie in wait (mefirst);
- `offers`: what it gives may be left alone, so nobody is asked first whether to use it;
- `releases`: what is stored under this card waits aside for the ability when the card leaves (stored.leaving);
- `one_of`: of all cards that have it only one acts, or none: its player is asked once which;
- `regardless`: "holder", "event", "player": whichever card has it, whatever it answers, whoever it is for, several of
  them come to the same in any order, so nobody is asked for one.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Generator, Iterable
from difflib import get_close_matches
from importlib import import_module
from typing import TYPE_CHECKING, Any, TypeVar

from events.errors import SmashUpError
from events.questions import Pick, Question
from events.vocabulary import Event

if TYPE_CHECKING:
    from core.engine.index import Instance
    from core.engine.use import Me
    from projections.table import Card

R = TypeVar("R")
Steps = Generator[tuple[int, Question], tuple[Pick, ...], R]
"""Rules and abilities: they yield who is asked what, and are sent the answer."""

Function = TypeVar("Function", bound=Callable[..., Any])
Who = Callable[["Instance", Any], Iterable[int]]
When = Callable[..., bool]

# Moments at which abilities can be used that are not answers to one event: they are collected anew after each use.
BEFORE_SCORES, WHEN_SCORES, AFTER_SCORES, AFTER_REPLACED = (
    "before-scores",
    "when-scores",
    "after-scores",
    "after-replaced",
)
AS_DISCARDED = "as-discarded"  # the cards of a scored base go: what its player has decided to let go elsewhere
START_OF_TURN, END_OF_TURN = "start-of-turn", "end-of-turn"
ARRIVAL = "arrival"
UNCOVERED = "uncovered"
LEAVES = "leaves"
"""The hook of what answers any event by which a card leaves play: destroyed, discarded, returned, placed …"""
AS_SOON_AS = "as-soon-as"
SCORING_WINDOWS = frozenset({BEFORE_SCORES, WHEN_SCORES, AFTER_SCORES, AFTER_REPLACED})
_MOMENTS = SCORING_WINDOWS | {START_OF_TURN, END_OF_TURN, ARRIVAL}


class Ability:
    """One ability of a card: when it acts (`hook`), where it is awake (`zone`), and what it does (`function`)."""

    __slots__ = (
        "card",
        "each",
        "everybody",
        "function",
        "grant",
        "here",
        "hook",
        "hooks",
        "key",
        "label",
        "mandatory",
        "may",
        "name",
        "offers",
        "one_of",
        "plays",
        "provided",
        "regardless",
        "releases",
        "standing",
        "still",
        "tied_once",
        "together",
        "unseen",
        "verbs",
        "when",
        "who",
        "zone",
    )

    def __init__(
        self,
        card: Definition,
        function: Callable[..., Any],
        hooks: tuple[str | type[Event], ...],
        label: str,
        *,
        zone: str = "play",
        may: bool = False,
        each: bool = False,
        here: bool = False,
        when: When | None = None,
        who: Who | None = None,
        verbs: frozenset[str] = frozenset(),
        grant: bool = False,
        plays: bool = False,
        tied_once: bool = False,
        still: When | None = None,
        provided: When | None = None,
        offers: bool = False,
        regardless: tuple[str, ...] = (),
        together: bool = False,
        releases: bool = False,
        one_of: bool = False,
        unseen: bool = False,
    ) -> None:
        self.card = card
        self.function = function
        self.hooks = hooks  # several, where any of some events is answered
        self.hook = hook = hooks[0]
        self.label = label
        self.zone = zone
        self.may = may
        self.each = each
        self.here = here
        self.when = when
        self.who = who
        self.verbs = verbs
        self.grant = grant  # the card this action is on has the ability, not the action
        self.plays = plays  # using it means playing the card (a Special in hand)
        self.still = still  # looked at when a trigger's turn comes
        self.provided = provided  # its "if", looked at when its turn comes
        self.offers = offers  # what it gives may be left alone
        self.one_of = one_of  # only one of the cards that have it acts
        self.unseen = unseen  # `when` looks into the hand: whether it can be used now is not for all to know
        self.regardless = regardless  # what makes no difference to what it does
        self.together = together  # an "instead": one decision for all its effects of a moment
        self.releases = releases  # what lies under its card waits for it when the card leaves (stored.leaving)
        self.tied_once = tied_once  # a second use by a tied player makes no sense (score.ability-tie)
        # Of a base: it is for no certain player, who could leave it alone for all of them (term.base-ability).
        self.everybody = each or (
            who is None and (hook in SCORING_WINDOWS or hook == ARRIVAL or "player" in regardless)
        )
        self.mandatory = each or not may  # whether Me First counts it among what must happen
        # An Ongoing that simply holds, rather than answers something (resolve.order).
        self.standing = label == "ongoing" and isinstance(hook, str) and hook not in _MOMENTS
        self.name = function.__name__.replace("_", " ").strip()
        self.key = f"{card.id}#{function.__name__.strip('_').replace('_', '-')}"

    def __repr__(self) -> str:
        return f"<{self.key}>"


class Definition:
    """A card or base as printed."""

    def __init__(
        self,
        id: str,
        name: str,
        type: str,
        *,
        set: str,
        faction: str,
        text: str,
        copies: int = 1,
        power: int | None = None,
        kind: str = "",
        tags: tuple[str, ...] = (),
        breakpoint: int | None = None,
        vp: tuple[int, ...] = (),
        raises_power: bool | Callable[[Me, Card], bool] = False,
        where: Callable[[Me, Card], bool] | None = None,
        condition: Callable[[Me, int], bool] | None = None,
        brings_base: bool = False,
    ) -> None:
        self.id = id
        self.name = name
        self.type = type
        self.set = set
        self.faction = faction
        self.text = text
        self.copies = copies
        self.power = power
        self.kind = kind
        self.tags = tags
        self.breakpoint = breakpoint
        self.vp = vp
        self.raises_power = bool(raises_power)  # "directly increases power" must be known before the card is played
        self.raises = raises_power if callable(raises_power) else None  # … and of which minions, if not of any
        self.where = where  # on-minion actions: which minions
        self.condition = condition  # whether it may be played at all: (me, site or 0) -> bool
        self.brings_base = brings_base  # on-base actions: played on a new base that comes with them
        self.abilities: list[Ability] = []
        self.on_play_ability: Ability | None = None
        self.awake_in: dict[str, list[Ability]] = {}  # all but the on-play ability, by the zone they are awake in
        self.is_minion = type == "minion"
        self.is_action = type == "action"
        self.is_base = type == "base"
        self.is_madness = "madness" in tags  # whoever holds it owns it, and it counts at the end (win.madness)
        self.goes_to_base = self.is_minion or (kind == "on-base" and not brings_base)  # one in play, of choice
        # Nothing printed on it asks for a certain place or moment: it may be played wherever nothing forbids it.
        self.unconditional = condition is None and (self.goes_to_base or kind == "standard")

    def __repr__(self) -> str:
        return f"<{self.id}>"

    @property
    def labels(self) -> tuple[str, ...]:
        """The kinds of ability it has, in printed order. To give an ability to the minion it is on is Ongoing."""
        labels = ("ongoing" if ability.grant else ability.label for ability in self.abilities)
        return tuple(dict.fromkeys(label for label in labels if label))

    def add(
        self, function: Function, hook: str | type[Event], label: str, *, or_: tuple[type[Event], ...] = (), **how: Any
    ) -> Function:
        """Register an ability; the decorators below are the words for it."""
        ability = Ability(self, function, (hook, *or_), "" if self.is_base else label, **how)
        if any(other.key == ability.key for other in self.abilities):
            raise SmashUpError(f"{self.id} has two abilities called {function.__name__}.")
        self.abilities.append(ability)
        if hook == "on-play":
            self.on_play_ability = ability
        else:
            self.awake_in.setdefault(ability.zone, []).append(ability)
        _ABILITIES[ability.key] = ability
        return function

    # --- used by players, or at their moment

    def on_play(self, function: Function) -> Function:
        """What happens when the card is played."""
        return self.add(function, "on-play", "on-play")

    def from_play_on(self, function: Function) -> Function:
        """What an Ongoing ability brings about as its card comes into play."""
        return self.add(function, "on-play", "ongoing")

    def talent(
        self, *, when: When | None = None, grant: bool = False, unseen: bool = False
    ) -> Callable[[Function], Function]:
        """Once in each of your turns, in Play Cards. `grant`: the minion that carries this action has the talent.
        `unseen`: `when` looks into the hand."""
        return self._at("talent", "talent", may=True, when=when, grant=grant, unseen=unseen)

    def on_your_turn(
        self, *, when: When | None = None, zone: str = "play", label: str = "special"
    ) -> Callable[[Function], Function]:
        """Once per turn in Play Cards; on a base, by the player whose turn it is. In a hand or discard pile (`zone`) the
        card says itself how often (`when`)."""
        return self._at("on-your-turn", label, may=True, when=when, zone=zone)

    def start_of_turn(self, **how: Any) -> Callable[[Function], Function]:
        """As your turn starts (on a base: the turn of any player, for that player)."""
        return self._at(START_OF_TURN, "ongoing", **how)

    def end_of_turn(self, **how: Any) -> Callable[[Function], Function]:
        """As your turn ends (on a base: the turn of any player, for that player)."""
        return self._at(END_OF_TURN, "ongoing", **how)

    def before_scores(self, *, here: bool = True, label: str = "special", **how: Any) -> Callable[[Function], Function]:
        """A base was chosen, its points are not yet awarded."""
        return self._at(BEFORE_SCORES, label, here=here, **how)

    def when_scores(self, *, here: bool = True, label: str = "ongoing", **how: Any) -> Callable[[Function], Function]:
        """As the points are awarded."""
        return self._at(WHEN_SCORES, label, here=here, **how)

    def after_scores(self, *, here: bool = True, label: str = "special", **how: Any) -> Callable[[Function], Function]:
        """The points are awarded, the cards are still there."""
        return self._at(AFTER_SCORES, label, here=here, **how)

    def after_replaced(self, *, here: bool = True, **how: Any) -> Callable[[Function], Function]:
        """The base that scored has been replaced."""
        return self._at(AFTER_REPLACED, "special", here=here, **how)

    def played_at(self, window: str, *, when: When | None = None, here: bool = False) -> Callable[[Function], Function]:
        """A Special in hand: the card may be played at that moment (`here`: at the scoring base) and then does this."""
        return self._at(window, "special", zone="hand", may=True, plays=True, when=when, here=here)

    def when_uncovered(self, function: Function) -> Function:
        """What the card does when it is uncovered, in place of what it does when it is played otherwise."""
        return self.add(function, UNCOVERED, "special", zone="buried")

    def played_after(
        self, event: type[Event], *or_: type[Event], who: Who, zone: str = "hand"
    ) -> Callable[[Function], Function]:
        """A Special in hand (or just "revealed"): the card may be played after such an event, which is `me.event`.

        `who`: the players whom an event concerns, by what everybody knows: of those all who hold cards are asked.
        """
        return self._at(event, "special", zone=zone, may=True, plays=True, who=who, or_=or_)

    # --- answers to events

    def after(
        self, event: type[Event], *or_: type[Event], label: str = "ongoing", **how: Any
    ) -> Callable[[Function], Function]:
        """After something has happened, any of these: `(me, event)`."""
        return self._at(event, label, or_=or_, **how)

    def after_leaving(self, **how: Any) -> Callable[[Function], Function]:
        """After a card has left play, whichever way: `(me, event)`."""
        return self._at(LEAVES, "ongoing", **how)

    def after_arrival(self, **how: Any) -> Callable[[Function], Function]:
        """After this base has come into play, once the game has begun: `(me, event)`."""
        return self._at(ARRIVAL, "", **how)

    def as_soon_as(self, when: When) -> Callable[[Function], Function]:
        """As soon as a condition holds, `(me) -> bool`: right after the moment that brought it about, before whatever
        that moment has triggered. It must end the condition."""
        return self._at(AS_SOON_AS, "ongoing", when=when)

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
        """`(me, minion) -> int | None`: another number in place of the printed one."""
        return self.add(function, "printed-power", "ongoing")

    def breakpoint_of(self, function: Function) -> Function:
        """`(me, site) -> int`: a higher or lower breakpoint."""
        return self.add(function, "breakpoint", "ongoing")

    def power_of_player(self, function: Function) -> Function:
        """`(me, seat, site) -> int`: power of a player at a base that is no minion's."""
        return self.add(function, "total-power", "ongoing")

    def forbids(self, *verbs: str) -> Callable[[Function], Function]:
        """`(me, effect) -> bool`: that effect can't happen."""
        return self._at("forbid", "ongoing", verbs=frozenset(verbs))

    def forbids_play(self, function: Function) -> Function:
        """`(me, seat, card, site, host) -> bool`: that card can't be played there."""
        return self.add(function, "forbid-play", "ongoing")

    def shields(self, function: Function) -> Function:
        """`(me, card, effect) -> bool`: that card can't be affected by this."""
        return self.add(function, "shield", "ongoing")

    def ignores_base(self, function: Function) -> Function:
        """`(me, site, seat) -> bool`: to that player the ability of the base there means nothing."""
        return self.add(function, "ignore-base", "ongoing")

    def instead(
        self, *verbs: str, may: bool = False, when: When | None = None, together: bool = False
    ) -> Callable[[Function], Function]:
        """`(me, effect) -> Effect | None | False`, may ask: what happens in place of an effect.

        `when` is `(me, effect) -> bool`. None: nothing happens. False: this does not apply after all. `together`: one
        decision for all such effects of a moment ("if one or more minions would …, you may …").
        """
        return self._at("instead", "ongoing", verbs=frozenset(verbs), may=may, when=when, together=together)

    def counts_as(self, function: Function) -> Function:
        """`(me, card) -> str`: the kind (a tag) that a card in play counts as, besides what it is; "" if none."""
        return self.add(function, "counts-as", "ongoing")

    def plays_from_discard(self, function: Function) -> Function:
        """`(me) -> bool`: a play you have may be used for this card in your discard pile."""
        return self.add(function, "play-from-discard", "special", zone="discard")

    def plays_discarded_here(self, function: Function) -> Function:
        """`(me, card) -> bool`: at this base a play you have may be used for that card in your discard pile."""
        return self.add(function, "plays-discarded-here", "ongoing")

    def waives_replacement(self, *, when: When | None = None) -> Callable[[Function], Function]:
        """The base that scores while this is in play is not replaced; what the card then does, when one would come."""
        return self._at("no-replacement", "ongoing", when=when)

    def rule(self, hook: str, *, label: str = "ongoing", **how: Any) -> Callable[[Function], Function]:
        """Any other standing rule the flow asks for by name (talent limit, base replacement, …)."""
        return self._at(hook, label, **how)

    def lasting(self, hook: str | type[Event], *or_: type[Event], **how: Any) -> Callable[[Function], Function]:
        """An ability that acts for as long as a lasting effect names it, without a card in play."""
        return self._at(hook, "", zone="lasting", or_=or_, **how)

    def _at(self, hook: str | type[Event], label: str, **how: Any) -> Callable[[Function], Function]:
        def register(function: Function) -> Function:
            return self.add(function, hook, label, **how)

        return register


_DEFINITIONS: dict[str, Definition] = {}
_ABILITIES: dict[str, Ability] = {}


def slug(name: str) -> str:
    """A name as part of an id: "You're Screwed" -> "youre-screwed"."""
    plain = unicodedata.normalize("NFKD", name.replace("ß", "ss")).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", "-", plain.replace("'", "")).strip("-")


class Faction:
    """Twenty cards that are shuffled together with twenty of another faction.

    `beside`: no faction, but cards of nobody's, which lie in that pile beside the table in a game with anything of their
    set (the Madness deck).
    """

    def __init__(self, name: str, *, set: str, style: str = "", playable: bool = True, beside: str = "") -> None:
        self.id = slug(name)
        self.name = name
        self.set = set
        self.style = style  # how it plays, in a few words
        self.playable = playable and not beside  # a full faction, not just guest cards
        self.beside = beside
        self.cards: list[Definition] = []
        FACTIONS[self.id] = self

    def minion(self, name: str, *, power: int, copies: int, text: str, **more: Any) -> Definition:
        """A minion card."""
        return self._card(name, "minion", power=power, copies=copies, text=text, **more)

    def action(self, name: str, *, kind: str = "standard", copies: int, text: str, **more: Any) -> Definition:
        """An action card: kind is standard, on-base, on-minion or special-only."""
        return self._card(name, "action", kind=kind, copies=copies, text=text, **more)

    def _card(self, name: str, type: str, **facts: Any) -> Definition:
        card = Definition(f"{self.id}/{slug(name)}", name, type, set=self.set, faction=self.id, **facts)
        self.cards.append(card)
        _DEFINITIONS[card.id] = card
        return card


class BaseSet:
    """The bases of one set."""

    def __init__(self, set: str) -> None:
        self.set = set
        self.bases: list[Definition] = []

    def base(self, name: str, *, faction: str, breakpoint: int, vp: tuple[int, int, int], text: str) -> Definition:
        """A base card."""
        base = Definition(
            f"base/{slug(name)}", name, "base", set=self.set, faction=faction, text=text, breakpoint=breakpoint, vp=vp
        )
        self.bases.append(base)
        _DEFINITIONS[base.id] = base
        return base


FACTIONS: dict[str, Faction] = {}

SETS: dict[str, str] = {
    "awesome-level-9000": "Awesome Level 9000",
    "core-set": "Core Set",
    "obligatory-cthulhu-set": "The Obligatory Cthulhu Set",
    "monster-smash": "Monster Smash",
    "cease-and-desist": "Cease and Desist",
    "oops-you-did-it-again": "Oops, You Did It Again",
    "excellent-movies-dudes": "Excellent Movies, Dudes!",
    "guests": "Guests",
}
"""The sets there are; each is a package of modules under core.cards."""

ALIASES: dict[str, str] = {
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
    "guests/zapbot": "robots/zapbot",
    "base/sakura-garden#last-blossom": "base/sakura-garden#falling-petals",
}
"""What older games and scenarios name, and what it is called now: cards that were guests and have come home, and
abilities that have another key."""

_loaded = False


def load_cards() -> None:
    """Import every card module (once): a set is a package `core.cards.<set>` that imports its modules."""
    global _loaded
    if not _loaded:
        _loaded = True
        for name in SETS:
            import_module(f"core.cards.{name.replace('-', '_')}")


def definition(id: str) -> Definition:
    """The card or base of that id; stand-ins such as `vanilla/5` are made on demand."""
    found = _DEFINITIONS.get(id)
    if found is None:
        if id.startswith("vanilla/"):
            # Found by name, as the sets are: what is printed knows no card.
            found = import_module("core.cards.stand_ins").stand_in(id)
        else:
            load_cards()
            found = _DEFINITIONS.get(ALIASES.get(id, id))
        if found is None:
            raise SmashUpError(f"There is no card {id!r}.")
        _DEFINITIONS[found.id] = found
    return found


def is_stand_in(id: str) -> bool:
    """Whether a card, no base, is made on demand under that id."""
    try:
        return id.startswith("vanilla/") and not definition(id).is_base
    except SmashUpError:
        return False


def ability(key: str) -> Ability:
    """The ability of that key."""
    found = _ABILITIES.get(key)
    if found is None:
        load_cards()
        found = _ABILITIES.get(present_key(key))
        if found is None:
            raise SmashUpError(f"There is no ability {key!r}.")
    return found


def present_key(key: str) -> str:
    """The key that an ability has now: its own may be another, or its card may have come home."""
    id, _, name = key.partition("#")
    return ALIASES.get(key) or f"{ALIASES.get(id, id)}#{name}"


def all_definitions() -> list[Definition]:
    """Every printed card and base, in the order of sets and factions; no stand-ins."""
    load_cards()
    return [card for card in _DEFINITIONS.values() if card.set]


def all_abilities() -> dict[str, Ability]:
    """Every ability of a printed card by key; no stand-ins'."""
    load_cards()
    return {key: held for key, held in _ABILITIES.items() if held.card.set}


def faction(id: str) -> Faction:
    """The faction of that id or name."""
    load_cards()
    found = FACTIONS.get(slug(id))
    if found is None or not found.playable:
        names = {known.id: known.name for known in FACTIONS.values() if known.playable}
        given = id if len(id) <= 60 else f"{id[:60]}…"
        near = get_close_matches(slug(given), names, n=1, cutoff=0.7)
        known_ones = f"; perhaps {names[near[0]]}" if near else f": there are {', '.join(names.values())}"
        raise SmashUpError(f"There is no faction {given!r}{known_ones}.")
    return found
