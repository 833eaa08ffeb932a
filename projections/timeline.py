"""The story of a game in plain English: one line per event, grouped by decision.

A sentence describes an event by the table just before it: where a card was, whose it was, what was asked. So the
timeline folds the log as it goes. Given the view of a seat, it tells only what that seat knows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from events.consequences import require_all
from events.questions import Main, May, Mulligan, Names, Numbers, Pick, Play, Question, Unseen, Use, Window
from events.vocabulary import (
    EVENT_TYPES,
    AbilityUsed,
    AllowanceGiven,
    AllowancesEnded,
    Answered,
    Asked,
    Awarded,
    BaseArrived,
    BaseLeft,
    BaseSwapped,
    Boxed,
    Buried,
    CardPlayed,
    CardsMade,
    ControlChanged,
    CountersChanged,
    CountersTransferred,
    Destroyed,
    Discarded,
    Drawn,
    DuelBegan,
    DuelCardPlaced,
    DuelCardRevealed,
    DuelEnded,
    EffectBegan,
    EffectEvent,
    EffectsEnded,
    Event,
    FactionChosen,
    Forbidden,
    GameBegun,
    GameWon,
    HouseRuled,
    Leaving,
    Looked,
    Moved,
    PhaseBegan,
    PickedAtRandom,
    Placed,
    Replaced,
    Returned,
    Revealed,
    ScoringBegan,
    ScoringEnded,
    SetAside,
    Shuffled,
    StasisChanged,
    StasisEntered,
    Stored,
    Taken,
    Transferred,
    TurnBegan,
    VictoryPointsChanged,
    tag_of,
)
from events.words import RefusedVerb
from events.zones import AT_A_BASE, HOMES, ZONES, Zone
from projections.prompts import describe, describe_answer, prompt
from projections.table import Table

if TYPE_CHECKING:
    from projections.view import View
from projections.plain_words import (
    A_CARD,
    NameOf,
    Words,
    ability_name,
    capital,
    counted,
    in_words,
    listed,
    ordinal,
    repeated,
    title_of,
)

__all__ = [
    "Chapter",
    "Each",
    "Line",
    "Narrator",
    "Timeline",
    "describe",
    "is_bookkeeping",
    "prompt",
    "sentence",
    "tell",
    "timeline",
    "together",
]


class Line(msgspec.Struct, frozen=True):
    """One event in words."""

    position: int
    text: str
    cause: int
    rule: str
    event: str  # the tag of its type
    bookkeeping: bool = False  # part of the complete log only, not of the story


class Chapter(msgspec.Struct, frozen=True):
    """One decision and everything that followed from it. The first chapter of a game is the set-up."""

    title: str
    seat: int  # who decided, -1 for nobody
    turn: int  # the turn of the decision, 0 during set-up
    phase: str
    lines: tuple[Line, ...]

    @property
    def first(self) -> int:
        """Return the position of the first event."""
        return self.lines[0].position

    @property
    def last(self) -> int:
        """Return the position of the last event."""
        return self.lines[-1].position


class Each(NamedTuple):
    """A sentence about one card that events in a row can share: "Ana discards Ghost (over the hand limit)"."""

    start: str
    owner: str  # "Ana's ", or nothing
    card: str
    one: str  # how the sentence ends for one card
    many: str  # and for several

    @property
    def text(self) -> str:
        """Return the sentence."""
        return capital(f"{self.start}{self.owner}{self.card}{self.one}")

    def fits(self, other: Each | None) -> bool:
        """Return whether another sentence says the same about its card."""
        return other is not None and (self.start, self.one, self.many) == (other.start, other.one, other.many)


def together(parts: Sequence[Each]) -> str:
    """Return one sentence for several that fit each other."""
    first = parts[0]
    if len(parts) == 1:
        return first.text
    if {part.owner for part in parts} == {first.owner}:
        cards = first.owner + listed(repeated(part.card for part in parts))
    else:
        cards = listed(repeated(part.owner + part.card for part in parts))
    return capital(f"{first.start}{cards}{first.many}")


class Narrator:
    """Puts events, questions and answers into words. Every method takes the table just before the event."""

    def __init__(self, name_of: NameOf) -> None:
        self.name_of = name_of

    def told(self, event: Event, table: Table) -> str | Each:
        """Return a sentence for an event, in parts if others may share it."""
        return _SENTENCES[type(event)](Words(table, self.name_of), event)

    def sentence(self, event: Event, table: Table) -> str:
        """Return a sentence for an event."""
        text = self.told(event, table)
        return text.text if isinstance(text, Each) else capital(text)

    def prompt(self, question: Question, table: Table | None = None) -> str:
        """Return the question a player has to answer."""
        return prompt(question, table or Table(), self.name_of)

    def describe(self, pick: Pick, question: Question, table: Table) -> str:
        """Return one option of a question in words."""
        return describe(pick, question, table, self.name_of)

    def answer(self, picks: Sequence[Pick], question: Question | None, table: Table) -> str:
        """Return an answer in short: "passes", "play Howler", "yes", "chooses Tar Pits"."""
        if question is None or (isinstance(question, Unseen) and not picks):
            return "decides"
        if not picks:
            return "passes" if isinstance(question, Main | Window) else "chooses nothing"
        words = describe_answer(picks, question, table, self.name_of)
        return words if isinstance(question, Main | Window | May | Mulligan) else f"chooses {words}"

    def seat(self, table: Table, seat: int) -> str:
        """Return a player's name."""
        return Words(table, self.name_of).player(seat)


