"""`smashup check` and `smashup scenario`: check scenarios, write them, and make them from recorded games."""

from __future__ import annotations

import os
import sys
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import msgspec
import typer

from adjudicator import bundled
from adjudicator.cli.options import Database, Json, On, Title, looking, offered_scenarios
from adjudicator.cli.output import print_json
from events.errors import SmashUpError
from projections.plain_words import counted

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.console import Console

    from adjudicator.games.workers import Executor
    from adjudicator.scenarios.checking import Checked
    from events.vocabulary import Event

scenario_app = typer.Typer(
    help="Create scenario files: from a template or a game, with a schema for editors.",
    no_args_is_help=True,
    rich_markup_mode=None,
    add_completion=False,
)


def check(
    paths: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[PATH]...",
            help="Scenarios, recorded games, or folders of them; bundled ones by name.",
            autocompletion=offered_scenarios,
            show_default="the bundled ones",
        ),
    ] = None,
    update: Annotated[bool, typer.Option("--update", help="Accept the current traces as golden.")] = False,
    json: Json = False,
    junit_file: Annotated[
        Path | None, typer.Option("--junit", metavar="FILE", help="Also write the results as JUnit XML.")
    ] = None,
    jobs: Annotated[int, typer.Option(min=0, help="Number of parallel processes (0: one per core).")] = 0,
    on: On = "",
) -> None:
    """Check scenarios against their expectations and traces.

    Runs every scenario in all its editions and compares it with its expectations and its golden trace. Recorded games
    are re-run through the rules. A new scenario without a trace is judged by its expectations alone; --update writes
    its trace.

    \b
    Examples:
      smashup check                                    all bundled scenarios
      smashup check scoring playing                    only these
      smashup check tie.toml --update                  accept its new trace
      smashup check --junit results.xml                for a build server

    Exit code 1 if anything differs.
    """
    from adjudicator.games.workers import workers
    from adjudicator.scenarios.checking import accept, junit
    from adjudicator.scenarios.checking import check as check_all

    given = [bundled.to_check(path) for path in paths or ()] or [bundled.SCENARIOS, bundled.GAMES]
    watched = sys.stderr.isatty() and not json
    executor = workers(jobs or os.cpu_count() or 1, on) if on else None
    checked = _with_progress(given, jobs, executor) if watched else check_all(given, jobs=jobs, executor=executor)
    if update:
        checked = accept(checked)
    if junit_file is not None:
        junit_file.write_text(junit(checked), encoding="utf-8")
    if json:
        _print_json(checked)
    else:
        _print_results(checked)
    if not all(result.passed for result in checked):
        raise typer.Exit(1)


