"""`smashup answer`: one decision of a game at a time, for programs and for scripts."""

from __future__ import annotations

from typing import Annotated, Any

import typer
from rich.text import Text

from adjudicator.cli.games import game_facts, result
from adjudicator.cli.options import Database, GameId, Json, looking, opened, refuse_both
from adjudicator.cli.output import console, print_json
from adjudicator.cli.typed_answers import placed, understood
from adjudicator.games.controller import GameController
from adjudicator.games.narration import Narration
from adjudicator.games.option_words import answer_in_words, name_of, options_in_words
from adjudicator.games.session import LiveGame, Session
from adjudicator.scenarios.steps import Answer
from adjudicator.viewer.drawing import color_names, draw_line
from events.errors import GameHasMovedOn, SmashUpError
from projections.prompts import prompt
from projections.timeline import Line
from projections.view import View


def answer(
    ctx: typer.Context,
    game: GameId,
    given: Annotated[
        str | None,
        typer.Argument(
            metavar="[ANSWER]", help="Option numbers, pass, or words. Without an answer, lists the options."
        ),
    ] = None,
    name: Annotated[
        str | None, typer.Option("--as", metavar="PLAYER", help="Who answers. Fails if another player is asked.")
    ] = None,
    at: Annotated[
        int | None,
        typer.Option("--at", metavar="N", help="The position your answer is for. Fails if the game has moved on."),
    ] = None,
    bot: Annotated[
        str | None, typer.Option("--bot", metavar="BOT", help="Have a bot answer: random or greedy.")
    ] = None,
    skip: Annotated[
        bool, typer.Option("--skip", help="Then pass for everyone until a question concerns the player asked.")
    ] = False,
    db: Database = None,
    json: Json = False,
) -> None:
    """Answer a game's pending question, or list the options.

    An answer is one or more option numbers, pass, or a line as in scenarios. The decision and everything that follows
    from it is stored, up to the next question. Without an answer, nothing is stored.

    Examples:

    \b
      smashup answer g7k2m9
      smashup answer g7k2m9 2 --json
      smashup answer g7k2m9 "1 3" --as Ana --at 412
      smashup answer g7k2m9 "play worker at egg chamber"
      smashup answer last --bot greedy
      smashup answer last pass --skip
    """
    refuse_both(ctx, "given", "bot")
    decided, lines = None, []
    answering = given is not None or bot is not None
    with opened(db, make=False) if answering or skip else looking(db) as store:
        controller = GameController(Session(store, game), skip=skip)
        session = controller.session
        guarded(session, name, at)
        if answering or skip:
            live = session.game
            if live.question is None:
                raise SmashUpError(f"Game {session.id} is over, so there is nothing to answer.")
            shown_before = len(live.log)
            if answering:
                chosen = Answer(controller.suggestion(bot)) if bot else understood(live, given or "")
                decided = decide(controller, chosen)
            if skip:
                controller.play_on()
            narration = Narration(View(None) if session.info.made_up else None)
            lines = [line for line in narration.story(session.game.log) if line.position > shown_before]
        info = store.info(session.id)
        standing = standing_of(session)
    if json:
        print_json(game_facts(info) | standing | {"answer": decided, "told": lines})
        return
    out = console()
    tell(lines, [seat.name for seat in info.seats])
    if info.result:
        out.print(result(info))
    else:
        out.print(Text(f"{standing['asked']} decides at {standing['position']}. {standing['question']}", "bold"))
        for number, option in enumerate(standing["options"], 1):
            out.print(f"{number:>4}  {option}", soft_wrap=True)
        if standing["may_pass"]:
            out.print("pass")


def decide(controller: GameController, answer: Answer) -> str:
    """Give an answer, then the place named with a card if that is asked. Returns the answer in words."""
    words = answer_in_words(controller.game, controller.checked(answer.picks))
    controller.answer(answer.picks)
    if (where := placed(controller.game, answer)) is not None:
        words += f", {answer_in_words(controller.game, where)}"
        controller.answer(where)
    return words


def guarded(session: LiveGame, name: str | None, at: int | None) -> None:
    """Raise `SmashUpError` if the game is not in the state that the caller expects."""
    live = session.game
    if at is not None and at != len(live.log):
        raise GameHasMovedOn(session.id, at)
    if name is not None and live.question is not None:
        asked = session.info.seats[live.table.asked].name
        if asked.lower() != name.lower():
            raise SmashUpError(f"{name} can't answer: in game {session.id} it is {asked}'s decision.")


def standing_of(session: LiveGame) -> dict[str, Any]:
    """Return the state of a game for programs: who is asked what."""
    live = session.game
    question = live.question
    return {
        "position": len(live.log),
        "asked": None if question is None else session.info.seats[live.table.asked].name,
        "question": None if question is None else prompt(question, live.table, name_of),
        "options": options_in_words(live),
        "least": question.least if question else 0,
        "most": question.most if question else 0,
        "may_pass": question is not None and not question.least,
    }


def tell(lines: list[Line], names: list[str]) -> None:
    """Print the answer and what followed from it."""
    out = console()
    for line in lines:
        if line.event == "answered" or not line.bookkeeping:
            out.print(color_names(draw_line(line), names), soft_wrap=True)
