"""Lists the commands and runs them. Each is imported only when it is given, and errors become sentences.

To keep start-up quick, listing the commands (`--help`, completion) imports no command, card or store. The list below
repeats the first line of each command's docstring; a test keeps the two equal.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib import import_module
from typing import Any

from adjudicator.cli.parameters import read
from events.errors import SmashUpError, with_short_words
from events.names import NamesChanged

GROUPS: dict[str, dict[str, tuple[str, str]]] = {
    "Questions about the rules": {
        "find": ("find:find", "Find the answer to a question in rules, rulings, cards and game terms."),
        "ask": ("ask:ask", "Rule on a situation: what happens, why, and which rulebook passage says so."),
        "may": ("may:may", "Say whether a player may do something, and how."),
        "board": (
            "board:board",
            "Print the address of a situation on the analysis board, or open it in a browser.",
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
        "score": ("ask:score", "Show who gets what at a base."),
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


def function(name: str) -> Any:
    """Import and return the function behind a command (or the group of commands)."""
    module, _, attribute = COMMANDS[name][0].partition(":")
    return getattr(import_module(f"adjudicator.cli.{module}"), attribute)


QUICK = {
    *("find", "ask", "may", "score", "explore", "board", "rulings", "rules", "card", "cards", "factions", "editions"),
    *("show", "replay", "why", "diff", "verify"),
}
"""The commands whose modules do not import typer."""


def run_quickly(words: Sequence[str]) -> bool:
    """Run a well-formed command line without typer. Returns False, having done nothing, if typer has to read it."""
    if not words or words[0] not in QUICK or "_SMASHUP_COMPLETE" in os.environ:
        return False
    command = function(words[0])
    given = read(command, words[1:])
    if given is None:
        return False
    try:
        with errors_as_sentences():
            command(**given)
    except KeyboardInterrupt:
        print("Aborted.", file=sys.stderr)
        sys.exit(1)
    return True


@contextmanager
def errors_as_sentences(passing: tuple[type[BaseException], ...] = ()) -> Iterator[None]:
    """Turn any error into one sentence and an exit code. Errors of the `passing` types are reported by others."""
    import warnings

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("once", NamesChanged)
            warnings.showwarning = _show_warning
            yield
    except passing:
        raise
    except BrokenPipeError:
        _stop_writing()
        sys.exit(141)  # the exit code of a process ended by SIGPIPE
    except Exception as error:
        if os.environ.get("SMASHUP_TRACEBACK"):
            raise
        code, sentence = verdict(error)
        from adjudicator.cli.output import plain

        print(plain(with_short_words(" ".join(sentence.split("\n")))), file=sys.stderr)
        sys.exit(code)


def _show_warning(message: Warning | str, *_: object, **__: object) -> None:
    """Print a warning as a sentence, without its place in the code."""
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
