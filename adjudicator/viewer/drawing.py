"""Draws frames and lines of the story with rich, for a terminal, a pipe or a code block in Markdown.

This is the only module below the command line that imports rich: ruling, exploring and making frames never need it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Protocol

from rich.box import ROUNDED
from rich.columns import Columns
from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.panel import Panel
from rich.table import Table as Grid
from rich.text import Text

from adjudicator.games.labels import PHASES, faction_name
from adjudicator.viewer.model import Base, Frame, FrameCard, Pile, Player
from projections.plain_words import A_CARD, counted, in_words

SEAT_STYLES = ("cyan", "magenta", "yellow", "green")

NARROWEST = 26
"""Minimum width of a base in columns; a narrower one is hard to read."""

_EVENT_STYLES = {
    "turn-began": "bold underline",
    "phase-began": "dim",
    "asked": "dim",
    "answered": "bold",
    "awarded": "yellow",
    "victory-points-changed": "yellow",
    "house-ruled": "bold red",
    "forbidden": "red",
    "replaced": "red",
    "game-won": "bold green",
}


def seat_style(seat: int) -> str:
    """Return the color of a seat."""
    return SEAT_STYLES[seat % len(SEAT_STYLES)] if seat >= 0 else "white"


# --- a whole table --------------------------------------------------------------------------------------------------


def draw(frame: Frame, width: int, edition: str, *, decision: bool = True) -> RenderableType:
    """Draw a game's table: the bases, what their numbers are made of, the players, and whose decision it is."""
    parts = [_headline(frame, edition), *_bases(frame, width), _players(frame)]
    parts += [_hand(frame, seat) for seat, player in enumerate(frame.players) if _known(frame, player.hand)]
    if decision or frame.winners:
        parts.append(_whose_decision(frame))
    return Group(*parts)


def draw_situation(frame: Frame, width: int) -> RenderableType:
    """Draw the table of a scenario: only what was stated, so without decks and empty piles."""
    players = [line for seat in range(len(frame.players)) if (line := _stated(frame, seat)) is not None]
    return Group(Text(_turn(frame), "bold"), *_bases(frame, width), *players)


def situation_text(frame: Frame, width: int) -> str:
    """Return the table of a scenario as plain text."""
    paper = Console(width=width, no_color=True, highlight=False, force_terminal=False)
    with paper.capture() as captured:
        paper.print(draw_situation(frame, width))
    return "\n".join(line.rstrip() for line in captured.get().splitlines())


def _turn(frame: Frame) -> str:
    if not frame.turn:
        return "Setting up"
    return f"Turn {frame.turn} · {frame.players[frame.current].name} · {PHASES.get(frame.phase, frame.phase)}"


def _headline(frame: Frame, edition: str) -> Text:
    bases = frame.piles["base_deck"].size if "base_deck" in frame.piles else 0
    where = f"  (edition {edition}, position {frame.position}, {counted(bases, 'base')} left)"
    return Text(_turn(frame), "bold").append(where, "not bold dim")


def _whose_decision(frame: Frame) -> Text:
    if frame.winners:
        names = " and ".join(frame.players[seat].name for seat in frame.winners)
        return Text(f"{names} won.", "bold green")
    decision = frame.decision
    if decision is None:
        return Text("")
    line = Text(frame.players[decision.seat].name, seat_style(decision.seat))
    return line.append(f" decides. {decision.prompt}".rstrip(), "default")


# --- bases ----------------------------------------------------------------------------------------------------------


def _bases(frame: Frame, width: int) -> list[RenderableType]:
    """Draw the bases in as many columns as fit, and what belongs to no player."""
    parts: list[RenderableType] = []
    bases = [frame.bases[str(site)] for site in frame.places]
    if bases:
        each = width // max(1, min(len(bases), width // NARROWEST))
        parts.append(Columns([_base(frame, base, each) for base in bases], width=each, padding=0))
    parts += [_table_pile(frame, pile) for zone, pile in frame.piles.items() if zone != "base_deck"]
    return parts + [Text(line, "dim") for base in bases if (line := breakdown(frame, base))]