def tell(event: Event, table: Table, narrator: Narrator) -> Line:
    """Return the line for an event, given the table just before it."""
    return _line(event, table, narrator.sentence(event, table))


def _line(event: Event, table: Table, text: str) -> Line:
    return Line(event.position, text, event.cause, event.rule, tag_of(event), is_bookkeeping(event, table))


_BOOKKEEPING = frozenset(
    {
        Asked,
        PhaseBegan,
        AllowanceGiven,
        AllowancesEnded,
        EffectsEnded,
        SetAside,
        ScoringEnded,
    }
)
_ROUTINE_DISCARDS = frozenset({"resolved", "its base scored"})


def is_bookkeeping(event: Event, table: Table) -> bool:
    """Return whether a reader of the story can do without an event: other lines show it, or the rules imply it.

    Most answers are visible in their consequences. Only a card or a number that a player names aloud is not.
    """
    match event:
        case Answered():
            return not isinstance(table.question, Names | Numbers) or not event.picks
        case CardsMade():
            return event.zone not in HOMES.values()  # bringing a card is its player's choice
        case Discarded():
            return event.reason in _ROUTINE_DISCARDS
        case Shuffled():
            return table.turn == 0
    return type(event) in _BOOKKEEPING


def sentence(event: Event, table: Table, name_of: NameOf) -> str:
    """Return a sentence for an event, given the table just before it."""
    return Narrator(name_of).sentence(event, table)


class Timeline:
    """Turns a log into lines, event by event: everything, or what the seat of a view may know."""

    def __init__(self, name_of: NameOf, *, view: View | None = None, table: Table | None = None) -> None:
        self.narrator = Narrator(name_of)
        self.view = view
        self.table = view.table if view is not None else Table() if table is None else table
        self.shared: Each | None = None  # the last sentence, if others may share it

    def take(self, event: Event) -> Line:
        """Return the line for the next event, and fold it."""
        if self.view is None:
            line = self._tell(event, self.table)
            self.table.apply(event)
            return line
        before, masked = self.table, self.view.take(event)
        self.table = self.view.table
        # The names of cards that become visible with this event are only in the table after it.
        before.cards = {**self.table.cards, **before.cards}
        return self._tell(masked, before)

    def _tell(self, event: Event, table: Table) -> Line:
        text = self.narrator.told(event, table)
        self.shared = text if isinstance(text, Each) else None
        return _line(event, table, text.text if isinstance(text, Each) else capital(text))


