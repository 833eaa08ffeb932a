"""The story of a game in plain English: a line for each event, grouped by decision.

A sentence needs the table as it was right before the event: where a card was, whose it was, what was asked. So the
timeline folds along; with the view of a seat it tells what that seat may know, in the seat's names for cards.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from events.questions import Main, May, Mulligan, Pick, Question, Unseen, Window
from events.vocabulary import (
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
    Effect,
    EffectBegan,
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
from projections.prompts import describe, describe_answer, prompt
from projections.table import Table

if TYPE_CHECKING:
    from projections.view import View
from projections.plain_words import NameOf, Words, a, ability_name, capital, counted, listed, ordinal, title_of

__all__ = ["Chapter", "Line", "Narrator", "Timeline", "describe", "prompt", "sentence", "tell", "timeline"]


class Line(msgspec.Struct, frozen=True):
    """One event in words."""

    position: int
    text: str
    cause: int
    rule: str
    event: str  # the tag of its type


class Chapter(msgspec.Struct, frozen=True):
    """One decision and all that followed from it; the first one of a game is what happened before anybody was asked."""

    title: str
    seat: int  # who decided, -1 for nobody
    turn: int  # in which it was decided, 0 before the first
    phase: str
    lines: tuple[Line, ...]

    @property
    def first(self) -> int:
        """The position of its first event."""
        return self.lines[0].position

    @property
    def last(self) -> int:
        """The position of its last event."""
        return self.lines[-1].position


class Narrator:
    """Tells events, questions and answers by the printed names of cards. The table is the one just before the event."""

    def __init__(self, name_of: NameOf) -> None:
        self.name_of = name_of

    def sentence(self, event: Event, table: Table) -> str:
        """One event in words."""
        return capital(_SENTENCES[type(event)](Words(table, self.name_of), event))

    def prompt(self, question: Question, table: Table | None = None) -> str:
        """What is asked, in words."""
        return prompt(question, table or Table(), self.name_of)

    def describe(self, pick: Pick, question: Question, table: Table) -> str:
        """An option in words."""
        return describe(pick, question, table, self.name_of)

    def answer(self, picks: Sequence[Pick], question: Question | None, table: Table) -> str:
        """An answer in words, after the player's name."""
        if question is None or (isinstance(question, Unseen) and not picks):
            return "decides"
        if not picks:
            return "passes" if isinstance(question, Main | Window) else "chooses nothing"
        words = describe_answer(picks, question, table, self.name_of)
        return words if isinstance(question, Main | Window | May | Mulligan) else f"chooses {words}"

    def seat(self, table: Table, seat: int) -> str:
        """A player's name."""
        return Words(table, self.name_of).player(seat)


def tell(event: Event, table: Table, narrator: Narrator) -> Line:
    """One event as a line, by the table just before it."""
    return Line(event.position, narrator.sentence(event, table), event.cause, event.rule, tag_of(event))


def sentence(event: Event, table: Table, name_of: NameOf) -> str:
    """One event in words, given the table as it was right before it."""
    return Narrator(name_of).sentence(event, table)


class Timeline:
    """Tells events one after another: all that happens, or what the seat of a view may know of it."""

    def __init__(self, name_of: NameOf, *, view: View | None = None, table: Table | None = None) -> None:
        self.narrator = Narrator(name_of)
        self.view = view
        self.table = view.table if view is not None else Table() if table is None else table

    def take(self, event: Event) -> Line:
        """The next event as a line."""
        if self.view is None:
            line = tell(event, self.table, self.narrator)
            self.table.apply(event)
            return line
        before, masked = self.table, self.view.take(event)
        self.table = self.view.table
        # The names of cards that come into sight with this event are only in the table after it.
        before.cards = self.table.cards | before.cards
        return tell(masked, before, self.narrator)


def timeline(events: Iterable[Event], name_of: NameOf, *, view: View | None = None) -> Iterator[Chapter]:
    """A game told decision by decision; `view`, a new one, tells it as that seat sees it."""
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
    what = f"scenario “{event.scenario}”" if event.scenario else "game"
    return f"a {what} begins: {names}, by the rules of {event.edition}"


def _faction_chosen(words: Words, event: FactionChosen) -> str:
    return f"{words.player(event.seat)} takes {title_of(event.faction)}"


def _cards_made(words: Words, event: CardsMade) -> str:
    make = "makes" if len(event.definitions) == 1 else "make"
    return f"{counted(len(event.definitions), 'card')} {make} up {words.pile(event.zone, event.seat)}"


def _game_won(words: Words, event: GameWon) -> str:
    scores = ", ".join(f"{words.player(seat)} {points}" for seat, points in enumerate(event.victory_points))
    return f"{words.players(event.seats)} {'wins' if len(event.seats) == 1 else 'win together'} ({scores})"


