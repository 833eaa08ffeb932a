"""Decides whether a question concerns the player it is put to, for "pass until something concerns me".

Many questions are asked only so that nobody learns from their absence: every hand that might hold a Special is asked
before a base scores. A player who passes until something concerns them is not asked if they have no choice, nor in a
priority round about a base where they have nothing.
"""

from __future__ import annotations

from core.printed.definitions import SCORING_WINDOWS
from events.questions import Pick, Question, Use, Window
from projections.table import IN_PLAY, Table


def is_choice(question: Question) -> bool:
    """Return whether a question has more than one legal answer."""
    if question.least == 0:
        return bool(question.options) and question.most > 0
    return question.repeats or len(question.options) > question.least or question.most > question.least


def concerns(table: Table, question: Question, seat: int) -> bool:
    """Return whether a player who passes until something concerns them must decide this question.

    `table` is the table at which the question is open, and `seat` the player it is put to. If it does not concern them,
    `answer_unasked` is their answer.
    """
    return is_choice(question) and is_at_stake(table, question, seat)


def is_at_stake(table: Table, question: Question, seat: int) -> bool:
    """Return whether a question is about something of this player's. Only what everybody sees decides this.

    Only a priority round around the scoring of a base is about nothing of theirs: in another player's turn, if they have
    no card at that base and no ability of a card in play to use.
    """
    if not isinstance(question, Window) or question.moment not in SCORING_WINDOWS:
        return True
    if question.least or seat == table.current or table.scoring is None:
        return True
    if any(isinstance(pick, Use) and table.cards[pick.holder].zone in IN_PLAY for pick in question.options):
        return True
    site = table.scoring.site
    return any(card.site == site and seat in (card.controller, card.owner) for card in table.cards.values())


def answer_unasked(question: Question) -> tuple[Pick, ...]:
    """Return the answer to a question that does not concern its player: a pass, or the only answer there is."""
    return question.options[: question.least]
