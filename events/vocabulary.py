"""Every event there is. An event is a fact: what happened, because of which earlier event, by which rule.

Conventions, the same everywhere:
- `position` counts from 1; `cause` is the position of the event that led to this one (0: nothing did); `rule` is an id
  of the rulebook catalogue, where a rule decided.
- Cards have numbers from 1; 0 means "no card". Seats count from 0 in turn order; -1 means "nobody".
- Cards in play stand at a *site*; a base card lies on each site. A site keeps its number while base cards are swapped.
- `by` is the card whose words act, `seat` who carries it out, `moment` the position of the first event of all those
  that happen at once.
- Destinations are explicit, so that folding a log needs no knowledge of cards.

Each type has a short stable tag. Tags and field names are written into stored games: never rename one, add a version
(see `events.versions`).
"""

from __future__ import annotations

from typing import Any

import msgspec

from events.questions import AnyQuestion, Pick


class Event(
    msgspec.Struct,
    frozen=True,
    kw_only=True,
    tag_field="event",
    omit_defaults=True,
    forbid_unknown_fields=True,
    gc=False,
):
    """What all events have. They hold no cycles, so the garbage collector need not walk through logs."""

    position: int
    cause: int = 0
    rule: str = ""


class Effect(Event, frozen=True, kw_only=True):
    """An event that one card (or a rule: `by` 0) does to another."""

    moment: int = 0
    by: int = 0
    seat: int = -1


class Leaving(Effect, frozen=True, kw_only=True):
    """A card goes to a pile. What it was just before, where it was in play: the last known facts.

    `to` is the seat whose pile it goes to; `source` the zone it left.
    """

    card: int
    to: int
    source: str
    controller: int = -1
    site: int = 0
    host: int = 0
    power: int = 0


# --- the game -------------------------------------------------------------------------------------------------------


