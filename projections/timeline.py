"""A game in plain English: one line for each event, grouped by decision; and questions and options in words.

Projections know no cards, so whoever tells a story brings the names: a definition's id to its printed name.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

import msgspec

from events.questions import (
    NO,
    YES,
    Arrange,
    Cards,
    Distribute,
    Hosts,
    Main,
    May,
    Mulligan,
    PayWith,
    Pick,
    Play,
    Question,
    Seats,
    Sites,
    Use,
    Window,
)
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
)
from projections.table import Table

NameOf = Callable[[str], str]
"""A definition's id to its printed name."""

PLACES = {1: "1st", 2: "2nd", 3: "3rd"}
PHASES = {
    "start": "Start Turn",
    "play": "Play Cards",
    "score": "Score Bases",
    "draw": "Draw 2 Cards",
    "end": "End Turn",
}
ZONES = {
    "hand": "the hand",
    "deck": "the deck",
    "discard": "the discard pile",
    "base_deck": "the base deck",
    "base_discard": "the base discard pile",
    "madness": "the Madness deck",
    "aside": "what was set aside",
    "stored": "under a card",
    "buried": "being buried",
    "stasis": "stasis",
}


class Line(msgspec.Struct, frozen=True):
    """One event in words."""

    position: int
    text: str
    cause: int
    rule: str
    event: str


class Chapter(msgspec.Struct, frozen=True):
    """One decision and all that followed from it (or what happened before the first)."""

    turn: int
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


def several(words: Sequence[str], last: str = "and") -> str:
    """A, B and C."""
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} {last} {words[-1]}" if words else "nothing"


def counted(number: int, one: str) -> str:
    """1 card, 2 cards."""
    return f"{number} {one}" if abs(number) == 1 else f"{number} {one}s"


