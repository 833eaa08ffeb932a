"""Every event type. An event is a fact: what happened, because of which earlier event, by which rule.

Conventions, the same everywhere:
- `position` counts from 1; `cause` is the position of the event that led to this one (0: nothing did); `rule` is an id
  of the rulebook catalogue, if a rule decided.
- Cards have numbers from 1; 0 means "no card". Seats count from 0 in turn order; -1 means "nobody".
- Cards in play stand at a *site*; a base card lies on each site. A site keeps its number while base cards are swapped.
- `by` is the card whose text acts, `seat` the player who carries it out, `moment` the position of the first event of a
  simultaneous batch.
- Destinations are explicit, so that folding a log needs no knowledge of cards.

Each type has a short stable tag. Tags and field names are written into stored games: never rename one, add a version
(see `events.versions`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from events.consequences import CONSEQUENCES, concrete_types, leads_to, require_all
from events.questions import AnyQuestion, Pick

if TYPE_CHECKING:
    from events.words import (
        BaseFate,
        ControlUntil,
        DeckEnd,
        LastingKind,
        LastingUntil,
        Phase,
        PlayCondition,
        PlayKind,
        Randomized,
        RefusedVerb,
        ReplacingVerb,
        StoredPlayUntil,
    )
    from events.zones import Zone
else:
    # Reading a stored event does not depend on which words exist: projections.soundness checks that.
    BaseFate = ControlUntil = DeckEnd = LastingKind = LastingUntil = Phase = PlayCondition = PlayKind = str
    Randomized = RefusedVerb = ReplacingVerb = StoredPlayUntil = Zone = str


class Event(
    msgspec.Struct,
    frozen=True,
    kw_only=True,
    tag_field="event",
    omit_defaults=True,
    forbid_unknown_fields=True,
    gc=False,
):
    """Fields that all events have. They contain no reference cycles, so the garbage collector need not scan logs."""

    position: int
    cause: int = 0
    rule: str = ""


class EffectEvent(Event, frozen=True, kw_only=True):
    """An event that one card (or a rule: `by` 0) does to another."""

    moment: int = 0
    by: int = 0
    seat: int = -1


class Leaving(EffectEvent, frozen=True, kw_only=True):
    """A card goes to a pile. Records its last state if it was in play.

    `to` is the seat whose pile it goes to; `source` is the zone it left.
    """

    card: int
    to: int
    source: Zone
    controller: int = -1
    site: int = 0
    host: int = 0
    power: int = 0


# --- the game -------------------------------------------------------------------------------------------------------


class SeatSetup(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """The player in a seat, and the factions fixed beforehand (none: they are drafted)."""

    name: str
    factions: tuple[str, ...] = ()
    made_up: bool = False  # recorded at a real table: this player's hidden cards are only consistent with what was seen


@leads_to(power=True, unsettles=False, followed=False)
class GameBegun(Event, tag="game-begun", frozen=True, kw_only=True):
    """The game begins: edition, seats in turn order, the factions on offer in a draft, the version of the rules."""

    edition: str
    seats: tuple[SeatSetup, ...]
    rules_version: str
    sets: tuple[str, ...] = ()  # the sets whose bases are used; empty: those of the factions in the game
    offer: tuple[str, ...] = ()
    first: int = -1  # the first player, if fixed
    scenario: str = ""  # a scenario's title: everything up to the first phase is set-up
    titans: bool = False  # players may bring them, a setting of `events.card_types.GameSettings`


@leads_to(power=True, unsettles=False, followed=False)
class FactionChosen(Event, tag="faction-chosen", frozen=True, kw_only=True):
    seat: int
    faction: str


@leads_to(power=True, unsettles=False, followed=True)
class CardsMade(Event, tag="cards-made", frozen=True, kw_only=True):
    """Cards enter the game at the bottom of a pile, numbered from `first` on. Seat -1: the pile belongs to nobody."""

    seat: int
    zone: Zone
    first: int
    definitions: tuple[str, ...]


@leads_to(power=True, unsettles=False, followed=False, stop="decision")
class GameWon(Event, tag="game-won", frozen=True, kw_only=True):
    """The game is over. There is more than one winner only if the rules share a win."""

    seats: tuple[int, ...]
    victory_points: tuple[int, ...]


# --- chance, questions ----------------------------------------------------------------------------------------------


@leads_to(power=False, unsettles=False, followed=False)
class Shuffled(Event, tag="shuffled", frozen=True, kw_only=True):
    """A deck has this order now, top card first. `with_discard`: the discard pile was shuffled into it."""

    zone: Zone
    seat: int
    order: tuple[int, ...]
    with_discard: bool = False


@leads_to(power=False, unsettles=False, followed=False)
class PickedAtRandom(Event, tag="picked-at-random", frozen=True, kw_only=True):
    """Chance picked these out of a pool (cards, sites or seats, as `what` says)."""

    what: Randomized
    pool: tuple[int, ...]
    picks: tuple[int, ...]
    seat: int = -1  # whose hidden pile the pool is, if any


@leads_to(power=False, unsettles=False, followed=False, stop="decision")
class Asked(Event, tag="asked", frozen=True, kw_only=True):
    """A player must decide. Always the last event of a batch. `quiet`: the table alone determines what comes next."""

    seat: int
    question: AnyQuestion
    quiet: bool = False


@leads_to(power=False, unsettles=False, followed=False)
class Answered(Event, tag="answered", frozen=True, kw_only=True):
    seat: int
    picks: tuple[Pick, ...] = ()


# --- turns ----------------------------------------------------------------------------------------------------------


@leads_to(power=True, unsettles=True, followed=False, stop="turn")
class TurnBegan(Event, tag="turn-began", frozen=True, kw_only=True):
    seat: int
    number: int


@leads_to(power=False, unsettles=False, followed=True, stop="phase")
class PhaseBegan(Event, tag="phase-began", frozen=True, kw_only=True):
    """A phase begins: start, play, score, draw or end. A snapshot boundary."""

    phase: Phase


@leads_to(power=True, unsettles=False, followed=False)
class HouseRuled(Event, tag="house-ruled", frozen=True, kw_only=True):
    """At a real table something was done that the rules refuse, and the game continued from there.

    `does` is the line that says it, `against` why it is refused. The resulting state follows as ordinary events, caused
    by this one, up to the phase that begins again: a snapshot boundary. Anything half resolved is dropped.
    """

    does: str
    against: str = ""


@leads_to(power=False, unsettles=False, followed=False)
class AllowanceGiven(Event, tag="allowance-given", frozen=True, kw_only=True):
    """A player may play one more card. The event's position identifies the permission.

    `kind` is minion, action or card; `condition` names a rule of core for the card, with its arguments; `site` limits
    the base (0: any); `extra` distinguishes extra plays from the free ones of the turn; `until` is phase or turn.
    """

    seat: int
    kind: PlayKind
    condition: PlayCondition = ""
    arguments: tuple[str, ...] = ()
    site: int = 0
    extra: bool = True
    until: StoredPlayUntil = "phase"
    by: int = 0


@leads_to(power=False, unsettles=False, followed=False)
class AllowancesEnded(Event, tag="allowances-ended", frozen=True, kw_only=True):
    """Unused plays expire."""

    allowances: tuple[int, ...]


# --- playing and using ----------------------------------------------------------------------------------------------


@leads_to(power=True, unsettles=True, followed=True, moves=("card",), affects="attach")
class CardPlayed(Event, tag="card-played", frozen=True, kw_only=True):
    """A card is played. `source` is the zone it came from, `to` the zone it goes to: minions or actions (at the site),
    attached (to the host), resolving (an action that does not stay)."""

    seat: int
    card: int
    source: Zone
    to: Zone
    site: int = 0
    host: int = 0
    allowance: int = 0
    off_top: bool = False


@leads_to(power=True, unsettles=False, followed=False)
class AbilityUsed(Event, tag="ability-used", frozen=True, kw_only=True):
    """An ability begins to resolve; `seat` is the player its text calls "you"."""

    seat: int
    holder: int
    ability: str
    granted_by: int = 0
    site: int = 0


@leads_to(power=False, unsettles=False, followed=False)
class Forbidden(EffectEvent, tag="forbidden", frozen=True, kw_only=True):
    """An effect was prevented by that card (0: by a rule)."""

    verb: RefusedVerb
    card: int
    because: int = 0


@leads_to(power=False, unsettles=False, followed=False)
class Replaced(EffectEvent, tag="replaced", frozen=True, kw_only=True):
    """A replacement effect: another effect happens instead (none, if `instead` is empty)."""

    verb: RefusedVerb
    card: int
    because: int
    instead: ReplacingVerb = ""


# --- cards going to piles -------------------------------------------------------------------------------------------


@leads_to(power=True, unsettles=True, followed=True, moves=("card",), affects="destroy")
class Destroyed(Leaving, tag="destroyed", frozen=True, kw_only=True):
    """A card in play is destroyed and goes to its owner's discard pile."""