def _with_progress(paths: Sequence[Path], jobs: int, executor: Executor | None) -> list[Checked]:
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

    from adjudicator.scenarios.checking import check as check_all

    columns = (BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("check", total=None)

        def progress(done: int, total: int) -> None:
            bar.update(task, completed=done, total=total)

        return check_all(paths, jobs=jobs, executor=executor, progress=progress)


def _print_json(checked: Sequence[Checked]) -> None:
    from adjudicator.cli.output import print_json

    print_json(
        [
            {
                "path": result.path,
                "title": result.title,
                "editions": result.editions,
                "passed": result.passed,
                "failed_in": result.failed_in,
                "new": result.new,
                "updated": result.updated,
                "failures": result.failures,
                "diff": result.diff,
                "seconds": round(result.seconds, 4),
            }
            for result in checked
        ]
    )


def _print_results(checked: Sequence[Checked]) -> None:
    """Print every failure in full, then a line for each folder."""
    from adjudicator.cli.output import console

    page = console()
    for result in checked:
        if not result.passed:
            _print_failure(page, result)
    folders: dict[str, list[Checked]] = {}
    for result in checked:
        folders.setdefault(_near(Path(result.path).parent), []).append(result)
    rows = [("Files", "failed", "Runs", "failed", "Seconds", "Folder")]
    rows += [(*_sums(inside), folder) for folder, inside in folders.items()]
    if len(folders) > 1:
        rows.append((*_sums(checked), "all of them"))
    for *numbers, folder in rows:  # A broken path can be neither copied nor clicked, so it comes last, unbroken.
        line = "".join(f"{number:>8}" for number in numbers)
        page.print(f"{line}  {folder}", markup=False, soft_wrap=True)
    for line in _about_traces(checked):
        page.print(line)


def _about_traces(checked: Sequence[Checked]) -> list[str]:
    """Return lines saying which traces were written, and why others were not."""
    written, new = (
        sum(result.updated for result in checked),
        [result for result in checked if result.new and not result.updated],
    )
    lines = [f"{counted(written, 'trace')} written."] if written else []
    if differing := sum(bool(result.diff) for result in checked):
        lines.append(
            f"{counted(differing, 'trace')} changed (-: stored, +: now). --update accepts the "
            "changes; `smashup ask FILE` shows a scenario in full."
        )
    if failing := sum(bool(unwritten.failures) for unwritten in new):
        lines.append(f"{failing} new and failing: no trace is written for a failing scenario.")
    if waiting := len(new) - failing:
        lines.append(
            f"{waiting} new, checked only against {'its' if waiting == 1 else 'their'} expectations: --update stores the trace."
        )
    return lines


def _near(path: Path) -> str:
    """Return a path relative to the current folder, or to the program for a bundled file."""
    for folder in (Path.cwd(), bundled.ROOT):
        if path.is_relative_to(folder):
            return str(path.relative_to(folder))
    return str(path)


def _sums(checked: Sequence[Checked]) -> tuple[str, str, str, str, str]:
    """Return the numbers of files and runs (a file in one edition), each with its failures."""
    failed, runs = sum(not result.passed for result in checked), sum(len(result.editions) for result in checked)
    failed_runs = sum(len(result.failed_in) or int(not result.passed) for result in checked)
    seconds = sum(result.seconds for result in checked)
    return str(len(checked)), str(failed or "·"), str(runs), str(failed_runs or "·"), f"{seconds:.2f}"


def _print_failure(page: Console, checked: Checked) -> None:
    from rich.text import Text

    page.print(Text(f"FAILED {_near(Path(checked.path))}  {checked.title}", style="bold red"), soft_wrap=True)
    for failure in checked.failures:
        page.print(Text(f"  {failure}"), soft_wrap=True)
    for line in checked.diff.splitlines():
        style = {"+": "green", "-": "red", " ": "dim"}.get(line[:1], "")
        page.print(Text(f"    {line}", style=style), soft_wrap=True)


@scenario_app.command("schema")
def schema(json: Json = False) -> None:
    """Print a JSON Schema of scenario files, for editors. It is JSON with or without --json."""
    from adjudicator.scenarios.schema import schema_text

    typer.echo(schema_text())


@scenario_app.command("new")
def new(
    given: Annotated[
        str,
        typer.Argument(
            metavar="[TITLE|SITUATION]", help="A statement of what the scenario shows, or a situation in one line."
        ),
    ] = "What it shows",
    steps: Annotated[
        list[str] | None, typer.Argument(metavar="[STEP]...", help="What the players do, after a situation.")
    ] = None,
    title: Title = "",
    json: Json = False,
) -> None:
    """Print a scenario file: a commented template, or the file of a situation in one line.

    \b
    Examples:
      smashup scenario new "Ties share a place" > tie.toml
      smashup scenario new "20 4/2/1: Ana 10, Ben 10 | Ana to score" --title "A tie" > tie.toml
    """
    from adjudicator.scenarios.given import scenario_given
    from adjudicator.scenarios.notation import is_situation
    from adjudicator.scenarios.template import template
    from adjudicator.scenarios.writing import scenario_file

    if not is_situation(given):
        if steps:
            raise SmashUpError("Steps follow a situation, such as “Tortuga: Ana Howler”; a title alone has none.")
        _print_file(template(given), json)
        return
    scenario = scenario_given(given, steps or ())
    _print_file(scenario_file(msgspec.structs.replace(scenario, title=title or scenario.title)), json)


def _print_file(text: str, json: bool) -> None:
    """Print a scenario file, or what it states as JSON."""
    if json:
        print_json(tomllib.loads(text))
    else:
        typer.echo(text, nl=False)


@scenario_app.command("from-game")
def from_game(
    game: Annotated[str, typer.Argument(metavar="GAME", help="The id of a stored game, or a game file.")],
    at: Annotated[
        int | None, typer.Option("--at", metavar="N", help="Position in the game (default: the last).")
    ] = None,
    title: Title = "",
    db: Database = None,
    json: Json = False,
) -> None:
    """Print a position of a recorded game as a scenario.

    \b
    Examples:
      smashup scenario from-game g7k2m9 --at 512 > odd.toml
      smashup scenario from-game final.jsonl --at 512
    """
    from adjudicator.scenarios.from_game import scenario_text

    named = title or (f"{game}, position {at}" if at else game)
    _print_file(scenario_text(_events_of(game, db), at, title=named), json)


def _events_of(game: str, db: str | None) -> list[Event]:
    """Return a game's events from a file or the store."""
    if Path(game).suffix == ".jsonl":
        from events.files import read_game

        return read_game(bundled.game(game))[1]
    with looking(db) as store:
        return store.read(game)