def _table_pile(frame: Frame, pile: Pile) -> Text:
    """Draw a pile that belongs to no player: its cards while something resolves, else how many there are."""
    if pile.spread:
        return Text(f"{pile.heading}: {', '.join(frame.card(number).name for number in pile.cards)}", "italic")
    return Text(f"{pile.heading}: {counted(pile.size, 'card')}", "dim")


def breakdown(frame: Frame, base: Base) -> str:
    """Explain how a base's numbers add up, if they are not just the printed ones. Returns "" if all of them are."""
    made = [f"breakpoint {base.breakpoint}: {base.breakpoint_sum}"] if base.breakpoint_sum else []
    alike: dict[str, Counter[str]] = {}
    for minion in map(frame.card, base.minions):
        if minion.power_sum:
            alike.setdefault(minion.power_sum, Counter())[minion.name] += 1
    for words, names in alike.items():
        whom = [f"{count} × {name}" if count > 1 else name for name, count in names.items()]
        made.append(f"{', '.join(whom)} {'has' if sum(names.values()) == 1 else 'have'} {words}")
    made += [
        f"{frame.players[seat].name} has {base.totals[seat]}: {base.total_sums[seat]}" for seat in base.beyond_minions
    ]
    return f"{frame.card(base.card).name}: {'; '.join(made)}" if made else ""


def _base(frame: Frame, base: Base, width: int) -> Panel:
    points = " ".join(str(number) for number in base.vp)
    lines: list[RenderableType] = [Text(f"{base.power} of {base.breakpoint} · VP {points}", "bold")]
    for seat, total in enumerate(base.totals):
        there = [line for minion in frame.controlled(base.minions, seat) for line in _minion(frame, minion)]
        there += [_face_up(frame, action) for action in frame.controlled(base.actions, seat)]
        for pile in base.piles.values():
            there += _pile_at_base(frame, pile, seat)
        if there or total:
            lines += [Text(f"{frame.players[seat].name}: {total}", seat_style(seat)), *there]
    return Panel(
        Group(*lines),
        title=Text(frame.card(base.card).name, "bold"),
        title_align="left",
        subtitle="scoring" if base.scoring else None,
        box=ROUNDED,
        width=width,
        border_style="red" if base.power >= base.breakpoint else "",
    )


def _face_up(frame: Frame, card: FrameCard) -> RenderableType:
    return _indented(f"{card.sign} {_with_attached(frame, card)}", 2)


def _pile_at_base(frame: Frame, pile: Pile, seat: int) -> list[RenderableType]:
    """Draw a player's cards of a pile at a base. For cards that not everybody sees, draw only their number."""
    cards = frame.controlled(pile.cards, seat)
    lines = [_face_up(frame, card) for card in cards if card.face_up]
    if hidden := len(cards) - len(lines):
        lines.append(_indented(f"▫ {hidden} {pile.heading}", 2))
    return lines


def _indented(words: str | Text, depth: int) -> Padding:
    """Indent a line so that it stays indented where it wraps."""
    return Padding(words, (0, 0, 0, depth))


def _minion(frame: Frame, minion: FrameCard) -> list[RenderableType]:
    """Draw a minion: printed and current power, counters, and the cards on and under it."""
    line = Text(f"{minion.printed}→" if minion.power != minion.printed else "", "dim")
    line.append(f"{minion.power} ", "not dim bold")
    line.append(minion.name, "not dim")
    if minion.counters:
        line.append(f" +{minion.counters}●", "not dim green")
    if minion.stored:
        line.append(f" ({len(minion.stored)} under it)")
    attached = (_indented(f"▪ {_with_attached(frame, frame.card(number))}", 4) for number in minion.attached)
    return [_indented(line, 2), *attached]


def _with_attached(frame: Frame, card: FrameCard) -> str:
    """Return a card with its power counters and what is on it: "Killer Kudzu +3●"."""
    counters = f" +{card.counters}●" if card.counters else ""
    on_it = (f" + {_with_attached(frame, frame.card(number))}" for number in card.attached)
    return card.name + counters + "".join(on_it)


