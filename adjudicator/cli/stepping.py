"""`smashup step`: walking through a game, forward and back, by event, decision, phase, scoring or turn.

On a terminal it is a screen of its own: the present step marked, the future dimmed, what the step changed beside it.
Otherwise it makes one move and prints where that leads.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import Annotated, Any

import typer
from rich.console import Console, Group, RenderableType
from rich.rule import Rule
from rich.text import Text

from adjudicator.cli.options import Database, GameId, Json, Viewer, looking
from adjudicator.cli.output import console, print_json, warn
from adjudicator.games.board import Board, board_of, draw, reading
from adjudicator.games.option_words import name_of
from adjudicator.games.sums import power_sum
from adjudicator.games.telling import ALL, Teller, colour_names, is_story, printed, view_of
from adjudicator.scenarios import Outcome
from core.engine.power import power
from events.catalogue import GameInfo
from events.errors import SmashUpError
from events.vocabulary import Event, GameBegun
from projections.causes import chain
from projections.difference import changes
from projections.history import History, Stop
from projections.plain_words import Called, NameOf, Words
from projections.table import fold
from projections.timeline import Line, sentence
from projections.view import View


def step(
    game: GameId,
    at: Annotated[int | None, typer.Option("--at", min=0, help="The position to begin at (else the start).")] = None,
    by: Annotated[Stop, typer.Option("--by", help="What to step by.")] = Stop.DECISION,
    forward: Annotated[int, typer.Option("--forward", min=0, help="So many steps forward.")] = 0,
    back: Annotated[int, typer.Option("--back", min=0, help="So many steps back.")] = 0,
    seat: Viewer = "all",
    db: Database = None,
    json: Json = False,
) -> None:
    """Walk through a game, forward and back.

    On a terminal: arrow keys, and one key for each command. With --forward, --back or --json, or in a pipe: one move,
    and what the step that ends there has brought.

    Examples:

    \b
      smashup step g7k2m9
      smashup step g7k2m9 --at 412 --by event --forward 3
      smashup step g7k2m9 --at 412 --by turn --back 1 --json
    """
    with looking(db) as store:
        info = store.info(game)
        log, damage = store.read_sound(game)
        walk = Walk(info, log, seat, by)
    if damage is not None:
        warn(damage)
    interactive = sys.stdin.isatty() and sys.stdout.isatty() and not (json or forward or back)
    walk.jump(at if at is not None else 1)
    for _ in range(forward):
        walk.forward()
    for _ in range(back):
        walk.back()
    if json:
        print_json(walk.facts())
    elif interactive:
        Stepper(walk, console()).run()
    else:
        out = console()
        out.print(walk.drawn())


class Walk:
    """A game, a position in it, and what to step by."""

    def __init__(
        self,
        info: GameInfo,
        log: Sequence[Event],
        viewer: str,
        by: Stop,
        *,
        called: Mapping[int, str] | None = None,
        marks: Mapping[int, str] | None = None,
    ) -> None:
        self.info = info
        self.history = History(log)
        self.viewer = viewer
        self.by = by
        self.position = 1
        self.called = called or {}  # single cards by names of their own
        self.marks = marks or {}  # a scenario's steps, by the position each begins after
        self.names: NameOf = Called(name_of, self.called) if self.called else name_of
        view_of(info, viewer)  # refused at once, if there is no such viewer
        self._lines: list[Line] | None = None

    @property
    def lines(self) -> list[Line]:
        """The whole game told, once."""
        if self._lines is None:
            self._lines = Teller(view_of(self.info, self.viewer), self.names).lines(self.history.events)
        return self._lines

    # --- moving

    def jump(self, position: int) -> None:
        """Go to a position; before the first event there is nothing to see."""
        self.history.at(position)
        self.position = max(1, position)

    def forward(self) -> bool:
        """To the next stop; whether there was one."""
        found = self.history.next(self.by, self.position)
        if found is None:
            return False
        self.position = found
        return True

    def back(self) -> bool:
        """To the stop before."""
        found = self.history.previous(self.by, self.position)
        if found is None or found < 1:
            return False
        self.position = found
        return True

    # --- what is there

    @property
    def before(self) -> int:
        """Where the step that ends here began."""
        return self.history.previous(self.by, self.position) or 0

    def view(self, position: int) -> View | None:
        """The viewer's view at a position."""
        view = view_of(self.info, self.viewer)
        if view is not None:
            view.extend(self.history.events[:position])
        return view

    def step_lines(self) -> list[Line]:
        """What happened in the step that ends here."""
        return [line for line in self.lines if self.before < line.position <= self.position]

    def changed(self) -> list[str]:
        """What the step changed on the table."""
        earlier, later = self.view(self.before), self.view(self.position)
        if earlier is None or later is None:
            tables = self.history.at(self.before), self.history.at(self.position)
        else:
            tables = earlier.table, later.table
        return changes(*tables, self.names) + self._powers_changed()

    def _powers_changed(self) -> list[str]:
        """The minions whose power the step changed, with what it is made of now."""
        before, after = (self.history.at(position) for position in (self.before, self.position))
        if not (before.phase and after.phase):
            return []
        earlier, later = reading(before), reading(after)
        words = Words(after, self.names)
        return [
            f"The power of {words.placed(minion.number)}: {power(earlier, before.cards[minion.number])} → "
            f"{power_sum(later, minion, words.card)}"
            for minion in after.minions()
            if (was := before.cards.get(minion.number)) is not None
            and was.zone == "minions"
            and power(earlier, was) != power(later, minion)
        ]

    def reasons(self) -> list[str]:
        """What led to the event here, for somebody who sees all."""
        if view_of(self.info, self.viewer) is not None:
            return ["Only --seat all is told why: causes lie in what others may not know."]
        links = chain(self.history.events, self.position)
        found = []
        for event in links:
            rule = f"  ← {event.rule}" if event.rule else ""
            found.append(
                f"{event.position:>5}  {sentence(event, self.history.at(event.position - 1), self.names)}{rule}"
            )
        return found

    def facts(self) -> dict[str, Any]:
        """Where we are, for programs."""
        return {
            "game": self.info.id,
            "by": self.by,
            "position": self.position,
            "length": len(self.history),
            "previous": self.history.previous(self.by, self.position),
            "next": self.history.next(self.by, self.position),
            "lines": self.step_lines(),
            "changes": self.changed(),
            "board": self.board(),
        }

    def board(self) -> Board:
        """The table here, as the viewer sees it."""
        return board_of(self.history.at(self.position), self.view(self.position), self.called)

    def tell(self, out: Console) -> None:
        """The whole story with its positions, and the steps of a scenario where they begin."""
        steps = sorted(self.marks.items(), reverse=True)
        for line in self.lines:
            while steps and steps[-1][0] < line.position:
                out.print(Text(f"\n{steps.pop()[1]}", "bold"), soft_wrap=True)
            if is_story(line) and line.position > self.position:
                out.print(printed(line), soft_wrap=True)
        for _, step in reversed(steps):
            out.print(Text(f"\n{step}", "bold"), soft_wrap=True)

    def drawn(self) -> RenderableType:
        """Where we are, for people."""
        names = [seat.name for seat in self.info.seats]
        lines = self.step_lines()
        parts: list[RenderableType] = [self.headline()]
        parts += [colour_names(printed(line, marked=line is lines[-1]), names) for line in lines]
        parts.append(Rule("what changed", align="left", style="dim"))
        parts += [Text(f"  {change}") for change in self.changed()] or [Text("  nothing", "dim")]
        return Group(*parts)

    def headline(self) -> Text:
        """The position, and what steps there are."""
        text = Text(f"{'Scenario' if self.marks else 'Game'} {self.info.id}", "bold")
        stops = self.history.stops(self.by)
        number = sum(1 for stop in stops if stop <= self.position)
        text.append(
            f"  position {self.position} of {len(self.history)}, {self.by} {number} of {len(stops)}", "not bold"
        )
        if passed := [step for start, step in self.marks.items() if start < self.position]:
            text.append(f"  {passed[-1]}", "bold")
        return text


