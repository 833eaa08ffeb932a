"""`smashup rename`, `delete`, `restore` and `prune`: a tidy store. None of them changes a game."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from adjudicator.cli.games import game_facts, list_games
from adjudicator.cli.options import Database, DeletedGameId, GameId, Json, opened
from adjudicator.cli.output import console, print_json
from events.errors import HasBranches, SmashUpError, as_typed
from projections.plain_words import counted

Yes = Annotated[bool, typer.Option("--yes", "-y", help="Do not ask for confirmation.")]


def rename(
    game: GameId,
    title: Annotated[str, typer.Argument(metavar="TITLE", help='The new title; "" for none.')],
    db: Database = None,
    json: Json = False,
) -> None:
    """Change the title of a game.

    The id and the events stay the same.

    Examples:

    \b
      smashup rename g7k2m9 "Friday night"
      smashup rename last "the tie first"
    """
    with opened(db, make=False) as store:
        store.rename(game, title)
        info = store.info(game)
    if json:
        print_json(game_facts(info))
    else:
        words = f"is called {as_typed(info.title)} now" if info.title else "has no title now"
        console().print(f"Game {info.id} {words}.", soft_wrap=True)


def delete(
    game: GameId,
    branches: Annotated[bool, typer.Option("--branches", help="Delete its branches too, without asking.")] = False,
    db: Database = None,
    json: Json = False,
) -> None:
    """Delete a game. It can be restored until you prune.

    A branch needs the events of its parent game, so deleting a game deletes its branches too. If it has any, you are
    asked first, unless you give --branches.

    Examples:

    \b
      smashup delete g7k2m9
      smashup delete g7k2m9 --branches
      smashup games --deleted
    """
    with opened(db, make=False) as store:
        try:
            gone = store.delete(game, branches=branches)
        except HasBranches as has:
            if json:
                raise
            if not asked(f"Game {has.game} has branches: {', '.join(has.branches)}. Delete them all?", has):
                raise typer.Exit(1) from None
            gone = store.delete(game, branches=True)
    if json:
        print_json({"deleted": gone})
    else:
        alone = len(gone) == 1
        what = (
            f"Game {gone[0]} is deleted"
            if alone
            else f"Game {gone[0]} and its branches are deleted ({len(gone)} in all)"
        )
        console().print(f"{what}; `smashup restore {gone[0]}` brings {'it' if alone else 'them'} back.", soft_wrap=True)


def restore(game: DeletedGameId, db: Database = None, json: Json = False) -> None:
    """Restore a deleted game and the branches deleted with it.

    Restoring a branch also restores its parent games.

    Examples:

    \b
      smashup games --deleted
      smashup restore g7k2m9
    """
    with opened(db, make=False) as store:
        back = store.restore(game)
    if json:
        print_json({"restored": back})
    else:
        console().print(f"Restored: {', '.join(back)}.", soft_wrap=True)


def prune(yes: Yes = False, db: Database = None, json: Json = False) -> None:
    """Permanently remove deleted games.

    Examples:

    \b
      smashup prune
      smashup prune --yes
    """
    with opened(db, make=False) as store:
        going = store.deleted()
        if going and not yes:
            refusal = SmashUpError(
                f"{counted(len(going), 'deleted game')} would be permanently removed. Confirm with --yes."
            )
            if json:
                raise refusal
            list_games(going)
            if not asked(f"Permanently remove {len(going)} deleted games?", refusal):
                raise typer.Exit(1)
        gone = store.prune()
    if json:
        print_json({"pruned": gone})
    elif gone:
        console().print(f"Permanently removed: {', '.join(gone)}.", soft_wrap=True)
    else:
        console().print("Nothing was deleted; there is nothing to prune.")


def asked(question: str, refusal: SmashUpError) -> bool:
    """Ask at the terminal and return the reply. Raises `SmashUpError` without a terminal."""
    if not (sys.stdin.isatty() and sys.stderr.isatty()):
        raise refusal
    return typer.confirm(question, err=True)