# --- players --------------------------------------------------------------------------------------------------------


def _known(frame: Frame, cards: Sequence[int]) -> list[FrameCard]:
    """Return the cards of a pile whose faces the viewer knows."""
    return [card for card in map(frame.card, cards) if card.id]


def _players(frame: Frame) -> Grid:
    grid = Grid.grid(padding=(0, 2))
    for _ in range(2):
        grid.add_column(no_wrap=True)
    grid.add_column(justify="right", no_wrap=True)
    for _ in range(2):
        grid.add_column()
    asked = frame.decision.seat if frame.decision else -1
    for seat, player in enumerate(frame.players):
        marker = "▶" if seat == asked else "★" if seat in frame.winners else " "
        names = " + ".join(faction_name(faction) for faction in player.factions)
        points = Text(f"{player.victory_points} VP", "bold")
        grid.add_row(
            marker, Text(player.name, seat_style(seat)), points, Text(_piles(frame, player)), Text(names, "dim")
        )
    return grid


def _piles(frame: Frame, player: Player) -> str:
    sizes = [f"{zone} {pile.size}" for zone, pile in player.piles.items() if not pile.spread]
    spread = [f"{zone}: {_laden(frame, pile)}" for zone, pile in player.piles.items() if pile.spread]
    return "; ".join([", ".join([f"hand {len(player.hand)}", *sizes]), *spread])


def _laden(frame: Frame, pile: Pile) -> str:
    """Return the cards of a pile with what is on them: "Chronomage + Time Loop (2)"."""
    cards = map(frame.card, pile.cards)
    return ", ".join(_with_attached(frame, card) + (f" ({card.stasis})" if card.stasis else "") for card in cards)


def _hand(frame: Frame, seat: int) -> Text:
    player = frame.players[seat]
    known = _known(frame, player.hand)
    cards = _with_types(known)
    if len(known) < len(player.hand):
        cards.append(f"{len(player.hand) - len(known)} more")
    return Text(f"Hand of {player.name}: ", seat_style(seat)).append(", ".join(cards), "default")


def _stated(frame: Frame, seat: int) -> Text | None:
    player = frame.players[seat]
    parts = [f"{player.victory_points} VP"] if player.victory_points else []
    for pile in player.listed.values():
        if pile.spread:
            parts.append(f"{pile.heading}: {_laden(frame, pile)}")
        elif known := _known(frame, pile.cards):
            parts.append(f"{pile.heading}: {', '.join(_with_types(known))}")
    return Text(player.name, seat_style(seat)).append(f"  {'; '.join(parts)}", "default") if parts else None


def _with_types(cards: Sequence[FrameCard]) -> list[str]:
    """Return cards with their types: "Cub Scout (3)", "Bear Hug (action)"; last, how many are not stated."""
    stated = [card for card in cards if card.name != A_CARD]
    named = [f"{card.name} ({card.power if card.type == 'minion' else card.type})" for card in stated]
    return named + ([in_words(len(cards) - len(stated), "card")] if len(stated) < len(cards) else [])


# --- the story ------------------------------------------------------------------------------------------------------


class PositionedLine(Protocol):
    """A line of a story, whoever tells it."""

    @property
    def position(self) -> int: ...

    @property
    def event(self) -> str: ...

    @property
    def text(self) -> str: ...


def event_style(tag: str) -> str:
    """Return the style for events with this tag."""
    return _EVENT_STYLES.get(tag, "")


def draw_line(line: PositionedLine, *, marked: bool = False) -> Text:
    """Draw a line with its position. An arrow marks decisions, so that they are visible without color."""
    marker = "▶" if marked else "›" if line.event == "answered" else " "
    text = Text(f"{marker}{line.position:>5}  ", "dim")
    style = event_style(line.event)
    text.append(line.text, "dim" if style == "dim" else f"{style} not dim")
    if marked:
        text.stylize("reverse")
    return text


def color_names(text: Text, names: Sequence[str]) -> Text:
    """Print each player's name in the color of the seat."""
    for seat, name in enumerate(names):
        text.highlight_words([name], seat_style(seat))
    return text
