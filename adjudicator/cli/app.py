"""The commands for typer, which reads command lines, writes the help and completes words."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from functools import wraps
from typing import Annotated, Any, get_type_hints

import typer
from click import ClickException
from typer.core import TyperCommand, TyperGroup
from typer.main import get_command

from adjudicator.cli.commands import COMMANDS, GROUPS, errors_as_sentences, function
from adjudicator.cli.parameters import Parameter

PLAIN = {"rich_markup_mode": None, "add_completion": False}
"""Help is plain text because importing rich would take longer than everything else."""

SETTINGS = {"help_option_names": ["--help", "-h"]}

EXAMPLES = """\
Examples:

\b
  smashup demo                        what this can do
  smashup play                        you against a bot
  smashup simulate --games 100        bots against each other
  smashup games                       what has been played
  smashup step GAME                   walk through one of them
  smashup why GAME 512                why did that happen?
  smashup card "cub scout"            what does it do?
  smashup find who wins a tie         which rule, ruling or card answers that?
  smashup ask playing/talent-lost     one of these rulings, step by step

Every rulebook has an id, such as AL9K or EMD. `smashup editions` lists them and shows the default.

Games are stored in a file in your data folder, or wherever --db or SMASHUP_DB points.
Exit codes: 0 success, 1 a check failed or a log diverged, 2 bad input.
"""


def load(name: str) -> Any:
    """Import and return the command of that name."""
    loaded = function(name)
    if isinstance(loaded, typer.Typer):
        for registered in loaded.registered_commands:
            registered.callback = for_typer(registered.callback) if registered.callback else None
    else:
        single = typer.Typer(**PLAIN)  # type: ignore[arg-type]
        single.command(name, context_settings=SETTINGS)(for_typer(loaded))
        loaded = single
    command = get_command(loaded)
    command.name = name
    return command


class Commands(TyperGroup):
    """The commands with their summaries. A command is imported only when it runs."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        self.commands = {name: TyperCommand(name, help=line) for name, (_, line) in COMMANDS.items()}

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """List the commands by group, without truncating their summaries."""
        for title, group in GROUPS.items():
            with formatter.section(title):
                formatter.write_dl([(name, line) for name, (_, line) in group.items()])

    def resolve_command(self, ctx: Any, args: list[str]) -> tuple[str | None, Any, list[str]]:
        """Look up the command and load it."""
        name, fallback, rest = super().resolve_command(ctx, args)
        return name, load(name) if name in COMMANDS else fallback, rest

    def invoke(self, ctx: Any) -> Any:
        """Run a command, turning any error into one sentence and an exit code."""
        with errors_as_sentences(passing=(typer.Exit, typer.Abort, ClickException)):
            return super().invoke(ctx)


def for_typer(command: Callable[..., None]) -> Callable[..., None]:
    """Return a command with its parameters declared in typer's own classes."""

    @wraps(command)
    def run(**given: Any) -> None:
        command(**given)

    hints = {name: _translated(hint) for name, hint in get_type_hints(command, include_extras=True).items()}
    signature = inspect.signature(command)
    run.__signature__ = signature.replace(  # type: ignore[attr-defined]
        parameters=[parameter.replace(annotation=hints[parameter.name]) for parameter in signature.parameters.values()]
    )
    run.__annotations__ = hints
    return run


def _translated(hint: Any) -> Any:
    declared = next((item for item in getattr(hint, "__metadata__", ()) if isinstance(item, Parameter)), None)
    if declared is None:
        return hint
    return Annotated[hint.__origin__, getattr(typer, declared.kind)(*declared.names, **declared.settings)]


app = typer.Typer(
    suggest_commands=False,  # click suggests them, too
    cls=Commands,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    no_args_is_help=True,
    context_settings=SETTINGS,
    epilog=EXAMPLES,
)


def _version(asked: bool) -> None:
    if asked:
        from importlib.metadata import version

        from core import compiled

        print(f"smashup {version('smashup-engine')} ({'compiled' if compiled() else 'plain Python'})")
        raise typer.Exit


@app.callback()
def smashup(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version and exit.")
    ] = False,
) -> None:
    """A rules authority for the card game Smash Up: play, replay, step, branch and explain games."""


def run() -> None:
    """Run the command line."""
    get_command(app).main(prog_name="smashup")