class Narrator:
    """Tells events, questions and options by the names of things on a table.

    The table is the one just before the event.
    """

    def __init__(self, name_of: NameOf) -> None:
        self.name_of = name_of

    # --- names

    def card(self, table: Table, number: int) -> str:
        """A card's name; "a card" where a view hides it."""
        card = table.cards.get(number)
        return self.name_of(card.definition) if card is not None else "a card"

    def owned(self, table: Table, number: int) -> str:
        """A card in play with its controller: Ben's Howler."""
        card = table.cards.get(number)
        if card is None or card.controller < 0:
            return self.card(table, number)
        return f"{self.seat(table, card.controller)}'s {self.card(table, number)}"

    def cards(self, table: Table, numbers: Iterable[int]) -> str:
        """Several cards."""
        return several([self.card(table, number) for number in numbers])

    def seat(self, table: Table, seat: int) -> str:
        """A player's name."""
        return table.seats[seat].name if 0 <= seat < len(table.seats) else "nobody"

    def site(self, table: Table, site: int) -> str:
        """The base at a site."""
        place = table.sites.get(site)
        return self.card(table, place.base) if place is not None else "a base that has gone"

    def by(self, table: Table, event: Any) -> str:
        """By which card, as the end of a sentence."""
        return f" by {self.card(table, event.by)}" if event.by else ""

    # --- events

    def sentence(self, event: Event, table: Table) -> str:
        """One event in words."""
        text: str = _TELL[type(event)](self, event, table)
        return text

    def _game_begun(self, event: GameBegun, table: Table) -> str:
        names = several([seat.name for seat in event.seats])
        what = f"the scenario “{event.scenario}”" if event.scenario else "a game"
        return f"{names} sit down to {what} by the rules of {event.edition}"

    def _faction_chosen(self, event: FactionChosen, table: Table) -> str:
        return f"{self.seat(table, event.seat)} takes {event.faction.replace('-', ' ').title()}"

    def _cards_made(self, event: CardsMade, table: Table) -> str:
        whose = (
            f"{self.seat(table, event.seat)}'s {event.zone}" if event.seat >= 0 else ZONES.get(event.zone, event.zone)
        )
        return f"{counted(len(event.definitions), 'card')} make up {whose}"

    def _game_won(self, event: GameWon, table: Table) -> str:
        points = several(
            [f"{seat.name} {points}" for seat, points in zip(table.seats, event.victory_points, strict=True)]
        )
        return f"{several([self.seat(table, seat) for seat in event.seats])} wins the game ({points} VP)"

    def _shuffled(self, event: Shuffled, table: Table) -> str:
        whose = f"{self.seat(table, event.seat)}'s deck" if event.seat >= 0 else ZONES.get(event.zone, event.zone)
        return f"{whose[0].upper()}{whose[1:]} is shuffled{', with its discard pile' if event.with_discard else ''}"

    def _picked_at_random(self, event: PickedAtRandom, table: Table) -> str:
        words = {"seat": self.seat, "site": self.site, "base": self.site}.get(event.what, self.card)
        return f"Chance picks {several([words(table, pick) for pick in event.picks])}"

    def _asked(self, event: Asked, table: Table) -> str:
        return f"{self.seat(table, event.seat)} is asked: {self.prompt(event.question)}"

    def _answered(self, event: Answered, table: Table) -> str:
        return f"{self.seat(table, event.seat)}: {self.answer(event.picks, table.question, table)}"

    def _turn_began(self, event: TurnBegan, table: Table) -> str:
        return f"Turn {event.number}: {self.seat(table, event.seat)}"

    def _phase_began(self, event: PhaseBegan, table: Table) -> str:
        return f"{PHASES.get(event.phase, event.phase)} begins"

    def _allowance_given(self, event: AllowanceGiven, table: Table) -> str:
        extra = "an extra" if event.extra else "the turn's"
        condition = f" ({event.condition} {' '.join(event.arguments)})".rstrip() if event.condition else ""
        where = f" at {self.site(table, event.site)}" if event.site else ""
        return f"{self.seat(table, event.seat)} may play {extra} {event.kind}{condition}{where}{self.by(table, event)}"

    def _allowances_ended(self, event: AllowancesEnded, table: Table) -> str:
        return f"{counted(len(event.allowances), 'unused play')} lapse"

    def _card_played(self, event: CardPlayed, table: Table) -> str:
        name = self.card(table, event.card)
        where = f" on {self.owned(table, event.host)}" if event.host else ""
        where = where or (f" at {self.site(table, event.site)}" if event.site else "")
        source = "" if event.source == "hand" else f" from {ZONES.get(event.source, event.source)}"
        top = " (off the top of a deck)" if event.off_top else ""
        return f"{self.seat(table, event.seat)} plays {name}{where}{source}{top}"

    def _ability_used(self, event: AbilityUsed, table: Table) -> str:
        name = event.ability.partition("#")[2].replace("-", " ")
        granted = f" (granted by {self.card(table, event.granted_by)})" if event.granted_by else ""
        return f"{self.card(table, event.holder)}: “{name}”, for {self.seat(table, event.seat)}{granted}"

    def _forbidden(self, event: Forbidden, table: Table) -> str:
        because = f" because of {self.card(table, event.because)}" if event.because else ""
        return f"{self.owned(table, event.card)} can't be affected so ({event.verb}){because}"

    def _replaced(self, event: Replaced, table: Table) -> str:
        instead = f"{event.instead} instead" if event.instead else "nothing happens instead"
        return f"{self.card(table, event.because)} steps in for {self.owned(table, event.card)}: {instead}"

    def _leaving(self, event: Leaving, table: Table, verb: str, where: str = "") -> str:
        name = self.owned(table, event.card) if event.site else self.card(table, event.card)
        power = f" (power {event.power})" if event.source == "minions" else ""
        return f"{name}{power} {verb}{self.by(table, event)}{where}"

    def _destroyed(self, event: Destroyed, table: Table) -> str:
        who = f", carried out by {self.seat(table, event.seat)}" if self._other_hand(event, table) else ""
        return self._leaving(event, table, "is destroyed") + who

    def _other_hand(self, event: Effect, table: Table) -> bool:
        source = table.cards.get(event.by)
        return source is not None and event.seat >= 0 and source.controller not in (event.seat, -1)

    def _discarded(self, event: Discarded, table: Table) -> str:
        reason = f" ({event.reason})" if event.reason else ""
        whose = "" if event.site or event.source == "resolving" else f" from {ZONES.get(event.source, event.source)}"
        player = self.seat(table, event.to)
        return self._leaving(event, table, "is discarded", f"{whose} to {player}'s discard pile{reason}")

    def _returned(self, event: Returned, table: Table) -> str:
        return self._leaving(event, table, f"goes back to {self.seat(table, event.to)}'s hand")

    def _placed(self, event: Placed, table: Table) -> str:
        whose = f"{self.seat(table, event.to)}'s deck" if event.to >= 0 else ZONES.get(event.zone, event.zone)
        end = "on top of" if event.end == "top" else "at the bottom of"
        return self._leaving(event, table, f"is put {end} {whose}")

    def _taken(self, event: Taken, table: Table) -> str:
        source = ZONES.get(event.source, event.source)
        return self._leaving(event, table, f"goes from {source} to {self.seat(table, event.to)}'s hand")

    def _boxed(self, event: Boxed, table: Table) -> str:
        return self._leaving(event, table, "goes back to the box")

    def _moved(self, event: Moved, table: Table) -> str:
        way = f"from {self.site(table, event.origin)} to {self.site(table, event.site)}"
        return f"{self.owned(table, event.card)} moves {way}{self.by(table, event)}"

    def _transferred(self, event: Transferred, table: Table) -> str:
        to = self.owned(table, event.host) if event.host else self.site(table, event.site)
        return f"{self.owned(table, event.card)} is transferred to {to}{self.by(table, event)}"

    def _control_changed(self, event: ControlChanged, table: Table) -> str:
        who = self.seat(table, event.controller)
        back = "control falls back to" if event.ends else "is now controlled by"
        if event.ends:
            return f"{self.card(table, event.card)}: {back} {who}"
        return f"{self.owned(table, event.card)} {back} {who}{self.by(table, event)}"

    def _counters_changed(self, event: CountersChanged, table: Table) -> str:
        how = "gets" if event.amount > 0 else "loses"
        what = counted(abs(event.amount), "+1 power counter")
        return f"{self.owned(table, event.card)} {how} {what}{self.by(table, event)}"

    def _counters_transferred(self, event: CountersTransferred, table: Table) -> str:
        what = counted(event.amount, "+1 power counter")
        return f"{what} go from {self.owned(table, event.card)} to {self.owned(table, event.target)}{self.by(table, event)}"

    def _effect_began(self, event: EffectBegan, table: Table) -> str:
        until = {
            "turn": "until the end of the turn",
            "start-of-turn": f"until {self.seat(table, event.until_seat)}'s next turn",
            "source": "for as long as its card is in play",
            "game": "for the rest of the game",
        }[event.until]
        cards = several([self.owned(table, number) for number in event.cards]) if event.cards else "the table"
        what = {
            "power": f"{event.amount:+d} power",
            "set-power": f"power {event.amount}",
            "breakpoint": f"{event.amount:+d} breakpoint",
            "set-breakpoint": f"breakpoint {event.amount}",
            "lose-abilities": "no abilities",
            "ability": f"“{event.ability.partition('#')[2].replace('-', ' ')}”",
        }.get(event.kind, event.kind)
        return f"{cards}: {what} {until}{self.by(table, event)}"

    def _effects_ended(self, event: EffectsEnded, table: Table) -> str:
        return f"{counted(len(event.effects), 'lasting effect')} end"

    def _buried(self, event: Buried, table: Table) -> str:
        what = self.card(table, event.card) if event.seen else "a card"
        return f"{self.seat(table, event.seat)} buries {what} at {self.site(table, event.site)}{self.by(table, event)}"

    def _stored(self, event: Stored, table: Table) -> str:
        what = self.card(table, event.card) if event.seen else "a card"
        return (
            f"{self.seat(table, event.seat)} stores {what} under {self.owned(table, event.host)}{self.by(table, event)}"
        )

    def _stasis_entered(self, event: StasisEntered, table: Table) -> str:
        counters = counted(event.counters, "stasis counter")
        return f"{self.card(table, event.card)} goes into stasis with {counters}{self.by(table, event)}"

    def _stasis_changed(self, event: StasisChanged, table: Table) -> str:
        how = "gets" if event.amount > 0 else "loses"
        what = counted(abs(event.amount), "stasis counter")
        return f"{self.owned(table, event.card)} {how} {what}{self.by(table, event)}"

    def _drawn(self, event: Drawn, table: Table) -> str:
        source = "" if event.zone == "deck" else f" from {ZONES.get(event.zone, event.zone)}"
        return (
            f"{self.seat(table, event.seat)} draws {counted(len(event.cards), 'card')}{source}{self.by(table, event)}"
        )

    def _looked(self, event: Looked, table: Table) -> str:
        return f"{self.seat(table, event.seat)} looks at {counted(len(event.cards), 'card')}{self.by(table, event)}"

    def _revealed(self, event: Revealed, table: Table) -> str:
        return f"{self.seat(table, event.seat)} reveals {self.cards(table, event.cards)}{self.by(table, event)}"

    def _set_aside(self, event: SetAside, table: Table) -> str:
        what = self.cards(table, event.cards) if event.seen else counted(len(event.cards), "card")
        return f"{what} set aside"

    def _duel_began(self, event: DuelBegan, table: Table) -> str:
        return (
            f"{self.owned(table, event.challenger)} duels {self.owned(table, event.challenged)}{self.by(table, event)}"
        )

    def _duel_card_placed(self, event: DuelCardPlaced, table: Table) -> str:
        return f"{self.seat(table, event.seat)} lays a card for the duel"

    def _duel_card_revealed(self, event: DuelCardRevealed, table: Table) -> str:
        return f"{self.seat(table, event.seat)} reveals {self.card(table, event.card)} in the duel"

    def _duel_ended(self, event: DuelEnded, table: Table) -> str:
        if not event.winners:
            return "The duel ends without a result"
        return f"The duel is over: {self.cards(table, event.winners)} wins, {self.cards(table, event.losers)} loses"

    def _scoring_began(self, event: ScoringBegan, table: Table) -> str:
        return f"{self.card(table, event.base)} begins to score: {event.total} power, breakpoint {event.breakpoint}"

    def _awarded(self, event: Awarded, table: Table) -> str:
        parts = []
        for seat, (total, place, points) in enumerate(zip(event.totals, event.places, event.awards, strict=True)):
            how = f"{PLACES[place]}, {points} VP" if place else "no place"
            parts.append(f"{self.seat(table, seat)} {total} ({how})")
        return f"{self.card(table, event.base)} scores: {', '.join(parts)}"

    def _scoring_ended(self, event: ScoringEnded, table: Table) -> str:
        return "The scoring is over; the bases are looked at again"

    def _victory_points_changed(self, event: VictoryPointsChanged, table: Table) -> str:
        how = "gains" if event.amount > 0 else "loses"
        total = table.seats[event.to].victory_points + event.amount
        return f"{self.seat(table, event.to)} {how} {abs(event.amount)} VP{self.by(table, event)} (now {total})"

    def _base_arrived(self, event: BaseArrived, table: Table) -> str:
        return f"{self.card(table, event.base)} comes into play{self.by(table, event)}"

    def _base_left(self, event: BaseLeft, table: Table) -> str:
        return f"{self.card(table, event.base)} goes to the base discard pile ({event.reason})"

    def _base_swapped(self, event: BaseSwapped, table: Table) -> str:
        return f"{self.card(table, event.new)} takes the place of {self.card(table, event.old)}{self.by(table, event)}"

    # --- questions

    def prompt(self, question: Question) -> str:
        """What is asked, in words."""
        about = question.about or "something"
        if isinstance(question, May | Mulligan):
            return f"{about.removeprefix('whether to ').capitalize()}?"
        if isinstance(question, Main | Window):
            return f"Choose {about}"
        if question.least == 0 and question.most == 1 and "none" not in about:
            about += ", or none"
        elif question.most > 1 and not isinstance(question, Arrange):
            limit = f"{question.most}" if question.least == question.most else f"{question.least} to {question.most}"
            about += f" ({limit})"
        return f"Choose {about}"

    def answer(self, picks: Sequence[Pick], question: Question | None, table: Table) -> str:
        """An answer in words."""
        if not picks:
            return "passes" if isinstance(question, Main | Window) else "chooses nothing"
        words = [self.describe(pick, question, table) for pick in picks]
        if isinstance(question, Main | Window | May | Mulligan):
            return several(words)
        return f"chooses {several(words)}"

    def describe(self, pick: Pick, question: Question | None, table: Table) -> str:
        """An option in words."""
        match pick:
            case Play(card=number):
                source = table.cards[number].zone if number in table.cards else "hand"
                return f"play {self.card(table, number)}" + (
                    "" if source == "hand" else f" from {ZONES.get(source, source)}"
                )
            case Use(holder=holder, ability=ability, granted_by=granted_by):
                name = ability.partition("#")[2].replace("-", " ")
                granted = f", granted by {self.card(table, granted_by)}" if granted_by else ""
                return f"use {self.owned(table, holder)} ({name}{granted})"
            case str():
                return pick.replace("-", " ") if pick in (YES, NO) else pick
        match question:
            case Cards() | Hosts() | Distribute() | Arrange():
                return self._option(table, pick)
            case Sites():
                return self.site(table, pick)
            case Seats():
                return self.seat(table, pick)
            case PayWith():
                return self._allowance(table, pick)
        return str(pick)

    def _option(self, table: Table, number: int) -> str:
        card = table.cards.get(number)
        if card is None:
            return "a card"
        where = f" at {self.site(table, card.site)}" if card.site and card.zone != "base" else ""
        return (self.owned(table, number) if card.site else self.card(table, number)) + where

    def _allowance(self, table: Table, number: int) -> str:
        for one in table.allowances:
            if one.number == number:
                kind = "extra " * one.extra + one.kind
                condition = f" ({one.condition} {' '.join(one.arguments)})".rstrip() if one.condition else ""
                return f"the {kind} play{condition}" + (f" of {self.card(table, one.by)}" if one.by else "")
        return f"play {number}"