def timeline(events: Iterable[Event], name_of: NameOf, *, view: View | None = None) -> Iterator[Chapter]:
    """Yield a game decision by decision. A new `view` restricts it to what that seat sees."""
    teller = Timeline(name_of, view=view)
    chapter = Chapter("The game is set up", -1, 0, "", ())
    lines: list[Line] = []
    for event in events:
        if isinstance(event, Answered):
            if lines:
                yield msgspec.structs.replace(chapter, lines=tuple(lines))
            turn, phase = teller.table.turn, teller.table.phase
            lines = [teller.take(event)]
            chapter = Chapter(lines[0].text, event.seat, turn, phase, ())
        else:
            lines.append(teller.take(event))
    if lines:
        yield msgspec.structs.replace(chapter, lines=tuple(lines))


# --- the game, chance, questions ------------------------------------------------------------------------------------


def _game_begun(words: Words, event: GameBegun) -> str:
    names = listed(seat.name for seat in event.seats)
    if event.scenario:
        return f"scenario “{event.scenario}”: {names} ({event.edition} rules)"
    return f"{names} start a game ({event.edition} rules)"


def _faction_chosen(words: Words, event: FactionChosen) -> Each:
    return Each(f"{words.player(event.seat)} chooses ", "", title_of(event.faction), "", "")


def _cards_made(words: Words, event: CardsMade) -> str:
    if event.zone in HOMES.values():
        return f"{words.player(event.seat)} brings {listed(map(words.name_of, event.definitions))}"
    return f"{words.pile(event.zone, event.seat)} starts with {counted(len(event.definitions), 'card')}"


def _game_won(words: Words, event: GameWon) -> str:
    scores = ", ".join(f"{words.player(seat)} {points}" for seat, points in enumerate(event.victory_points))
    return f"{words.players(event.seats)} {'wins' if len(event.seats) == 1 else 'win together'} ({scores})"


def _shuffled(words: Words, event: Shuffled) -> str:
    if not event.with_discard:
        return f"{words.pile(event.zone, event.seat)} is shuffled"
    discards = words.pile("discard" if event.seat >= 0 else "base_discard", event.seat)
    return f"{discards} is shuffled into a new {ZONES[event.zone].noun}"


def _picked_at_random(words: Words, event: PickedAtRandom) -> str:
    are = "is" if len(event.picks) == 1 else "are"
    if event.what == "seat":
        return f"{words.players(event.picks)} {are} picked at random to begin"
    if event.what == "site":
        return f"{listed(words.base(site) for site in event.picks)} {are} picked at random"
    whose = f"{words.whose(event.seat)} " if event.seat >= 0 else ""
    return f"{words.cards(event.picks)} {are} picked at random from {whose}{counted(len(event.pool), 'card')}"


def _asked(words: Words, event: Asked) -> str:
    if isinstance(event.question, Unseen):
        return f"{words.player(event.seat)} has to decide"
    return f"{words.player(event.seat)} is asked: {prompt(event.question, words.table, words.name_of)}"


def _answered(words: Words, event: Answered) -> str:
    player, question, picks = words.player(event.seat), words.table.question, event.picks
    answer = Narrator(words.name_of).answer(picks, question, words.table)
    match question:
        case Mulligan() if picks:
            return f"{player} {'replaces' if 'yes' in picks else 'keeps'} the opening hand"
        case May() if picks:
            return f"{player} says {answer}"
    if picks and isinstance(picks[0], Play | Use):
        return f"{player} chooses to {answer.removeprefix('chooses ')}"
    return f"{player} {answer}"


# --- turns ----------------------------------------------------------------------------------------------------------

_PHASES = {
    "start": "Start Turn",
    "play": "Play Cards",
    "score": "Score Bases",
    "draw": "Draw 2 Cards",
    "end": "End Turn",
}


def _turn_began(words: Words, event: TurnBegan) -> str:
    return f"turn {event.number} ({words.player(event.seat)})"


def _phase_began(words: Words, event: PhaseBegan) -> str:
    return f"{words.player(words.table.current)}: {_PHASES.get(event.phase, event.phase)}"


def _allowance_given(words: Words, event: AllowanceGiven) -> str:
    return f"{words.player(event.seat)} may play {words.play(event)}{_by(words, event.by)}"


