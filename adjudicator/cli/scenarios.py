"""`smashup check` and `smashup scenario`: scenarios checked, written, and made from recorded games."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from collections.abc import Sequence

    from adjudicator.scenarios.check import Checked

scenario_app = typer.Typer(
    help="Scenario files: a schema for editors, a template, a position of a game.",
    no_args_is_help=True,
    rich_markup_mode=None,
    add_completion=False,
)


def check(
    paths: Annotated[
        list[Path] | None,
        typer.Argument(help="Scenario files, recorded games, or folders of them.", show_default=False),
    ] = None,
    update: Annotated[bool, typer.Option("--update", help="Accept the traces as they are now.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print the results as JSON.")] = False,
    junit_file: Annotated[Path | None, typer.Option("--junit", help="Write the results as JUnit XML.")] = None,
    jobs: Annotated[int, typer.Option(help="How many processes; 0: one for each core.")] = 0,
) -> None:
    """Check scenarios and recorded games against what they expect."""
    from adjudicator.scenarios.check import accept, junit
    from adjudicator.scenarios.check import check as check_all

    given = list(paths or _own_fixtures())
    watched = sys.stderr.isatty() and not as_json
    checked = _with_progress(given, jobs) if watched else check_all(given, jobs=jobs)
    if update:
        written = accept(checked)
        accepted = {str(path.with_suffix(".toml")) for path in written}
        checked = [one if one.path not in accepted else _accepted(one) for one in checked]
        typer.echo(f"{len(written)} traces written.", err=True)
    if junit_file is not None:
        junit_file.write_text(junit(checked), encoding="utf-8")
    if as_json:
        _print_json(checked)
    else:
        _print_table(checked)
    if not all(one.passed for one in checked):
        raise typer.Exit(1)


def _own_fixtures() -> list[Path]:
    """The scenarios and games that come with the product."""
    import fixtures

    root = Path(next(iter(fixtures.__path__)))
    return [path for path in (root / "scenarios", root / "games") if path.is_dir()]


def _accepted(one: Checked) -> Checked:
    import msgspec

    return msgspec.structs.replace(one, diff="", trace="")


def _with_progress(paths: Sequence[Path], jobs: int) -> list[Checked]:
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

    from adjudicator.scenarios.check import check as check_all

    columns = (BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("check", total=None)
        return check_all(paths, jobs=jobs, progress=lambda done, total: bar.update(task, completed=done, total=total))


def _print_json(checked: Sequence[Checked]) -> None:
    import msgspec

    facts = [
        {
            "path": one.path,
            "title": one.title,
            "editions": one.editions,
            "passed": one.passed,
            "failures": one.failures,
            "diff": one.diff,
            "seconds": round(one.seconds, 4),
        }
        for one in checked
    ]
    typer.echo(msgspec.json.format(msgspec.json.encode(facts), indent=2).decode())


def _print_table(checked: Sequence[Checked]) -> None:
    """A line for each folder, then every failure in full."""
    from rich.console import Console
    from rich.table import Table

    folders: dict[str, list[Checked]] = {}
    for one in checked:
        folders.setdefault(str(Path(one.path).parent), []).append(one)
    table = Table("folder", box=None, pad_edge=False)
    for heading in ("files", "runs", "passed", "failed", "seconds"):
        table.add_column(heading, justify="right")
    for folder, inside in folders.items():
        table.add_row(folder, *_sums(inside))
    if len(folders) > 1:
        table.add_row("all", *_sums(checked))
    console = Console(highlight=False, soft_wrap=True)
    for one in checked:
        if not one.passed:
            _print_failure(console, one)
    console.print(table)


def _sums(checked: Sequence[Checked]) -> list[str]:
    passed = sum(one.passed for one in checked)
    runs = sum(len(one.editions) for one in checked)
    seconds = sum(one.seconds for one in checked)
    return [str(len(checked)), str(runs), str(passed), str(len(checked) - passed), f"{seconds:.2f}"]


def _print_failure(console: object, one: Checked) -> None:
    from rich.console import Console
    from rich.text import Text

    assert isinstance(console, Console)
    console.print(Text(f"FAILED {one.path}  {one.title}", style="bold red"))
    for failure in one.failures:
        console.print(Text(f"  {failure}"))
    for line in one.diff.splitlines():
        style = {"+": "green", "-": "red", "@": "dim"}.get(line[:1], "")
        console.print(Text(f"    {line}", style=style))


@scenario_app.command("schema")
def schema() -> None:
    """Print a JSON Schema of scenario files, for editors."""
    from adjudicator.scenarios.schema import schema_text

    typer.echo(schema_text())


@scenario_app.command("new")
def new(
    title: Annotated[str, typer.Argument(help="What the scenario shows, as a statement.")] = "What it shows",
) -> None:
    """Print a commented template of a scenario."""
    from adjudicator.scenarios.template import template

    typer.echo(template(title))
