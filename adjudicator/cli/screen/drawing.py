"""Draws frames as lines of text that know which cards they show, for the full-screen table.

Every seat has a color and a mark, so that nothing is lost without colors: ▲ ● ■ ◆.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec
from rich.cells import cell_len
from rich.text import Text

from adjudicator.cli.output import plain
from adjudicator.games.labels import PHASES, SEAT_MARKS, faction_name
from adjudicator.viewer.drawing import seat_style
from adjudicator.viewer.model import Base, Frame, FrameCard, Pile, Piles
from adjudicator.viewer.replay import card_text
from events.zones import Zone
from projections.plain_words import counted

NARROWEST = 24
"""Minimum width of a base in columns. A narrower one is hard to read."""

Hit = tuple[int, int, int]
"""The columns that show a card (first, one past the last), and its number."""


class DrawnLines(msgspec.Struct):
    """Lines, and the cards that each of them shows."""

    lines: list[Text] = []
    hits: list[list[Hit]] = []

    def add(self, line: Text, *hits: Hit) -> None:
        """Add a line."""
        self.lines.append(line)
        self.hits.append(list(hits))

    def at(self, x: int, y: int) -> int:
        """Return the card shown at a column and row, or 0 if there is none."""
        row = self.hits[y] if 0 <= y < len(self.hits) else []
        return next((number for first, last, number in row if first <= x < last), 0)

    def row_of(self, number: int) -> int:
        """Return the first row that shows a card, or -1 if none does."""
        return next((y for y, row in enumerate(self.hits) if any(hit[2] == number for hit in row)), -1)


def legible(text: Text) -> Text:
    """Strip control characters from a text, because names and titles may come from anybody's file."""
    words = plain(text.plain)
    return text if words == text.plain else Text(words, no_wrap=text.no_wrap, overflow=text.overflow)


def mark(seat: int) -> str:
    """Return the mark of a seat."""
    return SEAT_MARKS[seat % len(SEAT_MARKS)] if seat >= 0 else "·"


def marked(seat: int) -> Text:
    """Return the mark of a seat in its color."""
    return Text().append(mark(seat), seat_style(seat))


# --- bases ----------------------------------------------------------------------------------------------------------