def _allowances_ended(words: Words, event: AllowancesEnded) -> str:
    unused = [words.play(allowance) for allowance in words.table.allowances if allowance.number in event.allowances]
    return f"unused plays expire: {listed(unused)}"


# --- playing and using ----------------------------------------------------------------------------------------------


def _card_played(words: Words, event: CardPlayed) -> str:
    match event.to:
        case "actions":
            where = f" on {words.base(event.site)}"
        case "attached":
            where = f" on {words.owned(event.host)} at {words.base(event.site)}"
        case zone:
            where = f" at {words.base(event.site)}" if zone in AT_A_BASE else ""
    source = " from the top of the deck" if event.off_top else _source(words, event.source)
    return f"{words.player(event.seat)} plays {words.face(event.card)}{where}{source}"


def _source(words: Words, zone: Zone) -> str:
    """Return where a card was played or buried from, unless from hand as usual."""
    return "" if zone == "hand" else f" {words.source(zone)}"


def _house_ruled(words: Words, event: HouseRuled) -> str:
    return f"Ruled at the table: {event.does}" + (f" (by the rules: {event.against})" if event.against else "")


def _ability_used(words: Words, event: AbilityUsed) -> str:
    acting = ability_name(event.ability)
    granted = f", granted by {words.card(event.granted_by)}" if event.granted_by else ""
    holder = words.card(event.holder)
    card, label, _ = event.ability.partition("#")
    if event.holder not in words.table.cards and label and not card.startswith("rule/"):
        holder = words.name_of(card)  # the card itself is hidden by now, but its ability identifies it
    return f"{words.player(event.seat)} uses {holder}{f' ({acting}{granted})' if acting else ''}"


class _Verb(NamedTuple):
    """The forms of a verb that stopped and replaced effects need."""

    done: str  # after "is not" and "can't be"
    happens: str
    happening: str  # after "instead of"


_VERBS: dict[RefusedVerb, _Verb] = {
    "destroy": _Verb("destroyed", "is destroyed", "being destroyed"),
    "discard": _Verb("discarded", "is discarded", "being discarded"),
    "return": _Verb("returned to hand", "returns to hand", "returning to hand"),
    "place": _Verb("put into a hand or deck", "goes into a hand or deck", "going into a hand or deck"),
    "shuffle": _Verb("shuffled into a deck", "is shuffled into a deck", "being shuffled into a deck"),
    "take": _Verb("taken into hand", "is taken into hand", "being taken into hand"),
    "remove": _Verb("removed", "is removed", "being removed"),
    "box": _Verb("put back in the box", "goes back in the box", "going back in the box"),
    "move": _Verb("moved", "moves", "moving"),
    "transfer": _Verb("transferred", "is transferred", "being transferred"),
    "control": _Verb("taken over", "changes control", "changing control"),
    "counters": _Verb("given or stripped of counters", "gets or loses counters", "getting or losing counters"),
    "transfer-counters": _Verb("stripped of its counters", "loses its counters", "losing its counters"),
    "power": _Verb("given more or less power", "has its power changed", "having its power changed"),
    "cancel": _Verb("stripped of its abilities", "loses its abilities", "losing its abilities"),
    "attach": _Verb("given an action", "gets an action", "getting an action"),
    "bury": _Verb("buried", "is buried", "being buried"),
    "uncover": _Verb("uncovered", "is uncovered", "being uncovered"),
    "store": _Verb("put under a card", "goes under a card", "going under a card"),
    "stasis": _Verb("put into stasis", "goes into stasis", "going into stasis"),
    "stasis-counters": _Verb(
        "given or stripped of stasis counters", "gets or loses stasis counters", "getting or losing stasis counters"
    ),
    "grant": _Verb("given an ability", "gets an ability", "getting an ability"),
    "swap": _Verb("swapped", "is swapped", "being swapped"),
    "duel": _Verb("challenged to a duel", "duels", "dueling"),
    "replace-base": _Verb("replaced", "is replaced", "being replaced"),
}
"""The words for what happens to a card, for each verb that can be prevented or replaced."""


