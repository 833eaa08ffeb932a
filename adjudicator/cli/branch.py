"""`smashup branch` and `branches`: games that branch off from others at a decision."""

from __future__ import annotations

from typing import Annotated, Any

import typer
from rich.text import Text
from rich.tree import Tree

from adjudicator.cli.games import game_facts, result
from adjudicator.cli.options import (
    Bots,
    Database,
    GameId,
    Json,
    Seed,
    SomeGameId,
    Title,
    given,
    looking,
    opened,
    refuse_without,
    split,
)
from adjudicator.cli.output import console, print_json, warn
from adjudicator.cli.typed_answers import checked_answer
from adjudicator.games.branch_tree import DEEPEST, BranchTree, grown, leaving_from
from adjudicator.games.controller import GameController
from adjudicator.games.option_words import answer_in_words, name_of, options_in_words
from adjudicator.games.session import Session
from projections.plain_words import counted
from projections.prompts import prompt


def branch(
    ctx: typer.Context,
    game: GameId,
    position: Annotated[int, typer.Argument(metavar="POSITION", help="A position where a player decides.")],
    answer: Annotated[
        str | None,
        typer.Option("--answer", metavar="NUMBERS|pass", help="The decision to make there: option numbers, or pass."),
    ] = None,
    finish: Annotated[bool, typer.Option("--finish", help="Have bots play it to the end.")] = False,
    bots: Bots = "greedy",
    title: Title = "",
    seed: Seed = None,
    db: Database = None,
    json: Json = False,
) -> None:
    """Branch off at a decision and play it differently.

    The branch shares all events up to that position and has its own random results from there on. Nothing is copied,
    and the original game does not change. Without --answer the options are listed and nothing is stored, unless --title
    or --seed asks for a branch to play later. --finish has bots play it to the end.

    Examples:

    \b
      smashup branch g7k2m9 412
      smashup branch g7k2m9 412 --title "to be continued"
      smashup branch last 412 --answer 2 --title "what if"
      smashup branch g7k2m9 412 --answer pass --finish --bots greedy
    """
    leaves = answer is not None or finish or given(ctx, "title") or given(ctx, "seed")
    refuse_without(ctx, finish, "--finish", "bots")
    if not leaves:
        list_options(game, position, db, json)
        return
    with opened(db, make=False) as store:
        controller = GameController(Session(store, game))
        controller.go_to(position)
        there, asked, question = controller.game, controller.asked, controller.question
        assert question is not None
        # Report a wrong answer before making a branch.
        picks = None if answer is None else checked_answer(question, answer)
        decided = None if picks is None else answer_in_words(there, picks)
        options = options_in_words(there)
        controller.branch(seed=seed, title=title)
        if picks is not None:
            controller.answer(picks)
        if finish:
            GameController(controller.session, (), split([bots])).play_on()
        info = store.info(controller.session.id)
    if json:
        print_json(game_facts(info) | {"asked": info.seats[asked].name, "options": options, "answer": decided})
        return
    out = console()
    assert info.parent is not None
    out.print(f"Branch {info.id} leaves {info.parent.game} at {position} (seed {info.seed}).", markup=False)
    if decided is not None:
        out.print(f"{info.seats[asked].name} chose: {decided}.", markup=False)
    if info.result:
        out.print(result(info))


def list_options(game: str, position: int, db: str | None, json: bool) -> None:
    """List the options at a decision without storing anything."""
    with looking(db) as store:
        info = store.info(game)
        controller = GameController(Session(store, info.id))
        controller.go_to(position)
        there = controller.game
    assert there.question is not None
    who, asking = info.seats[there.table.asked].name, prompt(there.question, there.table, name_of)
    options = options_in_words(there)
    if json:
        print_json({"game": info.id, "position": position, "asked": who, "question": asking, "options": options})
        return
    out = console()
    out.print(f"{who} decides. {asking}", markup=False)
    for number, option in enumerate(options, 1):
        out.print(f"  {number}  {option}", markup=False)
    if not there.question.least:
        out.print("  pass")
    out.print(
        f"Nothing is stored; `smashup branch {info.id} {position} --answer NUMBERS` makes a branch.", soft_wrap=True
    )


def branches(game: SomeGameId = None, db: Database = None, json: Json = False) -> None:
    """Draw the tree of games and their branches.

    Examples:

    \b
      smashup branches
      smashup branches g7k2m9
    """
    with looking(db) as store:
        listed, damage = store.games(), store.damage
        roots = [store.info(game)] if game else [info for info in listed if info.reads_from is None]
    leaving = leaving_from(listed)
    trees = [grown(root, leaving) for root in roots if game or root.id in leaving]
    for sentence in damage:
        warn(sentence)
    if json:
        print_json([tree_facts(tree) for tree in trees])
    elif trees:
        for tree in trees:
            console().print(drawn(tree))
    elif not damage:
        console().print("No game has a branch; `smashup branch GAME POSITION` makes one.")
    if damage:
        raise typer.Exit(1)


def tree_facts(tree: BranchTree) -> dict[str, Any]:
    """Return the tree for programs."""
    line: list[dict[str, Any]] = []  # from the root down to the present branch
    for depth, info in tree:
        facts = game_facts(info) | {"branches": []}
        if depth:
            line[depth - 1]["branches"].append(facts)
        line[depth:] = [facts]
    return line[0]


def drawn(tree: BranchTree) -> Tree:
    """Return the tree for printing."""
    line: list[Tree] = []
    for depth, info in tree:
        label = Text(info.id, "bold")
        if info.reads_from:
            of = f" of {info.reads_from.game}" if depth == DEEPEST else ""
            label.append(f" at {info.reads_from.position}{of}", "not bold dim")
        label.append(f" {info.title}" if info.title else "", "not bold")
        label.append(f" · {counted(info.events, 'event')} · ", "not bold dim").append_text(result(info))
        line[depth:] = [line[depth - 1].add(label) if depth else Tree(label)]
    return line[0]