def scenario_walk(outcome: Outcome, id: str) -> Walk:
    """A scenario to walk through, from where its table is set; its steps are marked, by its own names."""
    log = outcome.log[: outcome.game.table.position]
    begun = log[0]
    assert isinstance(begun, GameBegun)
    info = GameInfo(
        id=id,
        title=outcome.scenario.title,
        comment="",
        edition=outcome.edition,
        seats=begun.seats,
        created=datetime.now(UTC),
        seed=None,
        parent=None,
        copied=False,
        events=len(log),
    )
    called = outcome.names.own_names(fold(log[: outcome.set_up]))
    marks = {taken.start: f"{taken.number}. {taken.step}" for taken in outcome.steps}
    walk = Walk(info, log, ALL, Stop.DECISION, called=called, marks=marks)
    walk.jump(outcome.set_up)
    return walk


KEYS = """\
→ n space  forward      e d p s t  step by event, decision, phase, scoring, turn
← b        back         j          jump to a position      < >  first, last
o          board        w          why                     q    quit"""

_FORWARD = ("\x1b[C", "\x1b[B", "n", " ", "l", "\r")
_BACK = ("\x1b[D", "\x1b[A", "b", "h", "\x7f")
_FIRST = ("\x1b[H", "<", "g")
_LAST = ("\x1b[F", ">", "G")
_PANES = {"o": "board", "w": "why"}
_BY = {"e": Stop.EVENT, "d": Stop.DECISION, "p": Stop.PHASE, "s": Stop.SCORING, "t": Stop.TURN}


