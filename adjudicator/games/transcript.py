"""A game as Markdown, to post in a forum: who played what, turn by turn, and who won.

The transcript tells only what its viewer may know. Each line starts with its position, so that readers can refer to it
and open it with `smashup step --at`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from adjudicator.games.labels import faction_name
from adjudicator.games.narration import Narration, view_of
from core.printed.editions import edition
from events.catalogue import GameInfo
from events.vocabulary import Event, FactionChosen, GameWon, TurnBegan
from projections.plain_words import listed
from projections.scoreboard import Scoreboard
from projections.timeline import Line

_LEFT_OUT = frozenset({"turn-began", "game-begun", "faction-chosen"})
"""Events that the headings and the table of players already cover."""
_LOUD = frozenset({"scoring-began", "awarded", "game-won"})
DEEPEST = 3

_SPECIAL = re.compile(r"([\\`*_\[\]<>#|~&])")


def plain_in_markdown(text: str) -> str:
    """Escape a text so that nothing in it is taken for Markdown."""
    return _SPECIAL.sub(r"\\\1", text)


def transcript(info: GameInfo, log: Sequence[Event], viewer: str) -> str:
    """Return the whole game in Markdown, as this viewer may know it."""
    names = [plain_in_markdown(seat.name) for seat in info.seats]
    narration = Narration(view_of(info, viewer))
    story = [line for line in narration.story(log) if not line.bookkeeping and line.event not in _LEFT_OUT]
    lines = [f"# {plain_in_markdown(info.title or ' against '.join(seat.name for seat in info.seats))}", ""]
    lines += [*_introduction(info, log, names), ""]
    turns = [event for event in log if isinstance(event, TurnBegan)]
    points = Scoreboard(log).by_turn
    starts = [turn.position for turn in turns] + [len(log) + 1]
    lines += _section("## Setting up", [line for line in story if line.position < starts[0]], narration.told_at)
    for turn, end in zip(turns, starts[1:], strict=True):
        score = listed(f"{name} {number}" for name, number in zip(names, points[turn.number], strict=True))
        title = f"## Turn {turn.number}: {names[turn.seat]} ({score} VP at its end)"
        lines += _section(title, [line for line in story if turn.position <= line.position < end], narration.told_at)
    return "\n".join(lines).rstrip() + "\n"


def _introduction(info: GameInfo, log: Sequence[Event], names: Sequence[str]) -> list[str]:
    """Return the rulebook, and a table of players, factions and victory points."""
    factions: list[list[str]] = [[] for _ in names]
    for event in log:
        if isinstance(event, FactionChosen):
            factions[event.seat].append(faction_name(event.faction))
    score = Scoreboard(log)
    won = next((event for event in reversed(log) if isinstance(event, GameWon)), None)
    book = edition(info.edition)
    ending = f"{listed(names[seat] for seat in won.seats)} won" if won else "Nobody has won yet"
    lines = [f"Played by {book.title} ({book.id}, {book.year}). {ending}.", ""]
    lines += ["| player | factions | VP |", "|---|---|---:|"]
    for name, own, points in zip(names, factions, score.victory_points, strict=True):
        lines.append(f"| {name} | {listed(own)} | {points} |")
    return lines


def _section(title: str, lines: Sequence[Line], told_at: Mapping[int, int]) -> list[str]:
    return [title, "", *_bullets(lines, told_at), ""] if lines else [title, "", "Nothing happens.", ""]


def _bullets(story_lines: Iterable[Line], told_at: Mapping[int, int]) -> list[str]:
    """Return the lines as nested bullets, each below the line that tells its cause."""
    depths: dict[int, int] = {}
    lines = []
    for line in story_lines:
        depth = depths[line.position] = min(DEEPEST, depths.get(told_at.get(line.cause, line.cause), -1) + 1)
        words = plain_in_markdown(line.text)
        lines.append(f"{'  ' * depth}- `{line.position}` {f'**{words}**' if line.event in _LOUD else words}")
    return lines