def _shuffled(words: Words, event: Shuffled) -> str:
    deck = words.pile(event.zone, event.seat)
    if not event.with_discard:
        return f"{deck} is shuffled"
    return f"{words.pile('discard' if event.seat >= 0 else 'base_discard', event.seat)} is shuffled to make {deck} anew"


def _picked_at_random(words: Words, event: PickedAtRandom) -> str:
    if event.what == "seat":
        return f"chance picks {words.players(event.picks)}"
    if event.what == "site":
        return f"chance picks {listed(words.base(site) for site in event.picks)}"
    whose = f" of {words.whose(event.seat)}" if event.seat >= 0 else ""
    return f"chance picks {words.cards(event.picks)} out of {counted(len(event.pool), 'card')}{whose}"


def _asked(words: Words, event: Asked) -> str:
    if isinstance(event.question, Unseen):
        return f"{words.player(event.seat)} is to decide"
    return f"{words.player(event.seat)} is asked: {prompt(event.question, words.table, words.name_of)}"


def _answered(words: Words, event: Answered) -> str:
    said = Narrator(words.name_of).answer(event.picks, words.table.question, words.table)
    return f"{words.player(event.seat)} {said}" if said.startswith(_SAYS) else f"{words.player(event.seat)}: {said}"


_SAYS = ("decides", "passes", "chooses")


# --- turns ----------------------------------------------------------------------------------------------------------

_PHASES = {
    "start": "Start Turn",
    "play": "Play Cards",
    "score": "Score Bases",
    "draw": "Draw 2 Cards",
    "end": "End Turn",
}


def _turn_began(words: Words, event: TurnBegan) -> str:
    return f"turn {event.number} begins: it is {words.whose(event.seat)}"


def _phase_began(words: Words, event: PhaseBegan) -> str:
    return f"{words.player(words.table.current)} comes to {_PHASES.get(event.phase, event.phase)}"


def _allowance_given(words: Words, event: AllowanceGiven) -> str:
    return f"{words.player(event.seat)} may play {words.play(event)}{_by(words, event.by)}"


def _allowances_ended(words: Words, event: AllowancesEnded) -> str:
    over = [words.play(one) for one in words.table.allowances if one.number in event.allowances]
    return f"not played, and no longer possible: {listed(over)}"


# --- playing and using ----------------------------------------------------------------------------------------------


def _card_played(words: Words, event: CardPlayed) -> str:
    source = "off the top of the deck" if event.off_top else words.source(event.source)
    match event.to:
        case "minions":
            where = f" at {words.base(event.site)}"
        case "actions":
            where = f" on {words.base(event.site)}"
        case "attached":
            where = f" on {words.owned(event.host)} at {words.base(event.site)}"
        case _:
            where = ""
    return f"{words.player(event.seat)} plays {words.card(event.card)}{where} ({source})"


def _house_ruled(words: Words, event: HouseRuled) -> str:
    return f"Ruled at the table: {event.does}" + (f" (by the rules: {event.against})" if event.against else "")


def _ability_used(words: Words, event: AbilityUsed) -> str:
    acting = ability_name(event.ability)
    granted = f", granted by {words.card(event.granted_by)}" if event.granted_by else ""
    holder = words.card(event.holder)
    card, told, _ = event.ability.partition("#")
    if event.holder not in words.table.cards and told and not card.startswith("rule/"):
        holder = words.name_of(card)  # it is out of sight by now, but these are its words
    return f"{words.player(event.seat)} uses {holder}{f' ({acting}{granted})' if acting else ''}"


_DONE = {
    "destroy": "destroyed",
    "discard": "discarded",
    "return": "returned to hand",
    "place": "put into a hand or deck",
    "shuffle": "shuffled into a deck",
    "take": "taken into a hand",
    "box": "put back into the box",
    "move": "moved",
    "transfer": "transferred",
    "control": "taken over",
    "counters": "given or robbed of counters",
    "transfer-counters": "robbed of its counters",
    "power": "made stronger or weaker",
    "cancel": "robbed of its abilities",
    "attach": "given that action",
    "bury": "buried",
    "uncover": "uncovered",
    "store": "put under a card",
    "stasis": "put into stasis",
    "replace-base": "replaced",
}
"""What is done to a card, by the verb that does it."""


def _done(verb: str) -> str:
    return _DONE.get(verb, f"affected ({verb.replace('-', ' ')})")


def _forbidden(words: Words, event: Forbidden) -> str:
    because = f"{words.card(event.because)} forbids it" if event.because else "the rules forbid it"
    if event.verb == "duel":
        return f"{words.owned(event.card)} can't duel{_by(words, event.by)}: a duel is going on already"
    if event.because == event.card:
        because = "it forbids that itself"
    return f"{words.owned(event.card)} can't be {_done(event.verb)}{_by(words, event.by)}: {because}"


