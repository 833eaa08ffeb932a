"""Answers as they are typed: the numbers of the options, or pass."""

from __future__ import annotations

import re

from events.errors import SmashUpError
from events.questions import Pick, Question


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