@leads_to(power=True, unsettles=True, followed=True, moves=("card",))
class Discarded(Leaving, tag="discarded", frozen=True, kw_only=True):
    """A card goes to a discard pile without being destroyed: from a hand or deck, from a scored base, off a card that
    left."""

    reason: str = ""


@leads_to(power=True, unsettles=True, followed=True, moves=("card",), affects="return")
class Returned(Leaving, tag="returned", frozen=True, kw_only=True):
    """A card in play returns to a hand."""


@leads_to(power=True, unsettles=True, followed=True, moves=("card",), affects="place")
class Placed(Leaving, tag="placed", frozen=True, kw_only=True):
    """A card goes onto a deck: `end` is top or bottom. (A shuffle that follows is a separate event.)"""

    end: DeckEnd
    zone: Zone = "deck"


@leads_to(power=True, unsettles=True, followed=True, moves=("card",), affects="place")
class Taken(Leaving, tag="taken", frozen=True, kw_only=True):
    """A card that was not in play goes to a hand, or one in play is placed there without being returned.

    `seen`: everyone saw which card. `owned`: the player owns it from now on.
    """

    seen: bool = True
    owned: bool = False


@leads_to(power=True, unsettles=True, followed=True, moves=("card",), affects="box")
class Boxed(Leaving, tag="boxed", frozen=True, kw_only=True):
    """A card goes back to the box, out of the game."""


