"""Answers as they are typed: the numbers of the options, or words as in scenarios (`play worker at egg chamber`)."""

from __future__ import annotations

import re

from adjudicator.scenarios.names import Names
from adjudicator.scenarios.step_words import WITH_WORDS, Line, read_line
from adjudicator.scenarios.steps import Answer, answer_for, can_answer
from core.engine.game import Game
from events.errors import SmashUpError
from events.questions import Hosts, Pick, Question, Sites


class UnreadableAnswer(SmashUpError):
    """What was typed is no answer."""


def read_answer(question: Question, typed: str) -> tuple[Pick, ...]:
    """The picks that are meant: "2", "1 3", "1,1,2", "pass", "yes"."""
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
    """What is meant at a game that waits for an answer: numbers, or a line as in scenarios, perhaps with a place."""
    question = game.question
    if question is None:
        raise UnreadableAnswer("Nothing is asked any more: the game is over.")
    if typed.split(" ")[0].casefold() not in WITH_WORDS and typed.casefold() != "end turn":
        return Answer(read_answer(question, typed))
    line = read_line(typed)
    if not can_answer(line, question):
        raise UnreadableAnswer(f"{typed[:40]!r} does not answer what is asked; type a number, or words of an option.")
    return answer_for(line, game, Names())


def placed(game: Game, answer: Answer) -> tuple[Pick, ...] | None:
    """Once a card is being played, the place that was named with it; None if that is not what is asked now."""
    question = game.question
    if not answer.place or not isinstance(question, Sites | Hosts) or question.by != answer.card:
        return None
    return answer_for(Line("choose", answer.place), game, Names()).picks


def checked_answer(question: Question, typed: str) -> tuple[Pick, ...]:
    """The picks that are meant, if they are legal."""
    picks = read_answer(question, typed)
    if wrong := question.refusal(picks):
        raise UnreadableAnswer(f"That is no legal answer: {wrong}.")
    return picks


def _option(question: Question, word: str) -> Pick:
    count = len(question.options)
    if not (word.isascii() and word.isdecimal()) or len(word) > 9 or not 1 <= int(word) <= count:
        choices = f"a number from 1 to {count}" if count else "to pass"
        shown = word if len(word) <= 20 else word[:20] + "…"
        raise UnreadableAnswer(f"{shown!r} is none of the options: type {choices}.")
    return question.options[int(word) - 1]
