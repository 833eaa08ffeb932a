"""The board: what lies on the table as one seat, a spectator or an all-seeing judge sees it, and how it is drawn.

`board_of` turns a table into plain facts, for programs; `draw` turns those into something rich can print. The cards come
from the seat's own view, so what it may not see is not there to be drawn; only the numbers (power, breakpoint) are the
rules' reading of the real table.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import TYPE_CHECKING

import msgspec
from rich.box import ROUNDED
from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.panel import Panel
from rich.table import Table as Grid
from rich.text import Text

from adjudicator.games.sums import Sum, breakpoint_sum, power_sum, total_sum
from core.engine.game import Game
from core.engine.power import breakpoint_of, power, power_at, total_powers
from core.printed.definitions import FACTIONS, definition, load_cards
from core.rules.turn import flow
from events.questions import Unseen
from projections.plain_words import counted
from projections.table import Table

if TYPE_CHECKING:
    from projections.view import View

SEAT_STYLES = ("cyan", "magenta", "yellow", "green")
PHASES = {"start": "Start Turn", "play": "Play Cards", "score": "Score Bases", "draw": "Draw Cards", "end": "End Turn"}


class CardSeen(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A card that the viewer sees. `number` is the viewer's own name for it."""

    number: int
    id: str
    name: str
    type: str
    controller: int = -1
    power: int | None = None
    printed: int | None = None
    power_sum: Sum | None = None  # what the power is made of, where it is not just printed
    counters: int = 0
    stasis: int = 0
    attached: tuple[CardSeen, ...] = ()
    under: int = 0  # cards stored beneath it, face down


class BaseSeen(msgspec.Struct, frozen=True, kw_only=True):
    """A base in play and what is there."""

    site: int
    base: CardSeen
    breakpoint: int
    breakpoint_sum: Sum
    power: int
    vp: tuple[int, ...]
    totals: tuple[int, ...]
    total_sums: tuple[Sum, ...]
    minions: tuple[CardSeen, ...]
    actions: tuple[CardSeen, ...]
    buried: tuple[int, ...]  # how many, by seat
    scoring: bool = False


class PlayerSeen(msgspec.Struct, frozen=True, kw_only=True):
    """A player: points, piles, and as much of the hand as the viewer knows."""

    seat: int
    name: str
    factions: tuple[str, ...]
    victory_points: int
    hand: int
    deck: int
    discard: tuple[CardSeen, ...]
    stasis: tuple[CardSeen, ...]
    known: tuple[CardSeen, ...] = ()


class Board(msgspec.Struct, frozen=True, kw_only=True):
    """A table as somebody sees it."""

    position: int
    edition: str
    turn: int
    phase: str
    current: int
    bases: tuple[BaseSeen, ...]
    players: tuple[PlayerSeen, ...]
    base_deck: int
    madness: int = 0
    resolving: tuple[CardSeen, ...] = ()
    asked: int = -1
    about: str | None = None  # what is asked, where the viewer may know
    winners: tuple[int, ...] = ()


# --- from the table to facts ----------------------------------------------------------------------------------------


def reading(table: Table) -> Game:
    """The rules' reading of a table, for its numbers. Nothing can be played on it."""
    return Game([], flow, table=table)


def board_of(table: Table, view: View | None = None, called: Mapping[int, str] | None = None) -> Board:
    """The facts of a table: all of them, or those in the view of a seat that stands at the same position.

    `called`: names of single cards, where they have others than the printed ones.
    """
    return Eyes(reading(table), view, called or {}).board()