# --- cards in play --------------------------------------------------------------------------------------------------


@leads_to(power=True, unsettles=True, followed=False, affects="move")
class Moved(EffectEvent, tag="moved", frozen=True, kw_only=True):
    """A minion (or a buried card) moves from one site to another, with everything on and under it."""

    card: int
    origin: int
    site: int


@leads_to(power=True, unsettles=True, followed=True)
class Transferred(EffectEvent, tag="transferred", frozen=True, kw_only=True):
    """An action in play moves to another base or card."""

    card: int
    site: int
    host: int = 0
    origin: int = 0
    origin_host: int = 0


@leads_to(power=True, unsettles=True, followed=False, moves=("card",), affects="control")
class ControlChanged(EffectEvent, tag="control-changed", frozen=True, kw_only=True):
    """A player takes control of a card: as long as `tied_to` is in play if it is not 0, or for a time.

    `until` is turn, start-of-turn or end-of-turn (of the next turn of `until_seat`); empty if control has no such end.
    `ends`: control tied to that card, or taken for that time, ends and returns to `controller`.
    """

    card: int
    controller: int
    tied_to: int = 0
    ends: bool = False
    until: ControlUntil = ""
    until_seat: int = -1


@leads_to(power=True, unsettles=True, followed=False, affects="counters")
class CountersChanged(EffectEvent, tag="counters-changed", frozen=True, kw_only=True):
    """+1 power counters are placed on a card or removed from it."""

    card: int
    amount: int


@leads_to(power=True, unsettles=True, followed=False, affects="transfer-counters")
class CountersTransferred(EffectEvent, tag="counters-transferred", frozen=True, kw_only=True):
    """+1 power counters move from one card to another."""

    card: int
    target: int
    amount: int