class SeatSetup(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """Who sits here, and the factions that were fixed beforehand (none: they are drafted)."""

    name: str
    factions: tuple[str, ...] = ()
    made_up: bool = False  # recorded at a table: the log's hidden cards of this player only fit what was seen


class GameBegun(Event, tag="game-begun", frozen=True, kw_only=True):
    """The table is set: edition, seats in turn order, the factions on offer in a draft, the version of the rules."""

    edition: str
    seats: tuple[SeatSetup, ...]
    rules_version: str
    sets: tuple[str, ...] = ()  # the sets whose bases there are at all; empty: those of the factions in the game
    offer: tuple[str, ...] = ()
    first: int = -1  # the first player, where given
    scenario: str = ""  # a scenario's title: what follows up to the first phase is set-up


class FactionChosen(Event, tag="faction-chosen", frozen=True, kw_only=True):
    """A player takes a faction."""

    seat: int
    faction: str


class CardsMade(Event, tag="cards-made", frozen=True, kw_only=True):
    """Cards enter the game at the bottom of a pile, numbered from `first` on. Seat -1: a pile of nobody's."""

    seat: int
    zone: str
    first: int
    definitions: tuple[str, ...]


class GameWon(Event, tag="game-won", frozen=True, kw_only=True):
    """The game is over; more than one seat only where the rules share a win."""

    seats: tuple[int, ...]
    victory_points: tuple[int, ...]


# --- chance, questions ----------------------------------------------------------------------------------------------


class Shuffled(Event, tag="shuffled", frozen=True, kw_only=True):
    """A deck has this order now, from the top; `with_discard`: its discard pile was shuffled into it."""

    zone: str
    seat: int
    order: tuple[int, ...]
    with_discard: bool = False


class PickedAtRandom(Event, tag="picked-at-random", frozen=True, kw_only=True):
    """Chance picked these out of those (cards, sites or seats, as `what` says)."""

    what: str
    pool: tuple[int, ...]
    picks: tuple[int, ...]
    seat: int = -1  # whose hidden pile the pool is, if it is one


class Asked(Event, tag="asked", frozen=True, kw_only=True):
    """A player must decide. Always the last event of a batch. Quiet: the table alone says what comes next."""

    seat: int
    question: AnyQuestion
    quiet: bool = False


class Answered(Event, tag="answered", frozen=True, kw_only=True):
    """The player's decision."""

    seat: int
    picks: tuple[Pick, ...] = ()


# --- turns ----------------------------------------------------------------------------------------------------------


class TurnBegan(Event, tag="turn-began", frozen=True, kw_only=True):
    """A player's turn begins."""

    seat: int
    number: int


class PhaseBegan(Event, tag="phase-began", frozen=True, kw_only=True):
    """start, play, score, draw or end. A quiet point."""

    phase: str


class HouseRuled(Event, tag="house-ruled", frozen=True, kw_only=True):
    """At a real table something was done that the rules refuse, and the game went on from there.

    `does` is the line that says it, `against` why it is refused. What was so then follows as ordinary events, caused by
    this one, up to the phase that begins anew: a quiet point. Whatever was half resolved is over.
    """

    does: str
    against: str = ""


class AllowanceGiven(Event, tag="allowance-given", frozen=True, kw_only=True):
    """A player may play one card more. Its position is its name.

    `kind` is minion, action or card; `condition` names a rule of core for the card, with its arguments; `site` limits
    the base (0: any); `extra` tells extra plays from the free ones of the turn; `until` is phase or turn.
    """

    seat: int
    kind: str
    condition: str = ""
    arguments: tuple[str, ...] = ()
    site: int = 0
    extra: bool = True
    until: str = "phase"
    by: int = 0


class AllowancesEnded(Event, tag="allowances-ended", frozen=True, kw_only=True):
    """Plays that were not used are gone."""

    allowances: tuple[int, ...]


# --- playing and using ----------------------------------------------------------------------------------------------


class CardPlayed(Event, tag="card-played", frozen=True, kw_only=True):
    """A card is played. `source` is the zone it came from, `to` the zone it goes to: minions or actions (at the site),
    attached (to the host), resolving (an action that does not stay)."""

    seat: int
    card: int
    source: str
    to: str
    site: int = 0
    host: int = 0
    allowance: int = 0
    off_top: bool = False


class AbilityUsed(Event, tag="ability-used", frozen=True, kw_only=True):
    """An ability begins to resolve; `seat` is the player it calls "you"."""

    seat: int
    holder: int
    ability: str
    granted_by: int = 0
    site: int = 0


class Forbidden(Effect, tag="forbidden", frozen=True, kw_only=True):
    """An effect did not happen: it can't, because of that card (0: a rule)."""

    verb: str
    card: int
    because: int = 0


class Replaced(Effect, tag="replaced", frozen=True, kw_only=True):
    """An effect did not happen: another happens instead (or nothing, `instead` empty)."""

    verb: str
    card: int
    because: int
    instead: str = ""


# --- cards going to piles -------------------------------------------------------------------------------------------


class Destroyed(Leaving, tag="destroyed", frozen=True, kw_only=True):
    """A card in play goes to its owner's discard pile by an effect that says destroy."""


class Discarded(Leaving, tag="discarded", frozen=True, kw_only=True):
    """A card goes to a discard pile otherwise: from hand or deck, from a scored base, off a card that left."""

    reason: str = ""


class Returned(Leaving, tag="returned", frozen=True, kw_only=True):
    """A card in play goes back to a hand."""


class Placed(Leaving, tag="placed", frozen=True, kw_only=True):
    """A card goes on a deck: `end` is top or bottom. (A shuffle that follows is an event of its own.)"""

    end: str
    zone: str = "deck"


class Taken(Leaving, tag="taken", frozen=True, kw_only=True):
    """A card that was not in play goes to a hand, or one in play is placed there, not returned. Seen: all saw which.
    Owned: it is that player's own from now on."""

    seen: bool = True
    owned: bool = False


class Boxed(Leaving, tag="boxed", frozen=True, kw_only=True):
    """A card goes back to the box, out of the game."""


# --- cards in play --------------------------------------------------------------------------------------------------


class Moved(Effect, tag="moved", frozen=True, kw_only=True):
    """A minion (or a buried card) goes from one site to another, with everything on and under it."""

    card: int
    origin: int
    site: int


class Transferred(Effect, tag="transferred", frozen=True, kw_only=True):
    """An action in play goes to another base or card."""

    card: int
    site: int
    host: int = 0
    origin: int = 0
    origin_host: int = 0


class ControlChanged(Effect, tag="control-changed", frozen=True, kw_only=True):
    """A player takes control of a card; for as long as `tied_to` is in play, where it is not 0.

    `ends`: control that was tied to that card ends, and falls to `controller`.
    """

    card: int
    controller: int
    tied_to: int = 0
    ends: bool = False


class CountersChanged(Effect, tag="counters-changed", frozen=True, kw_only=True):
    """+1 power counters are placed on a card, or removed."""

    card: int
    amount: int


class CountersTransferred(Effect, tag="counters-transferred", frozen=True, kw_only=True):
    """+1 power counters go from one card to another."""

    card: int
    target: int
    amount: int


class EffectBegan(Effect, tag="effect-began", frozen=True, kw_only=True):
    """Something lasting begins; its position is its name.

    `kind` is power, set-power, breakpoint, set-breakpoint, lose-abilities, without-effect (actions, on the minion they
    are on), named (what a card was told as it was played: `arguments`), or ability: then `ability` is the key of an
    ability that acts although no card holds it. `until` is turn, start-of-turn or end-of-turn (of the next turn of
    `until_seat`), source (with its card, at the latest with the turn), in-play (with its card), or game.
    """

    kind: str
    cards: tuple[int, ...] = ()
    amount: int = 0
    ability: str = ""
    arguments: tuple[str, ...] = ()
    site: int = 0
    until: str = "turn"
    until_seat: int = -1
    but: tuple[str, int] | None = None  # lose-abilities: the one that stays, by key and granting card


class EffectsEnded(Event, tag="effects-ended", frozen=True, kw_only=True):
    """Lasting effects are over."""

    effects: tuple[int, ...]


class Buried(Effect, tag="buried", frozen=True, kw_only=True):
    """A card is put face down at a site."""

    card: int
    site: int
    source: str
    seen: bool = False


class Stored(Effect, tag="stored", frozen=True, kw_only=True):
    """A card is put face down under another."""

    card: int
    host: int
    source: str
    seen: bool = False


class StasisEntered(Effect, tag="stasis-entered", frozen=True, kw_only=True):
    """A card goes into stasis, before the seat `to`, with counters.

    `keeps`: its power counters, and what is on and under it, go with it.
    """

    card: int
    to: int
    counters: int
    source: str
    keeps: bool = False


class StasisChanged(Effect, tag="stasis-changed", frozen=True, kw_only=True):
    """Stasis counters are placed on a card in stasis, or removed; `left` are on it then (-1: not said)."""

    card: int
    amount: int
    left: int = -1


# --- hidden and shown -----------------------------------------------------------------------------------------------


class Drawn(Event, tag="drawn", frozen=True, kw_only=True):
    """A player draws cards off the top of a pile (their deck, unless `zone` says otherwise)."""

    seat: int
    cards: tuple[int, ...]
    zone: str = "deck"
    by: int = 0


class Looked(Event, tag="looked", frozen=True, kw_only=True):
    """A player looks at cards that stay where they are, from the top; `search`: through a pile, in no order."""

    seat: int
    cards: tuple[int, ...]
    by: int = 0
    search: bool = False


class Revealed(Event, tag="revealed", frozen=True, kw_only=True):
    """Cards are shown to everybody. `seat` is who made them be shown."""

    seat: int
    cards: tuple[int, ...]
    by: int = 0


class SetAside(Event, tag="set-aside", frozen=True, kw_only=True):
    """Cards leave their zone and are in none for a while. Seen: everybody sees them."""

    seat: int
    cards: tuple[int, ...]
    seen: bool = True


# --- duels ----------------------------------------------------------------------------------------------------------


class DuelBegan(Effect, tag="duel-began", frozen=True, kw_only=True):
    """Two minions duel; `seat` is the challenger's player."""

    challenger: int
    challenged: int


class DuelCardPlaced(Event, tag="duel-card-placed", frozen=True, kw_only=True):
    """A player lays a card face down for the duel."""

    seat: int
    card: int


class DuelCardRevealed(Event, tag="duel-card-revealed", frozen=True, kw_only=True):
    """It is turned up."""

    seat: int
    card: int


class DuelEnded(Effect, tag="duel-ended", frozen=True, kw_only=True):
    """The duel is over: winners and losers (both of both in a tie, none without a result), and the powers."""

    winners: tuple[int, ...]
    losers: tuple[int, ...]
    powers: tuple[int, ...]


# --- scoring and bases ----------------------------------------------------------------------------------------------


class ScoringBegan(Event, tag="scoring-began", frozen=True, kw_only=True):
    """A base was chosen to score."""

    site: int
    base: int
    total: int
    breakpoint: int


class Awarded(Event, tag="awarded", frozen=True, kw_only=True):
    """Totals, places (1 to 3, 0 for none) and victory points by seat, as the base pays them."""

    site: int
    base: int
    totals: tuple[int, ...]
    places: tuple[int, ...]
    awards: tuple[int, ...]


class ScoringEnded(Event, tag="scoring-ended", frozen=True, kw_only=True):
    """The base has been replaced and all that waited for that is done."""

    site: int


class VictoryPointsChanged(Effect, tag="victory-points-changed", frozen=True, kw_only=True):
    """A player (`to`) gains or loses victory points."""

    to: int
    amount: int


class BaseArrived(Event, tag="base-arrived", frozen=True, kw_only=True):
    """A base card comes into play at a new site."""

    base: int
    site: int
    by: int = 0


class BaseLeft(Effect, tag="base-left", frozen=True, kw_only=True):
    """A base card goes to the base discard pile and its site is gone."""

    base: int
    site: int
    reason: str = "scored"


class BaseSwapped(Effect, tag="base-swapped", frozen=True, kw_only=True):
    """Another base card takes the place of one that goes to the base discard pile; the cards there stay."""

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
TAGS: dict[str, type[Event]] = {str(kind.__struct_config__.tag): kind for kind in EVENT_TYPES}


def tag_of(event: Event | type[Event]) -> str:
    """The stable tag that names an event's type in stored games and files."""
    return str(event.__struct_config__.tag)


def facts_of(event: Event) -> dict[str, Any]:
    """The event as plain data, for printing and comparing."""
    built: dict[str, Any] = msgspec.to_builtins(event)
    return built
