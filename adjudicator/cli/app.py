"""The list of commands, loaded on demand, and the handling of errors.

To keep start-up quick, listing the commands (`--help`, completion) imports no command, card or store. The list below
repeats the first line of each command's docstring; a test keeps the two equal.
"""

from __future__ import annotations

import os
import sys
import warnings
from importlib import import_module
from typing import Annotated, Any

import typer
from typer.core import TyperCommand, TyperGroup
from typer.main import get_command

from events.errors import SmashUpError
from events.names import NamesChanged

GROUPS: dict[str, dict[str, tuple[str, str]]] = {
    "Questions about the rules": {
        "find": ("find:find", "Find the answer to a question in rules, rulings, cards and game terms."),
        "ask": ("ask:ask", "Rule on a situation: what happens, why, and which rulebook passage says so."),
        "may": ("may:may", "Say whether a player may do something, and how."),
        "board": (
            "board:board",
            "Print the address at which the analysis board shows a situation, or open it.",
        ),
        "rulings": ("rulings:rulings", "Search the bundled rulings and show their verdicts."),
        "rules": ("rules:rules", "Look up rules: what each rulebook says, and scenarios that show it."),
        "card": ("cards:card", "Show everything about a card."),
        "cards": ("cards:cards", "List cards and bases."),
        "factions": ("cards:factions", "List the factions with their set, statistics and play style."),
        "editions": (
            "cards:editions",
            "List the rulebooks: name, year, special features, and which one is the default.",
        ),
        "score": ("ask:score", "Who gets what at a base, without a file."),
        "explore": (
            "ask:explore",
            "Does the order matter? Play every order and every choice, and list the possible outcomes.",
        ),
    },
    "Playing": {
        "demo": ("demo:demo", "See what smashup can do: a tournament, its best scoring explained, and a what-if."),
        "play": ("play:play", "Play in the terminal, against bots or hot-seat."),
        "new": ("play:new", "Set up a game."),
        "answer": ("answer:answer", "Answer a game's pending question, or list the options."),
        "record": ("record:record", "Record a game played at a real table, line by line."),
        "simulate": ("simulate:simulate", "Have bots play many games."),
    },
    "Looking at games": {
        "games": ("games:games", "List the stored games, the latest first."),
        "show": ("show:show", "Draw the board at a position."),
        "replay": ("show:replay", "Print the story of a game."),
        "step": ("step:step", "Step through a game, forward and back."),
        "why": ("why:why", "Explain an event: what caused it, and under which rules."),
        "branch": ("branch:branch", "Branch off at a decision and play it differently."),
        "branches": ("branch:branches", "Draw the tree of games and their branches."),
        "diff": ("why:diff", "Compare two games: where they diverge, and how the tables differ."),
        "stats": ("stats:stats", "Show statistics over many games: win rates, and the cards that decide."),
    },
    "Keeping and sharing games": {
        "export": ("games:export", "Write a game to a file."),
        "import": ("games:import_", "Read a game from a file."),
        "verify": ("why:verify", "Re-run stored games through the rules and compare."),
        "rename": ("delete:rename", "Change the title of a game."),
        "delete": ("delete:delete", "Delete a game. It can be restored until you prune."),
        "restore": ("delete:restore", "Restore a deleted game and the branches deleted with it."),
        "prune": ("delete:prune", "Permanently remove deleted games."),
        "db": (
            "db:db_app",
            "Maintain the database: check, migrate, copy, and grant access.",
        ),
    },
    "Scenarios, pages, documentation": {
        "scenario": (
            "scenario:scenario_app",
            "Create scenario files: from a template or a game, with a schema for editors.",
        ),
        "check": ("scenario:check", "Check scenarios against their expectations and traces."),
        "site": (
            "site:site",
            "Write the reference as web pages: rules, rulings, cards, and an analysis board.",
        ),
        "serve": (
            "site:serve",
            "Serve the reference, the stored games and the ask page to browsers on this machine.",
        ),
        "docs": (
            "demo:docs",
            "Read the documentation.",
        ),
    },
}
"""The commands as grouped in the help. Each has its place (`module:name` in this package) and a one-line summary."""

COMMANDS = {name: command for group in GROUPS.values() for name, command in group.items()}

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
    module, _, attribute = COMMANDS[name][0].partition(":")
    found = getattr(import_module(f"adjudicator.cli.{module}"), attribute)
    if not isinstance(found, typer.Typer):
        single = typer.Typer(**PLAIN)  # type: ignore[arg-type]
        single.command(name, context_settings=SETTINGS)(found)
        found = single
    command = get_command(found)
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
        name, found, rest = super().resolve_command(ctx, args)
        return name, load(name) if name in COMMANDS else found, rest

    def invoke(self, ctx: Any) -> Any:
        """Run a command, turning any error into one sentence and an exit code."""
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("once", NamesChanged)
                warnings.showwarning = _show_warning
                return super().invoke(ctx)
        except (typer.Exit, typer.Abort, KeyboardInterrupt):
            raise
        except BrokenPipeError:
            _stop_writing()
            raise typer.Exit(141) from None  # the exit code of a process that SIGPIPE ended
        except Exception as error:
            if hasattr(error, "format_message") or os.environ.get("SMASHUP_TRACEBACK"):
                raise  # typer reports usage errors itself; SMASHUP_TRACEBACK asks for the traceback
            code, sentence = verdict(error)
            from adjudicator.cli.output import plain

            print(plain(" ".join(sentence.split("\n"))), file=sys.stderr)
            raise typer.Exit(code) from error


def _show_warning(message: Warning | str, *_: object, **__: object) -> None:
    """Print a warning as a sentence, without the place in the code that gave it."""
    from adjudicator.cli.output import warn

    warn(message)


def verdict(error: Exception) -> tuple[int, str]:
    """Return the exit code and the message for an error."""
    from adjudicator.games.session import RulesHaveChanged
    from adjudicator.rulebooks.catalogue import RulebookError
    from core.engine.game import Diverged

    if isinstance(error, Diverged | RulesHaveChanged):
        return 1, str(error)
    if isinstance(error, SmashUpError | RulebookError):
        return 2, str(error)
    if isinstance(error, OSError):
        what = f"{error.filename}: {error.strerror}" if error.filename else str(error)
        return 2, f"The system reported an error: {what}."
    kind = type(error).__name__
    return 1, f"Internal error: {kind}: {error}. Please report it with the output of SMASHUP_TRACEBACK=1."


def _stop_writing() -> None:
    """Redirect stdout to null, so that the interpreter does not fail on the closed pipe when it exits."""
    try:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
    except (OSError, ValueError):
        pass


app = typer.Typer(
    cls=Commands,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    no_args_is_help=True,
    context_settings=SETTINGS,
    epilog=EXAMPLES,
)


def _version(wanted: bool) -> None:
    if wanted:
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
    """Run the command line. Characters that the terminal lacks are replaced instead of raising an error."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    get_command(app).main(prog_name="smashup")
