"""`smashup branch` and `branches`: games that leave others at a decision."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
import typer
from rich.text import Text
from rich.tree import Tree

from adjudicator.cli.library import game_facts, result
from adjudicator.cli.options import Bots, Database, GameId, Json, Seed, SomeGameId, Title, opened, split
from adjudicator.cli.output import console, print_json
from adjudicator.cli.typed_answers import checked_answer
from adjudicator.games.option_words import answer_in_words, name_of, options_in_words
from adjudicator.games.session import Session, log_to, take_up
from core.players.bots import make_bot
from events.catalogue import GameInfo
from events.store import Store
from projections.prompts import prompt


def branch(
    game: GameId,
    position: Annotated[int, typer.Argument(metavar="POSITION", help="A position at which somebody decides.")],
    answer: Annotated[
        str | None,
        typer.Option("--answer", metavar="NUMBERS|pass", help="Decide there: numbers of the options, or pass."),
    ] = None,
    finish: Annotated[bool, typer.Option("--finish", help="Let bots play on to the end.")] = False,
    bots: Bots = "greedy",
    title: Title = "",
    seed: Seed = None,
    db: Database = None,
    json: Json = False,
) -> None:
    """Leave a game at a decision and go on otherwise.

    The branch shares everything up to there and draws its own chances from there on. Nothing is copied, and the game it
    leaves stays as it is. Without an answer the options are listed.

    Examples:

    \b
      smashup branch g7k2m9 412
      smashup branch g7k2m9 412 --answer 2 --title "what if"
      smashup branch g7k2m9 412 --answer pass --finish --bots greedy
    """
    with opened(db) as store:
        there = take_up(game, log_to(store, game, position))
        asked, question = there.table.asked, there.question
        assert question is not None
        options = options_in_words(there)
        asking = prompt(question, there.table, name_of)
        # Whatever is wrong with the answer shows before a branch is made.
        picks = None if answer is None else checked_answer(question, answer)
        decided = None if picks is None else answer_in_words(there, picks)
        session = Session(store, game).branch(position, seed=seed, title=title)
        if picks is not None:
            session.answer(asked, picks)
        if finish:
            play_to_the_end(session, split([bots]))
        info = store.info(session.id)
    if json:
        print_json(game_facts(info) | {"asked": info.seats[asked].name, "options": options, "answer": decided})
        return
    out = console()
    out.print(f"Branch {info.id} leaves {game} at {position} (seed {info.seed}).", markup=False)
    who = info.seats[asked].name
    if decided is not None:
        out.print(f"{who} chose: {decided}.", markup=False)
    else:
        out.print(f"{who} decides. {asking}", markup=False)
        for number, option in enumerate(options, 1):
            out.print(f"  {number}  {option}", markup=False)
    if info.result:
        out.print(result(info))


def play_to_the_end(session: Session, bots: list[str]) -> None:
    """Let bots make all decisions that are left."""
    seats = range(len(session.info.seats))
    players = [make_bot(bots[seat % len(bots)], f"{session.info.seed}/{seat}") for seat in seats]
    while not session.game.over:
        asked = session.game.table.asked
        session.answer(asked, players[asked].answer(session.game))


def branches(game: SomeGameId = None, db: Database = None, json: Json = False) -> None:
    """Draw the tree of games and their branches.

    Examples:

    \b
      smashup branches
      smashup branches g7k2m9
    """
    with opened(db) as store:
        roots = [store.info(game)] if game else [info for info in store.games() if info.reads_from is None]
        trees = [grown(store, info) for info in roots]
    if not game:
        trees = [tree for tree in trees if tree.branches]
    if json:
        print_json([tree_facts(tree) for tree in trees])
        return
    out = console()
    if not trees:
        out.print("No game has a branch; `smashup branch GAME POSITION` makes one.", markup=False)
    for tree in trees:
        out.print(drawn(tree))


class Family(msgspec.Struct, frozen=True):
    """A game and the branches that leave it."""

    info: GameInfo
    branches: tuple[Family, ...]


def grown(store: Store, info: GameInfo) -> Family:
    """A game with its branches, and theirs."""
    return Family(info, tuple(grown(store, child) for child in store.children(info.id)))


def tree_facts(family: Family) -> dict[str, Any]:
    """The tree for programs."""
    return game_facts(family.info) | {"branches": [tree_facts(branch) for branch in family.branches]}


def drawn(family: Family, within: Tree | None = None) -> Tree:
    """The tree for people."""
    info = family.info
    label = Text(info.id, "bold")
    if info.reads_from:
        label.append(f" at {info.reads_from.position}", "not bold dim")
    label.append(f" {info.title}" if info.title else "", "not bold")
    label.append(f" · {info.events} events · ", "not bold dim").append_text(result(info))
    node = within.add(label) if within else Tree(label)
    for branch in family.branches:
        drawn(branch, node)
    return node
