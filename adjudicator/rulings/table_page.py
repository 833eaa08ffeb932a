"""The table of a ruling, drawn plainly: the bases, what their numbers are made of, and what players hold as stated."""

from __future__ import annotations

from rich.console import Console, Group, RenderableType
from rich.text import Text

from adjudicator.games.board import PHASES, Board, PlayerSeen, describe_card, draw, seat_style


def draw_table(board: Board, width: int) -> RenderableType:
    """The table, without what nobody has stated: decks, and piles that are empty."""
    whose = board.players[board.current].name if board.turn else ""
    head = Text(
        f"Turn {board.turn} · {whose} · {PHASES.get(board.phase, board.phase)}" if whose else "Setting up", "bold"
    )
    return Group(head, draw(board, width, decision=False, headline=False, players=False), *_players(board))


def _players(board: Board) -> list[Text]:
    return [line for player in board.players if (line := _player(player)) is not None]


def _player(player: PlayerSeen) -> Text | None:
    parts = [f"{player.victory_points} VP"] if player.victory_points else []
    for what, cards in (("hand", player.known), ("discard pile", player.discard)):
        if cards:
            parts.append(f"{what}: {', '.join(describe_card(card) for card in cards)}")
    if player.stasis:
        parts.append("in stasis: " + ", ".join(f"{card.name} ({card.stasis})" for card in player.stasis))
    if not parts:
        return None
    return Text(player.name, seat_style(player.seat)).append(f"  {'; '.join(parts)}", "default")


def table_text(board: Board, width: int) -> str:
    """The same as plain text."""
    paper = Console(width=width, no_color=True, highlight=False, force_terminal=False)
    with paper.capture() as captured:
        paper.print(draw_table(board, width))
    return "\n".join(line.rstrip() for line in captured.get().splitlines())
