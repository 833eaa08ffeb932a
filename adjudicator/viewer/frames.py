"""Builds frames: the view model of one position, as a seat, a spectator or a judge sees it.

The cards come from the viewer's own view, so a frame cannot hold what the viewer may not see. Only the numbers (power,
breakpoint) are read off the real table by the rules; every player could work them out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from adjudicator.games.option_words import name_of, options_in_words
from adjudicator.games.power_breakdown import Sum, breakpoint_sum, power_sum, reading, total_sum
from adjudicator.viewer.model import Base, Card, Decision, Frame, Option, Pile, Piles, Player
from core.engine.game import Game
from core.engine.power import breakpoint_of, power, power_at, total_powers
from core.printed.definitions import definition
from events.questions import Pick, Play, Question, Sites, Unseen, Use
from events.vocabulary import Event
from events.zones import Holder, Zone, ZoneFacts, piles_of
from projections.copies import copied
from projections.plain_words import Called, NameOf, Words, capital
from projections.prompts import prompt
from projections.renaming import CARD_QUESTIONS
from projections.table import Table
from projections.view import OPEN, View

KNOWN_NEXT = 5
"""Maximum number of known cards shown from the top of a deck."""


def _other_piles(holder: Holder, kind: type[Frame | Player | Base]) -> tuple[ZoneFacts, ...]:
    """Return the piles that have no field of their own in the view model."""
    return tuple(row for row in piles_of(holder) if row.zone not in kind.__struct_fields__)


_PILES_OF_TABLE = _other_piles("table", Frame)
_PILES_OF_PLAYER = _other_piles("seat", Player)
_PILES_OF_BASE = _other_piles("base", Base)


def naming(called: Mapping[int, str], view: View | None) -> NameOf:
    """Return how a viewer names cards: by their printed names, except cards in `called` that the viewer knows."""
    if view is not None:
        called = {view.name(number): name for number, name in called.items() if view.knows(number)}
    return Called(name_of, called) if called else name_of


def card_names(game: Game, view: View | None, called: Mapping[int, str]) -> Callable[[int], str]:
    """Return a function from a card's real number to its name for a viewer; a card the viewer has not seen has none."""

    def name(number: int) -> str:
        if view is not None and not view.knows(number):
            return "a card"
        return called.get(number) or definition(game.card(number).definition).name

    return name


class Viewer:
    """Follows a game event by event: the real table, and the view of whoever looks (None sees all)."""

    def __init__(self, view: View | None = None, called: Mapping[int, str] | None = None) -> None:
        self.view = view
        self.called = called or {}
        self.table = Table()

    def take(self, event: Event) -> None:
        """Apply the next event."""
        self.table.apply(event)
        if self.view is not None:
            self.view.take(event)

    def copy(self) -> Viewer:
        """Return an independent copy."""
        twin = Viewer(None if self.view is None else self.view.copy(), self.called)
        twin.table = copied(self.table)
        return twin

    def frame(self) -> Frame:
        """Return the frame of the present position."""
        return frame_of(self.table, self.view, self.called)


def frame_of(table: Table, view: View | None = None, called: Mapping[int, str] | None = None) -> Frame:
    """Return the frame of a table: everything, or only what is in a view that stands at the same position.

    `called`: names of single cards that differ from the printed ones, by real number.
    """
    return _FrameBuilder(table, view, called or {}).frame()


