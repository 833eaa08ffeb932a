"""All commands by name, loaded when they are needed, and what becomes of an error.

Start-up is kept quick: listing the commands (`--help`, completion) imports no command, no card and no store. The lines
below are what the list shows; a test keeps them equal to what the commands say of themselves.
"""

from __future__ import annotations

import os
import sys
from importlib import import_module
from typing import Annotated, Any

import typer
from typer.core import TyperCommand, TyperGroup
from typer.main import get_command

from events.errors import SmashUpError

GROUPS: dict[str, dict[str, tuple[str, str]]] = {
    "Questions about the rules": {
        "ask": ("asking:ask", "Rule on a situation: what happens, why, and which rulebook passage says so."),
        "rulings": ("rulings:rulings", "Search the rulings that come along, and show their verdicts."),
        "rules": ("rules:rules", "Look rules up: what each of the five books says, and the scenarios that show it."),
        "card": ("catalogue:card", "Show all there is to know about a card."),
        "cards": ("catalogue:cards", "List cards and bases."),
        "factions": ("catalogue:factions", "List the factions: their set, their numbers, and how they play."),
        "editions": ("catalogue:editions", "List the five rulebooks: name, year, and what is special about each."),
        "score": ("asking:score", "Who gets what at a base, without a file."),
        "explore": (
            "asking:explore",
            "Does the order matter? Play every order and every choice, and say what can come of it.",
        ),
    },
    "Playing": {
        "demo": ("introducing:demo", "Show what this can do: a tournament, its best scoring explained, and what if."),
        "play": ("playing:play", "Play in the terminal, against bots or hot seat."),
        "new": ("playing:new", "Set up a game."),
        "answer": ("answering:answer", "Decide for whoever is asked in a game, or list the options."),
        "record": ("recording:record", "Record a game from the real table: what everybody saw, line by line."),
        "simulate": ("simulating:simulate", "Let bots play many games."),
    },
    "Looking at games": {
        "games": ("library:games", "List the stored games, one to a line."),
        "show": ("watching:show", "Draw the board at a position."),
        "replay": ("watching:replay", "Tell a game event by event."),
        "step": ("stepping:step", "Walk through a game, forward and back."),
        "why": ("judging:why", "Explain an event: what led to it, by which rules."),
        "branch": ("branching:branch", "Leave a game at a decision and go on otherwise."),
        "branches": ("branching:branches", "Draw the tree of games and their branches."),
        "diff": ("judging:diff", "Compare two games: where they part, how the tables differ."),
        "stats": ("stats:stats", "Look at many games: who wins with what, and what decides."),
    },
    "Keeping and sharing them": {
        "export": ("library:export", "Write a game to a file."),
        "import": ("library:import_", "Read a game from a file."),
        "verify": ("judging:verify", "Let the rules decide stored games anew and compare."),
        "rename": ("keeping:rename", "Give a game another title."),
        "delete": ("keeping:delete", "Put a game away; it can be restored until the store is pruned."),
        "restore": ("keeping:restore", "Bring a deleted game back, with the branches that went with it."),
        "prune": ("keeping:prune", "Remove for good what was deleted."),
        "db": (
            "database:db_app",
            "Look after the database: check it, bring it up to date, copy it, say who may add to it.",
        ),
    },
    "Scenarios, pages, documentation": {
        "scenario": (
            "scenarios:scenario_app",
            "Make scenario files: a schema for editors, a template, a position of a game.",
        ),
        "check": ("scenarios:check", "Check scenarios against what they expect."),
        "site": (
            "publishing:site",
            "Write the whole reference as pages: rules, rulings, cards, linked with each other.",
        ),
        "serve": (
            "publishing:serve",
            "Serve the reference, the stored games and a desk for questions to browsers on this machine.",
        ),
        "docs": (
            "introducing:docs",
            "Read the documentation: how scenarios are written, how programs use this, and why.",
        ),
    },
}
"""Each command, as the help has them together: where it is (a module of this package and the name in it), and one line."""

COMMANDS = {name: command for group in GROUPS.values() for name, command in group.items()}

PLAIN = {"rich_markup_mode": None, "add_completion": False}
"""Help is plain text: rich costs more time than all the rest of it."""

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
  smashup rulings haunting            what has been ruled on?
  smashup ask playing/talent-lost     one of these rulings, step by step

The rules of five books are known, by id: AL9K (2013), MS (2014), CND (2016), OOPS (2018) and EMD (2023), the newest,
which holds unless another is named. `smashup editions` says what is special about each.

Games are kept in a file of your data folder, or where --db or SMASHUP_DB says.
Exit codes: 0 as expected, 1 a check failed or a log diverged, 2 bad input.
"""


def load(name: str) -> Any:
    """The real command of that name."""
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
    """The commands as a list of names and lines; the real one is loaded when it is to run."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        self.commands = {name: TyperCommand(name, help=line) for name, (_, line) in COMMANDS.items()}

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """What belongs together stands together, and no line is cut."""
        for title, group in GROUPS.items():
            with formatter.section(title):
                formatter.write_dl([(name, line) for name, (_, line) in group.items()])

    def resolve_command(self, ctx: Any, args: list[str]) -> tuple[str | None, Any, list[str]]:
        """Look the command up, and load it."""
        name, found, rest = super().resolve_command(ctx, args)
        return name, load(name) if name in COMMANDS else found, rest

    def invoke(self, ctx: Any) -> Any:
        """Run a command; whatever goes wrong becomes a sentence and an exit code."""
        try:
            return super().invoke(ctx)
        except (typer.Exit, typer.Abort, KeyboardInterrupt):
            raise
        except BrokenPipeError:
            _stop_writing()
            raise typer.Exit(141) from None  # as if by the signal: nobody reads on
        except Exception as error:
            if hasattr(error, "format_message") or os.environ.get("SMASHUP_TRACEBACK"):
                raise  # a usage error, which typer words; or somebody wants to see where it happened
            code, sentence = verdict(error)
            from adjudicator.cli.output import plain

            print(plain(" ".join(sentence.split("\n"))), file=sys.stderr)
            raise typer.Exit(code) from error


def verdict(error: Exception) -> tuple[int, str]:
    """The exit code for an error, and what to say."""
    from adjudicator.games.session import RulesHaveChanged
    from adjudicator.rulebooks.catalogue import RulebookError
    from core.engine.game import Diverged

    if isinstance(error, Diverged | RulesHaveChanged):
        return 1, str(error)
    if isinstance(error, SmashUpError | RulebookError):
        return 2, str(error)
    if isinstance(error, OSError):
        what = f"{error.filename}: {error.strerror}" if error.filename else str(error)
        return 2, f"That did not work: {what}."
    kind = type(error).__name__
    return 1, f"This should not have happened: {kind}: {error} (SMASHUP_TRACEBACK=1 shows where)."


def _stop_writing() -> None:
    """Nothing more can be written to a closed pipe, not even at the end of the program."""
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
    """The command line, with output that never fails for a character the terminal lacks."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    get_command(app).main(prog_name="smashup")