def _forbidden(words: Words, event: Forbidden) -> str:
    card, because = words.owned(event.card), f"{words.card(event.because)} prevents it"
    if event.verb == "duel":
        return f"{card} can't duel{_by(words, event.by)}: another duel is still going on"
    if event.because == event.card:
        because = f"{words.card(event.card)}'s own text prevents it"
    elif not event.because:
        because = "the rules don't allow it"
    if event.verb == "attach" and event.by:
        return f"{words.card(event.by)} can't be played on {card}: {because}"
    return f"{card} can't be {_VERBS[event.verb].done}{f' by {words.card(event.by)}' if event.by else ''}: {because}"


def _replaced(words: Words, event: Replaced) -> str:
    card, because = words.owned(event.card), words.card(event.because)
    if not event.instead:
        return f"{because}: {card} is not {_VERBS[event.verb].done}"
    if event.instead == event.verb == "counters":
        return f"{because} gets a counter meant for {card}"
    if event.instead == event.verb:
        return f"{because} {_VERBS[event.verb].happens} instead of {card}"
    return f"{because}: {card} {_VERBS[event.instead].happens} instead of {_VERBS[event.verb].happening}"


def _by(words: Words, card: int) -> str:
    """Return the card that causes something, in parentheses."""
    return f" ({words.card(card)})" if card else ""


# --- cards going to piles -------------------------------------------------------------------------------------------


def _owned(words: Words, number: int, seat: int | None = None) -> tuple[str, str]:
    """Return a card's player ("Ben's ") and its name: `Words.owned` in two parts."""
    whole, card = words.owned(number, seat), words.card(number)
    return (whole.removesuffix(card), card) if whole.endswith(f" {card}") else ("", whole)


def _whose_card(words: Words, event: Leaving) -> tuple[str, str]:
    """Return the player who controlled a card when it left ("Ben's "), and its name."""
    return _owned(words, event.card, event.controller if event.controller >= 0 else None)


def _at_base(words: Words, event: Leaving) -> str:
    return f" at {words.base(event.site)}" if event.site else ""


def _from_base(words: Words, event: Leaving) -> str:
    return f" from {words.base(event.site)}" if event.site else ""


def _destroyed(words: Words, event: Destroyed) -> Each:
    owner, card = _whose_card(words, event)
    card += f" (power {event.power})" if event.source == "minions" else ""
    where = _at_base(words, event)
    if event.by in (0, event.card):
        return Each("", owner, card, f"{where} is destroyed", f"{where} are destroyed")
    if _by_another_hand(words, event):
        start = f"{words.card(event.by)} makes {words.player(event.seat)} destroy "
    else:
        start = f"{words.card(event.by)} destroys "
    return Each(start, owner, card, where, where)


def _by_another_hand(words: Words, event: EffectEvent) -> bool:
    """Return whether a player other than the source's controller carries it out (as the victim of Bear Hug does)."""
    source = words.table.cards.get(event.by)
    return source is not None and event.seat >= 0 and source.controller not in (event.seat, -1)


_REASONS = {
    "by a card": "",
    "left with its card": "the card underneath left play",
    "was under a card that left": "the card on top left play",
    "its target is immune": "its new place can't be affected",
}
"""Reasons in words, where the stored ones are not. Stored games contain the others as they are told."""


def _discarded(words: Words, event: Discarded) -> Each:
    reason = _REASONS.get(event.reason, event.reason)
    why = _by(words, event.by if event.by != event.card else 0) + (f" ({reason})" if reason else "")
    if event.source == "hand":
        player = event.controller if event.controller >= 0 else event.to
        return Each(f"{words.player(player)} discards ", "", words.card(event.card), why, why)
    if event.source == "deck":
        source = f"discarded from {words.pile('deck', event.to)}{why}"
        return Each("", "", words.card(event.card), f" is {source}", f" are {source}")
    where = _at_base(words, event)
    return Each("", *_whose_card(words, event), f"{where} is discarded{why}", f"{where} are discarded{why}")


def _returned(words: Words, event: Returned) -> Each:
    where = f"{_from_base(words, event)} to {words.pile('hand', event.to)}{_by(words, event.by)}"
    return Each("", *_whose_card(words, event), f" returns{where}", f" return{where}")


