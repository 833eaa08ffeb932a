"""Frames as lines of text, each with the cards that can be pointed at in it.

Every seat has a colour and a mark, so that nothing is lost without colours: ▲ ● ■ ◆.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec
from rich.cells import cell_len
from rich.text import Text

from adjudicator.cli.output import plain
from adjudicator.games.board import PHASES, SEAT_MARKS, faction_name, seat_style
from adjudicator.viewer.model import Base, Card, Frame
from adjudicator.viewer.replay import card_text

NARROWEST = 24
"""A base narrower than this is hard to read."""

Hit = tuple[int, int, int]
"""From this column up to that one lies this card."""


class Drawn(msgspec.Struct):
    """Lines, and which cards lie where in each of them."""

    lines: list[Text] = []
    hits: list[list[Hit]] = []

    def add(self, line: Text, *hits: Hit) -> None:
        """One more line."""
        self.lines.append(line)
        self.hits.append(list(hits))

    def at(self, x: int, y: int) -> int:
        """The card at a place; 0 if there is none."""
        row = self.hits[y] if 0 <= y < len(self.hits) else []
        return next((number for first, last, number in row if first <= x < last), 0)

    def row_of(self, number: int) -> int:
        """The first line in which a card lies; -1 if none."""
        return next((y for y, row in enumerate(self.hits) if any(hit[2] == number for hit in row)), -1)


def legible(text: Text) -> Text:
    """Without anything that a terminal obeys: names and titles come from anybody's file."""
    words = plain(text.plain)
    return text if words == text.plain else Text(words, no_wrap=text.no_wrap, overflow=text.overflow)


def mark(seat: int) -> str:
    """The mark of a seat."""
    return SEAT_MARKS[seat % len(SEAT_MARKS)] if seat >= 0 else "·"


def marked(seat: int) -> Text:
    """The mark in the seat's colour."""
    return Text().append(mark(seat), seat_style(seat))


# --- bases ----------------------------------------------------------------------------------------------------------


