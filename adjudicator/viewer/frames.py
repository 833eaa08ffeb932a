"""From a table to a frame: what lies where, as somebody sees it.

The cards come from the viewer's own view, so what it may not see is not there to be shown; only the numbers (power,
breakpoint) are the rules' reading of the real table, and those everybody can work out.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from adjudicator.games.board import CardSeen, Eyes, reading
from adjudicator.games.option_words import name_of, options_in_words
from adjudicator.games.sums import Sum
from adjudicator.viewer.model import Base, Card, Decision, Frame, Option, Player
from events.questions import Pick, Play, Question, Sites, Unseen, Use
from events.vocabulary import Event
from projections.copies import copied
from projections.plain_words import Called, NameOf, Words, capital
from projections.prompts import prompt
from projections.renaming import CARD_QUESTIONS
from projections.table import Table
from projections.view import OPEN, View

KNOWN_NEXT = 5
"""So many cards of a deck are shown to whoever knows them all."""


def naming(called: Mapping[int, str], view: View | None) -> NameOf:
    """The names of cards for a viewer: printed ones, and of single cards that it knows their own."""
    if view is not None:
        called = {view.name(number): name for number, name in called.items() if view.knows(number)}
    return Called(name_of, called) if called else name_of


class Onlooker:
    """Somebody who follows a game: taking an event in costs that event alone, whatever came before it."""

    def __init__(self, view: View | None = None, called: Mapping[int, str] | None = None) -> None:
        self.view = view
        self.called = called or {}
        self.table = Table()

    def take(self, event: Event) -> None:
        """What happened next."""
        self.table.apply(event)
        if self.view is not None:
            self.view.take(event)

    def copy(self) -> Onlooker:
        """The same, to go on from here."""
        twin = Onlooker(None if self.view is None else self.view.copy(), self.called)
        twin.table = copied(self.table)
        return twin

    def frame(self) -> Frame:
        """All there is to see now."""
        return frame_of(self.table, self.view, self.called)


def frame_of(table: Table, view: View | None = None, called: Mapping[int, str] | None = None) -> Frame:
    """All there is to see at a table: everything, or what is in the view of a seat that stands at the same position."""
    return _Framing(table, view, called or {}).frame()


class _Framing:
    """One frame being made."""

    def __init__(self, table: Table, view: View | None, called: Mapping[int, str]) -> None:
        self.view = view
        self.eyes = Eyes(reading(table), view, called)
        self.table = self.eyes.table
        self.words = Words(self.table, naming(called, view))
        self.cards: dict[str, Card] = {}

    def frame(self) -> Frame:
        table = self.table
        return Frame(
            position=table.position,
            turn=table.turn,
            phase=table.phase,
            current=table.current,
            places=tuple(table.sites),
            bases={str(site): self.base(site) for site in table.sites},
            players=tuple(self.player(seat) for seat in range(len(table.seats))),
            base_deck=len(table.base_deck),
            next_bases=self.known(table.base_deck),
            base_discard=self.lay(table.base_discard),
            madness=len(table.madness),
            aside=self.lay(table.aside),
            resolving=self.lay(table.resolving),
            duelling=self.lay(table.duelling),
            box=self.lay(table.box),
            plays=tuple(self.words.way(one) for one in table.allowances if one.seat == table.current),
            lasting=tuple(f"{capital(self.words.lasting(one))} {self.words.until(one)}" for one in table.lasting),
            decision=self.decision(),
            winners=table.winners,
            cards=self.cards,  # last: the places above lay the cards down
        )

    # --- cards

    def lay(self, names: Iterable[int]) -> tuple[int, ...]:
        """Cards in a place, and all that lies on and under them."""
        return tuple(self.card(name) for name in names)

    def known(self, names: list[int]) -> tuple[int, ...]:
        """The first cards of a deck, as far as they are known without a gap."""
        found = []
        for name in names[:KNOWN_NEXT]:
            if not name or not self.table.cards[name].definition:
                break
            found.append(self.card(name))
        return tuple(found)

    def card(self, name: int) -> int:
        if name and str(name) not in self.cards:
            card = self.table.cards[name]
            seen = self.eyes.card(name) if card.definition else None
            self.cards[str(name)] = self.face(name, seen) if seen else Card(controller=card.controller)
        return name

    def face(self, name: int, seen: CardSeen) -> Card:
        card = self.table.cards[name]
        return Card(
            id=seen.id,
            name=seen.name,
            type=seen.type,
            owner=card.owner,
            controller=card.controller,
            power=seen.power,
            printed=seen.printed,
            power_sum=str(seen.power_sum) if seen.power_sum else "",
            counters=card.counters,
            stasis=card.stasis,
            attached=self.lay(card.attached),
            stored=self.lay(card.stored),
            secret=card.zone not in OPEN,
        )

    # --- places

    def base(self, site: int) -> Base:
        place, seen = self.table.sites[site], self.eyes.base(site)
        return Base(
            card=self.card(place.base),
            breakpoint=seen.breakpoint,
            breakpoint_sum=_unless_plain(seen.breakpoint_sum),
            power=seen.power,
            vp=seen.vp,
            totals=seen.totals,
            total_sums=tuple(one.parts_in_words() for one in seen.total_sums),
            minions=self.lay(place.minions),
            actions=self.lay(place.actions),
            buried=self.lay(place.buried),
            scoring=seen.scoring,
        )

    def player(self, seat: int) -> Player:
        player = self.table.seats[seat]
        return Player(
            name=player.name,
            factions=tuple(player.factions),
            victory_points=player.victory_points,
            hand=self.lay(player.hand),
            deck=len(player.deck),
            top=self.known(player.deck),
            discard=self.lay(player.discard),
            stasis=self.lay(player.stasis),
        )

    # --- the decision

    def decision(self) -> Decision | None:
        table, question = self.table, self.table.question
        if question is None:
            return None
        if isinstance(question, Unseen):
            return Decision(seat=table.asked)
        words = options_in_words(self.eyes.game, self.view, self.words.name_of, table)
        return Decision(
            seat=table.asked,
            kind=str(question.__struct_config__.tag),
            prompt=prompt(question, table, self.words.name_of),
            by=self.card(question.by) if question.by in table.cards else 0,
            least=question.least,
            most=question.most,
            repeats=question.repeats,
            options=tuple(self.option(*pair, question) for pair in zip(words, question.options, strict=True)),
        )

    def option(self, words: str, pick: Pick, question: Question) -> Option:
        match pick:
            case Play(card=number):
                return Option(words, self.card(number))
            case Use(holder=number, ability=ability):
                return Option(words, self.card(number), ability)
            case int() if isinstance(question, CARD_QUESTIONS):
                return Option(words, self.card(pick))
            case int() if isinstance(question, Sites) and pick in self.table.sites:
                return Option(words, self.table.sites[pick].base)
        return Option(words)


def _unless_plain(made_of: Sum) -> str:
    return "" if made_of.plain else made_of.parts_in_words()