def _placed(words: Words, event: Placed) -> Each:
    if event.zone in HOMES.values():
        where = "back beside the deck"
    else:
        where = f"to the {event.end} of {words.pile(event.zone, event.to)}"
    where = f"{_from_base(words, event)} {where}{_by(words, event.by)}"
    card = ("", words.card(event.card)) if ZONES[event.zone].bases else _whose_card(words, event)
    return Each("", *card, f" goes{where}", f" go{where}")


def _taken(words: Words, event: Taken) -> Each:
    if ZONES[event.source].holder != "seat":
        source = "into hand" if ZONES[event.source].transient else words.source(event.source)
    elif event.controller == event.to:
        source = f"from the {ZONES[event.source].noun}"
    else:
        source = f"from {words.pile(event.source, event.controller)}"
    end = f" {source}{_by(words, event.by if event.by != event.card else 0)}"
    return Each(f"{words.player(event.to)} takes ", "", words.card(event.card), end, end)


def _boxed(words: Words, event: Boxed) -> Each:
    where = f"{_from_base(words, event)} back in the box{_by(words, event.by)}"
    return Each("", *_whose_card(words, event), f" goes{where}", f" go{where}")


# --- cards in play --------------------------------------------------------------------------------------------------


def _moved(words: Words, event: Moved) -> Each:
    by = _by(words, event.by if event.by != event.card else 0)
    where = f"from {words.base(event.origin)} to {words.base(event.site)}{by}"
    return Each("", *_owned(words, event.card), f" moves {where}", f" move {where}")


def _transferred(words: Words, event: Transferred) -> str:
    where = f"{words.owned(event.host)} at {words.base(event.site)}" if event.host else words.base(event.site)
    return f"{words.owned(event.card)} is transferred to {where}{_by(words, event.by)}"


def _control_changed(words: Words, event: ControlChanged) -> str:
    if event.ends:
        card = words.table.cards.get(event.card)
        if card is not None and card.controller == event.controller:
            return f"an earlier change of control of {words.owned(event.card)} ends"
        return f"control of {words.owned(event.card)} returns to {words.player(event.controller)}"
    by = _by(words, event.by if event.by != event.card else 0)
    time = f" {words.until_turn(event.until, event.until_seat)}" if event.until else ""
    return f"{words.player(event.controller)} takes control of {words.owned(event.card)}{time}{by}"


def _counters_changed(words: Words, event: CountersChanged) -> Each:
    get = "get" if event.amount > 0 else "lose"
    by = _by(words, event.by if event.by != event.card else 0)
    card = words.table.cards.get(event.card)
    # On a card that is not in play they are there to be counted.
    counters = (
        in_words(abs(event.amount), "counter") if card and card.zone in HOMES.values() else _counters(event.amount)
    )
    return Each("", *_owned(words, event.card), f" {get}s {counters}{by}", f" each {get} {counters}{by}")


def _counters(amount: int) -> str:
    # In words: two numbers in a row ("2 +1 power counters") are hard to read.
    return in_words(abs(amount), "+1 power counter")


def _counters_transferred(words: Words, event: CountersTransferred) -> str:
    source, target = words.owned(event.card), words.owned(event.target)
    move = "moves" if event.amount == 1 else "move"
    by = _by(words, event.by if event.by != event.card else 0)
    return f"{_counters(event.amount)} {move} from {source} to {target}{by}"


def _effect_began(words: Words, event: EffectBegan) -> str | Each:
    until = words.until(event)
    if event.kind == "breakpoint" and event.by:
        changes = "raises" if event.amount > 0 else "lowers"
        bases = listed(words.card(base) for base in event.cards)
        return f"{words.card(event.by)} {changes} the breakpoint of {bases} by {abs(event.amount)} {until}"
    own = (
        event.kind in ("ability", "without-effect")
        or event.cards == (event.by,)
        or event.until in ("source", "in-play")
    )
    end = f" {until}{'' if own else _by(words, event.by)}"
    if event.kind == "power" and len(event.cards) == 1:
        power = f"{event.amount:+} power{end}"
        return Each("", *_owned(words, event.cards[0]), f" has {power}", f" each have {power}")
    if event.kind == "ability":
        return f"{words.lasting(event)} lasts{end}"
    return f"{words.lasting(event)}{end}"