def draw_bases(frame: Frame, width: int, cursor: int) -> DrawnLines:
    """Draw the bases side by side, in as many rows as they need."""
    drawn = DrawnLines()
    beside = max(1, min(len(frame.places), width // NARROWEST))
    for start in range(0, len(frame.places), beside):
        sites = frame.places[start : start + beside]
        each = width // beside
        columns = [_base_lines(frame, frame.bases[str(site)], each - 4, cursor) for site in sites]
        height = max(len(lines) for lines in columns)
        tops = [_top(frame, frame.bases[str(site)], each, cursor) for site in sites]
        drawn.add(
            Text().join(tops),
            *((column * each, (column + 1) * each, frame.bases[str(s)].card) for column, s in enumerate(sites)),
        )
        for row in range(height):
            _add_row(drawn, [lines[row] if row < len(lines) else (Text(), 0) for lines in columns], each)
        drawn.add(Text(("╰" + "─" * (each - 2) + "╯") * len(sites), "dim"))
    return drawn


def _top(frame: Frame, base: Base, width: int, cursor: int) -> Text:
    name = Text(f" {frame.card(base.card).name} ", "bold red" if base.power >= base.breakpoint else "bold")
    if base.card == cursor:
        name.stylize("reverse")
    name.truncate(width - 3, overflow="ellipsis")
    return Text().append("╭─", "dim").append_text(name).append("─" * (width - 3 - name.cell_len) + "╮", "dim")


def _add_row(drawn: DrawnLines, cells: Sequence[tuple[Text, int]], each: int) -> None:
    row, hits = Text(), []
    for column, (cell, number) in enumerate(cells):
        cell.truncate(each - 4, overflow="ellipsis", pad=True)
        row.append("│ ", "dim").append_text(cell).append(" │", "dim")
        if number:
            hits.append((column * each, (column + 1) * each, number))
    drawn.add(row, *hits)


def _base_lines(frame: Frame, base: Base, width: int, cursor: int) -> list[tuple[Text, int]]:
    full = base.power >= base.breakpoint
    points = " ".join(str(number) for number in base.vp)
    head = Text().append(f"{base.power}/{base.breakpoint}{' !' if full else ''}", "bold red" if full else "bold")
    head.append(f"  VP {points}", "dim")
    totals = Text("  ").join(marked(seat).append(f" {total}") for seat, total in enumerate(base.totals))
    if base.scoring:
        totals.append("  scoring", "bold yellow")
    lines: list[tuple[Text, int]] = [(head, base.card), (totals, base.card)]
    for number in _at_base(frame, base):
        lines += _card_lines(frame, number, cursor)
    return lines


def _at_base(frame: Frame, base: Base) -> list[int]:
    """Return the cards at a base, player by player."""
    there = [*base.minions, *base.actions, *(number for pile in base.piles.values() for number in pile.cards)]
    seats = range(len(frame.players))
    return [number for seat in seats for number in there if frame.card(number).controller == seat]


def _card_lines(frame: Frame, number: int, cursor: int, depth: int = 0) -> list[tuple[Text, int]]:
    """Draw a card at a base with the cards on and under it."""
    card = frame.card(number)
    line = Text("  " * depth).append_text(marked(card.controller)).append(" ")
    if card.owner not in (card.controller, -1):
        line.append(f"({mark(card.owner)}) ", seat_style(card.owner))
    line.append_text(_name(card))
    if number == cursor:
        line.stylize("reverse")
    lines = [(line, number)]
    for other in (*card.attached, *card.stored):
        lines += _card_lines(frame, other, cursor, depth + 1)
    return lines


def _name(card: FrameCard) -> Text:
    if not card.face_up:
        return Text("▫ ").append(card.name if card.id else "face down", "italic dim")
    line = Text()
    if card.type == "minion" and card.printed is not None and card.power != card.printed:
        line.append(f"{card.printed}→", "dim")
    return line.append_text(_in_row(card))


# --- players --------------------------------------------------------------------------------------------------------


def draw_players(frame: Frame, width: int, cursor: int, hands: Sequence[int]) -> DrawnLines:
    """Draw a line for each player, the piles whose cards are shown side by side, and the given hands."""
    drawn = DrawnLines()
    asked = frame.decision.seat if frame.decision else -1
    longest = max((cell_len(player.name) for player in frame.players), default=0)
    for seat, player in enumerate(frame.players):
        line = Text().append("▶" if seat == asked else "★" if seat in frame.winners else " ", "bold")
        line.append_text(marked(seat)).append(f" {player.name:<{longest}} ", seat_style(seat))
        line.append(f"{player.victory_points:>2} VP ", "bold")
        line.append(f"hand {len(player.hand)}")
        hits = list[Hit]()
        for zone, pile in player.piles.items():
            if not pile.spread:
                start = line.append(" · ").cell_len
                line.append_text(_stack(zone, pile, frame, cursor))
                hits += [(start, line.cell_len, top) for top in _top_card(pile)]
        line.append("  " + " + ".join(faction_name(faction) for faction in player.factions), "dim")
        line.truncate(width, overflow="ellipsis")
        drawn.add(line, *hits)
    for seat, player in enumerate(frame.players):
        for zone, pile in _spread(player.piles):
            _draw_cards(drawn, frame, seat, zone, pile.cards, width, cursor)
    for seat in hands:
        _draw_cards(drawn, frame, seat, "hand", frame.players[seat].hand, width, cursor)
    return drawn


def _spread(piles: Piles) -> list[tuple[Zone, Pile]]:
    return [(zone, pile) for zone, pile in piles.items() if pile.spread]


def _top_card(pile: Pile) -> tuple[int, ...]:
    """Return the top card of a face-up stack."""
    return pile.cards[:1] if len(pile.cards) == pile.size else ()


def _stack(name: str, pile: Pile, frame: Frame, cursor: int) -> Text:
    text = Text(f"{name} {pile.size}")
    for top in _top_card(pile):
        text.append(f": {frame.card(top).name}", "dim")
        if top == cursor:
            text.stylize("reverse")
    return text


def _draw_cards(
    drawn: DrawnLines, frame: Frame, seat: int, name: str, cards: Sequence[int], width: int, cursor: int
) -> None:
    """Draw a player's cards one after another, breaking lines only between cards."""
    line, hits = marked(seat).append(f" {name}:", seat_style(seat)), list[Hit]()
    backs = sum(1 for number in cards if not number)
    pieces = [(_in_row(frame.card(number)), number) for number in cards if number]
    if backs:
        pieces.append((Text(f"{backs} × ▒", "dim"), 0))
    for piece, number in pieces:
        if line.cell_len + piece.cell_len + 2 > width:
            drawn.add(line, *hits)
            line, hits = Text("  "), []
        line.append(" ")
        start = line.cell_len
        if number and number == cursor:
            piece.stylize("reverse")
        line.append_text(piece)
        if number:
            hits.append((start, line.cell_len, number))
        line.append(" ·" if (piece, number) != pieces[-1] else "", "dim")
    drawn.add(line, *hits)


def _in_row(card: FrameCard) -> Text:
    """Draw a card with its power or its symbol, and its counters."""
    line = Text().append(f"{card.power} ", "bold") if card.type == "minion" else Text(f"{card.sign} ")
    line.append(card.name)
    if card.counters:
        line.append(f" +{card.counters}c", "green")
    if card.stasis:
        line.append(f" ({card.stasis})", "green")
    return line


def order_of(frame: Frame, hands: Sequence[int]) -> list[int]:
    """Return all cards that the cursor visits: base by base, then cards side by side, hands and tops of stacks."""
    numbers: list[int] = []
    for site in frame.places:
        base = frame.bases[str(site)]
        numbers.append(base.card)
        for number in _at_base(frame, base):
            numbers += _with_all_on_it(frame, number)
    for piles in (frame.piles, *(player.piles for player in frame.players)):
        numbers += [number for _, pile in _spread(piles) for number in pile.cards if number]
    numbers += [number for seat in hands for number in frame.players[seat].hand if number]
    stacks = [pile for player in frame.players for pile in player.piles.values() if not pile.spread]
    return [*numbers, *(top for pile in stacks for top in _top_card(pile) if top)]


def _with_all_on_it(frame: Frame, number: int) -> Iterable[int]:
    yield number
    card = frame.card(number)
    for carried in (*card.attached, *card.stored):
        yield from _with_all_on_it(frame, carried)


# --- words ----------------------------------------------------------------------------------------------------------


def headline(frame: Frame) -> Text:
    """Return the current player, turn and phase."""
    line = Text()
    if frame.turn:
        whose = frame.players[frame.current]
        line.append(f"Turn {frame.turn} · ", "bold").append_text(marked(frame.current))
        line.append(f" {whose.name}", f"bold {seat_style(frame.current)}")
        line.append(f" · {PHASES.get(frame.phase, frame.phase)}", "bold")
    else:
        line.append("Setting up", "bold")
    return line


def about_card(frame: Frame, number: int) -> Text:
    """Draw the card or base under the cursor: its facts, its text, and how its numbers add up."""
    if not number or str(number) not in frame.cards:
        return Text("Tab moves over the cards; a click picks one.", "dim")
    card = frame.card(number)
    text = Text().append(card.name, "bold")
    if not card.id:
        return text.append(f"\nOnly {_player(frame, card.controller)} may look at it.")
    printed = card_text(card.id)
    kind = f"{printed.power}-power minion" if card.type == "minion" else card.type
    of_faction = f", {faction_name(printed.faction)}" if printed.faction else ""  # plain cards have none
    text.append(f"  {kind}{of_faction}", "dim")
    if card.owner >= 0:
        text.append(" · ", "dim").append_text(marked(card.owner)).append(f" {_player(frame, card.owner)}'s")
    if card.controller not in (card.owner, -1):
        text.append(f", controlled by {mark(card.controller)} {_player(frame, card.controller)}")
    text.append(f"\n{printed.text or 'No ability.'}")
    for line in _numbers(frame, number, card):
        text.append(f"\n{line}", "cyan")
    return text


def _numbers(frame: Frame, number: int, card: FrameCard) -> list[str]:
    lines = [f"Power {card.power_sum}"] if card.power_sum else []
    lines += [counted(card.counters, "+1 power counter")] if card.counters and not card.power_sum else []
    lines += [f"{card.stasis} stasis counters"] if card.stasis else []
    base = next((base for base in frame.bases.values() if base.card == number), None)
    if base is not None:
        points = " ".join(str(vp) for vp in base.vp)
        made_of = f" ({base.breakpoint_sum})" if base.breakpoint_sum else ""
        lines.append(f"Breakpoint {base.breakpoint}{made_of}, {base.power} power there · VP {points}")
        lines += [
            f"{mark(seat)} {frame.players[seat].name} {total}: {base.total_sums[seat]}"
            for seat, total in enumerate(base.totals)
            if base.total_sums[seat]
        ]
    return lines


def _player(frame: Frame, seat: int) -> str:
    return frame.players[seat].name if 0 <= seat < len(frame.players) else "nobody"


def piles(frame: Frame) -> list[tuple[Text, int]]:
    """List everything that is not at a base: a heading for each pile, then its cards."""
    rows: list[tuple[Text, int]] = [(Text(f"May still play: {play}", "bold green"), 0) for play in frame.plays]
    rows += [(Text(effect, "italic"), 0) for effect in frame.lasting]
    for seat, player in enumerate(frame.players):
        hand = Pile(heading="hand", size=len(player.hand), cards=player.hand)
        for pile in (hand, *player.piles.values()):
            rows += _listed(frame, marked(seat).append(f" {player.name}'s {pile.heading}", "bold"), pile)
    for pile in frame.piles.values():
        rows += _listed(frame, Text(pile.heading, "bold"), pile)
    return rows


def _listed(frame: Frame, title: Text, pile: Pile) -> list[tuple[Text, int]]:
    """List a pile, unless it is empty: its title and size, then the cards that the viewer can point at."""
    rows = [(title.append(f": {pile.size}", "bold"), 0)] if pile.size else []
    for number in filter(None, pile.cards):
        card = frame.card(number)
        rows.append((Text("  ").append_text(_in_row(card)), number))
    return rows