def _replaced(words: Words, event: Replaced) -> str:
    card = words.owned(event.card)
    because = words.card(event.because)
    if not event.instead:
        return f"{card} is not {_done(event.verb)} after all ({because})"
    if event.instead == event.verb:
        return f"{because} takes what would happen to {card}"
    return f"{card} is to be {_done(event.instead)} instead of {_done(event.verb)} ({because})"


def _by(words: Words, card: int) -> str:
    return f" by {words.card(card)}" if card else ""


# --- cards going to piles -------------------------------------------------------------------------------------------


def _whose_card(words: Words, event: Leaving) -> str:
    """The card with the player it had when it left."""
    return words.owned(event.card, event.controller if event.controller >= 0 else None)


def _from_base(words: Words, event: Leaving) -> str:
    return f" at {words.base(event.site)}" if event.site else ""


def _destroyed(words: Words, event: Destroyed) -> str:
    power = f" (power {event.power})" if event.source == "minions" else ""
    who = f", carried out by {words.player(event.seat)}" if _by_another_hand(words, event) else ""
    return f"{_whose_card(words, event)}{power}{_from_base(words, event)} is destroyed{_by(words, event.by)}{who}"


def _by_another_hand(words: Words, event: Effect) -> bool:
    """Whether another player than the acting card's carries it out (the victim of a Bear Hug)."""
    source = words.table.cards.get(event.by)
    return source is not None and event.seat >= 0 and source.controller not in (event.seat, -1)


def _discarded(words: Words, event: Discarded) -> str:
    why = f" ({event.reason})" if event.reason and event.reason != "by a card" else ""
    if event.source == "hand":
        player = event.controller if event.controller >= 0 else event.to
        return f"{words.player(player)} discards {words.card(event.card)} from hand{_by(words, event.by)}{why}"
    if event.source == "deck":
        return f"{words.card(event.card)} is discarded from {words.pile('deck', event.to)}{_by(words, event.by)}{why}"
    return f"{_whose_card(words, event)}{_from_base(words, event)} is discarded{_by(words, event.by)}{why}"


def _returned(words: Words, event: Returned) -> str:
    where = words.pile("hand", event.to)
    return f"{_whose_card(words, event)}{_from_base(words, event)} returns to {where}{_by(words, event.by)}"


def _placed(words: Words, event: Placed) -> str:
    where = f"{'on top' if event.end == 'top' else 'on the bottom'} of {words.pile(event.zone, event.to)}"
    card = words.card(event.card) if event.zone == "base_deck" else _whose_card(words, event)
    return f"{card}{_from_base(words, event)} is put {where}{_by(words, event.by)}"


def _taken(words: Words, event: Taken) -> str:
    if event.source in ("deck", "discard", "hand", "stasis"):
        source = f"from {words.pile(event.source, event.controller)}"
    else:
        source = words.source(event.source)
    return f"{words.card(event.card)} goes ({source}) to {words.pile('hand', event.to)}{_by(words, event.by)}"


def _boxed(words: Words, event: Boxed) -> str:
    return f"{_whose_card(words, event)}{_from_base(words, event)} goes back into the box{_by(words, event.by)}"


# --- cards in play --------------------------------------------------------------------------------------------------


def _moved(words: Words, event: Moved) -> str:
    card, by = words.owned(event.card), _by(words, event.by if event.by != event.card else 0)
    return f"{card} moves from {words.base(event.origin)} to {words.base(event.site)}{by}"


def _transferred(words: Words, event: Transferred) -> str:
    where = f"{words.owned(event.host)} at {words.base(event.site)}" if event.host else words.base(event.site)
    return f"{words.owned(event.card)} is transferred to {where}{_by(words, event.by)}"


def _control_changed(words: Words, event: ControlChanged) -> str:
    if event.ends:
        return f"{words.owned(event.card)} falls back to {words.player(event.controller)}"
    return f"{words.player(event.controller)} takes control of {words.owned(event.card)}{_by(words, event.by)}"


def _counters_changed(words: Words, event: CountersChanged) -> str:
    gets, preposition = ("gets", "from") if event.amount > 0 else ("loses", "by")
    source = f" {preposition} {words.card(event.by)}" if event.by not in (0, event.card) else ""
    return f"{words.owned(event.card)} {gets} {_counters(event.amount)}{source}"


def _counters(amount: int) -> str:
    return counted(abs(amount), "+1 power counter")


def _counters_transferred(words: Words, event: CountersTransferred) -> str:
    source, target = words.owned(event.card), words.owned(event.target)
    go = "goes" if event.amount == 1 else "go"
    return f"{_counters(event.amount)} {go} from {source} to {target}{_by(words, event.by)}"