def _effects_ended(words: Words, event: EffectsEnded) -> str:
    ended = [
        effect
        for effect in words.table.lasting
        if effect.number in event.effects and (effect.cards or effect.kind == "ability")
    ]
    if not ended:
        return "effects on cards that are gone end"
    return f"no longer in effect: {listed(words.lasting(effect) for effect in ended)}"


def _buried(words: Words, event: Buried) -> str:
    card = words.owned(event.card) if words.in_play(event.card) else words.card(event.card)
    return f"{words.player(event.seat)} buries {card} at {words.base(event.site)}{_source(words, event.source)}"


def _stored(words: Words, event: Stored) -> str:
    card, host = words.card(event.card), words.owned(event.host)
    return f"{words.player(event.seat)} puts {card} face down under {host}{_source(words, event.source)}"


def _stasis_entered(words: Words, event: StasisEntered) -> str:
    counters = in_words(event.counters, "stasis counter")
    return f"{words.player(event.to)} puts {words.card(event.card)} into stasis with {counters}"


def _stasis_changed(words: Words, event: StasisChanged) -> Each:
    get, counters = "get" if event.amount > 0 else "lose", in_words(abs(event.amount), "stasis counter")
    return Each("", *_owned(words, event.card), f" {get}s {counters}", f" each {get} {counters}")


# --- hidden and shown -----------------------------------------------------------------------------------------------


def _drawn(words: Words, event: Drawn) -> str:
    seen = any(card in words.table.cards for card in event.cards)
    if event.zone == "madness":  # its cards are all equal
        return f"{words.player(event.seat)} draws {in_words(len(event.cards), 'Madness card')}{_by(words, event.by)}"
    named = seen and any(words.card(card) != A_CARD for card in event.cards)
    names = f": {words.cards(event.cards)}" if named else ""
    source = f" from {words.pile(event.zone, -1)}" if event.zone not in ("deck", "aside") else ""
    cards = in_words(len(event.cards), "card")
    return f"{words.player(event.seat)} draws {cards}{source}{_by(words, event.by)}{names}"


def _looked(words: Words, event: Looked) -> str:
    player = words.player(event.seat)
    if event.search:
        return f"{player} searches through {counted(len(event.cards), 'card')}{_by(words, event.by)}"
    return f"{player} looks at {words.cards(event.cards)}{_by(words, event.by)}"


def _revealed(words: Words, event: Revealed) -> str | Each:
    start, end = f"{words.player(event.seat)} reveals ", _by(words, event.by)
    if len(event.cards) == 1:
        return Each(start, "", words.card(event.cards[0]), end, end)
    return f"{start}{words.cards(event.cards)}{end}"


def _set_aside(words: Words, event: SetAside) -> str:
    return f"{words.cards(event.cards)} {'is' if len(event.cards) == 1 else 'are'} set aside"


# --- duels ----------------------------------------------------------------------------------------------------------


def _duel_began(words: Words, event: DuelBegan) -> str:
    return f"{words.owned(event.challenger)} challenges {words.owned(event.challenged)} to a duel"


def _duel_card_placed(words: Words, event: DuelCardPlaced) -> str:
    return f"{words.player(event.seat)} places {words.card(event.card)} face down for the duel"


def _duel_card_revealed(words: Words, event: DuelCardRevealed) -> str:
    return f"{words.player(event.seat)} turns over {words.card(event.card)}"


def _duel_ended(words: Words, event: DuelEnded) -> str:
    # The winner's power comes first, whoever challenged.
    powers = f" ({' to '.join(str(power) for power in sorted(event.powers, reverse=True))})" if event.powers else ""
    if not event.winners:
        return f"the duel ends without a result{powers}"
    if set(event.winners) == set(event.losers):
        return f"the duel is a tie{powers}"
    winners, losers = (listed(words.owned(card) for card in side) for side in (event.winners, event.losers))
    return f"{winners} wins the duel against {losers or 'nobody'}{powers}"


