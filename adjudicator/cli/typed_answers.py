"""Answers as they are typed: numbers of options, their names or unambiguous parts of them, or lines as in scenarios."""

from __future__ import annotations

import re

from adjudicator.scenarios.names import NoSuchName, TableNames
from adjudicator.scenarios.spoken import steps_said
from adjudicator.scenarios.step_words import WITH_WORDS, StepLine, read_line
from adjudicator.scenarios.steps import Answer, answer_for, can_answer
from core.engine.game import Game
from events.errors import SmashUpError
from events.questions import Hosts, Pick, Question, Sites


class UnreadableAnswer(SmashUpError):
    """Raised for typed text that is not an answer."""


def read_answer(question: Question, typed: str) -> tuple[Pick, ...]:
    """Return the picks for numbers or simple words: "2", "1 3", "1,1,2", "pass", "yes"."""
    words = re.split(r"[\s,]+", typed.strip().lower())
    if words in ([""], ["pass"], ["none"], ["0"]):
        return ()
    spoken = [
        option for option in question.options if isinstance(option, str) and option.lower() == typed.strip().lower()
    ]
    if spoken:
        return (spoken[0],)
    return tuple(_option(question, word) for word in words)


def understood(game: Game, typed: str) -> Answer:
    """Return the answer that typed text means for a game's open question: numbers, `drone`, `choose moot site`, `play drone at hill`."""
    question = game.question
    if question is None:
        raise UnreadableAnswer("The game is over, so there is nothing to answer.")
    if typed.split(" ")[0].casefold() in WITH_WORDS or typed.casefold() == "end turn":
        return _line_answer(game, question, typed)
    try:
        return Answer(read_answer(question, typed))
    except UnreadableAnswer:
        if re.fullmatch(r"[\d\s,]*", typed):
            raise
    try:
        return _named(game, question, typed)
    except SmashUpError:
        steps = [step.rpartition(": ")[2] for step in steps_said(typed, [seat.name for seat in game.table.seats])]
        if steps == [typed]:
            raise
        answer = _line_answer(game, question, steps[0])
        if steps[0].startswith("choose ") and len(steps) == 2:  # "move Howler to Tortuga"
            return Answer(answer.picks, steps[1].removeprefix("choose "), question.by)
        return answer


def _line_answer(game: Game, question: Question, typed: str) -> Answer:
    line = read_line(typed)
    if not can_answer(line, question):
        raise UnreadableAnswer(f"{typed[:40]!r} does not answer the question. Type a number, or words from an option.")
    return answer_for(line, game, typed_names())


def typed_names() -> TableNames:
    """Names as typed: a part that only one option has is enough."""
    names = TableNames()
    names.partial = True
    return names


def _named(game: Game, question: Question, typed: str) -> Answer:
    """Return an option by its name alone."""
    wrong: SmashUpError | None = None
    for verb in ("play", "use", "choose"):
        line = StepLine(verb, typed)
        if can_answer(line, question):
            try:
                return answer_for(line, game, typed_names())
            except NoSuchName as error:
                wrong = wrong if wrong is not None and error.wrong != "could be any of" else error
    shown = typed if len(typed) <= 40 else typed[:40] + "…"
    raise wrong or UnreadableAnswer(f"{shown!r} is not an option. Type a number from 1 to {len(question.options)}.")


def placed(game: Game, answer: Answer) -> tuple[Pick, ...] | None:
    """Return the place named with a card being played; None if no place is asked for now."""
    question = game.question
    if not answer.place or not isinstance(question, Sites | Hosts) or question.by != answer.card:
        return None
    return answer_for(StepLine("choose", answer.place), game, typed_names()).picks


def checked_answer(question: Question, typed: str) -> tuple[Pick, ...]:
    """Return the picks if they are legal. Raises `UnreadableAnswer` otherwise."""
    picks = read_answer(question, typed)
    if wrong := question.refusal(picks):
        raise UnreadableAnswer(f"That answer is not legal: {wrong}.")
    return picks


def _option(question: Question, word: str) -> Pick:
    count = len(question.options)
    if not (word.isascii() and word.isdecimal()) or len(word) > 9 or not 1 <= int(word) <= count:
        choices = f"a number from 1 to {count}" if count > 1 else "1" if count else "pass"
        shown = word if len(word) <= 20 else word[:20] + "…"
        raise UnreadableAnswer(f"{shown!r} is not an option. Type {choices}.")
    return question.options[int(word) - 1]