def timeline(log: Iterable[Event], name_of: NameOf) -> Iterator[Chapter]:
    """A game told decision by decision."""
    narrator = Narrator(name_of)
    table = Table()
    lines: list[Line] = []
    for event in log:
        if isinstance(event, Answered) and lines:
            yield Chapter(table.turn, table.phase, tuple(lines))
            lines = []
        lines.append(tell(event, table, narrator))
        table.apply(event)
    if lines:
        yield Chapter(table.turn, table.phase, tuple(lines))


def tell(event: Event, table: Table, narrator: Narrator) -> Line:
    """One event as a line, by the table just before it."""
    tag = str(event.__struct_config__.tag)
    return Line(event.position, narrator.sentence(event, table), event.cause, event.rule, tag)


_TELL: dict[type[Event], Callable[[Narrator, Any, Table], str]] = {
    GameBegun: Narrator._game_begun,
    FactionChosen: Narrator._faction_chosen,
    CardsMade: Narrator._cards_made,
    GameWon: Narrator._game_won,
    Shuffled: Narrator._shuffled,
    PickedAtRandom: Narrator._picked_at_random,
    Asked: Narrator._asked,
    Answered: Narrator._answered,
    TurnBegan: Narrator._turn_began,
    PhaseBegan: Narrator._phase_began,
    AllowanceGiven: Narrator._allowance_given,
    AllowancesEnded: Narrator._allowances_ended,
    CardPlayed: Narrator._card_played,
    AbilityUsed: Narrator._ability_used,
    Forbidden: Narrator._forbidden,
    Replaced: Narrator._replaced,
    Destroyed: Narrator._destroyed,
    Discarded: Narrator._discarded,
    Returned: Narrator._returned,
    Placed: Narrator._placed,
    Taken: Narrator._taken,
    Boxed: Narrator._boxed,
    Moved: Narrator._moved,
    Transferred: Narrator._transferred,
    ControlChanged: Narrator._control_changed,
    CountersChanged: Narrator._counters_changed,
    CountersTransferred: Narrator._counters_transferred,
    EffectBegan: Narrator._effect_began,
    EffectsEnded: Narrator._effects_ended,
    Buried: Narrator._buried,
    Stored: Narrator._stored,
    StasisEntered: Narrator._stasis_entered,
    StasisChanged: Narrator._stasis_changed,
    Drawn: Narrator._drawn,
    Looked: Narrator._looked,
    Revealed: Narrator._revealed,
    SetAside: Narrator._set_aside,
    DuelBegan: Narrator._duel_began,
    DuelCardPlaced: Narrator._duel_card_placed,
    DuelCardRevealed: Narrator._duel_card_revealed,
    DuelEnded: Narrator._duel_ended,
    ScoringBegan: Narrator._scoring_began,
    Awarded: Narrator._awarded,
    ScoringEnded: Narrator._scoring_ended,
    VictoryPointsChanged: Narrator._victory_points_changed,
    BaseArrived: Narrator._base_arrived,
    BaseLeft: Narrator._base_left,
    BaseSwapped: Narrator._base_swapped,
}
