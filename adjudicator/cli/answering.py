"""`smashup answer`: one decision of a game at a time, for programs and for scripts."""

from __future__ import annotations

from typing import Annotated, Any

import typer
from rich.text import Text

from adjudicator.cli.library import game_facts, result
from adjudicator.cli.options import Database, GameId, Json, looking, opened, refuse_both
from adjudicator.cli.output import console, print_json
from adjudicator.cli.typed_answers import UnreadableAnswer, placed, understood
from adjudicator.games.option_words import answer_in_words, name_of, options_in_words
from adjudicator.games.session import Session
from adjudicator.games.telling import Teller, colour_names, is_story, printed
from adjudicator.scenarios.steps import Answer
from core.players.bots import make_bot
from events.errors import GameHasMovedOn, SmashUpError
from projections.prompts import prompt
from projections.timeline import Line
from projections.view import View


def answer(
    ctx: typer.Context,
    game: GameId,
    given: Annotated[
        str | None,
        typer.Argument(metavar="[ANSWER]", help="Numbers, pass, or words; else the options are listed."),
    ] = None,
    name: Annotated[
        str | None, typer.Option("--as", metavar="PLAYER", help="Who answers: refused, if another is asked.")
    ] = None,
    at: Annotated[
        int | None, typer.Option("--at", metavar="N", help="The position you have seen: refused, if it is another.")
    ] = None,
    bot: Annotated[str | None, typer.Option("--bot", metavar="BOT", help="Let a bot answer: random or greedy.")] = None,
    db: Database = None,
    json: Json = False,
) -> None:
    """Decide for whoever is asked in a game, or list the options.

    An answer is the numbers of options, pass, or a line as in scenarios. The decision and all that follows from it is
    stored, up to the next question. Without an answer nothing is stored.

    Examples:

    \b
      smashup answer g7k2m9
      smashup answer g7k2m9 2 --json
      smashup answer g7k2m9 "1 3" --as Ana --at 412
      smashup answer g7k2m9 "play worker at egg chamber"
      smashup answer last --bot greedy
    """
    refuse_both(ctx, "given", "bot")
    decided, lines = None, []
    with looking(db) if given is None and bot is None else opened(db, make=False) as store:
        session = Session(store, game)
        guarded(session, name, at)
        if given is not None or bot is not None:
            live = session.game
            if live.question is None:
                raise SmashUpError(f"Game {session.id} is over: nobody is asked anything.")
            told = len(live.log)
            decided = decide(session, Answer(make_bot(bot, 0).answer(live)) if bot else understood(live, given or ""))
            teller = Teller(View(None) if session.info.made_up else None)
            lines = [line for line in teller.lines(session.game.log) if line.position > told]
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


def decide(session: Session, answer: Answer) -> str:
    """Give an answer, and the place that was named with a card when that is asked for; the answer in words."""
    live, asked = session.game, session.game.table.asked
    if live.question is not None and (wrong := live.question.refusal(answer.picks)):
        raise UnreadableAnswer(f"That is no legal answer: {wrong}.")
    words = answer_in_words(live, answer.picks)
    session.answer(asked, answer.picks)
    if (place := placed(session.game, answer)) is not None:
        words += f", {answer_in_words(session.game, place)}"
        session.answer(asked, place)
    return words


def guarded(session: Session, name: str | None, at: int | None) -> None:
    """Refused, where the game does not stand as whoever answers believes."""
    live = session.game
    if at is not None and at != len(live.log):
        raise GameHasMovedOn(session.id, at)
    if name is not None and live.question is not None:
        asked = session.info.seats[live.table.asked].name
        if asked.lower() != name.lower():
            raise SmashUpError(f"{asked} is asked in game {session.id}, not {name}.")


def standing_of(session: Session) -> dict[str, Any]:
    """Where a game stands, for programs: who is asked what."""
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
    """What has come of an answer."""
    out = console()
    for line in lines:
        if is_story(line):
            out.print(colour_names(printed(line), names), soft_wrap=True)