def _effect_began(words: Words, event: EffectBegan) -> str:
    own = event.kind == "ability" or event.by == 0 or event.cards == (event.by,)
    return f"{words.lasting(event)} {words.until(event)}" + ("" if own else f", by {words.card(event.by)}")


def _effects_ended(words: Words, event: EffectsEnded) -> str:
    over = [one for one in words.table.lasting if one.number in event.effects and (one.cards or one.kind == "ability")]
    if not over:
        return "what was to last on cards that have gone is over"
    return f"no longer so: {listed(words.lasting(one) for one in over)}"


def _buried(words: Words, event: Buried) -> str:
    card = words.owned(event.card) if words.in_play(event.card) else words.card(event.card)
    return f"{words.player(event.seat)} buries {card} at {words.base(event.site)} ({words.source(event.source)})"


def _stored(words: Words, event: Stored) -> str:
    card, host = words.card(event.card), words.owned(event.host)
    return f"{words.player(event.seat)} puts {card} face down under {host} ({words.source(event.source)})"


def _stasis_entered(words: Words, event: StasisEntered) -> str:
    counters = counted(event.counters, "stasis counter")
    return f"{words.card(event.card)} goes into stasis before {words.player(event.to)} with {counters}"


def _stasis_changed(words: Words, event: StasisChanged) -> str:
    gets = "gets" if event.amount > 0 else "loses"
    return f"{words.owned(event.card)} {gets} {counted(abs(event.amount), 'stasis counter')}"


# --- hidden and shown -----------------------------------------------------------------------------------------------


def _drawn(words: Words, event: Drawn) -> str:
    number = len(event.cards)
    what = a("card") if number == 1 else f"{number} cards"
    seen = any(card in words.table.cards for card in event.cards)
    names = f": {words.cards(event.cards)}" if seen else ""
    source = f" from {words.pile(event.zone, -1)}" if event.zone not in ("deck", "aside") else ""
    return f"{words.player(event.seat)} draws {what}{source}{_by(words, event.by)}{names}"


def _looked(words: Words, event: Looked) -> str:
    player = words.player(event.seat)
    if event.search:
        return f"{player} searches {counted(len(event.cards), 'card')}{_by(words, event.by)}"
    return f"{player} looks at {words.cards(event.cards)}{_by(words, event.by)}"


def _revealed(words: Words, event: Revealed) -> str:
    return f"{words.player(event.seat)} reveals {words.cards(event.cards)}{_by(words, event.by)}"


def _set_aside(words: Words, event: SetAside) -> str:
    return f"{words.cards(event.cards)} {'is' if len(event.cards) == 1 else 'are'} set aside"


# --- duels ----------------------------------------------------------------------------------------------------------


def _duel_began(words: Words, event: DuelBegan) -> str:
    return f"{words.owned(event.challenger)} challenges {words.owned(event.challenged)} to a duel"


def _duel_card_placed(words: Words, event: DuelCardPlaced) -> str:
    return f"{words.player(event.seat)} lays {words.card(event.card)} face down for the duel"


def _duel_card_revealed(words: Words, event: DuelCardRevealed) -> str:
    return f"{words.player(event.seat)} turns up {words.card(event.card)}"


def _duel_ended(words: Words, event: DuelEnded) -> str:
    # The winner's first, whoever challenged.
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
        place = f"{ordinal(event.places[seat])}, {event.awards[seat]} VP" if event.places[seat] else "no place"
        results.append(f"{words.player(seat)} {event.totals[seat]} ({place})")
    return f"{words.card(event.base)} scores: {', '.join(results)}"


def _scoring_ended(words: Words, event: ScoringEnded) -> str:
    scoring = words.table.scoring
    return f"the scoring of {words.card(scoring.base) if scoring else words.base(event.site)} is over"


def _victory_points_changed(words: Words, event: VictoryPointsChanged) -> str:
    gains = "gains" if event.amount > 0 else "loses"
    known = 0 <= event.to < len(words.table.seats)
    now = words.table.seats[event.to].victory_points + event.amount if known else event.amount
    why = " for Madness cards" if event.rule == "win.madness" else _by(words, event.by)
    return f"{words.player(event.to)} {gains} {abs(event.amount)} VP{why} and has {now}"


def _base_arrived(words: Words, event: BaseArrived) -> str:
    return f"{words.card(event.base)} comes into play{_by(words, event.by)}"


def _base_left(words: Words, event: BaseLeft) -> str:
    return f"{words.card(event.base)} leaves play{_by(words, event.by)} ({event.reason})"


def _base_swapped(words: Words, event: BaseSwapped) -> str:
    by = _by(words, event.by if event.by != event.old else 0)
    return f"{words.card(event.new)} takes the place of {words.card(event.old)}{by}"


_SENTENCES: dict[type[Event], Callable[[Words, Any], str]] = {
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