def keys(pressed: str) -> list[str]:
    """The single keys of what a terminal hands over at once, when somebody is quick."""
    return re.findall(r"\x1b\[[0-9;]*[A-Za-z~]|.", pressed, re.DOTALL)


@contextmanager
def without_echo() -> Iterator[None]:
    """Keys that are pressed while the page is being drawn do not show on it."""
    try:
        import termios
    except ImportError:  # not on this system: then they do
        yield
        return
    terminal = sys.stdin.fileno()
    before = termios.tcgetattr(terminal)
    silent = termios.tcgetattr(terminal)
    silent[3] &= ~(termios.ECHO | termios.ICANON)
    termios.tcsetattr(terminal, termios.TCSADRAIN, silent)
    try:
        yield
    finally:
        termios.tcsetattr(terminal, termios.TCSADRAIN, before)


class Stepper:
    """A walk on the screen of a terminal."""

    def __init__(self, walk: Walk, out: Console) -> None:
        self.walk = walk
        self.out = out
        self.pane = "changes"
        self.note = ""
        self.typed: str | None = None  # digits of a position to jump to, while they are being typed

    def run(self) -> None:
        """Until somebody quits."""
        with self.out.screen(hide_cursor=True) as screen, without_echo():
            while True:
                screen.update(self.page())
                if not all(self.press(key) for key in keys(typer.getchar())):
                    return

    def press(self, key: str) -> bool:
        """Do what a key says; whether to go on."""
        self.note = ""
        if self.typed is not None:
            self.type(key)
            return True
        walk = self.walk
        if key in ("q", "\x03", "\x04", "\x1b"):
            return False
        if key in _FORWARD:
            self.note = "" if walk.forward() else f"There is no {walk.by} after this."
        elif key in _BACK:
            self.note = "" if walk.back() else f"There is no {walk.by} before this."
        elif key in _FIRST:
            walk.jump(1)
        elif key in _LAST:
            walk.jump(len(walk.history))
        elif key in _BY:
            walk.by = _BY[key]
        elif key in _PANES:
            self.pane = "changes" if self.pane == _PANES[key] else _PANES[key]
        elif key == "j":
            self.typed = ""
        else:
            self.note = f"{key!r} is no command."
        return True

    def type(self, key: str) -> None:
        """A position is being typed; Enter goes there, anything else that is no digit gives it up."""
        typed, self.typed = self.typed or "", None
        if key.isascii() and key.isdecimal() and len(typed) < 9:
            self.typed = typed + key
        elif key == "\x7f":
            self.typed = typed[:-1]
        elif key in ("\r", "\n") and typed:
            try:
                self.walk.jump(int(typed))
            except SmashUpError as error:
                self.note = str(error)

    # --- the page

    def page(self) -> RenderableType:
        """The whole screen: as much of the story as there is room for, the marked step in it, and what it changed."""
        walk = self.walk
        below = self._below()
        room = max(5, self.out.height - 5 - self._height(below))
        names = [seat.name for seat in walk.info.seats]
        rows = [
            colour_names(
                printed(line, dimmed=line.position > walk.position, marked=line.position == walk.position), names
            )
            for line in self._around(room)
        ]
        for row in rows:
            row.truncate(self.out.width, overflow="ellipsis")
        note = Text(self.note, "red") if self.typed is None else Text(f"To position: {self.typed}_", "bold")
        return Group(walk.headline(), *rows, below, note, Text(KEYS, "dim"))

    def _below(self) -> RenderableType:
        walk = self.walk
        if self.pane == "board":
            return Group(Rule(style="dim"), draw(walk.board(), self.out.width))
        if self.pane == "why":
            title, lines = f"why position {walk.position}", walk.reasons()[-8:]
        else:
            title, lines = f"changed since position {walk.before}", walk.changed()
        shown = [Text(f"  {line}", overflow="ellipsis", no_wrap=True) for line in lines[:8]]
        if len(lines) > 8:
            shown.append(Text(f"  … and {len(lines) - 8} more", "dim"))
        return Group(Rule(title, align="left", style="dim"), *(shown or [Text("  nothing", "dim")]))

    def _height(self, part: RenderableType) -> int:
        return len(self.out.render_lines(part, pad=False))

    def _around(self, room: int) -> list[Line]:
        """The lines around the present one."""
        lines = self.walk.lines
        here = sum(1 for line in lines if line.position <= self.walk.position)
        first = max(0, min(here - room // 2 - 1, len(lines) - room))
        return lines[first : first + room]