class Eyes:
    """Whoever looks: the cards and their names are the viewer's, the numbers are read off the real table."""

    def __init__(self, game: Game, view: View | None, called: Mapping[int, str]) -> None:
        self.game = game
        self.view = view
        self.called = called
        self.table = game.table if view is None else view.table

    def board(self) -> Board:
        table = self.table
        question = table.question
        return Board(
            position=table.position,
            edition=table.edition,
            turn=table.turn,
            phase=table.phase,
            current=table.current,
            bases=tuple(self.base(site) for site in table.sites),
            players=tuple(self.player(seat) for seat in range(len(table.seats))),
            base_deck=len(table.base_deck),
            madness=len(table.madness),
            resolving=self.cards(table.resolving),
            asked=table.asked,
            about=None if question is None or isinstance(question, Unseen) else question.about,
            winners=table.winners,
        )

    def cards(self, names: list[int]) -> tuple[CardSeen, ...]:
        """Those of the cards that the viewer knows."""
        return tuple(self.card(name) for name in names if name and self.table.cards[name].definition)

    def name(self, number: int) -> str:
        """What a card is called, by its real number."""
        if self.view is not None and not self.view.knows(number):
            return "a card"
        return self.called.get(number) or definition(self.game.card(number).definition).name

    def card(self, name: int) -> CardSeen:
        card = self.table.cards[name]
        facts = definition(card.definition)
        real = self.game.card(name if self.view is None else self.view.number(name))
        made_of = power_sum(self.game, real, self.name) if facts.is_minion and card.zone == "minions" else None
        return CardSeen(
            number=name,
            id=facts.id,
            name=self.called.get(real.number) or facts.name,
            type=facts.type,
            controller=card.controller,
            power=power(self.game, real) if facts.is_minion else None,
            printed=facts.power if card.zone == "minions" else None,
            power_sum=made_of if made_of is not None and not made_of.plain else None,
            counters=card.counters,
            stasis=card.stasis,
            attached=self.cards(card.attached),
            under=len(card.stored),
        )

    def base(self, site: int) -> BaseSeen:
        table, place = self.table, self.table.sites[site]
        owners = [table.cards[name].controller for name in place.buried]
        base = self.card(place.base)
        return BaseSeen(
            site=site,
            base=base,
            breakpoint=breakpoint_of(self.game, site),
            breakpoint_sum=breakpoint_sum(self.game, site, self.name),
            power=power_at(self.game, site),
            vp=definition(base.id).vp,
            totals=tuple(total_powers(self.game, site)),
            total_sums=tuple(total_sum(self.game, seat, site, self.name) for seat in range(len(table.seats))),
            minions=self.cards(place.minions),
            actions=self.cards(place.actions),
            buried=tuple(owners.count(seat) for seat in range(len(table.seats))),
            scoring=table.scoring is not None and table.scoring.site == site,
        )

    def player(self, seat: int) -> PlayerSeen:
        player = self.table.seats[seat]
        return PlayerSeen(
            seat=seat,
            name=player.name,
            factions=tuple(player.factions),
            victory_points=player.victory_points,
            hand=len(player.hand),
            deck=len(player.deck),
            discard=self.cards(player.discard),
            stasis=self.cards(player.stasis),
            known=self.cards(player.hand),
        )


# --- from facts to a drawing ----------------------------------------------------------------------------------------

NARROWEST = 26
"""A base narrower than this is hard to read."""