def draw_bases(frame: Frame, width: int, cursor: int) -> Drawn:
    """The bases side by side, in as many rows as they need."""
    drawn = Drawn()
    beside = max(1, min(len(frame.places), width // NARROWEST))
    for start in range(0, len(frame.places), beside):
        sites = frame.places[start : start + beside]
        each = width // beside
        columns = [_base_lines(frame, frame.bases[str(site)], each - 4, cursor) for site in sites]
        height = max(len(lines) for lines in columns)
        tops = [_top(frame, frame.bases[str(site)], each, cursor) for site in sites]
        drawn.add(
            Text().join(tops),
            *((place * each, (place + 1) * each, frame.bases[str(s)].card) for place, s in enumerate(sites)),
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


def _add_row(drawn: Drawn, cells: Sequence[tuple[Text, int]], each: int) -> None:
    row, hits = Text(), []
    for place, (cell, number) in enumerate(cells):
        cell.truncate(each - 4, overflow="ellipsis", pad=True)
        row.append("│ ", "dim").append_text(cell).append(" │", "dim")
        if number:
            hits.append((place * each, (place + 1) * each, number))
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
    for seat in range(len(frame.players)):
        for number in (*base.minions, *base.actions, *base.buried):
            if frame.card(number).controller == seat:
                lines += _card_lines(frame, number, cursor, buried=number in base.buried)
    return lines


def _card_lines(
    frame: Frame, number: int, cursor: int, depth: int = 0, *, buried: bool = False
) -> list[tuple[Text, int]]:
    """A card in play, and what lies on and under it."""
    card = frame.card(number)
    line = Text("  " * depth).append_text(marked(card.controller)).append(" ")
    if card.owner not in (card.controller, -1):
        line.append(f"({mark(card.owner)}) ", seat_style(card.owner))
    line.append_text(_name(card, buried))
    if number == cursor:
        line.stylize("reverse")
    lines = [(line, number)]
    for one in card.attached:
        lines += _card_lines(frame, one, cursor, depth + 1)
    for one in card.stored:
        lines += _card_lines(frame, one, cursor, depth + 1, buried=True)
    return lines


def _name(card: Card, buried: bool) -> Text:
    if buried:
        return Text("▫ ").append(card.name if card.id else "face down", "italic dim")
    if card.type != "minion":
        return Text("▪ ").append(card.name)
    line = Text()
    if card.printed is not None and card.power != card.printed:
        line.append(f"{card.printed}→", "dim")
    line.append(f"{card.power} ", "bold").append(card.name)
    if card.counters:
        line.append(f" +{card.counters}c", "green")
    return line


# --- players --------------------------------------------------------------------------------------------------------


def draw_players(frame: Frame, width: int, cursor: int, hands: Sequence[int]) -> Drawn:
    """A line for each player, and the cards of some hands."""
    drawn = Drawn()
    asked = frame.decision.seat if frame.decision else -1
    longest = max((cell_len(player.name) for player in frame.players), default=0)
    for seat, player in enumerate(frame.players):
        line = Text().append("▶" if seat == asked else "★" if seat in frame.winners else " ", "bold")
        line.append_text(marked(seat)).append(f" {player.name:<{longest}} ", seat_style(seat))
        line.append(f"{player.victory_points:>2} VP ", "bold")
        line.append(f"hand {len(player.hand)} · deck {player.deck} · ")
        start = line.cell_len
        line.append_text(_pile("discard", player.discard, frame, cursor))
        end = line.cell_len
        line.append("  " + " + ".join(faction_name(one) for one in player.factions), "dim")
        line.truncate(width, overflow="ellipsis")
        drawn.add(line, *([(start, end, player.discard[0])] if player.discard else []))
    for seat, player in enumerate(frame.players):
        if player.stasis:
            _draw_cards(drawn, frame, seat, "stasis", player.stasis, width, cursor)
    for seat in hands:
        _draw_cards(drawn, frame, seat, "hand", frame.players[seat].hand, width, cursor)
    return drawn


def _pile(name: str, cards: Sequence[int], frame: Frame, cursor: int) -> Text:
    text = Text(f"{name} {len(cards)}")
    if cards:
        text.append(f": {frame.card(cards[0]).name}", "dim")
        if cards[0] == cursor:
            text.stylize("reverse")
    return text


def _draw_cards(
    drawn: Drawn, frame: Frame, seat: int, name: str, cards: Sequence[int], width: int, cursor: int
) -> None:
    """Card after card, broken between cards."""
    line, hits = marked(seat).append(f" {name}:", seat_style(seat)), list[Hit]()
    backs = sum(1 for number in cards if not number)
    pieces = [(_in_row(frame.card(number), name), number) for number in cards if number]
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


def _in_row(card: Card, name: str) -> Text:
    words = Text().append(f"{card.power} ", "bold") if card.type == "minion" else Text("▪ ")
    return words.append(card.name).append(f" ({card.stasis})" if name == "stasis" else "", "green")


def order_of(frame: Frame, hands: Sequence[int]) -> list[int]:
    """All cards that the cursor visits, in its order: base by base, then hands and discard piles."""
    found: list[int] = []
    for site in frame.places:
        base = frame.bases[str(site)]
        found.append(base.card)
        for seat in range(len(frame.players)):
            for number in (*base.minions, *base.actions, *base.buried):
                if frame.card(number).controller == seat:
                    found += _with_all_on_it(frame, number)
    found += frame.resolving
    found += [number for player in frame.players for number in player.stasis if number]
    found += [number for seat in hands for number in frame.players[seat].hand if number]
    return [*found, *(player.discard[0] for player in frame.players if player.discard)]


def _with_all_on_it(frame: Frame, number: int) -> Iterable[int]:
    yield number
    card = frame.card(number)
    for one in (*card.attached, *card.stored):
        yield from _with_all_on_it(frame, one)


# --- words ----------------------------------------------------------------------------------------------------------


def headline(frame: Frame) -> Text:
    """Whose turn it is, and what of it."""
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
    """The card or base under the cursor: what it is, what its numbers are made of, what it says."""
    if not number or str(number) not in frame.cards:
        return Text("Tab moves over the cards; a click picks one.", "dim")
    card = frame.card(number)
    text = Text().append(card.name, "bold")
    if not card.id:
        return text.append(f"\nOf {_player(frame, card.controller)}; nobody else may look.")
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


def _numbers(frame: Frame, number: int, card: Card) -> list[str]:
    lines = [f"Power {card.power_sum}"] if card.power_sum else []
    lines += [f"{card.stasis} stasis counters"] if card.stasis else []
    base = next((base for base in frame.bases.values() if base.card == number), None)
    if base is not None:
        points = " ".join(str(one) for one in base.vp)
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
    """All that does not lie at a base: a heading for each pile, then its cards."""
    rows: list[tuple[Text, int]] = [(Text(f"May still play: {one}", "bold green"), 0) for one in frame.plays]
    rows += [(Text(one, "italic"), 0) for one in frame.lasting]
    for seat, player in enumerate(frame.players):
        for name, cards, size in (
            ("hand", player.hand, len(player.hand)),
            ("deck, from the top", player.top, player.deck),
            ("discard pile", player.discard, len(player.discard)),
            ("stasis", player.stasis, len(player.stasis)),
        ):
            if size:
                title = marked(seat).append(f" {player.name}'s {name}: {size}", "bold")
                rows += [(title, 0), *_listed(frame, [number for number in cards if number])]
    for name, cards, size in (
        ("Base deck, from the top", frame.next_bases, frame.base_deck),
        ("Base discard pile", frame.base_discard, len(frame.base_discard)),
        ("Madness deck", (), frame.madness),
        ("Set aside", frame.aside, len(frame.aside)),
        ("Resolving", frame.resolving, len(frame.resolving)),
        ("Duelling", frame.duelling, len(frame.duelling)),
        ("Out of the game", frame.box, len(frame.box)),
    ):
        if size:
            rows += [(Text(f"{name}: {size}", "bold"), 0), *_listed(frame, cards)]
    return rows


def _listed(frame: Frame, cards: Sequence[int]) -> list[tuple[Text, int]]:
    rows = []
    for number in cards:
        card = frame.card(number)
        words = f"  {card.power} {card.name}" if card.type == "minion" else f"  ▪ {card.name}"
        rows.append((Text(words + (f" ({card.stasis})" if card.stasis else "")), number))
    return rows