@leads_to(power=True, unsettles=True, followed=True)
class EffectBegan(EffectEvent, tag="effect-began", frozen=True, kw_only=True):
    """A continuous effect begins; its position identifies it.

    `kind` is power, set-power, breakpoint, set-breakpoint, reset-picked (which card's number applies if several set one
    value: `by`), lose-abilities, without-effect (actions, on the minion they are on), named (what was named as a card
    was played: `arguments`), or ability: then `ability` is the key of an ability that acts although no card has it.
    `until` is turn, start-of-turn or end-of-turn (of the next turn of `until_seat`), source (with its card, at the
    latest with the turn), in-play (with its card), or game.
    """

    kind: LastingKind
    cards: tuple[int, ...] = ()
    amount: int = 0
    ability: str = ""
    arguments: tuple[str, ...] = ()
    site: int = 0
    until: LastingUntil = "turn"
    until_seat: int = -1
    but: tuple[str, int] | None = None  # lose-abilities: the one that stays, by key and granting card


@leads_to(power=True, unsettles=True, followed=True)
class EffectsEnded(Event, tag="effects-ended", frozen=True, kw_only=True):
    """Continuous effects end."""

    effects: tuple[int, ...]


@leads_to(power=True, unsettles=True, followed=True, moves=("card",), affects="bury")
class Buried(EffectEvent, tag="buried", frozen=True, kw_only=True):
    """A card is buried face down at a site."""

    card: int
    site: int
    source: Zone
    seen: bool = False


@leads_to(power=True, unsettles=False, followed=True, moves=("card",), affects="store")
class Stored(EffectEvent, tag="stored", frozen=True, kw_only=True):
    """A card is stored face down under another."""

    card: int
    host: int
    source: Zone
    seen: bool = False


@leads_to(power=True, unsettles=True, followed=True, moves=("card",), affects="stasis")
class StasisEntered(EffectEvent, tag="stasis-entered", frozen=True, kw_only=True):
    """A card enters stasis with counters, in front of the seat `to`.

    `keeps`: its power counters, and the cards on and under it, go with it.
    """

    card: int
    to: int
    counters: int
    source: Zone
    keeps: bool = False


@leads_to(power=True, unsettles=False, followed=False)
class StasisChanged(EffectEvent, tag="stasis-changed", frozen=True, kw_only=True):
    """Stasis counters are placed on a card in stasis, or removed. `left` of them remain (-1: not recorded)."""

    card: int
    amount: int
    left: int = -1


# --- hidden and shown -----------------------------------------------------------------------------------------------


@leads_to(power=True, unsettles=True, followed=False, moves=("cards",))
class Drawn(Event, tag="drawn", frozen=True, kw_only=True):
    """A player draws cards from the top of a pile (their deck, unless `zone` names another)."""

    seat: int
    cards: tuple[int, ...]
    zone: Zone = "deck"
    by: int = 0


@leads_to(power=False, unsettles=False, followed=False)
class Looked(Event, tag="looked", frozen=True, kw_only=True):
    """A player looks at cards that stay where they are, from the top; with `search`, through a whole pile in no
    order."""

    seat: int
    cards: tuple[int, ...]
    by: int = 0
    search: bool = False


@leads_to(power=False, unsettles=False, followed=False)
class Revealed(Event, tag="revealed", frozen=True, kw_only=True):
    """Cards are revealed to everyone. `seat` is the player whose effect reveals them."""

    seat: int
    cards: tuple[int, ...]
    by: int = 0


@leads_to(power=True, unsettles=True, followed=True, moves=("cards",))
class SetAside(Event, tag="set-aside", frozen=True, kw_only=True):
    """Cards leave their zone and are in none for a while. `seen`: everyone sees them."""

    seat: int
    cards: tuple[int, ...]
    seen: bool = True


# --- duels ----------------------------------------------------------------------------------------------------------


@leads_to(power=True, unsettles=False, followed=False)
class DuelBegan(EffectEvent, tag="duel-began", frozen=True, kw_only=True):
    """Two minions duel; `seat` is the challenging player."""

    challenger: int
    challenged: int


@leads_to(power=True, unsettles=True, followed=False, moves=("card",))
class DuelCardPlaced(Event, tag="duel-card-placed", frozen=True, kw_only=True):
    """A player lays a card face down for a duel."""

    seat: int
    card: int


@leads_to(power=True, unsettles=False, followed=False)
class DuelCardRevealed(Event, tag="duel-card-revealed", frozen=True, kw_only=True):
    """The card laid for a duel is turned face up."""

    seat: int
    card: int


