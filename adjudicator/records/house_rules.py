"""House rulings: plays made at a real table although the rules forbid them, and the state from which the record
continues.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from adjudicator.records.assignment import assign_one_more
from adjudicator.records.lines import Action, BadRecord, House, StatedFact
from adjudicator.records.recording import Recording
from adjudicator.records.short_names import no_such
from adjudicator.scenarios.names import NoSuchName
from core.printed.definitions import Definition, definition
from events.catalogue import Mistake
from events.vocabulary import (
    AllowanceGiven,
    AllowancesEnded,
    BaseArrived,
    BaseLeft,
    Boxed,
    CardPlayed,
    ControlChanged,
    CountersChanged,
    Discarded,
    Drawn,
    Event,
    GameBegun,
    HouseRuled,
    Moved,
    PhaseBegan,
    Placed,
    Returned,
    Taken,
    Transferred,
    TurnBegan,
    VictoryPointsChanged,
)
from projections.plain_words import counted
from projections.table import IN_PLAY, Card, Table, fold

GOES_ON = {"start": "play", "draw": "end"}
"""After a house ruling, the interrupted phase starts again, unless it would repeat something it has already done."""


def ruled(recording: Recording, house: House, stated: Sequence[StatedFact], against: BadRecord | None) -> list[Event]:
    """Return the events of a ruling: the ruling itself, the resulting state, and the continuation of the phase."""
    ruling = _Ruling(recording, house, stated)
    ruling.emit(
        HouseRuled,
        cause=recording.game.table.position,
        does=house.does,
        against=against.reason if against else "",
        rule=against.rule if against else "",
    )
    ruling.clear_away()
    if ruling.played and not any(ruling.is_played(fact.names[0]) for fact in stated if fact.names):
        ruling.play()
    for statement in stated:
        ruling.state(statement)
    ruling.go_on()
    return ruling.events


def mistakes(log: Sequence[Event]) -> list[Mistake]:
    """Return the plays against the rules in a recorded game."""
    plays: list[Mistake] = []
    begun = log[0] if log else None
    turn, player = 0, ""
    for event in log:
        if isinstance(event, TurnBegan) and isinstance(begun, GameBegun):
            turn, player = event.number, begun.seats[event.seat].name
        elif isinstance(event, HouseRuled):
            plays.append(Mistake(event.position, turn, player, event.does, event.against, event.rule))
    return plays


class _Ruling:
    def __init__(self, recording: Recording, house: House, stated: Sequence[StatedFact]) -> None:
        self.recording = recording
        self.house = house
        meant = house.line_meant
        self.played = meant.does.what if isinstance(meant, Action) and meant.does.verb == "play" else ""
        self.events: list[Event] = []
        self.at = len(recording.game.log) + 1
        self.phase = GOES_ON.get(recording.game.table.phase, recording.game.table.phase)
        if not recording.game.table.phase:
            raise BadRecord(
                house.line, "house lines are not possible before the first turn: correct the heading instead", True
            )
        self.table: Table = fold(recording.game.log)

    def emit(self, event_kind: type[Event], /, cause: int | None = None, **fields: Any) -> None:
        """Append one event of the ruling."""
        event = event_kind(position=self.at + len(self.events), cause=self.at if cause is None else cause, **fields)
        self.events.append(event)
        self.table.apply(event)

    def clear_away(self) -> None:
        """Drop everything half resolved: actions are discarded, other cards go back where they came from."""
        table = self.table
        for number in tuple(table.piles["resolving"]):
            self._send(table.cards[number], "discard")
        for number in (*table.piles["duelling"], *table.piles["aside"]):
            card = table.cards[number]
            whose = card.controller if card.controller >= 0 else card.owner
            self.emit(Taken, card=number, to=whose, source=card.zone, controller=whose, seen=False)

    def go_on(self) -> None:
        """Continue the turn."""
        if self.recording.game.table.phase == "start" and self.phase == "play":
            for kind in ("minion", "action"):
                self.emit(AllowanceGiven, seat=self.table.current, kind=kind, extra=False, rule="turn.play")
        self.emit(PhaseBegan, phase=self.phase)

    # --- the stated facts

    def state(self, fact: StatedFact) -> None:
        """Apply one line that begins with `so`."""
        match fact.what:
            case "vp":
                for seat, number in fact.numbers:
                    if amount := number - self.table.seats[seat].victory_points:
                        self.emit(VictoryPointsChanged, to=seat, amount=amount)
            case "hand":
                for seat, number in fact.numbers:
                    self._hold(fact, seat, number)
            case "plays":
                self._plays(fact)
            case "phase":
                self.phase = fact.names[0]
            case "comes":
                base = self._base(fact, [*self.table.base_deck, *self.table.base_discard])
                self.emit(BaseArrived, base=base, site=self.at + len(self.events))
            case "leaves":
                base = self._base(fact, [site.base for site in self.table.sites.values()])
                self._leave(self.table.cards[base].site, base)
            case "counters":
                card = self._card(fact, fact.names[0])
                self.emit(CountersChanged, card=card.number, amount=fact.numbers[0][1] - card.counters)
            case "controls":
                card = self._card(fact, fact.names[0])
                self.emit(ControlChanged, card=card.number, controller=fact.numbers[0][0])
            case _:
                self._put(fact, self._card(fact, fact.names[0]), fact.what, fact.names[1])

    def is_played(self, name: str) -> bool:
        """Return whether a card is the one that was played against the rules."""
        names = self.recording.names
        return bool(self.played) and names.card_meant(name) is names.card_meant(self.played)

    def play(self) -> None:
        """Put the card that was played against the rules in its place, or discard it if it does not stay.

        Used when no line says where it went.
        """
        text, line = self.played, self.house.line
        for preposition in ("on", "at"):
            name, separator, place = text.rpartition(f" {preposition} ")
            if separator and self.recording.names.card_meant(name):
                fact = StatedFact(line, preposition, (name, place))
                return self._put(fact, self._card(fact, name), preposition, place)
        card = self._card(StatedFact(line, "in", (text,)), text)
        return self._send(card, "discard")

    def _hold(self, fact: StatedFact, seat: int, number: int) -> None:
        player = self.table.seats[seat]
        more = number - len(player.hand)
        if more < 0 or more > len(player.deck):
            raise BadRecord(
                fact.line,
                f"{player.name} holds {counted(len(player.hand), 'card')} here: say which cards went where",
                True,
            )
        if more:
            self.emit(Drawn, seat=seat, cards=tuple(player.deck[:more]))

    def _plays(self, fact: StatedFact) -> None:
        """State how many plays the current player has left."""
        over = tuple(left.number for left in self.table.allowances if left.seat == self.table.current)
        if over:
            self.emit(AllowancesEnded, allowances=over)
        for kind in fact.names:
            self.emit(AllowanceGiven, seat=self.table.current, kind=kind, extra=False)

    def _base(self, fact: StatedFact, among: Sequence[int]) -> int:
        meant = self.recording.names.card_meant(fact.names[0])
        bases = [number for number in among if meant and self.table.cards[number].definition == meant.id]
        if not bases:
            raise BadRecord(fact.line, f"{fact.names[0]!r} is not one of the bases that can be meant here", True)
        return bases[0]

    def _leave(self, site: int, base: int) -> None:
        here = self.table.sites[site]
        for number in here.cards:
            self._send(self.table.cards[number], "discard")
        self.emit(BaseLeft, base=base, site=site, reason="ruled at the table")

    def _card(self, fact: StatedFact, name: str) -> Card:
        """Return the card with this name: a visible one, or one that must have been in a hand."""
        names, table = self.recording.names, self.table
        meant = names.card_meant(name)
        if meant is None:
            raise BadRecord(fact.line, no_such(names, name), True)
        known = self.recording.view.knows
        open_ = [number for number, card in table.cards.items() if known(number) and card.zone != "base"]
        try:
            if not self.is_played(name):
                return table.cards[names.find_card(table, name, open_)]
        except NoSuchName as error:
            if names.fitting_cards(table, name, open_):
                raise BadRecord(fact.line, str(error), True) from None
        seat = self._seat()
        copies = [number for number in table.seats[seat].hand if table.cards[number].definition == meant.id]
        if not copies and not self.events[1:] and assign_one_more(self.recording, self._hidden(seat), meant):
            return self._again(fact, name, meant, seat)
        if not copies:
            try:
                return table.cards[names.find_card(table, name, open_)]
            except NoSuchName:
                pass
            raise BadRecord(fact.line, f"{meant.name} cannot have been in the hand of {table.seats[seat].name}")
        return table.cards[copies[0]]

    def _hidden(self, seat: int) -> list[int]:
        return [card for card in self.table.seats[seat].hand if not self.recording.view.knows(card)]

    def _again(self, fact: StatedFact, name: str, meant: Definition, seat: int) -> Card:
        """Try again with another deal, which is allowed because nothing stated so far names a hidden card."""
        self.table = fold([*self.recording.game.log, *self.events])
        copies = [number for number in self.table.seats[seat].hand if self.table.cards[number].definition == meant.id]
        return self.table.cards[copies[0]]

    def _seat(self) -> int:
        seat = self.house.seat
        return seat if seat >= 0 else self.table.current

    # --- where cards go

    def _put(self, fact: StatedFact, card: Card, preposition: str, place: str) -> None:
        names, table = self.recording.names, self.table
        try:
            if preposition == "at":
                return self._stand(card, names.find_site(table, place), 0)
            if preposition == "on":
                host = names.find_card(table, place, [card.number for card in table.minions()])
                return self._stand(card, table.cards[host].site, host)
        except NoSuchName as error:
            raise BadRecord(fact.line, str(error), True) from None
        whose, zone = fact.numbers[0][0] if fact.numbers else -1, place
        return self._send(card, zone, whose)

    def _stand(self, card: Card, site: int, host: int) -> None:
        facts = definition(card.definition)
        if facts.at_base != "actions" and card.zone == facts.at_base:
            self.emit(Moved, card=card.number, origin=card.site, site=site)
        elif card.zone in IN_PLAY:
            self.emit(Transferred, card=card.number, site=site, host=host, origin=card.site, origin_host=card.host)
        else:
            to = "attached" if host else facts.at_base
            seat = self._seat() if card.zone != "hand" else card.controller
            self.emit(CardPlayed, seat=seat, card=card.number, source=card.zone, to=to, site=site, host=host)

    def _send(self, card: Card, zone: str, whose: int = -1) -> None:
        """Send a card to a pile. Cards on and under it are discarded."""
        for number in (*card.attached, *card.stored):
            self._send(self.table.cards[number], "discard")
        to = whose if whose >= 0 else card.owner
        fields: dict[str, Any] = {
            "card": card.number,
            "to": to,
            "source": card.zone,
            "controller": card.controller,
            "site": card.site,
            "host": card.host,
        }
        match zone:
            case "hand":
                self.emit(Returned if card.zone in IN_PLAY else Taken, **fields)
            case "deck":
                self.emit(Placed, end="top", **fields)
            case "box":
                self.emit(Boxed, **fields)
            case _:
                self.emit(Discarded, reason="ruled at the table", **fields)
