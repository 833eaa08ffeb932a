"""Builds frames: the view model of one position, as a seat, a spectator or a judge sees it.

The cards come from the viewer's own view, so a frame cannot contain what the viewer may not see. Only the numbers
(power, breakpoint) are computed from the real table; every player could work them out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple

from adjudicator.games.option_words import name_of, options_in_words
from adjudicator.games.power_breakdown import Sum, breakpoint_sum, power_sum, reading, total_sum
from adjudicator.viewer.model import Base, Decision, Frame, FrameCard, Option, Pile, Piles, Player
from core.engine.game import Game
from core.engine.power import breakpoint_of, power, power_at, total_powers
from core.printed.definitions import definition
from events.consequences import CONSEQUENCES
from events.questions import Pick, Play, Question, Sites, Unseen, Use
from events.vocabulary import Event
from events.zones import Holder, Zone, ZoneFacts, piles_of
from projections.copies import copied
from projections.plain_words import A_CARD, Called, NameOf, Words, capital, own_name
from projections.prompts import prompt
from projections.renaming import CARD_QUESTIONS
from projections.table import STILL, Card, Table
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
            return A_CARD
        card = game.card(number)
        return own_name(called, number, card.zone) or definition(card.definition).name

    return name


class Viewer:
    """Follows a game event by event, with the real table and the view of one viewer (None sees all)."""

    def __init__(self, view: View | None = None, called: Mapping[int, str] | None = None) -> None:
        self.view = view
        self.called = called or {}
        self.table = Table()
        self._reading: _NumbersRead | None = None

    def take(self, event: Event) -> None:
        """Apply the next event."""
        self.table.apply(event)
        if self.view is not None:
            self.view.take(event)
        if CONSEQUENCES[type(event)].power:
            self._reading = None
        elif self._reading is not None and type(event) not in STILL:
            self._reading.lying = None

    def copy(self) -> Viewer:
        """Return an independent copy."""
        twin = Viewer(None if self.view is None else self.view.copy(), self.called)
        twin.table = copied(self.table)
        return twin

    def frame(self) -> Frame:
        """Return the frame of the present position.

        Values read off the table are kept until an event can change them.
        """
        known = self.view.known if self.view is not None else frozenset()
        if self._reading is None or self._reading.known != known:
            self._reading = _NumbersRead(self.table, known)
        return _FrameBuilder(self._reading, self.view, self.called).frame()


def frame_of(table: Table, view: View | None = None, called: Mapping[int, str] | None = None) -> Frame:
    """Return the frame of a table: everything, or only what is in a view of the same position.

    `called`: names of individual cards that differ from the printed ones, by real number.
    """
    return _FrameBuilder(_NumbersRead(table), view, called or {}).frame()


class _Numbers(NamedTuple):
    """The numbers of a base; see `Base`."""

    breakpoint: int
    breakpoint_sum: str
    power: int
    totals: tuple[int, ...]
    total_sums: tuple[str, ...]
    beyond_minions: tuple[int, ...]


class _Drawn(NamedTuple):
    """The drawn parts of a table in a frame, and the cards of the table they were drawn from."""

    drawn_from: Mapping[int, Card]
    bases: dict[str, Base]
    players: tuple[Player, ...]
    piles: Piles
    cards: dict[str, FrameCard]


class _NumbersRead:
    """The numbers computed from a table.

    They are valid until an event can change power, or until the viewer learns or forgets a face, because power
    breakdowns name cards.
    """

    def __init__(self, table: Table, known: frozenset[int] = frozenset()) -> None:
        self.known = known
        self.game = reading(table)
        # By the viewer's name for a card: its name and its zone, because a shuffle takes in discarded cards.
        self.faces: dict[tuple[int, str, Zone], FrameCard] = {}
        self.numbers: dict[int, _Numbers] = {}  # by place
        self.lying: _Drawn | None = None  # until an event moves or changes something there


class _FrameBuilder:
    """Builds one frame."""

    def __init__(self, read: _NumbersRead, view: View | None, called: Mapping[int, str]) -> None:
        self.view = view
        self.called = called
        self.read = read
        self.game = read.game
        self.name = card_names(self.game, view, called)
        self.table = self.game.table if view is None else view.table
        self.words = Words(self.table, naming(called, view))
        self.cards: dict[str, FrameCard] = {}

    def frame(self) -> Frame:
        table, lying = self.table, self.lying()
        self.cards = lying.cards.copy()
        return Frame(
            position=table.position,
            turn=table.turn,
            phase=table.phase,
            current=table.current,
            places=tuple(table.sites),
            bases=lying.bases,
            players=lying.players,
            piles=lying.piles,
            plays=tuple(self.words.way(allowance) for allowance in table.allowances if allowance.seat == table.current),
            lasting=tuple(
                f"{capital(self.words.lasting(lasting))} {self.words.until(lasting)}" for lasting in table.lasting
            ),
            decision=self.decision(),
            winners=table.winners,
            cards=self.cards,  # last, because the decision adds the cards it is about
        )

    def lying(self) -> _Drawn:
        """Return the cards on the table. A view that learns or loses a card's name has new cards."""
        table, lying = self.table, self.read.lying
        if lying is None or lying.drawn_from is not table.cards:
            bases = {str(site): self.base(site) for site in table.sites}
            players = tuple(self.player(seat) for seat in range(len(table.seats)))
            piles = self.piles(_PILES_OF_TABLE, table.piles)
            lying = self.read.lying = _Drawn(table.cards, bases, players, piles, self.cards)
        return lying

    # --- cards

    def lay(self, names: Iterable[int]) -> tuple[int, ...]:
        """Enter the cards of a pile, with everything on and under them."""
        return tuple(self.card(name) for name in names)

    def piles(self, rows: Iterable[ZoneFacts], contents: Mapping[Zone, list[int]]) -> Piles:
        return {row.zone: self.pile(row, contents[row.zone]) for row in rows if contents[row.zone] or row.always_shown}

    def pile(self, row: ZoneFacts, names: list[int]) -> Pile:
        if not row.counted:
            spread = row.on_table or row.laden or row.transient
            return Pile(heading=row.heading, size=len(names), cards=self.lay(names), spread=spread)
        known = self.known(names) if row.ordered else ()
        return Pile(heading=row.heading + ", from the top" * bool(known), size=len(names), cards=known)

    def known(self, names: list[int]) -> tuple[int, ...]:
        """Enter the first cards of a deck, up to the first that the viewer does not know."""
        cards = []
        for name in names[:KNOWN_NEXT]:
            if not name or not self.table.cards[name].definition:
                break
            cards.append(self.card(name))
        return tuple(cards)

    def card(self, name: int) -> int:
        if name and str(name) not in self.cards:
            card = self.table.cards[name]
            seen = (name, card.definition, card.zone)
            if (face := self.read.faces.get(seen)) is None:
                face = self.face(name) if card.definition else FrameCard(controller=card.controller)
                self.read.faces[seen] = face
            self.lay(face.attached)
            self.lay(face.stored)
            self.cards[str(name)] = face
        return name

    def face(self, name: int) -> FrameCard:
        card = self.table.cards[name]
        facts = definition(card.definition)
        real = self.game.card(name if self.view is None else self.view.number(name))
        in_play = card.zone == "minions"
        made_of = power_sum(self.game, real, self.name) if facts.is_minion and in_play else None
        return FrameCard(
            id=facts.id,
            name=own_name(self.called, real.number, real.zone) or facts.name,
            type=facts.type,
            owner=card.owner,
            controller=card.controller,
            power=power(self.game, real) if facts.is_minion else None,
            printed=facts.power if in_play else None,
            power_sum=str(made_of) if made_of is not None and not made_of.plain else "",
            counters=card.counters,
            stasis=card.stasis,
            attached=tuple(card.attached),
            stored=tuple(card.stored),
            secret=card.zone not in OPEN,
        )

    # --- bases and players

    def base(self, site: int) -> Base:
        table, current = self.table, self.table.sites[site]
        if (numbers := self.read.numbers.get(site)) is None:
            numbers = self.read.numbers[site] = self.numbers(site)
        return Base(
            card=self.card(current.base),
            breakpoint=numbers.breakpoint,
            breakpoint_sum=numbers.breakpoint_sum,
            power=numbers.power,
            vp=definition(table.cards[current.base].definition).vp,
            totals=numbers.totals,
            total_sums=numbers.total_sums,
            beyond_minions=numbers.beyond_minions,
            minions=self.lay(current.minions),
            actions=self.lay(current.actions),
            piles=self.piles(_PILES_OF_BASE, current.piles),
            scoring=table.scoring is not None and table.scoring.site == site,
        )

    def numbers(self, site: int) -> _Numbers:
        totals = [total_sum(self.game, seat, site, self.name) for seat in range(len(self.table.seats))]
        return _Numbers(
            breakpoint=breakpoint_of(self.game, site),
            breakpoint_sum=_unless_plain(breakpoint_sum(self.game, site, self.name)),
            power=power_at(self.game, site),
            totals=tuple(total_powers(self.game, site)),
            total_sums=tuple(total.parts_in_words() for total in totals),
            beyond_minions=tuple(
                seat for seat, total in enumerate(totals) if any(part.why != "minion" for part in total.parts)
            ),
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