@leads_to(power=True, unsettles=False, followed=False)
class DuelEnded(EffectEvent, tag="duel-ended", frozen=True, kw_only=True):
    """A duel ends, with the winners, the losers and their powers. After a tie both minions are in both lists; without a
    result, both lists are empty."""

    winners: tuple[int, ...]
    losers: tuple[int, ...]
    powers: tuple[int, ...]


# --- scoring and bases ----------------------------------------------------------------------------------------------


@leads_to(power=False, unsettles=False, followed=False, stop="scoring")
class ScoringBegan(Event, tag="scoring-began", frozen=True, kw_only=True):
    site: int
    base: int
    total: int
    breakpoint: int


@leads_to(power=False, unsettles=False, followed=False)
class Awarded(Event, tag="awarded", frozen=True, kw_only=True):
    """The totals, places (1 to 3, 0 for none) and victory points of each seat, as the base awards them."""

    site: int
    base: int
    totals: tuple[int, ...]
    places: tuple[int, ...]
    awards: tuple[int, ...]


@leads_to(power=True, unsettles=False, followed=False)
class ScoringEnded(Event, tag="scoring-ended", frozen=True, kw_only=True):
    """The base has been replaced, and everything that waited for that is done."""

    site: int


@leads_to(power=False, unsettles=False, followed=False)
class VictoryPointsChanged(EffectEvent, tag="victory-points-changed", frozen=True, kw_only=True):
    """A player (`to`) gains or loses victory points."""

    to: int
    amount: int


@leads_to(power=True, unsettles=False, followed=True, moves=("base",))
class BaseArrived(Event, tag="base-arrived", frozen=True, kw_only=True):
    """A base card comes into play at a new site."""

    base: int
    site: int
    by: int = 0


@leads_to(power=True, unsettles=False, followed=True, moves=("base",))
class BaseLeft(EffectEvent, tag="base-left", frozen=True, kw_only=True):
    """A base card goes to the base discard pile, and its site is removed."""

    base: int
    site: int
    reason: BaseFate = "scored"


@leads_to(power=True, unsettles=False, followed=True, moves=("old", "new"))
class BaseSwapped(EffectEvent, tag="base-swapped", frozen=True, kw_only=True):
    """Another base card replaces one that goes to the base discard pile; the cards there stay."""

    site: int
    old: int
    new: int


AnyEvent = (
    GameBegun
    | FactionChosen
    | CardsMade
    | GameWon
    | Shuffled
    | PickedAtRandom
    | Asked
    | Answered
    | TurnBegan
    | PhaseBegan
    | HouseRuled
    | AllowanceGiven
    | AllowancesEnded
    | CardPlayed
    | AbilityUsed
    | Forbidden
    | Replaced
    | Destroyed
    | Discarded
    | Returned
    | Placed
    | Taken
    | Boxed
    | Moved
    | Transferred
    | ControlChanged
    | CountersChanged
    | CountersTransferred
    | EffectBegan
    | EffectsEnded
    | Buried
    | Stored
    | StasisEntered
    | StasisChanged
    | Drawn
    | Looked
    | Revealed
    | SetAside
    | DuelBegan
    | DuelCardPlaced
    | DuelCardRevealed
    | DuelEnded
    | ScoringBegan
    | Awarded
    | ScoringEnded
    | VictoryPointsChanged
    | BaseArrived
    | BaseLeft
    | BaseSwapped
)

EVENT_TYPES: tuple[type[Event], ...] = AnyEvent.__args__
require_all("AnyEvent", EVENT_TYPES, concrete_types(Event))
require_all("CONSEQUENCES", CONSEQUENCES, EVENT_TYPES)
TAGS: dict[str, type[Event]] = {str(kind.__struct_config__.tag): kind for kind in EVENT_TYPES}


def tag_of(event: Event | type[Event]) -> str:
    """Return the stable tag that identifies an event's type in stored games and files."""
    return str(event.__struct_config__.tag)


def facts_of(event: Event) -> dict[str, Any]:
    """Return the event as plain data, for printing and comparing."""
    built: dict[str, Any] = msgspec.to_builtins(event)
    return built