def draw(
    board: Board, width: int, *, decision: bool = True, headline: bool = True, players: bool = True
) -> RenderableType:
    """The board, in as many columns as fit; what its numbers are made of; the players; with whose decision it is."""
    parts: list[RenderableType] = [_headline(board)] if headline else []
    if board.bases:
        side_by_side = max(1, min(len(board.bases), width // NARROWEST))
        each = width // side_by_side
        parts.append(Columns([_draw_base(board, base, each) for base in board.bases], width=each, padding=0))
    if board.madness:
        parts.append(Text(f"Madness deck: {counted(board.madness, 'card')}", "dim"))
    if board.resolving:
        parts.append(Text(f"Resolving: {', '.join(card.name for card in board.resolving)}", "italic"))
    parts += [Text(line, "dim") for line in sums_in_words(board)]
    if players:
        parts.append(_draw_players(board))
        parts += [_draw_hand(player) for player in board.players if player.known]
    if decision or board.winners:
        parts.append(_whose_decision(board))
    return Group(*parts)


def sums_in_words(board: Board) -> list[str]:
    """What the numbers of a board are made of that are not just printed, a line for each base that has any."""
    lines = []
    for base in board.bases:
        made = [] if base.breakpoint_sum.plain else [f"breakpoint {base.breakpoint_sum}"]
        alike: dict[str, Counter[str]] = {}
        for minion in base.minions:
            if minion.power_sum is not None:
                alike.setdefault(str(minion.power_sum), Counter())[minion.name] += 1
        for words, names in alike.items():
            whom = [f"{count} × {name}" if count > 1 else name for name, count in names.items()]
            made.append(f"{', '.join(whom)} {'has' if sum(names.values()) == 1 else 'have'} {words}")
        for player, total in zip(board.players, base.total_sums, strict=True):
            own = [part for part in total.parts if part.why != "minion"]
            made += [f"{player.name} has {total}"] if own else []
        if made:
            lines.append(f"{base.base.name}: {'; '.join(made)}")
    return lines


def seat_style(seat: int) -> str:
    """The colour of a seat."""
    return SEAT_STYLES[seat % len(SEAT_STYLES)] if seat >= 0 else "white"


def _headline(board: Board) -> Text:
    line = Text(style="bold")
    if board.turn:
        whose = board.players[board.current].name
        line.append(f"Turn {board.turn} · {whose} · {PHASES.get(board.phase, board.phase)}")
    else:
        line.append("Setting up")
    line.append(f"  (edition {board.edition}, position {board.position}, {board.base_deck} bases left)", "not bold dim")
    return line


def _draw_base(board: Board, base: BaseSeen, width: int) -> Panel:
    points = " ".join(str(number) for number in base.vp)
    lines: list[RenderableType] = [Text(f"{base.power} of {base.breakpoint} · VP {points}", "bold")]
    for seat, total in enumerate(base.totals):
        own = [minion for minion in base.minions if minion.controller == seat]
        actions = [action for action in base.actions if action.controller == seat]
        if own or actions or total or base.buried[seat]:
            lines.append(Text(f"{board.players[seat].name}: {total}", seat_style(seat)))
            lines += [line for minion in own for line in _draw_minion(minion)]
            lines += [_indented(f"▪ {_with_attached(action)}", 2) for action in actions]
            if base.buried[seat]:
                lines.append(_indented(f"▫ {base.buried[seat]} buried", 2))
    full = base.power >= base.breakpoint
    return Panel(
        Group(*lines),
        title=Text(base.base.name, "bold"),
        title_align="left",
        subtitle="scoring" if base.scoring else None,
        box=ROUNDED,
        width=width,
        border_style="red" if full else "",
    )


def _indented(words: str | Text, depth: int) -> Padding:
    """A line that keeps its indentation where it is broken."""
    return Padding(words, (0, 0, 0, depth))


def _draw_minion(minion: CardSeen) -> list[RenderableType]:
    """Its power, after an arrow where another number is printed on it; its counters; what is on and under it."""
    line = Text(f"{minion.printed}→" if minion.power != minion.printed else "", "dim")
    line.append(f"{minion.power} ", "not dim bold")
    line.append(minion.name, "not dim")
    if minion.counters:
        line.append(f" +{minion.counters}●", "not dim green")
    if minion.under:
        line.append(f" ({minion.under} under it)")
    return [_indented(line, 2), *(_indented(f"▪ {_with_attached(action)}", 4) for action in minion.attached)]


def _with_attached(action: CardSeen) -> str:
    return action.name + "".join(f" + {_with_attached(one)}" for one in action.attached)


def _draw_players(board: Board) -> Grid:
    grid = Grid.grid(padding=(0, 2))
    for _ in range(2):
        grid.add_column(no_wrap=True)
    grid.add_column(justify="right", no_wrap=True)
    for _ in range(2):
        grid.add_column()
    for player in board.players:
        style = seat_style(player.seat)
        marker = "▶" if player.seat == board.asked else "★" if player.seat in board.winners else " "
        piles = f"hand {player.hand}, deck {player.deck}, discard {len(player.discard)}"
        if player.stasis:
            piles += "; stasis: " + ", ".join(f"{_with_attached(card)} ({card.stasis})" for card in player.stasis)
        names = " + ".join(faction_name(one) for one in player.factions)
        grid.add_row(
            marker,
            Text(player.name, style),
            Text(f"{player.victory_points} VP", "bold"),
            Text(piles),
            Text(names, "dim"),
        )
    return grid


def _draw_hand(player: PlayerSeen) -> Text:
    line = Text(f"Hand of {player.name}: ", seat_style(player.seat))
    cards = [describe_card(card) for card in player.known]
    if len(cards) < player.hand:
        cards.append(f"{player.hand - len(cards)} more")
    return line.append(", ".join(cards), "default")


def describe_card(card: CardSeen) -> str:
    """A card with its type: "Cub Scout (3)", "Bear Hug (action)"."""
    return f"{card.name} ({card.power if card.type == 'minion' else card.type})"


def _whose_decision(board: Board) -> Text:
    if board.winners:
        names = " and ".join(board.players[seat].name for seat in board.winners)
        return Text(f"{names} won.", "bold green")
    if board.asked < 0:
        return Text("")
    line = Text(board.players[board.asked].name, seat_style(board.asked))
    return line.append(" decides" + (f": choose {board.about}" if board.about else ""), "default")


def faction_name(id: str) -> str:
    """A faction's name as printed."""
    load_cards()
    return FACTIONS[id].name if id in FACTIONS else id
