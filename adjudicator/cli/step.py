"""`smashup step`: walks through a game, forward and back, by event, decision, phase, scoring or turn.

In a terminal it opens the full-screen table (adjudicator/cli/screen). Otherwise, or with --plain, it makes one move and
prints the result.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any

import msgspec
import typer
from rich.console import Console, Group, RenderableType
from rich.rule import Rule
from rich.text import Text

from adjudicator import bundled
from adjudicator.cli.editing import Editing
from adjudicator.cli.options import AnyGame, Database, Json, Plain, Viewer, looking, opened
from adjudicator.cli.output import console, on_a_screen, print_json, warn
from adjudicator.games.narration import Narration, view_of
from adjudicator.games.power_breakdown import power_sum, reading
from adjudicator.scenarios import Scenario, load, run
from adjudicator.scenarios.notation import is_situation, read_situation
from adjudicator.viewer.drawing import color_names, draw_line
from adjudicator.viewer.frames import frame_of, naming
from adjudicator.viewer.going_on import GoingOn, in_memory, in_store
from adjudicator.viewer.model import Frame
from adjudicator.viewer.replay import Replay
from adjudicator.viewer.sources import from_file, of_scenario, stored
from core.engine.power import power
from core.printed.editions import EDITIONS
from core.printed.editions import edition as book
from events.errors import NoSuchGame, SmashUpError
from projections.difference import changes
from projections.history import Stop
from projections.plain_words import NameOf, Words
from projections.timeline import Line
from projections.view import View


def step(
    game: AnyGame,
    at: Annotated[int | None, typer.Option("--at", min=0, help="Position to start at. Default: the beginning.")] = None,
    by: Annotated[Stop, typer.Option("--by", help="Size of a step.")] = Stop.DECISION,
    forward: Annotated[int, typer.Option("--forward", min=0, help="Number of steps forward.")] = 0,
    back: Annotated[int, typer.Option("--back", min=0, help="Number of steps back.")] = 0,
    seat: Viewer = "all",
    edition: Annotated[str | None, typer.Option("--edition", "-e", help="Rulebook for a scenario.")] = None,
    plain: Plain = False,
    db: Database = None,
    json: Json = False,
) -> None:
    """Step through a game, forward and back.

    In a terminal this opens a full-screen view (? lists the keys). With --plain, --forward, --back or --json, or in a
    pipe, it makes one move and prints what that step changed.

    Examples:

    \b
      smashup step g7k2m9
      smashup step emd --at 749
      smashup step scoring/all-tied
      smashup step "Tortuga: Ana Howler; Ben 3 | Ana hand: Bear Hug"
      smashup step g7k2m9 --at 412 --by event --forward 3
      smashup step g7k2m9 --at 412 --by turn --back 1 --json
    """
    opened = source(game, seat, edition, db)
    walk = Walk(opened.replay, by)
    walk.jump(opened.replay.first if at is None else at)
    if at is None and opened.editing is not None and by == Stop.DECISION and not forward and not back:
        walk.forward()  # a situation opens at its first decision
    for _ in range(forward):
        walk.forward()
    for _ in range(back):
        walk.back()
    if json:
        print_json(walk.facts())
    elif on_a_screen() and not (plain or forward or back):
        show_on_screen(opened, walk.position, by)
    else:
        console().print(walk.drawn())


class OpenedGame(msgspec.Struct):
    """A game to step through, with ways to open other games of its tree or another edition."""

    replay: Replay
    going_on: GoingOn = in_memory
    open_game: Callable[[str], Replay] | None = None
    by_book: Callable[[str], Replay] | None = None
    editing: Editing | None = None  # set for a situation, which can be edited


def source(given: str, viewer: str, edition: str | None, db: str | None) -> OpenedGame:
    """Return what a name refers to: a file, a scenario, a stored game or a bundled game."""
    if is_situation(given) and not bundled.readable(given):
        return scenario_found(read_situation(given).scenario, viewer, edition)
    path = Path(given)
    if given.endswith(".toml") or (bundled.is_scenario(given) and not path.is_file()):
        return scenario_found(load(bundled.scenario(given)), viewer, edition)
    if edition is not None:
        raise SmashUpError("--edition works only with a scenario. Leave it out.")
    if path.suffix and path.is_file():
        return OpenedGame(from_file(path, viewer))
    try:
        replay = stored_game(given, viewer, db)
    except NoSuchGame:
        if given not in bundled.names(bundled.GAMES, ".jsonl"):
            raise
        return OpenedGame(from_file(bundled.game(given), viewer))
    return OpenedGame(replay, in_store(lambda: opened(db, make=False)), lambda id: stored_game(id, "all", db))


def stored_game(id: str, viewer: str, db: str | None) -> Replay:
    """Open a stored game read-only."""
    with looking(db) as store:
        replay, damage = stored(store, id, viewer)
    if damage is not None:
        warn(damage)
    return replay


def scenario_found(scenario: Scenario, viewer: str = "all", edition: str | None = None) -> OpenedGame:
    """Open a scenario under the given rulebook, or else under the newest that it names."""
    by = book(edition).id if edition else scenario.main_edition
    id = Path(scenario.path).stem
    replay = of_scenario(run(scenario, by), id, viewer)
    editing = Editing(scenario, lambda changed, edition: of_scenario(run(changed, edition), id))
    return OpenedGame(replay, by_book=lambda edition: of_scenario(run(editing.scenario, edition), id), editing=editing)


def show_on_screen(opened: OpenedGame, at: int, by: Stop = Stop.DECISION) -> None:
    """Show a game on the full-screen table."""
    from adjudicator.cli.screen.step import StepApp

    StepApp(
        opened.replay,
        at=max(at, opened.replay.first),
        by=by,
        going_on=opened.going_on,
        open_game=opened.open_game,
        editions=tuple(EDITIONS),
        by_book=opened.by_book,
        editing=opened.editing,
    ).run()


class Walk:
    """A game, a position in it, and what to step by."""

    def __init__(self, replay: Replay, by: Stop) -> None:
        self.info = replay.info
        self.history = replay.history
        self.viewer = replay.viewer
        self.by = by
        self.position = 1
        self.called = replay.called  # single cards have names of their own
        self.marks = replay.marks  # a scenario's steps, by the position at which each begins
        everything = view_of(self.info, self.viewer) is None
        self.names: NameOf = naming(self.called if everything else {}, None)
        self._lines: list[Line] | None = None

    @property
    def lines(self) -> list[Line]:
        """Return the story of the whole game, computed once."""
        if self._lines is None:
            self._lines = Narration(view_of(self.info, self.viewer), self.names).lines(self.history.events)
        return self._lines

    # --- moving

    def jump(self, position: int) -> None:
        """Go to a position, at least to the first event."""
        self.history.at(position)
        self.position = max(1, position)

    def forward(self) -> bool:
        """Go to the next stop. Returns whether there was one."""
        target = self.history.next(self.by, self.position)
        if target is None:
            return False
        self.position = target
        return True

    def back(self) -> bool:
        """Go to the previous stop. Returns whether there was one."""
        target = self.history.previous(self.by, self.position)
        if target is None or target < 1:
            return False
        self.position = target
        return True

    # --- the current position

    @property
    def before(self) -> int:
        """Return the position where the step that ends here began."""
        return self.history.previous(self.by, self.position) or 0

    def view(self, position: int) -> View | None:
        """Return the viewer's view at a position."""
        view = view_of(self.info, self.viewer)
        if view is not None:
            view.extend(self.history.events[:position])
        return view

    def step_lines(self) -> list[Line]:
        """Return what happened in the step that ends here."""
        return [line for line in self.lines if self.before < line.position <= self.position]

    def changed(self) -> list[str]:
        """Return what the step changed on the table."""
        earlier, later = self.view(self.before), self.view(self.position)
        if earlier is None or later is None:
            tables = self.history.at(self.before), self.history.at(self.position)
        else:
            tables = earlier.table, later.table
        return changes(*tables, self.names) + self._powers_changed()

    def _powers_changed(self) -> list[str]:
        """Return the minions whose power the step changed, each with its breakdown."""
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

    def facts(self) -> dict[str, Any]:
        """Return the current position for programs."""
        return {
            "game": self.info.id,
            "edition": self.info.edition,
            "by": self.by,
            "position": self.position,
            "length": len(self.history),
            "previous": self.history.previous(self.by, self.position),
            "next": self.history.next(self.by, self.position),
            "lines": self.step_lines(),
            "changes": self.changed(),
            "board": self.board(),
        }

    def board(self) -> Frame:
        """Return the table here, as the viewer sees it."""
        return frame_of(self.history.at(self.position), self.view(self.position), self.called)

    def tell(self, out: Console) -> None:
        """Print the whole story with positions, and a scenario's steps where they begin."""
        steps = sorted(self.marks.items(), reverse=True)
        for line in self.lines:
            while steps and steps[-1][0] < line.position:
                out.print(Text(f"\n{steps.pop()[1]}", "bold"), soft_wrap=True)
            if not line.bookkeeping and line.position > self.position:
                out.print(draw_line(line), soft_wrap=True)
        for _, step in reversed(steps):
            out.print(Text(f"\n{step}", "bold"), soft_wrap=True)

    def drawn(self) -> RenderableType:
        """Return the current position as text."""
        names = [seat.name for seat in self.info.seats]
        lines = self.step_lines()
        parts: list[RenderableType] = [self.headline()]
        parts += [color_names(draw_line(line, marked=line is lines[-1]), names) for line in lines]
        parts.append(Rule("what changed", align="left", style="dim"))
        parts += [Text(f"  {change}") for change in self.changed()] or [Text("  nothing", "dim")]
        return Group(*parts)

    def headline(self) -> Text:
        """Return the heading: the position and the kind of step."""
        text = Text(f"{'Scenario' if self.marks else 'Game'} {self.info.id}", "bold")
        stops = self.history.stops(self.by)
        number = sum(1 for stop in stops if stop <= self.position)
        text.append(
            f"  position {self.position} of {len(self.history)}, {self.by} {number} of {len(stops)}", "not bold"
        )
        if passed := [step for start, step in self.marks.items() if start < self.position]:
            text.append(f"  {passed[-1]}", "bold")
        return text