class _FrameBuilder:
    """Builds one frame."""

    def __init__(self, table: Table, view: View | None, called: Mapping[int, str]) -> None:
        self.view = view
        self.called = called
        self.game = reading(table)
        self.name = card_names(self.game, view, called)
        self.table = table if view is None else view.table
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
            piles=self.piles(_PILES_OF_TABLE, table.piles),
            plays=tuple(self.words.way(one) for one in table.allowances if one.seat == table.current),
            lasting=tuple(f"{capital(self.words.lasting(one))} {self.words.until(one)}" for one in table.lasting),
            decision=self.decision(),
            winners=table.winners,
            cards=self.cards,  # last: the places above lay the cards down
        )

    # --- cards

    def lay(self, names: Iterable[int]) -> tuple[int, ...]:
        """Enter the cards of a pile, with everything on and under them."""
        return tuple(self.card(name) for name in names)

    def piles(self, rows: Iterable[ZoneFacts], held: Mapping[Zone, list[int]]) -> Piles:
        return {row.zone: self.pile(row, held[row.zone]) for row in rows if held[row.zone] or row.always_shown}

    def pile(self, row: ZoneFacts, names: list[int]) -> Pile:
        if not row.counted:
            spread = row.on_table or row.laden or row.transient
            return Pile(heading=row.heading, size=len(names), cards=self.lay(names), spread=spread)
        known = self.known(names) if row.ordered else ()
        return Pile(heading=row.heading + ", from the top" * bool(known), size=len(names), cards=known)

    def known(self, names: list[int]) -> tuple[int, ...]:
        """Enter the first cards of a deck, up to the first that the viewer does not know."""
        found = []
        for name in names[:KNOWN_NEXT]:
            if not name or not self.table.cards[name].definition:
                break
            found.append(self.card(name))
        return tuple(found)

    def card(self, name: int) -> int:
        if name and str(name) not in self.cards:
            card = self.table.cards[name]
            self.cards[str(name)] = self.face(name) if card.definition else Card(controller=card.controller)
        return name

    def face(self, name: int) -> Card:
        card = self.table.cards[name]
        facts = definition(card.definition)
        real = self.game.card(name if self.view is None else self.view.number(name))
        in_play = card.zone == "minions"
        made_of = power_sum(self.game, real, self.name) if facts.is_minion and in_play else None
        return Card(
            id=facts.id,
            name=self.called.get(real.number) or facts.name,
            type=facts.type,
            owner=card.owner,
            controller=card.controller,
            power=power(self.game, real) if facts.is_minion else None,
            printed=facts.power if in_play else None,
            power_sum=str(made_of) if made_of is not None and not made_of.plain else "",
            counters=card.counters,
            stasis=card.stasis,
            attached=self.lay(card.attached),
            stored=self.lay(card.stored),
            secret=card.zone not in OPEN,
        )

    # --- bases and players

    def base(self, site: int) -> Base:
        table, place = self.table, self.table.sites[site]
        totals = [total_sum(self.game, seat, site, self.name) for seat in range(len(table.seats))]
        return Base(
            card=self.card(place.base),
            breakpoint=breakpoint_of(self.game, site),
            breakpoint_sum=_unless_plain(breakpoint_sum(self.game, site, self.name)),
            power=power_at(self.game, site),
            vp=definition(table.cards[place.base].definition).vp,
            totals=tuple(total_powers(self.game, site)),
            total_sums=tuple(total.parts_in_words() for total in totals),
            beyond_minions=tuple(
                seat for seat, total in enumerate(totals) if any(part.why != "minion" for part in total.parts)
            ),
            minions=self.lay(place.minions),
            actions=self.lay(place.actions),
            piles=self.piles(_PILES_OF_BASE, place.piles),
            scoring=table.scoring is not None and table.scoring.site == site,
        )

    def player(self, seat: int) -> Player:
        player = self.table.seats[seat]
        return Player(
            name=player.name,
            factions=tuple(player.factions),
            victory_points=player.victory_points,
            hand=self.lay(player.hand),
            piles=self.piles(_PILES_OF_PLAYER, player.piles),
        )

    # --- the decision

    def decision(self) -> Decision | None:
        table, question = self.table, self.table.question
        if question is None:
            return None
        if isinstance(question, Unseen):
            return Decision(seat=table.asked)
        words = options_in_words(self.game, self.view, self.words.name_of, table)
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