# --- scoring and bases ----------------------------------------------------------------------------------------------


def _scoring_began(words: Words, event: ScoringBegan) -> str:
    return f"{words.card(event.base)} is about to score: {event.total} power, breakpoint {event.breakpoint}"


def _awarded(words: Words, event: Awarded) -> str:
    results = []
    for seat in sorted(range(len(event.totals)), key=lambda seat: (event.places[seat] or 9, -event.totals[seat])):
        player, power = words.player(seat), event.totals[seat]
        if event.places[seat]:
            results.append(f"{player} is {ordinal(event.places[seat])} with {power} power ({event.awards[seat]} VP)")
        else:
            results.append(f"{player} doesn't place" + (f" (power {power})" if power else ""))
    return f"{words.card(event.base)} scores: {', '.join(results)}"


def _scoring_ended(words: Words, event: ScoringEnded) -> str:
    scoring = words.table.scoring
    return f"{words.card(scoring.base) if scoring else words.base(event.site)} has finished scoring"


def _victory_points_changed(words: Words, event: VictoryPointsChanged) -> str:
    gains = "gains" if event.amount > 0 else "loses"
    known = 0 <= event.to < len(words.table.seats)
    total = words.table.seats[event.to].victory_points + event.amount if known else event.amount
    why = " for Madness cards" if event.rule == "win.madness" else _by(words, event.by)
    return f"{words.player(event.to)} {gains} {abs(event.amount)} VP{why} and now has {total}"


def _base_arrived(words: Words, event: BaseArrived) -> Each:
    by = _by(words, event.by)
    return Each("", "", words.card(event.base), f" comes into play{by}", f" come into play{by}")


def _base_left(words: Words, event: BaseLeft) -> str:
    return f"{words.card(event.base)} leaves play{_by(words, event.by)} ({event.reason})"


def _base_swapped(words: Words, event: BaseSwapped) -> str:
    by = _by(words, event.by if event.by != event.old else 0)
    return f"{words.card(event.new)} replaces {words.card(event.old)}{by}"


_SENTENCES: dict[type[Event], Callable[[Words, Any], str | Each]] = {
    GameBegun: _game_begun,
    FactionChosen: _faction_chosen,
    CardsMade: _cards_made,
    GameWon: _game_won,
    Shuffled: _shuffled,
    PickedAtRandom: _picked_at_random,
    Asked: _asked,
    Answered: _answered,
    TurnBegan: _turn_began,
    PhaseBegan: _phase_began,
    AllowanceGiven: _allowance_given,
    AllowancesEnded: _allowances_ended,
    CardPlayed: _card_played,
    HouseRuled: _house_ruled,
    AbilityUsed: _ability_used,
    Forbidden: _forbidden,
    Replaced: _replaced,
    Destroyed: _destroyed,
    Discarded: _discarded,
    Returned: _returned,
    Placed: _placed,
    Taken: _taken,
    Boxed: _boxed,
    Moved: _moved,
    Transferred: _transferred,
    ControlChanged: _control_changed,
    CountersChanged: _counters_changed,
    CountersTransferred: _counters_transferred,
    EffectBegan: _effect_began,
    EffectsEnded: _effects_ended,
    Buried: _buried,
    Stored: _stored,
    StasisEntered: _stasis_entered,
    StasisChanged: _stasis_changed,
    Drawn: _drawn,
    Looked: _looked,
    Revealed: _revealed,
    SetAside: _set_aside,
    DuelBegan: _duel_began,
    DuelCardPlaced: _duel_card_placed,
    DuelCardRevealed: _duel_card_revealed,
    DuelEnded: _duel_ended,
    ScoringBegan: _scoring_began,
    Awarded: _awarded,
    ScoringEnded: _scoring_ended,
    VictoryPointsChanged: _victory_points_changed,
    BaseArrived: _base_arrived,
    BaseLeft: _base_left,
    BaseSwapped: _base_swapped,
}
require_all("projections.timeline._SENTENCES", _SENTENCES, EVENT_TYPES)
